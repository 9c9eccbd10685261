//! Tree reuse: how many nodes of the last search the next one can use.
//!
//! Lc0 counts the visits below the reply. A transposition table has no such tree, so the number is estimated: the final
//! nodes of the previous search, times the share of its nodes below the move played and the reply, times the share of
//! its TT stores that are still in the table.

use super::messages::Go;
use crate::rules::{Key, Move};
use crate::search::SearchReport;

/// Data of a finished search.
#[derive(Clone, Debug)]
pub(super) struct FinishedSearch {
    /// The game: start position and moves.
    start: Key,
    moves: Vec<Move>,
    /// Reused and new nodes.
    pub(super) final_nodes: u64,
    /// New nodes below the root moves.
    new_nodes: u64,
    /// Share of the TT stores that were not replaced.
    kept: f64,
    /// Nodes below each root move and reply.
    nodes: Vec<(Move, Vec<(Move, u64)>)>,
}

impl FinishedSearch {
    pub fn new(go: &Go, search: &SearchReport, final_nodes: u64) -> Self {
        let statistics = &search.statistics;
        let lost = statistics.tt_replaced as f64 / statistics.tt_stores.max(1) as f64;
        Self {
            start: go.start.key(),
            moves: go.moves.clone(),
            final_nodes,
            new_nodes: search.root_nodes(),
            kept: (1.0 - lost).clamp(0.0, 1.0),
            nodes: search.root_moves.iter().map(|root| (root.mv, root.replies.clone())).collect(),
        }
    }

    /// Nodes that `go` can reuse; 0 unless it is two plies later in the same game.
    pub fn reused(&self, go: &Go) -> u64 {
        let Some([ours, reply]) = self.continuation(go) else { return 0 };
        let replies = self.nodes.iter().find(|(mv, _)| mv == ours).map(|(_, replies)| replies);
        let below = replies.and_then(|replies| replies.iter().find(|(mv, _)| mv == reply));
        let below = below.map_or(0, |(_, nodes)| *nodes);
        let share = below as f64 / self.new_nodes.max(1) as f64;
        (self.final_nodes as f64 * share.min(1.0) * self.kept) as u64
    }

    /// Does `go` continue this game, after any number of moves?
    pub fn is_continued_by(&self, go: &Go) -> bool {
        go.start.key() == self.start && go.moves.starts_with(&self.moves)
    }

    fn continuation<'a>(&self, go: &'a Go) -> Option<&'a [Move; 2]> {
        if !self.is_continued_by(go) {
            return None;
        }
        go.moves.get(self.moves.len()..)?.try_into().ok()
    }
}
