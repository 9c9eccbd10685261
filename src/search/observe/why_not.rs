//! Why a line was not played: for each of its moves, what the search did with it.
//!
//! A pure question to a tree recorded with [`super::Scope::Along`] that line and [`super::Keep::All`].

use super::tree::{NodeId, SearchTree, TreeNode};
use crate::base::{Depth, Ply, Score};
use crate::rules::{Move, Position, Role, parse_move};
use crate::search::{ExitReason, NodeType, PrunedView};

/// What became of one move of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveAnswer {
    /// Distance of the position it would be played in from the root.
    pub ply: Ply,
    /// The move as it was asked.
    pub text: String,
    /// The move; `None` when it is not legal there.
    pub mv: Option<Move>,
    /// The visit that was judged, in the tree.
    pub node: Option<NodeId>,
    /// The iteration of that visit.
    pub iteration: Depth,
    /// How the last visit ended, when it was another one than the one judged.
    pub later: Option<ExitReason>,
    /// What happened to the move.
    pub outcome: MoveOutcome,
}

/// What happened to a move. Scores are in the view of the side that would play it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveOutcome {
    /// The best move of its node.
    Best(Score),
    /// It reached beta and ended its node: the opponent will not allow the position.
    Refutes {
        /// What it reached.
        score: Score,
        /// What would have been enough.
        beta: Score,
    },
    /// Searched, and not better than what there was.
    Worse(Rejection),
    /// Searched less deep, not better, and not searched again.
    Reduced {
        /// Plies taken off.
        by: Depth,
        /// What the shorter search said.
        rejection: Rejection,
    },
    /// Another move ended the node first.
    CutBefore(Move),
    /// Left out by a rule.
    Pruned(PrunedView),
    /// The node ended before any move was tried.
    NodeEnded(ExitReason),
    /// Legal, but the node does not look at such moves: quiescence sees captures, a limited root its chosen moves.
    NotListed,
    /// Listed, and the node closed without coming to it.
    LeftOut,
    /// The search was stopped before it was decided.
    Unfinished,
    /// The search never came to the position: an earlier move of the line was not searched.
    NotReached,
    /// Not a legal move there; the text says why.
    Illegal(String),
}

/// How a searched move fell short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// What it reached: at most this.
    pub score: Score,
    /// The opponent's reply that showed it.
    pub refuted_by: Option<Move>,
    /// The move that was preferred.
    pub better: Option<Move>,
    /// What the node came to.
    pub node_score: Option<Score>,
}

/// Reads `line` (SAN or UCI moves) from `start` as far as it is legal; the message says why it ends, if it does.
#[must_use]
pub fn read_line(start: &Position, line: &[String]) -> (Vec<Move>, Option<String>) {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for text in line {
        match parse_move(&position, text) {
            Ok(mv) => {
                moves.push(mv);
                position.play(mv);
            }
            Err(error) => return (moves, Some(error.to_string())),
        }
    }
    (moves, None)
}

/// Says for each move of `line` what the search recorded in `tree` did with it.
#[must_use]
pub fn why_not(tree: &SearchTree, line: &[String]) -> Vec<MoveAnswer> {
    let (moves, complaint) = read_line(&tree.start, line);
    let mut visits: Vec<NodeId> = tree.roots().to_vec();
    let mut answers = Vec::with_capacity(line.len());
    let mut position = tree.start.clone();
    for (ply, text) in line.iter().enumerate() {
        let Some(&mv) = moves.get(ply) else {
            let why = if ply == moves.len() {
                complaint.clone().unwrap_or_default()
            } else {
                AFTER.to_owned()
            };
            answers.push(answer(ply, text, None, MoveOutcome::Illegal(why)));
            continue;
        };
        answers.push(answer_move(tree, &visits, (ply, text, mv), &position));
        visits = below(tree, &visits, mv);
        position.play(mv);
    }
    answers
}

const AFTER: &str = "follows a move that is not legal";

fn answer(ply: Ply, text: &str, mv: Option<Move>, fate: MoveOutcome) -> MoveAnswer {
    MoveAnswer {
        ply,
        text: text.to_owned(),
        mv,
        node: None,
        iteration: 0,
        later: None,
        outcome: fate,
    }
}

/// The visits one move further, in the order in which they happened.
fn below(tree: &SearchTree, visits: &[NodeId], mv: Move) -> Vec<NodeId> {
    let children = visits.iter().filter_map(|&id| tree.node(id)).flat_map(|node| &node.children);
    let follows = |id: &&NodeId| {
        tree.node(**id).is_some_and(|node| node.mv == Some(mv) && !node.purpose.is_side_search())
    };
    let mut found: Vec<NodeId> = children.filter(follows).copied().collect();
    found.sort_unstable();
    found
}

/// Judges by the last visit that came to a verdict on the move, or else by the last visit.
fn answer_move(
    tree: &SearchTree,
    visits: &[NodeId],
    (ply, text, mv): (Ply, &str, Move),
    position: &Position,
) -> MoveAnswer {
    let fates = || {
        visits
            .iter()
            .rev()
            .filter_map(|&id| Some((id, outcome(tree, (id, tree.node(id)?), mv, position))))
    };
    let decided = |(_, fate): &(NodeId, MoveOutcome)| {
        !matches!(fate, MoveOutcome::NodeEnded(_) | MoveOutcome::Unfinished)
    };
    let Some((id, fate)) = fates().find(decided).or_else(|| fates().next()) else {
        return answer(ply, text, Some(mv), MoveOutcome::NotReached);
    };
    let last = visits.last().copied().filter(|&last| last != id);
    MoveAnswer {
        node: Some(id),
        iteration: tree.node(id).map_or(0, |node| node.iteration),
        later: last.and_then(|last| tree.node(last)?.left).map(|left| left.reason),
        ..answer(ply, text, Some(mv), fate)
    }
}

/// What one visit did with the move.
fn outcome(
    tree: &SearchTree,
    (id, node): (NodeId, &TreeNode),
    mv: Move,
    position: &Position,
) -> MoveOutcome {
    if let Some(skipped) = node.pruned.iter().rev().find(|skipped| skipped.mv == mv) {
        return MoveOutcome::Pruned(*skipped);
    }
    let child = tree.last_search(id, mv).and_then(|child| tree.node(child));
    let Some(child) = child else { return not_searched(node, mv, position) };
    let Some(below) = child.left else { return MoveOutcome::Unfinished };
    let score = -below.value.real;
    let refuted_by = match below.reason {
        ExitReason::Cutoff(reply) => Some(reply),
        _ => below.best,
    };
    let rejection = Rejection {
        score,
        refuted_by,
        better: node.left.and_then(|left| left.best),
        node_score: node.score(),
    };
    match node.left {
        Some(left) if left.best == Some(mv) && score >= node.beta => {
            MoveOutcome::Refutes { score, beta: node.beta }
        }
        Some(left) if left.best == Some(mv) => MoveOutcome::Best(score),
        None if score > node.alpha => MoveOutcome::Unfinished,
        _ => match child.place {
            Some(place) if child.purpose == super::NodePurpose::Reduced => {
                MoveOutcome::Reduced { by: place.reduction, rejection }
            }
            _ => MoveOutcome::Worse(rejection),
        },
    }
}

/// Why a visit has no search of a legal move that no rule skipped.
fn not_searched(node: &TreeNode, mv: Move, position: &Position) -> MoveOutcome {
    let Some(left) = node.left else { return MoveOutcome::Unfinished };
    if node.listed == 0 {
        return MoveOutcome::NodeEnded(left.reason);
    }
    let calm = node.node_type == NodeType::Quiescence && !position.is_check();
    let queens = mv.promotion().is_none_or(|role| role == Role::Queen);
    if calm && !(queens && (mv.is_capture() || mv.is_promotion())) {
        return MoveOutcome::NotListed;
    }
    match left.reason {
        ExitReason::Cutoff(by) => MoveOutcome::CutBefore(by),
        ExitReason::Complete if node.node_type == NodeType::Root => match left.best {
            Some(by) if left.value.real >= node.beta => MoveOutcome::CutBefore(by),
            _ => MoveOutcome::NotListed,
        },
        ExitReason::Complete => MoveOutcome::LeftOut,
        ending => MoveOutcome::NodeEnded(ending),
    }
}
