//! A list to choose from, searched by typing: the games of a file, the moments of a game that decided it, or the dial's
//! settings.

use crate::game::NodeId;
use crate::game::pgn::Index;
use crate::strength::DialSetting;
use crate::tui::page::{Page, shortened};
use ratatui::text::Line;
use std::sync::Arc;

/// What is listed.
#[derive(Clone, Debug)]
pub enum Source {
    /// The games of a file.
    Games(Arc<Index>),
    /// Moves with what is to be said of them.
    Moments(Vec<(NodeId, String)>),
    /// Settings of the dial with what is to be said of them.
    Strengths(Vec<(DialSetting, String)>),
}

/// A list with the chosen row and what was typed to search it.
#[derive(Clone, Debug)]
pub struct List {
    /// What is listed.
    pub source: Source,
    filter: String,
    at: usize,
    found: Vec<usize>,
}

impl List {
    /// Everything, with the first row chosen.
    #[must_use]
    pub fn new(source: Source) -> Self {
        let mut list = Self { source, filter: String::new(), at: 0, found: Vec::new() };
        list.search();
        list
    }

    /// The title of the frame.
    #[must_use]
    pub const fn title(&self) -> &'static str {
        match self.source {
            Source::Games(_) => " games ",
            Source::Moments(_) => " critical moments ",
            Source::Strengths(_) => " strength ",
        }
    }

    fn count(&self) -> usize {
        match &self.source {
            Source::Games(index) => index.entries().len(),
            Source::Moments(moments) => moments.len(),
            Source::Strengths(choices) => choices.len(),
        }
    }

    fn text(&self, number: usize) -> String {
        match &self.source {
            Source::Games(index) => index.entries().get(number).map_or_else(String::new, |game| {
                let tag = |name| match game.tag(name) {
                    "" => "?",
                    value => value,
                };
                let players = format!("{} – {}", tag("White"), tag("Black"));
                let rest = [tag("Result"), tag("Date"), tag("ECO"), tag("Event")].join("  ");
                format!("{:>5}  {players:<38}  {rest}", number + 1)
            }),
            Source::Moments(moments) => {
                moments.get(number).map_or_else(String::new, |(_, text)| text.clone())
            }
            Source::Strengths(choices) => {
                choices.get(number).map_or_else(String::new, |(_, text)| text.clone())
            }
        }
    }

    /// The number of the chosen row, counted over everything that is listed.
    #[must_use]
    pub fn chosen(&self) -> Option<usize> {
        self.found.get(self.at).copied()
    }

    /// Goes up or down by some rows.
    pub fn go(&mut self, rows: isize) {
        let last = self.found.len().saturating_sub(1);
        self.at = self.at.saturating_add_signed(rows).min(last);
    }

    /// Narrows the search by a text, or widens it by a letter when there is none.
    pub fn narrow(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.filter.extend(text.chars().filter(|letter| !letter.is_control())),
            None => {
                self.filter.pop();
            }
        }
        self.search();
    }

    fn search(&mut self) {
        let wanted = self.filter.to_lowercase();
        let fits = |&number: &usize| {
            wanted.is_empty() || self.text(number).to_lowercase().contains(&wanted)
        };
        self.found = (0..self.count()).filter(fits).collect();
        self.at = 0;
    }

    /// Chooses the row at `row` of `rows` that are seen; tells whether it was chosen before.
    pub fn click(&mut self, row: u16, rows: u16) -> bool {
        let at = self.first(rows) + usize::from(row);
        let again = at == self.at;
        self.at = at.min(self.found.len().saturating_sub(1));
        again
    }

    /// The first row that is seen: the chosen one is in sight.
    fn first(&self, rows: u16) -> usize {
        (self.at + 3).saturating_sub(usize::from(rows))
    }

    /// Draws the rows, then the search and the keys.
    pub fn draw(&self, page: &mut Page<'_>) {
        let theme = page.theme;
        let (rows, width) = (page.rows(), usize::from(page.width()));
        let first = self.first(rows);
        for (at, &number) in self.found.iter().enumerate().skip(first) {
            if page.rows() <= 2 {
                break;
            }
            let text = shortened(&self.text(number), width);
            page.line(Line::styled(text, if at == self.at { theme.selected } else { theme.text }));
        }
        let free = page.rows().saturating_sub(2);
        page.take(free);
        let found = format!("{} of {}", self.found.len(), self.count());
        let search = if self.filter.is_empty() { "type to search" } else { &self.filter };
        page.both(Line::styled(search.to_owned(), theme.input), Line::styled(found, theme.dim));
        let keys = match self.source {
            Source::Strengths(_) => "↑↓ choose   Enter set the dial   Esc close",
            _ => "↑↓ choose   Enter open   Esc close",
        };
        page.line(Line::styled(shortened(keys, width), theme.key));
    }
}
