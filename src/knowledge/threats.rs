//! Threats and initiative: attacks on more valuable, weak or hanging pieces, tempo, and winning chances in the endgame.

use super::pieces::{Pieces, QUEENSIDE, Side};
use super::terms::TermBuilder;
use crate::propnet::bitboard::{Squares, Step};
use crate::rules::{Color, Role};

pub(super) fn define(terms: &mut TermBuilder, pieces: &Pieces) {
    let Pieces { us, them, ours, theirs, .. } = pieces;
    terms.add_term("tempo", us.to_move);
    // Weak: attacked, not defended by a pawn, and not defended twice against one attacker.
    let [weak, hanging, minors] = terms.enemy(|terms| {
        let attacked = terms.all("attacked_pieces", [them.occupied, ours.any]);
        let strong = terms.all("strongly_defended", [attacked, theirs.twice, !ours.twice]);
        let weak = terms.all("weak", [attacked, !them.pawn_attacks, !strong]);
        let hanging = terms.all("hanging", [weak, !theirs.any]);
        [weak, hanging, terms.any("minors", [them.pieces[1], them.pieces[2]])]
    });
    terms.add_term("threat.hanging", hanging);
    let [pawns, _, _, rooks, queens, _] = them.pieces;
    terms.term("threat.minor_on_rook", [ours.minors, rooks]);
    terms.term("threat.minor_on_queen", [ours.minors, queens]);
    terms.term("threat.rook_on_queen", [ours.rooks, queens]);
    terms.term("threat.king_on_weak", [ours.king, weak]);
    terms.term("threat.minor_on_pawn", [ours.minors, pawns, weak]);
    terms.term("threat.minor_on_minor", [ours.minors, minors, weak]);
    terms.term("threat.rook_on_pawn", [ours.rooks, pawns, weak]);
    terms.term("threat.rook_on_minor", [ours.rooks, minors, weak]);
    terms.term("threat.queen_on_weak", [ours.queens, weak]);
    on_queen(terms, pieces);
    by_pawns(terms, pieces);
    // Restricted: squares that the enemy attacks, but cannot use safely.
    let restricted = [theirs.any, ours.any, !theirs.twice, !them.pawn_attacks];
    let restricted = terms.all("restricts", restricted);
    terms.add_term("threat.restricted", restricted);
    terms.add_initiative("initiative.passed", pieces.passed);
    let beyond = terms.ranks("beyond_middle", 5..=8);
    let infiltrated = terms.all("king.beyond_middle", [us.king(), beyond]);
    terms.add_initiative("initiative.king_infiltrates", infiltrated);
    if terms.side == Color::White {
        initiative(terms, us, them);
    }
}

/// Squares from which a rook or bishop can attack the queen next, and where it is defended if the queen takes it.
fn on_queen(terms: &mut TermBuilder, Pieces { us, them, ours, theirs, occupied, .. }: &Pieces) {
    let queens = them.piece(Role::Queen);
    let ways = [("rook", Step::ORTHOGONAL, ours.rooks), ("bishop", Step::DIAGONAL, ours.bishops)];
    let squares = ways.map(|(name, directions, attacks)| {
        let rays = format!("queen.{name}_rays");
        let rays = terms.enemy(|terms| terms.sliding_attacks(&rays, queens, *occupied, directions));
        terms.all(&format!("{name}.reaches_queen"), [rays, attacks])
    });
    let squares = terms.any("slider.reaches_queen", squares);
    let safe = [squares, ours.twice, !us.occupied, !theirs.defended];
    terms.term("threat.slider_reaches_queen", safe);
}

/// Attacks of safe pawns on pieces, now and after a safe push.
fn by_pawns(terms: &mut TermBuilder, pieces: &Pieces) {
    let Pieces { us, them, ours, theirs, .. } = pieces;
    let pushes = [us.pawn_push_squares, !pieces.occupied, !them.pawn_attacks];
    let pushes = terms.all("pawn.push", pushes);
    let mut threat = |name: &str, part: &str, pawns: Squares| {
        let hanging = terms.all(&format!("pawn.{part}hanging"), [pawns, theirs.any, !ours.any]);
        let safe = terms.all(&format!("pawn.{part}safe"), [pawns, !hanging]);
        let attacks = format!("pawn.{part}safe_attacks");
        let attacks = terms.step_attacks(&attacks, safe, &[(-1, 1), (1, 1)]);
        terms.term(name, [attacks, them.non_pawns]);
    };
    threat("threat.pawn", "", us.pawns());
    threat("threat.pawn_push", "push_", pushes);
}

/// Initiative: features that make an endgame advantage easier to win, for neither side in particular.
fn initiative(terms: &mut TermBuilder, white: &Side, black: &Side) {
    let always = terms.net.constant("first_square", 1);
    terms.add_initiative("initiative.base", always);
    let pawns = terms.net.any("pawns", [white.pawns(), black.pawns()]);
    terms.add_initiative("initiative.pawn", pawns);
    let flanks = [("queenside", QUEENSIDE), ("kingside", !QUEENSIDE)];
    let flanks = flanks.map(|(name, squares)| {
        let flank = terms.net.constant(name, squares);
        let pawns = terms.net.all(&format!("pawns.{name}"), [pawns, flank]);
        terms.net.any_square(&format!("pawns.{name}.any"), pawns)
    });
    let both = terms.net.all("pawns.both_flanks", flanks);
    terms.add_initiative("initiative.both_flanks", both);
    let non_pawns = terms.net.any("non_pawns", [white.non_pawns, black.non_pawns]);
    let non_pawns = terms.net.any_square("non_pawns.any", non_pawns);
    let pawn_ending = terms.net.all("pawn_ending", [!non_pawns]);
    terms.add_initiative("initiative.pawn_ending", pawn_ending);
}
