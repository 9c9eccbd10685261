//! Messages of the explain worker: explanations of moves, squares and names from the networks, and the evaluation change
//! of a move.

use super::node::{InspectedNode, NodeEvaluation};
use super::propagation::PropagationQuery;
use crate::knowledge::{Activity, Category, CategoryWeights, EvaluationTrace, TEMPO, taper};
use crate::propnet::Stepper;
use crate::rules::{Key, Position};
use crate::search::{Deviations, Root};
use crate::strength::StrengthLevel;
use std::collections::BTreeMap;

/// A query to the explain worker.
#[derive(Clone, Debug)]
pub enum ExplainQuery {
    /// Explain a move, a square or a name in this position, which these words name.
    Why(Box<Position>, String, Option<String>),
    /// Explain why an entered move is illegal in this position.
    Refused(Box<Position>, String),
    /// The change from one position to the next, the move as text, and the strength level of the engine with its category
    /// weights.
    Change(Box<Position>, Box<Position>, String, StrengthLevel, Box<CategoryWeights>),
    /// What the sides have instead of the draw by repetition.
    Deviations(Box<Root>, Box<CategoryWeights>),
    /// An inspected node, with the category weights of the strength level.
    Node(Box<InspectedNode>, Box<CategoryWeights>),
    /// The position on the board, without a search.
    Board(Box<Position>),
    /// A propagation, to be stepped through.
    Propagation(Box<PropagationQuery>),
}

/// An answer.
#[derive(Clone, Debug)]
pub enum Explanation {
    /// Text, the first line is the answer.
    Words(String),
    /// What changed.
    Change(Box<Change>),
    /// The evaluation of a node, or of the board.
    Node(Box<NodeEvaluation>),
    /// A propagation, and the names of the sums that weights add to.
    Propagation(Box<PropagationQuery>, Box<Stepper>, Vec<String>),
    /// The scores without the draw by repetition, of the position with this key.
    Deviations(Key, Deviations),
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
    /// The evaluations with the limited knowledge of the engine's level, where that is less.
    pub limited: Option<(StrengthLevel, [i32; 2])>,
}

impl Change {
    /// Evaluations from White's view before and after, without the tempo: every move gives that to the other side.
    pub fn totals(&self) -> [i32; 2] {
        self.sides.each_ref().map(|side| side.total - side.tempo())
    }

    /// The tempo from White's view before and after.
    pub fn tempo(&self) -> [i32; 2] {
        self.sides.each_ref().map(EvaluationTrace::tempo)
    }

    /// Values of a category before and after, without the tempo; the categories add up to the evaluations.
    pub fn category(&self, category: Category) -> [i32; 2] {
        self.sides.each_ref().map(|side| {
            let tempo = if category == Category::Threats { side.tempo() } else { 0 };
            side.worth(category) - tempo
        })
    }

    /// Terms of a category with different values before and after, the largest difference first, without the tempo.
    pub fn terms(&self, category: Category) -> Vec<(String, [i32; 2])> {
        let mut named: BTreeMap<&str, [i32; 2]> = BTreeMap::new();
        for (index, side) in self.sides.iter().enumerate() {
            let counted = side.terms.iter().filter(|term| term.name != TEMPO);
            for term in counted.filter(|term| term.category == category as usize) {
                named.entry(&term.name).or_default()[index] += taper(term.difference(), side.phase);
            }
        }
        let changed = named.into_iter().filter(|(_, [before, after])| before != after);
        let mut terms: Vec<_> = changed.map(|(name, values)| (name.to_owned(), values)).collect();
        terms.sort_by_key(|(_, [before, after])| std::cmp::Reverse((after - before).abs()));
        terms
    }
}
