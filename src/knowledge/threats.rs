//! Threats and initiative: attacks on more valuable, weak or hanging pieces, tempo, and winning chances in the endgame.

use super::pieces::Pieces;
use super::terms::TermBuilder;
use crate::propnet::bitboard::BitboardId;
use crate::rules::Color;

pub(super) fn define(terms: &mut TermBuilder, pieces: &Pieces, side: Color) {
    let (own, other) = (pieces.of(side), pieces.of(!side));
    let (ours, theirs) = (pieces.attacks_of(side), pieces.attacks_of(!side));
    terms.add_term(side, "tempo", own.to_move);
    // Weak: attacked, not defended by a pawn, and not defended twice against one attacker.
    let attacked = [other.occupied.into(), ours.any.into()];
    let attacked = terms.all(!side, "attacked_pieces", attacked);
    let strong = [attacked.into(), theirs.twice.into(), !ours.twice];
    let strong = terms.all(!side, "strongly_defended", strong);
    let weak = [attacked.into(), !other.pawn_attacks, !strong];
    let weak = terms.all(!side, "weak", weak);
    let hanging = terms.all(!side, "hanging", [weak.into(), !theirs.any]);
    terms.add_term(side, "threat.hanging", hanging);
    by_pieces(terms, pieces, side, weak);
    by_pawns(terms, pieces, side, other.non_pawns);
    // Restricted: squares that the enemy attacks, but cannot use safely.
    let restricted = [theirs.any.into(), ours.any.into(), !theirs.twice, !other.pawn_attacks];
    let restricted = terms.all(side, "restricts", restricted);
    terms.add_term(side, "threat.restricted", restricted);
    if side == Color::White {
        initiative(terms, pieces);
    }
}

fn by_pieces(terms: &mut TermBuilder, pieces: &Pieces, side: Color, weak: BitboardId) {
    let other = pieces.of(!side);
    let ours = pieces.attacks_of(side);
    let [pawns, knights, bishops, rooks, queens, _] = other.pieces;
    let minors = terms.any(!side, "minors", [knights.into(), bishops.into()]);
    let mut attacked = |name: &str, attacks: BitboardId, target: BitboardId| {
        let squares = terms.all(side, name, [attacks.into(), target.into()]);
        terms.add_term(side, name, squares);
    };
    attacked("threat.minor_on_rook", ours.minors, rooks);
    attacked("threat.minor_on_queen", ours.minors, queens);
    attacked("threat.rook_on_queen", ours.rooks, queens);
    attacked("threat.king_on_weak", ours.king, weak);
    let mut weakly = |name: &str, attacks: BitboardId, target: BitboardId| {
        let squares = terms.all(side, name, [attacks.into(), target.into(), weak.into()]);
        terms.add_term(side, name, squares);
    };
    weakly("threat.minor_on_pawn", ours.minors, pawns);
    weakly("threat.minor_on_minor", ours.minors, minors);
    weakly("threat.rook_on_pawn", ours.rooks, pawns);
    weakly("threat.rook_on_minor", ours.rooks, minors);
}

/// Attacks of safe pawns on pieces, now and after a safe push.
fn by_pawns(terms: &mut TermBuilder, pieces: &Pieces, side: Color, targets: BitboardId) {
    let (own, other) = (pieces.of(side), pieces.of(!side));
    let (ours, theirs) = (pieces.attacks_of(side), pieces.attacks_of(!side));
    let hanging = [own.pawns().into(), theirs.any.into(), !ours.any];
    let hanging = terms.all(side, "pawn.hanging", hanging);
    let pawns = terms.all(side, "pawn.safe", [own.pawns().into(), !hanging]);
    let hits = terms.step_attacks(side, "pawn.safe_attacks", pawns, &[(-1, 1), (1, 1)]);
    let hits = terms.all(side, "threat.pawn", [hits.into(), targets.into()]);
    terms.add_term(side, "threat.pawn", hits);
    let next = [own.pawn_push_squares.into(), !pieces.occupied, !other.pawn_attacks];
    let next = terms.all(side, "pawn.push", next);
    let hanging = terms.all(side, "pawn.push_hanging", [next.into(), theirs.any.into(), !ours.any]);
    let push = terms.all(side, "pawn.safe_push", [next.into(), !hanging]);
    let hits = terms.step_attacks(side, "pawn.push_attacks", push, &[(-1, 1), (1, 1)]);
    let hits = terms.all(side, "threat.pawn_push", [hits.into(), targets.into()]);
    terms.add_term(side, "threat.pawn_push", hits);
}

/// Does `side` have a piece besides king and pawns?
fn has_non_pawns(terms: &mut TermBuilder, pieces: &Pieces, side: Color) -> BitboardId {
    terms.any_square(side, "non_pawns.any", pieces.of(side).non_pawns)
}

/// Initiative: features that make an endgame advantage easier to win, for neither side in particular.
fn initiative(terms: &mut TermBuilder, pieces: &Pieces) {
    let (white, black) = (pieces.of(Color::White), pieces.of(Color::Black));
    let always = terms.net.constant("first_square", 1);
    terms.add_shared_term("initiative.base", always);
    let pawns = terms.net.any("pawns", &[white.pawns().into(), black.pawns().into()]);
    terms.add_shared_term("initiative.pawn", pawns);
    let flanks = [("queenside", 0x0f0f_0f0f_0f0f_0f0f_u64), ("kingside", 0xf0f0_f0f0_f0f0_f0f0)];
    let [left, right] = flanks.map(|(name, squares)| {
        let flank = terms.net.constant(name, squares);
        let pawns = terms.net.all(&format!("pawns.{name}"), [pawns.into(), flank.into()]);
        terms.net.any_square(&format!("pawns.{name}.any"), pawns)
    });
    let both = terms.net.all("pawns.both_flanks", [left.into(), right.into()]);
    terms.add_shared_term("initiative.both_flanks", both);
    let [white, black] =
        [Color::White, Color::Black].map(|side| has_non_pawns(terms, pieces, side));
    let non_pawns = terms.net.any("non_pawns_left", &[white.into(), black.into()]);
    let bare = terms.net.all("pawn_ending", [!non_pawns]);
    terms.add_shared_term("initiative.pawn_ending", bare);
}
