//! The state of a network, one per thread: differential propagation with counted inputs.
//!
//! Source: Sancho's networks (A. Rose and S. Draper, 2014): a component counts its true inputs minus its
//! threshold, so that its output is the sign; it signals only if its output changes; inputs are never queried.

use super::component::{Id, Kind, Pair, SetId};
use super::propagation::Propagation;
use super::{Network, network};
use std::sync::Arc;

/// Truth of every component, category sums and trigger bits for one set of inputs.
#[derive(Clone, Debug)]
pub struct State {
    network: Arc<Network>,
    /// True inputs minus threshold; the component is true when it is not negative. Inputs: 0 or -1.
    counts: Box<[i32]>,
    /// The output that each component last signalled to its readers.
    signalled: Box<[bool]>,
    /// Components whose output changed since their last signal, in order of the change.
    queue: Vec<u32>,
    sums: Box<[Pair]>,
    bits: Box<[u64]>,
    flips: u64,
    signals: u64,
}

impl Propagation for State {
    fn new(network: Arc<Network>) -> Self {
        Self {
            counts: network.initial_counts.clone().into(),
            signalled: network.initial_counts.iter().map(|&count| count >= 0).collect(),
            queue: Vec::with_capacity(network.len()),
            sums: network.initial_sums.clone().into(),
            bits: network.initial_bits.clone().into(),
            flips: 0,
            signals: 0,
            network,
        }
    }

    /// Sets an input. Ignores components that are no input.
    fn set(&mut self, input: Id, truth: bool) {
        let index = input.index();
        if self.network.kinds[index] == Kind::Input && (self.counts[index] >= 0) != truth {
            self.counts[index] = i32::from(truth) - 1;
            self.queue.push(input.0);
        }
    }

    /// The cost is proportional to the number of flips and signals.
    fn propagate(&mut self) {
        self.propagate_watched(&mut ());
    }

    fn is_true(&self, id: Id) -> bool {
        self.counts[id.index()] >= 0
    }

    fn bits(&self, set: SetId) -> &[u64] {
        self.network.words(set, &self.bits)
    }
}

/// Receives every step of a propagation; `()` compiles to nothing.
pub(super) trait Watch {
    /// A component leaves the queue: with its new output, or `None` if it has flipped back in the meantime.
    fn taken(&mut self, _component: Id, _truth: Option<bool>) {}
    /// The component taken last told `reader`, whose stored count changes.
    fn told(&mut self, _reader: Id, _before: i32, _after: i32) {}
}

impl Watch for () {}

impl State {
    pub(super) fn propagate_watched(&mut self, watch: &mut impl Watch) {
        let network = Arc::clone(&self.network);
        let mut next = 0;
        while let Some(&source) = self.queue.get(next) {
            next += 1;
            let index = source as usize;
            let truth = self.counts[index] >= 0;
            // Nothing to signal if the component flipped and flipped back.
            let flipped = self.signalled[index] != truth;
            watch.taken(Id(source), flipped.then_some(truth));
            if !flipped {
                continue;
            }
            self.signalled[index] = truth;
            self.flips += 1;
            let direction = if truth { 1 } else { -1 };
            for &(word, mask) in network.triggers.row(index) {
                self.bits[word] ^= mask;
            }
            for &(category, weight) in network.weights.row(index) {
                network::add(&mut self.sums[category], weight, direction);
            }
            self.signal_readers(&network, index, direction, watch);
        }
        self.queue.clear();
    }

    fn signal_readers(
        &mut self,
        network: &Network,
        index: usize,
        direction: i32,
        watch: &mut impl Watch,
    ) {
        let edges = network.outgoing.row(index);
        self.signals += edges.len() as u64;
        for edge in edges {
            let target = edge.target as usize;
            let old = self.counts[target];
            let new = old + edge.rise * direction;
            self.counts[target] = new;
            watch.told(Id(edge.target), old, new);
            // The output is the sign: it flipped if the sign bits differ.
            if (old ^ new) < 0 {
                self.queue.push(edge.target);
            }
            for table in network.tables.row(target) {
                let [was, is] = [old, new].map(|count| true_inputs(network, target, count));
                let sum = &mut self.sums[table.category];
                network::add(sum, table.at(is), 1);
                network::add(sum, table.at(was), -1);
            }
        }
    }

    /// The network.
    pub(super) const fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// True inputs minus threshold of every component.
    pub(super) fn counts(&self) -> &[i32] {
        &self.counts
    }

    /// The sums of every category.
    pub(super) fn sums(&self) -> &[Pair] {
        &self.sums
    }

    /// The components whose output changed and that have not signalled it yet.
    pub(super) fn queued(&self) -> &[u32] {
        &self.queue
    }

    /// The truth value of every component.
    pub fn values(&self) -> Vec<bool> {
        self.counts.iter().map(|&count| count >= 0).collect()
    }

    /// Flips and signals since the state was created.
    pub const fn activity(&self) -> (u64, u64) {
        (self.flips, self.signals)
    }

    /// Size of the state in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.counts)
            + size_of_val(&*self.signalled)
            + self.queue.capacity() * size_of::<u32>()
            + size_of_val(&*self.sums)
            + size_of_val(&*self.bits)
    }
}

/// The number of true inputs of a stored count.
pub(super) fn true_inputs(network: &Network, index: usize, stored: i32) -> usize {
    usize::try_from(stored + network.threshold(index)).unwrap_or(0)
}
