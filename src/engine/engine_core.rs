//! The native backend: search, time manager and strength limits for one move.

use super::clock::Clock;
use super::debug::{Memory, PausableClock, QueryContext, SearchLog};
use super::debug_session::DebugSession;
use super::messages::{Go, GoLimit, LOG_TARGET, Notice, Outcome, Report};
use super::options::EngineOptions;
use super::resources::{make_table, open_book, open_tablebases, open_trace, set_search_options};
use super::reuse::FinishedSearch;
use super::shared_state::SharedState;
use super::strength_limiter::{HumanMove, StrengthLimiter};
use super::thread::Backend;
use super::time_check::{SearchTask, TimeCheck, TimePlanner};
use crate::base::{Millis, Random, drawn_seed};
use crate::knowledge::{self, Knowledge};
use crate::rules::{PolyglotBook, Position, notation};
use crate::search::observe::Tracer;
use crate::search::{
    Limits, PvLine, SearchOptions, SearchReport, Searcher, StopReason, TranspositionTable, TtError,
    ValueSearch,
};
use crate::strength::human::{HumanLevel, Situation};
use crate::timing::{self, TimeManager};
use std::fs::File;
use std::sync::Arc;
use std::time::Duration;

/// Why the engine core cannot be created.
#[derive(Debug, thiserror::Error)]
pub enum CoreError {
    /// The built-in knowledge is broken.
    #[error("built-in knowledge: {0}")]
    Knowledge(#[from] knowledge::Error),
    /// Memory for the smallest transposition table is not available.
    #[error(transparent)]
    Table(#[from] TtError),
    /// An option is refused where no other value may take its place.
    #[error("{0}")]
    Option(String),
}

/// The native engine with its state between moves.
#[derive(Debug)]
pub struct EngineCore {
    clock: Arc<dyn Clock>,
    options: EngineOptions,
    knowledge: Arc<Knowledge>,
    table: Arc<TranspositionTable>,
    searcher: Searcher,
    /// Searches for the human strength model; made on first use.
    value_search: Option<ValueSearch>,
    planner: TimePlanner,
    limiter: StrengthLimiter,
    last: Option<FinishedSearch>,
    /// The state before the last search, if the front end wants it kept.
    memory: Option<Arc<Memory>>,
    /// The searches since the table and the histories were empty.
    log: SearchLog,
    book: Option<PolyglotBook>,
    /// Draws the moves of the book: other ones in every process, because some front ends start one for each game.
    book_random: Random,
    /// Writes a trace of each search, if `TraceFile` is set.
    tracer: Option<Tracer<File>>,
    warnings: Vec<String>,
}

impl EngineCore {
    /// Loads the network and allocates the transposition table: some milliseconds.
    ///
    /// # Errors
    /// The smallest transposition table cannot be allocated, or the built-in knowledge is broken.
    pub fn new(options: &EngineOptions, clock: Arc<dyn Clock>) -> Result<Self, CoreError> {
        let mut warnings = Vec::new();
        let table = make_table(options.hash_mib, None, &mut warnings)?;
        Self::with_table(options, clock, table, warnings)
    }

    /// As [`Self::new`], with exactly these options: what it computes is reported as theirs.
    ///
    /// # Errors
    /// As [`Self::new`], or an option is refused.
    pub fn exact(options: &EngineOptions, clock: Arc<dyn Clock>) -> Result<Self, CoreError> {
        let table = Arc::new(TranspositionTable::new(options.hash_mib)?);
        let mut core = Self::with_table(options, clock, table, Vec::new())?;
        core.startup_warnings().into_iter().next().map_or(Ok(core), |it| Err(CoreError::Option(it)))
    }

    fn with_table(
        options: &EngineOptions,
        clock: Arc<dyn Clock>,
        table: Arc<TranspositionTable>,
        mut warnings: Vec<String>,
    ) -> Result<Self, CoreError> {
        let knowledge = Knowledge::standard()?;
        let (tt, shared_knowledge) = (Arc::clone(&table), Arc::clone(&knowledge));
        let mut searcher = Searcher::new(tt, shared_knowledge, SearchOptions::default());
        let manager = TimeManager::from_text(&options.time_manager).unwrap_or_else(|error| {
            warnings.push(format!("{error}; using the default time manager"));
            TimeManager::from_text(timing::DEFAULT_MANAGER).unwrap_or_default()
        });
        searcher.set_tablebases(open_tablebases(&options.syzygy_path, &mut warnings));
        set_search_options(&mut searcher, options, &mut warnings);
        let tracer = open_trace(options, &mut warnings);
        let book = open_book(&options.book, &mut warnings);
        let mut limiter = StrengthLimiter::new(options.seed);
        limiter.read_human_files(options, &mut warnings);
        Ok(Self {
            clock,
            options: options.clone(),
            knowledge,
            table,
            searcher,
            value_search: None,
            planner: TimePlanner { manager, ..TimePlanner::default() },
            limiter,
            last: None,
            memory: None,
            log: SearchLog::default(),
            book,
            book_random: Random::new(drawn_seed()),
            tracer,
            warnings,
        })
    }

    /// The inputs of answers about the main search, or about one apart with its own table.
    fn query_context(&self, is_apart: bool) -> QueryContext {
        let apart = self.value_search.as_ref().filter(|_| is_apart);
        QueryContext {
            knowledge: Arc::clone(&self.knowledge),
            table: Arc::clone(apart.map_or(&self.table, |search| &search.table)),
            memory: self.memory.clone(),
            log: self.log.clone(),
        }
    }

    /// Makes a table of `mib` MiB in place of the one before, whose memory is free for it.
    fn change_table(&mut self, mib: usize, warnings: &mut Vec<String>) {
        let before = self.table.mib();
        let changed = make_table(1, None, warnings).and_then(|smallest| {
            self.table = smallest;
            self.searcher.set_tt(Arc::clone(&self.table));
            make_table(mib, Some(before), warnings)
        });
        match changed {
            Ok(table) => self.table = table,
            Err(error) => {
                warnings.push(format!("{error}; keeping {} MiB", self.table.mib()));
                self.table.clear();
            }
        }
        self.searcher.set_tt(Arc::clone(&self.table));
    }

    /// Makes the searcher of the human strength model and of lone-king endings. Without memory for it, 4 MiB, the main
    /// searcher is used.
    fn make_value_search(&mut self) {
        if self.value_search.is_none() {
            match ValueSearch::new(Arc::clone(&self.knowledge)) {
                Ok(search) => self.value_search = Some(search),
                Err(error) => log::error!(target: LOG_TARGET, "{error}"),
            }
        }
    }

    /// The search of a book move alone, to depth 1, if the request is for a move of a game and the book has one.
    fn book_search(&mut self, go: &Go, shared: &SharedState) -> Option<Go> {
        let plays = go.limit.is_bounded() && go.limit.mate.is_none() && !go.ponder;
        let book = self.book.as_ref().filter(|_| self.options.own_book && plays)?;
        let position = go.root().position;
        let random = (!self.options.book_best).then_some(&mut self.book_random);
        let (chosen, sum) =
            book.choose(&position, random).filter(|_| go.search_moves.is_empty())?;
        let (mv, weight) = (notation::san(&position, chosen.mv), chosen.weight);
        shared.send(Notice::Message(format!("book: {mv}, weight {weight} of {sum}")));
        let limit = GoLimit { depth: Some(1), ..GoLimit::default() };
        Some(Go { search_moves: vec![chosen.mv], limit, ..go.clone() })
    }

    fn chooser(&self, go: &Go, root: &Position) -> Chooser {
        match go.dial.human() {
            _ if self.limiter.mates_lone_king(go.dial, root) => Chooser::MatingSearch,
            Some(level) => Chooser::Human(level),
            None => Chooser::MainSearch,
        }
    }

    /// The limits of a search for this request.
    fn limits(&self, go: &Go, chooser: Chooser) -> Limits {
        let margin = self.limiter.margin();
        let limits = Limits {
            depth: go.limit.depth,
            nodes: go.limit.nodes,
            resolve_window: go.limit.resolve_window,
            mate: go.limit.mate,
            moves: go.search_moves.clone(),
            lines: match margin {
                Some(_) => usize::MAX,
                None => go.limit.lines.unwrap_or(self.options.multi_pv),
            },
            lines_depth: None,
            lines_nodes: None,
            margin,
        };
        match chooser {
            Chooser::MainSearch => limits,
            Chooser::MatingSearch => limits.for_lone_king(),
            Chooser::Human(_) => limits.for_values(),
        }
    }

    /// Searches and chooses the line that is played.
    fn run(&mut self, go: &Go, since: Duration, shared: &SharedState) -> SearchRun {
        let root = go.root();
        let chooser = self.chooser(go, &root.position);
        let is_apart = chooser != Chooser::MainSearch;
        if is_apart {
            self.make_value_search();
        }
        let at_full_strength = chooser == Chooser::MatingSearch;
        let (dial, changed) =
            self.limiter.prepare(go.dial, &self.options, &root.position, at_full_strength);
        if changed {
            // This also clears TT and histories: entries of another strength must not affect this one.
            self.searcher.set_category_weights(&dial.emphasis);
            self.log.clear();
            self.last = None;
        }
        let limits = self.limits(go, chooser);
        let clock = PausableClock::new(self.clock.as_ref());
        self.memory = None;
        let queries = self.query_context(is_apart);
        let searcher = match self.value_search.as_mut().filter(|_| is_apart) {
            Some(search) => {
                search.clear();
                &mut search.searcher
            }
            None => {
                // Helper threads are not slowed down: they would take the nodes of a level from the main thread.
                let threads = if dial.nps_cap.is_some() { 1 } else { self.options.threads };
                self.searcher.set_threads(threads);
                self.searcher.set_deviating(go.deviating);
                &mut self.searcher
            }
        };
        let task = SearchTask {
            go,
            root: root.position.clone(),
            shared,
            clock: &clock,
            overhead: self.options.move_overhead,
            reused: self.last.as_ref().map_or(0, |last| last.reused(go)),
            dial,
            records_values: matches!(chooser, Chooser::Human(_)),
        };
        let mut check = TimeCheck::new(task, &mut self.planner, since);
        let tracer = self.tracer.as_mut();
        let (memory, log, options) = (&mut self.memory, &mut self.log, &self.options);
        let clock = &clock;
        let session =
            DebugSession { shared, clock, queries, options, tracer, memory, log, go, is_apart };
        let mut search = session.search(searcher, &root, &limits, &mut check);
        check.wait_for_stop(&search);
        if shared.is_stopped(go.epoch) && go.limit.infinite {
            search.stop = Some(StopReason::Stopped);
        }
        let final_nodes = check.finish(&search);
        if let Some(lines) = check.take_lines() {
            search.depth = lines.first().map_or(search.depth, |line| line.depth);
            search.lines = lines;
        }
        let mut report = check.report(search.clone());
        let values = check.take_values().unwrap_or_default();
        let mut line;
        (line, report.dial.weakened) = match chooser {
            Chooser::MainSearch => self.limiter.choose(&report.root, &search.lines),
            Chooser::MatingSearch => (0, self.limiter.mating_move(&search.lines)),
            Chooser::Human(level) => {
                let situation = Situation::new(&go.start, &go.moves);
                let drawn = self.limiter.choose_human(level, &situation, &values, &search.lines);
                if let Some(HumanMove { pace, .. }) = drawn
                    && self.options.human_pace
                {
                    check.wait_as_a_person(pace, &search);
                    report.elapsed = Millis::from_duration(check.elapsed());
                }
                drawn.map_or((0, None), |drawn| (drawn.line, Some(drawn.account)))
            }
        };
        line = first_of_its_score(line, &mut search.lines, &mut report.search.lines);
        if let Some(tracer) = &mut self.tracer {
            tracer.end_with_move(&search, line);
        }
        // A search apart leaves no tree to reuse.
        self.last = (!is_apart).then(|| FinishedSearch::new(go, &search, final_nodes));
        SearchRun { search, report, line }
    }
}

/// Puts the line that is played first where it ties with the best one, as only the order of the search tells which of them is the best.
/// Returns where it stands now.
fn first_of_its_score(line: usize, searched: &mut [PvLine], reported: &mut [PvLine]) -> usize {
    let score = |at: usize| searched.get(at).map(|line| line.score);
    if score(line) != score(0) {
        return line;
    }
    for lines in [searched, reported] {
        if let Some(tied) = lines.get_mut(..=line) {
            tied.rotate_right(1);
        }
    }
    0
}

/// What chooses the move, and so which search is needed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chooser {
    /// The main search; at a level of MadChess's model the error draw among its lines.
    MainSearch,
    /// A search apart at full strength: a limited level mates a lone king.
    MatingSearch,
    /// The human model, by a search apart that values all moves.
    Human(HumanLevel),
}

/// What a search returned.
struct SearchRun {
    search: SearchReport,
    /// The engine's last report about it.
    report: Report,
    /// Index of the line that is played.
    line: usize,
}

impl Backend for EngineCore {
    fn search(&mut self, go: &Go, since: Duration, shared: &SharedState) -> Outcome {
        let of_book = self.book_search(go, shared);
        let go = of_book.as_ref().unwrap_or(go);
        if !self.last.as_ref().is_some_and(|last| last.is_continued_by(go)) {
            self.planner.manager.forget_last();
        }
        let SearchRun { search, report, line } = self.run(go, since, shared);
        let mut moves = search.lines.get(line).into_iter().flat_map(|line| &line.moves).copied();
        let (best, ponder) = (moves.next(), moves.next());
        log::info!(
            target: LOG_TARGET,
            ply = report.root.game_ply();
            "depth {} nodes {} in {} ms: {}",
            search.depth,
            search.nodes,
            report.elapsed.0,
            search.stop.map_or_else(String::new, |stop| stop.to_string())
        );
        Outcome { epoch: go.epoch, best, ponder, report }
    }

    fn new_game(&mut self) {
        self.planner.manager.new_game();
        self.planner.lag.new_game();
        self.planner.previous = None;
        self.planner.history.clear();
        self.limiter.reseed(self.options.seed);
        self.clear_hash();
    }

    fn answer_queries(&mut self, shared: &SharedState) {
        self.query_context(self.log.is_last_apart()).answer_all(shared, u64::MAX);
    }

    fn clear_hash(&mut self) {
        self.table.clear();
        self.forget_searches();
    }

    fn set_options(&mut self, options: &EngineOptions) -> Vec<String> {
        let mut warnings = Vec::new();
        let old = std::mem::replace(&mut self.options, options.clone());
        if options.hash_mib != old.hash_mib {
            self.change_table(options.hash_mib, &mut warnings);
            self.forget_searches();
        }
        if options.time_manager != old.time_manager {
            match options.time_manager.parse() {
                Ok(settings) => {
                    self.planner.manager = self.planner.manager.with_settings(settings);
                }
                Err(error) => warnings.push(format!("{error}; keeping the time manager")),
            }
        }
        // A search is repeated from what was searched before it with the same options.
        let searching = |of: &EngineOptions| SearchOptions { threads: 1, ..of.search() };
        if (&options.syzygy_path, searching(options)) != (&old.syzygy_path, searching(&old)) {
            self.clear_hash();
        }
        if options.syzygy_path != old.syzygy_path {
            self.searcher.set_tablebases(open_tablebases(&options.syzygy_path, &mut warnings));
        }
        if options.book != old.book {
            self.book = open_book(&options.book, &mut warnings);
        }
        if (&options.trace_file, &options.trace_filter) != (&old.trace_file, &old.trace_filter) {
            self.change_trace(options, &old.trace_file, &mut warnings);
        }
        let files = |of: &EngineOptions| [of.human_model.clone(), of.human_book.clone()];
        if files(options) != files(&old) {
            self.limiter.read_human_files(options, &mut warnings);
        }
        if options.seed != old.seed {
            self.limiter.reseed(options.seed);
        }
        let mut refused = Vec::new();
        set_search_options(&mut self.searcher, options, &mut refused);
        // It is said once.
        if options.threads != old.threads {
            warnings.append(&mut refused);
        }
        warnings
    }

    fn startup_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }
}

impl EngineCore {
    /// The table is empty: clears what else earlier searches left.
    fn forget_searches(&mut self) {
        self.searcher.clear();
        self.log.clear();
        self.last = None;
    }

    /// Opens another trace file; a filter that changes after a search has been recorded does not overwrite that.
    fn change_trace(&mut self, options: &EngineOptions, old: &str, warnings: &mut Vec<String>) {
        let is_kept = options.trace_file == old;
        if is_kept && self.tracer.as_ref().is_some_and(|tracer| !tracer.is_empty()) {
            warnings.push(format!("TraceFilter: applies to the next TraceFile, not to {old}"));
            return;
        }
        if let Some(Err(error)) = self.tracer.take().map(Tracer::close) {
            warnings.push(format!("{old}: {error}"));
        }
        self.tracer = open_trace(options, warnings);
    }
}
