//! The evaluation as a linear function of its weights, for tuning: names and values of every parameter, and how often
//! each counts on a board. The dial and the final taper are not in it; they are applied to the sums.

use super::terms::{PHASE_SUM, location_entry, relative_rank};
use super::{Category, Evaluator, Knowledge};
use crate::propnet::Pair;
use crate::propnet::lanes::OutputKind;
use crate::rules::{Board, Color};
use std::collections::BTreeMap;

/// One number pair that can be tuned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The weight's name in the assets.
    pub weight: String,
    /// Position in the weight's list.
    pub entry: usize,
    /// Its category.
    pub category: Category,
    /// Its value, middlegame and endgame.
    pub value: Pair,
}

/// How much a parameter counts on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coefficient {
    /// Position in [`Knowledge::parameters`].
    pub parameter: usize,
    /// Times it counts for White and for Black; what belongs to neither side counts for White alone.
    pub white: i32,
    /// Times it counts for Black.
    pub black: i32,
}

impl Knowledge {
    /// Every parameter, by weight and entry.
    #[must_use]
    pub fn parameters(&self) -> Vec<Parameter> {
        let labels = self.labels().iter();
        labels
            .flat_map(|label| {
                let pairs = self.weights().get(&label.name).unwrap_or_default();
                pairs.iter().enumerate().map(|(entry, &value)| Parameter {
                    weight: label.name.clone(),
                    entry,
                    category: label.category,
                    value,
                })
            })
            .collect()
    }

    /// Position of each label's first parameter.
    fn first_parameters(&self) -> Vec<usize> {
        let lengths = self
            .labels()
            .iter()
            .map(|label| self.weights().get(&label.name).map_or(0, <[Pair]>::len));
        lengths
            .scan(0, |next, length| {
                let first = *next;
                *next += length;
                Some(first)
            })
            .collect()
    }
}

impl Evaluator {
    /// The parameters that count on `board`, with how often; the others count nothing.
    pub fn coefficients(&mut self, board: &Board, turn: Color) -> Vec<Coefficient> {
        self.synchronise(board, turn);
        let firsts = self.knowledge.first_parameters();
        let network = self.knowledge.network();
        let mut found: BTreeMap<usize, (i32, i32)> = BTreeMap::new();
        let mut add = |label: u32, entry: usize, sum: u8, count: i32| {
            if let Some(first) = firsts.get(label as usize) {
                let sides = found.entry(first + entry).or_default();
                let white = sum > PHASE_SUM || sum.is_multiple_of(2);
                *(if white { &mut sides.0 } else { &mut sides.1 }) += count;
            }
        };
        for output in network.outputs() {
            let side = if output.sum.is_multiple_of(2) { Color::White } else { Color::Black };
            match &output.kind {
                OutputKind::Weight(_) => {
                    let count = i32::try_from(self.state.count(output.word)).unwrap_or(0);
                    add(output.label, 0, output.sum, count);
                }
                OutputKind::Lanes(_) => {
                    let name = self.knowledge.labels().get(output.label as usize);
                    let by_rank = name
                        .and_then(|label| self.knowledge.weights().get(&label.name).ok())
                        .is_some_and(|pairs| pairs.len() == 8);
                    for lane in super::inspect::lanes(self.state.lanes(output.word)) {
                        let entry = if by_rank {
                            relative_rank(side, lane)
                        } else {
                            location_entry(side, lane)
                        };
                        add(output.label, entry, output.sum, 1);
                    }
                }
                OutputKind::Units { .. } => {}
            }
        }
        for (counter, sum, label, _) in network.counters() {
            add(label, self.state.counter_entry(counter), sum, 1);
        }
        found
            .into_iter()
            .filter(|(_, (white, black))| (*white, *black) != (0, 0))
            .map(|(parameter, (white, black))| Coefficient { parameter, white, black })
            .collect()
    }
}
