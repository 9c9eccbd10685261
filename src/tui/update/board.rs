//! The cursor on the board, picking pieces up and putting them down; also what the mouse and typed moves come to.

use super::{Effect, play, typing};
use crate::rules::{Role, Square};
use crate::tui::Action;
use crate::tui::dialogs::Dialog;
use crate::tui::model::{Model, Toggle};

/// Cursor keys and what they select.
pub fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    match action {
        Action::Cancel => cancel(model),
        _ if model.shows_inspected_position() => is_aside(model),
        Action::CursorLeft => walk(model, -1, 0),
        Action::CursorRight => walk(model, 1, 0),
        Action::CursorUp => walk(model, 0, 1),
        Action::CursorDown => walk(model, 0, -1),
        _ => return select(model, model.hand.cursor),
    }
    Vec::new()
}

/// The board belongs to the debugger's page.
fn is_aside(model: &mut Model) {
    let key = model.keymap.keys(Action::PresetPlay).into_iter().next().unwrap_or_default();
    model.notify_error(format!("the board shows the debugger's position; {key} shows the game"));
}

/// Moves the cursor as the user sees it; the first key only shows it.
fn walk(model: &mut Model, right: i32, up: i32) {
    if model.hand.cursor_seen == Toggle::Off {
        model.hand.cursor_seen = Toggle::On;
        return;
    }
    let sign = match model.layout.orientation.side() {
        crate::rules::Color::White => 1,
        crate::rules::Color::Black => -1,
    };
    let from = model.hand.cursor;
    let file = i32::from(u8::from(from.file())) + sign * right;
    let rank = i32::from(u8::from(from.rank())) + sign * up;
    if (0..8).contains(&file) && (0..8).contains(&rank) {
        let index = u32::try_from(rank * 8 + file).unwrap_or(0);
        model.hand.cursor = Square::try_from(index).unwrap_or(from);
    }
}

/// Puts back what was picked up, forgets what was entered ahead, hides the cursor: one of them each time.
fn cancel(model: &mut Model) {
    if model.hand.picked.take().is_some() || model.session.premove.take().is_some() {
        return;
    }
    model.hand.hint = None;
    let seen = std::mem::take(&mut model.hand.cursor_seen);
    if seen.is_on() && model.session.allows_variations() {
        return;
    }
    model.layout.zoom = crate::tui::layout::Zoom::Off;
    if model.session.viewed.take().is_some() {
        model.notify_info("back to the game");
    }
}

/// Picks up the piece on `square`, or moves there.
pub fn select(model: &mut Model, square: Square) -> Vec<Effect> {
    if model.shows_inspected_position() {
        is_aside(model);
        return Vec::new();
    }
    let Some(from) = model.hand.picked else {
        if model.session.owns(square) {
            model.hand.picked = Some(square);
        }
        return Vec::new();
    };
    model.hand.picked = None;
    if from == square {
        return Vec::new();
    }
    if model.session.may_premove() {
        model.session.premove = Some((from, square));
        model.notify_info(format!("{from}{square} will be played if it is legal then"));
        return Vec::new();
    }
    let moves = model.session.moves_between(from, square);
    match moves.as_slice() {
        [] if model.session.owns(square) => {
            model.hand.picked = Some(square);
            Vec::new()
        }
        [] => {
            let why = why_illegal(model, from, square);
            let refused = model.session.is_users_turn().then(|| format!("{from}{square}"));
            typing::refuse(model, refused, &why);
            Vec::new()
        }
        [mv] => play::user_move(model, *mv),
        several => {
            let order = |role: Role| Model::PROMOTIONS.iter().position(|&r| r == role);
            let mut several = several.to_vec();
            several.sort_by_key(|mv| mv.promotion().and_then(order));
            model.dialog = Some(Dialog::Promotion(several, 0));
            Vec::new()
        }
    }
}

/// Why a piece cannot go there, in words.
fn why_illegal(model: &Model, from: Square, to: Square) -> String {
    let position = model.session.position();
    if !model.session.is_users_turn() {
        "it is not your turn".to_owned()
    } else if position.is_check() {
        format!("{from}{to} is not legal: the king is in check")
    } else {
        format!("{from}{to} is not legal here")
    }
}
