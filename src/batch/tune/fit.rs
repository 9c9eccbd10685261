//! The regression: values of all parameters, the error over samples, and one step down its gradient.

use super::Options;
use super::sample::Sample;
use crate::knowledge::{Category, Knowledge, Parameter};

/// Decay of the first and second moments. Source: the figures that Adam's authors recommend.
const MOMENTS: [f64; 2] = [0.9, 0.999];

/// Is `parameter` outside the linear sum: the endgame scale multiplies it, the initiative depends on its sign?
pub(super) fn is_curved(parameter: &Parameter) -> bool {
    parameter.category == Category::EndgameScale || parameter.weight.starts_with("initiative.")
}

/// The state of a fit.
#[derive(Debug)]
pub(super) struct Fit {
    values: Vec<[f64; 2]>,
    begun: Vec<[f64; 2]>,
    first: Vec<[f64; 2]>,
    second: Vec<[f64; 2]>,
    steps: i32,
    /// Centipawns to the exponent of the expected score.
    scale: f64,
    rate: f64,
    anchor: f64,
    blend: f64,
}

impl Fit {
    pub(super) fn new(knowledge: &Knowledge, options: &Options) -> Self {
        let values: Vec<[f64; 2]> =
            knowledge.parameters().iter().map(|parameter| parameter.value.map(f64::from)).collect();
        Self {
            begun: values.clone(),
            first: vec![[0.0; 2]; values.len()],
            second: vec![[0.0; 2]; values.len()],
            values,
            steps: 0,
            scale: 1.0,
            rate: options.rate,
            anchor: options.anchor,
            blend: options.blend,
        }
    }

    /// Finds the scale at which the present weights explain the results best, by golden-section search.
    pub(super) fn choose_scale(&mut self, samples: &[Sample]) -> f64 {
        const RATIO: f64 = 0.618_033_988_749_895;
        let (mut low, mut high) = (0.2, 3.0);
        for _ in 0..20 {
            let span = (high - low) * RATIO;
            let [left, right] = [high - span, low + span].map(|scale| {
                self.scale = scale;
                self.error(samples)
            });
            if left < right { high = low + span } else { low = high - span }
        }
        self.scale = f64::midpoint(low, high);
        self.scale
    }

    /// Mean squared difference between expected and real points: how well the weights foretell results.
    pub(super) fn error(&self, samples: &[Sample]) -> f64 {
        let sum: f64 =
            samples.iter().map(|s| (f64::from(s.points) - self.expected(s)).powi(2)).sum();
        sum / samples.len().max(1) as f64
    }

    /// The points to learn: the result, blended with what the search's score promised.
    fn target(&self, sample: &Sample) -> f64 {
        let promised = self.points_of(f64::from(sample.score));
        f64::from(sample.points).mul_add(1.0 - self.blend, promised * self.blend)
    }

    /// White's expected points at a score in centipawns.
    fn points_of(&self, score: f64) -> f64 {
        1.0 / (1.0 + 10_f64.powf(-self.scale * score / 400.0))
    }

    fn expected(&self, sample: &Sample) -> f64 {
        let taper = sample.taper.map(f64::from);
        let linear: f64 = sample
            .counts
            .iter()
            .map(|&(parameter, count)| {
                let [mg, eg] = self.values[usize::from(parameter)];
                f64::from(count) * (mg * taper[0] + eg * taper[1])
            })
            .sum();
        self.points_of(linear + f64::from(sample.rest))
    }

    /// One step down the gradient of the error over all samples.
    pub(super) fn step(&mut self, samples: &[Sample]) {
        let mut gradient = vec![[0.0; 2]; self.values.len()];
        let slope = self.scale * std::f64::consts::LN_10 / 400.0;
        for sample in samples {
            let expected = self.expected(sample);
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
                let drift = self.values[index][phase] - self.begun[index][phase];
                let slope = slope * share + 2.0 * self.anchor * drift;
                let first = &mut self.first[index][phase];
                let second = &mut self.second[index][phase];
                *first = MOMENTS[0] * *first + (1.0 - MOMENTS[0]) * slope;
                *second = MOMENTS[1] * *second + (1.0 - MOMENTS[1]) * slope * slope;
                let size = (*second / correction[1]).sqrt() + 1e-12;
                self.values[index][phase] -= self.rate * *first / correction[0] / size;
            }
        }
    }

    /// The values, rounded to whole centipawns.
    pub(super) fn values(&self) -> Vec<[i32; 2]> {
        self.values.iter().map(|pair| pair.map(|value| value.round() as i32)).collect()
    }
}
