//! Simultaneous perturbation stochastic approximation (SPSA): finds the maximum of a noisy function of many parameters with
//! two evaluations a step, whatever their number.
//!
//! Source: J. C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic optimization" (1998), with
//! its exponents; step sizes are given for the last step, as testers of chess engines do (fishtest, OpenBench).

use crate::base::Random;
use serde::{Deserialize, Serialize};

/// Exponents of the step size and of the perturbation, and the share of the run that damps the first steps.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
const STABILITY: f64 = 0.1;

/// A parameter, its range and how far it is perturbed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuned {
    /// Name of the search parameter.
    pub name: String,
    /// Value at the start.
    pub start: i32,
    /// Smallest value.
    pub min: i32,
    /// Largest value.
    pub max: i32,
    /// Perturbation at the end of the run, in the parameter's unit.
    pub perturbation: f64,
}

/// The length of a run and the step size at its end, in perturbations for each game won more than lost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// Pairs of games.
    pub pairs: u64,
    /// Step size at the end.
    pub rate: f64,
}

/// The two sides of a pair: the values rounded to whole numbers and the directions of the perturbation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Perturbed {
    /// Values of the first and of the second engine.
    pub values: [Vec<i32>; 2],
    /// True where the first engine's value is the larger one.
    up: Vec<bool>,
}

impl Schedule {
    /// Perturbation of `tuned` in pair `pair`, which counts from 0.
    fn perturbation(self, tuned: &Tuned, pair: u64) -> f64 {
        tuned.perturbation * (self.pairs as f64 / (pair + 1) as f64).powf(GAMMA)
    }

    /// What one point more for the first engine adds to the value of `tuned` after pair `pair`.
    fn step(self, tuned: &Tuned, pair: u64) -> f64 {
        let (length, done) = (self.pairs as f64, (pair + 1) as f64);
        let damping = STABILITY * length;
        let gain = self.rate
            * tuned.perturbation.powi(2)
            * ((damping + length) / (damping + done)).powf(ALPHA);
        gain / self.perturbation(tuned, pair)
    }

    /// The engines of pair `pair` around `values`. Values between two whole numbers are rounded up as often as they are
    /// near the larger one, with one draw for both engines; `seed` and `pair` determine all draws.
    pub(super) fn perturb(
        self,
        tuned: &[Tuned],
        values: &[f64],
        seed: u64,
        pair: u64,
    ) -> Perturbed {
        let mut random = Random::new(Random::new(seed).next_u64() ^ pair);
        let mut perturbed = Perturbed { values: [vec![], vec![]], up: vec![] };
        for (tuned, &value) in tuned.iter().zip(values) {
            let (up, draw) = (random.below(2) == 1, random.share());
            let distance = self.perturbation(tuned, pair) * if up { 1.0 } else { -1.0 };
            for (side, distance) in perturbed.values.iter_mut().zip([distance, -distance]) {
                let drawn = (value + distance + draw).floor();
                side.push(drawn.clamp(tuned.min.into(), tuned.max.into()) as i32);
            }
            perturbed.up.push(up);
        }
        perturbed
    }

    /// Moves `values` after pair `pair`, which the first engine ended `lead` wins ahead (from -2 to 2).
    pub(super) fn update(
        self,
        tuned: &[Tuned],
        values: &mut [f64],
        pair: u64,
        perturbed: &Perturbed,
        lead: i32,
    ) {
        for ((tuned, value), up) in tuned.iter().zip(values).zip(&perturbed.up) {
            let step = self.step(tuned, pair) * f64::from(lead) * if *up { 1.0 } else { -1.0 };
            *value = (*value + step).clamp(tuned.min.into(), tuned.max.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Schedule, Tuned};
    use crate::base::Random;

    fn tuned(name: &str, start: i32) -> Tuned {
        Tuned { name: name.to_owned(), start, min: 0, max: 200, perturbation: 10.0 }
    }

    #[test]
    fn the_maximum_of_a_noisy_function_is_found() {
        let tuned = [tuned("a", 20), tuned("b", 160)];
        let schedule = Schedule { pairs: 20_000, rate: 0.01 };
        let mut values: Vec<f64> = tuned.iter().map(|it| it.start.into()).collect();
        // Points are won with a chance that is largest at (120, 60).
        let loss = |values: &[i32]| {
            f64::from((values[0] - 120).pow(2) + (values[1] - 60).pow(2)) / 20_000.0
        };
        let mut random = Random::new(3);
        for pair in 0..schedule.pairs {
            let sides = schedule.perturb(&tuned, &values, 1, pair);
            let chance = (loss(&sides.values[1]) - loss(&sides.values[0])).mul_add(0.5, 0.5);
            let lead = (0..2).map(|_| if random.share() < chance { 1 } else { -1 }).sum();
            schedule.update(&tuned, &mut values, pair, &sides, lead);
        }
        let near = (values[0] - 120.0).abs() < 12.0 && (values[1] - 60.0).abs() < 12.0;
        assert!(near, "{values:?}");
    }

    #[test]
    fn perturbations_are_symmetric_repeatable_and_in_range() {
        let tuned = [tuned("a", 100), tuned("b", 2)];
        let schedule = Schedule { pairs: 100, rate: 0.002 };
        let mut sums = [0; 2];
        for pair in 0..100 {
            let sides = schedule.perturb(&tuned, &[100.5, 2.0], 7, pair);
            assert_eq!(sides, schedule.perturb(&tuned, &[100.5, 2.0], 7, pair));
            let [first, second] = &sides.values;
            // Both values are rounded by one draw, so their middle is within a half of the value.
            assert!((first[0] + second[0] - 201).abs() <= 1, "{sides:?}");
            assert!(first.iter().chain(second).all(|value| (0..=200).contains(value)));
            sums[0] += i32::from(first[0] > second[0]);
            sums[1] += i32::from(first[1] > second[1]);
        }
        assert!(sums.iter().all(|sum| (30..=70).contains(sum)), "{sums:?}");
        // The perturbation at the end is the stated one.
        let sides = schedule.perturb(&tuned, &[100.0, 50.0], 7, 99);
        assert_eq!((sides.values[0][0] - sides.values[1][0]).abs(), 20);
    }
}
