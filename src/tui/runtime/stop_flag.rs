//! The flag that stops work in the background, whether it is under way or waits for its thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Stops the queries of a service.
#[derive(Debug, Default)]
pub(super) struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// The flag of a query that is asked now.
    pub fn of_query(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Stops the queries asked so far; those asked from now on have another flag.
    pub fn stop(&mut self) {
        std::mem::take(&mut self.0).store(true, Ordering::Relaxed);
    }

    /// Stops the queries asked so far, and returns the flag of the next.
    pub fn replace(&mut self) -> Arc<AtomicBool> {
        self.stop();
        self.of_query()
    }
}

#[cfg(test)]
mod tests {
    use super::StopFlag;
    use std::sync::atomic::Ordering;

    #[test]
    fn queries_that_wait_are_stopped_and_those_after_them_are_not() {
        let mut stop = StopFlag::default();
        let (running, waiting) = (stop.of_query(), stop.of_query());
        stop.stop();
        let later = stop.of_query();
        let stopped = [&running, &waiting, &later].map(|flag| flag.load(Ordering::Relaxed));
        assert_eq!(stopped, [true, true, false]);
        assert!(!stop.replace().load(Ordering::Relaxed) && later.load(Ordering::Relaxed));
    }
}
