//! The panels: each file has `draw` and `summary` of one. This file draws their titles and scrolls them.

mod dial;
mod eval;
mod external;
mod graphs;
mod log;
mod moves;
mod multi_pv;
mod network;
mod score;
mod statistics;
mod time;
mod training;
mod tree;

pub use dial::dial_at;
pub use graphs::node_at as graph_node_at;
pub use moves::row_at as moves_row_at;
pub use score::meaning;

use super::inspect;
use super::page::{Page, span};
use crate::tui::model::Model;
use crate::tui::values::format::more;
use crate::tui::values::layout::Pane;
use crate::tui::values::panel::Panel;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};
use std::ops::Range;
use unicode_width::UnicodeWidthStr;

/// Draws a pane with its title or tabs. The rows from `covered` on are under a message: they count as hidden.
pub fn draw(pane: &Pane, model: &Model, covered: u16, buffer: &mut Buffer) {
    if pane.area.height < 2 || pane.area.width < 4 {
        return;
    }
    draw_title(pane, model, buffer);
    let inside = Rect { y: pane.area.y + 1, height: pane.area.height - 1, ..pane.area };
    let scrolled = usize::try_from(model.scrolled(pane.shown)).unwrap_or(0);
    let seen = Rect { height: inside.height.min(covered.saturating_sub(inside.y)), ..inside };
    if pane.shown.handles_scrolling() || scrolled == 0 {
        let mut page = Page::new(buffer, inside, &model.theme);
        draw_panel(pane.shown, model, &mut page);
        let (above, below) = page.hidden();
        let below = below + written_rows(inside, seen.bottom(), buffer);
        return draw_hidden_counts(above, below, seen, model, buffer);
    }
    // A scrolled panel is drawn on a taller buffer; the visible part is copied.
    let (tall, most) = unclipped(pane, model);
    let (sheet, skip) = (tall.area, u16::try_from(scrolled).unwrap_or(most).min(most));
    for point in inside.positions() {
        let from = (point.x - inside.x, point.y - inside.y + skip);
        if buffer.area.contains(point) && sheet.contains(from.into()) {
            let kept = buffer[point].style();
            buffer[point] = tall[from].clone();
            buffer[point].set_style(kept.patch(tall[from].style()));
        }
    }
    let below = usize::from(most - skip) + written_rows(inside, seen.bottom(), buffer);
    draw_hidden_counts(skip.into(), below, seen, model, buffer);
}

/// Rows of `inside` from `first` on up to the last one with a text.
fn written_rows(inside: Rect, first: u16, buffer: &Buffer) -> usize {
    let written = |y: &u16| (inside.x..inside.right()).any(|x| buffer[(x, *y)].symbol() != " ");
    let rows = first..inside.bottom().min(buffer.area.bottom());
    rows.clone().rev().find(written).map_or(0, |last| usize::from(last + 1 - rows.start))
}

/// Writes how many rows are hidden above, at the end of the first row, and below, at the end of the last one.
fn draw_hidden_counts(
    above: usize,
    below: usize,
    inside: Rect,
    model: &Model,
    buffer: &mut Buffer,
) {
    match inside.height {
        0 => {}
        1 => draw_hidden_count(more(above, below), inside, model, buffer),
        _ => {
            draw_hidden_count(more(above, 0), Rect { height: 1, ..inside }, model, buffer);
            draw_hidden_count(more(0, below), inside, model, buffer);
        }
    }
}

/// Writes at the end of the last row of `inside`.
fn draw_hidden_count(words: String, inside: Rect, model: &Model, buffer: &mut Buffer) {
    if words.is_empty() {
        return;
    }
    let words = Line::from(span(model.theme.key, format!(" {words}")));
    let width = u16::try_from(words.width()).unwrap_or(u16::MAX).min(inside.width);
    let (x, y) = (inside.right() - width, inside.bottom() - 1);
    shorten(inside.x, x..inside.right(), y, buffer);
    // Without the colours of what stood there.
    let place = Rect { x, y, width, height: 1 };
    Clear.render(place, buffer);
    buffer.set_style(place, model.theme.text);
    buffer.set_line(x, y, &words, width);
}

/// Ends the text of row `y` that begins at `left` with an ellipsis before `taken`, if some of it is in there: a word that
/// reaches into it is left out, and where no cell is free the last word before it.
fn shorten(left: u16, taken: Range<u16>, y: u16, buffer: &mut Buffer) {
    let is_letter = |at: u16, buffer: &Buffer| {
        let symbol = buffer[(at, y)].symbol();
        symbol.starts_with(|it: char| it.is_alphanumeric() || it.is_ascii_punctuation())
    };
    let x = taken.start;
    if x <= left || !taken.into_iter().any(|at| is_letter(at, buffer)) {
        return;
    }
    let is_blank = |at: &u16| buffer[(*at, y)].symbol() == " ";
    let free = (left..x).rev().take_while(is_blank).count();
    let mut end = x - u16::try_from(free).unwrap_or(0);
    if free == 0 {
        let word = (left..x).rev().take_while(|&at| is_letter(at, buffer)).count();
        end -= u16::try_from(word).unwrap_or(0);
    } else {
        // As after any other word.
        end = (end + 1).min(x - 1);
    }
    for at in end..x {
        buffer[(at, y)].set_symbol(" ");
    }
    if end < x {
        buffer[(end, y)].set_symbol("…");
    }
}

/// The text of a panel, `width` cells wide, of at most so many rows: [`EXPORTED_ROWS`] for the whole.
pub fn text(panel: Panel, model: &Model, width: u16, rows: u16) -> String {
    // Of a graph its figures: the drawing fills whatever room there is.
    let figures = graphs::figures(panel, model);
    let rows = if figures.is_empty() { rows } else { graphs::legend(panel) };
    let sheet = Rect::new(0, 0, width, rows);
    let mut tall = Buffer::empty(sheet);
    if rows > 0 {
        draw_panel(panel, model, &mut Page::new(&mut tall, sheet, &model.theme));
    }
    let row = |y| (0..width).map(|x| tall[(x, y)].symbol()).collect::<String>();
    let rows: Vec<String> = (0..sheet.height).map(row).chain(figures).collect();
    let title = format!("{} {}", panel.name(), summary(panel, model));
    let mut text = format!("{}\n\n", title.trim());
    for row in rows {
        text += row.trim_end();
        text.push('\n');
    }
    format!("{}\n", text.trim_end())
}

/// Rows of an exported panel at most.
pub const EXPORTED_ROWS: u16 = 5000;

/// Maximum scroll offset of a panel; `None` if it handles its own scrolling.
pub fn max_scroll(pane: &Pane, model: &Model) -> Option<u16> {
    (!pane.shown.handles_scrolling()).then(|| unclipped(pane, model).1)
}

/// A panel drawn on a buffer with room for all rows, and the number of rows that do not fit its pane.
fn unclipped(pane: &Pane, model: &Model) -> (Buffer, u16) {
    let height = pane.area.height.saturating_sub(1);
    let sheet = Rect { x: 0, y: 0, height: height.max(MAX_ROWS), ..pane.area };
    let mut tall = Buffer::empty(sheet);
    // As on the screen: cells without a background of their own would have the terminal's.
    tall.set_style(sheet, model.theme.text);
    draw_panel(pane.shown, model, &mut Page::new(&mut tall, sheet, &model.theme));
    let written = |y: &u16| (0..sheet.width).any(|x| tall[(x, *y)].symbol() != " ");
    let used = (0..sheet.height).rev().find(written).map_or(0, |y| y + 1);
    (tall, used.saturating_sub(height))
}

/// Rows of that buffer: more than any panel fills.
const MAX_ROWS: u16 = 80;

fn draw_panel(panel: Panel, model: &Model, page: &mut Page<'_>) {
    match panel {
        Panel::Training => training::draw(model, page),
        Panel::Moves => moves::draw(model, page),
        Panel::Score => score::draw(model, page),
        Panel::MultiPv => multi_pv::draw(model, page),
        Panel::External => external::draw(model, page),
        Panel::Time => time::draw(model, page),
        Panel::Dial => dial::draw(model, page),
        Panel::Network => network::draw(model, page),
        Panel::Eval => eval::draw(model, page),
        Panel::Statistics => statistics::draw(model, page),
        Panel::Graph => graphs::draw_evaluations(model, page),
        Panel::MoveTimes => graphs::draw_times(model, page),
        Panel::Accuracy => graphs::draw_accuracy(model, page),
        Panel::Log => log::draw(model, page),
        Panel::Inspector => inspect::draw(model, page),
    }
}

/// Draws the first row: a rule with the titles of the tabs and, at the right end, the summary of the panel shown.
fn draw_title(pane: &Pane, model: &Model, buffer: &mut Buffer) {
    let theme = &model.theme;
    let focused = pane.tabs.contains(&model.layout.focus);
    let rule = if focused { theme.rule_focus } else { theme.rule };
    let row = Rect { height: 1, ..pane.area };
    buffer.set_string(row.x, row.y, "─".repeat(usize::from(row.width)), rule);
    let mut right = match model.frozen.is_some() && pane.shown.shows_engine() {
        true => format!(
            " {} ",
            format!("frozen · {}", summary(pane.shown, model)).trim_end_matches(" · ")
        ),
        false => format!(" {} ", summary(pane.shown, model)),
    };
    let mut title = vec![span(rule, "─ ")];
    for TabTitle { panel, text, .. } in tab_titles(pane) {
        let style = match (panel == pane.shown, focused) {
            (true, true) => theme.title_focus,
            (true, false) => theme.title,
            (false, _) => theme.dim,
        };
        title.push(span(style, text));
        title.push(Span::raw(" "));
    }
    let title = Line::from(title);
    let used = title.width();
    buffer.set_line(row.x, row.y, &title, row.width);
    let room = usize::from(row.width);
    // A long opening name loses its variation first.
    if pane.shown == Panel::Moves
        && used + right.width() + 3 > room
        && let Some((short, _)) = right.split_once(':')
    {
        right = format!("{short} ");
    }
    if model.frozen.is_some() && pane.shown.shows_engine() && used + right.width() + 3 > room {
        " frozen ".clone_into(&mut right);
    }
    let space = right.width() + 3;
    if !right.trim().is_empty() && used + space <= room {
        let x = row.right() - u16::try_from(space).unwrap_or(0) + 2;
        buffer.set_string(x, row.y, right, theme.dim);
    }
}

/// A title on the first row of a pane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TabTitle {
    /// The panel that a click on it shows.
    pub panel: Panel,
    /// Its first column.
    pub x: u16,
    /// The name of the panel; after the names that fit, the number of the others: `+3`.
    pub text: String,
}

/// The tab titles of a pane: the names that fit, and the number of those that do not.
pub fn tab_titles(pane: &Pane) -> Vec<TabTitle> {
    let room = usize::from(pane.area.width).saturating_sub(2);
    let count = |others: usize| format!("+{others}");
    let mut named = names_within(pane, room);
    let mut rest = None;
    if named.len() < pane.tabs.len() {
        let fewer = names_within(pane, room.saturating_sub(count(pane.tabs.len()).len() + 1));
        // Without room for both, the name of the shown panel matters more than the number.
        if !fewer.is_empty() {
            named = fewer;
            let next = pane.tabs.iter().find(|panel| !named.contains(panel));
            rest = next.map(|&next| (next, count(pane.tabs.len() - named.len())));
        }
    }
    let mut next = pane.area.x + 2;
    let names = named.into_iter().map(|panel| (panel, panel.name().to_owned()));
    let titles = names.chain(rest).map(|(panel, text)| {
        let x = next;
        next += u16::try_from(text.len()).unwrap_or(0) + 1;
        TabTitle { panel, x, text }
    });
    titles.collect()
}

/// The panels of a pane whose names have `room`, the shown one first: a name that is too long leaves the room to later ones.
fn names_within(pane: &Pane, mut room: usize) -> Vec<Panel> {
    let others = pane.tabs.iter().copied().filter(|&panel| panel != pane.shown);
    let mut named = Vec::new();
    for panel in std::iter::once(pane.shown).chain(others) {
        match room.checked_sub(panel.name().len() + 1) {
            Some(left) => {
                room = left;
                named.push(panel);
            }
            None if named.is_empty() => break,
            None => {}
        }
    }
    named
}

/// Summary of a panel for its title row.
fn summary(panel: Panel, model: &Model) -> String {
    match panel {
        Panel::Training => training::summary(model),
        Panel::Moves => moves::summary(model),
        Panel::Score => score::summary(model),
        Panel::MultiPv => multi_pv::summary(model),
        Panel::External => external::summary(model),
        Panel::Time => time::summary(model),
        Panel::Dial => dial::summary(model),
        Panel::Network => network::summary(model),
        Panel::Eval => eval::summary(model),
        Panel::Statistics => statistics::summary(model),
        Panel::Accuracy => {
            let words = [graphs::summary(model), graphs::accuracy_summary(model)];
            words.join(" ").trim().to_owned()
        }
        Panel::Log => log::summary(model),
        Panel::Graph | Panel::MoveTimes => graphs::summary(model),
        Panel::Inspector => String::new(),
    }
}
