//! Legal moves in two parts, noisy and quiet, given to a visitor one by one: no list is filled, filtered and copied. The search
//! scores them as they come, and most nodes end before they need the second part.

use super::Position;
use super::checks::{pin_line, pinned};
use shakmaty::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, ray,
    rook_attacks,
};
use shakmaty::{
    Bitboard, Board, CastlingSide, Color, File, Move, MoveList, Position as _, Rank, Role, Square,
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

/// Generates the legal moves of a position: what all of them share.
#[derive(Clone, Copy, Debug)]
pub struct MoveGenerator {
    us: Color,
    king: Square,
    pinned: Bitboard,
    checkers: Bitboard,
}

impl MoveGenerator {
    /// The generator for `position`; `None` if the side to move has no king.
    #[inline]
    pub fn new(position: &Position) -> Option<Self> {
        Self::with_checkers(position, position.checkers())
    }

    /// [`MoveGenerator::new`] for a position whose side to move is not in check.
    #[inline]
    pub fn not_in_check(position: &Position) -> Option<Self> {
        Self::with_checkers(position, Bitboard::EMPTY)
    }

    /// [`MoveGenerator::new`] where the [`Position::checkers`] are known.
    #[inline]
    pub fn with_checkers(position: &Position, checkers: Bitboard) -> Option<Self> {
        let (board, us) = (position.board(), position.turn());
        Some(Self { us, king: board.king_of(us)?, pinned: pinned(board, us), checkers })
    }

    /// Gives every capture and promotion to `visitor`.
    #[inline]
    pub fn visit_noisy(&self, position: &Position, visitor: &mut impl MoveVisitor) {
        let (chess, board) = (position.chess(), position.board());
        let (enemy, target) = (board.by_color(!self.us), self.target());
        if chess.maybe_ep_square().is_some() {
            chess.en_passant_moves().into_iter().for_each(|mv| visitor.visit(mv));
        }
        self.noisy_pawn_moves(board, target, visitor);
        self.piece_moves::<true>(board, enemy & target, visitor);
        for to in self.king_targets(board) & enemy {
            if board.attacks_to(to, !self.us, board.occupied()).is_empty() {
                let (role, from, capture) = (Role::King, self.king, board.role_at(to));
                visitor.visit(Move::Normal { role, from, capture, to, promotion: None });
            }
        }
    }

    /// Gives every other move to `visitor`. The opponent attacks the squares `attacked`: see [`attacked_by`].
    #[inline]
    pub fn visit_quiet(
        &self,
        position: &Position,
        attacked: Bitboard,
        visitor: &mut impl MoveVisitor,
    ) {
        let board = position.board();
        let (empty, target) = (!board.occupied(), self.target());
        self.quiet_pawn_moves(board, target, visitor);
        self.piece_moves::<false>(board, empty & target, visitor);
        for to in self.king_targets(board) & empty & !attacked {
            let (role, from) = (Role::King, self.king);
            visitor.visit(Move::Normal { role, from, capture: None, to, promotion: None });
        }
        if self.checkers.is_empty() {
            self.castling(position, visitor);
        }
    }

    /// Whether `mv` is legal. Its roles must be those of the board, and it must move a piece of the side to move.
    #[inline]
    pub fn is_legal(&self, position: &Position, mv: Move) -> bool {
        let Move::Normal { role, from, to, promotion, .. } = mv else {
            return position.chess().is_legal(mv);
        };
        let (board, occupied) = (position.board(), position.board().occupied());
        let reached = match role {
            Role::Pawn => self.pawn_targets(board, from),
            Role::Knight => knight_attacks(from),
            Role::Bishop => bishop_attacks(from, occupied),
            Role::Rook => rook_attacks(from, occupied),
            Role::Queen => queen_attacks(from, occupied),
            Role::King => king_attacks(from),
        } & !board.by_color(self.us);
        let promotes = role == Role::Pawn && Bitboard::BACKRANKS.contains(to);
        if !reached.contains(to) || !is_promotion_role(promotes, promotion) {
            return false;
        }
        if role == Role::King {
            return board.attacks_to(to, !self.us, occupied.without(from)).is_empty();
        }
        self.target().contains(to) && pin_line(self.pinned, self.king, from).contains(to)
    }

    /// Where a pawn goes or captures, en passant apart.
    fn pawn_targets(&self, board: &Board, from: Square) -> Bitboard {
        let [one, two] = self.advances(Bitboard::from_square(from), !board.occupied());
        (pawn_attacks(self.us, from) & board.by_color(!self.us)) | one | two
    }

    /// Where `pawns` go by one and by two squares, all of them `empty`.
    #[inline(always)]
    fn advances(&self, pawns: Bitboard, empty: Bitboard) -> [Bitboard; 2] {
        let north = self.us.fold_wb(8, -8);
        let double_rank = Bitboard::from_rank(self.us.fold_wb(Rank::Fourth, Rank::Fifth));
        let one = pawns.shift(north) & empty;
        [one, one.shift(north) & empty & double_rank]
    }

    /// Where pieces other than the king may go as far as checks are concerned.
    #[inline]
    fn target(&self) -> Bitboard {
        match self.checkers.single_square() {
            Some(checker) => between(self.king, checker).with(checker),
            None if self.checkers.is_empty() => Bitboard::FULL,
            None => Bitboard::EMPTY,
        }
    }

    /// Moves of knights, bishops, rooks and queens to `target`.
    #[inline(always)]
    fn piece_moves<const CAPTURES: bool>(
        &self,
        board: &Board,
        target: Bitboard,
        visitor: &mut impl MoveVisitor,
    ) {
        let occupied = board.occupied();
        self.moves_of::<CAPTURES>(Role::Knight, knight_attacks, board, target, visitor);
        let bishops = |from| bishop_attacks(from, occupied);
        self.moves_of::<CAPTURES>(Role::Bishop, bishops, board, target, visitor);
        let rooks = |from| rook_attacks(from, occupied);
        self.moves_of::<CAPTURES>(Role::Rook, rooks, board, target, visitor);
        let queens = |from| queen_attacks(from, occupied);
        self.moves_of::<CAPTURES>(Role::Queen, queens, board, target, visitor);
    }

    /// Moves of the pieces of a role to `target`.
    #[inline(always)]
    fn moves_of<const CAPTURES: bool>(
        &self,
        role: Role,
        attacks: impl Fn(Square) -> Bitboard,
        board: &Board,
        target: Bitboard,
        visitor: &mut impl MoveVisitor,
    ) {
        for from in board.by_piece(role.of(self.us)) {
            for to in attacks(from) & target & pin_line(self.pinned, self.king, from) {
                let capture = if CAPTURES { board.role_at(to) } else { None };
                visitor.visit(Move::Normal { role, from, capture, to, promotion: None });
            }
        }
    }

    /// Captures of pawns to the west and to the east, and advances to the last rank, to `target`.
    #[inline(always)]
    fn noisy_pawn_moves(&self, board: &Board, target: Bitboard, visitor: &mut impl MoveVisitor) {
        let pawns = board.by_piece(self.us.pawn());
        let north = self.us.fold_wb(8, -8);
        let enemy = board.by_color(!self.us) & target;
        let captures = pawn_attacks_by_side(pawns, self.us)
            .map(|(attacked, offset)| (attacked & enemy, offset));
        let before_last = Bitboard::from_rank(self.us.fold_wb(Rank::Seventh, Rank::Second));
        if (pawns & before_last).is_empty() {
            for (targets, offset) in captures {
                for to in targets {
                    self.pawn_move(board.role_at(to), to, offset, &[None], visitor);
                }
            }
            return;
        }
        let last = !board.occupied() & Bitboard::BACKRANKS & target;
        let advances = (pawns.shift(north) & last, north);
        for (targets, offset) in captures.into_iter().chain([advances]) {
            for to in targets & !Bitboard::BACKRANKS {
                self.pawn_move(board.role_at(to), to, offset, &[None], visitor);
            }
            for to in targets & Bitboard::BACKRANKS {
                let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
                self.pawn_move(board.role_at(to), to, offset, &roles.map(Some), visitor);
            }
        }
    }

    /// Advances of pawns by one square, not to the last rank, and by two, to `target`.
    #[inline(always)]
    fn quiet_pawn_moves(&self, board: &Board, target: Bitboard, visitor: &mut impl MoveVisitor) {
        let north = self.us.fold_wb(8, -8);
        let empty = !board.occupied() & !Bitboard::BACKRANKS;
        let [one, two] = self.advances(board.by_piece(self.us.pawn()), empty);
        for (targets, offset) in [(one & target, north), (two & target, 2 * north)] {
            for to in targets {
                self.pawn_move(None, to, offset, &[None], visitor);
            }
        }
    }

    /// The moves of the pawn that comes to `to` by `offset`, unless it is pinned.
    #[inline(always)]
    fn pawn_move(
        &self,
        capture: Option<Role>,
        to: Square,
        offset: i32,
        promotions: &[Option<Role>],
        visitor: &mut impl MoveVisitor,
    ) {
        let Some(from) = to.offset(-offset) else { return };
        if pin_line(self.pinned, self.king, from).contains(to) {
            for &promotion in promotions {
                visitor.visit(Move::Normal { role: Role::Pawn, from, capture, to, promotion });
            }
        }
    }

    /// The squares beside the king, without those behind it on the line of a check, which are attacked once it has moved.
    #[inline(always)]
    fn king_targets(&self, board: &Board) -> Bitboard {
        let lines = (self.checkers & board.sliders()).into_iter();
        let behind = lines
            .fold(Bitboard::EMPTY, |all, checker| all | ray(checker, self.king).without(checker));
        king_attacks(self.king) & !behind
    }

    /// Castling, king's side first.
    #[inline(always)]
    fn castling(&self, position: &Position, visitor: &mut impl MoveVisitor) {
        let (board, us, king) = (position.board(), self.us, self.king);
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

/// The squares that the pieces of `color` attack.
pub fn attacked_by(board: &Board, color: Color) -> Bitboard {
    let (own, occupied) = (board.by_color(color), board.occupied());
    let [(west, _), (east, _)] = pawn_attacks_by_side(own & board.pawns(), color);
    west | east
        | all_attacks(own & board.knights(), knight_attacks)
        | all_attacks(own & board.kings(), king_attacks)
        | all_attacks(own & board.bishops_and_queens(), |from| bishop_attacks(from, occupied))
        | all_attacks(own & board.rooks_and_queens(), |from| rook_attacks(from, occupied))
}

/// The squares that `pawns` of `color` attack to the west and to the east, and how far these are from the pawns.
#[inline(always)]
fn pawn_attacks_by_side(pawns: Bitboard, color: Color) -> [(Bitboard, i32); 2] {
    let [west, east] = color.fold_wb([7, 9], [-9, -7]);
    let not_a = !Bitboard::from_file(File::A);
    [((pawns & not_a).shift(west), west), (pawns.shift(east) & not_a, east)]
}

fn all_attacks(pieces: Bitboard, attacks: impl Fn(Square) -> Bitboard) -> Bitboard {
    pieces.into_iter().fold(Bitboard::EMPTY, |all, from| all | attacks(from))
}

/// Whether a move that `promotes` or not may have this promotion.
fn is_promotion_role(promotes: bool, promotion: Option<Role>) -> bool {
    match promotion {
        None => !promotes,
        Some(role) => promotes && !matches!(role, Role::Pawn | Role::King),
    }
}

/// Fills `moves` with the legal captures and the promotions to a queen. The side to move must not be in check.
pub fn captures(position: &Position, moves: &mut MoveList) {
    struct Captures<'a>(&'a mut MoveList);
    impl MoveVisitor for Captures<'_> {
        fn visit(&mut self, mv: Move) {
            if mv.promotion().is_none_or(|role| role == Role::Queen) {
                self.0.push(mv);
            }
        }
    }
    if let Some(generator) = MoveGenerator::not_in_check(position) {
        generator.visit_noisy(position, &mut Captures(moves));
    }
}

#[cfg(test)]
mod tests {
    use super::{MoveGenerator, attacked_by, captures};
    use crate::base::Random;
    use crate::rules::{Move, MoveList, PackedMove, Role, parse_fen};

    #[test]
    fn the_two_parts_are_the_legal_moves_of_shakmaty_and_captures_are_of_them() {
        let sort = |moves: &mut Vec<Move>| moves.sort_unstable_by_key(|mv| format!("{mv:?}"));
        let is_noisy = |mv: &Move| mv.is_capture() || mv.is_promotion();
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
                let mut earlier: Vec<PackedMove> = Vec::new();
                for _ in 0..80 {
                    let mut expected: Vec<Move> = position.legal_moves().into_iter().collect();
                    sort(&mut expected);
                    let generator = MoveGenerator::new(&position).unwrap();
                    let (mut noisy, mut quiet) = (Vec::new(), Vec::new());
                    generator.visit_noisy(&position, &mut noisy);
                    let attacked = attacked_by(position.board(), !position.turn());
                    generator.visit_quiet(&position, attacked, &mut quiet);
                    assert!(noisy.iter().all(is_noisy), "{}", position.fen());
                    assert!(!quiet.iter().any(is_noisy), "{}", position.fen());
                    if !position.is_check() {
                        let mut found = MoveList::new();
                        captures(&position, &mut found);
                        let is_taken = |mv: &Move| {
                            mv.promotion().map_or(mv.is_capture(), |role| role == Role::Queen)
                        };
                        let wanted: Vec<Move> = noisy.iter().copied().filter(is_taken).collect();
                        assert_eq!(found.to_vec(), wanted, "{}", position.fen());
                    }
                    let mut found = [noisy, quiet].concat();
                    sort(&mut found);
                    assert_eq!(found, expected, "{}", position.fen());
                    // Moves of positions before, as another position's entry in the TT has them.
                    earlier.extend(expected.iter().map(|&mv| PackedMove::new(mv)));
                    for packed in earlier.iter().rev().take(150) {
                        let legal = packed.legal_by(&generator, &position);
                        assert_eq!(legal, packed.find(&expected), "{} {packed:?}", position.fen());
                    }
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
