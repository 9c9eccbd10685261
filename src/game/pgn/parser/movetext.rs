//! The tokens of the movetext: moves, signs, results and words.

use super::cursor::{is_blank, is_line_end, is_space};
use super::state::{MoveNumber, Parser, shortened};
use super::tags::unescape;
use super::unread::UNREAD;
use crate::game::glyphs::{
    is_mark, is_variation_selector, nag_of_black, nag_of_marks, nags_of_signs, split_sign,
};
use crate::game::pgn::diagnostics::Severity;
use crate::game::pgn::plain::plain;
use crate::game::pgn::san::{self, Part, Reading, is_null_move, is_result};
use crate::game::{GameResult, TreeMove};
use crate::rules::{Color, Move};

/// Maximum length of a result with spaces in it, such as `1/2 – 1/2`.
const MAX_RESULT_BYTES: usize = 20;

/// Maximum length of a move with signs directly behind it: a longer token is no move.
const MAX_SIGNED_MOVE_BYTES: usize = 64;

/// Maximum length of a promotion piece in parentheses.
const MAX_PROMOTION_BYTES: usize = 16;

impl<'a> Parser<'a> {
    pub(super) fn movetext(&mut self) {
        while !(self.is_attempt && self.main_line_stopped) {
            self.skip_blank();
            let Some(byte) = self.cursor.peek() else { break };
            match byte {
                b'{' => self.brace_comment(),
                b';' => {
                    let words = &self.cursor.advance_to(is_line_end)[1..];
                    self.note_unread(words);
                    self.comment(
                        self.cursor.line_number,
                        &words.replace('{', "(").replace('}', ")"),
                    );
                }
                b'(' if self.skip_en_passant_mark() => {}
                b'(' => {
                    self.cursor.advance(1);
                    self.begin_variation();
                }
                b')' if self.in_variation() => {
                    self.end_variation();
                    self.cursor.advance(1);
                }
                b')' | b'}' => {
                    self.cursor.advance(1);
                    self.warn(format!("{} without its partner", byte as char));
                }
                b'[' if let Some((name, value, length)) = self.tag_here() => {
                    self.tag_inside_movetext(&name, &unescape(value));
                    self.cursor.advance(length);
                }
                b'$' => self.nag_number(),
                _ if self.cursor.rest().starts_with(is_mark) => self.nag_marks(),
                _ => self.token(),
            }
        }
        if self.in_variation() {
            let text = "a variation is not closed".to_owned();
            self.notes.add(self.cursor.line_number, Severity::Error, text);
            self.end_numbers();
            let mark = format!("{UNREAD} the end of the variation");
            // A variation that is left out keeps no text.
            let is_left_out = self.is_empty_baseless();
            if !is_left_out {
                self.add_text(&mark);
            }
            while self.in_variation() {
                self.end_variation();
            }
            if is_left_out {
                self.add_text(&mark);
            }
        }
        self.end_numbers();
    }

    fn nag_number(&mut self) {
        self.cursor.advance(1);
        let number = self.cursor.advance_to(|c| !c.is_ascii_digit());
        match number.parse::<u8>() {
            Ok(nag) => self.nag(nag),
            Err(_) => {
                let text = format!("${number}");
                self.warn(format!("{text} is not a numeric annotation glyph (NAG): kept as text"));
                self.add_text(&text);
            }
        }
    }

    fn nag_marks(&mut self) {
        let marks = self.cursor.advance_to(|c| !is_mark(c) && !is_variation_selector(c));
        match nag_of_marks(marks) {
            Some(nag) => self.nag(nag),
            None => self.warn(format!("{} is not an annotation glyph", shortened(marks))),
        }
    }

    /// The characters up to the next one that ends a token.
    fn raw_token(&mut self) -> &'a str {
        self.cursor.words_to(|c| is_space(c) || "{}();$".contains(c) || is_mark(c))
    }

    pub(super) fn token(&mut self) {
        let start = self.cursor.at;
        let whole = &*plain(self.raw_token());
        let last = self.last_words(start);
        let whole =
            if last.len() > whole.len() && is_result(last.as_bytes()) { &last } else { whole };
        if is_result(whole.as_bytes()) {
            if whole == last {
                self.cursor.advance(self.cursor.rest().len());
            }
            return self.result_token(whole);
        }
        if self.is_double_forfeit(&last) {
            self.warn(format!("the result {last} (both lost) is kept as text"));
            self.cursor.advance(self.cursor.rest().len());
            return self.add_text(&last);
        }
        if self.result.is_some() && self.outer.is_empty() && self.line.is_open() {
            return self.after_result(whole, start);
        }
        let (number, token) = san::split_number(whole);
        self.begin_token(start);
        if !number.is_empty() && self.line.is_open() {
            self.number(number, start);
            self.begin_token(start);
        }
        if token.is_empty() {
            return;
        }
        let last = self.game.tree().node(self.line.at).mv();
        let is_en_passant = !self.line.fresh && last.is_some_and(|mv| mv.is_en_passant());
        if !self.line.is_open() || (is_en_passant && matches!(token, "ep" | "e.p" | "e.p.")) {
            return;
        }
        if let Some(nags) = nags_of_signs(token)
            // The sign of a novelty stands after a move; `2. N f3` is a knight's move.
            && (token != "N" || !self.is_numbered())
        {
            if token == "N" && self.may_be_knight() {
                return self.stop_line("N is ambiguous: a novelty, or a knight's move".to_owned());
            }
            return nags.into_iter().for_each(|nag| self.sign(nag));
        }
        self.move_token(token);
    }

    /// A move, several without spaces between them, or a move with a sign behind it.
    fn move_token(&mut self, token: &str) {
        let Some(english) = san::normalise(token, self.language) else {
            return self.not_understood(token);
        };
        let promotion = self.promotion_in_parentheses(&english);
        if self.play(&english, &promotion, token) {
            self.skip_en_passant_mark();
        } else if let Some(parts) = san::split_token(&english) {
            for part in parts {
                match part {
                    Part::Move(text) if !self.line.is_open() || self.play(text, "", text) => {}
                    Part::Move(text) => self.not_understood(text),
                    Part::Result(text) => self.result_token(text),
                }
            }
        } else if let Some(files) = san::file_capture(&english) {
            let Some(position) = self.position_for_move() else { return };
            let captures = san::file_captures(files, position);
            self.file_capture(&captures, token);
        } else if !self.move_with_signs(&english, token) {
            self.not_understood(token);
        }
    }

    /// Plays a move with signs directly behind it, such as `Nf3+-`; `false` if there is no move before them. A symbol
    /// that has no NAG is left out behind a legal move only.
    fn move_with_signs(&mut self, english: &str, token: &str) -> bool {
        if english.len() > MAX_SIGNED_MOVE_BYTES {
            return false;
        }
        let (mut before, mut nags, mut unknown) = (english, Vec::new(), String::new());
        while let Some((rest, sign, nag)) = split_sign(before) {
            before = rest;
            match nag {
                Some(nag) => nags.push(nag),
                None => unknown.insert_str(0, sign),
            }
            let position = self.game.position_at(self.line.at);
            let is_legal = matches!(san::read(before, "", position), Reading::Moves(_));
            if (unknown.is_empty() || is_legal) && self.play(before, "", token) {
                nags.into_iter().rev().for_each(|nag| self.sign(nag));
                if !unknown.is_empty() && self.line.is_open() {
                    self.warn(format!("{} is not an annotation glyph", shortened(&unknown)));
                }
                return true;
            }
        }
        false
    }

    /// `token` names the files of a capture, for which the position has `captures`.
    fn file_capture(&mut self, captures: &[Move], token: &str) {
        match *captures {
            [mv] => drop(self.play_moves(vec![TreeMove::Move(mv)], token)),
            [] if self.is_numbered() || self.is_last_word() => self.not_understood_move(token),
            [] => self.not_understood(token),
            _ => self.stop_line(format!("{token} is ambiguous")),
        }
    }

    /// Sets the offset of the current token: the move number directly before it belongs to it.
    fn begin_token(&mut self, start: usize) {
        let is_before = |number: &MoveNumber| {
            self.cursor
                .text
                .get(number.end..start)
                .unwrap_or("")
                .trim_end_matches(is_blank)
                .is_empty()
        };
        self.token_start = self.line.number.filter(is_before).map_or(start, |number| number.start);
    }

    /// Whether only a result, or nothing, follows.
    fn is_last_word(&self) -> bool {
        let rest = self.cursor.rest().trim();
        rest.is_empty() || is_result(rest.as_bytes())
    }

    /// The text from `start` to the end without white space, if it is at most as long as a result.
    fn last_words(&self, start: usize) -> String {
        let rest = &self.cursor.text[start..];
        if rest.len() > MAX_RESULT_BYTES || self.in_variation() {
            return String::new();
        }
        plain(rest).chars().filter(|&c| !is_blank(c)).collect()
    }

    /// Whether the last words are the result of a game that both sides lost, not castling.
    fn is_double_forfeit(&self, words: &str) -> bool {
        let is_forfeit = |text: &str| matches!(text, "0-0" | "0–0" | "0:0");
        is_forfeit(words) && self.game.tags.get("Result").is_some_and(|tag| is_forfeit(tag.trim()))
    }

    /// Keeps the words after the result to the end of the line as text; a move ends the main line.
    fn after_result(&mut self, word: &str, start: usize) {
        if is_null_move(word.as_bytes()) {
            return self.warn(format!("the null move {word} after the result is left out"));
        }
        self.cursor.advance_to(|c| is_line_end(c) || "{}();".contains(c));
        let words = plain(&self.cursor.text[start..self.cursor.at]);
        self.token_start = start;
        if words.split_whitespace().any(san::names_a_move) {
            return self.stop_line(format!("moves follow the result: {}", shortened(words.trim())));
        }
        self.warn(format!(
            "text after the result is kept in a comment: {}",
            shortened(words.trim())
        ));
        self.add_text(&words);
    }

    pub(super) fn not_understood(&mut self, token: &str) {
        // Where a move is expected, a short word with a capital is one; and so is a piece's letter or sign before a square.
        let is_short = token.chars().count() < 5 && token.starts_with(char::is_uppercase);
        let mut chars = token.chars();
        let is_piece = |c: char| c.is_uppercase() || ('♔'..='♟').contains(&c);
        let is_split = chars.next().is_some_and(is_piece)
            && chars.next().is_none()
            && self.split_target().is_some();
        if san::may_be_a_move(token) || is_split || (is_short && self.is_numbered()) {
            self.not_understood_move(token);
        } else {
            // A number without a period belongs to the words.
            let number = self.line.number.take().filter(|number| number.dots == 0);
            let text = number.and_then(|number| self.cursor.text.get(number.start..self.cursor.at));
            self.warn(format!("not understood: {}", shortened(text.unwrap_or(token))));
            self.doubt(token, self.token_start);
        }
    }

    /// The square that follows a piece letter with a space between them.
    fn split_target(&self) -> Option<&'a str> {
        let rest = self.cursor.rest().trim_start_matches(['!', '?']).trim_start();
        let length = 2 + usize::from(rest.starts_with('x'));
        let target = rest.get(..length)?;
        matches!(target.as_bytes(), [.., b'a'..=b'h', b'1'..=b'8']).then_some(target)
    }

    /// Whether `N` and the square after it are a legal move.
    fn may_be_knight(&self) -> bool {
        let position = self.game.position_at(self.line.at);
        self.split_target().is_some_and(|target| {
            matches!(san::read(&format!("N{target}"), "", position), Reading::Moves(_))
        })
    }

    /// A token that may be a move ends its line: the moves after it would belong to another game.
    pub(super) fn not_understood_move(&mut self, token: &str) {
        if self.position_for_move().is_some() {
            self.stop_line(format!("not understood: {}", shortened(token)));
        }
    }

    /// A promotion piece in parentheses after `token` with the sign of check after it, as `=Q+`; empty if there is none.
    fn promotion_in_parentheses(&mut self, token: &str) -> String {
        let inside = self.cursor.rest().strip_prefix('(').and_then(|rest| {
            let end = rest.bytes().take(MAX_PROMOTION_BYTES).position(|byte| byte == b')')?;
            rest.get(..end)
        });
        let letter = inside.filter(|_| token.ends_with(['1', '8'])).and_then(|inside| {
            let english = san::normalise(inside, self.language)?;
            matches!(english.as_str(), "Q" | "R" | "B" | "N").then(|| (english, inside.len()))
        });
        letter.map_or_else(String::new, |(english, length)| {
            self.cursor.advance(length + 2);
            let checks = self.cursor.rest().bytes().take_while(|byte| b"+#".contains(byte)).count();
            let check = self.cursor.rest().get(..checks.min(1)).unwrap_or_default().to_owned();
            self.cursor.advance(checks);
            format!("={english}{check}")
        })
    }

    /// Skips `(ep)` and `(e.p.)` after a move; whether there was one.
    fn skip_en_passant_mark(&mut self) -> bool {
        let found = ["(ep)", "(e.p.)", "(e.p)"]
            .into_iter()
            .find(|mark| self.cursor.rest().starts_with(mark));
        found.map(|mark| self.cursor.advance(mark.len())).is_some()
    }

    /// The first result of the main line counts; results of variations are kept as text.
    fn result_token(&mut self, text: &str) {
        self.end_numbers();
        let result = GameResult::parse(text);
        let name = |result: Option<GameResult>| result.map_or("*", GameResult::pgn);
        match self.result {
            _ if self.in_variation() => {
                if result.is_some() {
                    self.add_text(text);
                }
            }
            None => self.result = Some(result),
            Some(first) if first == result => {}
            Some(first) => self.warn(format!(
                "a second result, {} behind {}, is left out",
                name(result),
                name(first)
            )),
        }
    }

    fn nag(&mut self, nag: u8) {
        if self.line.fresh {
            self.line.nags.push(nag);
        } else if self.line.is_open() {
            self.game.tree_mut().node_mut(self.line.at).nags.push(nag);
        }
    }

    /// Adds the NAG of a sign, which may mean the side that moved.
    fn sign(&mut self, nag: u8) {
        let node = self.game.tree().node(self.line.at);
        let mover = if self.line.fresh { Some(node.position().turn()) } else { node.mover() };
        self.nag(if mover == Some(Color::Black) { nag_of_black(nag) } else { nag });
    }
}
