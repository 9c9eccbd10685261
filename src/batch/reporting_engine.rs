//! An engine and everything that it says in a search: Lucena on the calling thread, or an external UCI engine.

use super::matches::{EngineConfig, EngineKind, ExternalPlayer, MatchClock};
use crate::base::{Millis, Score};
use crate::engine::external::{ExternalError, ExternalReport};
use crate::engine::{Clock as _, EngineOptions, Go, GoLimit, LocalEngine, Report, SystemClock};
use crate::rules::{Move, Position};
use crate::search::PvLine;
use crate::strength::StrengthLevel;
use anyhow::Result;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

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
pub(super) struct Statement {
    pub line: Vec<Move>,
    pub score: Option<Score>,
    pub effort: Effort,
}

/// A search and its end.
#[derive(Debug)]
pub(super) struct Heard {
    /// The move; an error if the engine gives one that is not legal, or none.
    pub mv: Result<Option<Move>, ExternalError>,
    /// The first one first; at the end what stands when the search has ended.
    pub statements: Vec<Statement>,
}

/// A running engine.
pub(super) enum ReportingEngine {
    Lucena { engine: Box<LocalEngine>, dial: StrengthLevel, heard: Arc<Mutex<Vec<Statement>>> },
    External(Box<ExternalPlayer>),
}

impl ReportingEngine {
    /// Starts the engine. Blocks until an external one is ready.
    ///
    /// # Errors
    /// There is no memory for Lucena's tables, or the external engine does not start or refuses an option.
    pub fn start(config: &EngineConfig) -> Result<Self> {
        Ok(match &config.kind {
            EngineKind::Lucena { options, dial } => {
                let heard = Arc::<Mutex<Vec<Statement>>>::default();
                let sink = Arc::clone(&heard);
                // The engine is called directly, without transmission delay.
                let options = EngineOptions { move_overhead: Millis(0), ..(**options).clone() };
                let note = move |report: &Report| sink.lock().push(own_statement(report));
                let engine = Box::new(LocalEngine::watched(&options, note)?);
                Self::Lucena { engine, dial: *dial, heard }
            }
            EngineKind::External(external) => {
                let clock = MatchClock::new(false);
                Self::External(Box::new(ExternalPlayer::start(external, clock)?))
            }
        })
    }

    /// Searches the position from an empty table. Blocks until the engine has moved.
    ///
    /// # Errors
    /// The external engine ends or hangs.
    pub fn search(&mut self, position: &Position, limit: GoLimit) -> Result<Heard> {
        let go = Go::new(position.clone(), Vec::new(), limit);
        match self {
            Self::Lucena { engine, dial, heard } => {
                engine.new_game();
                heard.lock().clear();
                let outcome = engine.search(Go { dial: *dial, ..go });
                let mut statements = std::mem::take(&mut *heard.lock());
                statements.push(own_statement(&outcome.report));
                Ok(Heard { mv: Ok(outcome.best), statements })
            }
            Self::External(player) => {
                player.new_game(position.castling_mode().is_chess960())?;
                let clock = SystemClock::default();
                let mut statements = Vec::new();
                let mut note = |report: &ExternalReport| {
                    let elapsed = Millis::from_duration(clock.now());
                    statements.push(external_statement(report, elapsed));
                };
                let outcome = player.search(go.into(), &mut note)?;
                note(&outcome.report);
                match outcome.best {
                    Err(
                        error @ (ExternalError::IllegalMove { .. } | ExternalError::NoMove { .. }),
                    ) => Ok(Heard { mv: Err(error), statements }),
                    best => Ok(Heard { mv: Ok(best?), statements }),
                }
            }
        }
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
