//! The debugger's page: its rows, the chosen one kept in sight.

use crate::tui::inspect::{Row, sheet};
use crate::tui::model::Model;
use crate::tui::page::{Page, wrap};
use crate::tui::panels::Panel;
use ratatui::text::{Line, Span};

/// Draws the panel.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let sheet = sheet(model);
    let width = usize::from(page.width());
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut sought = None;
    for (index, row) in sheet.rows.iter().enumerate() {
        let chosen = sheet.chosen == Some(index);
        if chosen {
            sought = Some(lines.len());
        }
        let from = lines.len();
        lines.extend(broken(row, width, page.theme));
        if chosen {
            for line in &mut lines[from..] {
                line.spans.iter_mut().for_each(|span| span.style = theme.selected);
            }
        }
    }
    let rows = usize::from(page.rows());
    let most = lines.len().saturating_sub(rows);
    // The chosen row is kept in sight until one scrolls away from it.
    let first = sought.map_or(0, |line| line.saturating_sub(rows / 2).min(most));
    let first = first.saturating_add_signed(model.scrolled(Panel::Inspector)).min(most);
    for line in lines.into_iter().skip(first).take(rows) {
        page.line(line);
    }
}

/// A row of one word is broken where it is too long, its indent kept.
fn broken(row: &Row, width: usize, theme: &crate::tui::theme::Theme) -> Vec<Line<'static>> {
    match row.0.as_slice() {
        [(ink, text)] if text.chars().count() > width => {
            let indent = text.chars().take_while(|letter| *letter == ' ').count().min(width / 2);
            let pad = " ".repeat(indent);
            wrap(text, width.saturating_sub(indent))
                .into_iter()
                .map(|line| Line::styled(format!("{pad}{line}"), ink.style(theme)))
                .collect()
        }
        words => {
            let spans =
                words.iter().map(|(ink, text)| Span::styled(text.clone(), ink.style(theme)));
            vec![spans.collect()]
        }
    }
}
