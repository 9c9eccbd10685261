//! Endgame scale factor: how much of an endgame advantage can be won. The weights are reductions in 128ths for the side
//! that is ahead.

use super::minor::LIGHT;
use super::pieces::Pieces;
use super::terms::{TermBuilder, order_of, qualified};
use crate::propnet::bitboard::BitboardId;
use crate::rules::{Color, Role};

pub(super) fn define(terms: &mut TermBuilder, pieces: &Pieces, side: Color) {
    let own = pieces.of(side);
    let pawns = terms.any_square(side, "has_pawns", own.pawns());
    let majors = [own.piece(Role::Rook).into(), own.piece(Role::Queen).into()];
    let majors = terms.any(side, "majors", majors);
    let majors = terms.any_square(side, "has_majors", majors);
    let bishops = terms.any_square(side, "has_bishops", own.piece(Role::Bishop));
    let knights = terms.any_square(side, "has_knights", own.piece(Role::Knight));
    let others = terms.any_square(side, "enemy_has_non_pawns", pieces.of(!side).non_pawns);
    // Insufficient to mate: a single minor piece, or knights only.
    let second = terms.any_square(side, "has_two_bishops", pieces.attacks_of(side).slots[3].piece);
    let mixed = terms.all(side, "has_both_minors", [bishops.into(), knights.into()]);
    let enough = terms.any(side, "can_mate", [second.into(), mixed.into(), majors.into()]);
    let drawn = terms.all(side, "scale.cannot_win", [!pawns, !enough]);
    terms.add_term(side, "scale.cannot_win", drawn);
    let hard = terms.all(side, "scale.no_pawns", [!pawns, enough.into(), others.into()]);
    terms.add_term(side, "scale.no_pawns", hard);
    let rest = terms.net.all_but_first(&qualified(side, "pawn.more"), own.pawns(), order_of(side));
    let more = terms.any_square(side, "has_two_pawns", rest);
    let single = terms.all(side, "scale.one_pawn", [pawns.into(), !more, others.into()]);
    terms.add_term(side, "scale.one_pawn", single);
    opposite_bishops(terms, pieces, side);
    wrong_bishop(terms, pieces, side, [majors, knights]);
}

/// Opposite-coloured bishops: without other pieces, two extra pawns are often not enough.
fn opposite_bishops(terms: &mut TermBuilder, pieces: &Pieces, side: Color) {
    let [own_light, own_dark, other_light, other_dark] =
        ["own_light", "own_dark", "other_light", "other_dark"]
            .map(|name| bishop_on_colour(terms, pieces, side, name));
    let one = [own_light.into(), !own_dark, other_dark.into(), !other_light];
    let one = terms.all(side, "bishops_light_against_dark", one);
    let two = [own_dark.into(), !own_light, other_light.into(), !other_dark];
    let two = terms.all(side, "bishops_dark_against_light", two);
    let opposite = terms.any(side, "opposite_bishops", [one.into(), two.into()]);
    let (own, other) = (pieces.of(side), pieces.of(!side));
    let roles = [Role::Knight, Role::Rook, Role::Queen];
    let pieces = roles.map(|role| own.piece(role).into());
    let ours = terms.any(side, "own_besides_bishops", pieces);
    let pieces = roles.map(|role| other.piece(role).into());
    let enemy = terms.any(side, "enemy_besides_bishops", pieces);
    let more = terms.any(side, "besides_bishops", [ours.into(), enemy.into()]);
    let more = terms.any_square(side, "more_than_bishops", more);
    let pure = terms.all(side, "scale.opposite_bishops", [opposite.into(), !more]);
    terms.add_term(side, "scale.opposite_bishops", pure);
    let mixed = [opposite.into(), more.into()];
    let mixed = terms.all(side, "scale.opposite_bishops_mixed", mixed);
    terms.add_term(side, "scale.opposite_bishops_mixed", mixed);
}

/// Does the side have a bishop on that square colour?
fn bishop_on_colour(
    terms: &mut TermBuilder,
    pieces: &Pieces,
    side: Color,
    name: &str,
) -> BitboardId {
    let color = if name.starts_with("own") { side } else { !side };
    let squares = if name.ends_with("light") { LIGHT } else { !LIGHT };
    let squares = terms.constant(side, &format!("squares.{name}"), squares);
    let bishops = [pieces.of(color).piece(Role::Bishop).into(), squares.into()];
    let bishops = terms.all(side, &format!("bishops.{name}"), bishops);
    terms.any_square(side, &format!("bishops.{name}.any"), bishops)
}

/// Wrong-coloured bishop: rook pawns of one file, a bishop that does not control the promotion square, and the enemy king
/// in the corner.
fn wrong_bishop(
    terms: &mut TermBuilder,
    pieces: &Pieces,
    side: Color,
    [majors, knights]: [BitboardId; 2],
) {
    let (own, other) = (pieces.of(side), pieces.of(!side));
    // The far corner of the a-file is light for White and dark for Black.
    let files = [("a", 0x0101_0101_0101_0101_u64, 0x0303), ("h", 0x8080_8080_8080_8080, 0xc0c0)];
    let drawn_corner = files.map(|(name, file, corner)| {
        let (corner, light_corner) = match side {
            Color::White => (corner << 48, name == "a"),
            Color::Black => (corner, name == "h"),
        };
        let colour = if light_corner { LIGHT } else { !LIGHT };
        let away = terms.constant(side, &format!("off_{name}_file"), !file);
        let away = terms.all(side, &format!("pawns_off_{name}"), [own.pawns().into(), away.into()]);
        let away = terms.any_square(side, &format!("has_pawns_off_{name}"), away);
        let right = terms.constant(side, &format!("colour_of_{name}_corner"), colour);
        let bishops = [own.piece(Role::Bishop).into(), right.into()];
        let right = terms.all(side, &format!("bishop_of_{name}_corner"), bishops);
        let right = terms.any_square(side, &format!("has_bishop_of_{name}_corner"), right);
        let corner = terms.constant(side, &format!("{name}_corner"), corner);
        let king = [other.king().into(), corner.into()];
        let king = terms.all(side, &format!("enemy_king_in_{name}_corner"), king);
        let king = terms.any_square(side, &format!("enemy_holds_{name}_corner"), king);
        terms.all(side, &format!("corner_{name}_drawn"), [!away, !right, king.into()])
    });
    let drawn_corner = terms.any(side, "corner_drawn", drawn_corner.map(Into::into));
    let pawns = terms.any_square(side, "any_pawns", own.pawns());
    let drawn = [drawn_corner.into(), pawns.into(), !majors, !knights];
    let drawn = terms.all(side, "scale.wrong_bishop", drawn);
    terms.add_term(side, "scale.wrong_bishop", drawn);
}
