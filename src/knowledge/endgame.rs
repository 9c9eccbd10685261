//! Endgame scale factor: how much of an endgame advantage can be won. The weights are reductions in 128ths for the side
//! that is ahead.

use super::minor::LIGHT;
use super::pieces::{Pieces, Side};
use super::terms::TermBuilder;
use crate::propnet::bitboard::Squares;
use crate::rules::Role;

pub(super) fn define(terms: &mut TermBuilder, pieces: &Pieces) {
    let Pieces { us, them, ours, .. } = pieces;
    let [pawns, knights, bishops, rooks, queens, _] = us.pieces;
    let has_pawns = terms.any_square("has_pawns", pawns);
    let majors = terms.any("majors", [rooks, queens]);
    let majors = terms.any_square("has_majors", majors);
    let bishops = terms.any_square("has_bishops", bishops);
    let knights = terms.any_square("has_knights", knights);
    let others = terms.any_square("enemy_has_non_pawns", them.non_pawns);
    // Insufficient to mate: a single minor piece, or knights only.
    let two_bishops = terms.any_square("has_two_bishops", ours.slots[3].piece);
    let both_minors = terms.all("has_both_minors", [bishops, knights]);
    let enough = terms.any("can_mate", [two_bishops, both_minors, majors]);
    terms.term("scale.cannot_win", [!has_pawns, !enough]);
    terms.term("scale.no_pawns", [!has_pawns, enough, others]);
    let first = terms.first("pawn.first", pawns);
    let more = terms.all("pawn.more", [pawns, !first]);
    let more = terms.any_square("has_two_pawns", more);
    terms.term("scale.one_pawn", [pawns, !more, others]);
    opposite_bishops(terms, us, them);
    // Wrong-coloured bishop: rook pawns of one file, a bishop that does not control the promotion square, and the enemy
    // king in the corner.
    let drawn = ["a", "h"].map(|file| wrong_bishop(terms, pieces, file));
    let drawn = terms.any("corner_drawn", drawn);
    terms.term("scale.wrong_bishop", [drawn, has_pawns, !majors, !knights]);
}

/// Opposite-coloured bishops: without other pieces, two extra pawns are often not enough.
fn opposite_bishops(terms: &mut TermBuilder, us: &Side, them: &Side) {
    let mut bishops = |name: &str, side: &Side, colour: &str, squares: u64| {
        let name = format!("{name}_{colour}");
        let squares = terms.constant(&format!("squares.{name}"), squares);
        let bishops = [side.piece(Role::Bishop), squares];
        let bishops = terms.all(&format!("bishops.{name}"), bishops);
        terms.any_square(&format!("bishops.{name}.any"), bishops)
    };
    let own_light = bishops("own", us, "light", LIGHT);
    let own_dark = bishops("own", us, "dark", !LIGHT);
    let other_light = bishops("other", them, "light", LIGHT);
    let other_dark = bishops("other", them, "dark", !LIGHT);
    let one = [own_light, !own_dark, other_dark, !other_light];
    let one = terms.all("bishops_light_against_dark", one);
    let two = [own_dark, !own_light, other_light, !other_dark];
    let two = terms.all("bishops_dark_against_light", two);
    let opposite = terms.any("opposite_bishops", [one, two]);
    let others = |side: &Side| [Role::Knight, Role::Rook, Role::Queen].map(|role| side.piece(role));
    let ours = terms.any("own_besides_bishops", others(us));
    let theirs = terms.any("enemy_besides_bishops", others(them));
    let more = terms.any("besides_bishops", [ours, theirs]);
    let more = terms.any_square("more_than_bishops", more);
    terms.term("scale.opposite_bishops", [opposite, !more]);
    terms.term("scale.opposite_bishops_mixed", [opposite, more]);
}

/// Pawns on `file` only, no bishop of its promotion square's colour, and the enemy king in its corner.
fn wrong_bishop(terms: &mut TermBuilder, Pieces { us, them, .. }: &Pieces, file: &str) -> Squares {
    let (squares, corner) = match file {
        "a" => (0x0101_0101_0101_0101_u64, 0x0303_u64),
        _ => (0x8080_8080_8080_8080, 0xc0c0),
    };
    // The promotion square of the a-file is light for White and dark for Black.
    let corner = terms.side.fold_wb(corner << 48, corner);
    let light = (file == "a") == terms.side.is_white();
    let away = terms.constant(&format!("off_{file}_file"), !squares);
    let away = terms.all(&format!("pawns_off_{file}"), [us.pawns(), away]);
    let away = terms.any_square(&format!("has_pawns_off_{file}"), away);
    let colour = if light { LIGHT } else { !LIGHT };
    let colour = terms.constant(&format!("colour_of_{file}_corner"), colour);
    let right = [us.piece(Role::Bishop), colour];
    let right = terms.all(&format!("bishop_of_{file}_corner"), right);
    let right = terms.any_square(&format!("has_bishop_of_{file}_corner"), right);
    let corner = terms.constant(&format!("{file}_corner"), corner);
    let king = terms.all(&format!("enemy_king_in_{file}_corner"), [them.king(), corner]);
    let king = terms.any_square(&format!("enemy_holds_{file}_corner"), king);
    terms.all(&format!("corner_{file}_drawn"), [!away, !right, king])
}
