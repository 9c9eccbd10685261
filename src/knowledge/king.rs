//! King safety: attacks on the enemy king zone, safe checks, pawn shelter and pawn storm.

use super::pieces::{KNIGHT, Pieces};
use super::terms::TermBuilder;
use crate::propnet::bitboard::{CounterId, Squares, Step};
use crate::rules::Role;

/// The units of king danger are weights too; the table converts their sum to centipawns.
pub(super) fn define(terms: &mut TermBuilder, pieces: &Pieces) {
    let Pieces { us, them, ours, theirs, .. } = pieces;
    let danger = terms.counter("king.danger");
    // The king zone: the squares around the king, and three more in front.
    let zone: Vec<(i8, i8)> =
        (-1..=2).flat_map(|rank| (-1..=1).map(move |file| (file, rank))).collect();
    let zone = terms.enemy(|terms| terms.step_attacks("king.zone", them.king(), &zone));
    for slot in ours.slots {
        let hits = terms.all(&format!("{}.zone_hits", slot.name), [slot.attacks, zone]);
        let attacks = terms.any_square(&format!("{}.attacks_king", slot.name), hits);
        terms.count(danger, "danger.zone_hit", hits);
        let role = slot.name.trim_end_matches(char::is_numeric);
        terms.count(danger, &format!("danger.{role}"), attacks);
    }
    let queen = terms.any_square("has_queen", us.piece(Role::Queen));
    terms.count(danger, "danger.has_queen", queen);
    let pawn_hits = terms.all("pawn.zone_hits", [us.pawn_attacks, zone]);
    terms.count(danger, "danger.pawn_hit", pawn_hits);
    // Squares of the zone that only king or queen defend.
    let weak = terms.all("zone_weak", [zone, ours.any, !theirs.defended]);
    terms.count(danger, "danger.weak", weak);
    flank(terms, pieces);
    checks(terms, pieces, danger);
    shelter(terms, pieces);
}

/// The flank of the enemy king: the files up to two from the king, the five ranks nearest to it.
fn flank(terms: &mut TermBuilder, Pieces { them, theirs, .. }: &Pieces) {
    let flank = terms.enemy(|terms| {
        let camp = terms.ranks("king.camp", 1..=5);
        terms.all("king.flank_camp", [them.king_flank, camp])
    });
    terms.term("flank.undefended", [flank, !theirs.any]);
}

/// Safe checks: squares from which a piece could give check without being captured.
fn checks(terms: &mut TermBuilder, pieces: &Pieces, danger: CounterId) {
    let Pieces { us, them, ours, theirs, occupied, .. } = pieces;
    let king = them.king();
    let [orthogonal, diagonal, knight] = terms.enemy(|terms| {
        [
            terms.sliding_attacks("king.rook_rays", king, *occupied, Step::ORTHOGONAL),
            terms.sliding_attacks("king.bishop_rays", king, *occupied, Step::DIAGONAL),
            terms.step_attacks("king.knight_jumps", king, &KNIGHT),
        ]
    });
    let lines = [(Step::ORTHOGONAL, orthogonal), (Step::DIAGONAL, diagonal)];
    blockers(terms, pieces, lines);
    // The rays of the king come first, so that squares off them do not flip.
    let seen = terms.any("check_squares", [orthogonal, diagonal, knight]);
    let seen = terms.all("check_squares_free", [seen, !us.occupied]);
    // Undefended, or attacked twice and defended by king or queen only.
    let open = terms.all("check_undefended", [seen, !theirs.any]);
    let backed = terms.all("check_backed", [seen, ours.twice, !theirs.defended]);
    let safe = terms.any("check_safe", [open, backed]);
    let mut check = |name: &str, from: Squares, attacks: Squares| {
        let squares = terms.all(name, [from, attacks, safe]);
        let possible = terms.any_square(&format!("{name}.any"), squares);
        terms.count(danger, &format!("danger.{name}"), possible);
    };
    check("knight.safe_check", knight, ours.knights);
    check("bishop.safe_check", diagonal, ours.bishops);
    check("rook.safe_check", orthogonal, ours.rooks);
    check("queen.safe_check_orthogonal", orthogonal, ours.queens);
    check("queen.safe_check_diagonal", diagonal, ours.queens);
}

/// Pieces between the enemy king and a rook, bishop or queen: theirs are pinned, ours give a discovered check when they move.
/// `lines` are the directions and the king's rays in them.
fn blockers(terms: &mut TermBuilder, pieces: &Pieces, lines: [([Step; 4], Squares); 2]) {
    let Pieces { us, them, occupied, .. } = pieces;
    let [_, _, bishops, rooks, queens, _] = us.pieces;
    let names = [("orthogonal", rooks), ("diagonal", bishops)];
    let found = [0, 1].map(|index| {
        let ((name, sliders), (directions, rays)) = (names[index], lines[index]);
        let line = terms.enemy(|terms| {
            let steps = directions.map(|Step { file, rank }| {
                terms.span(&format!("king.line_{name}{file}{rank}"), them.king(), file, rank)
            });
            terms.any(&format!("king.lines_{name}"), steps)
        });
        let sliders = terms.any(&format!("sliders_{name}"), [sliders, queens]);
        let sliders = terms.all(&format!("sliders_{name}_in_line"), [sliders, line]);
        let attacks = format!("sliders_{name}_in_line.attacks");
        let attacks = terms.sliding_attacks(&attacks, sliders, *occupied, directions);
        // With more than one piece between them, the rays of king and slider do not meet.
        terms.all(&format!("blockers_{name}"), [attacks, rays, *occupied])
    });
    let blockers = terms.any("blockers", found);
    terms.term("pinned.piece", [blockers, them.non_pawns]);
    terms.term("discovered_check", [blockers, us.occupied]);
}

/// Pawn shelter, open files near the king, and pawn storm.
fn shelter(terms: &mut TermBuilder, Pieces { us, them, .. }: &Pieces) {
    let beside = terms.step_attacks("king.files", us.king(), &[(-1, 0), (0, 0), (1, 0)]);
    let before = terms.span("king.front_files", beside, 0, 1);
    let near = terms.step_attacks("king.shelter_near", beside, &[(0, 1)]);
    terms.term("shelter.near", [near, us.pawns()]);
    let far = terms.step_attacks("king.shelter_far", beside, &[(0, 2)]);
    terms.term("shelter.far", [far, us.pawns()]);
    let half_open = terms.term("shelter.half_open", [beside, !us.pawn_files]);
    terms.term("shelter.open", [half_open, !them.pawn_files]);
    let storm = terms.all("storm", [before, them.pawns()]);
    terms.rank_table("storm.rank", storm);
    terms.term("storm.rammed", [storm, us.pawn_push_squares]);
    // The king's own file and the files beside it, by the rank of the rear pawn.
    let ahead = us.king_file_ahead;
    let rear = terms.all("pawn.rear", [us.pawns(), !us.pawn_front_span]);
    terms.rank_term("shelter.king_file", [rear, ahead]);
    terms.rank_term("shelter.beside_king_file", [rear, before, !ahead]);
    terms.rank_term("storm.king_file", [storm, ahead]);
    terms.rank_term("storm.no_shelter", [storm, !us.pawn_files]);
}
