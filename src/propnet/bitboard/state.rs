//! The state of a bitboard network, one per thread: event-driven propagation, each bitboard recomputed at most once.

use super::network::{BitboardId, Counter, CounterPart, Marks, Network, Squares, pack, readers};
use crate::propnet::set_bits;
use std::sync::Arc;

/// Packed sums of a state.
pub type Sums = [i64; 32];

/// What propagation did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Activity {
    /// Components whose value changed.
    pub flips: u32,
    /// Signals to readers.
    pub signals: u32,
}

/// Truth of every square, sums and counters for one set of inputs.
#[derive(Clone, Debug)]
pub struct State {
    network: Arc<Network>,
    bitboards: Box<[u64]>,
    /// Bitboards to recompute: some bitboard they read changed.
    dirty: Marks,
    sums: Sums,
    /// The packed table entry of each counter that the sums contain.
    table_values: Box<[i64]>,
    activity: Activity,
    /// Flips per bitboard and per square since the activity was reset.
    flips: Box<[u64]>,
    flips_by_square: Box<[u64]>,
}

impl State {
    /// The state with every input false.
    pub fn new(network: Arc<Network>) -> Self {
        let (components, counters) = (network.components.len(), network.counters.len());
        let mut state = Self {
            network,
            bitboards: vec![0; components].into(),
            dirty: Marks::default(),
            sums: Sums::default(),
            table_values: vec![0; counters].into(),
            activity: Activity::default(),
            flips: vec![0; components].into(),
            flips_by_square: vec![0; 64].into(),
        };
        state.rebuild(&[]);
        state
    }

    /// Full recomputation from `inputs`, in dependency order.
    pub fn rebuild(&mut self, inputs: &[u64]) {
        let network = Arc::clone(&self.network);
        for (to, from) in self.bitboards.iter_mut().take(network.inputs).zip(inputs) {
            *to = *from;
        }
        self.sums = Sums::default();
        self.table_values.fill(0);
        for (index, component) in network.components.iter().enumerate() {
            let new = component.gate.compute(&self.bitboards).unwrap_or(self.bitboards[index]);
            self.bitboards[index] = 0;
            self.store(&network, index, new);
        }
        self.dirty = Marks::default();
        self.add_counters(&network);
    }

    /// Sets an input; nothing else changes until [`State::propagate`]. Ignores indices of other bitboards.
    pub fn set(&mut self, input: usize, squares: u64) {
        let network = Arc::clone(&self.network);
        if input < network.inputs {
            self.update(&network, input, squares);
        }
    }

    /// Propagates the changes and returns what happened since the last call. The cost is proportional to the number of
    /// bitboards that change.
    pub fn propagate(&mut self) -> Activity {
        let network = Arc::clone(&self.network);
        for block in 0..self.dirty.len() {
            // Readers have higher indices, so that each bitboard is recomputed once.
            while self.dirty[block] != 0 {
                let index = block * 64 + self.dirty[block].trailing_zeros() as usize;
                self.dirty[block] &= self.dirty[block] - 1;
                if let Some(new) = network.components[index].gate.compute(&self.bitboards) {
                    self.update(&network, index, new);
                }
            }
        }
        self.add_counters(&network);
        std::mem::take(&mut self.activity)
    }

    /// Stores a bitboard if it changed, marks its readers and counts the flips.
    fn update(&mut self, network: &Network, index: usize, new: u64) {
        let component = &network.components[index];
        let changed = (self.bitboards[index] ^ new) & component.counted();
        if changed == 0 {
            return;
        }
        self.store(network, index, new);
        for (mark, reader) in self.dirty.iter_mut().zip(&component.readers) {
            *mark |= reader;
        }
        set_bits(changed).for_each(|square| self.flips_by_square[square] += 1);
        self.flips[index] += u64::from(changed.count_ones());
        self.activity.flips += changed.count_ones();
        self.activity.signals += changed.count_ones() * readers(component);
    }

    /// Stores a bitboard and updates the sums.
    fn store(&mut self, network: &Network, index: usize, new: u64) {
        let component = &network.components[index];
        let old = std::mem::replace(&mut self.bitboards[index], new);
        for output in component.outputs.iter().map(|&output| &network.outputs[output]) {
            let value = |squares| output.kind.value(squares & component.counted());
            self.sums[usize::from(output.sum)] += value(new & !old) - value(old & !new);
        }
    }

    /// Updates the sums with the table entries of the counters.
    fn add_counters(&mut self, network: &Network) {
        for (index, counter) in network.counters.iter().enumerate() {
            let entry = counter.table.get(self.counter_entry(counter)).copied().unwrap_or_default();
            let old = std::mem::replace(&mut self.table_values[index], pack(entry));
            self.sums[usize::from(counter.sum)] += pack(entry) - old;
        }
    }

    /// The table index of a counter.
    pub fn counter_entry(&self, counter: &Counter) -> usize {
        let units = |part: &CounterPart| self.count(part.squares).cast_signed() * part.units;
        let units: i32 = counter.parts.iter().map(units).sum();
        usize::try_from(units).unwrap_or(0).min(counter.table.len().saturating_sub(1))
    }

    /// The true squares; one square of a single proposition.
    pub fn squares(&self, squares: Squares) -> u64 {
        squares.read(&self.bitboards) & self.network.components[squares.id.index()].counted()
    }

    /// The number of true propositions.
    pub fn count(&self, squares: Squares) -> u32 {
        self.squares(squares).count_ones()
    }

    /// Every bitboard, by index.
    #[cfg(test)]
    pub fn bitboards(&self) -> &[u64] {
        &self.bitboards
    }

    /// The sums, packed.
    pub const fn sums(&self) -> &Sums {
        &self.sums
    }

    /// Flips of a bitboard since the activity was reset.
    pub fn flips(&self, bitboard: BitboardId) -> u64 {
        self.flips[bitboard.index()]
    }

    /// Flips per square since the activity was reset.
    pub fn flips_by_square(&self) -> &[u64] {
        &self.flips_by_square
    }

    /// Resets the counts of flips.
    pub fn reset_flips(&mut self) {
        self.flips_by_square.fill(0);
        self.flips.fill(0);
    }
}
