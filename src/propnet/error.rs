//! Why a set of components is not a network. Every message names the component at fault.

/// A fault found while a network was put together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Two components share a name.
    #[error("component {0:?} is defined twice")]
    DuplicateName(String),
    /// A component was named as an input but never defined.
    #[error("component {name:?} is used by {reader:?} but never defined")]
    Dangling {
        /// The missing component.
        name: String,
        /// One component that reads it, or the missing component itself when nothing does.
        reader: String,
    },
    /// Components feed each other in a circle.
    #[error("component {0:?} depends on itself through a circle of inputs")]
    Cycle(String),
    /// A weight or table names a category that was not declared.
    #[error("component {component:?} has a weight in the unknown category {category:?}")]
    UnknownCategory {
        /// The weighted component.
        component: String,
        /// The category's name as given.
        category: String,
    },
    /// A gate asks for more true inputs than it has.
    #[error("component {component:?} needs {needed} true inputs but has {inputs}")]
    Unreachable {
        /// The gate.
        component: String,
        /// Its threshold.
        needed: u32,
        /// Its inputs.
        inputs: usize,
    },
    /// A trigger writes outside its bit set, or a bit another trigger writes already.
    #[error("set {set:?}: bit {bit} is out of range or taken, wanted by component {component:?}")]
    Trigger {
        /// The bit set.
        set: String,
        /// The bit within it.
        bit: u32,
        /// The component that should write it.
        component: String,
    },
    /// A gate of lanes has more inputs than a record can hold, or the network more gates than a state can hold.
    #[error("component {component:?}: {what} exceeds the limit of {limit}")]
    TooLarge {
        /// The component at which the limit was passed.
        component: String,
        /// What was counted.
        what: &'static str,
        /// The largest number allowed.
        limit: usize,
    },
    /// A text form could not be read.
    #[error("network text: {0}")]
    Text(String),
}
