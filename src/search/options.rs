//! Options of the search. The defaults are those of play.

use super::Parameters;
use crate::base::Score;
use crate::rules::Color;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString};

/// Rules for storing and reading shadow bounds in the transposition table. They are described in `docs/shadow.md`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Display, EnumString,
)]
#[strum(serialize_all = "lowercase", ascii_case_insensitive)]
pub enum ShadowMode {
    /// Stores shadow intervals, and real bounds for paths with the positions that these depend on, and uses them as they are: a draw
    /// may be missed, never invented. For play.
    #[default]
    Fast,
    /// Also widens intervals on reading to contain the draw wherever a repetition is possible: exact, for proofs.
    Strict,
    /// Stores real scores like an engine without shadow score. The baseline of tests and benchmarks.
    Naive,
}

/// What a TT entry says about the score of its position. It is described in `docs/score.md`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Display, EnumString,
)]
#[strum(serialize_all = "lowercase", ascii_case_insensitive)]
pub enum TableBounds {
    /// Both ends of the shadow interval.
    #[default]
    Interval,
    /// One integrated bound and value ([`crate::base::Ibv`]): an exact score stays exact, an interval keeps one end.
    Ibv,
    /// The same, with the bound type of the window: beyond it also an exact score becomes a bound (`force_lower`,
    /// `force_upper`).
    Forced,
}

/// Whether the search is selective.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pruning {
    /// All pruning, reduction and extension techniques. For play.
    #[default]
    On,
    /// Full-width search: every move to the full depth, static evaluation at the leaves, mate and repetition as the
    /// only rules. For comparison with exhaustive search.
    Off,
}

/// Options of a search that persist between searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// Rules for the transposition table.
    pub shadow: ShadowMode,
    /// What a TT entry says about the score.
    pub table_bounds: TableBounds,
    /// Whether the search is selective.
    pub pruning: Pruning,
    /// Centipawns that a draw costs the side to move at the root; negative seeks draws.
    pub contempt: i32,
    /// Whether draws score by their distance from the root, later ones higher for the side to move at the root.
    pub draw_by_ply: DrawByPly,
    /// Whether quick wins and slow losses are preferred by the delayed-loss bonus ([`crate::base::DelayedLoss`]) instead of the distance
    /// from the root in mate scores.
    pub delayed_loss: bool,
    /// The side that loses by any repetition, so that it has to deviate; `None`: a repetition is a draw, as the rules say.
    pub deviating: Option<Color>,
    /// Evaluation granularity: evaluations are rounded toward zero to a multiple of it; 0 and 1 keep every centipawn.
    pub granularity: i32,
    /// Search threads; at least 1. One thread is deterministic.
    pub threads: usize,
    /// Margins and depth limits of the techniques.
    pub parameters: Parameters,
}

/// Whether the draw score depends on the distance from the root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum DrawByPly {
    /// One score for every draw.
    #[default]
    Off,
    /// Source: Hyatt, Gower and Nelson, "The Draw Heuristic of Cray Blitz" (1988).
    On,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            shadow: ShadowMode::default(),
            table_bounds: TableBounds::default(),
            pruning: Pruning::default(),
            contempt: 0,
            draw_by_ply: DrawByPly::default(),
            delayed_loss: false,
            deviating: None,
            granularity: 1,
            threads: 1,
            parameters: Parameters::default(),
        }
    }
}

impl SearchOptions {
    /// Whether scores in the TT keep their meaning: all options are equal but threads and parameters.
    pub fn same_scores(&self, other: &Self) -> bool {
        let Self { threads, parameters, .. } = self.clone();
        *self == Self { threads, parameters, ..other.clone() }
    }

    /// The ply from which on all draws by ply score the same. Evaluations are moved away from the scores of draws, and with
    /// this limit by less than the margins of pruning; with the largest ply as limit by 257 centipawns, which cost 123 Elo.
    const LATEST_DRAW: usize = 31;

    /// How much higher a draw at `ply` scores than one at the root.
    const fn draw_delay(&self, ply: usize) -> i32 {
        match self.draw_by_ply {
            DrawByPly::Off => 0,
            DrawByPly::On if ply < Self::LATEST_DRAW => ply as i32,
            DrawByPly::On => Self::LATEST_DRAW as i32,
        }
    }

    /// The draw score for the side to move `ply` half-moves below the root, with contempt and the draw heuristic.
    pub const fn draw_score(&self, ply: usize) -> Score {
        let for_root = self.draw_delay(ply) - self.contempt;
        Score::raw(if ply.is_multiple_of(2) { for_root } else { -for_root })
    }

    /// The score of a repetition for the side to move, `turn`.
    pub fn repetition_score(&self, ply: usize, turn: Color) -> Score {
        match self.deviating {
            None => self.draw_score(ply),
            Some(side) if side == turn => -Score::HEURISTIC_MAX,
            Some(_) => Score::HEURISTIC_MAX,
        }
    }

    /// The largest magnitude a draw score can have.
    pub const fn draw_band(&self) -> Score {
        Score::raw(self.contempt.abs() + self.draw_delay(Self::LATEST_DRAW))
    }

    /// A score of the search as reports show it: an evaluation without the offset by which draws by ply move it.
    pub const fn reported(&self, score: Score) -> Score {
        match self.draw_by_ply {
            DrawByPly::Off => score,
            DrawByPly::On => score.without_draw_band(self.draw_band()),
        }
    }

    /// The evaluation as the search uses it: rounded, never exactly the draw score, outside the draw band.
    pub const fn adjust_eval(&self, raw: Score) -> Score {
        let grained = raw.rounded_to(self.granularity).avoid_zero();
        match self.draw_by_ply {
            DrawByPly::Off => grained,
            DrawByPly::On => grained.outside_draw_band(self.draw_band()),
        }
    }
}
