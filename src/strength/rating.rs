//! The player's rating from results against opponents of known rating, and the next opponent. Pure arithmetic: the
//! caller passes the results of the recorded games with each opponent's calibrated rating.
//!
//! Method: the expected score is the logistic curve of the Elo scale (Source: Elo, "The Rating of Chessplayers", 1978);
//! a draw counts as half a win and half a loss. The prior is normal around 1500 with deviation 350, the values that
//! Glicko gives an unknown player (Source: Glickman, "The Glicko system", 1995). The estimate is the mean of the
//! posterior on a grid and its error the posterior's deviation, so that a streak of wins keeps it finite and few games
//! give a large error.

use super::limits::StrengthLimits;
use crate::base::Elo;

/// Mean and deviation of the prior.
const PRIOR: (f64, f64) = (1500.0, 350.0);
/// The grid: from, to and step. It covers six deviations on either side.
const GRID: (u16, u16, u16) = (0, 3600, 5);
/// Step of the dial in Elo.
const STEP: f64 = 25.0;

/// One finished game against an opponent of known rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameResult {
    /// The opponent's rating.
    pub opponent: Elo,
    /// The player's score: 0 for a loss, 0.5 for a draw, 1 for a win. Other values are clamped to 0..1.
    pub score: f64,
}

/// An estimated rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The estimate.
    pub elo: f64,
    /// Its standard error; the true rating is within twice the error with a probability of 0.95.
    pub error: f64,
    /// Number of games.
    pub games: usize,
}

/// The rating after each of the results, oldest first, estimated from that one and those before it. Cost: about 0.1 ms a result.
pub fn rating_history(results: &[GameResult]) -> Vec<Rating> {
    let mut belief = Belief::prior();
    let after = |game| {
        belief.add(game);
        belief.rating()
    };
    results.iter().map(after).collect()
}

/// The logarithm of prior times likelihood at each point of the grid, up to a constant.
struct Belief {
    logarithms: Vec<f64>,
    games: usize,
}

impl Belief {
    fn points() -> impl Iterator<Item = f64> {
        (GRID.0..=GRID.1).step_by(GRID.2.into()).map(f64::from)
    }

    fn prior() -> Self {
        let logarithm = |elo: f64| -0.5 * ((elo - PRIOR.0) / PRIOR.1).powi(2);
        Self { logarithms: Self::points().map(logarithm).collect(), games: 0 }
    }

    /// Takes the likelihood of a result in.
    fn add(&mut self, game: &GameResult) {
        let score = if game.score.is_nan() { 0.5 } else { game.score.clamp(0.0, 1.0) };
        for (elo, logarithm) in Self::points().zip(&mut self.logarithms) {
            let ahead = (elo - f64::from(game.opponent.0)) / 400.0;
            // Logarithms of the expected score and its complement, computed without cancellation.
            let log_win = -(1.0 + 10_f64.powf(-ahead)).ln();
            let log_loss = -(1.0 + 10_f64.powf(ahead)).ln();
            *logarithm += score * log_win + (1.0 - score) * log_loss;
        }
        self.games += 1;
    }

    /// The mean and the deviation.
    fn rating(&self) -> Rating {
        // Subtract the largest before the exponential, because a thousand games would underflow.
        let highest = self.logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = self.logarithms.iter().map(|it| (it - highest).exp()).collect();
        let total: f64 = weights.iter().sum();
        let mean = |of: &dyn Fn(f64) -> f64| {
            Self::points().zip(&weights).map(|(elo, weight)| of(elo) * weight).sum::<f64>() / total
        };
        let elo = mean(&|elo| elo);
        let error = mean(&|other| (other - elo).powi(2)).sqrt();
        Rating { elo, error, games: self.games }
    }
}

/// The strength level of the next opponent: the one nearest to the estimate, where a game gives the most information
/// about the rating. Clamped to the dial's range.
pub fn next_opponent(rating: &Rating) -> Elo {
    StrengthLimits::nearest_level((rating.elo / STEP).round() * STEP)
}
