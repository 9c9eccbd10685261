//! Drawing primitives of the panels: lines from top to bottom in a rectangle, bars, gauges, number formats. Nothing is
//! drawn outside the rectangle.

use super::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// A rectangle being filled from the top.
#[derive(Debug)]
pub struct Page<'a> {
    /// Where it is drawn.
    pub buffer: &'a mut Buffer,
    /// The free part.
    pub area: Rect,
    /// Colours.
    pub theme: &'a Theme,
}

/// Eighths of a cell, for bars that grow smoothly.
const EIGHTHS: [&str; 9] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"];

/// Heights for small graphs in one row.
pub const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

impl<'a> Page<'a> {
    /// Starts at the top of `area`.
    pub fn new(buffer: &'a mut Buffer, area: Rect, theme: &'a Theme) -> Self {
        let area = area.intersection(buffer.area);
        Self { buffer, area, theme }
    }

    /// Free rows.
    #[must_use]
    pub const fn rows(&self) -> u16 {
        self.area.height
    }

    /// Cells across.
    #[must_use]
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

    /// Writes one line; nothing when the page is full.
    pub fn line(&mut self, line: impl Into<Line<'a>>) {
        let row = self.take(1);
        if row.height > 0 {
            self.buffer.set_line(row.x, row.y, &line.into(), row.width);
        }
    }

    /// Writes a line with `right` at its right end; the left part is truncated.
    pub fn justified(&mut self, left: Line<'a>, right: Line<'a>) {
        let row = self.take(1);
        if row.height == 0 {
            return;
        }
        let width = u16::try_from(right.width()).unwrap_or(u16::MAX).min(row.width);
        let gap = u16::from(width > 0);
        self.buffer.set_line(row.x, row.y, &left, row.width.saturating_sub(width + gap));
        self.buffer.set_line(row.right() - width, row.y, &right, width);
    }

    /// Writes a wrapped paragraph.
    pub fn paragraph(&mut self, text: &str, style: Style) {
        for line in wrap(text, usize::from(self.width())) {
            self.line(Line::styled(line, style));
        }
    }

    /// A row of a gauge from 0 to 1 over the full width, with a text in it at the left.
    pub fn gauge(&mut self, ratio: f64, text: &str) {
        let row = self.take(1);
        gauge(self.buffer, row, ratio, self.theme);
        if row.height > 0 {
            for (x, letter) in (row.x + 1..row.right()).zip(text.chars()) {
                let filled = f64::from(x - row.x) < ratio * f64::from(row.width);
                let cell = &mut self.buffer[(x, row.y)];
                let (fg, bg) = (self.theme.gauge.fg, self.theme.gauge.bg);
                let (ink, ground) = if filled { (bg, fg) } else { (self.theme.text.fg, bg) };
                cell.set_char(letter);
                cell.set_style(Style { fg: ink, bg: ground, ..Style::default() });
                if self.theme.depth == super::colour::ColourDepth::None && filled {
                    cell.set_style(super::colour::reversed(Style::new()));
                }
            }
        }
    }
}

/// Fills a row as a gauge.
pub fn gauge(buffer: &mut Buffer, row: Rect, ratio: f64, theme: &Theme) {
    if row.height == 0 {
        return;
    }
    let filled = bar(ratio, row.width);
    let rest = usize::from(row.width).saturating_sub(filled.chars().count());
    let colourless = theme.depth == super::colour::ColourDepth::None;
    let line = Line::from(vec![
        Span::styled(filled, theme.gauge),
        Span::styled(if colourless { "·" } else { " " }.repeat(rest), theme.gauge),
    ]);
    buffer.set_line(row.x, row.y, &line, row.width);
}

/// A bar of `ratio` (0 to 1) of `width` cells, to an eighth of a cell.
#[must_use]
pub fn bar(ratio: f64, width: u16) -> String {
    let ratio = if ratio.is_finite() { ratio.clamp(0.0, 1.0) } else { 0.0 };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few thousand")]
    let eighths = (ratio * f64::from(width) * 8.0).round() as usize;
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

/// A thin bar of `ratio` (0 to 1) of `width` cells, to half a cell: rows of them stay apart.
#[must_use]
pub fn thin_bar(ratio: f64, width: u16) -> String {
    let ratio = if ratio.is_finite() { ratio.clamp(0.0, 1.0) } else { 0.0 };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few thousand")]
    let halves = (ratio * f64::from(width) * 2.0).round() as usize;
    format!("{}{}", "━".repeat(halves / 2), if halves % 2 == 1 { "╸" } else { "" })
}

/// The latest `width` values as a row of columns, the largest at full height.
#[must_use]
pub fn sparkline(values: &[f64], width: u16) -> String {
    let shown = &values[values.len().saturating_sub(usize::from(width))..];
    let top = shown.iter().copied().fold(0.0, f64::max);
    shown.iter().map(|&value| level(value, top)).collect()
}

fn level(value: f64, top: f64) -> char {
    if top <= 0.0 || !value.is_finite() {
        return LEVELS[0];
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 7")]
    let index = (value / top * 7.0).round().clamp(0.0, 7.0) as usize;
    LEVELS[index]
}

/// A count in at most five letters: `987`, `12.3k`, `4.56M`, `7.89G`.
#[must_use]
pub fn compact(count: f64) -> String {
    let scaled = |value: f64, unit: &str| {
        let decimals = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
        format!("{value:.decimals$}{unit}")
    };
    match count {
        c if !c.is_finite() => "–".to_owned(),
        c if c < 1e3 => format!("{c:.0}"),
        c if c < 999_500.0 => scaled(c / 1e3, "k"),
        c if c < 999_500_000.0 => scaled(c / 1e6, "M"),
        c => scaled(c / 1e9, "G"),
    }
}

/// A count that is an integer.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "three figures are shown")]
pub fn count(count: u64) -> String {
    compact(count as f64)
}

/// `part` of `whole` as a share; 0 of nothing.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "a share to be shown")]
pub fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// A duration in ms as text: `0.42 s`, `12.3 s`, `5:03`, `1:02:03`.
#[must_use]
pub fn duration(ms: f64) -> String {
    let seconds = ms / 1000.0;
    match seconds {
        s if !s.is_finite() => "–".to_owned(),
        s if s < 10.0 => format!("{s:.2} s"),
        s if s < 100.0 => format!("{s:.1} s"),
        s => {
            let minutes = (s / 60.0).floor();
            let rest = s - minutes * 60.0;
            if minutes < 60.0 {
                format!("{minutes:.0}:{:02.0}", rest.floor())
            } else {
                let hours = (minutes / 60.0).floor();
                format!("{hours:.0}:{:02.0}:{:02.0}", minutes - hours * 60.0, rest.floor())
            }
        }
    }
}

/// Breaks a text at spaces into lines of at most `width` letters; longer words are cut.
#[must_use]
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let room = line.chars().count() + 1 + word.chars().count();
        if !line.is_empty() && room > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        while line.chars().count() > width {
            let rest = line.chars().skip(width).collect();
            lines.push(line.chars().take(width).collect());
            line = rest;
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// A text of at most `width` letters: one that is longer ends with `…` after the last whole word that fits.
#[must_use]
pub fn truncate(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let room: String = text.chars().take(width.saturating_sub(1)).collect();
    let is_whole = text[room.len()..].starts_with(' ');
    let end = if is_whole { None } else { room.rfind(' ') };
    format!("{}…", room[..end.unwrap_or(room.len())].trim_end())
}

#[cfg(test)]
mod tests {
    use super::{bar, compact, duration, sparkline, thin_bar, truncate, wrap};

    #[test]
    fn figures_are_short() {
        let counts = [0.0, 999.0, 1e3, 12_345.0, 999_999.0, 4.56e6, 7.891e9, f64::NAN];
        let shown = counts.map(compact);
        assert_eq!(shown, ["0", "999", "1.00k", "12.3k", "1.00M", "4.56M", "7.89G", "–"]);
        let spans = [420.0, 12_345.0, 303_000.0, 3_723_000.0].map(duration);
        assert_eq!(spans, ["0.42 s", "12.3 s", "5:03", "1:02:03"]);
    }

    #[test]
    fn bars_are_exact_to_an_eighth_and_never_too_long() {
        assert_eq!(bar(0.5, 3), "█▌");
        assert_eq!(bar(7.0, 3), "███");
        assert_eq!(bar(f64::NAN, 3), "");
        assert_eq!(thin_bar(0.5, 3), "━╸");
        assert_eq!(sparkline(&[1.0, 8.0, 4.0], 2), "█▅");
        assert_eq!(sparkline(&[0.0], 2), "▁");
    }

    #[test]
    fn words_are_kept_whole_where_they_fit() {
        assert_eq!(wrap("a draw by threefold", 9), ["a draw by", "threefold"]);
        assert_eq!(wrap("abcdef", 4), ["abcd", "ef"]);
        assert_eq!(wrap("  ", 4), Vec::<String>::new());
        let texts = [11, 10, 6, 5, 3].map(|width| truncate("play it now", width));
        assert_eq!(texts, ["play it now", "play it…", "play…", "play…", "pl…"]);
    }
}
