//! Builds a bitboard network. A gate can only read bitboards that exist, so that the network is acyclic.

use super::geometry::Step;
use super::network::{
    BitboardId, Component, Counter, CounterId, CounterPart, Gate, MAX_BITBOARDS, Network, Output,
    OutputKind, ScanOrder, Squares,
};
use crate::propnet::{Error, Literal, Pair};
use std::collections::HashMap;
use std::sync::Arc;

/// Collects bitboards and outputs; the first error is reported by [`Builder::build`].
#[derive(Debug, Default)]
pub struct Builder {
    network: Network,
    /// Bitboards by name; one with an equal gate has several.
    names: HashMap<String, BitboardId>,
    /// Bitboards by gate, so that equal gates exist once.
    known: HashMap<Gate, BitboardId>,
    category: u8,
    error: Option<Error>,
}

impl Builder {
    /// Counts flips of the bitboards defined after this call under `category`.
    pub fn begin_category(&mut self, category: u8) {
        self.category = category;
    }

    /// 64 propositions that the caller sets.
    pub fn input(&mut self, name: &str) -> Squares {
        self.network.inputs += 1;
        self.define(name, Gate::Input)
    }

    /// 64 propositions that never change.
    pub fn constant(&mut self, name: &str, squares: u64) -> Squares {
        self.define(name, Gate::Constant(squares))
    }

    /// The bitboard with this name.
    pub fn find(&self, name: &str) -> Option<Squares> {
        self.names.get(name).copied().map(Literal::from)
    }

    /// AND: every literal is true on the square.
    pub fn all(&mut self, name: &str, literals: impl Into<Vec<Squares>>) -> Squares {
        self.define(name, Gate::All(literals.into()))
    }

    /// OR: some literal is true on the square.
    pub fn any<const N: usize>(&mut self, name: &str, literals: [Squares; N]) -> Squares {
        self.define(name, Gate::Any(literals.into()))
    }

    /// At least two of the literals are true on the square.
    pub fn at_least_two<const N: usize>(&mut self, name: &str, literals: [Squares; N]) -> Squares {
        self.define(name, Gate::AtLeastTwo(literals.into()))
    }

    /// Step attacks: squares one of the `steps` away from a square of `source`.
    pub fn step_attacks(&mut self, name: &str, source: Squares, steps: Vec<Step>) -> Squares {
        self.define(name, Gate::StepAttacks(source, steps))
    }

    /// Sliding attacks: squares that `source` attacks in the `directions`, up to and including the first blocker.
    pub fn sliding_attacks(
        &mut self,
        name: &str,
        source: Squares,
        blockers: Squares,
        directions: [Step; 4],
    ) -> Squares {
        let (blockers, directions) = (Some(blockers), directions.into());
        self.define(name, Gate::Rays { source, blockers, directions })
    }

    /// Span: squares any number of steps away from a square of `source`, whatever stands between.
    pub fn span(&mut self, name: &str, source: Squares, step: Step) -> Squares {
        self.define(name, Gate::Rays { source, blockers: None, directions: vec![step] })
    }

    /// The first square of `source`.
    pub fn first(&mut self, name: &str, source: Squares, order: ScanOrder) -> Squares {
        self.define(name, Gate::First(source, order))
    }

    /// A single proposition: some square of `source` is true. Outputs count it once.
    pub fn any_square(&mut self, name: &str, source: Squares) -> Squares {
        self.define(name, Gate::AnySquare(source))
    }

    /// Adds `value` to sum number `sum` per true square. The label identifies the weight in evaluation traces.
    pub fn weight(&mut self, squares: Squares, sum: u8, label: u32, value: Pair) {
        let bitboard = self.positive(squares);
        self.output(Output { bitboard, sum, label, kind: OutputKind::Weight(value) });
    }

    /// Adds `values[square]` to sum number `sum` per true square.
    pub fn square_table(&mut self, squares: Squares, sum: u8, label: u32, values: [Pair; 64]) {
        let kind = OutputKind::SquareTable(Box::new(values));
        let bitboard = self.positive(squares);
        self.output(Output { bitboard, sum, label, kind });
    }

    fn output(&mut self, output: Output) {
        let index = self.network.outputs.len();
        self.network.components[output.bitboard.index()].outputs.push(index);
        self.network.outputs.push(output);
    }

    /// The bitboard of a literal; a negated literal gets a bitboard of its own.
    fn positive(&mut self, squares: Squares) -> BitboardId {
        if squares.positive {
            return squares.id;
        }
        let name = format!("not {}", self.network.name(squares.id));
        self.define(&name, Gate::All(vec![squares])).id
    }

    /// A counter that adds `table[units]` to sum number `sum`; the index is clamped to the table.
    pub fn counter(&mut self, sum: u8, label: u32, table: Vec<Pair>) -> CounterId {
        self.network.counters.push(Counter { sum, label, table, parts: Vec::new() });
        CounterId(self.network.counters.len() - 1)
    }

    /// Adds units to the counter per true square.
    pub fn count(&mut self, counter: CounterId, part: CounterPart) {
        self.network.counters[counter.0].parts.push(part);
    }

    /// Checks and freezes the network.
    ///
    /// # Errors
    /// A duplicate name, or more bitboards than a state can hold.
    pub fn build(self) -> Result<Arc<Network>, Error> {
        self.error.map_or_else(|| Ok(Arc::new(self.network)), Err)
    }

    /// Defines a bitboard. An equal gate under a second name is the same bitboard; only its first name is shown.
    fn define(&mut self, name: &str, gate: Gate) -> Squares {
        let known = self.known.get(&gate).copied().filter(|_| gate != Gate::Input);
        if let Some(known) = known {
            self.name(name, known);
            return Literal::from(known);
        }
        let components = &mut self.network.components;
        let index = components.len();
        let Some(id) = u16::try_from(index).ok().filter(|_| index < MAX_BITBOARDS) else {
            let (component, limit) = (name.to_owned(), MAX_BITBOARDS);
            self.error.get_or_insert(Error::TooLarge { component, what: "bitboards", limit });
            return Literal::from(BitboardId(0));
        };
        for source in gate.sources() {
            components[source.id.index()].readers[index / 64] |= 1 << (index % 64);
        }
        let single = match &gate {
            Gate::AnySquare(_) => true,
            Gate::All(literals) | Gate::Any(literals) | Gate::AtLeastTwo(literals) => {
                !literals.is_empty() && literals.iter().all(|l| components[l.id.index()].single)
            }
            _ => false,
        };
        self.known.insert(gate.clone(), BitboardId(id));
        let (readers, outputs) = (Default::default(), Vec::new());
        components.push(Component {
            name: name.to_owned(),
            category: self.category,
            gate,
            single,
            readers,
            outputs,
        });
        self.name(name, BitboardId(id));
        Literal::from(BitboardId(id))
    }

    fn name(&mut self, name: &str, bitboard: BitboardId) {
        if self.names.insert(name.to_owned(), bitboard).is_some() {
            self.error.get_or_insert(Error::DuplicateName(name.to_owned()));
        }
    }
}
