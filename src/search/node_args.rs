//! Plain data between the steps of a node: the node's arguments, its static evaluation, one of its moves.

use super::dependency::Dependency;
use super::move_picker::{OrderReason, ScoredMove};
use super::observer::NodeType;
use super::shadow::{Value, Window};
use crate::base::{Depth, Interval, Ply, Score};
use crate::rules::Position;

/// The arguments of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeArgs<'p> {
    pub position: &'p Position,
    pub alpha: Score,
    pub beta: Score,
    pub depth: Depth,
    pub ply: Ply,
    pub node_type: NodeType,
}

impl<'p> NodeArgs<'p> {
    /// Whether this is a PV node.
    pub fn is_pv(&self) -> bool {
        matches!(self.node_type, NodeType::Pv | NodeType::Root)
    }

    pub const fn window(&self) -> Window {
        Window { alpha: self.alpha, beta: self.beta }
    }

    /// The arguments of the node after a move of this one, searched with `window` from this node's view.
    pub fn child<'c>(
        &self,
        position: &'c Position,
        window: Window,
        depth: Depth,
        node_type: NodeType,
    ) -> NodeArgs<'c> {
        let (alpha, beta) = (-window.beta, -window.alpha);
        NodeArgs { position, alpha, beta, depth, ply: self.ply + 1, node_type }
    }
}

/// The static evaluation of a node, from the view of its side to move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StaticEval {
    /// Before correction, as stored in the TT; `None` in check.
    pub raw_eval: Option<Score>,
    /// Corrected, and narrowed by the bounds of the TT entry; `None` in check.
    pub eval: Option<Score>,
    /// Where the same lies without bounds that depend on the path; a lazy evaluation is a bound.
    pub free_eval: Interval,
    /// The positions of the path that `eval` depends on by these bounds.
    pub dependency: Dependency,
    /// Whether it is higher than two plies ago.
    pub improving: bool,
}

impl StaticEval {
    /// The value of standing pat on `eval`, from the view of the opponent, as that of a child.
    pub fn stand_pat(&self, eval: Score) -> Value {
        Value { real: -eval, shadow: -self.free_eval, dependency: self.dependency }
    }
}

/// A move that a node is about to prune or search.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveContext {
    pub scored: ScoredMove,
    /// Its number in the order, from 1.
    pub move_count: usize,
    /// Its quiet or capture history; 0 for the first move and at the root.
    pub history: i32,
    /// Neither a capture nor a queen promotion.
    pub is_quiet: bool,
    pub gives_check: bool,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// [`StaticEval::improving`] of the node.
    pub improving: bool,
    /// Whether the TT move of the node is a capture or promotion.
    pub tt_move_noisy: bool,
    /// The best score of the moves before.
    pub best: Score,
}

impl MoveContext {
    pub fn is_killer_or_counter(&self) -> bool {
        matches!(self.scored.reason, OrderReason::Killer | OrderReason::CounterMove)
    }
}
