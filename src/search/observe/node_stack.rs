//! The stack of open nodes and the purpose of each, derived from the order of the observer's hooks.
//!
//! The recorder and the stepper use it.

use crate::base::Ply;
use crate::search::{NodeType, NodeView, SearchedView};
use serde::{Deserialize, Serialize};

/// The purpose of the search of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, strum::Display)]
pub enum NodePurpose {
    /// The root of an iteration.
    #[strum(serialize = "iteration")]
    Root,
    /// PV search of a move with an open window.
    #[serde(alias = "Open")]
    #[strum(serialize = "PV search")]
    PvSearch,
    /// Null-window search of a move to the full depth.
    #[serde(alias = "Scout")]
    #[strum(serialize = "null window")]
    NullWindow,
    /// Late move reduction (LMR): null-window search of a move to reduced depth.
    #[strum(serialize = "reduced")]
    Reduced,
    /// The position after a null move.
    #[strum(serialize = "null move")]
    NullMove,
    /// Verification search of a null-move cut-off: the same position without null moves.
    #[strum(serialize = "verification")]
    Verification,
    /// Singular extension search: the same position without its TT move.
    #[strum(serialize = "singular search")]
    Singular,
    /// ProbCut: a capture searched for a cut-off well above beta.
    #[strum(serialize = "ProbCut")]
    Probcut,
    /// Razoring: quiescence search of the same position.
    #[strum(serialize = "razoring")]
    Razoring,
}

impl NodePurpose {
    /// Whether the node is a side search (null move, singular, ProbCut, razoring) rather than the search of a move.
    pub const fn is_side_search(self) -> bool {
        !matches!(self, Self::Root | Self::PvSearch | Self::NullWindow | Self::Reduced)
    }
}

/// An open node.
#[derive(Clone, Debug)]
pub(super) struct Open<X> {
    pub ply: Ply,
    pub purpose: NodePurpose,
    /// Whether the node or one above it is a side search.
    pub side_search: bool,
    /// The move being searched.
    pub trying: Option<SearchedView>,
    /// Number of searches of that move so far.
    searches: usize,
    pub extra: X,
}

/// The open nodes, the root first.
#[derive(Clone, Debug)]
pub(super) struct NodeStack<X> {
    open: Vec<Open<X>>,
}

impl<X> Default for NodeStack<X> {
    fn default() -> Self {
        Self { open: Vec::new() }
    }
}

impl<X> NodeStack<X> {
    /// Pushes a node; `extra` receives its purpose, whether it is part of a side search, and the node above.
    pub fn enter(
        &mut self,
        view: &NodeView<'_>,
        extra: impl FnOnce(NodePurpose, bool, Option<&Open<X>>) -> X,
    ) {
        if view.node_type == NodeType::Root {
            self.open.clear();
        }
        let purpose = self.purpose(view);
        let above = self.open.last_mut();
        let aside =
            purpose.is_side_search() || above.as_ref().is_some_and(|above| above.side_search);
        if let Some(above) = above
            && view.ply > above.ply
        {
            above.searches += 1;
        }
        let extra = extra(purpose, aside, self.open.last());
        self.open.push(Open {
            ply: view.ply,
            purpose,
            side_search: aside,
            trying: None,
            searches: 0,
            extra,
        });
    }

    fn purpose(&self, view: &NodeView<'_>) -> NodePurpose {
        let Some(above) = self.open.last() else { return NodePurpose::Root };
        if view.ply == above.ply {
            return match (view.excluded, view.node_type) {
                (Some(_), _) => NodePurpose::Singular,
                (None, NodeType::Quiescence) => NodePurpose::Razoring,
                (None, _) => NodePurpose::Verification,
            };
        }
        let Some(mv) = view.path.last().copied().flatten() else { return NodePurpose::NullMove };
        let Some(tried) = above.trying.filter(|tried| tried.mv == mv) else {
            return NodePurpose::Probcut;
        };
        if view.beta.value() - view.alpha.value() > 1 {
            NodePurpose::PvSearch
        } else if above.searches == 0 && tried.reduction > 0 {
            NodePurpose::Reduced
        } else {
            NodePurpose::NullWindow
        }
    }

    /// Sets the move that the innermost node is about to search.
    pub fn trying(&mut self, tried: &SearchedView) {
        if let Some(top) = self.open.last_mut() {
            top.trying = Some(*tried);
            top.searches = 0;
        }
    }

    /// Pops the innermost node.
    pub fn leave(&mut self) -> Option<Open<X>> {
        self.open.pop()
    }

    /// The innermost node.
    pub fn top(&self) -> Option<&Open<X>> {
        self.open.last()
    }

    /// The innermost node.
    pub fn top_mut(&mut self) -> Option<&mut Open<X>> {
        self.open.last_mut()
    }

    /// All open nodes, the root first.
    pub fn open(&self) -> &[Open<X>] {
        &self.open
    }

    /// All open nodes, the root first.
    pub fn open_mut(&mut self) -> &mut [Open<X>] {
        &mut self.open
    }
}
