//! A line of moves: its variations, its moves, and the text that is kept where it ends early.

use super::cursor::is_blank;
use super::state::{Doubt, Line, LineState, Parser, shortened};
use super::unread::{Joined, UNREAD};
use crate::game::pgn::diagnostics::Severity;
use crate::game::pgn::san::{self, Reading, is_result};
use crate::game::{Game, MoveAnnotation, NodeId, TreeMove};
use crate::rules::Position;
use shakmaty::san::SanError;
use std::mem;

/// So many moves that fit, without numbers, show that a word before them was no move.
const PLIES_WITHOUT_DOUBT: usize = 8;

/// Words in variations that are nested deeper than this are no longer in doubt: each doubt keeps the text of the variations
/// behind it once more.
const MAX_DOUBT_DEPTH: usize = 50;

/// Maximum number of moves of one game with its variations. Measured: a node takes about 450 bytes, so the limit is 90 MB.
const MAX_NODES: usize = 200_000;

/// "after 3... Nc6" or "in the start position", for a message.
pub fn place(game: &Game, at: NodeId) -> String {
    let node = game.tree().node(at);
    let Some(mover) = node.mover() else { return "in the start position".to_owned() };
    let dots = mover.fold_wb(".", "...");
    format!("after {}{dots} {}", node.move_number(), game.tree().san(at))
}

impl<'a> Parser<'a> {
    pub(super) fn begin_variation(&mut self) {
        if !self.line.is_open() {
            self.line.unread_variations += 1;
            return;
        }
        let parent = self.game.tree().node(self.line.at).parent().filter(|_| !self.line.fresh);
        let line = Line {
            at: parent.unwrap_or(self.line.at),
            fresh: true,
            baseless: parent.is_none().then_some(self.cursor.line_number),
            numbering: self.line.numbering,
            state: match parent {
                None => LineState::KeptFrom(self.cursor.at),
                Some(_) => LineState::Open,
            },
            ..Line::default()
        };
        self.outer.push(mem::replace(&mut self.line, line));
    }

    pub(super) fn end_variation(&mut self) {
        if self.line.unread_variations > 0 {
            self.line.unread_variations -= 1;
            return;
        }
        self.end_numbers();
        self.end_baseless();
        self.keep_rest(self.cursor.at);
        self.parse_comments();
        let Some(outer) = self.outer.pop() else { return };
        let ended = mem::replace(&mut self.line, outer);
        if ended.fresh && !ended.is_open() {
            self.add_text(&ended.before.text);
        } else if ended.fresh {
            if ended.before.text.is_empty() || !ended.nags.is_empty() {
                self.warn("a variation without moves is left out".to_owned());
            }
            // The comment of a variation without moves is kept.
            self.comment(self.cursor.line_number, &ended.before.text);
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
    pub(super) fn is_empty_baseless(&self) -> bool {
        let (Some(_), LineState::KeptFrom(start)) = (self.line.baseless, self.line.state) else {
            return false;
        };
        let text = self.cursor.text.get(start..self.cursor.at).unwrap_or("");
        text.chars().all(|c| is_blank(c) || matches!(c, '(' | ')'))
    }

    /// Keeps the text of the line from where it was stopped to `end` as a comment.
    pub(super) fn keep_rest(&mut self, end: usize) {
        let LineState::KeptFrom(start) = self.line.state else { return };
        self.line.state = LineState::Kept;
        let mut rest = self.cursor.text.get(start..end).unwrap_or("").trim();
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

    /// The position for the next move of the line, unless no move can be read.
    pub(super) fn position_for_move(&mut self) -> Option<&Position> {
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
    pub(super) fn play(&mut self, english: &str, promotion: &str, token: &str) -> bool {
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
    pub(super) fn play_moves(&mut self, moves: Vec<TreeMove>, token: &str) -> bool {
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
        node.before = mem::take(&mut self.line.before).text;
        node.nags = mem::take(&mut self.line.nags);
        (self.line.at, self.line.fresh) = (child, false);
        if self.outer.is_empty() {
            self.last_move_line = self.cursor.line_number;
        }
        if let Some(doubt) = &mut self.line.doubt {
            doubt.plies += 1;
        }
        self.line.doubt.take_if(|doubt| doubt.plies > PLIES_WITHOUT_DOUBT);
        Some(())
    }

    /// Notes that a word was skipped.
    pub(super) fn doubt(&mut self, word: &str, offset: usize) {
        let is_deep = self.outer.len() > MAX_DOUBT_DEPTH;
        if is_deep || self.line.doubt.is_some() || !self.line.is_open() {
            return;
        }
        self.parse_comments();
        let Line { at, fresh, .. } = self.line;
        let node = self.game.tree().node(at);
        let (comment, nags) = match fresh {
            true => (&self.line.before.text, &self.line.nags),
            false => (&node.comment, &node.nags),
        };
        self.line.doubt = Some(Doubt {
            word: shortened(word),
            offset,
            at,
            fresh,
            comment: comment.clone(),
            nags: nags.clone(),
            annotation: if fresh { MoveAnnotation::default() } else { node.annotation.clone() },
            nodes: self.game.tree().len(),
            plies: 0,
        });
    }

    /// Stops reading the line at the current token, or at a word before it that may be a move; the rest is kept as text.
    pub(super) fn stop_line(&mut self, mut text: String) {
        if let Some(doubt) = self.line.doubt.take() {
            text = format!("{text}, so that {} may be a move", doubt.word);
            (self.line.at, self.line.fresh) = (doubt.at, doubt.fresh);
            self.line.pending.clear();
            self.token_start = doubt.offset;
            let tree = self.game.tree_mut();
            tree.truncate(doubt.nodes);
            if doubt.fresh {
                (self.line.before, self.line.nags) = (Joined::new(doubt.comment), doubt.nags);
            } else {
                let node = tree.node_mut(doubt.at);
                (node.comment, node.nags) = (doubt.comment, doubt.nags);
                node.annotation = doubt.annotation;
            }
        }
        self.line.state = LineState::KeptFrom(self.token_start);
        self.main_line_stopped |= self.outer.is_empty();
        let text = format!("{text}: the rest of the line is kept as text");
        self.notes.add(self.cursor.line_number, Severity::Error, text);
    }
}
