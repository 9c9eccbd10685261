//! The frozen network of lanes: one record a word, in an order that puts readers after what they read.

use super::builder::{Counter, CounterId, Definition, Meaning, Order, Word};
use super::geometry::{self, Lines, Turn};
use crate::propnet::Pair;
use std::collections::HashMap;

/// Words a network can have: the state is a fixed block, so that positions in it need no check.
pub(super) const MAX_WORDS: usize = 512;
/// Machine words that hold one bit for every word of the network.
pub(super) const BLOCKS: usize = MAX_WORDS / 64;
/// Bit set of words.
pub(super) type Marks = [u64; BLOCKS];

/// What a true lane of a word contributes.
#[derive(Clone, Debug)]
pub struct Output {
    /// The word whose lanes count.
    pub word: Word,
    /// The sum it goes to; not used by units.
    pub sum: u8,
    /// The caller's label; not used by units.
    pub label: u32,
    /// How it contributes.
    pub kind: OutputKind,
}

/// How a true lane contributes.
#[derive(Clone, Debug)]
pub enum OutputKind {
    /// The same for every lane.
    Weight(Pair),
    /// By lane.
    Lanes(Box<[Pair; 64]>),
    /// To a counter.
    Units {
        /// The counter.
        counter: CounterId,
        /// Units for every true lane.
        units: i32,
    },
}

/// An output in the form it is executed in.
#[derive(Clone, Copy, Debug)]
pub(super) enum Effect {
    None,
    Weight {
        sum: u8,
        value: i64,
    },
    Lanes {
        sum: u8,
        table: u16,
    },
    Units {
        counter: u16,
        units: i32,
    },
    /// More than one, in the list of the network.
    Several {
        start: u16,
        end: u16,
    },
}

/// How a word is computed. A place is that of a word or of its complement, see [`Truths`].
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    /// Inputs and constants.
    Fixed,
    /// AND of four places, then inverted by XOR with 0 or -1: OR is the AND of the complements, inverted.
    Four {
        places: [u16; 4],
        result: i8,
    },
    /// The same with any number of places.
    Many {
        start: u16,
        end: u16,
        result: i8,
    },
    Twice {
        start: u16,
        end: u16,
    },
    Leap {
        word: u16,
        start: u16,
        end: u16,
    },
    Reach {
        word: u16,
        blockers: u16,
        memory: u16,
        lines: Lines,
    },
    Ahead {
        word: u16,
        turn: u16,
    },
    First {
        word: u16,
        order: Order,
    },
    Rest {
        word: u16,
        order: Order,
    },
    Somewhere {
        word: u16,
    },
}

/// Every word at place `2 * word` and its complement beside it, so that a negated edge costs nothing to read.
pub(super) type Truths = [u64; 2 * MAX_WORDS];

/// What stands at a place.
#[inline(always)]
pub(super) const fn at(truths: &Truths, place: u16) -> u64 {
    truths[place as usize % (2 * MAX_WORDS)]
}

/// Everything needed when a word is visited.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    pub op: Op,
    /// Readers, for counting signals.
    pub readers: u16,
    /// Lanes that effects count: all, or one of a word that is the same in every lane.
    pub counted: u64,
}

/// A frozen network of lanes.
///
/// Invariant: a record reads only records before it.
pub struct Network {
    pub(super) definitions: Vec<Definition>,
    pub(super) names: HashMap<String, Word>,
    /// As long as a state, so that no position needs a check.
    pub(super) records: Box<[Record; MAX_WORDS]>,
    /// Readers of each word.
    pub(super) readers: Box<[Marks; MAX_WORDS]>,
    pub(super) places: Box<[u16]>,
    pub(super) turns: Box<[Turn]>,
    /// What a change of each word does to sums and counters.
    pub(super) effects: Box<[Effect; MAX_WORDS]>,
    pub(super) more_effects: Box<[Effect]>,
    pub(super) lane_tables: Box<[[i64; 64]]>,
    /// Sum and packed entries of each counter.
    pub(super) counters: Box<[(u8, Box<[i64]>)]>,
    pub(super) sums: usize,
    pub(super) inputs: usize,
    pub(super) outputs: Vec<Output>,
    pub(super) counter_parts: Vec<Counter>,
    pub(super) reaches: usize,
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Network({} words)", self.definitions.len())
    }
}

/// Both numbers of a pair in one, so that a weight is applied with one multiplication.
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
    /// How many words there are.
    #[must_use]
    pub fn words(&self) -> usize {
        self.definitions.len()
    }

    /// How many propositions: 64 a word, one for a word that is the same in every lane.
    #[must_use]
    pub fn propositions(&self) -> usize {
        self.iter().map(|word| self.records[word.index()].counted.count_ones() as usize).sum()
    }

    /// How many words read a word, over all words.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.iter().map(|word| usize::from(self.records[word.index()].readers)).sum()
    }

    /// Bytes that running it touches.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.records)
            + size_of_val(&*self.readers)
            + size_of_val(&*self.places)
            + size_of_val(&*self.turns)
            + size_of_val(&*self.effects)
            + size_of_val(&*self.lane_tables)
            + self.counters.iter().map(|(_, table)| size_of_val(&**table)).sum::<usize>()
    }

    /// The word called `name`.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Word> {
        self.names.get(name).copied()
    }

    /// The word's name.
    #[must_use]
    pub fn name(&self, word: Word) -> &str {
        &self.definitions[word.index()].name
    }

    /// The category the word was defined under.
    #[must_use]
    pub fn category(&self, word: Word) -> u8 {
        self.definitions[word.index()].category
    }

    /// Is the word the same in every lane, one proposition instead of 64?
    #[must_use]
    pub fn is_single(&self, word: Word) -> bool {
        self.records[word.index()].counted == 1
    }

    /// Every word, in order.
    pub fn iter(&self) -> impl Iterator<Item = Word> + '_ {
        (0..self.definitions.len()).map(|index| Word(u16::try_from(index).unwrap_or(u16::MAX)))
    }

    /// Weights, lane tables and units, in building order.
    #[must_use]
    pub fn outputs(&self) -> &[Output] {
        &self.outputs
    }

    /// Every counter as its sum, label and table.
    pub fn counters(&self) -> impl Iterator<Item = (CounterId, u8, u32, &[Pair])> + '_ {
        let ids = (0..self.counter_parts.len()).map(|i| CounterId(u16::try_from(i).unwrap_or(0)));
        ids.zip(&self.counter_parts).map(|(id, c)| (id, c.sum, c.label, c.table.as_slice()))
    }

    /// Lanes of a constant word; 0 for other words.
    #[must_use]
    pub fn constant(&self, word: Word) -> u64 {
        match self.definitions[word.index()].meaning {
            Meaning::Constant(lanes) => lanes,
            _ => 0,
        }
    }

    /// The words and units a counter adds up.
    #[must_use]
    pub fn counter_parts(&self, counter: CounterId) -> &[(Word, i32)] {
        &self.counter_parts[usize::from(counter.0)].parts
    }
}

/// Computes a word from the words before it. Reaches are always followed anew.
#[inline(always)]
pub(super) fn compute(network: &Network, truths: &Truths, op: &Op) -> u64 {
    let place = |place: u16| at(truths, place);
    let at = |word: u16| at(truths, 2 * word);
    match *op {
        Op::Fixed => 0,
        Op::Four { places: [a, b, c, d], result } => {
            ((place(a) & place(b)) & (place(c) & place(d))) ^ i64::from(result).cast_unsigned()
        }
        Op::Many { start, end, result } => {
            let places = &network.places[usize::from(start)..usize::from(end)];
            let all = places.iter().fold(u64::MAX, |all, &one| all & place(one));
            all ^ i64::from(result).cast_unsigned()
        }
        Op::Twice { start, end } => {
            let places = &network.places[usize::from(start)..usize::from(end)];
            let add = |(once, twice), &one: &u16| (once | place(one), twice | (once & place(one)));
            places.iter().fold((0, 0), add).1
        }
        Op::Leap { word, start, end } => {
            let source = at(word);
            let turns = &network.turns[usize::from(start)..usize::from(end)];
            turns.iter().fold(0, |all, turn| all | turn.apply(source))
        }
        Op::Reach { word, blockers, lines, .. } => match lines {
            Lines::Straight => geometry::straight(at(word), !at(blockers)),
            Lines::Diagonal => geometry::diagonal(at(word), !at(blockers)),
        },
        Op::Ahead { word, turn } => {
            let turn = network.turns[usize::from(turn)];
            // Seven steps reach every lane of a line; each round adds one.
            (0..7).fold(0, |all, _| all | turn.apply(at(word) | all))
        }
        Op::First { word, order } => first(at(word), order),
        Op::Rest { word, order } => at(word) ^ first(at(word), order),
        Op::Somewhere { word } => u64::from(at(word) != 0).wrapping_neg(),
    }
}

/// The first true lane; looking from the last row down means turning the rows over and back.
#[inline(always)]
const fn first(word: u64, order: Order) -> u64 {
    match order {
        Order::Up => word & word.wrapping_neg(),
        Order::Down => {
            let turned = word.swap_bytes();
            (turned & turned.wrapping_neg()).swap_bytes()
        }
    }
}
