//! The judgement of each move from what was found, and what is written into the game because of it.

use super::accuracy;
use super::chances::{Judgement, is_only_good, judge, win_percent};
use super::look::{Course, Finding, Findings, Scope};
use super::reason::{Comparison, Reason};
use crate::base::{Ply, Score};
use crate::game::{Evaluation, Game, Node, NodeId, Openings, Step};
use crate::knowledge::Evaluator;
use crate::rules::{Color, Key, notation::san};
use shakmaty::ByColor;

/// Longest variation in half-moves: what a reader still follows.
const SHOWN: usize = 10;
/// Glyphs of a move that leave no room for ours: `!` to `?!`.
const MOVE_GLYPHS: std::ops::RangeInclusive<u8> = 1..=6;
/// The glyph of a good move.
const GOOD: u8 = 1;

/// The tags of each side's accuracy.
const ACCURACY: [(&str, Color); 2] =
    [("WhiteAccuracy", Color::White), ("BlackAccuracy", Color::Black)];
/// What is said of such a move when every other would have lost chances.
const ONLY_GOOD: &str = "The only good move.";

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

/// Everything that is to be said of a game.
#[derive(Clone, Debug)]
pub struct Annotations {
    found: Findings,
    verdicts: Vec<Verdict>,
    /// What it comes to.
    pub account: Account,
}

impl Annotations {
    /// Judges every move of `course` by what was found.
    #[must_use]
    pub fn of(
        course: &Course,
        found: Findings,
        openings: &Openings,
        evaluator: &mut Evaluator,
    ) -> Self {
        let known = |ply| openings.at(course.position(ply + 1)).is_some();
        let mut verdicts: Vec<Verdict> =
            (0..course.len()).map(|ply| verdict(course, &found, ply, evaluator)).collect();
        for (ply, verdict) in verdicts.iter_mut().enumerate() {
            // A move into a named opening is not doubted for a trifle.
            let doubtful = Judgement::Inaccuracy;
            if matches!(verdict, Verdict::Bad { judgement, .. } if *judgement == doubtful)
                && known(ply)
            {
                *verdict = Verdict::Plain;
            }
        }
        let mut account = Account { accuracy: accuracies(course, &found), ..Account::default() };
        for (ply, verdict) in verdicts.iter().enumerate() {
            let side = course.turn(ply);
            match verdict {
                Verdict::Plain => {}
                Verdict::OnlyGood => *account.only_moves.get_mut(side) += 1,
                Verdict::Bad { judgement, .. } => {
                    account.errors.get_mut(side)[*judgement as usize] += 1;
                }
            }
        }
        Self { found, verdicts, account }
    }

    /// Writes evaluations, glyphs, words and better lines into `game`, whose line `course` is. What an earlier run said
    /// of a move gives way.
    pub fn write(&self, game: &mut Game, course: &Course) {
        let again = ACCURACY.iter().any(|(name, _)| game.tags.get(name).is_some());
        for (ply, verdict) in self.verdicts.iter().enumerate() {
            let node = course.nodes[ply + 1];
            if let Some(finding) = self.found.get(ply + 1, Scope::All) {
                evaluate(game, course, ply + 1, finding);
            }
            if again {
                forget(game.tree_mut().node_mut(node));
            }
            match verdict {
                Verdict::Plain => {}
                Verdict::OnlyGood => {
                    glyph(game, node, GOOD);
                    say(game, node, ONLY_GOOD);
                }
                Verdict::Bad { judgement, reason, better } => {
                    glyph(game, node, judgement.nag());
                    let word = judgement.word();
                    let first = better.line.first().map(|&mv| san(course.position(ply), mv));
                    let words = match (reason, first) {
                        (Some(reason), _) => format!("{word}: {reason}."),
                        (None, Some(first)) => format!("{word}: {first} was better."),
                        (None, None) => format!("{word}."),
                    };
                    say(game, node, &words);
                    vary(game, course.nodes[ply], better, course.turn(ply));
                }
            }
        }
        for (name, side) in ACCURACY {
            if let Some(accuracy) = self.account.accuracy.get(side) {
                game.tags.set(name, &format!("{accuracy:.1}"));
            }
        }
        if game.tags.get("Annotator").is_none() {
            game.tags.set("Annotator", "Lucena");
        }
    }
}

/// Takes out what [`Annotations::write`] said of a move before: its sentence, and the glyph that goes with it.
fn forget(node: &mut Node) {
    let judgements = [Judgement::Inaccuracy, Judgement::Mistake, Judgement::Blunder];
    let words = judgements.map(|judgement| (judgement.word(), judgement.nag()));
    for (word, nag) in words.into_iter().chain([(ONLY_GOOD, GOOD)]) {
        let Some(start) = sentence(&node.comment, word) else { continue };
        let end = node.comment[start..].find(". ").map_or(node.comment.len(), |at| start + at + 2);
        node.comment.replace_range(start..end, "");
        node.comment.truncate(node.comment.trim_end().len());
        node.nags.retain(|&known| known != nag);
    }
}

/// Where a sentence of ours that begins with `word` begins. Other programs say "Blunder. Nf3 was best.", we do not.
fn sentence(comment: &str, word: &str) -> Option<usize> {
    comment.match_indices(word).map(|(at, _)| at).find(|&at| {
        let (before, rest) = (&comment[..at], &comment[at + word.len()..]);
        let begins = before.is_empty() || before.ends_with(' ');
        let goes_on = if word.ends_with('.') { " " } else { ": " };
        begins && (rest.starts_with(goes_on) || rest == "." || rest.is_empty())
    })
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

/// The value of the position at `ply` goes behind the move that led to it.
pub fn evaluate(game: &mut Game, course: &Course, ply: Ply, finding: &Finding) {
    if let Some(&node) = course.nodes.get(ply) {
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
