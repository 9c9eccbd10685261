//! Annotates one game from search to text, for the screen: it shows results as they arrive and writes the annotations
//! into its own copy of the game.

use super::analysis::{Analysis, TaskDone};
use super::annotations::Annotations;
use super::checkpoint::{Checkpoint, RunId};
use super::{AnnotateError, MainLine, PoolSize, ProgressMeter, SearchLimits, with_pool};
use crate::base::create_dir;
use crate::engine::Clock;
use crate::game::Openings;
use crate::knowledge::{Evaluator, Knowledge};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What to search and how.
#[derive(Clone, Debug)]
pub struct GameJob {
    /// The game.
    pub main_line: Arc<MainLine>,
    /// Search limits for each position.
    pub limits: SearchLimits,
    /// Positions searched at a time.
    pub threads: usize,
    /// Transposition table of each search in MiB.
    pub hash_mib: usize,
    /// Folder for checkpoints of interrupted runs; created if missing.
    pub folder: PathBuf,
}

/// Progress event of a run.
#[derive(Clone, Copy, Debug)]
pub enum ProgressEvent<'a> {
    /// An earlier run is resumed; the number of its finished searches.
    Resumed(usize),
    /// A task is finished.
    TaskDone(TaskDone<'a>),
}

/// Searches the positions of `job` and classifies its moves. Blocks. After `stop` the same job resumes from its
/// checkpoint.
///
/// # Errors
/// The checkpoint cannot be written, no engine can be created, or `stop` was set.
pub fn annotate_game(
    job: &GameJob,
    clock: &Arc<dyn Clock>,
    stop: &AtomicBool,
    on_event: &mut dyn FnMut(ProgressEvent<'_>),
) -> Result<Annotations, AnnotateError> {
    if job.limits == SearchLimits::default() {
        return Err(AnnotateError::NoLimits);
    }
    create_dir(&job.folder).map_err(|error| AnnotateError::file(&job.folder, error))?;
    let run = RunId::of_game(&job.main_line, job.limits, job.hash_mib);
    let checkpoint = Checkpoint::open(job.folder.join(run.name()), &run)?;
    if checkpoint.resumed > 0 {
        on_event(ProgressEvent::Resumed(checkpoint.resumed));
    }
    let knowledge =
        Knowledge::standard().map_err(|error| AnnotateError::Engine(error.to_string()))?;
    let main_line = &job.main_line;
    let size = PoolSize { threads: job.threads, hash_mib: job.hash_mib };
    with_pool(size, clock, stop, |pool| {
        let meter = ProgressMeter::new(Arc::clone(clock), [main_line.positions_to_search()]);
        let mut analysis = Analysis { pool, checkpoint, meter, limits: job.limits };
        let results =
            analysis.analyse(0, main_line, &mut |done| on_event(ProgressEvent::TaskDone(done)))?;
        // The next run of this game would only begin with all results.
        if let Err(error) = analysis.checkpoint.finish() {
            log::warn!("{error}");
        }
        let (openings, mut evaluator) = (Openings::builtin(), Evaluator::new(knowledge));
        Ok(Annotations::of(main_line, results, &openings, &mut evaluator))
    })
}
