//! The table of root moves: its order, filter and selected row.

use super::tree::{TreePage, cycle};
use crate::engine::Report;
use crate::rules::Move;
use crate::search::RootMove;
use std::cmp::Reverse;

/// The table of the root moves of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RootTable {
    sort: RootSort,
    filter: RootFilter,
}

/// The order of the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum RootSort {
    /// As the search orders them.
    #[default]
    Search,
    Score,
    Nodes,
    Depth,
}

/// The orders with their descriptions.
const SORTS: [(RootSort, &str); 4] = [
    (RootSort::Search, "in the order of the search"),
    (RootSort::Score, "sorted by score"),
    (RootSort::Nodes, "sorted by nodes"),
    (RootSort::Depth, "sorted by depth"),
];

/// The rows that are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum RootFilter {
    #[default]
    All,
    /// Moves that were the best one in an iteration.
    Best,
    /// Moves with an exact score.
    Exact,
    /// Moves whose score depends on a repetition.
    Dependent,
}

/// The filters with their descriptions.
const FILTERS: [(RootFilter, &str); 4] = [
    (RootFilter::All, "all moves"),
    (RootFilter::Best, "only moves that were the best one"),
    (RootFilter::Exact, "only moves with an exact score"),
    (RootFilter::Dependent, "only scores that depend on a repetition"),
];

impl RootTable {
    /// The rows: the place in the order of the search from 1, and the move.
    pub fn rows<'a>(&self, report: &'a Report) -> Vec<(usize, &'a RootMove)> {
        let shown = |root: &RootMove| match self.filter {
            RootFilter::All => true,
            RootFilter::Best => root.best_at > 0,
            RootFilter::Exact => root.bound == crate::base::Bound::Exact && root.depth > 0,
            RootFilter::Dependent => root.depends_on.is_some(),
        };
        let moves = report.search.root_moves.iter().enumerate();
        let mut rows: Vec<(usize, &RootMove)> =
            moves.map(|(index, root)| (index + 1, root)).filter(|(_, root)| shown(root)).collect();
        match self.sort {
            RootSort::Search => {}
            RootSort::Score => rows.sort_by_key(|(_, root)| Reverse((root.depth > 0, root.score))),
            RootSort::Nodes => rows.sort_by_key(|(_, root)| Reverse(root.nodes)),
            RootSort::Depth => rows.sort_by_key(|(_, root)| Reverse((root.depth, root.best_at))),
        }
        rows
    }

    /// The move of a row.
    pub fn row(&self, report: &Report, row: usize) -> Option<Move> {
        self.rows(report).get(row).map(|(_, root)| root.mv)
    }

    /// Order and filter in words.
    pub fn words(&self) -> [&'static str; 2] {
        let sort = SORTS.iter().find(|(sort, _)| *sort == self.sort);
        let filter = FILTERS.iter().find(|(filter, _)| *filter == self.filter);
        [sort.map_or("", |(_, words)| words), filter.map_or("", |(_, words)| words)]
    }
}

impl TreePage for RootTable {
    fn sort(&mut self) -> &'static str {
        cycle(&SORTS, &mut self.sort)
    }

    fn filter(&mut self) -> &'static str {
        cycle(&FILTERS, &mut self.filter)
    }

    fn colour(&mut self) -> &'static str {
        "the table has one colour scheme: scores from White's view"
    }
}
