//! The network as straight code: what the search runs at its leaves.
//!
//! `assets/knowledge/sweep.rs` is the network written out by [`crate::propnet::lanes::emit`], in two stages: what depends
//! on pawns and kings alone, and everything else. What the first made of pawns and kings is kept for when they stand so
//! again. Tests hold both against the network word by word.
//! Source: chessprogramming.org "Pawn Hash Table".

use super::Knowledge;
use super::pieces::input_of;
use crate::propnet::lanes::{self, OutputKind};
use crate::rules::{Color, Role};

/// Every word of the network, by position.
type Words = [u64; 512];
/// Packed sums.
type Sums = [i64; 32];
/// What the first stage hands to the second.
type Handed = [u64; written::HANDED];

/// Inputs of the network: six roles a side and the side to move.
pub(super) const INPUTS: usize = 14;

/// Longest table of a counter; the entries behind a table's end are its last.
const ENTRIES: usize = 256;

/// The weights in the form they are applied in, by position of the output and the counter. Fixed sizes, so that the
/// written network's positions need no check.
#[derive(Debug)]
pub(super) struct Tables {
    weights: Box<[i64; written::OUTPUTS]>,
    lanes: Box<[[i64; 64]; written::OUTPUTS]>,
    counters: Box<[[i64; ENTRIES]; written::COUNTERS]>,
}

impl Tables {
    pub fn new(network: &lanes::Network) -> Self {
        let mut tables = Self {
            weights: Box::new([0; written::OUTPUTS]),
            lanes: Box::new([[0; 64]; written::OUTPUTS]),
            counters: Box::new([[0; ENTRIES]; written::COUNTERS]),
        };
        let places = tables.weights.iter_mut().zip(tables.lanes.iter_mut());
        for (output, (weight, table)) in network.outputs().iter().zip(places) {
            match &output.kind {
                OutputKind::Weight(pair) => *weight = lanes::pack(*pair),
                OutputKind::Lanes(pairs) => *table = pairs.map(lanes::pack),
                OutputKind::Units { .. } => {}
            }
        }
        for (table, (.., pairs)) in tables.counters.iter_mut().zip(network.counters()) {
            let last = pairs.last().copied().unwrap_or_default();
            let pairs = pairs.iter().copied().chain(std::iter::repeat(last));
            for (entry, pair) in table.iter_mut().zip(pairs) {
                *entry = lanes::pack(pair);
            }
        }
        tables
    }

    #[inline(always)]
    fn entry(&self, counter: usize, units: i64) -> i64 {
        self.counters[counter][usize::try_from(units).unwrap_or(0).min(ENTRIES - 1)]
    }
}

/// The inputs of the first stage: pawns and kings.
const FIRST: [usize; 4] = [
    input_of(Color::White, Role::Pawn),
    input_of(Color::White, Role::King),
    input_of(Color::Black, Role::Pawn),
    input_of(Color::Black, Role::King),
];
/// Settings of pawns and kings that are kept, a power of two; 350 kB.
const KEPT: usize = 512;

/// Sets of inputs of the stages before the last, for writing them.
#[cfg(test)]
pub(super) fn stages() -> [u64; 1] {
    [FIRST.iter().fold(0, |all, input| all | 1 << input)]
}

/// What the first stage made of its inputs.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct First {
    inputs: [u64; 4],
    handed: Handed,
    sums: Sums,
}

impl First {
    /// Of inputs that no board has: every square a white and a black king's.
    const NONE: Self = Self { inputs: [u64::MAX; 4], handed: [0; written::HANDED], sums: [0; 32] };
}

/// The truths and sums of one thread.
#[derive(Clone, Debug)]
pub(super) struct Sweep {
    /// Inputs and constants; after [`Sweep::spell`] every word.
    words: Box<Words>,
    kept: Box<[First]>,
    sums: Sums,
}

impl Sweep {
    /// The state with every input false.
    pub fn new(knowledge: &Knowledge) -> Self {
        let network = knowledge.network();
        let mut words = Box::new([0; 512]);
        for word in network.iter() {
            words[word.index()] = network.constant(word);
        }
        let mut sweep = Self { words, kept: vec![First::NONE; KEPT].into(), sums: [0; 32] };
        sweep.run(knowledge);
        sweep
    }

    /// Takes over the inputs and brings everything that depends on a changed one up to date.
    #[inline]
    pub fn synchronise(&mut self, knowledge: &Knowledge, inputs: &[u64; INPUTS]) {
        if self.words[..INPUTS] != inputs[..] {
            self.words[..INPUTS].copy_from_slice(inputs);
            self.run(knowledge);
        }
    }

    /// Computes both stages anew, whatever changed: what a plain bitboard evaluation does.
    pub fn anew(&mut self, knowledge: &Knowledge, inputs: &[u64; INPUTS]) {
        self.words[..INPUTS].copy_from_slice(inputs);
        let (place, _) = self.place();
        self.kept[place] = First::NONE;
        self.run(knowledge);
    }

    /// Where the inputs of the first stage are kept, and what they are.
    #[inline(always)]
    fn place(&self) -> (usize, [u64; 4]) {
        let inputs = FIRST.map(|input| self.words[input]);
        // Source: Fibonacci hashing, Knuth vol. 3, 6.4.
        let mix = |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hash = inputs.into_iter().fold(0, |hash, word| mix(hash ^ (hash >> 32), word));
        ((hash >> 48) as usize % KEPT, inputs)
    }

    fn run(&mut self, knowledge: &Knowledge) {
        processor::run(self.work(knowledge));
    }

    #[inline]
    fn work<'a>(&'a mut self, knowledge: &'a Knowledge) -> Work<'a> {
        let (place, inputs) = self.place();
        let Self { words, kept, sums } = self;
        Work { words, first: &mut kept[place], inputs, sums, tables: knowledge.tables() }
    }

    /// The inputs it was last brought up to date with.
    pub fn inputs(&self) -> [u64; INPUTS] {
        std::array::from_fn(|index| self.words[index])
    }

    /// The packed sums of both stages together.
    #[inline]
    pub const fn sums(&self) -> &Sums {
        &self.sums
    }

    /// Every word of the network, for tests.
    #[cfg(test)]
    pub fn spell(&mut self, knowledge: &Knowledge) -> &[u64] {
        let work = self.work(knowledge);
        work.first.inputs = First::NONE.inputs;
        work.stages::<true>();
        &*self.words
    }
}

/// What the stages work on.
struct Work<'a> {
    words: &'a mut Words,
    first: &'a mut First,
    /// What the first stage is to be of.
    inputs: [u64; 4],
    sums: &'a mut Sums,
    tables: &'a Tables,
}

impl Work<'_> {
    /// Runs the first stage unless it is known, and the last one. With `ALL` every word is written.
    #[inline(always)]
    fn stages<const ALL: bool>(self) {
        let First { inputs, handed, sums } = self.first;
        if *inputs != self.inputs {
            *inputs = self.inputs;
            written::stage_0::<ALL>(self.words, handed, self.tables, &[0; 32], sums);
        }
        written::stage_1::<ALL>(self.words, handed, self.tables, sums, self.sums);
    }
}

/// Picks the instructions: counting bits and shifting are single ones on any processor since 2013.
///
/// Measured: 0.7 of the time a leaf takes with the instructions that every x86-64 has, same machine and boards.
/// Safety: the function is called only after the processor was asked for every feature it is compiled with; the
/// features change which instructions are chosen, nothing else.
mod processor {
    use super::Work;

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2,avx,avx2")]
    fn run_modern(work: Work<'_>) {
        work.stages::<false>();
    }

    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[expect(
        unsafe_code,
        reason = "calls a function compiled for features that were just asked for"
    )]
    pub(super) fn run(work: Work<'_>) {
        let has = std::arch::is_x86_feature_detected!("popcnt")
            && std::arch::is_x86_feature_detected!("lzcnt")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("avx2");
        if has {
            // SAFETY: every feature `run_modern` is compiled with was detected (AVX2 implies AVX).
            unsafe { run_modern(work) }
        } else {
            work.stages::<false>();
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    #[inline]
    pub(super) fn run(work: Work<'_>) {
        work.stages::<false>();
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
    use super::{Handed, Sums, Tables, Words};
    use shakmaty::attacks::{bishop_attacks, rook_attacks};
    use shakmaty::{Bitboard, Square};

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

    /// Everything ahead: one step, then two, four and eight.
    #[inline(always)]
    fn ahead<const BY: u32, const MASK: u64>(word: u64) -> u64 {
        let twice = MASK & MASK.rotate_left(BY);
        let four = twice & twice.rotate_left(2 * BY);
        let mut all = word.rotate_left(BY) & MASK;
        all |= all.rotate_left(BY) & MASK;
        all |= all.rotate_left(2 * BY % 64) & twice;
        all | all.rotate_left(4 * BY % 64) & four
    }

    /// What straight lines from the sources reach.
    #[inline(always)]
    fn straight(sources: u64, blockers: u64) -> u64 {
        reach(sources, |from| rook_attacks(from, Bitboard(blockers)))
    }

    /// The same along diagonals.
    #[inline(always)]
    fn diagonal(sources: u64, blockers: u64) -> u64 {
        reach(sources, |from| bishop_attacks(from, Bitboard(blockers)))
    }

    #[inline(always)]
    fn reach(sources: u64, lines: impl Fn(Square) -> Bitboard) -> u64 {
        Bitboard(sources).into_iter().fold(Bitboard::EMPTY, |all, from| all | lines(from)).0
    }

    #[inline(always)]
    fn keep<const ALL: bool>(words: &mut Words, index: usize, word: u64) {
        if ALL {
            words[index] = word;
        }
    }
}
