//! Reference evaluators: simple and slow, for explanations and comparisons. The tests have two more.
//!
//! Source: "Propnet basics" (A. Rose and S. Draper, 2014): forward in dependency order, and differential propagation that
//! queries its inputs.

use super::Network;
use super::component::{Id, Kind, SetId};
use super::propagation::Propagation;
use std::collections::VecDeque;
use std::sync::Arc;

pub(super) fn recalculate(network: &Network, index: usize, values: &[bool]) -> bool {
    match network.kinds[index] {
        Kind::AtLeast(needed) => network.true_inputs(index, values) >= needed as usize,
        Kind::Input | Kind::Pending => values[index],
    }
}

/// Forward in dependency order: each component once, after its inputs.
pub fn forward(network: &Network, inputs: &dyn Fn(Id) -> bool) -> Vec<bool> {
    let mut values = vec![false; network.len()];
    for &id in network.dependency_order() {
        values[id.index()] = match network.kind(id) {
            Kind::Input => inputs(id),
            Kind::AtLeast(_) | Kind::Pending => recalculate(network, id.index(), &values),
        };
    }
    values
}

/// Forward in dependency order after every change.
#[derive(Clone, Debug)]
pub struct Ordered {
    network: Arc<Network>,
    values: Vec<bool>,
    bits: Vec<u64>,
}

impl Propagation for Ordered {
    fn new(network: Arc<Network>) -> Self {
        let (values, bits) = (forward(&network, &|_| false), network.initial_bits.clone());
        Self { network, values, bits }
    }

    fn set(&mut self, input: Id, truth: bool) {
        if self.values[input.index()] != truth {
            self.values[input.index()] = truth;
            self.network.toggle_bits(input.index(), &mut self.bits);
        }
    }

    fn propagate(&mut self) {
        let network = Arc::clone(&self.network);
        for &id in network.dependency_order() {
            let value = recalculate(&network, id.index(), &self.values);
            if value != self.values[id.index()] {
                self.values[id.index()] = value;
                network.toggle_bits(id.index(), &mut self.bits);
            }
        }
    }

    fn is_true(&self, id: Id) -> bool {
        self.values[id.index()]
    }

    fn bits(&self, set: SetId) -> &[u64] {
        self.network.words(set, &self.bits)
    }
}

/// Differential propagation with queries: a signalled component reads all of its inputs.
#[derive(Clone, Debug)]
pub struct Querying {
    network: Arc<Network>,
    values: Vec<bool>,
    bits: Vec<u64>,
    queue: VecDeque<u32>,
}

impl Propagation for Querying {
    fn new(network: Arc<Network>) -> Self {
        let (values, bits) = (forward(&network, &|_| false), network.initial_bits.clone());
        Self { network, values, bits, queue: VecDeque::new() }
    }

    fn set(&mut self, input: Id, truth: bool) {
        if self.values[input.index()] != truth {
            self.values[input.index()] = truth;
            self.network.toggle_bits(input.index(), &mut self.bits);
            self.queue.push_back(input.0);
        }
    }

    /// Every reader of a changed component reads its inputs.
    fn propagate(&mut self) {
        while let Some(source) = self.queue.pop_front() {
            for edge in self.network.outgoing.row(source as usize) {
                let target = edge.target as usize;
                let value = recalculate(&self.network, target, &self.values);
                if value != self.values[target] {
                    self.values[target] = value;
                    self.network.toggle_bits(target, &mut self.bits);
                    self.queue.push_back(edge.target);
                }
            }
        }
    }

    fn is_true(&self, id: Id) -> bool {
        self.values[id.index()]
    }

    fn bits(&self, set: SetId) -> &[u64] {
        self.network.words(set, &self.bits)
    }
}
