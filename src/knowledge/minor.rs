//! Minor pieces: bishop pair, outposts, bad bishops, trapped bishops.

use super::pieces::Pieces;
use super::terms::TermBuilder;
use crate::rules::{Color, Role};

/// Light squares.
pub(super) const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;
/// The a- and h-file: a bishop that captures a pawn on a7 or h7 is trapped.
const CORNER_FILES: u64 = 0x8181_8181_8181_8181;

pub(super) fn define(terms: &mut TermBuilder, pieces: &Pieces, side: Color) {
    let (own, other) = (pieces.of(side), pieces.of(!side));
    let ours = pieces.attacks_of(side);
    let (knights, bishops) = (own.piece(Role::Knight), own.piece(Role::Bishop));
    let second = ours.slots[3].piece;
    let pair = terms.any_square(side, "bishop.pair", second);
    terms.add_term(side, "bishop.pair", pair);
    // Outpost: defended by an own pawn, never attackable by an enemy pawn.
    let ranks = terms.ranks(side, "outpost_ranks", 4..=6);
    let outpost = [ranks.into(), own.pawn_attacks.into(), !other.pawn_attack_span];
    let outpost = terms.all(side, "outpost", outpost);
    let knight = terms.all(side, "knight.outpost", [knights.into(), outpost.into()]);
    terms.add_term(side, "knight.outpost", knight);
    let bishop = terms.all(side, "bishop.outpost", [bishops.into(), outpost.into()]);
    terms.add_term(side, "bishop.outpost", bishop);
    let reachable = [ours.knights.into(), outpost.into(), !own.occupied];
    let reachable = terms.all(side, "knight.outpost_soon", reachable);
    terms.add_term(side, "knight.outpost_soon", reachable);
    let below = [own.pawns().into(), other.pawns().into()];
    let below = terms.any(side, "any_pawn", below);
    let below = terms.step_attacks(side, "below_any_pawn", below, &[(0, -1)]);
    let minors = terms.any(side, "minor", [knights.into(), bishops.into()]);
    let behind = terms.all(side, "minor.behind_pawn", [minors.into(), below.into()]);
    terms.add_term(side, "minor.behind_pawn", behind);
    let away = terms.all(side, "minor.far_from_king", [minors.into(), !own.king_distance[3]]);
    terms.add_term(side, "minor.far_from_king", away);
    bad_bishop(terms, pieces, side);
    trapped(terms, pieces, side);
}

/// Bad bishop: own pawns on its square colour.
fn bad_bishop(terms: &mut TermBuilder, pieces: &Pieces, side: Color) {
    let own = pieces.of(side);
    for (colour, squares) in [("light", LIGHT), ("dark", !LIGHT)] {
        let squares = terms.constant(side, &format!("{colour}_squares"), squares);
        let bishop = [own.piece(Role::Bishop).into(), squares.into()];
        let bishop = terms.all(side, &format!("bishop.{colour}"), bishop);
        let bishop = terms.any_square(side, &format!("bishop.{colour}.any"), bishop);
        let pawns = [own.pawns().into(), squares.into(), bishop.into()];
        let pawns = terms.all(side, &format!("bishop.{colour}.own_pawns"), pawns);
        terms.add_term(side, "bishop.bad", pawns);
    }
}

/// A bishop on a7 or h7 that an enemy pawn on the adjacent file traps.
fn trapped(terms: &mut TermBuilder, pieces: &Pieces, side: Color) {
    let (own, other) = (pieces.of(side), pieces.of(!side));
    let seventh = terms.ranks(side, "seventh", 7..=7);
    let edge = terms.constant(side, "edge_files", CORNER_FILES);
    let beside = terms.step_attacks(side, "beside_enemy_pawn", other.pawns(), &[(-1, 1), (1, 1)]);
    let trapped = [own.piece(Role::Bishop).into(), seventh.into(), edge.into(), beside.into()];
    let trapped = terms.all(side, "bishop.trapped", trapped);
    terms.add_term(side, "bishop.trapped", trapped);
}
