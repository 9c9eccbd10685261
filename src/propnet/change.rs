//! What would change a proposition: a small set of inputs that changes it when all of them flip.
//!
//! The counterpart of [`super::explain`], which finds inputs that are sufficient for its current value. A gate with `t`
//! true inputs and threshold `k` becomes false if `t - k + 1` true inputs flip, and true if `k - t` false inputs flip; the
//! cheapest are taken.

use super::builder::{Id, Kind, Literal};
use super::{Network, reference};
use std::collections::BTreeSet;

/// The cost of a component that no inputs can flip.
const UNREACHABLE: u32 = u32::MAX;

/// A small set of inputs that, flipped together, change `id` from its value in `values` (one truth value per component).
/// `None` if no inputs do, or if the flips of the set that was found cancel out.
#[must_use]
pub fn what_would_change(network: &Network, values: &[bool], id: Id) -> Option<BTreeSet<Id>> {
    let costs = costs(network, values);
    let mut flips = BTreeSet::new();
    let mut open = vec![id];
    while let Some(at) = open.pop() {
        if costs[at.index()] == UNREACHABLE {
            return None;
        }
        if network.kind(at) == Kind::Input {
            flips.insert(at);
        }
        open.extend(inputs_to_flip(network, values, &costs, at).unwrap_or_default());
    }
    let flipped = |input: Id| values[input.index()] != flips.contains(&input);
    let after = reference::forward(network, &flipped);
    (after[id.index()] != values[id.index()]).then_some(flips)
}

/// The cheapest inputs of a gate that flip it when they flip; `None` if there are not enough.
fn inputs_to_flip(network: &Network, values: &[bool], costs: &[u32], id: Id) -> Option<Vec<Id>> {
    let Kind::AtLeast(needed) = network.kind(id) else { return Some(Vec::new()) };
    let truth = values[id.index()];
    let agrees = |input: &&Literal| (values[input.id.index()] == input.positive) == truth;
    let inputs = network.inputs(id);
    let mut candidates: Vec<Id> = inputs.iter().filter(agrees).map(|input| input.id).collect();
    let needed = needed as usize;
    let count = if truth {
        (candidates.len() + 1).saturating_sub(needed)
    } else {
        (needed + candidates.len()).saturating_sub(inputs.len())
    };
    if candidates.len() < count {
        return None;
    }
    candidates.sort_by_key(|input| costs[input.index()]);
    candidates.truncate(count);
    Some(candidates)
}

/// The number of inputs that have to flip to flip each component.
fn costs(network: &Network, values: &[bool]) -> Vec<u32> {
    let mut costs = vec![0; network.len()];
    for &at in network.dependency_order() {
        costs[at.index()] = match network.kind(at) {
            Kind::Input | Kind::Pending => 1,
            Kind::AtLeast(_) => match inputs_to_flip(network, values, &costs, at) {
                Some(inputs) => {
                    inputs.iter().map(|input| costs[input.index()]).fold(0, u32::saturating_add)
                }
                None => UNREACHABLE,
            },
        };
    }
    costs
}
