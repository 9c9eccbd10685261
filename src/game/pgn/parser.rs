//! Parses the text of one game into a [`Game`]. Usual misspellings are corrected; everything else that is not understood
//! gets a note with its line. Variations are a stack of lines, so that their depth costs only memory.

use super::diagnostics::{Notes, Severity};
use super::san::{self, Part};
use super::splitter::is_result;
use super::{commands, engine_info};
use crate::base::Elo;
use crate::game::{Game, GameResult, NodeId, Player, PlayerKind, Tags, TimeControl, TreeMove};
use crate::rules::{Color, Position, parse_fen};
use shakmaty::ByColor;
use shakmaty::san::{SanError, SanPlus};
use std::mem;

/// Maximum number of moves of one game with its variations. Measured: a node takes about 450 bytes, so the limit is 90 MB.
const MAX_NODES: usize = 200_000;

/// Signs of other notations and their NAGs (PGN 10; Informant).
const GLYPH_SIGNS: [(&str, u8); 13] = [
    ("=", 10),
    ("∞", 13),
    ("+=", 14),
    ("⩲", 14),
    ("=+", 15),
    ("⩱", 15),
    ("±", 16),
    ("+/-", 16),
    ("∓", 17),
    ("-/+", 17),
    ("+-", 18),
    ("-+", 19),
    ("N", 146),
];

/// Parses the text of one game.
#[derive(Debug)]
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
    /// The current line of moves, and the lines around it, innermost last.
    line: Line,
    outer: Vec<Line>,
}

/// A line of moves: the main line or a variation.
#[derive(Debug, Default)]
struct Line {
    at: NodeId,
    /// The variation has no move yet.
    fresh: bool,
    /// A token that may be a move was not understood: the line stops at its next move.
    gap: bool,
    /// The rest of the line is left out.
    stopped: bool,
    before: String,
    nags: Vec<u8>,
}

impl<'a> Parser<'a> {
    /// Parses `text`, game `number` of its file, which begins on line `line_number`.
    pub(super) fn parse(text: &'a str, number: usize, line_number: usize) -> Self {
        let mut parser = Self {
            text,
            at: 0,
            line_number,
            game: Game::default(),
            result: None,
            notes: Notes { game: number, list: Vec::new() },
            line: Line::default(),
            outer: Vec::new(),
        };
        let tags = parser.tags();
        let (start, problem) = start_position(&tags);
        parser.game = game_from_tags(start, tags);
        if let Some(problem) = problem {
            parser.line.stopped = true;
            parser.notes.add(line_number, Severity::Error, problem);
        }
        parser.movetext();
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
        self.line_number += line_ends(part);
        self.at += part.len();
        part
    }

    /// Advances to the first character that `end` accepts, or to the end of the text.
    fn advance_to(&mut self, end: impl Fn(char) -> bool) -> &'a str {
        self.advance(self.rest().find(end).unwrap_or(self.rest().len()))
    }

    /// Skips white space, byte-order marks and, at the start of a line, `%` escapes.
    fn skip_blank(&mut self) {
        while let Some(byte) = self.peek() {
            let line_start =
                self.at == 0 || matches!(self.text.as_bytes()[self.at - 1], b'\n' | b'\r');
            if byte == b'%' && line_start {
                self.advance_to(is_line_end);
            } else if self.rest().starts_with("\r\n") {
                self.advance(2);
            } else if byte <= b' ' {
                self.advance(1);
            } else if self.rest().starts_with('\u{feff}') {
                self.advance('\u{feff}'.len_utf8());
            } else {
                return;
            }
        }
    }

    fn tags(&mut self) -> Tags {
        let mut tags = Tags::default();
        loop {
            self.skip_blank();
            if self.peek() != Some(b'[') {
                return tags;
            }
            let whole = &self.rest()[..self.rest().find(is_line_end).unwrap_or(self.rest().len())];
            if let Some((name, value, length)) = split_tag(whole) {
                self.advance(length);
                tags.push(&name, unescape(value).trim());
                continue;
            }
            if let Some((name, value)) = unclosed_tag(whole) {
                tags.push(name, unescape(value).trim());
                self.warn(format!("the tag {name} is not closed"));
            } else {
                self.warn(format!("not a tag: {}", shortened(whole)));
            }
            self.advance(whole.len());
        }
    }

    fn movetext(&mut self) {
        loop {
            self.skip_blank();
            let Some(byte) = self.peek() else { break };
            match byte {
                b'{' => self.brace_comment(),
                b';' => {
                    let words = &self.advance_to(is_line_end)[1..];
                    self.comment(&words.replace('{', "(").replace('}', ")"));
                }
                b'(' => {
                    self.advance(1);
                    self.begin_variation();
                }
                b')' if !self.outer.is_empty() => {
                    self.advance(1);
                    self.end_variation();
                }
                b')' | b'}' => {
                    self.advance(1);
                    self.warn(format!("{} without its partner", byte as char));
                }
                b'$' => self.nag_number(),
                b'!' | b'?' => self.nag_marks(),
                _ => self.token(),
            }
        }
        if !self.outer.is_empty() {
            self.warn("a variation is not closed".to_owned());
        }
        while !self.outer.is_empty() {
            self.end_variation();
        }
    }

    fn brace_comment(&mut self) {
        let start = self.line_number;
        let text = &self.advance_to(|c| c == '}')[1..];
        if self.peek().is_some() {
            self.advance(1);
        } else {
            self.notes.add(start, Severity::Error, "a comment is not closed".to_owned());
        }
        self.comment(&text.replace('{', " "));
    }

    fn nag_number(&mut self) {
        self.advance(1);
        let number = self.advance_to(|c| !c.is_ascii_digit());
        match number.parse::<u8>() {
            Ok(nag) => self.nag(nag),
            Err(_) => self.warn(format!("${number} is not a numeric annotation glyph (NAG)")),
        }
    }

    fn nag_marks(&mut self) {
        let marks = self.advance_to(|c| c != '!' && c != '?');
        match ["!", "?", "!!", "??", "!?", "?!"].iter().position(|&known| known == marks) {
            Some(at) => self.nag(at as u8 + 1),
            None => self.warn(format!("{} is not an annotation glyph", shortened(marks))),
        }
    }

    fn token(&mut self) {
        let number = self.line_number;
        let whole = self.advance_to(|c| c <= ' ' || "{}();$!?".contains(c));
        if is_result(whole.as_bytes()) {
            return self.result_token(whole);
        }
        let token = san::without_number(whole);
        if token.is_empty() || matches!(token, "ep" | "e.p" | "e.p.") {
            return;
        }
        let promotion = match self.rest().as_bytes() {
            [b'(', role @ (b'Q' | b'R' | b'B' | b'N'), b')', ..] if token.ends_with(['1', '8']) => {
                self.advance(3);
                format!("={}", *role as char)
            }
            _ => String::new(),
        };
        if let Some((_, nag)) = GLYPH_SIGNS.iter().find(|(sign, _)| *sign == token) {
            self.nag(*nag);
        } else if let Some(san) = san::spelled(token, &promotion) {
            self.play(&san);
        } else if let Some(parts) = san::split_token(token) {
            for part in parts {
                match part {
                    Part::Move(san) => self.play(&san),
                    Part::Result(text) => self.result_token(text),
                }
            }
        } else if let Some(files) = san::file_capture(token) {
            let Some(position) = self.position_for_move() else { return };
            match *san::file_captures(files, position).as_slice() {
                [mv] => drop(self.append(TreeMove::Move(mv))),
                [] => self.warn(format!("not understood: {}", shortened(token))),
                _ => self.stop_line(format!("{token} is ambiguous")),
            }
        } else {
            let gap = san::may_be_a_move(token);
            let severity = if gap { Severity::Error } else { Severity::Warning };
            self.notes.add(number, severity, format!("not understood: {}", shortened(token)));
            self.line.gap |= gap;
        }
    }

    /// The first result of the main line counts; results of variations are ignored.
    fn result_token(&mut self, text: &str) {
        let result = GameResult::parse(text);
        let name = |result: Option<GameResult>| result.map_or("*", GameResult::pgn);
        match self.result {
            _ if !self.outer.is_empty() => {}
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
        if parent.is_none() && !self.line.stopped {
            let text = "a variation without a move before it is left out".to_owned();
            self.notes.add(self.line_number, Severity::Error, text);
        }
        let line = Line {
            at: parent.unwrap_or(self.line.at),
            fresh: true,
            stopped: self.line.stopped || parent.is_none(),
            ..Line::default()
        };
        self.outer.push(mem::replace(&mut self.line, line));
    }

    fn end_variation(&mut self) {
        let Some(outer) = self.outer.pop() else { return };
        let ended = mem::replace(&mut self.line, outer);
        // The comment of a variation without moves is kept.
        self.comment(&ended.before);
    }

    fn nag(&mut self, nag: u8) {
        if self.line.fresh {
            self.line.nags.push(nag);
        } else if !self.line.stopped {
            self.game.tree_mut().node_mut(self.line.at).nags.push(nag);
        }
    }

    fn comment(&mut self, text: &str) {
        if self.line.stopped {
            return;
        }
        if self.line.fresh {
            return join(&mut self.line.before, &commands::single_spaced(text));
        }
        let tree = self.game.tree_mut();
        let node = tree.node(self.line.at);
        let mut annotation = node.annotation.clone();
        let before = node.parent().map_or(node.position(), |parent| tree.node(parent).position());
        let context = commands::MoveContext { before, after: node.position() };
        let words = commands::extract(text, context, &mut annotation);
        let node = tree.node_mut(self.line.at);
        node.annotation = annotation;
        join(&mut node.comment, &words);
    }

    /// The position for the next move of the line, unless the line is stopped.
    fn position_for_move(&mut self) -> Option<&Position> {
        if self.line.stopped {
            return None;
        }
        if mem::take(&mut self.line.gap) {
            self.stop_line("the moves after it are left out".to_owned());
            return None;
        }
        if self.game.tree().len() > MAX_NODES {
            self.stop_line(format!("more than {MAX_NODES} moves: the rest is left out"));
            return None;
        }
        Some(self.game.position_at(self.line.at))
    }

    fn play(&mut self, san: &SanPlus) {
        let Some(position) = self.position_for_move() else { return };
        let error = match san::resolve(&san.san, position) {
            Ok(moves) => match moves.into_iter().try_for_each(|mv| self.append(mv)) {
                Some(()) => return,
                None => SanError::IllegalSan,
            },
            Err(error) => error,
        };
        let why = match error {
            SanError::AmbiguousSan => "is ambiguous",
            SanError::IllegalSan => "is illegal",
        };
        self.stop_line(format!("{san} {why} {}", place(&self.game, self.line.at)));
    }

    /// Appends a move to the line; `None` if it is illegal.
    fn append(&mut self, mv: TreeMove) -> Option<()> {
        let tree = self.game.tree_mut();
        let child = tree.append(self.line.at, mv)?;
        let node = tree.node_mut(child);
        node.before = mem::take(&mut self.line.before);
        node.nags = mem::take(&mut self.line.nags);
        (self.line.at, self.line.fresh) = (child, false);
        Some(())
    }

    /// Leaves out the rest of the line.
    fn stop_line(&mut self, text: String) {
        self.line.stopped = true;
        self.notes.add(self.line_number, Severity::Error, text);
    }
}

const fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

fn line_ends(part: &str) -> usize {
    let bytes = part.as_bytes();
    let ends = |at: &usize| match bytes[*at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    (0..bytes.len()).filter(ends).count()
}

/// Name, escaped value and length of the tag at the start of `line`. Unescaped quotes inside the value are accepted.
fn split_tag(line: &str) -> Option<(String, &str, usize)> {
    let open = line.find('"')?;
    let name: String = line[1..open].split_whitespace().collect();
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

/// The first 40 characters of `text`, with control characters escaped.
fn shortened(text: &str) -> String {
    let shown: String = text.chars().take(40).flat_map(char::escape_debug).collect();
    if text.chars().count() > 40 { format!("{shown}…") } else { shown }
}

/// Appends `more` to `text` with a space between them.
fn join(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
}

/// "after 3... Nc6", for a message.
fn place(game: &Game, at: NodeId) -> String {
    let node = game.tree().node(at);
    let Some(mover) = node.mover() else { return "in the start position".to_owned() };
    let ply = node.position().game_ply().saturating_sub(1);
    let dots = mover.fold_wb(".", "...");
    format!("after {}{dots} {}", ply / 2 + 1, game.tree().san(at))
}

/// The start position, and why the moves cannot be read, if so.
fn start_position(tags: &Tags) -> (Position, Option<String>) {
    let variant = tags.get("Variant").unwrap_or("Standard").to_lowercase();
    let known = ["standard", "normal", "chess", "from position", "fromposition", ""];
    let unknown = (!known.contains(&variant.as_str()))
        .then(|| format!("variant {variant:?} is not supported: the moves are left out"));
    match tags.get("FEN").map(parse_fen) {
        None => (Position::default(), unknown),
        Some(Ok(start)) => (start, unknown),
        Some(Err(error)) => {
            (Position::default(), unknown.or(Some(format!("{error}: the moves are left out"))))
        }
    }
}

/// A game with these tags. A tag that the game holds in another form is removed.
fn game_from_tags(start: Position, mut tags: Tags) -> Game {
    let control = |name: &str| TimeControl::from_tag(tags.get(name)?).ok();
    let white = control("TimeControl").unwrap_or_default();
    let black = control("BlackTimeControl").unwrap_or_else(|| white.clone());
    let players = ByColor::new_with(|side: Color| {
        let tag = |suffix: &str| tags.get(&format!("{}{suffix}", side.fold_wb("White", "Black")));
        Player {
            name: tag("").filter(|name| *name != "?").unwrap_or("").to_owned(),
            kind: tag("Dial")
                .and_then(engine_info::read_dial_text)
                .map_or(PlayerKind::Human, PlayerKind::Engine),
            elo: tag("Elo").and_then(|elo| elo.parse().ok()).map(Elo),
        }
    });
    if white != black {
        tags.remove("BlackTimeControl");
    }
    let mut game = Game::new(start).with_control(ByColor { white, black }).with_players(players);
    game.tags = tags;
    game
}
