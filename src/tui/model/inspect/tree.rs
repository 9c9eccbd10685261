//! The tree explorer: a recorded search tree, expanded node by node, filtered and sorted.

use crate::engine::Provenance;
use crate::search::NodeType;
use crate::search::observe::{
    NodeFilter, NodeId, SearchTree, SideSearches, SortBy, to_graphviz, to_ron,
};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A page with a tree whose order, filter and colours can be changed. Each change returns its description.
pub trait TreePage {
    /// Switches to the next order.
    fn sort(&mut self) -> &'static str;
    /// Switches to the next filter.
    fn filter(&mut self) -> &'static str;
    /// Switches the colours.
    fn colour(&mut self) -> &'static str;
}

/// Maximum number of exported nodes.
const EXPORTED: usize = 100_000;

/// A tree with its expanded nodes and the selected one.
#[derive(Clone, Debug)]
pub struct Explorer {
    /// The recorded tree.
    pub tree: Arc<SearchTree>,
    /// Whether it is the tree of the search on the screen.
    pub from: Provenance,
    /// Expanded nodes.
    pub open: BTreeSet<NodeId>,
    /// The selected node.
    pub selected: Option<NodeId>,
    /// Index into the filters.
    filter: usize,
    sort: SortBy,
    /// Whether colours show scores instead of kinds.
    pub by_score: bool,
}

/// The orders of a tree with their descriptions.
const SORTS: [(SortBy, &str); 4] = [
    (SortBy::Time, "in search order"),
    (SortBy::Nodes, "sorted by nodes"),
    (SortBy::Score, "sorted by score"),
    (SortBy::Depth, "sorted by depth"),
];

/// Switches to the next order of a tree; returns its description.
pub(super) fn next_sort(sort: &mut SortBy) -> &'static str {
    cycle(&SORTS, sort)
}

/// Switches to the next value of a table, after the last to the first; returns its description.
pub(super) fn cycle<T: Copy + PartialEq>(
    table: &[(T, &'static str)],
    value: &mut T,
) -> &'static str {
    let at = table.iter().position(|(known, _)| known == value).map_or(0, |at| at + 1);
    let (next, words) = table[at % table.len()];
    *value = next;
    words
}

/// Minimum nodes of the filter for large subtrees.
const LARGE: u64 = 100;

impl Explorer {
    /// A tree with its last finished iteration expanded; of several lines that of the best.
    pub fn new(tree: Arc<SearchTree>, from: Provenance) -> Self {
        let node = |id: NodeId| tree.node(id).filter(|node| node.left.is_some());
        let done = || tree.roots().iter().filter_map(|&id| Some((id, node(id)?)));
        let iteration = done().next_back().map(|(_, node)| node.iteration);
        let exact = done()
            .filter(|(_, node)| Some(node.iteration) == iteration && node.exact_score().is_some());
        let best = exact.max_by_key(|(_, node)| node.score()).or_else(|| done().next_back());
        let last = best.map(|(id, _)| id).or_else(|| tree.roots().last().copied());
        let open = last.into_iter().collect();
        Self { tree, from, open, selected: last, filter: 0, sort: SortBy::Time, by_score: false }
    }

    /// All visible nodes with their level.
    pub fn visible(&self) -> Vec<(usize, NodeId)> {
        let (mut shown, filters) = (Vec::new(), filters());
        let mut rest: Vec<(usize, NodeId)> =
            self.tree.roots().iter().rev().map(|&id| (0, id)).collect();
        while let Some((level, id)) = rest.pop() {
            shown.push((level, id));
            if self.open.contains(&id) {
                let below = self.tree.below(Some(id), &filters[self.filter].0, self.sort);
                rest.extend(below.into_iter().rev().map(|id| (level + 1, id)));
            }
        }
        shown
    }

    /// Moves the selection.
    pub fn walk(&mut self, step: isize) {
        let shown = self.visible();
        let at = shown.iter().position(|(_, id)| Some(*id) == self.selected).unwrap_or(0);
        let next = at.saturating_add_signed(step).min(shown.len().saturating_sub(1));
        self.selected = shown.get(next).map(|(_, id)| *id);
    }

    /// Expands the selected node.
    pub fn open(&mut self) {
        self.open.extend(self.selected);
    }

    /// Collapses the selected node, or selects its parent.
    pub fn close(&mut self) {
        let Some(chosen) = self.selected else { return };
        if !self.open.remove(&chosen) {
            self.selected = self.tree.node(chosen).and_then(|node| node.parent).or(self.selected);
        }
    }

    /// Expands the PV below the selected node and selects its last node.
    pub fn principal(&mut self) {
        let Some(chosen) = self.selected else { return };
        let line = self.tree.principal_variation(chosen);
        self.filter = 0;
        self.open.extend(line.iter().copied());
        self.selected = line.last().copied().or(self.selected);
    }

    /// The selected subtree as Graphviz or RON text.
    ///
    /// # Errors
    /// The tree is empty, or RON fails.
    pub fn export(&self, as_graphviz: bool) -> Result<String, String> {
        let from = self.selected.ok_or("the tree is empty")?;
        if as_graphviz {
            return Ok(to_graphviz(&self.tree, from, EXPORTED));
        }
        to_ron(&self.tree, from, EXPORTED).map_err(|error| error.to_string())
    }
}

impl TreePage for Explorer {
    fn sort(&mut self) -> &'static str {
        next_sort(&mut self.sort)
    }

    fn colour(&mut self) -> &'static str {
        self.by_score = !self.by_score;
        if self.by_score {
            "coloured by score"
        } else {
            "coloured by kind: PV, cut, all, quiescence"
        }
    }

    fn filter(&mut self) -> &'static str {
        let filters = filters();
        self.filter = (self.filter + 1) % filters.len();
        filters[self.filter].1
    }
}

/// The filters in the order of their key, with their descriptions.
fn filters() -> [(NodeFilter, &'static str); 7] {
    let only = |kind| NodeFilter { node_type: Some(kind), ..NodeFilter::default() };
    let main = NodeFilter { side_searches: SideSearches::Hidden, ..NodeFilter::default() };
    let large = NodeFilter { least_nodes: LARGE, ..NodeFilter::default() };
    [
        (NodeFilter::default(), "all nodes"),
        (main, "without side searches"),
        (only(NodeType::Pv), "only PV nodes"),
        (only(NodeType::Cut), "only cut nodes"),
        (only(NodeType::All), "only all nodes"),
        (only(NodeType::Quiescence), "only quiescence"),
        (large, "only subtrees of 100 nodes or more"),
    ]
}
