//! Where the engine's time comes from: passed in, so that tests need neither sleep nor luck.

use std::fmt::Debug;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
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

/// A clock that counts the work of the thread that reads it, and on which every wait is over at once.
///
/// An engine whose speed is capped plays on it as it would on the machine's clock, in the time that its nodes take: what
/// it would have slept is added to the reading instead. What else runs on the machine does not slow it down either.
/// Invariant: one thread reads it, since the work is that of the reader.
#[derive(Debug, Default)]
pub struct WorkClock {
    /// Microseconds added to the work.
    added: AtomicU64,
}

impl WorkClock {
    /// Moves the clock on by `span`, for what was waited for or done elsewhere.
    pub fn add(&self, span: Duration) {
        let micros = u64::try_from(span.as_micros()).unwrap_or(u64::MAX);
        self.added.fetch_add(micros, Ordering::Relaxed);
    }
}

impl Clock for WorkClock {
    fn now(&self) -> Duration {
        thread_work() + Duration::from_micros(self.added.load(Ordering::Relaxed))
    }

    fn wait(&self, span: Duration) {
        self.add(span);
    }
}

/// Processor time of the calling thread.
#[cfg(unix)]
fn thread_work() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    // A thread has never worked for a negative time.
    let nanos = u32::try_from(time.tv_nsec).unwrap_or(0);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), nanos)
}

/// Where the system does not tell, the time since the first call stands for the work.
#[cfg(not(unix))]
fn thread_work() -> Duration {
    static ORIGIN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    ORIGIN.get_or_init(Instant::now).elapsed()
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

#[cfg(test)]
mod tests {
    use super::{Clock as _, WorkClock};
    use std::time::Duration;

    #[test]
    fn a_wait_is_over_at_once_and_stands_on_the_clock() {
        let clock = WorkClock::default();
        let before = clock.now();
        clock.wait(Duration::from_secs(3600));
        clock.add(Duration::from_secs(1));
        let passed = clock.now() - before;
        assert!(passed >= Duration::from_secs(3601), "{passed:?}");
        assert!(passed < Duration::from_secs(3700), "the work of this test is not an hour");
    }
}
