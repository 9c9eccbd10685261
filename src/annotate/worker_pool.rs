//! A pool of engine threads: analysis tasks go in, results come out in order of completion.
//!
//! Every task starts from an empty transposition table, so that its result depends on the position and the limits
//! alone: neither on the number of threads nor on where an interrupted run was resumed.

use super::AnnotateError;
use super::task::{AnalysisTask, TaskResult};
use crate::base::caught;
use crate::engine::{Backend, Clock, EngineCore, EngineOptions, Go, Outcome, SharedState};
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// Interval between checks of the stop flag while the engines search.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Stack size of a search thread; the maximum search depth needs less. The default of the system varies.
const STACK_BYTES: usize = 8 << 20;

/// A task with its search command.
#[derive(Debug)]
struct Job {
    task: AnalysisTask,
    go: Go,
}

type Answer = Result<(AnalysisTask, TaskResult), AnnotateError>;

/// The coordinator's handle of the pool.
#[derive(Debug)]
pub struct WorkerPool<'a> {
    jobs: Sender<Job>,
    answers: Receiver<Answer>,
    stop: &'a AtomicBool,
}

impl WorkerPool<'_> {
    /// Queues a task.
    pub(super) fn send(&self, task: AnalysisTask, go: Go) {
        // Fails only when every thread has ended, which the next `receive` reports.
        let _ = self.jobs.send(Job { task, go });
    }

    /// Waits for the next result.
    ///
    /// # Errors
    /// `stop` was set, or an engine has died.
    pub(super) fn receive(&self) -> Answer {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(AnnotateError::Stopped);
            }
            match self.answers.recv_timeout(POLL_INTERVAL) {
                Ok(answer) => return answer,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(AnnotateError::EngineDied),
            }
        }
    }
}

/// The size of a worker pool.
#[derive(Clone, Copy, Debug)]
pub struct PoolSize {
    /// Number of engines, each with one thread.
    pub threads: usize,
    /// Transposition table of each engine in MiB.
    pub hash_mib: usize,
}

/// Runs `coordinate` with a pool of engines and stops them afterwards.
///
/// # Errors
/// The error of `coordinate`, or an engine cannot be created.
pub fn with_pool<T, E: From<AnnotateError>>(
    PoolSize { threads, hash_mib }: PoolSize,
    clock: &Arc<dyn Clock>,
    stop: &AtomicBool,
    coordinate: impl FnOnce(&WorkerPool<'_>) -> Result<T, E>,
) -> Result<T, E> {
    let options = EngineOptions {
        hash_mib,
        threads: 1,
        // The engine is called directly, without transmission delay.
        move_overhead: crate::base::Millis(0),
        ..EngineOptions::default()
    };
    let engines: Vec<EngineCore> = (0..threads.max(1))
        .map(|_| EngineCore::exact(&options, Arc::clone(clock)))
        .collect::<Result<_, _>>()
        .map_err(|error| AnnotateError::Engine(error.to_string()))?;
    let states: Vec<SharedState> = engines.iter().map(|_| SharedState::new(|_| {})).collect();
    let (jobs, queue) = channel();
    let (results, answers) = channel();
    let queue = Mutex::new(queue);
    thread::scope(|scope| {
        let workers: Vec<thread::ScopedJoinHandle<'_, ()>> = engines
            .into_iter()
            .zip(&states)
            .map(|(engine, state)| {
                let (results, queue) = (results.clone(), &queue);
                let work = move || work(engine, clock.as_ref(), state, queue, &results);
                thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work)
            })
            .collect::<Result<_, _>>()
            .map_err(|error| AnnotateError::Engine(error.to_string()))?;
        drop(results);
        let pool = WorkerPool { jobs, answers, stop };
        let done = coordinate(&pool);
        // Results of searches still running are not needed.
        states.iter().for_each(|state| state.stop(u64::MAX));
        drop(pool);
        for worker in workers {
            // `work` catches the panics of its engine.
            let _ = worker.join();
        }
        done
    })
}

/// A worker thread: executes tasks until the queue is closed, it is stopped, or its engine panics.
fn work(
    mut engine: impl Backend,
    clock: &dyn Clock,
    state: &SharedState,
    queue: &Mutex<Receiver<Job>>,
    results: &Sender<Answer>,
) {
    let mut epoch = 0;
    loop {
        let next = queue.lock().recv();
        let Ok(Job { task, mut go }) = next else { return };
        epoch += 1;
        go.epoch = epoch;
        if state.is_stopped(epoch) {
            return;
        }
        // Without an answer the coordinator would wait for ever: the other workers keep the channel open.
        let searched = caught(|| {
            engine.new_game();
            engine.search(&go, clock.now(), state)
        });
        let answer =
            searched.map(|outcome| (task, result(&outcome))).map_err(AnnotateError::Defect);
        let is_over = answer.is_err();
        // The result of an aborted search is discarded.
        if state.is_stopped(epoch) || results.send(answer).is_err() || is_over {
            return;
        }
    }
}

fn result(outcome: &Outcome) -> TaskResult {
    let search = &outcome.report.search;
    search.lines.first().map(TaskResult::from).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{AnalysisTask, AnnotateError, WorkerPool, work};
    use crate::annotate::Scope;
    use crate::engine::{Backend, EngineOptions, Go, GoLimit, ManualClock, Outcome, SharedState};
    use crate::rules::Position;
    use parking_lot::Mutex;
    use std::sync::atomic::AtomicBool;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    struct Broken;

    impl Backend for Broken {
        fn search(&mut self, _: &Go, _: Duration, _: &SharedState) -> Outcome {
            panic!("scripted panic")
        }
        fn new_game(&mut self) {}
        fn clear_hash(&mut self) {}
        fn set_options(&mut self, _: &EngineOptions) -> Vec<String> {
            Vec::new()
        }
    }

    #[test]
    fn an_engine_that_panics_is_reported_though_others_live() {
        let (jobs, queue) = channel();
        // The sender that is left is that of another worker.
        let (results, answers) = channel();
        let stop = AtomicBool::new(false);
        let pool = WorkerPool { jobs, answers, stop: &stop };
        let go = Go::new(Position::default(), Vec::new(), GoLimit::default());
        pool.send(AnalysisTask { ply: 0, scope: Scope::All }, go);
        let clock = ManualClock::stepping(Duration::ZERO);
        work(Broken, &clock, &SharedState::new(|_| {}), &Mutex::new(queue), &results);
        assert!(matches!(pool.receive(), Err(AnnotateError::Defect(_))));
    }
}
