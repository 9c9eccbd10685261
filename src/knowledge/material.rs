//! Material: piece values and game phase.

use super::pieces::Pieces;
use super::scaling::FULL_PHASE;
use super::terms::TermBuilder;
use crate::rules::{Board, Role};

/// Weight names by role, pawn first.
pub(super) const NAMES: [&str; 5] =
    ["material.pawn", "material.knight", "material.bishop", "material.rook", "material.queen"];

/// Phase units by role. Source: the common scale of 24 units: minor piece 1, rook 2, queen 4.
const PHASE: [i32; 5] = [0, 1, 1, 2, 4];

/// The game phase of a board, 0 (only kings and pawns) to [`FULL_PHASE`].
pub fn game_phase(board: &Board) -> i32 {
    let units = |(role, units): (Role, i32)| board.by_role(role).count() as i32 * units;
    Role::ALL.into_iter().zip(PHASE).map(units).sum::<i32>().min(FULL_PHASE)
}

pub(super) fn define(terms: &mut TermBuilder, pieces: &Pieces) {
    for ((name, units), squares) in NAMES.into_iter().zip(PHASE).zip(pieces.us.pieces) {
        terms.add_term(name, squares);
        if units > 0 {
            terms.add_phase(squares, units);
        }
    }
    let queen = terms.any_square("has_a_queen", pieces.us.piece(Role::Queen));
    let enemy_queen = terms.any_square("enemy_has_a_queen", pieces.them.piece(Role::Queen));
    terms.term("imbalance.only_queen", [queen, !enemy_queen]);
}
