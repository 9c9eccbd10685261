//! Bound types: whether a score is exact, a lower or an upper bound, and closed intervals of scores.

use super::Score;
use serde::{Deserialize, Serialize};
use std::ops::Neg;

/// The bound type of a search result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Bound {
    /// The exact value.
    #[default]
    Exact,
    /// Lower bound: the search failed high.
    Lower,
    /// Upper bound: the search failed low.
    Upper,
}

impl Bound {
    /// The same bound from the other side's view.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Exact => Self::Exact,
            Self::Lower => Self::Upper,
            Self::Upper => Self::Lower,
        }
    }
}

/// A closed interval that contains a value, from one side's view; an infinite end is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Interval {
    /// Lower end.
    pub low: Score,
    /// Upper end.
    pub high: Score,
}

impl Interval {
    /// The interval of an unknown value.
    pub const UNKNOWN: Self =
        Self { low: Score::raw(-Score::INFINITE.value()), high: Score::INFINITE };

    /// The interval that contains only `score`.
    pub const fn exact(score: Score) -> Self {
        Self { low: score, high: score }
    }

    /// Whether the interval contains `score`.
    pub fn contains(self, score: Score) -> bool {
        self.low <= score && score <= self.high
    }
}

impl Default for Interval {
    /// That of an unknown value.
    fn default() -> Self {
        Self::UNKNOWN
    }
}

impl Neg for Interval {
    type Output = Self;
    /// The same interval from the other side's view.
    fn neg(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }
}

/// A bound of a window or interval as text.
pub fn bound_text(score: Score) -> String {
    match score {
        s if s >= Score::INFINITE => "∞".to_owned(),
        s if s <= -Score::INFINITE => "−∞".to_owned(),
        s => s.to_string(),
    }
}

/// A score with the sign of its bound as text.
pub fn bounded(score: Score, bound: Bound) -> String {
    let text = score.to_string();
    // The sign of a draw says nothing beside that of a bound.
    let figure = if score == Score::DRAW { "0.00" } else { &text };
    match bound {
        Bound::Exact => text,
        Bound::Lower => format!("≥ {figure}"),
        Bound::Upper => format!("≤ {figure}"),
    }
}
