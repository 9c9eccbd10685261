//! `lucena match`: games between two settings of the engine, in this process, or against another engine, with an error
//! bar at the end.
//!
//! For calibrating the dial, for comparing time managers and search modes, and for making games to learn from. Pairs of
//! games share an opening with colours reversed. The record is written after every pair, so that a match resumes.

mod contender;
mod openings;
mod play;
mod record;
mod seat;
mod statistics;

pub use contender::{Contender, ContenderError, Guest, Player};
pub use openings::{balanced, random_opening};
pub use play::{Conditions, Played};
pub use record::{Matchup, Standing};
pub use statistics::{EloEstimate, PairCounts, elo_of, score_of};

use crate::engine::BrainError;
use crate::engine::external::ExternalError;
use crate::game::{GameResult, TimeControl};
use crate::rules::{Color, Position};
use seat::{Seat, Timepiece};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};

/// What to play.
#[derive(Clone, Debug)]
pub struct Options {
    /// The two sides, the first being the one that is judged.
    pub contenders: [Contender; 2],
    /// Time control of every game.
    pub control: TimeControl,
    /// Nodes for each move instead of a clock: the result does not depend on how busy the machine is.
    pub nodes: Option<u64>,
    /// What the clocks count.
    pub pace: Pace,
    /// Pairs of games to play.
    pub pairs: usize,
    /// Games at a time.
    pub concurrency: usize,
    /// Seed of the openings.
    pub seed: u64,
    /// Where the record is kept; an existing one of the same match is continued.
    pub record: Option<PathBuf>,
    /// Stop when the likelihood ratio of these two Elo figures leaves ±2.94 (5 % errors on both sides).
    pub test: Option<(f64, f64)>,
}

/// What the clocks of a match count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// The time on the wall.
    #[default]
    Wall,
    /// The processor's time, with waits that are over at once: an engine held to a speed plays as it would on the wall's
    /// clock, in the time that its nodes take, and what else the machine does makes no difference.
    Work,
}

/// Times that a pair is tried when another engine fails in it.
const TRIES: usize = 3;

/// Bounds of the sequential test. Source: Wald, `ln(0.95 / 0.05)`.
const DECIDED: f64 = 2.944;

/// Why a match could not be played.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The record could not be read or written, or belongs to another match.
    #[error("{path}: {reason}")]
    Record {
        /// The file.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// An engine could not be made.
    #[error(transparent)]
    Engine(#[from] BrainError),
    /// Another engine could not be started, or failed again and again.
    #[error(transparent)]
    Program(#[from] ExternalError),
    /// What was asked for does not go together, or another engine does not take it.
    #[error("{0}")]
    Setup(String),
    /// The output is gone. Not transparent, so that the reason can be found as the source.
    #[error("output: {0}")]
    Io(#[from] std::io::Error),
}

/// Plays the match, printing a line for each pair and the figures at the end.
///
/// # Errors
/// When the record belongs to another match or cannot be written, an engine fails, or `out` fails.
pub fn run(options: &Options, out: &mut impl Write) -> Result<Standing, MatchError> {
    check(options)?;
    let mut standing = record::load(options)?;
    // Who cannot play is told before the openings are looked for.
    let boards = (0..options.concurrency.max(1)).map(|_| Table::new(options));
    let boards = boards.collect::<Result<Vec<_>, _>>()?;
    let openings = balanced(options.seed, options.pairs)?;
    let mut due = standing.pairs.pairs() as usize;
    let next = AtomicUsize::new(due);
    std::thread::scope(|scope| {
        let (results, queue) = channel();
        for board in boards {
            let (results, openings, next) = (results.clone(), &openings, &next);
            scope.spawn(move || board.play_pairs(openings, next, &results));
        }
        drop(results);
        // Counted in the order of the openings, so that a record that says how many says which.
        let mut early = BTreeMap::new();
        for (number, pair) in queue {
            // A dropped queue ends the other boards at their next pair.
            early.insert(number, pair?);
            while let Some(pair) = early.remove(&due) {
                due += 1;
                standing.add(&pair);
                record::save(options, &standing)?;
                writeln!(out, "{}", standing.line())?;
            }
            if options.test.is_some_and(|test| standing.is_decided(test, DECIDED)) {
                next.store(usize::MAX / 2, Ordering::SeqCst);
            }
        }
        Ok::<(), MatchError>(())
    })?;
    writeln!(out, "{standing}")?;
    Ok(standing)
}

/// The standing of a match as its record has it, without a game being played.
///
/// # Errors
/// The record cannot be read or belongs to another match.
pub fn recorded(options: &Options) -> Result<Standing, MatchError> {
    record::load(options)
}

/// Refuses what would be measured wrongly.
fn check(options: &Options) -> Result<(), MatchError> {
    for contender in &options.contenders {
        let problem = match (&contender.player, options.pace) {
            (Player::Program(guest), Pace::Wall) if guest.compress > 1 => {
                "compress is for a match by work only"
            }
            (Player::Lucena { options, .. }, Pace::Work) if options.threads > 1 => {
                "a match by work counts one thread only"
            }
            _ => continue,
        };
        return Err(MatchError::Setup(format!("{}: {problem}", contender.name)));
    }
    Ok(())
}

/// One board with its clock and its two players.
struct Table<'a> {
    seats: [Seat; 2],
    options: &'a Options,
    timepiece: Timepiece,
}

impl<'a> Table<'a> {
    fn new(options: &'a Options) -> Result<Self, MatchError> {
        let timepiece = Timepiece::new(options.pace);
        let [first, second] = &options.contenders;
        let seats = [Seat::take(first, &timepiece)?, Seat::take(second, &timepiece)?];
        Ok(Self { seats, options, timepiece })
    }

    /// One thread's work: takes the next opening until none is left.
    fn play_pairs(
        mut self,
        openings: &[Position],
        next: &AtomicUsize,
        results: &Sender<(usize, Result<[Played; 2], MatchError>)>,
    ) {
        loop {
            let number = next.fetch_add(1, Ordering::SeqCst);
            let Some(opening) = openings.get(number) else { return };
            let pair = self.play_pair(opening);
            let failed = pair.is_err();
            if results.send((number, pair)).is_err() || failed {
                return;
            }
        }
    }

    /// Both games of an opening. A program that fails is started again and the pair with it, so that no half of one
    /// and no crash is counted.
    fn play_pair(&mut self, opening: &Position) -> Result<[Played; 2], MatchError> {
        let mut tries = 1;
        loop {
            let first = self.play_one(opening, Color::White);
            match first.and_then(|first| Ok([first, self.play_one(opening, Color::Black)?])) {
                Err(MatchError::Program(error)) if tries < TRIES => {
                    log::warn!("{error}; the pair is played again");
                    tries += 1;
                    *self = Self::new(self.options)?;
                }
                pair => return pair,
            }
        }
    }

    /// A game in which the first contender has the colour `first`.
    fn play_one(&mut self, opening: &Position, first: Color) -> Result<Played, MatchError> {
        let conditions = Conditions {
            start: opening.clone(),
            control: self.options.control.clone(),
            nodes: self.options.nodes,
        };
        let [a, b] = &mut self.seats;
        let seats = if first == Color::White { [a, b] } else { [b, a] };
        play::play(&conditions, seats, &self.timepiece)
    }
}

/// Half points of `color`'s player: 2 for a win.
fn half_points(result: GameResult, color: Color) -> usize {
    match result.winner() {
        None => 1,
        Some(winner) if winner == color => 2,
        Some(_) => 0,
    }
}
