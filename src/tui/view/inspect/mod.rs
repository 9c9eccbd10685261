//! The inspector page: its text, wrapped to the panel and scrolled to the selected row.

mod paused;
mod perft;
mod reports;
mod searches;
mod tree;

pub use reports::{branching, dependence_text, iteration_nodes, logarithms};

use super::page::{Page, span};
use crate::tui::model::Model;
use crate::tui::model::inspect::Subject;
use crate::tui::values::format::wrap;
use crate::tui::values::panel::Panel;
use crate::tui::values::theme::Theme;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

/// Text wrapped to the width of the page.
#[derive(Debug)]
struct PageText<'a> {
    theme: &'a Theme,
    width: usize,
    lines: Vec<Line<'static>>,
    /// Index of the selected line, if any.
    selected: Option<usize>,
}

impl PageText<'_> {
    /// Adds a text, wrapped with its indent.
    fn line(&mut self, style: Style, text: impl AsRef<str>) {
        let text = text.as_ref();
        let indent = text.chars().take_while(|letter| *letter == ' ').count().min(self.width / 2);
        self.wrapped(Span::raw(" ".repeat(indent)), style, text);
    }

    /// Adds a sentence in place of an answer.
    fn sentence(&mut self, text: &str) {
        self.line(self.theme.dim, text);
    }

    /// Adds a text after `head`, which also sets the indent of further lines. Spaces are kept in a text that fits.
    fn wrapped(&mut self, head: Span<'static>, style: Style, text: &str) {
        let indent = head.width();
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
    fn heading(&mut self, text: impl Into<String>) {
        if !self.lines.is_empty() {
            self.lines.push(Line::default());
        }
        self.row([span(self.theme.title, text.into())]);
    }

    /// Adds a name and its value, wrapped beside the name.
    fn pair(&mut self, name: &str, value: impl AsRef<str>) {
        let head = span(self.theme.dim, format!("{name:<17} "));
        self.wrapped(head, self.theme.text, value.as_ref());
    }

    /// Adds a row of a table, cropped to the width.
    fn row(&mut self, spans: impl IntoIterator<Item = Span<'static>>) {
        self.lines.push(spans.into_iter().collect());
    }

    /// Selects the next row.
    const fn select(&mut self) {
        self.selected = Some(self.lines.len());
    }
}

/// Rows below the selected one that stay visible.
const BELOW: usize = 3;

/// Draws the panel.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    let width = usize::from(page.width());
    let mut text = PageText { theme: page.theme, width, lines: Vec::new(), selected: None };
    write(model, &mut text);
    let PageText { mut lines, selected, .. } = text;
    if let Some(line) = selected.and_then(|at| lines.get_mut(at)) {
        line.spans.iter_mut().for_each(|span| span.style = page.theme.selected);
    }
    let rows = usize::from(page.rows());
    let last = lines.len().saturating_sub(rows);
    // The selected row stays visible until the user scrolls.
    let first = match selected {
        Some(line) if line + BELOW >= rows => line.saturating_sub(rows / 2).min(last),
        Some(_) | None => 0,
    };
    let first = first.saturating_add_signed(model.scrolled(Panel::Inspector)).min(last);
    lines.into_iter().skip(first).take(rows).for_each(|line| page.line(line));
}

fn write(model: &Model, text: &mut PageText<'_>) {
    let (inspection, theme) = (&model.inspect, text.theme);
    if inspection.pending.is_some() {
        text.line(theme.warn, "searching again to answer; Esc cancels");
    }
    match &inspection.subject {
        Subject::Nothing => text.sentence("no question asked yet"),
        Subject::Stop => reports::stop(model, text),
        Subject::Budget => reports::budget(model, text),
        Subject::WhatIf(what_if) => reports::what_if(what_if, inspection.selected, text),
        Subject::Rivals => searches::rivals(model, text),
        Subject::Compared(comparison, root) => searches::compared(comparison, root, text),
        Subject::WhyNot(list, tree) => searches::why_not(list, tree, text),
        Subject::Draw => reports::draw(model, text),
        Subject::Table(probe, position) => searches::tt_probe(probe, position, model, text),
        Subject::Words(words) => {
            for (index, line) in words.lines().enumerate() {
                text.line(if index == 0 { theme.strong } else { theme.text }, line);
            }
        }
        Subject::Change(change) => reports::change(change, text),
        Subject::Dial => reports::error_draw(model, text),
        Subject::Nodes => reports::nodes(model, text),
        Subject::Breakpoints => paused::breakpoints(inspection, text),
        Subject::Paused => paused::paused(inspection, model.thinking.is_busy(), text),
        Subject::Tree(explorer) => tree::write(explorer, text),
        Subject::Divide(divide) => perft::write(divide, inspection.selected, text),
    }
}
