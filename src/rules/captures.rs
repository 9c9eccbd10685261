//! Captures and queen promotions only, for quiescence search: about a third of the cost of all legal moves.
//!
//! Measured: shakmaty's own `capture_moves` filters the full list and is slower than it (86-178 ns against 51-115 ns).

use super::Position;
use shakmaty::attacks::{attacks, king_attacks, pawn_attacks};
use shakmaty::{Bitboard, Board, Color, Move, MoveList, Position as _, Rank, Role, Square};

/// Fills `moves` with the legal captures and the promotions to a queen. The side to move must not be in check.
pub fn captures(position: &Position, moves: &mut MoveList) {
    for_each_capture(position, |mv| moves.push(mv));
}

/// Calls `visit` with each of [`captures`].
#[inline]
pub fn for_each_capture(position: &Position, mut visit: impl FnMut(Move)) {
    let chess = position.chess();
    let (board, us) = (position.board(), position.turn());
    let Some(king) = board.king_of(us) else { return };
    let (own, enemy, occupied) = (board.by_color(us), board.by_color(!us), board.occupied());
    let pinned = pinned(board, us);

    for from in own & !board.pawns() & !board.kings() {
        let Some(piece) = board.piece_at(from) else { continue };
        let targets = attacks(from, piece, occupied) & enemy & pin_line(pinned, king, from);
        for to in targets {
            let capture = board.role_at(to);
            let (role, promotion) = (piece.role, None);
            visit(Move::Normal { role, from, capture, to, promotion });
        }
    }
    for to in king_attacks(king) & enemy {
        if board.attacks_to(to, !us, occupied.without(king)).is_empty() {
            let (role, capture) = (Role::King, board.role_at(to));
            visit(Move::Normal { role, from: king, capture, to, promotion: None });
        }
    }
    pawn_captures(position, king, pinned, &mut visit);
    if chess.maybe_ep_square().is_some() {
        chess.en_passant_moves().into_iter().for_each(visit);
    }
}

/// Pawn captures and promotions to a queen.
#[inline(always)]
fn pawn_captures(
    position: &Position,
    king: Square,
    pinned: Bitboard,
    visit: &mut impl FnMut(Move),
) {
    let (board, us) = (position.board(), position.turn());
    let (enemy, occupied) = (board.by_color(!us), board.occupied());
    let last = us.fold_wb(Rank::Eighth, Rank::First);
    let seventh = Bitboard::from_rank(us.fold_wb(Rank::Seventh, Rank::Second));
    for from in board.by_piece(us.pawn()) {
        let line = pin_line(pinned, king, from);
        for to in pawn_attacks(us, from) & enemy & line {
            let promotion = (to.rank() == last).then_some(Role::Queen);
            let (role, capture) = (Role::Pawn, board.role_at(to));
            visit(Move::Normal { role, from, capture, to, promotion });
        }
        if seventh.contains(from)
            && let Some(to) = from.offset(us.fold_wb(8, -8))
            && !occupied.contains(to)
            && line.contains(to)
        {
            let (role, promotion) = (Role::Pawn, Some(Role::Queen));
            visit(Move::Normal { role, from, capture: None, to, promotion });
        }
    }
}

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
    pub fn gives_check(&self, mv: Move) -> bool {
        match mv {
            Move::Normal { role, from, to, promotion, .. } => {
                self.by_role[promotion.unwrap_or(role) as usize - 1].contains(to)
                    || (self.discovered_check_candidates.contains(from)
                        && !shakmaty::attacks::ray(self.king, from).contains(to))
            }
            Move::EnPassant { to, .. } => self.by_role[0].contains(to),
            Move::Castle { .. } => mv.castling_side().is_some_and(|side| {
                self.by_role[Role::Rook as usize - 1].contains(side.rook_to(self.us))
            }),
            Move::Put { .. } => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CheckSquares, captures};
    use crate::base::Random;
    use crate::rules::{Move, Position, parse_fen};
    use shakmaty::{MoveList, Role};

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
    fn captures_are_the_legal_captures_and_queen_promotions() {
        random_walks(|position| {
            if position.is_check() {
                return;
            }
            let wanted = |mv: &Move| match mv.promotion() {
                None => mv.is_capture(),
                Some(role) => role == Role::Queen,
            };
            let mut expected: Vec<Move> =
                position.legal_moves().into_iter().filter(wanted).collect();
            let mut found = MoveList::new();
            captures(position, &mut found);
            let mut found: Vec<Move> = found.into_iter().collect();
            let order = |mv: &Move| format!("{mv:?}");
            expected.sort_by_key(order);
            found.sort_by_key(order);
            assert_eq!(found, expected, "{}", position.fen());
        });
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
