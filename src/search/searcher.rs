//! The search as its caller sees it: made once, asked for one position after another, with helpers of its own.

use super::line::legal_line;
use super::observer::{Observer, Silent};
use super::past::{Past, Served};
use super::worker::{Memory, Shared, Stopped, Worker};
use super::{
    Evaluate, Limits, Options, Progress, Root, SearchReport, StopReason, Supervisor, Table,
    Tablebases,
};
use crate::knowledge::{Emphasis, Evaluator, Knowledge};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Searches positions. Keeps its histories and shares the table from one search to the next.
///
/// With one thread and a limit of nodes or depth the tree is the same every time, from the same state: call
/// [`Searcher::clear`] and [`Table::clear`] for that.
#[derive(Debug)]
pub struct Searcher<E = Evaluator> {
    table: Arc<Table>,
    tablebases: Option<Arc<Tablebases>>,
    options: Options,
    /// The evaluation a new thread starts from.
    evaluator: E,
    memories: Vec<Memory<E>>,
    past: Past,
}

impl Searcher<Evaluator> {
    /// A searcher with the engine's own evaluation.
    #[must_use]
    pub fn new(table: Arc<Table>, knowledge: Arc<Knowledge>, options: Options) -> Self {
        Self::with_evaluation(table, Evaluator::new(knowledge), options)
    }

    /// Turns the evaluation's categories up or down. Forgets everything scored with the old emphasis.
    pub fn set_emphasis(&mut self, emphasis: &Emphasis) {
        self.evaluator.set_emphasis(emphasis);
        for memory in &mut self.memories {
            memory.evaluator.set_emphasis(emphasis);
        }
        self.clear();
        self.table.clear();
    }
}

impl<E: Evaluate + Clone> Searcher<E> {
    /// A searcher with an evaluation of the caller's.
    #[must_use]
    pub fn with_evaluation(table: Arc<Table>, evaluator: E, options: Options) -> Self {
        Self {
            table,
            tablebases: None,
            options,
            evaluator,
            memories: Vec::new(),
            past: Past::default(),
        }
    }

    /// The settings in use.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Changes settings for the searches to come. The table is cleared when what it holds would be read wrongly.
    pub fn set_options(&mut self, options: Options) {
        let same = |a: &Options, b: &Options| {
            (a.shadow, a.selectivity, a.contempt, a.draw_by_ply, a.grain)
                == (b.shadow, b.selectivity, b.contempt, b.draw_by_ply, b.grain)
        };
        if !same(&self.options, &options) {
            self.table.clear();
        }
        self.memories.truncate(options.threads.max(1));
        self.options = options;
    }

    /// Uses another table.
    pub fn set_table(&mut self, table: Arc<Table>) {
        self.table = table;
    }

    /// Uses these endgame tables, or none.
    pub fn set_tablebases(&mut self, tablebases: Option<Arc<Tablebases>>) {
        self.tablebases = tablebases;
    }

    /// Forgets the histories, as before a new game. The table is the caller's to clear.
    pub fn clear(&mut self) {
        self.memories.iter_mut().for_each(Memory::clear);
    }

    /// Searches `root` until a limit, the supervisor or the observer ends it. Blocks.
    ///
    /// `lines[0].moves[0]` of the report is the best move; without a legal move there are no lines.
    pub fn search<O: Observer>(
        &mut self,
        root: &Root,
        limits: &Limits,
        supervisor: &mut dyn Supervisor,
        observer: &mut O,
    ) -> SearchReport {
        let served = self.prepare_table(root);
        let threads = self.options.threads.max(1);
        while self.memories.len() < threads {
            self.memories.push(Memory::new(self.evaluator.clone()));
        }
        let limits = self.narrowed(root, limits);
        let shared = Shared {
            table: &self.table,
            tablebases: self.tablebases.as_deref(),
            options: &self.options,
            limits: &limits,
            stop: AtomicBool::new(false),
            helper_nodes: AtomicU64::new(0),
        };
        let Some((memory, helpers)) = self.memories.split_first_mut() else {
            return SearchReport::default();
        };
        let report = std::thread::scope(|scope| {
            // Raised even when the main thread panics, or the helpers would be waited for in vain.
            let _stop = StopOnDrop(&shared.stop);
            for (number, memory) in helpers.iter_mut().enumerate() {
                let shared = &shared;
                scope.spawn(move || help(shared, memory, root, number));
            }
            let place = (&root.position, root.history.as_slice());
            let mut main = Worker::new(&shared, (memory, observer), Some(supervisor), place);
            lead(&mut main, root)
        });
        self.past.note(root, &report, served);
        report
    }

    /// Ages the table, or clears it when it holds draws of another course of the game.
    fn prepare_table(&self, root: &Root) -> Served {
        if self.past.serves(root, &self.options) {
            self.table.new_generation();
            Served::Kept
        } else {
            self.table.clear();
            Served::Cleared
        }
    }

    /// The limits with the root moves narrowed to those the endgame tables keep.
    fn narrowed(&self, root: &Root, limits: &Limits) -> Limits {
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
fn lead<E: Evaluate, O: Observer>(worker: &mut Worker<'_, E, O>, root: &Root) -> SearchReport {
    worker.note_root(&root.position);
    worker.memory.evaluator.reset_activity();
    if worker.root.moves.is_empty() {
        worker.stop = Some(StopReason::NoMoves);
    } else if let Err(Stopped) = worker.deepen(&root.position) {
        // The reason is in the worker.
    }
    let mut report = worker.report();
    for line in &mut report.lines {
        line.moves = legal_line(&root.position, &root.history, &line.moves);
    }
    report
}

/// A helper's search: the same tree from a staggered depth, for what it leaves in the shared table.
/// Source: Lazy SMP, chessprogramming.org "Lazy SMP" (Ohmann, 2013).
fn help<E: Evaluate>(shared: &Shared<'_>, memory: &mut Memory<E>, root: &Root, number: usize) {
    let mut silent = Silent;
    let place = (&root.position, root.history.as_slice());
    let mut worker = Worker::new(shared, (memory, &mut silent), None, place);
    worker.completed_depth = i32::from(number.is_multiple_of(2));
    if worker.root.moves.is_empty() {
        return;
    }
    if let Err(Stopped) = worker.deepen(&root.position) {
        // Told to stop; what it found is in the table.
    }
}
