//! Puts a network together by name: inputs, gates, counters, weights and triggers. Checks it once, in `build`.
//!
//! Called by `machine/` for the rules, by the text form, and by the lanes when they are spelled out proposition by
//! proposition. Nothing here runs a network.

use super::{Error, Network, network};
use std::collections::HashMap;
use std::ops::Not;
use std::sync::Arc;

/// A component of a network, by position; only meaningful for the network (or builder) that gave it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub(super) u32);

impl Id {
    /// Position in the network, 0 up to [`Network::len`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A component read as it is or negated: NOT is the sign of an edge, never a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Literal {
    /// The component read.
    pub id: Id,
    /// Is it read as it is?
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

/// A bit set of a state that triggers write, such as the legal moves or the next state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SetId(pub(super) u32);

/// What a weight adds: two numbers, the meaning of which is the caller's (middlegame and endgame in chess).
pub type Pair = [i32; 2];

#[derive(Debug, Default)]
pub(super) struct Component {
    pub name: String,
    pub kind: Kind,
    pub inputs: Vec<Literal>,
    pub weights: Vec<(String, Pair)>,
    pub tables: Vec<(String, Vec<Pair>)>,
}

/// What a component does with its count of true inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// Named, not yet defined.
    #[default]
    Pending,
    /// Set from outside.
    Input,
    /// True when at least so many inputs are: all of them for AND, one for OR.
    AtLeast(u32),
}

#[derive(Debug)]
pub(super) struct BitSet {
    pub name: String,
    pub len: u32,
    pub triggers: Vec<(u32, Literal)>,
}

/// Collects components; faults are remembered and reported by [`Builder::build`], so that calls can be chained.
#[derive(Debug, Default)]
pub struct Builder {
    pub(super) components: Vec<Component>,
    pub(super) by_name: HashMap<String, Id>,
    pub(super) categories: Vec<String>,
    pub(super) sets: Vec<BitSet>,
    fault: Option<Error>,
}

impl Builder {
    /// An empty network.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The component called `name`, to be defined before or after this call. Lets gates refer to later ones.
    pub fn named(&mut self, name: &str) -> Id {
        if let Some(&id) = self.by_name.get(name) {
            return id;
        }
        let id = Id(u32::try_from(self.components.len()).unwrap_or(u32::MAX));
        self.components.push(Component { name: name.to_owned(), ..Component::default() });
        self.by_name.insert(name.to_owned(), id);
        id
    }

    /// A proposition set from outside: a base proposition or a `does`.
    pub fn input(&mut self, name: &str) -> Id {
        self.define(name, Kind::Input, Vec::new())
    }

    /// A proposition that never changes.
    pub fn constant(&mut self, name: &str, value: Truth) -> Id {
        let needed = match value {
            Truth::Always => 0,
            Truth::Never => 1,
        };
        self.define(name, Kind::AtLeast(needed), Vec::new())
    }

    /// True when every input is; with no inputs, always.
    pub fn all<L: Into<Literal>>(&mut self, name: &str, inputs: impl IntoIterator<Item = L>) -> Id {
        let inputs: Vec<Literal> = inputs.into_iter().map(Into::into).collect();
        let needed = u32::try_from(inputs.len()).unwrap_or(u32::MAX);
        self.define(name, Kind::AtLeast(needed), inputs)
    }

    /// True when some input is; with no inputs, never.
    pub fn any<L: Into<Literal>>(&mut self, name: &str, inputs: impl IntoIterator<Item = L>) -> Id {
        self.define(name, Kind::AtLeast(1), inputs.into_iter().map(Into::into).collect())
    }

    /// True when at least `needed` inputs are. An input listed twice counts twice.
    pub fn at_least<L: Into<Literal>>(
        &mut self,
        name: &str,
        needed: u32,
        inputs: impl IntoIterator<Item = L>,
    ) -> Id {
        let inputs: Vec<Literal> = inputs.into_iter().map(Into::into).collect();
        if needed as usize > inputs.len() {
            let component = name.to_owned();
            self.complain(Error::Unreachable { component, needed, inputs: inputs.len() });
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

    /// Adds `table[n]` to the category's sums while `n` inputs of `component` are true, its last entry beyond its end.
    pub fn table(&mut self, component: Id, category: &str, table: Vec<Pair>) {
        self.components[component.index()].tables.push((category.to_owned(), table));
    }

    /// Declares a bit set of `len` bits that triggers write.
    pub fn bit_set(&mut self, name: &str, len: u32) -> SetId {
        let id = SetId(u32::try_from(self.sets.len()).unwrap_or(u32::MAX));
        self.sets.push(BitSet { name: name.to_owned(), len, triggers: Vec::new() });
        id
    }

    /// Makes bit `bit` of `set` follow `literal`. Triggers are the ends of the network: they cost one XOR a change.
    pub fn trigger(&mut self, set: SetId, bit: u32, literal: impl Into<Literal>) {
        self.sets[set.0 as usize].triggers.push((bit, literal.into()));
    }

    /// Checks everything and freezes the topology.
    ///
    /// # Errors
    /// The first fault found, naming the component.
    pub fn build(self) -> Result<Arc<Network>, Error> {
        if let Some(fault) = self.fault {
            return Err(fault);
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
            self.complain(Error::DuplicateName(name.to_owned()));
        }
        id
    }

    fn complain(&mut self, error: Error) {
        self.fault.get_or_insert(error);
    }
}

/// The two constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// Always true.
    Always,
    /// Never true.
    Never,
}
