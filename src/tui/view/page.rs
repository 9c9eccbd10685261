//! Drawing primitives of the panels: lines from top to bottom in a rectangle, bars, gauges. Nothing is drawn outside the
//! rectangle. Bars and sparklines are text, unlike ratatui's widgets, so that they share a line with labels and figures;
//! the gauge has its text at the left.

use crate::tui::values::colour::{ColourDepth, reversed};
use crate::tui::values::format::{crop, truncate, wrap};
use crate::tui::values::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use std::borrow::Cow;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Begins the selected row of the debugger's page, where nobody sees its colour.
pub const SELECTED: &str = "selected: ";

/// Cells of a figure beside its label.
const FIGURE: usize = 6;

/// A styled text.
pub fn span<'a>(style: Style, text: impl Into<Cow<'a, str>>) -> Span<'a> {
    Span::styled(text, style)
}

/// A rectangle being filled from the top.
#[derive(Debug)]
pub struct Page<'a> {
    /// Where it is drawn.
    pub buffer: &'a mut Buffer,
    /// The free part.
    pub area: Rect,
    /// Colours.
    pub theme: &'a Theme,
    /// Rows cut above and below.
    cut: (usize, usize),
    /// Empty rows cut since the last one that is not.
    blank: usize,
}

impl<'a> Page<'a> {
    /// Starts at the top of `area`.
    pub fn new(buffer: &'a mut Buffer, area: Rect, theme: &'a Theme) -> Self {
        let area = area.intersection(buffer.area);
        Self { buffer, area, theme, cut: (0, 0), blank: 0 }
    }

    /// Free rows.
    pub const fn rows(&self) -> u16 {
        self.area.height
    }

    /// Cells across.
    pub const fn width(&self) -> u16 {
        self.area.width
    }

    /// Takes the next `rows` rows; fewer if there are not so many.
    pub fn take(&mut self, rows: u16) -> Rect {
        let rows = rows.min(self.area.height);
        let taken = Rect { height: rows, ..self.area };
        self.area = Rect { y: self.area.y + rows, height: self.area.height - rows, ..self.area };
        taken
    }

    /// Notes rows that the caller leaves out, above and below.
    pub fn cut(&mut self, above: usize, below: usize) {
        self.cut.0 += above;
        self.cut.1 += below;
    }

    /// Rows left out above and below: those that were noted, and those that found the page full.
    pub const fn hidden(&self) -> (usize, usize) {
        self.cut
    }

    /// Writes one line; when the page is full it is counted.
    pub fn line(&mut self, line: impl Into<Line<'a>>) {
        let (row, line) = (self.take(1), line.into());
        if row.height > 0 {
            self.write(&line, row);
        } else if line.spans.iter().all(|span| span.content.trim().is_empty()) {
            self.blank += 1;
        } else {
            self.cut.1 += 1 + std::mem::take(&mut self.blank);
        }
    }

    /// Writes a line into a row; one that is cut ends with an ellipsis, unless it is cut between two columns and the first one has
    /// no cell to spare.
    fn write(&mut self, line: &Line<'_>, row: Rect) {
        self.buffer.set_line(row.x, row.y, line, row.width);
        let text: String = line.spans.iter().map(|span| &*span.content).collect();
        if row.width == 0 || text.trim_end().width() <= row.width.into() {
            return;
        }
        let shown = crop(&text, row.width.into());
        if shown.ends_with(' ') || !text[shown.len()..].starts_with("  ") {
            // A wide character that the mark would cut in two goes with it.
            let kept = crop(&text, usize::from(row.width) - 1).width();
            let end = row.x + u16::try_from(kept).unwrap_or(0);
            for x in end..row.right() {
                let symbol = if x == end { "…" } else { " " };
                self.buffer[(x, row.y)].set_symbol(symbol);
            }
        }
    }

    /// Writes one line of spans.
    pub fn row(&mut self, spans: impl IntoIterator<Item = Span<'a>>) {
        self.line(spans.into_iter().collect::<Line<'a>>());
    }

    /// Writes names and values in two columns with labels of these widths.
    pub fn figures(&mut self, figures: &[(&'static str, String)], labels: [usize; 2]) {
        let (width, theme) = (usize::from(self.width()), self.theme);
        // A column without room for its values would show labels alone.
        let columns = if width / 2 < labels[1] + FIGURE { 1 } else { 2 };
        let half = width / columns;
        for two in figures.chunks(columns) {
            let cells = two.iter().zip(labels).flat_map(|((name, value), label)| {
                let cells = half.saturating_sub(label);
                let value = format!("{value:<wide$} ", wide = cells.saturating_sub(1));
                [span(theme.dim, format!("{name:<label$}")), span(theme.strong, value)]
            });
            self.row(cells);
        }
    }

    /// Writes one line in one style.
    pub fn text(&mut self, style: Style, text: impl Into<Cow<'a, str>>) {
        self.line(span(style, text));
    }

    /// Writes a line with `right` at its right end; the left part is truncated.
    pub fn justified(&mut self, left: impl Into<Line<'a>>, right: impl Into<Line<'a>>) {
        let row = self.take(1);
        let right = right.into();
        if row.height == 0 {
            self.cut.1 += 1;
            return;
        }
        let width = u16::try_from(right.width()).unwrap_or(u16::MAX).min(row.width);
        let gap = u16::from(width > 0);
        let room = Rect { width: row.width.saturating_sub(width + gap), ..row };
        self.write(&left.into(), room);
        self.buffer.set_line(row.right() - width, row.y, &right, width);
    }

    /// A paragraph of at most `rows` rows; the last one of a longer text ends with `…`.
    pub fn cut_paragraph(&mut self, text: &str, style: Style, rows: usize) {
        let width = usize::from(self.width());
        let lines = wrap(text, width);
        let is_cut = lines.len() > rows;
        for (row, mut line) in lines.into_iter().take(rows).enumerate() {
            if is_cut && row + 1 == rows {
                line = truncate(&(line + " …"), width);
            }
            self.text(style, line);
        }
    }

    /// Writes a wrapped paragraph.
    pub fn paragraph(&mut self, text: &str, style: Style) {
        let text = self.theme.charset.spelled(text);
        for line in wrap(&text, usize::from(self.width())) {
            self.text(style, line);
        }
    }

    /// A row of a gauge from 0 to 1 over the full width, with a text in it at the left.
    pub fn gauge(&mut self, ratio: f64, text: &str) {
        let (row, theme) = (self.take(1), self.theme);
        if row.height == 0 {
            self.cut.1 += 1;
            return;
        }
        let is_colourless = theme.depth == ColourDepth::None;
        let filled = filled(ratio, row.width);
        let rest = usize::from(row.width).saturating_sub(filled.chars().count());
        let rest = if is_colourless { "·" } else { " " }.repeat(rest);
        self.buffer.set_string(row.x, row.y, format!("{filled}{rest}"), theme.gauge);
        let mut x = row.x + 1;
        for letter in text.chars() {
            let width = u16::try_from(letter.width().unwrap_or(0)).unwrap_or(0);
            if width == 0 || x + width > row.right() {
                break;
            }
            let is_filled = f64::from(x - row.x) < ratio * f64::from(row.width);
            let (fg, bg) = (theme.gauge.fg, theme.gauge.bg);
            let (fg, bg) = if is_filled { (bg, fg) } else { (theme.text.fg, bg) };
            let style = Style { fg, bg, ..Style::default() };
            self.buffer.set_string(x, row.y, letter.to_string(), style);
            if is_colourless && is_filled {
                self.buffer[(x, row.y)].set_style(reversed(Style::new()));
            }
            x += width;
        }
    }
}

/// Eighths of a cell, for bars.
const EIGHTHS: [&str; 9] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"];

/// Heights of a sparkline.
pub const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// `steps` parts of a ratio of 0 to 1, rounded; 0 if it is not finite.
fn parts(ratio: f64, steps: u16) -> usize {
    let ratio = if ratio.is_finite() { ratio.clamp(0.0, 1.0) } else { 0.0 };
    (ratio * f64::from(steps)).round() as usize
}

/// The cells that `ratio` (0 to 1) of `width` fills, to an eighth of a cell.
fn filled(ratio: f64, width: u16) -> String {
    let eighths = parts(ratio, 8 * width);
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

/// A bar, or where it has no cell the mark of its baseline: a ratio of zero is a value, unlike one that is not finite.
fn on_baseline(bar: String, ratio: f64, width: u16) -> String {
    if bar.is_empty() && ratio.is_finite() && width > 0 { BASELINE.to_owned() } else { bar }
}

/// The mark of a bar without length.
const BASELINE: &str = "│";

/// A bar of `ratio` (0 to 1) of `width` cells, to an eighth of a cell.
pub fn bar(ratio: f64, width: u16) -> String {
    on_baseline(filled(ratio, width), ratio, width)
}

/// A thin bar of `ratio` (0 to 1) of `width` cells, to half a cell: rows of them stay apart.
pub fn thin_bar(ratio: f64, width: u16) -> String {
    let halves = parts(ratio, 2 * width);
    let cells = format!("{}{}", "━".repeat(halves / 2), if halves % 2 == 1 { "╸" } else { "" });
    on_baseline(cells, ratio, width)
}

/// The latest `width` values as a row of columns, the largest at full height.
pub fn sparkline(values: &[f64], width: u16) -> String {
    let shown = &values[values.len().saturating_sub(usize::from(width))..];
    let top = shown.iter().copied().fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    shown.iter().map(|&value| LEVELS[parts(value / top, 7)]).collect()
}

#[cfg(test)]
mod tests {
    use super::{bar, sparkline, thin_bar};

    #[test]
    fn bars_are_exact_to_an_eighth_and_never_too_long() {
        assert_eq!(bar(0.5, 3), "█▌");
        assert_eq!(bar(7.0, 3), "███");
        assert_eq!(bar(f64::NAN, 3), "");
        assert_eq!(thin_bar(0.5, 3), "━╸");
        assert_eq!([thin_bar(0.0, 3), bar(0.0, 3), bar(0.001, 3)], ["│"; 3]);
        assert_eq!([thin_bar(0.0, 0), bar(0.0, 0), thin_bar(f64::NAN, 3)], [""; 3]);
        assert_eq!(sparkline(&[1.0, 8.0, 4.0], 2), "█▅");
        assert_eq!(sparkline(&[0.0], 2), "▁");
    }
}
