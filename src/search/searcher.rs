//! The search as its caller sees it: made once, asked for one position after another, with helpers of its own.

use super::observer::{NullObserver, Observer};
use super::pv::legal_pv;
use super::tt_validity::{TtPreparation, TtValidity};
use super::worker::{SharedState, Stopped, ThreadState, Worker};
use super::{
    Evaluate, LimitChecker, Limits, Root, SearchOptions, SearchProgress, SearchReport, StopReason,
    Tablebases, TranspositionTable,
};
use crate::knowledge::{CategoryWeights, Evaluator, Knowledge};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Searches positions. Keeps its histories and shares the table from one search to the next.
///
/// With one thread and a limit of nodes or depth the tree is the same every time, from the same state: call
/// [`Searcher::clear`] and [`Table::clear`] for that.
#[derive(Debug)]
pub struct Searcher<E = Evaluator> {
    tt: Arc<TranspositionTable>,
    tablebases: Option<Arc<Tablebases>>,
    options: SearchOptions,
    /// The evaluation a new thread starts from.
    evaluator: E,
    thread_states: Vec<ThreadState<E>>,
    tt_validity: TtValidity,
}

impl Searcher<Evaluator> {
    /// A searcher with the engine's own evaluation.
    #[must_use]
    pub fn new(
        table: Arc<TranspositionTable>,
        knowledge: Arc<Knowledge>,
        options: SearchOptions,
    ) -> Self {
        Self::with_evaluation(table, Evaluator::new(knowledge), options)
    }

    /// Turns the evaluation's categories up or down. Forgets everything scored with the old emphasis.
    pub fn set_emphasis(&mut self, emphasis: &CategoryWeights) {
        self.evaluator.set_category_weights(emphasis);
        for memory in &mut self.thread_states {
            memory.evaluator.set_category_weights(emphasis);
        }
        self.clear();
        self.tt.clear();
    }
}

impl<E: Evaluate + Clone> Searcher<E> {
    /// A searcher with an evaluation of the caller's.
    #[must_use]
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

    /// The settings in use.
    #[must_use]
    pub const fn options(&self) -> &SearchOptions {
        &self.options
    }

    /// Changes settings for the searches to come. The table is cleared when what it holds would be read wrongly.
    pub fn set_options(&mut self, options: SearchOptions) {
        let same = |a: &SearchOptions, b: &SearchOptions| {
            (a.shadow, a.pruning, a.contempt, a.draw_by_ply, a.granularity)
                == (b.shadow, b.pruning, b.contempt, b.draw_by_ply, b.granularity)
        };
        if !same(&self.options, &options) {
            self.tt.clear();
        }
        self.thread_states.truncate(options.threads.max(1));
        self.options = options;
    }

    /// Uses another table.
    pub fn set_tt(&mut self, table: Arc<TranspositionTable>) {
        self.tt = table;
    }

    /// Uses these endgame tables, or none.
    pub fn set_tablebases(&mut self, tablebases: Option<Arc<Tablebases>>) {
        self.tablebases = tablebases;
    }

    /// Forgets the histories, as before a new game. The table is the caller's to clear.
    pub fn clear(&mut self) {
        self.thread_states.iter_mut().for_each(ThreadState::clear);
    }

    /// Searches `root` until a limit, the supervisor or the observer ends it. Blocks.
    ///
    /// `lines[0].moves[0]` of the report is the best move; without a legal move there are no lines.
    pub fn search<O: Observer>(
        &mut self,
        root: &Root,
        limits: &Limits,
        supervisor: &mut dyn LimitChecker,
        observer: &mut O,
    ) -> SearchReport {
        let served = self.prepare_tt(root);
        let threads = self.options.threads.max(1);
        while self.thread_states.len() < threads {
            self.thread_states.push(ThreadState::new(self.evaluator.clone()));
        }
        let limits = self.with_tablebase_moves(root, limits);
        let shared = SharedState {
            tt: &self.tt,
            tablebases: self.tablebases.as_deref(),
            options: &self.options,
            limits: &limits,
            stop: AtomicBool::new(false),
            helper_nodes: AtomicU64::new(0),
        };
        let Some((memory, helpers)) = self.thread_states.split_first_mut() else {
            return SearchReport::default();
        };
        let report = std::thread::scope(|scope| {
            // Raised even when the main thread panics, or the helpers would be waited for in vain.
            let _stop = StopOnDrop(&shared.stop);
            for (number, memory) in helpers.iter_mut().enumerate() {
                let shared = &shared;
                scope.spawn(move || run_helper_thread(shared, memory, root, number));
            }
            let place = (&root.position, root.history.as_slice());
            let mut main = Worker::new(&shared, (memory, observer), Some(supervisor), place);
            run_main_thread(&mut main, root)
        });
        self.tt_validity.record(root, &report, served);
        report
    }

    /// Ages the table, or clears it when it holds draws of another course of the game.
    fn prepare_tt(&self, root: &Root) -> TtPreparation {
        if self.tt_validity.is_valid_for(root, &self.options) {
            self.tt.new_generation();
            TtPreparation::Kept
        } else {
            self.tt.clear();
            TtPreparation::Cleared
        }
    }

    /// The limits with the root moves narrowed to those the endgame tables keep.
    fn with_tablebase_moves(&self, root: &Root, limits: &Limits) -> Limits {
        let mut limits = limits.clone();
        if limits.moves.is_empty()
            && limits.lines <= 1
            && let Some(moves) =
                self.tablebases.as_ref().and_then(|it| it.best_moves(&root.position))
        {
            limits.moves = moves;
        }
        limits
    }
}

/// Tells the helpers to stop when the main thread leaves its search, however it leaves.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// The main thread's search and report.
fn run_main_thread<E: Evaluate, O: Observer>(
    worker: &mut Worker<'_, E, O>,
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

/// A helper's search: the same tree from a staggered depth, for what it leaves in the shared table.
/// Source: Lazy SMP, chessprogramming.org "Lazy SMP" (Ohmann, 2013).
fn run_helper_thread<E: Evaluate>(
    shared: &SharedState<'_>,
    memory: &mut ThreadState<E>,
    root: &Root,
    number: usize,
) {
    let mut silent = NullObserver;
    let place = (&root.position, root.history.as_slice());
    let mut worker = Worker::new(shared, (memory, &mut silent), None, place);
    worker.completed_depth = i32::from(number.is_multiple_of(2));
    if worker.root.moves.is_empty() {
        return;
    }
    if let Err(Stopped) = worker.iterative_deepening(&root.position) {
        // Told to stop; what it found is in the table.
    }
}
