//! Unrolls a bitboard network into single components: a plain network with the same names and truth values.
//!
//! `explain` reads the result, tests use it as the oracle, and the benchmark compares with it. Components are named
//! `bitboard(a1)`; auxiliary components of rays have the number of the direction in their names.

use super::builder::{BitboardId, BitboardLiteral, Gate, ScanOrder};
use super::geometry::Step;
use super::network::{Network, OutputKind};
use crate::propnet::{self, Error, Id, Literal, Truth};
use std::sync::Arc;

/// The plain network, and the component of every square.
#[derive(Debug)]
pub struct Unrolled {
    /// The plain network; its categories are the sums, named by number.
    pub network: Arc<propnet::Network>,
    /// `[bitboard][square]`; a single proposition has one component for all squares.
    pub squares: Vec<[Id; 64]>,
}

/// `a1` to `h8`.
fn cell(square: usize) -> String {
    let file = char::from(b'a' + u8::try_from(square % 8).unwrap_or(0));
    format!("{file}{}", square / 8 + 1)
}

/// Unrolls `network`.
///
/// # Errors
/// Those of the plain builder; they would be bugs of this function.
pub fn unroll(network: &Network) -> Result<Unrolled, Error> {
    let mut unroller = Unroller { builder: propnet::Builder::new(), squares: Vec::new() };
    for bitboard in network.iter() {
        let definition = &network.definitions[bitboard.index()];
        let squares = if network.is_single(bitboard) {
            unroller.single(&definition.name, &definition.gate)
        } else {
            unroller.bitboard(&definition.name, &definition.gate)
        };
        unroller.squares.push(squares);
    }
    for sum in 0..network.sums {
        unroller.builder.category(&sum.to_string());
    }
    unroller.outputs(network);
    Ok(Unrolled { network: unroller.builder.build()?, squares: unroller.squares })
}

struct Unroller {
    builder: propnet::Builder,
    squares: Vec<[Id; 64]>,
}

impl Unroller {
    fn read(&self, literal: BitboardLiteral, square: usize) -> Literal {
        let id = self.squares[literal.bitboard.index()][square];
        Literal { id, positive: literal.positive }
    }

    /// One component for a single proposition.
    fn single(&mut self, name: &str, gate: &Gate) -> [Id; 64] {
        let id = match gate {
            Gate::AnySquare(bitboard) => {
                let mut sources = self.squares[bitboard.index()].to_vec();
                sources.dedup();
                self.builder.any(name, sources)
            }
            _ => self.gate(name, gate, 0),
        };
        [id; 64]
    }

    /// A gate whose inputs are on the same square.
    fn gate(&mut self, name: &str, gate: &Gate, square: usize) -> Id {
        let read = |literals: &[BitboardLiteral]| -> Vec<Literal> {
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
            Gate::AtLeastTwo(bitboards) => {
                let literals: Vec<BitboardLiteral> =
                    bitboards.iter().copied().map(BitboardLiteral::from).collect();
                let inputs = read(&literals);
                self.builder.at_least(name, 2, inputs)
            }
            Gate::Constant(squares) if squares >> square & 1 == 1 => {
                self.builder.constant(name, Truth::Always)
            }
            Gate::Constant(_) => self.builder.constant(name, Truth::Never),
            _ => self.builder.input(name),
        }
    }

    fn bitboard(&mut self, name: &str, gate: &Gate) -> [Id; 64] {
        let named = |square: usize| format!("{name}({})", cell(square));
        match gate {
            Gate::StepAttacks(bitboard, steps) => {
                let sources = self.squares[bitboard.index()];
                std::array::from_fn(|square| {
                    let from = steps.iter().filter_map(|step| step.opposite().from_square(square));
                    let inputs: Vec<Id> = from.map(|from| sources[from]).collect();
                    self.builder.any(&named(square), inputs)
                })
            }
            Gate::SlidingAttacks(bitboard, blockers, rays) => {
                let rays = rays.steps().map(|step| (step, Some(*blockers)));
                self.rays(name, *bitboard, &rays)
            }
            Gate::Span(bitboard, step) => self.rays(name, *bitboard, &[(*step, None)]),
            Gate::First(bitboard, order) => self.ranked(name, *bitboard, *order, true),
            Gate::AllButFirst(bitboard, order) => self.ranked(name, *bitboard, *order, false),
            _ => std::array::from_fn(|square| self.gate(&named(square), gate, square)),
        }
    }

    /// A square is attacked when the previous square is a source, or is attacked itself and does not block.
    fn rays(
        &mut self,
        name: &str,
        bitboard: BitboardId,
        rays: &[(Step, Option<BitboardId>)],
    ) -> [Id; 64] {
        let sources = self.squares[bitboard.index()];
        let mut seen: Vec<Vec<Id>> = vec![Vec::new(); 64];
        for (number, &(step, blockers)) in rays.iter().enumerate() {
            for (square, seen) in seen.iter_mut().enumerate() {
                let here = format!("{name}.{number}({})", cell(square));
                let mut inputs: Vec<Id> = Vec::new();
                if let Some(behind) = step.opposite().from_square(square) {
                    inputs.push(sources[behind]);
                    let ray = self.builder.named(&format!("{name}.{number}({})", cell(behind)));
                    inputs.push(match blockers {
                        None => ray,
                        Some(blockers) => {
                            let free = !self.squares[blockers.index()][behind];
                            let through = format!("{name}.{number}.past({})", cell(behind));
                            self.builder.all(&through, [ray.into(), free])
                        }
                    });
                }
                seen.push(self.builder.any(&here, inputs));
            }
        }
        std::array::from_fn(|square| {
            self.builder.any(&format!("{name}({})", cell(square)), seen[square].clone())
        })
    }

    /// The first true square or all others: `earlier` says whether a square before this one is true.
    fn ranked(
        &mut self,
        name: &str,
        bitboard: BitboardId,
        order: ScanOrder,
        first: bool,
    ) -> [Id; 64] {
        let sources = self.squares[bitboard.index()];
        let mut result = sources;
        let mut earlier: Option<Id> = None;
        for index in 0..64 {
            let square = match order {
                ScanOrder::LowestRank => index,
                ScanOrder::HighestRank => index ^ 56,
            };
            let here = sources[square];
            let named = format!("{name}({})", cell(square));
            result[square] = match (earlier, first) {
                (Some(before), true) => self.builder.all(&named, [here.into(), !before]),
                (Some(before), false) => self.builder.all(&named, [here, before]),
                (None, true) => self.builder.all(&named, [here]),
                (None, false) => self.builder.constant(&named, Truth::Never),
            };
            let name = format!("{name}.earlier({})", cell(square));
            let so_far = earlier.into_iter().chain([here]);
            earlier = Some(self.builder.any(&name, so_far));
        }
        result
    }

    fn outputs(&mut self, network: &Network) {
        for output in network.outputs() {
            let squares = if network.is_single(output.bitboard) { 1 } else { 64 };
            let category = output.sum.to_string();
            for square in 0..squares {
                let id = self.squares[output.bitboard.index()][square];
                match &output.kind {
                    OutputKind::Weight(value) => self.builder.weight(id, &category, *value),
                    OutputKind::SquareTable(values) => {
                        self.builder.weight(id, &category, values[square])
                    }
                    OutputKind::Units { .. } => {}
                }
            }
        }
        for (counter, sum, _, table) in network.counters() {
            let mut inputs: Vec<Literal> = Vec::new();
            for &(bitboard, units) in network.counter_parts(counter) {
                let squares = if network.is_single(bitboard) { 1 } else { 64 };
                for &id in &self.squares[bitboard.index()][..squares] {
                    // Units are edges listed so many times.
                    let times = usize::try_from(units).unwrap_or(0);
                    inputs.extend(std::iter::repeat_n(Literal::from(id), times));
                }
            }
            let id = self.builder.any(&format!("counter.{}", counter.0), inputs);
            self.builder.table(id, &sum.to_string(), table.to_vec());
        }
    }
}
