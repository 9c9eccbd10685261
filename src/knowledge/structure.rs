//! Pawn structure: pawns that cannot be protected by pawns, that stand in each other's way, or that help each other.

use super::pieces::Pieces;
use super::terms::Terms;
use crate::rules::Color;

/// Squares that count as space: files c to f, the side's ranks 2 to 4.
const SPACE_FILES: u64 = 0x3c3c_3c3c_3c3c_3c3c;

pub(super) fn define(terms: &mut Terms, pieces: &Pieces, side: Color) {
    let (own, other) = (pieces.of(side), pieces.of(!side));
    let pawns = own.pawns();
    let beside = terms.leap(side, "pawn.files_beside", own.pawn_files, &[(-1, 0), (1, 0)]);
    let isolated = terms.all(side, "pawn.isolated", [pawns.into(), !beside]);
    terms.weigh(side, "pawn.isolated", isolated);
    // The pawn behind is the doubled one.
    let doubled = terms.all(side, "pawn.doubled", [pawns.into(), own.pawn_rear.into()]);
    terms.weigh(side, "pawn.doubled", doubled);
    // Its next square is attacked by a pawn, and no own pawn can ever help it there.
    let stopped = terms.leap(side, "below_pawn_attack", other.pawn_attacks, &[(0, -1)]);
    let helpless = [pawns.into(), stopped.into(), !own.pawn_reach, beside.into()];
    let backward = terms.all(side, "pawn.backward", helpless);
    terms.weigh(side, "pawn.backward", backward);
    // With no enemy pawn ahead on the file, rooks can see the weakness.
    let weak = terms.any(side, "pawn.weak", [isolated.into(), backward.into()]);
    let exposed = terms.all(side, "pawn.exposed", [weak.into(), !other.pawn_front]);
    terms.weigh(side, "pawn.exposed", exposed);
    let supported = terms.all(side, "pawn.supported", [pawns.into(), own.pawn_attacks.into()]);
    terms.by_rank(side, "pawn.supported", supported);
    let neighbours = terms.leap(side, "beside_a_pawn", pawns, &[(-1, 0), (1, 0)]);
    let phalanx = terms.all(side, "pawn.phalanx", [pawns.into(), neighbours.into()]);
    terms.by_rank(side, "pawn.phalanx", phalanx);
    space(terms, pieces, side);
}

/// Safe squares behind the front, worth more with an own pawn before them.
fn space(terms: &mut Terms, pieces: &Pieces, side: Color) {
    let (own, other) = (pieces.of(side), pieces.of(!side));
    let ranks = terms.ranks(side, "space_ranks", 2..=4);
    let files = terms.constant(side, "space_files", SPACE_FILES);
    let camp = terms.all(side, "camp", [ranks.into(), files.into()]);
    let safe = terms.all(side, "space", [camp.into(), !own.pawns(), !other.pawn_attacks]);
    terms.weigh(side, "space.safe", safe);
    let behind = terms.all(side, "space.behind_pawn", [safe.into(), own.pawn_rear.into()]);
    terms.weigh(side, "space.behind_pawn", behind);
}
