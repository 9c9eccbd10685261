//! The immutable topology: edges, thresholds, weights and triggers. Shared between threads.
//!
//! Edges are stored twice: outgoing for propagation, incoming for the reference evaluators and `explain`.

use super::component::{Id, Kind, Literal, Pair, SetId};
use std::collections::HashMap;

/// Rows of different length in one array: row `i` is `items[starts[i]..starts[i + 1]]`.
#[derive(Debug)]
pub(super) struct Rows<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Self::new(Vec::new())
    }
}

impl<T> Rows<T> {
    pub fn new(rows: Vec<Vec<T>>) -> Self {
        let mut starts = Vec::with_capacity(rows.len() + 1);
        let mut items = Vec::new();
        starts.push(0);
        for row in rows {
            items.extend(row);
            starts.push(items.len() as u32);
        }
        Self { starts, items }
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
    pub category: usize,
    pub values: Vec<Pair>,
}

/// An immutable network of threshold gates.
///
/// Invariant: acyclic; `order` lists every component after all of its inputs.
#[derive(Debug, Default)]
pub struct Network {
    pub(super) names: Vec<String>,
    pub(super) by_name: HashMap<String, Id>,
    pub(super) kinds: Vec<Kind>,
    pub(super) incoming: Rows<Literal>,
    pub(super) outgoing: Rows<Edge>,
    pub(super) weights: Rows<(usize, Pair)>,
    pub(super) tables: Rows<Table>,
    /// Words and masks of the bits to toggle when a component changes.
    pub(super) triggers: Rows<(usize, u64)>,
    pub(super) order: Vec<Id>,
    pub(super) categories: Vec<String>,
    /// First word and length in bits of every bit set.
    pub(super) sets: Vec<(usize, usize)>,
    /// Counts minus thresholds, sums and bits with every input false.
    pub(super) initial_counts: Vec<i32>,
    pub(super) initial_sums: Vec<Pair>,
    pub(super) initial_bits: Vec<u64>,
}

impl Network {
    /// The number of components.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Is the network empty?
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The number of edges.
    pub fn edges(&self) -> usize {
        self.outgoing.items.len()
    }

    /// Bytes that propagation reads: everything but names and incoming edges.
    pub fn bytes(&self) -> usize {
        self.outgoing.bytes()
            + self.weights.bytes()
            + self.tables.bytes()
            + self.triggers.bytes()
            + size_of_val(&*self.initial_counts)
    }

    /// The component called `name`.
    pub fn find(&self, name: &str) -> Option<Id> {
        self.by_name.get(name).copied()
    }

    /// The name of a component.
    pub fn name(&self, id: Id) -> &str {
        &self.names[id.index()]
    }

    /// The kind of a component.
    pub fn kind(&self, id: Id) -> Kind {
        self.kinds[id.index()]
    }

    /// The inputs of a component.
    pub fn inputs(&self, id: Id) -> &[Literal] {
        self.incoming.row(id.index())
    }

    /// All components, in building order.
    pub fn ids(&self) -> impl Iterator<Item = Id> + '_ {
        self.kinds.iter().zip(0..).map(|(_, index)| Id(index))
    }

    /// All components in dependency order: each after its inputs.
    pub fn dependency_order(&self) -> &[Id] {
        &self.order
    }

    /// Length in bits of a bit set.
    pub fn set_len(&self, set: SetId) -> usize {
        self.sets[set.0].1
    }

    /// The words of a bit set in the words of all sets.
    pub(super) fn words<'a>(&self, set: SetId, bits: &'a [u64]) -> &'a [u64] {
        let (start, len) = self.sets[set.0];
        &bits[start..start + len.div_ceil(64)]
    }

    /// Toggles the bits that follow component `index`.
    pub(super) fn toggle_bits(&self, index: usize, bits: &mut [u64]) {
        for &(word, mask) in self.triggers.row(index) {
            bits[word] ^= mask;
        }
    }

    /// What each bit of a set follows; `None` if nothing.
    pub fn followed(&self, set: SetId) -> Vec<Option<Literal>> {
        let (start, len) = self.sets[set.0];
        let mut followed = vec![None; len];
        for id in self.ids() {
            for &(word, mask) in
                self.triggers.row(id.index()).iter().filter(|entry| entry.0 >= start)
            {
                let bit = (word - start) * 64 + mask.trailing_zeros() as usize;
                let (now, truth) =
                    (self.initial_bits[word] & mask != 0, self.initial_counts[id.index()] >= 0);
                if let Some(entry) = followed.get_mut(bit) {
                    *entry = Some(Literal { id, positive: now == truth });
                }
            }
        }
        followed
    }

    /// The components that `roots` depend on, and `roots`, in dependency order.
    pub fn cone(&self, roots: impl IntoIterator<Item = Id>) -> Vec<Id> {
        let mut inside = vec![false; self.len()];
        for root in roots {
            inside[root.index()] = true;
        }
        for &id in self.order.iter().rev().filter(|id| !self.inputs(**id).is_empty()) {
            if inside[id.index()] {
                self.inputs(id).iter().for_each(|input| inside[input.id.index()] = true);
            }
        }
        self.order.iter().copied().filter(|id| inside[id.index()]).collect()
    }

    /// The category sums for `values`, a truth value per component.
    pub fn sums(&self, values: &[bool]) -> Vec<Pair> {
        let mut sums = vec![[0, 0]; self.categories.len()];
        for (index, &value) in values.iter().enumerate() {
            for &(category, weight) in self.weights.row(index) {
                if value {
                    add(&mut sums[category], weight, 1);
                }
            }
            for table in self.tables.row(index) {
                add(&mut sums[table.category], table.at(self.true_inputs(index, values)), 1);
            }
        }
        sums
    }

    /// The number of true inputs of component `index` for `values`.
    pub(super) fn true_inputs(&self, index: usize, values: &[bool]) -> usize {
        let inputs = self.incoming.row(index).iter();
        inputs.filter(|input| values[input.id.index()] == input.positive).count()
    }

    /// The number of true inputs that make component `index` true; 1 for an input.
    pub(super) fn threshold(&self, index: usize) -> i32 {
        match self.kinds[index] {
            Kind::AtLeast(needed) => needed as i32,
            Kind::Input | Kind::Pending => 1,
        }
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
