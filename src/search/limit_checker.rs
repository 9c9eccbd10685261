//! The interface between the search and the clock: the search polls a limit checker, which decides whether to stop.

use super::{SearchReport, StopReason};
use std::ops::ControlFlow;

/// The state of the search that a limit checker can read.
pub trait SearchProgress {
    /// Nodes of this search so far, all iterations, main and quiescence.
    fn nodes(&self) -> u64;
    /// The current iteration, in plies.
    fn depth(&self) -> u16;
    /// Whether the aspiration window of this iteration has failed, so that the best score may be a bound.
    fn is_unresolved(&self) -> bool;
    /// A full report; takes some microseconds, too slow for every poll.
    fn report(&self) -> SearchReport;
}

/// Checks time, stop flag and speed limit for the search, which has no clock itself.
pub trait LimitChecker {
    /// Called about every 1,024 nodes (see [`LimitChecker::poll_every`]). May block, to throttle.
    /// `Break` stops the search within one node; by default it never stops.
    fn poll(&mut self, _progress: &dyn SearchProgress) -> ControlFlow<StopReason> {
        ControlFlow::Continue(())
    }

    /// Called after each completed iteration, before the next one begins; with several threads also in the middle of a deeper
    /// one that has the same best move so far. By default a poll.
    fn iteration_finished(&mut self, progress: &dyn SearchProgress) -> ControlFlow<StopReason> {
        self.poll(progress)
    }

    /// Nodes between two polls; at least 1.
    fn poll_every(&self) -> u32 {
        1024
    }
}

/// Never stops a search: for searches with depth or node limits only.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLimits;

impl LimitChecker for NoLimits {
    fn poll_every(&self) -> u32 {
        u32::MAX
    }
}
