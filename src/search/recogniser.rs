//! Positions whose value is known without search, in score bands of their own.

use super::observer::Ending;
use super::shadow::Value;
use super::visit::Visit;
use super::worker::Worker;
use super::{Evaluate, Observer};
use crate::rules::Position;

impl<E: Evaluate, O: Observer> Worker<'_, E, O> {
    /// What is known of the position without search, if that decides the node.
    pub(super) fn recognised(
        &mut self,
        position: &Position,
        visit: &Visit,
    ) -> Option<(Value, Ending)> {
        self.tablebase(position, visit)
    }
}
