//! Parses the text of one game: first its tags, then its movetext.

use super::cursor::{Cursor, is_blank};
use super::start::{start_position, with_tag_values};
use super::state::Parser;
use crate::game::Game;
use crate::game::pgn::diagnostics::{Notes, Severity};
use crate::game::pgn::language::Language;
use std::mem;

impl<'a> Parser<'a> {
    /// Parses `text`, game `number` of its file, which begins on line `line_number`, with piece letters of `language`.
    pub fn parse(text: &'a str, number: usize, line_number: usize, language: Language) -> Self {
        Self::parse_until(false, text, number, line_number, language)
    }

    /// As [`Self::parse`], if the whole main line is legal in `language`.
    pub fn parse_whole(
        text: &'a str,
        number: usize,
        line_number: usize,
        language: Language,
    ) -> Option<Self> {
        let parser = Self::parse_until(true, text, number, line_number, language);
        (!parser.main_line_stopped).then_some(parser)
    }

    fn parse_until(
        is_attempt: bool,
        text: &'a str,
        number: usize,
        line_number: usize,
        language: Language,
    ) -> Self {
        let text = text.trim_end_matches(is_blank);
        let mut parser = Self {
            cursor: Cursor::new(text, line_number),
            last_move_line: line_number,
            notes: Notes { game: number, list: Vec::new() },
            language,
            is_attempt,
            ..Self::default()
        };
        let mut comments = Vec::new();
        let tags = parser.tags(&mut comments);
        let start = start_position(&tags);
        let mut game = Game::new(start.position);
        game.tags = tags;
        parser.game = with_tag_values(game);
        for (severity, tag, note) in start.notes {
            let is_error = severity == Severity::Error;
            let text = if is_error { format!("{note}: the moves are kept as text") } else { note };
            parser.notes.add(parser.tag_lines.of(tag).unwrap_or(line_number), severity, text);
            parser.no_moves |= is_error;
        }
        for (line, comment) in comments {
            parser.comment(line, &comment.replace('{', "(").replace('}', ")"));
        }
        parser.movetext();
        parser.keep_rest(text.len());
        parser.parse_comments();
        if parser.has_late_tags {
            parser.game = with_tag_values(mem::take(&mut parser.game));
        }
        parser
    }
}
