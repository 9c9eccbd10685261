//! King safety: attacks on the enemy king zone, safe checks, pawn shelter and pawn storm.

use super::attacks::KNIGHT;
use super::pieces::Pieces;
use super::terms::{TermBuilder, qualified};
use crate::propnet::bitboard::{BitboardId, CounterId, Rays};
use crate::rules::{Color, Role};

/// Steps from a king to its zone: the squares around it, and three more in front.
const ZONE: [(i8, i8); 12] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (0, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
    (-1, 2),
    (0, 2),
    (1, 2),
];

/// Units of king danger, in the proportions common to hand-crafted evaluations. The table converts them to centipawns.
const HIT_UNITS: i32 = 3;
const WEAK_UNITS: i32 = 7;
const PAWN_UNITS: i32 = 2;
/// Units for having a queen; the first entries of the table are those of attacks without one.
const QUEEN_UNITS: i32 = 14;

const fn attacker_units(role: Role) -> i32 {
    match role {
        Role::Knight => 9,
        Role::Bishop | Role::Rook => 6,
        _ => 5,
    }
}

pub(super) fn define(terms: &mut TermBuilder, pieces: &Pieces, side: Color) {
    let other = pieces.of(!side);
    let (ours, theirs) = (pieces.attacks_of(side), pieces.attacks_of(!side));
    let danger = terms.counter(side, "king.danger");
    let zone = terms.step_attacks(!side, "king.zone", other.king(), &ZONE);
    for slot in ours.slots {
        let hits = format!("{}.zone_hits", slot.name);
        let hits = terms.all(side, &hits, [slot.attacks.into(), zone.into()]);
        let attacks = format!("{}.attacks_king", slot.name);
        let attacks = terms.any_square(side, &attacks, hits);
        terms.net.count(danger, hits, HIT_UNITS);
        terms.net.count(danger, attacks, attacker_units(slot.role));
    }
    let own = pieces.of(side);
    let queen = terms.any_square(side, "has_queen", own.piece(Role::Queen));
    terms.net.count(danger, queen, QUEEN_UNITS);
    let pawn_hits = [own.pawn_attacks.into(), zone.into()];
    let pawn_hits = terms.all(side, "pawn.zone_hits", pawn_hits);
    terms.net.count(danger, pawn_hits, PAWN_UNITS);
    // Squares of the zone that only king or queen defend.
    let weak = [zone.into(), ours.any.into(), !theirs.defended];
    let weak = terms.all(side, "zone_weak", weak);
    terms.net.count(danger, weak, WEAK_UNITS);
    checks(terms, pieces, side, danger);
    shelter(terms, pieces, side);
}

/// Safe checks: squares from which a piece could give check without being captured.
fn checks(terms: &mut TermBuilder, pieces: &Pieces, side: Color, danger: CounterId) {
    let king = pieces.of(!side).king();
    let (ours, theirs) = (pieces.attacks_of(side), pieces.attacks_of(!side));
    let orthogonal = qualified(!side, "king.rook_rays");
    let orthogonal =
        terms.net.sliding_attacks(&orthogonal, king, pieces.occupied, Rays::Orthogonal);
    let diagonal = qualified(!side, "king.bishop_rays");
    let diagonal = terms.net.sliding_attacks(&diagonal, king, pieces.occupied, Rays::Diagonal);
    let knight = terms.step_attacks(!side, "king.knight_jumps", king, &KNIGHT);
    // The rays of the king come first, so that squares off them do not flip.
    let seen =
        terms.any(side, "check_squares", [orthogonal.into(), diagonal.into(), knight.into()]);
    let seen = terms.all(side, "check_squares_free", [seen.into(), !pieces.of(side).occupied]);
    // Undefended, or attacked twice and defended by king or queen only.
    let open = terms.all(side, "check_undefended", [seen.into(), !theirs.any]);
    let backed = [seen.into(), ours.twice.into(), !theirs.defended];
    let backed = terms.all(side, "check_backed", backed);
    let safe = terms.any(side, "check_safe", [open.into(), backed.into()]);
    let mut check = |name: &str, lines: BitboardId, attacks: BitboardId, units: i32| {
        let squares = terms.all(side, name, [lines.into(), attacks.into(), safe.into()]);
        let flag = terms.any_square(side, &format!("{name}.any"), squares);
        terms.net.count(danger, flag, units);
    };
    check("knight.safe_check", knight, ours.knights, 20);
    check("bishop.safe_check", diagonal, ours.bishops, 14);
    check("rook.safe_check", orthogonal, ours.rooks, 24);
    check("queen.safe_check_orthogonal", orthogonal, ours.queens, 13);
    check("queen.safe_check_diagonal", diagonal, ours.queens, 9);
}

/// Pawn shelter, open files near the king, and pawn storm.
fn shelter(terms: &mut TermBuilder, pieces: &Pieces, side: Color) {
    let (own, other) = (pieces.of(side), pieces.of(!side));
    let beside = terms.step_attacks(side, "king.files", own.king(), &[(-1, 0), (0, 0), (1, 0)]);
    let before = terms.span(side, "king.front_files", beside, (0, 1));
    let near = terms.step_attacks(side, "king.shelter_near", beside, &[(0, 1)]);
    let near = terms.all(side, "shelter.near", [near.into(), own.pawns().into()]);
    terms.add_term(side, "shelter.near", near);
    let far = terms.step_attacks(side, "king.shelter_far", beside, &[(0, 2)]);
    let far = terms.all(side, "shelter.far", [far.into(), own.pawns().into()]);
    terms.add_term(side, "shelter.far", far);
    let half_open = terms.all(side, "shelter.half_open", [beside.into(), !own.pawn_files]);
    terms.add_term(side, "shelter.half_open", half_open);
    let open = terms.all(side, "shelter.open", [half_open.into(), !other.pawn_files]);
    terms.add_term(side, "shelter.open", open);
    let storm = terms.all(side, "storm", [before.into(), other.pawns().into()]);
    terms.rank_table(side, "storm.rank", storm);
    let rammed = terms.all(side, "storm.rammed", [storm.into(), own.pawn_push_squares.into()]);
    terms.add_term(side, "storm.rammed", rammed);
}
