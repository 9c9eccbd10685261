//! What a node is asked, what it knows, and how one of its moves is to be searched: the plain data between the steps.

use super::move_picker::{ScoredMove, is_noisy};
use super::observer::{NodeType, OrderReason};
use super::shadow::{Value, Window};
use super::tt::TtEntry;
use crate::base::{Depth, Ply, Score};

/// What a node is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeArgs {
    pub alpha: Score,
    pub beta: Score,
    pub depth: Depth,
    pub ply: Ply,
    pub node_type: NodeType,
}

impl NodeArgs {
    pub(super) fn is_pv(&self) -> bool {
        matches!(self.node_type, NodeType::Pv | NodeType::Root)
    }

    pub(super) const fn window(&self) -> Window {
        Window { alpha: self.alpha, beta: self.beta }
    }
}

/// What a node knows of itself before its first move.
#[derive(Clone, Copy, Debug)]
pub(super) struct StaticEval {
    /// The table's entry, bounds relative to the root and as the reading rule allows.
    pub tt_entry: Option<TtEntry>,
    /// Is the side to move in check?
    pub in_check: bool,
    /// The evaluation as the network gave it, for the table.
    pub raw_eval: Option<Score>,
    /// The corrected evaluation, narrowed by the table's bounds; `None` in check.
    pub eval: Option<Score>,
    /// Is the side to move better off than two plies ago?
    pub improving: bool,
}

/// A move at its turn in the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveContext {
    /// Its number, from 1.
    pub move_count: usize,
    pub scored: ScoredMove,
    pub gives_check: bool,
    /// Is the side to move in check?
    pub in_check: bool,
}

impl MoveContext {
    pub(super) fn is_quiet(&self) -> bool {
        !is_noisy(self.scored.mv)
    }

    pub(super) fn is_killer_or_counter(&self) -> bool {
        matches!(self.scored.reason, OrderReason::Killer | OrderReason::CounterMove)
    }
}

/// How a move is to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct MovePlan {
    pub args: NodeArgs,
    pub extension: Depth,
    pub context: MoveContext,
}

/// What the extension rules say of a move.
#[derive(Clone, Copy, Debug)]
pub(super) enum Extension {
    /// Plies to add; negative to take off.
    Plies(Depth),
    /// Even without the move the node fails high.
    MultiCut(Value),
}
