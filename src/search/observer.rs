//! The observer trait: hooks that the search calls at every step. Hooks of the null observer are compiled away.
//!
//! A hook may block (the stepper waits for the user in it) and may stop the search by returning `Break`.

use super::move_picker::{OrderReason, ScoredMove};
use super::{Technique, Value};
use crate::base::{Depth, Interval, Ply, Score};
use crate::rules::{Move, Position};
use std::fmt;
use std::ops::ControlFlow;

/// Observes one thread of a search. Every hook does nothing by default.
///
/// Between [`enter`](Observer::enter) and [`exit`](Observer::exit) of a node come its probe, its pruned and
/// searched moves and the nodes below, in the order in which they happen. A stopped search leaves nodes without an `exit`.
pub trait Observer {
    /// Whether the search calls the hooks and builds their arguments.
    const ENABLED: bool = true;

    /// The search enters a node.
    fn enter(&mut self, _node: &NodeView<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The search probed the TT for the node at `ply`.
    fn probed(&mut self, _ply: Ply, _probe: &ProbeView) {}

    /// The static evaluation of the node at `ply`.
    fn evaluated(&mut self, _ply: Ply, _eval: &EvalView) {}

    /// The moves the node at `ply` is going to try, not yet sorted: [`super::sorted_moves`] sorts them.
    fn ordered(&mut self, _ply: Ply, _moves: &[ScoredMove]) {}

    /// The node at `ply` is written to the transposition table.
    fn stored(&mut self, _ply: Ply, _stored: &StoredView) {}

    /// The value of the node at `ply` after the moves so far.
    fn bound_updated(&mut self, _ply: Ply, _so_far: &Value) {}

    /// The search is about to search a move.
    fn searching(&mut self, _ply: Ply, _tried: &SearchedView) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The depth of the node at `ply` changes, or that of a move which is searched again.
    fn depth_changed(&mut self, _ply: Ply, _change: &DepthView) {}

    /// A move is pruned.
    fn pruned(&mut self, _ply: Ply, _pruned: &PrunedView) {}

    /// The search exits the node at `ply`.
    fn exit(&mut self, _ply: Ply, _exit: &ExitView) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// An iteration (or a repeated one with a wider window) begins at the root, for the multi-PV line `line`, from 1.
    fn iteration_begins(&mut self, _depth: Depth, _line: usize, _alpha: Score, _beta: Score) {}

    /// An iteration is complete.
    fn iteration_ends(&mut self, _depth: Depth, _value: &Value) {}
}

/// The observer of a search that nobody observes.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullObserver;

impl Observer for NullObserver {
    const ENABLED: bool = false;
}

/// The type of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
pub enum NodeType {
    /// The root itself.
    #[strum(serialize = "root")]
    Root,
    /// PV node: searched with an open window for an exact score.
    #[strum(serialize = "PV")]
    Pv,
    /// Cut node: expected to fail high.
    #[strum(serialize = "cut")]
    Cut,
    /// All node: expected to fail low.
    #[strum(serialize = "all")]
    All,
    /// Node of the quiescence search.
    #[strum(serialize = "qsearch")]
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
    /// Lower end of the window, from the view of the side to move.
    pub alpha: Score,
    /// Upper end of the window.
    pub beta: Score,
    /// Remaining depth.
    pub depth: Depth,
    /// The type of the node.
    pub node_type: NodeType,
    /// The excluded move of a singular extension search.
    pub excluded: Option<Move>,
    /// Nodes so far.
    pub nodes: u64,
}

/// The static evaluation of a node, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvalView {
    /// That of the network, also where the search leaves it out.
    pub raw: Score,
    /// What the search uses: `raw` corrected by histories, or the bound of a lazy evaluation.
    pub used: Score,
    /// What a lazy evaluation expects from the position before.
    pub expected: Option<Score>,
}

impl fmt::Display for EvalView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { raw, used, expected } = self;
        match expected {
            None => write!(f, "{raw}, corrected {used}"),
            Some(expected) => {
                write!(f, "{used} by lazy evaluation ({expected} expected, {raw} in full)")
            }
        }
    }
}

/// The result of a TT probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProbeView {
    /// Draft of the entry; `None` when there was none.
    pub depth: Option<Depth>,
    /// Lower bound, from the view of the side to move.
    pub low: Score,
    /// Upper bound.
    pub high: Score,
    /// The TT move, if it is legal here.
    pub mv: Option<Move>,
    /// Searches since the entry was written; 0 is the current search.
    pub age: u8,
    /// Whether the reading rule of the shadow score, or a condition that the path does not meet, prevented a cut-off.
    pub refused: bool,
    /// Whether the bounds hold only on paths with the positions that they depend on.
    pub is_conditional: bool,
}

/// An entry of the transposition table after a node was stored in it: with a bound that the table had of the same depth, if the two agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredView {
    /// Bounds from the view of the side to move, mates counted from the root.
    pub bounds: Interval,
    /// The score of the node that is stored, which may lie at either end or, where the table knew more, beyond.
    pub score: Score,
    /// Draft of the entry.
    pub depth: Depth,
    /// The best or refuting move.
    pub mv: Option<Move>,
    /// Whether the bounds hold only on paths with the positions that they depend on.
    pub is_conditional: bool,
}

impl ProbeView {
    /// A probe that found no entry.
    pub const MISS: Self = Self {
        depth: None,
        low: Interval::UNKNOWN.low,
        high: Interval::UNKNOWN.high,
        mv: None,
        age: 0,
        refused: false,
        is_conditional: false,
    };
}

/// A move about to be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchedView {
    /// The move.
    pub mv: Move,
    /// Its number in the order, from 1.
    pub number: usize,
    /// The reason for its place.
    pub reason: OrderReason,
    /// Its ordering score, comparable only within the same reason.
    pub order_score: i32,
    /// Depth of the child before reduction.
    pub depth: Depth,
    /// Plies of late move reduction.
    pub reduction: Depth,
    /// Plies of extension; negative for a reduction by a singular search.
    pub extension: Depth,
}

/// A change of depth that is not that of a move before its first search, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants say what the fields are")]
pub enum DepthView {
    /// Internal iterative reduction (IIR) of the node.
    Node { by: Depth },
    /// The search of a move to full depth after a reduced one, to another depth.
    Research { mv: Move, by: Depth },
}

/// A pruned move, with the numbers that the pruning rule compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrunedView {
    /// The move.
    pub mv: Move,
    /// Its number in the order, from 1.
    pub number: usize,
    /// The technique that pruned it.
    pub rule: Technique,
    /// The measured number: a score with margin, a history, a move count or a SEE value.
    pub measured: i32,
    /// The limit that it was compared with.
    pub limit: i32,
}

/// The reason why the search exited a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitReason {
    /// All moves were searched or pruned.
    Complete,
    /// Beta cut-off by this move.
    Cutoff(Move),
    /// TT cut-off.
    TtCutoff,
    /// Pruned by a technique that prunes whole nodes.
    Pruned(Technique),
    /// The static evaluation reached beta in quiescence search.
    StandPat,
    /// Draw by repetition of the position at this ply.
    Repetition(Ply),
    /// The best move goes back to the position at this ply.
    UpcomingRepetition(Ply),
    /// Draw by third occurrence counting the game.
    GameRepetition,
    /// Draw by the fifty-move rule.
    FiftyMoves,
    /// Draw by insufficient material.
    InsufficientMaterial,
    /// Checkmate.
    Mate,
    /// Stalemate.
    Stalemate,
    /// Mate distance pruning.
    MateDistance,
    /// The value is known to this recogniser.
    Recognised(&'static str),
    /// The value is known to a tablebase.
    Tablebase,
    /// The largest distance from the root is reached.
    PlyLimit,
    /// A leaf of a full-width search.
    Leaf,
}

impl ExitReason {
    /// The reason of a node that searched its moves with this score: a cut-off by the best one if the score reaches `beta`.
    pub(super) fn of_moves(score: Score, beta: Score, best: Option<Move>) -> Self {
        best.filter(|_| score >= beta).map_or(Self::Complete, Self::Cutoff)
    }

    /// Its name in panels and traces, without the move, position or recogniser that it names.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Complete => "all moves searched",
            Self::Cutoff(_) => "beta cut-off",
            Self::TtCutoff => Technique::TtCutoff.name(),
            Self::Pruned(rule) => rule.name(),
            Self::StandPat => "stand pat",
            Self::Repetition(_) => "repetition",
            Self::UpcomingRepetition(_) => "upcoming repetition",
            Self::GameRepetition => "third occurrence in the game",
            Self::FiftyMoves => "fifty-move rule",
            Self::InsufficientMaterial => "insufficient material",
            Self::Mate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::MateDistance => "mate distance pruning",
            Self::Recognised(what) => what,
            Self::Tablebase => Technique::Tablebase.name(),
            Self::PlyLimit => "maximum ply reached",
            Self::Leaf => "leaf",
        }
    }
}

/// A node on exit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExitView {
    /// Real score, shadow interval and path dependency, from the view of the side to move.
    pub value: Value,
    /// The best move, if any.
    pub best: Option<Move>,
    /// The reason of the exit.
    pub reason: ExitReason,
    /// Nodes so far.
    pub nodes: u64,
}
