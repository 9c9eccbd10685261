//! Portable Game Notation (PGN): reads and writes games. `docs/pgn.md` documents the format.
//!
//! `splitter` finds where games begin in the bytes of a file of any size, `parser` turns the text of one game into a move
//! tree, with `san` for moves, `game::glyphs` for their signs, `commands` and `engine_info` for commands in comments, and `termination` for results.
//! `read` and `index` are the interface for files, `write` is the way out. Nothing is left out without a note.

mod commands;
mod content;
mod diagnostics;
mod edit_tag;
mod encoding;
mod engine_info;
mod index;
mod language;
mod lines;
mod parser;
mod plain;
mod read;
mod san;
mod save;
mod splitter;
mod termination;
mod write;

pub use super::glyphs::{distinct_nags, nag_meaning, nag_of_sign, nag_sign, nag_signs, nag_words};
pub use commands::{centipawns, other_commands};
pub use diagnostics::{FileNotes, Note, PgnError, Severity};
pub use edit_tag::{ROSTER, TagError, end_of_result, remove_tag, set_tag, tag_names};
pub use index::{GameEntry, GameSource, Index, IndexedTag};
pub use language::Language;
pub use parser::{UNREAD, join_unread, place, split_unread};
pub use read::{ReadGame, read_bytes, read_bytes_as, read_file};
pub use save::{PgnSaveError, save};
pub use write::{movetext, variation, write, write_tags};
