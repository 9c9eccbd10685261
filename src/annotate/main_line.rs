//! The main line of a game as analysis sees it: its positions, its moves and the scores that need no search.

use super::task::{AnalysisTask, Scope};
use crate::base::{Ply, Score};
use crate::game::{Game, NodeId};
use crate::rules::{Color, Move, Position, white_view};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The main line of a game, for analysis.
#[derive(Clone, Debug)]
pub struct MainLine {
    /// The nodes of the main line, the root first.
    pub nodes: Vec<NodeId>,
    positions: Vec<Position>,
    /// `moves[i]` leads from position `i` to `i + 1`; `None` for a null move.
    moves: Vec<Option<Move>>,
    /// Scores that need no search: mates, stalemates and other draws by rule.
    settled: HashMap<Ply, Score>,
    /// Evaluations that the game has, from the side to move; empty if they are to be replaced.
    given: HashMap<Ply, Score>,
    existing: Existing,
}

/// What happens to the evaluations and glyphs that a game has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Existing {
    /// They are kept and used.
    #[default]
    Keep,
    /// They are replaced.
    Replace,
}

impl MainLine {
    /// The main line of `game`.
    pub fn of(game: &Game, existing: Existing) -> Self {
        let nodes = game.tree().mainline();
        let settled = nodes.iter().enumerate().filter_map(|(ply, &node)| {
            let end = game.forced_end_at(node)?;
            let lost = end.result.winner().is_some();
            Some((ply, if lost { Score::mated_in(0) } else { Score::DRAW }))
        });
        let given = nodes.iter().enumerate().filter_map(|(ply, &node)| {
            let node = game.tree().node(node);
            let evaluation = node.annotation.evaluation.filter(|_| existing == Existing::Keep)?;
            Some((ply, white_view(evaluation.score, node.position().turn())))
        });
        Self {
            settled: settled.collect(),
            given: given.collect(),
            existing,
            positions: nodes.iter().map(|&node| game.position_at(node).clone()).collect(),
            moves: nodes.iter().skip(1).map(|&node| game.tree().node(node).mv()).collect(),
            nodes,
        }
    }

    /// Whether it is still a line of `game`, which may have changed since.
    pub fn fits(&self, game: &Game) -> bool {
        let Some(&last) = self.nodes.last() else { return false };
        let tree = game.tree();
        let same = |(&node, &mv): (&NodeId, &Option<Move>)| tree.node(node).mv() == mv;
        tree.path(last) == self.nodes
            && self.positions[0].key() == game.start().key()
            && self.nodes[1..].iter().zip(&self.moves).all(same)
    }

    /// Number of moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The position after `ply` half-moves; the last one for more.
    pub fn position(&self, ply: Ply) -> &Position {
        &self.positions[ply.min(self.positions.len() - 1)]
    }

    /// The move played there.
    pub fn played(&self, ply: Ply) -> Option<Move> {
        self.moves.get(ply).copied().flatten()
    }

    /// The score of a position by the rules.
    pub fn known_score(&self, ply: Ply) -> Option<Score> {
        self.settled.get(&ply).copied()
    }

    /// What happens to the evaluations and glyphs that the game has.
    pub const fn existing(&self) -> Existing {
        self.existing
    }

    /// The score of a position by the rules, or from the game.
    pub(super) fn score_without_search(&self, ply: Ply) -> Option<Score> {
        self.known_score(ply).or_else(|| self.given.get(&ply).copied())
    }

    /// Whether the score of a position is known without a search.
    pub(super) fn is_known(&self, ply: Ply) -> bool {
        self.score_without_search(ply).is_some()
    }

    /// Number of positions to search, without those for the better moves of positions that have an evaluation.
    pub fn positions_to_search(&self) -> usize {
        (0..self.positions.len()).filter(|&ply| !self.is_known(ply)).count()
    }

    /// The side to move.
    pub fn turn(&self, ply: Ply) -> Color {
        self.position(ply).turn()
    }

    /// Start position and moves to reach `ply`, since the last null move.
    pub fn position_and_moves(&self, ply: Ply) -> (Position, Vec<Move>) {
        let before = &self.moves[..ply.min(self.moves.len())];
        let from = before.iter().rposition(Option::is_none).map_or(0, |null| null + 1);
        (self.position(from).clone(), before[from..].iter().flatten().copied().collect())
    }

    /// The root moves of a task where `best` is the best move; empty for all. `None` when there is nothing to search.
    pub(super) fn root_moves(&self, task: AnalysisTask, best: Option<Move>) -> Option<Vec<Move>> {
        let played = self.played(task.ply);
        match task.scope {
            Scope::All | Scope::AllDeep | Scope::BestEnd | Scope::PlayedEnd => Some(Vec::new()),
            Scope::Played | Scope::PlayedDeep | Scope::PlayedDeviating => Some(vec![played?]),
            Scope::Best | Scope::BestDeviating => Some(vec![best?]),
            Scope::Others | Scope::OthersQuick | Scope::OthersDeep => {
                let legal = self.position(task.ply).legal_moves();
                let others: Vec<Move> =
                    legal.into_iter().filter(|&mv| Some(mv) != played).collect();
                (!others.is_empty()).then_some(others)
            }
        }
    }
}
