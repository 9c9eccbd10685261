//! Material won and lost along a line, and its description.

use crate::rules::{Color, Move, Position, Role, exchanges, see_value};
use crate::strength::ROLES;
use std::fmt;
use std::ops::Add;

/// Material lost by one side minus material lost by the other, in the order of [`ROLES`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MaterialLoss(pub(super) [i32; 5]);

impl MaterialLoss {
    /// The net loss of `side` along `line` from `position`, including winning captures at its end.
    pub fn of_line(position: &Position, line: &[Move], side: Color) -> Self {
        let mut price = Self::of_moves(position.turn(), line, side);
        let mut at = position.after_line(line);
        // A line that ends during an exchange is continued until no winning capture is left.
        for mv in exchanges(&at) {
            price.count(mv, at.turn(), side);
            at.play(mv);
        }
        price
    }

    /// The net loss of `side` by the moves alone, of which `turn` makes the first.
    pub fn of_moves(turn: Color, moves: &[Move], side: Color) -> Self {
        let mut price = Self::default();
        for (&mv, mover) in moves.iter().zip([turn, !turn].into_iter().cycle()) {
            price.count(mv, mover, side);
        }
        price
    }

    fn count(&mut self, mv: Move, mover: Color, side: Color) {
        let sign = if mover == side { -1 } else { 1 };
        let mut add = |role: Role, count: i32| {
            if let Some(place) = ROLES.iter().position(|&known| known == role) {
                self.0[place] += count;
            }
        };
        if let Some(role) = mv.capture() {
            add(role, sign);
        }
        if let Some(role) = mv.promotion() {
            // A promotion counts as a loss of the promoted piece by the other side, minus the pawn.
            add(role, sign);
            add(Role::Pawn, -sign);
        }
    }

    /// Whether a piece of this role is lost, net; a pawn only where no piece is.
    pub fn includes(self, role: Role) -> bool {
        let has_piece = self.0[1..].iter().any(|&count| count > 0);
        let is_lost = self.0.iter().zip(ROLES).any(|(&count, known)| known == role && count > 0);
        is_lost && (role != Role::Pawn || !has_piece)
    }

    /// With the minor piece `taken` first in place of the other one, if one is lost by this in all: what is traded later does not rename it.
    #[must_use]
    pub fn by_taking(self, taken: Option<Role>) -> Self {
        let Self([pawns, knights, bishops, rooks, queens]) = self;
        match (taken, knights, bishops) {
            (Some(Role::Bishop), 1, 0) | (Some(Role::Knight), 0, 1) => {
                Self([pawns, bishops, knights, rooks, queens])
            }
            _ => self,
        }
    }

    /// Whether a knight or a bishop is lost, and no second one.
    pub fn is_one_minor(self) -> bool {
        let Self([_, knights, bishops, ..]) = self;
        knights + bishops == 1
    }

    /// Whether at least a quarter of what is lost is won in return: a knight for a pawn, but not a queen for a pawn.
    pub fn is_net(self) -> bool {
        let Self([pawns, knights, bishops, rooks, queens]) = self;
        let counts = [
            (pawns, Role::Pawn),
            // A knight for a bishop is no gain.
            (knights + bishops, Role::Knight),
            (rooks, Role::Rook),
            (queens, Role::Queen),
        ];
        let value = |sign: i32| {
            let of_sign = counts.iter().filter(|&(count, _)| count * sign > 0);
            of_sign.map(|&(count, role)| count * sign * see_value(role)).sum::<i32>()
        };
        value(-1) * 4 >= value(1)
    }

    /// The net loss in pawns by the values that players count with: 1, 3, 3, 5 and 9.
    pub fn pawns(self) -> i32 {
        self.0.iter().zip([1, 3, 3, 5, QUEEN]).map(|(count, value)| count * value).sum()
    }

    /// The net loss in centipawns by the SEE piece values; positive is a loss.
    pub fn cents(self) -> i32 {
        self.0.iter().zip(ROLES).map(|(count, role)| count * see_value(role)).sum()
    }
}

impl Add for MaterialLoss {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|role| self.0[role] + other.0[role]))
    }
}

/// A queen in pawns.
const QUEEN: i32 = 9;
/// Words for a number of pieces of one role.
const COUNTS: [&str; 9] = ["no", "a", "two", "three", "four", "five", "six", "seven", "eight"];

/// "a rook, a knight and two pawns".
pub(super) fn list(items: &[String]) -> String {
    match items {
        [first @ .., second, last] => {
            let first: String = first.iter().map(|item| format!("{item}, ")).collect();
            format!("{first}{second} and {last}")
        }
        _ => items.concat(),
    }
}

impl fmt::Display for MaterialLoss {
    /// Description of a positive loss: "a pawn", "the exchange", "a knight for two pawns". Pawns that are lost beside a queen,
    /// or beside pieces for nothing, are left out, and so is everything beside a queen if what is lost with it is worth what is
    /// gained.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self([pawns, mut knights, mut bishops, mut rooks, queens]) = *self;
        if queens == 1 && self.pawns() >= QUEEN {
            return f.write_str("the queen");
        }
        // A knight for a bishop is no loss.
        let swapped = if knights * bishops < 0 { knights.abs().min(bishops.abs()) } else { 0 };
        knights -= knights.signum() * swapped;
        bishops -= bishops.signum() * swapped;
        let is_exchange = queens == 0 && rooks == 1 && knights + bishops == -1;
        if is_exchange {
            (knights, bishops, rooks) = (0, 0, 0);
        }
        let pieces = [(queens, "queen"), (rooks, "rook"), (bishops, "bishop"), (knights, "knight")];
        let words = |sign: i32| {
            let some = |&(count, role): &(i32, &str)| {
                let count = usize::try_from(count * sign).ok().filter(|&count| count > 0)?;
                Some(match (count, role) {
                    (1, "queen") => "the queen".to_owned(),
                    (1, role) => format!("a {role}"),
                    (count, role) => format!("{} {role}s", COUNTS[count.min(COUNTS.len() - 1)]),
                })
            };
            let pieces: Vec<String> = pieces.iter().filter_map(some).collect();
            let pawns = some(&(pawns, "pawn"));
            (pieces, pawns)
        };
        let (mut lost, pawns) = words(1);
        if is_exchange {
            lost.push("the exchange".to_owned());
        }
        let (mut gained, gained_pawns) = words(-1);
        gained.extend(gained_pawns);
        if lost.is_empty() || queens < 1 && !gained.is_empty() {
            lost.extend(pawns);
        }
        f.write_str(&list(&lost))?;
        if gained.is_empty() { Ok(()) } else { write!(f, " for {}", list(&gained)) }
    }
}

#[cfg(test)]
mod tests {
    use super::MaterialLoss;
    use crate::rules::{parse_fen, parse_move};

    #[test]
    fn losses_are_described() {
        let cases = [
            // Simple wins and exchanges.
            ("4k3/8/8/3p4/8/8/3R4/4K3 b - - 0 1", "Kd8 Rxd5", "a pawn", 100),
            ("4k3/8/8/3n4/8/8/3R4/4K3 b - - 0 1", "Kd8 Rxd5", "a knight", 320),
            ("3rk3/8/8/3n4/8/8/3R4/3RK3 b - - 0 1", "Kf8 Rxd5 Rxd5 Rxd5", "a knight", 320),
            ("4k3/8/2p5/3r4/8/5B2/8/4K3 b - - 0 1", "Kf8 Bxd5 cxd5", "the exchange", 170),
            // The line ends before the queen is taken.
            ("4k3/8/8/3q4/8/8/3R4/3RK3 b - - 0 1", "Kf8", "the queen", 950),
            ("4k3/8/8/8/8/p7/1P6/K7 b - - 0 1", "a2 Ka1a2", "a pawn", 100),
            ("4k3/8/8/8/8/p7/8/4K3 w - - 0 1", "Kf1 a2 Kg1 a1=Q+", "the queen for a pawn", 850),
        ];
        for (fen, line, words, cents) in cases {
            let position = parse_fen(fen).unwrap();
            let mut at = position.clone();
            let mut moves = Vec::new();
            for text in line.split(' ') {
                let text = if text == "Ka1a2" { "Kxa2" } else { text };
                let mv = parse_move(&at, text).unwrap();
                at.play(mv);
                moves.push(mv);
            }
            let price = MaterialLoss::of_line(&position, &moves, position.turn());
            assert_eq!((price.to_string().as_str(), price.cents()), (words, cents), "{fen} {line}");
        }
    }

    #[test]
    fn a_knight_for_a_bishop_is_no_gain() {
        let losses = [[1, 1, -1, 0, 0], [-1, 1, 0, 0, 0], [0, 0, -1, 1, 0], [-1, 0, 0, 0, 1]];
        let is_net = losses.map(|loss| MaterialLoss(loss).is_net());
        assert_eq!(is_net, [false, true, true, false]);
    }

    #[test]
    fn long_lists_are_readable_and_name_a_queen_alone() {
        for (loss, words) in [
            ([2, 0, -1, 1, 1], "the queen"),
            ([0, 0, 0, -1, 1], "the queen for a rook"),
            // Worth less than what is gained.
            ([2, -1, 0, 0, 1], "the queen for a knight"),
            ([2, 1, 1, -1, 0], "a bishop, a knight and two pawns for a rook"),
        ] {
            assert_eq!(MaterialLoss(loss).to_string(), words);
        }
    }
}
