//! Keys of the board while a position is set up on it.

use crate::rules::{Color, Role};
use crate::tui::model::position_editor::CastlingRight;
use crate::tui::update::position_editor::{self as editor, is_open};
use crate::tui::values::command_spec::{Argument, Mode::Setup, Values};

super::command::commands! { "Position editor", |m, text|
    "setup-accept" => editor::accept(m), "play on from the position that was set up, if it is legal", keys(&[(Setup, "enter")]),
        label("play on"), when(is_open), unrecorded(ByResult);
    "setup-leave" => editor::leave(m), "leave the editor without a change of the game", keys(&[(Setup, "esc")]), label("leave"),
        when(is_open), unrecorded(OnScreen);
    "setup-white-king" => editor::put(m, Role::King.of(Color::White)), "put a white king under the cursor, or take it away",
        keys(&[(Setup, "K")]), when(is_open), unrecorded(OnScreen);
    "setup-white-queen" => editor::put(m, Role::Queen.of(Color::White)), "put a white queen under the cursor, or take it away",
        keys(&[(Setup, "Q")]), when(is_open), unrecorded(OnScreen);
    "setup-white-rook" => editor::put(m, Role::Rook.of(Color::White)), "put a white rook under the cursor, or take it away",
        keys(&[(Setup, "R")]), when(is_open), unrecorded(OnScreen);
    "setup-white-bishop" => editor::put(m, Role::Bishop.of(Color::White)), "put a white bishop under the cursor, or take it away",
        keys(&[(Setup, "B")]), when(is_open), unrecorded(OnScreen);
    "setup-white-knight" => editor::put(m, Role::Knight.of(Color::White)), "put a white knight under the cursor, or take it away",
        keys(&[(Setup, "N")]), when(is_open), unrecorded(OnScreen);
    "setup-white-pawn" => editor::put(m, Role::Pawn.of(Color::White)), "put a white pawn under the cursor, or take it away",
        keys(&[(Setup, "P")]), when(is_open), unrecorded(OnScreen);
    "setup-black-king" => editor::put(m, Role::King.of(Color::Black)), "put a black king under the cursor, or take it away",
        keys(&[(Setup, "k")]), when(is_open), unrecorded(OnScreen);
    "setup-black-queen" => editor::put(m, Role::Queen.of(Color::Black)), "put a black queen under the cursor, or take it away",
        keys(&[(Setup, "q")]), when(is_open), unrecorded(OnScreen);
    "setup-black-rook" => editor::put(m, Role::Rook.of(Color::Black)), "put a black rook under the cursor, or take it away",
        keys(&[(Setup, "r")]), when(is_open), unrecorded(OnScreen);
    "setup-black-bishop" => editor::put(m, Role::Bishop.of(Color::Black)), "put a black bishop under the cursor, or take it away",
        keys(&[(Setup, "b")]), when(is_open), unrecorded(OnScreen);
    "setup-black-knight" => editor::put(m, Role::Knight.of(Color::Black)), "put a black knight under the cursor, or take it away",
        keys(&[(Setup, "n")]), when(is_open), unrecorded(OnScreen);
    "setup-black-pawn" => editor::put(m, Role::Pawn.of(Color::Black)), "put a black pawn under the cursor, or take it away",
        keys(&[(Setup, "p")]), when(is_open), unrecorded(OnScreen);
    "setup-remove" => editor::remove(m), "empty the square under the cursor",
        keys(&[(Setup, "space x del backspace")]), label("empty"), when(is_open), unrecorded(OnScreen);
    "setup-clear" => editor::clear(m), "empty the board", keys(&[(Setup, "c")]), label("clear"), when(is_open), unrecorded(OnScreen);
    "setup-start" => editor::start(m), "set up the start position", keys(&[(Setup, "s")]), label("start position"), when(is_open),
        unrecorded(OnScreen);
    "setup-turn" => editor::turn(m), "give the other side the move", keys(&[(Setup, "t")]), label("side to move"), when(is_open),
        unrecorded(OnScreen);
    "setup-white-short" => editor::castling(m, CastlingRight::ALL[0]), "let White castle on the king's side, or no longer",
        keys(&[(Setup, "1")]), when(is_open), unrecorded(OnScreen);
    "setup-white-long" => editor::castling(m, CastlingRight::ALL[1]), "let White castle on the queen's side, or no longer",
        keys(&[(Setup, "2")]), when(is_open), unrecorded(OnScreen);
    "setup-black-short" => editor::castling(m, CastlingRight::ALL[2]), "let Black castle on the king's side, or no longer",
        keys(&[(Setup, "3")]), when(is_open), unrecorded(OnScreen);
    "setup-black-long" => editor::castling(m, CastlingRight::ALL[3]), "let Black castle on the queen's side, or no longer",
        keys(&[(Setup, "4")]), when(is_open), unrecorded(OnScreen);
    "setup-en-passant" => editor::en_passant(m), "make the square under the cursor the one that a pawn has just passed, or no longer",
        keys(&[(Setup, "e")]), when(is_open), unrecorded(OnScreen);
    "setup-halfmoves" => editor::halfmoves(m, text), "set the half-moves since the last capture or pawn move",
        argument(Argument::required("12", "a number", Values::None)), keys(&[(Setup, "h")]), when(is_open), unrecorded(ByResult);
    "setup-number" => editor::number(m, text), "set the number of the move",
        argument(Argument::required("40", "a number", Values::None)), keys(&[(Setup, "m")]), when(is_open), unrecorded(ByResult);
    "setup-undo" => editor::undo(m), "take back the last change of the position", keys(&[(Setup, "u")]), label("undo"), when(is_open),
        unrecorded(OnScreen);
}
