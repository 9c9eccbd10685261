//! The evaluation trait: what the search needs of a static evaluation, so that tests can use their own.

use crate::base::Score;
use crate::knowledge::{Activity, EvaluationTrace, Evaluator};
use crate::rules::{Board, Color};

/// A static evaluation, one instance for each thread.
pub trait Evaluate: Send {
    /// The static evaluation of `board` for the side `turn` to move.
    fn evaluate(&mut self, board: &Board, turn: Color) -> Score;

    /// The memory that the evaluation of `board` reads first, for a prefetch.
    fn first_read(&self, _board: &Board) -> Option<&[u64; 4]> {
        None
    }

    /// The activity counters of the evaluation network since the last reset; empty without counters.
    fn activity(&self) -> Activity {
        Activity::default()
    }

    /// Resets the activity counters, before a search.
    fn reset_activity(&mut self) {}

    /// The value of `board` taken apart; empty for one without parts.
    fn breakdown(&mut self, _board: &Board, _turn: Color) -> EvaluationTrace {
        EvaluationTrace::default()
    }
}

impl Evaluate for Evaluator {
    fn evaluate(&mut self, board: &Board, turn: Color) -> Score {
        Self::evaluate(self, board, turn)
    }

    #[inline]
    fn first_read(&self, board: &Board) -> Option<&[u64; 4]> {
        Some(self.pawn_hash_entry(board))
    }

    fn activity(&self) -> Activity {
        Self::activity(self)
    }

    fn reset_activity(&mut self) {
        Self::reset_activity(self);
    }

    fn breakdown(&mut self, board: &Board, turn: Color) -> EvaluationTrace {
        Self::trace(self, board, turn)
    }
}
