//! The seam between the tree and the clock: the search asks, the supervisor answers whether to go on.

use super::{SearchReport, StopReason};
use std::ops::ControlFlow;

/// What a supervisor may look at while the search waits for its answer.
pub trait Progress {
    /// Nodes of this search so far, all iterations, main and quiescence.
    fn nodes(&self) -> u64;
    /// The iteration under way, in plies.
    fn depth(&self) -> u16;
    /// A full report; costs some microseconds, so not for every poll.
    fn report(&self) -> SearchReport;
}

/// Watches the clock, the stop flag and the speed for the search. The search holds no clock itself.
pub trait Supervisor {
    /// Called about every 1,024 nodes (every node when [`Supervisor::poll_every`] says so). May block, to throttle.
    /// Breaking stops the search within one node.
    fn poll(&mut self, progress: &dyn Progress) -> ControlFlow<StopReason>;

    /// Called after each completed iteration, before the next one begins.
    fn iteration_finished(&mut self, progress: &dyn Progress) -> ControlFlow<StopReason>;

    /// Nodes between two polls; at least 1.
    fn poll_every(&self) -> u32 {
        1024
    }
}

/// Never stops a search: for searches that are bounded by their limits alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unattended;

impl Supervisor for Unattended {
    fn poll(&mut self, _progress: &dyn Progress) -> ControlFlow<StopReason> {
        ControlFlow::Continue(())
    }

    fn iteration_finished(&mut self, _progress: &dyn Progress) -> ControlFlow<StopReason> {
        ControlFlow::Continue(())
    }

    fn poll_every(&self) -> u32 {
        u32::MAX
    }
}
