//! Why a man could be taken: seen from the board alone, with the engine's own attack maps.

use crate::machine::chess::names;
use crate::rules::{Bitboard, Color, Move, Position, Role, Square, exchange_value, notation};
use shakmaty::attacks::{attacks, between, bishop_attacks, rook_attacks};
use std::fmt;

/// A man on its square: "the knight on f3".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man {
    /// What it is.
    pub role: Role,
    /// Where it stands.
    pub square: Square,
}

impl Man {
    fn at(position: &Position, square: Square) -> Option<Self> {
        position.board().role_at(square).map(|role| Self { role, square })
    }
}

impl fmt::Display for Man {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.role {
            Role::King => f.write_str("the king"),
            role => write!(f, "the {} on {}", names::role(role), self.square),
        }
    }
}

/// Why a man was lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// One move attacks two men at once.
    Fork {
        /// The move.
        by: String,
        /// What it attacks.
        targets: [Man; 2],
    },
    /// A guard, or the man itself, may not move because of the king behind it.
    Pinned(Man),
    /// The man that moved had guarded it.
    NoLongerGuards {
        /// Who moved away.
        guard: Role,
        /// What it had guarded.
        man: Man,
    },
    /// It went where it could be taken.
    EnPrise(Man),
    /// Nothing guards it.
    Unguarded(Man),
    /// It is attacked more than it is guarded.
    Overwhelmed(Man),
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fork { by, targets: [first, second] } => {
                write!(f, "{by} attacks {first} and {second}")
            }
            Self::Pinned(man) => write!(f, "{man} is pinned"),
            Self::NoLongerGuards { guard, man } => {
                write!(f, "the {} no longer guards {man}", names::role(*guard))
            }
            Self::EnPrise(man) => write!(f, "{man} can be taken"),
            Self::Unguarded(man) => write!(f, "{man} is not guarded"),
            Self::Overwhelmed(man) => write!(f, "{man} is attacked more often than guarded"),
        }
    }
}

/// A capture in a line: how many replies came before it, the move, and the position it is made in.
struct Taken {
    index: usize,
    capture: Move,
    before: Position,
}

/// Why `line`, whose first move is the one to explain, loses about `cents` of the side that makes it.
#[must_use]
pub fn cause(position: &Position, line: &[Move], cents: i32) -> Option<Cause> {
    let (&played, replies) = line.split_first()?;
    let us = position.turn();
    let after = position.after(played);
    let Taken { index, capture, before } = costliest(&after, replies)?;
    let man = Man::at(&before, capture.to())?;
    if exchange_value(man.role) + SLACK < cents {
        // What is lost is lost elsewhere as well; one man would not explain it.
        return None;
    }
    let forking = *replies.first()?;
    if index > 0
        && capture.from() == Some(forking.to())
        && let Some(targets) = forked(&after.after(forking), forking, man)
    {
        return Some(Cause::Fork { by: notation::san(&after, forking), targets });
    }
    if let Some(pinned) = pinned_guard(&before, us, man.square) {
        return Some(Cause::Pinned(pinned));
    }
    let moved_there = index == 0 && man.square == played.to();
    if index == 0 && !moved_there && guarded(position, played, man.square) {
        let still = attackers(&after, us, man.square).contains(played.to());
        if !still {
            return Some(Cause::NoLongerGuards { guard: played.role(), man });
        }
    }
    let guards = attackers(&before, us, man.square);
    Some(if moved_there {
        Cause::EnPrise(man)
    } else if guards.is_empty() {
        Cause::Unguarded(man)
    } else if exchange_value(capture.role()) < exchange_value(man.role) {
        Cause::EnPrise(man)
    } else {
        Cause::Overwhelmed(man)
    })
}

/// Centipawns by which the loss may exceed the man that explains it. Source: a pawn and a half on the exchange's scale.
const SLACK: i32 = 150;

/// The capture by the side to move at `start` that gains most once the captures that follow on its square are made; the
/// first of equal ones.
fn costliest(start: &Position, replies: &[Move]) -> Option<Taken> {
    let (mut at, mut best) = (start.clone(), None::<(i32, Taken)>);
    let mut index = 0;
    while let Some(&capture) = replies.get(index) {
        let on_it = |mv: &&Move| mv.is_capture() && mv.to() == capture.to();
        let run = replies[index..].iter().take_while(on_it).count().max(1);
        let before = at.clone();
        let mut gain = 0;
        for &mv in &replies[index..index + run] {
            let sign = if at.turn() == start.turn() { 1 } else { -1 };
            gain += sign * mv.capture().map_or(0, exchange_value);
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

/// The two men most worth attacking that the man which made `by` attacks, if taking `first` is one of its threats.
fn forked(position: &Position, by: Move, first: Man) -> Option<[Man; 2]> {
    let board = position.board();
    let piece = board.piece_at(by.to())?;
    let targets = attacks(by.to(), piece, board.occupied()) & board.by_color(!piece.color);
    let worth = |man: &Man| {
        man.role == Role::King
            || exchange_value(man.role) > exchange_value(piece.role)
            || attackers(position, !piece.color, man.square).is_empty()
    };
    let mut men: Vec<Man> = targets
        .into_iter()
        .filter_map(|square| Man::at(position, square))
        .filter(|man| worth(man) && (man.role != Role::Pawn || *man == first))
        .collect();
    men.sort_by_key(|man| std::cmp::Reverse(exchange_value(man.role)));
    let other = men.iter().find(|man| man.square != first.square)?;
    men.iter().any(|man| man.square == first.square).then_some(())?;
    Some(if other.role == Role::King { [*other, first] } else { [first, *other] })
}

/// A man of `us` that may not take back on `square`, or may not leave it, because its king stands behind it.
fn pinned_guard(position: &Position, us: Color, square: Square) -> Option<Man> {
    let board = position.board();
    let king = board.king_of(us)?;
    let pinned = pinned(position, us, king);
    let guards = attackers(position, us, square);
    let free = guards & !pinned;
    let bound = guards & pinned;
    let held =
        bound.into_iter().find(|&guard| !shakmaty::attacks::ray(king, guard).contains(square));
    match held {
        Some(guard) if free.is_empty() => Man::at(position, guard),
        _ if pinned.contains(square) && board.role_at(square) != Some(Role::Pawn) => {
            Man::at(position, square)
        }
        _ => None,
    }
}

/// Men of `us` that stand alone between their king and a slider of the other side.
fn pinned(position: &Position, us: Color, king: Square) -> Bitboard {
    let board = position.board();
    let snipers = (rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens())
        | (bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens());
    let mut found = Bitboard::EMPTY;
    for sniper in snipers & board.by_color(!us) {
        let shield = between(king, sniper) & board.occupied();
        if !shield.more_than_one() {
            found |= shield & board.by_color(us);
        }
    }
    found
}

/// The men of `side` that attack `square`.
fn attackers(position: &Position, side: Color, square: Square) -> Bitboard {
    let board = position.board();
    board.attacks_to(square, side, board.occupied())
}

/// Did the man that makes `mv` guard `square` before?
fn guarded(position: &Position, mv: Move, square: Square) -> bool {
    mv.from().is_some_and(|from| attackers(position, position.turn(), square).contains(from))
}

#[cfg(test)]
mod tests {
    use super::cause;
    use crate::rules::{parse_fen, parse_move};

    #[test]
    fn causes_in_words() {
        let cases = [
            (
                "r3k3/8/8/3N4/8/8/8/4K3 b - - 0 1",
                "Kd7 Nb6+ Kc6 Nxa8",
                "Nb6+ attacks the king and the rook on a8",
            ),
            ("4r1k1/8/8/8/6b1/5N2/P3B3/4K3 w - - 0 1", "a3 Bxf3", "the bishop on e2 is pinned"),
            ("4r1k1/8/3p4/8/4N3/8/P7/4K3 w - - 0 1", "a3 d5 a4 dxe4", "the knight on e4 is pinned"),
            ("4k3/4r3/8/8/8/8/4N3/3nK3 b - - 0 1", "Kf8 Kxd1", "the knight on d1 is not guarded"),
            ("4k3/8/2p5/8/8/8/8/R2QK3 w - - 0 1", "Qd5 cxd5", "the queen on d5 can be taken"),
            (
                "4k3/8/8/8/3R2q1/5N2/8/4K3 w - - 0 1",
                "Ng5 Qxd4",
                "the knight no longer guards the rook on d4",
            ),
            ("4k3/8/8/b7/8/2N5/8/R3K2q w - - 0 1", "Kd2 Qxa1", "the rook on a1 is not guarded"),
            ("2r3k1/1Q4pp/8/8/5B2/8/6PP/6K1 b - - 0 1", "Rc7 Qxc7", "the rook on c7 can be taken"),
            (
                "3q2k1/5rpp/8/8/5B2/2Q5/6PP/6K1 b - - 0 1",
                "Rc7 Bxc7 Qxc7 Qxc7",
                "the rook on c7 can be taken",
            ),
            ("4k3/8/8/b7/4r3/2N5/4B3/4K3 w - - 0 1", "Kf1 Bxc3", "the knight on c3 is not guarded"),
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
