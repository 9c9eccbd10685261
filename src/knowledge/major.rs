//! Major pieces: rooks on open files, on the seventh rank, behind passed pawns, or trapped by their own king.

use super::pieces::Pieces;
use super::terms::TermBuilder;

/// Files b to d and e to g: a king there traps the rook in the corner on its side.
const LEFT: u64 = 0x0e0e_0e0e_0e0e_0e0e;
const RIGHT: u64 = 0x7070_7070_7070_7070;

pub(super) fn define(terms: &mut TermBuilder, pieces: &Pieces) {
    let Pieces { us, them, passed, their_passed, .. } = pieces;
    let [_, _, _, rooks, queens, king] = us.pieces;
    terms.term("rook.open_file", [rooks, !us.pawn_files, !them.pawn_files]);
    terms.term("rook.half_open_file", [rooks, !us.pawn_files, them.pawn_files]);
    let behind = terms.span("behind_own_passed", *passed, 0, -1);
    terms.term("rook.behind_passed", [rooks, behind]);
    let behind = terms.span("behind_enemy_passed", *their_passed, 0, 1);
    terms.term("rook.behind_enemy_passed", [rooks, behind]);
    terms.term("rook.on_king_file", [rooks, them.king_file]);
    let beside = terms.step_attacks("beside_enemy_king_file", them.king_file, &[(-1, 0), (1, 0)]);
    terms.term("rook.beside_king_file", [rooks, beside]);
    terms.term("queen.near_enemy_king", [queens, them.king_distance[2]]);
    // The seventh rank counts if there are pawns to attack or a king on the eighth rank.
    let last = terms.ranks("last_rank", 8..=8);
    let seventh = terms.ranks("seventh_rank", 7..=7);
    let enemy_king = terms.all("enemy_king_home", [them.king(), last]);
    let pawns = terms.all("enemy_pawns_home", [them.pawns(), seventh]);
    let target = terms.any("seventh_targets", [enemy_king, pawns]);
    let target = terms.any_square("seventh_has_target", target);
    terms.term("rook.seventh", [rooks, seventh, target]);
    terms.term("queen.seventh", [queens, seventh, target]);
    // A rook between its own king and the corner, on a file with an own pawn.
    let home = terms.ranks("back_rank", 1..=1);
    let corner = [("left", LEFT, -1), ("right", RIGHT, 1)].map(|(name, files, step)| {
        let files = terms.constant(&format!("king_files_{name}"), files);
        let king = terms.all(&format!("king.home_{name}"), [king, home, files]);
        terms.span(&format!("king.corner_{name}"), king, step, 0)
    });
    let corner = terms.any("king.corner", corner);
    terms.term("rook.trapped", [rooks, corner, us.pawn_files]);
}
