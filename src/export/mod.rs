//! A game in other formats than the record's: a web page, JSON lines, a list of FENs, PGN for a Lichess study.

mod html;
mod json_lines;
mod study;

pub use html::html;
pub use json_lines::json_lines;
pub use study::{STUDY_ENDS_LINES, has_null_move, study};

use crate::base::{UnknownEnding, by_ending};
use crate::game::{Evaluation, Game, Node, NodeId, Tree, pgn};
use crate::rules::Color;
use anyhow::Result;
use std::path::Path;

/// An export format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// A self-contained web page.
    Html,
    /// JSON lines: the tags, then one object per move.
    Jsonl,
    /// One FEN per line.
    Fens,
    /// Normalised PGN.
    Pgn,
    /// PGN for a Lichess study: without Lucena's own comment commands, and within the study's limits.
    Study,
}

impl Format {
    /// The format by the end of the name of `file`; HTML if it has none.
    pub fn of_file(file: &Path) -> Result<Self, UnknownEnding> {
        let known = [
            ("html", Self::Html),
            ("htm", Self::Html),
            ("jsonl", Self::Jsonl),
            ("fen", Self::Fens),
            ("fens", Self::Fens),
            ("pgn", Self::Pgn),
        ];
        Ok(by_ending(file, &known)?.unwrap_or(Self::Html))
    }
}

/// The game in `format`. A terminal executes control characters, so that they are replaced in every format.
///
/// # Errors
/// The game cannot be written in this format.
pub fn convert(game: &Game, format: Format) -> Result<String> {
    let text = match format {
        Format::Html => html(game),
        Format::Jsonl => json_lines(game),
        Format::Fens => fen_list(game),
        Format::Pgn => pgn::write(game),
        Format::Study => study(game)?,
    };
    let safe = |c: char| !c.is_control() || matches!(c, '\n' | '\t');
    Ok(text.chars().map(|c| if safe(c) { c } else { char::REPLACEMENT_CHARACTER }).collect())
}

/// The positions of the main line as FENs, one per line, from the start position.
pub fn fen_list(game: &Game) -> String {
    let line = game.tree().mainline();
    line.into_iter().map(|id| format!("{}\n", game.position_at(id).fen())).collect()
}

/// Full moves to mate, positive if White mates.
fn white_mate(value: Evaluation, node: &Node) -> Option<i32> {
    match node.position().turn() {
        Color::White => value.score.mate_moves(),
        Color::Black => (-value.score).mate_moves().map(|moves| -moves),
    }
}

/// All nodes of the tree in breadth-first order.
fn reachable(tree: &Tree) -> Vec<NodeId> {
    let mut order = vec![NodeId::ROOT];
    let mut next = 0;
    while let Some(&id) = order.get(next) {
        order.extend(tree.node(id).children());
        next += 1;
    }
    order
}
