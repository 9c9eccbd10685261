//! The statistics of the player's games: the page shown, the row selected, and what was computed.

use super::opening_explorer::OpeningExplorer;
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
    /// The moves of the games from a position.
    Moves,
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
    /// What the page of moves shows.
    pub explorer: OpeningExplorer,
}

impl StatisticsView {
    /// A page that waits for the statistics.
    pub fn new(number: u64, topic: Topic, filter: &str, explorer: OpeningExplorer) -> Self {
        let (filter, answer) = (filter.to_owned(), Answer::Reading(0, 0));
        Self { number, answer, filter, topic, in_blocks: false, at: 0, explorer }
    }

    /// Takes in what has become known.
    pub fn take(&mut self, answer: Answer) {
        self.answer = answer;
        self.count_moves();
    }

    fn count_moves(&mut self) {
        if let Answer::Read(statistics, library) = &self.answer {
            self.explorer.count(statistics, library);
        }
    }

    /// Goes on by the selected move; whether there is one.
    pub fn go_on(&mut self) -> bool {
        let is_move = self.topic == Topic::Moves && self.at < self.rows();
        if is_move {
            self.explorer.go_on(self.at);
            self.at = 0;
            self.count_moves();
        }
        is_move
    }

    /// Goes back by a move of the page of moves, which is then selected.
    pub fn go_back(&mut self) {
        if self.topic == Topic::Moves
            && let Some(left) = self.explorer.go_back()
        {
            self.count_moves();
            let moves = &self.explorer.played().moves;
            self.at = moves.iter().position(|(mv, _)| *mv == left).unwrap_or(0);
        }
    }

    /// Shows the moves of the games with the other side.
    pub fn turn_sides(&mut self) {
        if self.topic == Topic::Moves {
            self.explorer.turn_sides();
            self.at = 0;
            self.count_moves();
        }
    }

    /// The library and the filter that finds the games with the position of the page of moves.
    pub fn games_with_position(&self) -> Option<(&Library, String)> {
        let Answer::Read(_, library) = &self.answer else { return None };
        (self.topic == Topic::Moves).then(|| (&**library, self.explorer.filter(&self.filter)))
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
            Topic::Moves => self.explorer.played().moves.len(),
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
