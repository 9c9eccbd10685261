//! The help: commands with their keys, with search and scrolling.

use crate::tui::model::Model;
use crate::tui::page::{Page, wrap};
use crate::tui::theme::Theme;
use ratatui::text::{Line, Span};

/// Search text and scroll position.
#[derive(Clone, Debug, Default)]
pub struct Help {
    /// Search text.
    pub filter: String,
    /// Lines above the first one shown.
    pub scroll: usize,
}

/// A line of the help.
enum Entry {
    Heading(&'static str),
    Item(String, String),
}

impl Help {
    /// Scrolls by `step` lines; `draw` limits it at the end.
    pub const fn scrolled(&mut self, step: isize) {
        self.scroll = self.scroll.saturating_add_signed(step);
    }

    fn entries(&self, model: &Model) -> Vec<Entry> {
        let wanted = self.filter.to_lowercase();
        let fits = |text: &str| text.to_lowercase().contains(&wanted);
        let mut entries = Vec::new();
        let mut group = "";
        for spec in model.keymap.specs() {
            let keys = model.keymap.keys(spec.name).join("  ");
            let usage = spec.usage();
            if fits(spec.help) || fits(&keys) || fits(spec.group) || fits(&usage) {
                if group != spec.group {
                    group = spec.group;
                    entries.push(Entry::Heading(group));
                }
                let keys = match (keys.is_empty(), spec.argument.usage.is_empty()) {
                    (true, _) => usage,
                    (false, true) => keys,
                    (false, false) => format!("{keys}  {usage}"),
                };
                entries.push(Entry::Item(keys, spec.help.to_owned()));
            }
        }
        let questions = crate::tui::inspect::questions::QUESTIONS;
        let questions = questions.iter().filter(|it| fits(it.text) || fits("questions"));
        let key = model.keymap.way_to("questions");
        let questions: Vec<Entry> = questions
            .map(|it| Entry::Item(format!("{key} {} {}", it.key, it.then), it.text.to_owned()))
            .collect();
        if !questions.is_empty() {
            entries.push(Entry::Heading("Twelve questions"));
            entries.extend(questions);
        }
        entries
    }

    /// Draws the search line and the entries.
    pub fn draw(&self, model: &Model, page: &mut Page<'_>) {
        let theme = page.theme;
        let search =
            if self.filter.is_empty() { "type to search".to_owned() } else { self.filter.clone() };
        let style = if self.filter.is_empty() { theme.dim } else { theme.input };
        let keys = if page.width() < NARROW { "Esc close" } else { "↑↓ scroll   Esc close" };
        page.justified(
            Line::from(vec![Span::styled("search  ", theme.dim), Span::styled(search, style)]),
            Line::styled(keys, theme.key),
        );
        page.take(1);
        let entries = self.entries(model);
        if entries.is_empty() {
            return page.paragraph("no match", theme.dim);
        }
        let width = page.width();
        let lines: Vec<Line<'static>> =
            entries.into_iter().flat_map(|entry| entry.lines(width, theme)).collect();
        let rows = usize::from(page.rows());
        let first = self.scroll.min(lines.len().saturating_sub(rows));
        for line in lines.into_iter().skip(first).take(rows) {
            page.line(line);
        }
    }
}

/// Below this width the keys get a narrow column. Measured: the longest line of an action needs 31 cells beside the usual
/// one.
const NARROW: u16 = 50;

impl Entry {
    /// Its lines: the keys, and the wrapped text beside them.
    fn lines(self, width: u16, theme: &Theme) -> Vec<Line<'static>> {
        let (keys, text) = match self {
            Self::Heading(text) => return vec![Line::styled(text, theme.title)],
            Self::Item(keys, text) => (keys, text),
        };
        let column = if width < NARROW { 8 } else { 22 };
        let mut head = format!("  {keys:<column$} ");
        let mut lines = Vec::new();
        if keys.chars().count() > column {
            lines.push(Line::styled(head, theme.key));
            head = " ".repeat(column + 3);
        }
        for row in wrap(&text, usize::from(width).saturating_sub(column + 3)) {
            lines.push(Line::from(vec![
                Span::styled(head, theme.key),
                Span::styled(row, theme.text),
            ]));
            head = " ".repeat(column + 3);
        }
        lines
    }
}
