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
    let mut text = comment.trim().to_owned();
    join(&mut text, unread);
    text
}

/// Appends `more` to `text` with a space between them, or [`BEHIND`] before what could not be read.
pub(super) fn join(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        let is_first = more.starts_with(UNREAD) && split_unread(text).1.is_empty();
        text.push_str(if is_first { BEHIND } else { " " });
    }
    text.push_str(more);
}
