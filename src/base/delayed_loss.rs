//! Delayed-loss bonus: a way to prefer quick wins and slow losses that does not count plies in mate scores.
//!
//! A node whose best move scores below its static evaluation returns one point more. The losing side gains a point at
//! each of its own nodes, so that it delays the loss, and a stored value is already relative to its node. By default the
//! search uses mate scores by distance from the root instead, which mate distance pruning needs.
//!
//! Source: H. G. Muller's micro-Max, chessprogramming.org "Score".

use super::Score;

/// The delayed-loss bonus at one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DelayedLoss {
    /// The node's static evaluation.
    pub evaluation: Score,
}

impl DelayedLoss {
    /// The window for the node's moves: `apply(r) >= beta` exactly when `r` reaches the inner beta, and likewise for
    /// alpha.
    pub fn window(self, alpha: Score, beta: Score) -> (Score, Score) {
        let inner_alpha = alpha.offset(-i32::from(alpha < self.evaluation));
        let inner_beta = beta.offset(-i32::from(beta <= self.evaluation));
        (inner_alpha, inner_beta)
    }

    /// The node's value, given the best value of its moves.
    pub fn apply(self, best: Score) -> Score {
        best.offset(i32::from(best < self.evaluation))
    }

    /// Full moves to mate in a score with the bonus, positive for the side to move.
    pub fn mate_moves(score: Score) -> Option<i32> {
        let distance = Score::MATE.value() - score.value().abs();
        let mate = (0..128).contains(&distance);
        mate.then(|| if score.value() > 0 { distance + 1 } else { -distance })
    }

    /// A score with the bonus as it is reported: a mate with its distance from the root, others unchanged.
    pub fn to_root_distance(score: Score) -> Score {
        match Self::mate_moves(score)
            .and_then(|moves| Some((moves, usize::try_from(moves.abs()).ok()?)))
        {
            Some((moves, full)) if moves > 0 => Score::mate_in(2 * full - 1),
            Some((_, full)) => Score::mated_in(2 * full),
            None => score,
        }
    }
}
