//! The engine on the calling thread, for jobs that search one position after another: matches, selfplay, training.

use super::clock::{Clock, ManualClock, SystemClock};
use super::engine_core::{CoreError, EngineCore};
use super::messages::{Go, Outcome, Report};
use super::options::EngineOptions;
use super::shared_state::SharedState;
use super::thread::Backend as _;
use std::sync::{Arc, Weak};
use std::time::Duration;

/// An engine without a thread of its own.
#[derive(Debug)]
pub struct LocalEngine {
    core: EngineCore,
    shared: Arc<SharedState>,
    clock: Arc<dyn Clock>,
    epoch: u64,
}

impl LocalEngine {
    /// An engine with this clock and exactly these options: what it computes is reported as theirs.
    ///
    /// # Errors
    /// The engine cannot be created, or not with these options.
    pub fn new(options: &EngineOptions, clock: Arc<dyn Clock>) -> Result<Self, CoreError> {
        let core = EngineCore::exact(options, Arc::clone(&clock))?;
        Ok(Self { core, shared: Arc::new(SharedState::new(|_| {})), clock, epoch: 0 })
    }

    /// An engine that passes each of its reports to `on_report`, on the calling thread. The clock is the machine's.
    ///
    /// # Errors
    /// The engine cannot be created.
    pub fn watched(
        options: &EngineOptions,
        on_report: impl Fn(&Report) + Send + Sync + 'static,
    ) -> Result<Self, CoreError> {
        let mut engine = Self::new(options, Arc::new(SystemClock::default()))?;
        // Reading a report asks for the notice of the next one, so that none is skipped.
        engine.shared = Arc::new_cyclic(|shared: &Weak<SharedState>| {
            let shared = shared.clone();
            SharedState::new(move |_| {
                let report = shared.upgrade().and_then(|shared| shared.latest());
                report.iter().for_each(|report| on_report(report));
            })
        });
        Ok(engine)
    }

    /// An engine whose clock stands at 0, for searches limited by nodes or depth.
    ///
    /// # Errors
    /// The engine cannot be created.
    pub fn without_clock(options: &EngineOptions) -> Result<Self, CoreError> {
        Self::new(options, Arc::new(ManualClock::stepping(Duration::ZERO)))
    }

    /// Clears hash table, histories and time manager.
    pub fn new_game(&mut self) {
        self.core.new_game();
    }

    /// Blocks until the search is finished. The epoch of `go` is replaced.
    pub fn search(&mut self, go: Go) -> Outcome {
        self.epoch += 1;
        let go = Go { epoch: self.epoch, ..go };
        self.core.search(&go, self.clock.now(), &self.shared)
    }
}

#[cfg(test)]
mod tests {
    use super::LocalEngine;
    use crate::base::Score;
    use crate::engine::{EngineOptions, Go, GoLimit};
    use crate::rules::{Color, parse_fen};

    #[test]
    fn a_side_that_loses_by_a_repetition_goes_on() {
        let position = parse_fen("7k/QR6/1R6/8/7q/8/6P1/6K1 b - - 0 1").unwrap();
        let options = EngineOptions { hash_mib: 1, ..EngineOptions::default() };
        let mut engine = LocalEngine::without_clock(&options).unwrap();
        let mut score = |deviating| {
            let limit = GoLimit { nodes: Some(20_000), ..GoLimit::default() };
            let go = Go { deviating, ..Go::new(position.clone(), Vec::new(), limit) };
            engine.search(go).report.search.lines[0].score
        };
        assert_eq!(score(None), Score::DRAW);
        assert!(score(Some(Color::Black)) < Score::DRAW);
        assert!(score(Some(Color::White)) > Score::DRAW);
        assert_eq!(score(None), Score::DRAW);
    }
}
