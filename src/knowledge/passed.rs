//! Passed pawns and candidates: rank, connection, blockade, free path and distance of the kings.

use super::pieces::Pieces;
use super::terms::TermBuilder;

const NEIGHBOURS: [(i8, i8); 6] = [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)];

/// The files a, b, g and h.
const WING_FILES: u64 = 0xc3c3_c3c3_c3c3_c3c3;

pub(super) fn define(terms: &mut TermBuilder, pieces: &Pieces) {
    let &Pieces { us, them, ours, theirs, passed, occupied, .. } = pieces;
    terms.rank_table("passed.rank", passed);
    let connected = terms.step_attacks("beside_a_passed", passed, &NEIGHBOURS);
    terms.rank_term("passed.connected", [passed, connected]);
    // The stop square: blocked, free and not attacked, supported.
    let stop = terms.step_attacks("passed.stop", passed, &[(0, 1)]);
    terms.rank_term("passed.blocked", [stop, them.occupied]);
    terms.rank_term("passed.free", [stop, !occupied, !theirs.any]);
    terms.rank_term("passed.supported", [stop, ours.any]);
    // Clear: no enemy piece stands on the path to promotion or attacks it.
    let path = terms.span("passed.path", passed, 0, 1);
    let free = terms.all("passed.path_free", [path, !them.occupied, !theirs.any]);
    let contested = terms.all("passed.path_contested", [path, !free]);
    let below = terms.span("below_contested", contested, 0, -1);
    terms.rank_term("passed.clear", [passed, !below]);
    // King distance: advanced passed pawns gain from a near own king and a far enemy king.
    let far = terms.ranks("far_ranks", 5..=8);
    let far_stop = terms.all("passed.far_stop", [stop, far]);
    for (king, near) in [("own", us.king_distance), ("enemy", them.king_distance)] {
        for (distance, near) in (1..).zip(near) {
            terms.term(&format!("passed.{king}_king{distance}"), [far_stop, near]);
        }
    }
    terms.rank_term("passed.protected", [passed, us.pawn_attacks]);
    let wing = terms.constant("wing_files", WING_FILES);
    terms.rank_term("passed.on_wing", [passed, wing]);
    // Candidate: no enemy pawn in front, and a pawn defends the stop square.
    let helped = terms.step_attacks("below_own_pawn_attack", us.pawn_attacks, &[(0, -1)]);
    let unopposed = [us.pawns(), !them.pawn_front_span, !passed, !us.pawn_rear_span];
    let unopposed = terms.all("pawn.unopposed", unopposed);
    terms.rank_term("passed.candidate", [unopposed, helped]);
}
