//! The evaluation as a linear function of its weights, for tuning: name and value of every parameter, and its coefficient
//! on a board. Category weights and tapering are not part of it.

use super::terms::{PHASE_SUM, piece_square_index, relative_rank};
use super::{Category, Evaluator, Knowledge};
use crate::propnet::Pair;
use crate::propnet::bitboard::OutputKind;
use crate::rules::{Board, Color};
use std::collections::BTreeMap;

/// A tunable pair of weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The weight's name in the assets.
    pub weight: String,
    /// Index in the weight's list.
    pub entry: usize,
    /// Its category.
    pub category: Category,
    /// Its value, middlegame and endgame.
    pub value: Pair,
}

/// The coefficient of a parameter on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coefficient {
    /// Index in [`Knowledge::parameters`].
    pub parameter: usize,
    /// Coefficient for White; initiative terms, which belong to neither side, count for White only.
    pub white: i32,
    /// Coefficient for Black.
    pub black: i32,
}

impl Knowledge {
    /// All parameters, by weight and entry.
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

    /// Index of each label's first parameter.
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
    /// The non-zero coefficients of the parameters on `board`.
    pub fn coefficients(&mut self, board: &Board, turn: Color) -> Vec<Coefficient> {
        self.propagate(board, turn);
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
                    let count = i32::try_from(self.state.count(output.bitboard)).unwrap_or(0);
                    add(output.label, 0, output.sum, count);
                }
                OutputKind::SquareTable(_) => {
                    let name = self.knowledge.labels().get(output.label as usize);
                    let by_rank = name
                        .and_then(|label| self.knowledge.weights().get(&label.name).ok())
                        .is_some_and(|pairs| pairs.len() == 8);
                    for square in super::inspect::squares(self.state.squares(output.bitboard)) {
                        let entry = if by_rank {
                            relative_rank(side, square)
                        } else {
                            piece_square_index(side, square)
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
