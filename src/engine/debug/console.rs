//! The stepper's other end inside the engine: orders from the line, pictures to the front end, time held meanwhile.

use super::question::Library;
use super::{DebugNews, Line};
use crate::base::tied;
use crate::engine::{Clock, Desk, LOG_TARGET, Notice};
use crate::search::observe::{Command, Console, Event, Hit, Paused};
use std::cell::Cell;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A clock that can be stopped: what passes meanwhile has not passed.
#[derive(Debug)]
pub struct PausableClock<'a> {
    clock: &'a dyn Clock,
    hands: Mutex<Hands>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Hands {
    /// All time that it stood still, the standstill under way not included.
    lost: Duration,
    /// The time when it was stopped, if it is.
    stopped: Option<Duration>,
}

impl<'a> PausableClock<'a> {
    /// A clock that has never been stopped.
    pub(in crate::engine) fn new(clock: &'a dyn Clock) -> Self {
        Self { clock, hands: Mutex::default() }
    }

    fn hands(&self) -> MutexGuard<'_, Hands> {
        self.hands.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops the clock, if it runs.
    fn stop(&self) {
        let now = self.clock.now();
        self.hands().stopped.get_or_insert(now);
    }

    /// Lets it run again.
    fn start(&self) {
        let now = self.clock.now();
        let mut hands = self.hands();
        if let Some(since) = hands.stopped.take() {
            hands.lost += now.saturating_sub(since);
        }
    }
}

impl Clock for PausableClock<'_> {
    fn now(&self) -> Duration {
        let hands = *self.hands();
        hands.stopped.unwrap_or_else(|| self.clock.now()).saturating_sub(hands.lost)
    }

    fn wait(&self, span: Duration) {
        self.clock.wait(span);
    }
}

/// The console of one thought.
#[derive(Debug)]
pub struct DebugConsole<'a> {
    pub(in crate::engine) epoch: u64,
    /// Game ply of the root.
    pub(in crate::engine) ply: usize,
    pub(in crate::engine) desk: &'a Desk,
    pub(in crate::engine) clock: &'a PausableClock<'a>,
    /// Raised by the guard when the time budget is spent.
    pub(in crate::engine) budget: &'a Cell<bool>,
    /// Answers questions while the search stands still.
    pub(in crate::engine) library: Library,
}

impl DebugConsole<'_> {
    fn line(&self) -> &Line {
        self.desk.line()
    }

    fn tell(&self, news: DebugNews) {
        self.desk.send(Notice::Debug(Box::new(news)));
    }
}

impl Console for DebugConsole<'_> {
    fn poll(&mut self) -> Option<Command> {
        if self.budget.take() {
            return Some(Command::Happened(Event::Budget));
        }
        if self.line().has_news() { self.line().take(self.epoch) } else { None }
    }

    fn show(&mut self, paused: Paused) {
        // Before anyone can know of the standstill.
        self.clock.stop();
        self.tell(DebugNews::Paused(self.epoch, Box::new(paused)));
    }

    fn wait(&mut self) -> Command {
        let is_over = || self.desk.is_stopped(self.epoch);
        let command = loop {
            self.library.answer_all(self.desk, self.epoch);
            if is_over() {
                break Command::Stop;
            }
            if let Some(command) = self.line().take(self.epoch) {
                break command;
            }
            self.line().wait(self.epoch, is_over);
        };
        if !matches!(command, Command::Breakpoints(_) | Command::Pause | Command::Happened(_)) {
            self.tell(DebugNews::Resumed(self.epoch));
            self.clock.start();
        }
        command
    }

    fn log(&mut self, hit: Hit) {
        let words = format!("breakpoint {} ({}), hit {}", hit.number + 1, hit.text, hit.hits);
        log::info!(target: LOG_TARGET, "{}", tied(self.ply, words));
        self.tell(DebugNews::Hit(self.epoch, hit));
    }
}
