//! What a stopped search shows: every open node with its moves and what has become of them, owned and plain.
//!
//! Made by the stepper; the engine hands it to the front end, which only draws it.

use super::node_stack::{NodePurpose, Open};
use crate::base::{Bound, Depth, Ply, Score};
use crate::rules::{Move, Position};
use crate::search::{
    ExitView, NodeType, NodeView, OrderReason, ProbeView, PrunedView, ScoredMove, SearchedView,
    Value, sorted_moves,
};

/// Why the search stands still.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PauseReason {
    /// Someone asked.
    Requested,
    /// A step is done.
    Step,
    /// A breakpoint hit.
    Breakpoint {
        /// Its place in the list, from 0.
        number: usize,
        /// Its text.
        text: String,
        /// Its hits so far, this one included.
        hits: u64,
    },
}

/// What the search was about to do, or had just done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PausePoint {
    /// The node has been entered; nothing is known of it yet.
    Entered,
    /// The node is about to search this move.
    Searching(SearchedView),
    /// The node is done.
    Exiting(ExitView),
}

/// A stopped search.
#[derive(Clone, Debug)]
pub struct PausedSearch {
    /// Why it stopped.
    pub reason: PauseReason,
    /// Where in the node it stopped.
    pub point: PausePoint,
    /// The iteration, in plies.
    pub iteration: Depth,
    /// Nodes so far.
    pub nodes: u64,
    /// The moves from the root; `None` is a null move.
    pub path: Vec<Option<Move>>,
    /// The open nodes, the root first, the current one last; never empty.
    pub open: Vec<PausedNode>,
    /// Hits of each breakpoint so far, in the order of the list.
    pub hits: Vec<u64>,
}

/// An open node of a stopped search. Scores are in the view of its side to move.
#[derive(Clone, Debug)]
pub struct PausedNode {
    /// Distance from the root.
    pub ply: Ply,
    /// The position.
    pub position: Position,
    /// The move that led here; `None` at the root, after a null move, and for a test of the same position.
    pub mv: Option<Move>,
    /// What it is searched for.
    pub purpose: NodePurpose,
    /// It, or a node above it, is a test on the side.
    pub side_search: bool,
    /// What was expected of it.
    pub node_type: NodeType,
    /// The window it was entered with.
    pub alpha: Score,
    /// Its upper end.
    pub beta: Score,
    /// The lower end by now.
    pub alpha_now: Score,
    /// Remaining depth on entry.
    pub depth: Depth,
    /// Its move's place in the order above, with reduction and extension; `None` at the root and for tests.
    pub place: Option<SearchedView>,
    /// The move left out, of a singular test.
    pub excluded: Option<Move>,
    /// What the table held; `None` when it was not asked yet.
    pub probe: Option<ProbeView>,
    /// Raw and corrected static evaluation; `None` in check or when it was not asked yet.
    pub evaluation: Option<(Score, Score)>,
    /// Score, shadow interval and dependence by the moves so far.
    pub so_far: Option<Value>,
    /// Its result, when it is just being left.
    pub left: Option<ExitView>,
    /// Nodes of its subtree so far, itself included.
    pub nodes: u64,
    /// Its moves in order with what became of each; empty before they are made.
    pub moves: Vec<PausedMove>,
}

/// A move of an open node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PausedMove {
    /// The move.
    pub mv: Move,
    /// Why it stands where it stands.
    pub reason: OrderReason,
    /// Its ordering score; only comparable within one reason.
    pub order_score: i32,
    /// What happened to it so far.
    pub status: MoveStatus,
}

/// What happened to a move so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveStatus {
    /// Its turn has not come.
    Waiting,
    /// A rule left it out.
    Pruned(PrunedView),
    /// It is being searched.
    Searching(SearchedView),
    /// It has been searched.
    Searched {
        /// How it was searched first.
        tried: SearchedView,
        /// What the last search said.
        score: Score,
        /// What kind of value that is.
        bound: Bound,
        /// What that last search was.
        purpose: NodePurpose,
        /// How often it was searched, reduced and repeated searches included.
        searches: usize,
        /// Nodes spent on it here.
        nodes: u64,
    },
}

/// What the stepper keeps of an open node.
#[derive(Clone, Debug)]
pub(super) struct OpenNode {
    position: Position,
    mv: Option<Move>,
    kind: NodeType,
    pub alpha: Score,
    pub beta: Score,
    pub alpha_now: Score,
    pub depth: Depth,
    place: Option<SearchedView>,
    excluded: Option<Move>,
    pub probe: Option<ProbeView>,
    pub evaluation: Option<(Score, Score)>,
    pub so_far: Option<Value>,
    pub left: Option<ExitView>,
    entered: u64,
    pub moves: Vec<ScoredMove>,
    done: Vec<(Move, MoveStatus)>,
}

impl OpenNode {
    pub(super) fn new(view: &NodeView<'_>, place: Option<SearchedView>) -> Self {
        Self {
            position: view.position.clone(),
            mv: view.path.last().copied().flatten(),
            kind: view.node_type,
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
            entered: view.nodes - 1,
            moves: Vec::new(),
            done: Vec::new(),
        }
    }

    pub(super) const fn position(&self) -> &Position {
        &self.position
    }

    pub(super) const fn mv(&self) -> Option<Move> {
        self.mv
    }

    pub(super) fn skip(&mut self, skipped: &PrunedView) {
        self.done.push((skipped.mv, MoveStatus::Pruned(*skipped)));
    }

    pub(super) fn begin(&mut self, tried: &SearchedView) {
        self.done.push((tried.mv, MoveStatus::Searching(*tried)));
    }

    /// Takes in a finished search of the move under way.
    pub(super) fn take_in(&mut self, child: &Self, purpose: NodePurpose) {
        let (Some(left), Some((mv, fate))) = (child.left, self.done.last_mut()) else { return };
        if child.mv != Some(*mv) || purpose.is_side_search() {
            return;
        }
        let (tried, before, spent) = match *fate {
            MoveStatus::Searching(tried) => (tried, 0, 0),
            MoveStatus::Searched { tried, searches, nodes, .. } => (tried, searches, nodes),
            MoveStatus::Waiting | MoveStatus::Pruned(_) => return,
        };
        let real = left.value.real;
        let bound = if real <= child.alpha {
            Bound::Lower
        } else if real >= child.beta {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let nodes = spent + left.nodes - child.entered;
        let searches = before + 1;
        *fate = MoveStatus::Searched { tried, score: -real, bound, purpose, searches, nodes };
    }

    /// The node as shown, after so many nodes of the search.
    pub(super) fn show(open: &Open<Self>, nodes: u64) -> PausedNode {
        let scene = &open.extra;
        PausedNode {
            ply: open.ply,
            position: scene.position.clone(),
            mv: scene.mv,
            purpose: open.purpose,
            side_search: open.side_search,
            node_type: scene.kind,
            alpha: scene.alpha,
            beta: scene.beta,
            alpha_now: scene.alpha_now,
            depth: scene.depth,
            place: scene.place,
            excluded: scene.excluded,
            probe: scene.probe,
            evaluation: scene.evaluation,
            so_far: scene.so_far,
            left: scene.left,
            nodes: nodes.saturating_sub(scene.entered),
            moves: scene.show_moves(),
        }
    }

    fn show_moves(&self) -> Vec<PausedMove> {
        let fate = |mv: Move| {
            let done = self.done.iter().rev().find(|(other, _)| *other == mv);
            done.map_or(MoveStatus::Waiting, |(_, fate)| *fate)
        };
        sorted_moves(&self.position, &self.moves)
            .into_iter()
            .map(|ranked| PausedMove {
                mv: ranked.mv,
                reason: ranked.reason,
                order_score: ranked.score,
                status: fate(ranked.mv),
            })
            .collect()
    }
}
