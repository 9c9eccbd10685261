//! Builds a bitboard network. A gate can only read bitboards that exist, so that the network is acyclic.

use super::geometry::{Rays, Step};
use super::network::{self, Network, Output, OutputKind};
use crate::propnet::{Error, Pair};
use std::collections::HashMap;
use std::ops::Not;
use std::sync::Arc;

/// A component that holds one proposition for all 64 squares, by index. Its readers have higher indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BitboardId(pub(super) u16);

impl BitboardId {
    /// Index in the network.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A bitboard read as it is or negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BitboardLiteral {
    /// The bitboard read.
    pub bitboard: BitboardId,
    /// Is it read as it is?
    pub positive: bool,
}

impl From<BitboardId> for BitboardLiteral {
    fn from(bitboard: BitboardId) -> Self {
        Self { bitboard, positive: true }
    }
}

impl Not for BitboardId {
    type Output = BitboardLiteral;
    fn not(self) -> BitboardLiteral {
        BitboardLiteral { bitboard: self, positive: false }
    }
}

/// The order in which squares are scanned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScanOrder {
    /// From the first rank up.
    LowestRank,
    /// From the eighth rank down.
    HighestRank,
}

/// How a bitboard is defined.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Gate {
    Input,
    Constant(u64),
    /// Every literal.
    All(Vec<BitboardLiteral>),
    /// Some literal.
    Any(Vec<BitboardLiteral>),
    /// At least two of the bitboards.
    AtLeastTwo(Vec<BitboardId>),
    /// Squares one of the steps away from a true square.
    StepAttacks(BitboardId, Vec<Step>),
    /// Squares that the first bitboard attacks along rays, up to the first blocker in the second bitboard.
    SlidingAttacks(BitboardId, BitboardId, Rays),
    /// Squares any number of steps away from a true square.
    Span(BitboardId, Step),
    /// The first true square.
    First(BitboardId, ScanOrder),
    /// Every true square but the first.
    AllButFirst(BitboardId, ScanOrder),
    /// All squares if any square is true.
    AnySquare(BitboardId),
}

pub(super) struct Definition {
    pub name: String,
    pub category: u8,
    pub gate: Gate,
}

/// A sum of units over bitboards, looked up in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CounterId(pub(super) u16);

#[derive(Debug)]
pub(super) struct Counter {
    pub sum: u8,
    pub label: u32,
    pub table: Vec<Pair>,
    pub parts: Vec<(BitboardId, i32)>,
}

/// Collects bitboards and outputs; the first fault is reported by [`Builder::build`].
#[derive(Default)]
pub struct Builder {
    pub(super) definitions: Vec<Definition>,
    pub(super) outputs: Vec<Output>,
    pub(super) counters: Vec<Counter>,
    pub(super) names: HashMap<String, BitboardId>,
    /// Bitboards by gate, so that equal gates exist once.
    known: HashMap<Gate, BitboardId>,
    category: u8,
    fault: Option<Error>,
}

impl std::fmt::Debug for Builder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Builder({} bitboards, {} outputs)", self.definitions.len(), self.outputs.len())
    }
}

impl Builder {
    /// An empty network.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Counts flips of the bitboards defined after this call under `category`.
    pub fn begin_category(&mut self, category: u8) {
        self.category = category;
    }

    /// 64 propositions that the caller sets.
    pub fn input(&mut self, name: &str) -> BitboardId {
        self.define(name, Gate::Input)
    }

    /// 64 propositions that never change.
    pub fn constant(&mut self, name: &str, value: u64) -> BitboardId {
        self.define(name, Gate::Constant(value))
    }

    /// AND: every literal is true on the square.
    pub fn all<const N: usize>(
        &mut self,
        name: &str,
        literals: [BitboardLiteral; N],
    ) -> BitboardId {
        self.define(name, Gate::All(literals.to_vec()))
    }

    /// OR: some literal is true on the square.
    pub fn any(&mut self, name: &str, literals: &[BitboardLiteral]) -> BitboardId {
        self.define(name, Gate::Any(literals.to_vec()))
    }

    /// At least two of the bitboards are true on the square.
    pub fn at_least_two(&mut self, name: &str, bitboards: &[BitboardId]) -> BitboardId {
        self.define(name, Gate::AtLeastTwo(bitboards.to_vec()))
    }

    /// Step attacks: squares one of the `steps` away from a true square of `source`.
    pub fn step_attacks(&mut self, name: &str, source: BitboardId, steps: &[Step]) -> BitboardId {
        self.define(name, Gate::StepAttacks(source, steps.to_vec()))
    }

    /// Sliding attacks: squares that `source` attacks along `rays`, up to and including the first of the `blockers`.
    pub fn sliding_attacks(
        &mut self,
        name: &str,
        source: BitboardId,
        blockers: BitboardId,
        rays: Rays,
    ) -> BitboardId {
        self.define(name, Gate::SlidingAttacks(source, blockers, rays))
    }

    /// Span: squares any number of steps away from a true square of `source`, whatever stands between.
    pub fn span(&mut self, name: &str, source: BitboardId, step: Step) -> BitboardId {
        self.define(name, Gate::Span(source, step))
    }

    /// The first true square of `source`.
    pub fn first(&mut self, name: &str, source: BitboardId, order: ScanOrder) -> BitboardId {
        self.define(name, Gate::First(source, order))
    }

    /// Every true square of `source` but the first.
    pub fn all_but_first(
        &mut self,
        name: &str,
        source: BitboardId,
        order: ScanOrder,
    ) -> BitboardId {
        self.define(name, Gate::AllButFirst(source, order))
    }

    /// A single proposition: some square of `source` is true. Outputs count it once.
    pub fn any_square(&mut self, name: &str, source: BitboardId) -> BitboardId {
        self.define(name, Gate::AnySquare(source))
    }

    /// Adds `value` to sum number `sum` per true square. The label identifies the weight in evaluation traces.
    pub fn weight(&mut self, bitboard: BitboardId, sum: u8, label: u32, value: Pair) {
        self.outputs.push(Output { bitboard, sum, label, kind: OutputKind::Weight(value) });
    }

    /// Adds `values[square]` to sum number `sum` per true square.
    pub fn square_table(&mut self, bitboard: BitboardId, sum: u8, label: u32, values: [Pair; 64]) {
        let kind = OutputKind::SquareTable(Box::new(values));
        self.outputs.push(Output { bitboard, sum, label, kind });
    }

    /// A counter that adds `table[units]` to sum number `sum`; the index is clamped to the table.
    pub fn counter(&mut self, sum: u8, label: u32, table: Vec<Pair>) -> CounterId {
        let id = CounterId(u16::try_from(self.counters.len()).unwrap_or(u16::MAX));
        self.counters.push(Counter { sum, label, table, parts: Vec::new() });
        id
    }

    /// Adds `units` to the counter per true square of `bitboard`.
    pub fn count(&mut self, counter: CounterId, bitboard: BitboardId, units: i32) {
        self.counters[usize::from(counter.0)].parts.push((bitboard, units));
        let kind = OutputKind::Units { counter, units };
        self.outputs.push(Output { bitboard, sum: 0, label: 0, kind });
    }

    /// Checks and freezes the network.
    ///
    /// # Errors
    /// A duplicate name, or more bitboards than a state can hold.
    pub fn build(self) -> Result<Arc<Network>, Error> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        Ok(Arc::new(super::freeze::freeze(self)))
    }

    /// Defines a bitboard. An equal gate under a second name is the same bitboard; only its first name is shown.
    fn define(&mut self, name: &str, gate: Gate) -> BitboardId {
        if gate != Gate::Input
            && let Some(&bitboard) = self.known.get(&gate)
        {
            self.claim(name, bitboard);
            return bitboard;
        }
        let index = self.definitions.len();
        if index >= network::MAX_BITBOARDS {
            let component = name.to_owned();
            let limit = network::MAX_BITBOARDS;
            self.fault.get_or_insert(Error::TooLarge { component, what: "bitboards", limit });
            return BitboardId(0);
        }
        let bitboard = BitboardId(u16::try_from(index).unwrap_or(0));
        self.claim(name, bitboard);
        self.known.insert(gate.clone(), bitboard);
        let category = self.category;
        self.definitions.push(Definition { name: name.to_owned(), category, gate });
        bitboard
    }

    fn claim(&mut self, name: &str, bitboard: BitboardId) {
        if self.names.insert(name.to_owned(), bitboard).is_some() {
            self.fault.get_or_insert(Error::DuplicateName(name.to_owned()));
        }
    }
}
