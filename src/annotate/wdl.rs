//! How games end from a position with a score: the shares of wins, draws and losses (WDL) of the side to move.
//!
//! Source: the model of Stockfish ("WDL model", official-stockfish/WDL_model): logistic curves in the score whose midpoint
//! and width depend on the material. `lucena tune wdl` fits them to games of the engine against itself; UCI, `lucena
//! analyse` and the score panel print them.

use crate::base::{RonError, Score, read_ron};
use crate::knowledge::FULL_PHASE;
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

/// Number of coefficients of a polynomial.
pub const COEFFICIENTS: usize = 4;

/// The model. A score of exactly 0 is a draw that the search has found, by a rule or a known ending; other scores are
/// evaluations. A polynomial in the phase from 0 (pawns) to 1 (all pieces) has its coefficients by rising power.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WdlModel {
    /// Where the model is from.
    pub provenance: WdlProvenance,
    /// Logarithm of the score in pawns from which half of the games are won.
    pub midpoint: [f64; COEFFICIENTS],
    /// Logarithm of the width of the curve in pawns.
    pub width: [f64; COEFFICIENTS],
    /// Share of the games that are drawn from a score of 0, at phases 0 and 1; linear between them.
    pub drawn: [f64; 2],
}

/// Powers of the phase.
pub fn powers(phase: i32) -> [f64; COEFFICIENTS] {
    let share = f64::from(phase.clamp(0, FULL_PHASE)) / f64::from(FULL_PHASE);
    [1.0, share, share * share, share * share * share]
}

fn polynomial(coefficients: &[f64; COEFFICIENTS], powers: &[f64; COEFFICIENTS]) -> f64 {
    coefficients.iter().zip(powers).map(|(a, b)| a * b).sum()
}

impl WdlModel {
    /// The built-in model.
    pub fn shipped() -> &'static Self {
        static MODEL: LazyLock<WdlModel> = LazyLock::new(|| {
            let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/wdl.ron"));
            let model = WdlModel::from_text("assets/wdl.ron", text);
            debug_assert!(model.is_ok(), "{model:?}");
            model.unwrap_or(WdlModel::new([0.0; COEFFICIENTS], [0.0; COEFFICIENTS], [1.0; 2]))
        });
        &MODEL
    }

    /// A model without provenance.
    pub fn new(midpoint: [f64; COEFFICIENTS], width: [f64; COEFFICIENTS], drawn: [f64; 2]) -> Self {
        Self { provenance: WdlProvenance::default(), midpoint, width, drawn }
    }

    /// Reads a model; `file` is its name in errors.
    ///
    /// # Errors
    /// The text is malformed.
    pub fn from_text(file: &str, text: &str) -> Result<Self, RonError> {
        read_ron(file, text)
    }

    /// Midpoint and width in pawns at a phase.
    pub fn curve(&self, phase: i32) -> [f64; 2] {
        let powers = powers(phase);
        [&self.midpoint, &self.width].map(|it| polynomial(it, &powers).exp())
    }

    /// Probabilities of win, draw and loss at an evaluation in centipawns and a phase from 0 to [`FULL_PHASE`].
    pub fn probabilities(&self, centipawns: i32, phase: i32) -> [f64; 3] {
        if centipawns == 0 {
            let [_, share, ..] = powers(phase);
            let [pawns, pieces] = self.drawn;
            let drawn = pawns + (pieces - pawns) * share;
            return [(1.0 - drawn) / 2.0, drawn, (1.0 - drawn) / 2.0];
        }
        let ([midpoint, width], pawns) = (self.curve(phase), f64::from(centipawns) / 100.0);
        let [win, loss] = [pawns, -pawns].map(|it| 1.0 / (1.0 + ((midpoint - it) / width).exp()));
        [win, 1.0 - win - loss, loss]
    }

    /// The shares at a score and a phase from 0 to [`FULL_PHASE`]. A mate or a known win is one.
    pub fn shares(&self, score: Score, phase: i32) -> Wdl {
        let sure = |win, loss| Wdl { win, draw: 0, loss };
        match score.value() {
            known if !score.is_heuristic() && known > 0 => sure(1000, 0),
            known if !score.is_heuristic() && known < 0 => sure(0, 1000),
            centipawns => {
                let [win, _, loss] = self.probabilities(centipawns, phase);
                let [win, loss] = [win, loss].map(|share| (share * 1000.0).round() as u16);
                Wdl { win, draw: 1000_u16.saturating_sub(win + loss), loss }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Wdl, WdlModel};
    use crate::base::Score;

    #[test]
    fn shares_add_up_and_rise_with_the_score() {
        let model = WdlModel::shipped();
        for phase in 0..=24 {
            let mut last = 0;
            for score in (-4_999..=5_000).step_by(7) {
                let Wdl { win, draw, loss } = model.shares(Score::raw(score), phase);
                assert_eq!(win + draw + loss, 1000, "{score} at {phase}");
                assert!(win >= last || score == 0, "{score} at {phase}");
                assert_eq!(model.shares(Score::raw(-score), phase).reversed().win, win);
                last = win;
            }
        }
        assert_eq!(model.shares(Score::mate_in(5), 3).to_string(), "1000 0 0");
        assert_eq!(model.shares(-Score::RECOGNISED_MAX, 3).to_string(), "0 0 1000");
    }
}
