//! Turns what the builder collected into the records, readers and effects that a network runs on.

use super::builder::{Builder, Counter, Lit, Meaning, Word};
use super::geometry::Turn;
use super::network::{BLOCKS, Effect, MAX_WORDS, Network, Op, Output, OutputKind, Record, pack};

/// What freezing fills while it goes through the definitions.
#[derive(Default)]
struct Layout {
    places: Vec<u16>,
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
                let start = short(self.places.len());
                self.places.extend(words.iter().map(|word| 2 * word.0));
                Op::Twice { start, end: short(self.places.len()) }
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
        let place = |literal: &Lit| {
            let complement = literal.positive == (result != 0);
            2 * literal.word.0 + u16::from(complement)
        };
        if literals.is_empty() || literals.len() > 4 {
            let start = short(self.places.len());
            self.places.extend(literals.iter().map(place));
            return Op::Many { start, end: short(self.places.len()), result };
        }
        // Repeating a literal leaves the AND as it is and the record of one size.
        let places = std::array::from_fn(|index| place(&literals[index.min(literals.len() - 1)]));
        Op::Four { places, result }
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
    let mut readers = Box::new([[0_u64; BLOCKS]; MAX_WORDS]);
    let unused = Record { op: Op::Fixed, readers: 0, counted: 0 };
    let mut records = Box::new([unused; MAX_WORDS]);
    for (index, definition) in definitions.iter().enumerate() {
        for source in definition.meaning.sources() {
            let mark = &mut readers[source.index()][index / 64];
            records[source.index()].readers += u16::from(*mark & (1 << (index % 64)) == 0);
            *mark |= 1 << (index % 64);
        }
        let single = is_single(&definition.meaning, &*records);
        records[index].counted = if single { 1 } else { u64::MAX };
        records[index].op = layout.op(&definition.meaning);
    }
    let mut lane_tables = Vec::new();
    let mut more_effects = Vec::new();
    let mut effects = Box::new([Effect::None; MAX_WORDS]);
    for (index, place) in effects.iter_mut().enumerate() {
        let of_word = outputs.iter().filter(|output| output.word.index() == index);
        let list: Vec<Effect> = of_word.map(|output| effect(output, &mut lane_tables)).collect();
        *place = match list.as_slice() {
            [] => Effect::None,
            [single] => *single,
            several => {
                let start = short(more_effects.len());
                more_effects.extend_from_slice(several);
                Effect::Several { start, end: short(more_effects.len()) }
            }
        };
    }
    let highest = outputs.iter().map(|o| o.sum).chain(counters.iter().map(|c| c.sum)).max();
    let inputs = definitions.iter().take_while(|d| matches!(d.meaning, Meaning::Input)).count();
    let packed = |c: &Counter| (c.sum, c.table.iter().copied().map(pack).collect());
    Network {
        definitions,
        names,
        records,
        readers,
        places: layout.places.into(),
        turns: layout.turns.into(),
        effects,
        more_effects: more_effects.into(),
        lane_tables: lane_tables.into(),
        counters: counters.iter().map(packed).collect(),
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
