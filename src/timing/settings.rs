//! The parameters of the time manager with their defaults, names and ranges. `read` parses the text; `formulas` uses
//! the values.

use super::moves_left::{Estimator, MleLegacy, MleMaterial};
use super::parameter::{Parameter, Parameters, parameter};
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

/// The parameters of `smooth(...)`. Source: Lc0's smooth time manager (2020); ranges keep every formula finite.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Smooth {
    /// Initial share of the tree that is reused.
    pub init_tree_reuse: f64,
    /// Upper limit of that share.
    pub max_tree_reuse: f64,
    /// Average moves in which the share moves half of the way to a new value.
    pub tree_reuse_update_rate: f64,
    /// Initial nodes per second.
    pub init_nps: f64,
    /// Seconds in which the speed moves half of the way to a new value.
    pub nps_update_rate: f64,
    /// Initial share of the budget that is used.
    pub init_timeuse: f64,
    /// Lower limit of that share.
    pub min_timeuse: f64,
    /// Average moves in which the share moves half of the way to a new value.
    pub timeuse_update_rate: f64,
    /// Share of the remaining time that one move may take.
    pub max_move_budget: f64,
    /// Overheads reserved for later moves; 0 is Lc0's rule. Without increments the clock of a long game falls to one
    /// overhead, and the next delay outside the engine loses on time.
    pub reserve: f64,
    /// Rule for the speed during the first move.
    pub first_move: FirstMoveNps,
    /// How many moves are left.
    pub estimator: Estimator,
    /// When a search ends early.
    pub stop: StopSettings,
}

impl Default for Smooth {
    fn default() -> Self {
        Self {
            init_tree_reuse: 0.5,
            max_tree_reuse: 0.7,
            tree_reuse_update_rate: 4.0,
            init_nps: 20_000.0,
            nps_update_rate: 5.0,
            init_timeuse: 0.7,
            min_timeuse: 0.3,
            timeuse_update_rate: 10.0,
            max_move_budget: 0.3,
            reserve: 0.0,
            first_move: FirstMoveNps::Smooth,
            estimator: Estimator::default(),
            stop: StopSettings::default(),
        }
    }
}

impl Parameters for Smooth {
    const NAME: &'static str = "smooth";
    const TABLE: &'static [Parameter<Self>] = &[
        parameter!(
            "init-tree-reuse",
            init_tree_reuse,
            0.0,
            0.99,
            "share of the tree reused, first guess"
        ),
        parameter!(
            "max-tree-reuse",
            max_tree_reuse,
            0.0,
            0.99,
            "largest share of the tree expected to be reused"
        ),
        parameter!(
            "tree-reuse-update-rate",
            tree_reuse_update_rate,
            0.01,
            1e6,
            "average moves to update tree reuse half-way"
        ),
        parameter!("init-nps", init_nps, 0.0, 1e12, "nodes a second, first guess"),
        parameter!(
            "nps-update-rate",
            nps_update_rate,
            0.001,
            1e6,
            "seconds to update nodes a second half-way"
        ),
        parameter!(
            "init-timeuse",
            init_timeuse,
            0.01,
            10.0,
            "share of the budget used, first guess"
        ),
        parameter!(
            "min-timeuse",
            min_timeuse,
            0.01,
            1.0,
            "smallest share of the budget expected to be used"
        ),
        parameter!(
            "timeuse-update-rate",
            timeuse_update_rate,
            0.01,
            1e6,
            "average moves to update timeuse half-way"
        ),
        parameter!(
            "max-move-budget",
            max_move_budget,
            0.001,
            1.0,
            "share of the remaining time one move may take"
        ),
        parameter!("reserve", reserve, 0.0, 1000.0, "overheads kept back for later moves"),
    ];
}

impl Parameters for MleLegacy {
    const NAME: &'static str = "mle-legacy";
    const TABLE: &'static [Parameter<Self>] = &[
        parameter!("midpoint", midpoint, 1.0, 10_000.0, "median length of a game in moves"),
        parameter!("steepness", steepness, 0.1, 1000.0, "how sharply the estimate drops there"),
    ];
}

impl Parameters for MleMaterial {
    const NAME: &'static str = "mle-material";
    const TABLE: &'static [Parameter<Self>] = &[
        parameter!("opening", opening, 1.0, 10_000.0, "moves left with all 32 men"),
        parameter!("bare", bare, 1.0, 10_000.0, "moves left with bare kings"),
    ];
}

/// The parameters of `fixed(...)`, a fraction of the remaining time; the baseline of comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fixed {
    /// Share of the remaining time for a move. The default, a fortieth, is the classic rule of thumb.
    pub fraction: f64,
    /// Share of the increment that is added to it.
    pub increment: f64,
    /// Share of the remaining time that one move may take, increment included.
    pub max_move_budget: f64,
    /// Initial nodes per second; used by the smart stop only.
    pub init_nps: f64,
    /// Seconds in which the speed moves half of the way to a new value.
    pub nps_update_rate: f64,
    /// When a search ends early.
    pub stop: StopSettings,
}

impl Default for Fixed {
    fn default() -> Self {
        let smooth = Smooth::default();
        Self {
            fraction: 0.025,
            increment: 1.0,
            max_move_budget: smooth.max_move_budget,
            init_nps: smooth.init_nps,
            nps_update_rate: smooth.nps_update_rate,
            stop: smooth.stop,
        }
    }
}

impl Parameters for Fixed {
    const NAME: &'static str = "fixed";
    const TABLE: &'static [Parameter<Self>] = &[
        parameter!("fraction", fraction, 0.001, 1.0, "share of the remaining time for a move"),
        parameter!("increment", increment, 0.0, 1.0, "share of the increment added to it"),
        parameter!(
            "max-move-budget",
            max_move_budget,
            0.001,
            1.0,
            "share of the remaining time one move may take"
        ),
        parameter!("init-nps", init_nps, 0.0, 1e12, "nodes a second, first guess"),
        parameter!(
            "nps-update-rate",
            nps_update_rate,
            0.001,
            1e6,
            "seconds to update nodes a second half-way"
        ),
    ];
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
