//! The evaluation as a function of its weights, for tuning: name and value of every parameter, and how often each counts on
//! a board.

use super::terms::PHASE_SUM;
use super::trace::Contribution;
use super::{Category, Evaluator, FULL_PHASE, Knowledge};
use crate::propnet::Pair;
use crate::propnet::bitboard::{Counter, unpack};
use crate::rules::{Board, Color};
use std::collections::BTreeMap;
use std::ops::Range;

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

/// The weights whose first number is units of king danger, which its table converts to centipawns, begin so.
pub(super) const UNITS: &str = "danger.";

impl Parameter {
    /// Whether the first number is units of king danger, not centipawns; the second is not used.
    pub fn is_units(&self) -> bool {
        self.weight.starts_with(UNITS)
    }
}

/// How often a parameter counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Index in [`Knowledge::parameters`].
    pub parameter: usize,
    /// White's count minus Black's, or that of one side.
    pub count: i32,
}

/// A table whose index is a sum of units that are parameters themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableCounts {
    /// The parameters of the table's entries.
    pub entries: Range<usize>,
    /// The side whose terms the table belongs to.
    pub side: Color,
    /// The units.
    pub units: Vec<Count>,
}

/// What the evaluation reads off a board: the counts from which [`super::formula`] makes the score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Features {
    /// Game phase, 0 to [`FULL_PHASE`](super::FULL_PHASE).
    pub phase: i32,
    /// Terms of the middlegame and endgame sums, White minus Black.
    pub terms: Vec<Count>,
    /// Terms of the initiative; the endgame value counts.
    pub initiative: Vec<Count>,
    /// Reductions of the endgame scale if White is ahead, and if Black is; the endgame value counts.
    pub reductions: [Vec<Count>; 2],
    /// Tables of the middlegame and endgame sums.
    pub tables: Vec<TableCounts>,
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
    /// The features of `board`. Slower than an evaluation: it runs the network with event-driven propagation.
    pub fn features(&mut self, board: &Board, turn: Color) -> Features {
        self.propagate(board, turn);
        let (labels, network) = (self.knowledge.labels(), self.knowledge.network());
        let is_fitted = |counter: &&Counter| counter.parts.iter().any(|it| it.label.is_some());
        let tables = network.counters().iter().filter(is_fitted).map(|counter| {
            let label = &labels[counter.label as usize];
            let units = counter.parts.iter().filter_map(|part| {
                let count = self.state.count(part.squares).cast_signed();
                Some(Count { parameter: labels[part.label? as usize].first, count })
            });
            let (entries, side) = (label.first..label.first + label.entries, side_of(counter.sum));
            TableCounts { entries, side, units: summed(units) }
        });
        let tables: Vec<TableCounts> = tables.collect();
        let (mut terms, mut initiative, mut reductions) =
            (Vec::new(), Vec::new(), [const { Vec::new() }; 2]);
        for Contribution { label, entry, side, count, .. } in self.contributions() {
            let label = &labels[label];
            let parameter = label.first + entry;
            match side {
                _ if tables.iter().any(|it| it.entries.contains(&parameter)) => {}
                None => initiative.push(Count { parameter, count }),
                Some(side) if label.category == Category::EndgameScale => {
                    reductions[usize::from(side.is_black())].push(Count { parameter, count });
                }
                Some(side) => terms.push(Count { parameter, count: side.fold_wb(count, -count) }),
            }
        }
        let [phase, _] = unpack(self.state.sums()[usize::from(PHASE_SUM)]);
        Features {
            phase: phase.min(FULL_PHASE),
            terms: summed(terms),
            initiative: summed(initiative),
            reductions: reductions.map(summed),
            tables,
        }
    }
}

/// The side of a sum of a category.
const fn side_of(sum: u8) -> Color {
    Color::from_white(sum.is_multiple_of(2))
}

/// The counts by parameter, without zeros.
fn summed(counts: impl IntoIterator<Item = Count>) -> Vec<Count> {
    let mut sums: BTreeMap<usize, i32> = BTreeMap::new();
    for Count { parameter, count } in counts {
        *sums.entry(parameter).or_default() += count;
    }
    let counts = sums.into_iter().map(|(parameter, count)| Count { parameter, count });
    counts.filter(|it| it.count != 0).collect()
}
