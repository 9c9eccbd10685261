//! The judgement of each move from what was found, and what is written into the game because of it.

use super::accuracy;
use super::chances::{Judgement, is_only_good, judge, win_percent};
use super::look::{Course, Finding, Findings, Scope};
use super::reason::{Comparison, Reason};
use crate::base::{Ply, Score};
use crate::game::{Evaluation, Game, NodeId, Step};
use crate::knowledge::Evaluator;
use crate::rules::{Color, Key};
use shakmaty::ByColor;

/// Longest variation in half-moves: what a reader still follows.
const SHOWN: usize = 10;
/// Glyphs of a move that leave no room for ours: `!` to `?!`.
const MOVE_GLYPHS: std::ops::RangeInclusive<u8> = 1..=6;
/// The glyph of a good move.
const GOOD: u8 = 1;

/// What is said of one move.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Nothing.
    Plain,
    /// Every other move would have lost chances.
    OnlyGood,
    /// It loses chances.
    Bad {
        /// How many.
        judgement: Judgement,
        /// Why, if that can be said.
        reason: Option<Reason>,
        /// What was better.
        better: Finding,
    },
}

/// The judgement of the move made at `ply`.
#[must_use]
pub fn verdict(course: &Course, found: &Findings, ply: Ply, evaluator: &mut Evaluator) -> Verdict {
    let (Some(played), Some(value), Some(next)) =
        (course.played(ply), found.value(course, ply), found.value(course, ply + 1))
    else {
        return Verdict::Plain;
    };
    if found.best(ply) == Some(played) {
        let others = found.get(ply, Scope::Others);
        let only = others.is_some_and(|others| is_only_good(value, others.score));
        return if only { Verdict::OnlyGood } else { Verdict::Plain };
    }
    let first = judge(value, -next);
    let looks = found.get(ply, Scope::Best).zip(found.get(ply, Scope::Played));
    let again = looks.and_then(|(best, played)| judge(best.score, played.score));
    match (first.zip(again), looks) {
        // The milder of the two: what only one of them sees may be chance.
        (Some((first, again)), Some((better, played))) => {
            let earlier: Vec<Key> = keys_before(course, ply);
            let last = ply.checked_sub(1).and_then(|last| course.played(last));
            let position = course.position(ply);
            let comparison = Comparison { position, earlier: &earlier, last, played, best: better };
            let reason = comparison.reason(evaluator);
            Verdict::Bad { judgement: first.min(again), reason, better: better.clone() }
        }
        _ => Verdict::Plain,
    }
}

fn keys_before(course: &Course, ply: Ply) -> Vec<Key> {
    let (start, moves) = course.order(ply);
    let mut at = start;
    moves
        .into_iter()
        .map(|mv| {
            let key = at.key();
            at.play(mv);
            key
        })
        .collect()
}

/// What came of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Account {
    /// Accuracy of each side in percent; `None` for a side that made no move.
    pub accuracy: ByColor<Option<f64>>,
    /// Inaccuracies, mistakes and blunders of each side.
    pub errors: ByColor<[usize; 3]>,
    /// Only good moves that each side found.
    pub only_moves: ByColor<usize>,
}

/// Writes evaluations, glyphs, words and better lines into `game`, and says what came of it.
pub fn annotate(
    game: &mut Game,
    course: &Course,
    found: &Findings,
    evaluator: &mut Evaluator,
) -> Account {
    let mut account = Account::default();
    for ply in 0..course.len() {
        let (node, side) = (course.nodes[ply + 1], course.turn(ply));
        evaluate(game, node, course, found, ply + 1);
        match verdict(course, found, ply, evaluator) {
            Verdict::Plain => {}
            Verdict::OnlyGood => {
                *account.only_moves.get_mut(side) += 1;
                glyph(game, node, GOOD);
                say(game, node, "The only good move.");
            }
            Verdict::Bad { judgement, reason, better } => {
                account.errors.get_mut(side)[judgement as usize] += 1;
                glyph(game, node, judgement.nag());
                let word = judgement.word();
                let words = reason
                    .map_or_else(|| format!("{word}."), |reason| format!("{word}: {reason}."));
                say(game, node, &words);
                vary(game, course.nodes[ply], &better, side);
            }
        }
    }
    account.accuracy = accuracies(course, found);
    let tags = [("WhiteAccuracy", Color::White), ("BlackAccuracy", Color::Black)];
    for (name, side) in tags {
        if let Some(accuracy) = account.accuracy.get(side) {
            game.tags.set(name, &format!("{accuracy:.1}"));
        }
    }
    if game.tags.get("Annotator").is_none() {
        game.tags.set("Annotator", "Lucena");
    }
    account
}

fn accuracies(course: &Course, found: &Findings) -> ByColor<Option<f64>> {
    let percents: Option<Vec<f64>> = (0..=course.len())
        .map(|ply| {
            found.value(course, ply).map(|value| win_percent(by_white(value, course.turn(ply))))
        })
        .collect();
    percents.map_or_else(ByColor::default, |percents| accuracy::of_game(&percents, course.turn(0)))
}

fn by_white(score: Score, turn: Color) -> Score {
    turn.fold_wb(score, -score)
}

/// The value of a position goes behind the move that led to it; what the rules decide needs none.
fn evaluate(game: &mut Game, node: NodeId, course: &Course, found: &Findings, ply: Ply) {
    if let Some(finding) = found.get(ply, Scope::All) {
        let score = by_white(finding.score, course.turn(ply));
        let evaluation = Evaluation { score, depth: Some(finding.depth) };
        game.tree_mut().node_mut(node).facts.evaluation = Some(evaluation);
    }
}

/// Adds a glyph unless somebody has given the move one already.
fn glyph(game: &mut Game, node: NodeId, nag: u8) {
    let nags = &mut game.tree_mut().node_mut(node).nags;
    if !nags.iter().any(|known| MOVE_GLYPHS.contains(known)) {
        nags.insert(0, nag);
    }
}

/// Adds words to a comment unless they are there already.
fn say(game: &mut Game, node: NodeId, words: &str) {
    let comment = &mut game.tree_mut().node_mut(node).comment;
    if comment.is_empty() {
        words.clone_into(comment);
    } else if !comment.contains(words) {
        comment.push(' ');
        comment.push_str(words);
    }
}

/// Adds the better line as a variation, unless one begins with the same move.
fn vary(game: &mut Game, parent: NodeId, better: &Finding, side: Color) {
    let tree = game.tree_mut();
    let Some(&first) = better.line.first() else { return };
    if tree.child(parent, Step::Move(first)).is_some() {
        return;
    }
    let mut at = parent;
    for &mv in better.line.iter().take(SHOWN) {
        let Some(next) = tree.append(at, Step::Move(mv)) else { break };
        if at == parent {
            let score = by_white(better.score, side);
            let evaluation = Evaluation { score, depth: Some(better.depth) };
            tree.node_mut(next).facts.evaluation = Some(evaluation);
        }
        at = next;
    }
}
