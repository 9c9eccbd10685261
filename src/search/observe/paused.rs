//! The state of a paused search: every open node with its moves and their status, as owned data.
//!
//! The stepper creates it, and the front end draws it.

use super::breakpoint::Condition;
use super::node_stack::NodePurpose;
use crate::base::{Bound, Depth, Ply, Score};
use crate::rules::{Move, Position, notation};
use crate::search::shadow::Window;
use crate::search::{
    EvalView, ExitView, NodeType, NodeView, OrderReason, ProbeView, PrunedView, ScoredMove,
    SearchedView, Technique, Value, sorted_moves,
};

/// The reason why the search paused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PauseReason {
    /// A pause was requested.
    Requested,
    /// A step is complete.
    Step,
    /// A breakpoint was hit.
    Breakpoint {
        /// Index of the breakpoint in the list.
        number: usize,
        /// Its text.
        text: String,
        /// Its hits so far, this one included.
        hits: u64,
    },
}

/// The point in a node at which the search paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PausePoint {
    /// The node is entered.
    Entered,
    /// The node is about to search this move.
    Searching(SearchedView),
    /// The search exits the node.
    Exiting(ExitView),
}

/// A paused search.
#[derive(Clone, Debug)]
pub struct PausedSearch {
    /// The reason of the pause.
    pub reason: PauseReason,
    /// The point in the current node.
    pub point: PausePoint,
    /// The iteration, in plies.
    pub iteration: Depth,
    /// Nodes so far.
    pub nodes: u64,
    /// The moves from the root; `None` is a null move.
    pub path: Vec<Option<Move>>,
    /// The open nodes, the root first, the current one last; never empty.
    pub open: Vec<PausedNode>,
    /// The condition of each breakpoint and its hits so far, in the order of the list at the pause.
    pub hits: Vec<(Condition, u64)>,
}

impl PausedSearch {
    /// The move that led to the position of the open node at `index`, in SAN: that of a search of the same position, such as a singular
    /// one, is the move of the node that it belongs to. `None` at the root and after a null move.
    pub fn san(&self, index: usize) -> Option<String> {
        let (before, node) = (self.open.get(..index)?, self.open.get(index)?);
        let above = before.iter().rev().find(|above| above.ply < node.ply)?;
        Some(notation::san(&above.position, node.mv?))
    }

    /// The hits of the breakpoint with this index and condition in a list that may have changed since the pause.
    pub fn hits_of(&self, index: usize, condition: &Condition) -> Option<u64> {
        let is_own = |(own, _): &&(Condition, u64)| own == condition;
        let own = self.hits.get(index).filter(is_own).or_else(|| self.hits.iter().find(is_own));
        own.map(|(_, hits)| *hits)
    }
}

/// An open node of a paused search. Scores are from the view of its side to move.
#[derive(Clone, Debug)]
pub struct PausedNode {
    /// Distance from the root.
    pub ply: Ply,
    /// The position.
    pub position: Position,
    /// The move that led to its position; `None` at the root and after a null move.
    pub mv: Option<Move>,
    /// Its purpose.
    pub purpose: NodePurpose,
    /// Whether the node or one above it is a side search.
    pub side_search: bool,
    /// Its node type.
    pub node_type: NodeType,
    /// Alpha on entry.
    pub alpha: Score,
    /// Beta on entry.
    pub beta: Score,
    /// The current alpha; a score that reaches beta ends the node and leaves it.
    pub alpha_now: Score,
    /// Remaining depth on entry.
    pub depth: Depth,
    /// The place of its move in the parent, with reduction and extension; `None` at the root and for side searches.
    pub place: Option<SearchedView>,
    /// The excluded move of a singular extension search.
    pub excluded: Option<Move>,
    /// The result of the TT probe, if done.
    pub probe: Option<ProbeView>,
    /// The static evaluation, if needed.
    pub evaluation: Option<EvalView>,
    /// Score, shadow interval and path dependency after the moves so far.
    pub so_far: Option<Value>,
    /// Its result, on exit.
    pub left: Option<ExitView>,
    /// Nodes of its subtree so far, including itself.
    pub nodes: u64,
    /// Its moves with their status: those tried in their order, then the others as the move picker would return them now. Empty before
    /// move generation.
    pub moves: Vec<PausedMove>,
}

/// A move of an open node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PausedMove {
    /// The move.
    pub mv: Move,
    /// The reason for its place in the order.
    pub reason: OrderReason,
    /// Its ordering score, comparable only within the same reason.
    pub order_score: i32,
    /// Its status.
    pub status: MoveStatus,
    /// Whether it has its place by its reason: what late move pruning leaves out behind the first move is never picked, and in the
    /// order in which it was generated.
    pub picked: bool,
}

/// The status of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveStatus {
    /// Not tried yet.
    Waiting,
    /// The node ended without it.
    LeftOut,
    /// Excluded from a singular search.
    Excluded,
    /// Pruned.
    Pruned(PrunedView),
    /// Being searched.
    Searching(SearchedView),
    /// Searched.
    Searched {
        /// Its first search.
        tried: SearchedView,
        /// The score of the last search.
        score: Score,
        /// The bound type of the score.
        bound: Bound,
        /// The purpose of the last search.
        purpose: NodePurpose,
        /// Number of searches, including reduced and repeated ones.
        searches: usize,
        /// Nodes of these searches.
        nodes: u64,
    },
}

/// The stepper's data of an open node.
#[derive(Clone, Debug)]
pub(super) struct OpenNode {
    /// The node as reported, without its moves and node count.
    pub node: PausedNode,
    /// The generated moves.
    pub moves: Vec<ScoredMove>,
    /// Nodes of the search before this node.
    entered: u64,
    /// Moves in the order in which they were pruned or searched.
    tried: Vec<(Move, MoveStatus)>,
}

impl OpenNode {
    pub fn new(
        view: &NodeView<'_>,
        purpose: NodePurpose,
        side_search: bool,
        place: Option<SearchedView>,
    ) -> Self {
        let node = PausedNode {
            ply: view.ply,
            position: view.position.clone(),
            mv: view.path.last().copied().flatten(),
            purpose,
            side_search,
            node_type: view.node_type,
            alpha: view.alpha,
            beta: view.beta,
            alpha_now: view.alpha,
            depth: view.depth,
            place,
            excluded: view.excluded,
            probe: None,
            evaluation: None,
            so_far: None,
            left: None,
            nodes: 0,
            moves: Vec::new(),
        };
        Self { node, moves: Vec::new(), entered: view.nodes - 1, tried: Vec::new() }
    }

    /// Adds a move that the node prunes or starts to search.
    pub fn add(&mut self, mv: Move, status: MoveStatus) {
        self.tried.push((mv, status));
    }

    /// Updates the status of the current move after a search of `child`.
    pub fn take_in(&mut self, child: &Self) {
        let Some((exit, (mv, status))) = child.node.left.zip(self.tried.last_mut()) else { return };
        let purpose = child.node.purpose;
        if child.node.mv != Some(*mv) || purpose.is_side_search() {
            return;
        }
        let (tried, before, spent) = match *status {
            MoveStatus::Searching(tried) => (tried, 0, 0),
            MoveStatus::Searched { tried, searches, nodes, .. } => (tried, searches, nodes),
            MoveStatus::Waiting
            | MoveStatus::LeftOut
            | MoveStatus::Excluded
            | MoveStatus::Pruned(_) => return,
        };
        let score = -exit.value.real;
        let window = Window { alpha: -child.node.beta, beta: -child.node.alpha };
        let bound = window.bound_of(score);
        let nodes = spent + exit.nodes - child.entered;
        let searches = before + 1;
        *status = MoveStatus::Searched { tried, score, bound, purpose, searches, nodes };
    }

    /// The reported form of the node, after `nodes` nodes of the search.
    pub fn show(&self, nodes: u64) -> PausedNode {
        let status = |mv: Move| {
            let tried = self.tried.iter().rev().find(|(other, _)| *other == mv);
            match tried {
                Some((_, status)) => *status,
                None if self.node.excluded == Some(mv) => MoveStatus::Excluded,
                None if self.node.left.is_some() => MoveStatus::LeftOut,
                None => MoveStatus::Waiting,
            }
        };
        let mut sorted = sorted_moves(&self.node.position, &self.moves);
        // The move that a singular search leaves out comes first, then those tried in their order, then the others as they would be.
        let place = |mv: Move| match self.tried.iter().position(|(other, _)| *other == mv) {
            None if self.node.excluded == Some(mv) => (0, 0),
            Some(at) => (1, at),
            None => (2, 0),
        };
        sorted.sort_by_key(|scored| place(scored.mv));
        let is_late = |status: &MoveStatus| matches!(status, MoveStatus::Pruned(view) if view.rule == Technique::LateMovePruning);
        let first_late = self.tried.iter().find(|(_, status)| is_late(status)).map(|(mv, _)| *mv);
        let moves = sorted.into_iter().map(|scored| {
            let status = status(scored.mv);
            PausedMove {
                mv: scored.mv,
                reason: scored.reason,
                order_score: scored.score_in_group(),
                status,
                picked: !is_late(&status) || first_late == Some(scored.mv),
            }
        });
        let nodes = nodes.saturating_sub(self.entered);
        PausedNode { nodes, moves: moves.collect(), ..self.node.clone() }
    }
}
