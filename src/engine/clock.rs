//! Where the engine's time comes from: passed in, so that tests need neither sleep nor luck.

use std::fmt::Debug;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A monotonic clock that can also be waited on.
pub trait Clock: Debug + Send + Sync {
    /// Time since some fixed origin; never goes backwards.
    fn now(&self) -> Duration;

    /// Blocks for `span` or until the thread is unparked, whichever comes first.
    fn wait(&self, span: Duration);
}

/// The machine's monotonic clock.
#[derive(Debug)]
pub struct SystemClock {
    origin: Instant,
}

impl Default for SystemClock {
    fn default() -> Self {
        Self { origin: Instant::now() }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.origin.elapsed()
    }

    fn wait(&self, span: Duration) {
        std::thread::park_timeout(span);
    }
}

/// A clock that moves a fixed step at each look, and by the span of each wait: time for tests and simulations.
#[derive(Debug)]
pub struct ManualClock {
    now: Mutex<Duration>,
    step: Duration,
}

impl ManualClock {
    /// A clock at zero that advances by `step` whenever it is read.
    #[must_use]
    pub const fn stepping(step: Duration) -> Self {
        Self { now: Mutex::new(Duration::ZERO), step }
    }

    fn advance(&self, span: Duration) -> Duration {
        let mut now = self.now.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        *now += span;
        *now
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Duration {
        self.advance(self.step)
    }

    fn wait(&self, span: Duration) {
        self.advance(span);
    }
}
