//! The record of a propagation: its end, its way back, its queue and its flips against the state that made it.

use super::random_network;
use crate::base::Random;
use crate::propnet::{Id, Pair, Propagation as _, State, Stepper};
use std::sync::Arc;

/// Everything that is seen at a step.
#[derive(Debug, PartialEq)]
struct Seen {
    values: Vec<bool>,
    counts: Vec<usize>,
    sums: Vec<Pair>,
    queue: Vec<Id>,
}

fn seen(stepper: &Stepper) -> Seen {
    let ids: Vec<Id> = stepper.network().ids().collect();
    Seen {
        values: ids.iter().map(|&id| stepper.is_true(id)).collect(),
        counts: ids.iter().map(|&id| stepper.count(id).0).collect(),
        sums: stepper.sums().to_vec(),
        queue: stepper.queue().collect(),
    }
}

#[test]
fn steps_lead_to_the_end_and_back_by_the_same_states() {
    let mut flipped_back = 0;
    for seed in 0..20 {
        let (network, inputs) = random_network(seed);
        let mut random = Random::new(seed + 7);
        let mut state = State::new(Arc::clone(&network));
        for _ in 0..20 {
            for _ in 0..=random.below(4) {
                let id = inputs[usize::try_from(random.below(12)).unwrap()];
                state.set(id, random.below(2) == 0);
            }
            let (flips, signals) = state.activity();
            let mut stepper = Stepper::record(&mut state);
            let mut forwards = vec![seen(&stepper)];
            while stepper.forward() {
                let before = &forwards[forwards.len() - 1];
                let now = seen(&stepper);
                // The queue is taken from the front; what is new stands at its end.
                let taken = stepper.last().unwrap();
                assert_eq!(before.queue[0], taken.component);
                let entered = stepper.told(taken).iter().filter(|told| told.flips());
                let entered: Vec<Id> = entered.map(|told| told.reader).collect();
                assert_eq!(now.queue, [&before.queue[1..], &entered].concat());
                forwards.push(now);
            }
            let end = seen(&stepper);
            assert_eq!((end.values, end.sums), (state.values(), state.sums().to_vec()));
            assert!(end.queue.is_empty());
            let steps = stepper.steps();
            let flipped = steps.iter().filter(|step| step.truth.is_some());
            flipped_back += steps.len() - flipped.clone().count();
            let told: usize = steps.iter().map(|step| stepper.told(step).len()).sum();
            let counted = (flips + flipped.count() as u64, signals + told as u64);
            assert_eq!(state.activity(), counted);
            for expected in forwards.iter().rev().skip(1) {
                assert!(stepper.back());
                assert_eq!(seen(&stepper), *expected);
            }
            assert!(!stepper.back());
        }
    }
    assert!(flipped_back > 0, "some component flips back while it waits");
}

#[test]
fn every_flip_of_a_component_is_found_both_ways() {
    let (mut several, mut none) = (0, 0);
    for seed in 0..20 {
        let (network, inputs) = random_network(seed);
        let mut state = State::new(Arc::clone(&network));
        inputs.iter().step_by(2).for_each(|&id| state.set(id, true));
        let mut stepper = Stepper::record(&mut state);
        for id in network.ids() {
            let steps = stepper.steps().iter().enumerate();
            let flips = steps.filter(|(_, step)| step.component == id && step.truth.is_some());
            let flips: Vec<usize> = flips.map(|(index, _)| index + 1).collect();
            several += usize::from(flips.len() > 1);
            none += usize::from(flips.is_empty());
            let mut found = Vec::new();
            while stepper.forward_to(|it| it == id) {
                found.push(stepper.at());
            }
            assert_eq!(found, flips);
            assert_eq!(stepper.at(), stepper.steps().len());
            let mut found = Vec::new();
            // A flip at the end is where the way back begins.
            if flips.last() == Some(&stepper.at()) {
                found.push(stepper.at());
            }
            while stepper.back_to(|it| it == id) {
                found.push(stepper.at());
            }
            found.reverse();
            assert_eq!((found, stepper.at()), (flips, 0));
        }
    }
    assert!(several > 0 && none > 0, "{several} {none}");
}
