//! Piece mobility: how many squares a piece can go to without being taken by a pawn or standing on its own weak men.

use super::pieces::Pieces;
use super::terms::Terms;
use crate::rules::{Color, Role};

pub(super) fn define(terms: &mut Terms, pieces: &Pieces, side: Color) {
    let (own, other) = (pieces.of(side), pieces.of(!side));
    // Pawns that are blocked or still at home take squares from the pieces behind them.
    let home = terms.ranks(side, "home_ranks", 2..=3);
    let home = terms.all(side, "pawn.home", [own.pawns().into(), home.into()]);
    let ahead = terms.all(side, "pawn.step_taken", [own.pawn_step.into(), pieces.occupied.into()]);
    let blocked = terms.leap(side, "pawn.blocked", ahead, &[(0, -1)]);
    let stuck = terms.any(side, "pawn.stuck", [home.into(), blocked.into()]);
    let area = [!stuck, !own.king(), !own.piece(Role::Queen), !other.pawn_attacks];
    let area = terms.all(side, "mobility_area", area);
    for slot in pieces.attacks_of(side).slots {
        let name = format!("{}.mobility", slot.name);
        let free = terms.all(side, &name, [slot.attacks.into(), area.into()]);
        let table = match slot.role {
            Role::Knight => "mobility.knight",
            Role::Bishop => "mobility.bishop",
            Role::Rook => "mobility.rook",
            _ => "mobility.queen",
        };
        // The piece itself counts one, so that the first entry is "no such piece".
        let counter = terms.counter(side, table);
        terms.net.count(counter, slot.piece, 1);
        terms.net.count(counter, free, 1);
    }
}
