//! Material that cannot win, and the rook pawn whose bishop does not reach the corner.

use crate::rules::{Bitboard, Board, Color, File, Position, Rank, Square};

/// Squares of the rim, where alone the mates of the material below are possible.
const RIM: Bitboard = Bitboard(0xff81_8181_8181_81ff);

/// Minor piece against minor piece, or two knights against none, with no king on the rim.
/// Material that cannot mate at all is a rule of the game and decided before.
pub(super) fn draws(board: &Board) -> bool {
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

/// Pawns on one rook file, bishops that do not cover its last square, and the lone king in that corner: no way out.
///
/// A king beside the corner counts when it may step in at once.
pub(super) fn wrong_corner(position: &Position, strong: Color) -> bool {
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
