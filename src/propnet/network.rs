//! The immutable topology: edges, thresholds, weights and triggers. Shared between threads.
//!
//! Edges are stored twice: outgoing for propagation, incoming for the reference evaluators and `explain`.

use super::builder::{Builder, Id, Kind, Literal, Pair, SetId};
use super::{Error, reference};
use std::collections::HashMap;

/// Rows of different length in one array: row `i` is `items[starts[i]..starts[i + 1]]`.
#[derive(Debug)]
pub(super) struct Rows<T> {
    starts: Box<[u32]>,
    items: Box<[T]>,
}

impl<T> Rows<T> {
    fn new(rows: Vec<Vec<T>>) -> Self {
        let mut starts = Vec::with_capacity(rows.len() + 1);
        let mut items = Vec::new();
        starts.push(0);
        for row in rows {
            items.extend(row);
            starts.push(u32::try_from(items.len()).unwrap_or(u32::MAX));
        }
        Self { starts: starts.into(), items: items.into() }
    }

    #[inline]
    pub fn row(&self, index: usize) -> &[T] {
        &self.items[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.starts) + size_of_val(&*self.items)
    }
}

/// An outgoing edge: the component signalled, and +1 or -1 to its count when the source rises.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub target: u32,
    pub rise: i32,
}

/// A table by the number of true inputs.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub category: u32,
    pub values: Box<[Pair]>,
}

/// An immutable network of threshold gates.
///
/// Invariant: acyclic; `order` lists every component after all of its inputs.
#[derive(Debug)]
pub struct Network {
    names: Box<[String]>,
    by_name: HashMap<String, Id>,
    pub(super) kinds: Box<[Kind]>,
    pub(super) incoming: Rows<Literal>,
    pub(super) outgoing: Rows<Edge>,
    pub(super) weights: Rows<(u32, Pair)>,
    pub(super) tables: Rows<Table>,
    /// Words of the trigger bits to toggle when a component changes.
    pub(super) triggers: Rows<(u32, u64)>,
    pub(super) order: Box<[Id]>,
    categories: Box<[String]>,
    /// First word and length in bits of every bit set.
    pub(super) sets: Box<[(u32, u32)]>,
    /// Counts minus thresholds, sums and bits with every input false.
    pub(super) initial_counts: Box<[i32]>,
    pub(super) initial_sums: Box<[Pair]>,
    pub(super) initial_bits: Box<[u64]>,
}

impl Network {
    /// The number of components.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Is the network empty?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The number of edges.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.outgoing.items.len()
    }

    /// Bytes that propagation reads: everything but names and incoming edges.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.outgoing.bytes()
            + self.weights.bytes()
            + self.tables.bytes()
            + self.triggers.bytes()
            + size_of_val(&*self.initial_counts)
    }

    /// The component called `name`.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Id> {
        self.by_name.get(name).copied()
    }

    /// The name of a component.
    #[must_use]
    pub fn name(&self, id: Id) -> &str {
        &self.names[id.index()]
    }

    /// The kind of a component.
    #[must_use]
    pub fn kind(&self, id: Id) -> Kind {
        self.kinds[id.index()]
    }

    /// The inputs of a component.
    #[must_use]
    pub fn inputs(&self, id: Id) -> &[Literal] {
        self.incoming.row(id.index())
    }

    /// All components, in building order.
    pub fn ids(&self) -> impl Iterator<Item = Id> + '_ {
        (0..self.kinds.len()).map(|index| Id(u32::try_from(index).unwrap_or(u32::MAX)))
    }

    /// All components in dependency order: each after its inputs.
    #[must_use]
    pub fn dependency_order(&self) -> &[Id] {
        &self.order
    }

    /// Names of the categories, in the order of the sums.
    #[must_use]
    pub fn categories(&self) -> &[String] {
        &self.categories
    }

    /// Length in bits of a bit set.
    #[must_use]
    pub fn set_len(&self, set: SetId) -> usize {
        self.sets[set.0 as usize].1 as usize
    }

    /// The category sums for `values`, a truth value per component.
    #[must_use]
    pub fn sums(&self, values: &[bool]) -> Vec<Pair> {
        let mut sums = vec![[0, 0]; self.categories.len()];
        for (index, &value) in values.iter().enumerate() {
            for &(category, weight) in self.weights.row(index) {
                if value {
                    add(&mut sums[category as usize], weight, 1);
                }
            }
            let tables = self.tables.row(index);
            if !tables.is_empty() {
                let count = reference::true_inputs(self, index, values);
                for table in tables {
                    add(&mut sums[table.category as usize], table.at(count), 1);
                }
            }
        }
        sums
    }
}

impl Table {
    /// The entry for `count` true inputs; the last one beyond the end, zero when empty.
    pub fn at(&self, count: usize) -> Pair {
        self.values.get(count).or(self.values.last()).copied().unwrap_or([0, 0])
    }
}

/// Adds `factor * weight` to a pair of sums.
#[inline]
pub(super) fn add(sum: &mut Pair, weight: Pair, factor: i32) {
    sum[0] += weight[0] * factor;
    sum[1] += weight[1] * factor;
}

/// Checks the builder's components and lays them out.
pub(super) fn freeze(builder: Builder) -> Result<Network, Error> {
    check_defined(&builder)?;
    let order = dependency_order(&builder)?;
    let (sets, triggers) = lay_out_triggers(&builder)?;
    let words = sets.last().map_or(0, |&(start, len)| start + len.div_ceil(64));
    let weights = collect_weights(&builder)?;
    let tables = collect_tables(&builder)?;
    let mut outgoing: Vec<Vec<Edge>> = builder.components.iter().map(|_| Vec::new()).collect();
    let mut incoming = Vec::with_capacity(builder.components.len());
    let mut names = Vec::with_capacity(builder.components.len());
    let mut kinds = Vec::with_capacity(builder.components.len());
    for (component, target) in builder.components.into_iter().zip(0..) {
        for input in &component.inputs {
            let rise = if input.positive { 1 } else { -1 };
            outgoing[input.id.index()].push(Edge { target, rise });
        }
        names.push(component.name);
        kinds.push(component.kind);
        incoming.push(component.inputs);
    }
    let mut network = Network {
        names: names.into(),
        by_name: builder.by_name,
        kinds: kinds.into(),
        incoming: Rows::new(incoming),
        outgoing: Rows::new(outgoing),
        weights: Rows::new(weights),
        tables: Rows::new(tables),
        triggers: Rows::new(triggers),
        order: order.into(),
        categories: builder.categories.into(),
        sets: sets.into(),
        initial_counts: Box::default(),
        initial_sums: Box::default(),
        initial_bits: Box::default(),
    };
    set_initial(&mut network, &builder.sets, words);
    Ok(network)
}

/// Computes the state with every input false, the start of propagation.
fn set_initial(network: &mut Network, sets: &[super::builder::BitSet], words: u32) {
    let values = reference::forward(network, &|_| false);
    let counts = (0..values.len()).map(|index| match network.kinds[index] {
        Kind::AtLeast(needed) => {
            let count = reference::true_inputs(network, index, &values);
            i32::try_from(count).unwrap_or(i32::MAX) - i32::try_from(needed).unwrap_or(i32::MAX)
        }
        Kind::Input | Kind::Pending => -1,
    });
    network.initial_counts = counts.collect();
    network.initial_sums = network.sums(&values).into();
    let mut bits = vec![0_u64; words as usize];
    for (set, &(start, _)) in sets.iter().zip(&network.sets) {
        for &(bit, literal) in &set.triggers {
            if values[literal.id.index()] == literal.positive {
                bits[(start + bit / 64) as usize] |= 1 << (bit % 64);
            }
        }
    }
    network.initial_bits = bits.into();
}

fn check_defined(builder: &Builder) -> Result<(), Error> {
    let pending = |id: Id| builder.components[id.index()].kind == Kind::Pending;
    for component in &builder.components {
        if let Some(input) = component.inputs.iter().find(|input| pending(input.id)) {
            let name = builder.components[input.id.index()].name.clone();
            return Err(Error::Dangling { name, reader: component.name.clone() });
        }
    }
    match builder.components.iter().find(|component| component.kind == Kind::Pending) {
        Some(component) => {
            let name = component.name.clone();
            Err(Error::Dangling { reader: name.clone(), name })
        }
        None => Ok(()),
    }
}

/// Topological sort by Kahn's algorithm.
fn dependency_order(builder: &Builder) -> Result<Vec<Id>, Error> {
    let components = &builder.components;
    let mut waiting: Vec<usize> = components.iter().map(|c| c.inputs.len()).collect();
    let mut readers: Vec<Vec<usize>> = components.iter().map(|_| Vec::new()).collect();
    for (index, component) in components.iter().enumerate() {
        for input in &component.inputs {
            readers[input.id.index()].push(index);
        }
    }
    let mut order: Vec<usize> = (0..components.len()).filter(|&i| waiting[i] == 0).collect();
    let mut next = 0;
    while let Some(&index) = order.get(next) {
        next += 1;
        for &reader in &readers[index] {
            waiting[reader] -= 1;
            if waiting[reader] == 0 {
                order.push(reader);
            }
        }
    }
    if let Some(stuck) = waiting.iter().position(|&inputs| inputs > 0) {
        return Err(Error::Cycle(on_cycle(builder, &waiting, stuck)));
    }
    Ok(order.into_iter().map(|index| Id(u32::try_from(index).unwrap_or(u32::MAX))).collect())
}

/// Walks back through inputs that are part of or behind a cycle; after as many steps as components it is on the cycle.
fn on_cycle(builder: &Builder, waiting: &[usize], stuck: usize) -> String {
    let mut at = stuck;
    for _ in 0..builder.components.len() {
        let mut inputs = builder.components[at].inputs.iter().map(|input| input.id.index());
        if let Some(back) = inputs.find(|&index| waiting[index] > 0) {
            at = back;
        }
    }
    builder.components[at].name.clone()
}

/// First word and length of each set, and the bits to toggle per component.
type Layout = (Vec<(u32, u32)>, Vec<Vec<(u32, u64)>>);

fn lay_out_triggers(builder: &Builder) -> Result<Layout, Error> {
    let mut rows: Vec<Vec<(u32, u64)>> = builder.components.iter().map(|_| Vec::new()).collect();
    let mut sets = Vec::new();
    let mut start = 0;
    for set in &builder.sets {
        let mut taken = vec![false; set.len as usize];
        for &(bit, literal) in &set.triggers {
            match taken.get_mut(bit as usize) {
                Some(free) if !*free => *free = true,
                _ => {
                    let component = builder.components[literal.id.index()].name.clone();
                    return Err(Error::Trigger { set: set.name.clone(), bit, component });
                }
            }
            rows[literal.id.index()].push((start + bit / 64, 1 << (bit % 64)));
        }
        sets.push((start, set.len));
        start += set.len.div_ceil(64);
    }
    Ok((sets, rows))
}

fn category_index(builder: &Builder, component: &str, category: &str) -> Result<u32, Error> {
    let found = builder.categories.iter().zip(0..).find(|(name, _)| *name == category);
    found.map(|(_, index)| index).ok_or_else(|| Error::UnknownCategory {
        component: component.to_owned(),
        category: category.to_owned(),
    })
}

fn collect_weights(builder: &Builder) -> Result<Vec<Vec<(u32, Pair)>>, Error> {
    let row = |component: &super::builder::Component| {
        let weights = component.weights.iter();
        weights
            .map(|(category, value)| {
                Ok((category_index(builder, &component.name, category)?, *value))
            })
            .collect()
    };
    builder.components.iter().map(row).collect()
}

fn collect_tables(builder: &Builder) -> Result<Vec<Vec<Table>>, Error> {
    let row = |component: &super::builder::Component| {
        let tables = component.tables.iter();
        tables
            .map(|(category, values)| {
                let category = category_index(builder, &component.name, category)?;
                Ok(Table { category, values: values.clone().into() })
            })
            .collect()
    };
    builder.components.iter().map(row).collect()
}
