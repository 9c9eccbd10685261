//! Two reference evaluators as oracles: forward until nothing changes, and backward by recursive queries.
//!
//! Source: "Propnet basics" (A. Rose and S. Draper, 2014).

use crate::propnet::reference::recalculate;
use crate::propnet::{Id, Kind, Network};

/// Forward without an order: passes over all components until one changes nothing.
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
