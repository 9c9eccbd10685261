//! Ratings that make the results of all matches most likely, and how far they can be trusted. Pure arithmetic.
//!
//! Model: the expected score is the logistic curve of the Elo scale, a draw counts as half a win and half a loss
//! (Source: R. Bradley and M. Terry, "Rank analysis of incomplete block designs", 1952, on the Elo scale). A player of
//! known rating has a normal prior around it. The maximum is found by Newton's method and the covariance is the inverse
//! of the Fisher information there. Draws make results vary less than the model says, so the errors are on the safe
//! side. A match without a lost or without a won point gets one drawn game added, or its difference would be infinite.

use std::f64::consts::LN_10;

/// The natural logarithm of the odds that one Elo makes.
const SLOPE: f64 = LN_10 / 400.0;
/// Largest step of a rating in one iteration of Newton's method: far from the maximum the curve is flat.
const LARGEST_STEP: f64 = 200.0;
/// Iterations; a dozen are usual.
const ITERATIONS: usize = 200;
/// A step below this ends the search.
const SETTLED: f64 = 1e-7;
/// The standard error that a fixed rating is given.
const FIXED: f64 = 0.1;

/// What two players scored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// Numbers of the players.
    pub players: [usize; 2],
    /// Points of the first.
    pub points: f64,
    /// Games.
    pub games: u32,
}

/// A rating that is known beforehand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    /// Number of the player.
    pub player: usize,
    /// The rating.
    pub rating: f64,
    /// Its standard error; 0 for a fixed one.
    pub deviation: f64,
}

/// Why there are no ratings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FitError {
    /// Nothing ties a player to a known rating.
    #[error("no chain of games ties player {0} to a known rating")]
    Loose(usize),
}

/// The ratings of all players with their covariances.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    ratings: Vec<f64>,
    covariance: Vec<Vec<f64>>,
}

impl Fit {
    /// Fits `count` players.
    ///
    /// # Errors
    /// A player is tied to no known rating by any chain of games.
    pub fn new(count: usize, scores: &[Score], known: &[Known]) -> Result<Self, FitError> {
        let scores: Vec<Score> =
            scores.iter().filter(|score| score.games > 0).map(moderate).collect();
        if let Some(player) = loose(count, &scores, known) {
            return Err(FitError::Loose(player));
        }
        let mean = known.iter().map(|known| known.rating).sum::<f64>() / known.len().max(1) as f64;
        let mut ratings = vec![mean; count];
        for _ in 0..ITERATIONS {
            let (gradient, information) = slopes(&ratings, &scores, known);
            let covariance = inverse(information);
            let mut largest = 0.0_f64;
            for (rating, row) in ratings.iter_mut().zip(&covariance) {
                let step: f64 = row.iter().zip(&gradient).map(|(a, b)| a * b).sum();
                *rating += step.clamp(-LARGEST_STEP, LARGEST_STEP);
                largest = largest.max(step.abs());
            }
            if largest < SETTLED {
                break;
            }
        }
        let (_, information) = slopes(&ratings, &scores, known);
        Ok(Self { covariance: inverse(information), ratings })
    }

    /// A player's rating and its standard error.
    #[must_use]
    pub fn rating(&self, player: usize) -> (f64, f64) {
        (self.ratings[player], self.covariance[player][player].max(0.0).sqrt())
    }

    /// How much stronger `a` is than `b`, and the standard error of that.
    #[must_use]
    pub fn difference(&self, a: usize, b: usize) -> (f64, f64) {
        let of = |x: usize, y: usize| self.covariance[x][y];
        let variance = of(a, a) + of(b, b) - 2.0 * of(a, b);
        (self.ratings[a] - self.ratings[b], variance.max(0.0).sqrt())
    }
}

/// The same with one drawn game added if one side has all points.
fn moderate(score: &Score) -> Score {
    let all = f64::from(score.games);
    if score.points > 0.0 && score.points < all {
        return *score;
    }
    Score { points: score.points + 0.5, games: score.games + 1, ..*score }
}

/// A player that no chain of games ties to a known rating.
fn loose(count: usize, scores: &[Score], known: &[Known]) -> Option<usize> {
    let mut tied = vec![false; count];
    for known in known {
        tied[known.player] = true;
    }
    // As many passes as there are players are enough for the longest chain.
    for _ in 0..count {
        for Score { players: [a, b], .. } in scores {
            let either = tied[*a] || tied[*b];
            tied[*a] = either;
            tied[*b] = either;
        }
    }
    tied.iter().position(|tied| !tied)
}

/// The gradient of the log-likelihood and the Fisher information.
fn slopes(ratings: &[f64], scores: &[Score], known: &[Known]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = ratings.len();
    let (mut gradient, mut information) = (vec![0.0; count], vec![vec![0.0; count]; count]);
    for &Score { players: [a, b], points, games } in scores {
        let expected = 1.0 / (1.0 + (-(ratings[a] - ratings[b]) * SLOPE).exp());
        let slope = SLOPE * (points - f64::from(games) * expected);
        let weight = SLOPE * SLOPE * f64::from(games) * expected * (1.0 - expected);
        gradient[a] += slope;
        gradient[b] -= slope;
        information[a][a] += weight;
        information[b][b] += weight;
        information[a][b] -= weight;
        information[b][a] -= weight;
    }
    for known in known {
        let weight = known.deviation.max(FIXED).powi(-2);
        gradient[known.player] -= weight * (ratings[known.player] - known.rating);
        information[known.player][known.player] += weight;
    }
    (gradient, information)
}

/// The inverse of a symmetric positive matrix by Gauss and Jordan.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let count = matrix.len();
    let mut result: Vec<Vec<f64>> = (0..count)
        .map(|row| (0..count).map(|column| f64::from(u8::from(row == column))).collect())
        .collect();
    for pivot in 0..count {
        // A positive matrix needs no exchange of rows. Where ratings lie absurdly far apart the information vanishes.
        let scale = 1.0 / matrix[pivot][pivot].max(1e-300);
        for value in matrix[pivot].iter_mut().chain(&mut result[pivot]) {
            *value *= scale;
        }
        let (pivot_row, pivot_result) = (matrix[pivot].clone(), result[pivot].clone());
        for row in (0..count).filter(|row| *row != pivot) {
            let factor = matrix[row][pivot];
            for column in 0..count {
                matrix[row][column] -= factor * pivot_row[column];
                result[row][column] -= factor * pivot_result[column];
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::{Fit, FitError, Known, Score};

    fn score(a: usize, b: usize, points: f64, games: u32) -> Score {
        Score { players: [a, b], points, games }
    }

    const ANCHOR: Known = Known { player: 0, rating: 1500.0, deviation: 0.0 };

    #[test]
    fn a_score_of_ten_in_eleven_is_four_hundred() {
        let fit = Fit::new(2, &[score(1, 0, 100.0, 110)], &[ANCHOR]).unwrap();
        let (rating, error) = fit.rating(1);
        assert!((rating - 1900.0).abs() < 1e-3, "{rating}");
        // The binomial error: 1 / (slope · √(n p q)).
        let expected = 400.0 / std::f64::consts::LN_10 / (110.0_f64 * 10.0 / 121.0).sqrt();
        assert!((error - expected).abs() < 0.1, "{error} {expected}");
    }

    #[test]
    fn errors_add_up_along_a_chain_and_a_difference_keeps_its_own() {
        let scores = [score(1, 0, 60.0, 100), score(2, 1, 60.0, 100), score(3, 2, 60.0, 100)];
        let fit = Fit::new(4, &scores, &[ANCHOR]).unwrap();
        let (one, three) = (fit.rating(1).1, fit.rating(3).1);
        assert!((three / one - 3.0_f64.sqrt()).abs() < 0.01, "{one} {three}");
        let (step, error) = fit.difference(3, 2);
        assert!((step - 70.437).abs() < 0.01 && (error - one).abs() < 0.01, "{step} {error}");
    }

    #[test]
    fn two_anchors_that_disagree_meet_by_their_errors() {
        let known = [
            Known { player: 0, rating: 1500.0, deviation: 30.0 },
            Known { player: 1, rating: 1600.0, deviation: 60.0 },
        ];
        let scores = [score(2, 0, 5e5, 1_000_000), score(2, 1, 5e5, 1_000_000)];
        let fit = Fit::new(3, &scores, &known).unwrap();
        // The weights are 4 to 1.
        assert!((fit.rating(2).0 - 1520.0).abs() < 0.1, "{:?}", fit.rating(2));
        assert!((fit.rating(2).1 - 26.83).abs() < 0.1, "{:?}", fit.rating(2));
    }

    #[test]
    fn a_clean_sweep_stays_finite_and_a_loose_player_is_named() {
        let fit = Fit::new(2, &[score(1, 0, 20.0, 20)], &[ANCHOR]).unwrap();
        let (rating, error) = fit.rating(1);
        assert!((2000.0..2300.0).contains(&rating), "{rating}");
        assert!(error > 150.0, "{error}");
        let lone = Fit::new(3, &[score(1, 0, 1.0, 2), score(2, 1, 0.0, 0)], &[ANCHOR]);
        assert_eq!(lone, Err(FitError::Loose(2)));
    }
}
