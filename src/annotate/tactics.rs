//! Facts of a position that causes of a loss are proved by: what can be captured with a gain, what is pinned, forked or trapped.

use super::cause::PlacedPiece;
use crate::rules::{
    Bitboard, Color, Move, Position, Role, Square, captures, pinned, see_ge, see_value,
};
use shakmaty::MoveList;
use shakmaty::attacks::{attacks, ray};

/// Minimum win of an exchange in centipawns. Chosen: less than a pawn, so that the win of
/// one counts, and more than the difference of two minor pieces.
pub const MIN_WIN: i32 = 80;
/// Whether the side to move wins material by a capture on `square`.
pub(super) fn can_win(position: &Position, square: Square) -> bool {
    winning_captures(position).contains(square)
}

/// The squares on which the side to move wins at least [`MIN_WIN`] by a capture or a promotion; empty in check.
pub fn winning_captures(position: &Position) -> Bitboard {
    let mut moves = MoveList::new();
    if !position.is_check() {
        captures(position, &mut moves);
    }
    moves.iter().filter(|&&mv| see_ge(position, mv, MIN_WIN)).map(|mv| mv.to()).collect()
}
/// Whether `piece`, no pawn, is pinned to its king.
pub(super) fn is_pinned(position: &Position, piece: PlacedPiece) -> bool {
    let board = position.board();
    let side = board.color_at(piece.square).filter(|_| piece.role != Role::Pawn);
    side.is_some_and(|side| pinned(board, side).contains(piece.square))
}
/// Whether `piece` of the side to move is attacked and lost on every square that it can go to; a pawn, whatever is moved.
pub(super) fn is_lost_everywhere(position: &Position, piece: PlacedPiece) -> bool {
    let is_own = |mv: &Move| mv.from() == Some(piece.square);
    is_lost_after(position, piece, |mv| piece.role == Role::Pawn || is_own(mv))
}

/// Whether `piece` of the side to move is attacked and lost by each of its side's moves of which `counts` holds.
pub(super) fn is_lost_after(
    position: &Position,
    piece: PlacedPiece,
    counts: impl Fn(&Move) -> bool,
) -> bool {
    let Some(passed) = position.null_move().filter(|_| piece.role != Role::King) else {
        return false;
    };
    let moves_it = |mv: &Move| mv.from() == Some(piece.square);
    let is_lost = |mv: &Move| {
        let (square, gained) = match moves_it(mv) {
            true => (mv.to(), mv.capture().map_or(0, see_value)),
            false => (piece.square, 0),
        };
        let after = position.after(*mv);
        let legal = after.legal_moves();
        let takes = |reply: &&Move| reply.is_capture() && reply.to() == square;
        legal.iter().filter(takes).any(|&reply| see_ge(&after, reply, MIN_WIN + gained))
    };
    let moves = position.legal_moves();
    can_win(&passed, piece.square) && moves.iter().filter(|mv| counts(mv)).all(is_lost)
}

/// The two most valuable targets of the piece that made the move `by`, if `first` is one of them.
pub(super) fn forked(
    position: &Position,
    by: Move,
    first: PlacedPiece,
) -> Option<[PlacedPiece; 2]> {
    let board = position.board();
    let attacker = board.piece_at(by.to())?;
    let targets = attacks(by.to(), attacker, board.occupied()) & board.by_color(!attacker.color);
    let worth = |piece: &PlacedPiece| {
        piece.role == Role::King
            || see_value(piece.role) > see_value(attacker.role)
            || attackers(position, !attacker.color, piece.square).is_empty()
    };
    let mut pieces: Vec<PlacedPiece> = targets
        .into_iter()
        .filter_map(|square| PlacedPiece::at(position, square))
        .filter(|piece| worth(piece) && (piece.role != Role::Pawn || first.role == Role::Pawn))
        .collect();
    pieces.sort_by_key(|piece| std::cmp::Reverse(see_value(piece.role)));
    let other = pieces.iter().find(|piece| piece.square != first.square)?;
    pieces.iter().any(|piece| piece.square == first.square).then_some(())?;
    Some(if other.role == Role::King { [*other, first] } else { [first, *other] })
}

/// A pinned piece of `us` that therefore cannot recapture on `square`, or cannot leave it.
pub(super) fn pinned_defender(
    position: &Position,
    us: Color,
    square: Square,
) -> Option<PlacedPiece> {
    let board = position.board();
    let king = board.king_of(us)?;
    let pinned = pinned(board, us);
    let defenders = attackers(position, us, square);
    let free = defenders & !pinned;
    let bound = defenders & pinned;
    let held = bound.into_iter().find(|&defender| !ray(king, defender).contains(square));
    match held {
        Some(defender) if free.is_empty() => PlacedPiece::at(position, defender),
        _ if pinned.contains(square) && board.role_at(square) != Some(Role::Pawn) => {
            PlacedPiece::at(position, square)
        }
        _ => None,
    }
}

/// The pieces of `side` that attack `square`.
pub(super) fn attackers(position: &Position, side: Color, square: Square) -> Bitboard {
    let board = position.board();
    board.attacks_to(square, side, board.occupied())
}

/// Whether the side to move is mated on its back rank: by a rook or queen along the rank, with every flight square in front
/// of the king occupied by its own pieces.
pub fn is_back_rank_mate(position: &Position) -> bool {
    let (us, board) = (position.turn(), position.board());
    let Some(king) = board.king_of(us) else { return false };
    let rank = Bitboard::from_rank(us.fold_wb(shakmaty::Rank::First, shakmaty::Rank::Eighth));
    let checkers = board.attacks_to(king, !us, board.occupied());
    let front = shakmaty::attacks::king_attacks(king) & !rank;
    rank.contains(king)
        && position.is_check()
        && position.legal_moves().is_empty()
        && (checkers & !(rank & board.rooks_and_queens())).is_empty()
        && (front & !board.by_color(us)).is_empty()
}

#[cfg(test)]
mod tests {
    use super::is_back_rank_mate;
    use crate::rules::parse_fen;

    #[test]
    fn back_rank_mates_are_recognised() {
        for (fen, is_one) in [
            ("3R2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", true),
            ("3R2k1/5pp1/6Np/8/8/8/8/6K1 b - - 0 1", false),
            ("6k1/3Q1ppp/8/8/8/8/8/6K1 b - - 0 1", false),
            ("6k1/6Q1/6K1/8/8/8/8/8 b - - 0 1", false),
        ] {
            assert_eq!(is_back_rank_mate(&parse_fen(fen).unwrap()), is_one, "{fen}");
        }
    }
}
