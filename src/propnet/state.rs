//! The state of a network, one per thread: differential propagation with counted inputs.
//!
//! Source: Sancho's networks (A. Rose and S. Draper, 2014): a component counts its true inputs minus its
//! threshold, so that its output is the sign; it signals only if its output changes; inputs are never queried.

use super::component::{Id, Kind, Pair, SetId, set_bits};
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

impl State {
    /// The state with every input false.
    #[must_use]
    pub fn new(network: Arc<Network>) -> Self {
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

    /// The network this is a state of.
    #[must_use]
    pub const fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Sets an input; nothing else changes until [`State::propagate`]. Ignores components that are no input.
    pub fn set(&mut self, input: Id, truth: bool) {
        let index = input.index();
        if self.network.kinds[index] == Kind::Input && (self.counts[index] >= 0) != truth {
            self.counts[index] = i32::from(truth) - 1;
            self.queue.push(input.0);
        }
    }

    /// Propagates the changes. The cost is proportional to the number of flips and signals.
    pub fn propagate(&mut self) {
        let network = Arc::clone(&self.network);
        let mut next = 0;
        while let Some(&source) = self.queue.get(next) {
            next += 1;
            let index = source as usize;
            let truth = self.counts[index] >= 0;
            // Nothing to signal if the component flipped and flipped back.
            if self.signalled[index] == truth {
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
            self.signal_readers(&network, index, direction);
        }
        self.queue.clear();
    }

    fn signal_readers(&mut self, network: &Network, index: usize, direction: i32) {
        let edges = network.outgoing.row(index);
        self.signals += edges.len() as u64;
        for edge in edges {
            let target = edge.target as usize;
            let old = self.counts[target];
            let new = old + edge.rise * direction;
            self.counts[target] = new;
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

    /// Is the component true?
    #[must_use]
    pub fn is_true(&self, id: Id) -> bool {
        self.counts[id.index()] >= 0
    }

    /// The number of true inputs of a gate; 1 or 0 for an input.
    #[must_use]
    pub fn count(&self, id: Id) -> usize {
        true_inputs(&self.network, id.index(), self.counts[id.index()])
    }

    /// The truth value of every component.
    #[must_use]
    pub fn values(&self) -> Vec<bool> {
        self.counts.iter().map(|&count| count >= 0).collect()
    }

    /// The sums of a category, by its index in [`Network::categories`].
    #[must_use]
    pub fn sum(&self, category: usize) -> Pair {
        self.sums[category]
    }

    /// The words of a bit set, bit 0 first.
    #[must_use]
    pub fn bits(&self, set: SetId) -> &[u64] {
        self.network.words(set, &self.bits)
    }

    /// The indices of the set bits, lowest first.
    pub fn set_bits(&self, set: SetId) -> impl Iterator<Item = usize> + '_ {
        self.bits(set)
            .iter()
            .enumerate()
            .flat_map(|(word, &bits)| set_bits(bits).map(move |bit| word * 64 + bit))
    }

    /// Flips and signals since the state was created.
    #[must_use]
    pub const fn activity(&self) -> (u64, u64) {
        (self.flips, self.signals)
    }

    /// Size of the state in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.counts)
            + size_of_val(&*self.signalled)
            + self.queue.capacity() * size_of::<u32>()
            + size_of_val(&*self.sums)
            + size_of_val(&*self.bits)
    }
}

impl Propagation for State {
    fn new(network: Arc<Network>) -> Self {
        Self::new(network)
    }

    fn set(&mut self, input: Id, truth: bool) {
        self.set(input, truth);
    }

    fn propagate(&mut self) {
        self.propagate();
    }

    fn is_true(&self, id: Id) -> bool {
        self.is_true(id)
    }

    fn bits(&self, set: SetId) -> &[u64] {
        self.bits(set)
    }
}

/// The number of true inputs of a stored count.
fn true_inputs(network: &Network, index: usize, stored: i32) -> usize {
    usize::try_from(stored + network.threshold(index)).unwrap_or(0)
}
