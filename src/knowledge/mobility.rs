//! Piece mobility: the number of squares in the mobility area that a piece attacks.

use super::pieces::Pieces;
use super::terms::TermBuilder;
use crate::rules::{Color, Role};

pub(super) fn define(terms: &mut TermBuilder, pieces: &Pieces, side: Color) {
    let (own, other) = (pieces.of(side), pieces.of(!side));
    // Mobility area: not attacked by enemy pawns, without king, queen, and pawns that are blocked or on ranks 2 and 3.
    let home = terms.ranks(side, "home_ranks", 2..=3);
    let home = terms.all(side, "pawn.home", [own.pawns().into(), home.into()]);
    let stopped = terms.all(
        side,
        "pawn.push_blocked",
        [own.pawn_push_squares.into(), pieces.occupied.into()],
    );
    let blocked = terms.step_attacks(side, "pawn.blocked", stopped, &[(0, -1)]);
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
        // The piece itself counts one, so that the first entry of the table means "no such piece".
        let counter = terms.counter(side, table);
        terms.net.count(counter, slot.piece, 1);
        terms.net.count(counter, free, 1);
    }
}
