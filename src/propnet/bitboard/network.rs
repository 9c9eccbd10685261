//! The frozen bitboard network: one record per bitboard, each after the bitboards it reads.

use super::builder::{BitboardId, Counter, CounterId, Definition, Gate, ScanOrder};
use super::geometry::{self, MaskedShift, Rays};
use crate::propnet::Pair;
use std::collections::HashMap;

/// Largest number of bitboards. The arrays of a state have this size, so that indices need no bounds check.
pub(super) const MAX_BITBOARDS: usize = 512;
/// Machine bitboards of a bit set over all bitboards.
pub(super) const BLOCKS: usize = MAX_BITBOARDS / 64;
/// A set of bitboards.
pub(super) type Marks = [u64; BLOCKS];

/// What each true square of a bitboard contributes.
#[derive(Clone, Debug)]
pub struct Output {
    /// The bitboard.
    pub bitboard: BitboardId,
    /// The sum it is added to; not used by units.
    pub sum: u8,
    /// The caller's label; not used by units.
    pub label: u32,
    /// How it contributes.
    pub kind: OutputKind,
}

/// How a true square contributes.
#[derive(Clone, Debug)]
pub enum OutputKind {
    /// The same value for every square.
    Weight(Pair),
    /// A value by square, such as a piece-square table.
    SquareTable(Box<[Pair; 64]>),
    /// Units of a counter.
    Units {
        /// The counter.
        counter: CounterId,
        /// Units per true square.
        units: i32,
    },
}

/// An output with packed weights.
#[derive(Clone, Copy, Debug)]
pub(super) enum Effect {
    None,
    Weight {
        sum: u8,
        value: i64,
    },
    SquareTable {
        sum: u8,
        table: u16,
    },
    Units {
        counter: u16,
        units: i32,
    },
    /// More than one, a range of `more_effects`.
    Several {
        start: u16,
        end: u16,
    },
}

/// How a bitboard is computed. A slot is the index of a bitboard or its complement in [`Bitboards`].
#[derive(Clone, Copy, Debug)]
pub(super) enum Instruction {
    /// Inputs and constants.
    Fixed,
    /// AND of four slots, then XOR with 0 or -1: OR is the inverted AND of the complements.
    Four {
        slots: [u16; 4],
        result: i8,
    },
    /// The same with any number of slots.
    Many {
        start: u16,
        end: u16,
        result: i8,
    },
    AtLeastTwo {
        start: u16,
        end: u16,
    },
    StepAttacks {
        bitboard: u16,
        start: u16,
        end: u16,
    },
    SlidingAttacks {
        bitboard: u16,
        blockers: u16,
        sliding_index: u16,
        rays: Rays,
    },
    Span {
        bitboard: u16,
        shift: u16,
    },
    First {
        bitboard: u16,
        order: ScanOrder,
    },
    AllButFirst {
        bitboard: u16,
        order: ScanOrder,
    },
    AnySquare {
        bitboard: u16,
    },
}

/// Every bitboard at slot `2 * index` and its complement in the next slot, so that reading a negated edge is free.
pub(super) type Bitboards = [u64; 2 * MAX_BITBOARDS];

/// The bitboard in a slot.
#[inline(always)]
pub(super) const fn at(bitboards: &Bitboards, slot: u16) -> u64 {
    bitboards[slot as usize % (2 * MAX_BITBOARDS)]
}

/// Everything needed to recompute a bitboard.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    pub instruction: Instruction,
    /// Readers, for counting signals.
    pub readers: u16,
    /// Squares that effects count: all, or one of a single proposition.
    pub counted: u64,
}

/// A frozen bitboard network.
///
/// Invariant: a record reads only records before it.
pub struct Network {
    pub(super) definitions: Vec<Definition>,
    pub(super) names: HashMap<String, BitboardId>,
    /// As long as the arrays of a state, so that indices need no bounds check.
    pub(super) records: Box<[Record; MAX_BITBOARDS]>,
    /// Readers of each bitboard.
    pub(super) readers: Box<[Marks; MAX_BITBOARDS]>,
    pub(super) slots: Box<[u16]>,
    pub(super) shifts: Box<[MaskedShift]>,
    /// What a change of each bitboard adds to sums and counters.
    pub(super) effects: Box<[Effect; MAX_BITBOARDS]>,
    pub(super) more_effects: Box<[Effect]>,
    pub(super) square_tables: Box<[[i64; 64]]>,
    /// Sum and packed entries of each counter.
    pub(super) counters: Box<[(u8, Box<[i64]>)]>,
    pub(super) sums: usize,
    pub(super) inputs: usize,
    pub(super) outputs: Vec<Output>,
    pub(super) counter_parts: Vec<Counter>,
    pub(super) sliding_count: usize,
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Network({} bitboards)", self.definitions.len())
    }
}

/// Packs a pair into one number, so that a weight is applied with one multiplication.
#[must_use]
pub const fn pack(pair: Pair) -> i64 {
    ((pair[0] as i64) << 32) + pair[1] as i64
}

/// The pair of a packed sum.
#[inline(always)]
#[must_use]
pub const fn unpack(packed: i64) -> Pair {
    let second = packed as i32;
    [((packed - second as i64) >> 32) as i32, second]
}

impl Network {
    /// The number of bitboards.
    #[must_use]
    pub fn bitboards(&self) -> usize {
        self.definitions.len()
    }

    /// The number of propositions: 64 per bitboard, 1 for a single proposition.
    #[must_use]
    pub fn propositions(&self) -> usize {
        self.iter()
            .map(|bitboard| self.records[bitboard.index()].counted.count_ones() as usize)
            .sum()
    }

    /// The number of edges between bitboards.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.iter().map(|bitboard| usize::from(self.records[bitboard.index()].readers)).sum()
    }

    /// Bytes that propagation reads.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.records)
            + size_of_val(&*self.readers)
            + size_of_val(&*self.slots)
            + size_of_val(&*self.shifts)
            + size_of_val(&*self.effects)
            + size_of_val(&*self.square_tables)
            + self.counters.iter().map(|(_, table)| size_of_val(&**table)).sum::<usize>()
    }

    /// The bitboard called `name`.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<BitboardId> {
        self.names.get(name).copied()
    }

    /// The bitboard's name.
    #[must_use]
    pub fn name(&self, bitboard: BitboardId) -> &str {
        &self.definitions[bitboard.index()].name
    }

    /// The category that the bitboard was defined under.
    #[must_use]
    pub fn category(&self, bitboard: BitboardId) -> u8 {
        self.definitions[bitboard.index()].category
    }

    /// Is it a single proposition, the same on all 64 squares?
    #[must_use]
    pub fn is_single(&self, bitboard: BitboardId) -> bool {
        self.records[bitboard.index()].counted == 1
    }

    /// Every bitboard, in order.
    pub fn iter(&self) -> impl Iterator<Item = BitboardId> + '_ {
        (0..self.definitions.len())
            .map(|index| BitboardId(u16::try_from(index).unwrap_or(u16::MAX)))
    }

    /// Weights, square tables and units, in building order.
    #[must_use]
    pub fn outputs(&self) -> &[Output] {
        &self.outputs
    }

    /// Every counter as its sum, label and table.
    pub fn counters(&self) -> impl Iterator<Item = (CounterId, u8, u32, &[Pair])> + '_ {
        let ids = (0..self.counter_parts.len()).map(|i| CounterId(u16::try_from(i).unwrap_or(0)));
        ids.zip(&self.counter_parts).map(|(id, c)| (id, c.sum, c.label, c.table.as_slice()))
    }

    /// The value of a constant; 0 for other bitboards.
    #[must_use]
    pub fn constant(&self, bitboard: BitboardId) -> u64 {
        match self.definitions[bitboard.index()].gate {
            Gate::Constant(value) => value,
            _ => 0,
        }
    }

    /// The bitboards that a counter adds up, with their units.
    #[must_use]
    pub fn counter_parts(&self, counter: CounterId) -> &[(BitboardId, i32)] {
        &self.counter_parts[usize::from(counter.0)].parts
    }
}

/// Computes a bitboard from those before it.
#[inline(always)]
pub(super) fn compute(network: &Network, bitboards: &Bitboards, instruction: &Instruction) -> u64 {
    let slot = |slot: u16| at(bitboards, slot);
    let at = |bitboard: u16| at(bitboards, 2 * bitboard);
    match *instruction {
        Instruction::Fixed => 0,
        Instruction::Four { slots: [a, b, c, d], result } => {
            ((slot(a) & slot(b)) & (slot(c) & slot(d))) ^ i64::from(result).cast_unsigned()
        }
        Instruction::Many { start, end, result } => {
            let slots = &network.slots[usize::from(start)..usize::from(end)];
            let all = slots.iter().fold(u64::MAX, |all, &one| all & slot(one));
            all ^ i64::from(result).cast_unsigned()
        }
        Instruction::AtLeastTwo { start, end } => {
            let slots = &network.slots[usize::from(start)..usize::from(end)];
            let add = |(once, twice), &one: &u16| (once | slot(one), twice | (once & slot(one)));
            slots.iter().fold((0, 0), add).1
        }
        Instruction::StepAttacks { bitboard, start, end } => {
            let source = at(bitboard);
            let shifts = &network.shifts[usize::from(start)..usize::from(end)];
            shifts.iter().fold(0, |all, shift| all | shift.apply(source))
        }
        Instruction::SlidingAttacks { bitboard, blockers, rays, .. } => match rays {
            Rays::Orthogonal => geometry::orthogonal(at(bitboard), !at(blockers)),
            Rays::Diagonal => geometry::diagonal(at(bitboard), !at(blockers)),
        },
        Instruction::Span { bitboard, shift } => {
            let shift = network.shifts[usize::from(shift)];
            // Each round fills one more step; seven steps cross the board.
            (0..7).fold(0, |all, _| all | shift.apply(at(bitboard) | all))
        }
        Instruction::First { bitboard, order } => first(at(bitboard), order),
        Instruction::AllButFirst { bitboard, order } => at(bitboard) ^ first(at(bitboard), order),
        Instruction::AnySquare { bitboard } => u64::from(at(bitboard) != 0).wrapping_neg(),
    }
}

/// The first true square. Scanning from the highest rank flips the board vertically and back.
#[inline(always)]
const fn first(bitboard: u64, order: ScanOrder) -> u64 {
    match order {
        ScanOrder::LowestRank => bitboard & bitboard.wrapping_neg(),
        ScanOrder::HighestRank => {
            let flipped = bitboard.swap_bytes();
            (flipped & flipped.wrapping_neg()).swap_bytes()
        }
    }
}
