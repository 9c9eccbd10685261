//! Errors when the evaluation network is built. Only a faulty weights file causes them; tests load every asset.

use crate::base::RonError;
use crate::propnet;

/// An error in the weights or in the network built from them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A weights file is not valid RON.
    #[error("assets/knowledge/{0}")]
    Unreadable(#[from] RonError),
    /// A weight is out of range.
    #[error("assets/knowledge/{file}: weight {name:?}: {value} is not between -10000 and 10000")]
    TooLarge {
        /// The file's name.
        file: &'static str,
        /// The weight's name.
        name: String,
        /// The value in the file.
        value: i32,
    },
    /// A term has no weight.
    #[error("assets/knowledge: weight {0:?} is missing")]
    Missing(String),
    /// No term uses a weight.
    #[error("assets/knowledge: weight {0:?} is not used by any term")]
    Unused(String),
    /// A weight has the wrong number of entries.
    #[error("assets/knowledge: weight {name:?} has {found} entries, expected {expected}")]
    WrongLength {
        /// The weight's name.
        name: String,
        /// Number of entries in the file.
        found: usize,
        /// Number of entries that the term needs.
        expected: usize,
    },
    /// A learned conjunction names a proposition that does not exist.
    #[error("assets/knowledge/conjunctions.ron: {conjunction:?}: no proposition {literal:?}")]
    UnknownProposition {
        /// The conjunction's name.
        conjunction: String,
        /// The literal in the file.
        literal: String,
    },
    /// The network is invalid.
    #[error(transparent)]
    Network(#[from] propnet::Error),
}
