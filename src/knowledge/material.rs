//! Material: what a piece is worth wherever it stands, and how much of the middlegame each one carries.

use super::pieces::Pieces;
use super::terms::Terms;
use crate::rules::{Color, Role};

/// Phase units of each piece. Source: the common 24-unit scale: minor 1, rook 2, queen 4.
pub(super) const PHASE: [(Role, i32); 4] =
    [(Role::Knight, 1), (Role::Bishop, 1), (Role::Rook, 2), (Role::Queen, 4)];

/// Weight names by role, pawn first.
pub(super) const NAMES: [&str; 5] =
    ["material.pawn", "material.knight", "material.bishop", "material.rook", "material.queen"];

pub(super) fn define(terms: &mut Terms, pieces: &Pieces, side: Color) {
    let own = pieces.of(side);
    for (name, word) in NAMES.into_iter().zip(own.pieces) {
        terms.weigh(side, name, word);
    }
    for (role, units) in PHASE {
        terms.weigh_phase(own.piece(role), units);
    }
}
