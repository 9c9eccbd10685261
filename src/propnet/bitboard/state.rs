//! The state of a bitboard network, one per thread: event-driven propagation, each bitboard recomputed at most once.

use super::builder::{BitboardId, CounterId, Gate};
use super::network::{self, BLOCKS, Bitboards, Effect, Instruction, MAX_BITBOARDS, Marks, Network};
use crate::propnet::Pair;
use std::sync::Arc;

/// Largest number of sums.
pub(super) const MAX_SUMS: usize = 32;
/// Largest number of counters.
pub(super) const MAX_COUNTERS: usize = 64;

/// Truth of every square, sums and counters for one set of inputs.
#[derive(Clone)]
pub struct State {
    network: Arc<Network>,
    values: Values,
}

/// Everything mutable, apart from the network so that both can be borrowed at once.
#[derive(Clone)]
struct Values {
    bitboards: Box<Bitboards>,
    /// Flipped squares per bitboard since the activity was reset.
    flips: Box<[u64; MAX_BITBOARDS]>,
    /// Bitboards to recompute: some bitboard they read changed.
    dirty: Marks,
    sums: [i64; MAX_SUMS],
    counters: [i32; MAX_COUNTERS],
    /// The packed table entry of each counter that the sums contain.
    table_sums: [i64; MAX_COUNTERS],
    /// Counters that changed since their table was read.
    changed_counters: u64,
    /// Sources and blockers that each sliding attack was last computed from.
    sliding_inputs: Box<[(u64, u64)]>,
    /// Flips and signals since the last [`State::take_last`].
    last: (u32, u32),
    /// Flips per square since the activity was reset.
    by_square: Box<[u64; 64]>,
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
            bitboards: Box::new([0; 2 * MAX_BITBOARDS]),
            flips: Box::new([0; MAX_BITBOARDS]),
            dirty: [0; BLOCKS],
            sums: [0; MAX_SUMS],
            counters: [0; MAX_COUNTERS],
            table_sums: [0; MAX_COUNTERS],
            changed_counters: 0,
            sliding_inputs: vec![(0, 0); network.sliding_count].into(),
            last: (0, 0),
            by_square: Box::new([0; 64]),
        };
        let mut state = Self { network, values };
        state.rebuild(&[]);
        state
    }

    /// Full recomputation from `inputs`, in dependency order.
    pub fn rebuild(&mut self, inputs: &[u64]) {
        for (index, &value) in inputs.iter().take(self.network.inputs).enumerate() {
            self.values.bitboards[2 * index] = value;
        }
        self.values.rebuild(&self.network);
    }

    /// Sets an input; nothing else changes until [`State::propagate`]. Ignores indices of other bitboards.
    #[inline]
    pub fn set(&mut self, input: usize, value: u64) {
        if input < self.network.inputs && self.values.bitboards[2 * input] != value {
            self.values.set(&self.network, input, value);
        }
    }

    /// Propagates the changes. The cost is proportional to the number of bitboards that change.
    #[inline]
    pub fn propagate(&mut self) {
        self.values.propagate(&self.network);
    }

    /// The network this is a state of.
    #[must_use]
    pub const fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The true squares of a bitboard.
    #[must_use]
    pub fn squares(&self, bitboard: BitboardId) -> u64 {
        self.values.bitboards[2 * bitboard.index()]
    }

    /// The number of true propositions of the bitboard.
    #[must_use]
    pub fn count(&self, bitboard: BitboardId) -> u32 {
        (self.squares(bitboard) & self.network.records[bitboard.index()].counted).count_ones()
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

    /// The table index of a counter.
    #[must_use]
    pub fn counter_entry(&self, counter: CounterId) -> usize {
        let index = usize::from(counter.0);
        entry(self.network.counters[index].1.len(), self.values.counters[index])
    }

    /// Takes the flips and signals since the last call.
    pub fn take_last(&mut self) -> (u32, u32) {
        std::mem::take(&mut self.values.last)
    }

    /// Flipped squares of a bitboard since the activity was reset.
    #[must_use]
    pub fn flips(&self, bitboard: BitboardId) -> u64 {
        self.values.flips[bitboard.index()]
    }

    /// Flips per square since the activity was reset.
    #[must_use]
    pub fn flips_by_square(&self) -> &[u64; 64] {
        &self.values.by_square
    }

    /// Resets the counts of flips.
    pub fn reset_flips(&mut self) {
        self.values.by_square.fill(0);
        self.values.flips.fill(0);
    }

    /// Bytes of this state.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + size_of_val(&*self.values.bitboards)
            + size_of_val(&*self.values.flips)
            + size_of_val(&*self.values.sliding_inputs)
            + size_of_val(&*self.values.by_square)
    }
}

impl Values {
    fn rebuild(&mut self, network: &Network) {
        self.sums = [0; MAX_SUMS];
        self.counters = [0; MAX_COUNTERS];
        for (index, definition) in network.definitions.iter().enumerate() {
            let instruction = &network.records[index].instruction;
            let bitboard = match &definition.gate {
                Gate::Constant(value) => *value,
                Gate::Input => self.bitboards[2 * index],
                _ => network::compute(network, &self.bitboards, instruction),
            };
            if let Instruction::SlidingAttacks { bitboard, blockers, sliding_index, .. } =
                *instruction
            {
                let at = |bitboard| network::at(&self.bitboards, 2 * bitboard);
                self.sliding_inputs[usize::from(sliding_index)] = (at(bitboard), at(blockers));
            }
            self.bitboards[2 * index] = bitboard;
            self.bitboards[2 * index + 1] = !bitboard;
            self.apply(network, index, (0, bitboard));
        }
        self.dirty = [0; BLOCKS];
        self.table_sums = [0; MAX_COUNTERS];
        self.changed_counters =
            u64::MAX.checked_shr(64 - network.counters.len() as u32).unwrap_or(0);
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

    /// Recomputes marked bitboards in order. Readers have higher indices, so each is recomputed once.
    #[inline(always)]
    fn run(&mut self, network: &Network) {
        for block in 0..BLOCKS {
            let mut pending = self.dirty[block];
            while pending != 0 {
                let index = block * 64 + pending.trailing_zeros() as usize;
                pending &= pending - 1;
                let Some(new) = self.recompute(network, index) else { continue };
                let old = self.change(network, index, new);
                let readers = &network.readers[index];
                pending |= readers[block];
                for (mark, reader) in self.dirty.iter_mut().zip(readers) {
                    *mark |= reader;
                }
                self.count(network, index, old ^ new);
            }
            // Marks added to this block during the loop were processed too.
            self.dirty[block] = 0;
        }
    }

    /// The new value of a bitboard, if it changed.
    #[inline(always)]
    fn recompute(&mut self, network: &Network, index: usize) -> Option<u64> {
        let instruction = &network.records[index].instruction;
        let now = self.bitboards[2 * index];
        if let Instruction::SlidingAttacks { bitboard, blockers, sliding_index, .. } = *instruction
        {
            let at = |bitboard| network::at(&self.bitboards, 2 * bitboard);
            let inputs = (at(bitboard), at(blockers));
            let previous = self.sliding_inputs[usize::from(sliding_index)];
            // Blockers off the rays do not change the attacks.
            if inputs.0 == previous.0 && (inputs.1 ^ previous.1) & now == 0 {
                return None;
            }
            self.sliding_inputs[usize::from(sliding_index)] = inputs;
        }
        let new = network::compute(network, &self.bitboards, instruction);
        (new != now).then_some(new)
    }

    /// Stores a bitboard, applies its effects and returns the old value.
    #[inline(always)]
    fn change(&mut self, network: &Network, index: usize, new: u64) -> u64 {
        let old = self.bitboards[2 * index];
        self.bitboards[2 * index] = new;
        self.bitboards[2 * index + 1] = !new;
        self.apply(network, index, (old, new));
        old
    }

    #[inline(always)]
    fn count(&mut self, network: &Network, index: usize, changed: u64) {
        let record = &network.records[index];
        let flips = (changed & record.counted).count_ones();
        self.flips[index] += u64::from(flips);
        self.count_squares(changed & record.counted);
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
                self.changed_counters |= 1 << (counter % 64);
            }
            Effect::SquareTable { sum, table } => {
                let table = &network.square_tables[usize::from(table)];
                let total = &mut self.sums[usize::from(sum) % MAX_SUMS];
                *total += table_sum(table, new & !old) - table_sum(table, old & !new);
            }
            Effect::None | Effect::Several { .. } => {}
        }
    }

    /// Updates the sums with the table entries of changed counters, once per counter.
    #[inline(always)]
    fn read_tables(&mut self, network: &Network) {
        while self.changed_counters != 0 {
            let index = self.changed_counters.trailing_zeros() as usize;
            self.changed_counters &= self.changed_counters - 1;
            let (sum, table) = &network.counters[index];
            let entry = entry(table.len(), self.counters[index]);
            let value = table.get(entry).copied().unwrap_or(0);
            self.sums[usize::from(*sum) % MAX_SUMS] += value - self.table_sums[index];
            self.table_sums[index] = value;
        }
    }

    fn count_squares(&mut self, mut changed: u64) {
        while changed != 0 {
            self.by_square[changed.trailing_zeros() as usize] += 1;
            changed &= changed - 1;
        }
    }
}

fn entry(len: usize, units: i32) -> usize {
    usize::try_from(units).unwrap_or(0).min(len.saturating_sub(1))
}

#[inline(always)]
fn table_sum(table: &[i64; 64], mut squares: u64) -> i64 {
    let mut sum = 0;
    while squares != 0 {
        sum += table[squares.trailing_zeros() as usize % 64];
        squares &= squares - 1;
    }
    sum
}
