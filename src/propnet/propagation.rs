//! What every way of propagation offers, so that games can be played by each of them.

use super::Network;
use super::component::{Id, SetId};
use std::sync::Arc;

/// A state of a network: inputs are set, then propagated to all components.
pub trait Propagation {
    /// The state with every input false.
    fn new(network: Arc<Network>) -> Self;

    /// Sets an input; nothing else changes until [`Propagation::propagate`].
    fn set(&mut self, input: Id, truth: bool);

    /// Propagates the changes.
    fn propagate(&mut self);

    /// Is the component true?
    fn is_true(&self, id: Id) -> bool;

    /// The words of a bit set, bit 0 first.
    fn bits(&self, set: SetId) -> &[u64];
}
