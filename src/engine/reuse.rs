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

    /// Nodes that `go` can reuse; 0 unless it is a reply or, where this engine plays both sides, one ply later in the same game.
    pub fn reused(&self, go: &Go) -> u64 {
        let later = go.moves.get(self.moves.len()..).filter(|_| self.is_continued_by(go));
        let (ours, reply) = match later {
            Some([ours]) => (ours, None),
            Some([ours, reply]) => (ours, Some(reply)),
            Some(_) | None => return 0,
        };
        let replies = self.nodes.iter().filter(|(mv, _)| mv == ours).flat_map(|(_, of)| of);
        let is_below = |mv: &Move| reply.is_none_or(|reply| mv == reply);
        let below: u64 = replies.filter(|(mv, _)| is_below(mv)).map(|(_, nodes)| nodes).sum();
        let share = below as f64 / self.new_nodes.max(1) as f64;
        (self.final_nodes as f64 * share.min(1.0) * self.kept) as u64
    }

    /// Does `go` continue this game, after any number of moves?
    pub fn is_continued_by(&self, go: &Go) -> bool {
        go.start.key() == self.start && go.moves.starts_with(&self.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::FinishedSearch;
    use crate::engine::{Go, GoLimit};
    use crate::rules::{Position, parse_line};

    #[test]
    fn a_tree_is_reused_by_the_reply_to_the_move_or_by_the_move_after_the_reply() {
        let start = Position::default();
        let moves = |line: &[&str]| parse_line(&start, line.iter()).moves;
        let mv = |text| moves(&["e4", text])[1];
        let finished = FinishedSearch {
            start: start.key(),
            moves: Vec::new(),
            final_nodes: 2_000,
            new_nodes: 1_000,
            kept: 0.5,
            nodes: vec![(moves(&["e4"])[0], vec![(mv("e5"), 400), (mv("c5"), 200)])],
        };
        for (line, expected) in [
            (["e4"].as_slice(), 600),
            (&["e4", "e5"], 400),
            (&["e4", "c5"], 200),
            (&["e4", "e6"], 0),
            (&["d4"], 0),
            (&[], 0),
            (&["e4", "e5", "Nf3"], 0),
        ] {
            let go = Go::new(start.clone(), moves(line), GoLimit::default());
            assert_eq!(finished.reused(&go), expected, "{line:?}");
        }
    }
}
