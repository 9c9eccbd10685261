//! Pawn structure: isolated, doubled, backward, supported and connected pawns, and space.

use super::pieces::Pieces;
use super::terms::TermBuilder;
use crate::rules::Color;

/// Squares that count as space: files c to f, the side's ranks 2 to 4.
const SPACE_FILES: u64 = 0x3c3c_3c3c_3c3c_3c3c;

pub(super) fn define(terms: &mut TermBuilder, pieces: &Pieces, side: Color) {
    let (own, other) = (pieces.of(side), pieces.of(!side));
    let pawns = own.pawns();
    let beside = terms.step_attacks(side, "pawn.files_beside", own.pawn_files, &[(-1, 0), (1, 0)]);
    let isolated = terms.all(side, "pawn.isolated", [pawns.into(), !beside]);
    terms.add_term(side, "pawn.isolated", isolated);
    // The rear pawn counts as doubled.
    let doubled = terms.all(side, "pawn.doubled", [pawns.into(), own.pawn_rear_span.into()]);
    terms.add_term(side, "pawn.doubled", doubled);
    // Backward: an enemy pawn attacks its stop square, and no own pawn can ever defend it there.
    let stopped = terms.step_attacks(side, "below_pawn_attack", other.pawn_attacks, &[(0, -1)]);
    let undefendable = [pawns.into(), stopped.into(), !own.pawn_attack_span, beside.into()];
    let backward = terms.all(side, "pawn.backward", undefendable);
    terms.add_term(side, "pawn.backward", backward);
    // On a half-open file rooks can attack the weak pawn.
    let weak = terms.any(side, "pawn.weak", [isolated.into(), backward.into()]);
    let exposed = terms.all(side, "pawn.exposed", [weak.into(), !other.pawn_front_span]);
    terms.add_term(side, "pawn.exposed", exposed);
    let supported = terms.all(side, "pawn.supported", [pawns.into(), own.pawn_attacks.into()]);
    terms.rank_table(side, "pawn.supported", supported);
    let neighbours = terms.step_attacks(side, "beside_a_pawn", pawns, &[(-1, 0), (1, 0)]);
    let phalanx = terms.all(side, "pawn.phalanx", [pawns.into(), neighbours.into()]);
    terms.rank_table(side, "pawn.phalanx", phalanx);
    space(terms, pieces, side);
}

/// Space: safe squares in the own half, with a bonus behind an own pawn.
fn space(terms: &mut TermBuilder, pieces: &Pieces, side: Color) {
    let (own, other) = (pieces.of(side), pieces.of(!side));
    let ranks = terms.ranks(side, "space_ranks", 2..=4);
    let files = terms.constant(side, "space_files", SPACE_FILES);
    let camp = terms.all(side, "camp", [ranks.into(), files.into()]);
    let safe = terms.all(side, "space", [camp.into(), !own.pawns(), !other.pawn_attacks]);
    terms.add_term(side, "space.safe", safe);
    let behind = terms.all(side, "space.behind_pawn", [safe.into(), own.pawn_rear_span.into()]);
    terms.add_term(side, "space.behind_pawn", behind);
}
