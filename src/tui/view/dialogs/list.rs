//! Draws a searchable list.

use super::games;
use crate::tui::model::dialogs::List;
use crate::tui::model::dialogs::list::Source;
use crate::tui::values::format::{more, truncate};
use crate::tui::view::page::{Page, span};

/// Rows of the text of the selected message or command.
const DETAIL_ROWS: usize = 3;

/// Draws the rows, then the search and the keys.
pub fn draw(list: &List, page: &mut Page<'_>) {
    let (theme, width) = (page.theme, usize::from(page.width()));
    let first = list.first(page.rows());
    let (rows, hidden) = (list.visible(page.rows()), list.hidden(page.rows()));
    let columns = match &list.source {
        Source::Games(table) => Some(games::columns(list, table, first, width)),
        Source::CriticalMoments(_)
        | Source::Strengths(_)
        | Source::Commands(_)
        | Source::Messages(_)
        | Source::Adjourned(_)
        | Source::Tags(_) => None,
    };
    if let (Source::Games(table), Some(columns)) = (&list.source, &columns) {
        games::heading(table, columns, page);
    }
    for (at, &number) in list.found.iter().enumerate().skip(first).take(rows) {
        let style = match list.unavailable(number) {
            _ if at == list.at => theme.selected,
            Some(_) => theme.dim,
            None => theme.text,
        };
        let text = match &list.source {
            Source::Games(table) => {
                let row = table.library.row(number).zip(columns.as_ref());
                row.map_or_else(String::new, |(row, columns)| games::row(&row, columns))
            }
            Source::Adjourned(games) => {
                games.get(number).map_or_else(String::new, |game| game.fitted_row(width))
            }
            Source::CriticalMoments(_)
            | Source::Strengths(_)
            | Source::Commands(_)
            | Source::Messages(_)
            | Source::Tags(_) => truncate(&list.text(number), width),
        };
        page.text(style, text);
    }
    if list.found.is_empty() {
        page.paragraph(list.nothing().unwrap_or("no match"), theme.dim);
    }
    page.take(page.rows().saturating_sub(list.below()));
    if let Some(detail) = list.detail() {
        page.cut_paragraph(&detail, theme.strong, DETAIL_ROWS);
    }
    if let Source::Games(table) = &list.source {
        games::detail(list, table, page);
    }
    page.take(page.rows().saturating_sub(2));
    let found = format!("{} of {}  {}", list.found.len(), list.count(), more(0, hidden));
    let order = match &list.source {
        Source::Games(table) => format!("{}{}  ", table.sort, games::arrow(table)),
        Source::CriticalMoments(_)
        | Source::Strengths(_)
        | Source::Commands(_)
        | Source::Messages(_)
        | Source::Adjourned(_)
        | Source::Tags(_) => String::new(),
    };
    let found = format!("{order}{}", found.trim_end());
    let search = if list.filter.is_empty() { "type to search" } else { &list.filter };
    page.justified(span(theme.input, search.to_owned()), span(theme.dim, found));
    let keys = match list.source {
        Source::Strengths(_) => "↑↓ choose   Enter set the strength   Esc close",
        Source::Commands(_) => "↑↓ choose   Enter run   Esc close",
        Source::Messages(_) => "↑↓ choose   Enter copy   Esc close",
        Source::Adjourned(_) => "↑↓ choose   Enter resume   Del discard   Esc close",
        Source::Tags(_) => "↑↓ choose   Enter change   Esc close",
        Source::Games(_) => {
            "↑↓ choose  Enter open  ←→ sort  ctrl-r reverse  ctrl-s summary  Esc close"
        }
        Source::CriticalMoments(_) => "↑↓ choose   Enter open   Esc close",
    };
    if let Source::Games(table) = &list.source
        && let Some(wrong) = &table.wrong
    {
        return page.text(theme.warn, truncate(wrong, width));
    }
    match list.selected().and_then(|number| list.unavailable(number)) {
        Some(why) => page.text(theme.warn, truncate(why, width)),
        None => page.text(theme.key, truncate(keys, width)),
    }
}
