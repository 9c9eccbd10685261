//! Who watches a search. The tree calls these hooks at every turn; what does not watch costs nothing.
//!
//! A hook may block (a stepper waits for the user in it) and may end the search by breaking.

use super::order::Ranked;
use super::{Technique, Value};
use crate::base::{Depth, Ply, Score};
use crate::rules::{Move, Position};
use std::ops::ControlFlow;

/// Watches one thread of a search. Every hook defaults to doing nothing.
///
/// Between [`enter`](Observer::enter) and [`leave`](Observer::leave) of a node come its probe, its skipped and tried
/// moves and the nodes below, in the order in which they happen. A stopped search leaves nodes without a `leave`.
pub trait Observer {
    /// Whether the tree should build what the hooks are shown; with `false` no hook is called.
    const WATCHES: bool = true;

    /// A node is entered; nothing is known of it yet.
    fn enter(&mut self, _node: &NodeView<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The table held this about the node at `ply`.
    fn probed(&mut self, _ply: Ply, _probe: &ProbeView) {}

    /// The evaluation was asked: raw value and value after correction.
    fn evaluated(&mut self, _ply: Ply, _raw: Score, _corrected: Score) {}

    /// The moves the node at `ply` is going to try, not yet sorted: [`super::in_order`] sorts them.
    fn ordered(&mut self, _ply: Ply, _moves: &[Ranked]) {}

    /// What the moves taken in so far make of the node at `ply`.
    fn joined(&mut self, _ply: Ply, _so_far: &Value) {}

    /// A move is about to be searched.
    fn trying(&mut self, _ply: Ply, _tried: &TriedView) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// A move is not searched.
    fn skipped(&mut self, _ply: Ply, _skipped: &SkippedView) {}

    /// The node at `ply` is left.
    fn leave(&mut self, _ply: Ply, _left: &LeftView) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// An iteration (or a repeated one with a wider window) begins at the root.
    fn iteration_begins(&mut self, _depth: Depth, _alpha: Score, _beta: Score) {}

    /// An iteration is complete.
    fn iteration_ends(&mut self, _depth: Depth, _value: &Value) {}
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    const WATCHES: bool = false;
}

/// What part of the search a node belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// The root itself.
    Root,
    /// On a principal variation: an exact score is wanted.
    Principal,
    /// Expected to fail high.
    Cut,
    /// Expected to fail low.
    All,
    /// In quiescence.
    Quiescence,
}

/// A node on entry.
#[derive(Debug)]
pub struct NodeView<'a> {
    /// Distance from the root.
    pub ply: Ply,
    /// The position.
    pub position: &'a Position,
    /// The moves from the root; `None` is a null move.
    pub path: &'a [Option<Move>],
    /// Lower end of the window, side to move's view.
    pub alpha: Score,
    /// Upper end of the window.
    pub beta: Score,
    /// Remaining depth.
    pub depth: Depth,
    /// What part of the search it belongs to.
    pub kind: NodeKind,
    /// A move left out of it: the node only tests whether that move is singular.
    pub excluded: Option<Move>,
    /// Nodes counted so far.
    pub nodes: u64,
}

/// What the table held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProbeView {
    /// Draft of the entry; `None` when there was none.
    pub draft: Option<Depth>,
    /// Stored interval, side to move's view.
    pub low: Score,
    /// Its upper end.
    pub high: Score,
    /// The stored move, if it is legal here.
    pub mv: Option<Move>,
    /// Searches since it was written; 0 is this one.
    pub age: u8,
    /// Whether the bounds would have ended the node but for the safe reading rule.
    pub refused: bool,
}

/// Why a move stands where it stands in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderReason {
    /// The root's own order.
    Root,
    /// The hash table's move.
    Table,
    /// A capture or promotion that loses nothing.
    GoodCapture,
    /// Cut off at this ply before.
    Killer,
    /// Answered the same move well before.
    CounterMove,
    /// By its history.
    History,
    /// A capture that loses material.
    BadCapture,
}

/// A move about to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TriedView {
    /// The move.
    pub mv: Move,
    /// Its number in the order, from 1.
    pub number: usize,
    /// Why it stands there.
    pub reason: OrderReason,
    /// Its ordering score within that group.
    pub order_score: i32,
    /// Depth of the child before reduction.
    pub depth: Depth,
    /// Plies taken off.
    pub reduction: Depth,
    /// Plies added, or taken off when negative.
    pub extension: Depth,
}

/// A move that was not searched, with the numbers its rule compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SkippedView {
    /// The move.
    pub mv: Move,
    /// Its number in the order, from 1.
    pub number: usize,
    /// The rule that skipped it.
    pub rule: Technique,
    /// What the rule measured: a margin score, a history, a move count, an exchange threshold.
    pub measured: i32,
    /// What it was compared with.
    pub limit: i32,
}

/// Why a node ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All moves were looked at.
    Complete,
    /// A move reached beta.
    Cutoff(Move),
    /// The table's bounds sufficed.
    TableCut,
    /// A pruning rule ended it before any move was tried in earnest.
    Pruned(Technique),
    /// The static evaluation reached beta in quiescence.
    StandPat,
    /// Repetition of the position at this ply.
    Repetition(Ply),
    /// Third occurrence against the game.
    GameRepetition,
    /// Hundred half-moves without capture or pawn move.
    FiftyMoves,
    /// Neither side can mate.
    InsufficientMaterial,
    /// Checkmate.
    Mate,
    /// Stalemate.
    Stalemate,
    /// No mate can be shorter than one already found.
    MateDistance,
    /// A recogniser knew it.
    Recognised(&'static str),
    /// An endgame table knew it.
    Tablebase,
    /// The longest line was reached.
    PlyLimit,
    /// A leaf of a full-width search.
    Leaf,
}

/// A node on exit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftView {
    /// Real score, shadow interval and dependence, side to move's view.
    pub value: Value,
    /// The best move, if one was found.
    pub best: Option<Move>,
    /// Why it ended.
    pub ending: Ending,
    /// Nodes counted so far.
    pub nodes: u64,
}
