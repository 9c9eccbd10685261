//! The inspector page, scrolled to its selected row.

use crate::tui::inspect::{StyledLine, TextStyle, page_text};
use crate::tui::model::Model;
use crate::tui::page::{Page, wrap};
use crate::tui::panels::Panel;
use ratatui::text::{Line, Span};

/// Draws the panel.
pub fn draw(model: &Model, page: &mut Page<'_>) {
    let theme = page.theme;
    let text = page_text(model);
    let width = usize::from(page.width());
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut sought = None;
    for (index, row) in text.rows.iter().enumerate() {
        let chosen = text.selected == Some(index);
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
    // The selected row stays visible until the user scrolls.
    let first = match sought {
        Some(line) if line + BELOW >= rows => line.saturating_sub(rows / 2).min(most),
        _ => 0,
    };
    let first = first.saturating_add_signed(model.scrolled(Panel::Inspector)).min(most);
    for line in lines.into_iter().skip(first).take(rows) {
        page.line(line);
    }
}

/// Rows below the selected one that stay visible.
const BELOW: usize = 3;

/// Wraps long sentences and long values of pairs, with their indent; crops table rows.
fn broken(row: &StyledLine, width: usize, theme: &crate::tui::theme::Theme) -> Vec<Line<'static>> {
    match row.0.as_slice() {
        [(ink, text)] if *ink != TextStyle::Title && text.chars().count() > width => {
            let indent = text.chars().take_while(|letter| *letter == ' ').count().min(width / 2);
            let pad = " ".repeat(indent);
            wrap(text, width.saturating_sub(indent))
                .into_iter()
                .map(|line| Line::styled(format!("{pad}{line}"), ink.style(theme)))
                .collect()
        }
        [(dim, name), (ink, value)]
            if *ink == TextStyle::Text && name.chars().count() + value.chars().count() > width =>
        {
            let indent = name.chars().count().min(width / 2);
            let mut parts = wrap(value, width.saturating_sub(indent)).into_iter();
            let first = vec![
                Span::styled(name.clone(), dim.style(theme)),
                Span::styled(parts.next().unwrap_or_default(), ink.style(theme)),
            ];
            let more = parts.map(|part| {
                Line::styled(format!("{}{part}", " ".repeat(indent)), ink.style(theme))
            });
            std::iter::once(Line::from(first)).chain(more).collect()
        }
        words => {
            let spans =
                words.iter().map(|(ink, text)| Span::styled(text.clone(), ink.style(theme)));
            vec![spans.collect()]
        }
    }
}
