//! The tags of a game.

use super::cursor::{first_line, is_line_end};
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
            let whole = first_line(self.cursor.rest());
            if let Some((name, value, length)) = split_tag(whole) {
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
                let text = text_in_brackets(whole);
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
        while !(self.cursor.rest().starts_with('[')
            && split_tag(first_line(self.cursor.rest())).is_some())
        {
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

/// Name, escaped value and length of the tag at the start of `line`. Unescaped quotes inside the value are accepted.
pub(super) fn split_tag(line: &str) -> Option<(String, &str, usize)> {
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
