//! The searcher: the public interface of the search, with helper threads (Lazy SMP).

use super::deepest_iteration::DeepestIteration;
use super::node_args::NodeArgs;
use super::observer::{NodeType, NullObserver, Observer};
use super::pv::legal_pv;
use super::tt_validity::TtValidity;
use super::worker::{SharedState, Stopped, ThreadState, Worker};
use super::{
    Evaluate, LimitChecker, Limits, Root, SearchOptions, SearchProgress, SearchReport, StopReason,
    Tablebases, TranspositionTable, TtError,
};
use crate::base::Score;
use crate::base::memory::has_memory;
use crate::knowledge::{CategoryWeights, Evaluator, Knowledge};
use crate::rules::{Color, Move, Position};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Memory for the tables of one more search thread, and for what else the process needs meanwhile.
const THREAD_TABLES: usize = 16 << 20;
/// Memory that a helper thread takes during a search: mostly its stack.
const THREAD_SEARCH: usize = 4 << 20;

/// Searches positions. Keeps history tables and the shared transposition table from one search to the next.
///
/// With one thread and a limit of nodes or depth the search is deterministic from the same state: call
/// [`Searcher::clear`] and [`TranspositionTable::clear`] to reset it.
#[derive(Debug)]
pub struct Searcher<E = Evaluator> {
    tt: Arc<TranspositionTable>,
    tablebases: Option<Arc<Tablebases>>,
    options: SearchOptions,
    /// The evaluation that new threads clone.
    evaluator: E,
    thread_states: Vec<ThreadState<E>>,
    tt_validity: TtValidity,
}

impl Searcher<Evaluator> {
    /// Creates a searcher with the engine's own evaluation.
    pub fn new(
        table: Arc<TranspositionTable>,
        knowledge: Arc<Knowledge>,
        options: SearchOptions,
    ) -> Self {
        Self::with_evaluation(table, Evaluator::new(knowledge), options)
    }

    /// Sets the category weights of the evaluation. Clears everything scored with the old weights.
    pub fn set_category_weights(&mut self, weights: &CategoryWeights) {
        self.evaluator.set_category_weights(weights);
        for thread in &mut self.thread_states {
            thread.evaluator.set_category_weights(weights);
        }
        self.clear();
        self.tt.clear();
    }
}

impl<E: Evaluate + Clone> Searcher<E> {
    /// Creates a searcher with another evaluation.
    pub fn with_evaluation(
        table: Arc<TranspositionTable>,
        evaluator: E,
        options: SearchOptions,
    ) -> Self {
        Self {
            tt: table,
            tablebases: None,
            options,
            evaluator,
            thread_states: Vec::new(),
            tt_validity: TtValidity::default(),
        }
    }

    /// Options of later searches.
    pub const fn options(&self) -> &SearchOptions {
        &self.options
    }

    /// Sets the options of later searches. Clears the TT when its scores depend on a changed option. Returns the number of
    /// threads as [`Searcher::set_threads`].
    pub fn set_options(&mut self, options: SearchOptions) -> usize {
        if !self.options.same_scores(&options) {
            self.tt.clear();
        }
        let threads = options.threads;
        self.options = options;
        self.set_threads(threads)
    }

    /// Sets the side that loses by any repetition from now on; a change clears the transposition table.
    pub fn set_deviating(&mut self, side: Option<Color>) {
        if self.options.deviating != side {
            self.set_options(SearchOptions { deviating: side, ..self.options.clone() });
        }
    }

    /// Searches with this many threads from now on, or with as many as there is memory for, at least one; returns their number.
    /// Allocates their tables, about 10 MB each, so that a search need not.
    pub fn set_threads(&mut self, threads: usize) -> usize {
        self.thread_states.truncate(threads.max(1));
        self.prepare_threads(threads);
        self.options.threads = self.thread_states.len();
        self.options.threads
    }

    fn prepare_threads(&mut self, threads: usize) {
        while self.thread_states.len() < threads.max(1) {
            let others = self.thread_states.len();
            if others > 0 && !has_memory(THREAD_TABLES + others * THREAD_SEARCH) {
                return;
            }
            self.thread_states.push(ThreadState::new(self.evaluator.clone()));
        }
    }

    /// Sets the transposition table.
    pub fn set_tt(&mut self, table: Arc<TranspositionTable>) {
        self.tt = table;
    }

    /// The transposition table.
    pub fn tt(&self) -> &TranspositionTable {
        &self.tt
    }

    /// A copy with one thread and a transposition table of its own: it searches as this one would with one thread. About
    /// 10 MB of tables, and the time to copy both.
    ///
    /// # Errors
    /// No memory for the transposition table.
    pub fn fork(&self) -> Result<Self, TtError> {
        Ok(Self {
            tt: Arc::new(self.tt.duplicate()?),
            tablebases: self.tablebases.clone(),
            options: SearchOptions { threads: 1, ..self.options.clone() },
            evaluator: self.evaluator.clone(),
            thread_states: self.thread_states.first().cloned().into_iter().collect(),
            tt_validity: self.tt_validity.clone(),
        })
    }

    /// Takes back the transposition table and what the main thread knows from `before`, a [fork](Self::fork) of this
    /// searcher.
    pub fn restore(&mut self, before: Self) {
        self.tt.copy_from(&before.tt);
        self.tt_validity = before.tt_validity;
        self.thread_states = before.thread_states;
    }

    /// Sets the tablebases, or none.
    pub fn set_tablebases(&mut self, tablebases: Option<Arc<Tablebases>>) {
        self.tablebases = tablebases;
    }

    /// Whether it knows tablebases.
    pub const fn has_tablebases(&self) -> bool {
        self.tablebases.is_some()
    }

    /// Clears the history tables, as before a new game, but not the transposition table.
    pub fn clear(&mut self) {
        self.thread_states.iter_mut().for_each(ThreadState::clear);
    }

    /// Searches `root` until a limit, the limit checker or the observer stops it. Blocks.
    ///
    /// `lines[0].moves[0]` of the report is the best move; without a legal move there are no lines.
    pub fn search<O: Observer>(
        &mut self,
        root: &Root,
        limits: &Limits,
        limit_checker: &mut dyn LimitChecker,
        observer: &mut O,
    ) -> SearchReport {
        let (limits, scores) = self.ranked_by_tablebases(root, limits);
        self.search_ranked(root, &limits, scores, limit_checker, observer)
    }

    /// [`Searcher::search`] with the root moves' scores by the tablebases.
    fn search_ranked<O: Observer>(
        &mut self,
        root: &Root,
        limits: &Limits,
        root_scores: Vec<(Move, Score)>,
        limit_checker: &mut dyn LimitChecker,
        observer: &mut O,
    ) -> SearchReport {
        self.tt_validity.prepare(root, &self.options, &self.tt);
        self.prepare_threads(self.options.threads);
        let threads = self.thread_states.len();
        let shared = SharedState {
            tt: &self.tt,
            tablebases: self.tablebases.as_deref(),
            options: &self.options,
            limits,
            root_scores,
            stop: AtomicBool::new(false),
            helper_nodes: AtomicU64::new(0),
            deepest: DeepestIteration::new(threads),
        };
        let Some((main, helpers)) = self.thread_states.split_first_mut() else {
            return SearchReport::default();
        };
        let report = std::thread::scope(|scope| {
            let _stop = StopOnDrop(&shared.stop);
            for (number, thread) in (1..).zip(helpers) {
                let shared = &shared;
                let run = move || run_helper_thread(shared, thread, root, number);
                if let Err(error) = std::thread::Builder::new().spawn_scoped(scope, run) {
                    log::warn!("search thread {number} of {threads}: {error}");
                    break;
                }
            }
            run_main_thread(Worker::new(&shared, main, observer, Some(limit_checker), root), root)
        });
        self.tt_validity.record(root, &report);
        report
    }

    /// Whether `position` is quiet: no check, and no capture or promotion changes its evaluation in quiescence search. Known
    /// endings are not quiet. Keeps the transposition table's entries of earlier calls; the histories do not matter.
    pub fn is_quiet(&mut self, position: &Position) -> bool {
        self.prepare_threads(1);
        let limits = Limits::default();
        let shared = SharedState {
            tt: &self.tt,
            tablebases: None,
            options: &self.options,
            limits: &limits,
            root_scores: Vec::new(),
            stop: AtomicBool::new(false),
            helper_nodes: AtomicU64::new(0),
            deepest: DeepestIteration::new(1),
        };
        let (root, mut observer) =
            (Root { position: position.clone(), history: Vec::new() }, NullObserver);
        let Some(thread) = self.thread_states.first_mut() else { return false };
        let mut worker = Worker::new(&shared, thread, &mut observer, None, &root);
        let node = NodeArgs {
            position,
            alpha: -Score::INFINITE,
            beta: Score::INFINITE,
            depth: 0,
            ply: 0,
            node_type: NodeType::Pv,
        };
        let value = worker.qsearch(node);
        let eval = worker.stack[0].static_eval.filter(|eval| eval.is_heuristic());
        value.is_ok_and(|value| eval == Some(value.real))
    }

    /// The root moves' scores by the tablebases, if they have them, and the limits: without further lines only the best of
    /// these moves are searched. A search that values all moves is for a limited level, which does not know the tables.
    fn ranked_by_tablebases(&self, root: &Root, limits: &Limits) -> (Limits, Vec<(Move, Score)>) {
        let mut limits = limits.clone();
        let tables = self.tablebases.as_ref().filter(|_| limits.lines < usize::MAX);
        let scores = tables.and_then(|it| it.rank(&root.position, &limits.moves));
        let mut scores = scores.unwrap_or_default();
        if limits.lines <= 1
            && let Some(best) = scores.iter().map(|(_, score)| *score).max()
        {
            scores.retain(|(_, score)| *score == best);
            limits.moves = scores.iter().map(|(mv, _)| *mv).collect();
        }
        (limits, scores)
    }
}

/// Stops the helper threads when the main thread ends its search, even by a panic.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// The search of the main thread, and its report.
fn run_main_thread<E: Evaluate, O: Observer>(
    mut worker: Worker<'_, E, O>,
    root: &Root,
) -> SearchReport {
    worker.note_root(&root.position);
    worker.thread.evaluator.reset_activity();
    if worker.root.moves.is_empty() {
        worker.stop = Some(StopReason::NoMoves);
    } else if let Err(Stopped) = worker.iterative_deepening(&root.position) {
        // The reason is in the worker.
    }
    let mut report = worker.report();
    for line in &mut report.lines {
        line.moves = legal_pv(&root.position, &root.history, &line.moves);
    }
    report
}

/// The search of a helper thread, which fills the shared TT and may complete an iteration first.
/// Source: Lazy SMP, chessprogramming.org "Lazy SMP" (Ohmann, 2013).
fn run_helper_thread<E: Evaluate>(
    shared: &SharedState<'_>,
    thread: &mut ThreadState<E>,
    root: &Root,
    number: usize,
) {
    let mut observer = NullObserver;
    let mut worker = Worker::new(shared, thread, &mut observer, None, root);
    worker.number = number;
    worker.depth = shared.deepest.next_depth(number);
    if worker.root.moves.is_empty() {
        return;
    }
    if let Err(Stopped) = worker.iterative_deepening(&root.position) {
        // Stopped by the main thread; the results are in the TT.
    }
}

#[cfg(test)]
mod tests {
    use super::Searcher;
    use crate::base::Score;
    use crate::knowledge::Knowledge;
    use crate::rules::{Position, notation, parse_fen, parse_move};
    use crate::search::{Limits, NoLimits, NullObserver, Root, SearchOptions, TranspositionTable};
    use std::sync::Arc;

    #[test]
    fn the_tablebases_rank_the_root_with_several_lines() {
        let table = Arc::new(TranspositionTable::new(1).unwrap());
        let mut searcher =
            Searcher::new(table, Knowledge::standard().unwrap(), SearchOptions::default());
        let position = Position::default();
        // The search prefers e4 and d4 to these.
        let known = [
            ("h4", Score::tablebase_win(7)),
            ("a4", Score::tablebase_win(20)),
            ("f3", Score::raw(0)),
        ];
        let scores = position.legal_moves().into_iter().map(|mv| {
            let found = known.iter().find(|(san, _)| parse_move(&position, san) == Ok(mv));
            (mv, found.map_or(-Score::tablebase_win(12), |(_, score)| *score))
        });
        let limits = Limits { depth: Some(5), lines: 4, ..Limits::default() };
        let report = searcher.search_ranked(
            &Root { position: position.clone(), history: Vec::new() },
            &limits,
            scores.collect(),
            &mut NoLimits,
            &mut NullObserver,
        );
        let shown: Vec<(String, Score)> = report
            .lines
            .iter()
            .map(|line| (notation::san(&position, line.moves[0]), line.score))
            .collect();
        for (at, (san, score)) in known.into_iter().enumerate() {
            assert_eq!(shown[at], (san.to_owned(), score), "{shown:?}");
        }
        assert_eq!(shown[3].1, -Score::tablebase_win(12), "{shown:?}");
        assert_eq!(report.root_moves.len(), 20);
    }

    #[test]
    fn quiet_positions_are_those_that_no_capture_changes() {
        let table = Arc::new(TranspositionTable::new(1).unwrap());
        let mut searcher =
            Searcher::new(table, Knowledge::standard().unwrap(), SearchOptions::default());
        for (fen, quiet) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", true),
            // A capture that loses the queen.
            ("4k3/2p5/3p4/8/8/8/3QP3/4K3 w - - 0 1", true),
            ("4k3/8/3p4/8/8/8/3QP3/4K3 w - - 0 1", false),
            // In check; a promotion; a lone king.
            ("4k3/4r3/8/8/8/8/3P4/4K3 w - - 0 1", false),
            ("6k1/P7/8/8/8/8/5r2/R5K1 w - - 0 1", false),
            ("4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1", false),
        ] {
            for _ in 0..2 {
                assert_eq!(searcher.is_quiet(&parse_fen(fen).unwrap()), quiet, "{fen}");
            }
        }
    }
}
