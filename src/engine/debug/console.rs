//! The stepper's other end inside the engine: orders from the line, pictures to the front end, time held meanwhile.

use super::query::QueryContext;
use super::{DebugEvent, DebugQueue};

use crate::engine::{Clock, LOG_TARGET, Notice, SharedState};
use crate::search::observe::{BreakpointHit, Console, PausedSearch, SearchEvent, StepCommand};
use std::cell::Cell;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A clock that can be stopped: what passes meanwhile has not passed.
#[derive(Debug)]
pub struct PausableClock<'a> {
    clock: &'a dyn Clock,
    hands: Mutex<PauseState>,
}

#[derive(Clone, Copy, Debug, Default)]
struct PauseState {
    /// All time that it stood still, the standstill under way not included.
    paused_total: Duration,
    /// The time when it was stopped, if it is.
    paused_at: Option<Duration>,
}

impl<'a> PausableClock<'a> {
    /// A clock that has never been stopped.
    pub(in crate::engine) fn new(clock: &'a dyn Clock) -> Self {
        Self { clock, hands: Mutex::default() }
    }

    fn pause_state(&self) -> MutexGuard<'_, PauseState> {
        self.hands.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops the clock, if it runs.
    fn stop(&self) {
        let now = self.clock.now();
        self.pause_state().paused_at.get_or_insert(now);
    }

    /// Lets it run again.
    fn start(&self) {
        let now = self.clock.now();
        let mut hands = self.pause_state();
        if let Some(since) = hands.paused_at.take() {
            hands.paused_total += now.saturating_sub(since);
        }
    }
}

impl Clock for PausableClock<'_> {
    fn now(&self) -> Duration {
        let hands = *self.pause_state();
        hands.paused_at.unwrap_or_else(|| self.clock.now()).saturating_sub(hands.paused_total)
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
    pub(in crate::engine) desk: &'a SharedState,
    pub(in crate::engine) clock: &'a PausableClock<'a>,
    /// Raised by the guard when the time budget is spent.
    pub(in crate::engine) budget: &'a Cell<bool>,
    /// Answers questions while the search stands still.
    pub(in crate::engine) library: QueryContext,
}

impl DebugConsole<'_> {
    fn line(&self) -> &DebugQueue {
        self.desk.line()
    }

    fn send(&self, news: DebugEvent) {
        self.desk.send(Notice::Debug(Box::new(news)));
    }
}

impl Console for DebugConsole<'_> {
    fn poll(&mut self) -> Option<StepCommand> {
        if self.budget.take() {
            return Some(StepCommand::Event(SearchEvent::Budget));
        }
        if self.line().has_command() { self.line().take(self.epoch) } else { None }
    }

    fn show(&mut self, paused: PausedSearch) {
        // Before anyone can know of the standstill.
        self.clock.stop();
        self.send(DebugEvent::Paused(self.epoch, Box::new(paused)));
    }

    fn wait(&mut self) -> StepCommand {
        let is_over = || self.desk.is_stopped(self.epoch);
        let command = loop {
            self.library.answer_all(self.desk, self.epoch);
            if is_over() {
                break StepCommand::Stop;
            }
            if let Some(command) = self.line().take(self.epoch) {
                break command;
            }
            self.line().wait(self.epoch, is_over);
        };
        if !matches!(
            command,
            StepCommand::Breakpoints(_) | StepCommand::Pause | StepCommand::Event(_)
        ) {
            self.send(DebugEvent::Resumed(self.epoch));
            self.clock.start();
        }
        command
    }

    fn log(&mut self, hit: BreakpointHit) {
        let number = hit.number + 1;
        log::info!(target: LOG_TARGET, ply = self.ply; "breakpoint {number} ({}), hit {}", hit.text, hit.hits);
        self.send(DebugEvent::Hit(self.epoch, hit));
    }
}
