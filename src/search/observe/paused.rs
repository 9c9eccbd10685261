//! What a stopped search shows: every open node with its moves and what has become of them, owned and plain.
//!
//! Made by the stepper; the engine hands it to the front end, which only draws it.

use super::track::{Open, Purpose};
use crate::base::{Bound, Depth, Ply, Score};
use crate::rules::{Move, Position};
use crate::search::{
    LeftView, NodeKind, NodeView, OrderReason, ProbeView, Ranked, SkippedView, TriedView, Value,
    in_order,
};

/// Why the search stands still.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// Someone asked.
    Asked,
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
pub enum Turn {
    /// The node has been entered; nothing is known of it yet.
    Entered,
    /// The node is about to search this move.
    Trying(TriedView),
    /// The node is done.
    Left(LeftView),
}

/// A stopped search.
#[derive(Clone, Debug)]
pub struct Paused {
    /// Why it stopped.
    pub halt: Halt,
    /// Where in the node it stopped.
    pub turn: Turn,
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
    pub purpose: Purpose,
    /// It, or a node above it, is a test on the side.
    pub aside: bool,
    /// What was expected of it.
    pub kind: NodeKind,
    /// The window it was entered with.
    pub alpha: Score,
    /// Its upper end.
    pub beta: Score,
    /// The lower end by now.
    pub alpha_now: Score,
    /// Remaining depth on entry.
    pub depth: Depth,
    /// Its move's place in the order above, with reduction and extension; `None` at the root and for tests.
    pub place: Option<TriedView>,
    /// The move left out, of a singular test.
    pub excluded: Option<Move>,
    /// What the table held; `None` when it was not asked yet.
    pub probe: Option<ProbeView>,
    /// Raw and corrected static evaluation; `None` in check or when it was not asked yet.
    pub evaluation: Option<(Score, Score)>,
    /// Score, shadow interval and dependence by the moves so far.
    pub so_far: Option<Value>,
    /// Its result, when it is just being left.
    pub left: Option<LeftView>,
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
    pub fate: MoveFate,
}

/// What happened to a move so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveFate {
    /// Its turn has not come.
    Waiting,
    /// A rule left it out.
    Skipped(SkippedView),
    /// It is being searched.
    UnderWay(TriedView),
    /// It has been searched.
    Searched {
        /// How it was searched first.
        tried: TriedView,
        /// What the last search said.
        score: Score,
        /// What kind of value that is.
        bound: Bound,
        /// What that last search was.
        purpose: Purpose,
        /// How often it was searched, reduced and repeated searches included.
        searches: usize,
        /// Nodes spent on it here.
        nodes: u64,
    },
}

/// What the stepper keeps of an open node.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    position: Position,
    mv: Option<Move>,
    kind: NodeKind,
    pub alpha: Score,
    pub beta: Score,
    pub alpha_now: Score,
    pub depth: Depth,
    place: Option<TriedView>,
    excluded: Option<Move>,
    pub probe: Option<ProbeView>,
    pub evaluation: Option<(Score, Score)>,
    pub so_far: Option<Value>,
    pub left: Option<LeftView>,
    entered: u64,
    pub moves: Vec<Ranked>,
    done: Vec<(Move, MoveFate)>,
}

impl Scene {
    pub(super) fn new(view: &NodeView<'_>, place: Option<TriedView>) -> Self {
        Self {
            position: view.position.clone(),
            mv: view.path.last().copied().flatten(),
            kind: view.kind,
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

    pub(super) fn skip(&mut self, skipped: &SkippedView) {
        self.done.push((skipped.mv, MoveFate::Skipped(*skipped)));
    }

    pub(super) fn begin(&mut self, tried: &TriedView) {
        self.done.push((tried.mv, MoveFate::UnderWay(*tried)));
    }

    /// Takes in a finished search of the move under way.
    pub(super) fn take_in(&mut self, child: &Self, purpose: Purpose) {
        let (Some(left), Some((mv, fate))) = (child.left, self.done.last_mut()) else { return };
        if child.mv != Some(*mv) || purpose.is_aside() {
            return;
        }
        let (tried, before, spent) = match *fate {
            MoveFate::UnderWay(tried) => (tried, 0, 0),
            MoveFate::Searched { tried, searches, nodes, .. } => (tried, searches, nodes),
            MoveFate::Waiting | MoveFate::Skipped(_) => return,
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
        *fate = MoveFate::Searched { tried, score: -real, bound, purpose, searches, nodes };
    }

    /// The node as shown, after so many nodes of the search.
    pub(super) fn show(open: &Open<Self>, nodes: u64) -> PausedNode {
        let scene = &open.extra;
        PausedNode {
            ply: open.ply,
            position: scene.position.clone(),
            mv: scene.mv,
            purpose: open.purpose,
            aside: open.aside,
            kind: scene.kind,
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
            done.map_or(MoveFate::Waiting, |(_, fate)| *fate)
        };
        in_order(&self.position, &self.moves)
            .into_iter()
            .map(|ranked| PausedMove {
                mv: ranked.mv,
                reason: ranked.reason,
                order_score: ranked.score,
                fate: fate(ranked.mv),
            })
            .collect()
    }
}
