//! Threats and initiative: attacks on what is dear or loose, the right to move, and how much play is left.

use super::pieces::Pieces;
use super::terms::Terms;
use crate::propnet::lanes::Word;
use crate::rules::Color;

pub(super) fn define(terms: &mut Terms, pieces: &Pieces, side: Color) {
    let (own, other) = (pieces.of(side), pieces.of(!side));
    let (ours, theirs) = (pieces.attacks_of(side), pieces.attacks_of(!side));
    terms.weigh(side, "tempo", own.to_move);
    let men = other.officers;
    // Attacked, and protected neither by a pawn nor by two against one.
    let attacked = [other.occupied.into(), ours.any.into()];
    let attacked = terms.all(!side, "attacked_men", attacked);
    let firm = [attacked.into(), theirs.twice.into(), !ours.twice];
    let firm = terms.all(!side, "firm", firm);
    let weak = [attacked.into(), !other.pawn_attacks, !firm];
    let weak = terms.all(!side, "weak", weak);
    let hanging = terms.all(!side, "hanging", [weak.into(), !theirs.any]);
    terms.weigh(side, "threat.hanging", hanging);
    by_pieces(terms, pieces, side, weak);
    by_pawns(terms, pieces, side, men);
    // Squares the enemy would like to use but cannot without losing something.
    let restricted = [theirs.any.into(), ours.any.into(), !theirs.twice, !other.pawn_attacks];
    let restricted = terms.all(side, "restricts", restricted);
    terms.weigh(side, "threat.restricted", restricted);
    if side == Color::White {
        initiative(terms, pieces);
    }
}

fn by_pieces(terms: &mut Terms, pieces: &Pieces, side: Color, weak: Word) {
    let other = pieces.of(!side);
    let ours = pieces.attacks_of(side);
    let [pawns, knights, bishops, rooks, queens, _] = other.pieces;
    let minors = terms.any(!side, "minors", [knights.into(), bishops.into()]);
    let mut attacked = |name: &str, attacks: Word, target: Word| {
        let word = terms.all(side, name, [attacks.into(), target.into()]);
        terms.weigh(side, name, word);
    };
    attacked("threat.minor_on_rook", ours.minors, rooks);
    attacked("threat.minor_on_queen", ours.minors, queens);
    attacked("threat.rook_on_queen", ours.rooks, queens);
    attacked("threat.king_on_weak", ours.king, weak);
    let mut weakly = |name: &str, attacks: Word, target: Word| {
        let word = terms.all(side, name, [attacks.into(), target.into(), weak.into()]);
        terms.weigh(side, name, word);
    };
    weakly("threat.minor_on_pawn", ours.minors, pawns);
    weakly("threat.minor_on_minor", ours.minors, minors);
    weakly("threat.rook_on_pawn", ours.rooks, pawns);
    weakly("threat.rook_on_minor", ours.rooks, minors);
}

/// Pawns that attack pieces now, and pawns that will after a safe step.
fn by_pawns(terms: &mut Terms, pieces: &Pieces, side: Color, men: Word) {
    let (own, other) = (pieces.of(side), pieces.of(!side));
    let (ours, theirs) = (pieces.attacks_of(side), pieces.attacks_of(!side));
    let loose = [own.pawns().into(), theirs.any.into(), !ours.any];
    let loose = terms.all(side, "pawn.loose", loose);
    let pawns = terms.all(side, "pawn.safe", [own.pawns().into(), !loose]);
    let hits = terms.leap(side, "pawn.safe_attacks", pawns, &[(-1, 1), (1, 1)]);
    let hits = terms.all(side, "threat.pawn", [hits.into(), men.into()]);
    terms.weigh(side, "threat.pawn", hits);
    let next = [own.pawn_step.into(), !pieces.occupied, !other.pawn_attacks];
    let next = terms.all(side, "pawn.push", next);
    let loose = terms.all(side, "pawn.push_loose", [next.into(), theirs.any.into(), !ours.any]);
    let push = terms.all(side, "pawn.safe_push", [next.into(), !loose]);
    let hits = terms.leap(side, "pawn.push_attacks", push, &[(-1, 1), (1, 1)]);
    let hits = terms.all(side, "threat.pawn_push", [hits.into(), men.into()]);
    terms.weigh(side, "threat.pawn_push", hits);
}

/// Has `side` anything besides king and pawns?
fn officers(terms: &mut Terms, pieces: &Pieces, side: Color) -> Word {
    terms.somewhere(side, "officers.somewhere", pieces.of(side).officers)
}

/// What makes an advantage in the endgame easier to win; it belongs to neither side.
fn initiative(terms: &mut Terms, pieces: &Pieces) {
    let (white, black) = (pieces.of(Color::White), pieces.of(Color::Black));
    let always = terms.net.constant("first_square", 1);
    terms.weigh_shared("initiative.base", always);
    let pawns = terms.net.any("pawns", &[white.pawns().into(), black.pawns().into()]);
    terms.weigh_shared("initiative.pawn", pawns);
    let flanks = [("queenside", 0x0f0f_0f0f_0f0f_0f0f_u64), ("kingside", 0xf0f0_f0f0_f0f0_f0f0)];
    let [left, right] = flanks.map(|(name, lanes)| {
        let flank = terms.net.constant(name, lanes);
        let pawns = terms.net.all(&format!("pawns.{name}"), [pawns.into(), flank.into()]);
        terms.net.somewhere(&format!("pawns.{name}.somewhere"), pawns)
    });
    let both = terms.net.all("pawns.both_flanks", [left.into(), right.into()]);
    terms.weigh_shared("initiative.both_flanks", both);
    let [white, black] = [Color::White, Color::Black].map(|side| officers(terms, pieces, side));
    let officers = terms.net.any("officers_left", &[white.into(), black.into()]);
    let bare = terms.net.all("pawn_ending", [!officers]);
    terms.weigh_shared("initiative.pawn_ending", bare);
}
