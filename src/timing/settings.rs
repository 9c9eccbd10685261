//! The parameters of the time manager with their defaults, names and ranges. `read` parses the text; `formulas` uses
//! the values.

use super::moves_left::Estimator;
use super::parameter::parameters;
use super::stop::StopSettings;
use serde::{Deserialize, Serialize};

/// How the nodes per second are updated during the first move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum FirstMoveNps {
    /// Smoothed from `init-nps` like every other move: Lc0's rule of April 2020.
    #[default]
    Smooth,
    /// The raw average until the first move is made.
    Raw,
}

parameters! {
    /// The parameters of `smooth(...)`. Source: Lc0's smooth time manager (2020); ranges keep every formula finite.
    pub struct Smooth ("smooth") {
        /// Initial share of the tree that is reused.
        init_tree_reuse ("init-tree-reuse"): 0.5, 0.0..=0.99;
        /// Upper limit of that share.
        max_tree_reuse ("max-tree-reuse"): 0.7, 0.0..=0.99;
        /// Average moves in which the share moves half of the way to a new value.
        tree_reuse_update_rate ("tree-reuse-update-rate"): 4.0, 0.01..=1e6;
        /// Initial nodes per second.
        init_nps ("init-nps"): 20_000.0, 0.0..=1e12;
        /// Seconds in which the speed moves half of the way to a new value.
        nps_update_rate ("nps-update-rate"): 5.0, 0.001..=1e6;
        /// Initial share of the budget that is used.
        init_timeuse ("init-timeuse"): 0.7, 0.01..=10.0;
        /// Lower limit of that share.
        min_timeuse ("min-timeuse"): 0.3, 0.01..=1.0;
        /// Average moves in which the share moves half of the way to a new value.
        timeuse_update_rate ("timeuse-update-rate"): 10.0, 0.01..=1e6;
        /// Share of the remaining time that one move may take.
        max_move_budget ("max-move-budget"): 0.3, 0.001..=1.0;
        /// Time kept on the clock for delays of later moves, in multiples of the move overhead; 0 as in Lc0. Without it and
        /// without increment the clock falls to one overhead, and the next delay loses on time.
        reserve ("reserve"): 0.0, 0.0..=1000.0;
        + /// Rule for the speed during the first move.
        first_move: FirstMoveNps,
        + /// Estimator of the moves left.
        estimator: Estimator,
        + /// Thresholds of the smart stop.
        stop: StopSettings,
    }
}

parameters! {
    /// The parameters of `fixed(...)`, a fraction of the remaining time; the baseline of comparisons.
    pub struct Fixed ("fixed") {
        /// Share of the remaining time for a move. The default, a fortieth, is the classic rule of thumb.
        fraction ("fraction"): 0.025, 0.001..=1.0;
        /// Share of the increment that is added to it.
        increment ("increment"): 1.0, 0.0..=1.0;
        /// Share of the remaining time that one move may take, increment included.
        max_move_budget ("max-move-budget"): 0.3, 0.001..=1.0;
        /// Initial nodes per second; used by the smart stop only.
        init_nps ("init-nps"): 20_000.0, 0.0..=1e12;
        /// Seconds in which the speed moves half of the way to a new value.
        nps_update_rate ("nps-update-rate"): 5.0, 0.001..=1e6;
        + /// Thresholds of the smart stop.
        stop: StopSettings,
    }
}

/// A parsed parameter text: the formula and its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Settings {
    /// Equal total nodes for each move.
    Smooth(Smooth),
    /// A fraction of the remaining time.
    Fixed(Fixed),
}

impl Default for Settings {
    fn default() -> Self {
        Self::Smooth(Smooth::default())
    }
}

impl Settings {
    /// The thresholds of the smart stop.
    #[must_use]
    pub const fn stop(&self) -> &StopSettings {
        match self {
            Self::Smooth(smooth) => &smooth.stop,
            Self::Fixed(fixed) => &fixed.stop,
        }
    }
}
