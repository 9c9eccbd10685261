//! One number that is both a value and the kind of bound it is, in an order that minimax can use as it stands.
//!
//! Source: D. Beal, "An Integrated-Bounds-and-Values (IBV) Numeric Scale for Minimax Searches" (ICCA Journal 18, 1995).
//! Recognisers answer with it, because they know a single bound.

use super::{Bound, Interval, Score};
use std::ops::Neg;

/// A score with its bound: `4n` exact, `4n - 1` at most `n`, `4n + 1` at least `n`; `4n + 2` is unused.
///
/// Orders as values do: at most `n`, exactly `n`, at least `n`, at most `n + 1`. So the maximum over children is right
/// both in value and in kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ibv(i32);

impl Ibv {
    /// Exactly `score`.
    #[must_use]
    pub const fn exact(score: Score) -> Self {
        Self(4 * score.value())
    }

    /// At most `score`.
    #[must_use]
    pub const fn upper(score: Score) -> Self {
        Self(4 * score.value() - 1)
    }

    /// At least `score`.
    #[must_use]
    pub const fn lower(score: Score) -> Self {
        Self(4 * score.value() + 1)
    }

    /// The number itself, for storing.
    #[must_use]
    pub const fn code(self) -> i32 {
        self.0
    }

    /// The number read back from [`Ibv::code`].
    #[must_use]
    pub const fn from_code(code: i32) -> Self {
        Self(code)
    }

    /// The value without its kind.
    #[must_use]
    pub const fn score(self) -> Score {
        Score::raw(self.force_exact().0 / 4)
    }

    /// What kind of value it is.
    #[must_use]
    pub const fn bound(self) -> Bound {
        match self.0 & 3 {
            0 => Bound::Exact,
            3 => Bound::Upper,
            _ => Bound::Lower,
        }
    }

    /// The same value as exact.
    #[must_use]
    pub const fn force_exact(self) -> Self {
        Self((self.0 + 1) & !3)
    }

    /// The same value as a lower bound.
    #[must_use]
    pub const fn force_lower(self) -> Self {
        Self(self.force_exact().0 + 1)
    }

    /// The same value as an upper bound.
    #[must_use]
    pub const fn force_upper(self) -> Self {
        Self(self.force_exact().0 - 1)
    }

    /// The range that the number stands for.
    #[must_use]
    pub const fn interval(self) -> Interval {
        let score = self.score();
        match self.bound() {
            Bound::Exact => Interval::exactly(score),
            Bound::Lower => Interval { low: score, high: Interval::UNKNOWN.high },
            Bound::Upper => Interval { low: Interval::UNKNOWN.low, high: score },
        }
    }
}

impl Neg for Ibv {
    type Output = Self;
    /// The other side's view: a lower bound becomes an upper one.
    fn neg(self) -> Self {
        Self(-self.0)
    }
}
