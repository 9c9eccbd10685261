//! The state shared by front end and engine thread: stop and ponder-hit flags, the newest report, the debug queue.
//!
//! Flags carry epochs, so that a stop for an old search never ends a newer one, whatever the order of arrival.

use super::debug_queue::DebugQueue;
use super::messages::{Notice, Report};
use super::outbox::Outbox;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What front end and engine thread share without a queue of requests.
#[derive(Debug)]
pub struct SharedState {
    /// Searches up to this epoch must stop.
    stopped: AtomicU64,
    /// The newest epoch with a ponder hit.
    ponder_hit: AtomicU64,
    outbox: Outbox<Report, Notice>,
    debug: DebugQueue,
}

impl SharedState {
    /// A state whose notices go to `notify`, which is called from the engine thread and must not block.
    pub fn new(notify: impl Fn(Notice) + Send + Sync + 'static) -> Self {
        Self {
            stopped: AtomicU64::new(0),
            ponder_hit: AtomicU64::new(0),
            outbox: Outbox::new(|| Notice::Report, notify),
            debug: DebugQueue::default(),
        }
    }

    /// Stops every search up to `epoch`.
    pub fn stop(&self, epoch: u64) {
        self.stopped.fetch_max(epoch, Ordering::SeqCst);
        self.debug.wake();
    }

    /// Must the search `epoch` stop?
    pub fn is_stopped(&self, epoch: u64) -> bool {
        self.stopped.load(Ordering::Relaxed) >= epoch
    }

    /// The queue of the debugger.
    pub(super) const fn debug(&self) -> &DebugQueue {
        &self.debug
    }

    /// The ponder move of search `epoch` was played.
    pub fn ponder_hit(&self, epoch: u64) {
        self.ponder_hit.fetch_max(epoch, Ordering::SeqCst);
    }

    /// Was the ponder move of search `epoch` played?
    pub fn is_ponder_hit(&self, epoch: u64) -> bool {
        self.ponder_hit.load(Ordering::Relaxed) >= epoch
    }

    /// Stores the newest report and sends one notice, unless an earlier one is still pending.
    pub fn publish(&self, report: Report) {
        self.outbox.publish(report);
    }

    /// The newest report, if any; later publications send a notice again.
    pub fn latest(&self) -> Option<Arc<Report>> {
        self.outbox.latest()
    }

    /// Sends a notice to the front end.
    pub fn send(&self, notice: Notice) {
        self.outbox.send(notice);
    }
}
