//! Major pieces: rooks on open files, on the seventh rank, behind passed pawns, or trapped by their own king.

use super::pieces::Pieces;
use super::terms::TermBuilder;
use crate::rules::{Color, Role};

/// Files b to d and e to g: a king there traps the rook in the corner on its side.
const LEFT: u64 = 0x0e0e_0e0e_0e0e_0e0e;
const RIGHT: u64 = 0x7070_7070_7070_7070;

pub(super) fn define(terms: &mut TermBuilder, pieces: &Pieces, side: Color) {
    let (own, other) = (pieces.of(side), pieces.of(!side));
    let rooks = own.piece(Role::Rook);
    let open = [rooks.into(), !own.pawn_files, !other.pawn_files];
    let open = terms.all(side, "rook.open_file", open);
    terms.add_term(side, "rook.open_file", open);
    let half = [rooks.into(), !own.pawn_files, other.pawn_files.into()];
    let half = terms.all(side, "rook.half_open_file", half);
    terms.add_term(side, "rook.half_open_file", half);
    let behind = terms.span(side, "behind_own_passed", pieces.passed(side), (0, -1));
    let behind = terms.all(side, "rook.behind_passed", [rooks.into(), behind.into()]);
    terms.add_term(side, "rook.behind_passed", behind);
    seventh(terms, pieces, side);
    trapped(terms, pieces, side);
}

/// The seventh rank counts if there are pawns to attack or a king on the eighth rank.
fn seventh(terms: &mut TermBuilder, pieces: &Pieces, side: Color) {
    let (own, other) = (pieces.of(side), pieces.of(!side));
    let last = terms.ranks(side, "last_rank", 8..=8);
    let seventh = terms.ranks(side, "seventh_rank", 7..=7);
    let king = terms.all(side, "enemy_king_home", [other.king().into(), last.into()]);
    let pawns = terms.all(side, "enemy_pawns_home", [other.pawns().into(), seventh.into()]);
    let target = terms.any(side, "seventh_targets", [king.into(), pawns.into()]);
    let target = terms.any_square(side, "seventh_has_target", target);
    for (name, role) in [("rook.seventh", Role::Rook), ("queen.seventh", Role::Queen)] {
        let there = [own.piece(role).into(), seventh.into(), target.into()];
        let there = terms.all(side, name, there);
        terms.add_term(side, name, there);
    }
}

/// A rook between its own king and the corner, on a file with an own pawn.
fn trapped(terms: &mut TermBuilder, pieces: &Pieces, side: Color) {
    let own = pieces.of(side);
    let home = terms.ranks(side, "back_rank", 1..=1);
    let corner = [("left", LEFT, -1), ("right", RIGHT, 1)].map(|(name, files, step)| {
        let files = terms.constant(side, &format!("king_files_{name}"), files);
        let king = [own.king().into(), home.into(), files.into()];
        let king = terms.all(side, &format!("king.home_{name}"), king);
        terms.span(side, &format!("king.corner_{name}"), king, (step, 0))
    });
    let corner = terms.any(side, "king.corner", corner.map(Into::into));
    let trapped = [own.piece(Role::Rook).into(), corner.into(), own.pawn_files.into()];
    let trapped = terms.all(side, "rook.trapped", trapped);
    terms.add_term(side, "rook.trapped", trapped);
}
