//! The log panel (tui-logger): each entry with its move of the game, filtered by level and target.

use crate::tui::model::Model;
use crate::tui::model::log_filter::LogFilter;
use crate::tui::values::format::wrap;
use crate::tui::values::theme::Theme;
use crate::tui::view::page::{Page, span};
use log::{Level, LevelFilter};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::Widget;
use tui_logger::{ExtLogRecord, LogFormatter, TuiLoggerWidget, TuiWidgetState};

/// The filter, unless it is the default.
pub fn summary(model: &Model) -> String {
    if model.log_filter == LogFilter::default() { String::new() } else { model.log_filter.words() }
}

/// Draws the panel.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    tui_logger::move_events();
    let area = page.take(page.rows());
    let game = &model.session.game;
    let formatter = Formatter {
        theme: page.theme.clone(),
        first: game.start().game_ply(),
        sans: game.sans(),
        shown: model.session.position().game_ply(),
        times: model.log_times,
    };
    TuiLoggerWidget::default()
        .style(page.theme.dim)
        .state(&state(&model.log_filter))
        .formatter(Box::new(formatter))
        .render(area, page.buffer);
    clear_partial_entry(area, page.buffer);
}

/// The filter as tui-logger's widget state.
fn state(filter: &LogFilter) -> TuiWidgetState {
    let (state, level) = (TuiWidgetState::new(), filter.level.to_level_filter());
    match filter.target() {
        None => state.set_default_display_level(level),
        Some((_, target)) => {
            state.set_default_display_level(LevelFilter::Off).set_level_for_target(target, level)
        }
    }
}

/// Clears the end of an entry that starts above the area, unless no other entry is visible.
fn clear_partial_entry(area: Rect, buffer: &mut Buffer) {
    let area = area.intersection(buffer.area);
    let begins = |y: &u16| area.width > 0 && buffer[(area.x, *y)].symbol() != " ";
    let first = (area.top()..area.bottom()).find(begins);
    for y in area.top()..first.unwrap_or(area.top()) {
        buffer.set_string(area.x, y, " ".repeat(usize::from(area.width)), Style::new());
    }
}

/// Cells of the column that names the move.
const MOVE: usize = 9;

/// The parts of a log entry.
struct Entry<'a> {
    level: Level,
    time: &'a str,
    /// The game ply it belongs to; the log writes it to the field `line` of tui-logger, which keeps no key-values.
    ply: Option<usize>,
    text: &'a str,
}

struct Formatter {
    theme: Theme,
    /// Game ply of the start.
    first: usize,
    /// The moves of the game.
    sans: Vec<String>,
    /// The ply on the board.
    shown: usize,
    times: bool,
}

impl Formatter {
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

    fn lines(&self, width: usize, entry: &Entry<'_>) -> Vec<Line<'static>> {
        let Entry { level, time, ply, text } = *entry;
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

impl LogFormatter for Formatter {
    fn min_width(&self) -> u16 {
        20
    }

    fn format(&self, width: usize, entry: &ExtLogRecord) -> Vec<Line<'_>> {
        let time = |it: &ExtLogRecord| it.timestamp.strftime("%H:%M:%S ").to_string();
        let time = if self.times { time(entry) } else { String::new() };
        let ply = entry.line.and_then(|ply| usize::try_from(ply).ok());
        self.lines(width, &Entry { level: entry.level, time: &time, ply, text: entry.msg() })
    }
}

#[cfg(test)]
mod tests {
    use super::{Entry, Formatter, Level};
    use crate::tui::values::theme::Theme;

    #[test]
    fn an_entry_names_the_move_that_it_belongs_to() {
        let formatter = Formatter {
            theme: Theme::fallback(),
            first: 0,
            sans: ["e4", "e5", "Nf3"].map(str::to_owned).to_vec(),
            shown: 3,
            times: false,
        };
        let line = |ply| {
            let entry = Entry { level: Level::Info, time: "", ply: Some(ply), text: "depth 9" };
            formatter.lines(60, &entry)[0].to_string()
        };
        assert_eq!(line(0), "I start    depth 9");
        assert_eq!(line(2), "I 1…e5     depth 9");
        assert_eq!(line(3), "I 2.Nf3    depth 9");
        assert_eq!(line(4), "I 2…       depth 9");
        let text = "a long entry without a ply of its own";
        let long = formatter.lines(30, &Entry { level: Level::Warn, time: "", ply: None, text });
        assert_eq!(long.len(), 3);
    }
}
