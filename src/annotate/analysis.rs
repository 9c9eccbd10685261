//! Coordinates the analysis of a game: queues tasks, saves results, and reports results and progress as they arrive.

use super::AnnotateError;
use super::checkpoint::Checkpoint;
use super::main_line::MainLine;
use super::search_limits::SearchLimits;
use super::task::{AnalysisTask, Scope, TaskResult};
use super::task_results::TaskResults;
use super::worker_pool::WorkerPool;
use crate::base::Millis;
use crate::engine::{Clock, GoLimit};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

/// A finished task.
#[derive(Clone, Copy, Debug)]
pub struct TaskDone<'a> {
    /// The task.
    pub task: AnalysisTask,
    /// Its result.
    pub result: &'a TaskResult,
    /// Progress of the run.
    pub progress: Progress,
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
    /// `stop` was set, an engine has died, or the checkpoint cannot be written.
    pub fn analyse(
        &mut self,
        number: usize,
        main_line: &MainLine,
        on_done: &mut dyn FnMut(TaskDone<'_>),
    ) -> Result<TaskResults, AnnotateError> {
        let mut results = self.checkpoint.results(number, main_line);
        let is_position = |results: &TaskResults, task: &AnalysisTask| {
            let is_known = main_line.is_known(task.ply) && !results.is_shallow(task.ply);
            task.scope == Scope::All && !is_known
        };
        self.meter.known_before(results.count(|task| is_position(&results, task)));
        let (mut pending, mut again) = (HashSet::new(), HashSet::new());
        let (mut needed, mut is_compared) = (results.pending_tasks(main_line), false);
        loop {
            for task in needed {
                let command = results.go_command(main_line, task, self.limits);
                if let Some(go) = command.filter(|_| pending.insert(task)) {
                    self.pool.send(task, go);
                }
            }
            // All searches that are needed otherwise come first, so that their order does not matter.
            if pending.is_empty() && !std::mem::replace(&mut is_compared, true) {
                results.find_shallow(main_line);
                needed = results.pending_tasks(main_line);
                let late = needed.iter().filter(|task| is_position(&results, task));
                self.meter.positions_found(number, late.count());
                if !needed.is_empty() {
                    continue;
                }
            }
            if pending.is_empty() {
                self.meter.game_done(number);
                return Ok(results);
            }
            let (task, result) = self.pool.receive()?;
            pending.remove(&task);
            if result.depth == 0 && task.scope == Scope::All {
                // The limit is too small for one iteration here, which is then searched whatever it takes.
                let go = results.go_command(main_line, task, self.limits);
                let go = go.filter(|_| again.insert(task));
                let Some(mut go) = go else {
                    return Err(AnnotateError::NoIteration { game: number + 1, ply: task.ply });
                };
                go.limit = one_iteration();
                pending.insert(task);
                self.pool.send(task, go);
                needed = Vec::new();
                continue;
            }
            self.checkpoint.append(number, task, &result)?;
            results.insert(task, result.clone());
            needed = results.pending_after(main_line, task.ply);
            let others = needed.iter().filter(|task| !pending.contains(task));
            let waiting = pending.iter().chain(others);
            let waiting = waiting.filter(|task| !is_position(&results, task)).count();
            let progress = self.meter.task_done(number, is_position(&results, &task), waiting);
            on_done(TaskDone { task, result: &result, progress });
        }
    }
}

/// The first iteration alone, in a minute at most.
fn one_iteration() -> GoLimit {
    GoLimit {
        depth: Some(1),
        move_time: Some(Millis(60_000)),
        resolve_window: true,
        ..GoLimit::default()
    }
}

/// Progress of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The current game, from 1, and the number of games.
    pub game: (usize, usize),
    /// Positions done and the total number, over all games.
    pub positions: (usize, usize),
    /// Further searches of the current game, for single moves: those done, and all that are known to be needed.
    pub further: (usize, usize),
    /// Estimated remaining time.
    pub remaining: Millis,
}

/// Counts positions, further tasks for single moves, and time.
#[derive(Debug)]
pub struct ProgressMeter {
    clock: Arc<dyn Clock>,
    started: Duration,
    /// Cumulative number of positions at the end of each game.
    ends: Vec<usize>,
    done: usize,
    /// Positions searched in this run, for the average time of one with the further tasks that it brings.
    searched: usize,
    /// Tasks done in this run, for the average time of one.
    tasks: usize,
    /// Further tasks done of the current game.
    further: usize,
}

impl ProgressMeter {
    /// Starts counting; `positions` are the numbers of positions of each game.
    pub fn new(clock: Arc<dyn Clock>, positions: impl IntoIterator<Item = usize>) -> Self {
        let sum = |total: &mut usize, count| {
            *total += count;
            Some(*total)
        };
        let ends = positions.into_iter().scan(0, sum).collect();
        let started = clock.now();
        Self { clock, started, ends, done: 0, searched: 0, tasks: 0, further: 0 }
    }

    /// Counts positions of the current game that an earlier run searched.
    pub fn known_before(&mut self, positions: usize) {
        self.done += positions;
    }

    /// Counts positions of game `number` (from 0) that turn out to be searched too.
    pub fn positions_found(&mut self, number: usize, positions: usize) {
        self.ends.iter_mut().skip(number).for_each(|end| *end += positions);
    }

    /// Counts a task of game `number` (from 0): a position that was searched, or else a further one. So many further ones wait.
    pub fn task_done(&mut self, number: usize, is_position: bool, waiting: usize) -> Progress {
        self.tasks += 1;
        if is_position {
            self.done += 1;
            self.searched += 1;
        } else {
            self.further += 1;
        }
        let total = self.ends.last().copied().unwrap_or(0);
        let spent = self.clock.now().saturating_sub(self.started);
        let times = |count: usize, of: usize| {
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            (spent / u32::try_from(of.max(1)).unwrap_or(u32::MAX)).saturating_mul(count)
        };
        let left = times(total.saturating_sub(self.done), self.searched);
        Progress {
            game: (number + 1, self.ends.len()),
            positions: (self.done.min(total), total),
            further: (self.further, self.further + waiting),
            remaining: Millis::from_duration(left + times(waiting, self.tasks)),
        }
    }

    /// Marks game `number` (from 0) as done.
    pub fn game_done(&mut self, number: usize) {
        self.done = self.ends.get(number).copied().unwrap_or(self.done);
        self.further = 0;
    }
}
