//! The weights of the features by rating, the probabilities of the moves, the draw, and why a move was drawn.

use super::features::{COUNT, FEATURES, Row, VALUE_FEATURES, rows};
use super::situation::{DEPTHS, MoveValues, Situation};
use crate::base::{Elo, Random, RonError, read_ron};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

/// Lowest level of the dial.
pub const MIN_RATING: Elo = Elo(600);
/// Highest limited level of the dial.
pub const MAX_RATING: Elo = Elo(2400);
/// From here on the best move of the search takes over.
const TAKEOVER: f64 = 2200.0;
/// Rating at which only the best move would be played.
const TAKEN_OVER: f64 = 2600.0;
/// Ratings at which the games suffice; beyond them the weights are extrapolated.
const FITTED: [Elo; 2] = [Elo(1000), Elo(2200)];
/// The name of the shipped weights in messages.
const SHIPPED: &str = "assets/human.ron";

/// Ratings between which the weights are linear; beyond the ends the nearest line continues.
///
/// Invariant: at least two, strictly rising.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Knots(Vec<u16>);

impl Default for Knots {
    fn default() -> Self {
        Self(vec![1000, 1300, 1600, 1900, 2200])
    }
}

impl Knots {
    /// Number of knots.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The two knots on whose line `rating` lies, with their shares, which sum to 1.
    pub fn shares(&self, rating: f64) -> [(usize, f64); 2] {
        let above = self.0.iter().position(|&knot| f64::from(knot) > rating);
        let upper = above.unwrap_or(self.0.len()).clamp(1, self.0.len() - 1);
        let (low, high) = (f64::from(self.0[upper - 1]), f64::from(self.0[upper]));
        let share = (rating - low) / (high - low);
        [(upper - 1, 1.0 - share), (upper, share)]
    }
}

/// Where weights are from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// Games, program and command.
    pub source: String,
    /// Positions fitted to.
    pub positions: usize,
    /// Positions of other games.
    pub held_back: usize,
    /// Perplexity of the moves fitted to, and of those held back.
    pub perplexity: [f64; 2],
    /// Share of the held-back moves that were the most probable.
    pub guessed: f64,
}

/// The model: a weight of each feature at each knot.
#[derive(Clone, Debug, PartialEq)]
pub struct HumanModel {
    /// Where the weights are from.
    pub provenance: Provenance,
    knots: Knots,
    /// `[knot][feature]`.
    weights: Vec<[f64; COUNT]>,
}

/// The weights file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WeightsFile {
    provenance: Provenance,
    knots: Knots,
    /// By the name of the feature, one weight for each knot.
    weights: BTreeMap<String, Vec<f64>>,
}

/// An error in a weights file.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum HumanModelError {
    /// The text is not a weights file.
    #[error(transparent)]
    Syntax(#[from] RonError),
    /// The knots do not rise.
    #[error("{file}: knots: at least two rising ratings are required")]
    Knots {
        /// The file.
        file: String,
    },
    /// A feature is unknown, missing, or has a wrong number of weights.
    #[error("{file}: weights: feature {feature:?}: {problem}")]
    Feature {
        /// The file.
        file: String,
        /// The name of the feature.
        feature: String,
        /// The problem.
        problem: String,
    },
}

impl HumanModel {
    /// The built-in model.
    pub fn shipped() -> &'static Self {
        static MODEL: LazyLock<HumanModel> = LazyLock::new(|| {
            let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/human.ron"));
            let model = HumanModel::from_text(SHIPPED, text);
            debug_assert!(model.is_ok(), "{model:?}");
            let none = HumanModel::new(Provenance::default(), Knots::default(), Vec::new());
            model.unwrap_or(none)
        });
        &MODEL
    }

    /// A model with `weights[knot][feature]`; missing ones are 0.
    pub fn new(provenance: Provenance, knots: Knots, mut weights: Vec<[f64; COUNT]>) -> Self {
        weights.resize(knots.count(), [0.0; COUNT]);
        Self { provenance, knots, weights }
    }

    /// Reads a weights file; `file` is its name in errors.
    ///
    /// # Errors
    /// The text is malformed, or its features are not those of this program.
    pub fn from_text(file: &str, text: &str) -> Result<Self, HumanModelError> {
        let WeightsFile { provenance, knots, weights: mut by_name } = read_ron(file, text)?;
        if knots.count() < 2 || knots.0.windows(2).any(|pair| pair[0] >= pair[1]) {
            return Err(HumanModelError::Knots { file: file.to_owned() });
        }
        let fault = |feature: &str, problem: String| {
            let (file, feature) = (file.to_owned(), feature.to_owned());
            HumanModelError::Feature { file, feature, problem }
        };
        let mut weights = vec![[0.0; COUNT]; knots.count()];
        for (index, feature) in FEATURES.iter().enumerate() {
            let name = feature.name;
            let Some(line) = by_name.remove(name) else {
                return Err(fault(name, "missing".to_owned()));
            };
            if line.len() != knots.count() || line.iter().any(|weight| !weight.is_finite()) {
                let problem = format!("{} finite weights are required", knots.count());
                return Err(fault(name, problem));
            }
            for (knot, weight) in weights.iter_mut().zip(line) {
                knot[index] = weight;
            }
        }
        match by_name.into_keys().next() {
            Some(name) => Err(fault(&name, "unknown".to_owned())),
            None => Ok(Self { provenance, knots, weights }),
        }
    }

    /// The text that [`Self::from_text`] reads, weights rounded to four decimals.
    pub fn to_text(&self) -> String {
        let line = |index: usize| {
            self.weights.iter().map(|knot| (knot[index] * 1e4).round() / 1e4).collect()
        };
        let named =
            |(index, feature): (usize, &super::Feature)| (feature.name.to_owned(), line(index));
        let weights = FEATURES.iter().enumerate().map(named).collect();
        let file =
            WeightsFile { provenance: self.provenance.clone(), knots: self.knots.clone(), weights };
        let pretty = ron::ser::PrettyConfig::default().compact_arrays(true);
        // Serializing plain fields cannot fail.
        ron::ser::to_string_pretty(&file, pretty).unwrap_or_default() + "\n"
    }

    /// The weight of each feature at a rating.
    pub fn weights(&self, rating: f64) -> [f64; COUNT] {
        let [low, high] = self.knots.shares(rating);
        let at = |index: usize| {
            self.weights[low.0][index] * low.1 + self.weights[high.0][index] * high.1
        };
        std::array::from_fn(at)
    }

    /// Is the curve extrapolated at `rating`, for lack of games?
    pub fn is_extrapolated(rating: Elo) -> bool {
        rating < FITTED[0] || rating > FITTED[1]
    }

    /// The probabilities of the moves of `values`, those of all legal moves, at `rating`.
    pub fn predict(&self, rating: Elo, situation: &Situation, values: &[MoveValues]) -> Prediction {
        let rows = rows(situation, values);
        let weights = self.weights(f64::from(rating.0));
        let mut probabilities =
            softmax(&rows.iter().map(|row| utility(&weights, row)).collect::<Vec<_>>());
        let takeover = engine_share(rating);
        let best = best_index(values);
        for (index, probability) in probabilities.iter_mut().enumerate() {
            *probability *= 1.0 - takeover;
            if Some(index) == best {
                *probability += takeover;
            }
        }
        Prediction { values: values.to_vec(), probabilities, rows, weights }
    }
}

/// The utility of a move.
pub fn utility(weights: &[f64; COUNT], row: &Row) -> f64 {
    weights.iter().zip(row).map(|(weight, &value)| weight * f64::from(value)).sum()
}

/// `exp(u) / sum exp(u)` of each utility.
pub fn softmax(utilities: &[f64]) -> Vec<f64> {
    let most = utilities.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let raised: Vec<f64> = utilities.iter().map(|utility| (utility - most).exp()).collect();
    let sum: f64 = raised.iter().sum();
    raised.into_iter().map(|share| share / sum).collect()
}

/// Share of the moves that the search chooses instead of the model.
fn engine_share(rating: Elo) -> f64 {
    ((f64::from(rating.0) - TAKEOVER) / (TAKEN_OVER - TAKEOVER)).clamp(0.0, 1.0)
}

/// The first move with the best value at the largest depth.
fn best_index(values: &[MoveValues]) -> Option<usize> {
    let value = |index: &usize| values[*index].by_depth[DEPTHS - 1];
    (0..values.len()).rev().max_by_key(value)
}

/// The probabilities of the moves of a position.
#[derive(Clone, Debug)]
pub struct Prediction {
    /// The moves with their values.
    pub values: Vec<MoveValues>,
    /// Probability of each move of `values`.
    pub probabilities: Vec<f64>,
    rows: Vec<Row>,
    weights: [f64; COUNT],
}

/// How much a feature makes a move more likely than the average legal move: the logarithm of the factor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contribution {
    /// Name of the feature.
    pub name: String,
    /// Logarithm of the factor.
    pub amount: f64,
}

impl fmt::Display for Contribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:+.1}", self.name, self.amount)
    }
}

/// Why a move is likely or not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reasons {
    /// Its probability, 0 to 1.
    pub probability: f64,
    /// The largest contributions to it, in falling order of magnitude.
    pub because: Vec<Contribution>,
}

impl fmt::Display for Reasons {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let because: Vec<String> = self.because.iter().map(ToString::to_string).collect();
        write!(f, "{:.0} %: {}", self.probability * 100.0, because.join(", "))
    }
}

/// Why the model drew a move, and why it might have drawn the best one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HumanChoice {
    /// Of the drawn move.
    pub played: Reasons,
    /// Of the best move.
    pub best: Reasons,
}

/// Contributions that a choice keeps.
const KEPT: usize = 4;
/// Smaller contributions are not named.
const NEGLIGIBLE: f64 = 0.15;

impl Prediction {
    /// Draws a move; `None` without a move.
    pub fn draw(&self, random: &mut Random) -> Option<usize> {
        let drawn = random.share();
        let mut sum = 0.0;
        let reached = self.probabilities.iter().position(|probability| {
            sum += probability;
            drawn < sum
        });
        // Rounding may leave the sum below 1.
        reached.or_else(|| self.most_probable())
    }

    /// The most probable move; `None` without a move.
    pub fn most_probable(&self) -> Option<usize> {
        (0..self.probabilities.len())
            .max_by(|&a, &b| self.probabilities[a].total_cmp(&self.probabilities[b]))
    }

    /// The best move by value; `None` without a move.
    pub fn best(&self) -> Option<usize> {
        best_index(&self.values)
    }

    /// The reasons of the `played` and of the best move; `None` if there is no such move.
    pub fn choice(&self, played: usize) -> Option<HumanChoice> {
        let reasons = |index: usize| {
            let probability = *self.probabilities.get(index)?;
            Some(Reasons { probability, because: self.contributions(index) })
        };
        Some(HumanChoice { played: reasons(played)?, best: reasons(self.best()?)? })
    }

    /// The largest contributions to the utility of a move, against the mean of the legal moves. Those of the values count as
    /// one, `value`.
    fn contributions(&self, index: usize) -> Vec<Contribution> {
        let count = self.rows.len() as f64;
        let amount = |feature: usize| {
            let mean: f64 =
                self.rows.iter().map(|row| f64::from(row[feature])).sum::<f64>() / count;
            self.weights[feature] * (f64::from(self.rows[index][feature]) - mean)
        };
        let value: f64 = (0..VALUE_FEATURES).map(amount).sum();
        let habit = |feature: usize| (FEATURES[feature].name, amount(feature));
        let mut all: Vec<(&str, f64)> = (VALUE_FEATURES..COUNT).map(habit).collect();
        all.push(("value", value));
        all.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        let named = |&(name, amount): &(&str, f64)| Contribution { name: name.to_owned(), amount };
        all.iter().filter(|(_, amount)| amount.abs() >= NEGLIGIBLE).take(KEPT).map(named).collect()
    }
}

impl fmt::Display for HumanChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "played by {}; best by {}", self.played, self.best)
    }
}
