//! Integrated bounds and values (IBV): one number that encodes a score and its bound type, ordered so that minimax can
//! compare it directly.
//!
//! Source: D. Beal, "An Integrated-Bounds-and-Values (IBV) Numeric Scale for Minimax Searches" (ICCA Journal 18, 1995).
//! The recognisers return it, and the transposition table stores it if [`crate::search::TableBounds`] says so.

use super::{Bound, Interval, Score};
use std::ops::Neg;

/// A score with its bound type: `4n` exact, `4n - 1` upper bound `n`, `4n + 1` lower bound `n`; `4n + 2` is unused.
///
/// The order is: at most `n`, exactly `n`, at least `n`, at most `n + 1`. The maximum over children therefore has the
/// right value and the right bound type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ibv(i32);

impl Ibv {
    /// An exact score.
    pub const fn exact(score: Score) -> Self {
        Self(4 * score.value())
    }

    /// An upper bound.
    pub const fn upper(score: Score) -> Self {
        Self(4 * score.value() - 1)
    }

    /// A lower bound.
    pub const fn lower(score: Score) -> Self {
        Self(4 * score.value() + 1)
    }

    /// The encoded number.
    pub const fn code(self) -> i32 {
        self.0
    }

    /// The score without its bound type.
    pub const fn score(self) -> Score {
        Score::raw(self.force_exact().0 / 4)
    }

    /// The bound type.
    pub const fn bound(self) -> Bound {
        match self.0 & 3 {
            0 => Bound::Exact,
            3 => Bound::Upper,
            _ => Bound::Lower,
        }
    }

    /// The same score as exact.
    #[must_use]
    pub const fn force_exact(self) -> Self {
        Self((self.0 + 1) & !3)
    }

    /// The same score as a lower bound.
    #[must_use]
    pub const fn force_lower(self) -> Self {
        Self(self.force_exact().0 + 1)
    }

    /// The same score as an upper bound.
    #[must_use]
    pub const fn force_upper(self) -> Self {
        Self(self.force_exact().0 - 1)
    }

    /// The interval that contains the true value.
    pub const fn interval(self) -> Interval {
        let score = self.score();
        match self.bound() {
            Bound::Exact => Interval::exact(score),
            Bound::Lower => Interval { low: score, high: Interval::UNKNOWN.high },
            Bound::Upper => Interval { low: Interval::UNKNOWN.low, high: score },
        }
    }
}

impl Neg for Ibv {
    type Output = Self;
    /// The other side's view: a lower bound becomes an upper bound.
    fn neg(self) -> Self {
        Self(-self.0)
    }
}
