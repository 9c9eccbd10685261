//! Data for panels and reports: the evaluation trace and the activity of the network.

use super::Category;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Evaluation trace: the evaluation by category and term, in White's view.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EvaluationTrace {
    /// `[category][white, black]` as `(middlegame, endgame)` centipawns, with the category weights applied.
    pub categories: [[(i32, i32); 2]; Category::COUNT],
    /// Game phase, 0 (only kings and pawns) to 24 (all pieces).
    pub phase: i32,
    /// Endgame scale factor in 128ths.
    pub scale: i32,
    /// The tapered evaluation in White's view, centipawns.
    pub total: i32,
    /// The terms with a non-zero value, unweighted, largest difference first.
    pub terms: Vec<Term>,
}

impl fmt::Display for EvaluationTrace {
    /// A table of the categories with both sides' middlegame and endgame sums, and the total.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<16}{:>15}{:>15}", "", "White mg   eg", "Black mg   eg")?;
        for (category, [white, black]) in Category::ALL.iter().zip(self.categories) {
            writeln!(
                f,
                "{:<16}{:>9}{:>6}{:>9}{:>6}",
                category.name(),
                white.0,
                white.1,
                black.0,
                black.1
            )?;
        }
        let total = crate::base::Score::heuristic(self.total);
        write!(f, "phase {} of 24, scale {} of 128, White's view {total}", self.phase, self.scale)
    }
}

/// An evaluation term.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term {
    /// The name of its weight, such as `passed.rank`.
    pub name: String,
    /// Index into [`Category::ALL`].
    pub category: usize,
    /// White's sum as `(middlegame, endgame)` centipawns.
    pub white: (i32, i32),
    /// Black's sum as `(middlegame, endgame)` centipawns.
    pub black: (i32, i32),
}

/// Activity of the network during a search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Activity {
    /// Components in the network.
    pub components: u32,
    /// Edges in the network.
    pub edges: u32,
    /// Evaluations whose activity was counted: one in 1024 of the search's, and every evaluation trace.
    pub evaluations: u64,
    /// Flips (components whose output changed), in total.
    pub flips: u64,
    /// Signals along edges, in total.
    pub signals: u64,
    /// Flips and signals of the last evaluation.
    pub last: (u32, u32),
    /// Flips by category of the component.
    pub flips_by_category: [u64; Category::COUNT],
    /// Flips by square of the component, a1 first.
    pub flips_by_square: Vec<u64>,
    /// The names of the components with the most flips.
    pub hottest: Vec<(String, u64)>,
}
