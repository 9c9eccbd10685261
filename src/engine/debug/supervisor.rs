//! The supervisor around the watch. It knows of the debugger so that the watch need not.
//!
//! A search that nobody watches cannot be looked into. When a pause is asked for, the guard ends it, and the brain takes
//! it up again with a stepper, from the table, up to the iteration it was in.

use super::DebugQueue;
use crate::engine::time_check::TimeCheck;
use crate::search::observe::StepCommand;
use crate::search::{LimitChecker, SearchProgress, StopReason};
use std::cell::Cell;
use std::ops::ControlFlow;

/// See the module.
#[derive(Debug)]
pub struct DebugSupervisor<'a, 'b> {
    watch: &'a mut TimeCheck<'b>,
    line: &'a DebugQueue,
    epoch: u64,
    /// `None` while nobody watches; else where to report a spent budget.
    budget: Option<&'a Cell<bool>>,
    told: bool,
    /// The order that asked for observation, and the iteration it came in.
    pub(in crate::engine) observe_request: Option<(StepCommand, u16)>,
}

impl<'a, 'b> DebugSupervisor<'a, 'b> {
    /// A guard around a search that nobody watches.
    pub(in crate::engine) const fn unobserved(
        watch: &'a mut TimeCheck<'b>,
        line: &'a DebugQueue,
        epoch: u64,
    ) -> Self {
        Self { watch, line, epoch, budget: None, told: false, observe_request: None }
    }

    /// A guard around a watched search.
    pub(in crate::engine) const fn observed(
        watch: &'a mut TimeCheck<'b>,
        line: &'a DebugQueue,
        budget: &'a Cell<bool>,
    ) -> Self {
        Self { watch, line, epoch: 0, budget: Some(budget), told: false, observe_request: None }
    }

    /// Holds the first end by the budget back when a breakpoint waits for it: the stepper stops at its next turn.
    fn answer(&mut self, verdict: ControlFlow<StopReason>) -> ControlFlow<StopReason> {
        match (verdict, self.budget) {
            (ControlFlow::Break(StopReason::Budget), Some(budget))
                if !self.told && self.line.has_budget_breakpoint() =>
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
const fn requests_observation(command: &StepCommand) -> bool {
    match command {
        StepCommand::Pause => true,
        StepCommand::Breakpoints(list) => !list.is_empty(),
        _ => false,
    }
}

impl LimitChecker for DebugSupervisor<'_, '_> {
    fn poll(&mut self, progress: &dyn SearchProgress) -> ControlFlow<StopReason> {
        if self.budget.is_none()
            && self.line.has_command()
            && let Some(command) = self.line.take(self.epoch)
            && requests_observation(&command)
        {
            self.observe_request = Some((command, progress.depth()));
            return ControlFlow::Break(StopReason::Stopped);
        }
        let verdict = self.watch.poll(progress);
        self.answer(verdict)
    }

    fn iteration_finished(&mut self, progress: &dyn SearchProgress) -> ControlFlow<StopReason> {
        let verdict = self.watch.iteration_finished(progress);
        self.answer(verdict)
    }

    fn poll_every(&self) -> u32 {
        self.watch.poll_every()
    }
}
