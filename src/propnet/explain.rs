//! Why a proposition is true or false: the smallest set of causes, as a tree of components.
//!
//! A set of causes is enough when no setting of the other inputs could change the answer while it holds. A gate of `n`
//! inputs that needs `k` is true because of any `k` true ones and false because of any `n - k + 1` false ones; of those
//! the cheapest are taken. Names become sentences in `machine/` and `knowledge/`; nothing here knows any.

use super::builder::{Id, Kind};
use super::{Literal, Network};

/// One component of an explanation, and what makes it so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// The component.
    pub id: Id,
    /// Whether it is true.
    pub truth: bool,
    /// The inputs that are enough to make it so; empty for an input, a constant, or where the reader asked to stop.
    pub because: Vec<Cause>,
}

impl Cause {
    /// The ends of the tree, each once, in the order they are met.
    #[must_use]
    pub fn ends(&self) -> Vec<(Id, bool)> {
        let (mut ends, mut open) = (Vec::new(), vec![self]);
        while let Some(cause) = open.pop() {
            if cause.because.is_empty() && !ends.contains(&(cause.id, cause.truth)) {
                ends.push((cause.id, cause.truth));
            }
            open.extend(cause.because.iter().rev());
        }
        ends
    }
}

/// Explains why `of` is as `values`, a truth value for every component, says. Components for which `stop` holds are not
/// looked into. The cost is one pass over the network, then the size of the tree.
///
/// The set is smallest as a tree: a cause that serves in two places is counted twice.
#[must_use]
pub fn explain(network: &Network, values: &[bool], of: Id, stop: &dyn Fn(Id) -> bool) -> Cause {
    let mut inquiry = Inquiry { network, values, stop, costs: vec![0; network.len()] };
    for &id in network.dependency_order() {
        let chosen = inquiry.chosen(id);
        let sum = chosen.iter().map(|input| inquiry.costs[input.id.index()]);
        let sum = sum.fold(0_u64, u64::saturating_add);
        // A constant needs no reason; an end counts one.
        let end = inquiry.ends_at(id) && network.kind(id) != Kind::AtLeast(0);
        inquiry.costs[id.index()] = sum.saturating_add(u64::from(end));
    }
    inquiry.tree(of)
}

struct Inquiry<'a> {
    network: &'a Network,
    values: &'a [bool],
    stop: &'a dyn Fn(Id) -> bool,
    /// Ends below each component, by its cheapest causes.
    costs: Vec<u64>,
}

impl Inquiry<'_> {
    fn ends_at(&self, id: Id) -> bool {
        self.network.inputs(id).is_empty() || (self.stop)(id)
    }

    /// The inputs that are enough to make the component what it is, cheapest first.
    fn chosen(&self, id: Id) -> Vec<Literal> {
        let Kind::AtLeast(needed) = self.network.kind(id) else { return Vec::new() };
        if self.ends_at(id) {
            return Vec::new();
        }
        let inputs = self.network.inputs(id);
        let truth = self.values[id.index()];
        let enough = if truth {
            needed as usize
        } else {
            (inputs.len() + 1).saturating_sub(needed as usize)
        };
        let agrees = |input: &&Literal| (self.values[input.id.index()] == input.positive) == truth;
        let mut chosen: Vec<Literal> = inputs.iter().filter(agrees).copied().collect();
        chosen.sort_by_key(|input| self.costs[input.id.index()]);
        chosen.truncate(enough);
        chosen
    }

    fn tree(&self, id: Id) -> Cause {
        let because = self.chosen(id).into_iter().map(|input| self.tree(input.id)).collect();
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
            let values = reference::ordered(&network, &truth);
            for id in network.ids() {
                let ends = explain(&network, &values, id, &|_| false).ends();
                let fixed = |id| ends.iter().find(|end| end.0 == id).map(|end| end.1);
                for _ in 0..8 {
                    let other = random.next_u64();
                    let changed =
                        |id| fixed(id).unwrap_or(bit(id).is_some_and(|bit| other >> bit & 1 == 1));
                    let other = reference::ordered(&network, &changed);
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
        let ends = |state: &State, of, stop: &dyn Fn(_) -> bool| {
            explain(state.network(), &state.values(), of, stop).ends()
        };
        assert_eq!(ends(&state, some, &|_| false), [(a, false), (c, false)]);
        assert_eq!(ends(&state, two, &|_| false), [(a, false), (c, false)]);
        for input in [a, b, c] {
            state.set(input, true);
        }
        state.propagate();
        assert_eq!(ends(&state, some, &|_| false), [(c, true)]);
        assert_eq!(ends(&state, two, &|_| false), [(c, true), (a, true), (b, true)]);
        assert_eq!(ends(&state, two, &|id| id == both), [(both, true), (c, true)]);
    }
}
