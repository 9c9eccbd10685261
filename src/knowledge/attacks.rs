//! Attack maps: step attacks, sliding attacks and attacks per piece.
//!
//! A *slot* is one piece of a role: the one nearest to its own first rank, or all others together (normally one).
//! Mobility and king attacks are counted per slot, so that a piece without moves is seen as one.

use super::pieces::{AROUND, Side};
use super::terms::{TermBuilder, order_of, qualified};
use crate::propnet::bitboard::{BitboardId, Rays};
use crate::rules::{Color, Role};

/// One piece and the squares it attacks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub role: Role,
    /// Part of the components' names: `knight1`.
    pub name: &'static str,
    pub piece: BitboardId,
    pub attacks: BitboardId,
}

/// One side's attacks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attacks {
    pub slots: [Slot; 7],
    pub knights: BitboardId,
    pub bishops: BitboardId,
    pub minors: BitboardId,
    pub rooks: BitboardId,
    pub queens: BitboardId,
    pub king: BitboardId,
    /// Attacked by any piece.
    pub any: BitboardId,
    /// Attacked by two or more pieces.
    pub twice: BitboardId,
    /// Attacked by a piece other than king and queen.
    pub defended: BitboardId,
}

/// The eight steps of a knight.
pub(super) const KNIGHT: [(i8, i8); 8] =
    [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

/// Names of the slots by role: the piece and its attacks.
const SLOTS: [(Role, [(&str, &str); 2]); 3] = [
    (Role::Knight, [("knight1", "knight1.attacks"), ("knight2", "knight2.attacks")]),
    (Role::Bishop, [("bishop1", "bishop1.attacks"), ("bishop2", "bishop2.attacks")]),
    (Role::Rook, [("rook1", "rook1.attacks"), ("rook2", "rook2.attacks")]),
];

pub(super) fn define(
    terms: &mut TermBuilder,
    side: Color,
    own: &Side,
    occupied: BitboardId,
) -> Attacks {
    let [knights, bishops, rooks] = SLOTS.map(|(role, names)| {
        let pieces = own.piece(role);
        let [first, rest] = names.map(|(name, _)| qualified(side, name));
        let pieces_by_slot = [
            terms.net.first(&first, pieces, order_of(side)),
            terms.net.all_but_first(&rest, pieces, order_of(side)),
        ];
        let slot = |index: usize| {
            let ((name, attack_name), piece) = (names[index], pieces_by_slot[index]);
            let attack_name = qualified(side, attack_name);
            let attacks = attacks(terms, side, (role, &attack_name), (piece, occupied));
            Slot { role, name, piece, attacks }
        };
        [0, 1].map(slot)
    });
    let queen = own.piece(Role::Queen);
    let orthogonal = qualified(side, "queen.attacks_orthogonal");
    let orthogonal = terms.net.sliding_attacks(&orthogonal, queen, occupied, Rays::Orthogonal);
    let diagonal = qualified(side, "queen.attacks_diagonal");
    let diagonal = terms.net.sliding_attacks(&diagonal, queen, occupied, Rays::Diagonal);
    let queens = terms.any(side, "queen.attacks", [orthogonal.into(), diagonal.into()]);
    let queen = Slot { role: Role::Queen, name: "queen", piece: queen, attacks: queens };
    let slots = [knights[0], knights[1], bishops[0], bishops[1], rooks[0], rooks[1], queen];
    let king = terms.step_attacks(side, "king.attacks", own.king(), &AROUND);
    let both = |pair: [Slot; 2]| pair.map(|slot| slot.attacks.into());
    let [a, b, c, d, e, f, _] = slots.map(|slot| slot.attacks);
    let (left, right) = (own.pawn_left, own.pawn_right);
    let defenders = [left, right, a, b, c, d, e, f].map(Into::into);
    let defended = terms.any(side, "defended", defenders);
    let everything = [defended.into(), queens.into(), king.into()];
    let twice = [left, right, a, b, c, d, e, f, queens, king];
    Attacks {
        slots,
        knights: terms.any(side, "knight.attacks", both(knights)),
        bishops: terms.any(side, "bishop.attacks", both(bishops)),
        minors: terms.any(side, "minor.attacks", [a, b, c, d].map(Into::into)),
        rooks: terms.any(side, "rook.attacks", both(rooks)),
        queens,
        king,
        any: terms.any(side, "attacked", everything),
        twice: terms.net.at_least_two(&qualified(side, "attacked_twice"), &twice),
        defended,
    }
}

fn attacks(
    terms: &mut TermBuilder,
    side: Color,
    (role, name): (Role, &str),
    (piece, occupied): (BitboardId, BitboardId),
) -> BitboardId {
    match role {
        Role::Bishop => terms.net.sliding_attacks(name, piece, occupied, Rays::Diagonal),
        Role::Rook => terms.net.sliding_attacks(name, piece, occupied, Rays::Orthogonal),
        _ => {
            let unqualified = name.split_once('.').map_or(name, |(_, rest)| rest);
            terms.step_attacks(side, unqualified, piece, &KNIGHT)
        }
    }
}
