//! The searches since the transposition table and the histories were empty. Run again in their order they lead to the state
//! that a search began with, so that a recording of them repeats it anywhere.

use crate::engine::debug_messages::{SearchedNodes, Unrepeatable};
use crate::engine::messages::Go;
use crate::rules::{Move, Position};
use crate::search::observe::{RecordedTask, SearchRecording};
use crate::search::{Limits, Searcher};
use std::sync::{Arc, OnceLock};

/// A search that has begun.
#[derive(Debug)]
pub(in crate::engine) struct LoggedSearch {
    epoch: u64,
    start: Position,
    moves: Vec<Move>,
    limits: Limits,
    /// Apart from the main search: it begins with an empty table of its own.
    is_apart: bool,
    /// Why a recording cannot repeat it.
    obstacle: Option<Unrepeatable>,
    /// Its nodes, once it has ended.
    nodes: OnceLock<u64>,
}

impl LoggedSearch {
    /// A search that is about to begin.
    pub(in crate::engine) fn new(
        go: &Go,
        limits: &Limits,
        is_apart: bool,
        searcher: &Searcher,
    ) -> Self {
        let obstacle = match (searcher.options().threads, searcher.has_tablebases()) {
            (2.., _) => Some(Unrepeatable::Threads),
            (_, true) => Some(Unrepeatable::Tablebases),
            (_, false) => None,
        };
        Self {
            epoch: go.epoch,
            start: go.start.clone(),
            moves: go.moves.clone(),
            limits: limits.clone(),
            is_apart,
            obstacle,
            nodes: OnceLock::new(),
        }
    }

    /// The epoch of its `Go`.
    pub(super) const fn epoch(&self) -> u64 {
        self.epoch
    }

    /// Its limits, and to end at the node with this number at the latest, or where it has ended.
    pub(super) fn limits_to(&self, nodes: u64) -> Limits {
        let last = self.nodes.get().copied().unwrap_or(u64::MAX);
        let nodes = Some(nodes.min(last)).filter(|&nodes| nodes < u64::MAX);
        Limits { nodes: nodes.or(self.limits.nodes), ..self.limits.clone() }
    }

    fn task(&self, nodes: u64) -> RecordedTask {
        RecordedTask::new(&self.start, &self.moves, &self.limits_to(nodes))
    }
}

/// The searches, the last one last.
#[derive(Clone, Debug, Default)]
pub struct SearchLog(Vec<Arc<LoggedSearch>>);

impl SearchLog {
    /// Table and histories are empty.
    pub(in crate::engine) fn clear(&mut self) {
        self.0.clear();
    }

    /// A search begins.
    pub(in crate::engine) fn begin(&mut self, search: Arc<LoggedSearch>) {
        self.0.push(search);
    }

    /// Whether the search that began last is apart from the main search.
    pub(in crate::engine) fn is_last_apart(&self) -> bool {
        self.0.last().is_some_and(|last| last.is_apart)
    }

    /// The search that began last has ended after so many nodes.
    pub(in crate::engine) fn end(&self, nodes: u64) {
        if let Some(last) = self.0.last() {
            last.nodes.get_or_init(|| nodes);
        }
    }

    /// Puts the search and those before it into `recording`.
    ///
    /// # Errors
    /// It cannot be repeated; `recording` stays as it is.
    pub(in crate::engine) fn put_into(
        &self,
        recording: &mut SearchRecording,
        search: SearchedNodes,
    ) -> Result<(), Unrepeatable> {
        let is_meant = |logged: &Arc<LoggedSearch>| logged.epoch == search.epoch;
        let at = self.0.iter().rposition(is_meant).ok_or(Unrepeatable::Cleared)?;
        let (before, from) = self.0.split_at(at);
        let asked = from.first().ok_or(Unrepeatable::Cleared)?;
        let earlier: Vec<&Arc<LoggedSearch>> =
            before.iter().filter(|it| !asked.is_apart && !it.is_apart).collect();
        if let Some(obstacle) = earlier.iter().chain([&asked]).find_map(|it| it.obstacle) {
            return Err(obstacle);
        }
        let tasks = earlier.iter().map(|it| it.task(u64::MAX));
        recording.set_task(asked.task(search.nodes), tasks.collect());
        Ok(())
    }
}
