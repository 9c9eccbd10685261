//! Layer 6: the recorded games and those of PGN files as one library. `games` lists them by their tags and looks the figures up,
//! `figures` computes the figures of one game, `query` filters and sorts, `files` keeps the list of files.
//!
//! A file stays a file with an index: tags are read in one pass, games one at a time. The screen and the subcommands show
//! what is computed here.

mod figures;
mod files;
mod games;
mod query;
#[cfg(test)]
mod tests;

pub use figures::{FiguresReader, GameFigures, Mistake, SideFigures, TimeUse};
pub use files::{LibraryError, LibraryFiles};
pub use games::{Library, Player, Row};
pub use query::{Query, SortBy};
