//! Random networks against the reference evaluators, two inputs that swap, and every construction error.

pub mod oracle;
mod stepper;
mod text;

use super::explain::what_would_change;
use super::reference::{self, Querying};
use super::{Builder, Error, Id, Literal, Network, Propagation as _, State};
use crate::base::Random;
use oracle::{Backward, forward_until_stable};
use std::sync::Arc;

/// A random acyclic network: 12 inputs, 60 gates with up to 5 inputs of either sign, weights, tables and triggers.
pub(super) fn random_network(seed: u64) -> (Arc<Network>, Vec<Id>) {
    let mut random = Random::new(seed);
    let mut builder = Builder::default();
    let categories = ["a", "b"].map(|name| builder.category(name));
    let set = builder.bit_set("out", 72);
    let inputs: Vec<Id> = (0..12).map(|i| builder.input(&format!("in{i}")).id).collect();
    let mut known = inputs.clone();
    known.push(builder.constant("always", true).id);
    known.push(builder.constant("never", false).id);
    for i in 0..60_usize {
        let literals: Vec<Literal> = (0..1 + random.below(5))
            .map(|_| {
                let id = known[usize::try_from(random.below(known.len() as u64)).unwrap()];
                Literal { id, positive: random.below(3) > 0 }
            })
            .collect();
        let needed = 1 + u32::try_from(random.below(literals.len() as u64)).unwrap();
        let id = builder.at_least(&format!("gate{i}"), needed, literals).id;
        builder.weight(id, categories[0], [i32::try_from(i).unwrap(), 1]);
        if i % 7 == 0 {
            builder.table(id, categories[1], vec![[0, 0], [1, 5], [3, -2], [10, 100]]);
        }
        builder.trigger(set, i + 3, Literal { id, positive: i % 2 == 0 });
        known.push(id);
    }
    (builder.build().unwrap(), inputs)
}

#[test]
fn propagation_agrees_with_every_reference_after_every_change() {
    for seed in 0..20 {
        let (network, inputs) = random_network(seed);
        let mut random = Random::new(seed + 1000);
        let mut state = State::new(Arc::clone(&network));
        let mut querying = Querying::new(Arc::clone(&network));
        let mut truth = vec![false; network.len()];
        for _ in 0..50 {
            for _ in 0..=random.below(4) {
                let id = inputs[usize::try_from(random.below(12)).unwrap()];
                truth[id.index()] ^= true;
                state.set(id, truth[id.index()]);
                querying.set(id, truth[id.index()]);
            }
            state.propagate();
            querying.propagate();
            let expected = reference::forward(&network, &|id| truth[id.index()]);
            assert_eq!(state.values(), expected);
            assert!(network.ids().all(|id| querying.is_true(id) == expected[id.index()]));
            assert_eq!(forward_until_stable(&network, &|id| truth[id.index()]), expected);
            let mut backward = Backward::new(&network, &|id| truth[id.index()]);
            assert!(network.ids().all(|id| backward.query(id) == expected[id.index()]));
            let sums = network.sums(&expected);
            assert_eq!(state.sums(), sums);
            let wanted = (0..60).filter(|i| expected[14 + i] == (i % 2 == 0)).map(|i| 1 << (i + 3));
            assert_eq!(state.bits(super::SetId(0)), [wanted.sum::<u64>(), 0]);
        }
    }
}

#[test]
fn an_or_whose_inputs_swap_is_true_in_either_order() {
    let mut builder = Builder::default();
    let [a, b] = ["a", "b"].map(|name| builder.input(name).id);
    let or = builder.any("or", [a, b]).id;
    let after = builder.all("after", [or]).id;
    let network = builder.build().unwrap();
    for (first, second) in [((a, false), (b, true)), ((b, true), (a, false))] {
        let mut state = State::new(Arc::clone(&network));
        state.set(a, true);
        state.propagate();
        state.set(first.0, first.1);
        state.set(second.0, second.1);
        state.propagate();
        assert!(state.is_true(or) && state.is_true(after));
    }
}

#[test]
fn a_flip_that_cancels_before_propagation_is_not_signalled() {
    let mut builder = Builder::default();
    let [a, b] = ["a", "b"].map(|name| builder.input(name).id);
    let or = builder.any("or", [a, b]);
    builder.all("after", [or]);
    let mut state = State::new(builder.build().unwrap());
    state.set(a, true);
    state.propagate();
    let (flips, _) = state.activity();
    state.set(a, false);
    state.set(b, true);
    state.propagate();
    // Only the two inputs signal: the OR flipped twice before it was processed.
    assert_eq!(state.activity().0 - flips, 2);
}

/// A faulty construction and the message of its error.
type Fault<'a> = (&'a dyn Fn(&mut Builder), &'a str);

fn check_faults(cases: &[Fault<'_>]) {
    for (make, message) in cases {
        let mut builder = Builder::default();
        make(&mut builder);
        assert_eq!(builder.build().unwrap_err().to_string(), *message);
    }
}

#[test]
fn errors_of_edges_name_the_component() {
    check_faults(&[
        (
            &|b| {
                b.input("x");
                b.input("x");
            },
            "component \"x\" is defined twice",
        ),
        (
            &|b| {
                let lost = b.named("lost");
                b.any("reader", [lost]);
            },
            "component \"lost\" is used by \"reader\" but not defined",
        ),
        (
            &|b| {
                let later = b.named("later");
                let early = b.any("early", [later]);
                b.any("later", [!early]);
            },
            "component \"later\" depends on itself (cycle)",
        ),
    ]);
}

#[test]
fn errors_of_thresholds_and_triggers_name_the_component() {
    check_faults(&[
        (
            &|b| {
                let x = b.input("x");
                b.at_least("greedy", 2, [x]);
            },
            "component \"greedy\" needs 2 true inputs but has 1",
        ),
        (
            &|b| {
                let x = b.input("x");
                let set = b.bit_set("legal", 4);
                b.trigger(set, 4, x);
            },
            "set \"legal\": bit 4 of component \"x\" is out of range or has another trigger",
        ),
    ]);
}

#[test]
fn a_bit_has_one_trigger() {
    let mut builder = Builder::default();
    let x = builder.input("x");
    let set = builder.bit_set("goal", 1);
    builder.trigger(set, 0, x);
    builder.trigger(set, 0, !x);
    assert!(matches!(builder.build(), Err(Error::Trigger { bit: 0, .. })));
}

#[test]
fn what_would_change_a_proposition_changes_it() {
    let mut changed = 0;
    for seed in 0..30 {
        let (network, inputs) = random_network(seed);
        let word = Random::new(seed + 500).next_u64();
        let truth = |id: Id| word >> id.index() & 1 == 1;
        let values = reference::forward(&network, &truth);
        for id in network.ids() {
            if let Some(flips) = what_would_change(&network, &values, id) {
                let after =
                    reference::forward(&network, &|input| truth(input) != flips.contains(&input));
                assert_ne!(after[id.index()], values[id.index()]);
                assert!(flips.len() <= inputs.len());
                changed += 1;
            }
        }
    }
    // The set that is found changes most propositions.
    assert!(changed > 30 * 74 / 2, "{changed}");
}

#[test]
fn a_false_and_flips_with_its_false_inputs_and_a_constant_never_flips() {
    let mut builder = Builder::default();
    let [a, b, c] = ["a", "b", "c"].map(|name| builder.input(name).id);
    let never = builder.constant("never", false).id;
    let all = builder.all("all", [Literal::from(a), !b, c.into()]).id;
    let network = builder.build().unwrap();
    let values = reference::forward(&network, &|id| id == b);
    let flips = what_would_change(&network, &values, all);
    assert_eq!(flips, Some([a, b, c].into()));
    assert_eq!(what_would_change(&network, &values, never), None);
}
