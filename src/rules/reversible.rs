//! The moves that turn one position into another that stands on the board already: found by the difference of two keys.

use super::{Key, Position};
use shakmaty::attacks::{attacks, between};
use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{Bitboard, Color, Move, Piece, Role, Square};
use std::sync::LazyLock;

/// Slots of the table, a power of two: more than twice the 3,668 entries.
const SLOTS: usize = 1 << 13;

/// A slot: the difference of the keys before and after a move, and its two squares in either order. 0 is free.
type Slot = (Key, [Square; 2]);

/// Bits of the filter, a power of two: an eighteenth of them is set.
const FILTER_BITS: usize = 1 << 16;

/// All moves of a piece other than a pawn on an empty board, by the difference that they make to the key.
struct ReversibleMoves {
    /// A bit for each difference. Nearly every difference that is looked up belongs to no move; the 8 KiB of the filter stay in the
    /// cache, the 128 KiB of the slots do not.
    filter: [u64; FILTER_BITS / 64],
    /// A hash table with linear probing.
    slots: [Slot; SLOTS],
}

/// Source: M. N. J. van Kervinck, "The design and implementation of the Rookie 2.0 chess playing program" (2002).
static MOVES: LazyLock<Box<ReversibleMoves>> = LazyLock::new(|| {
    let mut moves = Box::new(ReversibleMoves {
        filter: [0; FILTER_BITS / 64],
        slots: [(0, [Square::A1; 2]); SLOTS],
    });
    let ReversibleMoves { filter, slots } = &mut *moves;
    let turn = Zobrist64::zobrist_for_white_turn().0;
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
        for piece in Color::ALL.map(|color| Piece { color, role }) {
            let key = |square| Zobrist64::zobrist_for_piece(square, piece).0;
            for from in Square::ALL {
                let targets = attacks(from, piece, Bitboard::EMPTY);
                for to in targets.into_iter().filter(|&to| to > from) {
                    let difference = key(from) ^ key(to) ^ turn;
                    let mut at = slot_of(difference);
                    while slots[at].0 != 0 {
                        at = (at + 1) % SLOTS;
                    }
                    slots[at] = (difference, [from, to]);
                    let (word, bit) = filter_bit(difference);
                    filter[word] |= bit;
                }
            }
        }
    }
    moves
});

const fn slot_of(difference: Key) -> usize {
    difference as usize % SLOTS
}

/// A word of the filter and the bit in it.
const fn filter_bit(difference: Key) -> (usize, u64) {
    let at = (difference >> 32) as usize % FILTER_BITS;
    (at / 64, 1 << (at % 64))
}

/// The move of the side to move at `position` to the position with the key `before`, which occurred earlier with the other side
/// to move; `None` if no single reversible move leads there.
pub fn move_back_to(position: &Position, before: Key) -> Option<Move> {
    let difference = position.key() ^ before;
    let ReversibleMoves { filter, slots } = &**MOVES;
    let (word, bit) = filter_bit(difference);
    if filter[word] & bit == 0 {
        return None;
    }
    let mut at = slot_of(difference);
    let squares = loop {
        match slots[at] {
            (0, _) => return None,
            (known, squares) if known == difference => break squares,
            _ => at = (at + 1) % SLOTS,
        }
    };
    let board = position.board();
    let own = |square: &Square| board.by_color(position.turn()).contains(*square);
    let [from, to] = match squares.iter().position(own)? {
        0 => squares,
        _ => [squares[1], squares[0]],
    };
    // The position before is legal, so is the move if nothing stands in its way.
    if (between(from, to).with(to) & board.occupied()).any() {
        return None;
    }
    let role = board.role_at(from)?;
    Some(Move::Normal { role, from, capture: None, to, promotion: None })
}

#[cfg(test)]
mod tests {
    use super::move_back_to;
    use crate::base::Random;
    use crate::rules::{Position, parse_fen};

    /// Random games with few pawns, in which moves are often taken back.
    #[test]
    fn a_move_back_is_found_exactly_where_a_legal_move_leads_to_an_earlier_position() {
        let mut random = Random::new(7);
        let (mut found, mut tried) = (0, 0);
        for fen in [
            "r3k2r/8/2n2b2/8/3q4/2N2B2/6Q1/R3K2R w KQkq - 0 1",
            "8/5k2/2r3n1/8/1B6/3K4/4R3/8 w - - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ] {
            for _ in 0..60 {
                let mut path: Vec<Position> = vec![parse_fen(fen).unwrap()];
                for _ in 0..60 {
                    let position = path[path.len() - 1].clone();
                    let since = (position.halfmoves() as usize).min(path.len() - 1);
                    for back in (1..=since).step_by(2) {
                        let before = &path[path.len() - 1 - back];
                        let moves = position.legal_moves();
                        let is_before = |mv: &&_| position.after(**mv).key() == before.key();
                        let expected = moves.iter().find(is_before).copied();
                        assert_eq!(
                            move_back_to(&position, before.key()),
                            expected,
                            "{}",
                            position.fen()
                        );
                        found += usize::from(expected.is_some());
                        tried += 1;
                    }
                    let moves = position.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    path.push(position.after(moves[random.below(moves.len() as u64) as usize]));
                }
            }
        }
        assert!(found > 100 && tried > 10_000, "{found} of {tried}");
    }
}
