//! A recorded part of a search tree, with filtering, sorting and navigation.
//!
//! The recorder creates it; a panel draws it, `why_not` queries it, `export` writes it.

use super::node_stack::NodePurpose;
use crate::base::{Bound, Depth, Ply, Score};
use crate::rules::{Move, Position};
use crate::search::shadow::Window;
use crate::search::{
    EvalView, ExitReason, ExitView, NodeType, ProbeView, PrunedView, SearchedView,
};
use std::borrow::Borrow;
use std::cmp::Reverse;

/// A node's number in its tree.
pub type NodeId = usize;

/// A recorded node: one search of a position.
#[derive(Clone, Debug)]
pub struct TreeNode {
    /// The parent, unless recording starts here.
    pub parent: Option<NodeId>,
    /// Nodes below, in the order of the search.
    pub children: Vec<NodeId>,
    /// Level below the start of the recording.
    pub level: usize,
    /// Distance from the root of the search.
    pub ply: Ply,
    /// The move that led here; `None` at the root and for a null move.
    pub mv: Option<Move>,
    /// Its purpose.
    pub purpose: NodePurpose,
    /// Its iteration, in plies.
    pub iteration: Depth,
    /// The place of its move in the parent, with reduction and extension.
    pub place: Option<SearchedView>,
    /// Lower end of the window, from the view of the side to move.
    pub alpha: Score,
    /// Upper end of the window.
    pub beta: Score,
    /// Remaining depth on entry.
    pub depth: Depth,
    /// Its node type.
    pub node_type: NodeType,
    /// The result of the TT probe, if any.
    pub probe: Option<ProbeView>,
    /// The static evaluation, if needed.
    pub evaluation: Option<EvalView>,
    /// Number of generated moves; 0 when the node exited before move generation.
    pub listed: usize,
    /// Pruned moves.
    pub pruned: Vec<PrunedView>,
    /// Its exit; `None` when the search stopped inside it.
    pub left: Option<ExitView>,
    /// Nodes before this one.
    pub entered: u64,
    /// Nodes of its subtree, including itself.
    pub nodes: u64,
}

impl TreeNode {
    /// The score for the side to move, after the exit.
    pub fn score(&self) -> Option<Score> {
        self.left.map(|left| left.value.real)
    }

    /// The bound type of the score, by the window of the node.
    pub fn bound(&self) -> Option<Bound> {
        Some(Window { alpha: self.alpha, beta: self.beta }.bound_of(self.score()?))
    }

    /// The score, if it is inside the window of the node and so no bound.
    pub fn exact_score(&self) -> Option<Score> {
        self.score().filter(|_| self.bound() == Some(Bound::Exact))
    }
}

/// A recorded part of a search tree.
#[derive(Clone, Debug, Default)]
pub struct SearchTree {
    /// The root position of the search.
    pub start: Position,
    /// The moves from there to the start of the recording.
    pub line: Vec<Move>,
    pub(super) nodes: Vec<TreeNode>,
    pub(super) roots: Vec<NodeId>,
    /// Deepest complete level, if deeper ones were dropped for lack of memory.
    pub cut_at: Option<usize>,
    /// Nodes directly below a recorded node that were not recorded or were dropped.
    pub unrecorded: u64,
    /// Approximate memory in bytes.
    pub bytes: usize,
}

/// Selects nodes to show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeFilter {
    /// Only this node type.
    pub node_type: Option<NodeType>,
    /// Only this purpose.
    pub purpose: Option<NodePurpose>,
    /// Whether to show side searches.
    pub side_searches: SideSearches,
    /// Only subtrees with at least as many nodes.
    pub least_nodes: u64,
}

/// Whether side searches are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SideSearches {
    /// With the moves.
    #[default]
    Shown,
    /// Not at all.
    Hidden,
}

/// The order in which nodes are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum SortBy {
    /// In the order of the search.
    #[default]
    Time,
    /// Largest subtree first.
    Nodes,
    /// Best for the side to move in the parent first; unfinished nodes last.
    Score,
    /// Deepest search first.
    Depth,
}

impl SortBy {
    /// Sorts nodes of a trace, which are in the order of the search.
    pub fn sort<N: Borrow<lucena_trace::Node>>(self, nodes: &mut [N]) {
        match self {
            Self::Time => {}
            Self::Nodes => nodes.sort_by_key(|node| Reverse(node.borrow().nodes)),
            Self::Score => {
                nodes.sort_by_key(|node| node.borrow().exit.map_or(i64::MAX, |exit| exit.score));
            }
            Self::Depth => nodes.sort_by_key(|node| Reverse(node.borrow().enter.depth)),
        }
    }
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
    /// The nodes at which recording started, in the order of the search.
    pub fn roots(&self) -> &[NodeId] {
        &self.roots
    }

    /// The node with this number.
    pub fn node(&self, id: NodeId) -> Option<&TreeNode> {
        self.nodes.get(id)
    }

    /// How many nodes are recorded.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Nodes of the recorded subtrees, including unrecorded nodes.
    pub fn total(&self) -> u64 {
        self.roots.iter().filter_map(|&root| self.node(root)).map(|node| node.nodes).sum()
    }

    /// The nodes below `id` (the roots for `None`), filtered and sorted.
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
            SortBy::Nodes => shown.sort_by_key(|id| Reverse(node(id).nodes)),
            SortBy::Score => {
                shown.sort_by_key(|id| node(id).score().unwrap_or(Score::INFINITE));
            }
            SortBy::Depth => shown.sort_by_key(|id| Reverse(node(id).depth)),
        }
        shown
    }

    /// The nodes from the start of the recording down to `id`.
    pub fn ancestors(&self, id: NodeId) -> Vec<NodeId> {
        let mut found: Vec<NodeId> =
            std::iter::successors(self.node(id).map(|_| id), |&id| self.nodes[id].parent).collect();
        found.reverse();
        found
    }

    /// The moves from the root of the search to `id`; `None` is a null move.
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

    /// The last search of `mv` below `id` that is not a side search.
    pub fn last_search(&self, id: NodeId, mv: Move) -> Option<NodeId> {
        let searched = |child: &&NodeId| {
            let node = &self.nodes[**child];
            node.mv == Some(mv) && !node.purpose.is_side_search()
        };
        self.node(id)?.children.iter().rev().find(searched).copied()
    }

    /// The moves from the root to a node below `id`, or to a move there, that repeats the position which the value of `id` depends on. `None` if
    /// the value depends on no earlier position, or if that node is not recorded.
    pub fn repeating_path(&self, id: NodeId) -> Option<Vec<Option<Move>>> {
        let ply = self.node(id)?.left?.value.depends_on()?;
        let depends =
            |id: NodeId| self.nodes[id].left.is_some_and(|it| it.value.depends_on() == Some(ply));
        let mut at = id;
        loop {
            let left = self.node(at)?.left?;
            match left.reason {
                ExitReason::Repetition(found) if found == ply => return Some(self.path(at)),
                ExitReason::UpcomingRepetition(found) if found == ply => {
                    let mut path = self.path(at);
                    path.push(Some(left.best?));
                    return Some(path);
                }
                _ => at = *self.node(at)?.children.iter().rev().find(|&&child| depends(child))?,
            }
        }
    }

    /// The nodes of the principal variation from `id` down, as far as they are recorded.
    pub fn principal_variation(&self, id: NodeId) -> Vec<NodeId> {
        std::iter::successors(self.node(id).map(|_| id), |&id| {
            let best = self.nodes[id].left?.best?;
            self.last_search(id, best)
        })
        .collect()
    }
}
