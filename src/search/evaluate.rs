//! The seam to the evaluation: what the tree needs of it, so that tests can bring their own.

use crate::base::Score;
use crate::knowledge::{Activity, Breakdown, Evaluator};
use crate::rules::{Board, Color};

/// A static evaluation with state of its own, one for each thread.
pub trait Evaluate: Send {
    /// The value of `board` for the side `turn` to move.
    fn evaluate(&mut self, board: &Board, turn: Color) -> Score;

    /// What has moved in the evaluation since its counts were cleared; empty for one without counts.
    fn activity(&self) -> Activity {
        Activity::default()
    }

    /// Clears those counts, before a search.
    fn reset_activity(&mut self) {}

    /// The value of `board` taken apart; empty for one without parts.
    fn breakdown(&mut self, _board: &Board, _turn: Color) -> Breakdown {
        Breakdown::default()
    }
}

impl Evaluate for Evaluator {
    fn evaluate(&mut self, board: &Board, turn: Color) -> Score {
        Self::evaluate(self, board, turn)
    }

    fn activity(&self) -> Activity {
        Self::activity(self)
    }

    fn reset_activity(&mut self) {
        Self::reset_activity(self);
    }

    fn breakdown(&mut self, board: &Board, turn: Color) -> Breakdown {
        Self::breakdown(self, board, turn)
    }
}
