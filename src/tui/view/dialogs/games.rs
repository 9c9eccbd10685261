//! Draws the list of games: a table whose columns follow the width.

use crate::library::{Row, SortBy};
use crate::tui::model::dialogs::List;
use crate::tui::model::dialogs::games::Games;
use crate::tui::values::format::{crop, cut, pad, truncate};
use crate::tui::view::page::{Page, span};
use ratatui::text::Span;
use unicode_width::UnicodeWidthStr as _;

/// A column: what it is sorted by, its heading, the width that it needs, and its share of what is left.
struct Column {
    sort: SortBy,
    heading: &'static str,
    width: usize,
    share: usize,
    text: fn(&Row<'_>) -> String,
}

const fn column(
    sort: SortBy,
    heading: &'static str,
    width: usize,
    share: usize,
    text: fn(&Row<'_>) -> String,
) -> Column {
    Column { sort, heading, width, share, text }
}

fn known(text: Option<&str>) -> String {
    text.unwrap_or_default().to_owned()
}

/// The columns in the order of their importance.
const COLUMNS: [Column; 10] = [
    column(SortBy::White, "white", 14, 2, |row| row.white.unwrap_or("?").to_owned()),
    column(SortBy::Black, "black", 14, 2, |row| row.black.unwrap_or("?").to_owned()),
    column(SortBy::Result, "res", 3, 0, |row| row.result_text().to_owned()),
    column(SortBy::Date, "date", 10, 0, |row| known(row.date)),
    column(SortBy::Accuracy, "acc. %", 7, 0, |row| row.accuracy_text()),
    column(SortBy::Opening, "opening", 16, 4, |row| row.opening_text()),
    column(SortBy::Rating, "by moves", 9, 0, |row| row.rating_text()),
    column(SortBy::Moves, "moves", 5, 0, |row| {
        row.moves.map_or_else(String::new, |moves| format!("{moves:>5}"))
    }),
    column(SortBy::Event, "event", 16, 2, |row| known(row.event)),
    column(SortBy::File, "file", 22, 0, place),
];

/// The file's name and the number of the game in it.
fn place(row: &Row<'_>) -> String {
    let file = row.file.file_name().map(|name| name.to_string_lossy().into_owned());
    format!("{} {}", file.unwrap_or_default(), row.number)
}

/// The columns that fit `width` cells with a space between them, as they stand on the screen, and their widths.
fn fitting(width: usize) -> Vec<(&'static Column, usize)> {
    let (mut shown, mut used) = (Vec::new(), 0);
    for column in &COLUMNS {
        let gap = usize::from(!shown.is_empty());
        if used + gap + column.width > width {
            break;
        }
        used += gap + column.width;
        shown.push((column, column.width));
    }
    shown.sort_by_key(|(column, _)| column.sort as usize);
    let mut shares: usize = shown.iter().map(|(column, _)| column.share).sum();
    let mut rest = width.saturating_sub(used);
    for (column, width) in shown.iter_mut().filter(|(column, _)| column.share > 0) {
        let more = rest * column.share / shares;
        *width += more;
        (rest, shares) = (rest - more, shares - column.share);
    }
    shown
}

/// A cell of a column: cut and filled to its width.
fn cell(text: &str, width: usize) -> String {
    pad(&cut(text, width), width)
}

/// The direction that the games are sorted in.
pub const fn arrow(games: &Games) -> &'static str {
    if games.largest_first { "▾" } else { "▴" }
}

/// The headings; the value that is sorted by has an arrow.
pub fn heading(games: &Games, page: &mut Page<'_>) {
    let theme = page.theme;
    let columns = fitting(usize::from(page.width()));
    let spans = columns.into_iter().map(|(column, width)| {
        let is_sorted = column.sort == games.sort;
        let text = match is_sorted {
            // The arrow stays where the heading is too long for its column.
            true => format!("{}{}", crop(column.heading, width - 1), arrow(games)),
            false => column.heading.to_owned(),
        };
        span(if is_sorted { theme.strong } else { theme.dim }, format!("{} ", cell(&text, width)))
    });
    page.row(spans.collect::<Vec<Span<'_>>>());
}

/// A game in a row of `width` cells.
pub fn row(row: &Row<'_>, width: usize) -> String {
    let cells = fitting(width).into_iter().map(|(column, width)| cell(&(column.text)(row), width));
    cells.collect::<Vec<_>>().join(" ")
}

/// What the row of the selected game has no room for, and how many figures are still to be read.
pub fn detail(list: &List, games: &Games, page: &mut Page<'_>) {
    let theme = page.theme;
    let selected = list.selected().and_then(|number| games.library.row(number));
    let width = usize::from(page.width());
    let [mut first, mut second] = [String::new(), String::new()];
    if let Some(row) = selected {
        let rating = Row::both(&row.rating, |rating| rating.figure());
        let parts = [row.opening_text(), known(row.event), row.moves_text()];
        first = parts.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" · ");
        let rating = if rating.is_empty() { rating } else { format!("by moves {rating} · ") };
        second = format!("{rating}{}", place(&row));
    }
    page.text(theme.text, truncate(&first, width));
    let reading = match games.unread {
        0 => String::new(),
        unread => format!("{unread} games still to be read"),
    };
    let room = width.saturating_sub(reading.width() + 1);
    page.justified(span(theme.text, truncate(&second, room)), span(theme.dim, reading));
}

#[cfg(test)]
mod tests {
    use super::fitting;

    #[test]
    fn columns_fill_the_width_and_the_important_ones_stay() {
        for width in 34..200 {
            let columns = fitting(width);
            let cells: usize = columns.iter().map(|(_, width)| width + 1).sum();
            assert_eq!(cells, width + 1, "{width}");
            let names: Vec<String> =
                columns.iter().map(|(column, _)| column.sort.to_string()).collect();
            assert!(names.contains(&"white".to_owned()) && names.contains(&"black".to_owned()));
        }
        assert_eq!(fitting(76).len(), 6);
        assert_eq!(fitting(156).len(), 10);
        assert!(fitting(3).is_empty());
    }
}
