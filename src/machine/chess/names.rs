//! The names of the propositions of chess. Every lookup by name uses these functions.

use super::geometry::{AXES, Direction};
use crate::rules::{Color, File, Role, Square};
use shakmaty::CastlingSide;

/// `white` or `black`.
pub fn color(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

/// `pawn` to `king`.
pub const fn role(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// `white rook on e1`.
pub fn piece(side: Color, kind: Role, square: Square) -> String {
    format!("{} {} on {square}", color(side), role(kind))
}

/// `white on e1`: any white piece there.
pub fn side_on(side: Color, square: Square) -> String {
    format!("{} on {square}", color(side))
}

/// `e1 occupied`.
pub fn occupied(square: Square) -> String {
    format!("{square} occupied")
}

/// `white to move`; false if Black is to move.
pub const WHITE_TO_MOVE: &str = "white to move";

/// `white may castle short`.
pub fn castling(side: Color, to: CastlingSide) -> String {
    format!("{} may castle {}", color(side), wing(to))
}

/// `en passant on the e-file`.
pub fn en_passant(file: File) -> String {
    format!("en passant on the {}-file", file.char())
}

/// `halfmove clock bit 3`.
pub fn clock(bit: usize) -> String {
    format!("halfmove clock bit {bit}")
}

/// `attacked e1 by black`.
pub fn attacked(square: Square, by: Color) -> String {
    format!("attacked {square} by {}", color(by))
}

/// `white in check`.
pub fn in_check(side: Color) -> String {
    format!("{} in check", color(side))
}

/// `white in double check`.
pub fn double_check(side: Color) -> String {
    format!("{} in double check", color(side))
}

/// `check from e8`.
pub fn check_from(square: Square) -> String {
    format!("check from {square}")
}

/// `e4 shields the white king`: a black slider would attack the king if e4 were empty.
pub fn shields(square: Square, side: Color) -> String {
    format!("{square} shields the {} king", color(side))
}

/// `black slider attacks e1 from the north`: along a file, rank or diagonal.
pub fn slider_attacks(side: Color, square: Square, way: Direction) -> String {
    format!("{} slider attacks {square} from the {}", color(side), way.word())
}

/// `white king in line with e5 from the south`: no piece between them.
pub fn king_in_line(side: Color, square: Square, way: Direction) -> String {
    format!("{} king in line with {square} from the {}", color(side), way.word())
}

/// `e5 resolves the only check`: a move to it captures the piece that gives check or interposes.
pub fn resolves_check(square: Square) -> String {
    format!("{square} resolves the only check")
}

/// `e5 blocks rays`: a piece other than the king of the side to move is there.
pub fn blocks_rays(square: Square) -> String {
    format!("{square} blocks rays")
}

/// `e4 shields the king on the file`; `axis` is that of [`Direction::axis`].
pub fn pinned(square: Square, axis: usize) -> String {
    format!("{square} shields the king on the {}", AXES.get(axis).unwrap_or(&"line"))
}

/// `d5 and e5 shield the king on the rank`, the western square first.
pub fn shield_pair(west: Square, east: Square) -> String {
    format!("{west} and {east} shield the king on the rank")
}

/// `does e2e4`; `uci` is the move in UCI form.
pub fn does(uci: &str) -> String {
    format!("does {uci}")
}

/// `legal e2e4`; `uci` is the move in UCI form.
pub fn legal(uci: &str) -> String {
    format!("legal {uci}")
}

/// `checkmate`: in check without a legal move.
pub const CHECKMATE: &str = "checkmate";
/// `stalemate`: no legal move, not in check.
pub const STALEMATE: &str = "stalemate";
/// Neither side can mate by any sequence of moves.
pub const INSUFFICIENT_MATERIAL: &str = "insufficient material";
/// The 75-move rule: the game is over.
pub const SEVENTY_FIVE_MOVES: &str = "seventy-five moves without progress";
/// The 50-move rule: a player may claim a draw.
pub const FIFTY_MOVES: &str = "fifty moves without progress";
/// The game is over.
pub const TERMINAL: &str = "terminal";

/// `short` or `long`.
pub const fn wing(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::KingSide => "short",
        CastlingSide::QueenSide => "long",
    }
}
