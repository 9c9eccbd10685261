//! Sums over games of a player.

use super::{GameFigures, SideFigures};
use crate::base::number_of;
use crate::game::GameResult;
use crate::rules::Color;
use crate::strength::human::MoveRater;
use serde_json::{Value, json};

/// A game of the player's.
pub(super) struct OwnGame<'a> {
    pub(super) number: usize,
    pub(super) side: Color,
    pub(super) result: Option<GameResult>,
    pub(super) figures: &'a GameFigures,
    /// Whether the filter finds it: of others only the moves count, as a book.
    pub(super) is_found: bool,
}

pub(super) fn games_text(count: usize) -> String {
    number_of(count, "game")
}

/// The games without a result in words; `None` if there are none.
pub(super) fn without_result_words(games: usize) -> Option<String> {
    (games > 0).then(|| format!("{games} without a result"))
}

/// A figure without decimals, half upward: the same in every list and chart.
pub fn whole(figure: f64) -> String {
    format!("{:.0}", figure.round())
}

/// The mean accuracy of games by their moves, and how many games it is of.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeanAccuracy {
    sum: f64,
    moves: usize,
    /// Number of games.
    pub count: usize,
}

impl MeanAccuracy {
    /// Takes in the accuracy of a game of so many moves; one without moves has none.
    fn add(&mut self, accuracy: f64, moves: usize) {
        if moves > 0 {
            self.sum += accuracy * moves as f64;
            self.moves += moves;
            self.count += 1;
        }
    }

    fn merge(&mut self, other: Self) {
        self.sum += other.sum;
        self.moves += other.moves;
        self.count += other.count;
    }

    /// The mean in percent; `None` without a game.
    pub fn mean(self) -> Option<f64> {
        (self.moves > 0).then(|| self.sum / self.moves as f64)
    }
}

/// The rated moves of several games as those of one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PooledRating {
    rater: Option<MoveRater>,
    /// Number of games.
    pub count: usize,
}

impl PooledRating {
    /// Takes the moves of a game in.
    fn add(&mut self, rater: &MoveRater) {
        self.rater.get_or_insert_default().merge(rater);
        self.count += 1;
    }

    fn merge(&mut self, other: &Self) {
        if let Some(rater) = &other.rater {
            self.rater.get_or_insert_default().merge(rater);
        }
        self.count += other.count;
    }

    /// The rating; `None` with too few moves.
    pub fn rating(&self) -> Option<f64> {
        Some(self.rater.as_ref()?.rating()?.rating)
    }
}

/// Results and figures of some games, from the player's side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sums {
    /// Games.
    pub games: usize,
    /// Games won.
    pub won: usize,
    /// Games drawn.
    pub drawn: usize,
    /// Games lost. The rest has no result.
    pub lost: usize,
    /// Accuracy in percent, of the games that have one.
    pub accuracy: MeanAccuracy,
    /// Rating by the moves of all games whose moves are rated.
    pub rating: PooledRating,
    /// Moves with an evaluation before and after them.
    pub evaluated: usize,
    /// The mistakes among them.
    pub mistakes: usize,
    /// Moves whose time is known.
    pub timed: usize,
    /// Their time in seconds.
    pub seconds: f64,
}

impl Sums {
    /// Takes a game in.
    pub fn add(&mut self, side: Color, result: Option<GameResult>, figures: &GameFigures) {
        self.games += 1;
        match result.map(GameResult::winner) {
            None => {}
            Some(None) => self.drawn += 1,
            Some(Some(winner)) if winner == side => self.won += 1,
            Some(Some(_)) => self.lost += 1,
        }
        let SideFigures { accuracy, rater, moves, evaluated, mistakes, time, .. } =
            figures.sides.get(side);
        accuracy.iter().for_each(|&accuracy| self.accuracy.add(accuracy, *moves));
        rater.iter().for_each(|rater| self.rating.add(rater));
        self.evaluated += evaluated;
        self.mistakes += mistakes.len();
        self.timed += time.moves;
        self.seconds += time.total.seconds();
    }

    /// Takes in the games of another sum.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
        self.accuracy.merge(other.accuracy);
        self.rating.merge(&other.rating);
        self.evaluated += other.evaluated;
        self.mistakes += other.mistakes;
        self.timed += other.timed;
        self.seconds += other.seconds;
    }

    /// Games and score in words, with the games without a result, which the score leaves out.
    pub fn result_words(&self) -> String {
        match without_result_words(self.without_result()) {
            Some(open) => self.scored(&format!("{} ({open})", games_text(self.games))),
            None => self.short_words(),
        }
    }

    /// Games and score in words.
    pub fn short_words(&self) -> String {
        self.scored(&games_text(self.games))
    }

    fn scored(&self, games: &str) -> String {
        match self.score() {
            Some(score) => format!("{games}, {} %", whole(score)),
            None => games.to_owned(),
        }
    }

    /// Number of games with a result.
    const fn ended(&self) -> usize {
        self.won + self.drawn + self.lost
    }

    /// Number of games without a result.
    pub const fn without_result(&self) -> usize {
        self.games - self.ended()
    }

    /// Points in percent of the games with a result; `None` without one.
    pub fn score(&self) -> Option<f64> {
        let ended = self.ended();
        let points = self.won as f64 + self.drawn as f64 / 2.0;
        (ended > 0).then(|| 100.0 * points / ended as f64)
    }

    /// Seconds a move; `None` if no time is known.
    pub fn seconds_per_move(&self) -> Option<f64> {
        (self.timed > 0).then(|| self.seconds / self.timed as f64)
    }

    /// Mistakes in percent of the evaluated moves; `None` without one.
    pub fn mistake_share(&self) -> Option<f64> {
        (self.evaluated > 0).then(|| 100.0 * self.mistakes as f64 / self.evaluated as f64)
    }

    /// The headings of [`Self::cells`].
    pub const HEADINGS: [&'static str; 8] =
        ["games", "won", "drawn", "lost", "score", "accuracy", "s/move", "mistakes"];

    /// The figures as a row of a table; an absent one is `–`.
    pub fn cells(&self) -> [String; 8] {
        let cell = |text: Option<String>| text.unwrap_or_else(|| "–".to_owned());
        let tenths =
            |value: Option<f64>, unit: &str| cell(value.map(|value| format!("{value:.1}{unit}")));
        [
            self.games.to_string(),
            self.won.to_string(),
            self.drawn.to_string(),
            self.lost.to_string(),
            cell(self.score().map(|score| format!("{} %", whole(score)))),
            tenths(self.accuracy.mean(), " %"),
            tenths(self.seconds_per_move(), ""),
            tenths(self.mistake_share(), " %"),
        ]
    }

    /// The figures with their names; absent ones are null.
    pub fn json(&self) -> Value {
        let rounded = |value: Option<f64>| value.map(|value| (value * 100.0).round() / 100.0);
        json!({
            "games": self.games,
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            "without_result": self.without_result(),
            "score_percent": rounded(self.score()),
            "accuracy_percent": rounded(self.accuracy.mean()),
            "games_with_accuracy": self.accuracy.count,
            "rating_by_moves": rounded(self.rating.rating()),
            "games_with_rating": self.rating.count,
            "seconds_per_move": rounded(self.seconds_per_move()),
            "timed_moves": self.timed,
            "mistakes": self.mistakes,
            "evaluated_moves": self.evaluated,
        })
    }
}
