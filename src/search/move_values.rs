//! The values of every legal move at depths 1 to 6, from one multi-PV search: the input of the human strength model.

use super::{
    LimitChecker, Limits, NullObserver, PvLine, Root, SearchOptions, SearchProgress, SearchReport,
    Searcher, StopReason, TranspositionTable, TtError,
};
use crate::knowledge::Knowledge;
use crate::strength::human::{DEPTHS, MoveValues, Situation};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A searcher that values moves, apart from the one that plays: the values depend on the position and the game before it
/// only, not on options or earlier searches.
#[derive(Debug)]
pub struct ValueSearch {
    /// Its own transposition table.
    pub table: Arc<TranspositionTable>,
    /// With one thread and default options.
    pub searcher: Searcher,
}

impl ValueSearch {
    /// A searcher with a small transposition table.
    ///
    /// # Errors
    /// No memory for the transposition table.
    pub fn new(knowledge: Arc<Knowledge>) -> Result<Self, TtError> {
        let table = Arc::new(TranspositionTable::new(VALUE_HASH_MIB)?);
        let searcher = Searcher::new(Arc::clone(&table), knowledge, SearchOptions::default());
        Ok(Self { table, searcher })
    }

    /// Forgets earlier searches. Must precede each search.
    pub fn clear(&mut self) {
        self.table.clear();
        self.searcher.clear();
    }

    /// The values of all legal moves; about 30 ms.
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

/// Nodes at most: about 0.1 s. Moves keep the values of the last completed iteration.
pub const VALUE_NODES: u64 = 50_000;

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
        let depth = self.depth.map_or(DEPTHS as u16, |depth| depth.min(DEPTHS as u16));
        let nodes = self.nodes.map_or(VALUE_NODES, |nodes| nodes.min(VALUE_NODES));
        let lines = usize::MAX;
        Self { depth: Some(depth), nodes: Some(nodes), lines, margin: None, ..self }
    }
}

/// Collects the values of the moves after each iteration of a search with the limits of [`Limits::for_values`].
#[derive(Clone, Debug, Default)]
pub struct MoveValueRecorder {
    values: Vec<MoveValues>,
    lines: Vec<PvLine>,
}

impl MoveValueRecorder {
    /// Takes the values of the iteration that `search` has completed. They stand for the deeper iterations too until those
    /// are complete.
    pub fn add(&mut self, search: &SearchReport) {
        self.lines.clone_from(&search.lines);
        let first = usize::from(search.depth.max(1)) - 1;
        for line in &search.lines {
            let Some(&mv) = line.moves.first() else { continue };
            let value = line.score.value().clamp(-MATE, MATE);
            let known = self.values.iter_mut().find(|known| known.mv == mv);
            match known {
                Some(known) => known.by_depth.iter_mut().skip(first).for_each(|at| *at = value),
                None => self.values.push(MoveValues { mv, by_depth: [value; DEPTHS] }),
            }
        }
    }

    /// Takes the lines of the last completed iteration: those of an interrupted one are partly of another depth than the values.
    pub fn take_lines(&mut self) -> Vec<PvLine> {
        std::mem::take(&mut self.lines)
    }

    /// The values of all moves; their order does not depend on the search.
    pub fn into_values(self) -> Vec<MoveValues> {
        let mut values = self.values;
        values.sort_by_key(|known| {
            let from = known.mv.from().map_or(0, u32::from);
            (from, u32::from(known.mv.to()), known.mv.promotion().map_or(0, u32::from))
        });
        values
    }
}

impl LimitChecker for MoveValueRecorder {
    fn poll(&mut self, _progress: &dyn SearchProgress) -> ControlFlow<StopReason> {
        ControlFlow::Continue(())
    }

    fn iteration_finished(&mut self, progress: &dyn SearchProgress) -> ControlFlow<StopReason> {
        self.add(&progress.report());
        ControlFlow::Continue(())
    }

    fn poll_every(&self) -> u32 {
        u32::MAX
    }
}
