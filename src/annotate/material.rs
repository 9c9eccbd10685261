//! Material won and lost along a line, and its description.

use crate::rules::{Color, Move, Position, Role, exchanges, see_value};
use crate::strength::ROLES;
use std::fmt;

/// Material lost by one side minus material lost by the other, in the order of [`ROLES`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MaterialLoss(pub(super) [i32; 5]);

impl MaterialLoss {
    /// The net loss of `side` along `line` from `position`, including winning captures at its end.
    pub fn of_line(position: &Position, line: &[Move], side: Color) -> Self {
        let (mut price, mut at) = (Self::default(), position.clone());
        for &mv in line {
            price.count(mv, at.turn(), side);
            at.play(mv);
        }
        // A line that ends during an exchange is continued until no winning capture is left.
        for mv in exchanges(&at) {
            price.count(mv, at.turn(), side);
            at.play(mv);
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

    /// The net loss in centipawns by the SEE piece values; positive is a loss.
    pub fn cents(self) -> i32 {
        self.0.iter().zip(ROLES).map(|(count, role)| count * see_value(role)).sum()
    }
}

impl fmt::Display for MaterialLoss {
    /// Description of a positive loss: "a pawn", "the exchange", "a knight for two pawns".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [pawns, knights, bishops, rooks, queens] = self.0;
        let minors = knights + bishops;
        let minor = match (knights, bishops) {
            (1, 0) => "a knight",
            (0, 1) => "a bishop",
            _ => "a piece",
        };
        match (queens, rooks, minors, pawns) {
            (0, 0, 0, 1) => f.write_str("a pawn"),
            (0, 0, 0, 2) => f.write_str("two pawns"),
            (0, 0, 0, 3..) => f.write_str("pawns"),
            (0, 0, 1, 0..) => f.write_str(minor),
            (0, 0, 1, -1) => write!(f, "{minor} for a pawn"),
            (0, 0, 1, -2) => write!(f, "{minor} for two pawns"),
            (0, 0, 2.., _) => f.write_str("two pieces"),
            (0, 1, -1, 0..) => f.write_str("the exchange"),
            (0, 1, -1, -1) => f.write_str("the exchange for a pawn"),
            (0, 1, 0, 0..) => f.write_str("a rook"),
            (0, 1, 0, _) => f.write_str("a rook for pawns"),
            (0, -1, 2, _) => f.write_str("two pieces for a rook"),
            (0, 1, 1, _) => write!(f, "a rook and {minor}"),
            (0, 2.., 0, _) => f.write_str("two rooks"),
            (1, 0, 1, _) => write!(f, "the queen and {minor}"),
            (1, 1, 0, _) => f.write_str("the queen and a rook"),
            (1, 0, 0, _) => f.write_str("the queen"),
            (1, -1, 0, _) => f.write_str("the queen for a rook"),
            (1, 0, -1, _) => f.write_str("the queen for a piece"),
            _ => f.write_str("material"),
        }
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
            ("4k3/8/8/8/8/p7/8/4K3 w - - 0 1", "Kf1 a2 Kg1 a1=Q+", "the queen", 850),
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
}
