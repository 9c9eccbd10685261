//! Text wrapped to the width of the inspector page.

use crate::tui::values::format::wrap;
use crate::tui::values::keymap::Keymap;
use crate::tui::values::theme::Theme;
use crate::tui::view::page::span;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

/// Least cells of a value of several rows beside its name. Measured: the longest words in use have 14 letters.
const VALUE: usize = 16;

/// Text wrapped to the width of the page.
#[derive(Debug)]
pub(super) struct PageText<'a> {
    pub(super) theme: &'a Theme,
    pub(super) keymap: &'a Keymap,
    /// Is the page read aloud, without columns one below the other?
    pub(super) plain: bool,
    pub(super) width: usize,
    pub(super) lines: Vec<Line<'static>>,
    /// Index of the selected line, if any.
    pub(super) selected: Option<usize>,
    /// Lines at the top that stay while the others scroll.
    pub(super) pinned: usize,
}

impl<'a> PageText<'a> {
    /// An empty page of `width` cells; a `plain` one is read aloud.
    pub(super) const fn new(
        theme: &'a Theme,
        keymap: &'a Keymap,
        plain: bool,
        width: usize,
    ) -> Self {
        Self { theme, keymap, plain, width, lines: Vec::new(), selected: None, pinned: 0 }
    }

    /// Adds a text, wrapped with its indent.
    pub(super) fn line(&mut self, style: Style, text: impl AsRef<str>) {
        let text = text.as_ref();
        let indent = text.chars().take_while(|letter| *letter == ' ').count().min(self.width / 2);
        self.wrapped(Span::raw(" ".repeat(indent)), style, text);
    }

    /// Adds a sentence in place of an answer.
    pub(super) fn sentence(&mut self, text: &str) {
        self.line(self.theme.dim, text);
    }

    /// What may be done with the page: commands, of which several have a blank between them, by their keys or, where there are no
    /// keys, by their names, and what they do.
    pub(super) fn ways<const N: usize>(&self, ways: [(&str, &str); N]) -> String {
        let way = |(commands, does): (&str, &str)| {
            let named: Vec<String> =
                commands.split(' ').map(|command| self.keymap.way_to(command)).collect();
            format!("{} {does}", named.join(" "))
        };
        ways.map(way).join(" · ")
    }

    /// Adds a text after `head`, which also sets the indent of further lines. Spaces are kept in a text that fits.
    pub(super) fn wrapped(&mut self, head: Span<'static>, style: Style, text: &str) {
        let (indent, text) = (head.width(), &*self.theme.charset.spelled(text));
        if indent + text.trim_start().width() <= self.width {
            return self.row([head, span(style, text.trim_start().to_owned())]);
        }
        let mut head = Some(head);
        for part in wrap(text, self.width.saturating_sub(indent)) {
            let head = head.take().unwrap_or_else(|| Span::raw(" ".repeat(indent)));
            self.row([head, span(style, part)]);
        }
    }

    /// Adds a heading with an empty row above it.
    pub(super) fn heading(&mut self, text: impl Into<String>) {
        if !self.lines.is_empty() {
            self.lines.push(Line::default());
        }
        self.row([span(self.theme.title, text.into())]);
    }

    /// Adds a name and its value: beside the name, or below it where a narrow page would break the words of the value.
    pub(super) fn pair(&mut self, name: &str, value: impl AsRef<str>) {
        let (value, head) = (value.as_ref(), format!("{name:<17} "));
        let room = self.width.saturating_sub(head.width());
        if room >= VALUE || self.theme.charset.spelled(value).width() <= room {
            return self.wrapped(span(self.theme.dim, head), self.theme.text, value);
        }
        self.line(self.theme.dim, name);
        self.wrapped(Span::raw("  "), self.theme.text, value);
    }

    /// Adds a row of a table, cropped to the width.
    pub(super) fn row(&mut self, spans: impl IntoIterator<Item = Span<'static>>) {
        self.lines.push(spans.into_iter().collect());
    }

    /// Adds a row of a table, whose cells are as wide as their columns. A page that is read aloud has two blanks between them, which
    /// become a comma: a full cell would run into the next one.
    pub(super) fn cells<const N: usize>(&mut self, cells: [Line<'static>; N]) {
        if self.plain {
            self.row([Span::raw(apart(cells.iter().map(Line::to_string)))]);
        } else {
            self.row(cells.into_iter().flat_map(|cell| cell.spans));
        }
    }

    /// Adds the headings of a table, as wide as its columns.
    pub(super) fn headings<const N: usize>(&mut self, headings: [String; N]) {
        self.heading(if self.plain { apart(headings) } else { headings.concat() });
    }

    /// Keeps all lines so far at the top while the others scroll.
    pub(super) const fn pin(&mut self) {
        self.pinned = self.lines.len();
    }

    /// Selects the next row.
    pub(super) const fn select(&mut self) {
        self.selected = Some(self.lines.len());
    }
}

/// Cells with two blanks between them; empty ones are left out.
fn apart(cells: impl IntoIterator<Item = String>) -> String {
    let cells = cells.into_iter().map(|cell| cell.trim().to_owned());
    cells.filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join("  ")
}

/// Levels of a tree that are indented.
const INDENTED: usize = 5;

/// The row of a tree at `level` below the first one. Deeper ones have the number of their level before the name instead of a
/// wider indent.
pub(super) fn indented(level: usize, sign: char, name: &str) -> String {
    if level <= INDENTED {
        format!("{}{sign} {name}", "  ".repeat(level))
    } else {
        format!("{}{sign} {level} {name}", "  ".repeat(INDENTED - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::{PageText, indented};
    use crate::tui::values::keymap::Keymap;
    use crate::tui::values::theme::Theme;

    fn rows(width: usize, pairs: &[(&str, &str)]) -> Vec<String> {
        let (theme, keymap) = (Theme::fallback(), Keymap::default());
        let mut text = PageText::new(&theme, &keymap, false, width);
        pairs.iter().for_each(|(name, value)| text.pair(name, value));
        text.lines.iter().map(|line| line.to_string().trim_end().to_owned()).collect()
    }

    #[test]
    fn a_narrow_page_has_a_long_value_below_its_name() {
        let pairs = [("depth", "9"), ("budget", "none: the human model takes its own time")];
        assert_eq!(
            rows(20, &pairs),
            [
                "depth             9",
                "budget",
                "  none: the human",
                "  model takes its",
                "  own time"
            ]
        );
        assert_eq!(
            rows(43, &pairs),
            [
                "depth             9",
                "budget            none: the human model",
                "                  takes its own time"
            ]
        );
    }

    #[test]
    fn deep_rows_of_a_tree_have_their_level_instead_of_an_indent() {
        assert_eq!(indented(0, '▾', "iteration 3"), "▾ iteration 3");
        assert_eq!(indented(5, ' ', "e5"), "            e5");
        assert_eq!(indented(6, '▸', "Nf3"), "        ▸ 6 Nf3");
        assert_eq!(indented(12, ' ', "e5"), "          12 e5");
    }
}
