//! The state before the last search, kept so that it can be searched again to the same node.

use crate::engine::debug_messages::Provenance;
use crate::search::observe::{KeepIterations, RecordScope, Recorder, RecordingError, SearchTree};
use crate::search::{LimitChecker, Limits, Observer, Root, SearchReport, Searcher};
use std::sync::OnceLock;

/// Largest transposition table that is copied, in MiB: copying delays the start of each search.
const MAX_MIB: usize = 256;

/// The state before a search, and what was searched.
#[derive(Debug)]
pub struct Memory {
    epoch: u64,
    searcher: Searcher,
    root: Root,
    limits: Limits,
    threads: usize,
    /// Nodes of the search, once it has ended.
    nodes: OnceLock<u64>,
}

impl Memory {
    /// Copies the state of `searcher` before it searches; `None` if its table is too large or there is no memory.
    pub(in crate::engine) fn new(
        epoch: u64,
        searcher: &Searcher,
        root: &Root,
        limits: &Limits,
    ) -> Option<Self> {
        if searcher.tt().mib() > MAX_MIB {
            return None;
        }
        Some(Self {
            epoch,
            searcher: searcher.fork().ok()?,
            root: root.clone(),
            limits: limits.clone(),
            threads: searcher.options().threads,
            nodes: OnceLock::new(),
        })
    }

    /// Notes the nodes of the search that has ended.
    pub(in crate::engine) fn finish(&self, nodes: u64) {
        self.nodes.get_or_init(|| nodes);
    }

    /// Whether this is the state before the search with this epoch.
    pub(in crate::engine) const fn is_of(&self, epoch: u64) -> bool {
        self.epoch == epoch
    }

    /// Whether the search is repeated node by node.
    pub(in crate::engine) const fn provenance(&self) -> Provenance {
        if self.threads > 1 { Provenance::Threads } else { Provenance::Same }
    }

    /// A searcher with the state before the search; `None` without memory for its table.
    pub(in crate::engine) fn searcher(&self) -> Option<Searcher> {
        self.searcher.fork().ok()
    }

    /// Runs the search again to the node with this number.
    pub(in crate::engine) fn run<O: Observer>(
        &self,
        nodes: u64,
        checker: &mut dyn LimitChecker,
        observer: &mut O,
    ) -> Option<SearchReport> {
        let last = self.nodes.get().copied().unwrap_or(u64::MAX);
        let limits = Limits { nodes: Some(nodes.min(last)), ..self.limits.clone() };
        Some(self.searcher()?.search(&self.root, &limits, checker, observer))
    }

    /// Records the search again, to the node with this number.
    pub(in crate::engine) fn record(
        &self,
        nodes: u64,
        scope: RecordScope,
        bytes: usize,
        checker: &mut dyn LimitChecker,
    ) -> Result<SearchTree, RecordingError> {
        let start = &self.root.position;
        let mut recorder = Recorder::new(start, scope, KeepIterations::All, bytes);
        let report = self.run(nodes, checker, &mut recorder).ok_or(RecordingError::Stopped)?;
        Ok(recorder.finish(&report))
    }
}
