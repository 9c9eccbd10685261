//! Piece location: piece-square tables.

use super::pieces::{NAMES, Pieces};
use super::terms::TermBuilder;

pub(super) fn define(terms: &mut TermBuilder, pieces: &Pieces) {
    for (name, squares) in NAMES.into_iter().zip(pieces.us.pieces) {
        terms.piece_square_table(&format!("piece_square.{name}"), squares);
    }
}
