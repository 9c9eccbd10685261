//! Coordinates the analysis of a game: queues tasks, saves results, and reports them as they arrive.

use super::AnnotateError;
use super::checkpoint::Checkpoint;
use super::limits::{SearchLimits, go_command};
use super::progress::{Progress, ProgressMeter};
use super::task::{AnalysisTask, MainLine, Scope, TaskResult, TaskResults};
use super::worker_pool::WorkerPool;
use std::collections::HashSet;

/// A finished task.
#[derive(Clone, Copy, Debug)]
pub struct TaskDone<'a> {
    /// The task.
    pub task: AnalysisTask,
    /// Its result.
    pub result: &'a TaskResult,
    /// Progress of the run, when a position was searched for the first time.
    pub progress: Option<Progress>,
}

/// The analysis of one game or several.
#[derive(Debug)]
pub struct Analysis<'a> {
    /// The engines.
    pub pool: &'a WorkerPool<'a>,
    /// Where results are saved.
    pub checkpoint: Checkpoint,
    /// Progress of the run.
    pub meter: ProgressMeter,
    /// Search limits for each position.
    pub limits: SearchLimits,
}

impl Analysis<'_> {
    /// Executes every task of game `number` (from 0) that is needed and is not in the checkpoint. Blocks.
    ///
    /// # Errors
    /// `stop` was set, the engines have died, or the checkpoint cannot be written.
    pub fn analyse(
        &mut self,
        number: usize,
        main_line: &MainLine,
        tell: &mut dyn FnMut(TaskDone<'_>),
    ) -> Result<TaskResults, AnnotateError> {
        let mut found = self.checkpoint.results(number, main_line);
        self.meter.known_before(found.positions());
        let mut under_way = HashSet::new();
        loop {
            for task in found.pending_tasks(main_line) {
                let order = go_command(task, main_line, &found, self.limits);
                if let Some(go) = order.filter(|_| under_way.insert(task)) {
                    self.pool.send(task, go);
                }
            }
            if under_way.is_empty() {
                self.meter.game_done(number);
                return Ok(found);
            }
            let (task, result) = self.pool.receive()?;
            under_way.remove(&task);
            self.checkpoint.append(number, task, &result)?;
            let first = task.scope == Scope::All;
            let progress = first.then(|| self.meter.position_done(number));
            tell(TaskDone { task, result: &result, progress });
            found.insert(task, result);
        }
    }
}
