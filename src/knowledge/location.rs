//! Piece location: what a piece is worth by the square it stands on.

use super::pieces::Pieces;
use super::terms::Terms;
use crate::rules::Color;

const NAMES: [&str; 6] = [
    "location.pawn",
    "location.knight",
    "location.bishop",
    "location.rook",
    "location.queen",
    "location.king",
];

pub(super) fn define(terms: &mut Terms, pieces: &Pieces, side: Color) {
    for (name, word) in NAMES.into_iter().zip(pieces.of(side).pieces) {
        terms.locate(side, name, word);
    }
}
