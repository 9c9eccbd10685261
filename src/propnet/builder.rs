//! Builds a network by name: inputs, gates, counters, weights and triggers. `build` checks it.
//!
//! Called by `machine/` for the rules, by the text form, and by unrolling a bitboard network.

use super::component::{Id, Kind, Literal, Pair, SetId};
use super::network::{Edge, Network, Rows, Table};
use super::{Error, reference};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

#[derive(Debug, Default)]
struct Component {
    name: String,
    kind: Kind,
    inputs: Vec<Literal>,
    weights: Vec<(usize, Pair)>,
    tables: Vec<Table>,
    /// Words and masks of the bits to toggle.
    triggers: Vec<(usize, u64)>,
}

#[derive(Debug)]
struct BitSet {
    name: String,
    start: usize,
    len: usize,
    /// Bits that have a trigger.
    written: HashSet<usize>,
}

/// Collects components; [`Builder::build`] reports the first error.
#[derive(Debug, Default)]
pub struct Builder {
    components: Vec<Component>,
    by_name: HashMap<String, Id>,
    categories: Vec<String>,
    sets: Vec<BitSet>,
    /// The bits of all sets if every component is false.
    bits: Vec<u64>,
    error: Option<Error>,
}

impl Builder {
    /// The component called `name`, which may be defined after this call: gates can refer to later gates.
    pub fn named(&mut self, name: &str) -> Literal {
        if let Some(&id) = self.by_name.get(name) {
            return id.into();
        }
        let id = Id(self.components.len() as u32);
        self.components.push(Component { name: name.to_owned(), ..Component::default() });
        self.by_name.insert(name.to_owned(), id);
        id.into()
    }

    /// Is a component of this name defined?
    pub fn is_defined(&self, name: &str) -> bool {
        let component = self.by_name.get(name).map(|id| &self.components[id.index()]);
        component.is_some_and(|component| component.kind != Kind::Pending)
    }

    /// An input: a base proposition or a `does`.
    pub fn input(&mut self, name: &str) -> Literal {
        self.define(name, Kind::Input, Vec::new())
    }

    /// A constant.
    pub fn constant(&mut self, name: &str, truth: bool) -> Literal {
        self.define(name, Kind::AtLeast(u32::from(!truth)), Vec::new())
    }

    /// AND: true if every input is; without inputs, always.
    pub fn all<L: Into<Literal>>(
        &mut self,
        name: &str,
        inputs: impl IntoIterator<Item = L>,
    ) -> Literal {
        let inputs: Vec<Literal> = inputs.into_iter().map(Into::into).collect();
        self.define(name, Kind::AtLeast(inputs.len() as u32), inputs)
    }

    /// OR: true if some input is; without inputs, never.
    pub fn any<L: Into<Literal>>(
        &mut self,
        name: &str,
        inputs: impl IntoIterator<Item = L>,
    ) -> Literal {
        self.define(name, Kind::AtLeast(1), inputs.into_iter().map(Into::into).collect())
    }

    /// True if at least `needed` inputs are. An input listed twice counts twice.
    pub fn at_least<L: Into<Literal>>(
        &mut self,
        name: &str,
        needed: u32,
        inputs: impl IntoIterator<Item = L>,
    ) -> Literal {
        let inputs: Vec<Literal> = inputs.into_iter().map(Into::into).collect();
        if needed as usize > inputs.len() {
            let component = name.to_owned();
            self.record(Error::Unreachable { component, needed, inputs: inputs.len() });
        }
        self.define(name, Kind::AtLeast(needed), inputs)
    }

    /// Declares a category, a named pair of sums, and returns its index.
    pub fn category(&mut self, name: &str) -> usize {
        let known = self.categories.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            self.categories.push(name.to_owned());
            self.categories.len() - 1
        })
    }

    /// Adds `value` to the category's sums while `component` is true.
    pub fn weight(&mut self, component: Id, category: usize, value: Pair) {
        self.components[component.index()].weights.push((category, value));
    }

    /// Adds `table[n]` to the category's sums while `n` inputs of `component` are true; the last entry beyond its end.
    pub fn table(&mut self, component: Id, category: usize, table: Vec<Pair>) {
        self.components[component.index()].tables.push(Table { category, values: table });
    }

    /// Declares a bit set of `len` bits that triggers write.
    pub fn bit_set(&mut self, name: &str, len: usize) -> SetId {
        let (name, start) = (name.to_owned(), self.bits.len());
        self.sets.push(BitSet { name, start, len, written: HashSet::new() });
        self.bits.resize(start + len.div_ceil(64), 0);
        SetId(self.sets.len() - 1)
    }

    /// Makes bit `bit` of `set` follow `literal`. A change costs one XOR.
    pub fn trigger(&mut self, set: SetId, bit: usize, literal: impl Into<Literal>) {
        let (literal, set) = (literal.into(), &mut self.sets[set.0]);
        let component = &mut self.components[literal.id.index()];
        if bit < set.len && set.written.insert(bit) {
            let (word, mask) = (set.start + bit / 64, 1 << (bit % 64));
            component.triggers.push((word, mask));
            if !literal.positive {
                self.bits[word] |= mask;
            }
        } else {
            let (set, component) = (set.name.clone(), component.name.clone());
            self.record(Error::Trigger { set, bit, component });
        }
    }

    /// Checks and builds the network.
    ///
    /// # Errors
    /// The first error, naming the component.
    pub fn build(self) -> Result<Arc<Network>, Error> {
        if let Some(error) = self.error {
            return Err(error);
        }
        check_defined(&self.components)?;
        let order = dependency_order(&self.components)?;
        let mut outgoing: Vec<Vec<Edge>> = self.components.iter().map(|_| Vec::new()).collect();
        for (component, target) in self.components.iter().zip(0..) {
            for input in &component.inputs {
                let rise = if input.positive { 1 } else { -1 };
                outgoing[input.id.index()].push(Edge { target, rise });
            }
        }
        let mut network = Network {
            by_name: self.by_name,
            kinds: self.components.iter().map(|component| component.kind).collect(),
            outgoing: Rows::new(outgoing),
            order,
            categories: self.categories,
            sets: self.sets.iter().map(|set| (set.start, set.len)).collect(),
            initial_bits: self.bits,
            ..Network::default()
        };
        let (mut incoming, mut weights) = (Vec::new(), Vec::new());
        let (mut tables, mut triggers) = (Vec::new(), Vec::new());
        for component in self.components {
            network.names.push(component.name);
            incoming.push(component.inputs);
            weights.push(component.weights);
            tables.push(component.tables);
            triggers.push(component.triggers);
        }
        network.incoming = Rows::new(incoming);
        network.weights = Rows::new(weights);
        network.tables = Rows::new(tables);
        network.triggers = Rows::new(triggers);
        // The state with every input false, the start of propagation.
        let values = reference::forward(&network, &|_| false);
        network.initial_counts = (0..values.len())
            .map(|index| network.true_inputs(index, &values) as i32 - network.threshold(index))
            .collect();
        network.initial_sums = network.sums(&values);
        for index in (0..values.len()).filter(|&index| values[index]) {
            for &(word, mask) in network.triggers.row(index) {
                network.initial_bits[word] ^= mask;
            }
        }
        Ok(Arc::new(network))
    }

    fn define(&mut self, name: &str, kind: Kind, inputs: Vec<Literal>) -> Literal {
        let literal = self.named(name);
        let component = &mut self.components[literal.id.index()];
        if component.kind == Kind::Pending {
            component.kind = kind;
            component.inputs = inputs;
        } else {
            self.record(Error::DuplicateName(name.to_owned()));
        }
        literal
    }

    fn record(&mut self, error: Error) {
        self.error.get_or_insert(error);
    }
}

fn check_defined(components: &[Component]) -> Result<(), Error> {
    let pending = |component: &&Component| component.kind == Kind::Pending;
    let Some(missing) = components.iter().find(pending) else { return Ok(()) };
    let reads = |component: &&Component| {
        component.inputs.iter().any(|input| components[input.id.index()].name == missing.name)
    };
    let reader = components.iter().find(reads).unwrap_or(missing);
    Err(Error::Dangling { name: missing.name.clone(), reader: reader.name.clone() })
}

/// Topological sort by Kahn's algorithm.
fn dependency_order(components: &[Component]) -> Result<Vec<Id>, Error> {
    let mut waiting: Vec<usize> = components.iter().map(|c| c.inputs.len()).collect();
    let mut readers: Vec<Vec<u32>> = components.iter().map(|_| Vec::new()).collect();
    for (component, index) in components.iter().zip(0..) {
        for input in &component.inputs {
            readers[input.id.index()].push(index);
        }
    }
    let mut order: Vec<Id> =
        waiting.iter().zip(0..).filter(|(inputs, _)| **inputs == 0).map(|(_, i)| Id(i)).collect();
    let mut next = 0;
    while let Some(&id) = order.get(next) {
        next += 1;
        for &reader in &readers[id.index()] {
            waiting[reader as usize] -= 1;
            if waiting[reader as usize] == 0 {
                order.push(Id(reader));
            }
        }
    }
    let Some(mut at) = waiting.iter().position(|&inputs| inputs > 0) else { return Ok(order) };
    // Back through inputs that are part of or behind a cycle; the first component that comes again is on the cycle.
    let mut seen = HashSet::new();
    while seen.insert(at) {
        let mut inputs = components[at].inputs.iter().map(|input| input.id.index());
        at = inputs.find(|&index| waiting[index] > 0).unwrap_or(at);
    }
    Err(Error::Cycle(components[at].name.clone()))
}
