//! Why the evaluation could not be put together. Only a broken asset can cause it; tests load every asset.

use crate::base::RonError;
use crate::propnet;

/// A fault in the weights or in the network built from them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A weights file is not readable as RON.
    #[error("assets/knowledge/{0}")]
    Unreadable(#[from] RonError),
    /// A weight is out of range.
    #[error("assets/knowledge/{file}: weight {name:?}: {value} is not between -10000 and 10000")]
    TooLarge {
        /// The file's name.
        file: &'static str,
        /// The weight's name.
        name: String,
        /// What was read.
        value: i32,
    },
    /// A term has no weight.
    #[error("assets/knowledge: weight {0:?} is missing")]
    Missing(String),
    /// A weight belongs to no term.
    #[error("assets/knowledge: weight {0:?} belongs to no term")]
    Unused(String),
    /// A weight has the wrong number of entries.
    #[error("assets/knowledge: weight {name:?} has {found} entries instead of {expected}")]
    WrongLength {
        /// The weight's name.
        name: String,
        /// Entries in the file.
        found: usize,
        /// Entries the term needs.
        expected: usize,
    },
    /// The network itself is faulty.
    #[error(transparent)]
    Network(#[from] propnet::Error),
}
