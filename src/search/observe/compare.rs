//! Compares two root moves: both searched to the same depth, with the evaluations at the quiet ends of their lines.

use super::recorded_task::RecordingError;
use super::recording::SearchRecording;
use crate::base::{Ply, Score};
use crate::knowledge::{Category, EvaluationTrace, Evaluator, Knowledge, TEMPO, taper};
use crate::rules::{Key, Move, Position, Role, immediate_gain, notation, parse_move, see_ge};
use crate::search::{LimitChecker, Observer, PvLine, Root, SearchReport, StopReason};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Two root moves compared. Values are in centipawns from White's view, without the tempo of the side to move.
#[derive(Clone, Debug)]
pub struct MoveComparison {
    /// The two moves, in the order of the query.
    pub sides: [ComparedMove; 2],
    /// Keys of the earlier positions of the game.
    pub earlier: Vec<Key>,
    /// The previous move.
    pub last: Option<Move>,
    /// The evaluation of the position without a search, from the side to move.
    pub standing: Score,
    /// The evaluations by category, largest difference first: the categories of a side add up to its evaluation.
    pub categories: Vec<EvalDifference>,
    /// The evaluations by term, largest difference first; before category weights and endgame scale factor.
    pub terms: Vec<EvalDifference>,
}

/// One of two moves compared.
#[derive(Clone, Debug)]
pub struct ComparedMove {
    /// The move.
    pub mv: Move,
    /// Its line with its score.
    pub line: PvLine,
    /// Of a draw that scores another than the other move: the line where the side that would rather go on loses by any repetition, which is
    /// the opponent after the better move and the mover after the worse one.
    pub without_repetition: Option<PvLine>,
    /// The exchange that was still under way at the end of the line.
    pub exchange: Vec<Move>,
    /// The evaluation of the quiet position after both by terms, from White's view.
    pub breakdown: EvaluationTrace,
}

/// The values of one category or term in both positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvalDifference {
    /// The category or term.
    pub name: String,
    /// Index of the category.
    pub category: usize,
    /// Its value at the end of each line.
    pub values: [i32; 2],
}

impl EvalDifference {
    /// First minus second.
    pub const fn difference(&self) -> i32 {
        self.values[0] - self.values[1]
    }
}

/// Nodes at least of a comparison without a limit of nodes. To the depth at which the best move is a known mate another one
/// may have to be searched for ever.
const MOST_NODES: u64 = 4_000_000;

/// Searches the root moves `pair` with the limits of `case` and compares the ends of their lines. Where a depth alone limits
/// it, the search ends after four million nodes, or four times those of the recorded search.
///
/// # Errors
/// As [`SearchRecording::run`], or the search stopped before both moves had a line.
pub fn compare<O: Observer>(
    case: &SearchRecording,
    pair: [Move; 2],
    knowledge: &Arc<Knowledge>,
    limits: &mut dyn LimitChecker,
    observer: &mut O,
) -> Result<MoveComparison, RecordingError> {
    let recorded = case.result.as_ref().map_or(0, |result| result.nodes);
    let case = SearchRecording {
        nodes: case.nodes.or(Some(MOST_NODES.max(recorded.saturating_mul(4)))),
        search_moves: pair.iter().map(|mv| notation::uci(*mv)).collect(),
        lines: 2,
        // Both moves have exact scores, also those outside the margin of the strength limits.
        margin: None,
        ..case.clone()
    };
    let Root { position: root, history: earlier } = case.root()?;
    let report = case.run(knowledge, limits, observer)?;
    if report.stop == Some(StopReason::Stopped) {
        return Err(RecordingError::Stopped);
    }
    let mut evaluator = Evaluator::new(Arc::clone(knowledge));
    evaluator.set_category_weights(&case.emphasis);
    let first = contender(&root, pair[0], &report, &mut evaluator)?;
    let second = contender(&root, pair[1], &report, &mut evaluator)?;
    let mut sides = [first, second];
    let scores = sides.each_ref().map(|side| side.line.score);
    for (side, other) in sides.iter_mut().zip([scores[1], scores[0]]) {
        if side.line.score == Score::DRAW && other != Score::DRAW {
            let is_better = side.line.score > other;
            let deviating = if is_better { !root.turn() } else { root.turn() };
            // Another table: nothing of the searches before is of use.
            let alone = SearchRecording {
                search_moves: vec![notation::uci(side.mv)],
                lines: 1,
                earlier: Vec::new(),
                ..case.clone()
            };
            let report = alone.run_deviating(Some(deviating), knowledge, limits, observer)?;
            if report.stop == Some(StopReason::Stopped) {
                return Err(RecordingError::Stopped);
            }
            side.without_repetition = report.lines.into_iter().next().filter(|line| line.depth > 0);
        }
    }
    let standing = evaluator.evaluate(root.board(), root.turn());
    let before = case.moves.split_last().map(|(last, before)| (last, before.to_vec()));
    let last = before.and_then(|(last, moves)| {
        let position = SearchRecording { moves, ..case.clone() }.root().ok()?.position;
        parse_move(&position, last).ok()
    });
    let categories = categories(&sides);
    let terms = terms(&sides);
    Ok(MoveComparison { sides, earlier, last, standing, categories, terms })
}

fn contender(
    root: &Position,
    mv: Move,
    report: &SearchReport,
    evaluator: &mut Evaluator,
) -> Result<ComparedMove, RecordingError> {
    let line = report.lines.iter().find(|line| line.moves.first() == Some(&mv));
    let line = line.cloned().ok_or_else(|| RecordingError::Field {
        field: "search_moves",
        problem: format!("no line for {} before the search ended", notation::uci(mv)),
    })?;
    let end = root.after_line(&line.moves);
    let exchange = quiet_line(&end, evaluator);
    let end = end.after_line(&exchange);
    let breakdown = evaluator.trace(end.board(), end.turn());
    Ok(ComparedMove { mv, line, without_repetition: None, exchange, breakdown })
}

/// Positions that [`quiet_line`] evaluates at most.
const QUIET_NODES: u32 = 20_000;

/// The line of a quiescence search from `position` by `evaluator`: captures and promotions that lose no material by static
/// exchange, and all moves out of check, until the side to move is better off with none of them. Empty if that is so at once.
pub(super) fn quiet_line(position: &Position, evaluator: &mut Evaluator) -> Vec<Move> {
    let mut search = Quiescence { evaluator, nodes: 0 };
    search.line(position, [-Score::INFINITE, Score::INFINITE], 0).1
}

struct Quiescence<'a> {
    evaluator: &'a mut Evaluator,
    nodes: u32,
}

impl Quiescence<'_> {
    /// The score for the side to move within the window, and the line to it.
    fn line(
        &mut self,
        position: &Position,
        [mut alpha, beta]: [Score; 2],
        ply: Ply,
    ) -> (Score, Vec<Move>) {
        self.nodes += 1;
        let (in_check, ends) =
            (position.is_check(), self.nodes >= QUIET_NODES || ply >= Score::MAX_PLY);
        let mut best = match in_check && !ends {
            true => (Score::mated_in(ply), Vec::new()),
            false => (self.evaluator.evaluate(position.board(), position.turn()), Vec::new()),
        };
        if best.0 >= beta || ends {
            return best;
        }
        alpha = alpha.max(best.0);
        let mut moves = position.legal_moves();
        let keeps = |mv: &Move| mv.is_capture() || mv.promotion() == Some(Role::Queen);
        moves.retain(|mv| in_check || keeps(mv) && see_ge(position, *mv, 0));
        moves.sort_by_key(|mv| std::cmp::Reverse(immediate_gain(*mv)));
        for mv in moves {
            let (score, line) = self.line(&position.after(mv), [-beta, -alpha], ply + 1);
            if -score > best.0 {
                best = (-score, std::iter::once(mv).chain(line).collect());
                alpha = alpha.max(-score);
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }
}

fn categories(sides: &[ComparedMove; 2]) -> Vec<EvalDifference> {
    let value = |contender: &ComparedMove, category: Category| {
        let trace = &contender.breakdown;
        let tempo = if category == Category::Threats { trace.tempo() } else { 0 };
        trace.worth(category) - tempo
    };
    let contrasts = Category::ALL.into_iter().map(|category| EvalDifference {
        name: category.name().to_owned(),
        category: category as usize,
        values: [value(&sides[0], category), value(&sides[1], category)],
    });
    sorted(contrasts)
}

fn terms(sides: &[ComparedMove; 2]) -> Vec<EvalDifference> {
    let mut named: BTreeMap<&str, EvalDifference> = BTreeMap::new();
    for (index, contender) in sides.iter().enumerate() {
        for term in contender.breakdown.terms.iter().filter(|term| term.name != TEMPO) {
            let contrast = named.entry(&term.name).or_insert_with(|| EvalDifference {
                name: term.name.clone(),
                category: term.category,
                values: [0, 0],
            });
            contrast.values[index] += taper(term.difference(), contender.breakdown.phase);
        }
    }
    sorted(named.into_values())
}

fn sorted(contrasts: impl Iterator<Item = EvalDifference>) -> Vec<EvalDifference> {
    let mut contrasts: Vec<EvalDifference> = contrasts.collect();
    contrasts.sort_by_key(|contrast| std::cmp::Reverse(contrast.difference().abs()));
    contrasts
}
