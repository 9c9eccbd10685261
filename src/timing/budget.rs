//! The budget of one move with every step that led to it, for the engine to obey and the panel to show.

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

/// Every quantity on the way from the clock to the budget, in the order it is computed.
/// Times in milliseconds, speeds in nodes a second. Source: `spec/timing.md` A.4.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Budget {
    /// The clock it was computed from.
    pub clock: ClockState,
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
    /// The budget.
    pub budget: f64,
    /// Whole milliseconds after `go` at which the search stops.
    pub deadline: Millis,
}
