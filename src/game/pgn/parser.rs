//! Parses the text of one game into a [`Game`]. Usual misspellings are corrected; everything else that is not understood
//! gets a note with its line. Variations are a stack of lines, so that their depth costs only memory.

use super::diagnostics::{Notes, Severity};
use super::language::Language;
use super::lines::line_ends;
use super::plain::{ends_with_entity, is_zero_width, plain};
use super::san::{self, Part, Reading, is_null_move, is_result};
use super::{commands, engine_info};
use crate::base::{self, Elo};
use crate::game::glyphs::{
    is_mark, is_variation_selector, nag_of_black, nag_of_marks, nags_of_signs, split_sign,
};
use crate::game::{
    Game, GameResult, MoveAnnotation, NodeId, Player, PlayerKind, Tags, TimeControl, TreeMove,
};
use crate::rules::castling::STANDARD_ARRANGEMENT;
use crate::rules::{CastlingMode, Color, Dropped, Move, Position, read_fen};
use shakmaty::ByColor;
use shakmaty::san::SanError;
use std::mem;

/// Maximum number of moves of one game with its variations. Measured: a node takes about 450 bytes, so the limit is 90 MB.
const MAX_NODES: usize = 200_000;

/// Maximum length of a result with spaces in it, such as `1/2 – 1/2`.
const MAX_RESULT_BYTES: usize = 20;

/// Beginning of the text, in a comment, of the moves that could not be read: the comment begins with it, or it stands behind
/// ` | `.
pub const UNREAD: &str = "unread:";

/// What stands between a comment and the text that could not be read behind it.
const BEHIND: &str = " | ";

/// A comment, and from [`UNREAD`] on what could not be read behind it. The word in somebody's own sentence is none.
pub fn split_unread(comment: &str) -> (&str, &str) {
    if comment.starts_with(UNREAD) {
        return ("", comment);
    }
    for (at, _) in comment.match_indices(UNREAD) {
        let (own, unread) = comment.split_at(at);
        // In earlier files a space alone stands there: then moves have to follow.
        let has_moves = || {
            let mut next = unread[UNREAD.len()..].split_whitespace().take(2);
            own.ends_with(' ') && next.any(san::names_a_move)
        };
        if let Some(own) = own.strip_suffix(BEHIND) {
            return (own, unread);
        } else if has_moves() {
            return (own.trim_end(), unread);
        }
    }
    (comment, "")
}

/// A comment with the text that could not be read behind it.
pub fn join_unread(comment: &str, unread: &str) -> String {
    let mut text = comment.trim().to_owned();
    join(&mut text, unread);
    text
}

/// Tags whose values come from the game, not from `game.tags`.
pub(super) const GAME_TAGS: &str = "Event Site Date Round White Black Result WhiteElo BlackElo WhiteType BlackType WhiteDial \
     BlackDial TimeControl Termination Variant SetUp FEN PlyCount";

/// Parses the text of one game.
#[derive(Debug, Default)]
pub(super) struct Parser<'a> {
    text: &'a str,
    at: usize,
    /// Line of the file at `at`.
    line_number: usize,
    /// The game so far.
    pub(super) game: Game,
    /// The first result of the main line: `Some(None)` for `*`.
    pub(super) result: Option<Option<GameResult>>,
    /// The notes so far.
    pub(super) notes: Notes,
    /// Whether a token that is not understood, or an illegal move, ended the main line.
    pub(super) main_line_stopped: bool,
    /// Line of the file with the last move of the main line; before it, of the last evaluation of the start position.
    pub(super) last_move_line: usize,
    /// Where the tags stand.
    pub(super) tag_lines: TagLines,
    language: Language,
    /// Tags inside the movetext were added.
    has_late_tags: bool,
    /// A move number that does not fit was noted.
    has_odd_numbers: bool,
    /// No move can be read, because the variant or the start position is not supported.
    no_moves: bool,
    /// Offset of the current token with its move number.
    token_start: usize,
    /// The current line of moves, and the lines around it, innermost last.
    line: Line,
    outer: Vec<Line>,
}

/// Names of tags and their lines of the file.
#[derive(Debug, Default)]
pub(super) struct TagLines(Vec<(String, usize)>);

impl TagLines {
    /// The line of the first tag with this name.
    pub fn of(&self, name: &str) -> Option<usize> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, line)| *line)
    }
}

/// A line of moves: the main line or a variation.
#[derive(Debug, Default)]
struct Line {
    at: NodeId,
    /// The variation has no move yet.
    fresh: bool,
    /// Line of the file where a variation begins that has no move before it.
    baseless: Option<usize>,
    state: LineState,
    before: String,
    /// What stands after the last move and is not parsed yet: parsing one comment takes as long as all of the move together.
    pending: Vec<Pending>,
    nags: Vec<u8>,
    /// The move number whose move has not followed yet.
    number: Option<MoveNumber>,
    /// The first word that was skipped, as long as the moves after it do not show that it was none.
    doubt: Option<Doubt>,
    /// How the moves of the line are numbered.
    numbering: Numbering,
}

/// A comment, or text that is kept as one, after a move.
#[derive(Debug)]
enum Pending {
    Comment(String),
    /// What looks like a command in it is none.
    Text(String),
}

/// Whether a line is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LineState {
    #[default]
    Open,
    /// The rest of the line, from this offset, is not read and will be kept as text.
    KeptFrom(usize),
    /// The rest of the line is kept, or will be as part of an outer line's rest.
    Kept,
}

impl Line {
    fn is_open(&self) -> bool {
        self.state == LineState::Open
    }
}

/// A number in the movetext.
#[derive(Clone, Copy, Debug)]
struct MoveNumber {
    count: i64,
    /// Number of periods: none in some files and in prose, more than one before Black's move.
    dots: usize,
    /// Where it begins and ends in the text.
    start: usize,
    end: usize,
}

/// A word that was not understood and may be a move: if the moves after it do not fit, the line ends before it.
#[derive(Debug)]
struct Doubt {
    word: String,
    /// Offset of the word with its move number.
    offset: usize,
    /// The line and its last node as they were before the word: what was read since is in the text that is kept.
    at: NodeId,
    fresh: bool,
    comment: String,
    nags: Vec<u8>,
    annotation: MoveAnnotation,
    nodes: usize,
    /// Number of moves since.
    plies: usize,
}

/// So many moves that fit, without numbers, show that a word before them was no move.
const PLIES_WITHOUT_DOUBT: usize = 8;

/// Difference of the move numbers in the text from those of the positions, and how often it occurred in a row.
#[derive(Clone, Copy, Debug, Default)]
struct Numbering {
    offset: i64,
    count: usize,
}

/// Whether a comment has two lines of tags, one of which every game has: it has swallowed a game.
fn has_game(comment: &str) -> bool {
    const ROSTER: [&str; 5] = ["Event", "Site", "White", "Black", "Result"];
    let is_roster_tag = |line: &str| {
        let line = Some(line.trim()).filter(|line| line.starts_with('['))?;
        let (name, _, length) = split_tag(line)?;
        let is_whole = length == line.len() && name.chars().all(|c| c.is_ascii_alphanumeric());
        is_whole.then(|| ROSTER.contains(&&*name))
    };
    let tags: Vec<_> = comment.lines().map(is_roster_tag).collect();
    tags.windows(2).any(|two| matches!(two, [Some(first), Some(second)] if *first || *second))
}

impl<'a> Parser<'a> {
    /// Parses `text`, game `number` of its file, which begins on line `line_number`, with piece letters of `language`.
    pub fn parse(text: &'a str, number: usize, line_number: usize, language: Language) -> Self {
        let text = text.trim_end_matches(is_blank);
        let mut parser = Self {
            text,
            line_number,
            last_move_line: line_number,
            notes: Notes { game: number, list: Vec::new() },
            language,
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

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn warn(&mut self, text: String) {
        self.notes.add(self.line_number, Severity::Warning, text);
    }

    /// Advances by `bytes`, which end at a character boundary, and counts lines.
    fn advance(&mut self, bytes: usize) -> &'a str {
        let part = self.rest().get(..bytes).unwrap_or(self.rest());
        self.line_number += line_ends(part.as_bytes());
        self.at += part.len();
        part
    }

    /// Advances to the first character that `end` accepts, or to the end of the text.
    fn advance_to(&mut self, end: impl Fn(char) -> bool) -> &'a str {
        self.advance(self.rest().find(end).unwrap_or(self.rest().len()))
    }

    /// Skips white space, byte-order marks and, at the start of a line, `%` escapes.
    fn skip_blank(&mut self) {
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
                // Saving keeps those after the game.
                if let Some(line) = escape {
                    let text = "a line that begins with % is left out".to_owned();
                    self.notes.add(line, Severity::Warning, text);
                }
                return;
            }
        }
    }

    /// Parses the tags; comments between them go to `comments`.
    fn tags(&mut self, comments: &mut Vec<(usize, String)>) -> Tags {
        let mut tags = Tags::default();
        loop {
            self.skip_blank();
            if self.peek() != Some(b'[') {
                match self.text_before_tag() {
                    Some(found) => comments.extend(found),
                    None => break,
                }
                continue;
            }
            let whole = first_line(self.rest());
            if let Some((name, value, length)) = split_tag(whole) {
                self.advance(length);
                let original = whole[1..].split('"').next().unwrap_or("").trim();
                if original != name || !name.chars().all(is_tag_name) {
                    let original = shortened(original);
                    self.warn(format!("the tag name {original:?} is written with _"));
                }
                self.push_tag(&mut tags, &name, &unescape(value));
                continue;
            }
            let read = if let Some((name, value)) = unclosed_tag(whole) {
                self.push_tag(&mut tags, name, &unescape(value));
                comments.push((self.line_number, format!("{UNREAD} {}", whole.trim_end())));
                let text = format!("the tag {name} is not closed");
                self.notes.add(self.line_number, Severity::Error, text);
                whole
            } else {
                let text = text_in_brackets(whole);
                self.warn(format!("not a tag: {}: kept as text", shortened(text)));
                comments.push((self.line_number, text.to_owned()));
                text
            };
            self.advance(read.len());
        }
        for at in 0..self.tag_lines.0.len() {
            let (name, line) = self.tag_lines.0[at].clone();
            self.rename_tag(&mut tags, &name, line);
        }
        tags
    }

    /// Adds a tag that was read. The first of a name that has a meaning counts.
    fn push_tag(&mut self, tags: &mut Tags, name: &str, value: &str) {
        if let Some(first) = tags.get(name).filter(|first| *first != value && has_meaning(name)) {
            // Two results would contradict each other in what is written.
            let other = if name == "Result" { "is left out" } else { "has no meaning" };
            let (first, value) = (shortened(first), shortened(value));
            self.warn(format!(
                "tag {name} is given twice: \"{first}\" is used, \"{value}\" {other}"
            ));
        }
        tags.push(name, value);
        self.tag_lines.0.push((name.to_owned(), self.line_number));
    }

    /// Gives a tag on `line` whose name differs only in case from one with a meaning that name, unless there is such a tag.
    fn rename_tag(&mut self, tags: &mut Tags, name: &str, line: usize) {
        let Some(known) = known_tag(name) else { return };
        let text = if tags.rename(name, known) {
            self.tag_lines.0.push((known.to_owned(), line));
            format!("the tag {name} is read as {known}")
        } else {
            format!("the tag {name} is kept without a meaning, because there is a tag {known}")
        };
        self.notes.add(line, Severity::Warning, text);
    }

    /// Skips comments and words, but no moves, that are followed by another tag; their lines and texts. Otherwise it skips nothing.
    fn text_before_tag(&mut self) -> Option<Vec<(usize, String)>> {
        let before = (self.at, self.line_number, self.notes.list.len());
        let found = self.skip_to_tag();
        if found.is_none() {
            (self.at, self.line_number) = (before.0, before.1);
            self.notes.list.truncate(before.2);
        }
        found
    }

    /// As [`Self::text_before_tag`], but if no tag follows it stands anywhere.
    fn skip_to_tag(&mut self) -> Option<Vec<(usize, String)>> {
        let (mut found, mut words, mut words_line) = (Vec::new(), Vec::new(), None);
        while !(self.rest().starts_with('[') && split_tag(first_line(self.rest())).is_some()) {
            let line = self.line_number;
            let text = match self.rest().chars().next()? {
                '{' => {
                    let length = self.rest().find('}')?;
                    let text = &self.advance(length)[1..];
                    self.advance(1);
                    text
                }
                ';' => {
                    let length = self.rest().find(is_line_end)?;
                    &self.advance(length)[1..]
                }
                _ => {
                    words_line.get_or_insert(self.line_number);
                    let text = self.words_to(|c| is_line_end(c) || matches!(c, '{' | ';'));
                    if plain(text).split_whitespace().any(san::names_a_move) {
                        return None;
                    }
                    words.push(text);
                    text
                }
            };
            self.note_unread(text);
            found.push((line, text.to_owned()));
            self.skip_blank();
        }
        if let Some(line) = words_line {
            let words = shortened(&commands::single_spaced(&words.join(" ")));
            let text = format!("text before the tags is kept in a comment: {words}");
            self.notes.add(line, Severity::Warning, text);
        }
        Some(found)
    }

    fn movetext(&mut self) {
        loop {
            self.skip_blank();
            let Some(byte) = self.peek() else { break };
            match byte {
                b'{' => self.brace_comment(),
                b';' => {
                    let words = &self.advance_to(is_line_end)[1..];
                    self.note_unread(words);
                    self.comment(self.line_number, &words.replace('{', "(").replace('}', ")"));
                }
                b'(' if self.skip_en_passant_mark() => {}
                b'(' => {
                    self.advance(1);
                    self.begin_variation();
                }
                b')' if !self.outer.is_empty() => {
                    self.end_variation();
                    self.advance(1);
                }
                b')' | b'}' => {
                    self.advance(1);
                    self.warn(format!("{} without its partner", byte as char));
                }
                b'[' if let Some((name, value, length)) = split_tag(first_line(self.rest())) => {
                    self.tag_inside_movetext(&name, &unescape(value));
                    self.advance(length);
                }
                b'$' => self.nag_number(),
                _ if self.rest().starts_with(is_mark) => self.nag_marks(),
                _ => self.token(),
            }
        }
        if !self.outer.is_empty() {
            let text = "a variation is not closed".to_owned();
            self.notes.add(self.line_number, Severity::Error, text);
            self.end_numbers();
            let mark = format!("{UNREAD} the end of the variation");
            // A variation that is left out keeps no text.
            let is_left_out = self.is_empty_baseless();
            if !is_left_out {
                self.add_text(&mark);
            }
            while !self.outer.is_empty() {
                self.end_variation();
            }
            if is_left_out {
                self.add_text(&mark);
            }
        }
        self.end_numbers();
    }

    /// Adds a tag to the tags, or keeps it as text if it would change the start position.
    fn tag_inside_movetext(&mut self, name: &str, value: &str) {
        if matches!(known_tag(name).unwrap_or(name), "FEN" | "SetUp" | "Variant") {
            self.warn(format!("the tag {name} is inside the movetext: kept as text"));
            return self.add_text(&format!("[{name} \"{value}\"]"));
        }
        self.warn(format!("the tag {name} is inside the movetext"));
        let mut tags = mem::take(&mut self.game.tags);
        self.push_tag(&mut tags, name, value);
        self.rename_tag(&mut tags, name, self.line_number);
        self.game.tags = tags;
        self.has_late_tags = true;
    }

    fn brace_comment(&mut self) {
        let start = self.line_number;
        let text = &self.advance_to(|c| c == '}')[1..];
        let text = text.replace('{', "(");
        if self.peek().is_some() {
            self.advance(1);
            if has_game(&text) {
                let text = format!("{UNREAD} {text}");
                let words = "a comment has the tags of a game in it: was it not closed?";
                self.notes.add(start, Severity::Error, words.to_owned());
                return self.comment(start, &text);
            }
            self.note_unread(&commands::text_of(&text));
            self.comment(start, &text);
        } else {
            self.notes.add(start, Severity::Error, "a comment is not closed".to_owned());
            self.comment(start, &format!("{UNREAD} {text}"));
        }
    }

    /// Notes that a comment has moves that a reader did not understand, so that a copy of a game read in part is one too.
    fn note_unread(&mut self, comment: &str) {
        let (_, unread) = split_unread(comment);
        if !unread.is_empty() && self.line.is_open() {
            let text = format!("a comment keeps what could not be read: {}", shortened(unread));
            self.notes.add(self.line_number, Severity::Unread, text);
        }
    }

    fn nag_number(&mut self) {
        self.advance(1);
        let number = self.advance_to(|c| !c.is_ascii_digit());
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
        let marks = self.advance_to(|c| !is_mark(c) && !is_variation_selector(c));
        match nag_of_marks(marks) {
            Some(nag) => self.nag(nag),
            None => self.warn(format!("{} is not an annotation glyph", shortened(marks))),
        }
    }

    /// The characters up to the next one that ends a token.
    fn raw_token(&mut self) -> &'a str {
        self.words_to(|c| is_space(c) || "{}();$".contains(c) || is_mark(c))
    }

    /// Advances as [`Self::advance_to`], past the semicolons of HTML entities such as `&#9816;`, a knight, which begin no comment.
    fn words_to(&mut self, end: impl Fn(char) -> bool) -> &'a str {
        let start = self.at;
        let mut words = self.advance_to(&end);
        while self.rest().starts_with(';') && ends_with_entity(words.as_bytes()) {
            self.advance(1);
            self.advance_to(&end);
            words = &self.text[start..self.at];
        }
        words
    }

    fn token(&mut self) {
        let start = self.at;
        let whole = &*plain(self.raw_token());
        let last = self.last_words(start);
        let whole =
            if last.len() > whole.len() && is_result(last.as_bytes()) { &last } else { whole };
        if is_result(whole.as_bytes()) {
            if whole == last {
                self.advance(self.rest().len());
            }
            return self.result_token(whole);
        }
        if self.is_double_forfeit(&last) {
            self.warn(format!("the result {last} (both lost) is kept as text"));
            self.advance(self.rest().len());
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
            self.text.get(number.end..start).unwrap_or("").trim_matches(is_blank).is_empty()
        };
        self.token_start = self.line.number.filter(is_before).map_or(start, |number| number.start);
    }

    /// Whether only a result, or nothing, follows.
    fn is_last_word(&self) -> bool {
        let rest = self.rest().trim();
        rest.is_empty() || is_result(rest.as_bytes())
    }

    /// The text from `start` to the end without white space, if it is at most as long as a result.
    fn last_words(&self, start: usize) -> String {
        let rest = &self.text[start..];
        if rest.len() > MAX_RESULT_BYTES || !self.outer.is_empty() {
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
        self.advance_to(|c| is_line_end(c) || "{}();".contains(c));
        let words = plain(&self.text[start..self.at]);
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

    /// A move number, or a number that may be a move in numeric notation or a part of castling.
    fn number(&mut self, token: &str, start: usize) {
        let dots = token.trim_start_matches(|c: char| c.is_ascii_digit());
        let (digits, end) = (&token[..token.len() - dots.len()], self.at);
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
        let word = self.text.get(number.start..number.end).unwrap_or("");
        self.warn(format!("no move follows the number {}", shortened(word)));
        self.doubt(word, number.start);
    }

    /// The line, or the part of it before a result, ends: its last number is noted unless it is that of the next move.
    fn end_numbers(&mut self) {
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
    fn is_numbered(&self) -> bool {
        self.line.number.is_some_and(|number| number.dots > 0)
    }

    fn not_understood(&mut self, token: &str) {
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
            let text = number.and_then(|number| self.text.get(number.start..self.at));
            self.warn(format!("not understood: {}", shortened(text.unwrap_or(token))));
            self.doubt(token, self.token_start);
        }
    }

    /// The square that follows a piece letter with a space between them.
    fn split_target(&self) -> Option<&'a str> {
        let rest = self.rest().trim_start_matches(['!', '?']).trim_start();
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

    /// Notes that a word was skipped.
    fn doubt(&mut self, word: &str, offset: usize) {
        if self.line.doubt.is_some() || !self.line.is_open() {
            return;
        }
        self.parse_comments();
        let Line { at, fresh, .. } = self.line;
        let node = self.game.tree().node(at);
        let (comment, nags) = match fresh {
            true => (&self.line.before, &self.line.nags),
            false => (&node.comment, &node.nags),
        };
        self.line.doubt = Some(Doubt {
            word: shortened(word),
            offset,
            at,
            fresh,
            comment: comment.clone(),
            nags: nags.clone(),
            annotation: node.annotation.clone(),
            nodes: self.game.tree().len(),
            plies: 0,
        });
    }

    /// Compares the move number before the move `token`, if there is one, with the position; the text of a message if a
    /// move must be missing or be one of the words before it.
    fn number_problem(&mut self, token: &str) -> Option<String> {
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
                let gap = self.text[..number.start].trim_end().len()..number.start;
                line_ends(&self.text.as_bytes()[gap]) > 1
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

    /// A token that may be a move ends its line: the moves after it would belong to another game.
    fn not_understood_move(&mut self, token: &str) {
        if self.position_for_move().is_some() {
            self.stop_line(format!("not understood: {}", shortened(token)));
        }
    }

    /// A promotion piece in parentheses after `token` with the sign of check after it, as `=Q+`; empty if there is none.
    fn promotion_in_parentheses(&mut self, token: &str) -> String {
        let inside = self.rest().strip_prefix('(').and_then(|rest| rest.split_once(')'));
        let letter = inside.filter(|_| token.ends_with(['1', '8'])).and_then(|(inside, _)| {
            let english = san::normalise(inside, self.language)?;
            matches!(english.as_str(), "Q" | "R" | "B" | "N").then(|| (english, inside.len()))
        });
        letter.map_or_else(String::new, |(english, length)| {
            self.advance(length + 2);
            let checks = self.rest().bytes().take_while(|byte| b"+#".contains(byte)).count();
            let check = self.rest().get(..checks.min(1)).unwrap_or_default().to_owned();
            self.advance(checks);
            format!("={english}{check}")
        })
    }

    /// Skips `(ep)` and `(e.p.)` after a move; whether there was one.
    fn skip_en_passant_mark(&mut self) -> bool {
        let found =
            ["(ep)", "(e.p.)", "(e.p)"].into_iter().find(|mark| self.rest().starts_with(mark));
        found.map(|mark| self.advance(mark.len())).is_some()
    }

    /// The first result of the main line counts; results of variations are kept as text.
    fn result_token(&mut self, text: &str) {
        self.end_numbers();
        let result = GameResult::parse(text);
        let name = |result: Option<GameResult>| result.map_or("*", GameResult::pgn);
        match self.result {
            _ if !self.outer.is_empty() => {
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

    fn begin_variation(&mut self) {
        let parent = self.game.tree().node(self.line.at).parent().filter(|_| !self.line.fresh);
        let is_baseless = parent.is_none() && self.line.is_open();
        let line = Line {
            at: parent.unwrap_or(self.line.at),
            fresh: true,
            baseless: is_baseless.then_some(self.line_number),
            numbering: self.line.numbering,
            state: match parent {
                _ if !self.line.is_open() => LineState::Kept,
                None => LineState::KeptFrom(self.at),
                Some(_) => LineState::Open,
            },
            ..Line::default()
        };
        self.outer.push(mem::replace(&mut self.line, line));
    }

    fn end_variation(&mut self) {
        self.end_numbers();
        self.end_baseless();
        self.keep_rest(self.at);
        self.parse_comments();
        let Some(outer) = self.outer.pop() else { return };
        let ended = mem::replace(&mut self.line, outer);
        if ended.fresh && !ended.is_open() {
            self.add_text(&ended.before);
        } else if ended.fresh {
            if ended.before.is_empty() || !ended.nags.is_empty() {
                self.warn("a variation without moves is left out".to_owned());
            }
            // The comment of a variation without moves is kept.
            self.comment(self.line_number, &ended.before);
        }
    }

    /// Notes that a variation without a move before it is kept as text, unless nothing is in it.
    fn end_baseless(&mut self) {
        if self.is_empty_baseless() {
            self.line.state = LineState::Open;
        } else if let (Some(line), LineState::KeptFrom(_)) = (self.line.baseless, self.line.state) {
            let text = "a variation without a move before it is kept as text".to_owned();
            self.notes.add(line, Severity::Error, text);
        }
    }

    /// Whether the line is a variation without a move before it and without anything in it.
    fn is_empty_baseless(&self) -> bool {
        let (Some(_), LineState::KeptFrom(start)) = (self.line.baseless, self.line.state) else {
            return false;
        };
        let text = self.text.get(start..self.at).unwrap_or("");
        text.chars().all(|c| is_blank(c) || matches!(c, '(' | ')'))
    }

    /// Keeps the text of the line from where it was stopped to `end` as a comment.
    fn keep_rest(&mut self, end: usize) {
        let LineState::KeptFrom(start) = self.line.state else { return };
        self.line.state = LineState::Kept;
        let mut rest = self.text.get(start..end).unwrap_or("").trim();
        if self.outer.is_empty() {
            // The result is written at the end of the movetext anyway.
            let last = rest.rsplit(|c: char| c.is_whitespace()).next().unwrap_or("");
            if is_result(last.as_bytes()) {
                rest = rest[..rest.len() - last.len()].trim_end();
            }
        }
        if !rest.is_empty() {
            self.append_text(&format!("{UNREAD} {rest}"));
        }
    }

    /// Adds a comment without commands to the line.
    fn add_text(&mut self, text: &str) {
        if self.line.is_open() {
            self.append_text(text);
        }
    }

    fn append_text(&mut self, text: &str) {
        let text = commands::single_spaced(text);
        match self.line.fresh {
            true => join(&mut self.line.before, &text),
            false => self.line.pending.push(Pending::Text(text)),
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

    /// Adds a comment that begins on `line`.
    fn comment(&mut self, line: usize, text: &str) {
        if !self.line.is_open() {
            return;
        }
        if self.outer.is_empty() && self.line.at == NodeId::ROOT && text.contains("[%eval") {
            self.last_move_line = line;
        }
        let text = commands::single_spaced(text);
        match self.line.fresh {
            true => join(&mut self.line.before, &text),
            false => self.line.pending.push(Pending::Comment(text)),
        }
    }

    /// Parses the comments after the last move of the line.
    fn parse_comments(&mut self) {
        let all = mem::take(&mut self.line.pending);
        if all.is_empty() {
            return;
        }
        let last_text = all.iter().rposition(|pending| matches!(pending, Pending::Text(_)));
        let tree = self.game.tree_mut();
        let node = tree.node(self.line.at);
        let mut annotation = node.annotation.clone();
        let before = node.parent().map_or(node.position(), |parent| tree.node(parent).position());
        let context = commands::MoveContext { before, after: node.position() };
        let write = |comment: &str, annotation: &MoveAnnotation| {
            commands::words(comment, annotation, context).join(" ")
        };
        let mut original = write(&node.comment, &annotation);
        let mut comment = node.comment.clone();
        for (index, pending) in all.iter().enumerate() {
            match pending {
                Pending::Comment(text) => {
                    join(&mut original, text);
                    join(&mut comment, &commands::extract(text, context, &mut annotation));
                }
                Pending::Text(text) => join(&mut comment, text),
            }
            // Writing puts the commands that stand before a text at the start.
            if Some(index) == last_text {
                annotation.original = mem::take(&mut original);
                original = write(&comment, &annotation);
            }
        }
        // Only what would be written otherwise needs its text.
        annotation.original.clear();
        if write(&comment, &annotation) != original {
            annotation.original = original;
        }
        let node = tree.node_mut(self.line.at);
        (node.annotation, node.comment) = (annotation, comment);
    }

    /// The position for the next move of the line, unless no move can be read.
    fn position_for_move(&mut self) -> Option<&Position> {
        if !self.line.is_open() {
            return None;
        }
        if self.no_moves {
            self.line.state = LineState::KeptFrom(self.token_start);
            return None;
        }
        if self.game.tree().len() > MAX_NODES {
            self.stop_line(format!("more than {MAX_NODES} moves"));
            return None;
        }
        Some(self.game.position_at(self.line.at))
    }

    /// Plays a move, or ends the line if it is illegal. `false` if `english` is not a move. `token` is for messages.
    fn play(&mut self, english: &str, promotion: &str, token: &str) -> bool {
        let position = self.game.position_at(self.line.at);
        let why = match san::read(english, promotion, position) {
            Reading::Other => return false,
            Reading::Refused(SanError::AmbiguousSan) => "is ambiguous",
            Reading::Refused(SanError::IllegalSan) => {
                san::wrong_capture(english, position).unwrap_or("is illegal")
            }
            Reading::Moves(moves) => {
                if self.play_moves(moves, token) {
                    return true;
                }
                "is illegal"
            }
        };
        if self.position_for_move().is_some() {
            let place = place(&self.game, self.line.at);
            self.stop_line(format!("{} {why} {place}", shortened(token)));
        }
        true
    }

    /// Appends moves, unless their number shows that the line must end before them; `false` if they are illegal.
    fn play_moves(&mut self, moves: Vec<TreeMove>, token: &str) -> bool {
        if !self.no_moves
            && self.line.is_open()
            && let Some(problem) = self.number_problem(token)
        {
            self.stop_line(problem);
            return true;
        }
        self.position_for_move().is_none()
            || moves.into_iter().try_for_each(|mv| self.append(mv)).is_some()
    }

    /// Appends a move to the line; `None` if it is illegal.
    fn append(&mut self, mv: TreeMove) -> Option<()> {
        self.parse_comments();
        let tree = self.game.tree_mut();
        let child = tree.append(self.line.at, mv)?;
        let node = tree.node_mut(child);
        node.before = mem::take(&mut self.line.before);
        node.nags = mem::take(&mut self.line.nags);
        (self.line.at, self.line.fresh) = (child, false);
        if self.outer.is_empty() {
            self.last_move_line = self.line_number;
        }
        if let Some(doubt) = &mut self.line.doubt {
            doubt.plies += 1;
        }
        self.line.doubt.take_if(|doubt| doubt.plies > PLIES_WITHOUT_DOUBT);
        Some(())
    }

    /// Stops reading the line at the current token, or at a word before it that may be a move; the rest is kept as text.
    fn stop_line(&mut self, mut text: String) {
        if let Some(doubt) = self.line.doubt.take() {
            text = format!("{text}, so that {} may be a move", doubt.word);
            (self.line.at, self.line.fresh) = (doubt.at, doubt.fresh);
            self.line.pending.clear();
            self.token_start = doubt.offset;
            let tree = self.game.tree_mut();
            tree.truncate(doubt.nodes);
            if doubt.fresh {
                (self.line.before, self.line.nags) = (doubt.comment, doubt.nags);
            } else {
                let node = tree.node_mut(doubt.at);
                (node.comment, node.nags) = (doubt.comment, doubt.nags);
                node.annotation = doubt.annotation;
            }
        }
        self.line.state = LineState::KeptFrom(self.token_start);
        self.main_line_stopped |= self.outer.is_empty();
        let text = format!("{text}: the rest of the line is kept as text");
        self.notes.add(self.line_number, Severity::Error, text);
    }
}

/// White space and characters without width, of which files of word processors have many.
fn is_blank(c: char) -> bool {
    is_space(c) || is_zero_width(c)
}

fn is_space(c: char) -> bool {
    c <= ' ' || c.is_whitespace()
}

/// The part of a line that begins with a bracket and is no tag which is text: all of it, or the brackets where moves or a
/// result follow.
fn text_in_brackets(line: &str) -> &str {
    let (text, behind) = line.split_at(line.find(']').map_or(line.len(), |end| end + 1));
    let has_moves = plain(behind).split_whitespace().any(san::names_a_move);
    if has_moves { text } else { line }
}

/// Characters of a tag name that are written as they are.
fn is_tag_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_+#=:-".contains(c)
}

/// The names of the tags with a meaning.
fn tags_with_meaning() -> impl Iterator<Item = &'static str> {
    GAME_TAGS.split(' ').chain(["BlackTimeControl"])
}

fn has_meaning(name: &str) -> bool {
    tags_with_meaning().any(|known| known == name)
}

/// The tag with a meaning whose name differs from `name` only in case.
fn known_tag(name: &str) -> Option<&'static str> {
    tags_with_meaning().find(|known| *known != name && known.eq_ignore_ascii_case(name))
}

fn first_line(text: &str) -> &str {
    text.split(is_line_end).next().unwrap_or("")
}

const fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

/// Name, escaped value and length of the tag at the start of `line`. Unescaped quotes inside the value are accepted.
fn split_tag(line: &str) -> Option<(String, &str, usize)> {
    let open = line.find('"')?;
    let name = line[1..open].split_whitespace().collect::<Vec<_>>().join("_");
    if name.is_empty() || name.contains([']', '[']) {
        return None;
    }
    let mut escaped = false;
    for (at, c) in line.char_indices().skip_while(|(at, _)| *at <= open) {
        let behind = line[at + c.len_utf8()..].trim_start();
        if c == '"' && !escaped && behind.starts_with(']') {
            return Some((name, &line[open + 1..at], line.len() - behind.len() + 1));
        }
        escaped = c == '\\' && !escaped;
    }
    None
}

/// Name and escaped value of a tag whose quote or bracket is missing at the end of the line.
fn unclosed_tag(line: &str) -> Option<(&str, &str)> {
    let open = line.find('"')?;
    let name = line[1..open].trim();
    let known = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let value = line[open + 1..].trim_end().trim_end_matches(']').trim_end();
    known.then(|| (name, value.strip_suffix('"').unwrap_or(value)))
}

/// Replaces `\"` by `"` and `\\` by `\`.
fn unescape(value: &str) -> String {
    let mut chars = value.chars().peekable();
    let mut out = String::with_capacity(value.len());
    while let Some(c) = chars.next() {
        let escaped =
            if c == '\\' { chars.next_if(|&next| matches!(next, '"' | '\\')) } else { None };
        out.push(escaped.unwrap_or(c));
    }
    out
}

/// The first 40 characters of `text`, with control characters replaced.
fn shortened(text: &str) -> String {
    base::sanitise(&base::shortened(text, 40)).into_owned()
}

/// Appends `more` to `text` with a space between them, or [`BEHIND`] before what could not be read.
fn join(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        let is_first = more.starts_with(UNREAD) && split_unread(text).1.is_empty();
        text.push_str(if is_first { BEHIND } else { " " });
    }
    text.push_str(more);
}

/// "after 3... Nc6" or "in the start position", for a message.
pub fn place(game: &Game, at: NodeId) -> String {
    let node = game.tree().node(at);
    let Some(mover) = node.mover() else { return "in the start position".to_owned() };
    let dots = mover.fold_wb(".", "...");
    format!("after {}{dots} {}", node.move_number(), game.tree().san(at))
}

/// The start position that the tags give.
struct Start {
    position: Position,
    /// What is noted, about which tag; after an error no move can be read.
    notes: Vec<(Severity, &'static str, String)>,
}

fn start_position(tags: &Tags) -> Start {
    let variant = tags.get("Variant").unwrap_or("Standard").trim();
    let mut notes = Vec::new();
    let mode = variant_mode(variant).unwrap_or_else(|| {
        notes.push((Severity::Error, "Variant", format!("variant {variant:?} is not supported")));
        CastlingMode::Standard
    });
    let wanted = mode;
    let position = match tags.get("FEN").map(|fen| (fen, read_fen(fen, mode))) {
        None if mode.is_chess960() => {
            let note =
                format!("variant {variant:?} without a FEN: the standard arrangement is read");
            notes.push((Severity::Warning, "Variant", note));
            Position::chess960(STANDARD_ARRANGEMENT, STANDARD_ARRANGEMENT)
        }
        None => None,
        Some((fen, Ok(read))) => {
            if !read.dropped.is_empty() {
                let dropped: Vec<String> = read.dropped.iter().map(Dropped::to_string).collect();
                let note = format!("fen {fen:?}: {}", dropped.join("; "));
                notes.push((Severity::Warning, "FEN", note));
            }
            if read.position.castling_mode() != wanted && notes.is_empty() {
                let note = format!("fen {fen:?}: castling rights of Chess960: read as Chess960");
                notes.push((Severity::Warning, "FEN", note));
            }
            Some(read.position)
        }
        Some((_, Err(error))) => {
            if notes.is_empty() {
                notes.push((Severity::Error, "FEN", error.to_string()));
            }
            None
        }
    };
    Start { position: position.unwrap_or_default(), notes }
}

/// The castling rules of a `Variant` tag; `None` for another variant.
pub(super) fn variant_mode(variant: &str) -> Option<CastlingMode> {
    let name: String = variant.chars().filter(|c| c.is_alphanumeric()).collect();
    match name.to_lowercase().as_str() {
        "standard" | "normal" | "chess" | "fromposition" | "" => Some(CastlingMode::Standard),
        "chess960"
        | "fischerandom"
        | "fischerrandom"
        | "960"
        | "frc"
        | "freestyle"
        | "freestylechess"
        | "doublechess960"
        | "doublefischerrandom"
        | "dfrc" => Some(CastlingMode::Chess960),
        _ => None,
    }
}

/// Sets players and time controls from the tags. A tag that the game holds in another form is removed.
fn with_tag_values(mut game: Game) -> Game {
    let tags = &game.tags;
    let control = |name: &str| TimeControl::from_tag(tags.get(name)?).ok();
    let white = control("TimeControl").unwrap_or_default();
    let black = control("BlackTimeControl").unwrap_or_else(|| white.clone());
    let players = ByColor::new_with(|side: Color| {
        let tag = |suffix: &str| tags.get(&format!("{}{suffix}", side.fold_wb("White", "Black")));
        Player {
            name: tag("").map(str::trim).filter(|name| *name != "?").unwrap_or("").to_owned(),
            kind: tag("Dial")
                .and_then(engine_info::read_dial_text)
                .map_or(PlayerKind::Human, PlayerKind::Engine),
            elo: tag("Elo").and_then(|elo| elo.trim().parse().ok()).map(Elo),
        }
    });
    if white != black {
        game.tags.remove("BlackTimeControl");
    }
    game.with_control(ByColor { white, black }).with_players(players)
}
