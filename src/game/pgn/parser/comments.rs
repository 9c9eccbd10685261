//! Comments of a game.

use super::state::{Parser, Pending, shortened};
use super::tags::split_tag;
use super::unread::{Joined, UNREAD, split_unread};
use crate::game::pgn::commands;
use crate::game::pgn::diagnostics::Severity;
use crate::game::{MoveAnnotation, NodeId};
use std::mem;

impl<'a> Parser<'a> {
    pub(super) fn brace_comment(&mut self) {
        let start = self.cursor.line_number;
        let text = &self.cursor.advance_to(|c| c == '}')[1..];
        let text = text.replace('{', "(");
        if self.cursor.peek().is_some() {
            self.cursor.advance(1);
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
    pub(super) fn note_unread(&mut self, comment: &str) {
        let (_, unread) = split_unread(comment);
        if !unread.is_empty() && self.line.is_open() {
            let text = format!("a comment keeps what could not be read: {}", shortened(unread));
            self.notes.add(self.cursor.line_number, Severity::Unread, text);
        }
    }

    /// Adds a comment without commands to the line.
    pub(super) fn add_text(&mut self, text: &str) {
        if self.line.is_open() {
            self.append_text(text);
        }
    }

    pub(super) fn append_text(&mut self, text: &str) {
        let text = commands::single_spaced(text);
        match self.line.fresh {
            true => self.line.before.add(&text),
            false => self.line.pending.push(Pending::Text(text)),
        }
    }

    /// Adds a comment that begins on `line`.
    pub(super) fn comment(&mut self, line: usize, text: &str) {
        if !self.line.is_open() {
            return;
        }
        if self.outer.is_empty() && self.line.at == NodeId::ROOT && text.contains("[%eval") {
            self.last_move_line = line;
        }
        let text = commands::single_spaced(text);
        match self.line.fresh {
            true => self.line.before.add(&text),
            false => self.line.pending.push(Pending::Comment(text)),
        }
    }

    /// Parses the comments after the last move of the line.
    pub(super) fn parse_comments(&mut self) {
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
        let mut original = Joined::new(write(&node.comment, &annotation));
        let mut comment = Joined::new(node.comment.clone());
        for (index, pending) in all.iter().enumerate() {
            match pending {
                Pending::Comment(text) => {
                    original.add(text);
                    comment.add(&commands::extract(text, context, &mut annotation));
                }
                Pending::Text(text) => comment.add(text),
            }
            // Writing puts the commands that stand before a text at the start.
            if Some(index) == last_text {
                annotation.original = mem::take(&mut original).text;
                original = Joined::new(write(&comment.text, &annotation));
            }
        }
        // Only what would be written otherwise needs its text.
        annotation.original.clear();
        if write(&comment.text, &annotation) != original.text {
            annotation.original = original.text;
        }
        let node = tree.node_mut(self.line.at);
        (node.annotation, node.comment) = (annotation, comment.text);
    }
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
