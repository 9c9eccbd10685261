//! Explanations from the networks without a search: moves, squares, names, and the evaluation change of a move. Takes
//! tens of milliseconds, more the first time, so it runs on a worker thread.

use crate::knowledge::{
    Activity, CategoryWeights, EvaluationTrace, Evaluator, Knowledge, explain as terms,
};
use crate::machine::chess::names;
use crate::machine::{ChessMachine, ChessMove, explain};
use crate::propnet::Stepper;
use crate::rules::{Position, Role, Square, notation, parse_move};
use crate::search::Deviations;
use crate::tui::model::inspect::{
    Change, ExplainQuery, Explanation, NodeEvaluation, NodeKey, Propagated, PropagationQuery,
};
use anyhow::{Context as _, Result, bail};

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
    pub fn answer(&mut self, inquiry: &ExplainQuery) -> Result<Explanation> {
        match inquiry {
            ExplainQuery::Why(position, what, of) => {
                let words = self.why(position, what.trim())?;
                Ok(Explanation::Words(match (of, words.split_once('\n')) {
                    (None, _) => words,
                    (Some(of), None) => format!("{words}\n{of}"),
                    (Some(of), Some((answer, rest))) => format!("{answer}\n{of}\n{rest}"),
                }))
            }
            ExplainQuery::Refused(position, text) => {
                let machine = self.machine(position)?;
                let words = meant_words(machine, position, text);
                let words = words.or_else(|| no_piece_words(position, text));
                words.map(Explanation::Words).with_context(|| format!("{text:?} is not a move"))
            }
            ExplainQuery::Change(before, after, mv, level, emphasis) => {
                let limited = match **emphasis == CategoryWeights::FULL {
                    true => None,
                    false => {
                        let (sides, _) = self.step([before, after], emphasis)?;
                        Some((*level, sides.map(|side| side.total)))
                    }
                };
                let (sides, activity) = self.step([before, after], &CategoryWeights::FULL)?;
                let mv = mv.to_owned();
                Ok(Explanation::Change(Box::new(Change { mv, sides, activity, limited })))
            }
            ExplainQuery::Deviations(root, emphasis) => {
                let knowledge = Knowledge::standard()?;
                let found = Deviations::search(root, &knowledge, emphasis)?;
                Ok(Explanation::Deviations(root.position.key(), found))
            }
            ExplainQuery::Board(position) => {
                let evaluator = self.evaluator()?;
                evaluator.set_category_weights(&CategoryWeights::FULL);
                let breakdown = evaluator.trace(position.board(), position.turn());
                evaluator.reset_activity();
                for after in position.legal_moves().into_iter().map(|mv| position.after(mv)) {
                    for position in [&after, position] {
                        evaluator.trace(position.board(), position.turn());
                    }
                }
                let of = NodeKey { position: position.key(), mv: None };
                let activity = evaluator.activity();
                Ok(Explanation::Node(Box::new(NodeEvaluation { of, breakdown, activity })))
            }
            ExplainQuery::Propagation(query) => {
                let (steps, sums) = self.propagation(query)?;
                Ok(Explanation::Propagation(query.clone(), Box::new(steps), sums))
            }
            ExplainQuery::Node(node, emphasis) => {
                let (sides, activity) = self.step([&node.before, &node.position], emphasis)?;
                let [_, breakdown] = sides;
                Ok(Explanation::Node(Box::new(NodeEvaluation {
                    of: node.node_key(),
                    breakdown,
                    activity,
                })))
            }
        }
    }

    /// The rules machine set to a position.
    fn machine(&mut self, position: &Position) -> Result<&mut ChessMachine> {
        let machine = match &mut self.machine {
            Some(machine) => machine,
            none => none.insert(ChessMachine::new()?),
        };
        machine.set_questioned(position)?;
        Ok(machine)
    }

    fn why(&mut self, position: &Position, what: &str) -> Result<String> {
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
        let tree = explain::proposition(machine, what);
        Ok(tree.or_else(|unknown| terms::term(position, what).ok_or(unknown))?)
    }

    /// The record of a propagation, and the names of its sums.
    fn propagation(&mut self, query: &PropagationQuery) -> Result<(Stepper, Vec<String>)> {
        let PropagationQuery { which, before, position, mv, .. } = query;
        if let Propagated::Evaluation = which {
            let steps = terms::steps(before.as_ref(), position)?;
            let sums = (0..steps.sums().len()).map(terms::sum_name).collect();
            return Ok((steps, sums));
        }
        let (Some(before), Some(mv)) = (before, mv) else {
            bail!("the rules change with a move; there is none before this position");
        };
        let machine = self.machine(before)?;
        let steps = match which {
            Propagated::Legal => Some(machine.record_position(before, position)),
            Propagated::Move | Propagated::Evaluation => {
                let text = notation::uci(*mv);
                text.parse().ok().and_then(|mv| machine.record_move(before, mv))
            }
        };
        let steps = steps.context("the network of the rules does not have this move")?;
        Ok((steps, Vec::new()))
    }

    fn evaluator(&mut self) -> Result<&mut Evaluator> {
        Ok(match &mut self.evaluator {
            Some(evaluator) => evaluator,
            none => {
                let knowledge = Knowledge::standard()?;
                none.insert(Evaluator::new(knowledge))
            }
        })
    }

    /// Both evaluations, and the network activity from the first to the second.
    fn step(
        &mut self,
        [before, after]: [&Position; 2],
        emphasis: &CategoryWeights,
    ) -> Result<([EvaluationTrace; 2], Activity)> {
        let evaluator = self.evaluator()?;
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
    let moves = moves.iter().filter_map(|mv| mv.parse::<ChessMove>().ok());
    let words: Vec<String> = moves.map(|mv| explain::move_(machine, mv).with_causes()).collect();
    Some(words.join("\n\n")).filter(|words| !words.is_empty())
}

/// Says that the side to move has no piece for a move in SAN; `None` if the text is none.
fn no_piece_words(position: &Position, text: &str) -> Option<String> {
    let role = names::role(notation::role_named(text)?);
    let side = position.turn().fold_wb("White", "Black");
    Some(format!("{side} has no {role} that {text} could be a move of"))
}

impl std::fmt::Debug for Explainer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Explainer").finish_non_exhaustive()
    }
}
