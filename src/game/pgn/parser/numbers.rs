//! Move numbers: whether they fit the positions tells a missing move from prose.

use super::state::{MoveNumber, Numbering, Parser, shortened};
use crate::game::NodeId;
use crate::game::pgn::lines::line_ends;
use crate::game::pgn::san;
use std::mem;

impl<'a> Parser<'a> {
    /// A move number, or a number that may be a move in numeric notation or a part of castling.
    pub(super) fn number(&mut self, token: &str, start: usize) {
        let dots = token.trim_start_matches(|c: char| c.is_ascii_digit());
        let (digits, end) = (&token[..token.len() - dots.len()], self.cursor.at);
        let dots = if dots.contains('…') { 3 } else { dots.len() };
        if let (true, Some(before)) = (digits.is_empty(), &mut self.line.number) {
            // `3 . Bb5` and `3. ... a6`.
            (before.dots, before.end) = (before.dots + dots, end);
            return;
        }
        // Periods alone stand for the number of the next move.
        let next = self.next_number().0.saturating_add(self.line.numbering.offset);
        let parsed = if digits.is_empty() { Ok(next) } else { digits.parse() };
        let Ok(count) = parsed else { return self.not_understood(token) };
        let position = self.game.position_at(self.line.at);
        if token == "0" || san::may_be_numeric_move(token, position) {
            return self.not_understood_move(token);
        }
        let number = MoveNumber { count, dots, start, end };
        match self.line.number.replace(number) {
            Some(before) if before.count == count => {
                self.line.number = Some(MoveNumber { start: before.start, ..number })
            }
            Some(before) => self.number_without_move(before),
            None => {}
        }
    }

    /// Notes a number that no move follows.
    fn number_without_move(&mut self, number: MoveNumber) {
        let word = self.cursor.text.get(number.start..number.end).unwrap_or("");
        self.warn(format!("no move follows the number {}", shortened(word)));
        self.doubt(word, number.start);
    }

    /// The line, or the part of it before a result, ends: its last number is noted unless it is that of the next move.
    pub(super) fn end_numbers(&mut self) {
        let Some(number) = self.line.number.take().filter(|_| self.line.is_open()) else { return };
        let (full, _) = self.next_number();
        if number.dots == 0 || number.count - full != self.line.numbering.offset {
            self.number_without_move(number);
        }
    }

    /// Number of the next move of the line by its position, and whether Black plays it.
    fn next_number(&self) -> (i64, bool) {
        let ply = self.game.position_at(self.line.at).game_ply();
        (i64::try_from(ply / 2 + 1).unwrap_or(i64::MAX), !ply.is_multiple_of(2))
    }

    /// Whether a move number with a period stands before the current token.
    pub(super) fn is_numbered(&self) -> bool {
        self.line.number.is_some_and(|number| number.dots > 0)
    }

    /// Compares the move number before the move `token`, if there is one, with the position; the text of a message if a
    /// move must be missing or be one of the words before it.
    pub(super) fn number_problem(&mut self, token: &str) -> Option<String> {
        let number = self.line.number.take()?;
        let MoveNumber { count, dots, .. } = number;
        let is_blacks = dots > 1;
        let (full, black_moves) = self.next_number();
        let offset = count - full;
        let text = format!("{count}{}", ".".repeat(dots.min(3)));
        let Numbering { offset: known, count: times } = self.line.numbering;
        // Some programs repeat White's number for Black.
        let repeated = black_moves && !is_blacks && offset == known;
        if is_blacks == black_moves || repeated {
            let fits = times == 0 || offset == known;
            // The next game, without tags and a result before it.
            let is_apart = || {
                let gap = self.cursor.text[..number.start].trim_end().len()..number.start;
                line_ends(&self.cursor.text.as_bytes()[gap]) > 1
            };
            if !fits && count == 1 && dots == 1 && self.outer.is_empty() && is_apart() {
                return Some(format!("the moves begin again with {text} {token}"));
            }
            if !fits && self.line.doubt.is_some() {
                return Some(format!("the number of {count}. {token} does not fit"));
            }
            if !fits {
                self.note_numbering(&text, token);
            }
            if !fits && dots == 0 {
                self.doubt(&text, number.start);
                return None;
            }
            if self.line.at == NodeId::ROOT && offset != 0 && self.game.tags.get("FEN").is_none() {
                self.warn(format!("the first move has number {count}"));
            }
            self.line.doubt = None;
            self.line.numbering = Numbering { offset, count: if fits { times + 1 } else { 1 } };
            return None;
        }
        if dots == 0 {
            self.note_numbering(&text, token);
            self.doubt(&text, number.start);
            return None;
        }
        // Other files number every half-move, so that only an established numbering shows a missing move.
        let (side, missing) = match black_moves {
            true => ("Black", offset == known + 1),
            false => ("White", offset == known),
        };
        if (times > 1 && missing) || (times > 0 && self.line.doubt.is_some()) {
            return Some(format!("{side}'s move before {text} {token} is missing"));
        }
        self.note_numbering(&text, token);
        self.line.numbering.count = 0;
        None
    }

    /// Notes the first move number of the game that does not continue the ones before it.
    fn note_numbering(&mut self, number: &str, token: &str) {
        if !mem::replace(&mut self.has_odd_numbers, true) {
            self.warn(format!("the move number of {number} {} does not fit", shortened(token)));
        }
    }
}
