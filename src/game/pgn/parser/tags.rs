//! The tags of a game.

use super::cursor::is_line_end;
use super::state::{Parser, shortened};
use super::unread::UNREAD;
use crate::game::Tags;
use crate::game::pgn::diagnostics::Severity;
use crate::game::pgn::plain::plain;
use crate::game::pgn::{commands, san};
use std::mem;

/// Tags whose values come from the game, not from `game.tags`.
pub const GAME_TAGS: &str = "Event Site Date Round White Black Result WhiteElo BlackElo WhiteType BlackType WhiteDial \
     BlackDial TimeControl Termination Variant SetUp FEN PlyCount";

impl<'a> Parser<'a> {
    /// Parses the tags; comments between them go to `comments`.
    pub(super) fn tags(&mut self, comments: &mut Vec<(usize, String)>) -> Tags {
        let mut tags = Tags::default();
        loop {
            self.skip_blank();
            if self.cursor.peek() != Some(b'[') {
                match self.text_before_tag() {
                    Some(found) => comments.extend(found),
                    None => break,
                }
                continue;
            }
            let whole = self.cursor.rest_of_line();
            if let Some((name, value, length)) = self.tag_here() {
                self.cursor.advance(length);
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
                comments.push((self.cursor.line_number, format!("{UNREAD} {}", whole.trim_end())));
                let text = format!("the tag {name} is not closed");
                self.notes.add(self.cursor.line_number, Severity::Error, text);
                whole
            } else {
                let text = self.text_in_brackets(whole);
                self.warn(format!("not a tag: {}: kept as text", shortened(text)));
                comments.push((self.cursor.line_number, text.to_owned()));
                text
            };
            self.cursor.advance(read.len());
        }
        for at in 0..self.tag_lines.0.len() {
            let (name, line) = self.tag_lines.0[at].clone();
            self.rename_tag(&mut tags, &name, line);
        }
        tags
    }

    /// Name, escaped value and length of the tag at the cursor. Many brackets on a line without a tag are searched once.
    pub(super) fn tag_here(&mut self) -> Option<(String, &'a str, usize)> {
        let (start, end) = self.no_tag;
        if self.cursor.peek() != Some(b'[') || (start..end).contains(&self.cursor.at) {
            return None;
        }
        let line = self.cursor.rest_of_line();
        let (name, open) = tag_start(line)?;
        let Some((value, length)) = tag_value(line, open) else {
            // Where a tag ends does not depend on where it begins.
            self.no_tag = (self.cursor.at, self.cursor.at + line.len());
            return None;
        };
        Some((name, value, length))
    }

    /// The part of a line that begins with a bracket and is no tag which is text: all of it, or the brackets where moves or a
    /// result follow.
    fn text_in_brackets(&mut self, line: &'a str) -> &'a str {
        let length = line.find(']').map_or(line.len(), |end| end + 1);
        let (text, behind) = line.split_at(length);
        let start = self.cursor.at + length;
        if self.last_move_word < start
            && let Some(word) = last_move_word(behind)
        {
            self.last_move_word = start + word;
        }
        if self.last_move_word >= start { text } else { line }
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
        self.tag_lines.0.push((name.to_owned(), self.cursor.line_number));
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
        let before = (self.cursor.at, self.cursor.line_number, self.notes.list.len());
        let found = self.skip_to_tag();
        if found.is_none() {
            (self.cursor.at, self.cursor.line_number) = (before.0, before.1);
            self.notes.list.truncate(before.2);
        }
        found
    }

    /// As [`Self::text_before_tag`], but if no tag follows it stands anywhere.
    fn skip_to_tag(&mut self) -> Option<Vec<(usize, String)>> {
        let (mut found, mut words, mut words_line) = (Vec::new(), Vec::new(), None);
        while self.tag_here().is_none() {
            let line = self.cursor.line_number;
            let text = match self.cursor.rest().chars().next()? {
                '{' => {
                    let length = self.cursor.rest().find('}')?;
                    let text = &self.cursor.advance(length)[1..];
                    self.cursor.advance(1);
                    text
                }
                ';' => {
                    let length = self.cursor.rest().find(is_line_end)?;
                    &self.cursor.advance(length)[1..]
                }
                _ => {
                    words_line.get_or_insert(self.cursor.line_number);
                    let text = self.cursor.words_to(|c| is_line_end(c) || matches!(c, '{' | ';'));
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

    /// Adds a tag to the tags, or keeps it as text if it would change the start position.
    pub(super) fn tag_inside_movetext(&mut self, name: &str, value: &str) {
        if matches!(known_tag(name).unwrap_or(name), "FEN" | "SetUp" | "Variant") {
            self.warn(format!("the tag {name} is inside the movetext: kept as text"));
            return self.add_text(&format!("[{name} \"{value}\"]"));
        }
        self.warn(format!("the tag {name} is inside the movetext"));
        let mut tags = mem::take(&mut self.game.tags);
        self.push_tag(&mut tags, name, value);
        self.rename_tag(&mut tags, name, self.cursor.line_number);
        self.game.tags = tags;
        self.has_late_tags = true;
    }
}

/// Offset of the last word of `text` that is a move or a result.
fn last_move_word(text: &str) -> Option<usize> {
    let is_move = |word: &&str| plain(word).split_whitespace().any(san::names_a_move);
    let word = text.split_whitespace().rev().find(is_move)?;
    Some(word.as_ptr().addr() - text.as_ptr().addr())
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

/// Name, escaped value and length of the tag at the start of `line`. Unescaped quotes inside the value are accepted.
pub(super) fn split_tag(line: &str) -> Option<(String, &str, usize)> {
    let (name, open) = tag_start(line)?;
    let (value, length) = tag_value(line, open)?;
    Some((name, value, length))
}

/// Name of a tag at the start of `line`, and the offset of the quote behind it.
fn tag_start(line: &str) -> Option<(String, usize)> {
    let open =
        1 + line[1..].find(['"', '[', ']']).filter(|at| line[1..][*at..].starts_with('"'))?;
    let name = line[1..open].split_whitespace().collect::<Vec<_>>().join("_");
    (!name.is_empty()).then_some((name, open))
}

/// The escaped value behind the quote at `open`, and the length of the tag.
fn tag_value(line: &str, open: usize) -> Option<(&str, usize)> {
    let mut escaped = false;
    for (at, c) in line[open + 1..].char_indices() {
        if c == '"' && !escaped {
            let (value, behind) = (&line[open + 1..][..at], line[open + at + 2..].trim_start());
            if behind.starts_with(']') {
                return Some((value, line.len() - behind.len() + 1));
            }
        }
        escaped = c == '\\' && !escaped;
    }
    None
}

/// Name and escaped value of a tag whose quote or bracket is missing at the end of the line.
fn unclosed_tag(line: &str) -> Option<(&str, &str)> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c.is_whitespace();
    let (name, value) = line.split_at(line[1..].find(|c| !is_part(c))? + 1);
    let (name, value) = (name[1..].trim(), value.strip_prefix('"')?);
    if name.is_empty() || name.contains(char::is_whitespace) {
        return None;
    }
    let value = value.trim_end().trim_end_matches(']').trim_end();
    Some((name, value.strip_suffix('"').unwrap_or(value)))
}

/// Replaces `\"` by `"` and `\\` by `\`.
pub(super) fn unescape(value: &str) -> String {
    let mut chars = value.chars().peekable();
    let mut out = String::with_capacity(value.len());
    while let Some(c) = chars.next() {
        let escaped =
            if c == '\\' { chars.next_if(|&next| matches!(next, '"' | '\\')) } else { None };
        out.push(escaped.unwrap_or(c));
    }
    out
}
