//! Draws a searchable list.

use crate::tui::model::dialogs::List;
use crate::tui::model::dialogs::list::Source;
use crate::tui::values::format::truncate;
use crate::tui::view::page::{Page, span};

/// Draws the rows, then the search and the keys.
pub fn draw(list: &List, page: &mut Page<'_>) {
    let (theme, width) = (page.theme, usize::from(page.width()));
    let first = list.first(page.rows());
    let rows = usize::from(page.rows().saturating_sub(2));
    for (at, &number) in list.found.iter().enumerate().skip(first).take(rows) {
        let style = match list.unavailable(number) {
            _ if at == list.at => theme.selected,
            Some(_) => theme.dim,
            None => theme.text,
        };
        page.text(style, truncate(&list.text(number), width));
    }
    page.take(page.rows().saturating_sub(2));
    let found = format!("{} of {}", list.found.len(), list.count());
    let search = if list.filter.is_empty() { "type to search" } else { &list.filter };
    page.justified(span(theme.input, search.to_owned()), span(theme.dim, found));
    let keys = match list.source {
        Source::Strengths(_) => "↑↓ choose   Enter set the strength   Esc close",
        Source::Commands(_) => "↑↓ choose   Enter run   Esc close",
        Source::Games(_) | Source::CriticalMoments(_) => "↑↓ choose   Enter open   Esc close",
    };
    match list.selected().and_then(|number| list.unavailable(number)) {
        Some(why) => page.text(theme.warn, truncate(why, width)),
        None => page.text(theme.key, truncate(keys, width)),
    }
}
