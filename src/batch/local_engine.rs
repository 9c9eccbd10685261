//! Lucena's engine on the calling thread, for batch jobs that search one position after another: matches, selfplay and
//! opening selection.

use crate::engine::{
    Backend as _, Clock, CoreError, EngineCore, EngineOptions, Go, ManualClock, Outcome,
    SharedState,
};
use std::sync::Arc;
use std::time::Duration;

/// An engine without a thread of its own.
#[derive(Debug)]
pub(super) struct LocalEngine {
    core: EngineCore,
    shared: SharedState,
    clock: Arc<dyn Clock>,
    epoch: u64,
}

impl LocalEngine {
    pub(super) fn new(options: &EngineOptions, clock: Arc<dyn Clock>) -> Result<Self, CoreError> {
        let core = EngineCore::new(options, Arc::clone(&clock))?;
        Ok(Self { core, shared: SharedState::new(|_| {}), clock, epoch: 0 })
    }

    /// An engine whose clock stands at 0, for searches limited by nodes or depth.
    pub(super) fn without_clock(options: &EngineOptions) -> Result<Self, CoreError> {
        Self::new(options, Arc::new(ManualClock::stepping(Duration::ZERO)))
    }

    /// Clears hash table, histories and time manager.
    pub(super) fn new_game(&mut self) {
        self.core.new_game();
    }

    /// Blocks until the search is finished.
    pub(super) fn search(&mut self, go: Go) -> Outcome {
        self.epoch += 1;
        let go = Go { epoch: self.epoch, ..go };
        self.core.search(&go, self.clock.now(), &self.shared)
    }
}
