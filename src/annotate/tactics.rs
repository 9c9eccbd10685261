//! Tactical causes of a material loss, from the attacks on the board.

use crate::machine::chess::names;
use crate::rules::{Bitboard, Color, Move, Position, Role, Square, notation, pinned, see_value};
use shakmaty::attacks::attacks;
use std::fmt;

/// A piece on its square: "the knight on f3".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedPiece {
    /// The role.
    pub role: Role,
    /// The square.
    pub square: Square,
}

impl PlacedPiece {
    fn at(position: &Position, square: Square) -> Option<Self> {
        position.board().role_at(square).map(|role| Self { role, square })
    }
}

impl fmt::Display for PlacedPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.role {
            Role::King => f.write_str("the king"),
            role => write!(f, "the {} on {}", names::role(role), self.square),
        }
    }
}

/// Why a piece was lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A fork: one move attacks two pieces.
    Fork {
        /// The move.
        by: String,
        /// The attacked pieces.
        targets: [PlacedPiece; 2],
    },
    /// A defender, or the piece itself, is pinned to the king.
    Pinned(PlacedPiece),
    /// The piece that moved had defended it.
    NoLongerDefends {
        /// The piece that moved away.
        defender: Role,
        /// The piece that it defended.
        piece: PlacedPiece,
    },
    /// It is on a square where it can be captured.
    EnPrise(PlacedPiece),
    /// It is hanging: attacked and not defended.
    Hanging(PlacedPiece),
    /// It is outnumbered: attacked more often than defended.
    Outnumbered(PlacedPiece),
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fork { by, targets: [first, second] } => {
                write!(f, "{by} attacks {first} and {second}")
            }
            Self::Pinned(piece) => write!(f, "{piece} is pinned"),
            Self::NoLongerDefends { defender, piece } => {
                write!(f, "the {} no longer defends {piece}", names::role(*defender))
            }
            Self::EnPrise(piece) => write!(f, "{piece} can be captured"),
            Self::Hanging(piece) => write!(f, "{piece} is hanging"),
            Self::Outnumbered(piece) => write!(f, "{piece} is attacked more often than defended"),
        }
    }
}

/// A capture in a line: its index, the move, and the position before it.
struct Taken {
    index: usize,
    capture: Move,
    before: Position,
}

/// Why `line`, whose first move is to be explained, loses about `cents` centipawns of the mover's material.
pub fn cause(position: &Position, line: &[Move], cents: i32) -> Option<Cause> {
    let (&played, replies) = line.split_first()?;
    let us = position.turn();
    let after = position.after(played);
    let Taken { index, capture, before } = costliest_capture(&after, replies)?;
    let piece = PlacedPiece::at(&before, capture.to())?;
    if see_value(piece.role) + SLACK < cents {
        // Material is lost elsewhere as well; one piece does not explain the loss.
        return None;
    }
    let forking = *replies.first()?;
    if index > 0
        && capture.from() == Some(forking.to())
        && let Some(targets) = forked(&after.after(forking), forking, piece)
    {
        return Some(Cause::Fork { by: notation::san(&after, forking), targets });
    }
    if let Some(pinned) = pinned_defender(&before, us, piece.square) {
        return Some(Cause::Pinned(pinned));
    }
    let moved_there = index == 0 && piece.square == played.to();
    if index == 0 && !moved_there && defended(position, played, piece.square) {
        let still = attackers(&after, us, piece.square).contains(played.to());
        if !still {
            return Some(Cause::NoLongerDefends { defender: played.role(), piece });
        }
    }
    let defenders = attackers(&before, us, piece.square);
    Some(if moved_there {
        Cause::EnPrise(piece)
    } else if defenders.is_empty() {
        Cause::Hanging(piece)
    } else if see_value(capture.role()) < see_value(piece.role) {
        Cause::EnPrise(piece)
    } else {
        Cause::Outnumbered(piece)
    })
}

/// Centipawns by which the loss may exceed the value of the piece that explains it. Source: one and a half pawns.
const SLACK: i32 = 150;

/// The capture by the side to move at `start` that wins most after all captures that follow on its square; the first of
/// equal ones.
fn costliest_capture(start: &Position, replies: &[Move]) -> Option<Taken> {
    let (mut at, mut best) = (start.clone(), None::<(i32, Taken)>);
    let mut index = 0;
    while let Some(&capture) = replies.get(index) {
        let on_it = |mv: &&Move| mv.is_capture() && mv.to() == capture.to();
        let run = replies[index..].iter().take_while(on_it).count().max(1);
        let before = at.clone();
        let mut gain = 0;
        for &mv in &replies[index..index + run] {
            let sign = if at.turn() == start.turn() { 1 } else { -1 };
            gain += sign * mv.capture().map_or(0, see_value);
            at.play(mv);
        }
        let more = gain > 0 && best.as_ref().is_none_or(|(most, _)| gain > *most);
        if before.turn() == start.turn() && more {
            best = Some((gain, Taken { index, capture, before }));
        }
        index += run;
    }
    best.map(|(_, taken)| taken)
}

/// The two most valuable targets of the piece that made the move `by`, if `first` is one of them.
fn forked(position: &Position, by: Move, first: PlacedPiece) -> Option<[PlacedPiece; 2]> {
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
        .filter(|piece| worth(piece) && (piece.role != Role::Pawn || *piece == first))
        .collect();
    pieces.sort_by_key(|piece| std::cmp::Reverse(see_value(piece.role)));
    let other = pieces.iter().find(|piece| piece.square != first.square)?;
    pieces.iter().any(|piece| piece.square == first.square).then_some(())?;
    Some(if other.role == Role::King { [*other, first] } else { [first, *other] })
}

/// A pinned piece of `us` that therefore cannot recapture on `square`, or cannot leave it.
fn pinned_defender(position: &Position, us: Color, square: Square) -> Option<PlacedPiece> {
    let board = position.board();
    let king = board.king_of(us)?;
    let pinned = pinned(board, us);
    let defenders = attackers(position, us, square);
    let free = defenders & !pinned;
    let bound = defenders & pinned;
    let held = bound
        .into_iter()
        .find(|&defender| !shakmaty::attacks::ray(king, defender).contains(square));
    match held {
        Some(defender) if free.is_empty() => PlacedPiece::at(position, defender),
        _ if pinned.contains(square) && board.role_at(square) != Some(Role::Pawn) => {
            PlacedPiece::at(position, square)
        }
        _ => None,
    }
}

/// The pieces of `side` that attack `square`.
fn attackers(position: &Position, side: Color, square: Square) -> Bitboard {
    let board = position.board();
    board.attacks_to(square, side, board.occupied())
}

/// Whether the moving piece of `mv` defended `square` before the move.
fn defended(position: &Position, mv: Move, square: Square) -> bool {
    mv.from().is_some_and(|from| attackers(position, position.turn(), square).contains(from))
}

#[cfg(test)]
mod tests {
    use super::cause;
    use crate::rules::{parse_fen, parse_move};

    #[test]
    fn causes_are_described() {
        let cases = [
            (
                "r3k3/8/8/3N4/8/8/8/4K3 b - - 0 1",
                "Kd7 Nb6+ Kc6 Nxa8",
                "Nb6+ attacks the king and the rook on a8",
            ),
            ("4r1k1/8/8/8/6b1/5N2/P3B3/4K3 w - - 0 1", "a3 Bxf3", "the bishop on e2 is pinned"),
            ("4r1k1/8/3p4/8/4N3/8/P7/4K3 w - - 0 1", "a3 d5 a4 dxe4", "the knight on e4 is pinned"),
            ("4k3/4r3/8/8/8/8/4N3/3nK3 b - - 0 1", "Kf8 Kxd1", "the knight on d1 is hanging"),
            ("4k3/8/2p5/8/8/8/8/R2QK3 w - - 0 1", "Qd5 cxd5", "the queen on d5 can be captured"),
            (
                "4k3/8/8/8/3R2q1/5N2/8/4K3 w - - 0 1",
                "Ng5 Qxd4",
                "the knight no longer defends the rook on d4",
            ),
            ("4k3/8/8/b7/8/2N5/8/R3K2q w - - 0 1", "Kd2 Qxa1", "the rook on a1 is hanging"),
            (
                "2r3k1/1Q4pp/8/8/5B2/8/6PP/6K1 b - - 0 1",
                "Rc7 Qxc7",
                "the rook on c7 can be captured",
            ),
            (
                "3q2k1/5rpp/8/8/5B2/2Q5/6PP/6K1 b - - 0 1",
                "Rc7 Bxc7 Qxc7 Qxc7",
                "the rook on c7 can be captured",
            ),
            ("4k3/8/8/b7/4r3/2N5/4B3/4K3 w - - 0 1", "Kf1 Bxc3", "the knight on c3 is hanging"),
        ];
        for (fen, line, words) in cases {
            let position = parse_fen(fen).unwrap();
            let (mut at, mut moves) = (position.clone(), Vec::new());
            for text in line.split(' ') {
                let mv = parse_move(&at, text).unwrap_or_else(|error| panic!("{fen}: {error}"));
                at.play(mv);
                moves.push(mv);
            }
            let found = cause(&position, &moves, 0).map(|cause| cause.to_string());
            assert_eq!(found.as_deref(), Some(words), "{fen} {line}");
        }
    }
}
