//! Endgame scale: how much of an endgame advantage can be won, in 128ths taken away from the side that is ahead.

use super::minor::LIGHT;
use super::pieces::Pieces;
use super::terms::{Terms, named, order_of};
use crate::propnet::lanes::Word;
use crate::rules::{Color, Role};

pub(super) fn define(terms: &mut Terms, pieces: &Pieces, side: Color) {
    let own = pieces.of(side);
    let pawns = terms.somewhere(side, "has_pawns", own.pawns());
    let majors = [own.piece(Role::Rook).into(), own.piece(Role::Queen).into()];
    let majors = terms.any(side, "majors", majors);
    let majors = terms.somewhere(side, "has_majors", majors);
    let bishops = terms.somewhere(side, "has_bishops", own.piece(Role::Bishop));
    let knights = terms.somewhere(side, "has_knights", own.piece(Role::Knight));
    let others = terms.somewhere(side, "enemy_has_officers", pieces.of(!side).officers);
    // One minor piece, or knights alone, cannot mate.
    let second = terms.somewhere(side, "has_two_bishops", pieces.attacks_of(side).slots[3].piece);
    let mixed = terms.all(side, "has_both_minors", [bishops.into(), knights.into()]);
    let enough = terms.any(side, "can_mate", [second.into(), mixed.into(), majors.into()]);
    let drawn = terms.all(side, "scale.cannot_win", [!pawns, !enough]);
    terms.weigh(side, "scale.cannot_win", drawn);
    let hard = terms.all(side, "scale.no_pawns", [!pawns, enough.into(), others.into()]);
    terms.weigh(side, "scale.no_pawns", hard);
    let rest = terms.net.rest(&named(side, "pawn.more"), own.pawns(), order_of(side));
    let more = terms.somewhere(side, "has_two_pawns", rest);
    let single = terms.all(side, "scale.one_pawn", [pawns.into(), !more, others.into()]);
    terms.weigh(side, "scale.one_pawn", single);
    opposite_bishops(terms, pieces, side);
    wrong_bishop(terms, pieces, side, [majors, knights]);
}

/// Bishops that never meet: with nothing else on the board, even two pawns are often not enough.
fn opposite_bishops(terms: &mut Terms, pieces: &Pieces, side: Color) {
    let [own_light, own_dark, other_light, other_dark] =
        ["own_light", "own_dark", "other_light", "other_dark"]
            .map(|name| shade(terms, pieces, side, name));
    let one = [own_light.into(), !own_dark, other_dark.into(), !other_light];
    let one = terms.all(side, "bishops_light_against_dark", one);
    let two = [own_dark.into(), !own_light, other_light.into(), !other_dark];
    let two = terms.all(side, "bishops_dark_against_light", two);
    let opposite = terms.any(side, "opposite_bishops", [one.into(), two.into()]);
    let (own, other) = (pieces.of(side), pieces.of(!side));
    let roles = [Role::Knight, Role::Rook, Role::Queen];
    let pieces = roles.map(|role| own.piece(role).into());
    let men = terms.any(side, "own_besides_bishops", pieces);
    let pieces = roles.map(|role| other.piece(role).into());
    let enemy = terms.any(side, "enemy_besides_bishops", pieces);
    let more = terms.any(side, "besides_bishops", [men.into(), enemy.into()]);
    let more = terms.somewhere(side, "more_than_bishops", more);
    let pure = terms.all(side, "scale.opposite_bishops", [opposite.into(), !more]);
    terms.weigh(side, "scale.opposite_bishops", pure);
    let mixed = [opposite.into(), more.into()];
    let mixed = terms.all(side, "scale.opposite_bishops_mixed", mixed);
    terms.weigh(side, "scale.opposite_bishops_mixed", mixed);
}

/// Is there a bishop of that side on that shade?
fn shade(terms: &mut Terms, pieces: &Pieces, side: Color, name: &str) -> Word {
    let color = if name.starts_with("own") { side } else { !side };
    let squares = if name.ends_with("light") { LIGHT } else { !LIGHT };
    let squares = terms.constant(side, &format!("squares.{name}"), squares);
    let bishops = [pieces.of(color).piece(Role::Bishop).into(), squares.into()];
    let bishops = terms.all(side, &format!("bishops.{name}"), bishops);
    terms.somewhere(side, &format!("bishops.{name}.somewhere"), bishops)
}

/// Pawns on one edge file only, a bishop that does not control the corner, and the enemy king in it.
fn wrong_bishop(terms: &mut Terms, pieces: &Pieces, side: Color, [majors, knights]: [Word; 2]) {
    let (own, other) = (pieces.of(side), pieces.of(!side));
    // The far corner of the a-file is light for White and dark for Black.
    let files = [("a", 0x0101_0101_0101_0101_u64, 0x0303), ("h", 0x8080_8080_8080_8080, 0xc0c0)];
    let stuck = files.map(|(name, file, corner)| {
        let (corner, light_corner) = match side {
            Color::White => (corner << 48, name == "a"),
            Color::Black => (corner, name == "h"),
        };
        let shade = if light_corner { LIGHT } else { !LIGHT };
        let away = terms.constant(side, &format!("off_{name}_file"), !file);
        let away = terms.all(side, &format!("pawns_off_{name}"), [own.pawns().into(), away.into()]);
        let away = terms.somewhere(side, &format!("has_pawns_off_{name}"), away);
        let right = terms.constant(side, &format!("shade_of_{name}_corner"), shade);
        let bishops = [own.piece(Role::Bishop).into(), right.into()];
        let right = terms.all(side, &format!("bishop_of_{name}_corner"), bishops);
        let right = terms.somewhere(side, &format!("has_bishop_of_{name}_corner"), right);
        let corner = terms.constant(side, &format!("{name}_corner"), corner);
        let king = [other.king().into(), corner.into()];
        let king = terms.all(side, &format!("enemy_king_in_{name}_corner"), king);
        let king = terms.somewhere(side, &format!("enemy_holds_{name}_corner"), king);
        terms.all(side, &format!("corner_{name}_lost"), [!away, !right, king.into()])
    });
    let stuck = terms.any(side, "corner_lost", stuck.map(Into::into));
    let pawns = terms.somewhere(side, "any_pawns", own.pawns());
    let drawn = [stuck.into(), pawns.into(), !majors, !knights];
    let drawn = terms.all(side, "scale.wrong_bishop", drawn);
    terms.weigh(side, "scale.wrong_bishop", drawn);
}
