//! The weights of the features by rating, the probabilities of the moves, the draw, and why a move was drawn.

use super::book::{BookShare, HumanBook};
use super::candidate::is_endgame;
use super::features::{COUNT, FEATURES, Row, VALUE_FEATURES, rows};
use super::knots::Knots;
use super::situation::{DEPTHS, MoveValues, Situation, expected_score};
use super::style::HumanLevel;
use crate::base::{Elo, Random, RonError, read_ron};
use crate::rules::{Move, notation};
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
/// Moves below this probability are less likely than the logit says.
const UNLIKELY: f64 = 0.01;
/// The name of the shipped weights in messages.
const SHIPPED: &str = "assets/human.ron";

/// Names of features, and those that weights files of earlier versions have for them.
const EARLIER_NAMES: [(&str, &str); 2] = [
    ("knight to c3 or f3 (c6 or f6)", "knight to c3 or f3"),
    ("rook defends a rook", "doubles rooks"),
];

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
        if knots.count() < 2 || !knots.rise() {
            return Err(HumanModelError::Knots { file: file.to_owned() });
        }
        let fault = |feature: &str, problem: String| {
            let (file, feature) = (file.to_owned(), feature.to_owned());
            HumanModelError::Feature { file, feature, problem }
        };
        let mut weights = vec![[0.0; COUNT]; knots.count()];
        for (index, feature) in FEATURES.iter().enumerate() {
            let name = feature.name;
            let earlier = EARLIER_NAMES.iter().find(|(now, _)| *now == name).map(|(_, old)| *old);
            let written = std::iter::once(name).chain(earlier);
            let mut lines = written.filter_map(|name| by_name.remove(name));
            let Some(line) = lines.next() else {
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

    /// The ratings of the weights.
    pub const fn knots(&self) -> &Knots {
        &self.knots
    }

    /// What each move of `rows` is worth by the weights of each knot: `[knot][move]`, by its values and by habits.
    pub fn utilities(&self, rows: &[Row]) -> Vec<Vec<[f64; 2]>> {
        let of = |weights: &[f64; COUNT], row: &Row| {
            let (value_weights, habit_weights) = weights.split_at(VALUE_FEATURES);
            let (values, habits) = row.split_at(VALUE_FEATURES);
            [utility(value_weights, values), utility(habit_weights, habits)]
        };
        self.weights.iter().map(|knot| rows.iter().map(|row| of(knot, row)).collect()).collect()
    }

    /// The weight of each feature at a rating.
    pub fn weights(&self, rating: f64) -> [f64; COUNT] {
        let [of_values, of_habits] = self.knots.weight_shares(rating);
        let at = |index: usize| {
            let shares = if index < VALUE_FEATURES { of_values } else { of_habits };
            shares.iter().map(|&(knot, share)| self.weights[knot][index] * share).sum()
        };
        std::array::from_fn(at)
    }

    /// Is the curve extrapolated at `rating`, for lack of games?
    pub fn is_extrapolated(rating: Elo) -> bool {
        rating < FITTED[0] || rating > FITTED[1]
    }

    /// The probabilities of the moves of `values`, those of all legal moves, at `level`.
    ///
    /// `book` has the moves of the opening; `None` leaves them to the model.
    pub fn predict(
        &self,
        book: Option<&HumanBook>,
        level: HumanLevel,
        situation: &Situation,
        values: &[MoveValues],
    ) -> Prediction {
        let rows = rows(situation, values);
        let HumanLevel { rating, style } = level;
        let endings = if is_endgame(&situation.position) { style.endings } else { 0 };
        let as_rated = f64::from(rating.0) + f64::from(endings);
        let mut weights = self.weights(as_rated);
        style.apply(&mut weights);
        let utilities: Vec<f64> = rows.iter().map(|row| utility(&weights, row)).collect();
        let mut probabilities = choice_probabilities(&utilities, as_rated);
        let moves: Vec<Move> = values.iter().map(|of| of.mv).collect();
        let position = &situation.position;
        let book = book.map(|book| book.mix(position, rating, &moves, &mut probabilities));
        let book = book.unwrap_or_default();
        let takeover = engine_share(rating);
        let longer = values.iter().position(|of| of.is_best).or_else(|| best_index(values));
        for (index, probability) in probabilities.iter_mut().enumerate() {
            *probability *= 1.0 - takeover;
            if Some(index) == longer {
                *probability += takeover;
            }
        }
        Prediction { values: values.to_vec(), probabilities, book, rows, weights }
    }
}

/// The utility of a move by these weights of its features, or by a part of both.
pub fn utility(weights: &[f64], row: &[f32]) -> f64 {
    weights.iter().zip(row).map(|(weight, &value)| weight * f64::from(value)).sum()
}

/// `exp(u) / sum exp(u)` of each utility.
pub fn softmax(utilities: &[f64]) -> Vec<f64> {
    let most = utilities.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let raised: Vec<f64> = utilities.iter().map(|utility| (utility - most).exp()).collect();
    let sum: f64 = raised.iter().sum();
    raised.into_iter().map(|share| share / sum).collect()
}

/// The probabilities of moves with these utilities: [`softmax`], with less of what is below `UNLIKELY`. A logit has too thick a tail:
/// held-back moves of 0.3 to 1 % are played two thirds as often as it says. The exponent makes their sum agree; at 1000 it is 0, because
/// people of 1000 play such moves as often as the logit says.
pub fn choice_probabilities(utilities: &[f64], rating: f64) -> Vec<f64> {
    let mut probabilities = softmax(utilities);
    let exponent = 0.5 * ((rating - 1000.0) / 400.0).clamp(0.0, 1.0);
    for probability in probabilities.iter_mut().filter(|probability| **probability < UNLIKELY) {
        *probability *= (*probability / UNLIKELY).powf(exponent);
    }
    let sum: f64 = probabilities.iter().sum();
    probabilities.into_iter().map(|share| share / sum).collect()
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
    /// Games of each move in the book, empty outside it.
    book: Vec<BookShare>,
    rows: Vec<Row>,
    weights: [f64; COUNT],
}

/// How much a feature makes a move more likely than the average legal move: the logarithm of the factor.
#[derive(Clone, Debug, PartialEq)]
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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reasons {
    /// Its probability, 0 to 1.
    pub probability: f64,
    /// The largest contributions to it, in falling order of magnitude.
    pub because: Vec<Contribution>,
}

impl fmt::Display for Reasons {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let because: Vec<String> = self.because.iter().map(ToString::to_string).collect();
        match self.probability * 100.0 {
            percent if percent < 0.5 => f.write_str("under 1 %")?,
            percent => write!(f, "{percent:.0} %")?,
        }
        if because.is_empty() { Ok(()) } else { write!(f, ": {}", because.join(", ")) }
    }
}

/// Why the model chose a move at random, and how likely the best one was.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HumanChoice {
    /// Of the chosen move.
    pub played: Reasons,
    /// Of the best move.
    pub best: Reasons,
    /// The first depth in plies at which the chosen move is worse than the best one, by which more; 0 if it is not.
    pub overlooked: u8,
    /// The opponent's best answer to the chosen move in UCI notation; empty if it is not worse.
    pub answer: String,
    /// The kind of the best move: `quiet backward move`; empty if it was chosen.
    pub kind: String,
    /// The most probable move, where it is neither the chosen nor the best one.
    pub likely: Option<MoveChance>,
    /// Games of the book with the chosen move and with the position, as counted for the rating; nothing outside it.
    pub book: Option<[u32; 2]>,
}

/// A move and its probability.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveChance {
    /// In UCI notation.
    pub uci: String,
    /// From 0 to 1.
    pub probability: f64,
}

/// Contributions that a choice keeps.
const KEPT: usize = 4;
/// A move is seen to be worse from so many centipawns on.
const SEEN_LOSS: i32 = 50;
/// A position with so many games in the book is known by heart.
const KNOWN_GAMES: f64 = 20.0;
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

    /// The expected score that each move loses by the values at the largest depth.
    pub fn losses(&self) -> Vec<f64> {
        let score = |of: &MoveValues| expected_score(of.by_depth[DEPTHS - 1]);
        let best = self.values.iter().map(score).fold(0.0, f64::max);
        self.values.iter().map(|of| best - score(of)).collect()
    }

    /// The best move by value; `None` without a move.
    pub fn best(&self) -> Option<usize> {
        best_index(&self.values)
    }

    /// The best move to compare the `played` one with: that of the longer search, or where that has no better value the best by
    /// value; the played one where no move has a better value.
    pub fn best_beside(&self, played: usize) -> Option<usize> {
        let value = |index: usize| self.values.get(index).map(|of| of.by_depth[DEPTHS - 1]);
        let searched = self.values.iter().position(|of| of.is_best);
        let mut candidates = [searched, self.best()].into_iter().flatten().peekable();
        candidates.peek()?;
        // What the longer search prefers is not called worse by the shorter one.
        if searched == Some(played) {
            return Some(played);
        }
        Some(candidates.find(|&best| value(best) > value(played)).unwrap_or(played))
    }

    /// The time a person would think, as a factor on a move's even share of the clock: 0.1 plus 0.3 for each unit of the
    /// entropy of the choice in nats, times a log-normal factor of deviation 0.6 drawn with `random`, at most 4; a fifth of
    /// it in the book. A recapture is played at once, and the middle time of a choice among ten equal moves is 0.8 of the share.
    pub fn thinking_time(&self, random: &mut Random) -> f64 {
        let entropy: f64 =
            self.probabilities.iter().filter(|&&p| p > 0.0).map(|p| -p * p.ln()).sum();
        // The sum of twelve even numbers is normal with deviation 1 around 6.
        let normal = (0..12).map(|_| random.share()).sum::<f64>() - 6.0;
        let known = if self.book.iter().any(|share| share.of >= KNOWN_GAMES) { 0.2 } else { 1.0 };
        (known * (0.1 + 0.3 * entropy) * (0.6 * normal).exp()).min(4.0)
    }

    /// The reasons of the `played` and of the best move; `None` if there is no such move.
    pub fn choice(&self, played: usize) -> Option<HumanChoice> {
        let reasons = |index: usize| {
            let probability = *self.probabilities.get(index)?;
            Some(Reasons { probability, because: self.contributions(index) })
        };
        let best = self.best_beside(played)?;
        let share = self.book.get(played);
        let likely = self.most_probable().filter(|index| ![played, best].contains(index));
        let likely = likely.map(|index| MoveChance {
            uci: notation::uci(self.values[index].mv),
            probability: self.probabilities[index],
        });
        Some(HumanChoice {
            likely,
            played: reasons(played)?,
            best: reasons(best)?,
            overlooked: self.overlooked(played, best),
            answer: String::new(),
            kind: if best == played { String::new() } else { self.kind(best) },
            book: share.map(|share| [share.played, share.of].map(|games| games.round() as u32)),
        })
    }

    /// The depth from which on `played` loses more than [`SEEN_LOSS`] against `best`.
    fn overlooked(&self, played: usize, best: usize) -> u8 {
        let [played, best] = [played, best].map(|index| self.values[index].by_depth);
        let loses = |depth: usize| best[depth] - played[depth] > SEEN_LOSS;
        // Values of odd and even depths differ, so that a loss at the last depth alone says nothing.
        let first = (0..DEPTHS - 1).find(|&first| (first..DEPTHS).all(loses));
        first.map_or(0, |depth| depth as u8 + 1)
    }

    /// What kind of move it is, in words: why people overlook it, or do not.
    fn kind(&self, index: usize) -> String {
        let has = |name: &str| {
            let at = FEATURES.iter().position(|feature| feature.name == name);
            at.is_some_and(|at| self.rows[index][at] > 0.0)
        };
        let mv = self.values[index].mv;
        let mut words = Vec::new();
        if !mv.is_capture() && !mv.is_promotion() && !has("check") {
            words.push("quiet");
        }
        words.extend(has("backward").then_some("backward"));
        words.extend(has("long move").then_some("long"));
        words.push(match (has("check"), mv.is_capture(), mv.is_promotion()) {
            _ if has("castles") => return "castling".to_owned(),
            _ if has("checkmate") => "mate",
            (true, true, _) => "capture with check",
            (true, false, _) => "check",
            (false, true, _) => "capture",
            (false, false, true) => "promotion",
            (false, false, false) => "move",
        });
        words.join(" ")
    }

    /// The largest contributions to the utility of a move, against the mean of the legal moves, by the features that it has. Those
    /// of the values count as one, `value`; a feature counts with the wider one that its name contains, such as `toward the middle` for
    /// `knight toward the middle`, because the two often have opposite signs.
    fn contributions(&self, index: usize) -> Vec<Contribution> {
        let count = self.rows.len() as f64;
        let amount = |feature: usize| {
            let mean: f64 =
                self.rows.iter().map(|row| f64::from(row[feature])).sum::<f64>() / count;
            self.weights[feature] * (f64::from(self.rows[index][feature]) - mean)
        };
        let value: f64 = (0..VALUE_FEATURES).map(amount).sum();
        let habit = |feature: usize| (feature, amount(feature));
        // What the other moves have counts against a move that lacks it, but says nothing about this one.
        let has = |feature: &usize| self.rows[index][*feature] != 0.0;
        let mut all = vec![("value", value)];
        for (feature, amount) in (VALUE_FEATURES..COUNT).filter(has).map(habit) {
            let name = FEATURES[feature].name;
            let habits = FEATURES[VALUE_FEATURES..].iter();
            let name = habits.map(|it| it.name).find(|wide| is_part(wide, name)).unwrap_or(name);
            let name = in_words(name, self.rows[index][feature]);
            match all.iter_mut().find(|(known, _)| *known == name) {
                Some((_, sum)) => *sum += amount,
                None => all.push((name, amount)),
            }
        }
        all.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        let named = |&(name, amount): &(&str, f64)| Contribution { name: name.to_owned(), amount };
        all.iter().filter(|(_, amount)| amount.abs() >= NEGLIGIBLE).take(KEPT).map(named).collect()
    }
}

/// What a feature is called where it is a reason: a negative one is the opposite of its name.
fn in_words(name: &'static str, value: f32) -> &'static str {
    match name {
        "rook to an open file" => "rook on an open file",
        "rook to a half-open file" => "rook on a file without a pawn of its own",
        "toward the middle" if value < 0.0 => "away from the middle",
        "toward the enemy king" if value < 0.0 => "away from the enemy king",
        "squares attacked gained" if value < 0.0 => "squares attacked lost",
        "steps to the nearest pawn" if value < 0.0 => "steps away from the nearest pawn",
        "king forward in the endgame" if value < 0.0 => "king back in the endgame",
        name => name,
    }
}

/// Do the words of the name of a feature, at least two, begin or end another name?
fn is_part(wide: &str, name: &str) -> bool {
    let rest = name.strip_prefix(wide).or_else(|| name.strip_suffix(wide));
    wide.contains(' ') && rest.is_some_and(|rest| rest.starts_with(' ') || rest.ends_with(' '))
}

impl fmt::Display for HumanChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "played by {}", self.played)?;
        for sentence in self.sentences(str::to_owned, str::to_owned) {
            write!(f, "; {sentence}")?;
        }
        Ok(())
    }
}

impl HumanChoice {
    /// What else there is to say, one sentence each: the book, the most probable and the best move, and what was overlooked.
    /// `moved` writes a move of the position, `answered` one after the chosen move, both of which are in UCI form.
    pub fn sentences(
        &self,
        moved: impl Fn(&str) -> String,
        answered: impl Fn(&str) -> String,
    ) -> Vec<String> {
        let mut sentences = Vec::new();
        if let Some([played, of]) = self.book {
            sentences.push(format!("book: {played} of {of} games at this rating"));
        }
        if let Some(MoveChance { uci, probability }) = &self.likely {
            sentences.push(format!("most likely {}, by {:.0} %", moved(uci), 100.0 * probability));
        }
        if !self.kind.is_empty() {
            sentences.push(format!("the best, a {}, by {}", self.kind, self.best));
        }
        if self.overlooked > 0 {
            let answer = match &*self.answer {
                "" => String::new(),
                answer => format!(", answer {}", answered(answer)),
            };
            let depth = self.overlooked;
            sentences.push(format!("the loss is seen from depth {depth} on{answer}"));
        }
        sentences
    }
}
