//! Layer 6: annotation of games. Every position is searched, every move classified, and mistakes are explained.
//!
//! - `task` has the searches that analysis makes of a `main_line`, `search_limits` their limits, `task_results` what they found and which
//!   further ones that requires, by the thresholds of `verdict`; `worker_pool` searches them, `checkpoint` saves the results, and
//!   `analysis` coordinates the three.
//! - `chances`, `wdl` and `accuracy` hold the formulas; `move_rating` rates the sides by their moves.
//! - `reason` explains mistakes by the `material` that a `winning_line` wins, its `cause` and the `deed` of a move, as `tactics` and `proof`
//!   show them on the board.
//! - `judgement` recognises earlier comments, `classification` judges each move, `annotations` writes that into the game, and `mistakes` reads it.
//!
//! `annotate_game` runs all steps for one game. The files of `lucena annotate` belong to `batch`, the game on the screen to
//! `tui`.

pub mod accuracy;
mod analysis;
mod annotate_game;
pub mod annotations;
mod categories;
pub mod cause;
pub mod chances;
mod change;
mod checkpoint;
pub mod classification;
pub mod comparison;
pub mod deed;
mod judgement;
pub mod main_line;
pub mod material;
pub mod material_reason;
mod mistakes;
mod move_rating;
pub mod proof;
pub mod reason;
mod search_limits;
pub mod tactics;
pub mod task;
pub mod task_results;
#[cfg(test)]
mod tests;
pub mod verdict;
pub mod wdl;
pub mod winning_line;
mod worker_pool;

pub use analysis::{Analysis, Progress, ProgressMeter, TaskDone};
pub use annotate_game::{GameJob, ProgressEvent, annotate_game};
pub use annotations::{Annotations, Summary};
pub use chances::MoveClass;
pub use checkpoint::{Checkpoint, RunId};
pub use classification::Classification;
pub use judgement::{is_change, is_word, without_better};
pub use main_line::{Existing, MainLine};
pub use mistakes::{JudgedMove, carries_marks, is_marked, judged_moves, mark_of};
pub use move_rating::{MoveRatings, rate_moves, value_search};
pub use reason::Reason;
pub use search_limits::SearchLimits;
pub use task::{AnalysisTask, Scope, TaskResult};
pub use task_results::TaskResults;
pub use worker_pool::{PoolSize, WorkerPool, with_pool};

use crate::base::CaughtPanic;
use crate::game::pgn::PgnError;
use std::path::{Path, PathBuf};

/// Why a run ended early.
#[derive(Debug, thiserror::Error)]
pub enum AnnotateError {
    /// The games cannot be read.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The checkpoint belongs to another run.
    #[error(
        "{}: belongs to a run with other games, limits or program version; finish that run or remove the file",
        .0.display()
    )]
    OtherRun(PathBuf),
    /// A result cannot be written.
    #[error("checkpoint: {0}")]
    Checkpoint(String),
    /// A search ended before its first iteration, although nothing but a minute limited it.
    #[error("game {game}, half-move {ply}: a search completed no iteration in a minute")]
    NoIteration {
        /// The number of the game in its file, from 1.
        game: usize,
        /// The half-moves before the position.
        ply: usize,
    },
    /// No engine can be created.
    #[error("engine: {0}")]
    Engine(String),
    /// An engine thread stopped after an internal error.
    #[error("the engine stopped after an internal error")]
    EngineDied,
    /// A part of it panicked. The checkpoint keeps the results.
    #[error(transparent)]
    Defect(CaughtPanic),
    /// Stopped. The checkpoint keeps the results.
    #[error("stopped; the same command resumes the run")]
    Stopped,
    /// No time, depth or node limit is given.
    #[error("search limits: give a time, a depth or a number of nodes")]
    NoLimits,
}

impl AnnotateError {
    /// An error on a file.
    pub fn file(path: &Path, source: std::io::Error) -> Self {
        Self::File { path: path.to_owned(), source }
    }
}
