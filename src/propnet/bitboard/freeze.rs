//! Compiles the builder's definitions into the records, readers and effects that a state runs.

use super::builder::{BitboardId, BitboardLiteral, Builder, Counter, Gate};
use super::geometry::MaskedShift;
use super::network::{
    BLOCKS, Effect, Instruction, MAX_BITBOARDS, Network, Output, OutputKind, Record, pack,
};

/// The shared arrays, filled definition by definition.
#[derive(Default)]
struct Layout {
    slots: Vec<u16>,
    shifts: Vec<MaskedShift>,
    sliding_count: u16,
}

fn short(length: usize) -> u16 {
    u16::try_from(length).unwrap_or(u16::MAX)
}

impl Layout {
    fn instruction(&mut self, gate: &Gate) -> Instruction {
        match gate {
            Gate::Input | Gate::Constant(_) => Instruction::Fixed,
            Gate::All(literals) => self.gate(literals, 0),
            Gate::Any(literals) => self.gate(literals, -1),
            Gate::AtLeastTwo(bitboards) => {
                let start = short(self.slots.len());
                self.slots.extend(bitboards.iter().map(|bitboard| 2 * bitboard.0));
                Instruction::AtLeastTwo { start, end: short(self.slots.len()) }
            }
            Gate::StepAttacks(bitboard, steps) => {
                let start = short(self.shifts.len());
                self.shifts.extend(steps.iter().map(|step| step.masked_shift()));
                Instruction::StepAttacks {
                    bitboard: bitboard.0,
                    start,
                    end: short(self.shifts.len()),
                }
            }
            Gate::SlidingAttacks(bitboard, blockers, rays) => {
                self.sliding_count += 1;
                let sliding_index = self.sliding_count - 1;
                Instruction::SlidingAttacks {
                    bitboard: bitboard.0,
                    blockers: blockers.0,
                    sliding_index,
                    rays: *rays,
                }
            }
            Gate::Span(bitboard, step) => {
                self.shifts.push(step.masked_shift());
                Instruction::Span { bitboard: bitboard.0, shift: short(self.shifts.len() - 1) }
            }
            Gate::First(bitboard, order) => {
                Instruction::First { bitboard: bitboard.0, order: *order }
            }
            Gate::AllButFirst(bitboard, order) => {
                Instruction::AllButFirst { bitboard: bitboard.0, order: *order }
            }
            Gate::AnySquare(bitboard) => Instruction::AnySquare { bitboard: bitboard.0 },
        }
    }

    /// AND reads its inputs as they are; OR reads the complements and inverts the result (`result` -1).
    fn gate(&mut self, literals: &[BitboardLiteral], result: i8) -> Instruction {
        let slot = |literal: &BitboardLiteral| {
            let complement = literal.positive == (result != 0);
            2 * literal.bitboard.0 + u16::from(complement)
        };
        if literals.is_empty() || literals.len() > 4 {
            let start = short(self.slots.len());
            self.slots.extend(literals.iter().map(slot));
            return Instruction::Many { start, end: short(self.slots.len()), result };
        }
        // A repeated literal does not change an AND and keeps the record at one size.
        let slots = std::array::from_fn(|index| slot(&literals[index.min(literals.len() - 1)]));
        Instruction::Four { slots, result }
    }
}

impl Gate {
    /// The bitboards that the gate reads.
    pub fn sources(&self) -> Vec<BitboardId> {
        match self {
            Self::Input | Self::Constant(_) => Vec::new(),
            Self::All(literals) | Self::Any(literals) => {
                literals.iter().map(|l| l.bitboard).collect()
            }
            Self::AtLeastTwo(bitboards) => bitboards.clone(),
            Self::SlidingAttacks(bitboard, blockers, _) => vec![*bitboard, *blockers],
            Self::StepAttacks(bitboard, _)
            | Self::Span(bitboard, _)
            | Self::First(bitboard, _)
            | Self::AllButFirst(bitboard, _)
            | Self::AnySquare(bitboard) => vec![*bitboard],
        }
    }
}

pub(super) fn freeze(builder: Builder) -> Network {
    let Builder { definitions, outputs, counters, names, .. } = builder;
    let mut layout = Layout::default();
    let mut readers = Box::new([[0_u64; BLOCKS]; MAX_BITBOARDS]);
    let unused = Record { instruction: Instruction::Fixed, readers: 0, counted: 0 };
    let mut records = Box::new([unused; MAX_BITBOARDS]);
    for (index, definition) in definitions.iter().enumerate() {
        for source in definition.gate.sources() {
            let mark = &mut readers[source.index()][index / 64];
            records[source.index()].readers += u16::from(*mark & (1 << (index % 64)) == 0);
            *mark |= 1 << (index % 64);
        }
        let single = is_single(&definition.gate, &*records);
        records[index].counted = if single { 1 } else { u64::MAX };
        records[index].instruction = layout.instruction(&definition.gate);
    }
    let mut square_tables = Vec::new();
    let mut more_effects = Vec::new();
    let mut effects = Box::new([Effect::None; MAX_BITBOARDS]);
    for (index, effect_slot) in effects.iter_mut().enumerate() {
        let of_word = outputs.iter().filter(|output| output.bitboard.index() == index);
        let list: Vec<Effect> = of_word.map(|output| effect(output, &mut square_tables)).collect();
        *effect_slot = match list.as_slice() {
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
    let inputs = definitions.iter().take_while(|d| matches!(d.gate, Gate::Input)).count();
    let packed = |c: &Counter| (c.sum, c.table.iter().copied().map(pack).collect());
    Network {
        definitions,
        names,
        records,
        readers,
        slots: layout.slots.into(),
        shifts: layout.shifts.into(),
        effects,
        more_effects: more_effects.into(),
        square_tables: square_tables.into(),
        counters: counters.iter().map(packed).collect(),
        sums: highest.map_or(0, |sum| usize::from(sum) + 1),
        inputs,
        outputs,
        counter_parts: counters,
        sliding_count: usize::from(layout.sliding_count),
    }
}

/// Is the bitboard a single proposition? Gates over single propositions are.
fn is_single(gate: &Gate, before: &[Record]) -> bool {
    match gate {
        Gate::AnySquare(_) => true,
        Gate::All(literals) | Gate::Any(literals) => {
            !literals.is_empty() && literals.iter().all(|l| before[l.bitboard.index()].counted == 1)
        }
        Gate::AtLeastTwo(bitboards) => {
            bitboards.iter().all(|bitboard| before[bitboard.index()].counted == 1)
        }
        _ => false,
    }
}

fn effect(output: &Output, square_tables: &mut Vec<[i64; 64]>) -> Effect {
    match &output.kind {
        OutputKind::Weight(value) => Effect::Weight { sum: output.sum, value: pack(*value) },
        OutputKind::SquareTable(values) => {
            square_tables.push(values.map(pack));
            Effect::SquareTable { sum: output.sum, table: short(square_tables.len() - 1) }
        }
        OutputKind::Units { counter, units } => Effect::Units { counter: counter.0, units: *units },
    }
}
