//! Pawn structure: isolated, doubled, backward, supported and connected pawns, and space.

use super::pieces::Pieces;
use super::terms::TermBuilder;

/// Files c to f.
const SPACE_FILES: u64 = 0x3c3c_3c3c_3c3c_3c3c;

pub(super) fn define(terms: &mut TermBuilder, Pieces { us, them, .. }: &Pieces) {
    let pawns = us.pawns();
    let beside = terms.step_attacks("pawn.files_beside", us.pawn_files, &[(-1, 0), (1, 0)]);
    let isolated = terms.term("pawn.isolated", [pawns, !beside]);
    // The rear pawn counts as doubled.
    terms.term("pawn.doubled", [pawns, us.pawn_rear_span]);
    // Backward: an enemy pawn attacks its stop square, and no own pawn can ever defend it there.
    let stopped = terms.step_attacks("below_pawn_attack", them.pawn_attacks, &[(0, -1)]);
    let backward = [pawns, stopped, !us.pawn_attack_span, beside];
    let backward = terms.term("pawn.backward", backward);
    // On a half-open file rooks can attack the weak pawn.
    let weak = terms.any("pawn.weak", [isolated, backward]);
    terms.term("pawn.exposed", [weak, !them.pawn_front_span]);
    // Islands: groups of files with pawns.
    let first = terms.ranks("first_rank", 1..=1);
    let left = terms.step_attacks("pawn.files_left", us.pawn_files, &[(1, 0)]);
    terms.term("pawn.island", [us.pawn_files, first, !left]);
    terms.rank_term("pawn.lever", [pawns, them.pawn_attacks]);
    terms.term("pawn.lever_unsupported", [pawns, them.pawn_attacks, !us.pawn_attacks]);
    terms.term("pawn.near_own_king", [pawns, us.king_distance[1]]);
    terms.term("pawn.near_enemy_king", [pawns, them.king_distance[1]]);
    terms.rank_term("pawn.supported", [pawns, us.pawn_attacks]);
    let neighbours = terms.step_attacks("beside_a_pawn", pawns, &[(-1, 0), (1, 0)]);
    terms.rank_term("pawn.phalanx", [pawns, neighbours]);
    // Space: safe squares in the own half, with a bonus behind an own pawn.
    let ranks = terms.ranks("space_ranks", 2..=4);
    let files = terms.constant("space_files", SPACE_FILES);
    let camp = terms.all("camp", [ranks, files]);
    let safe = terms.term("space.safe", [camp, !pawns, !them.pawn_attacks]);
    terms.term("space.behind_pawn", [safe, us.pawn_rear_span]);
}
