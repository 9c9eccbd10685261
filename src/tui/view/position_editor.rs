//! The panel beside a board on which a position is set up: what makes it illegal, its fields, and the keys. Rows are computed once for
//! drawing and for clicks.

use crate::rules::{Color, Piece};
use crate::tui::model::Model;
use crate::tui::model::position_editor::{CastlingRight, Placement, PositionEditor};
use crate::tui::values::command_spec::Mode;
use crate::tui::values::format::wrap;
use crate::tui::values::layout::Layout;
use crate::tui::view::page::{Page, span};
use crate::tui::view::spoken::role_name;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use unicode_width::UnicodeWidthStr as _;

/// What a row is clicked for.
#[derive(Clone, Copy)]
enum Target {
    Nothing,
    Command(&'static str),
    /// The keys of a side's pieces, [`PIECE_STEP`] cells each.
    Pieces(&'static [&'static str; 6]),
}

/// A row of the panel.
struct Row {
    line: Line<'static>,
    target: Target,
}

/// Cells from one letter of a piece to the next.
const PIECE_STEP: u16 = 2;

/// Columns below which keys are not lined up.
const NARROW: u16 = 30;

/// The command of each piece, White's and Black's, in the order in which the panel offers them.
const PIECES: [[&str; 6]; 2] = [
    [
        "setup-white-king",
        "setup-white-queen",
        "setup-white-rook",
        "setup-white-bishop",
        "setup-white-knight",
        "setup-white-pawn",
    ],
    [
        "setup-black-king",
        "setup-black-queen",
        "setup-black-rook",
        "setup-black-bishop",
        "setup-black-knight",
        "setup-black-pawn",
    ],
];

/// The command of each castling right, in the order of [`CastlingRight::ALL`].
const RIGHTS: [&str; 4] =
    ["setup-white-short", "setup-white-long", "setup-black-short", "setup-black-long"];

/// Where the panel lies: in place of the clocks and panels beside the board, or below it.
fn area(model: &Model, arrangement: &Layout) -> Rect {
    let Some([top, bottom]) = arrangement.clocks else { return Rect::default() };
    let is_beside = arrangement.board.is_some_and(|board| top.x >= board.area.right());
    let (x, y) = if is_beside { (top.x, 0) } else { (bottom.x, bottom.y) };
    Rect::new(x, y, model.size.width.saturating_sub(x + 1), arrangement.entry.y.saturating_sub(y))
}

/// Draws the panel.
pub fn draw(editor: &PositionEditor, model: &Model, arrangement: &Layout, buffer: &mut Buffer) {
    let area = area(model, arrangement);
    let mut page = Page::new(buffer, area, &model.theme);
    for row in rows(editor, model, arrangement, area) {
        page.line(row.line);
    }
    model.theme.charset.spell_ellipses(area, buffer);
}

/// The command of a click at this point.
pub fn command_at(model: &Model, arrangement: &Layout, point: Point) -> Option<&'static str> {
    let (editor, area) = (model.editor.as_ref()?, area(model, arrangement));
    let at = Point { x: point.x.checked_sub(area.x)?, y: point.y.checked_sub(area.y)? };
    let rows = rows(editor, model, arrangement, area);
    let row = rows.get(usize::from(at.y)).filter(|_| area.contains(point))?;
    match row.target {
        Target::Nothing => None,
        Target::Command(name) => Some(name),
        Target::Pieces(names) => names.get(usize::from(at.x / PIECE_STEP)).copied(),
    }
}

/// Whose move it is, and what is wrong, in words; whether the position is legal.
fn verdict(placement: &Placement, model: &Model) -> (Style, String) {
    let theme = &model.theme;
    let position = match placement.position() {
        Ok(position) => position,
        Err(fault) => return (theme.bad, fault),
    };
    let side = side(placement.turn);
    if position.legal_moves().is_empty() {
        let end = if position.is_check() { "checkmated" } else { "stalemated" };
        return (theme.warn, format!("legal, but {side} is {end}: the game is over"));
    }
    let is_chess960 = position.castling_mode().is_chess960();
    let variant = if is_chess960 { ", a position of Chess960" } else { "" };
    let key = model.keymap.key_in(Mode::Setup, "setup-accept");
    let key = key.unwrap_or_else(|| ":setup-accept".to_owned());
    (theme.good, format!("legal{variant}: {key} plays on from here"))
}

const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

fn rows(editor: &PositionEditor, model: &Model, arrangement: &Layout, area: Rect) -> Vec<Row> {
    let theme = &model.theme;
    let placement = editor.placement();
    let plain =
        |style, text: String| Row { line: span(style, text).into(), target: Target::Nothing };
    let blank = || plain(theme.text, String::new());
    let wrapped = |style, text: &str| -> Vec<Row> {
        let lines = wrap(text, usize::from(area.width));
        lines.into_iter().map(|line| plain(style, line)).collect()
    };
    let keys = if area.width < NARROW { 1 } else { 5 };
    let keyed = |command: &'static str, label: &'static str, value: String| {
        let key = model.keymap.key_in(Mode::Setup, command).unwrap_or_default();
        let value = if value.is_empty() { value } else { format!("{value:<5} ") };
        let line = Line::from(vec![
            span(theme.key, format!("{key:<keys$} ")),
            span(theme.strong, value),
            span(theme.dim, label),
        ]);
        Row { line, target: Target::Command(command) }
    };
    let (style, words) = verdict(placement, model);
    let mut rows = vec![plain(theme.title_focus, "set up a position".to_owned())];
    rows.extend(wrapped(style, &words));
    rows.push(blank());
    // The entry line shows the FEN where it has room.
    let fen = placement.fen();
    if fen.width() + 2 > usize::from(arrangement.entry.width) {
        rows.extend(wrapped(theme.text, &fen));
    }
    let here = match placement.board.piece_at(editor.cursor) {
        Some(Piece { color, role }) => format!("{} {}", side(color), role_name(role)),
        None => "empty".to_owned(),
    };
    rows.push(plain(theme.strong, format!("{}    {here}", editor.cursor)));
    rows.push(blank());
    rows.push(keyed("setup-turn", "side to move", side(placement.turn).to_owned()));
    let names =
        ["White castles short", "White castles long", "Black castles short", "Black castles long"];
    for ((right, command), name) in CastlingRight::ALL.into_iter().zip(RIGHTS).zip(names) {
        let value = if placement.has_right(right) { "yes" } else { "no" };
        rows.push(keyed(command, name, value.to_owned()));
    }
    let passed = placement.en_passant.map_or_else(|| "none".to_owned(), |it| it.to_string());
    rows.push(keyed("setup-en-passant", "en passant square", passed));
    rows.push(keyed("setup-halfmoves", "half-move clock", placement.halfmoves.to_string()));
    rows.push(keyed("setup-number", "move number", placement.number.to_string()));
    rows.push(blank());
    for (color, names) in [Color::White, Color::Black].into_iter().zip(&PIECES) {
        // Every piece has one cell, also where a user's key has more or none.
        let key = |name| model.keymap.key_in(Mode::Setup, name).filter(|key| key.width() == 1);
        let keys = names.map(|name| key(name).unwrap_or_else(|| "*".to_owned()));
        let line = Line::from(vec![
            span(theme.key, keys.join(" ")),
            span(theme.dim, format!("   {}'s pieces", side(color))),
        ]);
        rows.push(Row { line, target: Target::Pieces(names) });
    }
    rows.push(keyed("setup-remove", "empty the square", String::new()));
    rows.push(keyed("setup-clear", "clear the board", String::new()));
    rows.push(keyed("setup-start", "start position", String::new()));
    rows.push(keyed("setup-undo", "undo the last change", String::new()));
    if rows.len() > usize::from(area.height) {
        rows.retain(|row| row.line.width() > 0);
    }
    rows
}
