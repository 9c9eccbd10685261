//! Draws the model to a frame. `Drawings` is a cache, not state.

pub mod board;
mod budget;
mod clock;
pub mod dialogs;
pub mod entry;
pub mod footer;
mod inspect;
mod page;
pub use page::SELECTED;
pub mod panels;
pub mod position_editor;
pub mod spoken;

use super::model::Model;
use super::values::board::PieceStyle;
use super::values::format::wrap;
use super::values::layout::{Layout, MIN_SIZE};
use board::{BoardView, Drawings};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::text::Line;
use ratatui::widgets::{Clear, Widget};

/// Draws the whole screen.
pub fn draw(model: &Model, drawings: &mut Drawings, buffer: &mut Buffer) {
    let area = buffer.area;
    buffer.set_style(area, model.theme.text);
    match model.layout() {
        Some(arrangement) if area.as_size() == model.size => {
            screen(model, &arrangement, drawings, buffer);
        }
        // Between a resize and its event the sizes differ: this frame is skipped.
        Some(_) => {}
        None => too_small(model, area, buffer),
    }
    model.theme.charset.reduce(buffer);
}

/// The players' rows in a frame of `area`, without rows if its layout has none; `None` where other figures may follow the time or the
/// clocks may be covered.
pub fn clock_rows(model: &Model, area: Rect) -> Option<Vec<Buffer>> {
    let is_moving = model.thinking.is_busy() || model.external.is_moving();
    if is_moving || model.dialog.is_some() || model.editor.is_some() {
        return None;
    }
    model.session.next_clock_change(model.now)?;
    let arrangement = model.layout().filter(|_| area.as_size() == model.size)?;
    let Some(areas) = arrangement.clocks else { return Some(Vec::new()) };
    if areas[1].y >= highest_message(model, &arrangement) {
        return None;
    }
    let side = model.layout.orientation;
    let rows = [!side, side].into_iter().zip(areas).map(|(side, area)| {
        let mut row = Buffer::empty(area);
        row.set_style(area, model.theme.text);
        clock::draw(model, side, area, &mut row);
        model.theme.charset.reduce(&mut row);
        row
    });
    Some(rows.collect())
}

fn clocks(model: &Model, [top, bottom]: [Rect; 2], buffer: &mut Buffer) {
    let side = model.layout.orientation;
    clock::draw(model, !side, top, buffer);
    clock::draw(model, side, bottom, buffer);
}

/// The first row of the messages, or that of the entry line.
fn highest_message(model: &Model, arrangement: &Layout) -> u16 {
    let area = entry::message_area(model, arrangement.entry);
    area.map_or(arrangement.entry.y, |area| area.y)
}

/// Are the messages on the screen, and not behind a dialog?
pub fn shows_messages(model: &Model) -> bool {
    let Some(arrangement) = model.layout() else { return false };
    let covered = model.dialog.as_ref().map(|dialog| dialogs::area(dialog, model.size));
    covered.is_none_or(|area| !area.intersects(arrangement.entry))
}

/// The clocks and the panels.
fn panes(model: &Model, arrangement: &Layout, highest: u16, buffer: &mut Buffer) {
    if let Some(areas) = arrangement.clocks {
        clocks(model, areas, buffer);
    }
    for slot in &arrangement.panes {
        panels::draw(slot, model, highest, buffer);
        model.theme.charset.spell_ellipses(slot.area, buffer);
    }
}

fn screen(model: &Model, arrangement: &Layout, drawings: &mut Drawings, buffer: &mut Buffer) {
    if let Some(geometry) = arrangement.board {
        let marks = model.board_marks();
        let position = model.shown_position();
        let view = BoardView {
            board: model.editor.as_ref().map_or(position.board(), |it| &it.placement().board),
            marks: &marks,
            theme: &model.theme,
            // An image under a dialog would stay on the screen.
            style: if model.dialog.is_some() && model.prefs.pieces == PieceStyle::Images {
                PieceStyle::Drawn
            } else {
                model.prefs.pieces
            },
            geometry,
            coordinates: model.prefs.coordinates,
        };
        view.draw(drawings, buffer);
    }
    let charset = model.theme.charset;
    let highest = highest_message(model, arrangement);
    if let Some(editor) = &model.editor {
        position_editor::draw(editor, model, arrangement, buffer);
    } else {
        panes(model, arrangement, highest, buffer);
    }
    footer::draw(model, arrangement.footer, buffer);
    entry::draw(model, arrangement.entry, buffer);
    let entry = arrangement.entry;
    let messages =
        Rect { y: highest, height: (entry.bottom() + 1).saturating_sub(highest), ..entry };
    charset.spell_ellipses(messages, buffer);
    // A clock covered by a message is drawn above the message.
    let is_covered = |[_, bottom]: &[Rect; 2]| bottom.y >= highest && model.editor.is_none();
    if let Some([_, bottom]) = arrangement.clocks.filter(is_covered) {
        let above = Rect { y: highest.saturating_sub(1), ..bottom };
        Clear.render(above, buffer);
        buffer.set_style(above, model.theme.text);
        clock::draw(model, model.layout.orientation, above, buffer);
    }
    if let Some(dialog) = &model.dialog {
        dialogs::draw(dialog, model, buffer);
        charset.spell_ellipses(dialogs::area(dialog, model.size), buffer);
    }
}

fn too_small(model: &Model, area: Rect, buffer: &mut Buffer) {
    let Size { width, height } = MIN_SIZE;
    let asked = match &model.typing {
        _ if model.asks_unseen() => " A question is open; Esc leaves it.",
        Some(_) => " A line is typed; Esc leaves it.",
        None => "",
    };
    let Size { width: columns, height: rows } = area.as_size();
    let texts = [
        format!(
            "Lucena needs {width} columns and {height} rows; this window has {columns} by {rows}. The game continues; \
             enlarge the window.{asked}"
        ),
        format!(
            "Lucena needs {width}x{height}, this is {columns}x{rows}. The game continues.{asked}"
        ),
        format!("Needs {width}x{height}.{asked}"),
        format!("Needs {width}x{height}"),
    ];
    // The longest text that the window has room for.
    let mut wrapped = texts.iter().map(|text| wrap(text, usize::from(columns)));
    let fits = |lines: &Vec<String>| lines.len() <= usize::from(rows);
    let lines = wrapped.clone().find(fits).or(wrapped.next_back()).unwrap_or_default();
    let count = u16::try_from(lines.len()).unwrap_or(u16::MAX);
    let top = area.y + area.height.saturating_sub(count) / 2;
    for (y, line) in (top..area.bottom()).zip(lines) {
        buffer.set_line(area.x, y, &Line::styled(line, model.theme.warn), area.width);
    }
}
