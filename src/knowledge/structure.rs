//! Pawn structure: pawns that cannot be protected by pawns, that stand in each other's way, or that help each other.

use super::pieces::Pieces;
use super::terms::Terms;
use crate::rules::Color;

pub(super) fn define(terms: &mut Terms, pieces: &Pieces, side: Color) {
    let own = pieces.of(side);
    let pawns = own.pawns();
    // A file with an own pawn, and the files beside it.
    let column = [pawns.into(), own.pawn_front.into(), own.pawn_rear.into()];
    let column = terms.any(side, "pawn.file", column);
    let beside = terms.leap(side, "pawn.files_beside", column, &[(-1, 0), (1, 0)]);
    let isolated = terms.all(side, "pawn.isolated", [pawns.into(), !beside]);
    terms.weigh(side, "pawn.isolated", isolated);
    // The pawn behind is the doubled one.
    let doubled = terms.all(side, "pawn.doubled", [pawns.into(), own.pawn_rear.into()]);
    terms.weigh(side, "pawn.doubled", doubled);
}
