//! What the two sides of the engine share: stop and ponder-hit marks, and the slot with the newest report.
//!
//! Marks carry epochs, so a stop for an old thought can never end a new one, whatever the order of arrival.

use super::debug::DebugQueue;
use super::handle::Notice;
use super::messages::Report;
use arc_swap::ArcSwapOption;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The place where front end and engine thread meet without queueing.
pub struct SharedState {
    /// Thoughts up to this epoch are to stop.
    stopped: AtomicU64,
    /// The newest epoch whose ponder move was played.
    hit: AtomicU64,
    slot: ArcSwapOption<Report>,
    /// A report notice is under way and not yet looked at.
    wake_pending: AtomicBool,
    /// What goes between a front end and a thought it debugs.
    line: DebugQueue,
    notify: Box<dyn Fn(Notice) + Send + Sync>,
}

impl fmt::Debug for SharedState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").field("stopped", &self.stopped).finish_non_exhaustive()
    }
}

impl SharedState {
    /// A desk that calls `notify` from the engine thread; it must not block.
    pub fn new(notify: impl Fn(Notice) + Send + Sync + 'static) -> Self {
        Self {
            stopped: AtomicU64::new(0),
            hit: AtomicU64::new(0),
            slot: ArcSwapOption::empty(),
            wake_pending: AtomicBool::new(false),
            line: DebugQueue::default(),
            notify: Box::new(notify),
        }
    }

    /// Asks every thought up to `epoch` to stop.
    pub fn stop(&self, epoch: u64) {
        self.stopped.fetch_max(epoch, Ordering::SeqCst);
        self.line.wake();
    }

    /// Has the thought `epoch` been told to stop?
    #[must_use]
    pub fn is_stopped(&self, epoch: u64) -> bool {
        self.stopped.load(Ordering::Relaxed) >= epoch
    }

    /// The debugger's queue.
    pub(super) const fn line(&self) -> &DebugQueue {
        &self.line
    }

    /// The move that thought `epoch` ponders on has been played.
    pub fn ponder_hit(&self, epoch: u64) {
        self.hit.fetch_max(epoch, Ordering::SeqCst);
    }

    /// Has the ponder move of thought `epoch` been played?
    #[must_use]
    pub fn is_hit(&self, epoch: u64) -> bool {
        self.hit.load(Ordering::Relaxed) >= epoch
    }

    /// Puts the newest report into the slot and sends one wake, unless one is still unseen.
    pub fn publish(&self, report: Report) {
        self.slot.store(Some(Arc::new(report)));
        if !self.wake_pending.swap(true, Ordering::SeqCst) {
            (self.notify)(Notice::Report);
        }
    }

    /// The newest report, if there is one; later publications wake again.
    #[must_use]
    pub fn latest(&self) -> Option<Arc<Report>> {
        self.wake_pending.store(false, Ordering::SeqCst);
        self.slot.load_full()
    }

    /// Passes a notice on to the front end.
    pub fn send(&self, notice: Notice) {
        (self.notify)(notice);
    }
}
