//! Maximum-likelihood ratings of all match results, with standard errors.
//!
//! Model: the expected score is the logistic curve of the Elo scale, a draw counts as half a win and half a loss
//! (Source: R. Bradley and M. Terry, "Rank analysis of incomplete block designs", 1952, on the Elo scale). A player of
//! known rating has a normal prior. The maximum is found by Newton's method; the covariance is the inverse of the Fisher
//! information there. Draws reduce the variance below the model's, so the errors are conservative. A match that one side
//! won or lost completely gets one virtual draw, or its Elo difference would be infinite.

use std::f64::consts::LN_10;

/// Change of the log-odds per Elo.
const ELO_SLOPE: f64 = LN_10 / 400.0;
/// Maximum step of a rating in one Newton iteration: far from the maximum the likelihood is flat.
const MAX_STEP: f64 = 200.0;
/// Iteration limit; about a dozen are usual.
const MAX_ITERATIONS: usize = 200;
/// A step below this ends the iteration.
const CONVERGED: f64 = 1e-7;
/// Standard error used for a fixed rating.
const FIXED_DEVIATION: f64 = 0.1;

/// Result of a pairing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairingScore {
    /// Numbers of the players.
    pub players: [usize; 2],
    /// Points of the first.
    pub points: f64,
    /// Games.
    pub games: u32,
}

/// A prior rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingPrior {
    /// Number of the player.
    pub player: usize,
    /// Mean.
    pub rating: f64,
    /// Standard error; 0 if fixed.
    pub deviation: f64,
}

/// A fit without a solution: no chain of games connects this player to a prior rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no chain of games connects player {player} to a known rating")]
pub struct Unanchored {
    /// Number of the player.
    pub player: usize,
}

/// A fitted value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The maximum-likelihood value.
    pub value: f64,
    /// Standard error.
    pub deviation: f64,
}

/// Ratings of all players with their covariance matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    ratings: Vec<f64>,
    covariance: Vec<Vec<f64>>,
}

impl Fit {
    /// Fits the ratings of `count` players.
    ///
    /// # Errors
    /// No chain of games connects some player to a prior rating.
    pub fn new(
        count: usize,
        scores: &[PairingScore],
        known: &[RatingPrior],
    ) -> Result<Self, Unanchored> {
        let scores: Vec<PairingScore> =
            scores.iter().filter(|score| score.games > 0).map(add_virtual_draw).collect();
        if let Some(player) = find_unanchored(count, &scores, known) {
            return Err(Unanchored { player });
        }
        let mean = known.iter().map(|known| known.rating).sum::<f64>() / known.len().max(1) as f64;
        let mut ratings = vec![mean; count];
        for _ in 0..MAX_ITERATIONS {
            let (gradient, information) = gradient_and_information(&ratings, &scores, known);
            let covariance = invert(information);
            let mut largest = 0.0_f64;
            for (rating, row) in ratings.iter_mut().zip(&covariance) {
                let step: f64 = row.iter().zip(&gradient).map(|(a, b)| a * b).sum();
                *rating += step.clamp(-MAX_STEP, MAX_STEP);
                largest = largest.max(step.abs());
            }
            if largest < CONVERGED {
                break;
            }
        }
        let (_, information) = gradient_and_information(&ratings, &scores, known);
        Ok(Self { covariance: invert(information), ratings })
    }

    /// A player's rating and its standard error.
    pub fn rating(&self, player: usize) -> Estimate {
        let deviation = self.covariance[player][player].max(0.0).sqrt();
        Estimate { value: self.ratings[player], deviation }
    }

    /// Rating difference of `a` over `b`, and its standard error.
    pub fn difference(&self, a: usize, b: usize) -> Estimate {
        let of = |x: usize, y: usize| self.covariance[x][y];
        let variance = of(a, a) + of(b, b) - 2.0 * of(a, b);
        Estimate { value: self.ratings[a] - self.ratings[b], deviation: variance.max(0.0).sqrt() }
    }
}

/// Adds a virtual draw if one side has all points.
fn add_virtual_draw(score: &PairingScore) -> PairingScore {
    let all = f64::from(score.games);
    if score.points > 0.0 && score.points < all {
        return *score;
    }
    PairingScore { points: score.points + 0.5, games: score.games + 1, ..*score }
}

/// A player that no chain of games connects to a prior rating.
fn find_unanchored(count: usize, scores: &[PairingScore], known: &[RatingPrior]) -> Option<usize> {
    let mut tied = vec![false; count];
    for known in known {
        tied[known.player] = true;
    }
    // `count` passes suffice for the longest chain.
    for _ in 0..count {
        for PairingScore { players: [a, b], .. } in scores {
            let either = tied[*a] || tied[*b];
            tied[*a] = either;
            tied[*b] = either;
        }
    }
    tied.iter().position(|tied| !tied)
}

/// The gradient of the log-likelihood and the Fisher information.
fn gradient_and_information(
    ratings: &[f64],
    scores: &[PairingScore],
    known: &[RatingPrior],
) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = ratings.len();
    let (mut gradient, mut information) = (vec![0.0; count], vec![vec![0.0; count]; count]);
    for &PairingScore { players: [a, b], points, games } in scores {
        let expected = 1.0 / (1.0 + (-(ratings[a] - ratings[b]) * ELO_SLOPE).exp());
        let slope = ELO_SLOPE * (points - f64::from(games) * expected);
        let weight = ELO_SLOPE * ELO_SLOPE * f64::from(games) * expected * (1.0 - expected);
        gradient[a] += slope;
        gradient[b] -= slope;
        information[a][a] += weight;
        information[b][b] += weight;
        information[a][b] -= weight;
        information[b][a] -= weight;
    }
    for known in known {
        let weight = known.deviation.max(FIXED_DEVIATION).powi(-2);
        gradient[known.player] -= weight * (ratings[known.player] - known.rating);
        information[known.player][known.player] += weight;
    }
    (gradient, information)
}

/// The inverse of a symmetric positive-definite matrix by Gauss-Jordan elimination.
fn invert(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let count = matrix.len();
    let mut result: Vec<Vec<f64>> = (0..count)
        .map(|row| (0..count).map(|column| f64::from(u8::from(row == column))).collect())
        .collect();
    for pivot in 0..count {
        // A positive-definite matrix needs no pivoting. If ratings are extremely far apart, the information underflows to 0.
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
    use super::{Estimate, Fit, PairingScore, RatingPrior, Unanchored};

    fn score(a: usize, b: usize, points: f64, games: u32) -> PairingScore {
        PairingScore { players: [a, b], points, games }
    }

    const ANCHOR: RatingPrior = RatingPrior { player: 0, rating: 1500.0, deviation: 0.0 };

    #[test]
    fn a_score_of_ten_in_eleven_is_four_hundred() {
        let fit = Fit::new(2, &[score(1, 0, 100.0, 110)], &[ANCHOR]).unwrap();
        let (rating, error) = (fit.rating(1).value, fit.rating(1).deviation);
        assert!((rating - 1900.0).abs() < 1e-3, "{rating}");
        // The binomial error: 1 / (slope · √(n p q)).
        let expected = 400.0 / std::f64::consts::LN_10 / (110.0_f64 * 10.0 / 121.0).sqrt();
        assert!((error - expected).abs() < 0.1, "{error} {expected}");
    }

    #[test]
    fn errors_add_up_along_a_chain_and_a_difference_keeps_its_own() {
        let scores = [score(1, 0, 60.0, 100), score(2, 1, 60.0, 100), score(3, 2, 60.0, 100)];
        let fit = Fit::new(4, &scores, &[ANCHOR]).unwrap();
        let (one, three) = (fit.rating(1).deviation, fit.rating(3).deviation);
        assert!((three / one - 3.0_f64.sqrt()).abs() < 0.01, "{one} {three}");
        let Estimate { value: step, deviation: error } = fit.difference(3, 2);
        assert!((step - 70.437).abs() < 0.01 && (error - one).abs() < 0.01, "{step} {error}");
    }

    #[test]
    fn two_anchors_that_disagree_meet_by_their_errors() {
        let known = [
            RatingPrior { player: 0, rating: 1500.0, deviation: 30.0 },
            RatingPrior { player: 1, rating: 1600.0, deviation: 60.0 },
        ];
        let scores = [score(2, 0, 5e5, 1_000_000), score(2, 1, 5e5, 1_000_000)];
        let fit = Fit::new(3, &scores, &known).unwrap();
        // The weights are 4 to 1.
        assert!((fit.rating(2).value - 1520.0).abs() < 0.1, "{:?}", fit.rating(2));
        assert!((fit.rating(2).deviation - 26.83).abs() < 0.1, "{:?}", fit.rating(2));
    }

    #[test]
    fn a_clean_sweep_stays_finite_and_a_loose_player_is_named() {
        let fit = Fit::new(2, &[score(1, 0, 20.0, 20)], &[ANCHOR]).unwrap();
        let (rating, error) = (fit.rating(1).value, fit.rating(1).deviation);
        assert!((2000.0..2300.0).contains(&rating), "{rating}");
        assert!(error > 150.0, "{error}");
        let lone = Fit::new(3, &[score(1, 0, 1.0, 2), score(2, 1, 0.0, 0)], &[ANCHOR]);
        assert_eq!(lone, Err(Unanchored { player: 2 }));
    }
}
