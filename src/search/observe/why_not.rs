//! Why a line was not played: the outcome of each of its moves in the search.
//!
//! A query on a tree recorded with [`super::RecordScope::Along`] the line and [`super::KeepIterations::All`].

use super::names;
use super::tree::{NodeId, SearchTree, TreeNode};
use crate::base::{Bound, Depth, Ply, Score};
use crate::rules::{Move, ParsedLine, Position, Role, notation, parse_line};
use crate::search::{ExitReason, NodeType, PrunedView, PvLine, SearchReport};

/// The answer for one move of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveAnswer {
    /// Distance of its position from the root.
    pub ply: Ply,
    /// The move as given in the query.
    pub text: String,
    /// The move; `None` when it is not legal there.
    pub mv: Option<Move>,
    /// The node that the answer is about.
    pub node: Option<NodeId>,
    /// The iteration of that node.
    pub iteration: Depth,
    /// The exit reason of the last search of the position, if that is another node.
    pub later: Option<ExitReason>,
    /// The outcome of the move.
    pub outcome: MoveOutcome,
}

/// The outcome of a move. Scores are from the view of the side that plays it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveOutcome {
    /// The best move of its node.
    Best(Score),
    /// It caused a beta cut-off: the opponent avoids the position.
    Refutes {
        /// Its score.
        score: Score,
        /// Beta of the node.
        beta: Score,
    },
    /// The best move of its node at the root, or after the best moves: it reached beta, so that its score is a bound, and the
    /// search ended before it searched the node with a wider window.
    AtLeast {
        /// Its score.
        score: Score,
        /// Beta of the node.
        beta: Score,
    },
    /// The best move of the root, which did not reach alpha, so that its score is a bound, and the search ended before it searched
    /// the node with a wider window.
    AtMost {
        /// Its score.
        score: Score,
        /// Alpha of the node.
        alpha: Score,
    },
    /// Searched, and not better than another move.
    Worse(Rejection),
    /// Searched with late move reduction (LMR), not better, and not searched again.
    Reduced {
        /// Plies of reduction.
        by: Depth,
        /// The result of the reduced search.
        rejection: Rejection,
    },
    /// Another move caused a beta cut-off first.
    CutBefore(Move),
    /// Pruned.
    Pruned(PrunedView),
    /// The search exited the node before any move.
    NodeEnded(ExitReason),
    /// Legal but not generated: quiescence search tries captures only, a limited root only its `searchmoves`.
    NotListed,
    /// Generated, but the node exited without trying it.
    LeftOut,
    /// The search stopped before its outcome was known.
    Unfinished,
    /// The search never reached the position, because it did not search an earlier move of the line.
    NotReached,
    /// Not a legal move; the text gives the reason.
    Illegal(String),
}

/// The result of a searched move that was not preferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// Its score.
    pub score: Score,
    /// What the score is: usually an upper bound.
    pub bound: Bound,
    /// The opponent's refutation.
    pub refuted_by: Option<Move>,
    /// The preferred move.
    pub better: Option<Move>,
    /// The score of the node.
    pub node_score: Option<Score>,
}

impl MoveOutcome {
    /// What happened to the move, with its numbers; `position` is before it, `after` after it.
    pub fn text(&self, position: &Position, after: Option<&Position>) -> String {
        match self {
            Self::Best(score) => format!("best move of the node, {score}"),
            Self::Refutes { score, beta } => format!(
                "fails high: {score} reaches beta {beta}, so the opponent avoids the position before it"
            ),
            Self::AtLeast { score, beta } => format!(
                "best move of the node, at least {score}: it reached beta {beta}, and the search ended before a wider window"
            ),
            Self::AtMost { score, alpha } => format!(
                "best move of the node, at most {score}: it did not reach alpha {alpha}, and the search ended before a wider window"
            ),
            Self::Worse(rejection) => {
                format!("searched, {}", rejection.text(position, after))
            }
            Self::Reduced { by, rejection } => format!(
                "searched with depth reduced by {by}, not re-searched, {}",
                rejection.text(position, after)
            ),
            Self::CutBefore(mv) => {
                format!("not searched: {} caused a cut-off before it", notation::san(position, *mv))
            }
            Self::Pruned(view) => format!(
                "pruned by {}: {} against {}, move number {}",
                view.rule.name(),
                view.measured,
                view.limit,
                view.number
            ),
            Self::NodeEnded(ending) => {
                format!("the node ended before any move: {}", names::ending(ending, Some(position)))
            }
            Self::NotListed => {
                "not generated: quiescence search has captures and promotions only".to_owned()
            }
            Self::LeftOut => "generated, but the node returned before searching it".to_owned(),
            Self::Unfinished => "the search stopped before the result was known".to_owned(),
            Self::NotReached => "not reached: an earlier move of the line was rejected".to_owned(),
            Self::Illegal(why) => why.clone(),
        }
    }
}

impl Rejection {
    fn text(&self, position: &Position, after: Option<&Position>) -> String {
        let mut text = match self.bound {
            Bound::Exact => self.score.to_string(),
            Bound::Lower => format!("at least {}", self.score),
            Bound::Upper => format!("at most {}", self.score),
        };
        if let (Some(reply), Some(after)) = (self.refuted_by, after) {
            text = format!("{text}, refuted by {}", notation::san(after, reply));
        }
        if let Some(better) = self.better {
            let score = self.node_score.map_or_else(String::new, |score| format!(" with {score}"));
            let better = format!("{}{score}", notation::san(position, better));
            let known = match self.node_score {
                // A bound, or a score of another iteration: no comparison yet.
                Some(score) if score < self.score => {
                    "stays the best move until the search is through"
                }
                // Of equal moves the search keeps the first.
                Some(score) if score == self.score => "came first and is at least as good",
                _ => "is better",
            };
            text = format!("{text}; {better} {known}");
        }
        text
    }
}

/// The answer for each move of `line` in the recorded search `tree`, which ended with `report`: that has the best move and the scores
/// of the others.
pub fn why_not(tree: &SearchTree, report: &SearchReport, line: &[String]) -> Vec<MoveAnswer> {
    let ParsedLine { moves, mut error, .. } = parse_line(&tree.start, line);
    let best = report.lines.first();
    let is_best = |mv: Move| best.is_some_and(|best| best.moves.first() == Some(&mv));
    let mut visits = moves.first().map_or_else(Vec::new, |&mv| root_visits(tree, mv, is_best(mv)));
    let mut answers = Vec::with_capacity(line.len());
    let mut position = tree.start.clone();
    for (ply, text) in line.iter().enumerate() {
        let mv = moves.get(ply).copied();
        let mut answer = MoveAnswer {
            ply,
            text: text.clone(),
            mv,
            node: None,
            iteration: 0,
            later: None,
            outcome: MoveOutcome::NotReached,
        };
        if let Some(mv) = mv {
            answer_move(&mut answer, tree, &visits, mv, &position);
            visits = below(tree, &visits, mv);
            position.play(mv);
        } else {
            let reason = error.take().map_or_else(|| AFTER.to_owned(), |error| error.to_string());
            answer.outcome = MoveOutcome::Illegal(reason);
        }
        answers.push(answer);
    }
    if let (Some(answer), Some(&mv), Some(best)) = (answers.first_mut(), moves.first(), best) {
        if is_best(mv) {
            confirm(answer, tree, mv, best);
        } else {
            compare(answer, report, mv, best);
        }
    }
    // Nobody avoids the root, nor what the best moves lead to.
    for answer in &mut answers {
        match answer.outcome {
            MoveOutcome::Refutes { score, beta } => {
                answer.outcome = MoveOutcome::AtLeast { score, beta };
            }
            MoveOutcome::Best(_) | MoveOutcome::AtMost { .. } => {}
            _ => break,
        }
    }
    answers
}

/// The root nodes that decide on `mv`, in the order of the search: those of the first line, and those of further lines that searched it;
/// they leave out the best moves of the lines before. Where no move raised alpha the search keeps the best move of before: for the
/// best move of the search such a node, which failed low or in which the search ended, decides only if there is no other.
fn root_visits(tree: &SearchTree, mv: Move, is_best: bool) -> Vec<NodeId> {
    let mut visits = Vec::new();
    let mut first: Option<(Depth, Move)> = None;
    for &id in tree.roots() {
        let Some(node) = tree.node(id) else { continue };
        let is_further = first.is_some_and(|(iteration, best)| {
            iteration == node.iteration && tree.last_search(id, best).is_none()
        });
        if !is_further {
            let best = node.left.and_then(|left| left.best);
            first = best.map(|best| (node.iteration, best)).or(first);
        }
        if !is_further || tree.last_search(id, mv).is_some() {
            visits.push(id);
        }
    }
    let has_best = |id: &NodeId| tree.node(*id).is_some_and(|node| best(tree, node).is_some());
    if is_best && visits.iter().any(has_best) {
        visits.retain(has_best);
    }
    visits
}

/// The outcome of the best move as the report has it, which may be newer than that of the last node in which it was better than alpha.
fn confirm(answer: &mut MoveAnswer, tree: &SearchTree, mv: Move, best: &PvLine) {
    if best.depth == 0 {
        return;
    }
    let searched = tree.roots().iter().rev().filter(|&&id| {
        tree.last_search(id, mv).and_then(|id| tree.node(id)).is_some_and(|it| it.left.is_some())
    });
    let Some((id, node)) = searched.filter_map(|&id| Some((id, tree.node(id)?))).next() else {
        return;
    };
    let score = best.score;
    (answer.node, answer.iteration, answer.later) = (Some(id), node.iteration, None);
    answer.outcome = match best.bound {
        Bound::Exact => MoveOutcome::Best(score),
        Bound::Lower => MoveOutcome::AtLeast { score, beta: node.beta },
        Bound::Upper => MoveOutcome::AtMost { score, alpha: node.alpha },
    };
}

/// The outcome of another root move: its last score as the report has it, against the best move of the search. It may have been the
/// best of a line, or in an iteration before.
fn compare(answer: &mut MoveAnswer, report: &SearchReport, mv: Move, best: &PvLine) {
    let Some(own) = report.root_moves.iter().find(|it| it.mv == mv && it.depth > 0) else { return };
    let newest = |refuted_by| Rejection {
        score: own.score,
        bound: own.bound,
        refuted_by,
        better: best.moves.first().copied(),
        node_score: Some(best.score),
    };
    answer.outcome = match &answer.outcome {
        MoveOutcome::Best(_)
        | MoveOutcome::Refutes { .. }
        | MoveOutcome::AtLeast { .. }
        | MoveOutcome::AtMost { .. } => MoveOutcome::Worse(newest(None)),
        MoveOutcome::Worse(rejection) => MoveOutcome::Worse(newest(rejection.refuted_by)),
        MoveOutcome::Reduced { by, rejection } => {
            MoveOutcome::Reduced { by: *by, rejection: newest(rejection.refuted_by) }
        }
        MoveOutcome::CutBefore(_)
        | MoveOutcome::Pruned(_)
        | MoveOutcome::NodeEnded(_)
        | MoveOutcome::NotListed
        | MoveOutcome::LeftOut
        | MoveOutcome::Unfinished
        | MoveOutcome::NotReached
        | MoveOutcome::Illegal(_) => return,
    };
}

const AFTER: &str = "follows a move that is not legal";

/// The nodes after `mv` below `visits`, in the order of the search.
fn below(tree: &SearchTree, visits: &[NodeId], mv: Move) -> Vec<NodeId> {
    let children = visits.iter().filter_map(|&id| tree.node(id)).flat_map(|node| &node.children);
    let follows = |id: &&NodeId| {
        tree.node(**id).is_some_and(|node| node.mv == Some(mv) && !node.purpose.is_side_search())
    };
    let mut found: Vec<NodeId> = children.filter(follows).copied().collect();
    found.sort_unstable();
    found
}

/// Fills in the outcome of the last node that decided on the move, or else of the last node.
fn answer_move(
    answer: &mut MoveAnswer,
    tree: &SearchTree,
    visits: &[NodeId],
    mv: Move,
    position: &Position,
) {
    let outcomes =
        || visits.iter().rev().filter_map(|&id| Some((id, outcome(tree, id, mv, position)?)));
    let decided = |(_, outcome): &(NodeId, MoveOutcome)| {
        !matches!(outcome, MoveOutcome::NodeEnded(_) | MoveOutcome::Unfinished)
    };
    let Some((id, outcome)) = outcomes().find(decided).or_else(|| outcomes().next()) else {
        return;
    };
    let last = visits.last().copied().filter(|&last| last != id);
    answer.node = Some(id);
    answer.iteration = tree.node(id).map_or(0, |node| node.iteration);
    answer.later = last.and_then(|last| tree.node(last)?.left).map(|left| left.reason);
    answer.outcome = outcome;
}

/// The best move of a node that raised its alpha; of a node in which the search ended, so far.
fn best(tree: &SearchTree, node: &TreeNode) -> Option<Move> {
    if let Some(left) = node.left {
        return left.best.filter(|_| left.value.real > node.alpha);
    }
    let (mut alpha, mut best) = (node.alpha, None);
    for child in node.children.iter().filter_map(|&id| tree.node(id)) {
        // What fails high in a null window is searched again.
        let counts = child.node_type == NodeType::Pv && !child.purpose.is_side_search();
        let score = child.score().filter(|_| counts).map(|score| -score);
        if let Some(score) = score.filter(|&score| score > alpha) {
            (alpha, best) = (score, child.mv);
        }
    }
    best
}

/// The outcome of the move in the node `id`.
fn outcome(tree: &SearchTree, id: NodeId, mv: Move, position: &Position) -> Option<MoveOutcome> {
    let node = tree.node(id)?;
    if let Some(skipped) = node.pruned.iter().rev().find(|skipped| skipped.mv == mv) {
        return Some(MoveOutcome::Pruned(*skipped));
    }
    let child = tree.last_search(id, mv).and_then(|child| tree.node(child));
    let Some(child) = child else { return Some(not_searched(node, mv, position)) };
    let Some(below) = child.left else { return Some(MoveOutcome::Unfinished) };
    let score = -below.value.real;
    let refuted_by = match below.reason {
        ExitReason::Cutoff(reply) => Some(reply),
        _ => below.best,
    };
    let rejection = Rejection {
        score,
        bound: child.bound().map_or(Bound::Upper, Bound::reversed),
        refuted_by,
        better: node.left.and_then(|left| left.best),
        node_score: node.score(),
    };
    Some(match node.left {
        Some(left) if left.best == Some(mv) && score >= node.beta => {
            MoveOutcome::Refutes { score, beta: node.beta }
        }
        Some(left) if left.best == Some(mv) => MoveOutcome::Best(score),
        None if best(tree, node) == Some(mv) => MoveOutcome::Best(score),
        // What fails high in a null window, whose alpha is that of the moves before, is searched again.
        None if rejection.bound == Bound::Lower && child.node_type != NodeType::Pv => {
            MoveOutcome::Unfinished
        }
        _ => match child.place {
            Some(place) if child.purpose == super::NodePurpose::Reduced => {
                MoveOutcome::Reduced { by: place.reduction, rejection }
            }
            _ => MoveOutcome::Worse(rejection),
        },
    })
}

/// The outcome of a legal move that the node neither searched nor pruned.
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
        ExitReason::Complete if node.node_type == NodeType::Root => MoveOutcome::NotListed,
        ExitReason::Complete => MoveOutcome::LeftOut,
        ending => MoveOutcome::NodeEnded(ending),
    }
}
