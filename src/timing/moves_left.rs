//! How long the game will still last: the estimators behind one small trait. `smooth` asks them, the parameter text
//! chooses one. They look at the clock's state only, never at the board.

use super::budget::ClockState;
use serde::{Deserialize, Serialize};

/// Shortest game an estimator may promise; keeps divisions by it finite for any parameters.
const LEAST: f64 = 0.1;

/// Men at the start of a game and in a bare-kings ending.
const ALL_MEN: f64 = 32.0;
const BARE_MEN: f64 = 2.0;

/// Estimates the full moves that a side still has to make.
pub trait MovesLeft {
    /// Returns the estimate, finite and at least 0.1.
    fn moves_left(&self, clock: &ClockState) -> f64;
}

/// Median residual life of a game whose length is distributed log-logistically.
/// Source: Lc0's `mle-legacy`; the defaults are those of April 2020.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MleLegacy {
    /// Median length of a game in moves.
    pub midpoint: f64,
    /// How sharply the estimate drops around the median.
    pub steepness: f64,
}

impl Default for MleLegacy {
    fn default() -> Self {
        Self { midpoint: 51.5, steepness: 7.0 }
    }
}

impl MovesLeft for MleLegacy {
    fn moves_left(&self, clock: &ClockState) -> f64 {
        let move_number = clock.ply as f64 / 2.0;
        let passed = (move_number / self.midpoint).powf(self.steepness);
        // Far beyond the median the power overflows; its limit is then exact to the last bit.
        let length = if passed.is_finite() {
            self.midpoint * (1.0 + 2.0 * passed).powf(1.0 / self.steepness)
        } else {
            move_number * 2.0_f64.powf(1.0 / self.steepness)
        };
        (length - move_number).max(LEAST)
    }
}

/// Moves left by the men on the board: a parabola from the full set to bare kings.
///
/// Measured: 47 rated games of the Lichess database (May 2025). Games with 32, 30, 28, 20, 18, 14 and 12 men last on
/// average 1, 0.79, 0.74, 0.54, 0.51, 0.39 and 0.26 times as long as those with all men; `0.25 + 0.75 x^2` with
/// `x = (men - 2) / 30` gives 1, 0.90, 0.81, 0.52, 0.46, 0.37 and 0.33. Those games end by resignation at 27.5 moves
/// from the start, so the scale is the median of [`MleLegacy`] instead.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MleMaterial {
    /// Moves left with all 32 men.
    pub opening: f64,
    /// Moves left with bare kings.
    pub bare: f64,
}

impl Default for MleMaterial {
    fn default() -> Self {
        Self { opening: 51.5, bare: 13.0 }
    }
}

impl MovesLeft for MleMaterial {
    fn moves_left(&self, clock: &ClockState) -> f64 {
        let share = ((f64::from(clock.men) - BARE_MEN) / (ALL_MEN - BARE_MEN)).clamp(0.0, 1.0);
        (self.bare + (self.opening - self.bare) * share * share).max(LEAST)
    }
}

/// The estimator that a parameter text chose.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Estimator {
    /// `mle-legacy`, by the move number.
    Legacy(MleLegacy),
    /// `mle-material`, by the men on the board.
    Material(MleMaterial),
}

impl Default for Estimator {
    fn default() -> Self {
        Self::Legacy(MleLegacy::default())
    }
}

impl MovesLeft for Estimator {
    fn moves_left(&self, clock: &ClockState) -> f64 {
        match self {
            Self::Legacy(estimator) => estimator.moves_left(clock),
            Self::Material(estimator) => estimator.moves_left(clock),
        }
    }
}
