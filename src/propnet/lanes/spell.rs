//! Writes a network of lanes out proposition by proposition, as a plain network with the same names and truths.
//!
//! `explain` reads the result, tests take it as oracle, and the bench compares against it. Lane names are
//! `word(a1)`; helpers on lines carry the direction's number.

use super::builder::{Lit, Meaning, Order, Word};
use super::geometry::Step;
use super::network::{Network, OutputKind};
use crate::propnet::{self, Error, Id, Literal, Truth};
use std::sync::Arc;

/// The plain network and where each lane went.
#[derive(Debug)]
pub struct Spelled {
    /// The plain network; its categories are the sums, named by number.
    pub network: Arc<propnet::Network>,
    /// `[word][lane]`; a word that is the same in every lane has one component for all.
    pub lanes: Vec<[Id; 64]>,
}

/// The grid's name of a lane: `a1` to `h8`.
fn cell(lane: usize) -> String {
    let file = char::from(b'a' + u8::try_from(lane % 8).unwrap_or(0));
    format!("{file}{}", lane / 8 + 1)
}

/// Writes `network` out.
///
/// # Errors
/// Those of the plain builder; they would be faults of this function.
pub fn spell(network: &Network) -> Result<Spelled, Error> {
    let mut speller = Speller { builder: propnet::Builder::new(), lanes: Vec::new() };
    for word in network.iter() {
        let definition = &network.definitions[word.index()];
        let lanes = if network.is_single(word) {
            speller.single(&definition.name, &definition.meaning)
        } else {
            speller.word(&definition.name, &definition.meaning)
        };
        speller.lanes.push(lanes);
    }
    for sum in 0..network.sums {
        speller.builder.category(&sum.to_string());
    }
    speller.outputs(network);
    Ok(Spelled { network: speller.builder.build()?, lanes: speller.lanes })
}

struct Speller {
    builder: propnet::Builder,
    lanes: Vec<[Id; 64]>,
}

impl Speller {
    fn read(&self, literal: Lit, lane: usize) -> Literal {
        let id = self.lanes[literal.word.index()][lane];
        Literal { id, positive: literal.positive }
    }

    /// One component for a word whose lanes are all the same.
    fn single(&mut self, name: &str, meaning: &Meaning) -> [Id; 64] {
        let id = match meaning {
            Meaning::Somewhere(word) => {
                let mut sources = self.lanes[word.index()].to_vec();
                sources.dedup();
                self.builder.any(name, sources)
            }
            _ => self.gate(name, meaning, 0),
        };
        [id; 64]
    }

    /// A gate that stays within its lane.
    fn gate(&mut self, name: &str, meaning: &Meaning, lane: usize) -> Id {
        let read = |literals: &[Lit]| -> Vec<Literal> {
            literals.iter().map(|&literal| self.read(literal, lane)).collect()
        };
        match meaning {
            Meaning::All(literals) => {
                let inputs = read(literals);
                self.builder.all(name, inputs)
            }
            Meaning::Any(literals) => {
                let inputs = read(literals);
                self.builder.any(name, inputs)
            }
            Meaning::Twice(words) => {
                let literals: Vec<Lit> = words.iter().copied().map(Lit::from).collect();
                let inputs = read(&literals);
                self.builder.at_least(name, 2, inputs)
            }
            Meaning::Constant(lanes) if lanes >> lane & 1 == 1 => {
                self.builder.constant(name, Truth::Always)
            }
            Meaning::Constant(_) => self.builder.constant(name, Truth::Never),
            _ => self.builder.input(name),
        }
    }

    fn word(&mut self, name: &str, meaning: &Meaning) -> [Id; 64] {
        let named = |lane: usize| format!("{name}({})", cell(lane));
        match meaning {
            Meaning::Leap(word, steps) => {
                let sources = self.lanes[word.index()];
                std::array::from_fn(|lane| {
                    let from = steps.iter().filter_map(|step| step.back().from_lane(lane));
                    let inputs: Vec<Id> = from.map(|from| sources[from]).collect();
                    self.builder.any(&named(lane), inputs)
                })
            }
            Meaning::Reach(word, blockers, lines) => {
                let lines = lines.steps().map(|step| (step, Some(*blockers)));
                self.rays(name, *word, &lines)
            }
            Meaning::Ahead(word, step) => self.rays(name, *word, &[(*step, None)]),
            Meaning::First(word, order) => self.ranked(name, *word, *order, true),
            Meaning::Rest(word, order) => self.ranked(name, *word, *order, false),
            _ => std::array::from_fn(|lane| self.gate(&named(lane), meaning, lane)),
        }
    }

    /// A lane is seen when the cell behind it is a source, or is seen itself and does not block.
    fn rays(&mut self, name: &str, word: Word, lines: &[(Step, Option<Word>)]) -> [Id; 64] {
        let sources = self.lanes[word.index()];
        let mut seen: Vec<Vec<Id>> = vec![Vec::new(); 64];
        for (number, &(step, blockers)) in lines.iter().enumerate() {
            for (lane, seen) in seen.iter_mut().enumerate() {
                let here = format!("{name}.{number}({})", cell(lane));
                let mut inputs: Vec<Id> = Vec::new();
                if let Some(behind) = step.back().from_lane(lane) {
                    inputs.push(sources[behind]);
                    let ray = self.builder.named(&format!("{name}.{number}({})", cell(behind)));
                    inputs.push(match blockers {
                        None => ray,
                        Some(blockers) => {
                            let free = !self.lanes[blockers.index()][behind];
                            let through = format!("{name}.{number}.past({})", cell(behind));
                            self.builder.all(&through, [ray.into(), free])
                        }
                    });
                }
                seen.push(self.builder.any(&here, inputs));
            }
        }
        std::array::from_fn(|lane| {
            self.builder.any(&format!("{name}({})", cell(lane)), seen[lane].clone())
        })
    }

    /// Ranks the true lanes: `earlier` says whether a lane before this one is true.
    fn ranked(&mut self, name: &str, word: Word, order: Order, first: bool) -> [Id; 64] {
        let sources = self.lanes[word.index()];
        let mut result = sources;
        let mut earlier: Option<Id> = None;
        for place in 0..64 {
            let lane = match order {
                Order::Up => place,
                Order::Down => place ^ 56,
            };
            let here = sources[lane];
            let named = format!("{name}({})", cell(lane));
            result[lane] = match (earlier, first) {
                (Some(before), true) => self.builder.all(&named, [here.into(), !before]),
                (Some(before), false) => self.builder.all(&named, [here, before]),
                (None, true) => self.builder.all(&named, [here]),
                (None, false) => self.builder.constant(&named, Truth::Never),
            };
            let name = format!("{name}.earlier({})", cell(lane));
            let so_far = earlier.into_iter().chain([here]);
            earlier = Some(self.builder.any(&name, so_far));
        }
        result
    }

    fn outputs(&mut self, network: &Network) {
        for output in network.outputs() {
            let lanes = if network.is_single(output.word) { 1 } else { 64 };
            let category = output.sum.to_string();
            for lane in 0..lanes {
                let id = self.lanes[output.word.index()][lane];
                match &output.kind {
                    OutputKind::Weight(value) => self.builder.weight(id, &category, *value),
                    OutputKind::Lanes(values) => self.builder.weight(id, &category, values[lane]),
                    OutputKind::Units { .. } => {}
                }
            }
        }
        for (counter, sum, _, table) in network.counters() {
            let mut inputs: Vec<Literal> = Vec::new();
            for &(word, units) in network.counter_parts(counter) {
                let lanes = if network.is_single(word) { 1 } else { 64 };
                for &id in &self.lanes[word.index()][..lanes] {
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
