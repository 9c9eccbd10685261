//! King and pawn against king (KPK): a bitbase of 24 KB, generated on first use in some milliseconds.
//!
//! Source: chessprogramming.org "KPK"; retrograde iteration over all positions until nothing changes.

use crate::base::{Ibv, Score};
use crate::rules::{Bitboard, Color, File, Position, Rank, Square};
use shakmaty::attacks::{king_attacks, pawn_attacks};
use std::sync::LazyLock;

/// Pawn squares on files a to d, ranks 2 to 7; the other files are mirrored.
const PAWNS: usize = 24;
/// Index: side to move, pawn, strong king, weak king.
const POSITIONS: usize = 2 * PAWNS * 64 * 64;

/// One bit per position, set where the side with the pawn (White after mirroring) wins.
static WINS: LazyLock<Vec<u64>> = LazyLock::new(generate);

/// A win as a bound that increases with the rank of the pawn, or a draw.
pub(super) fn probe(position: &Position, strong: Color) -> Option<Ibv> {
    let board = position.board();
    let (pawn, ours, theirs) =
        (board.pawns().first()?, board.king_of(strong)?, board.king_of(!strong)?);
    let mirror = pawn.file() > File::D;
    let turned = |square: Square| {
        let square = if strong == Color::White { square } else { square.flip_vertical() };
        if mirror { square.flip_horizontal() } else { square }
    };
    let strong_moves = position.turn() == strong;
    let place = KpkPosition {
        pawn: turned(pawn),
        strong: turned(ours),
        weak: turned(theirs),
        strong_moves,
    };
    if !is_set(&WINS, place.index()) {
        return Some(Ibv::exact(Score::DRAW));
    }
    let rank = i32::from(place.pawn.rank());
    let score = Score::RECOGNISED.offset(20 * rank);
    Some(if strong_moves { Ibv::lower(score) } else { Ibv::upper(-score) })
}

/// A position seen from the side with the pawn as White, pawn on the files a to d.
#[derive(Clone, Copy)]
struct KpkPosition {
    pawn: Square,
    strong: Square,
    weak: Square,
    strong_moves: bool,
}

impl KpkPosition {
    fn index(self) -> usize {
        let pawn = usize::from(self.pawn.file()) * 6 + usize::from(self.pawn.rank()) - 1;
        ((usize::from(self.strong_moves) * PAWNS + pawn) * 64 + self.strong.to_usize()) * 64
            + self.weak.to_usize()
    }

    fn from_index(index: usize) -> Self {
        let square = |index: usize| Square::new((index % 64) as u32);
        let pawn = index / 4096 % PAWNS;
        let (file, rank) = ((pawn / 6) as u32, (pawn % 6 + 1) as u32);
        Self {
            pawn: Square::from_coords(File::new(file), Rank::new(rank)),
            strong: square(index / 64),
            weak: square(index),
            strong_moves: index >= POSITIONS / 2,
        }
    }

    /// Whether the position is legal.
    fn is_legal(self) -> bool {
        let apart = self.strong != self.weak && self.strong != self.pawn && self.weak != self.pawn;
        let checks = pawn_attacks(Color::White, self.pawn).contains(self.weak);
        apart && self.strong.distance(self.weak) > 1 && !(self.strong_moves && checks)
    }

    /// Squares to which the weak king may move.
    fn weak_moves(self) -> Bitboard {
        let guarded = king_attacks(self.strong) | pawn_attacks(Color::White, self.pawn);
        king_attacks(self.weak) & !guarded
    }

    /// Whether White to move reaches a won position in one ply.
    fn strong_wins(self, wins: &[u64]) -> bool {
        let next = |place: Self| is_set(wins, Self { strong_moves: false, ..place }.index());
        let king = king_attacks(self.strong) & !king_attacks(self.weak);
        if king.without(self.pawn).into_iter().any(|strong| next(Self { strong, ..self })) {
            return true;
        }
        let Some(ahead) = self.pawn.offset(8).filter(|&it| it != self.strong && it != self.weak)
        else {
            return false;
        };
        if ahead.rank() == Rank::Eighth {
            // The new queen wins unless the king captures it.
            return self.weak.distance(ahead) > 1 || self.strong.distance(ahead) == 1;
        }
        if next(Self { pawn: ahead, ..self }) {
            return true;
        }
        let double = ahead
            .offset(8)
            .filter(|&it| self.pawn.rank() == Rank::Second && it != self.strong && it != self.weak);
        double.is_some_and(|pawn| next(Self { pawn, ..self }))
    }

    /// Whether Black to move has a move, and every move leads to a won position.
    fn weak_loses(self, wins: &[u64]) -> bool {
        let moves = self.weak_moves();
        let next = |weak: Square| {
            weak != self.pawn && is_set(wins, Self { weak, strong_moves: true, ..self }.index())
        };
        moves.any() && moves.into_iter().all(next)
    }
}

fn is_set(wins: &[u64], index: usize) -> bool {
    wins[index / 64] >> (index % 64) & 1 == 1
}

fn generate() -> Vec<u64> {
    let mut wins = vec![0_u64; POSITIONS / 64];
    loop {
        let mut changed = false;
        for index in 0..POSITIONS {
            if is_set(&wins, index) {
                continue;
            }
            let place = KpkPosition::from_index(index);
            let won = place.is_legal()
                && if place.strong_moves {
                    place.strong_wins(&wins)
                } else {
                    place.weak_loses(&wins)
                };
            if won {
                wins[index / 64] |= 1 << (index % 64);
                changed = true;
            }
        }
        if !changed {
            return wins;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{KpkPosition, POSITIONS, WINS, is_set};

    /// Source: the counts of wins are those every correct KPK bitbase has, 111,282 of the legal positions with the pawn
    /// on the files a to d (chessprogramming.org, Stockfish's bitbase).
    #[test]
    fn the_number_of_wins_is_the_known_one() {
        let legal = |&index: &usize| KpkPosition::from_index(index).is_legal();
        let wins = (0..POSITIONS).filter(legal).filter(|&index| is_set(&WINS, index)).count();
        assert_eq!(wins, 111_282);
    }
}
