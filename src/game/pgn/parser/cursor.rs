//! A place in the text of a game.

use crate::game::pgn::lines::line_ends;
use crate::game::pgn::plain::{ends_with_entity, is_zero_width};

/// A place in a text, and its line of the file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cursor<'a> {
    pub text: &'a str,
    /// Offset in `text`.
    pub at: usize,
    pub line_number: usize,
    /// Two offsets without a line end between them; there is one at the second, or the text ends.
    line: (usize, usize),
}

impl<'a> Cursor<'a> {
    /// The next byte.
    pub fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The text from here on.
    pub fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// At the start of `text`, on this line of the file.
    pub const fn new(text: &'a str, line_number: usize) -> Self {
        Self { text, at: 0, line_number, line: (0, 0) }
    }

    /// The text from here to the end of the line. Many calls on one line search its end once.
    pub fn rest_of_line(&mut self) -> &'a str {
        let (start, end) = self.line;
        if !(start..end).contains(&self.at) {
            let length = self.rest().find(is_line_end).unwrap_or(self.rest().len());
            self.line = (self.at, self.at + length);
        }
        self.text.get(self.at..self.line.1).unwrap_or("")
    }

    /// Advances by `bytes`, which end at a character boundary, and counts lines.
    pub fn advance(&mut self, bytes: usize) -> &'a str {
        let part = self.rest().get(..bytes).unwrap_or(self.rest());
        self.line_number += line_ends(part.as_bytes());
        self.at += part.len();
        part
    }

    /// Advances to the first character that `end` accepts, or to the end of the text.
    pub fn advance_to(&mut self, end: impl Fn(char) -> bool) -> &'a str {
        self.advance(self.rest().find(end).unwrap_or(self.rest().len()))
    }

    /// Advances as [`Self::advance_to`], past the semicolons of HTML entities such as `&#9816;`, a knight, which begin no comment.
    pub fn words_to(&mut self, end: impl Fn(char) -> bool) -> &'a str {
        let start = self.at;
        let mut words = self.advance_to(&end);
        while self.rest().starts_with(';') && ends_with_entity(words.as_bytes()) {
            self.advance(1);
            self.advance_to(&end);
            words = &self.text[start..self.at];
        }
        words
    }

    /// Skips white space, byte-order marks and, at the start of a line, `%` escapes; the line of the first of these if more
    /// text follows.
    pub fn skip_blank(&mut self) -> Option<usize> {
        let mut escape = None;
        while let Some(c) = self.rest().chars().next() {
            let line_start =
                self.at == 0 || matches!(self.text.as_bytes()[self.at - 1], b'\n' | b'\r');
            if c == '%' && line_start {
                escape.get_or_insert(self.line_number);
                self.advance_to(is_line_end);
            } else if self.rest().starts_with("\r\n") {
                self.advance(2);
            } else if is_blank(c) {
                self.advance(c.len_utf8());
            } else {
                return escape;
            }
        }
        None
    }
}

/// White space and characters without width, of which files of word processors have many.
pub(super) fn is_blank(c: char) -> bool {
    is_space(c) || is_zero_width(c)
}

pub(super) fn is_space(c: char) -> bool {
    c <= ' ' || c.is_whitespace()
}

pub(super) const fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r')
}
