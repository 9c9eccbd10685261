//! The stack of open nodes as the hooks tell it, and why each of them is searched.
//!
//! The search does not say why it visits a position for the third time; the order of its hooks does. The recorder and
//! the stepper both follow a search through this.

use crate::base::Ply;
use crate::search::{NodeType, NodeView, SearchedView};
use serde::{Deserialize, Serialize};

/// What a node is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum NodePurpose {
    /// The root of an iteration.
    Root,
    /// A move with an open window: its exact score is wanted.
    #[serde(alias = "Open")]
    PvSearch,
    /// A move with a null window to the full depth.
    #[serde(alias = "Scout")]
    NullWindow,
    /// A late move searched less deep.
    Reduced,
    /// The position after passing.
    NullMove,
    /// The same position without null moves, to confirm one.
    Verification,
    /// The same position without its table move.
    Singular,
    /// A capture tried for a cut-off well above beta.
    Probcut,
    /// Quiescence asked whether captures can help.
    Razoring,
}

impl NodePurpose {
    /// The words shown for it.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Root => "iteration",
            Self::PvSearch => "open window",
            Self::NullWindow => "null window",
            Self::Reduced => "reduced",
            Self::NullMove => "null move",
            Self::Verification => "null-move check",
            Self::Singular => "singular test",
            Self::Probcut => "probcut test",
            Self::Razoring => "razoring test",
        }
    }

    /// Is the node a test on the side, rather than the search of a move?
    #[must_use]
    pub const fn is_side_search(self) -> bool {
        !matches!(self, Self::Root | Self::PvSearch | Self::NullWindow | Self::Reduced)
    }
}

/// An open node.
#[derive(Clone, Debug)]
pub(super) struct Open<X> {
    pub ply: Ply,
    pub purpose: NodePurpose,
    /// It, or a node above it, is a test on the side.
    pub side_search: bool,
    /// The move under search.
    pub trying: Option<SearchedView>,
    /// Searches of that move so far.
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
    /// Opens a node; `extra` is made from its purpose, whether it is aside, and the node above.
    pub(super) fn enter(
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

    /// Notes the move that the innermost node is about to search.
    pub(super) fn trying(&mut self, tried: &SearchedView) {
        if let Some(top) = self.open.last_mut() {
            top.trying = Some(*tried);
            top.searches = 0;
        }
    }

    /// Closes the innermost node.
    pub(super) fn leave(&mut self) -> Option<Open<X>> {
        self.open.pop()
    }

    /// The innermost node.
    pub(super) fn top(&self) -> Option<&Open<X>> {
        self.open.last()
    }

    /// The innermost node, to change.
    pub(super) fn top_mut(&mut self) -> Option<&mut Open<X>> {
        self.open.last_mut()
    }

    /// All open nodes, the root first.
    pub(super) fn open(&self) -> &[Open<X>] {
        &self.open
    }

    /// All open nodes, to change.
    pub(super) fn open_mut(&mut self) -> &mut [Open<X>] {
        &mut self.open
    }
}
