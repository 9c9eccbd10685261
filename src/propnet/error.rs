//! Errors in the construction of a network. Every message names the component.

/// An error in the construction of a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Two components share a name.
    #[error("component {0:?} is defined twice")]
    DuplicateName(String),
    /// A component is used as an input but not defined.
    #[error("component {name:?} is used by {reader:?} but not defined")]
    Dangling {
        /// The missing component.
        name: String,
        /// A component that reads it; the missing component itself if there is none.
        reader: String,
    },
    /// A cycle of components.
    #[error("component {0:?} depends on itself (cycle)")]
    Cycle(String),
    /// The threshold of a gate is larger than its number of inputs.
    #[error("component {component:?} needs {needed} true inputs but has {inputs}")]
    Unreachable {
        /// The gate.
        component: String,
        /// Its threshold.
        needed: u32,
        /// The number of its inputs.
        inputs: usize,
    },
    /// A trigger writes a bit out of range, or one that another trigger writes.
    #[error(
        "set {set:?}: bit {bit} of component {component:?} is out of range or has another trigger"
    )]
    Trigger {
        /// The bit set.
        set: String,
        /// The bit within it.
        bit: usize,
        /// The component that writes it.
        component: String,
    },
    /// A bitboard network is too large.
    #[error("component {component:?}: {what} exceeds the limit of {limit}")]
    TooLarge {
        /// The first component beyond the limit.
        component: String,
        /// What is limited.
        what: &'static str,
        /// The largest number allowed.
        limit: usize,
    },
    /// The text form is invalid.
    #[error("network text: {0}")]
    Text(String),
}
