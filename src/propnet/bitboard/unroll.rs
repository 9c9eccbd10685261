//! Unrolls a bitboard network into single components: a plain network with the same names and truth values.
//!
//! `explain` reads the result, tests use it as the oracle, and the benchmark compares with it. Components are named
//! `bitboard(a1)`; auxiliary components of rays have the number of the direction in their names.

use super::geometry::Step;
use super::network::{Component, CounterPart, Gate, Network, OutputKind, ScanOrder, Squares};
use crate::propnet::{self, Error, Literal};
use std::sync::Arc;

/// The plain network, and the component of every square.
#[derive(Debug)]
pub struct Unrolled {
    /// The plain network; its categories are the sums, named by number.
    pub network: Arc<propnet::Network>,
    /// `[bitboard][square]`; a single proposition has one component for all squares.
    pub squares: Vec<[Literal; 64]>,
}

/// Unrolls `network`.
///
/// # Errors
/// Those of the plain builder; they would be bugs of this function.
pub fn unroll(network: &Network) -> Result<Unrolled, Error> {
    let mut unroller = Unroller { builder: propnet::Builder::default(), squares: Vec::new() };
    for component in &network.components {
        let squares = if component.single {
            [unroller.gate(&component.name, &component.gate, 0); 64]
        } else {
            unroller.bitboard(component)
        };
        unroller.squares.push(squares);
    }
    let sums = network.outputs().iter().map(|output| output.sum);
    let sums = sums.chain(network.counters().iter().map(|counter| counter.sum));
    for sum in 0..=sums.max().unwrap_or(0) {
        unroller.builder.category(&sum.to_string());
    }
    unroller.outputs(network);
    Ok(Unrolled { network: unroller.builder.build()?, squares: unroller.squares })
}

/// `name(a1)` to `name(h8)`.
fn on(name: &str, square: usize) -> String {
    let file = char::from(b'a' + (square % 8) as u8);
    format!("{name}({file}{})", square / 8 + 1)
}

struct Unroller {
    builder: propnet::Builder,
    squares: Vec<[Literal; 64]>,
}

impl Unroller {
    fn read(&self, squares: Squares, square: usize) -> Literal {
        let literal = self.squares[squares.id.index()][square];
        if squares.positive { literal } else { !literal }
    }

    fn bitboard(&mut self, component: &Component) -> [Literal; 64] {
        let name = &component.name;
        match &component.gate {
            Gate::Rays { source, blockers, directions } => {
                self.rays(name, *source, *blockers, directions)
            }
            Gate::First(source, order) => self.first(name, *source, *order),
            gate => std::array::from_fn(|square| self.gate(&on(name, square), gate, square)),
        }
    }

    /// A gate whose inputs are other bitboards' squares.
    fn gate(&mut self, name: &str, gate: &Gate, square: usize) -> Literal {
        let read = |literals: &[Squares]| -> Vec<Literal> {
            literals.iter().map(|&literal| self.read(literal, square)).collect()
        };
        match gate {
            Gate::All(literals) => {
                let inputs = read(literals);
                self.builder.all(name, inputs)
            }
            Gate::Any(literals) => {
                let inputs = read(literals);
                self.builder.any(name, inputs)
            }
            Gate::AtLeastTwo(literals) => {
                let inputs = read(literals);
                self.builder.at_least(name, 2, inputs)
            }
            Gate::Constant(squares) => self.builder.constant(name, squares >> square & 1 == 1),
            Gate::StepAttacks(source, steps) => {
                let from = steps.iter().filter_map(|step| step.opposite().from_square(square));
                let inputs: Vec<Literal> = from.map(|from| self.read(*source, from)).collect();
                self.builder.any(name, inputs)
            }
            Gate::AnySquare(source) => {
                let mut inputs: Vec<Literal> = (0..64).map(|s| self.read(*source, s)).collect();
                inputs.dedup();
                self.builder.any(name, inputs)
            }
            Gate::Input | Gate::Rays { .. } | Gate::First(..) => self.builder.input(name),
        }
    }

    /// A square is attacked if the previous square is a source, or is attacked itself and does not block.
    fn rays(
        &mut self,
        name: &str,
        source: Squares,
        blockers: Option<Squares>,
        directions: &[Step],
    ) -> [Literal; 64] {
        let mut attacked: Vec<Vec<Literal>> = vec![Vec::new(); 64];
        for (number, direction) in directions.iter().enumerate() {
            for (square, attacked) in attacked.iter_mut().enumerate() {
                let mut inputs: Vec<Literal> = Vec::new();
                if let Some(previous) = direction.opposite().from_square(square) {
                    inputs.push(self.read(source, previous));
                    let ray = self.builder.named(&on(&format!("{name}.{number}"), previous));
                    inputs.push(match blockers {
                        None => ray,
                        Some(blockers) => {
                            let free = !self.read(blockers, previous);
                            let through = on(&format!("{name}.{number}.past"), previous);
                            self.builder.all(&through, [ray, free])
                        }
                    });
                }
                attacked.push(self.builder.any(&on(&format!("{name}.{number}"), square), inputs));
            }
        }
        std::array::from_fn(|square| self.builder.any(&on(name, square), attacked[square].clone()))
    }

    /// The first true square: `earlier` says whether a square before this one is true.
    fn first(&mut self, name: &str, source: Squares, order: ScanOrder) -> [Literal; 64] {
        let mut first = self.squares[source.id.index()];
        let mut earlier: Option<Literal> = None;
        for index in 0..64 {
            let square = match order {
                ScanOrder::LowestRank => index,
                ScanOrder::HighestRank => index ^ 56,
            };
            let here = self.read(source, square);
            let before = earlier.map(|id| !id);
            first[square] = self.builder.all(&on(name, square), before.into_iter().chain([here]));
            let so_far = earlier.into_iter().chain([here]);
            earlier = Some(self.builder.any(&on(&format!("{name}.earlier"), square), so_far));
        }
        first
    }

    fn outputs(&mut self, network: &Network) {
        let squares = |id: usize| if network.components[id].single { 1 } else { 64 };
        for output in network.outputs() {
            let (bitboard, category) = (output.bitboard.index(), usize::from(output.sum));
            for square in 0..squares(bitboard) {
                let value = match &output.kind {
                    OutputKind::Weight(value) => *value,
                    OutputKind::SquareTable(values) => values[square],
                };
                self.builder.weight(self.squares[bitboard][square].id, category, value);
            }
        }
        for (number, counter) in network.counters().iter().enumerate() {
            let mut inputs: Vec<Literal> = Vec::new();
            for &CounterPart { squares: source, units, .. } in &counter.parts {
                // An input with several units is listed as often.
                let times = usize::try_from(units).unwrap_or(0);
                let squares = 0..squares(source.id.index());
                inputs
                    .extend(squares.flat_map(|s| std::iter::repeat_n(self.read(source, s), times)));
            }
            let counts = self.builder.any(&format!("counter.{number}"), inputs);
            self.builder.table(counts.id, counter.sum.into(), counter.table.clone());
        }
    }
}
