//! Reference evaluators: simple and slow, the oracle of the tests and the comparison that Sancho's authors make.
//!
//! Source: "Propnet basics" (A. Rose and S. Draper, 2014): backward by recursive queries, forward in dependency order,
//! forward until nothing changes, and differential propagation that queries its inputs.

use super::Network;
use super::builder::{Id, Kind};
use std::collections::VecDeque;

/// The number of true inputs of component `index` for `values`.
#[must_use]
pub fn true_inputs(network: &Network, index: usize, values: &[bool]) -> usize {
    let inputs = network.incoming.row(index).iter();
    inputs.filter(|input| values[input.id.index()] == input.positive).count()
}

fn recalculate(network: &Network, index: usize, values: &[bool]) -> bool {
    match network.kinds[index] {
        Kind::AtLeast(needed) => true_inputs(network, index, values) >= needed as usize,
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

/// Forward without an order: passes over all components until one changes nothing.
#[must_use]
pub fn forward_until_stable(network: &Network, inputs: &dyn Fn(Id) -> bool) -> Vec<bool> {
    let start = |id: Id| network.kind(id) == Kind::Input && inputs(id);
    let mut values: Vec<bool> = network.ids().map(start).collect();
    loop {
        let mut changed = false;
        for index in 0..network.len() {
            let value = recalculate(network, index, &values);
            changed |= value != values[index];
            values[index] = value;
        }
        if !changed {
            return values;
        }
    }
}

/// Backward: a recursive query of a proposition's inputs, with memoised answers.
#[derive(Debug)]
pub struct Backward<'a> {
    network: &'a Network,
    answers: Vec<Option<bool>>,
}

impl<'a> Backward<'a> {
    /// Starts from the values of the inputs.
    #[must_use]
    pub fn new(network: &'a Network, inputs: &dyn Fn(Id) -> bool) -> Self {
        let known = |id| (network.kind(id) == Kind::Input).then(|| inputs(id));
        Self { network, answers: network.ids().map(known).collect() }
    }

    /// Is the component true?
    pub fn query(&mut self, id: Id) -> bool {
        if let Some(answer) = self.answers[id.index()] {
            return answer;
        }
        let inputs = self.network.inputs(id).iter();
        let count = inputs.filter(|input| self.query(input.id) == input.positive).count();
        let answer = match self.network.kind(id) {
            Kind::AtLeast(needed) => count >= needed as usize,
            Kind::Input | Kind::Pending => false,
        };
        self.answers[id.index()] = Some(answer);
        answer
    }
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
