//! The state before the last search, kept so that it can be searched again to the same node.

use super::search_log::LoggedSearch;
use crate::engine::debug_messages::Provenance;
use crate::search::{LimitChecker, Observer, Root, SearchReport, Searcher};
use std::sync::Arc;

/// Largest transposition table that is copied, in MiB: copying delays the start of each search.
const MAX_MIB: usize = 256;

/// The state before a search, and what was searched.
#[derive(Debug)]
pub struct Memory {
    search: Arc<LoggedSearch>,
    searcher: Searcher,
    root: Root,
    threads: usize,
}

impl Memory {
    /// Copies the state of `searcher` before it searches; `None` if its table is too large or there is no memory.
    pub(in crate::engine) fn new(
        search: Arc<LoggedSearch>,
        searcher: &Searcher,
        root: &Root,
    ) -> Option<Self> {
        if searcher.tt().mib() > MAX_MIB {
            return None;
        }
        Some(Self {
            search,
            searcher: searcher.fork().ok()?,
            root: root.clone(),
            threads: searcher.options().threads,
        })
    }

    /// Whether this is the state before the search with this epoch.
    pub(in crate::engine) fn is_of(&self, epoch: u64) -> bool {
        self.search.epoch() == epoch
    }

    /// Whether the search is repeated node by node.
    pub(in crate::engine) const fn provenance(&self) -> Provenance {
        if self.threads > 1 { Provenance::Threads } else { Provenance::Same }
    }

    /// A searcher with the state before the search; `None` without memory for its table.
    pub(in crate::engine) fn searcher(&self) -> Option<Searcher> {
        self.searcher.fork().ok()
    }

    /// Runs the search again to the node with this number; a search whose last iterations have one line, to `lines_depth` at most.
    pub(in crate::engine) fn run<O: Observer>(
        &self,
        nodes: u64,
        lines_depth: Option<u16>,
        checker: &mut dyn LimitChecker,
        observer: &mut O,
    ) -> Option<SearchReport> {
        let mut limits = self.search.limits_to(nodes);
        if limits.lines_depth.is_some() {
            limits.depth = lines_depth.or(limits.depth);
        }
        Some(self.searcher()?.search(&self.root, &limits, checker, observer))
    }
}
