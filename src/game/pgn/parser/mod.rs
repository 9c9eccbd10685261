//! Parses the text of one game into a game. Usual misspellings are corrected; everything else that is not understood
//! gets a note with its line. Variations are a stack of lines, so that their depth costs only memory.
//!
//! `tags` and `start` read the tags, `movetext` its tokens, `line` plays the moves of a line, `numbers` compares their
//! numbers with the positions, `comments` keeps what is said about them, and `unread` marks what could not be read. They
//! share the `state`.

mod comments;
mod cursor;
mod line;
mod movetext;
mod numbers;
mod parse;
mod start;
mod state;
mod tags;
mod unread;

pub use line::place;
pub use start::variant_mode;
pub(super) use state::Parser;
pub use tags::GAME_TAGS;
pub use unread::{UNREAD, join_unread, split_unread};
