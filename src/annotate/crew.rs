//! Engines at work side by side: orders go in, findings come out in the order in which they are done.
//!
//! Every look starts from an empty table, so that what is found depends on the position and the effort alone: neither on
//! the number of threads nor on where an interrupted run was taken up again.

use super::AnnotateError;
use super::look::{Finding, Look};
use crate::engine::{Brain, Clock, Desk, EngineOptions, Go, Outcome, Thinker as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Between two looks at the stop flag while the engines think.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Stack of a searching thread: the longest line with room to spare, whatever the system's usual is.
const STACK: usize = 8 << 20;

/// A look as an order.
#[derive(Debug)]
struct Job {
    look: Look,
    go: Go,
}

/// The foreman's side.
#[derive(Debug)]
pub struct Crew<'a> {
    jobs: Sender<Job>,
    answers: Receiver<(Look, Finding)>,
    stop: &'a AtomicBool,
}

impl Crew<'_> {
    /// Gives out a look.
    pub(super) fn send(&self, look: Look, go: Go) {
        // Fails only when every thread has died, which the next `receive` says.
        let _ = self.jobs.send(Job { look, go });
    }

    /// The next finding. Blocks.
    ///
    /// # Errors
    /// Told to stop, or every engine has died.
    pub(super) fn receive(&self) -> Result<(Look, Finding), AnnotateError> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(AnnotateError::Stopped);
            }
            match self.answers.recv_timeout(LOOK_EVERY) {
                Ok(answer) => return Ok(answer),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(AnnotateError::EngineDied),
            }
        }
    }
}

/// Runs `foreman` with `threads` engines, each with a table of so many MiB, and ends them whatever comes of it.
///
/// # Errors
/// What the foreman says, or an engine could not be made.
pub fn with_crew<T>(
    (threads, hash_mib): (usize, usize),
    clock: &Arc<dyn Clock>,
    stop: &AtomicBool,
    foreman: impl FnOnce(&Crew<'_>) -> Result<T, AnnotateError>,
) -> Result<T, AnnotateError> {
    let options = EngineOptions {
        hash_mib,
        threads: 1,
        // Nothing lies between us and the engine.
        move_overhead: crate::base::Millis(0),
        ..EngineOptions::default()
    };
    let brains: Vec<Brain> = (0..threads.max(1))
        .map(|_| Brain::new(&options, Arc::clone(clock)))
        .collect::<Result<_, _>>()
        .map_err(|error| AnnotateError::Engine(error.to_string()))?;
    let desks: Vec<Desk> = brains.iter().map(|_| Desk::new(|_| {})).collect();
    let (jobs, queue) = channel();
    let (results, answers) = channel();
    let queue = Mutex::new(queue);
    thread::scope(|scope| {
        let workers: Vec<thread::ScopedJoinHandle<'_, ()>> = brains
            .into_iter()
            .zip(&desks)
            .map(|(brain, desk)| {
                let (results, queue) = (results.clone(), &queue);
                let work = move || work((brain, clock.as_ref()), desk, queue, &results);
                thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)
            })
            .collect::<Result<_, _>>()
            .map_err(|error| AnnotateError::Engine(error.to_string()))?;
        drop(results);
        let crew = Crew { jobs, answers, stop };
        let done = foreman(&crew);
        // Whoever still thinks does so for nobody.
        desks.iter().for_each(|desk| desk.stop(u64::MAX));
        drop(crew);
        for worker in workers {
            // A dead one was missed by the foreman, if it mattered.
            let _ = worker.join();
        }
        done
    })
}

/// One thread: a look after the other until there are none or it is told to stop.
fn work(
    (mut brain, clock): (Brain, &dyn Clock),
    desk: &Desk,
    queue: &Mutex<Receiver<Job>>,
    results: &Sender<(Look, Finding)>,
) {
    let mut epoch = 0;
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { look, mut go }) = next else { return };
        epoch += 1;
        go.epoch = epoch;
        if desk.is_stopped(epoch) {
            return;
        }
        brain.new_game();
        let outcome = brain.think(&go, clock.now(), desk);
        // What was broken off is not what was asked for.
        if desk.is_stopped(epoch) || results.send((look, finding(&outcome))).is_err() {
            return;
        }
    }
}

fn finding(outcome: &Outcome) -> Finding {
    let search = &outcome.report.search;
    search.lines.first().map_or_else(Finding::default, |line| Finding {
        score: line.score,
        depth: line.depth,
        line: line.moves.clone(),
        shadow: line.shadow,
        depends_on: line.depends_on,
    })
}
