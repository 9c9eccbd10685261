//! The engine's clocks: passed in, so that tests need no sleep.

use parking_lot::Mutex;
use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A monotonic clock that can also be waited on.
pub trait Clock: Debug + Send + Sync {
    /// Time since a fixed origin; monotonic.
    fn now(&self) -> Duration;

    /// Time in which a search that can be paused has run: that of the clock without the pauses, but with what the clock stands still for.
    fn running(&self) -> Duration {
        self.now()
    }

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

/// A clock of the CPU time of the calling thread; waits return at once and advance it.
///
/// An engine with a speed cap plays on it as on the system clock, without sleeping; other processes do not slow it down.
/// Invariant: only one thread reads it.
#[derive(Debug, Default)]
pub struct WorkClock {
    /// Microseconds added to the CPU time.
    added: AtomicU64,
}

impl WorkClock {
    /// Advances the clock by `span`.
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

/// CPU time of the calling thread.
#[cfg(unix)]
fn thread_work() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    // CPU time is never negative.
    let nanos = u32::try_from(time.tv_nsec).unwrap_or(0);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), nanos)
}

/// Wall time since the first call, on systems without a CPU clock.
#[cfg(not(unix))]
fn thread_work() -> Duration {
    static ORIGIN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    ORIGIN.get_or_init(Instant::now).elapsed()
}

/// A clock that advances by a fixed step at each reading, and by the span of each wait: for tests and simulations.
#[derive(Debug)]
pub struct ManualClock {
    now: Mutex<Duration>,
    step: Duration,
}

impl ManualClock {
    /// A clock at zero that advances by `step` at each reading.
    pub const fn stepping(step: Duration) -> Self {
        Self { now: Mutex::new(Duration::ZERO), step }
    }

    fn advance(&self, span: Duration) -> Duration {
        let mut now = self.now.lock();
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
    fn a_wait_returns_at_once_and_advances_the_clock() {
        let clock = WorkClock::default();
        let before = clock.now();
        clock.wait(Duration::from_secs(3600));
        clock.add(Duration::from_secs(1));
        let passed = clock.now() - before;
        assert!(passed >= Duration::from_secs(3601), "{passed:?}");
        assert!(passed < Duration::from_secs(3700), "the work of this test is not an hour");
    }
}
