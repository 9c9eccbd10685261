//! `lucena selfplay`: games of the engine against itself, kept as quiet positions with the result of their game.
//!
//! What the weights are tuned on. One line a position: the FEN, White's points (1, 0.5, 0) and White's score of the
//! search in centipawns, separated by semicolons. A game is determined by the seed and its number, so that an
//! interrupted run is continued by counting what is there.

use super::matches::random_opening;
use crate::base::{Millis, Random};
use crate::engine::{
    Brain, BrainError, Desk, EngineOptions, Go, GoLimit, ManualClock, Thinker as _,
};
use crate::game::{Claims, Game, GameResult};
use crate::rules::{Move, Position};
use crate::search::Line;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

/// What to play.
#[derive(Clone, Debug)]
pub struct Options {
    /// Games in all, those already in the file included.
    pub games: u64,
    /// Nodes for each move.
    pub nodes: u64,
    /// Seed of openings and engine.
    pub seed: u64,
    /// Games at a time.
    pub concurrency: usize,
    /// The file to append to.
    pub out: PathBuf,
}

/// Why no games could be played.
#[derive(Debug, thiserror::Error)]
pub enum SelfplayError {
    /// The file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// An engine could not be made.
    #[error(transparent)]
    Engine(#[from] BrainError),
}

/// Score, in centipawns, at which a game is given up as decided, and for how many moves in a row.
/// Measured: of games so decided less than one in a hundred ends otherwise.
const DECIDED: (i32, u32) = (1500, 4);
/// Half-moves after which a game counts as drawn.
const LONGEST: usize = 300;
/// Half-moves at the start of a game that are not kept: random moves say nothing about play.
const SKIPPED: usize = 6;

/// Plays games until `options.games` are in the file, and prints a line each hundred games. Blocks.
///
/// # Errors
/// When the file or an engine fails; what was written stays.
pub fn run(options: &Options, out: &mut impl Write) -> Result<(), SelfplayError> {
    let refuse = |source| SelfplayError::File { path: options.out.clone(), source };
    let done = games_in(&options.out).map_err(refuse)?;
    let mut file =
        OpenOptions::new().create(true).append(true).open(&options.out).map_err(refuse)?;
    let next = AtomicU64::new(done);
    std::thread::scope(|scope| {
        let (results, queue) = channel();
        for _ in 0..options.concurrency.max(1) {
            let player = Player::new()?;
            let (results, next) = (results.clone(), &next);
            scope.spawn(move || player.play_games(options, next, &results));
        }
        drop(results);
        // Written in their order, so that the count of games says which are there.
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

/// Games begin with a comment line in the file.
fn games_in(path: &Path) -> io::Result<u64> {
    if !path.exists() {
        return Ok(0);
    }
    let mut games = 0;
    for line in BufReader::new(File::open(path)?).lines() {
        games += u64::from(line?.starts_with('#'));
    }
    Ok(games)
}

/// One engine that plays both sides.
struct Player {
    brain: Brain,
    desk: Desk,
    epoch: u64,
}

impl Player {
    fn new() -> Result<Self, BrainError> {
        let clock = Arc::new(ManualClock::stepping(Duration::ZERO));
        let brain = Brain::new(&EngineOptions::default(), clock)?;
        Ok(Self { brain, desk: Desk::new(|_| {}), epoch: 0 })
    }

    fn play_games(mut self, options: &Options, next: &AtomicU64, results: &Sender<(u64, String)>) {
        loop {
            let number = next.fetch_add(1, Ordering::SeqCst);
            if number >= options.games {
                return;
            }
            // A seed of its own for each game, far from its neighbours'.
            let mut random = Random::new(options.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let text = self.play_game(&mut random, options.nodes);
            if results.send((number, format!("# game {number}\n{text}"))).is_err() {
                return;
            }
        }
    }

    /// One game as lines of quiet positions with its result.
    fn play_game(&mut self, random: &mut Random, nodes: u64) -> String {
        let start = std::iter::from_fn(|| Some(random_opening(random))).flatten().next();
        let mut game = Game::new(start.unwrap_or_default());
        game.claims = Claims::Automatic;
        self.brain.new_game();
        let mut quiet = Vec::new();
        let mut decided = (0, 0);
        let result = loop {
            if let Some(end) = game.end().or_else(|| game.status().end()) {
                break end.result;
            }
            let ply = game.moves().len();
            let Some(line) = self.think(&game, nodes).filter(|_| ply < LONGEST) else {
                break GameResult::Draw;
            };
            let position = game.position().clone();
            let white = position.turn().fold_wb(1, -1) * line.score.value();
            if ply >= SKIPPED && is_quiet(&position, &line) {
                quiet.push((position.fen(), white));
            }
            let sign = if white.abs() >= DECIDED.0 { white.signum() } else { 0 };
            decided =
                if sign != 0 && sign == decided.0 { (sign, decided.1 + 1) } else { (sign, 0) };
            if decided.1 >= DECIDED.1 {
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

    fn think(&mut self, game: &Game, nodes: u64) -> Option<Line> {
        self.epoch += 1;
        let limit = GoLimit { nodes: Some(nodes), ..GoLimit::default() };
        let go = Go { epoch: self.epoch, ..Go::new(game.start().clone(), game.moves(), limit) };
        let outcome = self.brain.think(&go, Duration::ZERO, &self.desk);
        outcome.report.search.lines.into_iter().next()
    }
}

/// Can the static evaluation be held against the result? Not in check, not before a capture, no mate in sight.
fn is_quiet(position: &Position, line: &Line) -> bool {
    let tactical = |mv: &Move| mv.is_capture() || mv.is_promotion();
    !position.is_check() && line.score.is_heuristic() && !line.moves.first().is_some_and(tactical)
}
