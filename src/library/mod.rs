//! Layer 8: the recorded games and those of PGN files as one library. `games` lists them by their tags and looks the figures up,
//! `figures` computes the figures of one game, `filter` filters and sorts, `fold` removes case and accents, `copies` finds games that are there twice, `date` reads dates, `files` keeps the list of files. `statistics` sums up the
//! player's games, `moves` tells what they have in a position, and `book` finds where they left a book. `summary` collects what a page
//! about some games has, and `page` writes it.
//!
//! PGN files are indexed, not imported: tags are read in one pass, games one at a time. The screen and the subcommands show
//! what is computed here.

mod book;
mod copies;
mod date;
mod figures;
mod files;
mod filter;
mod fold;
mod games;
mod material;
mod moves;
mod page;
mod statistics;
mod summary;
mod sums;
#[cfg(test)]
mod tests;

pub use book::{Departure, Departures, Repertoire};
pub use copies::copies_words;
pub use figures::{FiguresReader, GameFigures, Mistake, SideFigures, TimeUse};
pub use files::{LibraryError, LibraryFiles, check_games, without_repeats};
pub use filter::{Filter, SortBy};
pub use games::{Library, Player, Row};
pub use moves::MovesPlayed;
pub use page::{PageError, PageFormat, SummaryPage, summary_page};
pub use statistics::{BLOCK, Group, Lapses, Statistics};
pub use summary::{GameReport, Moment, Standing, Summary};
pub use sums::{MeanAccuracy, Sums, whole};
