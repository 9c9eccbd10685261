//! What the features need of a position and of each of its moves, computed once.

use super::situation::{DEPTHS, MoveValues, Situation, expected_score};
use crate::rules::{Bitboard, Board, Color, Move, Position, Role, Square, see};
use shakmaty::attacks;

/// Value of a piece in pawns; a king counts more than everything when it captures.
pub(super) const fn value(role: Role) -> f32 {
    match role {
        Role::Pawn => 1.0,
        Role::Knight => 3.0,
        Role::Bishop => 3.2,
        Role::Rook => 5.0,
        Role::Queen => 9.0,
        Role::King => 30.0,
    }
}

/// Pieces without pawns that both sides have together at most in an endgame, in pawns.
const ENDGAME: f32 = 26.0;

/// Plies of the opening.
const OPENING: usize = 16;

/// What all moves of a position have in common.
#[derive(Debug)]
pub struct Shared<'a> {
    pub(super) situation: &'a Situation,
    pub(super) us: Color,
    /// Own and the opponent's pieces that can be won by a capture.
    pub(super) hanging: [Bitboard; 2],
    /// Best value at each depth, centipawns.
    pub(super) best: [i32; DEPTHS],
    /// Largest static exchange evaluation of a move, pawns, at least 0.
    pub(super) best_exchange: f32,
    /// Own material minus the opponent's, pawns.
    pub(super) lead: f32,
    pub(super) is_endgame: bool,
    pub(super) is_opening: bool,
    pub(super) is_check: bool,
    pub(super) kings: [Square; 2],
}

/// A move with what the features use.
#[derive(Debug)]
pub struct Candidate<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) values: &'a MoveValues,
    /// Number of moves with a better value at the largest depth.
    pub(super) rank: usize,
    /// The same at each depth.
    pub(super) ranks: [usize; DEPTHS],
    pub(super) role: Role,
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) capture: Option<Role>,
    pub(super) is_castle: bool,
    /// Ranks toward the opponent.
    pub(super) forward: i32,
    /// Static exchange evaluation, pawns.
    pub(super) exchange: f32,
    pub(super) gives_check: bool,
    pub(super) gives_mate: bool,
    pub(super) repeats: bool,
    /// Own and the opponent's hanging pieces after the move.
    pub(super) hanging: [Bitboard; 2],
    /// Squares that the moved piece attacks afterwards.
    pub(super) reach: Bitboard,
    /// The opponent's pieces among them.
    pub(super) targets: Bitboard,
    pub(super) is_protected: bool,
    pub(super) is_attacked: bool,
}

impl<'a> Shared<'a> {
    pub(super) fn new(situation: &'a Situation, values: &[MoveValues]) -> Option<Self> {
        let position = &situation.position;
        let (board, us) = (position.board(), position.turn());
        let best = |depth: usize| values.iter().map(|of| of.by_depth[depth]).max().unwrap_or(0);
        let all = |color| material(board, color, &PIECES) + material(board, color, &[Role::Pawn]);
        Some(Self {
            situation,
            us,
            hanging: [hanging(board, us), hanging(board, !us)],
            best: std::array::from_fn(best),
            best_exchange: values.iter().map(|of| exchange(position, of.mv)).fold(0.0, f32::max),
            lead: all(us) - all(!us),
            is_endgame: is_endgame(position),
            is_opening: position.game_ply() < OPENING,
            is_check: position.is_check(),
            kings: [board.king_of(us)?, board.king_of(!us)?],
        })
    }
}

impl<'a> Candidate<'a> {
    pub(super) fn new(
        shared: &'a Shared<'a>,
        values: &'a MoveValues,
        rank: usize,
        ranks: [usize; DEPTHS],
    ) -> Self {
        let (position, us) = (&shared.situation.position, shared.us);
        let mv = values.mv;
        let is_castle = mv.is_castle();
        let from = mv.from().unwrap_or(mv.to());
        // The target of castling is the king's, not the rook's.
        let to = mv.castling_side().map_or(mv.to(), |side| side.king_to(us));
        let after = position.after(mv);
        let board = after.board();
        let reach = if is_castle { Bitboard::EMPTY } else { board.attacks_from(to) };
        let attacked = |by: Color| board.attacks_to(to, by, board.occupied()).any();
        Self {
            shared,
            values,
            rank,
            ranks,
            role: mv.role(),
            from,
            to,
            capture: mv.capture(),
            is_castle,
            forward: (i32::from(to.rank()) - i32::from(from.rank())) * us.fold_wb(1, -1),
            exchange: exchange(position, mv),
            gives_check: after.is_check(),
            gives_mate: after.is_check() && after.legal_moves().is_empty(),
            repeats: shared.situation.earlier.contains(&after.key()),
            hanging: [hanging(board, us), hanging(board, !us)],
            reach,
            targets: reach & board.by_color(!us),
            is_protected: attacked(us),
            is_attacked: attacked(!us),
        }
    }

    /// Loss of expected score against the best move at `depth`, 0 to 1.
    pub(super) fn loss(&self, depth: usize) -> f32 {
        let (own, best) = (self.values.by_depth[depth - 1], self.shared.best[depth - 1]);
        (expected_score(best) - expected_score(own)) as f32
    }

    /// Centipawns below the best move at `depth`.
    pub(super) fn deficit(&self, depth: usize) -> f32 {
        (self.shared.best[depth - 1] - self.values.by_depth[depth - 1]).clamp(0, 3000) as f32
    }

    /// The piece that the opponent moved last, if the move is there.
    pub(super) fn last_square(&self) -> Option<Square> {
        self.shared.situation.last.map(destination)
    }

    /// Is the piece the one that moved last?
    pub(super) fn moves_again(&self) -> bool {
        self.shared.situation.own_last.is_some_and(|own| destination(own) == self.from)
    }
}

/// The static exchange evaluation of a move in pawns.
pub(super) fn exchange(position: &Position, mv: Move) -> f32 {
    see(position, mv) as f32 / 100.0
}

const PIECES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Value of the men of `color` with these roles, pawns.
fn material(board: &Board, color: Color, roles: &[Role]) -> f32 {
    roles.iter().map(|&role| value(role) * board.by_piece(role.of(color)).count() as f32).sum()
}

/// Have both sides together few pieces?
pub(super) fn is_endgame(position: &Position) -> bool {
    let pieces = |color| material(position.board(), color, &PIECES);
    pieces(Color::White) + pieces(Color::Black) <= ENDGAME
}

fn destination(mv: Move) -> Square {
    // The side of the rook's file tells nothing about the rank, which the king keeps.
    mv.castling_side()
        .map_or(mv.to(), |side| Square::from_coords(side.king_to_file(), mv.to().rank()))
}

/// The pieces of `color` that are attacked and undefended, or attacked by a cheaper piece.
pub(super) fn hanging(board: &Board, color: Color) -> Bitboard {
    let occupied = board.occupied();
    let is_hanging = |&square: &Square| {
        let attackers = board.attacks_to(square, !color, occupied);
        let Some(role) = board.role_at(square).filter(|_| attackers.any()) else { return false };
        let cheapest = attackers.into_iter().filter_map(|at| board.role_at(at)).map(value);
        board.attacks_to(square, color, occupied).is_empty()
            || cheapest.fold(f32::INFINITY, f32::min) < value(role)
    };
    (board.by_color(color) & !board.kings()).into_iter().filter(is_hanging).collect()
}

/// Value of the most valuable piece on `squares`, pawns; 0 if there is none.
pub(super) fn most_valuable(board: &Board, squares: Bitboard) -> f32 {
    squares.into_iter().filter_map(|square| board.role_at(square)).map(value).fold(0.0, f32::max)
}

/// Has the pawn of `us` on `square` no enemy pawn before it on its own and the neighbouring files?
pub(super) fn is_passed(position: &Position, us: Color, square: Square) -> bool {
    let enemy = position.board().by_piece((!us).pawn());
    enemy.into_iter().all(|pawn| {
        let ahead = (i32::from(pawn.rank()) - i32::from(square.rank())) * us.fold_wb(1, -1);
        ahead <= 0 || pawn.file().distance(square.file()) > 1
    })
}

/// Distance from the middle of the board in squares, as a king moves: 0.5 to 3.5.
pub(super) fn eccentricity(square: Square) -> f32 {
    let off = |at: i32| (at as f32 - 3.5).abs();
    off(square.file().into()).max(off(square.rank().into()))
}

/// The squares around a king.
pub(super) fn ring(king: Square) -> Bitboard {
    attacks::king_attacks(king)
}
