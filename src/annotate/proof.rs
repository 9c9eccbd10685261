//! Where a line of moves is quiet, so that material can be counted there.

use super::material::MaterialLoss;
use super::tactics::{MIN_WIN, winning_captures};
use crate::rules::{Bitboard, Color, Move, Position, Rank, see_ge};

/// Longest proof in half-moves; it is written as a variation.
pub const MAX_PROOF_PLIES: usize = 16;
/// Shortest line in half-moves whose end is compared with that of another one. A search often ends a line after two or three
/// moves, where the transposition table has the rest. Chosen: five moves of each side, beyond such an end.
const MIN_PROOF_PLIES: usize = 10;

/// Whether nothing is about to be won: no check, no winning capture or promotion for the side to move, and at most one for
/// the other side, which a move parries.
pub fn is_quiet(position: &Position) -> bool {
    let Some(passed) = position.null_move() else { return false };
    let threats = winning_captures(&passed);
    let promotions = Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Eighth);
    let promotes = position.board().pawns() & seventh(passed.turn());
    winning_captures(position).is_empty()
        && threats.count() < 2
        && (promotes.is_empty() || (threats & promotions).is_empty())
        && (threats.is_empty() || can_parry(position))
}

/// Whether a move leaves the other side nothing to win by a capture. A check by another piece than the attacked one only delays it.
fn can_parry(position: &Position) -> bool {
    let is_safe = |mv: &Move| {
        let after = position.after(*mv);
        let wins = |reply: &Move| reply.is_capture() && see_ge(&after, *reply, MIN_WIN);
        let delays = || after.is_check() && !moves_away(position, *mv);
        !after.legal_moves().iter().any(wins) && !delays()
    };
    position.legal_moves().iter().any(is_safe)
}

/// Whether the move takes the piece away that the other side could win.
fn moves_away(position: &Position, mv: Move) -> bool {
    let Some(passed) = position.null_move() else { return false };
    mv.from().is_some_and(|from| winning_captures(&passed).contains(from))
}

/// The rank from which `side` promotes.
fn seventh(side: Color) -> Bitboard {
    Bitboard::from_rank(side.fold_wb(Rank::Seventh, Rank::Second))
}

/// The longest part of `line` from `position`, at most [`MAX_PROOF_PLIES`], after which the position is quiet.
pub fn quiet_part<'a>(position: &Position, line: &'a [Move]) -> &'a [Move] {
    let line = &line[..line.len().min(MAX_PROOF_PLIES)];
    let (mut at, mut end) = (position.clone(), 0);
    for (index, &mv) in line.iter().enumerate() {
        at.play(mv);
        if is_quiet(&at) {
            end = index + 1;
        }
    }
    &line[..end]
}

/// Whether the end of `line` can be compared with that of another one: the game is over, or the line is long enough and
/// quiet at its end, or too long for more.
pub fn is_settled(position: &Position, line: &[Move]) -> bool {
    let end = position.after_line(line);
    line.len() >= MAX_PROOF_PLIES
        || end.legal_moves().is_empty()
        || line.len() >= MIN_PROOF_PLIES && is_quiet(&end)
}

/// The material that `side` has won at the quiet end of `line`, which is returned with it.
pub fn won_by<'a>(
    position: &Position,
    line: &'a [Move],
    side: Color,
) -> (MaterialLoss, &'a [Move]) {
    let line = quiet_part(position, line);
    (MaterialLoss::of_line(position, line, !side), line)
}

#[cfg(test)]
mod tests {
    use super::{is_quiet, quiet_part};
    use crate::rules::{parse_fen, parse_move};

    #[test]
    fn positions_with_an_exchange_or_two_threats_are_not_quiet() {
        for (fen, quiet) in [
            ("4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", false),
            // No move saves the pawn, unless the king is near.
            ("4k3/8/8/3p4/8/8/3R4/4K3 b - - 0 1", false),
            ("3k4/8/3p4/8/8/8/3R4/4K3 b - - 0 1", true),
            ("4k3/8/1N6/8/8/8/8/r2qK3 w - - 0 1", false),
            // A knight attacks two rooks: one of them is lost.
            ("4k3/8/1N6/3r4/r7/8/8/4K3 b - - 0 1", false),
            // The bishop alone is attacked and moves away, but for where it is trapped, or pinned.
            ("6k1/8/8/8/8/8/b1P5/R5K1 b - - 0 1", true),
            ("6k1/8/8/8/8/1P6/b1P5/R5K1 b - - 0 1", false),
            ("4k3/8/8/4b3/3P4/8/8/4R1K1 b - - 0 1", false),
            // A check only delays the loss of the bishop.
            ("r6k/B1pp2p1/1p6/8/8/8/P7/K3R3 w - - 0 1", false),
            ("8/P3k3/8/8/8/8/8/4K3 b - - 0 1", false),
            ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", false),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", true),
        ] {
            assert_eq!(is_quiet(&parse_fen(fen).unwrap()), quiet, "{fen}");
        }
    }

    #[test]
    fn a_line_is_cut_where_it_was_quiet_last() {
        let start = parse_fen("3rk3/8/8/3n4/8/8/3R4/3RK3 b - - 0 1").unwrap();
        let (mut at, mut line) = (start.clone(), Vec::new());
        for text in ["Kf8", "Rxd5", "Rxd5", "Rxd5", "Ke7", "Re5+"] {
            let mv = parse_move(&at, text).unwrap();
            at.play(mv);
            line.push(mv);
        }
        assert_eq!(quiet_part(&start, &line).len(), 5);
        assert_eq!(quiet_part(&start, &line[..3]).len(), 2);
        assert_eq!(quiet_part(&start, &line[..1]).len(), 0);
    }
}
