//! Draws the list of games: a table whose columns follow the width.

use crate::library::{Row, SortBy};
use crate::tui::model::dialogs::List;
use crate::tui::model::dialogs::games::Games;
use crate::tui::values::format::{crop, cut, pad, truncate};
use crate::tui::view::page::{Page, span};
use ratatui::text::Span;
use unicode_width::UnicodeWidthStr as _;

/// A column of the table.
struct Column {
    /// What it is sorted by; `None` where nothing is sorted by it.
    sort: Option<SortBy>,
    heading: &'static str,
    /// The most important column has 1.
    importance: usize,
    /// The width that is enough, where there is no room for the widest text.
    least: usize,
    /// Its share of the room that is left, until it is as wide as its widest text.
    share: usize,
    text: fn(&Row<'_>) -> String,
}

const fn column(
    sort: Option<SortBy>,
    heading: &'static str,
    [importance, least, share]: [usize; 3],
    text: fn(&Row<'_>) -> String,
) -> Column {
    Column { sort, heading, importance, least, share, text }
}

fn known(text: Option<&str>) -> String {
    text.unwrap_or_default().to_owned()
}

/// The columns as they stand on the screen: importance, least width and share.
static COLUMNS: [Column; COUNT] = [
    column(Some(SortBy::Date), "date", [4, 10, 0], |row| known(row.date())),
    column(None, "time", [9, 5, 0], |row| row.time_text()),
    column(Some(SortBy::White), "white", [1, 14, 2], |row| row.white().unwrap_or("?").to_owned()),
    column(Some(SortBy::Black), "black", [2, 14, 2], |row| row.black().unwrap_or("?").to_owned()),
    column(None, "level", [7, 10, 1], |row| row.level_text()),
    column(None, "clock", [8, 7, 1], |row| row.control_text()),
    column(Some(SortBy::Result), "res", [3, 3, 0], |row| row.result_text().to_owned()),
    column(Some(SortBy::Accuracy), "acc. %", [5, 7, 0], |row| row.accuracy_text()),
    column(Some(SortBy::Rating), "by moves", [10, 9, 0], |row| row.rating_text()),
    column(Some(SortBy::Moves), "moves", [11, 5, 0], |row| {
        row.moves().map_or_else(String::new, |moves| format!("{moves:>5}"))
    }),
    column(Some(SortBy::Opening), "opening", [ALWAYS, 16, 4], |row| row.opening_text()),
    column(Some(SortBy::Event), "event", [12, 16, 2], |row| known(row.event())),
    column(Some(SortBy::File), "file", [13, 16, 2], place),
];

/// Number of columns.
const COUNT: usize = 13;

/// Columns up to this importance are shown even where no game has a text for them.
const ALWAYS: usize = 6;

/// The widths of the columns follow the texts of so many games around the visible ones, so that a large library is not read for
/// them.
const MEASURED: usize = 256;

/// The file's name and the number of the game in it.
fn place(row: &Row<'_>) -> String {
    let file = row.file.file_name().map(|name| name.to_string_lossy().into_owned());
    format!("{} {}", file.unwrap_or_default(), row.number)
}

/// A column that is shown, and its width.
type Shown = (&'static Column, usize);

/// The columns that fit `width` cells, for the games of the list around the one at `first`.
pub fn columns(list: &List, games: &Games, first: usize, width: usize) -> Columns {
    let mut widest = [0; COUNT];
    let block = list.found.iter().skip(first - first % MEASURED).take(MEASURED);
    for row in block.filter_map(|&number| games.library.row(number)) {
        for (column, widest) in COLUMNS.iter().zip(&mut widest) {
            *widest = (column.text)(&row).width().max(*widest);
        }
    }
    Columns { shown: fitting(width, &widest), width }
}

/// The columns of the table.
pub struct Columns {
    shown: Vec<Shown>,
    /// The width of the whole row.
    width: usize,
}

/// The columns that fit `width` cells with a space between them, as they stand on the screen, by the widest text of each.
fn fitting(width: usize, widest: &[usize; COUNT]) -> Vec<Shown> {
    // A heading has its arrow too.
    let wanted = |at: usize| {
        widest[at].max(COLUMNS[at].heading.width() + usize::from(COLUMNS[at].sort.is_some()))
    };
    let mut order: Vec<usize> = (0..COUNT).collect();
    order.retain(|&at| widest[at] > 0 || COLUMNS[at].importance <= ALWAYS);
    order.sort_by_key(|&at| COLUMNS[at].importance);
    let (mut shown, mut used) = (Vec::new(), 0);
    for at in order {
        let (gap, least) = (usize::from(!shown.is_empty()), wanted(at).min(COLUMNS[at].least));
        if used + gap + least > width {
            break;
        }
        used += gap + least;
        shown.push((at, least));
    }
    shown.sort_unstable();
    let mut rest = width.saturating_sub(used);
    loop {
        let lacks = |&(at, width): &(usize, usize)| width < wanted(at) && COLUMNS[at].share > 0;
        let shares: usize =
            shown.iter().filter(|it| lacks(it)).map(|&(at, _)| COLUMNS[at].share).sum();
        if rest == 0 || shares == 0 {
            break;
        }
        let room = rest;
        for (at, width) in shown.iter_mut().filter(|it| lacks(it)) {
            let part = (room * COLUMNS[*at].share / shares).max(1);
            let more = part.min(wanted(*at) - *width).min(rest);
            *width += more;
            rest -= more;
        }
    }
    shown.into_iter().map(|(at, width)| (&COLUMNS[at], width)).collect()
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
pub fn heading(games: &Games, columns: &Columns, page: &mut Page<'_>) {
    let theme = page.theme;
    let spans = columns.shown.iter().map(|&(column, width)| {
        let is_sorted = column.sort == Some(games.sort);
        let text = match is_sorted {
            // The arrow stays where the heading is too long for its column.
            true => format!("{}{}", crop(column.heading, width - 1), arrow(games)),
            false => column.heading.to_owned(),
        };
        span(if is_sorted { theme.strong } else { theme.dim }, format!("{} ", cell(&text, width)))
    });
    page.row(spans.collect::<Vec<Span<'_>>>());
}

/// A game in a row.
pub fn row(row: &Row<'_>, columns: &Columns) -> String {
    let cells = columns.shown.iter().map(|&(column, width)| cell(&(column.text)(row), width));
    pad(&cells.collect::<Vec<_>>().join(" "), columns.width)
}

/// What the row of the selected game has no room for, and how many figures are still to be read.
pub fn detail(list: &List, games: &Games, page: &mut Page<'_>) {
    let theme = page.theme;
    let selected = list.selected().and_then(|number| games.library.row(number));
    let width = usize::from(page.width());
    let [mut first, mut second] = [String::new(), String::new()];
    if let Some(row) = selected {
        let rating = Row::both(&row.rating(), |rating| rating.figure());
        let parts = [row.opening_text(), known(row.event()), row.moves_text()];
        first = parts.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" · ");
        let rating = if rating.is_empty() { rating } else { format!("by moves {rating}") };
        let level = row.level_text();
        let level = if level.is_empty() { level } else { format!("level {level}") };
        let parts = [rating, level, row.control_text(), place(&row)];
        second = parts.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" · ");
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
    use super::{COLUMNS, COUNT, fitting};

    #[test]
    fn columns_fill_the_width_and_the_important_ones_stay() {
        for width in 34..200 {
            let columns = fitting(width, &[60; COUNT]);
            let cells: usize = columns.iter().map(|(_, width)| width + 1).sum();
            assert_eq!(cells, width + 1, "{width}");
            let names: Vec<&str> = columns.iter().map(|(column, _)| column.heading).collect();
            assert!(names.contains(&"white") && names.contains(&"black"));
        }
        assert_eq!(fitting(76, &[60; COUNT]).len(), 6);
        assert_eq!(fitting(156, &[60; COUNT]).len(), COUNT);
        assert!(fitting(3, &[60; COUNT]).is_empty());
    }

    #[test]
    fn a_column_is_not_wider_than_its_texts() {
        let width_of = |columns: &[super::Shown], heading| {
            columns.iter().find(|(column, _)| column.heading == heading).map(|&(_, width)| width)
        };
        let mut widest: [usize; COUNT] = std::array::from_fn(|at| COLUMNS[at].least);
        let [white, level, opening] = ["white", "level", "opening"]
            .map(|heading| COLUMNS.iter().position(|it| it.heading == heading).unwrap_or(0));
        (widest[white], widest[level], widest[opening]) = (6, 0, 70);
        let columns = fitting(196, &widest);
        assert_eq!(width_of(&columns, "white"), Some(6));
        assert_eq!(width_of(&columns, "opening"), Some(70));
        assert_eq!(width_of(&columns, "level"), None);
    }
}
