//! Draws a searchable list.

use crate::tui::model::dialogs::List;
use crate::tui::model::dialogs::list::Source;
use crate::tui::values::format::{more, truncate, wrap};
use crate::tui::view::page::{Page, span};

/// Draws the rows, then the search and the keys.
pub fn draw(list: &List, page: &mut Page<'_>) {
    let (theme, width) = (page.theme, usize::from(page.width()));
    let first = list.first(page.rows());
    let rows = usize::from(page.rows().saturating_sub(list.below()));
    let hidden = list.hidden(page.rows());
    for (at, &number) in list.found.iter().enumerate().skip(first).take(rows) {
        let style = match list.unavailable(number) {
            _ if at == list.at => theme.selected,
            Some(_) => theme.dim,
            None => theme.text,
        };
        page.text(style, truncate(&list.text(number), width));
    }
    page.take(page.rows().saturating_sub(list.below()));
    if let (Source::Messages(_), Some(number)) = (&list.source, list.selected()) {
        for line in wrap(&list.text(number), width).into_iter().take(3) {
            page.text(theme.strong, line);
        }
    }
    page.take(page.rows().saturating_sub(2));
    let found = format!("{} of {}  {}", list.found.len(), list.count(), more(0, hidden));
    let found = found.trim_end().to_owned();
    let search = if list.filter.is_empty() { "type to search" } else { &list.filter };
    page.justified(span(theme.input, search.to_owned()), span(theme.dim, found));
    let keys = match list.source {
        Source::Strengths(_) => "↑↓ choose   Enter set the strength   Esc close",
        Source::Commands(_) => "↑↓ choose   Enter run   Esc close",
        Source::Messages(_) => "↑↓ choose   Enter copy   Esc close",
        Source::Games(_) | Source::CriticalMoments(_) => "↑↓ choose   Enter open   Esc close",
    };
    match list.selected().and_then(|number| list.unavailable(number)) {
        Some(why) => page.text(theme.warn, truncate(why, width)),
        None => page.text(theme.key, truncate(keys, width)),
    }
}
