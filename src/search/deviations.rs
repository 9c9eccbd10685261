//! What each side has instead of a draw by repetition: two short searches in which one side loses by repeating.

use super::{
    Limits, NoLimits, NullObserver, Root, SearchOptions, Searcher, TranspositionTable, TtError,
};
use crate::base::Score;
use crate::knowledge::{CategoryWeights, Knowledge};
use crate::rules::{Color, white_view};
use std::sync::Arc;

/// Nodes of each search: enough for depth 8 to 10 in positions with a perpetual check.
const NODES: u64 = 20_000;

/// The scores of a position without its draw by repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deviations {
    /// `[White, Black]` has to deviate: White's view; `None` if every other way of that side loses.
    pub scores: [Option<Score>; 2],
}

impl Deviations {
    /// Searches `root` twice with an empty transposition table. Deterministic; twice 20,000 nodes.
    ///
    /// # Errors
    /// No memory for the transposition table.
    pub fn search(
        root: &Root,
        knowledge: &Arc<Knowledge>,
        weights: &CategoryWeights,
    ) -> Result<Self, TtError> {
        let table = Arc::new(TranspositionTable::new(1)?);
        let knowledge = Arc::clone(knowledge);
        let mut searcher = Searcher::new(table, knowledge, SearchOptions::default());
        searcher.set_category_weights(weights);
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let scores = [Color::White, Color::Black].map(|side| {
            searcher.clear();
            searcher
                .set_options(SearchOptions { deviating: Some(side), ..SearchOptions::default() });
            let report = searcher.search(root, &limits, &mut NoLimits, &mut NullObserver);
            let score = white_view(report.lines.first()?.score, root.position.turn());
            // A score at the end of the scale is that of the repetition itself.
            (score.value().abs() != Score::HEURISTIC_MAX.value()).then_some(score)
        });
        Ok(Self { scores })
    }
}
