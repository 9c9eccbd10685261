//! `lucena selfplay`: plays the engine against itself and saves quiet positions with the game result.
//!
//! Training data of `lucena tune`, one line per position: FEN, White's points (1, 0.5, 0) and White's search score in
//! centipawns, separated by semicolons. A game is determined by the seed and its number, so that an interrupted run
//! resumes after the games in the file.

use super::matches::random_opening;
use super::output::Progress;
use super::parallel::run_in_order;
use crate::base::{Millis, Random, open_file, open_regular};
use crate::engine::LocalEngine;
use crate::engine::{EngineOptions, Go, GoLimit};
use crate::game::{DrawClaims, Game, GameResult};
use crate::rules::Position;
use crate::search::PvLine;
use anyhow::{Context as _, Result, ensure};
use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Arguments of `lucena selfplay`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Output file; games are appended to a file of an earlier run, and other existing files are refused.
    #[arg(value_name = "FILE")]
    pub out: PathBuf,
    /// Total number of games in the file at the end.
    #[arg(long, default_value = "1000")]
    pub games: usize,
    /// Nodes per move.
    #[arg(long, default_value = "5000", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Number of games played in parallel.
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub concurrency: u16,
    /// Seed of the random openings.
    #[arg(long, default_value = "1")]
    pub seed: u64,
}

/// Adjudication as a win: score in centipawns and number of further plies in a row.
/// Measured: less than 1 % of games adjudicated so would have ended differently.
const WIN_SCORE: i32 = 1500;
const WIN_PLIES: u32 = 4;
/// Plies after which a game is adjudicated as a draw.
const MAX_PLIES: usize = 300;
/// Plies at the start of a game that are not saved: the random opening is not typical play.
const SKIPPED_PLIES: usize = 6;

/// Plays games until `options.games` are in the file, and prints a progress line per 100 games. Blocks.
///
/// # Errors
/// The file or an engine fails; games already written stay.
pub fn run(options: &Options, progress: &mut Progress<'_>) -> Result<()> {
    let path = || options.out.display().to_string();
    let done = count_games(&options.out).with_context(path)?;
    let mut file =
        open_regular(&options.out, File::options().create(true).append(true)).with_context(path)?;
    let engine = |_| LocalEngine::without_clock(&EngineOptions::default());
    let engines = (0..options.concurrency).map(engine).collect::<Result<Vec<_>, _>>()?;
    let play = |engine: &mut LocalEngine, number: usize| {
        // Every game has its own seed, derived from its number by a multiplicative hash.
        let hash = (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let lines = play_game(engine, &mut Random::new(options.seed ^ hash), options.nodes);
        Ok(format!("# game {number}\n{lines}"))
    };
    let mut games = done;
    run_in_order(engines, done..options.games, play, |text| {
        file.write_all(text.as_bytes()).with_context(path)?;
        games += 1;
        if (games - done).is_multiple_of(100) {
            progress.line(format!("{games} games"))?;
        }
        Ok(ControlFlow::Continue(()))
    })
}

/// Counts the games in the file; each starts with a comment line. A file of another program is refused, because games
/// would be appended to it.
fn count_games(path: &Path) -> Result<usize> {
    if !path.exists() {
        return Ok(0);
    }
    let mut games = 0;
    let mut lines = BufReader::new(open_file(path)?);
    let mut line = Vec::new();
    for number in 1_usize.. {
        line.clear();
        if lines.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let text = str::from_utf8(&line).ok().and_then(|text| text.strip_suffix('\n'));
        let is_game = text == Some(&format!("# game {games}"));
        games += usize::from(is_game);
        ensure!(
            is_game || (games > 0 && text.is_some_and(is_row)),
            "line {number} is not of lucena selfplay: name another file"
        );
    }
    Ok(games)
}

/// Whether the line has the form of a position with its game's result and its score.
fn is_row(line: &str) -> bool {
    let fields: Vec<&str> = line.split(';').collect();
    matches!(fields[..], [fen, "1" | "0.5" | "0", score] if fen.contains('/') && score.parse::<i32>().is_ok())
}

/// Plays one game; returns the lines of its quiet positions.
fn play_game(engine: &mut LocalEngine, random: &mut Random, nodes: u64) -> String {
    let start = std::iter::from_fn(|| Some(random_opening(random))).flatten().next();
    let mut game = Game::new(start.unwrap_or_default());
    game.claims = DrawClaims::Automatic;
    engine.new_game();
    let mut quiet = Vec::new();
    let (mut winner, mut plies) = (0, 0);
    let limit = GoLimit { nodes: Some(nodes), ..GoLimit::default() };
    let result = loop {
        if let Some(end) = game.end().or_else(|| game.status().end()) {
            break end.result;
        }
        let ply = game.moves().len();
        let report = engine.search(Go::new(game.start().clone(), game.moves(), limit)).report;
        let Some(line) = report.search.lines.first().filter(|_| ply < MAX_PLIES) else {
            break GameResult::Draw;
        };
        let position = game.position().clone();
        let white = position.turn().fold_wb(1, -1) * line.score.value();
        if ply >= SKIPPED_PLIES && is_quiet(&position, line) {
            quiet.push((position.fen(), white));
        }
        let leader = if white.abs() >= WIN_SCORE { white.signum() } else { 0 };
        plies = if leader == winner { plies + 1 } else { 0 };
        winner = leader;
        if winner != 0 && plies >= WIN_PLIES {
            break if winner > 0 { GameResult::White } else { GameResult::Black };
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

/// Is the position quiet: no check, the best move is not noisy, no mate score?
fn is_quiet(position: &Position, line: &PvLine) -> bool {
    let is_noisy = line.moves.first().is_some_and(|mv| mv.is_capture() || mv.is_promotion());
    !position.is_check() && line.score.is_heuristic() && !is_noisy
}
