//! The statistics of the player's games: the page shown, the row selected, and what was computed.

use crate::game::pgn::GameSource;
use crate::library::{Group, Library, Statistics};
use strum::{Display, EnumString, VariantArray};

/// A page of the statistics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Display, EnumString, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Topic {
    /// Totals, accuracy and results over time.
    #[default]
    Overview,
    /// Results by opening.
    Openings,
    /// Mistakes by theme and phase.
    Mistakes,
    /// Where the games left the book.
    Book,
    /// How the estimated rating moved.
    Rating,
}

/// What is known so far.
#[derive(Debug)]
pub enum Answer {
    /// The figures of so many games, of so many, are read.
    Reading(usize, usize),
    /// The statistics, and the games that they are of.
    Read(Box<Statistics>, Box<Library>),
    /// They cannot be computed.
    Failed(String),
}

/// The open statistics.
#[derive(Debug)]
pub struct StatisticsView {
    /// Number of the order; answers to others are stale.
    pub number: u64,
    /// What is known.
    pub answer: Answer,
    /// The filter that the games are found by.
    pub filter: String,
    /// The page shown.
    pub topic: Topic,
    /// Blocks of games take the place of months.
    pub in_blocks: bool,
    /// The selected row; of a page without any the first chart or row shown.
    pub at: usize,
}

impl StatisticsView {
    /// A page that waits for the statistics.
    pub fn new(number: u64, topic: Topic, filter: &str) -> Self {
        let filter = filter.to_owned();
        Self { number, answer: Answer::Reading(0, 0), filter, topic, in_blocks: false, at: 0 }
    }

    /// The statistics, once they are there.
    pub fn statistics(&self) -> Option<&Statistics> {
        match &self.answer {
            Answer::Read(statistics, _) => Some(statistics),
            Answer::Reading(..) | Answer::Failed(_) => None,
        }
    }

    /// The groups over time.
    pub fn periods<'a>(&self, statistics: &'a Statistics) -> &'a [Group] {
        if self.in_blocks { &statistics.blocks } else { &statistics.months }
    }

    /// Rows of the page that can be selected.
    pub fn rows(&self) -> usize {
        let Some(statistics) = self.statistics() else { return 0 };
        match self.topic {
            Topic::Overview | Topic::Mistakes | Topic::Rating => 0,
            Topic::Openings => statistics.openings.len(),
            Topic::Book => statistics.departures.moves.len(),
        }
    }

    /// Selects another row, at most `last`; a page without rows to select is scrolled.
    pub fn go(&mut self, rows: isize, last: usize) {
        self.at = self.at.saturating_add_signed(rows).min(last);
    }

    /// Shows the next page, or the one before.
    pub fn turn(&mut self, by: isize) {
        let all = Topic::VARIANTS;
        let at = all.iter().position(|&topic| topic == self.topic).unwrap_or(0);
        self.topic = all[(at + all.len()).wrapping_add_signed(by) % all.len()];
        self.at = 0;
    }

    /// The library and the filter that finds the games of the selected opening.
    pub fn selected_opening(&self) -> Option<(&Library, String)> {
        let Answer::Read(statistics, library) = &self.answer else { return None };
        let opening = statistics.openings.get(self.at).filter(|_| self.topic == Topic::Openings)?;
        let (colour, family) = opening.name.split_once(": ")?;
        let before = if self.filter.is_empty() { "" } else { " " };
        let filter = &self.filter;
        Some((
            library,
            format!("{filter}{before}side:{} family:\"{family}\"", colour.to_lowercase()),
        ))
    }

    /// The newest game of the selected move that left the book.
    pub fn selected_game(&self) -> Option<GameSource> {
        let Answer::Read(statistics, library) = &self.answer else { return None };
        let departure =
            statistics.departures.moves.get(self.at).filter(|_| self.topic == Topic::Book);
        library.source(*departure?.games.last()?)
    }
}
