//! Errors in rules, and in questions about them.

use crate::propnet;

/// An error in the rules of a game, or in a question about them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The network is invalid.
    #[error(transparent)]
    Network(#[from] propnet::Error),
    /// A part of a state machine is missing or invalid.
    #[error("rules: {part} is missing or invalid: {reason}")]
    Part {
        /// The group, set or component.
        part: String,
        /// The reason.
        reason: String,
    },
    /// The text is no move, square or proposition.
    #[error("{0:?} is not a move such as e2e4, a square such as e4, or a proposition")]
    Question(String),
}
