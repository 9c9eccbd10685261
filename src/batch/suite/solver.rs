//! An engine that searches test positions: Lucena on the calling thread, or an external UCI engine.

use super::read::Test;
use crate::base::{Millis, Score};
use crate::batch::matches::{EngineConfig, EngineKind, ExternalPlayer, MatchClock};
use crate::engine::LocalEngine;
use crate::engine::external::{ExternalError, ExternalReport};
use crate::engine::{Clock as _, EngineOptions, Go, GoLimit, Report, SystemClock};
use crate::rules::Move;
use crate::search::PvLine;
use crate::strength::StrengthLevel;
use anyhow::Result;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Number of attempts to search a position with an external engine that fails.
const ATTEMPTS: usize = 2;

/// Where a search stood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Effort {
    /// Depth in plies.
    pub depth: u16,
    /// Nodes searched.
    pub nodes: u64,
    /// Time since the start of the search in milliseconds.
    pub time_ms: i64,
}

/// What an engine says at some time in a search.
#[derive(Clone, Debug, Default, PartialEq)]
struct Statement {
    line: Vec<Move>,
    score: Option<Score>,
    effort: Effort,
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct Answer {
    /// The move; `None` if the engine failed.
    pub mv: Option<Move>,
    pub score: Option<Score>,
    pub line: Vec<Move>,
    pub effort: Effort,
    /// Where the search stood when it found the solution that it kept to the end; `None` if it is not solved.
    pub found: Option<Effort>,
    /// Why the engine failed.
    pub error: Option<String>,
}

/// An engine.
pub(super) struct Solver {
    config: EngineConfig,
    engine: Engine,
}

enum Engine {
    Lucena { engine: Box<LocalEngine>, dial: StrengthLevel, heard: Arc<Mutex<Vec<Statement>>> },
    External(Box<ExternalPlayer>),
}

impl Solver {
    /// Starts the engine. Blocks until an external one is ready.
    pub fn start(config: &EngineConfig) -> Result<Self> {
        let engine = match &config.kind {
            EngineKind::Lucena { options, dial } => {
                let heard = Arc::<Mutex<Vec<Statement>>>::default();
                let sink = Arc::clone(&heard);
                // The engine is called directly, without transmission delay.
                let options = EngineOptions { move_overhead: Millis(0), ..(**options).clone() };
                let note = move |report: &Report| sink.lock().push(own_statement(report));
                let engine = Box::new(LocalEngine::watched(&options, note)?);
                Engine::Lucena { engine, dial: *dial, heard }
            }
            EngineKind::External(external) => {
                let clock = MatchClock::new(false);
                Engine::External(Box::new(ExternalPlayer::start(external, clock)?))
            }
        };
        Ok(Self { config: config.clone(), engine })
    }

    /// Searches the position from an empty table. An external engine that fails is started again.
    pub fn solve(&mut self, test: &Test, limit: GoLimit) -> Answer {
        let mut last = String::new();
        for _ in 0..ATTEMPTS {
            match self.search(test, limit) {
                Ok(answer) => return answer,
                Err(error) => last = format!("{error:#}"),
            }
            match Self::start(&self.config) {
                Ok(again) => *self = again,
                Err(error) => last = format!("{last}; {error:#}"),
            }
        }
        Answer { error: Some(last), ..Answer::default() }
    }

    fn search(&mut self, test: &Test, limit: GoLimit) -> Result<Answer> {
        let go = Go::new(test.position.clone(), Vec::new(), limit);
        let (mv, statements) = match &mut self.engine {
            Engine::Lucena { engine, dial, heard } => {
                engine.new_game();
                heard.lock().clear();
                let outcome = engine.search(Go { dial: *dial, ..go });
                let mut heard = std::mem::take(&mut *heard.lock());
                heard.push(own_statement(&outcome.report));
                (outcome.best, heard)
            }
            Engine::External(player) => {
                player.new_game(test.position.castling_mode().is_chess960())?;
                let clock = SystemClock::default();
                let mut heard = Vec::new();
                let mut note = |report: &ExternalReport| {
                    heard.push(external_statement(report, Millis::from_duration(clock.now())));
                };
                let outcome = player.search(go.into(), &mut note)?;
                note(&outcome.report);
                // An engine that sends a move that is not legal has not solved the position; it goes on.
                match outcome.best {
                    Ok(mv) => (mv, heard),
                    Err(
                        error @ (ExternalError::IllegalMove { .. } | ExternalError::NoMove { .. }),
                    ) => {
                        return Ok(Answer { error: Some(error.to_string()), ..Answer::default() });
                    }
                    Err(error) => return Err(error.into()),
                }
            }
        };
        Ok(answer(test, mv, statements))
    }
}

fn statement(line: Option<&PvLine>, nodes: u64, time: Millis) -> Statement {
    let depth = line.map_or(0, |line| line.depth);
    Statement {
        line: line.map(|line| line.moves.clone()).unwrap_or_default(),
        score: line.map(|line| line.score),
        effort: Effort { depth, nodes, time_ms: time.0 },
    }
}

fn own_statement(report: &Report) -> Statement {
    statement(report.played_line(), report.search.nodes, report.elapsed)
}

/// What an external engine says after `elapsed`, if it sends no time of its own.
fn external_statement(report: &ExternalReport, elapsed: Millis) -> Statement {
    let info = &report.info;
    statement(report.lines.first(), info.nodes.unwrap_or(0), info.time.unwrap_or(elapsed))
}

/// The answer after these statements and the move `mv`.
fn answer(test: &Test, mv: Option<Move>, statements: Vec<Statement>) -> Answer {
    let last = statements.last().cloned().unwrap_or_default();
    let solves = |it: &&Statement| test.is_solved(it.line.first().copied(), it.score);
    let found = if test.is_solved(mv, last.score) {
        let kept = statements.iter().rev().take_while(solves).last();
        Some(kept.map_or(last.effort, |statement| statement.effort))
    } else {
        None
    };
    // The line of the move that is played, not of another one.
    let line = if last.line.first().copied() == mv { last.line } else { mv.into_iter().collect() };
    Answer { mv, score: last.score, line, effort: last.effort, found, error: None }
}
