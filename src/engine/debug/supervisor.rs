//! The limit checker around the time check, which does not know of the debugger.
//!
//! A search at full speed cannot be inspected. When a pause is requested, the debug supervisor ends it, and the engine core
//! starts it again with a stepper; the TT brings it back to the iteration that it was in.

use crate::engine::debug_messages::{DebugEvent, RepeatGoal, RepeatProgress};
use crate::engine::messages::Notice;
use crate::engine::shared_state::SharedState;
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

/// What the supervisor of an observed search and its console tell each other.
#[derive(Debug, Default)]
pub struct Observed {
    /// The time budget is spent, which a breakpoint waits for.
    pub(in crate::engine) budget_spent: Cell<bool>,
    /// The search runs to this point, at which it was asked to pause.
    pub(in crate::engine) awaits_pause: Cell<Option<RepeatGoal>>,
}

/// Nodes between two reports of how far a search is on the way to a pause.
const REPORT_EVERY: u64 = 1 << 15;

/// See the module.
#[derive(Debug)]
pub struct DebugSupervisor<'a, 'b> {
    time_check: &'a mut TimeCheck<'b>,
    shared: &'a SharedState,
    epoch: u64,
    /// `None` while the search is not observed.
    observed: Option<&'a Observed>,
    reported: bool,
    /// From so many nodes on the way to a pause is reported again.
    next_report: u64,
    pub(in crate::engine) observe_request: Option<ObserveRequest>,
}

impl<'a, 'b> DebugSupervisor<'a, 'b> {
    /// For the search `epoch`.
    pub(in crate::engine) const fn new(
        time_check: &'a mut TimeCheck<'b>,
        shared: &'a SharedState,
        epoch: u64,
        observed: Option<&'a Observed>,
    ) -> Self {
        Self {
            time_check,
            shared,
            epoch,
            observed,
            reported: false,
            next_report: REPORT_EVERY,
            observe_request: None,
        }
    }

    /// Reports how far the search is on the way to a pause.
    fn report(&mut self, progress: &dyn SearchProgress) {
        let Some(goal) = self.observed.and_then(|observed| observed.awaits_pause.get()) else {
            return;
        };
        let (nodes, iteration) = (progress.nodes(), progress.depth());
        if nodes >= self.next_report {
            self.next_report = nodes + REPORT_EVERY;
            let progress = RepeatProgress { goal, iteration, nodes };
            let event = DebugEvent::Repeats(self.epoch, progress);
            self.shared.send(Notice::Debug(Box::new(event)));
        }
    }

    /// Suppresses every stop but that of a command on the way to a pause, and the first stop by the budget if a breakpoint
    /// waits for it: the stepper pauses at its next poll.
    fn filter(&mut self, decision: ControlFlow<StopReason>) -> ControlFlow<StopReason> {
        let (Some(observed), ControlFlow::Break(reason)) = (self.observed, decision) else {
            return decision;
        };
        if observed.awaits_pause.get().is_some() && reason != StopReason::Stopped {
            return ControlFlow::Continue(());
        }
        if reason == StopReason::Budget
            && !self.reported
            && self.shared.debug().has_budget_breakpoint()
        {
            self.reported = true;
            observed.budget_spent.set(true);
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
        self.report(progress);
        let queue = self.shared.debug();
        if self.observed.is_none()
            && queue.has_command(self.epoch)
            && let Some(command) = queue.take(self.epoch)
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
