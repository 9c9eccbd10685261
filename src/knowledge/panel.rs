//! What the panels show of the network: where the evaluation came from and what moved in the network to get it.

use super::Category;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The evaluation taken apart, in White's view, before scaling by the dial is taken back.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Breakdown {
    /// `[category][white, black]` as `(middlegame, endgame)` centipawns after the dial's emphasis.
    pub categories: [[(i32, i32); 2]; Category::COUNT],
    /// Game phase, 0 (bare endgame) to 24 (all pieces).
    pub phase: i32,
    /// Endgame scale in 128ths that was applied.
    pub scale: i32,
    /// The tapered, scaled total in White's view, centipawns.
    pub total: i32,
    /// The terms that are active, largest first.
    pub terms: Vec<Term>,
}

impl fmt::Display for Breakdown {
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

/// One named evaluation term and what it adds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term {
    /// The term's name in the weights file, such as `passed.rank6`.
    pub name: String,
    /// Index into [`Category::ALL`].
    pub category: usize,
    /// White's sum as `(middlegame, endgame)` centipawns.
    pub white: (i32, i32),
    /// Black's sum as `(middlegame, endgame)` centipawns.
    pub black: (i32, i32),
}

/// Counts of what happened in the network, over a search; the rates are the caller's to compute.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Activity {
    /// Components in the network.
    pub components: u32,
    /// Edges in the network.
    pub edges: u32,
    /// Evaluations whose step through the network was counted: one in 1024 of the search's, and every one looked at.
    pub evaluations: u64,
    /// Components whose output changed, in total.
    pub flips: u64,
    /// Signals delivered along edges, in total.
    pub signals: u64,
    /// Flips and signals of the last evaluation.
    pub last: (u32, u32),
    /// Flips by category of the component.
    pub flips_by_category: [u64; Category::COUNT],
    /// Flips by the square a component is about, a1 first; like the other counts.
    pub flips_by_square: Vec<u64>,
    /// The components that flipped most often, with their names; empty unless asked for.
    pub hottest: Vec<(String, u64)>,
}
