//! What a node is asked, what it knows, and how one of its moves is to be searched: the plain data between the steps.

use super::observer::{NodeKind, OrderReason};
use super::order::{Ranked, is_tactical};
use super::shadow::{Value, Window};
use super::table::Entry;
use crate::base::{Depth, Ply, Score};

/// What a node is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visit {
    pub alpha: Score,
    pub beta: Score,
    pub depth: Depth,
    pub ply: Ply,
    pub kind: NodeKind,
}

impl Visit {
    pub(super) fn is_principal(&self) -> bool {
        matches!(self.kind, NodeKind::Principal | NodeKind::Root)
    }

    pub(super) const fn window(&self) -> Window {
        Window { alpha: self.alpha, beta: self.beta }
    }
}

/// What a node knows of itself before its first move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// The table's entry, bounds relative to the root and as the reading rule allows.
    pub entry: Option<Entry>,
    /// Is the side to move in check?
    pub in_check: bool,
    /// The evaluation as the network gave it, for the table.
    pub raw: Option<Score>,
    /// The corrected evaluation, narrowed by the table's bounds; `None` in check.
    pub estimate: Option<Score>,
    /// Is the side to move better off than two plies ago?
    pub improving: bool,
}

/// A move at its turn in the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Late {
    /// Its number, from 1.
    pub number: usize,
    pub ranked: Ranked,
    pub gives_check: bool,
    /// Is the side to move in check?
    pub in_check: bool,
}

impl Late {
    pub(super) fn is_quiet(&self) -> bool {
        !is_tactical(self.ranked.mv)
    }

    pub(super) fn is_killer(&self) -> bool {
        matches!(self.ranked.reason, OrderReason::Killer | OrderReason::CounterMove)
    }
}

/// How a move is to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub visit: Visit,
    pub extension: Depth,
    pub late: Late,
}

/// What the extension rules say of a move.
#[derive(Clone, Copy, Debug)]
pub(super) enum Extension {
    /// Plies to add; negative to take off.
    Plies(Depth),
    /// Even without the move the node fails high.
    MultiCut(Value),
}
