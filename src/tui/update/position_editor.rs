//! Setting a position up: what keys and the mouse change in the fields, and how they become a game.

use crate::rules::{Piece, Position, Square, parse_start};
use crate::tui::model::messages::About;
use crate::tui::model::position_editor::{CastlingRight, Placement, PositionEditor};
use crate::tui::model::{Model, Pending, require};
use crate::tui::values::command_spec::Mode;
use crate::tui::values::layout::Layout;
use crate::tui::view::position_editor as view;
use ratatui::layout::Position as Point;

/// Opens the editor with the position shown, an empty board, the start position or one given as for `:fen`. In the open
/// editor it puts them in place of what is there.
///
/// # Errors
/// The text is no position, or there is no board to set it up on.
pub fn open(model: &mut Model, text: &str) -> Result<(), String> {
    if model.plain {
        return Err("without a screen, fen FEN sets a position up".to_owned());
    }
    require(!model.unattended, || "in a script, fen FEN sets a position up".to_owned())?;
    let placement = match text {
        "" if model.editor.is_some() => return Ok(()),
        "" => Placement::of(&*model.meant_position()?),
        "empty" => Placement::empty(),
        "start" => Placement::of(&Position::default()),
        start => Placement::of(&parse_start(start).map_err(|error| error.to_string())?),
    };
    match &mut model.editor {
        Some(editor) => editor.change(|it| *it = placement),
        None => {
            let editor = PositionEditor::new(placement, model.board_state.cursor);
            model.editor = Some(Box::new(editor));
            model.board_state.picked = None;
        }
    }
    Ok(())
}

/// Is a position being set up?
///
/// # Errors
/// It is not.
pub fn is_open(model: &Model) -> Result<(), String> {
    require(model.editor.is_some(), || {
        format!("no position is being set up: {} begins", model.keymap.way_to("setup"))
    })
}

/// Is the game on the board, with no position being set up in front of it?
///
/// # Errors
/// A position is being set up.
pub fn is_closed(model: &Model) -> Result<(), String> {
    require(model.editor.is_none(), || {
        let leave = model.keymap.key_in(Mode::Setup, "setup-leave");
        let leave = leave.unwrap_or_else(|| ":setup-leave".to_owned());
        format!("a position is being set up, and the game waits behind it: {leave} returns to it")
    })
}

/// What a position was refused for goes with the next change.
const REFUSED: About = About::Command("setup-accept");

fn change(model: &mut Model, change: impl FnOnce(&mut Placement, Square)) {
    model.messages.settle(REFUSED);
    if let Some(editor) = &mut model.editor {
        let cursor = editor.cursor;
        editor.change(|placement| change(placement, cursor));
    }
}

/// A letter that is bound to nothing.
pub fn letter(model: &mut Model, letter: char) {
    model.messages.answer();
    model
        .notify_info(format!("{letter:?} is no piece and no command here: the panel has the keys"));
}

/// Puts a piece under the cursor; the same piece again empties the square.
pub fn put(model: &mut Model, piece: Piece) {
    change(model, |it, cursor| it.put(cursor, piece));
}

/// Empties the square under the cursor.
pub fn remove(model: &mut Model) {
    change(model, |it, cursor| it.board.discard_piece_at(cursor));
}

/// Empties the board and resets the other fields.
pub fn clear(model: &mut Model) {
    change(model, |it, _| *it = Placement::empty());
}

/// Sets up the start position.
pub fn start(model: &mut Model) {
    change(model, |it, _| *it = Placement::of(&Position::default()));
}

/// Gives the other side the move.
pub fn turn(model: &mut Model) {
    change(model, |it, _| it.turn = !it.turn);
}

/// Claims a castling right, or gives it up.
pub fn castling(model: &mut Model, right: CastlingRight) {
    change(model, |it, _| it.toggle_right(right));
}

/// Makes the square under the cursor the one that a pawn has passed, or no longer.
pub fn en_passant(model: &mut Model) {
    change(model, Placement::name_en_passant);
}

/// Sets the half-moves since the last capture or pawn move.
///
/// # Errors
/// The text is no number.
pub fn halfmoves(model: &mut Model, text: &str) -> Result<(), String> {
    let wrong = || format!("half-move clock {text:?}: expected a number from 0 to {}", u32::MAX);
    let halfmoves = text.parse().map_err(|_| wrong())?;
    change(model, |it, _| it.halfmoves = halfmoves);
    Ok(())
}

/// Sets the number of the move.
///
/// # Errors
/// The text is no number, or 0.
pub fn number(model: &mut Model, text: &str) -> Result<(), String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    let wrong = || format!("move number {text:?}: expected a number from 1 to {}", u32::MAX);
    let number = number.ok_or_else(wrong)?;
    change(model, |it, _| it.number = number);
    Ok(())
}

/// Takes the last change back.
///
/// # Errors
/// There is none.
pub fn undo(model: &mut Model) -> Result<(), String> {
    let is_undone = model.editor.as_mut().is_some_and(|editor| editor.undo());
    require(is_undone, || "nothing has been changed in this position".to_owned())
}

/// Plays on from the position by `:fen`. The editor closes when the game begins, so that it is still there if a question about the
/// game under way is answered by no.
///
/// # Errors
/// The position is illegal.
pub fn accept(model: &mut Model) -> Result<(), String> {
    let Some(editor) = &model.editor else { return Ok(()) };
    let placement = editor.placement();
    let start = placement.start_text();
    let start = start.map_err(|fault| format!("no game can go on from here: {fault}"))?;
    model.pending.push(Pending::Line(format!("fen {start}")));
    Ok(())
}

/// Leaves the editor; the game is as before.
pub fn leave(model: &mut Model) {
    model.editor = None;
    model.messages.settle(REFUSED);
    model.notify_info("back to the game: nothing has changed");
}

/// Moves the cursor as the user sees it.
pub fn step(model: &mut Model, right: i32, up: i32) {
    let sign = model.layout.orientation.fold_wb(1, -1);
    if let Some(editor) = &mut model.editor {
        let from = editor.cursor;
        let file = from.file().offset(sign * right);
        let rank = from.rank().offset(sign * up);
        if let (Some(file), Some(rank)) = (file, rank) {
            editor.cursor = Square::from_coords(file, rank);
        }
    }
}

/// The mouse button went down: on the board it selects a square, in the panel it does what the row says.
pub fn press(model: &mut Model, arrangement: &Layout, point: Point) {
    let on_board = arrangement.board.and_then(|board| board.at(point));
    model.messages.answer();
    if let (Some(square), Some(editor)) = (on_board, &mut model.editor) {
        editor.cursor = square;
        editor.pressed = Some(square);
        return;
    }
    let command = view::command_at(model, arrangement, point);
    model.pending.extend(command.map(Pending::Command));
}

/// The mouse button went up: over another square than before the piece moves there.
pub fn release(model: &mut Model, point: Point) {
    let to = model.layout().and_then(|it| it.board).and_then(|board| board.at(point));
    let Some(editor) = &mut model.editor else { return };
    if let (Some(from), Some(to)) = (editor.pressed.take(), to)
        && from != to
        && let Some(piece) = editor.placement().board.piece_at(from)
    {
        editor.cursor = to;
        editor.change(|it| {
            it.board.discard_piece_at(from);
            it.board.set_piece_at(to, piece);
        });
    }
}

/// The right mouse button empties a square.
pub fn press_right(model: &mut Model, point: Point) {
    let square = model.layout().and_then(|it| it.board).and_then(|board| board.at(point));
    if let (Some(square), Some(editor)) = (square, &mut model.editor) {
        editor.cursor = square;
        editor.change(|it| it.board.discard_piece_at(square));
    }
}
