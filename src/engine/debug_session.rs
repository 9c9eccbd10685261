//! One search with what observes it: the trace, the log of searches, and the debugger that pauses it or goes back in it.

use super::debug::{
    DebugConsole, DebugSupervisor, LoggedSearch, Memory, ObserveRequest, Observed, PausableClock,
    QueryContext, SearchLog,
};
use super::debug_messages::{DebugEvent, Observation, RepeatGoal, RepeatProgress};
use super::messages::{Go, Notice};
use super::options::EngineOptions;
use super::shared_state::SharedState;
use super::time_check::TimeCheck;
use crate::search::observe::{FirstPause, StepCommand, Stepper, Tracer};
use crate::search::{Limits, NullObserver, Root, SearchReport, Searcher};
use std::fs::File;
use std::sync::Arc;

/// The option of a trace that says whether the strength was limited, as UCI names it.
const LIMIT_STRENGTH: &str = "UCI_LimitStrength";

/// What the observation of a search needs.
pub(super) struct DebugSession<'a> {
    pub shared: &'a SharedState,
    pub clock: &'a PausableClock<'a>,
    pub queries: QueryContext,
    pub options: &'a EngineOptions,
    pub tracer: Option<&'a mut Tracer<File>>,
    pub memory: &'a mut Option<Arc<Memory>>,
    pub log: &'a mut SearchLog,
    pub go: &'a Go,
    /// Whether it is not the main search.
    pub is_apart: bool,
}

impl DebugSession<'_> {
    /// The options as this search has them, for a trace that stated those in `also` before. A search apart has a table, parameters
    /// and lines of its own.
    fn stated(
        &self,
        searcher: &Searcher,
        root: &Root,
        limits: &Limits,
        also: &[&str],
    ) -> Vec<(String, String)> {
        let moves = root.position.legal_moves().len();
        let used = EngineOptions {
            hash_mib: searcher.tt().mib(),
            threads: searcher.options().threads,
            multi_pv: if limits.lines == usize::MAX { moves } else { limits.lines },
            parameters: searcher.options().parameters.clone(),
            ..self.options.clone()
        };
        let mut stated = used.stated(also);
        let elo = self.go.dial.elo();
        if elo.is_some() || also.contains(&LIMIT_STRENGTH) {
            stated.push((LIMIT_STRENGTH.to_owned(), elo.is_some().to_string()));
        }
        stated.extend(elo.map(|elo| ("UCI_Elo".to_owned(), elo.to_string())));
        let model = self.go.dial.model();
        stated.extend(model.map(|model| ("StrengthModel".to_owned(), model.to_string())));
        stated
    }

    /// Searches at full speed until observation is requested, which may be at the start.
    pub fn search(
        mut self,
        searcher: &mut Searcher,
        root: &Root,
        limits: &Limits,
        check: &mut TimeCheck<'_>,
    ) -> SearchReport {
        let queue = self.shared.debug();
        let mut request = None;
        self.begin(searcher, root, limits);
        if !queue.is_observing() {
            let mut supervisor = DebugSupervisor::new(check, self.shared, self.go.epoch, None);
            let search = if let Some(tracer) = self.tracer.take() {
                tracer.state(self.stated(searcher, root, limits, &tracer.stated()));
                tracer.begin(&root.position);
                let search = searcher.search(root, limits, &mut supervisor, tracer);
                if supervisor.observe_request.is_some() {
                    tracer.end(&search);
                }
                search
            } else {
                searcher.search(root, limits, &mut supervisor, &mut NullObserver)
            };
            self.log.end(search.nodes);
            request = supervisor.observe_request;
            if request.is_none() {
                return search;
            }
            check.restart();
            self.begin(searcher, root, limits);
        }
        let settings = queue.settings();
        let mut pause = None;
        if let Some(ObserveRequest { command: StepCommand::Pause, depth }) = request {
            pause = Some(FirstPause::Iteration(depth));
        } else if request.is_none() && settings.observation == Observation::FromPause {
            pause = Some(FirstPause::Root);
        }
        let observed = Observed::default();
        let mut stepped: Option<Stepper<_>> = None;
        if let Some(FirstPause::Iteration(depth)) = pause {
            // What is searched again takes no time from the game.
            self.begin_repeat(&observed, RepeatGoal::Iteration(depth));
            self.clock.pause();
        }
        loop {
            let console = DebugConsole {
                epoch: self.go.epoch,
                ply: root.position.game_ply(),
                shared: self.shared,
                clock: self.clock,
                observed: &observed,
                queries: self.queries.clone(),
                hits: Vec::new(),
                hits_sent: None,
            };
            let mut stepper = Stepper::new(console, queue.settings().breakpoints);
            if let Some(before) = &stepped {
                stepper = stepper.stepping_back(before);
            } else if let Some(first) = pause {
                stepper = stepper.paused_at(first);
            }
            let mut supervisor =
                DebugSupervisor::new(check, self.shared, self.go.epoch, Some(&observed));
            let search = searcher.search(root, limits, &mut supervisor, &mut stepper);
            // A step backwards searches again from the state before, to one node earlier.
            let before = stepper.back_to().and_then(|node| {
                // The time that it took the first time ends no earlier iteration now.
                self.begin_repeat(&observed, RepeatGoal::Node(node));
                self.memory.as_ref()?.searcher()
            });
            let Some(before) = before else {
                self.clock.resume();
                self.log.end(search.nodes);
                return search;
            };
            searcher.restore(before);
            check.restart();
            stepped = Some(stepper);
        }
    }

    /// The search begins again and pauses at `goal`.
    fn begin_repeat(&self, observed: &Observed, goal: RepeatGoal) {
        observed.awaits_pause.set(Some(goal));
        let progress = RepeatProgress { goal, iteration: 0, nodes: 0 };
        let event = DebugEvent::Repeats(self.go.epoch, progress);
        self.shared.send(Notice::Debug(Box::new(event)));
    }

    /// Logs the search, and keeps the state before it if the front end wants it.
    fn begin(&mut self, searcher: &Searcher, root: &Root, limits: &Limits) {
        let logged = Arc::new(LoggedSearch::new(self.go, limits, self.is_apart, searcher));
        self.log.begin(Arc::clone(&logged));
        self.queries.log.clone_from(self.log);
        if self.shared.debug().settings().remember {
            let memory = Memory::new(logged, searcher, root).map(Arc::new);
            self.queries.memory.clone_from(&memory);
            *self.memory = memory;
        }
    }
}
