//! Writes evaluations, NAGs, comments and variations into the game, and removes those of an earlier run.

use super::accuracy;
use super::chances::{MoveClass, classify, win_percent};
use super::classification::{Classification, MoveError, classify_move};
use super::judgement;
use super::main_line::{Existing, MainLine};
use super::proof::{MAX_PROOF_PLIES, quiet_part};
use super::task::{AnalysisTask, Scope, TaskResult};
use super::task_results::TaskResults;
use crate::base::{Ply, Score};
use crate::game::pgn::{join_unread, split_unread};
use crate::game::{Evaluation, Game, MoveAnnotation, Node, NodeId, Openings, Tree, TreeMove};
use crate::knowledge::Evaluator;
use crate::rules::{Color, Move, Position, white_view};
use shakmaty::ByColor;
use std::iter;
use std::ops::{Range, RangeInclusive};

/// Maximum length of a variation in half-moves, except for a longer proof.
const MAX_VARIATION_PLIES: usize = 10;
/// The NAGs that judge a move: `!` to `?!`, and forced, only and worst move (PGN 10). A move that has one gets no other.
const JUDGING_NAGS: RangeInclusive<u8> = 1..=9;
/// The NAG of a good move.
const GOOD_MOVE_NAG: u8 = 1;

/// The tags of each side's accuracy.
const ACCURACY: [(&str, Color); 2] =
    [("WhiteAccuracy", Color::White), ("BlackAccuracy", Color::Black)];
/// Comment on a move when every other loses winning chances.
const ONLY_MOVE_TEXT: &str = "The only good move.";

/// Summary of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Accuracy of each side in percent; `None` for a side without a move.
    pub accuracy: ByColor<Option<f64>>,
    /// Number of moves of each side that are marked as inaccuracies, mistakes and blunders, by whomever.
    pub errors: ByColor<[usize; 3]>,
    /// Number of evaluations of weaker searches that were replaced, unless all were to be.
    pub replaced: usize,
}

/// The annotations of a game.
#[derive(Clone, Debug)]
pub struct Annotations {
    found: TaskResults,
    classifications: Vec<Classification>,
    accuracy: ByColor<Option<f64>>,
}

impl Annotations {
    /// Classifies every move of `main_line` by the results.
    pub fn of(
        main_line: &MainLine,
        found: TaskResults,
        openings: &Openings,
        evaluator: &mut Evaluator,
    ) -> Self {
        let mut classifications = Vec::with_capacity(main_line.len());
        for ply in 0..main_line.len() {
            let before = classifications.last().and_then(Classification::claim);
            let next = classify_move(main_line, &found, ply, before, evaluator);
            classifications.push(next);
        }
        Self::checked(main_line, found, classifications, openings)
    }

    /// Classifies every move of `main_line` by the evaluations that the game has, without a search and without reasons. The
    /// start position counts as for the accuracy.
    ///
    /// # Errors
    /// The first ply whose position has no evaluation.
    pub fn from_evaluations(main_line: &MainLine, openings: &Openings) -> Result<Self, Ply> {
        let mut found = TaskResults::default();
        if found.value(main_line, 0).is_none() {
            let score = start_value(main_line, &found).ok_or(main_line.len().min(1))?;
            let task = AnalysisTask { ply: 0, scope: Scope::All };
            found.insert(task, TaskResult { score, ..TaskResult::default() });
        }
        let class = |ply| {
            let value = found.value(main_line, ply).ok_or(ply)?;
            let next = found.value(main_line, ply + 1).ok_or(ply + 1)?;
            // A null move is nobody's choice.
            let class = classify(value, -next).filter(|_| main_line.played(ply).is_some());
            Ok(class.map_or(Classification::Plain, |class| {
                let better = TaskResult::default();
                Classification::Error(Box::new(MoveError {
                    class,
                    loss: None,
                    words: None,
                    better,
                    refutation: None,
                    claim: None,
                }))
            }))
        };
        let classifications = (0..main_line.len()).map(class).collect::<Result<_, Ply>>()?;
        Ok(Self::checked(main_line, found, classifications, openings))
    }

    /// A move into a named opening is not marked as an inaccuracy.
    fn checked(
        main_line: &MainLine,
        found: TaskResults,
        mut classifications: Vec<Classification>,
        openings: &Openings,
    ) -> Self {
        for (ply, classification) in classifications.iter_mut().enumerate() {
            if matches!(classification, Classification::Error(error) if error.class == MoveClass::Inaccuracy)
                && openings.at(main_line.position(ply + 1)).is_some()
            {
                *classification = Classification::Plain;
            }
        }
        Self { accuracy: accuracies(main_line, &found), found, classifications }
    }

    /// Writes evaluations, NAGs, comments and better lines into `game`, whose main line is `main_line`. Annotations of an
    /// earlier run are removed first. A move that then still has a NAG that judges it keeps it and gets no other, and no
    /// comment that may contradict it, unless glyphs are to be replaced. Returns the summary of the game as it is then.
    pub fn write(&self, game: &mut Game, main_line: &MainLine) -> Summary {
        let was_annotated = was_annotated(game);
        if was_annotated {
            for (ply, classification) in self.classifications.iter().enumerate() {
                // Without a search of its position, a move that an earlier run found to be the only good one remains so.
                let searched = self.found.best(ply).is_some();
                let only_move = searched || *classification != Classification::Plain;
                let (parent, node) = (main_line.nodes[ply], main_line.nodes[ply + 1]);
                let lines = match classification {
                    Classification::Error(error) => {
                        let refutation = error.refutation.as_ref();
                        vec![(parent, Some(&error.better)), (node, refutation)]
                    }
                    Classification::Plain | Classification::OnlyMove => Vec::new(),
                };
                remove_earlier_annotation(game, parent, node, only_move, &lines);
            }
        }
        let mut refutations = Vec::new();
        for (ply, classification) in self.classifications.iter().enumerate() {
            let (parent, node) = (main_line.nodes[ply], main_line.nodes[ply + 1]);
            if let Some(result) = self.found.get(ply + 1, Scope::All) {
                if self.found.is_shallow(ply + 1) {
                    game.tree_mut().node_mut(node).annotation.evaluation = None;
                }
                evaluate(game, main_line, ply + 1, result);
            }
            let Node { nags, comment, annotation, .. } = game.tree_mut().node_mut(node);
            if main_line.existing() == Existing::Replace {
                nags.retain(|nag| !JUDGING_NAGS.contains(nag));
                while remove_words(comment, judgement::lichess_judgement) {}
                annotation.loss = None;
                annotation.commands.retain(|command| !command.starts_with("eval "));
            } else if nags.iter().any(|nag| JUDGING_NAGS.contains(nag)) {
                continue;
            }
            let is_searched =
                self.found.best(ply).is_some() || self.found.get(ply + 1, Scope::All).is_some();
            if was_annotated && is_searched {
                annotation.loss = None;
            }
            match classification {
                Classification::Plain => {
                    // Where the searches that compare the move clear it, the evaluations around it would still say that it loses something.
                    let loss = self.found.loss(main_line, ply).map(|loss| loss.max(0.0));
                    annotation.loss = loss.or(annotation.loss);
                }
                Classification::OnlyMove => {
                    nags.insert(0, GOOD_MOVE_NAG);
                    add_comment(game, node, ONLY_MOVE_TEXT);
                }
                Classification::Error(error) => {
                    let MoveError { class, loss, words, better, refutation, .. } = error.as_ref();
                    nags.insert(0, class.nag());
                    annotation.loss = *loss;
                    let word = class.to_string();
                    let words = words
                        .as_ref()
                        .map_or(format!("{word}."), |words| format!("{word}: {words}."));
                    add_comment(game, node, &words);
                    let side = main_line.turn(ply);
                    add_variation(game, parent, better, side);
                    refutations.extend(refutation.iter().map(|line| (node, line, !side)));
                }
            }
        }
        // A refutation that goes on like a better line leaves that one, whose first move keeps its own score.
        for (node, refutation, side) in refutations {
            add_variation(game, node, refutation, side);
        }
        for (name, side) in ACCURACY {
            let is_free = game.tags.get(name).is_none_or(is_own_accuracy);
            if let Some(accuracy) = self.accuracy.get(side).filter(|_| is_free) {
                game.tags.set(name, &format!("{accuracy:.1}"));
            }
        }
        if !main_line.nodes[1..].is_empty() && game.tags.get("Annotator").is_none() {
            game.tags.set("Annotator", "Lucena");
        }
        let mut errors = ByColor::<[usize; 3]>::default();
        for (ply, &node) in main_line.nodes.iter().skip(1).enumerate() {
            let nags = &game.tree().node(node).nags;
            for class in MoveClass::ALL.into_iter().filter(|class| nags.contains(&class.nag())) {
                errors.get_mut(main_line.turn(ply))[class as usize] += 1;
            }
        }
        Summary {
            accuracy: self.accuracy,
            errors,
            replaced: main_line.outdated() + self.found.shallow_count(),
        }
    }
}

/// Removes the comment, the NAG and the better line that [`Annotations::write`] added to a move before; those of an only
/// move if `only_move`. A line that goes on one of the `new` lines, given with the nodes where they begin, stays.
fn remove_earlier_annotation(
    game: &mut Game,
    parent: NodeId,
    id: NodeId,
    only_move: bool,
    new: &[(NodeId, Option<&TaskResult>)],
) {
    let is_by_lucena = is_by_lucena(game);
    let Node { comment, nags, annotation, .. } = game.tree_mut().node_mut(id);
    let before = comment.len();
    // A word alone may be that of somebody else, whose game had no accuracies before.
    let may_be_bare = is_by_lucena || annotation.loss.is_some();
    for class in MoveClass::ALL {
        let word = class.to_string();
        let length = |text: &str| judgement::own_judgement(text, &word);
        let own = |text: &str| length(text).filter(|&it| may_be_bare || it > word.len() + 1);
        if remove_words(comment, own) {
            nags.retain(|&known| known != class.nag());
            annotation.loss = None;
        }
    }
    let own = |text: &str| text.starts_with(ONLY_MOVE_TEXT).then_some(ONLY_MOVE_TEXT.len());
    if only_move && nags.contains(&GOOD_MOVE_NAG) && remove_words(comment, own) {
        nags.retain(|&known| known != GOOD_MOVE_NAG);
    }
    if comment.len() == before {
        return;
    }
    let tree = game.tree();
    let shown = tree.path(game.current());
    let siblings = tree.node(parent).children().iter().filter(|&&line| line != id);
    let game_goes_on = successors(tree, id).take(MAX_PROOF_PLIES);
    let refutations = game_goes_on.flat_map(|id| tree.node(id).children().iter().skip(1));
    let lines: Vec<NodeId> = siblings
        .chain(refutations)
        .copied()
        .filter(|line| !shown.contains(line) && is_better_line(tree, *line))
        .filter(|line| !new.iter().any(|&(from, new)| goes_on(tree, from, *line, new)))
        .collect();
    lines.into_iter().for_each(|line| game.tree_mut().remove(line));
}

/// Whether the variation has the form of [`add_variation`]: an evaluation with depth at its first move and nothing else, but
/// for variations of that form.
fn is_better_line(tree: &Tree, first: NodeId) -> bool {
    let annotation = &tree.node(first).annotation;
    let Some(Evaluation { depth: Some(_), .. }) = annotation.evaluation else { return false };
    let (evaluation, original) = (annotation.evaluation, annotation.original.clone());
    let only = MoveAnnotation { evaluation, original, ..MoveAnnotation::default() };
    let bare = |node: &Node, annotation: &MoveAnnotation| {
        node.annotation == *annotation
            && node.children().iter().skip(1).all(|&branch| is_better_line(tree, branch))
            && node.nags.is_empty()
            && node.comment.is_empty()
            && node.before.is_empty()
    };
    let line: Vec<NodeId> = successors(tree, first).collect();
    line.len() <= MAX_PROOF_PLIES
        && bare(tree.node(first), &only)
        && line[1..].iter().all(|&id| bare(tree.node(id), &MoveAnnotation::default()))
}

/// Whether the line that begins with `first` has all moves of a new line from the node `from`, and more: somebody went on.
fn goes_on(tree: &Tree, from: NodeId, first: NodeId, new: Option<&TaskResult>) -> bool {
    let Some(new) = new else { return false };
    let new = shown_line(tree.node(from).position(), new);
    let path = tree.path(first);
    let Some(at) = path.iter().position(|&id| id == from) else { return false };
    let nodes = path[at + 1..].iter().copied().chain(successors(tree, first).skip(1));
    let moves: Vec<Option<Move>> = nodes.map(|id| tree.node(id).mv()).collect();
    let has_all = iter::zip(&moves, new).all(|(mv, new)| *mv == Some(*new));
    !new.is_empty() && moves.len() > new.len() && has_all
}

/// The moves of a result that [`add_variation`] adds after `position`.
fn shown_line<'a>(position: &Position, result: &'a TaskResult) -> &'a [Move] {
    let length = quiet_part(position, &result.line).len().max(MAX_VARIATION_PLIES);
    &result.line[..result.line.len().min(length)]
}

/// The node and those after it on its line.
fn successors(tree: &Tree, first: NodeId) -> impl Iterator<Item = NodeId> {
    iter::successors(Some(first), |&id| tree.node(id).children().first().copied())
}

/// Removes the first words for which `judgement` gives a length; whether there were any.
fn remove_words(comment: &mut String, judgement: impl Fn(&str) -> Option<usize>) -> bool {
    let starts = iter::once(0).chain(comment.match_indices(' ').map(|(at, _)| at + 1));
    let found = |start: usize| judgement(&comment[start..]).map(|length| start..start + length);
    let Some(Range { start, end }) = starts.into_iter().find_map(found) else { return false };
    let (before, rest) = (comment[..start].trim_end(), comment[end..].trim_start());
    let space = if before.is_empty() || rest.is_empty() { "" } else { " " };
    *comment = format!("{before}{space}{rest}");
    true
}

/// The value of the start position for the accuracy, which is that of the evaluations in the game: a search counts for none.
/// Without an evaluation the standard one counts as +0.15 (source: lila, `Eval.Cp.initial`), another one as the position
/// after the first move.
fn start_value(main_line: &MainLine, found: &TaskResults) -> Option<Score> {
    let is_standard = main_line.position(0).key() == Position::default().key();
    TaskResults::default()
        .value(main_line, 0)
        .or_else(|| is_standard.then_some(Score::raw(15)))
        .or_else(|| Some(-found.value(main_line, 1)?))
}

fn accuracies(main_line: &MainLine, found: &TaskResults) -> ByColor<Option<f64>> {
    let later = (1..=main_line.len()).map(|ply| found.value(main_line, ply));
    let values = iter::once(start_value(main_line, found)).chain(later);
    let percent = |(ply, value): (Ply, Option<Score>)| {
        Some(win_percent(white_view(value?, main_line.turn(ply))))
    };
    let percents: Option<Vec<f64>> = values.enumerate().map(percent).collect();
    percents
        .map_or_else(ByColor::default, |percents| accuracy::of_game(&percents, main_line.turn(0)))
}

/// Whether the value of an accuracy tag has the form of our own, such as `87.5`; others are kept.
fn is_own_accuracy(value: &str) -> bool {
    value.parse::<f64>().is_ok_and(|accuracy| format!("{accuracy:.1}") == value)
}

/// Whether an earlier run annotated the game.
pub(super) fn was_annotated(game: &Game) -> bool {
    ACCURACY.iter().any(|(name, _)| game.tags.get(name).is_some_and(is_own_accuracy))
        || is_by_lucena(game)
}

/// Whether the game names this program as its annotator.
pub(super) fn is_by_lucena(game: &Game) -> bool {
    game.tags.get("Annotator").is_some_and(|name| name.contains("Lucena"))
}

/// Writes the score of the position at `ply` as the evaluation of the move that led to it. An evaluation that the game
/// has is kept, unless it is to be replaced.
pub fn evaluate(game: &mut Game, main_line: &MainLine, ply: Ply, result: &TaskResult) {
    if let Some(&node) = main_line.nodes.get(ply) {
        let score = white_view(result.score, main_line.turn(ply));
        let node = game.tree_mut().node_mut(node);
        let known = &mut node.annotation.evaluation;
        if known.is_none() || main_line.is_replaced(ply) {
            *known = Some(Evaluation { score, depth: Some(result.depth) });
            // By depth and score alone it may be taken for that of the recorded search, which is perhaps one of limited strength.
            let is_like_own = node.own_search().is_some();
            let info = node.annotation.engine_info.as_mut().filter(|_| is_like_own);
            if let Some(search) = info.and_then(|info| info.search.as_mut()) {
                search.is_superseded = true;
            }
        }
    }
}

/// Adds a sentence to the comment unless it is there already, before the text that could not be read.
fn add_comment(game: &mut Game, node: NodeId, words: &str) {
    let comment = &mut game.tree_mut().node_mut(node).comment;
    if !comment.contains(words) {
        let (read, unread) = split_unread(comment);
        *comment = join_unread(&format!("{} {words}", read.trim_end()), unread);
    }
}

/// Adds a line as a variation, unless a variation of others begins with the same move. It leaves the game, or a variation of
/// ours such as the refutation of the move before, where the moves differ.
fn add_variation(game: &mut Game, parent: NodeId, result: &TaskResult, side: Color) {
    let tree = game.tree_mut();
    let mut line = shown_line(tree.node(parent).position(), result).iter().copied().peekable();
    let (mut at, mut is_main, mut shared) = (parent, true, 0);
    while let Some(next) = line.peek().and_then(|&mv| tree.child(at, TreeMove::Move(mv))) {
        let leaves = is_main && tree.node(at).children().first() != Some(&next);
        if leaves && !is_better_line(tree, next) {
            return;
        }
        (at, is_main, shared) = (next, is_main && !leaves, shared + 1);
        line.next();
    }
    // A longer line goes on as the variation that is there; after the last move of the game it would become the game.
    let is_branch = !tree.node(at).children().is_empty();
    if is_main && !is_branch {
        return;
    }
    for (index, mv) in line.enumerate() {
        let Some(next) = tree.append(at, TreeMove::Move(mv)) else { break };
        if index == 0 && is_branch {
            // A mate is so much nearer there.
            let score = white_view(result.score.to_tt(shared), side);
            let evaluation = Evaluation { score, depth: Some(result.depth) };
            tree.node_mut(next).annotation.evaluation = Some(evaluation);
        }
        at = next;
    }
}

#[cfg(test)]
mod tests {
    use super::{
        Annotations, Classification, MoveError, TaskResult, TaskResults, add_variation,
        is_better_line,
    };
    use crate::annotate::{Existing, MainLine, MoveClass};
    use crate::base::Score;
    use crate::game::pgn::{read_bytes, write};
    use crate::rules::{Color, parse_line};

    #[test]
    fn the_better_move_keeps_its_score_where_a_refutation_goes_on_like_it() {
        let mut game = read_bytes(b"1. e4 e5 2. Nf3 Nc6 *").unwrap().remove(0).game;
        let main_line = MainLine::of(&game, Existing::Keep);
        let result = |ply: usize, moves: &str, score: i32| {
            let line = parse_line(main_line.position(ply), moves.split(' ')).moves;
            TaskResult { line, depth: 9, score: Score::raw(score), ..TaskResult::default() }
        };
        let error = |better, refutation| {
            let (class, loss) = (MoveClass::Mistake, Some(12.3));
            let words = None;
            let error = MoveError { class, loss, words, better, refutation, claim: None };
            Classification::Error(Box::new(error))
        };
        let classifications = vec![
            Classification::Plain,
            error(result(1, "c5", -10), Some(result(2, "Nf3 d6 d4", 50))),
            Classification::Plain,
            error(result(3, "d6 Bc4", -30), None),
        ];
        let (found, accuracy) = (TaskResults::default(), Default::default());
        Annotations { found, classifications, accuracy }.write(&mut game, &main_line);
        let text = write(&game);
        let text =
            text.split_once("\n\n").unwrap().1.split_whitespace().collect::<Vec<_>>().join(" ");
        let expected = "2. Nf3 Nc6 $2 {[%lcl 12.3] Mistake.} (2... d6 {[%eval 0.30,9]} 3. Bc4 (3. d4 {[%eval 0.50,9]})) *";
        assert!(text.ends_with(expected), "{text}");
    }

    #[test]
    fn a_second_run_leaves_what_others_wrote_before_the_first() {
        let error = |better| {
            let (class, loss, words) = (MoveClass::Mistake, Some(12.3), None);
            let (refutation, claim) = (None, None);
            let error = MoveError { class, loss, words, better, refutation, claim };
            Classification::Error(Box::new(error))
        };
        let run = |text: &str| {
            let mut game = read_bytes(text.as_bytes()).unwrap().remove(0).game;
            let main_line = MainLine::of(&game, Existing::Keep);
            let line = parse_line(main_line.position(3), "d6 Bc4".split(' ')).moves;
            let better = TaskResult { line, depth: 9, ..TaskResult::default() };
            let plain = || Classification::Plain;
            let classifications = vec![plain(), plain(), plain(), error(better)];
            let accuracy = shakmaty::ByColor { white: Some(90.0), black: Some(80.0) };
            let found = TaskResults::default();
            Annotations { found, classifications, accuracy }.write(&mut game, &main_line);
            write(&game)
        };
        let text = "[Annotator \"Karpov\"]\n\n1. e4 $6 {Inaccuracy.} 1... e5 {[%lcl 16.4] x} 2. Nf3 {Blunder.} Nc6 *";
        let once = run(text);
        for part in ["1. e4 $6 {Inaccuracy.}", "1... e5 {[%lcl 16.4] x} 2. Nf3 {Blunder.}"] {
            assert!(once.replace('\n', " ").contains(part), "{once}");
        }
        assert!(once.replace('\n', " ").contains("3. Bc4) *"), "{once}");
        assert_eq!(run(&once), once);
        // Moves behind the better line are the user's.
        let longer = once.replace("3. Bc4) *", "3. Bc4 Be7) *");
        assert_ne!(longer, once);
        assert_eq!(run(&longer), longer);
    }

    #[test]
    fn a_line_that_begins_like_another_one_leaves_it_where_they_differ() {
        let mut game = read_bytes(b"1. e4 e5 2. Nf3 *").unwrap().remove(0).game;
        let nodes = game.tree().mainline();
        let mut add = |moves: &str| {
            let line = parse_line(game.tree().node(nodes[1]).position(), moves.split(' '));
            let result = TaskResult { line: line.moves, depth: 9, ..TaskResult::default() };
            add_variation(&mut game, nodes[1], &result, Color::Black);
            let known = game.tree().node(nodes[1]).children();
            assert!(known[1..].iter().all(|&line| is_better_line(game.tree(), line)), "{moves}");
            write(&game)
                .split_once("\n\n")
                .unwrap()
                .1
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
        };
        let first = "1. e4 e5 (1... c5 {[%eval 0.00,9]} 2. Nf3 d6) 2. Nf3 *";
        assert_eq!(add("c5 Nf3 d6"), first);
        assert_eq!(add("c5 Nf3"), first);
        assert_eq!(add("e5 Nf3"), first, "the game goes on so");
        assert_eq!(add("e5 Nf3 Nc6"), first, "the game ends there");
        let longer = "1. e4 e5 (1... c5 {[%eval 0.00,9]} 2. Nf3 d6 3. d4) 2. Nf3 *";
        assert_eq!(add("c5 Nf3 d6 d4"), longer);
        let branched = "1. e4 e5 (1... c5 {[%eval 0.00,9]} 2. Nf3 (2. d4 {[%eval 0.00,9]} 2... cxd4) 2... d6 3. d4) 2. Nf3 *";
        assert_eq!(add("c5 d4 cxd4"), branched);
    }
}
