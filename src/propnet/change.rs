//! What would turn a proposition round: a small set of inputs that change it when they are all flipped.
//!
//! The counterpart of [`super::explain`]: that one names what keeps a proposition as it is, this one what would not. A
//! gate of which `t` inputs are true and that needs `k` is made false by turning `t - k + 1` true inputs, and made true by
//! turning `k - t` false ones; the cheapest are taken.

use super::builder::{Id, Kind, Literal};
use super::{Network, reference};
use std::collections::BTreeSet;

/// More than any real cost: nothing turns it.
const NEVER: u32 = u32::MAX;

/// A small set of inputs that, flipped together, change `id` from what it is under `values` (one truth for every
/// component). `None` when no inputs do, or when the flips of the set that was found undo each other.
#[must_use]
pub fn what_would_change(network: &Network, values: &[bool], id: Id) -> Option<BTreeSet<Id>> {
    let costs = costs(network, values);
    let mut flips = BTreeSet::new();
    let mut open = vec![id];
    while let Some(at) = open.pop() {
        if costs[at.index()] == NEVER {
            return None;
        }
        if network.kind(at) == Kind::Input {
            flips.insert(at);
        }
        open.extend(to_turn(network, values, &costs, at).unwrap_or_default());
    }
    let flipped = |input: Id| values[input.index()] != flips.contains(&input);
    let after = reference::ordered(network, &flipped);
    (after[id.index()] != values[id.index()]).then_some(flips)
}

/// The cheapest inputs of a gate that turn it when they turn; `None` when it has not enough of them.
fn to_turn(network: &Network, values: &[bool], costs: &[u32], id: Id) -> Option<Vec<Id>> {
    let Kind::AtLeast(needed) = network.kind(id) else { return Some(Vec::new()) };
    let truth = values[id.index()];
    let agrees = |input: &&Literal| (values[input.id.index()] == input.positive) == truth;
    let inputs = network.inputs(id);
    let mut fitting: Vec<Id> = inputs.iter().filter(agrees).map(|input| input.id).collect();
    let needed = needed as usize;
    let count = if truth {
        (fitting.len() + 1).saturating_sub(needed)
    } else {
        (needed + fitting.len()).saturating_sub(inputs.len())
    };
    if fitting.len() < count {
        return None;
    }
    fitting.sort_by_key(|input| costs[input.index()]);
    fitting.truncate(count);
    Some(fitting)
}

/// Inputs that have to be flipped to turn each component.
fn costs(network: &Network, values: &[bool]) -> Vec<u32> {
    let mut costs = vec![0; network.len()];
    for &at in network.dependency_order() {
        costs[at.index()] = match network.kind(at) {
            Kind::Input | Kind::Pending => 1,
            Kind::AtLeast(_) => match to_turn(network, values, &costs, at) {
                Some(inputs) => {
                    inputs.iter().map(|input| costs[input.index()]).fold(0, u32::saturating_add)
                }
                None => NEVER,
            },
        };
    }
    costs
}
