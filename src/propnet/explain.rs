//! Why a proposition is true or false: a minimal set of causes, as a tree of components.
//!
//! A set of causes is sufficient if no values of the other inputs change the answer. A gate of `n` inputs with threshold
//! `k` is true because of any `k` true inputs and false because of any `n - k + 1` false inputs; the cheapest are taken.
//! `machine/` and `knowledge/` turn names into sentences.

use super::builder::{Id, Kind};
use super::{Literal, Network};

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
    #[must_use]
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
/// The tree is minimal: a cause that occurs twice in it counts twice.
#[must_use]
pub fn explain(network: &Network, values: &[bool], of: Id, stop: &dyn Fn(Id) -> bool) -> Cause {
    let mut explainer = Explainer { network, values, stop, costs: vec![0; network.len()] };
    for &id in network.dependency_order() {
        let sufficient = explainer.sufficient(id);
        let sum = sufficient.iter().map(|input| explainer.costs[input.id.index()]);
        let sum = sum.fold(0_u64, u64::saturating_add);
        // A leaf costs one, a constant nothing.
        let leaf = explainer.is_leaf(id) && network.kind(id) != Kind::AtLeast(0);
        explainer.costs[id.index()] = sum.saturating_add(u64::from(leaf));
    }
    explainer.tree(of)
}

struct Explainer<'a> {
    network: &'a Network,
    values: &'a [bool],
    stop: &'a dyn Fn(Id) -> bool,
    /// The number of leaves below each component.
    costs: Vec<u64>,
}

impl Explainer<'_> {
    fn is_leaf(&self, id: Id) -> bool {
        self.network.inputs(id).is_empty() || (self.stop)(id)
    }

    /// Inputs that are sufficient for the component's value, cheapest first.
    fn sufficient(&self, id: Id) -> Vec<Literal> {
        let Kind::AtLeast(needed) = self.network.kind(id) else { return Vec::new() };
        if self.is_leaf(id) {
            return Vec::new();
        }
        let inputs = self.network.inputs(id);
        let truth = self.values[id.index()];
        let count = if truth {
            needed as usize
        } else {
            (inputs.len() + 1).saturating_sub(needed as usize)
        };
        let agrees = |input: &&Literal| (self.values[input.id.index()] == input.positive) == truth;
        let mut sufficient: Vec<Literal> = inputs.iter().filter(agrees).copied().collect();
        sufficient.sort_by_key(|input| self.costs[input.id.index()]);
        sufficient.truncate(count);
        sufficient
    }

    fn tree(&self, id: Id) -> Cause {
        let because = self.sufficient(id).into_iter().map(|input| self.tree(input.id)).collect();
        Cause { id, truth: self.values[id.index()], because }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::random_network;
    use super::super::{Builder, State, reference};
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
        let mut builder = Builder::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| builder.input(name));
        let both = builder.all("both", [a, b]);
        let some = builder.any("some", [both, c]);
        let two = builder.at_least("two", 2, [both.into(), !a, c.into()]);
        let mut state = State::new(builder.build().unwrap());
        let leaves = |state: &State, of, stop: &dyn Fn(_) -> bool| {
            explain(state.network(), &state.values(), of, stop).leaves()
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
