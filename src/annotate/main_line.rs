//! The main line of a game as analysis sees it: its positions, its moves and the scores that need no search.

use super::search_limits::SearchLimits;
use super::task::{AnalysisTask, Scope};
use crate::base::{Ply, Score};
use crate::game::{Evaluation, Game, NodeId, pgn};
use crate::rules::{Color, Move, Position, white_view};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap, HashSet};

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
    /// Evaluations of the game that are used, from the side to move; empty if they are to be replaced.
    given: HashMap<Ply, Score>,
    /// Positions whose evaluation counts as missing beside those of the analysis.
    outdated: HashSet<Ply>,
    /// The depths of the evaluations that are used although nothing tells their effort.
    stated: BTreeMap<Ply, u16>,
    existing: Existing,
}

/// What happens to the evaluations and glyphs that a game has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Existing {
    /// They are kept and used, but for evaluations of weaker searches.
    #[default]
    Keep,
    /// They are replaced.
    Replace,
}

impl MainLine {
    /// Why the position after `ply` half-moves has no value that can be used without a search.
    pub fn missing_words(&self, game: &Game, ply: Ply) -> String {
        let node = self.nodes[ply];
        let place = pgn::place(game, node);
        match game.tree().node(node).has_weakened_evaluation() {
            true => format!("the evaluation {place} is of limited strength: a search replaces it"),
            false => format!("there is no evaluation {place}"),
        }
    }

    /// The main line of `game`. Evaluations of searches with limited strength count as missing.
    pub fn of(game: &Game, existing: Existing) -> Self {
        Self::to_search(game, existing, SearchLimits::default())
    }

    /// The same, for searches with these limits: evaluations of less than half their effort count as missing too.
    pub fn to_search(game: &Game, existing: Existing, limits: SearchLimits) -> Self {
        let nodes = game.tree().mainline();
        let settled = nodes.iter().enumerate().filter_map(|(ply, &node)| {
            let end = game.forced_end_at(node)?;
            let lost = end.result.winner().is_some();
            Some((ply, if lost { Score::mated_in(0) } else { Score::DRAW }))
        });
        let (mut given, mut outdated) = (HashMap::new(), HashSet::new());
        let mut stated = BTreeMap::new();
        let kept = nodes.iter().enumerate().filter(|_| existing == Existing::Keep);
        for (ply, &node) in kept.filter(|&(_, &node)| game.forced_end_at(node).is_none()) {
            let node = game.tree().node(node);
            let Some(Evaluation { score, depth }) = node.annotation.evaluation else { continue };
            // A mate is one, whatever search finds it.
            let has_half = match score.is_heuristic() {
                true => limits.has_half(depth, node.own_search()),
                false => Some(true),
            };
            if has_half == Some(false) || node.has_weakened_evaluation() {
                outdated.insert(ply);
                continue;
            }
            given.insert(ply, white_view(score, node.position().turn()));
            stated.extend(depth.filter(|_| has_half.is_none()).map(|depth| (ply, depth)));
        }
        Self {
            settled: settled.collect(),
            given,
            outdated,
            stated,
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

    /// Whether an evaluation that the game has of a position is replaced by one of the analysis.
    pub fn is_replaced(&self, ply: Ply) -> bool {
        self.existing == Existing::Replace || self.outdated.contains(&ply)
    }

    /// Number of evaluations of the game that count as missing, unless all are to be replaced.
    pub fn outdated(&self) -> usize {
        self.outdated.len()
    }

    /// Positions with an evaluation of this depth of which nothing else tells the effort.
    pub(super) fn stated_depths(&self) -> impl Iterator<Item = (Ply, u16)> {
        self.stated.iter().map(|(&ply, &depth)| (ply, depth))
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

#[cfg(test)]
mod tests {
    use super::{Existing, MainLine};
    use crate::annotate::SearchLimits;
    use crate::base::Millis;
    use crate::game::pgn;

    #[test]
    fn an_evaluation_of_half_the_effort_is_kept() {
        const NODES: SearchLimits = SearchLimits { time: None, depth: None, nodes: Some(100_000) };
        const DEPTH: SearchLimits = SearchLimits { time: None, depth: Some(12), nodes: None };
        const TIME: SearchLimits =
            SearchLimits { time: Some(Millis(1_000)), depth: None, nodes: None };
        const BOTH: SearchLimits = SearchLimits { depth: Some(20), ..TIME };
        let own = |nodes: u64| {
            format!(
                "[%eval 0.27,6] [%lcs depth=6, seldepth=9, nodes={nodes}, nps=100000, score=27]"
            )
        };
        let weak = |nodes| format!("{} [%lcd at=human 1500]", own(nodes));
        for (comment, limits, is_kept) in [
            (own(50_000), NODES, true),
            (own(49_000), NODES, false),
            (own(50_000), TIME, true),
            (own(49_000), TIME, false),
            (own(49_000), DEPTH, false),
            // A search ends with the first of its limits.
            (own(50_000), BOTH, true),
            (own(49_000), BOTH, false),
            (weak(900_000), NODES, false),
            (weak(900_000), SearchLimits::default(), false),
            (own(1), SearchLimits::default(), true),
            // Of others, and one that was added later: the depth alone is known.
            ("[%eval 0.30,11]".to_owned(), DEPTH, true),
            ("[%eval 0.30,10]".to_owned(), DEPTH, false),
            (own(1).replace("0.27,6", "0.30,11"), DEPTH, true),
            (own(1).replace("0.27,6", "0.30,11"), NODES, true),
            (weak(1).replace("0.27,6", "0.30,11"), DEPTH, true),
            ("[%eval 0.30,3]".to_owned(), BOTH, true),
            ("[%eval 0.30]".to_owned(), DEPTH, true),
            ("[%eval #3,3]".to_owned(), DEPTH, true),
        ] {
            let text = format!("1. e4 {{{comment}}} e5 *");
            let game = pgn::read_bytes(text.as_bytes()).unwrap().remove(0).game;
            let line = MainLine::to_search(&game, Existing::Keep, limits);
            assert_eq!(line.is_known(1), is_kept, "{comment} {limits:?}");
            assert_eq!(line.outdated(), usize::from(!is_kept), "{comment} {limits:?}");
            let all = MainLine::to_search(&game, Existing::Replace, limits);
            assert_eq!((all.is_known(1), all.outdated()), (false, 0), "{comment} {limits:?}");
        }
    }
}
