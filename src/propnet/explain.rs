//! Why a proposition is true or false, and what would change it.
//!
//! A set of causes is sufficient if no values of the other inputs change the answer. A gate of `n` inputs with threshold
//! `k` is true because of any `k` true inputs and false because of any `n - k + 1` false inputs. Of `t` true inputs it
//! becomes false if `t - k + 1` flip, and true if `k - t` false inputs flip. The cheapest are taken. `machine/` and
//! `knowledge/` turn names into sentences.

use super::{Id, Kind, Literal, Network, reference};
use std::collections::BTreeSet;

/// A component of an explanation and its causes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// The component.
    pub id: Id,
    /// Whether it is true.
    pub truth: bool,
    /// Inputs that are sufficient for its value; empty for inputs, constants and components where the caller stops.
    pub because: Vec<Cause>,
}

impl Cause {
    /// The leaves of the tree, each once, in depth-first order.
    pub fn leaves(&self) -> Vec<(Id, bool)> {
        let (mut leaves, mut open) = (Vec::new(), vec![self]);
        while let Some(cause) = open.pop() {
            if cause.because.is_empty() && !leaves.contains(&(cause.id, cause.truth)) {
                leaves.push((cause.id, cause.truth));
            }
            open.extend(cause.because.iter().rev());
        }
        leaves
    }
}

/// Explains the value of `of` in `values`, a truth value per component. Components for which `stop` holds are leaves. The
/// cost is one pass over the network and the size of the tree.
///
/// The tree is minimal: a cause that occurs twice in it counts twice. Beyond 10,000 causes, or 200 levels, the causes are
/// left out.
pub fn explain(network: &Network, values: &[bool], of: Id, stop: &dyn Fn(Id) -> bool) -> Cause {
    let sufficient = |costs: &[u64], id: Id| {
        let inputs = network.inputs(id);
        let Kind::AtLeast(needed) = network.kind(id) else { return Vec::new() };
        if stop(id) {
            return Vec::new();
        }
        let needed = needed as usize;
        let false_needed = (inputs.len() + 1).saturating_sub(needed);
        let count = if values[id.index()] { needed } else { false_needed };
        let mut causes = agreeing(network, values, id);
        causes.sort_by_key(|&cause| costs[cause.index()]);
        causes.truncate(count);
        causes
    };
    // The number of leaves below each component.
    let mut costs = vec![0_u64; network.len()];
    for &id in network.dependency_order() {
        let causes = sufficient(&costs, id).into_iter().map(|cause| costs[cause.index()]);
        let sum = causes.fold(0_u64, u64::saturating_add);
        // A leaf costs one, a constant nothing.
        let leaf = network.inputs(id).is_empty() || stop(id);
        let leaf = leaf && network.kind(id) != Kind::AtLeast(0);
        costs[id.index()] = sum.saturating_add(u64::from(leaf));
    }
    tree(values, of, MAX_LEVELS, &mut { MAX_CAUSES }, &|id| sufficient(&costs, id))
}

/// Limits of a tree: of its depth, since it is built by recursion, and of its size, since shared causes are repeated.
const MAX_LEVELS: usize = 200;
const MAX_CAUSES: usize = 10_000;

fn tree(
    values: &[bool],
    id: Id,
    levels: usize,
    room: &mut usize,
    causes: &dyn Fn(Id) -> Vec<Id>,
) -> Cause {
    let inputs = if levels == 0 || *room == 0 { Vec::new() } else { causes(id) };
    *room = room.saturating_sub(inputs.len());
    let because = inputs.into_iter().map(|cause| tree(values, cause, levels - 1, room, causes));
    let because = because.collect();
    Cause { id, truth: values[id.index()], because }
}

/// The inputs of a gate that support its value.
fn agreeing(network: &Network, values: &[bool], id: Id) -> Vec<Id> {
    let truth = values[id.index()];
    let agrees = |input: &&Literal| (values[input.id.index()] == input.positive) == truth;
    network.inputs(id).iter().filter(agrees).map(|input| input.id).collect()
}

/// The cost of a component that no inputs can flip.
const UNREACHABLE: u32 = u32::MAX;

/// A small set of inputs that, flipped together, change `id` from its value in `values` (one truth value per component).
/// `None` if no inputs do, or if the flips of the set that was found cancel out.
pub fn what_would_change(network: &Network, values: &[bool], id: Id) -> Option<BTreeSet<Id>> {
    // The number of inputs that have to flip to flip each component.
    let mut costs = vec![0; network.len()];
    for &at in network.dependency_order() {
        costs[at.index()] = match inputs_to_flip(network, values, &costs, at) {
            _ if network.kind(at) == Kind::Input => 1,
            Some(inputs) => inputs.iter().map(|i| costs[i.index()]).fold(0, u32::saturating_add),
            None => UNREACHABLE,
        };
    }
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
    let mut candidates = agreeing(network, values, id);
    let needed = needed as usize;
    let count = if values[id.index()] {
        (candidates.len() + 1).saturating_sub(needed)
    } else {
        (needed + candidates.len()).saturating_sub(network.inputs(id).len())
    };
    if candidates.len() < count {
        return None;
    }
    candidates.sort_by_key(|input| costs[input.index()]);
    candidates.truncate(count);
    Some(candidates)
}

#[cfg(test)]
mod tests {
    use super::super::tests::random_network;
    use super::super::{Builder, Propagation as _, State, reference};
    use super::explain;
    use crate::base::Random;

    #[test]
    fn causes_are_enough_whatever_the_other_inputs_are() {
        for seed in 0..20 {
            let (network, inputs) = random_network(seed);
            let mut random = Random::new(seed);
            let setting = random.next_u64();
            let bit = |id| inputs.iter().position(|&input| input == id);
            let truth = |id| bit(id).is_some_and(|bit| setting >> bit & 1 == 1);
            let values = reference::forward(&network, &truth);
            for id in network.ids() {
                let leaves = explain(&network, &values, id, &|_| false).leaves();
                let fixed = |id| leaves.iter().find(|leaf| leaf.0 == id).map(|leaf| leaf.1);
                for _ in 0..8 {
                    let other = random.next_u64();
                    let changed =
                        |id| fixed(id).unwrap_or(bit(id).is_some_and(|bit| other >> bit & 1 == 1));
                    let other = reference::forward(&network, &changed);
                    assert_eq!(other[id.index()], values[id.index()], "{}", network.name(id));
                }
            }
        }
    }

    #[test]
    fn the_cheapest_causes_are_named() {
        let mut builder = Builder::default();
        let [a, b, c] = ["a", "b", "c"].map(|name| builder.input(name).id);
        let both = builder.all("both", [a, b]).id;
        let some = builder.any("some", [both, c]).id;
        let two = builder.at_least("two", 2, [both.into(), !a, c.into()]).id;
        let network = builder.build().unwrap();
        let mut state = State::new(network.clone());
        let leaves = |state: &State, of, stop: &dyn Fn(_) -> bool| {
            explain(&network, &state.values(), of, stop).leaves()
        };
        assert_eq!(leaves(&state, some, &|_| false), [(a, false), (c, false)]);
        assert_eq!(leaves(&state, two, &|_| false), [(a, false), (c, false)]);
        for input in [a, b, c] {
            state.set(input, true);
        }
        state.propagate();
        assert_eq!(leaves(&state, some, &|_| false), [(c, true)]);
        assert_eq!(leaves(&state, two, &|_| false), [(c, true), (a, true), (b, true)]);
        assert_eq!(leaves(&state, two, &|id| id == both), [(both, true), (c, true)]);
    }
}
