//! The evaluation as a linear function of its weights, for tuning: name and value of every parameter, and its coefficient
//! on a board. Category weights and tapering are not part of it.

use super::{Category, Evaluator, Knowledge};
use crate::propnet::Pair;
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
    pub fn parameters(&self) -> Vec<Parameter> {
        let parameters = self.labels().iter().flat_map(|label| {
            let pairs = self.weights().get(&label.name).unwrap_or_default();
            pairs.iter().enumerate().map(|(entry, &value)| Parameter {
                weight: label.name.clone(),
                entry,
                category: label.category,
                value,
            })
        });
        parameters.collect()
    }
}

impl Evaluator {
    /// The non-zero coefficients of the parameters on `board`.
    pub fn coefficients(&mut self, board: &Board, turn: Color) -> Vec<Coefficient> {
        self.propagate(board, turn);
        let labels = self.knowledge.labels().iter();
        let first: Vec<usize> = labels
            .scan(0, |next, label| {
                *next += label.entries;
                Some(*next - label.entries)
            })
            .collect();
        let mut found: BTreeMap<usize, Coefficient> = BTreeMap::new();
        for contribution in self.contributions() {
            let parameter = first[contribution.label] + contribution.entry;
            let zero = Coefficient { parameter, white: 0, black: 0 };
            let coefficient = found.entry(parameter).or_insert(zero);
            match contribution.side {
                Some(Color::Black) => coefficient.black += contribution.count,
                Some(Color::White) | None => coefficient.white += contribution.count,
            }
        }
        found.into_values().collect()
    }
}
