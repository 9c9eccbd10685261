//! Counts that are always on: every technique with its attempts and successes, and what repetitions did.

use super::{ShadowCounters, Statistics, Tally};

macro_rules! techniques {
    ($($(#[$doc:meta])* $name:ident $words:literal;)*) => {
        /// A search technique that is counted and shown. Each is documented where it is implemented.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Technique { $($(#[$doc])* $name,)* }

        impl Technique {
            /// Every technique in the order of the node's steps.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The words shown for it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $words,)* }
            }
        }
    };
}

techniques! {
    /// Windows around the last iteration's score; accepted when the first window held.
    Aspiration "aspiration window";
    /// No mate can beat one already found.
    MateDistance "mate distance";
    /// Bounds of the hash table.
    Table "table cut-off";
    /// Values known without search.
    Recogniser "recogniser";
    /// Endgame tables.
    Tablebase "tablebase";
    /// The evaluation corrected by what searches of like positions found; accepted when it was changed.
    Correction "correction history";
    /// The evaluation is so far above beta that a quiet move will hold it.
    ReverseFutility "reverse futility";
    /// The evaluation is so far below alpha that only captures can help.
    Razoring "razoring";
    /// Passing still fails high.
    NullMove "null move";
    /// A deep null-move cut-off confirmed by a search without null moves.
    NullVerification "null move verified";
    /// A good capture fails high at reduced depth with a margin.
    Probcut "probcut";
    /// A node without a table move is searched less deep.
    InternalReduction "internal reduction";
    /// Late quiet moves are not searched at low depth.
    MoveCount "move count pruning";
    /// Quiet moves that cannot lift the evaluation to alpha.
    Futility "futility";
    /// Quiet moves that have failed everywhere.
    HistoryPruning "history pruning";
    /// Moves that lose material by static exchange.
    ExchangePruning "exchange pruning";
    /// The table's move is much better than all others.
    Singular "singular extension";
    /// Without the table's move beta is still reached.
    MultiCut "multi-cut";
    /// A checking move is searched deeper.
    CheckExtension "check extension";
    /// Late moves searched less deep; accepted when the reduced search sufficed.
    LateMoveReduction "late move reduction";
    /// Quiescence: the evaluation alone reached beta.
    StandPat "stand pat";
    /// Quiescence: the capture cannot lift the evaluation to alpha.
    Delta "delta pruning";
    /// Quiescence: the capture loses material.
    QuiescenceExchange "quiescence exchange";
}

/// All counters of one thread.
#[derive(Clone, Debug, Default)]
pub(super) struct Counters {
    tallies: [Tally; Technique::ALL.len()],
    pub shadow: ShadowCounters,
    pub quiescence_nodes: u64,
    pub cutoffs: u64,
    pub first_move_cutoffs: u64,
    pub probes: u64,
    pub hits: u64,
    pub stores: u64,
    pub replaced: u64,
    pub tablebase_hits: u64,
    pub nodes_by_iteration: Vec<u64>,
}

impl Counters {
    /// The conditions of a technique held.
    pub(super) const fn attempt(&mut self, technique: Technique) {
        self.tallies[technique as usize].attempted += 1;
    }

    /// A technique did what it hoped for.
    pub(super) const fn accept(&mut self, technique: Technique) {
        self.tallies[technique as usize].accepted += 1;
    }

    /// Both at once, for rules that decide without a search.
    pub(super) const fn applied(&mut self, technique: Technique) {
        self.attempt(technique);
        self.accept(technique);
    }

    /// The move with this number in the order cut off.
    pub(super) fn note_cutoff(&mut self, number: usize) {
        self.cutoffs += 1;
        self.first_move_cutoffs += u64::from(number == 1);
    }

    /// The counts as reported.
    pub(super) fn statistics(&self, nodes: u64) -> Statistics {
        Statistics {
            nodes,
            techniques: Technique::ALL
                .iter()
                .map(|&technique| (technique.name(), self.tallies[technique as usize]))
                .collect(),
            quiescence_nodes: self.quiescence_nodes,
            nodes_by_iteration: self.nodes_by_iteration.clone(),
            cutoffs: self.cutoffs,
            first_move_cutoffs: self.first_move_cutoffs,
            probes: self.probes,
            hits: self.hits,
            stores: self.stores,
            replaced: self.replaced,
        }
    }
}
