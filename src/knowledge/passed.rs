//! Passed pawns and candidates: rank, connection, blockade, free path and distance of the kings.

use super::pieces::Pieces;
use super::terms::TermBuilder;
use crate::propnet::bitboard::BitboardId;
use crate::rules::Color;

/// Weights for the own and the enemy king within 1 to 4 moves of the stop square.
const OWN_KING: [&str; 4] =
    ["passed.own_king1", "passed.own_king2", "passed.own_king3", "passed.own_king4"];
const ENEMY_KING: [&str; 4] =
    ["passed.enemy_king1", "passed.enemy_king2", "passed.enemy_king3", "passed.enemy_king4"];

pub(super) fn define(terms: &mut TermBuilder, pieces: &Pieces, side: Color) {
    let (own, other) = (pieces.of(side), pieces.of(!side));
    let (ours, theirs) = (pieces.attacks_of(side), pieces.attacks_of(!side));
    let passed = pieces.passed(side);
    terms.rank_table(side, "passed.rank", passed);
    let connected = terms.step_attacks(side, "beside_a_passed", passed, &NEIGHBOURS);
    let connected = terms.all(side, "passed.connected", [passed.into(), connected.into()]);
    terms.rank_table(side, "passed.connected", connected);
    // The stop square: blocked, free and not attacked, supported.
    let stop = terms.step_attacks(side, "passed.stop", passed, &[(0, 1)]);
    let blocked = terms.all(side, "passed.blocked", [stop.into(), other.occupied.into()]);
    terms.rank_table(side, "passed.blocked", blocked);
    let free = terms.all(side, "passed.free", [stop.into(), !pieces.occupied, !theirs.any]);
    terms.rank_table(side, "passed.free", free);
    let supported = terms.all(side, "passed.supported", [stop.into(), ours.any.into()]);
    terms.rank_table(side, "passed.supported", supported);
    clear_path(terms, pieces, side);
    kings(terms, pieces, side, stop);
    // Candidate: no enemy pawn in front, and a pawn defends the stop square.
    let helped = terms.step_attacks(side, "below_own_pawn_attack", own.pawn_attacks, &[(0, -1)]);
    let open = [own.pawns().into(), !other.pawn_front_span, !passed, !own.pawn_rear_span];
    let open = terms.all(side, "pawn.unopposed", open);
    let candidate = terms.all(side, "pawn.candidate", [open.into(), helped.into()]);
    terms.rank_table(side, "passed.candidate", candidate);
}

const NEIGHBOURS: [(i8, i8); 6] = [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)];

/// No enemy piece stands on the path to promotion or attacks it.
fn clear_path(terms: &mut TermBuilder, pieces: &Pieces, side: Color) {
    let passed = pieces.passed(side);
    let path = terms.span(side, "passed.path", passed, (0, 1));
    let free = [path.into(), !pieces.of(!side).occupied, !pieces.attacks_of(!side).any];
    let free = terms.all(side, "passed.path_free", free);
    let contested = terms.all(side, "passed.path_contested", [path.into(), !free]);
    let below = terms.span(side, "below_contested", contested, (0, -1));
    let clear = terms.all(side, "passed.clear", [passed.into(), !below]);
    terms.rank_table(side, "passed.clear", clear);
}

/// King distance: advanced passed pawns gain from a near own king and a far enemy king.
fn kings(terms: &mut TermBuilder, pieces: &Pieces, side: Color, stop: BitboardId) {
    let far = terms.ranks(side, "far_ranks", 5..=8);
    let stop = terms.all(side, "passed.far_stop", [stop.into(), far.into()]);
    for (color, names) in [(side, OWN_KING), (!side, ENEMY_KING)] {
        for (name, near_king) in names.into_iter().zip(pieces.of(color).king_distance) {
            let near = terms.all(side, name, [stop.into(), near_king.into()]);
            terms.add_term(side, name, near);
        }
    }
}
