//! `lucena match`: games between two configurations of Lucena in this process, or against an external engine, with Elo and
//! error bar.
//!
//! Used to calibrate strength levels and to compare time managers and search parameters. Games are played in pairs with
//! the same opening and reversed colours. The score is saved after every pair, so that a match can be resumed.

mod engine_config;
mod openings;
mod play;
mod player;
mod record;
mod statistics;

pub use engine_config::{EngineConfig, EngineConfigError, EngineKind, ExternalPlayerConfig};
pub use openings::{balanced_openings, random_opening};
pub use play::{FinishedGame, GameSetup};
pub use record::{MatchId, MatchScore};
pub use statistics::{EloEstimate, Pentanomial, elo_from_score, score_from_elo};

use crate::engine::CoreError;
use crate::engine::external::ExternalError;
use crate::game::{GameResult, TimeControl};
use crate::rules::{Color, Position};
use player::{MatchClock, Player};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};

/// Options of a match.
#[derive(Clone, Debug)]
pub struct Options {
    /// The two engines; scores and Elo are given for the first.
    pub engines: [EngineConfig; 2],
    /// Time control of every game.
    pub control: TimeControl,
    /// Node limit per move instead of a clock: the result does not depend on the machine's load.
    pub nodes: Option<u64>,
    /// Wall-clock or CPU time.
    pub clock_source: ClockSource,
    /// Number of game pairs.
    pub pairs: usize,
    /// Number of games played in parallel.
    pub concurrency: usize,
    /// Seed of the random openings.
    pub seed: u64,
    /// Record file; an existing record of the same match is resumed.
    pub record: Option<PathBuf>,
    /// SPRT: stop when the log-likelihood ratio of these two Elo hypotheses leaves ±2.94 (alpha = beta = 5 %).
    pub sprt: Option<(f64, f64)>,
}

/// The time that the clocks of a match measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClockSource {
    /// Wall-clock time.
    #[default]
    Wall,
    /// CPU time, with waits skipped: an engine with a speed cap plays as it would on the wall clock but needs only the time
    /// of its nodes, and other load on the machine makes no difference.
    Work,
}

/// Number of attempts to play a pair in which an external engine fails.
const MAX_ATTEMPTS: usize = 3;

/// Log-likelihood bounds of the SPRT. Source: Wald, `ln(0.95 / 0.05)`.
const LLR_BOUND: f64 = 2.944;

/// An error that ends a match.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The record cannot be read or written, or belongs to another match.
    #[error("{path}: {reason}")]
    Record {
        /// The file.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Lucena's engine could not be created.
    #[error(transparent)]
    Engine(#[from] CoreError),
    /// An external engine could not be started, or failed repeatedly.
    #[error(transparent)]
    External(#[from] ExternalError),
    /// Options that exclude each other, or an option that the external engine rejects.
    #[error("{0}")]
    Setup(String),
    /// The output cannot be written. Not `transparent`, so that `source` returns the `io::Error`.
    #[error("output: {0}")]
    Io(#[from] std::io::Error),
}

/// Plays the match, prints the score after each pair and the totals at the end.
///
/// # Errors
/// The record belongs to another match or cannot be written, an engine fails, or `out` fails.
pub fn run(options: &Options, out: &mut impl Write) -> Result<MatchScore, MatchError> {
    check_options(options)?;
    let mut score = record::load(options)?;
    // Engines start before the openings are searched, so that a wrong configuration fails at once.
    let runners = (0..options.concurrency.max(1)).map(|_| GameRunner::new(options));
    let boards = runners.collect::<Result<Vec<_>, _>>()?;
    let openings = balanced_openings(options.seed, options.pairs)?;
    let mut due = score.pairs.pairs() as usize;
    let next = AtomicUsize::new(due);
    std::thread::scope(|scope| {
        let (results, queue) = channel();
        for board in boards {
            let (results, openings, next) = (results.clone(), &openings, &next);
            scope.spawn(move || board.play_pairs(openings, next, &results));
        }
        drop(results);
        // Pairs are counted in the order of the openings, so that the number of pairs in a record identifies them.
        let mut early = BTreeMap::new();
        for (number, pair) in queue {
            // On an error the queue is dropped, which ends the other runners at their next pair.
            early.insert(number, pair?);
            while let Some(pair) = early.remove(&due) {
                due += 1;
                score.add(&pair);
                record::save(options, &score)?;
                writeln!(out, "{}", score.summary())?;
            }
            if options.sprt.is_some_and(|test| score.is_decided(test, LLR_BOUND)) {
                next.store(usize::MAX / 2, Ordering::SeqCst);
            }
        }
        Ok::<(), MatchError>(())
    })?;
    writeln!(out, "{score}")?;
    Ok(score)
}

/// Loads the score of a match from its record without playing.
///
/// # Errors
/// The record cannot be read or belongs to another match.
pub fn load_score(options: &Options) -> Result<MatchScore, MatchError> {
    record::load(options)
}

/// Rejects options that would give wrong measurements.
fn check_options(options: &Options) -> Result<(), MatchError> {
    for contender in &options.engines {
        let problem = match (&contender.kind, options.clock_source) {
            (EngineKind::External(config), ClockSource::Wall) if config.compress > 1 => {
                "compress requires --cpu-time"
            }
            (EngineKind::Lucena { options, .. }, ClockSource::Work) if options.threads > 1 => {
                "--cpu-time measures one thread only"
            }
            _ => continue,
        };
        return Err(MatchError::Setup(format!("{}: {problem}", contender.name)));
    }
    Ok(())
}

/// Plays games on one thread: two players and their clock.
struct GameRunner<'a> {
    players: [Player; 2],
    options: &'a Options,
    clock: MatchClock,
}

impl<'a> GameRunner<'a> {
    fn new(options: &'a Options) -> Result<Self, MatchError> {
        let timepiece = MatchClock::new(options.clock_source);
        let [first, second] = &options.engines;
        let seats = [Player::start(first, &timepiece)?, Player::start(second, &timepiece)?];
        Ok(Self { players: seats, options, clock: timepiece })
    }

    /// Plays pairs until no opening is left.
    fn play_pairs(
        mut self,
        openings: &[Position],
        next: &AtomicUsize,
        results: &Sender<(usize, Result<[FinishedGame; 2], MatchError>)>,
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

    /// Plays both games of an opening. If an external engine fails, both engines are restarted and the pair is replayed,
    /// so that no crash is counted.
    fn play_pair(&mut self, opening: &Position) -> Result<[FinishedGame; 2], MatchError> {
        let mut tries = 1;
        loop {
            let first = self.play_game(opening, Color::White);
            match first.and_then(|first| Ok([first, self.play_game(opening, Color::Black)?])) {
                Err(MatchError::External(error)) if tries < MAX_ATTEMPTS => {
                    log::warn!("{error}; replaying the pair");
                    tries += 1;
                    *self = Self::new(self.options)?;
                }
                pair => return pair,
            }
        }
    }

    /// Plays one game; the first engine has colour `first`.
    fn play_game(&mut self, opening: &Position, first: Color) -> Result<FinishedGame, MatchError> {
        let conditions = GameSetup {
            start: opening.clone(),
            control: self.options.control.clone(),
            nodes: self.options.nodes,
        };
        let [a, b] = &mut self.players;
        let seats = if first == Color::White { [a, b] } else { [b, a] };
        play::play(&conditions, seats, &self.clock)
    }
}

/// Half points of `color`: 2 for a win.
fn half_points(result: GameResult, color: Color) -> usize {
    match result.winner() {
        None => 1,
        Some(winner) if winner == color => 2,
        Some(_) => 0,
    }
}
