//! Finds where games begin in the bytes of a file: a state machine that is fed chunk by chunk, so
//! that a file of any size can be indexed. It recognises tags, comments, escapes and results, but no moves.
//!
//! A game begins with a tag at the start of a line behind moves, or on the line of their result, with an `Event` tag or the same tag as the game before
//! behind a blank line, or behind a result with the number 1 or, at the start of a line, a move. Comments and other words are
//! no moves: those before a game belong to it, those behind a result to the game before. A comment that is never closed ends
//! where a blank line and an `Event` tag, or the same tag as the game before, follow.

use super::plain::{ends_with_entity, plain};
use super::san::{is_null_move, is_result, names_a_move};

/// Receives the games and tags.
pub(super) trait Sink {
    /// A game begins at this byte, on this line (from 1).
    fn game(&mut self, offset: u64, line: u64);
    /// A tag of the game that began last, without its brackets; cut off at [`TAG_LIMIT`] bytes.
    fn tag(&mut self, raw: &[u8]);
}

/// Maximum length of a tag passed to the sink.
const TAG_LIMIT: usize = 1024;

/// Maximum length of the words that may be a result with spaces in it, such as `1 - 0`.
const WORDS_LIMIT: usize = 32;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mode {
    /// Only white space on this line so far.
    #[default]
    LineStart,
    /// After a tag, or a comment before the first move, on the same line.
    Header,
    Tag,
    Quoted,
    QuotedEscape,
    Moves,
    Token,
    Brace,
    /// A `;` comment or a `%` escape: to the end of the line.
    Rest,
}

/// The machine. Feed it all bytes in order, then call [`GameSplitter::finish`].
#[derive(Debug, Default)]
pub(super) struct GameSplitter {
    mode: Mode,
    offset: u64,
    line: u64,
    after_cr: bool,
    /// Whether a game has begun, has moves, and has its result.
    begun: bool,
    moved: bool,
    finished: bool,
    /// The name of the first tag of the game; empty without one.
    first_tag: Vec<u8>,
    /// A blank line since the last tag.
    blank: bool,
    depth: u32,
    /// Offset and line of the current tag or token, and whether the token is the first on its line.
    mark: (u64, u64),
    leads: bool,
    /// Whether the current bracket stands on the line of a result.
    trails: bool,
    /// Offset and line of the first word before the first game.
    stray: Option<(u64, u64)>,
    buffer: Vec<u8>,
    /// The last words, with a space behind each, if they may be parts of a result.
    words: Vec<u8>,
    /// Consecutive line ends inside a comment, and whether a bracket followed, whose text is in the buffer.
    line_ends: u32,
    in_bracket: bool,
}

impl GameSplitter {
    /// At the start of the first line.
    pub fn new() -> Self {
        Self { line: 1, mark: (0, 1), ..Self::default() }
    }

    /// Processes the next bytes of the file.
    pub fn feed(&mut self, chunk: &[u8], sink: &mut impl Sink) {
        for &byte in chunk {
            let line_end = byte == b'\r' || (byte == b'\n' && !self.after_cr);
            if byte == b'\n' && self.after_cr {
                // The second byte of CR LF.
                self.after_cr = false;
                self.offset += 1;
                continue;
            }
            self.after_cr = byte == b'\r';
            self.take(if line_end { b'\n' } else { byte }, sink);
            self.line += u64::from(line_end);
            self.offset += 1;
        }
    }

    /// Ends the file.
    pub fn finish(&mut self, sink: &mut impl Sink) {
        if self.mode == Mode::Token {
            self.end_token(sink);
        }
    }

    fn take(&mut self, byte: u8, sink: &mut impl Sink) {
        match self.mode {
            Mode::Brace => self.in_brace(byte, sink),
            Mode::Token => match byte {
                b';' if ends_with_entity(&self.buffer) => self.keep(byte),
                b' ' | b'\t' | b'\n' | b'{' | b'}' | b'(' | b')' | b';' => {
                    self.end_token(sink);
                    self.mode = Mode::Moves;
                    self.between(byte, sink);
                }
                // Files that were joined without a line end.
                b'[' if self.depth == 0 && is_result(&self.buffer) => {
                    self.end_token(sink);
                    self.mode = Mode::Moves;
                    self.between(byte, sink);
                }
                _ => self.keep(byte),
            },
            Mode::Tag | Mode::Quoted | Mode::QuotedEscape => self.in_tag(byte, sink),
            Mode::Rest if byte == b'\n' => self.mode = Mode::LineStart,
            Mode::Rest => {}
            Mode::LineStart | Mode::Header | Mode::Moves => self.between(byte, sink),
        }
    }

    /// Between tags and tokens.
    fn between(&mut self, byte: u8, sink: &mut impl Sink) {
        let line_start = self.mode == Mode::LineStart;
        if b"{([;)%".contains(&byte) {
            self.words.clear();
        }
        match byte {
            b'\n' => {
                self.blank |= line_start;
                self.mode = Mode::LineStart;
            }
            b' ' | b'\t' => {}
            // A byte-order mark in concatenated files.
            0xef | 0xbb | 0xbf if line_start => {}
            b'%' if line_start => self.mode = Mode::Rest,
            b'[' if line_start || self.mode == Mode::Header || self.is_over() => {
                self.mark = (self.offset, self.line);
                self.trails = !line_start && self.is_over();
                self.buffer.clear();
                self.mode = Mode::Tag;
            }
            b'{' => {
                self.comment_begins(sink);
                (self.line_ends, self.in_bracket) = (0, false);
                self.mode = Mode::Brace;
            }
            b';' => {
                self.comment_begins(sink);
                self.mode = Mode::Rest;
            }
            b'(' => {
                self.mark = (self.offset, self.line);
                if self.begun {
                    self.depth += 1;
                    self.moved = true;
                } else {
                    self.stray.get_or_insert(self.mark);
                }
                self.mode = Mode::Moves;
            }
            b')' => {
                self.depth = self.depth.saturating_sub(1);
                self.mode = Mode::Moves;
            }
            _ => {
                self.mark = (self.offset, self.line);
                self.leads = line_start;
                self.buffer.clear();
                self.buffer.push(byte);
                self.mode = Mode::Token;
            }
        }
    }

    fn in_tag(&mut self, byte: u8, sink: &mut impl Sink) {
        match (self.mode, byte) {
            (_, b'\n') => {
                self.mode = Mode::LineStart;
                match self.is_tag() {
                    _ if self.trails => {}
                    true => self.tag_ends(),
                    false => self.words_in_brackets(sink),
                }
                return;
            }
            // What stands behind a result is text unless it begins as a tag does.
            (Mode::Tag, b'"' | b']') if self.trails && !self.begins_tag(byte) => {
                self.mode = Mode::Moves;
                return;
            }
            (Mode::Tag, b']') if !self.is_tag() => {
                self.mode = if self.moved { Mode::Moves } else { Mode::Header };
                self.words_in_brackets(sink);
                return;
            }
            (Mode::Tag, b']') => {
                if self.blank && !self.first_tag.is_empty() && self.begins_next() {
                    self.begin(sink);
                }
                self.tag_ends();
                sink.tag(&self.buffer);
                self.mode = Mode::Header;
                return;
            }
            (Mode::Tag, b'"') => {
                if self.moved || !self.begun {
                    self.begin(sink);
                }
                self.trails = false;
                self.mode = Mode::Quoted;
            }
            (Mode::Quoted, b'"') => self.mode = Mode::Tag,
            (Mode::Quoted, b'\\') => self.mode = Mode::QuotedEscape,
            (Mode::QuotedEscape, _) => self.mode = Mode::Quoted,
            _ => {}
        }
        self.keep(byte);
    }

    fn in_brace(&mut self, byte: u8, sink: &mut impl Sink) {
        if byte == b'}' {
            // A tag may follow on the line of a comment between tags.
            self.mode = if self.moved { Mode::Moves } else { Mode::Header };
        } else if byte == b'\n' {
            (self.line_ends, self.in_bracket) = (self.line_ends + 1, false);
        } else if self.in_bracket && byte == b'"' && self.begins_tag(byte) && self.begins_next() {
            self.begin(sink);
            self.keep(byte);
            self.mode = Mode::Quoted;
        } else if self.in_bracket && byte != b'"' {
            self.keep(byte);
        } else if self.line_ends >= 2 && byte == b'[' {
            self.mark = (self.offset, self.line);
            self.buffer.clear();
            (self.line_ends, self.in_bracket) = (0, true);
        } else if !matches!(byte, b' ' | b'\t') {
            (self.line_ends, self.in_bracket) = (0, false);
        }
    }

    /// Whether the tag begins a game behind a blank line.
    fn begins_next(&self) -> bool {
        let name = tag_name(&self.buffer);
        name.eq_ignore_ascii_case(b"Event") || name == self.first_tag
    }

    /// Whether the game has its result.
    const fn is_over(&self) -> bool {
        self.finished && self.depth == 0
    }

    /// Whether the bracket has one name and then a quote.
    fn begins_tag(&self, byte: u8) -> bool {
        let name = self.buffer.trim_ascii();
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        byte == b'"' && !name.is_empty() && name.iter().all(is_name)
    }

    /// Whether the text in brackets has a quote, as a tag has.
    fn is_tag(&self) -> bool {
        self.buffer.contains(&b'"')
    }

    /// Brackets without a quote, such as `[Diagram]`, begin no game, unless a name and a value follow a result.
    fn words_in_brackets(&mut self, sink: &mut impl Sink) {
        let is_name = self.buffer.first().is_some_and(u8::is_ascii_alphabetic);
        if !self.begun {
            self.stray.get_or_insert(self.mark);
        } else if self.finished && is_name && self.buffer.contains(&b' ') {
            self.begin(sink);
        }
    }

    fn tag_ends(&mut self) {
        self.blank = false;
        if self.first_tag.is_empty() {
            self.first_tag = tag_name(&self.buffer).to_vec();
        }
    }

    fn end_token(&mut self, sink: &mut impl Sink) {
        // With spaces in it only behind moves: before them stand names and words.
        let ends_result = self.ends_result() && self.moved;
        if is_result(&self.buffer) || ends_result {
            self.moves_begin(sink);
            self.finished |= self.depth == 0;
        } else if self.moved && (!self.finished || self.depth > 0) {
            // Nothing that a word changes.
        } else if self.finished {
            if self.begins_game() {
                self.begin(sink);
                self.moved = true;
            }
        } else if self.is_move() {
            self.moves_begin(sink);
        } else if !self.begun {
            self.stray.get_or_insert(self.mark);
        }
    }

    /// Whether the token is the last word of a result with spaces in it.
    fn ends_result(&mut self) -> bool {
        let may_be_part =
            |byte: &u8| byte.is_ascii_digit() || b"-:/".contains(byte) || *byte >= 0x80;
        if !self.buffer.iter().all(may_be_part)
            || self.words.len() + self.buffer.len() >= WORDS_LIMIT
        {
            self.words.clear();
            return false;
        }
        self.words.extend_from_slice(&self.buffer);
        self.words.push(b' ');
        let mut starts = (0..self.words.len()).filter(|&at| at == 0 || self.words[at - 1] == b' ');
        starts.any(|at| {
            let joined: Vec<u8> =
                self.words[at..].iter().copied().filter(|&it| it != b' ').collect();
            is_result(&joined)
        })
    }

    /// Whether the token is a move.
    fn is_move(&self) -> bool {
        names_a_move(&plain(&String::from_utf8_lossy(&self.buffer)))
    }

    /// Whether the token begins a game behind a result.
    fn begins_game(&self) -> bool {
        let digits = self.buffer.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (number, behind) = self.buffer.split_at(digits);
        match number {
            b"" => self.leads && !is_null_move(behind) && self.is_move(),
            b"1" => behind.starts_with(b".") || (behind.is_empty() && self.leads),
            _ => false,
        }
    }

    /// Movetext begins or continues.
    fn moves_begin(&mut self, sink: &mut impl Sink) {
        if !self.begun {
            self.mark = if self.mode == Mode::Token { self.mark } else { (self.offset, self.line) };
            self.begin(sink);
        }
        self.moved = true;
    }

    fn comment_begins(&mut self, sink: &mut impl Sink) {
        if !self.begun {
            self.mark = (self.offset, self.line);
            self.begin(sink);
        }
    }

    fn begin(&mut self, sink: &mut impl Sink) {
        (self.begun, self.moved, self.finished) = (true, false, false);
        (self.blank, self.depth) = (false, 0);
        self.first_tag.clear();
        let (offset, line) = self.stray.take().unwrap_or(self.mark);
        sink.game(offset, line);
    }

    fn keep(&mut self, byte: u8) {
        if self.buffer.len() < TAG_LIMIT {
            self.buffer.push(byte);
        }
    }
}

/// The name of a tag without its brackets.
fn tag_name(tag: &[u8]) -> &[u8] {
    tag.split(u8::is_ascii_whitespace).find(|part| !part.is_empty()).unwrap_or(b"")
}
