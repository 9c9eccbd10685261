//! The time budget of one move with every intermediate value. `formulas` computes it; the engine and the panels read it.

use crate::base::Millis;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, VariantArray};

/// State of the clock at the start of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockState {
    /// Plies since the start of the game, by the move number.
    pub ply: usize,
    /// Own remaining time.
    pub remaining: Millis,
    /// Own increment for each move.
    pub increment: Millis,
    /// Moves to the next time control, if there is one.
    pub moves_to_go: Option<u32>,
    /// Pieces on the board, kings and pawns included; input of the material estimator.
    #[serde(alias = "men")]
    pub pieces: u32,
}

/// One update of a learned factor.
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

/// The learned factors at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LearnedFactors {
    /// Smoothed nodes a second.
    pub nps: f64,
    /// Share of a tree that is reused.
    pub tree_reuse: f64,
    /// Share of a budget that is used.
    pub timeuse: f64,
}

/// Which limit reduced the budget below the formula's result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cap {
    /// No limit was reached.
    #[default]
    None,
    /// `max-move-budget` of the remaining time.
    MoveBudget,
    /// The remaining time less the overhead.
    Clock,
}

/// Which formula made a budget, and so which of its quantities it follows from. Its text is its name in the parameter text.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    Display,
    EnumString,
    VariantArray,
)]
#[strum(serialize_all = "lowercase")]
pub enum Plan {
    /// Equal total nodes for each move.
    #[default]
    Smooth,
    /// A fraction of the remaining time and the increment.
    Fixed,
    /// A percentage of the remaining time.
    AlphaZero,
    /// A percentage that grows during the game, and what the last move did not use.
    Simple,
}

/// What earlier moves left to this one, besides the learned factors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Carried {
    /// Whether a move was finished in this game.
    pub has_moved: bool,
    /// Part of the last budget that was not used, ms; negative if the search exceeded it. For `simple`.
    pub unused: f64,
    /// Time saved for unsettled moves, ms; `None` before the first move.
    pub saved: Option<f64>,
}

/// The three factors after the last completed iteration and the deadline that they make.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stretch {
    /// By the share of the nodes below the best move.
    pub share: f64,
    /// By the iterations since the best move changed.
    pub stability: f64,
    /// By the fall of the score.
    pub fall: f64,
    /// Their product within its limits.
    pub factor: f64,
    /// The deadline of the budget times the product, in whole milliseconds after `go`.
    pub deadline: Millis,
    /// The deadline of an iteration that has begun, no earlier than `deadline`; 0 in old records.
    #[serde(default)]
    pub latest: Millis,
}

impl Default for Stretch {
    /// No iteration is complete.
    fn default() -> Self {
        let deadline = Millis(0);
        Self { share: 1.0, stability: 1.0, fall: 1.0, factor: 1.0, deadline, latest: deadline }
    }
}

/// Every quantity on the way from the clock to the budget, in the order it is computed.
/// Times in milliseconds, speeds in nodes a second.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Budget {
    /// The formula.
    #[serde(default)]
    pub plan: Plan,
    /// What earlier moves left.
    #[serde(default)]
    pub carried: Carried,
    /// The clock it was computed from.
    pub clock: ClockState,
    /// Update of the tree reuse from the last move; `None` without a finished previous search.
    pub reuse_update: Option<Update>,
    /// Full moves left, by the estimator alone.
    pub estimated_moves: f64,
    /// Full moves left, by the estimator and `moves_to_go`.
    pub moves_left: f64,
    /// Time for the rest of the game.
    pub game_time: f64,
    /// Smoothed nodes a second.
    pub nps: f64,
    /// New nodes for the rest of the game.
    pub game_nodes: f64,
    /// New nodes for each move.
    pub average_new_nodes: f64,
    /// `game_time / moves_left`.
    pub average_move_time: f64,
    /// Time added to `average_move_time`, by every plan but `Smooth`.
    #[serde(default)]
    pub extra: f64,
    /// Share of a tree that is expected to be reused.
    pub tree_reuse: f64,
    /// Target size of a tree in nodes, reused nodes included.
    pub average_total_nodes: f64,
    /// Nodes reused from the previous search.
    pub reused_nodes: f64,
    /// New nodes to search.
    pub target_new_nodes: f64,
    /// Time for these nodes at the smoothed speed.
    pub target_time: f64,
    /// Expected share of the budget that is used, because the smart stop ends searches early.
    pub timeuse: f64,
    /// `target_time / timeuse`, before the caps.
    pub uncapped: f64,
    /// Cap by `max-move-budget`.
    pub move_cap: f64,
    /// Cap by the clock less the overhead.
    pub clock_cap: f64,
    /// Which cap applies.
    pub cap: Cap,
    /// The budget.
    pub budget: f64,
    /// Whole milliseconds after `go` at which the search stops.
    pub deadline: Millis,
    /// Time saved for unsettled moves, this move's part included; 0 without a piggybank.
    #[serde(default)]
    pub saved: f64,
    /// Whole milliseconds beyond the deadline that an unsettled search may use of it.
    #[serde(default)]
    pub extension: Millis,
    /// Time lost outside the engine for each move, measured or by the option, without the reserve; `None` in old records.
    #[serde(default)]
    pub overhead: Option<Millis>,
    /// What the iterations so far make of the deadline; `None` if the manager stretches nothing.
    #[serde(default)]
    pub stretch: Option<Stretch>,
}

impl Budget {
    /// The factors that the budget was computed with.
    pub const fn factors(&self) -> LearnedFactors {
        LearnedFactors { nps: self.nps, tree_reuse: self.tree_reuse, timeuse: self.timeuse }
    }

    /// The time for the move in ms: the budget, or what the stretch made of it so far.
    pub fn planned(&self) -> f64 {
        self.stretch.map_or(self.budget, |stretch| as_f64(stretch.deadline))
    }

    /// The deadline, stretched if the manager does so.
    pub fn stretched_deadline(&self) -> Millis {
        self.stretch.map_or(self.deadline, |stretch| stretch.deadline)
    }

    /// The deadline within an iteration: no earlier than the stretched one.
    pub fn latest_deadline(&self) -> Millis {
        let latest = self.stretch.map_or(self.deadline, |stretch| stretch.latest);
        latest.max(self.stretched_deadline())
    }

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
