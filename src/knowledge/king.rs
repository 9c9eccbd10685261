//! King safety: attackers on the enemy king's zone, safe checks, and the pawns before the own king.

use super::attacks::KNIGHT;
use super::pieces::Pieces;
use super::terms::{Terms, named};
use crate::propnet::lanes::{CounterId, Lines, Word};
use crate::rules::{Color, Role};

/// Steps from a king to its zone: around it, and one row further ahead.
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

/// Units of danger. Judged after the sizes that hand-crafted evaluations agree on; the table turns them into centipawns.
const HIT_UNITS: i32 = 3;
const WEAK_UNITS: i32 = 7;
const PAWN_UNITS: i32 = 2;
/// An attack without a queen is worth this much less; the table's first entries make up for it.
const QUEEN_UNITS: i32 = 14;

const fn attacker_units(role: Role) -> i32 {
    match role {
        Role::Knight => 9,
        Role::Bishop | Role::Rook => 6,
        _ => 5,
    }
}

pub(super) fn define(terms: &mut Terms, pieces: &Pieces, side: Color) {
    let other = pieces.of(!side);
    let (ours, theirs) = (pieces.attacks_of(side), pieces.attacks_of(!side));
    let danger = terms.counter(side, "king.danger");
    let zone = terms.leap(!side, "king.zone", other.king(), &ZONE);
    for slot in ours.slots {
        let hits = format!("{}.zone_hits", slot.name);
        let hits = terms.all(side, &hits, [slot.attacks.into(), zone.into()]);
        let attacks = format!("{}.attacks_king", slot.name);
        let attacks = terms.somewhere(side, &attacks, hits);
        terms.net.count(danger, hits, HIT_UNITS);
        terms.net.count(danger, attacks, attacker_units(slot.role));
    }
    let own = pieces.of(side);
    let queen = terms.somewhere(side, "has_queen", own.piece(Role::Queen));
    terms.net.count(danger, queen, QUEEN_UNITS);
    let pawn_hits = [own.pawn_attacks.into(), zone.into()];
    let pawn_hits = terms.all(side, "pawn.zone_hits", pawn_hits);
    terms.net.count(danger, pawn_hits, PAWN_UNITS);
    // Squares of the zone that only king or queen defend.
    let weak = [zone.into(), ours.any.into(), !theirs.guarded];
    let weak = terms.all(side, "zone_weak", weak);
    terms.net.count(danger, weak, WEAK_UNITS);
    checks(terms, pieces, side, danger);
    shelter(terms, pieces, side);
}

/// Squares from which a piece of ours could give check without being taken.
fn checks(terms: &mut Terms, pieces: &Pieces, side: Color, danger: CounterId) {
    let king = pieces.of(!side).king();
    let (ours, theirs) = (pieces.attacks_of(side), pieces.attacks_of(!side));
    let straight = named(!side, "king.seen_straight");
    let straight = terms.net.reach(&straight, king, pieces.occupied, Lines::Straight);
    let diagonal = named(!side, "king.seen_diagonal");
    let diagonal = terms.net.reach(&diagonal, king, pieces.occupied, Lines::Diagonal);
    let knight = terms.leap(!side, "king.seen_by_knight", king, &KNIGHT);
    // Only squares the king is seen from matter; asked first, they keep the rest of the board quiet.
    let seen = terms.any(side, "check_squares", [straight.into(), diagonal.into(), knight.into()]);
    let seen = terms.all(side, "check_squares_free", [seen.into(), !pieces.of(side).occupied]);
    // Undefended, or attacked twice and defended by king or queen only.
    let open = terms.all(side, "check_undefended", [seen.into(), !theirs.any]);
    let backed = [seen.into(), ours.twice.into(), !theirs.guarded];
    let backed = terms.all(side, "check_backed", backed);
    let landing = terms.any(side, "check_safe", [open.into(), backed.into()]);
    let mut check = |name: &str, lines: Word, attacks: Word, units: i32| {
        let word = terms.all(side, name, [lines.into(), attacks.into(), landing.into()]);
        let flag = terms.somewhere(side, &format!("{name}.somewhere"), word);
        terms.net.count(danger, flag, units);
    };
    check("knight.safe_check", knight, ours.knights, 20);
    check("bishop.safe_check", diagonal, ours.bishops, 14);
    check("rook.safe_check", straight, ours.rooks, 24);
    check("queen.safe_check_straight", straight, ours.queens, 13);
    check("queen.safe_check_diagonal", diagonal, ours.queens, 9);
}

/// The own king's pawns, the files beside it, and the enemy pawns that come.
fn shelter(terms: &mut Terms, pieces: &Pieces, side: Color) {
    let (own, other) = (pieces.of(side), pieces.of(!side));
    let beside = terms.leap(side, "king.files", own.king(), &[(-1, 0), (0, 0), (1, 0)]);
    let before = terms.ahead(side, "king.before", beside, (0, 1));
    let near = terms.leap(side, "king.shelter_near", beside, &[(0, 1)]);
    let near = terms.all(side, "shelter.near", [near.into(), own.pawns().into()]);
    terms.weigh(side, "shelter.near", near);
    let far = terms.leap(side, "king.shelter_far", beside, &[(0, 2)]);
    let far = terms.all(side, "shelter.far", [far.into(), own.pawns().into()]);
    terms.weigh(side, "shelter.far", far);
    let half_open = terms.all(side, "shelter.half_open", [beside.into(), !own.pawn_files]);
    terms.weigh(side, "shelter.half_open", half_open);
    let open = terms.all(side, "shelter.open", [half_open.into(), !other.pawn_files]);
    terms.weigh(side, "shelter.open", open);
    let storm = terms.all(side, "storm", [before.into(), other.pawns().into()]);
    terms.by_rank(side, "storm.rank", storm);
    let rammed = terms.all(side, "storm.rammed", [storm.into(), own.pawn_step.into()]);
    terms.weigh(side, "storm.rammed", rammed);
}
