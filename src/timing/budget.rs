//! The budget of one move with every step that led to it, for the engine to obey and the panel to show.
//! How it is computed lives in `smooth` and `fixed`; the engine and the front ends read it.

use crate::base::Millis;
use serde::{Deserialize, Serialize};

/// What the clock says when a move begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockState {
    /// Half-moves since the start of the game by the move number.
    pub ply: usize,
    /// Own remaining time.
    pub remaining: Millis,
    /// Own increment for each move.
    pub increment: Millis,
    /// Moves to the next time control, if there is one.
    pub moves_to_go: Option<u32>,
    /// Men on the board, kings included; feeds the material estimator.
    pub men: u32,
}

/// One step of a learned factor: what was seen, how much it weighed, and what it made of the factor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Update {
    /// The factor before.
    pub before: f64,
    /// The value observed.
    pub seen: f64,
    /// Its weight in average moves.
    pub weight: f64,
    /// The factor after decay and limit.
    pub after: f64,
}

/// Which limit made a budget smaller than what the formula asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cap {
    /// None: the formula's own figure.
    #[default]
    None,
    /// `max-move-budget` of the remaining time.
    MoveBudget,
    /// The remaining time less the overhead.
    Clock,
}

/// Every quantity on the way from the clock to the budget, in the order it is computed.
/// Times in milliseconds, speeds in nodes a second.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Budget {
    /// The clock it was computed from.
    pub clock: ClockState,
    /// What the last move taught about tree reuse; `None` if there was nothing to learn from.
    pub reuse_update: Option<Update>,
    /// Full moves still to be played, by the estimator alone.
    pub estimated_moves: f64,
    /// Full moves still to be played, by the estimator and `moves_to_go`.
    pub moves_left: f64,
    /// Time for the rest of the game.
    pub game_time: f64,
    /// Smoothed nodes a second.
    pub nps: f64,
    /// New nodes until the end of the game.
    pub game_nodes: f64,
    /// New nodes for each move.
    pub average_new_nodes: f64,
    /// `game_time / moves_left`.
    pub average_move_time: f64,
    /// Share of a tree that is expected to be reused.
    pub tree_reuse: f64,
    /// Nodes a tree should have when the move is made, reused ones included.
    pub average_total_nodes: f64,
    /// Nodes that this search starts with.
    pub reused_nodes: f64,
    /// Nodes it should add.
    pub target_new_nodes: f64,
    /// Time that takes.
    pub target_time: f64,
    /// Expected share of the budget that is used, because the smart stop ends searches early.
    pub timeuse: f64,
    /// `target_time / timeuse`, before the caps.
    pub uncapped: f64,
    /// What `max-move-budget` allows.
    pub move_cap: f64,
    /// What the clock less the overhead allows.
    pub clock_cap: f64,
    /// Which of the two was the binding one.
    pub cap: Cap,
    /// The budget.
    pub budget: f64,
    /// Whole milliseconds after `go` at which the search stops.
    pub deadline: Millis,
}

impl Budget {
    /// Sets the budget from `uncapped`, the two caps and the clock, in Lc0's order.
    ///
    /// Invariant: neither `budget` nor `deadline` is negative or above the clock less `overhead` afterwards.
    pub(super) fn apply_caps(&mut self, max_move_budget: f64, overhead: Millis) {
        let remaining = self.clock.remaining;
        let spendable = Millis((remaining - overhead).0.max(0));
        self.move_cap = as_f64(remaining) * max_move_budget;
        self.clock_cap = as_f64(spendable);
        self.budget = self.uncapped;
        if self.budget > self.move_cap {
            (self.budget, self.cap) = (self.move_cap, Cap::MoveBudget);
        }
        if self.budget > self.clock_cap {
            (self.budget, self.cap) = (self.clock_cap, Cap::Clock);
        }
        self.budget = self.budget.max(0.0);
        // The whole number is limited once more: beyond 2^53 ms the conversion above may round up.
        self.deadline = Millis((self.budget as i64).min(spendable.0));
    }
}

/// Milliseconds as a floating-point number.
pub(super) fn as_f64(time: Millis) -> f64 {
    time.0 as f64
}
