//! Who attacks what: leapers by steps, sliders along rays up to the first piece, piece by piece.
//!
//! A *slot* is one piece of a role: the one nearest to its own back rank, or the others together (normally one).
//! Mobility and king attacks go by slots, so that a piece that cannot move is seen as one.

use super::pieces::{AROUND, Side};
use super::terms::{Terms, named, order_of};
use crate::propnet::lanes::{Lines, Word};
use crate::rules::{Color, Role};

/// One piece and the squares it attacks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub role: Role,
    /// Part of the words' names: `knight1`.
    pub name: &'static str,
    pub piece: Word,
    pub attacks: Word,
}

/// One side's attacks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attacks {
    pub slots: [Slot; 7],
    pub knights: Word,
    pub bishops: Word,
    pub minors: Word,
    pub rooks: Word,
    pub queens: Word,
    pub king: Word,
    /// Attacked by anything.
    pub any: Word,
    /// Attacked by two or more.
    pub twice: Word,
    /// Attacked by something that is neither king nor queen.
    pub guarded: Word,
}

/// The eight steps of a knight.
pub(super) const KNIGHT: [(i8, i8); 8] =
    [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

/// Slot names by role: the piece and its attacks.
const SLOTS: [(Role, [(&str, &str); 2]); 3] = [
    (Role::Knight, [("knight1", "knight1.attacks"), ("knight2", "knight2.attacks")]),
    (Role::Bishop, [("bishop1", "bishop1.attacks"), ("bishop2", "bishop2.attacks")]),
    (Role::Rook, [("rook1", "rook1.attacks"), ("rook2", "rook2.attacks")]),
];

pub(super) fn define(terms: &mut Terms, side: Color, own: &Side, occupied: Word) -> Attacks {
    let [knights, bishops, rooks] = SLOTS.map(|(role, names)| {
        let pieces = own.piece(role);
        let [first, rest] = names.map(|(name, _)| named(side, name));
        let words = [
            terms.net.first(&first, pieces, order_of(side)),
            terms.net.rest(&rest, pieces, order_of(side)),
        ];
        let slot = |index: usize| {
            let ((name, attack_name), piece) = (names[index], words[index]);
            let attack_name = named(side, attack_name);
            let attacks = attacks(terms, side, (role, &attack_name), (piece, occupied));
            Slot { role, name, piece, attacks }
        };
        [0, 1].map(slot)
    });
    let queen = own.piece(Role::Queen);
    let straight = named(side, "queen.attacks_straight");
    let straight = terms.net.reach(&straight, queen, occupied, Lines::Straight);
    let diagonal = named(side, "queen.attacks_diagonal");
    let diagonal = terms.net.reach(&diagonal, queen, occupied, Lines::Diagonal);
    let queens = terms.any(side, "queen.attacks", [straight.into(), diagonal.into()]);
    let queen = Slot { role: Role::Queen, name: "queen", piece: queen, attacks: queens };
    let slots = [knights[0], knights[1], bishops[0], bishops[1], rooks[0], rooks[1], queen];
    let king = terms.leap(side, "king.attacks", own.king(), &AROUND);
    let both = |pair: [Slot; 2]| pair.map(|slot| slot.attacks.into());
    let [a, b, c, d, e, f, _] = slots.map(|slot| slot.attacks);
    let (left, right) = (own.pawn_left, own.pawn_right);
    let guards = [left, right, a, b, c, d, e, f].map(Into::into);
    let guarded = terms.any(side, "guarded", guards);
    let everything = [guarded.into(), queens.into(), king.into()];
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
        twice: terms.net.twice(&named(side, "attacked_twice"), &twice),
        guarded,
    }
}

fn attacks(
    terms: &mut Terms,
    side: Color,
    (role, name): (Role, &str),
    (piece, occupied): (Word, Word),
) -> Word {
    match role {
        Role::Bishop => terms.net.reach(name, piece, occupied, Lines::Diagonal),
        Role::Rook => terms.net.reach(name, piece, occupied, Lines::Straight),
        _ => {
            let bare = name.split_once('.').map_or(name, |(_, bare)| bare);
            terms.leap(side, bare, piece, &KNIGHT)
        }
    }
}
