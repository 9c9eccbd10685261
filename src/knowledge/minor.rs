//! Minor pieces: the bishop pair, outposts, bishops behind their own pawns, pieces that cannot get out.

use super::pieces::Pieces;
use super::terms::Terms;
use crate::rules::{Color, Role};

/// Light squares.
pub(super) const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;
/// a7 and h7, or a2 and h2: where a bishop takes a pawn and is shut in.
const CORNER_FILES: u64 = 0x8181_8181_8181_8181;

pub(super) fn define(terms: &mut Terms, pieces: &Pieces, side: Color) {
    let (own, other) = (pieces.of(side), pieces.of(!side));
    let ours = pieces.attacks_of(side);
    let (knights, bishops) = (own.piece(Role::Knight), own.piece(Role::Bishop));
    let second = ours.slots[3].piece;
    let pair = terms.somewhere(side, "bishop.pair", second);
    terms.weigh(side, "bishop.pair", pair);
    // Squares that no enemy pawn can ever attack, held by an own pawn.
    let ranks = terms.ranks(side, "outpost_ranks", 4..=6);
    let outpost = [ranks.into(), own.pawn_attacks.into(), !other.pawn_reach];
    let outpost = terms.all(side, "outpost", outpost);
    let knight = terms.all(side, "knight.outpost", [knights.into(), outpost.into()]);
    terms.weigh(side, "knight.outpost", knight);
    let bishop = terms.all(side, "bishop.outpost", [bishops.into(), outpost.into()]);
    terms.weigh(side, "bishop.outpost", bishop);
    let soon = [ours.knights.into(), outpost.into(), !own.occupied];
    let soon = terms.all(side, "knight.outpost_soon", soon);
    terms.weigh(side, "knight.outpost_soon", soon);
    let below = [own.pawns().into(), other.pawns().into()];
    let below = terms.any(side, "any_pawn", below);
    let below = terms.leap(side, "below_any_pawn", below, &[(0, -1)]);
    let minors = terms.any(side, "minor", [knights.into(), bishops.into()]);
    let shielded = terms.all(side, "minor.behind_pawn", [minors.into(), below.into()]);
    terms.weigh(side, "minor.behind_pawn", shielded);
    let away = terms.all(side, "minor.far_from_king", [minors.into(), !own.king_rings[3]]);
    terms.weigh(side, "minor.far_from_king", away);
    bad_bishop(terms, pieces, side);
    trapped(terms, pieces, side);
}

/// Own pawns on the squares of an own bishop.
fn bad_bishop(terms: &mut Terms, pieces: &Pieces, side: Color) {
    let own = pieces.of(side);
    for (shade, lanes) in [("light", LIGHT), ("dark", !LIGHT)] {
        let squares = terms.constant(side, &format!("{shade}_squares"), lanes);
        let bishop = [own.piece(Role::Bishop).into(), squares.into()];
        let bishop = terms.all(side, &format!("bishop.{shade}"), bishop);
        let bishop = terms.somewhere(side, &format!("bishop.{shade}.somewhere"), bishop);
        let pawns = [own.pawns().into(), squares.into(), bishop.into()];
        let pawns = terms.all(side, &format!("bishop.{shade}.own_pawns"), pawns);
        terms.weigh(side, "bishop.bad", pawns);
    }
}

/// A bishop on the edge of the enemy camp that an enemy pawn shuts in.
fn trapped(terms: &mut Terms, pieces: &Pieces, side: Color) {
    let (own, other) = (pieces.of(side), pieces.of(!side));
    let seventh = terms.ranks(side, "seventh", 7..=7);
    let edge = terms.constant(side, "edge_files", CORNER_FILES);
    let jaw = terms.leap(side, "beside_enemy_pawn", other.pawns(), &[(-1, 1), (1, 1)]);
    let caught = [own.piece(Role::Bishop).into(), seventh.into(), edge.into(), jaw.into()];
    let caught = terms.all(side, "bishop.trapped", caught);
    terms.weigh(side, "bishop.trapped", caught);
}
