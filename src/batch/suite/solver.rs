//! An engine that searches test positions, and its answers.

use super::read::Test;
use crate::base::Score;
use crate::batch::matches::EngineConfig;
use crate::batch::reporting_engine::{Effort, Heard, ReportingEngine, Statement};
use crate::engine::GoLimit;
use crate::rules::Move;
use anyhow::Result;

/// Number of attempts to search a position with an external engine that fails.
const ATTEMPTS: usize = 2;

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
    engine: ReportingEngine,
}

impl Solver {
    /// Starts the engine. Blocks until an external one is ready.
    pub fn start(config: &EngineConfig) -> Result<Self> {
        Ok(Self { config: config.clone(), engine: ReportingEngine::start(config)? })
    }

    /// Searches the position from an empty table. An external engine that fails is started again.
    pub fn solve(&mut self, test: &Test, limit: GoLimit) -> Answer {
        let mut last = String::new();
        for _ in 0..ATTEMPTS {
            match self.engine.search(&test.position, limit) {
                Ok(Heard { mv: Ok(mv), statements }) => return answer(test, mv, statements),
                // An engine that sends a move that is not legal has not solved the position; it goes on.
                Ok(Heard { mv: Err(error), .. }) => {
                    return Answer { error: Some(error.to_string()), ..Answer::default() };
                }
                Err(error) => last = format!("{error:#}"),
            }
            match Self::start(&self.config) {
                Ok(again) => *self = again,
                Err(error) => last = format!("{last}; {error:#}"),
            }
        }
        Answer { error: Some(last), ..Answer::default() }
    }
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
