//! The queue between a front end and the thread it debugs: orders to the thought under way, and questions.
//!
//! Orders carry the epoch of the thought they are meant for, so that none reaches a later one.

use super::{Debugging, Question, Watching};
use crate::search::observe::{Command, Event, any_names};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// See the module. Lives on the desk.
#[derive(Debug, Default)]
pub struct Line {
    queues: Mutex<Queues>,
    bell: Condvar,
    /// Something was queued since the thought last looked.
    news: AtomicBool,
    /// Number of the newest question.
    asked: AtomicU64,
    /// Questions up to this number are to be given up.
    given_up: AtomicU64,
}

#[derive(Debug, Default)]
struct Queues {
    commands: VecDeque<(u64, Command)>,
    questions: VecDeque<(u64, Question)>,
    debugging: Debugging,
}

impl Line {
    fn queues(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ring(&self) {
        self.news.store(true, Ordering::Release);
        self.bell.notify_all();
    }

    /// Wakes a thought that stands still, so that it looks at its stop mark.
    pub(in crate::engine) fn wake(&self) {
        // Under the lock: a waiter has either not looked yet or is asleep already.
        let queues = self.queues();
        self.ring();
        drop(queues);
    }

    /// Sets how thoughts are watched.
    pub(in crate::engine) fn set(&self, debugging: Debugging) {
        self.queues().debugging = debugging;
    }

    /// How thoughts are watched.
    pub(in crate::engine) fn debugging(&self) -> Debugging {
        self.queues().debugging.clone()
    }

    /// Queues an order to the thought `epoch`.
    pub(in crate::engine) fn command(&self, epoch: u64, command: Command) {
        let mut queues = self.queues();
        queues.commands.push_back((epoch, command));
        self.ring();
        drop(queues);
    }

    /// Queues a question; returns its number.
    pub(in crate::engine) fn ask(&self, question: Question) -> u64 {
        let mut queues = self.queues();
        let number = self.asked.fetch_add(1, Ordering::SeqCst) + 1;
        queues.questions.push_back((number, question));
        self.ring();
        drop(queues);
        number
    }

    /// Gives up every question asked so far; each is still answered, with what there is.
    pub(in crate::engine) fn give_up(&self) {
        self.given_up.fetch_max(self.asked.load(Ordering::SeqCst), Ordering::SeqCst);
    }

    pub(super) fn is_given_up(&self, question: u64) -> bool {
        self.given_up.load(Ordering::Relaxed) >= question
    }

    /// The oldest question.
    pub(super) fn question(&self) -> Option<(u64, Question)> {
        self.queues().questions.pop_front()
    }

    /// Is there perhaps an order? A look costs one relaxed load.
    pub(super) fn has_news(&self) -> bool {
        self.news.load(Ordering::Relaxed)
    }

    /// The oldest order to the thought `epoch`; older thoughts' orders are dropped, later ones' kept.
    pub(super) fn take(&self, epoch: u64) -> Option<Command> {
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
            && queues.questions.is_empty()
            && !queues.commands.iter().any(|(meant, _)| *meant == epoch)
        {
            queues = self.bell.wait(queues).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Is a breakpoint in force that waits for the end of the time budget?
    pub(super) fn awaits_budget(&self) -> bool {
        any_names(&self.queues().debugging.breakpoints, Event::Budget)
    }

    /// Are thoughts watched from their beginning?
    pub(in crate::engine) fn is_watching(&self) -> bool {
        self.queues().debugging.watching != Watching::Off
    }
}
