//! Describes a square: its piece, attackers, pins and moves.

use super::facts::{king_of, piece_at};
use super::words;
use crate::machine::ChessMachine;
use crate::machine::chess::base::{ChessBase, turn_bit};
use crate::machine::chess::geometry::{Direction, captures, king_steps, knight_jumps};
use crate::machine::chess::names;
use crate::rules::{Color, Role, Square};

/// The squares of the enemy pieces that attack the square.
pub fn attackers(machine: &ChessMachine, square: Square) -> Vec<Square> {
    let (us, base) = (machine.turn(), *machine.base());
    let them = !us;
    let mut found = Vec::new();
    let mut leapers = |kind: Role, from: Square| {
        if machine.is_true(&names::piece(them, kind, from)) {
            found.push(from);
        }
    };
    knight_jumps(square).for_each(|from| leapers(Role::Knight, from));
    king_steps(square).for_each(|from| leapers(Role::King, from));
    let pawns = captures(us).into_iter().filter_map(|way| way.step(square));
    pawns.for_each(|from| leapers(Role::Pawn, from));
    for way in Direction::ALL {
        if machine.is_true(&names::slider_attacks(them, square, way)) {
            // Rays pass through the king of the side to move.
            let own_king = Some((us, Role::King));
            let blocks = |s: &Square| piece_at(&base, *s).is_some_and(|p| Some(p) != own_king);
            found.extend(way.ray(square).find(blocks));
        }
    }
    found
}

/// Describes the square in a few lines.
pub fn square(machine: &mut ChessMachine, square: Square) -> String {
    let home = *machine.base();
    let stands = piece_at(&home, square);
    let mut lines = vec![match stands {
        Some((side, kind)) => format!("{square}: a {} {}", names::color(side), names::role(kind)),
        None => format!("{square}: empty"),
    }];
    for side in Color::ALL {
        machine.set_base(&with_turn(&home, !side));
        // The king of the other side stands in the way of a line through it, which counts for its own moves alone.
        let is_seen = |from: &Square| {
            king_of(&home, !side).is_none_or(|king| !is_beyond(square, king, *from))
        };
        let by: Vec<Square> = attackers(machine, square).into_iter().filter(is_seen).collect();
        let by: Vec<String> = by.iter().map(|&from| words::the_piece(&home, from)).collect();
        let by = if by.is_empty() { "nothing".to_owned() } else { words::list(&by) };
        lines.push(format!("attacked by {}: {by}", names::color(side)));
        if let Some(king) = king_of(&home, !side)
            && stands.is_some_and(|piece| piece != (!side, Role::King))
            && machine.is_true(&names::shields(square, !side))
        {
            lines.push(format!("shields the {} king on {king}", names::color(!side)));
        }
    }
    machine.set_base(&home);
    let moves = |end: fn(&crate::machine::ChessMove) -> Square| {
        let moves = machine.legal().filter(|mv| end(mv) == square);
        let moves: Vec<String> = moves.map(|mv| mv.to_string()).collect();
        if moves.is_empty() { "none".to_owned() } else { moves.join(" ") }
    };
    lines.push(format!("legal moves from it: {}", moves(|mv| mv.from)));
    lines.push(format!("legal moves to it: {}", moves(|mv| mv.to)));
    lines.join("\n")
}

/// Whether `between` stands on the line from `square` to `from`.
fn is_beyond(square: Square, between: Square, from: Square) -> bool {
    Direction::ALL.into_iter().any(|way| {
        let at = |wanted: Square| way.ray(square).position(|it| it == wanted);
        at(between).zip(at(from)).is_some_and(|(near, far)| near < far)
    })
}

/// The same position with `side` to move, whose network has the other side's attacks.
fn with_turn(base: &ChessBase, side: Color) -> ChessBase {
    let mut base = *base;
    let (word, mask) = (turn_bit() / 64, 1 << (turn_bit() % 64));
    base[word] = if side.is_white() { base[word] | mask } else { base[word] & !mask };
    base
}
