//! Why rules could not be made into a machine, or a question about them not be answered.

use crate::propnet;

/// A fault in the rules of a game, or in a question about them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The components do not make a network.
    #[error(transparent)]
    Network(#[from] propnet::Error),
    /// A network lacks a part that a state machine needs.
    #[error("rules: {part} is missing or does not fit: {reason}")]
    Part {
        /// The group, set or component at fault.
        part: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The text names nothing that the machine has a proposition for.
    #[error("{0:?} is not a move such as e2e4, a square such as e4, or a proposition")]
    Question(String),
}
