//! The values of every legal move at depths 1 to 6, from one multi-PV search, and the best move of a longer search after it: the
//! input of the human strength model.

use super::{
    LimitChecker, Limits, NullObserver, Parameters, PvLine, Root, SearchOptions, SearchProgress,
    SearchReport, Searcher, StopReason, TranspositionTable, TtError,
};
use crate::knowledge::Knowledge;
use crate::rules::Move;
use crate::strength::human::{DEPTHS, MoveValues, Situation};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A searcher that values moves, apart from the one that plays: the values depend on the position and the game before it
/// only, not on options or earlier searches.
#[derive(Debug)]
pub struct ValueSearch {
    /// Its own transposition table.
    pub table: Arc<TranspositionTable>,
    /// With the options of [`ValueSearch::options`].
    pub searcher: Searcher,
}

impl ValueSearch {
    /// A searcher with a small transposition table.
    ///
    /// # Errors
    /// No memory for the transposition table.
    pub fn new(knowledge: Arc<Knowledge>) -> Result<Self, TtError> {
        let table = Arc::new(TranspositionTable::new(VALUE_HASH_MIB)?);
        let searcher = Searcher::new(Arc::clone(&table), knowledge, Self::options());
        Ok(Self { table, searcher })
    }

    /// One thread, and late move pruning at its least: it would leave out the quiet retreat of an attacked queen where all
    /// moves before it lose her.
    pub fn options() -> SearchOptions {
        let parameters = Parameters { lmp_depth: 1, lmp_base: 12, ..Parameters::default() };
        SearchOptions { parameters, ..SearchOptions::default() }
    }

    /// Forgets earlier searches. Must precede each search.
    pub fn clear(&mut self) {
        self.table.clear();
        self.searcher.clear();
    }

    /// The values of all legal moves; about 60 ms.
    pub fn values(&mut self, situation: &Situation) -> Vec<MoveValues> {
        self.clear();
        let Situation { position, earlier, .. } = situation;
        let root = Root { position: position.clone(), history: earlier.clone() };
        let mut recorder = MoveValueRecorder::default();
        let limits = Limits::default().for_values();
        self.searcher.search(&root, &limits, &mut recorder, &mut NullObserver);
        recorder.into_values()
    }
}

/// Nodes: about 60 ms. Moves keep the values of the last completed iteration; what the values leave is for the best line alone.
pub const VALUE_NODES: u64 = 60_000;

/// Nodes after which no further move is valued: in a third of the positions, within depth 6.
const LINES_NODES: u64 = 40_000;

/// Size of the transposition table in MiB.
pub const VALUE_HASH_MIB: usize = 4;

/// Mates score so many centipawns.
const MATE: i32 = 30_000;

/// Nodes of a move against a lone king: enough to mate with a rook within fifty moves from every position tried.
const LONE_KING_NODES: u64 = 20_000;

impl Limits {
    /// These limits, and those of a search that plays a lone-king ending for a limited level.
    #[must_use]
    pub fn for_lone_king(self) -> Self {
        let nodes = self.nodes.map_or(LONE_KING_NODES, |nodes| nodes.min(LONE_KING_NODES));
        Self { nodes: Some(nodes), lines: 1, margin: None, ..self }
    }

    /// These limits, and those of a search that values the moves.
    #[must_use]
    pub fn for_values(self) -> Self {
        let nodes = self.nodes.map_or(VALUE_NODES, |nodes| nodes.min(VALUE_NODES));
        let (lines, lines_depth) = (usize::MAX, Some(DEPTHS as u16));
        let lines_nodes = Some(LINES_NODES);
        Self { nodes: Some(nodes), lines, lines_depth, lines_nodes, margin: None, ..self }
    }
}

/// Collects the values of the moves after each iteration of a search with the limits of [`Limits::for_values`].
#[derive(Clone, Debug, Default)]
pub struct MoveValueRecorder {
    values: Vec<MoveValues>,
    lines: Vec<PvLine>,
    best: Option<Move>,
}

impl MoveValueRecorder {
    /// Takes the values of the iteration that `search` has completed. They stand for the deeper iterations too until those
    /// are complete.
    pub fn add(&mut self, search: &SearchReport) {
        self.best = search.lines.first().and_then(|line| line.moves.first().copied());
        if usize::from(search.depth) > DEPTHS || search.lines.len() < search.root_moves.len() {
            return;
        }
        self.lines.clone_from(&search.lines);
        let first = usize::from(search.depth.max(1)) - 1;
        for line in &search.lines {
            let Some(&mv) = line.moves.first() else { continue };
            let value = line.score.value().clamp(-MATE, MATE);
            let known = self.values.iter_mut().find(|known| known.mv == mv);
            match known {
                Some(known) => known.by_depth.iter_mut().skip(first).for_each(|at| *at = value),
                None => {
                    let (by_depth, is_best) = ([value; DEPTHS], false);
                    self.values.push(MoveValues { mv, by_depth, is_best });
                }
            }
        }
    }

    /// Takes the lines of the last completed iteration with all of them: those of an interrupted one are partly of another depth than the values.
    pub fn take_lines(&mut self) -> Vec<PvLine> {
        std::mem::take(&mut self.lines)
    }

    /// The values of all moves; their order does not depend on the search.
    pub fn into_values(self) -> Vec<MoveValues> {
        let mut values = self.values;
        for known in &mut values {
            known.is_best = self.best == Some(known.mv);
        }
        values.sort_by_key(|known| {
            let from = known.mv.from().map_or(0, u32::from);
            (from, u32::from(known.mv.to()), known.mv.promotion().map_or(0, u32::from))
        });
        values
    }
}

impl LimitChecker for MoveValueRecorder {
    fn iteration_finished(&mut self, progress: &dyn SearchProgress) -> ControlFlow<StopReason> {
        self.add(&progress.report());
        ControlFlow::Continue(())
    }

    fn poll_every(&self) -> u32 {
        u32::MAX
    }
}
