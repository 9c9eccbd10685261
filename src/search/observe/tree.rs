//! A recorded piece of a search tree, to be walked, filtered, sorted and measured.
//!
//! Made by the recorder; a panel draws it, `why_not` questions it, `export` writes it.

use super::node_stack::NodePurpose;
use crate::base::{Depth, Ply, Score};
use crate::rules::{Move, Position};
use crate::search::{ExitView, NodeType, ProbeView, PrunedView, SearchedView};

/// A node's number in its tree.
pub type NodeId = usize;

/// One visit of the search to a position.
#[derive(Clone, Debug)]
pub struct TreeNode {
    /// The node above, unless this is where recording began.
    pub parent: Option<NodeId>,
    /// Visits below, in the order in which they happened.
    pub children: Vec<NodeId>,
    /// Plies (visits, to be exact) below where recording began.
    pub level: usize,
    /// Distance from the root of the search.
    pub ply: Ply,
    /// The move that led here; `None` at the root and for a null move.
    pub mv: Option<Move>,
    /// What it is searched for.
    pub purpose: NodePurpose,
    /// It, or a node above it, is a test on the side.
    pub side_search: bool,
    /// The iteration it belongs to, in plies.
    pub iteration: Depth,
    /// The place of its move in the order of the node above, with reduction and extension.
    pub place: Option<SearchedView>,
    /// Lower end of the window, side to move's view.
    pub alpha: Score,
    /// Upper end of the window.
    pub beta: Score,
    /// Remaining depth on entry.
    pub depth: Depth,
    /// What was expected of it.
    pub node_type: NodeType,
    /// The move left out, of a singular test.
    pub excluded: Option<Move>,
    /// What the table held; `None` when it was not asked.
    pub probe: Option<ProbeView>,
    /// Raw and corrected static evaluation; `None` when it was not asked.
    pub evaluation: Option<(Score, Score)>,
    /// Moves in the list of the node; 0 when it ended before making one.
    pub listed: usize,
    /// Moves that rules left out.
    pub pruned: Vec<PrunedView>,
    /// How it ended; `None` when the search stopped inside it.
    pub left: Option<ExitView>,
    /// Nodes counted before this one.
    pub entered: u64,
    /// Nodes of its subtree, itself included.
    pub nodes: u64,
}

impl TreeNode {
    /// The score for the side to move, once known.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.left.map(|left| left.value.real)
    }
}

/// A recorded piece of a search.
#[derive(Clone, Debug, Default)]
pub struct SearchTree {
    /// The root of the search.
    pub start: Position,
    /// The moves from there to where recording began.
    pub line: Vec<Move>,
    pub(super) nodes: Vec<TreeNode>,
    pub(super) roots: Vec<NodeId>,
    /// Deepest level that is complete; deeper ones were dropped when memory ran out.
    pub cut_at: Option<usize>,
    /// Visits right below a record that were not recorded themselves, or dropped to make room.
    pub unrecorded: u64,
    /// Bytes the records take, about.
    pub bytes: usize,
}

/// Which nodes to show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeFilter {
    /// Only this kind.
    pub node_type: Option<NodeType>,
    /// Only this purpose.
    pub purpose: Option<NodePurpose>,
    /// Leave tests on the side out.
    pub side_searches: SideSearches,
    /// Only subtrees with at least as many nodes.
    pub least_nodes: u64,
}

/// Whether tests on the side are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SideSearches {
    /// With the moves.
    #[default]
    Shown,
    /// Not at all.
    Hidden,
}

/// The order in which nodes are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SortBy {
    /// As they happened.
    #[default]
    Time,
    /// Largest subtree first.
    Nodes,
    /// Best for the side to move above first; unfinished ones last.
    Score,
    /// Deepest search first.
    Depth,
}

impl NodeFilter {
    fn admits(&self, node: &TreeNode) -> bool {
        self.node_type.is_none_or(|kind| node.node_type == kind)
            && self.purpose.is_none_or(|purpose| node.purpose == purpose)
            && (self.side_searches == SideSearches::Shown || !node.purpose.is_side_search())
            && node.nodes >= self.least_nodes
    }
}

impl SearchTree {
    /// The visits at which recording began, in the order in which they happened.
    #[must_use]
    pub fn roots(&self) -> &[NodeId] {
        &self.roots
    }

    /// The node with this number.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<&TreeNode> {
        self.nodes.get(id)
    }

    /// How many nodes are recorded.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Is nothing recorded?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Nodes of the search inside the recorded subtrees, unrecorded ones included.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.roots.iter().filter_map(|&root| self.node(root)).map(|node| node.nodes).sum()
    }

    /// The nodes below `id` (the roots for `None`), filtered and sorted.
    #[must_use]
    pub fn below(&self, id: Option<NodeId>, filter: &NodeFilter, sort: SortBy) -> Vec<NodeId> {
        let all = match id {
            None => self.roots.as_slice(),
            Some(id) => self.node(id).map_or(&[][..], |node| node.children.as_slice()),
        };
        let mut shown: Vec<NodeId> =
            all.iter().copied().filter(|&id| filter.admits(&self.nodes[id])).collect();
        let node = |id: &NodeId| &self.nodes[*id];
        match sort {
            SortBy::Time => {}
            SortBy::Nodes => shown.sort_by_key(|id| std::cmp::Reverse(node(id).nodes)),
            SortBy::Score => {
                shown.sort_by_key(|id| node(id).score().unwrap_or(Score::INFINITE));
            }
            SortBy::Depth => shown.sort_by_key(|id| std::cmp::Reverse(node(id).depth)),
        }
        shown
    }

    /// The nodes above `id` and itself, where recording began first.
    #[must_use]
    pub fn ancestors(&self, id: NodeId) -> Vec<NodeId> {
        let mut found: Vec<NodeId> =
            std::iter::successors(self.node(id).map(|_| id), |&id| self.nodes[id].parent).collect();
        found.reverse();
        found
    }

    /// The moves from the root of the search to `id`; `None` is a null move.
    #[must_use]
    pub fn path(&self, id: NodeId) -> Vec<Option<Move>> {
        let mut path: Vec<Option<Move>> = self.line.iter().copied().map(Some).collect();
        for pair in self.ancestors(id).windows(2) {
            if self.nodes[pair[1]].ply > self.nodes[pair[0]].ply {
                path.push(self.nodes[pair[1]].mv);
            }
        }
        path
    }

    /// The position of `id`.
    #[must_use]
    pub fn position(&self, id: NodeId) -> Position {
        let mut position = self.start.clone();
        for step in self.path(id) {
            match step {
                Some(mv) => position.play(mv),
                None => position = position.null_move().unwrap_or(position),
            }
        }
        position
    }

    /// The last search of `mv` below `id` that is no test on the side.
    #[must_use]
    pub fn last_search(&self, id: NodeId, mv: Move) -> Option<NodeId> {
        let searched = |child: &&NodeId| {
            let node = &self.nodes[**child];
            node.mv == Some(mv) && !node.purpose.is_side_search()
        };
        self.node(id)?.children.iter().rev().find(searched).copied()
    }

    /// The nodes of the principal variation from `id` down, as far as they are recorded.
    #[must_use]
    pub fn principal_variation(&self, id: NodeId) -> Vec<NodeId> {
        std::iter::successors(self.node(id).map(|_| id), |&id| {
            let best = self.nodes[id].left?.best?;
            self.last_search(id, best)
        })
        .collect()
    }
}
