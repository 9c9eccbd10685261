//! Types for units: milliseconds, depth, plies and Elo ratings.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Add, Sub};
use std::time::Duration;

/// Whole milliseconds on a clock. Negative after the flag fell.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Millis(pub i64);

impl Millis {
    /// Milliseconds of `duration`, truncated, saturating at `i64::MAX`.
    pub fn from_duration(duration: Duration) -> Self {
        Self(i64::try_from(duration.as_millis()).unwrap_or(i64::MAX))
    }

    /// Converts to a [`Duration`]; a negative value becomes zero.
    pub fn to_duration(self) -> Duration {
        Duration::from_millis(u64::try_from(self.0).unwrap_or(0))
    }

    /// This time divided by `parts`, truncated; zero counts as one.
    #[must_use]
    pub fn divided(self, parts: u32) -> Self {
        Self(self.0 / i64::from(parts.max(1)))
    }

    /// So many seconds, rounded, saturating; not a number is none.
    pub fn from_seconds(seconds: f64) -> Self {
        Self((seconds * 1000.0).round() as i64)
    }

    /// Seconds, with the fraction.
    pub fn seconds(self) -> f64 {
        self.0 as f64 / 1000.0
    }
}

impl Add for Millis {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for Millis {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

/// Remaining search depth in plies; may be negative in quiescence search.
pub type Depth = i32;

/// Distance from the root (or from the start of the game, where stated) in half-moves.
pub type Ply = usize;

/// A rating on the Elo scale.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Elo(pub u16);

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A number of things: `1 node`, `2 nodes`.
pub fn number_of<T: fmt::Display + PartialEq + From<u8>>(count: T, thing: &str) -> String {
    let ending = if count == T::from(1) { "" } else { "s" };
    format!("{count} {thing}{ending}")
}
