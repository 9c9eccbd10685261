//! Records a part of a search tree in bounded memory.
//!
//! It records only below a given line, so that any node of a deterministic search can be recorded by searching again. When
//! the memory is full, it drops the deepest level: the tree is complete down to the level in `cut_at`.

use super::node_stack::{NodePurpose, NodeStack};
use super::tree::{NodeId, SearchTree, TreeNode};
use crate::base::{Depth, Ply, Score};
use crate::rules::{Move, Position};
use crate::search::{
    EvalView, ExitView, NodeType, NodeView, Observer, ProbeView, PrunedView, ScoredMove,
    SearchReport, SearchedView,
};
use std::mem::size_of;
use std::ops::ControlFlow;

/// Default memory of a recording: 64 MiB.
pub const DEFAULT_BYTES: usize = 64 << 20;

/// Which nodes to record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordScope {
    /// The position after a line and the given number of levels below it.
    Below(Vec<Move>, usize),
    /// The positions along a line and the moves tried there.
    Along(Vec<Move>),
}

impl RecordScope {
    fn line(&self) -> &[Move] {
        match self {
            Self::Below(line, _) | Self::Along(line) => line,
        }
    }
}

/// Which iterations to keep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeepIterations {
    /// The last complete one, or the first if none is complete.
    #[default]
    Last,
    /// All.
    All,
}

/// Records a search.
#[derive(Debug)]
pub struct Recorder {
    scope: RecordScope,
    keep: KeepIterations,
    bytes: usize,
    stack: NodeStack<Option<NodeId>>,
    iteration: Depth,
    /// The current iteration.
    current: SearchTree,
    /// The previous iteration.
    previous: Option<SearchTree>,
    /// Levels deeper than this are not recorded.
    deepest: usize,
}

impl Recorder {
    /// A recorder of a search from `start` in about `bytes` of memory.
    pub fn new(start: &Position, scope: RecordScope, keep: KeepIterations, bytes: usize) -> Self {
        let current = SearchTree { start: start.clone(), ..SearchTree::default() };
        let mut recorder = Self {
            scope,
            keep,
            bytes: if keep == KeepIterations::Last { bytes / 2 } else { bytes },
            stack: NodeStack::default(),
            iteration: 0,
            current,
            previous: None,
            deepest: 0,
        };
        recorder.begin();
        recorder
    }

    /// Clears the tree of the current iteration.
    fn begin(&mut self) {
        let (line, deepest) = match &self.scope {
            RecordScope::Below(line, levels) => (line.clone(), *levels),
            RecordScope::Along(_) => (Vec::new(), usize::MAX),
        };
        self.deepest = deepest;
        self.current =
            SearchTree { start: self.current.start.clone(), line, ..SearchTree::default() };
    }

    /// The recorded tree of the search that ended with `report`. [`KeepIterations::Last`] prefers a complete iteration.
    pub fn finish(mut self, report: &SearchReport) -> SearchTree {
        for open in self.stack.open() {
            if let Some(node) = open.extra.and_then(|id| self.current.nodes.get_mut(id)) {
                node.nodes = report.nodes - node.entered;
            }
        }
        match self.previous.take() {
            Some(previous) if self.iteration > Depth::from(report.depth) => previous,
            _ => self.current,
        }
    }

    /// The level at which to record the node, below the recorded node `above`; `None` if it is not recorded.
    fn level(&self, view: &NodeView<'_>, above: Option<NodeId>) -> Option<usize> {
        let line = self.scope.line();
        let on_line = |length: usize| {
            view.path.len() >= length
                && line.len() >= length
                && view.path.iter().zip(&line[..length]).all(|(step, mv)| *step == Some(*mv))
        };
        let level = above.map_or(0, |above| self.current.nodes[above].level + 1);
        let wanted = match &self.scope {
            RecordScope::Below(..) => {
                above.is_some() || (view.path.len() == line.len() && on_line(line.len()))
            }
            // Nodes of the line, and nodes one move off it.
            RecordScope::Along(_) => {
                let length = view.path.len();
                on_line(length) || (above.is_some() && length > 0 && on_line(length - 1))
            }
        };
        (wanted && level <= self.deepest).then_some(level)
    }

    fn add(&mut self, node: TreeNode) -> NodeId {
        let id = self.current.nodes.len();
        match node.parent {
            Some(parent) => {
                self.current.nodes[parent].children.push(id);
                self.current.bytes += size_of::<NodeId>();
            }
            None => self.current.roots.push(id),
        }
        self.current.bytes += size_of::<TreeNode>();
        let nodes = &mut self.current.nodes;
        if nodes.len() == nodes.capacity() {
            // Grow by a quarter, not by factor two: the limit applies to allocated memory.
            nodes.reserve_exact(nodes.len() / 4 + 64);
        }
        nodes.push(node);
        id
    }

    /// Drops the deepest levels until half of the memory is free.
    fn make_room(&mut self) {
        while self.current.bytes > self.bytes / 2 {
            let deepest = self.current.nodes.iter().map(|node| node.level).max().unwrap_or(0);
            if deepest == 0 {
                // Only searches of the end of the line are left: drop the oldest.
                self.deepest = 0;
                self.retain(|id, count| id >= count / 2);
            } else {
                self.deepest = deepest - 1;
                let levels: Vec<usize> = self.current.nodes.iter().map(|node| node.level).collect();
                self.retain(|id, _| levels[id] < deepest);
            }
            self.current.cut_at = Some(self.deepest);
        }
    }

    /// Keeps the nodes for which `keeps` (number, count) is true, and renumbers them.
    fn retain(&mut self, keeps: impl Fn(NodeId, usize) -> bool) {
        let count = self.current.nodes.len();
        let mut kept = 0;
        let new_ids: Vec<Option<NodeId>> = (0..count)
            .map(|id| {
                let new = keeps(id, count).then_some(kept);
                kept += usize::from(new.is_some());
                new
            })
            .collect();
        let renumber =
            |ids: &[NodeId]| ids.iter().filter_map(|&id| new_ids[id]).collect::<Vec<_>>();
        let old = std::mem::take(&mut self.current.nodes);
        self.current.unrecorded += (count - kept) as u64;
        self.current.bytes = 0;
        for (id, mut node) in old.into_iter().enumerate() {
            if new_ids[id].is_none() {
                continue;
            }
            node.parent = node.parent.and_then(|parent| new_ids[parent]);
            node.children = renumber(&node.children);
            self.current.bytes += bytes_of(&node);
            self.current.nodes.push(node);
        }
        self.current.roots = renumber(&self.current.roots);
        for open in self.stack.open_mut() {
            open.extra = open.extra.and_then(|id| new_ids[id]);
        }
    }

    /// The record of the innermost node, if it is recorded.
    fn record(&mut self) -> Option<&mut TreeNode> {
        let id = self.stack.top()?.extra?;
        self.current.nodes.get_mut(id)
    }
}

fn bytes_of(node: &TreeNode) -> usize {
    size_of::<TreeNode>()
        + node.children.len() * size_of::<NodeId>()
        + node.pruned.len() * size_of::<PrunedView>()
}

impl Observer for Recorder {
    fn iteration_begins(&mut self, depth: Depth, _line: usize, _alpha: Score, _beta: Score) {
        if depth != self.iteration && self.keep == KeepIterations::Last && self.iteration > 0 {
            self.previous = Some(std::mem::take(&mut self.current));
            self.current.start =
                self.previous.as_ref().map_or_else(Position::default, |it| it.start.clone());
            self.begin();
        }
        self.iteration = depth;
    }

    fn enter(&mut self, view: &NodeView<'_>) -> ControlFlow<()> {
        if view.node_type != NodeType::Root && self.current.bytes > self.bytes / 4 * 3 {
            self.make_room();
        }
        let above = if view.node_type == NodeType::Root { None } else { self.stack.top() };
        let place = above.and_then(|above| above.trying);
        let parent = above.and_then(|above| above.extra);
        let level = self.level(view, parent);
        let (mut purpose, iteration) = (NodePurpose::Root, self.iteration);
        self.stack.enter(view, |own, _, _| {
            purpose = own;
            None
        });
        let Some(level) = level else {
            self.current.unrecorded += u64::from(parent.is_some());
            return ControlFlow::Continue(());
        };
        let id = self.add(TreeNode {
            parent,
            children: Vec::new(),
            level,
            ply: view.ply,
            mv: view.path.last().copied().flatten(),
            purpose,
            iteration,
            place: place.filter(|_| !purpose.is_side_search()),
            alpha: view.alpha,
            beta: view.beta,
            depth: view.depth,
            node_type: view.node_type,
            probe: None,
            evaluation: None,
            listed: 0,
            pruned: Vec::new(),
            left: None,
            entered: view.nodes - 1,
            nodes: 1,
        });
        if let Some(top) = self.stack.top_mut() {
            top.extra = Some(id);
        }
        ControlFlow::Continue(())
    }

    fn probed(&mut self, _ply: Ply, probe: &ProbeView) {
        if let Some(node) = self.record() {
            node.probe = Some(*probe);
        }
    }

    fn evaluated(&mut self, _ply: Ply, eval: &EvalView) {
        if let Some(node) = self.record() {
            node.evaluation = Some(*eval);
        }
    }

    fn ordered(&mut self, _ply: Ply, moves: &[ScoredMove]) {
        if let Some(node) = self.record() {
            node.listed = moves.len();
        }
    }

    fn searching(&mut self, _ply: Ply, tried: &SearchedView) -> ControlFlow<()> {
        self.stack.trying(tried);
        ControlFlow::Continue(())
    }

    fn pruned(&mut self, _ply: Ply, skipped: &PrunedView) {
        if let Some(node) = self.record() {
            node.pruned.push(*skipped);
            self.current.bytes += size_of::<PrunedView>();
        }
    }

    fn exit(&mut self, _ply: Ply, left: &ExitView) -> ControlFlow<()> {
        let closed = self.stack.leave();
        if let Some(node) =
            closed.and_then(|open| open.extra).and_then(|id| self.current.nodes.get_mut(id))
        {
            node.nodes = left.nodes - node.entered;
            node.left = Some(*left);
        }
        ControlFlow::Continue(())
    }
}
