//! The network as straight code: what the search runs at its leaves.
//!
//! `assets/knowledge/sweep.rs` is the network written out by [`crate::propnet::lanes::emit`], in stages by what they
//! depend on: pawns, pawns and kings, everything. A stage runs when one of its inputs changed; a ray is followed again
//! only when something it touches changed. Tests hold it against the network word by word.

use super::Knowledge;
use super::pieces::input_of;
use crate::propnet::lanes::{self, OutputKind};
use crate::rules::{Color, Role};

/// Every word of the network, by position.
type Words = [u64; 512];
/// Source and blockers every ray was last followed with.
type Seen = [(u64, u64); 64];
/// Packed sums of one stage.
type Sums = [i64; 32];

/// Inputs of the network: six roles a side and the side to move.
pub(super) const INPUTS: usize = 14;

/// The weights in the form they are applied in, by position of the output and the counter.
#[derive(Debug)]
pub(super) struct Tables {
    weights: Vec<i64>,
    lanes: Vec<[i64; 64]>,
    counters: Vec<Vec<i64>>,
}

impl Tables {
    pub fn new(network: &lanes::Network) -> Self {
        let outputs = network.outputs().iter();
        let weight = |kind: &OutputKind| match kind {
            OutputKind::Weight(pair) => lanes::pack(*pair),
            _ => 0,
        };
        let lane = |kind: &OutputKind| match kind {
            OutputKind::Lanes(pairs) => pairs.map(lanes::pack),
            _ => [0; 64],
        };
        let table = |pairs: &[[i32; 2]]| pairs.iter().copied().map(lanes::pack).collect();
        Self {
            weights: outputs.clone().map(|output| weight(&output.kind)).collect(),
            lanes: outputs.map(|output| lane(&output.kind)).collect(),
            counters: network.counters().map(|(.., pairs)| table(pairs)).collect(),
        }
    }

    #[inline(always)]
    fn entry(&self, counter: usize, units: i64) -> i64 {
        let table = &self.counters[counter];
        let entry = usize::try_from(units).unwrap_or(0).min(table.len().saturating_sub(1));
        table.get(entry).copied().unwrap_or(0)
    }
}

/// Sets of inputs of the stages before the last: pawns, pawns and kings.
pub(super) fn stages() -> [u64; 2] {
    let both = |role| 1_u64 << input_of(Color::White, role) | 1 << input_of(Color::Black, role);
    [both(Role::Pawn), both(Role::Pawn) | both(Role::King)]
}

/// The truths and sums of one thread.
#[derive(Clone, Debug)]
pub(super) struct Sweep {
    pub words: Box<Words>,
    seen: Box<Seen>,
    parts: [Sums; 3],
    stages: [u64; 2],
}

impl Sweep {
    /// The state with every input false.
    pub fn new(knowledge: &Knowledge) -> Self {
        let network = knowledge.network();
        let mut words = Box::new([0; 512]);
        for word in network.iter() {
            words[word.index()] = network.constant(word);
        }
        let mut sweep =
            Self { words, seen: Box::new([(0, 0); 64]), parts: [[0; 32]; 3], stages: stages() };
        sweep.run(knowledge, u64::MAX);
        sweep
    }

    /// Takes over the inputs and brings everything that depends on a changed one up to date.
    #[inline]
    pub fn synchronise(&mut self, knowledge: &Knowledge, inputs: &[u64; INPUTS]) {
        let mut changed = 0;
        for (index, (&new, old)) in inputs.iter().zip(self.words.iter_mut()).enumerate() {
            changed |= u64::from(new != *old) << index;
            *old = new;
        }
        if changed != 0 {
            self.run(knowledge, changed);
        }
    }

    /// Computes every stage and every ray anew, whatever changed: what a plain bitboard evaluation does.
    pub fn anew(&mut self, knowledge: &Knowledge, inputs: &[u64; INPUTS]) {
        self.words[..INPUTS].copy_from_slice(inputs);
        // No source and no blockers but a word that touches everything: every ray is followed.
        self.seen.fill((u64::MAX, 0));
        self.run(knowledge, u64::MAX);
    }

    fn run(&mut self, knowledge: &Knowledge, changed: u64) {
        let stages = &self.stages;
        let Self { words, seen, parts, .. } = self;
        let work = Work { words, seen, parts, tables: knowledge.tables() };
        let due = [changed & stages[0] != 0, changed & stages[1] != 0];
        processor::run(work, due);
    }

    /// The packed sums of all stages together.
    #[inline]
    pub fn sums(&self) -> Sums {
        let [a, b, c] = &self.parts;
        std::array::from_fn(|index| a[index] + b[index] + c[index])
    }
}

/// What the stages work on.
struct Work<'a> {
    words: &'a mut Words,
    seen: &'a mut Seen,
    parts: &'a mut [Sums; 3],
    tables: &'a Tables,
}

impl Work<'_> {
    /// Runs the stages that are due, and the last one.
    #[inline(always)]
    fn stages(self, due: [bool; 2]) {
        let [pawns, kings, all] = self.parts;
        if due[0] {
            *pawns = [0; 32];
            written::stage_0(self.words, self.seen, self.tables, pawns);
        }
        if due[1] {
            *kings = [0; 32];
            written::stage_1(self.words, self.seen, self.tables, kings);
        }
        *all = [0; 32];
        written::stage_2(self.words, self.seen, self.tables, all);
    }
}

/// Picks the instructions: counting bits and shifting are single ones on any processor since 2013.
///
/// Measured: 490 ns a leaf with the instructions every x86-64 has, 278 ns with these, same machine and boards.
/// Safety: the function is called only after the processor was asked for every feature it is compiled with; the
/// features change which instructions are chosen, nothing else.
mod processor {
    use super::Work;

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx,avx2")]
    fn run_modern(work: Work<'_>, due: [bool; 2]) {
        work.stages(due);
    }

    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[expect(
        unsafe_code,
        reason = "calls a function compiled for features that were just asked for"
    )]
    pub(super) fn run(work: Work<'_>, due: [bool; 2]) {
        let has = std::arch::is_x86_feature_detected!("popcnt")
            && std::arch::is_x86_feature_detected!("lzcnt")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("avx2");
        if has {
            // SAFETY: every feature `run_modern` is compiled with was detected (AVX2 implies AVX).
            unsafe { run_modern(work, due) }
        } else {
            work.stages(due);
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    #[inline]
    pub(super) fn run(work: Work<'_>, due: [bool; 2]) {
        work.stages(due);
    }
}

/// The written network and the few functions it is written in.
#[allow(
    clippy::pedantic,
    clippy::identity_op,
    clippy::erasing_op,
    unused_variables,
    reason = "written by a program"
)]
mod written {
    use super::{Seen, Sums, Tables, Words};
    use crate::propnet::lanes;

    include!("../../assets/knowledge/sweep.rs");

    #[inline(always)]
    fn count(word: u64) -> i64 {
        i64::from(word.count_ones())
    }

    #[inline(always)]
    fn by_lane(mut word: u64, tables: &Tables, output: usize) -> i64 {
        let mut sum = 0;
        while word != 0 {
            sum += tables.lanes[output][word.trailing_zeros() as usize % 64];
            word &= word - 1;
        }
        sum
    }

    #[inline(always)]
    fn twice<const N: usize>(words: [u64; N]) -> u64 {
        let (mut once, mut twice) = (0, 0);
        for word in words {
            twice |= once & word;
            once |= word;
        }
        twice
    }

    #[inline(always)]
    fn somewhere(word: u64) -> u64 {
        u64::from(word != 0).wrapping_neg()
    }

    #[inline(always)]
    fn lowest(word: u64) -> u64 {
        word & word.wrapping_neg()
    }

    #[inline(always)]
    fn highest_row(word: u64) -> u64 {
        lowest(word.swap_bytes()).swap_bytes()
    }

    #[inline(always)]
    fn ahead<const BY: u32, const MASK: u64>(word: u64) -> u64 {
        (0..7).fold(0, |all, _| all | ((word | all).rotate_left(BY) & MASK))
    }

    /// Follows straight lines if what they touch changed. Positions: the word, its source, its blockers, its memory.
    #[inline(always)]
    fn straight(words: &mut Words, seen: &mut Seen, [word, source, blockers, memory]: [usize; 4]) {
        let ends = (words[source], words[blockers]);
        if ends.0 != seen[memory].0 || (ends.1 ^ seen[memory].1) & words[word] != 0 {
            words[word] = lanes::straight(ends.0, !ends.1);
            seen[memory] = ends;
        }
    }

    /// The same along diagonals.
    #[inline(always)]
    fn diagonal(words: &mut Words, seen: &mut Seen, [word, source, blockers, memory]: [usize; 4]) {
        let ends = (words[source], words[blockers]);
        if ends.0 != seen[memory].0 || (ends.1 ^ seen[memory].1) & words[word] != 0 {
            words[word] = lanes::diagonal(ends.0, !ends.1);
            seen[memory] = ends;
        }
    }
}
