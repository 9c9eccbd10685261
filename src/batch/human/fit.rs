//! Maximum likelihood of the weights of the human strength model, with a ridge and a smoothness penalty.

use super::lbfgs::minimise;
use crate::strength::human::{
    COUNT, HumanModel, Knots, Provenance, Row, VALUE_FEATURES, choice_probabilities, softmax,
    utility,
};

/// A decision: the features of every legal move, and the move that was played.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// Rating of the player.
    pub rating: f64,
    /// Features of the moves.
    pub rows: Vec<Row>,
    /// Index of the played move.
    pub played: usize,
}

/// Penalties on the weights of standardised features.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Penalties {
    /// Ridge penalty: half the squared weight of a standardised feature times this.
    #[arg(long, default_value = "2", allow_negative_numbers = true, value_parser = penalty)]
    pub ridge: f64,
    /// Smoothness penalty: half the squared difference of weights at neighbouring knots times this.
    #[arg(long, default_value = "60", allow_negative_numbers = true, value_parser = penalty)]
    pub smoothness: f64,
}

/// A number from 0 to a million.
fn penalty(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| (0.0..=1e6).contains(number));
    number.ok_or_else(|| "not a number from 0 to 1000000".to_owned())
}

/// The regression over samples whose features have deviation 1.
#[derive(Debug)]
pub(super) struct Regression<'a> {
    samples: &'a [Sample],
    knots: Knots,
    deviations: [f64; COUNT],
    penalties: Penalties,
}

impl<'a> Regression<'a> {
    pub(super) fn new(samples: &'a [Sample], knots: Knots, penalties: Penalties) -> Self {
        let rows = || samples.iter().flat_map(|sample| &sample.rows);
        let count = rows().count().max(1) as f64;
        let (mut sums, mut squares) = ([0.0; COUNT], [0.0; COUNT]);
        for row in rows() {
            for (index, &value) in row.iter().enumerate() {
                sums[index] += f64::from(value);
                squares[index] += f64::from(value) * f64::from(value);
            }
        }
        let deviation = |index: usize| {
            let mean: f64 = sums[index] / count;
            (squares[index] / count - mean * mean).max(0.0).sqrt() + 1e-9
        };
        Self { samples, knots, deviations: std::array::from_fn(deviation), penalties }
    }

    /// The model with the largest penalised likelihood.
    pub(super) fn fit(&self, iterations: usize, notify: impl FnMut(usize, f64)) -> HumanModel {
        let start = vec![0.0; self.knots.count() * COUNT];
        let found = minimise(start, iterations, |at| self.objective(at), notify);
        let plain = |knot: &[f64]| -> [f64; COUNT] {
            std::array::from_fn(|index| knot[index] / self.deviations[index])
        };
        let weights = found.chunks(COUNT).map(plain).collect();
        HumanModel::new(Provenance::default(), self.knots.clone(), weights)
    }

    /// The penalised negative logarithm of the likelihood for each sample, and its gradient. `at` has the weights of the
    /// standardised features, knot by knot.
    fn objective(&self, at: &[f64]) -> (f64, Vec<f64>) {
        let mut gradient = vec![0.0; at.len()];
        let mut value = 0.0;
        for sample in self.samples {
            let [of_values, of_habits] = self.knots.weight_shares(sample.rating);
            let shares = |index: usize| if index < VALUE_FEATURES { of_values } else { of_habits };
            let weights: [f64; COUNT] = std::array::from_fn(|index| {
                let at_knot = |(knot, share): (usize, f64)| at[knot * COUNT + index] * share;
                shares(index).into_iter().map(at_knot).sum::<f64>() / self.deviations[index]
            });
            let utilities: Vec<f64> =
                sample.rows.iter().map(|row| utility(&weights, row)).collect();
            let probabilities = softmax(&utilities);
            value -= probabilities[sample.played].max(f64::MIN_POSITIVE).ln();
            // Expected minus played features.
            let mut pull = [0.0; COUNT];
            for (index, (row, probability)) in sample.rows.iter().zip(&probabilities).enumerate() {
                let share = probability - if index == sample.played { 1.0 } else { 0.0 };
                pull.iter_mut().zip(row).for_each(|(pull, &x)| *pull += share * f64::from(x));
            }
            for (index, pull) in pull.iter().enumerate() {
                for (knot, share) in shares(index) {
                    gradient[knot * COUNT + index] += share * pull / self.deviations[index];
                }
            }
        }
        let Penalties { ridge, smoothness } = self.penalties;
        for (index, &weight) in at.iter().enumerate() {
            value += 0.5 * ridge * weight * weight;
            gradient[index] += ridge * weight;
            if let Some(next) = at.get(index + COUNT) {
                let step = next - weight;
                value += 0.5 * smoothness * step * step;
                gradient[index] -= smoothness * step;
                gradient[index + COUNT] += smoothness * step;
            }
        }
        let count = self.samples.len().max(1) as f64;
        gradient.iter_mut().for_each(|slope| *slope /= count);
        (value / count, gradient)
    }
}

/// How well a model guesses moves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Guesses {
    /// The inverse of the geometric mean of the probabilities of the played moves.
    pub perplexity: f64,
    /// Share of the played moves that were the most probable.
    pub guessed: f64,
}

impl Guesses {
    pub(super) fn of(model: &HumanModel, samples: &[Sample]) -> Self {
        let count = samples.len().max(1) as f64;
        let (mut logarithm, mut guessed) = (0.0, 0.0);
        for sample in samples {
            let weights = model.weights(sample.rating);
            let utilities: Vec<f64> =
                sample.rows.iter().map(|row| utility(&weights, row)).collect();
            let probabilities = choice_probabilities(&utilities, sample.rating);
            let played = probabilities[sample.played];
            logarithm -= played.max(f64::MIN_POSITIVE).ln();
            guessed += f64::from(u8::from(probabilities.iter().all(|&other| other <= played)));
        }
        Self { perplexity: (logarithm / count).exp(), guessed: guessed / count }
    }
}

#[cfg(test)]
mod tests {
    use super::{Guesses, Penalties, Regression, Sample};
    use crate::base::Random;
    use crate::strength::human::{COUNT, Knots, softmax, utility};

    const PENALTIES: Penalties = Penalties { ridge: 0.5, smoothness: 2.0 };

    /// Decisions of players whose weight for feature 0 grows with the rating.
    fn samples(count: usize) -> Vec<Sample> {
        let mut random = Random::new(3);
        let mut share = move || (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let sample = |_| {
            let rating = 900.0 + 1500.0 * share();
            let rows: Vec<[f32; COUNT]> =
                (0..6).map(|_| std::array::from_fn(|_| (share() - 0.5) as f32)).collect();
            let mut weights = [0.0; COUNT];
            weights[0] = (rating - 800.0) / 200.0;
            let utilities: Vec<f64> = rows.iter().map(|row| utility(&weights, row)).collect();
            let (mut rest, mut played) = (share(), 0);
            for (index, probability) in softmax(&utilities).into_iter().enumerate() {
                rest -= probability;
                if rest > 0.0 {
                    played = (index + 1).min(5);
                }
            }
            Sample { rating, rows, played }
        };
        (0..count).map(sample).collect()
    }

    #[test]
    fn the_gradient_agrees_with_finite_differences() {
        let samples = samples(20);
        let regression = Regression::new(&samples, Knots::default(), PENALTIES);
        let count = Knots::default().count() * COUNT;
        let at: Vec<f64> =
            (0..count).map(|index| ((index * 37 % 101) as f64 - 50.0) / 100.0).collect();
        let (_, gradient) = regression.objective(&at);
        for index in (0..count).step_by(7) {
            let moved = |by: f64| {
                let mut to = at.clone();
                to[index] += by;
                regression.objective(&to).0
            };
            let difference = (moved(1e-5) - moved(-1e-5)) / 2e-5;
            assert!((difference - gradient[index]).abs() < 1e-6, "{index}: {difference}");
        }
    }

    #[test]
    fn the_fit_finds_the_weight_that_grows_with_the_rating() {
        let samples = samples(3000);
        let regression = Regression::new(&samples, Knots::default(), PENALTIES);
        let model = regression.fit(60, |_, _| {});
        let weights = [1000.0, 1600.0, 2200.0].map(|rating| model.weights(rating)[0]);
        let expected = [1.0, 4.0, 7.0];
        for (weight, expected) in weights.into_iter().zip(expected) {
            assert!((weight - expected).abs() < 1.5, "{weights:?}");
        }
        let (fitted, none) = (Guesses::of(&model, &samples), 6.0);
        assert!(fitted.perplexity < none && fitted.guessed > 0.3, "{fitted:?}");
    }
}
