//! How games end from a position with a score: the shares of wins, draws and losses (WDL) of the side to move.
//!
//! Source: the model of Stockfish ("WDL model", official-stockfish/WDL_model): logistic curves in the score whose midpoint
//! and width depend on the material. Here they depend on the fifty-move counter too, the curves are raised to a power, so that
//! they fall faster towards a draw than they rise towards a win, and the log-odds of the draws between them are stretched and
//! moved. `lucena tune wdl` fits them to games of the engine against itself; UCI, `lucena analyse` and the score panel print them.

use crate::base::{RonError, Score, read_ron};
use crate::knowledge::{FULL_PHASE, game_phase};
use crate::rules::Position;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::LazyLock;

/// Shares per mille, which add up to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Wdl {
    /// Games won by the side whose score it is.
    pub win: u16,
    /// Games drawn.
    pub draw: u16,
    /// Games lost.
    pub loss: u16,
}

impl Wdl {
    /// From the view of the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { win: self.loss, draw: self.draw, loss: self.win }
    }
}

/// As in UCI: `320 590 90`.
impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.draw, self.loss)
    }
}

/// Where a model is from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WdlProvenance {
    /// Games, program and command.
    pub source: String,
    /// Games and positions fitted to.
    pub games: usize,
    /// As `games`.
    pub positions: usize,
    /// Largest and mean difference of predicted and observed shares in percentage points, over bins of games held back.
    pub error: [f64; 2],
}

/// Number of features, and of the coefficients of a sum over them.
pub const FEATURES: usize = 6;

/// What the shares depend on besides the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WdlInputs {
    /// Game phase, 0 (only kings and pawns) to [`FULL_PHASE`].
    pub phase: i32,
    /// Pawns of both sides.
    pub pawns: u32,
    /// Half-moves since the last capture or pawn move.
    pub halfmoves: u32,
}

impl WdlInputs {
    /// The inputs of a position.
    pub fn of(position: &Position) -> Self {
        let board = position.board();
        Self {
            phase: game_phase(board),
            pawns: u32::try_from(board.pawns().count()).unwrap_or(0),
            halfmoves: position.halfmoves(),
        }
    }

    /// A constant, the phase from 0 (pawns) to 1 (all pieces) with its square and cube, the share of the pawns, and the
    /// logarithm of the fifty-move counter over eight, 1 at a hundred half-moves: the first moves without progress say the most.
    pub fn features(self) -> [f64; FEATURES] {
        let phase = f64::from(self.phase.clamp(0, FULL_PHASE)) / f64::from(FULL_PHASE);
        let pawns = f64::from(self.pawns.min(16)) / 16.0;
        let slow = |halfmoves: u32| (f64::from(halfmoves) / 8.0).ln_1p();
        let halfmoves = slow(self.halfmoves.min(100)) / slow(100);
        [1.0, phase, phase * phase, phase * phase * phase, pawns, halfmoves]
    }
}

/// The present form of a model's file; files of the first form had no field for it, those of the second no skew, those of the third no
/// line for the draws.
const FORM: u32 = 4;

/// The model. A score of exactly 0 is a draw that the search has found, by a rule or a known ending; other scores are
/// evaluations. Each array has a coefficient for each of the [features](WdlInputs::features).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WdlModel {
    /// The form of the file.
    form: u32,
    /// Where the model is from.
    pub provenance: WdlProvenance,
    /// Logarithm of the midpoint of the curve in pawns, from which half of the games are won before the power and the line.
    pub midpoint: [f64; FEATURES],
    /// Logarithm of the width of the curve in pawns.
    pub width: [f64; FEATURES],
    /// Logarithm of the power of the curve; not negative, or wins and losses could add up to more than all games.
    pub skew: f64,
    /// A line through the log-odds of a draw between the two curves: the logarithm of its slope, and its height at even odds.
    pub line: [f64; 2],
    /// Log-odds of a draw from a score of 0.
    pub drawn: [f64; FEATURES],
}

/// The part of a file that every form has.
#[derive(Deserialize)]
struct FileForm {
    #[serde(default)]
    form: u32,
}

/// Probabilities are not smaller.
const LEAST: f64 = 1e-12;

/// The curves of wins and losses at an evaluation, and the draws between them.
#[derive(Clone, Copy, Debug)]
pub struct DrawOdds {
    /// Midpoint and width of the curves in pawns.
    pub midpoint: f64,
    /// As `midpoint`.
    pub width: f64,
    /// The evaluation from the winner's and the loser's view, in widths from the midpoint.
    pub places: [f64; 2],
    /// The curve of wins there; where the two add up to more than all games, both are scaled.
    pub win: f64,
    /// As `win`.
    pub loss: f64,
    /// Their sum, less than 1.
    pub decided: f64,
    /// The log-odds of what lies between them.
    pub log_odds: f64,
    /// The probability of a draw.
    pub draw: f64,
}

/// The sum of the features with their coefficients.
pub fn weighted(coefficients: &[f64; FEATURES], features: &[f64; FEATURES]) -> f64 {
    coefficients.iter().zip(features).map(|(a, b)| a * b).sum()
}

/// The logistic function.
pub fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

impl WdlModel {
    /// The built-in model.
    pub fn shipped() -> &'static Self {
        static MODEL: LazyLock<WdlModel> = LazyLock::new(|| {
            let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/wdl.ron"));
            let model = WdlModel::from_text("assets/wdl.ron", text);
            debug_assert!(model.is_ok(), "{model:?}");
            let none = [0.0; FEATURES];
            model.unwrap_or(WdlModel::new([none, none], 0.0, [0.0; 2], none))
        });
        &MODEL
    }

    /// A model without provenance.
    pub fn new(
        [midpoint, width]: [[f64; FEATURES]; 2],
        skew: f64,
        line: [f64; 2],
        drawn: [f64; FEATURES],
    ) -> Self {
        let provenance = WdlProvenance::default();
        Self { form: FORM, provenance, midpoint, width, skew, line, drawn }
    }

    /// Reads a model; `file` is its name in errors.
    ///
    /// # Errors
    /// The text is malformed, or of another form.
    pub fn from_text(file: &str, text: &str) -> Result<Self, RonError> {
        let FileForm { form } = read_ron(file, text)?;
        if form != FORM {
            let message = format!(
                "a model of form {}, this program reads form {FORM}: `lucena tune wdl` fits a new one",
                form.max(1)
            );
            return Err(RonError { file: file.to_owned(), line: 1, column: 1, message });
        }
        read_ron(file, text)
    }

    /// Midpoint and width in pawns at the features of a position.
    pub fn curve(&self, features: &[f64; FEATURES]) -> [f64; 2] {
        [&self.midpoint, &self.width].map(|it| weighted(it, features).exp())
    }

    /// The score in pawns from which half of the games are won at the features of a position, to a hundredth; the largest evaluation if
    /// they never are.
    pub fn half_won(&self, features: &[f64; FEATURES]) -> f64 {
        let scores = 1..=Score::HEURISTIC_MAX.value();
        let half = scores.into_iter().find(|&score| self.probabilities(score, features)[0] >= 0.5);
        f64::from(half.unwrap_or(Score::HEURISTIC_MAX.value())) / 100.0
    }

    /// Probabilities of win, draw and loss at an evaluation in centipawns and the features of a position.
    pub fn probabilities(&self, centipawns: i32, features: &[f64; FEATURES]) -> [f64; 3] {
        if centipawns == 0 {
            let drawn = logistic(weighted(&self.drawn, features));
            return [(1.0 - drawn) / 2.0, drawn, (1.0 - drawn) / 2.0];
        }
        let DrawOdds { win, loss, decided, draw, .. } = self.draw_odds(centipawns, features);
        let [win, loss] = [win, loss].map(|share| share / decided * (1.0 - draw));
        [win, draw, loss]
    }

    /// The two curves at an evaluation in centipawns, and the draws between them.
    pub fn draw_odds(&self, centipawns: i32, features: &[f64; FEATURES]) -> DrawOdds {
        let ([midpoint, width], pawns) = (self.curve(features), f64::from(centipawns) / 100.0);
        let places = [pawns, -pawns].map(|it| (it - midpoint) / width);
        let [win, loss] = places.map(|it| logistic(it).powf(self.skew.exp()).max(LEAST));
        let decided = (win + loss).min(1.0 - LEAST);
        // Curves that were fitted to too few games may overlap; the shares add up to one all the same.
        let [win, loss] = [win, loss].map(|share| share * decided / (win + loss));
        let log_odds = ((1.0 - decided) / decided).ln();
        let [slope, height] = self.line;
        DrawOdds {
            midpoint,
            width,
            places,
            win,
            loss,
            decided,
            log_odds,
            draw: logistic(slope.exp() * log_odds + height),
        }
    }

    /// The shares at a score of the side to move, or of White for White's view. A mate or a known win is one.
    pub fn shares(&self, score: Score, position: &Position) -> Wdl {
        self.shares_at(score, WdlInputs::of(position))
    }

    fn shares_at(&self, score: Score, inputs: WdlInputs) -> Wdl {
        let sure = |win, loss| Wdl { win, draw: 0, loss };
        match score.value() {
            known if !score.is_heuristic() && known > 0 => sure(1000, 0),
            known if !score.is_heuristic() && known < 0 => sure(0, 1000),
            centipawns => {
                let [win, _, loss] = self.probabilities(centipawns, &inputs.features());
                let [win, loss] = [win, loss].map(|share| (share * 1000.0).round() as u16);
                let loss = loss.min(1000_u16.saturating_sub(win));
                Wdl { win, draw: 1000 - win - loss, loss }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Wdl, WdlInputs, WdlModel};
    use crate::base::Score;
    use crate::knowledge::{Evaluator, Knowledge};
    use crate::rules::parse_fen;

    #[test]
    fn shares_add_up_and_rise_with_the_score() {
        let model = WdlModel::shipped();
        for index in 0..25 * 17 * 11 {
            let (phase, pawns) = (index as i32 % 25, index / 25 % 17);
            let inputs = WdlInputs { phase, pawns, halfmoves: 10 * (index / 25 / 17) };
            let mut last = 0;
            for score in (-4_999..=5_000).step_by(91) {
                let Wdl { win, draw, loss } = model.shares_at(Score::raw(score), inputs);
                assert_eq!(win + draw + loss, 1000, "{score} at {inputs:?}");
                assert!(win >= last, "{score} at {inputs:?}");
                assert_eq!(model.shares_at(Score::raw(-score), inputs).reversed().win, win);
                last = win;
            }
        }
        let bare = parse_fen("4k3/8/8/8/8/8/8/4K2R w - - 0 1").unwrap();
        assert_eq!(model.shares(Score::mate_in(5), &bare).to_string(), "1000 0 0");
        assert_eq!(model.shares(-Score::RECOGNISED_MAX, &bare).to_string(), "0 0 1000");
    }

    #[test]
    fn the_inputs_are_those_of_the_evaluation_and_the_counter() {
        let mut evaluator = Evaluator::new(Knowledge::standard().unwrap());
        for (fen, pawns, halfmoves) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 16, 0),
            ("7k/8/8/8/8/8/QQQQQQP1/4K1R1 b - - 7 90", 1, 7),
            ("8/5k2/8/2n5/8/2P5/1K6/3B4 w - - 120 150", 1, 120),
        ] {
            let position = parse_fen(fen).unwrap();
            let phase = evaluator.trace(position.board(), position.turn()).phase;
            assert_eq!(WdlInputs::of(&position), WdlInputs { phase, pawns, halfmoves }, "{fen}");
        }
    }

    #[test]
    fn moves_without_progress_make_draws_more_probable() {
        let model = WdlModel::shipped();
        let drawn = |halfmoves| {
            let inputs = WdlInputs { phase: 6, pawns: 6, halfmoves };
            model.shares_at(Score::raw(80), inputs).draw
        };
        assert!([0, 5, 20, 60].map(drawn).is_sorted(), "{} to {}", drawn(0), drawn(60));
    }

    #[test]
    fn a_file_of_another_form_is_named_as_such() {
        let old = "(\n    provenance: (source: \"\", games: 0, positions: 0, error: (0, 0)),\n    midpoint: (1.0, -0.9, -2.4, 2.0),\n    \
                   width: (-0.4, 4.1, -6.6, 3.6),\n    drawn: (1.0, 0.6),\n)";
        let error = WdlModel::from_text("old.ron", old).unwrap_err().to_string();
        assert_eq!(
            error,
            "old.ron:1:1: a model of form 1, this program reads form 4: `lucena tune wdl` fits a new one"
        );
        for form in [2, 3, 5] {
            let text = format!("(form: {form})");
            let error = WdlModel::from_text("new.ron", &text).unwrap_err().to_string();
            assert!(error.contains(&format!("of form {form}")), "{error}");
        }
        let error = WdlModel::from_text("bad.ron", "(form: 4)").unwrap_err().to_string();
        assert!(error.contains("provenance"), "{error}");
    }
}
