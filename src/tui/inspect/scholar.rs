//! Answers that need the networks but no search: moves, squares and names explained, and what a move changed. Slow for
//! a screen (some tens of milliseconds, more the first time), so it works on a thread of its own.

use super::sheet::{Ink, Row, Sheet};
use super::standing::{Regarded, Standing};
use crate::knowledge::{
    Activity, Breakdown, Category, Emphasis, Evaluator, Knowledge, explain as terms,
};
use crate::machine::{ChessMachine, ChessMove, explain};
use crate::rules::{Position, Role, Square, notation, parse_move};

/// A question to the scholar.
#[derive(Clone, Debug)]
pub enum Inquiry {
    /// About a move, a square or a name in this position.
    Why(Box<Position>, String),
    /// About a move that cannot be played in this position, as it was entered.
    Refused(Box<Position>, String),
    /// What changed from one position to the next; the move's words.
    Change(Box<Position>, Box<Position>, String),
    /// A node of a search that the page stands at, with what the dial left of the knowledge.
    Node(Box<Standing>, Box<Emphasis>),
}

/// An answer.
#[derive(Clone, Debug)]
pub enum Learned {
    /// In words, the first line the answer.
    Words(String),
    /// What changed.
    Change(Box<Change>),
    /// The evaluation of a node.
    Node(Box<Regarded>),
}

/// What a move changed.
#[derive(Clone, Debug)]
pub struct Change {
    /// The move in words.
    pub mv: String,
    /// The evaluation before and after.
    pub sides: [Breakdown; 2],
    /// What the one step through the network moved.
    pub activity: Activity,
}

/// What answers are worked out with; built when first needed.
#[derive(Default)]
pub struct Scholar {
    machine: Option<ChessMachine>,
    evaluator: Option<Evaluator>,
}

impl Scholar {
    /// Answers.
    ///
    /// # Errors
    /// In words: a network that cannot be built, or a name that nothing knows.
    pub fn answer(&mut self, inquiry: &Inquiry) -> Result<Learned, String> {
        match inquiry {
            Inquiry::Why(position, what) => self.why(position, what.trim()).map(Learned::Words),
            Inquiry::Refused(position, text) => {
                let machine = self.machine(position)?;
                let words = meant_words(machine, position, text);
                words.map(Learned::Words).ok_or_else(|| format!("{text:?} is not a move"))
            }
            Inquiry::Change(before, after, mv) => {
                let (sides, activity) = self.step([before, after], &Emphasis::default())?;
                Ok(Learned::Change(Box::new(Change { mv: mv.to_owned(), sides, activity })))
            }
            Inquiry::Node(node, emphasis) => {
                let (sides, activity) = self.step([&node.before, &node.position], emphasis)?;
                let [_, breakdown] = sides;
                Ok(Learned::Node(Box::new(Regarded { of: node.name(), breakdown, activity })))
            }
        }
    }

    /// The rules at work in a position.
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

    /// Both evaluations, and what moved in the network from the first to the second.
    fn step(
        &mut self,
        [before, after]: [&Position; 2],
        emphasis: &Emphasis,
    ) -> Result<([Breakdown; 2], Activity), String> {
        if self.evaluator.is_none() {
            let knowledge = Knowledge::standard().map_err(|error| error.to_string())?;
            self.evaluator = Some(Evaluator::new(knowledge));
        }
        let Some(evaluator) = &mut self.evaluator else { return Err("no knowledge".to_owned()) };
        evaluator.set_emphasis(emphasis);
        let first = evaluator.breakdown(before.board(), before.turn());
        evaluator.reset_activity();
        let second = evaluator.breakdown(after.board(), after.turn());
        Ok(([first, second], evaluator.activity()))
    }
}

/// Is the pawn on the square passed, and why? `None` where there is no pawn.
fn passed(position: &Position, square: Square) -> Option<String> {
    let piece = position.board().piece_at(square).filter(|piece| piece.role == Role::Pawn)?;
    let side = piece.color.fold_wb("white", "black");
    terms::term(position, &format!("{side}.pawn.passed({square})"))
}

/// About the move that a text means; when it is not legal, about each that it could mean.
fn meant_words(machine: &mut ChessMachine, position: &Position, text: &str) -> Option<String> {
    let legal = parse_move(position, text).ok().map(|mv| vec![notation::uci(mv)]);
    let moves = legal.unwrap_or_else(|| notation::meant(position, text));
    let words: Vec<String> = moves
        .iter()
        .filter_map(|mv| mv.parse::<ChessMove>().ok())
        .map(|mv| move_words(machine, mv))
        .collect();
    Some(words.join("\n\n")).filter(|words| !words.is_empty())
}

/// The sentence, then the facts that each reason rests on.
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
    /// Category by category and term by term: before, after, difference; then what moved.
    #[must_use]
    pub fn sheet(&self) -> Sheet {
        let [before, after] = &self.sides;
        let mut sheet = Sheet::default();
        sheet.line(
            Ink::Strong,
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
            Ink::Text,
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
            sheet.rows.push(row.and(Ink::Dim, format!("{:>8}", activity.flips_by_category[index])));
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
                let value = tapered(pair, side.phase);
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

fn category_value(side: &Breakdown, index: usize) -> i32 {
    let [white, black] = side.categories[index];
    tapered((white.0 - black.0, white.1 - black.1), side.phase)
}

fn values_row(name: &str, [before, after]: [i32; 2]) -> Row {
    let ink = match after - before {
        0 => Ink::Dim,
        change if change > 0 => Ink::Good,
        _ => Ink::Bad,
    };
    Row::of(Ink::Text, format!("{name:<19.19}"))
        .and(Ink::Dim, format!("{:>8}{:>8}", pawns(before), pawns(after)))
        .and(ink, format!("{:>8}", pawns(after - before)))
}

/// Tapers a pair of middlegame and endgame values by the game phase of 0 to 24.
#[must_use]
pub const fn tapered((middle, end): (i32, i32), phase: i32) -> i32 {
    (middle * phase + end * (24 - phase)) / 24
}

/// Centipawns as people read them.
#[must_use]
pub fn pawns(centipawns: i32) -> String {
    format!("{:+.2}", f64::from(centipawns) / 100.0)
}

impl std::fmt::Debug for Scholar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scholar").finish_non_exhaustive()
    }
}
