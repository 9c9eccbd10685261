//! The frozen network of lanes: one record a word, in an order that puts readers after what they read.

use super::builder::{Builder, Counter, CounterId, Definition, Lit, Meaning, Order, Word};
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
    Weight { sum: u8, value: i64 },
    Lanes { sum: u8, table: u16 },
    Units { counter: u16, units: i32 },
}

/// How a word is computed. Literals are inverted by XOR with 0 or -1.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    /// Inputs and constants.
    Fixed,
    /// AND of four literals, then inverted: OR is the same with everything inverted.
    Four {
        words: [u16; 4],
        invert: [i8; 4],
        result: i8,
    },
    /// The same with any number of literals.
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

/// Everything needed when a word is visited.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    pub op: Op,
    /// Effects of the word.
    pub effects: (u16, u16),
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
    names: HashMap<String, Word>,
    pub(super) records: Box<[Record]>,
    /// Readers of each word.
    pub(super) readers: Box<[Marks]>,
    pub(super) literals: Box<[(u16, i8)]>,
    pub(super) turns: Box<[Turn]>,
    pub(super) effects: Box<[Effect]>,
    pub(super) lane_tables: Box<[[i64; 64]]>,
    /// Sum and packed entries of each counter.
    pub(super) counters: Box<[(u8, Box<[i64]>)]>,
    pub(super) sums: usize,
    pub(super) inputs: usize,
    outputs: Vec<Output>,
    counter_parts: Vec<Counter>,
    pub(super) reaches: usize,
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Network({} words)", self.records.len())
    }
}

/// Both numbers of a pair in one, so that a weight is applied with one multiplication.
pub(super) const fn pack(pair: Pair) -> i64 {
    ((pair[0] as i64) << 32) + pair[1] as i64
}

/// The pair of a packed sum.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "each half is cut out of the packed pair")]
pub(super) const fn unpack(packed: i64) -> Pair {
    let second = packed as i32;
    [((packed - second as i64) >> 32) as i32, second]
}

impl Network {
    /// How many words there are.
    #[must_use]
    pub fn words(&self) -> usize {
        self.records.len()
    }

    /// How many propositions: 64 a word, one for a word that is the same in every lane.
    #[must_use]
    pub fn propositions(&self) -> usize {
        self.records.iter().map(|record| record.counted.count_ones() as usize).sum()
    }

    /// How many words read a word, over all words.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.records.iter().map(|record| usize::from(record.readers)).sum()
    }

    /// Bytes that running it touches.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.records)
            + size_of_val(&*self.readers)
            + size_of_val(&*self.literals)
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
        (0..self.records.len()).map(|index| Word(u16::try_from(index).unwrap_or(u16::MAX)))
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

    /// The words and units a counter adds up.
    #[must_use]
    pub fn counter_parts(&self, counter: CounterId) -> &[(Word, i32)] {
        &self.counter_parts[usize::from(counter.0)].parts
    }
}

/// What freezing fills while it goes through the definitions.
#[derive(Default)]
struct Layout {
    literals: Vec<(u16, i8)>,
    turns: Vec<Turn>,
    reaches: u16,
}

fn short(length: usize) -> u16 {
    u16::try_from(length).unwrap_or(u16::MAX)
}

impl Layout {
    fn op(&mut self, meaning: &Meaning) -> Op {
        match meaning {
            Meaning::Input | Meaning::Constant(_) => Op::Fixed,
            Meaning::All(literals) => self.gate(literals, 0),
            Meaning::Any(literals) => self.gate(literals, -1),
            Meaning::Twice(words) => {
                let start = short(self.literals.len());
                self.literals.extend(words.iter().map(|word| (word.0, 0)));
                Op::Twice { start, end: short(self.literals.len()) }
            }
            Meaning::Leap(word, steps) => {
                let start = short(self.turns.len());
                self.turns.extend(steps.iter().map(|step| step.compile()));
                Op::Leap { word: word.0, start, end: short(self.turns.len()) }
            }
            Meaning::Reach(word, blockers, lines) => {
                self.reaches += 1;
                let memory = self.reaches - 1;
                Op::Reach { word: word.0, blockers: blockers.0, memory, lines: *lines }
            }
            Meaning::Ahead(word, step) => {
                self.turns.push(step.compile());
                Op::Ahead { word: word.0, turn: short(self.turns.len() - 1) }
            }
            Meaning::First(word, order) => Op::First { word: word.0, order: *order },
            Meaning::Rest(word, order) => Op::Rest { word: word.0, order: *order },
            Meaning::Somewhere(word) => Op::Somewhere { word: word.0 },
        }
    }

    /// AND as it is, OR with everything inverted (`result` -1).
    fn gate(&mut self, literals: &[Lit], result: i8) -> Op {
        let invert = |literal: &Lit| if literal.positive { result } else { !result };
        if literals.is_empty() || literals.len() > 4 {
            let start = short(self.literals.len());
            self.literals.extend(literals.iter().map(|l| (l.word.0, invert(l))));
            return Op::Many { start, end: short(self.literals.len()), result };
        }
        // Repeating a literal leaves the AND as it is and the record of one size.
        let at = |place: usize| &literals[place.min(literals.len() - 1)];
        Op::Four {
            words: std::array::from_fn(|place| at(place).word.0),
            invert: std::array::from_fn(|place| invert(at(place))),
            result,
        }
    }
}

impl Meaning {
    /// The words read.
    pub fn sources(&self) -> Vec<Word> {
        match self {
            Self::Input | Self::Constant(_) => Vec::new(),
            Self::All(literals) | Self::Any(literals) => literals.iter().map(|l| l.word).collect(),
            Self::Twice(words) => words.clone(),
            Self::Reach(word, blockers, _) => vec![*word, *blockers],
            Self::Leap(word, _)
            | Self::Ahead(word, _)
            | Self::First(word, _)
            | Self::Rest(word, _)
            | Self::Somewhere(word) => vec![*word],
        }
    }
}

pub(super) fn freeze(builder: Builder) -> Network {
    let Builder { definitions, outputs, counters, names, .. } = builder;
    let mut layout = Layout::default();
    let mut readers = vec![[0_u64; BLOCKS]; definitions.len()];
    let mut counts = vec![0_u16; definitions.len()];
    let mut records = Vec::with_capacity(definitions.len());
    for (index, definition) in definitions.iter().enumerate() {
        for source in definition.meaning.sources() {
            let mark = &mut readers[source.index()][index / 64];
            counts[source.index()] += u16::from(*mark & 1 << (index % 64) == 0);
            *mark |= 1 << (index % 64);
        }
        let op = layout.op(&definition.meaning);
        let single = is_single(&definition.meaning, &records);
        let counted = if single { 1 } else { u64::MAX };
        records.push(Record { op, effects: (0, 0), readers: 0, counted });
    }
    let mut lane_tables = Vec::new();
    let mut effects = Vec::new();
    for (index, record) in records.iter_mut().enumerate() {
        record.readers = counts[index];
        let start = short(effects.len());
        for output in outputs.iter().filter(|output| output.word.index() == index) {
            effects.push(effect(output, &mut lane_tables));
        }
        record.effects = (start, short(effects.len()));
    }
    let highest = outputs.iter().map(|o| o.sum).chain(counters.iter().map(|c| c.sum)).max();
    let inputs = definitions.iter().take_while(|d| matches!(d.meaning, Meaning::Input)).count();
    Network {
        definitions,
        names,
        records: records.into(),
        readers: readers.into(),
        literals: layout.literals.into(),
        turns: layout.turns.into(),
        effects: effects.into(),
        lane_tables: lane_tables.into(),
        counters: counters
            .iter()
            .map(|c| (c.sum, c.table.iter().copied().map(pack).collect()))
            .collect(),
        sums: highest.map_or(0, |sum| usize::from(sum) + 1),
        inputs,
        outputs,
        counter_parts: counters,
        reaches: usize::from(layout.reaches),
    }
}

/// Gates over single propositions are single themselves.
fn is_single(meaning: &Meaning, before: &[Record]) -> bool {
    match meaning {
        Meaning::Somewhere(_) => true,
        Meaning::All(literals) | Meaning::Any(literals) => {
            !literals.is_empty() && literals.iter().all(|l| before[l.word.index()].counted == 1)
        }
        Meaning::Twice(words) => words.iter().all(|word| before[word.index()].counted == 1),
        _ => false,
    }
}

fn effect(output: &Output, lane_tables: &mut Vec<[i64; 64]>) -> Effect {
    match &output.kind {
        OutputKind::Weight(value) => Effect::Weight { sum: output.sum, value: pack(*value) },
        OutputKind::Lanes(values) => {
            lane_tables.push(values.map(pack));
            Effect::Lanes { sum: output.sum, table: short(lane_tables.len() - 1) }
        }
        OutputKind::Units { counter, units } => Effect::Units { counter: counter.0, units: *units },
    }
}

/// Computes a word from the words before it. Reaches are always followed anew.
#[inline(always)]
pub(super) fn compute(network: &Network, words: &[u64; MAX_WORDS], op: Op) -> u64 {
    let at = |word: u16| words[usize::from(word) % MAX_WORDS];
    let flip = |invert: i8| i64::from(invert).cast_unsigned();
    match op {
        Op::Fixed => 0,
        Op::Four { words: w, invert, result } => {
            ((at(w[0]) ^ flip(invert[0])) & (at(w[1]) ^ flip(invert[1])))
                & ((at(w[2]) ^ flip(invert[2])) & (at(w[3]) ^ flip(invert[3])))
                ^ flip(result)
        }
        Op::Many { start, end, result } => {
            let literals = &network.literals[usize::from(start)..usize::from(end)];
            literals.iter().fold(u64::MAX, |all, &(w, i)| all & (at(w) ^ flip(i))) ^ flip(result)
        }
        Op::Twice { start, end } => {
            let literals = &network.literals[usize::from(start)..usize::from(end)];
            let add =
                |(once, twice), &(word, _): &(u16, i8)| (once | at(word), twice | once & at(word));
            literals.iter().fold((0, 0), add).1
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
