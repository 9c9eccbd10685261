//! The parameters of the time manager with their defaults, names and ranges. `read` parses the text; `formulas` uses
//! the values.

use super::moves_left::{Estimator, MleMaterial};
use super::parameter::{Parameters as _, parameters};
use super::stop::StopSettings;
use super::stretch::StretchSettings;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString};

/// How the nodes per second are updated during the first move.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Display, EnumString,
)]
#[strum(serialize_all = "lowercase")]
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
        /// without increment the clock falls to one overhead, and the next delay loses on time. An increment replaces all but
        /// one of them.
        reserve ("reserve"): 0.0, 0.0..=1000.0;
        + /// Rule for the speed during the first move.
        first_move: FirstMoveNps,
        + /// Estimator of the moves left.
        estimator: Estimator,
        + /// Time saved for unsettled moves.
        #[serde(default)]
        piggybank: Piggybank,
        + /// Factors on the budget by what the search finds.
        #[serde(default)]
        stretch: StretchSettings,
        + /// Thresholds of the smart stop.
        stop: StopSettings,
    }
}

parameters! {
    /// Time saved for unsettled moves, by which the search may exceed its budget; off by default. The parameters stand in
    /// `smooth(...)` itself. Source: Lc0's pull request 1310 (2020) and the figures that its smooth manager logs (issue 1583).
    pub struct Piggybank ("piggybank") {
        /// Share of the game's time that is saved at its start.
        init ("init-piggybank"): 0.0, 0.0..=1.0;
        /// Share of each move's time that is saved.
        per_move ("per-move-piggybank"): 0.0, 0.0..=0.9;
        /// Share of the saved time that one move may take.
        max_use ("max-piggybank-use"): 0.7, 0.0..=1.0;
        /// Largest saved time in average moves.
        max_moves ("max-piggybank-moves"): 10.0, 0.0..=1e6;
    }
}

/// Lc0's name of `smooth` with a [`Piggybank`].
pub(super) const EXPERIMENTAL: &str = "smooth-experimental";
/// `smooth` as Lucena plays with it.
pub(super) const STRETCHED: &str = "smooth-stretched";

impl Smooth {
    /// The values that Lc0's pull request 1310 proposes for `smooth-experimental`.
    pub(super) fn experimental() -> Self {
        let piggybank = Piggybank { init: 0.1, per_move: 0.05, ..Piggybank::default() };
        Self { piggybank, ..Self::default() }
    }

    /// `smooth` with a stretch, faster learning of tree reuse and timeuse, and moves left by material.
    ///
    /// At a million nodes per second Lc0's initial speed of 20,000 makes the first reused tree larger than the whole budget,
    /// and a two-second game never corrects it. The moves left by material are the lower quartile of own games in endings.
    pub(super) fn stretched() -> Self {
        Self {
            init_tree_reuse: 0.3,
            tree_reuse_update_rate: 2.0,
            min_timeuse: 0.2,
            timeuse_update_rate: 4.0,
            reserve: 5.0,
            first_move: FirstMoveNps::Raw,
            estimator: Estimator::Material(MleMaterial {
                opening: 45.0,
                bare: 6.0,
                no_increment: 8.0,
            }),
            stretch: StretchSettings {
                share_base: 1.8,
                share_slope: 1.2,
                changed: 1.3,
                stable: 0.85,
                fall: 0.5,
                overrun: 2.0,
                ..StretchSettings::default()
            },
            ..Self::default()
        }
    }
}

impl Piggybank {
    /// Is any time saved?
    #[must_use]
    pub const fn is_on(&self) -> bool {
        self.init > 0.0 || self.per_move > 0.0
    }
}

parameters! {
    /// The parameters of `alphazero(...)`, a share of the remaining time. Source: Lc0's documentation of version 0.26 (2020);
    /// like Lc0 it counts neither the increment nor the moves to the next control.
    pub struct AlphaZero ("alphazero") {
        /// Percentage of the remaining time for a move.
        percent ("alphazero-time-pct"): 5.0, 1.0..=99.0;
        + /// Thresholds of the smart stop.
        stop: StopSettings,
    }
}

parameters! {
    /// The parameters of `simple(...)`: a share of the remaining time that grows with the ply and the increment, plus what the
    /// last move saved. Source: Lc0's pull request 1764 (2022).
    pub struct Simple ("simple") {
        /// Percentage of the remaining time at the first ply.
        base ("base-pct"): 2.4, 0.001..=100.0;
        /// Percentage points added with each ply.
        ply ("ply-pct"): 0.0312, 0.0..=1.0;
        /// Factor on the increment's part of the remaining time, by which the share grows.
        time_factor ("time-factor"): 37.0, 0.0..=100.0;
        /// Percentage added to the first move of a game.
        opening_bonus ("opening-bonus"): 0.0, 0.0..=1000.0;
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
    /// A percentage of the remaining time.
    AlphaZero(AlphaZero),
    /// A percentage of the remaining time that grows during the game.
    Simple(Simple),
}

impl Default for Settings {
    fn default() -> Self {
        Self::Smooth(Smooth::default())
    }
}

impl Settings {
    /// The managers by name, each with its default parameters.
    pub const NAMES: [&str; 6] =
        [Smooth::NAME, EXPERIMENTAL, STRETCHED, AlphaZero::NAME, Simple::NAME, Fixed::NAME];

    /// The factors on the budget by what the search finds, if the manager has any.
    pub fn stretch(&self) -> Option<&StretchSettings> {
        match self {
            Self::Smooth(smooth) => Some(&smooth.stretch).filter(|stretch| stretch.is_on()),
            Self::Fixed(_) | Self::AlphaZero(_) | Self::Simple(_) => None,
        }
    }

    /// The thresholds of the smart stop.
    pub const fn stop(&self) -> &StopSettings {
        match self {
            Self::Smooth(smooth) => &smooth.stop,
            Self::Fixed(fixed) => &fixed.stop,
            Self::AlphaZero(alphazero) => &alphazero.stop,
            Self::Simple(simple) => &simple.stop,
        }
    }
}
