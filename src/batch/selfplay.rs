//! `lucena selfplay`: plays the engine against itself and saves quiet positions with the game result.
//!
//! Training data of `lucena tune`, one line per position: FEN, White's points (1, 0.5, 0) and White's search score in
//! centipawns, separated by semicolons. A game is determined by the seed and its number, so that an interrupted run
//! resumes after the games in the file.

use super::matches::random_opening;
use crate::base::{Millis, Random};
use crate::engine::{
    Backend as _, CoreError, EngineCore, EngineOptions, Go, GoLimit, ManualClock, SharedState,
};
use crate::game::{DrawClaims, Game, GameResult};
use crate::rules::{Move, Position};
use crate::search::PvLine;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

/// Options of a selfplay run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Total number of games, including those already in the file.
    pub games: u64,
    /// Nodes per move.
    pub nodes: u64,
    /// Seed of the random openings.
    pub seed: u64,
    /// Number of games played in parallel.
    pub concurrency: usize,
    /// The file to append to.
    pub out: PathBuf,
}

/// An error that ends a selfplay run.
#[derive(Debug, thiserror::Error)]
pub enum SelfplayError {
    /// The file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The engine cannot be created.
    #[error(transparent)]
    Engine(#[from] CoreError),
}

/// Adjudication as a win: score in centipawns and number of plies in a row.
/// Measured: less than 1 % of games adjudicated so would have ended differently.
const ADJUDICATION: (i32, u32) = (1500, 4);
/// Plies after which a game is adjudicated as a draw.
const MAX_PLIES: usize = 300;
/// Plies at the start of a game that are not saved: the random opening is not typical play.
const SKIPPED_PLIES: usize = 6;

/// Plays games until `options.games` are in the file, and prints a progress line per 100 games. Blocks.
///
/// # Errors
/// The file or an engine fails; games already written stay.
pub fn run(options: &Options, out: &mut impl Write) -> Result<(), SelfplayError> {
    let refuse = |source| SelfplayError::File { path: options.out.clone(), source };
    let done = count_games(&options.out).map_err(refuse)?;
    let mut file =
        OpenOptions::new().create(true).append(true).open(&options.out).map_err(refuse)?;
    let next = AtomicU64::new(done);
    std::thread::scope(|scope| {
        let (results, queue) = channel();
        for _ in 0..options.concurrency.max(1) {
            let player = Worker::new()?;
            let (results, next) = (results.clone(), &next);
            scope.spawn(move || player.play_games(options, next, &results));
        }
        drop(results);
        // Written in order, so that the number of games in the file identifies them.
        let (mut early, mut due) = (BTreeMap::new(), done);
        for (number, text) in queue {
            early.insert(number, text);
            while let Some(text) = early.remove(&due) {
                file.write_all(text.as_bytes()).map_err(refuse)?;
                due += 1;
                if (due - done).is_multiple_of(100) {
                    writeln!(out, "{due} games").map_err(refuse)?;
                }
            }
        }
        Ok(())
    })
}

/// Counts the games in the file; each starts with a comment line.
fn count_games(path: &Path) -> io::Result<u64> {
    if !path.exists() {
        return Ok(0);
    }
    let mut games = 0;
    for line in BufReader::new(File::open(path)?).lines() {
        games += u64::from(line?.starts_with('#'));
    }
    Ok(games)
}

/// A thread's engine, which plays both sides.
struct Worker {
    brain: EngineCore,
    desk: SharedState,
    epoch: u64,
}

impl Worker {
    fn new() -> Result<Self, CoreError> {
        let clock = Arc::new(ManualClock::stepping(Duration::ZERO));
        let brain = EngineCore::new(&EngineOptions::default(), clock)?;
        Ok(Self { brain, desk: SharedState::new(|_| {}), epoch: 0 })
    }

    fn play_games(mut self, options: &Options, next: &AtomicU64, results: &Sender<(u64, String)>) {
        loop {
            let number = next.fetch_add(1, Ordering::SeqCst);
            if number >= options.games {
                return;
            }
            // Every game has its own seed, derived from its number by a multiplicative hash.
            let mut random = Random::new(options.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let text = self.play_game(&mut random, options.nodes);
            if results.send((number, format!("# game {number}\n{text}"))).is_err() {
                return;
            }
        }
    }

    /// Plays one game; returns the lines of its quiet positions.
    fn play_game(&mut self, random: &mut Random, nodes: u64) -> String {
        let start = std::iter::from_fn(|| Some(random_opening(random))).flatten().next();
        let mut game = Game::new(start.unwrap_or_default());
        game.claims = DrawClaims::Automatic;
        self.brain.new_game();
        let mut quiet = Vec::new();
        let mut decided = (0, 0);
        let result = loop {
            if let Some(end) = game.end().or_else(|| game.status().end()) {
                break end.result;
            }
            let ply = game.moves().len();
            let Some(line) = self.search(&game, nodes).filter(|_| ply < MAX_PLIES) else {
                break GameResult::Draw;
            };
            let position = game.position().clone();
            let white = position.turn().fold_wb(1, -1) * line.score.value();
            if ply >= SKIPPED_PLIES && is_quiet(&position, &line) {
                quiet.push((position.fen(), white));
            }
            let sign = if white.abs() >= ADJUDICATION.0 { white.signum() } else { 0 };
            decided =
                if sign != 0 && sign == decided.0 { (sign, decided.1 + 1) } else { (sign, 0) };
            if decided.1 >= ADJUDICATION.1 {
                break if sign > 0 { GameResult::White } else { GameResult::Black };
            }
            if line.moves.first().is_none_or(|mv| game.play(*mv, Millis(0)).is_err()) {
                break GameResult::Draw;
            }
        };
        let points = match result {
            GameResult::White => "1",
            GameResult::Black => "0",
            GameResult::Draw => "0.5",
        };
        quiet.iter().map(|(fen, score)| format!("{fen};{points};{score}\n")).collect()
    }

    fn search(&mut self, game: &Game, nodes: u64) -> Option<PvLine> {
        self.epoch += 1;
        let limit = GoLimit { nodes: Some(nodes), ..GoLimit::default() };
        let go = Go { epoch: self.epoch, ..Go::new(game.start().clone(), game.moves(), limit) };
        let outcome = self.brain.search(&go, Duration::ZERO, &self.desk);
        outcome.report.search.lines.into_iter().next()
    }
}

/// Is the position quiet: no check, the best move is not noisy, no mate score?
fn is_quiet(position: &Position, line: &PvLine) -> bool {
    let tactical = |mv: &Move| mv.is_capture() || mv.is_promotion();
    !position.is_check() && line.score.is_heuristic() && !line.moves.first().is_some_and(tactical)
}
