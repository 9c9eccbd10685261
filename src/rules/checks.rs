//! Pins, and moves that give check.

use super::Position;
use shakmaty::attacks::pawn_attacks;
use shakmaty::{Bitboard, Board, Color, Move, Role, Square};

/// Pieces of `ours` that are the only piece between `king` and a slider of `sliders`: pinned pieces when `king` is their
/// own, discovered-check candidates when it is the enemy's.
fn king_blockers(board: &Board, king: Square, ours: Color, sliders: Color) -> Bitboard {
    let straight =
        board.rooks_and_queens() & shakmaty::attacks::rook_attacks(king, Bitboard::EMPTY);
    let diagonal =
        board.bishops_and_queens() & shakmaty::attacks::bishop_attacks(king, Bitboard::EMPTY);
    let mut alone = Bitboard::EMPTY;
    for sniper in (straight | diagonal) & board.by_color(sliders) {
        let between = shakmaty::attacks::between(king, sniper) & board.occupied();
        if !between.more_than_one() {
            alone |= between & board.by_color(ours);
        }
    }
    alone
}

/// The pieces of `us` that are pinned to their king.
pub fn pinned(board: &Board, us: Color) -> Bitboard {
    board.king_of(us).map_or(Bitboard::EMPTY, |king| king_blockers(board, king, us, !us))
}

/// Squares to which a piece on `from` may move without exposing its king: all unless it is pinned.
pub(super) const fn pin_line(pinned: Bitboard, king: Square, from: Square) -> Bitboard {
    if pinned.contains(from) { shakmaty::attacks::ray(king, from) } else { Bitboard::FULL }
}

/// Squares from which each role gives check, and own pieces that give discovered check when they move.
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares {
    king: Square,
    by_role: [Bitboard; 6],
    discovered_check_candidates: Bitboard,
    us: Color,
}

impl CheckSquares {
    /// Computes the squares for the side to move of `position`; about 10 ns.
    pub fn new(position: &Position) -> Option<Self> {
        let (board, us) = (position.board(), position.turn());
        let king = board.king_of(!us)?;
        let occupied = board.occupied();
        let diagonal = shakmaty::attacks::bishop_attacks(king, occupied);
        let straight = shakmaty::attacks::rook_attacks(king, occupied);
        let by_role = [
            pawn_attacks(!us, king),
            shakmaty::attacks::knight_attacks(king),
            diagonal,
            straight,
            diagonal | straight,
            Bitboard::EMPTY,
        ];
        let discoverers = king_blockers(board, king, us, us);
        Some(Self { king, by_role, discovered_check_candidates: discoverers, us })
    }

    /// Whether `mv` gives check. Exact except for en passant, castling and promotion, where it answers `false` when the
    /// check passes through the square that the piece left.
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        match mv {
            Move::Normal { role, from, to, promotion, .. } => {
                self.by_role[promotion.unwrap_or(role) as usize - 1].contains(to)
                    || (self.discovered_check_candidates.contains(from)
                        && !shakmaty::attacks::ray(self.king, from).contains(to))
            }
            _ => self.special_move_gives_check(mv),
        }
    }

    #[cold]
    fn special_move_gives_check(&self, mv: Move) -> bool {
        match mv {
            Move::EnPassant { to, .. } => self.by_role[0].contains(to),
            Move::Castle { .. } => mv.castling_side().is_some_and(|side| {
                self.by_role[Role::Rook as usize - 1].contains(side.rook_to(self.us))
            }),
            Move::Normal { .. } | Move::Put { .. } => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CheckSquares;
    use crate::base::Random;
    use crate::rules::{Position, parse_fen};

    /// Plays random games from unusual positions and calls `check` with every position.
    fn random_walks(mut check: impl FnMut(&Position)) {
        let starts = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ];
        let mut random = Random::new(5);
        for fen in starts.iter().cycle().take(40) {
            let mut position = parse_fen(fen).unwrap();
            for _ in 0..80 {
                check(&position);
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play(moves[random.below(moves.len() as u64) as usize]);
            }
        }
    }

    #[test]
    fn gives_check_agrees_with_playing_the_move() {
        random_walks(|position| {
            let squares = CheckSquares::new(position).unwrap();
            for mv in position.legal_moves() {
                let plain = mv.promotion().is_none() && !mv.is_en_passant() && !mv.is_castle();
                let truth = position.after(mv).is_check();
                if plain {
                    assert_eq!(squares.gives_check(mv), truth, "{} {mv:?}", position.fen());
                } else {
                    assert!(truth || !squares.gives_check(mv), "{} {mv:?}", position.fen());
                }
            }
        });
    }
}
