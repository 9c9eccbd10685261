//! The log panel: each entry with its move of the game, filtered by level, target and text, newest at the bottom.

use crate::tui::model::Model;
use crate::tui::model::log::{LogEntry, LogFilter};
use crate::tui::values::format::wrap;
use crate::tui::values::panel::Panel;
use crate::tui::values::theme::Theme;
use crate::tui::view::page::{Page, span};
use log::Level;
use ratatui::style::Style;
use ratatui::text::Line;

/// The filter, unless it is the default.
pub fn summary(model: &Model) -> String {
    if model.log.filter == LogFilter::default() { String::new() } else { model.log.filter.words() }
}

/// Draws the panel, without the entries that it is scrolled back by.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    if model.log.shown().next().is_none() {
        let is_filtered = model.log.filter != LogFilter::default();
        let words = if is_filtered { "no entry matches the filter" } else { "no entries yet" };
        return page.paragraph(words, page.theme.dim);
    }
    let game = &model.session.game;
    let formatter = Formatter {
        theme: page.theme,
        first: game.start().game_ply(),
        sans: game.sans(),
        shown: model.session.position().game_ply(),
        times: model.log_times,
    };
    let (width, rows) = (usize::from(page.width()), usize::from(page.rows()));
    let back = model.scrolled(Panel::Log).min(0).unsigned_abs();
    let mut lines: Vec<Line<'static>> = Vec::new();
    let mut entries = model.log.shown().skip(back);
    for entry in entries.by_ref() {
        let entry = formatter.lines(width, entry);
        if !lines.is_empty() && lines.len() + entry.len() > rows {
            break;
        }
        lines.extend(entry.into_iter().rev());
    }
    page.cut(0, back.min(model.log.shown().count()));
    let shown = lines.len().min(rows);
    lines.into_iter().take(shown).rev().for_each(|line| page.line(line));
}

/// Cells of the column that names the move.
const MOVE: usize = 9;

struct Formatter<'a> {
    theme: &'a Theme,
    /// Game ply of the start.
    first: usize,
    /// The moves of the game.
    sans: Vec<String>,
    /// The ply on the board.
    shown: usize,
    times: bool,
}

impl Formatter<'_> {
    /// The move that led to the position after `ply` plies.
    fn name(&self, ply: usize) -> String {
        let Some(last) = ply.checked_sub(1) else { return "start".to_owned() };
        let san = last.checked_sub(self.first).and_then(|at| self.sans.get(at));
        let dots = if last.is_multiple_of(2) { "." } else { "…" };
        match san {
            Some(san) => format!("{}{dots}{san}", last / 2 + 1),
            None if ply == self.first => "start".to_owned(),
            // A move that was taken back.
            None => format!("{}{dots}", last / 2 + 1),
        }
    }

    fn style(&self, level: Level, is_shown: bool) -> Style {
        match level {
            Level::Error => self.theme.bad,
            Level::Warn => self.theme.warn,
            Level::Info if is_shown => self.theme.text,
            Level::Info | Level::Debug | Level::Trace => self.theme.dim,
        }
    }

    fn lines(&self, width: usize, entry: &LogEntry) -> Vec<Line<'static>> {
        let LogEntry { level, ply, text, .. } = entry;
        let (level, ply) = (*level, *ply);
        let time = if self.times { format!("{} ", entry.time) } else { String::new() };
        let is_shown = ply == Some(self.shown);
        let sign = level.as_str().chars().next().unwrap_or(' ');
        let name = ply.map_or_else(String::new, |ply| self.name(ply));
        let head = format!("{time}{sign} ");
        let indent = head.chars().count() + MOVE;
        let style = self.style(level, is_shown);
        let mut parts = wrap(text, width.saturating_sub(indent).max(10)).into_iter();
        let named = if is_shown { self.theme.title } else { self.theme.dim };
        let first = Line::from(vec![
            span(self.theme.dim, head),
            span(named, format!("{name:<MOVE$.8}")),
            span(style, parts.next().unwrap_or_default()),
        ]);
        let more = parts.map(|part| Line::styled(format!("{}{part}", " ".repeat(indent)), style));
        std::iter::once(first).chain(more).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Formatter, Level, LogEntry};
    use crate::tui::values::theme::Theme;

    #[test]
    fn an_entry_names_the_move_that_it_belongs_to() {
        let theme = Theme::fallback();
        let formatter = Formatter {
            theme: &theme,
            first: 0,
            sans: ["e4", "e5", "Nf3"].map(str::to_owned).to_vec(),
            shown: 3,
            times: false,
        };
        let entry = |level, ply, text: &str| {
            let (time, target) = (String::new(), "lucena".to_owned());
            LogEntry { time, level, target, ply, text: text.to_owned() }
        };
        let line =
            |ply| formatter.lines(60, &entry(Level::Info, Some(ply), "depth 9"))[0].to_string();
        assert_eq!(line(0), "I start    depth 9");
        assert_eq!(line(2), "I 1…e5     depth 9");
        assert_eq!(line(3), "I 2.Nf3    depth 9");
        assert_eq!(line(4), "I 2…       depth 9");
        let text = "a long entry without a ply of its own";
        let long = formatter.lines(30, &entry(Level::Warn, None, text));
        assert_eq!(long.len(), 3);
    }
}
