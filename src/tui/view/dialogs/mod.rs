//! Draws the dialogs.

mod form;
mod games;
mod help;
mod list;
mod rating_history;
mod statistics;

use super::page::{Page, span};
use crate::base::number_of;
use crate::rules::{Color, Move, Role};
use crate::tui::model::Model;
use crate::tui::model::dialogs::form::FieldId;
use crate::tui::model::dialogs::{
    Confirmation, Dialog, Form, LEVELS, LeftGame, List, ResumeOffer, StatisticsView, TOUR,
};
use crate::tui::model::inspect::questions::QUESTIONS;
use crate::tui::values::board::{PieceStyle, glyph};
use crate::tui::values::format::{more, truncate};
use crate::tui::values::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Clear, Widget};
use std::ops::Range;

/// The area of a dialog, centred on the screen.
pub fn area(dialog: &Dialog, size: Size) -> Rect {
    let (width, height) = match dialog {
        Dialog::NewGame(form) | Dialog::Settings(form) => (64, form.rows() + 4),
        Dialog::Confirm(question) if question.is_about_changes() => (46, 8),
        Dialog::Confirm(_) => (46, 6),
        Dialog::Promotion(..) => (26, 4),
        Dialog::Resume(offer) => (52, 8 + u16::from(offer.others > 0)),
        Dialog::Help(_) => (84, size.height),
        // Narrow lines are more lines.
        Dialog::Tour(_) => (56, if size.width < 56 { 14 } else { 12 }),
        Dialog::Levels(_) => (56, 14),
        // A table takes the room above messages and keys.
        Dialog::Statistics(_) => return above_keys(size),
        Dialog::List(list) if list.above() > 0 => return above_keys(size),
        Dialog::List(list) => (list_width(list), size.height.saturating_sub(4).max(10)),
        Dialog::Questions(_) => (58, QUESTIONS.len() as u16 + 4),
    };
    let (width, height) = (width.min(size.width), height.min(size.height));
    Rect::new((size.width - width) / 2, (size.height - height) / 2, width, height)
}

/// The width of a list: what its longest row needs, and at least 90 cells.
fn list_width(list: &List) -> u16 {
    u16::try_from(list.longest() + 4).unwrap_or(u16::MAX).max(90)
}

/// How far the statistics can be scrolled, or their last row that can be selected.
pub fn last_statistics_row(view: &StatisticsView, size: Size, theme: &Theme) -> usize {
    statistics::last_row(view, statistics::body(inside(above_keys(size))), theme)
}

/// The whole screen but for the rows of messages and keys.
fn above_keys(size: Size) -> Rect {
    let below = if size.height < MIN_ROWS { 0 } else { 2 };
    Rect::new(0, 0, size.width, size.height - below)
}

/// A lower screen is covered completely by a table.
const MIN_ROWS: u16 = 20;

/// The area inside the frame.
pub fn inside(area: Rect) -> Rect {
    Rect::new(area.x + 2, area.y + 1, area.width.saturating_sub(4), area.height.saturating_sub(2))
}

/// Draws a dialog over the rest.
pub fn draw(dialog: &Dialog, model: &Model, buffer: &mut Buffer) {
    let theme = &model.theme;
    let area = area(dialog, model.size);
    Clear.render(area, buffer);
    let title = match dialog {
        Dialog::NewGame(_) => " new game ",
        Dialog::Settings(_) => " settings ",
        Dialog::Confirm(_) => " lucena ",
        Dialog::Promotion(..) => " promote to ",
        Dialog::Resume(_) => " unfinished game ",
        Dialog::Help(_) => " keys and commands ",
        Dialog::Tour(_) => " tour ",
        Dialog::Levels(_) => " Welcome to Lucena ",
        Dialog::List(list) => list.title(),
        Dialog::Statistics(_) => " statistics ",
        Dialog::Questions(_) => " questions ",
    };
    Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(theme.rule_focus)
        .style(theme.text)
        .title(span(theme.title_focus, title))
        .render(area, buffer);
    let mut page = Page::new(buffer, inside(area), theme);
    match dialog {
        Dialog::NewGame(form) => {
            form::draw(form, advice(form, model).as_deref(), &form::NEW_GAME_KEYS, &mut page);
        }
        Dialog::Settings(form) => form::draw(form, None, &form::KEYS, &mut page),
        Dialog::Confirm(question) => confirm(question, &mut page),
        Dialog::Promotion(moves, chosen) => promotion(moves, *chosen, &mut page),
        Dialog::Resume(offer) => resume(offer, &mut page),
        Dialog::Help(help) => help::draw(help, model, &mut page),
        Dialog::Tour(index) => tour(*index, &mut page),
        Dialog::Levels(row) => levels(*row, &mut page),
        Dialog::List(list) => list::draw(list, &mut page),
        Dialog::Statistics(view) => statistics::draw(view, model, &mut page),
        Dialog::Questions(row) => questions(*row, &mut page),
    }
}

/// The keys of a question, and their first columns behind the first one, also used for mouse clicks: no; or discard, stay.
pub const fn confirm_keys(question: &Confirmation) -> (&'static str, &'static [u16]) {
    let left = if let Confirmation::Leave(_, left) = question { Some(left) } else { None };
    match left {
        Some(LeftGame::Changed(Some(_))) => ("Enter save   X discard   Esc stay", &[13, 25]),
        Some(LeftGame::Changed(None)) => ("Enter copy   X discard   Esc stay", &[13, 25]),
        Some(LeftGame::Saving(_)) => ("Esc  stay", &[0]),
        Some(LeftGame::Adjourned | LeftGame::Unsaved | LeftGame::Over) | None => {
            ("Enter  yes      Esc  no", &[14])
        }
    }
}

fn confirm(question: &Confirmation, page: &mut Page<'_>) {
    let theme = page.theme;
    page.paragraph(&question.text(), theme.text);
    page.take(page.rows().saturating_sub(1));
    page.text(theme.key, confirm_keys(question).0);
}

/// Cells of each piece in the promotion dialog, also used for mouse clicks.
pub const PROMOTION_STEP: u16 = 5;

fn promotion(moves: &[Move], chosen: usize, page: &mut Page<'_>) {
    let theme = page.theme;
    let cells = moves.iter().enumerate().map(|(index, mv)| {
        let role = mv.promotion().unwrap_or(Role::Queen);
        let piece = role.of(Color::Black);
        let text = format!(" {} {}", glyph(piece, PieceStyle::Figures), role.upper_char());
        let style = if index == chosen { theme.selected } else { theme.text };
        span(style, format!("{text} "))
    });
    page.row(cells);
    page.text(theme.dim, "← →  Enter  or Q R B N");
}

/// First columns of the keys of an offered game behind the first one, also used for mouse clicks: later, discard, list.
pub const RESUME_STEPS: [u16; 3] = [15, 27, 39];

fn resume(offer: &ResumeOffer, page: &mut Page<'_>) {
    let (theme, game) = (page.theme, &offer.game.game);
    page.paragraph(
        &format!(
            "{} against {}, {}. Resume it?",
            game.players.white.name,
            game.players.black.name,
            number_of(offer.game.moves(), "move")
        ),
        theme.text,
    );
    let moves = offer.game.last_moves(6);
    if !moves.is_empty() {
        page.paragraph(&moves, theme.dim);
    }
    let more = offer.more();
    page.take(page.rows().saturating_sub(1 + u16::from(more.is_some())));
    let list = if more.is_some() { "   L list" } else { "" };
    if let Some(more) = more {
        page.text(theme.text, format!("{more}: L lists them all"));
    }
    page.text(theme.key, format!("Enter resume   Esc later   X discard{list}"));
}

/// The questions on `rows` rows: on a low screen the list scrolls with the selected `row`.
pub fn visible_questions(row: usize, rows: u16) -> Range<usize> {
    let room = usize::from(rows);
    // The last rows are for the keys, and what is not shown.
    let room = if room > QUESTIONS.len() { room } else { room.saturating_sub(1).max(1) };
    let first = (row + 1).saturating_sub(room);
    first..first + room
}

fn questions(row: usize, page: &mut Page<'_>) {
    let theme = page.theme;
    let width = usize::from(page.width()).saturating_sub(3);
    let Range { start: first, end } = visible_questions(row, page.rows());
    let room = end - first;
    for (index, listed) in QUESTIONS.iter().enumerate().skip(first).take(room) {
        let style = if index == row { theme.selected } else { theme.text };
        page.row([
            span(theme.key, format!("{}  ", listed.key)),
            span(style, truncate(listed.text, width)),
        ]);
    }
    let below = QUESTIONS.len().saturating_sub(first + room);
    if first + below > 0 {
        return page.text(theme.dim, format!("{}  ↑↓ and Enter", more(first, below)));
    }
    page.take(1);
    page.text(theme.dim, "press its key, or ↑↓ and Enter");
}

fn levels(row: usize, page: &mut Page<'_>) {
    let (theme, width) = (page.theme, usize::from(page.width()).saturating_sub(10));
    page.text(theme.strong, "How well do you play?");
    page.text(theme.dim, "");
    for (index, (words, strength)) in LEVELS.iter().enumerate() {
        let style = if index == row { theme.selected } else { theme.text };
        let rating = strength.trim_start_matches("human ");
        let left = Line::from(vec![
            span(theme.key, format!("{}  ", index + 1)),
            span(style, truncate(words, width)),
        ]);
        page.justified(left, span(theme.dim, if index + 1 < LEVELS.len() { rating } else { "" }));
    }
    page.take(page.rows().saturating_sub(1));
    let keys =
        ["1 to 7 begins a game   t tour   Esc more choices", "1–7 begins   t tour   Esc more"];
    let fits = keys.into_iter().find(|keys| keys.len() <= width + 10);
    page.text(theme.key, fits.unwrap_or(keys[1]));
}

fn tour(index: usize, page: &mut Page<'_>) {
    let theme = page.theme;
    let (heading, text) = TOUR[index.min(TOUR.len() - 1)];
    page.text(theme.strong, heading);
    page.line(Line::default());
    page.paragraph(text, theme.text);
    page.take(page.rows().saturating_sub(1));
    page.justified(
        span(theme.key, "Enter  next    Esc  skip"),
        span(theme.dim, format!("{} of {}", index + 1, TOUR.len())),
    );
}

/// Extra help for the strength field: the level's estimated strength.
fn advice(form: &Form, model: &Model) -> Option<String> {
    let field = form.fields.get(form.selected).filter(|field| field.id == FieldId::Strength)?;
    let strengths = &model.strengths;
    let dial = strengths.parse(&field.value).ok()?;
    let you = match (strengths.rated_both(), strengths.next()) {
        (Some(rated), Some(next)) => format!(" You: {rated}; next opponent {next}."),
        _ => String::new(),
    };
    Some(format!("{} This level: {}.{you}", field.help, strengths.worth(dial)))
}
