//! The move tree: a flat vector of nodes, so that no walk recurses on deep input.
//! Rules of play (who may move, clocks, results) are not here; see [`super::Game`].

use super::{Evaluation, MoveAnnotation, SearchInfo};
use crate::base::Ply;
use crate::rules::{Color, Move, Position, notation};
use crate::strength::StrengthLevel;
use shakmaty::Position as _;

/// Identifies a node of one game's tree. Ids stay valid when variations are added, promoted or removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(usize);

impl NodeId {
    /// The start position.
    pub const ROOT: Self = Self(0);
}

/// A legal move or a null move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeMove {
    /// A legal move.
    Move(Move),
    /// A null move, written as `--`.
    Null,
}

/// A position of the tree, the move that led to it, and the annotations of that move.
#[derive(Clone, Debug, Default)]
pub struct Node {
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    step: Option<TreeMove>,
    position: Position,
    ply: Ply,
    /// Comment before the move; in PGN only the first move of a line has one.
    pub before: String,
    /// Comment after the move; at the root, before the first move.
    pub comment: String,
    /// Numeric annotation glyphs, in order; 1 is `!`, 2 is `?`.
    pub nags: Vec<u8>,
    /// Clock, evaluation, engine information and unknown commands.
    pub annotation: MoveAnnotation,
}

impl Node {
    /// The parent; `None` at the root.
    pub const fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The continuations, the main one first.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// The move that led here, null moves included; `None` at the root.
    pub const fn step(&self) -> Option<TreeMove> {
        self.step
    }

    /// The move that led here; `None` at the root and after a null move.
    pub const fn mv(&self) -> Option<Move> {
        match self.step {
            Some(TreeMove::Move(mv)) => Some(mv),
            _ => None,
        }
    }

    /// The position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Half-moves since the start position.
    pub const fn ply(&self) -> Ply {
        self.ply
    }

    /// The number of the move that led here.
    pub fn move_number(&self) -> usize {
        self.position.game_ply().saturating_sub(1) / 2 + 1
    }

    /// The side that made the move; `None` at the root.
    pub fn mover(&self) -> Option<Color> {
        self.step.map(|_| !self.position.turn())
    }

    /// The recorded search of the game, unless the evaluation was added later. Scores are compared as they are written: a mate has
    /// its moves, not its plies.
    pub fn own_search(&self) -> Option<&SearchInfo> {
        let search = self.annotation.engine_info.as_ref()?.search.as_ref()?;
        let Some(Evaluation { score, depth }) = self.annotation.evaluation else {
            return Some(search);
        };
        let is_black = self.mover() == Some(Color::Black);
        let own = search.score.map(|own| if is_black { -own } else { own });
        let is_own = !search.is_superseded
            && depth.is_none_or(|depth| depth == search.depth)
            && own.is_none_or(|own| own.to_string() == score.to_string());
        is_own.then_some(search)
    }

    /// Whether the evaluation is that of a search with limited strength, which judges no move. A mate is one for every search.
    pub fn has_weakened_evaluation(&self) -> bool {
        let info = self.annotation.engine_info.as_ref();
        let is_limited = info
            .and_then(|info| info.dial.as_ref())
            .is_some_and(|dial| dial.level != StrengthLevel::Full);
        let is_heuristic = self.annotation.evaluation.is_some_and(|it| it.score.is_heuristic());
        is_limited && is_heuristic && self.own_search().is_some()
    }
}

/// The move tree of a game.
///
/// Invariant: node 0 exists and is the root; every other node has a parent with a lower index.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// A tree of one position.
    pub fn new(start: Position) -> Self {
        Self { nodes: vec![Node { position: start, ..Node::default() }] }
    }

    /// The node with this id; the root for an id of another game.
    pub fn node(&self, id: NodeId) -> &Node {
        self.nodes.get(id.0).unwrap_or(&self.nodes[0])
    }

    /// The node with this id, to annotate.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        let index = if id.0 < self.nodes.len() { id.0 } else { 0 };
        &mut self.nodes[index]
    }

    /// Number of nodes ever created, the root included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the tree has no move.
    pub fn is_empty(&self) -> bool {
        self.nodes[0].children.is_empty()
    }

    /// Every node ever created.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len()).map(NodeId)
    }

    /// The child of `id` reached by `step`, if there is one.
    pub fn child(&self, id: NodeId, step: TreeMove) -> Option<NodeId> {
        self.node(id).children.iter().copied().find(|&child| self.node(child).step == Some(step))
    }

    /// Adds `step` as the last continuation of `id`, even if it exists already (a PGN file may repeat a move).
    /// `None` if it is illegal.
    pub fn append(&mut self, id: NodeId, step: TreeMove) -> Option<NodeId> {
        let id = if id.0 < self.nodes.len() { id } else { NodeId::ROOT };
        let from = self.node(id);
        let position = match step {
            TreeMove::Move(mv) if from.position.chess().is_legal(mv) => from.position.after(mv),
            TreeMove::Move(_) => return None,
            TreeMove::Null => from.position.null_move()?,
        };
        let ply = from.ply + 1;
        let child = NodeId(self.nodes.len());
        self.nodes.push(Node {
            parent: Some(id),
            step: Some(step),
            position,
            ply,
            ..Node::default()
        });
        self.node_mut(id).children.push(child);
        Some(child)
    }

    /// The nodes from the root to `id`, both included.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path = vec![id];
        let mut at = id;
        while let Some(parent) = self.node(at).parent {
            path.push(parent);
            at = parent;
        }
        path.reverse();
        path
    }

    /// The path to `id`, continued along the main continuations to the end: the line that a move list shows.
    pub fn line_through(&self, id: NodeId) -> Vec<NodeId> {
        let mut line = self.path(id);
        let mut at = id;
        while let Some(&next) = self.node(at).children.first() {
            line.push(next);
            at = next;
        }
        line
    }

    /// The main line from the root to its end.
    pub fn mainline(&self) -> Vec<NodeId> {
        self.line_through(NodeId::ROOT)
    }

    /// Makes the path to `id` the main line.
    pub fn promote_to_mainline(&mut self, id: NodeId) {
        for pair in self.path(id).windows(2) {
            let siblings = &mut self.node_mut(pair[0]).children;
            if let Some(place) = siblings.iter().position(|&child| child == pair[1]) {
                siblings[..=place].rotate_right(1);
            }
        }
    }

    /// Moves `id` up by one among the continuations of its parent.
    pub fn promote_one(&mut self, id: NodeId) {
        let Some(parent) = self.node(id).parent else { return };
        let siblings = &mut self.node_mut(parent).children;
        if let Some(place) = siblings.iter().position(|&child| child == id).filter(|&at| at > 0) {
            siblings.swap(place - 1, place);
        }
    }

    /// Removes the nodes that were added when the tree had `len` nodes or more. The root stays.
    pub fn truncate(&mut self, len: usize) {
        while self.nodes.len() > len.max(1)
            && let Some(node) = self.nodes.pop()
        {
            let (id, parent) = (NodeId(self.nodes.len()), node.parent.unwrap_or_default());
            let siblings = &mut self.node_mut(parent).children;
            // The last one, unless variations were promoted since.
            siblings.iter().rposition(|&child| child == id).map(|place| siblings.remove(place));
        }
    }

    /// Removes `id` and its subtree. The root stays.
    pub fn remove(&mut self, id: NodeId) {
        if let Some(parent) = self.node(id).parent {
            self.node_mut(parent).children.retain(|&child| child != id);
        }
    }

    /// Removes everything but the moves from the root to `id`.
    pub fn keep_path(&mut self, id: NodeId) {
        let path = self.path(id);
        for (at, &node) in path.iter().enumerate() {
            self.node_mut(node).children = path.get(at + 1).copied().into_iter().collect();
        }
    }

    /// Gives `id` the continuations that it had before, nodes of this tree.
    pub(super) fn set_children(&mut self, id: NodeId, children: Vec<NodeId>) {
        self.node_mut(id).children = children;
    }

    /// Whether the moves to `id` are still in the tree: [`Tree::remove`] leaves those behind it as they were.
    pub fn is_attached(&self, id: NodeId) -> bool {
        let mut at = id;
        while let Some(parent) = self.node(at).parent {
            if !self.node(parent).children.contains(&at) {
                return false;
            }
            at = parent;
        }
        at == NodeId::ROOT
    }

    /// Every line below `id` to its end, the main line first: the nodes after `id`, each the child of the one before.
    pub fn lines_below(&self, id: NodeId) -> Vec<Vec<NodeId>> {
        let known = self.path(id).len();
        let (mut lines, mut open) = (Vec::new(), vec![id]);
        while let Some(at) = open.pop() {
            let children = &self.node(at).children;
            open.extend(children.iter().rev());
            if children.is_empty() && at != id {
                lines.push(self.path(at)[known..].to_vec());
            }
        }
        lines
    }

    /// The move to `id` in standard algebraic notation (SAN); empty at the root.
    pub fn san(&self, id: NodeId) -> String {
        let node = self.node(id);
        match (node.step, node.parent) {
            (Some(TreeMove::Move(mv)), Some(parent)) => {
                notation::san(self.node(parent).position(), mv)
            }
            (Some(TreeMove::Null), _) => "--".to_owned(),
            _ => String::new(),
        }
    }
}
