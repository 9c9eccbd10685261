//! Piece location: piece-square tables.

use super::pieces::Pieces;
use super::terms::TermBuilder;
use crate::rules::Color;

const NAMES: [&str; 6] = [
    "piece_square.pawn",
    "piece_square.knight",
    "piece_square.bishop",
    "piece_square.rook",
    "piece_square.queen",
    "piece_square.king",
];

pub(super) fn define(terms: &mut TermBuilder, pieces: &Pieces, side: Color) {
    for (name, squares) in NAMES.into_iter().zip(pieces.of(side).pieces) {
        terms.piece_square_table(side, name, squares);
    }
}
