//! The state of a network of lanes: one for each thread. Changes run from the inputs on, each word at most once.

use super::builder::{CounterId, Meaning, Word};
use super::network::{self, BLOCKS, Effect, MAX_WORDS, Marks, Network, Op, Truths};
use crate::propnet::Pair;
use std::sync::Arc;

/// Sums a state can hold.
pub(super) const MAX_SUMS: usize = 32;
/// Counters a state can hold.
pub(super) const MAX_COUNTERS: usize = 64;
/// Truth of every lane, sums and counters for one setting of the inputs.
#[derive(Clone)]
pub struct State {
    network: Arc<Network>,
    values: Values,
}

/// Everything that changes, apart from the network so that both can be borrowed at once.
#[derive(Clone)]
struct Values {
    truths: Box<Truths>,
    /// Lanes changed by word since the activity was reset.
    flips: Box<[u64; MAX_WORDS]>,
    /// Words to visit: some word they read changed.
    dirty: Marks,
    sums: [i64; MAX_SUMS],
    counters: [i32; MAX_COUNTERS],
    /// Packed table entry of each counter that is in the sums.
    entered: [i64; MAX_COUNTERS],
    /// Counters that changed since their tables were read.
    recount: u64,
    /// Source and blockers that each reach was last followed with.
    followed: Box<[(u64, u64)]>,
    /// Flips and signals since they were last taken.
    last: (u32, u32),
    /// Changes by lane since the activity was reset.
    by_lane: Box<[u64; 64]>,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "State of {:?}", self.network)
    }
}

impl State {
    /// The state with every input false.
    #[must_use]
    pub fn new(network: Arc<Network>) -> Self {
        let values = Values {
            truths: Box::new([0; 2 * MAX_WORDS]),
            flips: Box::new([0; MAX_WORDS]),
            dirty: [0; BLOCKS],
            sums: [0; MAX_SUMS],
            counters: [0; MAX_COUNTERS],
            entered: [0; MAX_COUNTERS],
            recount: 0,
            followed: vec![(0, 0); network.reaches].into(),
            last: (0, 0),
            by_lane: Box::new([0; 64]),
        };
        let mut state = Self { network, values };
        state.rebuild(&[]);
        state
    }

    /// Computes everything from these inputs in order, without looking at what changed: the plain way, and the start.
    pub fn rebuild(&mut self, inputs: &[u64]) {
        for (index, &lanes) in inputs.iter().take(self.network.inputs).enumerate() {
            self.values.truths[2 * index] = lanes;
        }
        self.values.rebuild(&self.network);
    }

    /// Sets the lanes of an input; nothing else moves until [`State::propagate`]. Other words are left alone.
    #[inline]
    pub fn set(&mut self, input: usize, lanes: u64) {
        if input < self.network.inputs && self.values.truths[2 * input] != lanes {
            self.values.set(&self.network, input, lanes);
        }
    }

    /// Lets the changes run through. Costs in proportion to the words that change.
    #[inline]
    pub fn propagate(&mut self) {
        self.values.propagate(&self.network);
    }

    /// The network this is a state of.
    #[must_use]
    pub const fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The lanes of a word.
    #[must_use]
    pub fn lanes(&self, word: Word) -> u64 {
        self.values.truths[2 * word.index()]
    }

    /// How many propositions of the word are true.
    #[must_use]
    pub fn count(&self, word: Word) -> u32 {
        (self.lanes(word) & self.network.records[word.index()].counted).count_ones()
    }

    /// The sums, packed.
    #[must_use]
    pub const fn sums(&self) -> &[i64; MAX_SUMS] {
        &self.values.sums
    }

    /// A sum's pair.
    #[inline]
    #[must_use]
    pub fn sum(&self, sum: usize) -> Pair {
        network::unpack(self.values.sums[sum % MAX_SUMS])
    }

    /// Position of a counter in its table.
    #[must_use]
    pub fn counter_entry(&self, counter: CounterId) -> usize {
        let index = usize::from(counter.0);
        entry(self.network.counters[index].1.len(), self.values.counters[index])
    }

    /// Takes the flips and signals since the last call.
    pub fn take_last(&mut self) -> (u32, u32) {
        std::mem::take(&mut self.values.last)
    }

    /// Lanes of a word that changed since the activity was reset.
    #[must_use]
    pub fn flips(&self, word: Word) -> u64 {
        self.values.flips[word.index()]
    }

    /// Changes by lane since the activity was reset.
    #[must_use]
    pub fn flips_by_lane(&self) -> &[u64; 64] {
        &self.values.by_lane
    }

    /// Forgets the flips.
    pub fn reset_flips(&mut self) {
        self.values.by_lane.fill(0);
        self.values.flips.fill(0);
    }

    /// Bytes of this state.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + size_of_val(&*self.values.truths)
            + size_of_val(&*self.values.flips)
            + size_of_val(&*self.values.followed)
            + size_of_val(&*self.values.by_lane)
    }
}

impl Values {
    fn rebuild(&mut self, network: &Network) {
        self.sums = [0; MAX_SUMS];
        self.counters = [0; MAX_COUNTERS];
        for (index, definition) in network.definitions.iter().enumerate() {
            let op = &network.records[index].op;
            let word = match &definition.meaning {
                Meaning::Constant(lanes) => *lanes,
                Meaning::Input => self.truths[2 * index],
                _ => network::compute(network, &self.truths, op),
            };
            if let Op::Reach { word, blockers, memory, .. } = *op {
                let at = |word| network::at(&self.truths, 2 * word);
                self.followed[usize::from(memory)] = (at(word), at(blockers));
            }
            self.truths[2 * index] = word;
            self.truths[2 * index + 1] = !word;
            self.apply(network, index, (0, word));
        }
        self.dirty = [0; BLOCKS];
        self.entered = [0; MAX_COUNTERS];
        self.recount = u64::MAX.checked_shr(64 - network.counters.len() as u32).unwrap_or(0);
        self.read_tables(network);
        self.last = (0, 0);
    }

    #[inline]
    fn set(&mut self, network: &Network, index: usize, new: u64) {
        let old = self.change(network, index, new);
        for (mark, reader) in self.dirty.iter_mut().zip(&network.readers[index]) {
            *mark |= reader;
        }
        self.count(network, index, old ^ new);
    }

    fn propagate(&mut self, network: &Network) {
        self.run(network);
        self.read_tables(network);
    }

    /// Visits every word that is marked, in order; readers are always later, so that each is visited once.
    #[inline(always)]
    fn run(&mut self, network: &Network) {
        for block in 0..BLOCKS {
            let mut pending = self.dirty[block];
            while pending != 0 {
                let index = block * 64 + pending.trailing_zeros() as usize;
                pending &= pending - 1;
                let Some(new) = self.visit(network, index) else { continue };
                let old = self.change(network, index, new);
                let readers = &network.readers[index];
                pending |= readers[block];
                for (mark, reader) in self.dirty.iter_mut().zip(readers) {
                    *mark |= reader;
                }
                self.count(network, index, old ^ new);
            }
            // What was marked in this block while it was visited is visited.
            self.dirty[block] = 0;
        }
    }

    /// The word's new lanes, if they are new.
    #[inline(always)]
    fn visit(&mut self, network: &Network, index: usize) -> Option<u64> {
        let op = &network.records[index].op;
        let now = self.truths[2 * index];
        if let Op::Reach { word, blockers, memory, .. } = *op {
            let at = |word| network::at(&self.truths, 2 * word);
            let ends = (at(word), at(blockers));
            let then = self.followed[usize::from(memory)];
            // What the lines do not touch cannot change where they end.
            if ends.0 == then.0 && (ends.1 ^ then.1) & now == 0 {
                return None;
            }
            self.followed[usize::from(memory)] = ends;
        }
        let lanes = network::compute(network, &self.truths, op);
        (lanes != now).then_some(lanes)
    }

    /// Writes a word and applies what hangs on it; returns what it was.
    #[inline(always)]
    fn change(&mut self, network: &Network, index: usize, new: u64) -> u64 {
        let old = self.truths[2 * index];
        self.truths[2 * index] = new;
        self.truths[2 * index + 1] = !new;
        self.apply(network, index, (old, new));
        old
    }

    #[inline(always)]
    fn count(&mut self, network: &Network, index: usize, changed: u64) {
        let record = &network.records[index];
        let flips = (changed & record.counted).count_ones();
        self.flips[index] += u64::from(flips);
        self.count_lanes(changed & record.counted);
        self.last.0 += flips;
        self.last.1 += flips * u32::from(record.readers);
    }

    #[inline(always)]
    fn apply(&mut self, network: &Network, index: usize, change: (u64, u64)) {
        let counted = network.records[index].counted;
        match network.effects[index] {
            Effect::None => {}
            Effect::Several { start, end } => {
                for effect in &network.more_effects[usize::from(start)..usize::from(end)] {
                    self.apply_one(network, *effect, (change.0 & counted, change.1 & counted));
                }
            }
            effect => self.apply_one(network, effect, (change.0 & counted, change.1 & counted)),
        }
    }

    #[inline(always)]
    fn apply_one(&mut self, network: &Network, effect: Effect, (old, new): (u64, u64)) {
        let rise = new.count_ones() as i32 - old.count_ones() as i32;
        match effect {
            Effect::Weight { sum, value } => {
                self.sums[usize::from(sum) % MAX_SUMS] += i64::from(rise) * value;
            }
            Effect::Units { counter, units } => {
                self.counters[usize::from(counter) % MAX_COUNTERS] += rise * units;
                self.recount |= 1 << (counter % 64);
            }
            Effect::Lanes { sum, table } => {
                let table = &network.lane_tables[usize::from(table)];
                let total = &mut self.sums[usize::from(sum) % MAX_SUMS];
                *total += lane_sum(table, new & !old) - lane_sum(table, old & !new);
            }
            Effect::None | Effect::Several { .. } => {}
        }
    }

    /// Replaces the entries of the counters that moved: once each, whatever happened on the way.
    #[inline(always)]
    fn read_tables(&mut self, network: &Network) {
        while self.recount != 0 {
            let index = self.recount.trailing_zeros() as usize;
            self.recount &= self.recount - 1;
            let (sum, table) = &network.counters[index];
            let entry = entry(table.len(), self.counters[index]);
            let value = table.get(entry).copied().unwrap_or(0);
            self.sums[usize::from(*sum) % MAX_SUMS] += value - self.entered[index];
            self.entered[index] = value;
        }
    }

    fn count_lanes(&mut self, mut changed: u64) {
        while changed != 0 {
            self.by_lane[changed.trailing_zeros() as usize] += 1;
            changed &= changed - 1;
        }
    }
}

fn entry(len: usize, units: i32) -> usize {
    usize::try_from(units).unwrap_or(0).min(len.saturating_sub(1))
}

#[inline(always)]
fn lane_sum(table: &[i64; 64], mut lanes: u64) -> i64 {
    let mut sum = 0;
    while lanes != 0 {
        sum += table[lanes.trailing_zeros() as usize % 64];
        lanes &= lanes - 1;
    }
    sum
}
