//! Static exchange evaluation (SEE): the value of a capture sequence on one square when both sides capture with their
//! least valuable piece and may stop. The search orders captures and prunes losing moves by it.

use super::{Position, captures};
use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use shakmaty::{Bitboard, Board, Color, Move, MoveList, Role, Square};

/// Piece value of the static exchange evaluation in centipawns; the king exceeds any sequence.
/// Source: the usual 1-3-3-5-9 scale; SEE needs the order of the values, not their fine tuning.
#[inline]
pub const fn see_value(role: Role) -> i32 {
    // From a `match` the compiler makes an indirect jump, which is mispredicted.
    const VALUES: [i32; 7] = {
        let mut values = [0; 7];
        values[Role::Pawn as usize] = 100;
        values[Role::Knight as usize] = 320;
        values[Role::Bishop as usize] = 330;
        values[Role::Rook as usize] = 500;
        values[Role::Queen as usize] = 950;
        values[Role::King as usize] = 20_000;
        values
    };
    VALUES[role as usize]
}

/// SEE >= `threshold`: whether `mv` gains at least `threshold` centipawns in the exchange on its target square.
///
/// Pins are ignored. Castling counts as an exchange of value 0.
/// Source: the swap algorithm with a running balance, chessprogramming.org "SEE - The Swap Algorithm".
pub fn see_ge(position: &Position, mv: Move, threshold: i32) -> bool {
    let board = position.board();
    let (role, from, to, promotion) = match mv {
        Move::Normal { role, from, to, promotion, .. } => (role, from, to, promotion),
        Move::EnPassant { from, to } => (Role::Pawn, from, to, None),
        Move::Castle { .. } | Move::Put { .. } => return threshold <= 0,
    };
    let mut balance = immediate_gain(mv) - threshold;
    if balance < 0 {
        return false;
    }
    balance -= see_value(promotion.unwrap_or(role));
    if balance >= 0 {
        return true;
    }
    let mut occupied = board.occupied().without(from).with(to);
    if let Move::EnPassant { from, to } = mv {
        occupied = occupied.without(Square::from_coords(to.file(), from.rank()));
    }
    if first_recapture_decides(board, to, occupied, !position.turn(), balance) {
        debug_assert!(!recaptures_fall_short(board, to, occupied, !position.turn(), balance));
        return false;
    }
    recaptures_fall_short(board, to, occupied, !position.turn(), balance)
}

/// Whether a pawn or knight of `side` takes on `to` and need not fear to be taken there: often this decides the exchange without a
/// look along the lines. `balance` is the mover's if it lost its piece now.
fn first_recapture_decides(
    board: &Board,
    to: Square,
    occupied: Bitboard,
    side: Color,
    balance: i32,
) -> bool {
    let own = board.by_color(side) & occupied;
    let first = if (pawn_attacks(!side, to) & board.pawns() & own).any() {
        Role::Pawn
    } else if (knight_attacks(to) & board.knights() & own).any() {
        Role::Knight
    } else {
        return false;
    };
    -balance > see_value(first)
}

/// The static exchange evaluation of `mv` in centipawns, by bisection of [`see_ge`]: 1 to 2 µs.
pub fn see(position: &Position, mv: Move) -> i32 {
    // No exchange loses more than a queen or wins more than a queen and a promotion.
    let (mut low, mut high) = (-see_value(Role::Queen), 2 * see_value(Role::Queen) + 1);
    while high - low > 1 {
        let middle = i32::midpoint(low, high);
        if see_ge(position, mv, middle) { low = middle } else { high = middle }
    }
    low
}

/// Plies of [`exchanges`] at most.
const EXCHANGES: usize = 24;

/// The moves from `position` until it is quiet: captures that win at least a pawn, the most valuable piece first, and
/// evasions of check, a capture before a king move. Empty if the position is quiet.
pub fn exchanges(position: &Position) -> Vec<Move> {
    let (mut at, mut played) = (position.clone(), Vec::new());
    while played.len() < EXCHANGES
        && let Some(mv) = exchange(&at)
    {
        at.play(mv);
        played.push(mv);
    }
    played
}

fn exchange(position: &Position) -> Option<Move> {
    let taken = |mv: &Move| mv.capture().map_or(0, see_value);
    if position.is_check() {
        let safe = |mv: &Move| see_ge(position, *mv, 0);
        return position.legal_moves().into_iter().max_by_key(|mv| (safe(mv), taken(mv)));
    }
    let mut moves = MoveList::new();
    captures(position, &mut moves);
    moves.into_iter().filter(|mv| mv.is_capture() && see_ge(position, *mv, 80)).max_by_key(taken)
}

/// The material that the move gains before any recapture.
pub fn immediate_gain(mv: Move) -> i32 {
    let (capture, promotion) = match mv {
        Move::Normal { capture, promotion, .. } => (capture, promotion),
        _ => (mv.capture(), None),
    };
    let promoted = promotion.map_or(0, |role| see_value(role) - see_value(Role::Pawn));
    capture.map_or(0, see_value) + promoted
}

/// Plays the alternating captures. `side` captures next; `balance` is the mover's if it lost its piece now.
fn recaptures_fall_short(
    board: &Board,
    to: Square,
    mut occupied: Bitboard,
    mut side: Color,
    mut balance: i32,
) -> bool {
    let mover = !side;
    let diagonal = board.bishops_and_queens();
    let straight = board.rooks_and_queens();
    // Attackers of both sides in one pass: computing each side's would trace the sliders twice.
    let mut attackers = (bishop_attacks(to, occupied) & diagonal)
        | (rook_attacks(to, occupied) & straight)
        | (knight_attacks(to) & board.knights())
        | (king_attacks(to) & board.kings())
        | (pawn_attacks(mover, to) & board.by_piece(side.pawn()))
        | (pawn_attacks(side, to) & board.by_piece(mover.pawn()));
    loop {
        attackers &= occupied;
        let ours = attackers & board.by_color(side);
        let Some((square, role)) = least_valuable(board, ours) else { break };
        side = !side;
        balance = -balance - 1 - see_value(role);
        if balance >= 0 {
            // A king may only capture last: if the other side still attacks the square, the capture is illegal.
            if role == Role::King && (attackers & board.by_color(side)).any() {
                side = !side;
            }
            break;
        }
        occupied = occupied.without(square);
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            attackers |= bishop_attacks(to, occupied) & diagonal;
        }
        if matches!(role, Role::Rook | Role::Queen) {
            attackers |= rook_attacks(to, occupied) & straight;
        }
    }
    side != mover
}

fn least_valuable(board: &Board, pieces: Bitboard) -> Option<(Square, Role)> {
    if pieces.is_empty() {
        return None;
    }
    Role::ALL
        .into_iter()
        .find_map(|role| (pieces & board.by_role(role)).first().map(|square| (square, role)))
}

#[cfg(test)]
mod tests {
    use super::see_ge;
    use crate::rules::{parse_fen, parse_move};

    /// Own positions; the values are computed by hand on the scale above.
    #[test]
    fn exchange_values() {
        let cases = [
            ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
            ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -220),
            ("4k3/8/3p4/4p3/8/8/8/Q3K3 w - - 0 1", "a1e5", 100 - 950),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
            ("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q", 500 + 850 - 950),
            ("4k3/8/8/8/8/8/4q3/4K2R w K - 0 1", "e1e2", 950),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0),
            ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100 - 500),
            ("4k3/5p2/6p1/8/8/3B4/8/4K3 w - - 0 1", "d3g6", 100 - 330),
        ];
        for (fen, text, value) in cases {
            let position = parse_fen(fen).unwrap();
            let mv = parse_move(&position, text).unwrap();
            assert!(see_ge(&position, mv, value), "{fen} {text} >= {value}");
            assert!(!see_ge(&position, mv, value + 1), "{fen} {text} < {}", value + 1);
        }
    }
}
