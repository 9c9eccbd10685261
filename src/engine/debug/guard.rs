//! The supervisor around the watch. It knows of the debugger so that the watch need not.
//!
//! A search that nobody watches cannot be looked into. When a pause is asked for, the guard ends it, and the brain takes
//! it up again with a stepper, from the table, up to the iteration it was in.

use super::Line;
use crate::engine::watch::Watch;
use crate::search::observe::Command;
use crate::search::{Progress, StopReason, Supervisor};
use std::cell::Cell;
use std::ops::ControlFlow;

/// See the module.
#[derive(Debug)]
pub struct Guard<'a, 'b> {
    watch: &'a mut Watch<'b>,
    line: &'a Line,
    epoch: u64,
    /// `None` while nobody watches; else where to report a spent budget.
    budget: Option<&'a Cell<bool>>,
    told: bool,
    /// The order that asked for observation, and the iteration it came in.
    pub(in crate::engine) called: Option<(Command, u16)>,
}

impl<'a, 'b> Guard<'a, 'b> {
    /// A guard around a search that nobody watches.
    pub(in crate::engine) const fn unwatched(
        watch: &'a mut Watch<'b>,
        line: &'a Line,
        epoch: u64,
    ) -> Self {
        Self { watch, line, epoch, budget: None, told: false, called: None }
    }

    /// A guard around a watched search.
    pub(in crate::engine) const fn watched(
        watch: &'a mut Watch<'b>,
        line: &'a Line,
        budget: &'a Cell<bool>,
    ) -> Self {
        Self { watch, line, epoch: 0, budget: Some(budget), told: false, called: None }
    }

    /// Holds the first end by the budget back when a breakpoint waits for it: the stepper stops at its next turn.
    fn answer(&mut self, verdict: ControlFlow<StopReason>) -> ControlFlow<StopReason> {
        match (verdict, self.budget) {
            (ControlFlow::Break(StopReason::Budget), Some(budget))
                if !self.told && self.line.awaits_budget() =>
            {
                self.told = true;
                budget.set(true);
                ControlFlow::Continue(())
            }
            _ => verdict,
        }
    }
}

/// Does an order ask for observation? A step without a standstill does not, nor does an emptied list of breakpoints.
const fn is_call(command: &Command) -> bool {
    match command {
        Command::Pause => true,
        Command::Breakpoints(list) => !list.is_empty(),
        _ => false,
    }
}

impl Supervisor for Guard<'_, '_> {
    fn poll(&mut self, progress: &dyn Progress) -> ControlFlow<StopReason> {
        if self.budget.is_none()
            && self.line.has_news()
            && let Some(command) = self.line.take(self.epoch)
            && is_call(&command)
        {
            self.called = Some((command, progress.depth()));
            return ControlFlow::Break(StopReason::Stopped);
        }
        let verdict = self.watch.poll(progress);
        self.answer(verdict)
    }

    fn iteration_finished(&mut self, progress: &dyn Progress) -> ControlFlow<StopReason> {
        let verdict = self.watch.iteration_finished(progress);
        self.answer(verdict)
    }

    fn poll_every(&self) -> u32 {
        self.watch.poll_every()
    }
}
