//! Piece mobility: the number of squares in the mobility area that a piece attacks.

use super::pieces::Pieces;
use super::terms::TermBuilder;
use crate::propnet::bitboard::CounterPart;
use crate::rules::Role;

pub(super) fn define(terms: &mut TermBuilder, pieces: &Pieces) {
    let Pieces { us, them, ours, .. } = pieces;
    // Mobility area: not attacked by enemy pawns, without king, queen, and pawns that are blocked or on ranks 2 and 3.
    let home = terms.ranks("home_ranks", 2..=3);
    let home = terms.all("pawn.home", [us.pawns(), home]);
    let stopped = terms.all("pawn.push_blocked", [us.pawn_push_squares, pieces.occupied]);
    let blocked = terms.step_attacks("pawn.blocked", stopped, &[(0, -1)]);
    let stuck = terms.any("pawn.stuck", [home, blocked]);
    let area = [!stuck, !us.king(), !us.piece(Role::Queen), !them.pawn_attacks];
    let area = terms.all("mobility_area", area);
    for slot in ours.slots {
        let free = terms.all(&format!("{}.mobility", slot.name), [slot.attacks, area]);
        let role = slot.name.trim_end_matches(char::is_numeric);
        // The piece itself counts one, so that the first entry of the table means "no such piece".
        let counter = terms.counter(&format!("mobility.{role}"));
        for squares in [slot.piece, free] {
            terms.net.count(counter, CounterPart { squares, units: 1, label: None });
        }
    }
}
