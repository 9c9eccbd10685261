//! Passed pawns: no enemy pawn can stop them any more.

use super::pieces::Pieces;
use super::terms::Terms;
use crate::rules::Color;

pub(super) fn define(terms: &mut Terms, pieces: &Pieces, side: Color) {
    let (own, other) = (pieces.of(side), pieces.of(!side));
    let pawns = own.pawns();
    let blocked = [!other.pawn_front, !other.pawn_reach, !own.pawn_rear];
    let passed = terms.all(side, "pawn.passed", [pawns.into(), blocked[0], blocked[1], blocked[2]]);
    terms.by_rank(side, "passed.rank", passed);
}
