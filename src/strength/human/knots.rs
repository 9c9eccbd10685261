//! The ratings that have weights and counts of their own.

use serde::{Deserialize, Serialize};

/// Ratings between which the weights are linear.
///
/// Invariant: at least two, strictly rising.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Knots(Vec<u16>);

impl Default for Knots {
    fn default() -> Self {
        Self(vec![1000, 1300, 1600, 1900, 2200])
    }
}

impl Knots {
    /// Number of knots.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Do they rise?
    pub(super) fn rise(&self) -> bool {
        self.0.windows(2).all(|pair| pair[0] < pair[1])
    }

    /// The shares of the knots in the weights at `rating`, those of values and those of habits. How much the value of a move
    /// matters to a player follows the rating beyond the knots. Habits stay as they are at the nearest knot, because a line through
    /// weights that rest on few moves soon leads anywhere.
    pub fn weight_shares(&self, rating: f64) -> [[(usize, f64); 2]; 2] {
        let (first, last) = (self.0[0], self.0[self.0.len() - 1]);
        let inside = rating.clamp(f64::from(first), f64::from(last));
        [rating, inside].map(|rating| self.shares(rating))
    }

    /// The two knots on whose line `rating` lies, with their shares, which sum to 1.
    pub fn shares(&self, rating: f64) -> [(usize, f64); 2] {
        let above = self.0.iter().position(|&knot| f64::from(knot) > rating);
        let upper = above.unwrap_or(self.0.len()).clamp(1, self.0.len() - 1);
        let (low, high) = (f64::from(self.0[upper - 1]), f64::from(self.0[upper]));
        let share = (rating - low) / (high - low);
        [(upper - 1, 1.0 - share), (upper, share)]
    }
}
