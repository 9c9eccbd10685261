//! Builds a network by name: inputs, gates, counters, weights and triggers. `build` checks it.
//!
//! Called by `machine/` for the rules, by the text form, and by unrolling a bitboard network.

use super::{Error, Network, network};
use std::collections::HashMap;
use std::ops::Not;
use std::sync::Arc;

/// A component, by index in its network or builder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub(super) u32);

impl Id {
    /// Index in the network, below [`Network::len`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A component or its negation: NOT is the sign of an edge, not a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Literal {
    /// The component read.
    pub id: Id,
    /// False if negated.
    pub positive: bool,
}

impl From<Id> for Literal {
    fn from(id: Id) -> Self {
        Self { id, positive: true }
    }
}

impl Not for Id {
    type Output = Literal;
    fn not(self) -> Literal {
        Literal { id: self, positive: false }
    }
}

impl Not for Literal {
    type Output = Self;
    fn not(self) -> Self {
        Self { positive: !self.positive, ..self }
    }
}

/// A bit set of the state that triggers write, such as the legal moves or the next state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SetId(pub(super) u32);

/// A weight: two numbers with a meaning for the caller (middlegame and endgame in chess).
pub type Pair = [i32; 2];

#[derive(Debug, Default)]
pub(super) struct Component {
    pub name: String,
    pub kind: Kind,
    pub inputs: Vec<Literal>,
    pub weights: Vec<(String, Pair)>,
    pub tables: Vec<(String, Vec<Pair>)>,
}

/// How a component depends on the number of its true inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// Referred to, not yet defined.
    #[default]
    Pending,
    /// Set by the caller.
    Input,
    /// True if at least this many inputs are: all for AND, one for OR.
    AtLeast(u32),
}

#[derive(Debug)]
pub(super) struct BitSet {
    pub name: String,
    pub len: u32,
    pub triggers: Vec<(u32, Literal)>,
}

/// Collects components; [`Builder::build`] reports the first error.
#[derive(Debug, Default)]
pub struct Builder {
    pub(super) components: Vec<Component>,
    pub(super) by_name: HashMap<String, Id>,
    pub(super) categories: Vec<String>,
    pub(super) sets: Vec<BitSet>,
    error: Option<Error>,
}

impl Builder {
    /// An empty network.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The component called `name`, which may be defined after this call: gates can refer to later gates.
    pub fn named(&mut self, name: &str) -> Id {
        if let Some(&id) = self.by_name.get(name) {
            return id;
        }
        let id = Id(u32::try_from(self.components.len()).unwrap_or(u32::MAX));
        self.components.push(Component { name: name.to_owned(), ..Component::default() });
        self.by_name.insert(name.to_owned(), id);
        id
    }

    /// An input: a base proposition or a `does`.
    pub fn input(&mut self, name: &str) -> Id {
        self.define(name, Kind::Input, Vec::new())
    }

    /// A constant.
    pub fn constant(&mut self, name: &str, value: Truth) -> Id {
        let needed = match value {
            Truth::Always => 0,
            Truth::Never => 1,
        };
        self.define(name, Kind::AtLeast(needed), Vec::new())
    }

    /// AND: true if every input is; without inputs, always.
    pub fn all<L: Into<Literal>>(&mut self, name: &str, inputs: impl IntoIterator<Item = L>) -> Id {
        let inputs: Vec<Literal> = inputs.into_iter().map(Into::into).collect();
        let needed = u32::try_from(inputs.len()).unwrap_or(u32::MAX);
        self.define(name, Kind::AtLeast(needed), inputs)
    }

    /// OR: true if some input is; without inputs, never.
    pub fn any<L: Into<Literal>>(&mut self, name: &str, inputs: impl IntoIterator<Item = L>) -> Id {
        self.define(name, Kind::AtLeast(1), inputs.into_iter().map(Into::into).collect())
    }

    /// True if at least `needed` inputs are. An input listed twice counts twice.
    pub fn at_least<L: Into<Literal>>(
        &mut self,
        name: &str,
        needed: u32,
        inputs: impl IntoIterator<Item = L>,
    ) -> Id {
        let inputs: Vec<Literal> = inputs.into_iter().map(Into::into).collect();
        if needed as usize > inputs.len() {
            let component = name.to_owned();
            self.record_error(Error::Unreachable { component, needed, inputs: inputs.len() });
        }
        self.define(name, Kind::AtLeast(needed), inputs)
    }

    /// Declares a category: a named pair of sums.
    pub fn category(&mut self, name: &str) {
        if !self.categories.iter().any(|known| known == name) {
            self.categories.push(name.to_owned());
        }
    }

    /// Adds `value` to the category's sums while `component` is true.
    pub fn weight(&mut self, component: Id, category: &str, value: Pair) {
        self.components[component.index()].weights.push((category.to_owned(), value));
    }

    /// Adds `table[n]` to the category's sums while `n` inputs of `component` are true; the last entry beyond its end.
    pub fn table(&mut self, component: Id, category: &str, table: Vec<Pair>) {
        self.components[component.index()].tables.push((category.to_owned(), table));
    }

    /// Declares a bit set of `len` bits that triggers write.
    pub fn bit_set(&mut self, name: &str, len: u32) -> SetId {
        let id = SetId(u32::try_from(self.sets.len()).unwrap_or(u32::MAX));
        self.sets.push(BitSet { name: name.to_owned(), len, triggers: Vec::new() });
        id
    }

    /// Makes bit `bit` of `set` follow `literal`. A change costs one XOR.
    pub fn trigger(&mut self, set: SetId, bit: u32, literal: impl Into<Literal>) {
        self.sets[set.0 as usize].triggers.push((bit, literal.into()));
    }

    /// Checks and builds the network.
    ///
    /// # Errors
    /// The first error, naming the component.
    pub fn build(self) -> Result<Arc<Network>, Error> {
        if let Some(error) = self.error {
            return Err(error);
        }
        network::freeze(self).map(Arc::new)
    }

    fn define(&mut self, name: &str, kind: Kind, inputs: Vec<Literal>) -> Id {
        let id = self.named(name);
        let component = &mut self.components[id.index()];
        if component.kind == Kind::Pending {
            component.kind = kind;
            component.inputs = inputs;
        } else {
            self.record_error(Error::DuplicateName(name.to_owned()));
        }
        id
    }

    fn record_error(&mut self, error: Error) {
        self.error.get_or_insert(error);
    }
}

/// A constant truth value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// Always true.
    Always,
    /// Never true.
    Never,
}
