//! Explanations from the networks without a search: moves, squares, names, and the evaluation change of a move. Takes
//! tens of milliseconds, more the first time, so it runs on a worker thread.

use super::inspected_node::{InspectedNode, NodeEvaluation};
use super::styled_text::{StyledLine, StyledText, TextStyle};
use crate::knowledge::{
    Activity, Category, CategoryWeights, EvaluationTrace, Evaluator, Knowledge, explain as terms,
    taper,
};
use crate::machine::{ChessMachine, ChessMove, explain};
use crate::rules::{Position, Role, Square, notation, parse_move};

/// A query to the explain worker.
#[derive(Clone, Debug)]
pub enum ExplainQuery {
    /// Explain a move, a square or a name in this position.
    Why(Box<Position>, String),
    /// Explain why an entered move is illegal in this position.
    Refused(Box<Position>, String),
    /// The change from one position to the next, and the move as text.
    Change(Box<Position>, Box<Position>, String),
    /// An inspected node, with the category weights of the strength level.
    Node(Box<InspectedNode>, Box<CategoryWeights>),
}

/// An answer.
#[derive(Clone, Debug)]
pub enum Explanation {
    /// Text, the first line is the answer.
    Words(String),
    /// What changed.
    Change(Box<Change>),
    /// The evaluation of a node.
    Node(Box<NodeEvaluation>),
}

/// The evaluation change of a move.
#[derive(Clone, Debug)]
pub struct Change {
    /// The move in words.
    pub mv: String,
    /// The evaluation before and after.
    pub sides: [EvaluationTrace; 2],
    /// Activity of the network for this move.
    pub activity: Activity,
}

/// The explain worker's state, built on first use.
#[derive(Default)]
pub struct Explainer {
    machine: Option<ChessMachine>,
    evaluator: Option<Evaluator>,
}

impl Explainer {
    /// Answers.
    ///
    /// # Errors
    /// A network cannot be built, or a name is unknown.
    pub fn answer(&mut self, inquiry: &ExplainQuery) -> Result<Explanation, String> {
        match inquiry {
            ExplainQuery::Why(position, what) => {
                self.why(position, what.trim()).map(Explanation::Words)
            }
            ExplainQuery::Refused(position, text) => {
                let machine = self.machine(position)?;
                let words = meant_words(machine, position, text);
                words.map(Explanation::Words).ok_or_else(|| format!("{text:?} is not a move"))
            }
            ExplainQuery::Change(before, after, mv) => {
                let (sides, activity) = self.step([before, after], &CategoryWeights::default())?;
                Ok(Explanation::Change(Box::new(Change { mv: mv.to_owned(), sides, activity })))
            }
            ExplainQuery::Node(node, emphasis) => {
                let (sides, activity) = self.step([&node.before, &node.position], emphasis)?;
                let [_, breakdown] = sides;
                Ok(Explanation::Node(Box::new(NodeEvaluation {
                    of: node.name(),
                    breakdown,
                    activity,
                })))
            }
        }
    }

    /// The rules machine set to a position.
    fn machine(&mut self, position: &Position) -> Result<&mut ChessMachine, String> {
        if self.machine.is_none() {
            self.machine = Some(ChessMachine::new().map_err(|error| error.to_string())?);
        }
        let Some(machine) = &mut self.machine else { return Err("no rules".to_owned()) };
        machine.set_position(position);
        Ok(machine)
    }

    fn why(&mut self, position: &Position, what: &str) -> Result<String, String> {
        let machine = self.machine(position)?;
        if let Ok(square) = what.parse::<Square>() {
            let words = explain::square(machine, square);
            return Ok(match passed(position, square) {
                Some(passed) => format!("{words}\n\n{passed}"),
                None => words,
            });
        }
        if let Some(words) = meant_words(machine, position, what) {
            return Ok(words);
        }
        match explain::proposition(machine, what) {
            Ok(tree) => Ok(tree),
            Err(unknown) => terms::term(position, what).ok_or_else(|| unknown.to_string()),
        }
    }

    /// Both evaluations, and the network activity from the first to the second.
    fn step(
        &mut self,
        [before, after]: [&Position; 2],
        emphasis: &CategoryWeights,
    ) -> Result<([EvaluationTrace; 2], Activity), String> {
        if self.evaluator.is_none() {
            let knowledge = Knowledge::standard().map_err(|error| error.to_string())?;
            self.evaluator = Some(Evaluator::new(knowledge));
        }
        let Some(evaluator) = &mut self.evaluator else { return Err("no knowledge".to_owned()) };
        evaluator.set_category_weights(emphasis);
        let first = evaluator.trace(before.board(), before.turn());
        evaluator.reset_activity();
        let second = evaluator.trace(after.board(), after.turn());
        Ok(([first, second], evaluator.activity()))
    }
}

/// Whether the pawn on the square is passed, and why; `None` without a pawn.
fn passed(position: &Position, square: Square) -> Option<String> {
    let piece = position.board().piece_at(square).filter(|piece| piece.role == Role::Pawn)?;
    let side = piece.color.fold_wb("white", "black");
    terms::term(position, &format!("{side}.pawn.passed({square})"))
}

/// Explains the legal move of a text, else every move that the text could mean.
fn meant_words(machine: &mut ChessMachine, position: &Position, text: &str) -> Option<String> {
    let legal = parse_move(position, text).ok().map(|mv| vec![notation::uci(mv)]);
    let moves = legal.unwrap_or_else(|| notation::possible_moves(position, text));
    let words: Vec<String> = moves
        .iter()
        .filter_map(|mv| mv.parse::<ChessMove>().ok())
        .map(|mv| move_words(machine, mv))
        .collect();
    Some(words.join("\n\n")).filter(|words| !words.is_empty())
}

/// The sentence, then the causes of each reason.
fn move_words(machine: &mut ChessMachine, mv: ChessMove) -> String {
    let explanation = explain::move_(machine, mv);
    let mut lines = vec![explanation.text];
    for reason in &explanation.reasons {
        lines.push(format!("  {}", reason.text));
        for cause in &reason.causes {
            let (name, truth) = cause.proposition();
            lines.push(format!("    {}{name}", if truth { "" } else { "not " }));
        }
    }
    lines.join("\n")
}

impl Change {
    /// Before, after and difference by category and by term, with the flips.
    #[must_use]
    pub fn styled_text(&self) -> StyledText {
        let [before, after] = &self.sides;
        let mut sheet = StyledText::default();
        sheet.line(
            TextStyle::Strong,
            format!(
                "{} changed the evaluation by {} for White, from {} to {}",
                self.mv,
                pawns(after.total - before.total),
                pawns(before.total),
                pawns(after.total)
            ),
        );
        let activity = &self.activity;
        sheet.line(
            TextStyle::Text,
            format!(
                "{} of {} components changed, {} signals were sent",
                activity.flips, activity.components, activity.signals
            ),
        );
        sheet.heading("category             before   after  change   flips");
        for category in Category::ALL {
            let index = category as usize;
            let values = [before, after].map(|side| category_value(side, index));
            let row = values_row(category.name(), values);
            sheet
                .rows
                .push(row.and(TextStyle::Dim, format!("{:>8}", activity.flips_by_category[index])));
        }
        sheet.heading("terms that changed");
        for (name, values) in self.terms() {
            sheet.rows.push(values_row(&name, values));
        }
        sheet
    }

    /// Terms with different values before and after, the largest difference first.
    fn terms(&self) -> Vec<(String, [i32; 2])> {
        let mut named: Vec<(String, [i32; 2])> = Vec::new();
        for (index, side) in self.sides.iter().enumerate() {
            for term in &side.terms {
                let pair = (term.white.0 - term.black.0, term.white.1 - term.black.1);
                let value = taper(pair, side.phase);
                match named.iter_mut().find(|(name, _)| *name == term.name) {
                    Some((_, values)) => values[index] += value,
                    None => {
                        let mut values = [0, 0];
                        values[index] = value;
                        named.push((term.name.clone(), values));
                    }
                }
            }
        }
        named.retain(|(_, values)| values[0] != values[1]);
        named.sort_by_key(|(_, values)| std::cmp::Reverse((values[1] - values[0]).abs()));
        named
    }
}

fn category_value(side: &EvaluationTrace, index: usize) -> i32 {
    let [white, black] = side.categories[index];
    taper((white.0 - black.0, white.1 - black.1), side.phase)
}

fn values_row(name: &str, [before, after]: [i32; 2]) -> StyledLine {
    let ink = match after - before {
        0 => TextStyle::Dim,
        change if change > 0 => TextStyle::Good,
        _ => TextStyle::Bad,
    };
    StyledLine::of(TextStyle::Text, format!("{name:<19.19}"))
        .and(TextStyle::Dim, format!("{:>8}{:>8}", pawns(before), pawns(after)))
        .and(ink, format!("{:>8}", pawns(after - before)))
}

/// Centipawns in pawns with a sign: `+0.35`.
#[must_use]
pub fn pawns(centipawns: i32) -> String {
    format!("{:+.2}", f64::from(centipawns) / 100.0)
}

impl std::fmt::Debug for Explainer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scholar").finish_non_exhaustive()
    }
}
