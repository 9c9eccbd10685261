//! Moves as they come from the board and from the line: picking pieces up, typed moves, premoves, refusals.

use super::{new_game, play, training};
use crate::game::{GameError, is_variation_selector};
use crate::rules::notation::{self, san};
use crate::rules::{
    Color, Move, NotationError, Position, Role, Square, figurine_letter, parse_typed,
    without_number,
};
use crate::tui::model::dialogs::Dialog;
use crate::tui::model::messages::About;
use crate::tui::model::session::target;
use crate::tui::model::{Effect, Model};
use crate::tui::values::format::long_algebraic;
use crate::tui::view::spoken::kind;

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

/// The side that an announcement names before its move, and the move: `White: knight g1 to f3`.
fn announced(text: &str) -> (Option<Color>, &str) {
    let text = text.trim();
    // As `last` says it: `move 1, White: ...`.
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let rest = if rest.len() < text.len() { rest.strip_prefix(',') } else { None };
    let numbered = rest.map_or(text, str::trim_start);
    let side = [("white", Color::White), ("black", Color::Black)].into_iter().find(|(name, _)| {
        let begun = numbered.get(..name.len()).is_some_and(|it| it.eq_ignore_ascii_case(name));
        begun && numbered[name.len()..].starts_with([':', ' '])
    });
    match side {
        Some((name, side)) => (Some(side), numbered[name.len()..].trim_start_matches([':', ' '])),
        None => (None, text),
    }
}

/// A move as it was said.
enum Said {
    /// In the letters of notation.
    Notation(String),
    /// `castle` without the side.
    Castle,
}

/// Castling in words: `castles king side`, `castle long`, or without a side.
fn said_castling(words: &[&str]) -> Option<Said> {
    let names = |side: &str| words.iter().any(|word| word.starts_with(side));
    let castling = if names("queen") || names("long") {
        Said::Notation("O-O-O".to_owned())
    } else if names("king") || names("short") {
        Said::Notation("O-O".to_owned())
    } else {
        Said::Castle
    };
    names("castle").then_some(castling)
}

/// The only legal castling, where the side is not said.
fn castling(position: &Position, text: &str) -> Result<Vec<Move>, NotationError> {
    let found: Vec<Move> =
        position.legal_moves().into_iter().filter(|mv| mv.castling_side().is_some()).collect();
    match *found {
        [] => Err(NotationError::Illegal(text.to_owned())),
        [_] => Ok(found),
        [_, ..] => {
            let moves = "O-O or O-O-O".to_owned();
            Err(NotationError::Several { text: text.to_owned(), moves })
        }
    }
}

/// A move as it is said in the letters of notation: `knight f3 takes e5` is `Nf3xe5`, `castles king side` is `O-O`, as is `castle` alone.
/// The side before it and the full stop behind it are left out.
pub fn spelled(text: &str) -> String {
    match said(text) {
        Said::Notation(text) => text,
        Said::Castle => "O-O".to_owned(),
    }
}

fn said(text: &str) -> Said {
    let text = announced(text).1;
    let text = if text.ends_with("e.p.") { text } else { text.trim_end_matches('.') };
    let mut lettered = String::with_capacity(text.len());
    for sign in text.chars() {
        match figurine_letter(sign) {
            Some(letter) => lettered.push_str(letter),
            // It only changes the form of the figurine before it.
            None if is_variation_selector(sign) => {}
            None => lettered.push(sign),
        }
    }
    let text = lettered;
    let (written, lower) = (text.replace(',', " "), text.to_lowercase().replace(',', " "));
    let words: Vec<&str> = lower.split_whitespace().collect();
    if let Some(castling) = said_castling(&words) {
        return castling;
    }
    let is_said =
        |word: &&str| word.len() > 1 && kind(word).is_some() || ["takes", "to"].contains(word);
    if !words.iter().any(is_said) {
        return Said::Notation(text);
    }
    let mut spelled = String::new();
    for (word, written) in words.into_iter().zip(written.split_whitespace()) {
        match (word, kind(word)) {
            ("takes", _) => spelled.push('x'),
            (
                "from" | "to" | "promotes" | "check" | "checkmate" | "stalemate" | "en" | "passant",
                _,
            ) => {}
            // The letter keeps the move from being read as a bishop's. Behind `takes` the pawn is what is taken.
            (_, Some(Role::Pawn)) if spelled.contains('x') => {}
            (_, Some(Role::Pawn)) => {
                spelled = format!("{}{}", Role::Pawn.upper_char(), spelled.to_lowercase());
            }
            // A letter alone may be a file: `b takes c3` is the pawn's move, as `bxc3` is.
            (_, Some(_)) if word.len() == 1 => spelled.push_str(written),
            (_, Some(role)) => spelled.push(role.upper_char()),
            (_, None) => spelled.push_str(word),
        }
    }
    Said::Notation(spelled)
}

/// Fails if `text` names the side that is not to move.
fn check_side(model: &Model, text: &str) -> Result<(), String> {
    let turn = model.session.position().turn();
    let mover = if model.session.may_premove() { !turn } else { turn };
    match announced(text).0 {
        Some(side) if side != mover => {
            let [mover, side] = [mover, side].map(|it| it.fold_wb("White", "Black"));
            Err(format!("{text:?} is a move of {side}'s: a move of {mover}'s is awaited"))
        }
        Some(_) | None => Ok(()),
    }
}

/// The moves that `text` denotes, in any case or in words.
///
/// # Errors
/// As [`parse_typed`], with the text as it was typed.
pub fn meant(model: &Model, text: &str) -> Result<Vec<Move>, NotationError> {
    let position = model.session.position();
    let written = match said(text) {
        Said::Notation(written) => written,
        Said::Castle => return castling(position, text),
    };
    let found = parse_typed(position, &written);
    if written == text {
        return found;
    }
    let text = text.to_owned();
    found.map_err(|error| match error {
        NotationError::NotAMove(_) => NotationError::NotAMove(text),
        NotationError::Illegal(_) => NotationError::Illegal(text),
        NotationError::Ambiguous(_) => NotationError::Ambiguous(text),
        NotationError::Several { moves, .. } => NotationError::Several { text, moves },
        NotationError::Fen { .. } | NotationError::Arrangement(_) => error,
    })
}

/// A move as text, in any case or in words.
pub fn typed(model: &mut Model, text: &str) -> Result<Vec<Effect>, String> {
    let text = text.trim();
    check_side(model, text)?;
    if model.session.may_premove() {
        let (from, to) = premove_squares(model, &spelled(text))?;
        if !model.session.owns(from) {
            return Err(format!("no piece of yours stands on {from}: no move ahead"));
        }
        premove(model, from, to);
        return Ok(Vec::new());
    }
    match meant(model, text) {
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
            // The question why takes notation.
            let usual = parse_typed(model.session.position(), &spelled(text)).err();
            let refused = match usual {
                Some(NotationError::Illegal(usual)) => Some(usual),
                Some(_) | None => None,
            };
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
