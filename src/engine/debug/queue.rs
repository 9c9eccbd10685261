//! The queue between a front end and the thread it debugs: orders to the thought under way, and questions.
//!
//! Orders carry the epoch of the thought they are meant for, so that none reaches a later one.

use super::{DebugSettings, Observation, Query};
use crate::search::observe::{SearchEvent, StepCommand, any_names};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// See the module. Lives on the desk.
#[derive(Debug, Default)]
pub struct DebugQueue {
    queues: Mutex<Queues>,
    changed: Condvar,
    /// Something was queued since the thought last looked.
    news: AtomicBool,
    /// Number of the newest question.
    last_query: AtomicU64,
    /// Questions up to this number are to be given up.
    cancelled: AtomicU64,
}

#[derive(Debug, Default)]
struct Queues {
    commands: VecDeque<(u64, StepCommand)>,
    queries: VecDeque<(u64, Query)>,
    debugging: DebugSettings,
}

impl DebugQueue {
    fn queues(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn notify(&self) {
        self.news.store(true, Ordering::Release);
        self.changed.notify_all();
    }

    /// Wakes a thought that stands still, so that it looks at its stop mark.
    pub(in crate::engine) fn wake(&self) {
        // Under the lock: a waiter has either not looked yet or is asleep already.
        let queues = self.queues();
        self.notify();
        drop(queues);
    }

    /// Sets how thoughts are watched.
    pub(in crate::engine) fn set(&self, debugging: DebugSettings) {
        self.queues().debugging = debugging;
    }

    /// How thoughts are watched.
    pub(in crate::engine) fn debugging(&self) -> DebugSettings {
        self.queues().debugging.clone()
    }

    /// Queues an order to the thought `epoch`.
    pub(in crate::engine) fn command(&self, epoch: u64, command: StepCommand) {
        let mut queues = self.queues();
        queues.commands.push_back((epoch, command));
        self.notify();
        drop(queues);
    }

    /// Queues a question; returns its number.
    pub(in crate::engine) fn ask(&self, question: Query) -> u64 {
        let mut queues = self.queues();
        let number = self.last_query.fetch_add(1, Ordering::SeqCst) + 1;
        queues.queries.push_back((number, question));
        self.notify();
        drop(queues);
        number
    }

    /// Gives up every question asked so far; each is still answered, with what there is.
    pub(in crate::engine) fn cancel_queries(&self) {
        self.cancelled.fetch_max(self.last_query.load(Ordering::SeqCst), Ordering::SeqCst);
    }

    pub(super) fn is_cancelled(&self, question: u64) -> bool {
        self.cancelled.load(Ordering::Relaxed) >= question
    }

    /// The oldest question.
    pub(super) fn next_query(&self) -> Option<(u64, Query)> {
        self.queues().queries.pop_front()
    }

    /// Is there perhaps an order? A look costs one relaxed load.
    pub(super) fn has_command(&self) -> bool {
        self.news.load(Ordering::Relaxed)
    }

    /// The oldest order to the thought `epoch`; older thoughts' orders are dropped, later ones' kept.
    pub(super) fn take(&self, epoch: u64) -> Option<StepCommand> {
        // Lowered first: what comes meanwhile raises it again.
        self.news.store(false, Ordering::Release);
        let mut queues = self.queues();
        queues.commands.retain(|(meant, _)| *meant >= epoch);
        let at = queues.commands.iter().position(|(meant, _)| *meant == epoch)?;
        let taken = queues.commands.remove(at).map(|(_, command)| command);
        if queues.commands.iter().any(|(meant, _)| *meant == epoch) {
            self.news.store(true, Ordering::Release);
        }
        taken
    }

    /// Blocks until there is an order to `epoch`, a question, or a wake; `is_over` is looked at before every wait.
    pub(super) fn wait(&self, epoch: u64, is_over: impl Fn() -> bool) {
        let mut queues = self.queues();
        while !is_over()
            && queues.queries.is_empty()
            && !queues.commands.iter().any(|(meant, _)| *meant == epoch)
        {
            queues = self.changed.wait(queues).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Is a breakpoint in force that waits for the end of the time budget?
    pub(super) fn has_budget_breakpoint(&self) -> bool {
        any_names(&self.queues().debugging.breakpoints, SearchEvent::Budget)
    }

    /// Are thoughts watched from their beginning?
    pub(in crate::engine) fn is_observing(&self) -> bool {
        self.queues().debugging.observation != Observation::Off
    }
}
