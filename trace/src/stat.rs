//! What a trace amounts to in figures.

use crate::record::{Bound, Enter, Entry, Exit, Flags};
use std::collections::BTreeMap;

/// Names that are counted one by one; further ones are counted together as number 0.
pub const MAX_NAMES: usize = 4096;

/// How often something happened, and the sum of its amounts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How often.
    pub count: u64,
    /// The sum of the amounts: depth units of a change of depth, 0 otherwise.
    pub sum: i64,
}

/// Tallies by the number of a name.
pub type Tallies = BTreeMap<u64, Tally>;

/// The figures of a trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stat {
    /// Records of all kinds.
    pub records: u64,
    /// Nodes recorded.
    pub visits: u64,
    /// Counted nodes: those recorded without [`Flags::UNCOUNTED`], and those the filter left out below them.
    pub counted: u64,
    /// Counted nodes that the filter left out.
    pub hidden: u64,
    /// Recorded nodes by type: unknown, PV, cut, all.
    pub types: [u64; 4],
    /// Recorded nodes by the flags of [`Flags::WORDS`].
    pub flags: [u64; 11],
    /// Nodes that were not left.
    pub unfinished: u64,
    /// The largest distance from the root.
    pub deepest: u64,
    /// Static evaluations.
    pub evaluations: u64,
    /// Probes of the hash table.
    pub probes: u64,
    /// Probes that found something.
    pub hits: u64,
    /// Probes that ended their node.
    pub used: u64,
    /// Writes to the hash table.
    pub stores: u64,
    /// Nodes outside quiescence that ended with a score of at least beta and a best move.
    pub cutoffs: u64,
    /// Those in which only one move was searched.
    pub first_move_cutoffs: u64,
    /// Why nodes ended.
    pub reasons: Tallies,
    /// Moves left out, by rule.
    pub pruned: Tallies,
    /// Moves searched deeper or less deep.
    pub changes: Tallies,
}

pub(crate) fn tally(tallies: &mut Tallies, name: u64, amount: i64) {
    let room = tallies.len() < MAX_NAMES || tallies.contains_key(&name);
    let tally = tallies.entry(if room { name } else { 0 }).or_default();
    tally.count += 1;
    tally.sum = tally.sum.saturating_add(amount);
}

impl Stat {
    pub(crate) fn enter(&mut self, enter: &Enter, ply: u64) {
        self.visits += 1;
        self.counted += u64::from(!enter.flags.has(Flags::UNCOUNTED));
        self.types[enter.flags.node_type() as usize] += 1;
        for (count, (flag, _)) in self.flags.iter_mut().zip(Flags::WORDS) {
            *count += u64::from(enter.flags.has(flag));
        }
        self.deepest = self.deepest.max(ply);
    }

    pub(crate) fn exit(&mut self, enter: &Enter, exit: &Exit, moves: u64) {
        self.hidden = self.hidden.saturating_add(exit.hidden);
        self.counted = self.counted.saturating_add(exit.hidden);
        if let Some(reason) = exit.reason {
            tally(&mut self.reasons, reason, 0);
        }
        let high = exit.bound_in(enter) == Bound::Lower && !exit.best.is_none();
        if high && moves > 0 && !enter.flags.has(Flags::QUIESCENCE) {
            self.cutoffs += 1;
            self.first_move_cutoffs += u64::from(moves == 1);
        }
    }

    pub(crate) fn probe(&mut self, entry: &Entry) {
        self.probes += 1;
        self.hits += u64::from(entry.bound != Bound::None);
        self.used += u64::from(entry.used);
    }

    /// The figures that have one number each, with their names.
    #[must_use]
    pub fn figures(&self) -> Vec<(&'static str, u64)> {
        let mut figures = vec![
            ("records", self.records),
            ("nodes recorded", self.visits),
            ("nodes counted", self.counted),
            ("nodes left out by the filter", self.hidden),
            ("nodes not left", self.unfinished),
            ("deepest ply", self.deepest),
            ("PV nodes", self.types[1]),
            ("cut nodes", self.types[2]),
            ("all nodes", self.types[3]),
        ];
        figures
            .extend(Flags::WORDS.iter().zip(self.flags).map(|((_, word), count)| (*word, count)));
        figures.extend([
            ("evaluations", self.evaluations),
            ("hash table probes", self.probes),
            ("hash table hits", self.hits),
            ("hash table cut-offs", self.used),
            ("hash table writes", self.stores),
            ("cut-offs", self.cutoffs),
            ("cut-offs by the first move", self.first_move_cutoffs),
        ]);
        figures
    }
}
