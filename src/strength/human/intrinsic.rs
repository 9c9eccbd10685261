//! The intrinsic rating of a player's moves: the rating at which the model makes them most likely.
//! Source of the idea: Regan and Haworth, "Intrinsic Chess Ratings" (2011); here the likelihood of the model's own choices
//! takes the place of their two parameters of the losses.

use super::features::rows;
use super::model::{HumanModel, choice_probabilities};
use super::situation::{DEPTHS, MoveValues, Situation, expected_score};
use std::fmt;

/// Ratings that are tried: the first and the step.
const FIRST: f64 = 400.0;
const STEP: f64 = 25.0;
/// How many: up to 2800.
const TRIED: usize = 97;
/// Plies of a game that are not rated: many players know them by heart.
pub const UNRATED_PLIES: usize = 12;
/// Fewer moves say nothing.
const FEWEST: usize = 10;

/// Standard error of the model beside that of the sample: how far the ratings of people of a band are from its middle
/// (docs/human.md).
const MODEL_ERROR: f64 = 60.0;
/// Standard errors to the ends of the 95 % interval of a normal distribution.
const ERRORS_95: f64 = 1.96;
/// Part of half the interval by which its middle may be beside the rating where one figure stands for both halves.
const SYMMETRIC: f64 = 0.1;

/// A rating by the moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IntrinsicRating {
    /// Mean of the posterior distribution with an even prior from 400 to 2800.
    pub rating: f64,
    /// Its standard error, by the sample of moves alone.
    pub error: f64,
    /// The ends of the 95 % interval, by the sample and the model's own error, a standard error of 60.
    pub interval: [f64; 2],
    /// Moves rated.
    pub moves: usize,
}

impl IntrinsicRating {
    /// A rating whose error is normally distributed.
    pub fn normal(rating: f64, error: f64, moves: usize) -> Self {
        let half = ERRORS_95 * error.hypot(MODEL_ERROR);
        Self { rating, error, interval: [rating - half, rating + half], moves }
    }

    /// The standard error, by the sample and the model.
    pub fn whole_error(&self) -> f64 {
        self.error.hypot(MODEL_ERROR)
    }

    /// The rating with its 95 % interval: `1436 ±136`, or `944 (449 to 1608)` where the rating is not in its middle.
    pub fn figure(&self) -> String {
        let (rating, [low, high]) = (self.rating, self.interval);
        let half = (high - low) / 2.0;
        match (rating - low - half).abs() <= SYMMETRIC * half {
            true => format!("{rating:.0} ±{half:.0}"),
            false => format!("{rating:.0} ({low:.0} to {high:.0})"),
        }
    }
}

/// The rating below which the probability is `share`, where each rating tried has its weight, of `total`, and the model errs
/// by a logistic distribution with its standard error, whose shares are near those of a normal one.
fn quantile(weights: &[f64], total: f64, share: f64) -> f64 {
    let scale = MODEL_ERROR * 3.0_f64.sqrt() / std::f64::consts::PI;
    let below = |at: f64| {
        let each = (0..).zip(weights).map(|(index, weight)| {
            let rating = FIRST + STEP * f64::from(index);
            weight / (1.0 + ((rating - at) / scale).exp())
        });
        each.sum::<f64>() / total
    };
    let mut ends = [FIRST - 1000.0, FIRST + STEP * TRIED as f64 + 1000.0];
    // To less than a hundredth of a point.
    for _ in 0..20 {
        let middle = f64::midpoint(ends[0], ends[1]);
        ends[usize::from(below(middle) >= share)] = middle;
    }
    ends[0]
}

impl fmt::Display for IntrinsicRating {
    /// With a 95 % interval and the number of moves.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} by {} moves", self.figure(), self.moves)
    }
}

/// Collects moves of one player.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveRater {
    /// Logarithm of the likelihood at each rating tried.
    likelihood: Vec<f64>,
    /// Expected loss and its variance at each rating tried, and the real loss.
    expected: Vec<[f64; 2]>,
    lost: f64,
    moves: usize,
}

impl Default for MoveRater {
    fn default() -> Self {
        let (likelihood, expected) = (vec![0.0; TRIED], vec![[0.0; 2]; TRIED]);
        Self { likelihood, expected, lost: 0.0, moves: 0 }
    }
}

impl MoveRater {
    /// Takes the move `played` of `values`, those of all legal moves. A forced move says nothing.
    pub fn add(
        &mut self,
        model: &HumanModel,
        situation: &Situation,
        values: &[MoveValues],
        played: usize,
    ) {
        if values.len() < 2 || played >= values.len() {
            return;
        }
        let score = |of: &MoveValues| expected_score(of.by_depth[DEPTHS - 1]);
        let best = values.iter().map(score).fold(0.0, f64::max);
        let losses: Vec<f64> = values.iter().map(|of| best - score(of)).collect();
        let rows = rows(situation, values);
        let at_knots = model.utilities(&rows);
        for (index, (likelihood, expected)) in
            self.likelihood.iter_mut().zip(&mut self.expected).enumerate()
        {
            let rating = FIRST + STEP * index as f64;
            let [values, habits] = model.knots().weight_shares(rating);
            let part = |shares: [(usize, f64); 2], at: usize, which: usize| -> f64 {
                shares.iter().map(|&(knot, share)| at_knots[knot][at][which] * share).sum()
            };
            let utility = |at: usize| part(values, at, 0) + part(habits, at, 1);
            let utilities: Vec<f64> = (0..rows.len()).map(utility).collect();
            let probabilities = choice_probabilities(&utilities, rating);
            *likelihood += probabilities[played].max(f64::MIN_POSITIVE).ln();
            let mean = |power: i32| -> f64 {
                probabilities.iter().zip(&losses).map(|(p, loss)| p * loss.powi(power)).sum()
            };
            let first = mean(1);
            expected[0] += first;
            expected[1] += mean(2) - first * first;
        }
        self.lost += losses[played];
        self.moves += 1;
    }

    /// Moves taken.
    pub const fn moves(&self) -> usize {
        self.moves
    }

    /// The number of moves and the likelihoods in hundredths: what [`Self::from_text`] reads. The losses are left out.
    pub fn to_text(&self) -> String {
        let hundredths = self.likelihood.iter().map(|it| format!("{:.0}", it * 100.0));
        std::iter::once(self.moves.to_string()).chain(hundredths).collect::<Vec<_>>().join(",")
    }

    /// Reads what [`Self::to_text`] writes; `None` if it is anything else.
    pub fn from_text(text: &str) -> Option<Self> {
        let (moves, likelihood) = text.split_once(',')?;
        let hundredths =
            likelihood.split(',').map(|it| it.parse::<i32>().ok().map(|it| f64::from(it) / 100.0));
        let likelihood: Vec<f64> = hundredths.collect::<Option<_>>()?;
        let moves = moves.parse().ok()?;
        (likelihood.len() == TRIED).then(|| Self { likelihood, moves, ..Self::default() })
    }

    /// Takes the moves of another one.
    pub fn merge(&mut self, other: &Self) {
        self.likelihood.iter_mut().zip(&other.likelihood).for_each(|(own, other)| *own += other);
        for (own, other) in self.expected.iter_mut().zip(&other.expected) {
            own[0] += other[0];
            own[1] += other[1];
        }
        self.lost += other.lost;
        self.moves += other.moves;
    }

    /// The rating by the likelihood of the moves; `None` with too few.
    pub fn rating(&self) -> Option<IntrinsicRating> {
        if self.moves < FEWEST {
            return None;
        }
        let most = self.likelihood.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = self.likelihood.iter().map(|it| (it - most).exp()).collect();
        let total: f64 = weights.iter().sum();
        let mean = |of: &dyn Fn(f64) -> f64| -> f64 {
            let at = |(index, weight): (usize, &f64)| of(FIRST + STEP * index as f64) * weight;
            weights.iter().enumerate().map(at).sum::<f64>() / total
        };
        let rating = mean(&|at| at);
        let error = mean(&|at| (at - rating).powi(2)).sqrt();
        let interval = [0.025, 0.975].map(|share| quantile(&weights, total, share));
        Some(IntrinsicRating { rating, error, interval, moves: self.moves })
    }

    /// The rating at which the model would lose as much as was lost; `None` with too few moves.
    pub fn rating_by_losses(&self) -> Option<RatingByLosses> {
        if self.moves < FEWEST {
            return None;
        }
        let off = |index: &usize| (self.expected[*index][0] - self.lost).abs();
        let at = (0..TRIED).min_by(|a, b| off(a).total_cmp(&off(b)))?;
        let [low, high] = [at.saturating_sub(4), (at + 4).min(TRIED - 1)];
        let slope = (self.expected[low][0] - self.expected[high][0]) / ((high - low) as f64 * STEP);
        let error = self.expected[at][1].sqrt() / slope.abs().max(1e-9);
        let rating = FIRST + STEP * at as f64;
        Some(match at {
            0 => RatingByLosses::AtMost(rating),
            _ if at + 1 == TRIED => RatingByLosses::AtLeast(rating),
            _ => RatingByLosses::Within { rating, error },
        })
    }
}

/// A rating by the losses; at an edge of the ratings that are tried it is a bound, and its error is not known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RatingByLosses {
    /// As much was lost as by the lowest rating, or more.
    AtMost(f64),
    /// As little was lost as by the highest rating, or less.
    AtLeast(f64),
    /// A rating between them.
    Within {
        /// The rating.
        rating: f64,
        /// Its standard error.
        error: f64,
    },
}

impl fmt::Display for RatingByLosses {
    /// With its standard error.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtMost(rating) => write!(f, "≤ {rating:.0}"),
            Self::AtLeast(rating) => write!(f, "≥ {rating:.0}"),
            Self::Within { rating, error } => write!(f, "{rating:.0} ± {error:.0}"),
        }
    }
}
