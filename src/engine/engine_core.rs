//! The native thinker: puts search, time manager and strength limits together for one move.

use super::LOG_TARGET;
use super::clock::Clock;
use super::debug::{DebugConsole, DebugSupervisor, Observation, PausableClock, QueryContext};
use super::messages::{EngineOptions, Go, Outcome};
use super::reuse::{FinishedSearch, replay};
use super::shared_state::SharedState;
use super::strength_limiter::StrengthLimiter;
use super::time_check::{SearchTask, TimeCheck, TimePlanner};
use super::worker::Backend;

use crate::knowledge::{self, Knowledge};
use crate::search::observe::{StepCommand, Stepper, Tracer};
use crate::search::{
    self, Limits, NullObserver, Root, SearchReport, Searcher, StopReason, Tablebases,
    TranspositionTable, TtError,
};
use crate::timing::TimeManager;
use std::cell::Cell;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Why there is no engine.
#[derive(Debug, thiserror::Error)]
pub enum CoreError {
    /// What is compiled in cannot be read.
    #[error("built-in knowledge: {0}")]
    Knowledge(#[from] knowledge::Error),
    /// Not even the smallest table fits.
    #[error(transparent)]
    Table(#[from] TtError),
}

/// Everything the engine remembers between moves.
#[derive(Debug)]
pub struct EngineCore {
    clock: Arc<dyn Clock>,
    options: EngineOptions,
    knowledge: Arc<Knowledge>,
    table: Arc<TranspositionTable>,
    searcher: Searcher,
    planner: TimePlanner,
    limiter: StrengthLimiter,
    last: Option<FinishedSearch>,
    /// Where searches are traced to, if they are.
    tracer: Option<Tracer<File>>,
    complaints: Vec<String>,
}

impl EngineCore {
    /// A brain that knows nothing of any game yet. Loads the network and allocates the table: some milliseconds.
    ///
    /// # Errors
    /// When not even the smallest table can be had, or the knowledge that is compiled in is broken.
    pub fn new(options: &EngineOptions, clock: Arc<dyn Clock>) -> Result<Self, CoreError> {
        let knowledge = Knowledge::standard()?;
        let mut complaints = Vec::new();
        let table = make_table(options.hash_mib, &mut complaints)?;
        let mut searcher = Searcher::new(
            Arc::clone(&table),
            Arc::clone(&knowledge),
            search::SearchOptions::default(),
        );
        let planner = TimePlanner {
            manager: make_manager(&options.time_manager, &mut complaints),
            ..TimePlanner::default()
        };
        searcher.set_tablebases(open_tables(&options.syzygy_path, &mut complaints));
        let tracer = open_trace(options, &mut complaints);
        let mut brain = Self {
            clock,
            options: options.clone(),
            knowledge,
            table,
            searcher,
            planner,
            limiter: StrengthLimiter::new(options.seed),
            last: None,
            tracer,
            complaints,
        };
        brain.configure_search();
        Ok(brain)
    }

    fn configure_search(&mut self) {
        self.searcher.set_options(self.options.search());
    }

    /// Runs the search under watch and hands both the final report and the whole picture back.
    fn search(&mut self, go: &Go, since: Duration, desk: &SharedState) -> SearchResult {
        let (root, history) = replay(go);
        let (dial, changed) = self.limiter.prepare(go.dial, &self.options, &root);
        let limits = self.limits(go);
        if changed {
            // This also clears table and histories: entries of another strength must not leak into this one.
            self.searcher.set_category_weights(&dial.emphasis);
            self.last = None;
        }
        let clock = PausableClock::new(self.clock.as_ref());
        let library = self.library();
        let task = SearchTask {
            go,
            root: root.clone(),
            desk,
            clock: &clock,
            overhead: self.options.move_overhead,
            reused: self.last.as_ref().map_or(0, |last| last.reused(go)),
            dial,
        };
        let mut watch = TimeCheck::new(task, &mut self.planner, since);
        let root = Root { position: root, history };
        let scene = DebugContext { desk, clock: &clock, library };
        let mut search = search_watched(
            &mut self.searcher,
            (&root, &limits),
            &mut watch,
            (go, scene, self.tracer.as_mut()),
        );
        watch.wait_for_stop(&search);
        if desk.is_stopped(go.epoch) && go.limit.infinite {
            search.stop = Some(StopReason::Stopped);
        }
        let final_nodes = watch.finish(&search);
        let report = watch.report(search.clone());
        SearchResult { search, report, final_nodes }
    }

    fn library(&self) -> QueryContext {
        QueryContext { knowledge: Arc::clone(&self.knowledge), table: Arc::clone(&self.table) }
    }

    fn limits(&self, go: &Go) -> Limits {
        let margin = self.limiter.margin();
        Limits {
            depth: go.limit.depth,
            nodes: go.limit.nodes,
            mate: go.limit.mate,
            moves: go.search_moves.clone(),
            lines: if margin.is_some() { usize::MAX } else { self.options.multi_pv },
            margin,
        }
    }
}

/// What a thought needs to be watched.
struct DebugContext<'a> {
    desk: &'a SharedState,
    clock: &'a PausableClock<'a>,
    library: QueryContext,
}

/// Searches at full speed unless the desk asks for observation, before or in the middle of it.
fn search_watched(
    searcher: &mut Searcher,
    (root, limits): (&Root, &Limits),
    watch: &mut TimeCheck<'_>,
    (go, scene, tracer): (&Go, DebugContext<'_>, Option<&mut Tracer<File>>),
) -> SearchReport {
    let line = scene.desk.line();
    let mut called = None;
    if !line.is_observing() {
        let mut guard = DebugSupervisor::unobserved(watch, line, go.epoch);
        let search = match tracer {
            Some(tracer) => {
                tracer.begin(&root.position);
                let search = searcher.search(root, limits, &mut guard, tracer);
                tracer.end(&search);
                search
            }
            None => searcher.search(root, limits, &mut guard, &mut NullObserver),
        };
        called = guard.observe_request;
        if called.is_none() {
            return search;
        }
        watch.restart();
    }
    let debugging = line.debugging();
    let budget = Cell::new(false);
    let DebugContext { desk, clock, library } = scene;
    let ply = root.position.game_ply();
    let console = DebugConsole { epoch: go.epoch, ply, desk, clock, budget: &budget, library };
    let stepper = Stepper::new(console, debugging.breakpoints);
    let mut stepper = match (called, debugging.observation) {
        (Some((StepCommand::Pause, depth)), _) => stepper.paused_at(depth),
        (None, Observation::FromPause) => stepper.paused(),
        _ => stepper,
    };
    let mut guard = DebugSupervisor::observed(watch, line, &budget);
    searcher.search(root, limits, &mut guard, &mut stepper)
}

/// What a search left behind.
struct SearchResult {
    search: SearchReport,
    report: super::Report,
    final_nodes: u64,
}

impl Backend for EngineCore {
    fn search(&mut self, go: &Go, since: Duration, desk: &SharedState) -> Outcome {
        if !self.last.as_ref().is_some_and(|last| last.is_continued_by(go)) {
            self.planner.manager.forget_last();
        }
        let SearchResult { search, mut report, final_nodes } = self.search(go, since, desk);
        let (choice, inferior) = self.limiter.choose(&report.root, &search.lines);
        report.dial.weakened = inferior;
        let line = search.lines.get(choice);
        let best = line.and_then(|line| line.moves.first().copied());
        let ponder = line.and_then(|line| line.moves.get(1).copied());
        self.last = Some(FinishedSearch::new(go, &search, final_nodes));
        log::info!(
            target: LOG_TARGET,
            ply = report.root.game_ply();
            "depth {} nodes {} in {} ms: {}",
            search.depth,
            search.nodes,
            report.elapsed.0,
            search.stop.map_or("", StopReason::words)
        );
        Outcome { epoch: go.epoch, best, ponder: ponder.filter(|_| best.is_some()), report }
    }

    fn new_game(&mut self) {
        self.searcher.clear();
        self.table.clear();
        self.planner.manager.new_game();
        self.planner.previous = None;
        self.planner.history.clear();
        self.limiter.reseed(self.options.seed);
        self.last = None;
    }

    fn answer(&mut self, desk: &SharedState) {
        self.library().answer_all(desk, u64::MAX);
    }

    fn clear_hash(&mut self) {
        self.table.clear();
        self.last = None;
    }

    fn set_options(&mut self, options: &EngineOptions) -> Vec<String> {
        let mut complaints = Vec::new();
        let old = std::mem::replace(&mut self.options, options.clone());
        if options.hash_mib != old.hash_mib {
            match make_table(options.hash_mib, &mut complaints) {
                Ok(table) => self.table = table,
                Err(error) => complaints.push(format!("{error}; keeping the old table")),
            }
            self.searcher.set_tt(Arc::clone(&self.table));
            self.last = None;
        }
        if options.time_manager != old.time_manager {
            match options.time_manager.parse() {
                Ok(settings) => {
                    self.planner.manager = self.planner.manager.with_settings(settings);
                }
                Err(error) => complaints.push(format!("time manager: {error}")),
            }
        }
        if options.syzygy_path != old.syzygy_path {
            self.searcher.set_tablebases(open_tables(&options.syzygy_path, &mut complaints));
        }
        if (&options.trace_file, &options.trace_filter) != (&old.trace_file, &old.trace_filter) {
            if let Some(Err(error)) = self.tracer.take().map(Tracer::close) {
                complaints.push(format!("{}: {error}", old.trace_file));
            }
            self.tracer = open_trace(options, &mut complaints);
        }
        if options.seed != old.seed {
            self.limiter.reseed(options.seed);
        }
        self.configure_search();
        complaints
    }

    fn startup_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.complaints)
    }
}

/// The trace of the searches that follow, if one is asked for.
fn open_trace(options: &EngineOptions, complaints: &mut Vec<String>) -> Option<Tracer<File>> {
    if options.trace_file.is_empty() {
        return None;
    }
    let opened =
        File::create(&options.trace_file).and_then(|file| Tracer::new(file, &options.trace_filter));
    opened.map_err(|error| complaints.push(format!("{}: {error}", options.trace_file))).ok()
}

/// The table of the size asked for, or the largest half, quarter, … of it that memory allows, and a complaint.
fn make_table(
    mib: usize,
    complaints: &mut Vec<String>,
) -> Result<Arc<TranspositionTable>, TtError> {
    let mut size = mib.max(1);
    loop {
        match TranspositionTable::new(size) {
            Ok(table) => {
                if size != mib {
                    complaints.push(format!("hash: {mib} MiB refused; using {size} MiB"));
                }
                return Ok(Arc::new(table));
            }
            Err(error) if size == 1 => return Err(error),
            Err(_) => size /= 2,
        }
    }
}

fn make_manager(text: &str, complaints: &mut Vec<String>) -> TimeManager {
    TimeManager::from_text(text).unwrap_or_else(|error| {
        complaints.push(format!("time manager: {error}; using smooth"));
        TimeManager::default()
    })
}

/// Opens endgame tables; a path without any is said, and the engine plays on without.
fn open_tables(path: &str, complaints: &mut Vec<String>) -> Option<Arc<Tablebases>> {
    if path.is_empty() {
        return None;
    }
    match Tablebases::open(Path::new(path)) {
        Ok((tables, warnings)) => {
            complaints.extend(warnings);
            Some(Arc::new(tables))
        }
        Err(error) => {
            complaints.push(error.to_string());
            None
        }
    }
}
