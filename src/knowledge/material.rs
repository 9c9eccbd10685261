//! Material: piece values and game phase.

use super::pieces::Pieces;
use super::terms::TermBuilder;
use crate::rules::{Color, Role};

/// Phase units of each piece. Source: the common scale of 24 units: minor piece 1, rook 2, queen 4.
pub(super) const PHASE: [(Role, i32); 4] =
    [(Role::Knight, 1), (Role::Bishop, 1), (Role::Rook, 2), (Role::Queen, 4)];

/// Weight names by role, pawn first.
pub(super) const NAMES: [&str; 5] =
    ["material.pawn", "material.knight", "material.bishop", "material.rook", "material.queen"];

pub(super) fn define(terms: &mut TermBuilder, pieces: &Pieces, side: Color) {
    let own = pieces.of(side);
    for (name, squares) in NAMES.into_iter().zip(own.pieces) {
        terms.add_term(side, name, squares);
    }
    for (role, units) in PHASE {
        terms.add_phase(own.piece(role), units);
    }
}
