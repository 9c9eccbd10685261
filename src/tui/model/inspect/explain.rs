//! Messages of the explain worker: explanations of moves, squares and names from the networks, and the evaluation change
//! of a move.

use super::node::{InspectedNode, NodeEvaluation};
use crate::knowledge::{Activity, Category, CategoryWeights, EvaluationTrace, taper};
use crate::rules::Position;
use std::collections::BTreeMap;

/// A query to the explain worker.
#[derive(Clone, Debug)]
pub enum ExplainQuery {
    /// Explain a move, a square or a name in this position.
    Why(Box<Position>, String),
    /// Explain why an entered move is illegal in this position.
    Refused(Box<Position>, String),
    /// The change from one position to the next, and the move as text.
    Change(Box<Position>, Box<Position>, String),
    /// An inspected node, with the category weights of the strength level.
    Node(Box<InspectedNode>, Box<CategoryWeights>),
}

/// An answer.
#[derive(Clone, Debug)]
pub enum Explanation {
    /// Text, the first line is the answer.
    Words(String),
    /// What changed.
    Change(Box<Change>),
    /// The evaluation of a node.
    Node(Box<NodeEvaluation>),
}

/// The evaluation change of a move.
#[derive(Clone, Debug)]
pub struct Change {
    /// The move in words.
    pub mv: String,
    /// The evaluation before and after.
    pub sides: [EvaluationTrace; 2],
    /// Activity of the network for this move.
    pub activity: Activity,
}

impl Change {
    /// Total evaluations from White's view before and after.
    pub fn totals(&self) -> [i32; 2] {
        [self.sides[0].total, self.sides[1].total]
    }

    /// Values of a category before and after.
    pub fn category(&self, category: Category) -> [i32; 2] {
        self.sides.each_ref().map(|side| side.category_score(category))
    }

    /// Terms with different values before and after, the largest difference first.
    pub fn terms(&self) -> Vec<(String, [i32; 2])> {
        let mut named: BTreeMap<&str, [i32; 2]> = BTreeMap::new();
        for (index, side) in self.sides.iter().enumerate() {
            for term in &side.terms {
                named.entry(&term.name).or_default()[index] += taper(term.difference(), side.phase);
            }
        }
        let changed = named.into_iter().filter(|(_, [before, after])| before != after);
        let mut terms: Vec<_> = changed.map(|(name, values)| (name.to_owned(), values)).collect();
        terms.sort_by_key(|(_, [before, after])| std::cmp::Reverse((after - before).abs()));
        terms
    }
}
