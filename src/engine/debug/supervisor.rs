//! The limit checker around the time check, which does not know of the debugger.
//!
//! A search at full speed cannot be inspected. When a pause is requested, the debug supervisor ends it, and the engine core
//! starts it again with a stepper; the TT brings it back to the iteration that it was in.

use crate::engine::debug_queue::DebugQueue;
use crate::engine::time_check::TimeCheck;
use crate::search::observe::StepCommand;
use crate::search::{LimitChecker, SearchProgress, StopReason};
use std::cell::Cell;
use std::ops::ControlFlow;

/// The command that requested the observation of a running search, and the iteration in which it came.
#[derive(Debug)]
pub struct ObserveRequest {
    pub(in crate::engine) command: StepCommand,
    pub(in crate::engine) depth: u16,
}

/// See the module.
#[derive(Debug)]
pub struct DebugSupervisor<'a, 'b> {
    time_check: &'a mut TimeCheck<'b>,
    queue: &'a DebugQueue,
    epoch: u64,
    /// Reports a spent budget; `None` while the search is not observed.
    budget_spent: Option<&'a Cell<bool>>,
    reported: bool,
    pub(in crate::engine) observe_request: Option<ObserveRequest>,
}

impl<'a, 'b> DebugSupervisor<'a, 'b> {
    /// For the search `epoch`, which is observed if `budget_spent` is given.
    pub(in crate::engine) const fn new(
        time_check: &'a mut TimeCheck<'b>,
        queue: &'a DebugQueue,
        epoch: u64,
        budget_spent: Option<&'a Cell<bool>>,
    ) -> Self {
        Self { time_check, queue, epoch, budget_spent, reported: false, observe_request: None }
    }

    /// Suppresses the first stop by the budget if a breakpoint waits for it: the stepper pauses at its next poll.
    fn filter(&mut self, decision: ControlFlow<StopReason>) -> ControlFlow<StopReason> {
        if decision == ControlFlow::Break(StopReason::Budget)
            && let Some(budget_spent) = self.budget_spent
            && !self.reported
            && self.queue.has_budget_breakpoint()
        {
            self.reported = true;
            budget_spent.set(true);
            return ControlFlow::Continue(());
        }
        decision
    }
}

/// Does a command request observation? A step command of a running search and an empty list of breakpoints do not.
fn requests_observation(command: &StepCommand) -> bool {
    *command == StepCommand::Pause
        || matches!(command, StepCommand::Breakpoints(list) if !list.is_empty())
}

impl LimitChecker for DebugSupervisor<'_, '_> {
    fn poll(&mut self, progress: &dyn SearchProgress) -> ControlFlow<StopReason> {
        if self.budget_spent.is_none()
            && self.queue.has_command()
            && let Some(command) = self.queue.take(self.epoch)
            && requests_observation(&command)
        {
            self.observe_request = Some(ObserveRequest { command, depth: progress.depth() });
            return ControlFlow::Break(StopReason::Stopped);
        }
        let decision = self.time_check.poll(progress);
        self.filter(decision)
    }

    fn iteration_finished(&mut self, progress: &dyn SearchProgress) -> ControlFlow<StopReason> {
        let decision = self.time_check.iteration_finished(progress);
        self.filter(decision)
    }

    fn poll_every(&self) -> u32 {
        self.time_check.poll_every()
    }
}
