//! Counters that are always on: attempts and successes of every technique, and the effects of repetitions.

use super::{ShadowCounters, Statistics, TechniqueCount};

macro_rules! techniques {
    ($($(#[$doc:meta])* $name:ident $words:literal;)*) => {
        /// A search technique with its own counters. Each is documented where it is implemented.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Technique { $($(#[$doc])* $name,)* }

        impl Technique {
            /// Every technique in the order of the node's steps.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Its name on the screen.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $words,)* }
            }
        }
    };
}

techniques! {
    /// Aspiration window around the score of the last iteration; accepted when the first window held.
    Aspiration "aspiration window";
    /// Mate distance pruning: no mate from here can be shorter than one already found.
    MateDistance "mate distance";
    /// A move back to an earlier position of the path draws at least; accepted when that reached beta.
    UpcomingRepetition "upcoming repetition";
    /// Cut-off by the bounds of a transposition-table (TT) entry.
    TtCutoff "TT cut-off";
    /// Values known without search.
    Recogniser "recogniser";
    /// Endgame tablebases.
    Tablebase "tablebase";
    /// Lazy evaluation: that of the position before is so far outside the window that this one is not evaluated.
    LazyEvaluation "lazy evaluation";
    /// Static evaluation corrected by the results of searches of similar positions; accepted when it changed.
    Correction "correction history";
    /// Reverse futility pruning (RFP): the evaluation is so far above beta that a quiet move will hold it.
    ReverseFutility "reverse futility";
    /// Razoring: the evaluation is so far below alpha that only captures can help.
    Razoring "razoring";
    /// Null-move pruning (NMP): a null move still fails high.
    NullMove "null move";
    /// A deep null-move cut-off confirmed by a search without null moves.
    NullVerification "null move verified";
    /// ProbCut: a good capture fails high by a margin at reduced depth.
    Probcut "ProbCut";
    /// Internal iterative reduction (IIR): a node without a TT move is searched one ply less deep.
    InternalIterativeReduction "IIR";
    /// Late move pruning (LMP): late quiet moves are pruned at low depth.
    LateMovePruning "late move pruning";
    /// Futility pruning: quiet moves that cannot raise the evaluation to alpha.
    Futility "futility";
    /// History pruning: quiet moves with a bad history.
    HistoryPruning "history pruning";
    /// SEE pruning: moves that lose material by static exchange evaluation.
    SeePruning "SEE pruning";
    /// Singular extension: the TT move is much better than all others.
    Singular "singular extension";
    /// Multi-cut: even without the TT move the node reaches beta.
    MultiCut "multi-cut";
    /// Check extension: a checking move is searched deeper.
    CheckExtension "check extension";
    /// Late move reduction (LMR): accepted when the reduced search sufficed.
    LateMoveReduction "late move reduction";
    /// Quiescence search (qsearch): the static evaluation alone reached beta.
    StandPat "stand pat";
    /// Delta pruning in qsearch: the capture cannot raise the evaluation to alpha.
    Delta "delta pruning";
    /// SEE pruning in qsearch: the capture loses material.
    QsearchSee "qsearch SEE";
}

/// All counters of one thread.
#[derive(Clone, Debug, Default)]
pub(super) struct Counters {
    tallies: [TechniqueCount; Technique::ALL.len()],
    pub shadow: ShadowCounters,
    pub tablebase_hits: u64,
    /// Lines of the last complete iteration of this thread.
    pub lines_searched: u16,
    /// The others; `report` adds nodes and techniques.
    pub statistics: Statistics,
}

impl Counters {
    /// Counts that the conditions of a technique held.
    pub const fn attempt(&mut self, technique: Technique) {
        self.tallies[technique as usize].attempted += 1;
    }

    /// Counts a success of a technique.
    pub const fn accept(&mut self, technique: Technique) {
        self.tallies[technique as usize].accepted += 1;
    }

    /// Counts both, for techniques that decide without a search.
    pub const fn applied(&mut self, technique: Technique) {
        self.attempt(technique);
        self.accept(technique);
    }

    /// Counts both `times`.
    pub const fn applied_times(&mut self, technique: Technique, times: usize) {
        let tally = &mut self.tallies[technique as usize];
        tally.attempted += times as u64;
        tally.accepted += times as u64;
    }

    /// Counts a beta cut-off by the move with this number in the order, from 1.
    pub fn note_cutoff(&mut self, number: usize) {
        self.statistics.cutoffs += 1;
        self.statistics.first_move_cutoffs += u64::from(number == 1);
    }

    /// The counters as reported.
    pub fn report(&self, nodes: u64) -> Statistics {
        Statistics {
            nodes,
            techniques: Technique::ALL
                .iter()
                .map(|&technique| (technique.name(), self.tallies[technique as usize]))
                .collect(),
            ..self.statistics.clone()
        }
    }
}
