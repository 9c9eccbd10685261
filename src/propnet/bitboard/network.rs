//! The bitboard network: components in dependency order, outputs and counters.

use super::geometry::Step;
use crate::propnet::{Literal, Pair, set_bits};

/// Largest number of bitboards.
pub(super) const MAX_BITBOARDS: usize = 1024;
/// A set of bitboards.
pub(super) type Marks = [u64; MAX_BITBOARDS / 64];

/// A component that holds one proposition for all 64 squares, by index. Its readers have higher indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BitboardId(pub(super) u16);

impl BitboardId {
    /// Index in the network.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The true squares of a bitboard, or of its complement.
pub type Squares = Literal<BitboardId>;

/// The order in which squares are scanned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScanOrder {
    /// From the first rank up.
    LowestRank,
    /// From the eighth rank down.
    HighestRank,
}

/// How a bitboard is computed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Gate {
    Input,
    Constant(u64),
    /// Every literal.
    All(Vec<Squares>),
    /// Some literal.
    Any(Vec<Squares>),
    /// At least two of the literals.
    AtLeastTwo(Vec<Squares>),
    /// Squares one of the steps away from the source.
    StepAttacks(Squares, Vec<Step>),
    /// Squares in the directions from the source, up to and including the first blocker.
    Rays {
        source: Squares,
        blockers: Option<Squares>,
        directions: Vec<Step>,
    },
    /// The first square of the source.
    First(Squares, ScanOrder),
    /// All squares if any square of the source is true.
    AnySquare(Squares),
}

impl Gate {
    /// The literals that the gate reads.
    pub fn sources(&self) -> Vec<Squares> {
        match self {
            Self::Input | Self::Constant(_) => Vec::new(),
            Self::All(literals) | Self::Any(literals) | Self::AtLeastTwo(literals) => {
                literals.clone()
            }
            Self::Rays { source, blockers, .. } => {
                std::iter::once(*source).chain(*blockers).collect()
            }
            Self::StepAttacks(source, _) | Self::First(source, _) | Self::AnySquare(source) => {
                vec![*source]
            }
        }
    }

    /// Computes the bitboard from those before it; `None` for an input.
    pub fn compute(&self, bitboards: &[u64]) -> Option<u64> {
        let read = |squares: &Squares| squares.read(bitboards);
        Some(match self {
            Self::Input => return None,
            Self::Constant(squares) => *squares,
            Self::All(literals) => literals.iter().fold(u64::MAX, |all, l| all & read(l)),
            Self::Any(literals) => literals.iter().fold(0, |any, l| any | read(l)),
            Self::AtLeastTwo(literals) => {
                let add = |(once, twice), l| (once | read(l), twice | (once & read(l)));
                literals.iter().fold((0, 0), add).1
            }
            Self::StepAttacks(source, steps) => {
                let source = read(source);
                steps.iter().fold(0, |all, step| all | step.shift(source))
            }
            Self::Rays { source, blockers, directions } => {
                let (source, free) = (read(source), !blockers.as_ref().map_or(0, read));
                // Each round adds one step; seven steps cross the board.
                let ray =
                    |step: &Step| (0..7).fold(0, |ray, _| ray | step.shift(source | (ray & free)));
                directions.iter().fold(0, |all, step| all | ray(step))
            }
            Self::First(source, order) => match order {
                ScanOrder::LowestRank => lowest(read(source)),
                ScanOrder::HighestRank => lowest(read(source).swap_bytes()).swap_bytes(),
            },
            Self::AnySquare(source) => u64::from(read(source) != 0).wrapping_neg(),
        })
    }
}

const fn lowest(bitboard: u64) -> u64 {
    bitboard & bitboard.wrapping_neg()
}

impl Squares {
    pub(super) fn read(self, bitboards: &[u64]) -> u64 {
        let bitboard = bitboards[self.id.index()];
        if self.positive { bitboard } else { !bitboard }
    }
}

#[derive(Debug)]
pub(super) struct Component {
    pub name: String,
    pub category: u8,
    pub gate: Gate,
    /// Is it a single proposition, the same on all squares?
    pub single: bool,
    pub readers: Marks,
    /// Indices of its outputs.
    pub outputs: Vec<usize>,
}

impl Component {
    /// The squares that count as propositions: one of a single proposition.
    pub const fn counted(&self) -> u64 {
        if self.single { 1 } else { u64::MAX }
    }
}

/// What each true square contributes to a sum.
#[derive(Clone, Debug)]
pub struct Output {
    /// The bitboard.
    pub bitboard: BitboardId,
    /// The sum it is added to.
    pub sum: u8,
    /// The caller's label.
    pub label: u32,
    /// The values.
    pub kind: OutputKind,
}

/// The values of an output.
#[derive(Clone, Debug)]
pub enum OutputKind {
    /// The same value for every square.
    Weight(Pair),
    /// A value by square, such as a piece-square table.
    SquareTable(Box<[Pair; 64]>),
}

impl OutputKind {
    /// The packed value of `squares`.
    pub(super) fn value(&self, squares: u64) -> i64 {
        match self {
            Self::Weight(pair) => i64::from(squares.count_ones()) * pack(*pair),
            Self::SquareTable(values) => set_bits(squares).map(|s| pack(values[s])).sum(),
        }
    }
}

/// A counter of a builder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CounterId(pub(super) usize);

/// The squares of a bitboard, counted as units.
#[derive(Clone, Copy, Debug)]
pub struct CounterPart {
    /// The squares.
    pub squares: Squares,
    /// Units of each.
    pub units: i32,
    /// The caller's label of the units, if they are a weight.
    pub label: Option<u32>,
}

/// A sum of units over bitboards that is looked up in a table.
#[derive(Debug)]
pub struct Counter {
    /// The sum that the entry of the table is added to.
    pub sum: u8,
    /// The caller's label.
    pub label: u32,
    /// The table; an index below 0 or beyond the end is clamped.
    pub table: Vec<Pair>,
    /// The squares that count.
    pub parts: Vec<CounterPart>,
}

/// A bitboard network.
///
/// Invariant: a component reads only components before it.
#[derive(Debug, Default)]
pub struct Network {
    pub(super) components: Vec<Component>,
    pub(super) inputs: usize,
    pub(super) outputs: Vec<Output>,
    pub(super) counters: Vec<Counter>,
}

/// Packs a pair into one number, so that a weight is applied with one multiplication.
pub const fn pack(pair: Pair) -> i64 {
    ((pair[0] as i64) << 32) + pair[1] as i64
}

/// The pair of a packed sum.
#[inline(always)]
pub const fn unpack(packed: i64) -> Pair {
    let second = packed as i32;
    [((packed - second as i64) >> 32) as i32, second]
}

impl Network {
    /// The number of propositions: 64 per bitboard, 1 for a single proposition.
    pub fn propositions(&self) -> usize {
        self.components.iter().map(|c| c.counted().count_ones() as usize).sum()
    }

    /// The number of edges between bitboards.
    pub fn edges(&self) -> usize {
        self.components.iter().map(|c| readers(c) as usize).sum()
    }

    /// The bitboard's name.
    pub fn name(&self, bitboard: BitboardId) -> &str {
        &self.components[bitboard.index()].name
    }

    /// The category that the bitboard was defined under.
    pub fn category(&self, bitboard: BitboardId) -> u8 {
        self.components[bitboard.index()].category
    }

    /// Every bitboard, in order.
    pub fn iter(&self) -> impl Iterator<Item = BitboardId> + '_ {
        self.components.iter().zip(0..).map(|(_, index)| BitboardId(index))
    }

    /// Weights and square tables, in building order.
    pub fn outputs(&self) -> &[Output] {
        &self.outputs
    }

    /// The counters, in building order.
    pub fn counters(&self) -> &[Counter] {
        &self.counters
    }

    /// Whether a bitboard is a single proposition, the same on all squares.
    pub fn is_single(&self, bitboard: BitboardId) -> bool {
        self.components[bitboard.index()].single
    }

    /// The value of a constant; 0 for other bitboards.
    pub fn constant(&self, bitboard: BitboardId) -> u64 {
        match self.components[bitboard.index()].gate {
            Gate::Constant(squares) => squares,
            _ => 0,
        }
    }
}

/// The number of bitboards that read a component.
pub(super) fn readers(component: &Component) -> u32 {
    component.readers.iter().map(|block| block.count_ones()).sum()
}
