//! The game as a document: Portable Game Notation in and out. `docs/pgn.md` says what is written and how.
//!
//! Reading goes in three steps, each tolerant and none of them recursive: `split` finds where games begin in the
//! bytes (also in a file too large to hold), `clean` (with `tag` and `glue`) turns one game's text into what pgn-reader takes without losing
//! anything in silence, and `build` grows the tree from what pgn-reader visits. Writing is `write`.

mod build;
mod commands;
mod engine_info;
mod index;
mod normalise;
mod read;
mod splitter;
mod tag;
mod termination;
mod token;
mod wrap;
mod write;

pub use index::{GameEntry, Index};
pub use read::{Note, PgnError, ReadGame, Severity, read_bytes, read_file};
pub use write::{movetext, write, write_tags};
