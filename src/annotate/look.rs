//! What is to be looked at in a game, what was found, and what that makes worth a further look.
//!
//! Every position of the main line is searched once. A move that then seems to lose chances is looked at again, it and
//! the better one each alone, so that both values come from the same root and the same effort; a best move is compared
//! with all others together, first quickly, to see whether it was the only good one.

use super::chances::{is_only_good, judge};
use crate::base::{Interval, Ply, Score};
use crate::game::{Game, NodeId};
use crate::rules::{Color, Move, Position, Role, exchange_reaches};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// One search of one position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Look {
    /// Half-moves from the start of the record.
    pub ply: Ply,
    /// Which moves are considered.
    pub scope: Scope,
}

/// The root moves of a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Scope {
    /// Every move.
    All,
    /// The best move alone.
    Best,
    /// The move played alone.
    Played,
    /// Every move but the one played, with a quarter of the effort.
    OthersQuickly,
    /// Every move but the one played.
    Others,
}

/// What a look found, in the view of the side to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finding {
    /// The value.
    pub score: Score,
    /// Plies searched.
    pub depth: u16,
    /// The line, the first move included.
    pub line: Vec<Move>,
    /// Where the score would lie if repetitions were not draws.
    pub shadow: Option<Interval>,
    /// Ply from this position of the repetition that the score hangs on.
    pub depends_on: Option<Ply>,
}

/// The main line of a game as what has to be looked at.
#[derive(Clone, Debug)]
pub struct Course {
    /// The nodes of the main line, the root first.
    pub nodes: Vec<NodeId>,
    positions: Vec<Position>,
    /// `moves[i]` leads from position `i` to `i + 1`; `None` for a null move.
    moves: Vec<Option<Move>>,
    /// Values that need no search: mates and dead positions.
    settled: HashMap<Ply, Score>,
}

impl Course {
    /// The main line of `game`.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let nodes = game.tree().mainline();
        let settled = nodes.iter().enumerate().filter_map(|(ply, &node)| {
            let end = game.forced_end_at(node)?;
            let lost = end.result.winner().is_some();
            Some((ply, if lost { Score::mated_in(0) } else { Score::DRAW }))
        });
        Self {
            settled: settled.collect(),
            positions: nodes.iter().map(|&node| game.position_at(node).clone()).collect(),
            moves: nodes.iter().skip(1).map(|&node| game.tree().node(node).mv()).collect(),
            nodes,
        }
    }

    /// Is it a line of `game`, which may have got other lines since?
    #[must_use]
    pub fn fits(&self, game: &Game) -> bool {
        let Some(&last) = self.nodes.last() else { return false };
        let tree = game.tree();
        let same = |(&node, &mv): (&NodeId, &Option<Move>)| tree.node(node).mv() == mv;
        tree.path(last) == self.nodes
            && self.positions[0].key() == game.start().key()
            && self.nodes[1..].iter().zip(&self.moves).all(same)
    }

    /// Number of moves.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Is there no move at all?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The position after `ply` half-moves; the last one for more.
    #[must_use]
    pub fn position(&self, ply: Ply) -> &Position {
        &self.positions[ply.min(self.positions.len() - 1)]
    }

    /// The move played there.
    #[must_use]
    pub fn played(&self, ply: Ply) -> Option<Move> {
        self.moves.get(ply).copied().flatten()
    }

    /// The value that the rules give a position.
    #[must_use]
    pub fn settled(&self, ply: Ply) -> Option<Score> {
        self.settled.get(&ply).copied()
    }

    /// Positions that are to be searched.
    #[must_use]
    pub fn unsettled(&self) -> usize {
        self.positions.len() - self.settled.len()
    }

    /// Who moves there.
    #[must_use]
    pub fn turn(&self, ply: Ply) -> Color {
        self.position(ply).turn()
    }

    /// Where to start and what to play to reach `ply`: the moves since the last null move.
    #[must_use]
    pub fn order(&self, ply: Ply) -> (Position, Vec<Move>) {
        let before = &self.moves[..ply.min(self.moves.len())];
        let from = before.iter().rposition(Option::is_none).map_or(0, |null| null + 1);
        (self.position(from).clone(), before[from..].iter().flatten().copied().collect())
    }

    /// The root moves of a look; empty for all. `None` when there is nothing to search.
    #[must_use]
    pub fn root_moves(&self, look: Look, findings: &Findings) -> Option<Vec<Move>> {
        let played = self.played(look.ply);
        match look.scope {
            Scope::All => Some(Vec::new()),
            Scope::Played => Some(vec![played?]),
            Scope::Best => Some(vec![findings.best(look.ply)?]),
            Scope::Others | Scope::OthersQuickly => {
                let legal = self.position(look.ply).legal_moves();
                let others: Vec<Move> =
                    legal.into_iter().filter(|&mv| Some(mv) != played).collect();
                (!others.is_empty()).then_some(others)
            }
        }
    }
}

/// What was found in one game so far.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    found: HashMap<Look, Finding>,
}

impl Findings {
    /// Keeps what a look found.
    pub fn insert(&mut self, look: Look, finding: Finding) {
        self.found.insert(look, finding);
    }

    /// Positions that were searched.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.found.keys().filter(|look| look.scope == Scope::All).count()
    }

    /// What a look found.
    #[must_use]
    pub fn get(&self, ply: Ply, scope: Scope) -> Option<&Finding> {
        self.found.get(&Look { ply, scope })
    }

    /// The best move of a position.
    #[must_use]
    pub fn best(&self, ply: Ply) -> Option<Move> {
        self.get(ply, Scope::All)?.line.first().copied()
    }

    /// The value of a position for its side to move.
    #[must_use]
    pub fn value(&self, course: &Course, ply: Ply) -> Option<Score> {
        course.settled(ply).or_else(|| Some(self.get(ply, Scope::All)?.score))
    }

    /// Every look that is worth taking and was not taken yet, the end of the game first.
    #[must_use]
    pub fn wanted(&self, course: &Course) -> Vec<Look> {
        let mut looks = Vec::new();
        for ply in (0..=course.len()).rev() {
            if course.settled(ply).is_none() {
                looks.push(Look { ply, scope: Scope::All });
            }
            looks.extend(self.further(course, ply).into_iter().map(|scope| Look { ply, scope }));
        }
        looks.retain(|look| {
            !self.found.contains_key(look) && course.root_moves(*look, self).is_some()
        });
        looks
    }

    /// What the first looks make worth a second one.
    fn further(&self, course: &Course, ply: Ply) -> Vec<Scope> {
        let (Some(played), Some(best), Some(value), Some(next)) = (
            course.played(ply),
            self.best(ply),
            self.value(course, ply),
            self.value(course, ply + 1),
        ) else {
            return Vec::new();
        };
        if played != best {
            return match judge(value, -next) {
                Some(_) => vec![Scope::Best, Scope::Played],
                None => Vec::new(),
            };
        }
        if is_obvious(course, ply) {
            return Vec::new();
        }
        let stands_out =
            |other: Option<&Finding>| other.is_some_and(|other| is_only_good(value, other.score));
        if stands_out(self.get(ply, Scope::OthersQuickly)) {
            vec![Scope::OthersQuickly, Scope::Others]
        } else {
            vec![Scope::OthersQuickly]
        }
    }
}

/// Would anybody play it? The only legal move, mate, taking back, taking what is to be had for nothing, and leaving a square
/// where it would be lost.
fn is_obvious(course: &Course, ply: Ply) -> bool {
    let Some(played) = course.played(ply) else { return true };
    let position = course.position(ply);
    let takes_back = ply > 0
        && played.is_capture()
        && course.played(ply - 1).is_some_and(|last| last.is_capture() && last.to() == played.to());
    let takes_for_nothing = played.is_capture() && exchange_reaches(position, played, 100);
    let after = position.after(played);
    let mates = after.is_check() && after.legal_moves().is_empty();
    position.legal_moves().len() < 2
        || mates
        || takes_back
        || takes_for_nothing
        || saves_itself(position, played)
}

/// Does a man only leave a square on which it would be lost, without taking or giving check?
fn saves_itself(position: &Position, played: Move) -> bool {
    if played.is_capture() || played.role() == Role::King || position.after(played).is_check() {
        return false;
    }
    let takes_it = |mv: &Move| mv.is_capture() && Some(mv.to()) == played.from();
    position.pass().is_some_and(|passed| {
        let replies = passed.legal_moves();
        replies.into_iter().any(|mv| takes_it(&mv) && exchange_reaches(&passed, mv, 150))
    })
}

#[cfg(test)]
mod tests {
    use super::{Course, Finding, Findings, Look, Scope};
    use crate::base::{Millis, Score};
    use crate::game::Game;
    use crate::rules::parse_move;

    /// 1. e4 e5 with every position worth `scores` and the move played best, but for `others`.
    fn looks(scores: [i32; 3], best: &str) -> Vec<Look> {
        let mut game = Game::default();
        for text in ["e4", "e5"] {
            let mv = parse_move(game.position(), text).unwrap();
            game.play(mv, Millis(0)).unwrap();
        }
        let course = Course::of(&game);
        let mut findings = Findings::default();
        for (ply, score) in scores.into_iter().enumerate() {
            let text = [best, "e5", "Nf3"][ply];
            let line = vec![parse_move(course.position(ply), text).unwrap()];
            let finding = Finding { score: Score::raw(score), line, ..Finding::default() };
            findings.insert(Look { ply, scope: Scope::All }, finding);
        }
        findings.wanted(&course)
    }

    #[test]
    fn a_game_is_first_looked_at_from_its_end() {
        let game = Game::default();
        let wanted = Findings::default().wanted(&Course::of(&game));
        assert_eq!(wanted, [Look { ply: 0, scope: Scope::All }]);
    }

    #[test]
    fn what_loses_chances_is_looked_at_again() {
        let doubted: Vec<Scope> = looks([30, 200, -200], "d4").iter().map(|l| l.scope).collect();
        assert_eq!(doubted, [Scope::OthersQuickly, Scope::Best, Scope::Played]);
        let fine: Vec<usize> = looks([30, -30, 30], "d4").iter().map(|look| look.ply).collect();
        assert_eq!(fine, [1], "only the best move is compared with the others");
    }
}
