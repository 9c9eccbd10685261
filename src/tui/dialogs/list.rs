//! A searchable list: games of a file, critical moments of a game, or strength levels.

use crate::game::NodeId;
use crate::game::pgn::Index;
use crate::strength::StrengthLevel;
use crate::tui::page::{Page, truncate};
use ratatui::text::Line;
use std::sync::Arc;

/// The items.
#[derive(Clone, Debug)]
pub enum Source {
    /// The games of a file.
    Games(Arc<Index>),
    /// Moves with descriptions.
    CriticalMoments(Vec<(NodeId, String)>),
    /// Strength levels with descriptions.
    Strengths(Vec<(StrengthLevel, String)>),
}

/// A list with selection and search text.
#[derive(Clone, Debug)]
pub struct List {
    /// The items.
    pub source: Source,
    filter: String,
    at: usize,
    found: Vec<usize>,
}

impl List {
    /// All items, the first one selected.
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
            Source::CriticalMoments(_) => " critical moments ",
            Source::Strengths(_) => " strength ",
        }
    }

    fn count(&self) -> usize {
        match &self.source {
            Source::Games(index) => index.entries().len(),
            Source::CriticalMoments(moments) => moments.len(),
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
            Source::CriticalMoments(moments) => {
                moments.get(number).map_or_else(String::new, |(_, text)| text.clone())
            }
            Source::Strengths(choices) => {
                choices.get(number).map_or_else(String::new, |(_, text)| text.clone())
            }
        }
    }

    /// Index of the selected item among all items.
    #[must_use]
    pub fn selected(&self) -> Option<usize> {
        self.found.get(self.at).copied()
    }

    /// Moves the selection.
    pub fn go(&mut self, rows: isize) {
        let last = self.found.len().saturating_sub(1);
        self.at = self.at.saturating_add_signed(rows).min(last);
    }

    /// Appends to the search text, or removes its last character.
    pub fn filter_by(&mut self, text: Option<&str>) {
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

    /// Selects visible row `row` of `rows`; returns whether it was selected before.
    pub fn click(&mut self, row: u16, rows: u16) -> bool {
        let at = self.first(rows) + usize::from(row);
        let again = at == self.at;
        self.at = at.min(self.found.len().saturating_sub(1));
        again
    }

    /// The first visible row.
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
            let text = truncate(&self.text(number), width);
            page.line(Line::styled(text, if at == self.at { theme.selected } else { theme.text }));
        }
        let free = page.rows().saturating_sub(2);
        page.take(free);
        let found = format!("{} of {}", self.found.len(), self.count());
        let search = if self.filter.is_empty() { "type to search" } else { &self.filter };
        page.justified(
            Line::styled(search.to_owned(), theme.input),
            Line::styled(found, theme.dim),
        );
        let keys = match self.source {
            Source::Strengths(_) => "↑↓ choose   Enter set the strength   Esc close",
            _ => "↑↓ choose   Enter open   Esc close",
        };
        page.line(Line::styled(truncate(keys, width), theme.key));
    }
}
