//! One propagation step by step, forwards and backwards: the record of what [`State`] did.
//!
//! A step is one component that leaves the queue and tells its readers. Every component that enters the queue leaves it
//! in the same order, so the queue at any step is the part of the record that follows.

use super::component::{Id, Pair};
use super::network::{self, Network};
use super::state::{State, Watch, true_inputs};
use std::ops::Range;
use std::sync::Arc;

/// A component that leaves the queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The component.
    pub component: Id,
    /// Its new output, which its readers are told; `None` if it flipped back while it waited, so that nobody is told.
    pub truth: Option<bool>,
    told: Range<usize>,
}

/// A reader that is told of a flip. Counts are stored ones: true inputs minus threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// The reader.
    pub reader: Id,
    before: i32,
    after: i32,
}

impl Told {
    /// Does the reader flip, and enter the queue?
    pub const fn flips(&self) -> bool {
        (self.before ^ self.after) < 0
    }
}

#[derive(Debug, Default)]
struct Record {
    steps: Vec<Step>,
    told: Vec<Told>,
}

impl Watch for Record {
    fn taken(&mut self, component: Id, truth: Option<bool>) {
        let told = self.told.len()..self.told.len();
        self.steps.push(Step { component, truth, told });
    }

    fn told(&mut self, reader: Id, before: i32, after: i32) {
        self.told.push(Told { reader, before, after });
        if let Some(step) = self.steps.last_mut() {
            step.told.end = self.told.len();
        }
    }
}

/// A recorded propagation, and a place in it. It begins where the inputs are set and nobody is told yet.
#[derive(Clone, Debug)]
pub struct Stepper {
    network: Arc<Network>,
    record: Arc<Record>,
    /// The inputs that were set.
    inputs: usize,
    /// Steps done.
    at: usize,
    /// Components that have entered the queue so far.
    queued: usize,
    /// True inputs minus threshold of every component, at this place.
    counts: Box<[i32]>,
    sums: Box<[Pair]>,
}

impl Stepper {
    /// Propagates the inputs that were set in `state`, and records it.
    pub fn record(state: &mut State) -> Self {
        let network = Arc::clone(state.network());
        let (counts, sums) = (state.counts().into(), state.sums().into());
        let inputs = state.queued().len();
        let mut record = Record::default();
        state.propagate_watched(&mut record);
        Self { network, record: record.into(), inputs, at: 0, queued: inputs, counts, sums }
    }

    /// The network.
    pub const fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// All steps.
    pub fn steps(&self) -> &[Step] {
        &self.record.steps
    }

    /// The number of steps done.
    pub const fn at(&self) -> usize {
        self.at
    }

    /// The number of inputs that were set; theirs are the first steps.
    pub const fn inputs(&self) -> usize {
        self.inputs
    }

    /// The last step done.
    pub fn last(&self) -> Option<&Step> {
        self.steps().get(self.at.checked_sub(1)?)
    }

    /// The readers that a step tells.
    pub fn told(&self, step: &Step) -> &[Told] {
        self.record.told.get(step.told.clone()).unwrap_or(&[])
    }

    /// The components that wait in the queue, the next one first.
    pub fn queue(&self) -> impl Iterator<Item = Id> + '_ {
        let waiting = self.steps().get(self.at..self.queued).unwrap_or(&[]);
        waiting.iter().map(|step| step.component)
    }

    /// Is the component true by its count? Its readers know only after its step.
    pub fn is_true(&self, id: Id) -> bool {
        self.counts[id.index()] >= 0
    }

    /// The number of true inputs of a component, and how many make it true.
    pub fn count(&self, id: Id) -> (usize, i32) {
        let index = id.index();
        (true_inputs(&self.network, index, self.counts[index]), self.network.threshold(index))
    }

    /// The number of true inputs of a reader before and after it is told.
    pub fn counts(&self, told: &Told) -> [usize; 2] {
        let index = told.reader.index();
        [told.before, told.after].map(|count| true_inputs(&self.network, index, count))
    }

    /// The sums of every category, in the order of the network's categories.
    pub fn sums(&self) -> &[Pair] {
        &self.sums
    }

    /// What a step adds to the sums, by category.
    pub fn changes(&self, step: &Step) -> Vec<(usize, Pair)> {
        let mut changes: Vec<(usize, Pair)> = Vec::new();
        let mut add = |category: usize, value: Pair, factor: i32| {
            let at = changes.iter().position(|change| change.0 == category);
            let at = at.unwrap_or_else(|| {
                changes.push((category, [0, 0]));
                changes.len() - 1
            });
            network::add(&mut changes[at].1, value, factor);
        };
        if let Some(truth) = step.truth {
            for &(category, weight) in self.network.weights.row(step.component.index()) {
                add(category, weight, if truth { 1 } else { -1 });
            }
        }
        for told in self.told(step) {
            let [before, after] = self.counts(told);
            for table in self.network.tables.row(told.reader.index()) {
                add(table.category, table.at(after), 1);
                add(table.category, table.at(before), -1);
            }
        }
        changes.retain(|(_, change)| *change != [0, 0]);
        changes
    }

    /// Does the next step; `false` at the end.
    pub fn forward(&mut self) -> bool {
        let Some(step) = self.steps().get(self.at).cloned() else { return false };
        for (category, change) in self.changes(&step) {
            network::add(&mut self.sums[category], change, 1);
        }
        let record = Arc::clone(&self.record);
        for told in record.told.get(step.told).unwrap_or(&[]) {
            self.counts[told.reader.index()] = told.after;
            self.queued += usize::from(told.flips());
        }
        self.at += 1;
        true
    }

    /// Takes the last step back; `false` at the beginning.
    pub fn back(&mut self) -> bool {
        let Some(step) = self.last().cloned() else { return false };
        for (category, change) in self.changes(&step) {
            network::add(&mut self.sums[category], change, -1);
        }
        let record = Arc::clone(&self.record);
        for told in record.told.get(step.told).unwrap_or(&[]).iter().rev() {
            self.counts[told.reader.index()] = told.before;
            self.queued -= usize::from(told.flips());
        }
        self.at -= 1;
        true
    }

    /// Goes on to the next flip of a component that is `wanted`; without one to the end, and returns `false`.
    pub fn forward_to(&mut self, wanted: impl Fn(Id) -> bool) -> bool {
        while self.forward() {
            if self.is_at_flip(&wanted) {
                return true;
            }
        }
        false
    }

    /// Goes back to the flip before of a component that is `wanted`; without one to the beginning, and returns `false`.
    pub fn back_to(&mut self, wanted: impl Fn(Id) -> bool) -> bool {
        while self.back() {
            if self.is_at_flip(&wanted) {
                return true;
            }
        }
        false
    }

    fn is_at_flip(&self, wanted: &impl Fn(Id) -> bool) -> bool {
        self.last().is_some_and(|step| step.truth.is_some() && wanted(step.component))
    }
}
