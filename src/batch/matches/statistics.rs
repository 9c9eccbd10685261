//! Match statistics: score and Elo difference with error bar.
//!
//! Games are played in pairs with reversed colours from the same opening. The error bar is computed over pairs, which is
//! narrower than over games because an unbalanced opening affects both engines once.
//! Source: the logistic Elo model.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Pentanomial counts: game pairs by the first engine's points, 0, 0.5, 1, 1.5, 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pentanomial(pub [u32; 5]);

/// An Elo difference with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloEstimate {
    /// First engine minus second; infinite if one of them won every game.
    pub difference: f64,
    /// The lower and the upper end of the 95 % interval; infinite where it cannot be estimated.
    pub interval: [f64; 2],
}

/// Elo that one end of an interval may be farther from the difference than the other where it is printed with `±`.
const SKEW: f64 = 10.0;

impl EloEstimate {
    /// With an interval whose ends are `error` below and above.
    pub const fn symmetric(difference: f64, error: f64) -> Self {
        Self { difference, interval: [difference - error, difference + error] }
    }
}

/// With one decimal, rounded first, so that none is a negative zero.
fn tenths(elo: f64) -> f64 {
    (elo * 10.0).round() / 10.0 + 0.0
}

impl fmt::Display for EloEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let difference = tenths(self.difference);
        if difference.is_infinite() {
            return write!(f, "{difference:+}");
        }
        let [low, high] = self.interval;
        let skew = (low + high - 2.0 * self.difference).abs();
        if skew <= SKEW {
            return write!(f, "{difference:+.1} ± {:.1}", (high - low) / 2.0);
        }
        let [low, high] = [low, high].map(|end| match tenths(end) {
            end if end.is_finite() => format!("{end:+.1}"),
            _ => "…".to_owned(),
        });
        write!(f, "{difference:+.1} [{low}, {high}]")
    }
}

/// Elo difference of the expected score `score`; infinite from 1 and down to 0.
fn elo_from_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    -400.0 * (1.0 / score - 1.0).log10()
}

/// Expected score of a player who is `difference` Elo stronger.
pub fn score_from_elo(difference: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-difference / 400.0))
}

impl Pentanomial {
    /// Adds a pair by its half points, 0 to 4; other values are ignored.
    pub fn add(&mut self, half_points: usize) {
        if let Some(count) = self.0.get_mut(half_points) {
            *count = count.saturating_add(1);
        }
    }

    /// Number of pairs, saturating.
    pub fn pairs(&self) -> u32 {
        self.0.into_iter().fold(0, u32::saturating_add)
    }

    /// Mean score per game, 0 to 1; 0.5 without games.
    pub fn mean(&self) -> f64 {
        if self.pairs() == 0 {
            return 0.5;
        }
        self.moment(|score| score)
    }

    /// Mean of `f` over the pairs' scores.
    fn moment(&self, f: impl Fn(f64) -> f64) -> f64 {
        let sum: f64 =
            PAIR_SCORES.iter().zip(self.0).map(|(score, n)| f(*score) * f64::from(n)).sum();
        sum / f64::from(self.pairs().max(1))
    }

    /// Variance of a pair's mean score.
    fn variance(&self) -> f64 {
        let mean = self.mean();
        self.moment(|score| (score - mean).powi(2))
    }

    /// Half the width of the 95 % interval of the mean score: 1.96 standard errors; infinite if all pairs have the same
    /// score, which says nothing about the error.
    pub fn margin(&self) -> f64 {
        let variance = self.variance();
        if variance == 0.0 {
            return f64::INFINITY;
        }
        1.96 * (variance / f64::from(self.pairs())).sqrt()
    }

    /// Elo difference with the interval that is that of the mean score.
    pub fn elo(&self) -> EloEstimate {
        let (mean, margin) = (self.mean(), self.margin());
        let interval = [mean - margin, mean + margin].map(elo_from_score);
        EloEstimate { difference: elo_from_score(mean), interval }
    }
}

/// Mean score per game of each pair count.
pub(super) const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

#[cfg(test)]
mod tests {
    use super::{EloEstimate, Pentanomial, elo_from_score, score_from_elo};

    #[test]
    fn elo_and_score_are_inverse() {
        for difference in [-300.0, -1.0, 0.0, 70.0, 400.0] {
            assert!((elo_from_score(score_from_elo(difference)) - difference).abs() < 1e-9);
        }
        assert!((score_from_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
    }

    #[test]
    fn an_even_match_is_zero_with_a_shrinking_error() {
        let few = Pentanomial([5, 10, 20, 10, 5]).elo();
        let many = Pentanomial([50, 100, 200, 100, 50]).elo();
        assert!(few.difference.abs() < 1e-9 && many.difference.abs() < 1e-9);
        // Ten times the games, the root of ten of the error, but for the bend of the Elo curve.
        let [few_error, many_error] = [few, many].map(|it| it.interval[1]);
        assert!((few_error / many_error / 10_f64.sqrt() - 1.0).abs() < 0.05);
        let behind = EloEstimate { difference: -0.04, ..few };
        assert!(behind.to_string().starts_with("+0.0 ± "), "{behind}");
    }

    #[test]
    fn an_end_that_cannot_be_estimated_is_left_out() {
        for (pairs, text) in [
            ([0, 0, 0, 0, 30], "+inf"),
            ([2, 0, 0, 0, 0], "-inf"),
            ([0, 0, 9, 0, 0], "+0.0 […, …]"),
            ([0, 0, 0, 1, 0], "+190.8 […, …]"),
            ([0; 5], "+0.0 […, …]"),
            // The upper end of the interval is above 100 %, or the lower one below 0.
            ([0, 0, 0, 1, 19], "+759.1 [+569.2, …]"),
            ([19, 1, 0, 0, 0], "-759.1 […, -569.2]"),
            // An end is more than 10 Elo farther than the other one, and less.
            ([0, 0, 0, 6, 94], "+726.9 [+625.1, +988.7]"),
            ([5, 10, 20, 15, 10], "+43.7 ± 52.4"),
        ] {
            assert_eq!(Pentanomial(pairs).elo().to_string(), text, "{pairs:?}");
        }
        assert!(Pentanomial([0, 0, 1, 0, 0]).margin().is_infinite());
    }
}
