//! The list of games: those of a file, or the library. Sorted and filtered as `library` does it.

use crate::library::{Filter, GameFigures, Library, SortBy};
use strum::VariantArray as _;

/// Games of files.
#[derive(Clone, Debug)]
pub struct Games {
    /// The games.
    pub library: Library,
    /// Number of the order that reads their figures.
    pub number: u64,
    /// What they are sorted by.
    pub sort: SortBy,
    /// Is the largest first?
    pub largest_first: bool,
    /// Games whose figures are still to be read.
    pub unread: usize,
    /// Are they those of one file, and not the library?
    pub of_file: bool,
    /// What is wrong with the filter, or why it cannot find some games.
    pub wrong: Option<String>,
}

impl Games {
    /// The games in this order.
    pub fn new(library: Library, number: u64, sort: SortBy) -> Self {
        let unread = library.to_read().len();
        let largest_first = sort.begins_with_largest();
        let of_file = sort == SortBy::File;
        Self { library, number, sort, largest_first, unread, of_file, wrong: None }
    }

    /// Takes in the figures of some games.
    pub fn take(&mut self, figures: Vec<(usize, Option<GameFigures>)>) {
        self.unread = self.unread.saturating_sub(figures.len());
        for (number, figures) in figures {
            if let Some(figures) = figures {
                self.library.take(number, figures);
            }
        }
    }

    /// The numbers of the games that the filter finds, in order; `None` if the filter is not understood.
    pub fn found(&mut self, filter: &str) -> Option<Vec<usize>> {
        let filter = Filter::parse(filter);
        self.wrong = match &filter {
            Err(wrong) => Some(wrong.clone()),
            Ok(filter) => self.library.left_out(filter),
        };
        Some(self.library.select(&filter.ok()?, self.sort, self.largest_first))
    }

    /// Sorts by another value; by the same one the other way round.
    pub fn sort_by(&mut self, sort: SortBy) {
        self.largest_first =
            if sort == self.sort { !self.largest_first } else { sort.begins_with_largest() };
        self.sort = sort;
    }

    /// Sorts by the next value, or the one before.
    pub fn step_sort(&mut self, by: isize) {
        let all = SortBy::VARIANTS;
        let at = all.iter().position(|&sort| sort == self.sort).unwrap_or(0);
        let count = all.len();
        self.sort_by(all[(at + count).wrapping_add_signed(by) % count]);
    }
}
