//! What is known of a value: on which side a single number bounds it, and a closed range that contains it.

use super::Score;
use serde::{Deserialize, Serialize};
use std::ops::Neg;

/// What a search result says about the true value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Bound {
    /// The value itself.
    #[default]
    Exact,
    /// At least this: the search failed high.
    Lower,
    /// At most this: the search failed low.
    Upper,
}

/// A closed range that contains a value, in the view of one side; infinite ends are unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Interval {
    /// Pessimistic end.
    pub low: Score,
    /// Optimistic end.
    pub high: Score,
}

impl Interval {
    /// Nothing is known.
    pub const UNKNOWN: Self =
        Self { low: Score::raw(-Score::INFINITE.value()), high: Score::INFINITE };

    /// Exactly `score`.
    #[must_use]
    pub const fn exactly(score: Score) -> Self {
        Self { low: score, high: score }
    }

    /// Does the interval contain `score`?
    #[must_use]
    pub fn contains(self, score: Score) -> bool {
        self.low <= score && score <= self.high
    }
}

impl Neg for Interval {
    type Output = Self;
    /// The same range in the other side's view.
    fn neg(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }
}
