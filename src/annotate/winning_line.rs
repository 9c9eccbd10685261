//! Why a line wins material: the cause of its costliest win, proved on the board along it.

use super::cause::{Cause, PlacedPiece};
use super::material::MaterialLoss;
use super::tactics::{
    MIN_WIN, attackers, can_win, forked, is_lost_everywhere, is_pinned, pinned_defender,
};
use crate::rules::{Move, Position, Role, notation, see_ge, see_value};
use shakmaty::attacks::between;

/// The move that a line refutes.
#[derive(Clone, Copy, Debug)]
pub struct Refuted<'a> {
    /// The position before it.
    pub position: &'a Position,
    /// The move.
    pub mv: Move,
}

/// Why the side to move at `start` wins `material` by `line`, at once or by a threat; `None` where no cause can be proved.
/// `refuted` is the opponent's last move if the line shows that it was an error.
pub fn cause(
    refuted: Option<Refuted<'_>>,
    start: &Position,
    line: &[Move],
    material: MaterialLoss,
) -> Option<Cause> {
    let cents = material.cents();
    wins(start, line).into_iter().find_map(|win| {
        let piece = PlacedPiece::at(&win.before, win.capture.to())?;
        // Where more is won elsewhere, this piece does not explain the win.
        if see_value(piece.role) + SLACK < cents || win.gain * 2 < cents {
            return None;
        }
        let cause = match win.index {
            0 => captured_at_once(refuted, &win, piece),
            2 => Threat { start, line, win: &win }.cause(),
            _ => None,
        };
        // A piece that is captured and won back is not what is lost.
        cause.filter(|cause| cause.is_about(|role| material.includes(role)))
    })
}

/// Centipawns by which the win may exceed the value of the piece that explains it. Chosen: a pawn that
/// falls with the piece, and half a pawn for the values of what is traded.
pub const SLACK: i32 = 150;

/// A capture in a line.
struct Taken {
    index: usize,
    capture: Move,
    /// The position before it.
    before: Position,
    /// Centipawns won by it and the captures that follow on its square.
    gain: i32,
}

/// The captures by the side to move at `start` that win something after all captures that follow on their squares, the
/// costliest first, the first of equal ones before the others.
fn wins(start: &Position, line: &[Move]) -> Vec<Taken> {
    let (mut at, mut found) = (start.clone(), Vec::new());
    let mut index = 0;
    while let Some(&capture) = line.get(index) {
        let on_it = |mv: &&Move| mv.is_capture() && mv.to() == capture.to();
        let run = line[index..].iter().take_while(on_it).count().max(1);
        let before = at.clone();
        let mut gain = 0;
        for &mv in &line[index..index + run] {
            let sign = if at.turn() == start.turn() { 1 } else { -1 };
            gain += sign * mv.capture().map_or(0, see_value);
            at.play(mv);
        }
        if before.turn() == start.turn() && gain > 0 {
            found.push(Taken { index, capture, before, gain });
        }
        index += run;
    }
    found.sort_by_key(|win| std::cmp::Reverse(win.gain));
    found
}

/// The cause of a win by an immediate capture.
fn captured_at_once(
    refuted: Option<Refuted<'_>>,
    win: &Taken,
    piece: PlacedPiece,
) -> Option<Cause> {
    let (before, capture) = (&win.before, win.capture);
    let (them, us) = (before.turn(), !before.turn());
    // The exchange ignores pins: where it loses and the line wins, a pin may be the cause.
    if !see_ge(before, capture, MIN_WIN) {
        return pinned_defender(before, us, piece.square).map(Cause::Pinned);
    }
    let defenders = attackers(before, us, piece.square);
    if let Some(Refuted { position, mv }) = refuted {
        if mv.to() == piece.square {
            return Some(Cause::EnPrise(piece));
        }
        let defended = |from| attackers(position, us, piece.square).contains(from);
        let was_safe = || {
            let passed = position.null_move();
            passed.is_some_and(|passed| !can_win(&passed, piece.square))
        };
        if mv.from().is_some_and(defended) && !defenders.contains(mv.to()) && was_safe() {
            return Some(Cause::NoLongerDefends { defender: mv.role(), piece });
        }
    }
    Some(if defenders.is_empty() {
        Cause::Hanging(piece)
    } else if see_value(capture.role()) >= see_value(piece.role)
        && attackers(before, them, piece.square).count() > defenders.count()
    {
        Cause::Outnumbered(piece)
    } else {
        Cause::EnPrise(piece)
    })
}

/// A win by a move, any answer, and a capture.
struct Threat<'a> {
    start: &'a Position,
    line: &'a [Move],
    win: &'a Taken,
}

impl Threat<'_> {
    fn cause(&self) -> Option<Cause> {
        let &[threat, answer, ..] = self.line else { return None };
        let after = self.start.after(threat);
        let attacker = self.start.turn();
        let capture = self.win.capture;
        let (from, to) = (capture.from()?, capture.to());
        let fled = answer.to() == to;
        let piece = PlacedPiece::at(&after, if fled { answer.from()? } else { to })?;
        let by = notation::numbered(self.start, threat);
        if !fled && from == threat.to() {
            if let Some(targets) = forked(&after, threat, piece) {
                return Some(Cause::Fork { by, targets });
            }
            let front = answer.from().filter(|&square| between(from, to).contains(square));
            if let Some(front) = front.and_then(|square| PlacedPiece::at(&after, square))
                && see_value(front.role) >= see_value(piece.role)
            {
                return Some(Cause::Skewer { by, front, behind: piece });
            }
        }
        let attacked = |position: &Position| attackers(position, attacker, to).contains(from);
        if !fled && from != threat.to() && attacked(&after) && !attacked(self.start) {
            let attacker = PlacedPiece::at(&after, from)?;
            return Some(Cause::Discovered { by, attacker, target: piece });
        }
        self.defence(threat, answer, piece)
            .or_else(|| self.driven_away(threat, answer, piece).filter(|_| !fled))
            .or_else(|| is_pinned(&after, piece).then_some(Cause::Pinned(piece)))
            .or_else(|| {
                let is_new = !self.start.is_check() && !can_win(self.start, piece.square);
                (is_new && is_lost_everywhere(&after, piece)).then(|| Cause::cannot_be_saved(piece))
            })
    }

    /// A defender that leaves because the move attacks it.
    fn driven_away(&self, threat: Move, answer: Move, piece: PlacedPiece) -> Option<Cause> {
        let Taken { capture, before, .. } = self.win;
        let (start, victim) = (self.start, !self.start.turn());
        let after = start.after(threat);
        let defender = PlacedPiece::at(&after, answer.from()?)?;
        let attacker = after.board().piece_at(threat.to())?;
        let defends =
            |position: &Position, from| attackers(position, victim, piece.square).contains(from);
        // Had the defender stayed, it would have been taken.
        let is_attacked = |position: &Position| {
            attackers(position, attacker.color, defender.square).contains(threat.to())
        };
        let is_driven = match after.null_move() {
            Some(passed) => can_win(&passed, defender.square) && !can_win(&passed, piece.square),
            None => defender.role == Role::King,
        };
        (!answer.is_capture()
            && is_attacked(&after)
            && is_driven
            && !can_win(start, defender.square)
            && !can_win(start, piece.square)
            && defends(&after, defender.square)
            && !defends(before, answer.to())
            && see_ge(before, *capture, MIN_WIN))
        .then(|| Cause::DrivesAway { by: notation::numbered(start, threat), defender, piece })
    }

    /// A defender that is captured, or that has to recapture elsewhere.
    fn defence(&self, threat: Move, answer: Move, piece: PlacedPiece) -> Option<Cause> {
        let Taken { capture, before, .. } = self.win;
        let (start, victim) = (self.start, !self.start.turn());
        let is_safe = || !can_win(start, piece.square);
        if !threat.is_capture()
            || capture.to() != piece.square
            || !see_ge(before, *capture, MIN_WIN)
        {
            return None;
        }
        let taken = PlacedPiece::at(start, threat.to())?;
        if attackers(start, victim, piece.square).contains(taken.square) && is_safe() {
            let by = notation::numbered(start, threat);
            return Some(Cause::RemovesDefender { by, defender: taken, piece });
        }
        let after = start.after(threat);
        let defender = PlacedPiece::at(&after, answer.from()?)?;
        let is_only = |square| {
            let defenders = attackers(&after, victim, square);
            defenders.contains(defender.square) && defenders.count() == 1
        };
        (answer.is_capture()
            && answer.to() == taken.square
            && defender.role != Role::King
            && is_only(taken.square)
            && is_only(piece.square)
            && is_safe())
        .then_some(Cause::Overloaded { defender, guarded: [taken, piece] })
    }
}

#[cfg(test)]
mod tests {
    use super::{MaterialLoss, Refuted, cause};
    use crate::machine::chess::names;
    use crate::rules::{Move, Position, parse_fen, parse_move};
    use crate::strength::ROLES;

    fn moves(position: &Position, line: &str) -> Vec<Move> {
        let mut at = position.clone();
        let play = |text| {
            let mv = parse_move(&at, text).unwrap_or_else(|error| panic!("{line}: {error}"));
            at.play(mv);
            mv
        };
        line.split(' ').map(play).collect()
    }

    /// An error with its refutation, and the cause in words.
    const REFUTATIONS: [(&str, &str, &str); 15] = [
        (
            "r3k3/8/8/3N4/8/8/8/4K3 b - - 0 1",
            "Kd7 Nb6+ Kc6 Nxa8",
            "2.Nb6+ attacks the king and the rook on a8",
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
        ("2r3k1/1Q4pp/8/8/5B2/8/6PP/6K1 b - - 0 1", "Rc7 Qxc7", "the rook on c7 can be captured"),
        (
            "3q2k1/5rpp/8/8/5B2/2Q5/6PP/6K1 b - - 0 1",
            "Rc7 Bxc7 Qxc7 Qxc7",
            "the rook on c7 can be captured",
        ),
        ("4k3/8/8/b7/4r3/2N5/4B3/4K3 w - - 0 1", "Kf1 Bxc3", "the knight on c3 is hanging"),
        ("3rk3/3r4/8/8/8/3N4/3K4/8 w - - 0 1", "Ke3 Rxd3+ Ke4", "the knight on d3 can be captured"),
        (
            "4r1k1/1b6/8/8/4N3/8/P1B5/6K1 w - - 0 1",
            "a3 Bxe4 Bxe4 Rxe4",
            "the knight on e4 is attacked more often than defended",
        ),
        // A later trade wins more on its square than the capture that explains the win.
        (
            "4r1k1/Q1pq1ppp/3p4/8/1r1N4/8/P1P2PPP/R2R2K1 w - - 8 20",
            "Ne2 Rxe2 Qa6 Ree4 Rdb1 Qe8 Rxb4 Re1+ Rxe1 Qxe1+ Qf1 Qxb4",
            "the knight on e2 can be captured",
        ),
        // The king leaves the line to its queen.
        (
            "4q3/8/8/4k3/8/8/8/R5K1 b - - 0 1",
            "Ke4 Re1+ Kf3 Rxe8",
            "2.Re1+ attacks the king and, behind it, the queen on e8",
        ),
        // The knight opens the bishop's diagonal with a check.
        (
            "6k1/8/5q2/8/8/2N5/1B6/6K1 b - - 0 1",
            "Kh8 Nd5 Kg8 Bxf6",
            "2.Nd5 opens the attack of the bishop on b2 on the queen on f6",
        ),
    ];

    /// The cause in words of a loss of the piece that `words` name last; of any piece if they name none.
    fn found(refuted: Option<Refuted<'_>>, start: &Position, line: &[Move], words: &str) -> String {
        let last = ROLES.into_iter().max_by_key(|&role| words.rfind(names::role(role)));
        let mut causes = ROLES.into_iter().filter(|&role| words.is_empty() || Some(role) == last);
        causes
            .find_map(|role| {
                let material = ROLES.map(|known| i32::from(known == role));
                cause(refuted, start, line, MaterialLoss(material))
            })
            .map_or_else(String::new, |cause| cause.to_string())
    }

    #[test]
    fn causes_are_described() {
        for (fen, line, words) in REFUTATIONS {
            let position = parse_fen(fen).unwrap();
            let moves = moves(&position, line);
            let start = position.after(moves[0]);
            let refuted = Refuted { position: &position, mv: moves[0] };
            assert_eq!(found(Some(refuted), &start, &moves[1..], words), words, "{fen} {line}");
        }
    }

    #[test]
    fn wins_are_explained_without_an_error_before_them() {
        let cases = [
            ("6k1/3rb3/8/8/3R3B/8/8/6K1 w - - 0 1", "Rxd7 Kf8 Rxe7", "the rook on d7 is hanging"),
            // The pawn captures the knight that alone defends the rook.
            (
                "6k1/8/8/2n5/1P6/3r4/3R4/6K1 w - - 0 1",
                "bxc5 Kf7 Rxd3",
                "1.bxc5 removes the knight on c5, which defends the rook on d3",
            ),
            // The bishop alone defends both knights.
            ("7k/8/3b4/2n1n3/8/8/8/2R1R1K1 w - - 0 1", "Rxc5 Bxc5+ Kf1 Kg7 Rxe5", ""),
            (
                "7k/8/3b4/2n1n3/8/8/6K1/2R1R3 w - - 0 1",
                "Rxc5 Bxc5 Rxe5",
                "the bishop on d6 cannot defend both the knight on c5 and the knight on e5",
            ),
            // The queen leaves, and the rook takes what it defended.
            (
                "6k1/8/3q4/8/8/p5N1/8/R5K1 w - - 0 1",
                "Ne4 Qd8 Rxa3",
                "1.Ne4 drives away the queen on d6, which defends the pawn on a3",
            ),
            ("6k1/8/3q4/8/8/p5N1/8/R5K1 w - - 0 1", "Ne4 Qe7 Rxa3", ""),
            (
                "6k1/8/2N5/8/8/1p3p2/8/6K1 w - - 0 1",
                "Nd4 Kf7 Nxb3",
                "1.Nd4 attacks the pawn on b3 and the pawn on f3",
            ),
            (
                "6k1/8/8/p7/P7/8/8/1R4K1 w - - 0 1",
                "Rb5 Kf7 Rxa5",
                "the pawn on a5 cannot be defended",
            ),
            ("8/2k5/8/p7/P6b/8/8/1R4K1 w - - 0 1", "Rb5 Kc6 Rxa5", ""),
            // Every square of the bishop is attacked.
            ("6k1/8/8/8/8/1P6/b1P5/3R2K1 w - - 0 1", "Ra1 Bb1 Rxb1", "the bishop on a2 is trapped"),
        ];
        for (fen, line, words) in cases {
            let start = parse_fen(fen).unwrap();
            let moves = moves(&start, line);
            assert_eq!(found(None, &start, &moves, words), words, "{fen} {line}");
        }
    }
}
