//! The position on the board: the game's, or the one that the debugger speaks of.

use super::Model;
use crate::rules::{Move, Position};
use crate::tui::model::inspect::{InspectedNode, NodeEvaluation};
use crate::tui::values::preset::Preset;
use std::borrow::Cow;

impl Model {
    /// The position on the board: the game's, or the one that the debugger speaks of.
    pub fn shown_position(&self) -> Cow<'_, Position> {
        match self.inspected_position() {
            Some((position, _)) => Cow::Owned(position),
            None => Cow::Borrowed(self.session.position()),
        }
    }

    /// As [`Self::shown_position`].
    ///
    /// # Errors
    /// The page shows a trace at a row without a legal position: the game's is not what is meant.
    pub fn meant_position(&self) -> Result<Cow<'_, Position>, &'static str> {
        let is_trace = self.layout.preset == Preset::Debug && self.inspect.trace().is_some();
        if is_trace && !self.shows_inspected_position() {
            return Err("the trace has no legal position at the selected row");
        }
        Ok(self.shown_position())
    }

    /// The position that the debugger's page speaks of while it is on the screen, and the move that led there.
    pub(super) fn inspected_position(&self) -> Option<(Position, Option<Move>)> {
        let is_there = self.layout.preset == Preset::Debug;
        is_there.then(|| self.inspect.position()).flatten()
    }

    /// Does the board show the position of a trace, of which no search of this program says anything?
    pub fn shows_trace(&self) -> bool {
        self.inspect.trace().is_some() && self.shows_inspected_position()
    }

    /// Does the board show another position than the game's, in which no moves are made?
    pub fn shows_inspected_position(&self) -> bool {
        self.inspected_position().is_some()
    }

    /// The node of a search that the debugger stands at: what every panel then shows.
    pub fn inspected_node(&self) -> Option<InspectedNode> {
        let is_there = self.layout.preset == Preset::Debug;
        is_there.then(|| self.inspect.node()).flatten()
    }

    /// The static evaluation of that node, or without one of the board where no search says anything of it, once it is
    /// worked out.
    pub fn node_evaluation(&self) -> Option<&NodeEvaluation> {
        let regarded = self.inspect.node_evaluation.as_deref();
        regarded.filter(|regarded| Some(regarded.of) == self.inspect.node_requested)
    }
}
