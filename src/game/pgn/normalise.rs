//! One game's text made ready for pgn-reader, which passes over what it does not know: here every token is looked at
//! first, harmless spellings are put right, and what cannot be a move is noted with its line.

use super::read::Severity;
use super::splitter::is_result;
use super::tag::{split_tag, unclosed_tag};
use super::token::{self, Part};
use shakmaty::File;
use shakmaty::san::SanPlus;

/// A game's text as pgn-reader wants it, and what it does not say.
#[derive(Debug, Default)]
pub(super) struct Normalised {
    /// Tags one a line, a blank line, then the movetext in one line.
    pub(super) text: String,
    /// The line of each move in the order they stand, variations included.
    pub(super) lines: Vec<usize>,
    /// Numbers (into `lines`, ascending) of moves in front of which something stood that looked like a move.
    pub(super) gaps: Vec<usize>,
    /// Pawn captures that name files alone, by their number among the moves; a made-up move holds their place.
    pub(super) file_captures: Vec<(usize, [File; 2])>,
    /// What was odd: its line, how bad it is, what to tell.
    pub(super) notes: Vec<(usize, Severity, String)>,
    /// Length of the longest tag line in bytes.
    pub(super) longest_tag: usize,
}

/// Notes kept for one game; binary noise would fill the memory with them.
const MAX_NOTES: usize = 20;

/// What holds the place of a move that is known by its files alone.
const PLACEHOLDER: &str = "axb8=Q";

/// Signs of other notations and the glyph each stands for (PGN 10; Informant).
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

/// Cleans the text of one game that begins on line `first`.
pub(super) fn normalise(text: &str, first: usize) -> Normalised {
    let out = Normalised::default();
    let mut cleaner = Normaliser { text, at: 0, line: first, depth: 0, result: None, out };
    cleaner.tags();
    cleaner.out.text.push('\n');
    cleaner.moves();
    cleaner.out
}

struct Normaliser<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    depth: usize,
    /// The result that was seen outside variations.
    result: Option<String>,
    out: Normalised,
}

impl<'a> Normaliser<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn note(&mut self, line: usize, what: String) {
        self.report(line, Severity::Warning, what);
    }

    fn report(&mut self, line: usize, severity: Severity, what: String) {
        if self.out.notes.len() < MAX_NOTES {
            self.out.notes.push((line, severity, what));
        }
    }

    /// Moves on by `bytes`, counting lines; `bytes` ends at a character.
    fn advance(&mut self, bytes: usize) -> &'a str {
        let part = self.rest().get(..bytes).unwrap_or(self.rest());
        self.line += line_ends(part);
        self.at += part.len();
        part
    }

    /// White space and, at the start of a line, `%` escapes. Was the last thing a line end?
    fn skip_blank(&mut self) {
        while let Some(byte) = self.peek() {
            let line_start =
                self.at == 0 || matches!(self.text.as_bytes()[self.at - 1], b'\n' | b'\r');
            match byte {
                b'\r' if self.rest().starts_with("\r\n") => drop(self.advance(2)),
                0..=b' ' => drop(self.advance(1)),
                b'%' if line_start => drop(self.advance(self.to_line_end())),
                _ if self.rest().starts_with('\u{feff}') => {
                    _ = self.advance('\u{feff}'.len_utf8());
                }
                _ => return,
            }
        }
    }

    fn to_line_end(&self) -> usize {
        self.rest().find(['\n', '\r']).unwrap_or(self.rest().len())
    }

    fn tags(&mut self) {
        loop {
            self.skip_blank();
            if self.peek() != Some(b'[') {
                return;
            }
            let (line, length) = (self.line, self.to_line_end());
            let whole = &self.rest()[..length];
            match split_tag(whole) {
                Some((name, value, used)) => {
                    self.advance(used);
                    let tag = format!("[{name} \"{value}\"]\n");
                    self.out.longest_tag = self.out.longest_tag.max(tag.len());
                    self.out.text.push_str(&tag);
                }
                None => {
                    self.advance(length);
                    let Some((name, value)) = unclosed_tag(whole) else {
                        self.note(line, format!("not a tag: {}", shortened(whole)));
                        continue;
                    };
                    let tag = format!("[{name} \"{value}\"]\n");
                    self.out.longest_tag = self.out.longest_tag.max(tag.len());
                    self.out.text.push_str(&tag);
                    self.note(line, format!("the tag {name} is not closed"));
                }
            }
        }
    }

    fn moves(&mut self) {
        loop {
            self.skip_blank();
            let Some(byte) = self.peek() else { break };
            match byte {
                b'{' => self.brace(),
                b';' => {
                    let length = self.to_line_end();
                    let words = self.advance(length)[1..].replace('{', "(").replace('}', ")");
                    self.push(&format!("{{{words}}}"));
                }
                b'(' => {
                    self.advance(1);
                    self.depth += 1;
                    self.push("(");
                }
                b')' if self.depth > 0 => {
                    self.advance(1);
                    self.depth -= 1;
                    self.push(")");
                }
                b')' | b'}' => {
                    self.advance(1);
                    self.note(self.line, format!("{} without its partner", byte as char));
                }
                b'$' => self.glyph_number(),
                b'!' | b'?' => self.glyph_marks(),
                _ => self.token(),
            }
        }
        if self.depth > 0 {
            self.note(self.line, "a variation is not closed".to_owned());
            self.push(&")".repeat(self.depth));
        }
    }

    fn push(&mut self, text: &str) {
        self.out.text.push_str(text);
        self.out.text.push(' ');
    }

    fn brace(&mut self) {
        let line = self.line;
        let end = self.rest().find('}');
        let length = end.map_or(self.rest().len(), |end| end + 1);
        let words = self.advance(length)[1..].trim_end_matches('}').replace(['\n', '\r', '{'], " ");
        if end.is_none() {
            self.report(line, Severity::Error, "a comment is not closed".to_owned());
        }
        self.push(&format!("{{{words}}}"));
    }

    fn glyph_number(&mut self) {
        let line = self.line;
        self.advance(1);
        let digits = self.rest().find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest().len());
        let number = self.advance(digits);
        match number.parse::<u8>() {
            Ok(number) => self.push(&format!("${number}")),
            Err(_) => self.note(line, format!("${number} is no annotation glyph")),
        }
    }

    fn glyph_marks(&mut self) {
        let length = self.rest().find(|c| c != '!' && c != '?').unwrap_or(self.rest().len());
        let marks = self.advance(length);
        let known = ["!", "?", "!!", "??", "!?", "?!"];
        match known.iter().position(|&known| known == marks) {
            Some(at) => self.push(&format!("${}", at + 1)),
            None => self.note(self.line, format!("{} is no annotation glyph", shortened(marks))),
        }
    }

    fn token(&mut self) {
        let line = self.line;
        let ends = |c: char| c <= ' ' || "{}();$!?".contains(c);
        let length = self.rest().find(ends).unwrap_or(self.rest().len());
        let whole = self.advance(length);
        if is_result(whole.as_bytes()) {
            return self.outcome(whole, line);
        }
        let token = without_number(whole);
        if token.is_empty() || matches!(token, "ep" | "e.p" | "e.p.") {
            return;
        }
        if let Some((_, glyph)) = GLYPH_SIGNS.iter().find(|(sign, _)| *sign == token) {
            self.push(&format!("${glyph}"));
        } else if let Some(san) = self.spelled(token) {
            self.out.lines.push(line);
            self.push(&san);
        } else if let Some(parts) = token::split_token(token) {
            for part in parts {
                match part {
                    Part::Move(san) => {
                        self.out.lines.push(line);
                        self.push(san);
                    }
                    Part::Result(text) => self.outcome(text, line),
                }
            }
        } else if let Some(files) = token::file_capture(token) {
            self.out.file_captures.push((self.out.lines.len(), files));
            self.out.lines.push(line);
            self.push(PLACEHOLDER);
        } else {
            let meant = looks_like_a_move(token);
            let severity = if meant { Severity::Error } else { Severity::Warning };
            self.report(line, severity, format!("not understood: {}", shortened(token)));
            if meant {
                self.out.gaps.push(self.out.lines.len());
            }
        }
    }

    /// A result. The first one outside variations counts.
    fn outcome(&mut self, text: &str, line: usize) {
        let result = result_spelled(text);
        let first = if self.depth == 0 { self.result.as_ref() } else { None };
        match first {
            Some(first) if *first == result => {}
            Some(first) => {
                let what = format!("a second result, {result} behind {first}, is left out");
                self.note(line, what);
            }
            None => {
                self.push(&result);
                if self.depth == 0 {
                    self.result = Some(result);
                }
            }
        }
    }

    /// The move in the spelling that pgn-reader takes.
    fn spelled(&mut self, token: &str) -> Option<String> {
        if matches!(token, "--" | "Z0" | "null" | "pass" | "@@@@" | "<>") {
            return Some("--".to_owned());
        }
        let promotion = match self.rest().as_bytes() {
            [b'(', role @ (b'Q' | b'R' | b'B' | b'N'), b')', ..] if token.ends_with(['1', '8']) => {
                self.advance(3);
                format!("={}", *role as char)
            }
            _ => String::new(),
        };
        let plain = token.trim_end_matches("e.p.").trim_end_matches("ep").replace("++", "+");
        let castling = plain.replace(['0', 'o'], "O").replace(['–', '—'], "-");
        let forms = [
            format!("{plain}{promotion}"),
            castling,
            plain.replace('/', "="),
            plain.replace('-', ""),
            plain.replace(':', "x"),
            with_equals_sign(&plain),
        ];
        let ascii = forms.iter().filter(|form| form.is_ascii());
        ascii
            .map(|form| SanPlus::from_ascii(form.as_bytes()))
            .find_map(Result::ok)
            .map(|san| san.to_string())
    }
}

fn result_spelled(token: &str) -> String {
    let plain = token.replace(['–', '—', ':'], "-").replace('½', "1/2");
    if plain == "1/2" { "1/2-1/2".to_owned() } else { plain }
}

/// `12.e4` and `12...e5` without the number; empty for a number alone.
fn without_number(token: &str) -> &str {
    let behind = token.trim_start_matches(|c: char| c.is_ascii_digit());
    if behind.is_empty() {
        return "";
    }
    let behind = if behind.starts_with(['.', '…']) { behind } else { token };
    let bare = behind.trim_start_matches(['.', '…']);
    if bare == "e.p." { bare } else { bare.trim_end_matches('.') }
}

/// `c8N+` as `c8=N+`.
fn with_equals_sign(token: &str) -> String {
    match token.find(['Q', 'R', 'B', 'N']) {
        Some(at) if at > 0 => format!("{}={}", &token[..at], &token[at..]),
        _ => token.to_owned(),
    }
}

/// Could a move have been meant? Then what follows is not to be trusted.
fn looks_like_a_move(token: &str) -> bool {
    let castling = ["O-O", "0-0", "o-o"].iter().any(|way| token.starts_with(way));
    let spelled = |c: char| "KQRBNabcdefghx123456789=+#-:/".contains(c);
    let target = |pair: &[u8]| (b'a'..=b'h').contains(&pair[0]) && (b'1'..=b'9').contains(&pair[1]);
    let aimed = token.as_bytes().windows(2).any(target);
    // A man with its target cut off; a man's letter alone is a word as well.
    let cut = token.len() > 1 && token.len() < 4 && token.starts_with(['K', 'Q', 'R', 'B', 'N']);
    castling || (token.chars().all(spelled) && (aimed || cut))
}

fn line_ends(part: &str) -> usize {
    let bytes = part.as_bytes();
    let lone = |at: &usize| match bytes[*at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    (0..bytes.len()).filter(lone).count()
}

/// As much of `text` as a message has room for, control characters shown.
pub(super) fn shortened(text: &str) -> String {
    let shown: String = text.chars().take(40).flat_map(char::escape_debug).collect();
    if text.chars().count() > 40 { format!("{shown}…") } else { shown }
}
