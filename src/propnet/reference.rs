//! Reference evaluators: simple and slow, for explanations and comparisons. The tests have two more.
//!
//! Source: "Propnet basics" (A. Rose and S. Draper, 2014): forward in dependency order, and differential propagation that
//! queries its inputs.

use super::Network;
use super::component::{Id, Kind};
use std::collections::VecDeque;

pub(super) fn recalculate(network: &Network, index: usize, values: &[bool]) -> bool {
    match network.kinds[index] {
        Kind::AtLeast(needed) => network.true_inputs(index, values) >= needed as usize,
        Kind::Input | Kind::Pending => values[index],
    }
}

/// Forward in dependency order: each component once, after its inputs.
#[must_use]
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

/// Differential propagation with queries: a signalled component reads all of its inputs.
#[derive(Clone, Debug)]
pub struct Querying<'a> {
    network: &'a Network,
    values: Vec<bool>,
    queue: VecDeque<u32>,
}

impl<'a> Querying<'a> {
    /// The state with every input false.
    #[must_use]
    pub fn new(network: &'a Network) -> Self {
        Self { network, values: forward(network, &|_| false), queue: VecDeque::new() }
    }

    /// Sets an input.
    pub fn set(&mut self, input: Id, truth: bool) {
        if self.values[input.index()] != truth {
            self.values[input.index()] = truth;
            self.queue.push_back(input.0);
        }
    }

    /// Propagates the changes: every reader of a changed component reads its inputs.
    pub fn propagate(&mut self) {
        while let Some(source) = self.queue.pop_front() {
            for edge in self.network.outgoing.row(source as usize) {
                let target = edge.target as usize;
                let value = recalculate(self.network, target, &self.values);
                if value != self.values[target] {
                    self.values[target] = value;
                    self.queue.push_back(edge.target);
                }
            }
        }
    }

    /// The truth value of every component.
    #[must_use]
    pub fn values(&self) -> &[bool] {
        &self.values
    }
}
