//! The queue from a front end to the engine thread for debugging: step commands for the running search, and queries.
//!
//! Commands carry the epoch of their search, so that none reaches a later one.

use super::debug_messages::{DebugSettings, Observation, Query};
use crate::search::observe::{SearchEvent, StepCommand, any_names};
use parking_lot::{Condvar, Mutex};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};

/// The debug queue, part of [`SharedState`](super::SharedState).
#[derive(Debug)]
pub(super) struct DebugQueue {
    queues: Mutex<Queues>,
    changed: Condvar,
    /// The earliest epoch for which a command is queued, written under the lock; [`NO_EPOCH`] if none is.
    earliest: AtomicU64,
    /// Number of the newest query.
    last_query: AtomicU64,
    /// Queries up to this number are cancelled.
    cancelled: AtomicU64,
}

/// Later than every search.
const NO_EPOCH: u64 = u64::MAX;

impl Default for DebugQueue {
    fn default() -> Self {
        Self {
            queues: Mutex::default(),
            changed: Condvar::new(),
            earliest: AtomicU64::new(NO_EPOCH),
            last_query: AtomicU64::default(),
            cancelled: AtomicU64::default(),
        }
    }
}

#[derive(Debug, Default)]
struct Queues {
    /// Commands with the epoch of their search.
    commands: VecDeque<(u64, StepCommand)>,
    /// Queries with their numbers.
    queries: VecDeque<(u64, Query)>,
    settings: DebugSettings,
}

impl DebugQueue {
    /// Changes the queues and wakes the engine thread.
    fn push<T>(&self, push: impl FnOnce(&mut Queues) -> T) -> T {
        // Under the lock: a waiting thread has either not tested its condition yet or is asleep.
        let mut queues = self.queues.lock();
        let result = push(&mut queues);
        self.note_commands(&queues);
        self.changed.notify_all();
        result
    }

    /// Notes for which search the earliest command is, under the lock of the queues.
    fn note_commands(&self, queues: &Queues) {
        let earliest = queues.commands.iter().map(|(epoch, _)| *epoch).min();
        self.earliest.store(earliest.unwrap_or(NO_EPOCH), Ordering::Release);
    }

    /// Wakes a paused search, so that it tests its stop flag.
    pub fn wake(&self) {
        self.push(|_| ());
    }

    pub fn set(&self, settings: DebugSettings) {
        self.queues.lock().settings = settings;
    }

    pub fn settings(&self) -> DebugSettings {
        self.queues.lock().settings.clone()
    }

    /// Queues a command for the search `epoch`.
    pub fn command(&self, epoch: u64, command: StepCommand) {
        self.push(|queues| queues.commands.push_back((epoch, command)));
    }

    /// Queues a query; returns its number.
    pub fn query(&self, query: Query) -> u64 {
        self.push(|queues| {
            let number = self.last_query.fetch_add(1, Ordering::SeqCst) + 1;
            queues.queries.push_back((number, query));
            number
        })
    }

    /// Cancels every query so far; each is still answered, with the result so far.
    pub fn cancel_queries(&self) {
        self.cancelled.fetch_max(self.last_query.load(Ordering::SeqCst), Ordering::SeqCst);
    }

    pub fn is_cancelled(&self, query: u64) -> bool {
        self.cancelled.load(Ordering::Relaxed) >= query
    }

    /// Removes the oldest query.
    pub fn next_query(&self) -> Option<(u64, Query)> {
        self.queues.lock().queries.pop_front()
    }

    /// Is there a command for the search `epoch`, or one for an earlier search? Costs one relaxed load.
    pub fn has_command(&self, epoch: u64) -> bool {
        self.earliest.load(Ordering::Relaxed) <= epoch
    }

    /// Removes the oldest command for the search `epoch`. Drops commands for older searches, keeps those for later ones.
    pub fn take(&self, epoch: u64) -> Option<StepCommand> {
        let mut queues = self.queues.lock();
        queues.commands.retain(|(of, _)| *of >= epoch);
        let at = queues.commands.iter().position(|(of, _)| *of == epoch);
        let taken = at.and_then(|at| queues.commands.remove(at));
        self.note_commands(&queues);
        taken.map(|(_, command)| command)
    }

    /// Blocks until there is a command for `epoch`, a query, or a wake; tests `is_over` before every wait.
    pub fn wait(&self, epoch: u64, is_over: impl Fn() -> bool) {
        let mut queues = self.queues.lock();
        while !is_over()
            && queues.queries.is_empty()
            && !queues.commands.iter().any(|(of, _)| *of == epoch)
        {
            self.changed.wait(&mut queues);
        }
    }

    /// Is there a breakpoint on the end of the time budget?
    pub fn has_budget_breakpoint(&self) -> bool {
        any_names(&self.queues.lock().settings.breakpoints, SearchEvent::Budget)
    }

    /// Are searches observed from their start?
    pub fn is_observing(&self) -> bool {
        self.queues.lock().settings.observation != Observation::Off
    }
}

#[cfg(test)]
mod tests {
    use super::DebugQueue;
    use crate::search::observe::StepCommand;

    #[test]
    fn a_command_waits_for_its_search() {
        let queue = DebugQueue::default();
        assert!(!queue.has_command(1));
        queue.command(3, StepCommand::Pause);
        queue.command(1, StepCommand::Node);
        queue.command(1, StepCommand::Over);
        assert!(queue.has_command(1));
        assert_eq!(queue.take(1), Some(StepCommand::Node));
        assert_eq!(queue.take(1), Some(StepCommand::Over));
        assert!(!queue.has_command(1) && !queue.has_command(2));
        assert_eq!(queue.take(2), None);
        assert!(queue.has_command(3));
        assert_eq!(queue.take(3), Some(StepCommand::Pause));
        // One for a search that is over is dropped.
        queue.command(1, StepCommand::Node);
        assert!(queue.has_command(4));
        assert_eq!(queue.take(4), None);
        assert!(!queue.has_command(4));
    }
}
