//! The regression: parameter values, error over samples, and Adam steps.

use super::sample::Sample;
use crate::knowledge::Knowledge;
use anyhow::{Result, ensure};

/// Decay rates of the first and second moments. Source: defaults of the Adam paper.
const MOMENTS: [f64; 2] = [0.9, 0.999];

/// Parameters of the optimiser.
#[derive(Clone, Debug, clap::Args)]
pub struct AdamOptions {
    /// Learning rate of Adam, in centipawns per step.
    #[arg(long, default_value = "1.0")]
    pub rate: f64,
    /// L2 regularisation toward the initial weights, in error per squared centipawn.
    #[arg(long, alias = "anchor", default_value = "1e-8")]
    pub l2: f64,
    /// Weight of the search score in the training target, 0 to 1; the rest is the game result.
    #[arg(long, default_value = "0.3", value_parser = parse_share)]
    pub blend: f64,
}

/// A number from 0 to 1.
fn parse_share(text: &str) -> Result<f64> {
    let share = text.parse()?;
    ensure!((0.0..=1.0).contains(&share), "not between 0 and 1");
    Ok(share)
}

/// State of the optimiser.
#[derive(Debug)]
pub(super) struct Fit {
    values: Vec<[f64; 2]>,
    initial: Vec<[f64; 2]>,
    first_moment: Vec<[f64; 2]>,
    second_moment: Vec<[f64; 2]>,
    steps: i32,
    /// Factor of the score in the exponent of the logistic curve.
    scale: f64,
    options: AdamOptions,
}

impl Fit {
    pub(super) fn new(knowledge: &Knowledge, options: AdamOptions) -> Self {
        let values: Vec<[f64; 2]> =
            knowledge.parameters().iter().map(|parameter| parameter.value.map(f64::from)).collect();
        Self {
            initial: values.clone(),
            first_moment: vec![[0.0; 2]; values.len()],
            second_moment: vec![[0.0; 2]; values.len()],
            values,
            steps: 0,
            scale: 1.0,
            options,
        }
    }

    /// Sets the scale that minimises the error of the current weights, by golden-section search.
    pub(super) fn choose_scale(&mut self, samples: &[Sample]) -> f64 {
        const RATIO: f64 = 0.618_033_988_749_895;
        let (mut low, mut high) = (0.2, 3.0);
        for _ in 0..20 {
            let span = (high - low) * RATIO;
            let [left, right] = [high - span, low + span].map(|scale| {
                self.scale = scale;
                self.mean_squared_error(samples)
            });
            if left < right { high = low + span } else { low = high - span }
        }
        self.scale = f64::midpoint(low, high);
        self.scale
    }

    /// Mean squared error of the predicted points against the game results.
    pub(super) fn mean_squared_error(&self, samples: &[Sample]) -> f64 {
        let sum: f64 =
            samples.iter().map(|s| (f64::from(s.points) - self.prediction(s)).powi(2)).sum();
        sum / samples.len().max(1) as f64
    }

    /// The training target: the game result blended with the points expected from the search score.
    fn target(&self, sample: &Sample) -> f64 {
        let promised = self.expected_points(f64::from(sample.score));
        f64::from(sample.points).mul_add(1.0 - self.options.blend, promised * self.options.blend)
    }

    /// White's expected points for a score in centipawns.
    fn expected_points(&self, score: f64) -> f64 {
        1.0 / (1.0 + 10_f64.powf(-self.scale * score / 400.0))
    }

    fn prediction(&self, sample: &Sample) -> f64 {
        self.expected_points(sample.score_with(&self.values))
    }

    /// One Adam step on the gradient of the error over all samples.
    pub(super) fn step(&mut self, samples: &[Sample]) {
        let mut gradient = vec![[0.0; 2]; self.values.len()];
        let slope = self.scale * std::f64::consts::LN_10 / 400.0;
        for sample in samples {
            let expected = self.prediction(sample);
            let pull = (expected - self.target(sample)) * expected * (1.0 - expected) * slope;
            for &(parameter, count) in &sample.counts {
                for (phase, taper) in sample.taper.into_iter().enumerate() {
                    gradient[usize::from(parameter)][phase] +=
                        pull * f64::from(count) * f64::from(taper);
                }
            }
        }
        self.steps += 1;
        let correction = MOMENTS.map(|decay| 1.0 - decay.powi(self.steps));
        let share = 2.0 / samples.len().max(1) as f64;
        for (index, slopes) in gradient.into_iter().enumerate() {
            for (phase, slope) in slopes.into_iter().enumerate() {
                let drift = self.values[index][phase] - self.initial[index][phase];
                let slope = slope * share + 2.0 * self.options.l2 * drift;
                let first = &mut self.first_moment[index][phase];
                let second = &mut self.second_moment[index][phase];
                *first = MOMENTS[0] * *first + (1.0 - MOMENTS[0]) * slope;
                *second = MOMENTS[1] * *second + (1.0 - MOMENTS[1]) * slope * slope;
                let size = (*second / correction[1]).sqrt() + 1e-12;
                self.values[index][phase] -= self.options.rate * *first / correction[0] / size;
            }
        }
    }

    /// The values, rounded to whole centipawns.
    pub(super) fn values(&self) -> Vec<[i32; 2]> {
        self.values.iter().map(|pair| pair.map(|value| value.round() as i32)).collect()
    }
}
