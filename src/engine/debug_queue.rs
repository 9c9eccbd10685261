//! The queue from a front end to the engine thread for debugging: step commands for the running search, and queries.
//!
//! Commands carry the epoch of their search, so that none reaches a later one.

use super::debug_messages::{DebugSettings, Observation, Query};
use crate::search::observe::{SearchEvent, StepCommand, any_names};
use parking_lot::{Condvar, Mutex};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The debug queue, part of [`SharedState`](super::SharedState).
#[derive(Debug, Default)]
pub(super) struct DebugQueue {
    queues: Mutex<Queues>,
    changed: Condvar,
    /// Something was queued since the search last looked.
    pending: AtomicBool,
    /// Number of the newest query.
    last_query: AtomicU64,
    /// Queries up to this number are cancelled.
    cancelled: AtomicU64,
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
        self.pending.store(true, Ordering::Release);
        self.changed.notify_all();
        result
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

    /// Is there perhaps a command? Costs one relaxed load.
    pub fn has_command(&self) -> bool {
        self.pending.load(Ordering::Relaxed)
    }

    /// Removes the oldest command for the search `epoch`. Drops commands for older searches, keeps those for later ones.
    pub fn take(&self, epoch: u64) -> Option<StepCommand> {
        // Cleared first: a command that arrives meanwhile sets it again.
        self.pending.store(false, Ordering::Release);
        let mut queues = self.queues.lock();
        queues.commands.retain(|(of, _)| *of >= epoch);
        let at = queues.commands.iter().position(|(of, _)| *of == epoch)?;
        let taken = queues.commands.remove(at).map(|(_, command)| command);
        if queues.commands.iter().any(|(of, _)| *of == epoch) {
            self.pending.store(true, Ordering::Release);
        }
        taken
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
