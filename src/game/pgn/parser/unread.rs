//! The text in a comment that could not be read.

use crate::game::pgn::san;

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
    let mut joined = Joined::new(comment.trim().to_owned());
    joined.add(unread);
    joined.text
}

/// A comment that is put together of several texts.
#[derive(Clone, Debug, Default)]
pub(super) struct Joined {
    pub text: String,
    /// Whether the text is known to have what could not be read: it is searched once.
    has_unread: bool,
}

impl Joined {
    pub fn new(text: String) -> Self {
        Self { text, has_unread: false }
    }

    /// Appends `more` with a space between, or [`BEHIND`] before what could not be read.
    pub fn add(&mut self, more: &str) {
        let is_unread = more.starts_with(UNREAD);
        if !self.text.is_empty() && !more.is_empty() {
            let is_first = is_unread && !self.has_unread && split_unread(&self.text).1.is_empty();
            self.text.push_str(if is_first { BEHIND } else { " " });
        }
        self.has_unread |= is_unread;
        self.text.push_str(more);
    }
}
