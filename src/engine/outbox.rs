//! The way from an engine's thread to its front end: notices, and the slot with the newest report.

use arc_swap::ArcSwapOption;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Sends notices of type `N` and keeps the newest report of type `R`.
pub(super) struct Outbox<R, N> {
    report: ArcSwapOption<R>,
    /// A report notice was sent and the report not read yet.
    wake_pending: AtomicBool,
    /// The notice that announces a report.
    wake: fn() -> N,
    notify: Box<dyn Fn(N) + Send + Sync>,
}

impl<R, N> fmt::Debug for Outbox<R, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outbox").field("wake_pending", &self.wake_pending).finish_non_exhaustive()
    }
}

impl<R, N> Outbox<R, N> {
    /// An outbox that calls `notify` on the sending thread; `notify` must not block.
    pub fn new(wake: fn() -> N, notify: impl Fn(N) + Send + Sync + 'static) -> Self {
        Self {
            report: ArcSwapOption::empty(),
            wake_pending: AtomicBool::new(false),
            wake,
            notify: Box::new(notify),
        }
    }

    pub fn send(&self, notice: N) {
        (self.notify)(notice);
    }

    /// Stores the newest report and sends one wake notice, unless an earlier one is still pending.
    pub fn publish(&self, report: R) {
        self.report.store(Some(Arc::new(report)));
        if !self.wake_pending.swap(true, Ordering::AcqRel) {
            self.send((self.wake)());
        }
    }

    /// The newest report; the next publication sends a wake notice again.
    pub fn latest(&self) -> Option<Arc<R>> {
        // A swap reads the newest value, so that a report published before it without a wake notice is seen.
        self.wake_pending.swap(false, Ordering::AcqRel);
        self.report.load_full()
    }
}
