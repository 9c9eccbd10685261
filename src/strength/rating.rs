//! The player's rating from results against opponents of known rating, and the next opponent. Pure arithmetic: the
//! caller passes the results of the recorded games with each opponent's calibrated rating.
//!
//! Method: the expected score is the logistic curve of the Elo scale (Source: Elo, "The Rating of Chessplayers", 1978);
//! a draw counts as half a win and half a loss. The prior is normal around 1500 with deviation 350, the values that
//! Glicko gives an unknown player (Source: Glickman, "The Glicko system", 1995). The estimate is the mean of the
//! posterior on a grid and its error the posterior's deviation, so that a streak of wins keeps it finite and few games
//! give a large error. Where the rating of an opponent is itself an estimate, the likelihood of all games against it is
//! averaged over what it may be.

use super::limits::StrengthLimits;
use crate::base::Elo;

/// Mean and deviation of the prior.
const PRIOR: (f64, f64) = (1500.0, 350.0);
/// The grid: from, to and step. It covers ten deviations on either side.
const GRID: (i16, i16, u16) = (-2000, 5000, 5);
/// Where the rating of an opponent is uncertain: what it may be, in its standard errors.
const OFFSETS: [f64; 19] = [
    -4.5, -4.0, -3.5, -3.0, -2.5, -2.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5,
    4.0, 4.5,
];
/// Step of the dial in Elo.
const STEP: f64 = 25.0;

/// One finished game against an opponent of known rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameResult {
    /// The opponent's rating.
    pub opponent: f64,
    /// Its standard error, the same one in all games against an opponent of this rating; 0 where the rating is exact.
    pub error: f64,
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

/// The rating after each of the results, oldest first, estimated from that one and those before it. Cost: about 0.1 ms a result, 1 ms
/// where the opponent's rating has an error.
pub fn rating_history(results: &[GameResult]) -> Vec<Rating> {
    let mut belief = Belief::prior();
    let after = |game| {
        belief.add(game);
        belief.rating()
    };
    results.iter().map(after).collect()
}

/// The games against one opponent.
struct Opponent {
    rating: f64,
    error: f64,
    games: f64,
    /// Sum of the scores.
    score: f64,
    /// The logarithm of the likelihood of its games at each point of the grid.
    likelihood: Vec<f64>,
}

impl Opponent {
    fn add(&mut self, score: f64) {
        self.games += 1.0;
        self.score += if score.is_nan() { 0.5 } else { score.clamp(0.0, 1.0) };
        for (elo, likelihood) in Belief::points().zip(&mut self.likelihood) {
            let at = |offset: f64| {
                let ahead = (elo - self.rating - offset * self.error) / 400.0;
                // Logarithms of the expected score and its complement, computed without cancellation.
                let log_win = -(1.0 + 10_f64.powf(-ahead)).ln();
                let log_loss = -(1.0 + 10_f64.powf(ahead)).ln();
                self.score * log_win + (self.games - self.score) * log_loss
            };
            *likelihood = match self.error > 0.0 {
                true => log_of_sum(OFFSETS.map(|offset| at(offset) - 0.5 * offset * offset)),
                false => at(0.0),
            };
        }
    }
}

/// The logarithm of the sum of what these are the logarithms of.
fn log_of_sum(logarithms: [f64; OFFSETS.len()]) -> f64 {
    let highest = logarithms.into_iter().fold(f64::NEG_INFINITY, f64::max);
    highest + logarithms.map(|it| (it - highest).exp()).iter().sum::<f64>().ln()
}

/// The logarithms of prior and likelihood at each point of the grid, up to constants.
struct Belief {
    prior: Vec<f64>,
    opponents: Vec<Opponent>,
    games: usize,
}

impl Belief {
    fn points() -> impl Iterator<Item = f64> {
        (GRID.0..=GRID.1).step_by(GRID.2.into()).map(f64::from)
    }

    fn prior() -> Self {
        let logarithm = |elo: f64| -0.5 * ((elo - PRIOR.0) / PRIOR.1).powi(2);
        let prior = Self::points().map(logarithm).collect();
        Self { prior, opponents: Vec::new(), games: 0 }
    }

    /// Takes the likelihood of a result in.
    fn add(&mut self, game: &GameResult) {
        let (rating, error) = (game.opponent, game.error);
        let known = self.opponents.iter().position(|it| (it.rating, it.error) == (rating, error));
        let at = known.unwrap_or_else(|| {
            let likelihood = vec![0.0; self.prior.len()];
            let opponent = Opponent { rating, error, games: 0.0, score: 0.0, likelihood };
            self.opponents.push(opponent);
            self.opponents.len() - 1
        });
        self.opponents[at].add(game.score);
        self.games += 1;
    }

    /// The mean and the deviation.
    fn rating(&self) -> Rating {
        let mut logarithms = self.prior.clone();
        for opponent in &self.opponents {
            logarithms.iter_mut().zip(&opponent.likelihood).for_each(|(sum, own)| *sum += own);
        }
        // Subtract the largest before the exponential, because a thousand games would underflow.
        let highest = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = logarithms.iter().map(|it| (it - highest).exp()).collect();
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
