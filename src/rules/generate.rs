//! Legal moves given to a closure one by one: no list is filled, filtered and copied. The search scores them as they come.
//!
//! The order is that of shakmaty's `legal_moves`; moves that score the same are tried in it.

use super::Position;
use super::captures::{pin_line, pinned};
use shakmaty::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, queen_attacks, ray, rook_attacks,
};
use shakmaty::{
    Bitboard, Board, CastlingSide, Color, File, Move, Position as _, Rank, Role, Square,
};

/// Takes moves one by one. A trait of its own, so that an implementation can be inlined where each kind of move is generated.
pub trait MoveVisitor {
    /// Takes a legal move.
    fn visit(&mut self, mv: Move);
}

impl MoveVisitor for Vec<Move> {
    fn visit(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// Gives every legal move of `position` to `visitor`.
#[inline]
pub fn visit_legal(position: &Position, visitor: &mut impl MoveVisitor) {
    let (chess, board, us) = (position.chess(), position.board(), position.turn());
    let Some(king) = board.king_of(us) else { return };
    if chess.maybe_ep_square().is_some() {
        chess.en_passant_moves().into_iter().for_each(|mv| visitor.visit(mv));
    }
    let generator = Generator { board, us, king, pinned: pinned(board, us) };
    let not_own = !board.by_color(us);
    let checkers = board.attacks_to(king, !us, board.occupied());
    if checkers.is_empty() {
        generator.pawn_moves(not_own, visitor);
        generator.piece_moves(not_own, visitor);
        generator.king_moves(not_own, visitor);
        generator.castling(position, visitor);
        return;
    }
    // The squares behind the king on the line of a check are attacked, too.
    let lines = checkers & board.sliders();
    let attacked = lines
        .into_iter()
        .fold(Bitboard::EMPTY, |all, checker| all | ray(checker, king).without(checker));
    generator.king_moves(not_own & !attacked, visitor);
    if let Some(checker) = checkers.single_square() {
        let target = between(king, checker).with(checker);
        generator.pawn_moves(target, visitor);
        generator.piece_moves(target, visitor);
    }
}

/// What all moves of a position share.
struct Generator<'a> {
    board: &'a Board,
    us: Color,
    king: Square,
    pinned: Bitboard,
}

impl Generator<'_> {
    /// Moves of knights, bishops, rooks and queens to `target`.
    #[inline(always)]
    fn piece_moves(&self, target: Bitboard, visitor: &mut impl MoveVisitor) {
        let (board, occupied) = (self.board, self.board.occupied());
        let enemy = board.by_color(!self.us);
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in board.by_piece(role.of(self.us)) {
                let attacks = match role {
                    Role::Knight => knight_attacks(from),
                    Role::Bishop => bishop_attacks(from, occupied),
                    Role::Rook => rook_attacks(from, occupied),
                    Role::Queen | Role::Pawn | Role::King => queen_attacks(from, occupied),
                };
                for to in attacks & target & pin_line(self.pinned, self.king, from) {
                    let promotion = None;
                    if enemy.contains(to) {
                        let capture = board.role_at(to);
                        visitor.visit(Move::Normal { role, from, capture, to, promotion });
                    } else {
                        visitor.visit(Move::Normal { role, from, capture: None, to, promotion });
                    }
                }
            }
        }
    }

    /// Moves of pawns to `target`: captures to the west and to the east, then advances by one square and by two.
    #[inline(always)]
    fn pawn_moves(&self, target: Bitboard, visitor: &mut impl MoveVisitor) {
        let (board, us) = (self.board, self.us);
        let pawns = board.by_piece(us.pawn());
        let empty = !board.occupied();
        let [west, east, north] = us.fold_wb([7, 9, 8], [-9, -7, -8]);
        let not_a = !Bitboard::from_file(File::A);
        let enemy = board.by_color(!us) & target;
        let one = pawns.shift(north) & empty;
        let double_rank = Bitboard::from_rank(us.fold_wb(Rank::Fourth, Rank::Fifth));
        let two = one.shift(north) & empty & double_rank;
        for (targets, offset) in [
            ((pawns & not_a).shift(west) & enemy, west),
            (pawns.shift(east) & not_a & enemy, east),
            (one & target, north),
            (two & target, 2 * north),
        ] {
            for to in targets & !Bitboard::BACKRANKS {
                self.pawn_move(to, offset, &[None], visitor);
            }
            for to in targets & Bitboard::BACKRANKS {
                let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
                self.pawn_move(to, offset, &roles.map(Some), visitor);
            }
        }
    }

    /// The moves of the pawn that comes to `to` by `offset`, unless it is pinned.
    #[inline(always)]
    fn pawn_move(
        &self,
        to: Square,
        offset: i32,
        promotions: &[Option<Role>],
        visitor: &mut impl MoveVisitor,
    ) {
        let Some(from) = to.offset(-offset) else { return };
        if pin_line(self.pinned, self.king, from).contains(to) {
            let capture = self.board.role_at(to);
            for &promotion in promotions {
                visitor.visit(Move::Normal { role: Role::Pawn, from, capture, to, promotion });
            }
        }
    }

    /// Moves of the king to squares of `target` that are not attacked.
    #[inline(always)]
    fn king_moves(&self, target: Bitboard, visitor: &mut impl MoveVisitor) {
        let (board, from) = (self.board, self.king);
        for to in king_attacks(from) & target {
            if board.attacks_to(to, !self.us, board.occupied()).is_empty() {
                let (role, capture) = (Role::King, board.role_at(to));
                visitor.visit(Move::Normal { role, from, capture, to, promotion: None });
            }
        }
    }

    /// Castling, king's side first.
    #[inline(always)]
    fn castling(&self, position: &Position, visitor: &mut impl MoveVisitor) {
        let (board, us, king) = (self.board, self.us, self.king);
        let castles = position.chess().castles();
        for side in CastlingSide::ALL {
            let Some(rook) = castles.rook(us, side) else { continue };
            if (castles.path(us, side) & board.occupied()).any() {
                continue;
            }
            let to = side.king_to(us);
            let after = board.occupied() ^ king ^ rook ^ side.rook_to(us);
            let on_the_way = board.occupied() ^ king;
            let is_safe = |square, occupied| board.attacks_to(square, !us, occupied).is_empty();
            if is_safe(to, after)
                && between(king, to).with(king).into_iter().all(|it| is_safe(it, on_the_way))
            {
                visitor.visit(Move::Castle { king, rook });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::visit_legal;
    use crate::base::Random;
    use crate::rules::{Move, parse_fen};

    #[test]
    fn the_moves_and_their_order_are_those_of_shakmaty() {
        let mut random = Random::new(11);
        let (mut positions, mut checks) = (0, 0);
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "1r1k2r1/8/8/8/8/8/8/1R1K2R1 w BGbg - 0 1",
            "4k3/8/8/8/8/8/8/rRK4R w HB - 0 1",
            "5kr1/8/8/8/8/8/8/5KRR b Gg - 0 1",
            "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
        ] {
            for _ in 0..40 {
                let mut position = parse_fen(fen).unwrap();
                for _ in 0..80 {
                    let expected: Vec<Move> = position.legal_moves().into_iter().collect();
                    let mut found: Vec<Move> = Vec::new();
                    visit_legal(&position, &mut found);
                    assert_eq!(found, expected, "{}", position.fen());
                    positions += 1;
                    checks += usize::from(position.is_check());
                    if expected.is_empty() {
                        break;
                    }
                    position.play(expected[random.below(expected.len() as u64) as usize]);
                }
            }
        }
        assert!(positions > 10_000 && checks > 500, "{positions} {checks}");
    }
}
