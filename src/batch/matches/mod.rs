//! `lucena match`: games between two settings of the engine, in this process, with an error bar at the end.
//!
//! For calibrating the dial, for comparing time managers and search modes, and for making games to learn from. Pairs of
//! games share an opening with colours reversed. The record is written after every pair, so that a match resumes.

mod contender;
mod openings;
mod play;
mod record;
mod statistics;

pub use contender::{Contender, ContenderError};
pub use openings::{balanced, random_opening};
pub use play::{Conditions, Played, play};
pub use record::{Matchup, Standing};
pub use statistics::{EloEstimate, PairCounts, elo_of, score_of};

use crate::engine::{Brain, BrainError, SystemClock};
use crate::game::{GameResult, TimeControl};
use crate::rules::{Color, Position};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
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
    /// The output is gone. Not transparent, so that the reason can be found as the source.
    #[error("output: {0}")]
    Io(#[from] std::io::Error),
}

/// Plays the match, printing a line for each pair and the figures at the end.
///
/// # Errors
/// When the record belongs to another match or cannot be written, or `out` fails.
pub fn run(options: &Options, out: &mut impl Write) -> Result<Standing, MatchError> {
    let mut standing = record::load(options)?;
    let openings = balanced(options.seed, options.pairs)?;
    let next = AtomicUsize::new(standing.pairs.pairs() as usize);
    let clock = Arc::new(SystemClock::default());
    std::thread::scope(|scope| {
        let (results, queue) = channel();
        for _ in 0..options.concurrency.max(1) {
            let brains = [
                options.contenders[0].brain(Arc::clone(&clock) as Arc<_>)?,
                options.contenders[1].brain(Arc::clone(&clock) as Arc<_>)?,
            ];
            let table = Table { brains, options, clock: Arc::clone(&clock) };
            let (results, openings, next) = (results.clone(), &openings, &next);
            scope.spawn(move || table.play_pairs(openings, next, &results));
        }
        drop(results);
        for pair in queue {
            standing.add(&pair);
            record::save(options, &standing)?;
            writeln!(out, "{}", standing.line())?;
            if options.test.is_some_and(|test| standing.is_decided(test, DECIDED)) {
                next.store(usize::MAX / 2, Ordering::SeqCst);
            }
        }
        Ok::<(), MatchError>(())
    })?;
    writeln!(out, "{standing}")?;
    Ok(standing)
}

/// One board with its two engines.
struct Table<'a> {
    brains: [Brain; 2],
    options: &'a Options,
    clock: Arc<SystemClock>,
}

impl Table<'_> {
    /// One thread's work: takes the next opening until none is left.
    fn play_pairs(
        mut self,
        openings: &[Position],
        next: &AtomicUsize,
        results: &Sender<[Played; 2]>,
    ) {
        while let Some(opening) = openings.get(next.fetch_add(1, Ordering::SeqCst)) {
            let pair = [Color::White, Color::Black].map(|first| self.play_one(opening, first));
            if results.send(pair).is_err() {
                return;
            }
        }
    }

    /// A game in which the first contender has the colour `first`.
    fn play_one(&mut self, opening: &Position, first: Color) -> Played {
        let conditions = Conditions {
            start: opening.clone(),
            control: self.options.control.clone(),
            nodes: self.options.nodes,
        };
        let dials = self.options.contenders.each_ref().map(|contender| contender.dial);
        let [a, b] = &mut self.brains;
        let (white, black) = match first {
            Color::White => ((a, dials[0]), (b, dials[1])),
            Color::Black => ((b, dials[1]), (a, dials[0])),
        };
        play(&conditions, white, black, self.clock.as_ref())
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
