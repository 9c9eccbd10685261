//! The delayed-loss bonus: the other way to prefer quick wins and slow losses, without plies in mate scores.
//!
//! A node whose value is below its static evaluation is worth one point more than its moves say. The side that loses
//! gains a point at each of its own nodes, so that delay pays, and a stored value is already relative to its node.
//! The search here uses root-distance mate scores instead, which also serve mate-distance pruning; the two exclude each
//! other. This file documents the alternative and keeps it testable.
//!
//! Source: H. G. Muller's micro-Max, chessprogramming.org "Score".

use super::Score;

/// The bonus at a node whose static evaluation it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DelayedLoss {
    /// The node's static evaluation.
    pub evaluation: Score,
}

impl DelayedLoss {
    /// The window to search the node's moves with, so that cutting inside is cutting after the bonus:
    /// `apply(r) >= beta` holds exactly when `r` reaches the inner beta, and likewise for alpha.
    #[must_use]
    pub fn window(self, alpha: Score, beta: Score) -> (Score, Score) {
        let inner_alpha = alpha.offset(-i32::from(alpha < self.evaluation));
        let inner_beta = beta.offset(-i32::from(beta <= self.evaluation));
        (inner_alpha, inner_beta)
    }

    /// The node's value from the best value of its moves.
    #[must_use]
    pub fn apply(self, best: Score) -> Score {
        best.offset(i32::from(best < self.evaluation))
    }

    /// Full moves to mate in a score made with the bonus, positive for the side to move.
    #[must_use]
    pub fn mate_moves(score: Score) -> Option<i32> {
        let distance = Score::MATE.value() - score.value().abs();
        let mate = (0..128).contains(&distance);
        mate.then(|| if score.value() > 0 { distance + 1 } else { -distance })
    }
}
