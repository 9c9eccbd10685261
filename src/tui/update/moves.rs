//! Moves as they come from the board and from the line: picking pieces up, typed moves, premoves, refusals.

use super::{new_game, play, training};
use crate::game::GameError;
use crate::rules::notation::{self, san};
use crate::rules::{Move, NotationError, Square, parse_typed, without_number};
use crate::tui::model::dialogs::Dialog;
use crate::tui::model::messages::About;
use crate::tui::model::session::target;
use crate::tui::model::{Effect, Model};
use crate::tui::values::format::long_algebraic;

/// Fails while the board shows the debugger's position.
pub fn shows_game(model: &Model) -> Result<(), String> {
    match model.shows_inspected_position() {
        true => {
            let key = model.keymap.way_to("layout-play");
            Err(format!("the board shows the debugger's position; {key} shows the game"))
        }
        false => Ok(()),
    }
}

/// Picks up the piece on `square`, or moves there.
pub fn select(model: &mut Model, square: Square) -> Result<Vec<Effect>, String> {
    shows_game(model)?;
    let Some(from) = model.board_state.picked.take() else {
        model.board_state.picked = Some(square).filter(|&square| model.session.owns(square));
        return Ok(Vec::new());
    };
    if from == square {
        return Ok(Vec::new());
    }
    if model.session.may_premove() {
        premove(model, from, square);
        return Ok(Vec::new());
    }
    let mut moves = model.session.moves_between(from, square);
    moves.sort_by_key(|mv| std::cmp::Reverse(mv.promotion()));
    match *moves {
        [] if model.session.owns(square) => model.board_state.picked = Some(square),
        [] => {
            let why = why_illegal(model, from, square);
            let refused = model.session.is_users_turn().then(|| format!("{from}{square}"));
            return Err(refuse(model, refused, why));
        }
        [_, ..] => return Ok(play_one(model, moves)),
    }
    Ok(Vec::new())
}

/// Why a piece cannot go there, in words.
fn why_illegal(model: &Model, from: Square, to: Square) -> String {
    if !model.session.is_users_turn() {
        "it is not your turn".to_owned()
    } else if model.session.position().is_check() {
        format!("{from}{to} is not legal: the king is in check")
    } else {
        format!("{from}{to} is not legal here")
    }
}

/// A move as text, in any case.
pub fn typed(model: &mut Model, text: &str) -> Result<Vec<Effect>, String> {
    if model.session.may_premove() {
        let (from, to) = premove_squares(model, text)?;
        if !model.session.owns(from) {
            return Err(format!("no piece of yours stands on {from}: no move ahead"));
        }
        premove(model, from, to);
        return Ok(Vec::new());
    }
    match parse_typed(model.session.position(), text) {
        Ok(moves) => Ok(play_one(model, moves)),
        Err(NotationError::NotAMove(text)) => {
            let words =
                format!("{text:?} is not a move: type one such as e4, Nf3, g1f3, e8=Q or O-O");
            Err(refuse(model, None, words))
        }
        Err(_)
            if let Some(end) = model.session.game.end()
                && !model.session.allows_variations() =>
        {
            Err(GameError::Over(end).to_string())
        }
        Err(error) => {
            let refused =
                if let NotationError::Illegal(text) = &error { Some(text.clone()) } else { None };
            Err(refuse(model, refused, error.to_string()))
        }
    }
}

/// Plays the only move, or asks what the pawn becomes.
fn play_one(model: &mut Model, moves: Vec<Move>) -> Vec<Effect> {
    match *moves {
        [mv] => user_move(model, mv),
        _ => {
            model.dialog = Some(Dialog::Promotion(moves, 0));
            Vec::new()
        }
    }
}

/// A move of the user's: in the exercise that is on the board, else in the game.
pub fn user_move(model: &mut Model, mv: Move) -> Vec<Effect> {
    if model.training.is_some() {
        training::user_move(model, mv)
    } else {
        new_game::log_begun(model);
        play::user_move(model, mv)
    }
}

/// Remembers a refused move for the question why, and says how to ask.
fn refuse(model: &mut Model, refused: Option<String>, wrong: String) -> String {
    let key = model.keymap.way_to_question('8');
    let words = if refused.is_some() { format!("{wrong}; {key} says why") } else { wrong };
    if refused.is_some() {
        // A piece that is picked up would be what the question is about.
        model.board_state.picked = None;
    }
    model.board_state.refused = refused;
    words
}

fn premove(model: &mut Model, from: Square, to: Square) {
    model.session.premove = Some((from, to));
    let position = model.session.position();
    let passed = position.null_move();
    let san = passed.as_ref().and_then(|passed| {
        let moves = passed.legal_moves().into_iter();
        let mv = moves.into_iter().find(|&mv| mv.from() == Some(from) && target(mv) == to)?;
        Some(san(passed, mv))
    });
    let text = san.unwrap_or_else(|| long_algebraic(position, from, to));
    model.notify_info_about(About::Move, format!("{text} will be played if it is legal then"));
}

/// The squares of a premove: two squares, whether it is legal now or not, or the move as it would be written if the user
/// were to move, or if what it takes stood there.
fn premove_squares(model: &Model, text: &str) -> Result<(Square, Square), String> {
    let text = without_number(text);
    let promoted = text.split_once('=').and_then(|(_, role)| role.chars().next());
    if promoted.is_some_and(|role| !matches!(role, 'Q' | 'q')) {
        return Err(format!("{text} is not played ahead: a pawn becomes a queen then"));
    }
    let squares = text.to_ascii_lowercase();
    let square = |range| squares.get(range).and_then(|part: &str| part.parse().ok());
    if let (Some(from), Some(to)) = (square(0..2), square(2..4)) {
        return Ok((from, to));
    }
    let position = model.session.position();
    let passed = position.null_move().and_then(|passed| parse_typed(&passed, text).ok());
    let mv = passed.and_then(|moves| moves.first().copied());
    if let Some((from, mv)) = mv.and_then(|mv| Some((mv.from()?, mv))) {
        return Ok((from, target(mv)));
    }
    match *notation::moves_ahead(position, !position.turn(), text) {
        [ends] => Ok(ends),
        [] => Err(format!(
            "it is the engine's move, and {text} is no move ahead: one is typed as e2e4, Nf3 or exd5"
        )),
        ref several => {
            let moves: Vec<String> =
                several.iter().map(|(from, to)| format!("{from}{to}")).collect();
            Err(format!("it is the engine's move; {text} ahead may be {}", moves.join(" or ")))
        }
    }
}
