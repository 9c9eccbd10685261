//! Minor pieces: bishop pair, outposts, bad bishops, trapped bishops.

use super::pieces::Pieces;
use super::terms::TermBuilder;

/// Light squares.
pub(super) const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;
/// The a- and h-file: a bishop that captures a pawn on a7 or h7 is trapped.
const CORNER_FILES: u64 = 0x8181_8181_8181_8181;

pub(super) fn define(terms: &mut TermBuilder, Pieces { us, them, ours, .. }: &Pieces) {
    let [pawns, knights, bishops, ..] = us.pieces;
    let pair = terms.any_square("bishop.pair", ours.slots[3].piece);
    terms.add_term("bishop.pair", pair);
    // Outpost: defended by an own pawn, never attackable by an enemy pawn.
    let ranks = terms.ranks("outpost_ranks", 4..=6);
    let outpost = terms.all("outpost", [ranks, us.pawn_attacks, !them.pawn_attack_span]);
    terms.term("knight.outpost", [knights, outpost]);
    terms.term("bishop.outpost", [bishops, outpost]);
    terms.term("knight.outpost_soon", [ours.knights, outpost, !us.occupied]);
    let below = terms.any("any_pawn", [pawns, them.pawns()]);
    let below = terms.step_attacks("below_any_pawn", below, &[(0, -1)]);
    let minors = terms.any("minor", [knights, bishops]);
    terms.term("minor.behind_pawn", [minors, below]);
    terms.term("minor.far_from_king", [minors, !us.king_distance[3]]);
    // Bad bishop: own pawns on its square colour.
    let colours = [("light", LIGHT), ("dark", !LIGHT)].map(|(colour, squares)| {
        let squares = terms.constant(&format!("{colour}_squares"), squares);
        let bishop = terms.all(&format!("bishop.{colour}"), [bishops, squares]);
        let bishop = terms.any_square(&format!("bishop.{colour}.any"), bishop);
        let pawns = terms.all(&format!("bishop.{colour}.own_pawns"), [pawns, squares, bishop]);
        terms.add_term("bishop.bad", pawns);
        terms.all(&format!("bishop.{colour}.squares"), [bishop, squares])
    });
    // The squares of the colours that the side has a bishop of.
    terms.any("bishop.colour", colours);
    // A bishop on a7 or h7 that an enemy pawn on the adjacent file traps.
    let seventh = terms.ranks("seventh", 7..=7);
    let edge = terms.constant("edge_files", CORNER_FILES);
    let beside = terms.step_attacks("beside_enemy_pawn", them.pawns(), &[(-1, 1), (1, 1)]);
    terms.term("bishop.trapped", [bishops, seventh, edge, beside]);
}
