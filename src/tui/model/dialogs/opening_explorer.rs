//! The opening explorer: the moves of the player's games from a position, and the way to it.

use crate::library::{Library, MovesPlayed, Statistics};
use crate::rules::{Color, Move, Position, notation};

/// Where the explorer is, and what the games have there.
#[derive(Clone, Debug)]
pub struct OpeningExplorer {
    start: Position,
    /// The moves from the start to the position.
    line: Vec<Move>,
    /// The player's side; `None` until the games are there, of which those with the more frequent side are shown.
    side: Option<Color>,
    played: MovesPlayed,
}

impl Default for OpeningExplorer {
    fn default() -> Self {
        Self::new(Position::default(), Vec::new())
    }
}

impl OpeningExplorer {
    /// At the end of `line` from `start`, before the games are counted.
    pub fn new(start: Position, line: Vec<Move>) -> Self {
        Self { start, line, side: None, played: MovesPlayed::default() }
    }

    /// The position.
    pub fn position(&self) -> Position {
        self.start.after_line(&self.line)
    }

    /// The player's side in the games.
    pub fn side(&self) -> Color {
        self.side.unwrap_or(Color::White)
    }

    /// The moves that the games have, the most frequent first.
    pub const fn played(&self) -> &MovesPlayed {
        &self.played
    }

    /// The way to the position: `1.e4 e5`; empty at the start.
    pub fn line_text(&self) -> String {
        notation::numbered_line(&self.start, &self.line)
    }

    /// What is shown, in words: `White after 1.e4 e5: 12 games, 58 %`.
    pub fn words(&self) -> String {
        let side = self.side().fold_wb("White", "Black");
        let line = match self.line_text() {
            line if !line.is_empty() => format!("after {line}"),
            _ if self.start == Position::default() => "from the start".to_owned(),
            _ => "from the first position".to_owned(),
        };
        format!("you as {side} {line}: {}", self.played.all.result_words())
    }

    /// Counts the games with the position.
    pub(super) fn count(&mut self, statistics: &Statistics, library: &Library) {
        let position = self.position();
        let of = |side| MovesPlayed::of(library, &statistics.games, side, &position);
        self.played = match self.side {
            Some(side) => of(side),
            None => {
                let (white, black) = (of(Color::White), of(Color::Black));
                let is_black = black.all.games > white.all.games;
                self.side = Some(if is_black { Color::Black } else { Color::White });
                if is_black { black } else { white }
            }
        };
    }

    /// Goes on by the move in this row.
    pub(super) fn go_on(&mut self, row: usize) {
        self.line.extend(self.played.moves.get(row).map(|(mv, _)| *mv));
    }

    /// Goes back by a move, which is returned.
    pub(super) fn go_back(&mut self) -> Option<Move> {
        self.line.pop()
    }

    /// Takes the games with the other side.
    pub(super) fn turn_sides(&mut self) {
        self.side = Some(!self.side());
    }

    /// The filter that finds the games with the position, besides `filter`.
    pub(super) fn filter(&self, filter: &str) -> String {
        let fen = self.position().fen();
        let side = self.side().fold_wb("white", "black");
        format!("{filter} side:{side} position:\"{fen}\"").trim_start().to_owned()
    }
}
