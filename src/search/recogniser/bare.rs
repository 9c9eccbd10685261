//! Drawn material, and rook pawns with the wrong-coloured bishop.

use crate::rules::{Bitboard, Board, Color, File, Position, Rank, Square};

/// The squares of the rim: the material below can mate only there.
const RIM: Bitboard = Bitboard(0xff81_8181_8181_81ff);

/// Minor piece against minor piece, or two knights against none, with no king on the rim.
/// The rules of chess cover insufficient material, which the search checks before.
pub(super) fn is_drawn_material(board: &Board) -> bool {
    let minors = board.knights() | board.bishops();
    if board.occupied() != minors | board.kings() || (board.kings() & RIM).any() {
        return false;
    }
    let count = |side: Color| (minors & board.by_color(side)).count();
    match (count(Color::White), count(Color::Black)) {
        (1, 1) => true,
        (2, 0) | (0, 2) => board.bishops().is_empty(),
        _ => false,
    }
}

/// Wrong-coloured bishop: all pawns on one rook file, bishops that do not control the promotion square, and the lone king
/// in that corner, or next to it and able to enter it.
pub(super) fn wrong_bishop(position: &Position, strong: Color) -> bool {
    let board = position.board();
    let (pawns, bishops) = (board.pawns(), board.bishops());
    if pawns.is_empty() || bishops.is_empty() || board.knights().any() {
        return false;
    }
    let file = if pawns.is_subset(File::A) {
        File::A
    } else if pawns.is_subset(File::H) {
        File::H
    } else {
        return false;
    };
    let corner = Square::from_coords(file, strong.fold_wb(Rank::Eighth, Rank::First));
    let covering = if corner.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
    if (bishops & covering).any() {
        return false;
    }
    let Some(king) = board.king_of(!strong) else { return false };
    let steps_in = position.turn() != strong
        && king.distance(corner) == 1
        && board.attacks_to(corner, strong, board.occupied().without(king)).is_empty()
        && !board.occupied().contains(corner);
    king == corner || steps_in
}
