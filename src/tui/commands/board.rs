//! The cursor on the board, picking pieces up and putting them down, typed moves.

use super::command::Effects;
use crate::rules::{Color, Square};
use crate::tui::model::Model;
use crate::tui::model::typing::{Kind, Typing};
use crate::tui::update::{engine, inspect, moves, play, position_editor, review, training};
use crate::tui::values::command_spec::{
    Argument,
    Mode::{Board, Setup},
    Values,
};

super::command::commands! { "Moving", |m, text|
    "cursor-left" => cursor(m, -1, 0), "move the cursor one square left", keys(&[(Board, "left"), (Setup, "left")]), unrecorded(OnScreen);
    "cursor-right" => cursor(m, 1, 0), "move the cursor one square right", keys(&[(Board, "right"), (Setup, "right")]), unrecorded(OnScreen);
    "cursor-up" => cursor(m, 0, 1), "move the cursor one square up", keys(&[(Board, "up"), (Setup, "up")]), unrecorded(OnScreen);
    "cursor-down" => cursor(m, 0, -1), "move the cursor one square down", keys(&[(Board, "down"), (Setup, "down")]), unrecorded(OnScreen);
    "select" => select_cursor(m), "pick up the piece under the cursor, or put it down",
        keys(&[(Board, "enter space")]), unrecorded(ByResult), on_game();
    "cancel" => cancel(m), "dismiss a message, put the piece back, close what is open", keys(&[(Board, "esc")]), unrecorded(OnScreen);
    "type-move" => m.typing = Some(Typing::new(Kind::Move, "")), "type a move, such as e4, Nf3, e2e4, or O-O to castle",
        keys(&[(Board, "/")]), label("move"), unrecorded(OnScreen), on_game();
    "move" => moves::typed(m, text), "make a move", argument(Argument::required("Nf3", "a move", Values::Move)),
        unrecorded(ByResult), on_game();
    "hint" => hint(m), "ask for a hint, with the reason", keys(&[(Board, "i")]), when(may_hint), on_game();
    "move-now" => engine::move_now(m), "make the engine move at once", keys(&[(Board, "w")]), label("move now"),
        not_in_training();
}

fn may_hint(model: &Model) -> Result<(), String> {
    if model.training.is_some() { training::has_exercise(model) } else { engine::may_hint(model) }
}

fn hint(model: &mut Model) -> Effects {
    if model.training.is_some() { training::hint(model) } else { engine::hint(model) }
}

/// Moves the cursor as the user sees it; the first key only shows it.
fn cursor(model: &mut Model, right: i32, up: i32) -> Result<(), String> {
    if model.editor.is_some() {
        position_editor::step(model, right, up);
        return Ok(());
    }
    if model.steps_through() {
        return match (right, up) {
            (-1, _) => {
                play::back(model);
                Ok(())
            }
            (1, _) => {
                play::forward(model);
                Ok(())
            }
            (_, up) => review::sibling(model, if up > 0 { -1 } else { 1 }),
        };
    }
    moves::shows_game(model)?;
    if !model.board_state.cursor_shown {
        model.board_state.cursor_shown = true;
        return Ok(());
    }
    let sign = if model.layout.orientation == Color::White { 1 } else { -1 };
    let from = model.board_state.cursor;
    let file = i32::from(u8::from(from.file())) + sign * right;
    let rank = i32::from(u8::from(from.rank())) + sign * up;
    if (0..8).contains(&file) && (0..8).contains(&rank) {
        let index = u32::try_from(rank * 8 + file).unwrap_or(0);
        model.board_state.cursor = Square::try_from(index).unwrap_or(from);
    }
    Ok(())
}

fn select_cursor(model: &mut Model) -> Result<Effects, String> {
    // The first key only shows the cursor.
    if model.steps_through() {
        model.board_state.cursor_shown = true;
        return Ok(Vec::new());
    }
    moves::select(model, model.board_state.cursor)
}

/// Stops reading a trace, dismisses a message, gives up a pause that a search is on the way to, puts back what was picked up, forgets the premove, hides the cursor: one of
/// them each time.
fn cancel(model: &mut Model) -> Effects {
    let mut stopped: Effects = inspect::stop_reading(model).into_iter().collect();
    if stopped.is_empty() && !model.messages.dismiss() {
        stopped.extend(inspect::give_up_pause(model));
        if stopped.is_empty() {
            put_back(model);
        }
    }
    stopped
}

fn put_back(model: &mut Model) {
    if model.board_state.picked.take().is_some() || model.session.premove.take().is_some() {
        return;
    }
    model.board_state.hint = None;
    if std::mem::take(&mut model.board_state.cursor_shown) && model.session.allows_variations() {
        return;
    }
    model.layout.zoom = false;
    // In the record of a finished game the move shown stays.
    if !model.session.allows_variations() && model.session.viewed.take().is_some() {
        model.notify_info("back to the game");
    }
}
