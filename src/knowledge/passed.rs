//! Passed pawns and those that may become one: how far they are, what is in their way, and which king is nearer.

use super::pieces::Pieces;
use super::terms::Terms;
use crate::propnet::lanes::Word;
use crate::rules::Color;

/// Weight names of the own and the enemy king within so many moves of the square before the pawn.
const OWN_KING: [&str; 4] =
    ["passed.own_king1", "passed.own_king2", "passed.own_king3", "passed.own_king4"];
const ENEMY_KING: [&str; 4] =
    ["passed.enemy_king1", "passed.enemy_king2", "passed.enemy_king3", "passed.enemy_king4"];

pub(super) fn define(terms: &mut Terms, pieces: &Pieces, side: Color) {
    let (own, other) = (pieces.of(side), pieces.of(!side));
    let (ours, theirs) = (pieces.attacks_of(side), pieces.attacks_of(!side));
    let passed = pieces.passed(side);
    terms.by_rank(side, "passed.rank", passed);
    let connected = terms.leap(side, "beside_a_passed", passed, &NEIGHBOURS);
    let connected = terms.all(side, "passed.connected", [passed.into(), connected.into()]);
    terms.by_rank(side, "passed.connected", connected);
    // The square before the pawn: free, safe, supported, blocked.
    let stop = terms.leap(side, "passed.stop", passed, &[(0, 1)]);
    let blocked = terms.all(side, "passed.blocked", [stop.into(), other.occupied.into()]);
    terms.by_rank(side, "passed.blocked", blocked);
    let free = terms.all(side, "passed.free", [stop.into(), !pieces.occupied, !theirs.any]);
    terms.by_rank(side, "passed.free", free);
    let supported = terms.all(side, "passed.supported", [stop.into(), ours.any.into()]);
    terms.by_rank(side, "passed.supported", supported);
    clear_path(terms, pieces, side);
    kings(terms, pieces, side, stop);
    // No enemy pawn ahead, and as many friends as foes can decide what happens on the next square.
    let helped = terms.leap(side, "below_own_pawn_attack", own.pawn_attacks, &[(0, -1)]);
    let open = [own.pawns().into(), !other.pawn_front, !passed, !own.pawn_rear];
    let open = terms.all(side, "pawn.unopposed", open);
    let candidate = terms.all(side, "pawn.candidate", [open.into(), helped.into()]);
    terms.by_rank(side, "passed.candidate", candidate);
}

const NEIGHBOURS: [(i8, i8); 6] = [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)];

/// Nothing of the enemy stands on the way to promotion or attacks it.
fn clear_path(terms: &mut Terms, pieces: &Pieces, side: Color) {
    let passed = pieces.passed(side);
    let path = terms.ahead(side, "passed.path", passed, (0, 1));
    let quiet = [path.into(), !pieces.of(!side).occupied, !pieces.attacks_of(!side).any];
    let quiet = terms.all(side, "passed.path_quiet", quiet);
    let trouble = terms.all(side, "passed.path_contested", [path.into(), !quiet]);
    let below = terms.ahead(side, "below_contested", trouble, (0, -1));
    let clear = terms.all(side, "passed.clear", [passed.into(), !below]);
    terms.by_rank(side, "passed.clear", clear);
}

/// Advanced passed pawns want their own king near and the other one far.
fn kings(terms: &mut Terms, pieces: &Pieces, side: Color, stop: Word) {
    let far = terms.ranks(side, "far_ranks", 5..=8);
    let stop = terms.all(side, "passed.far_stop", [stop.into(), far.into()]);
    for (color, names) in [(side, OWN_KING), (!side, ENEMY_KING)] {
        for (name, ring) in names.into_iter().zip(pieces.of(color).king_rings) {
            let near = terms.all(side, name, [stop.into(), ring.into()]);
            terms.weigh(side, name, near);
        }
    }
}
