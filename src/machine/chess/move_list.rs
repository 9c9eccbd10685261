//! All moves that a side can have in any position, numbered: the bits of the `legal` set.

use super::geometry::{Direction, captures, forward, knight_jumps};
use crate::machine::Error;
use crate::rules::{Color, Rank, Role, Square};
use shakmaty::uci::UciMove;
use std::fmt;
use std::str::FromStr;

/// A move by its squares; castling by the king's two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChessMove {
    /// The start square.
    pub from: Square,
    /// The target square.
    pub to: Square,
    /// The promotion piece.
    pub promotion: Option<Role>,
}

impl fmt::Display for ChessMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |role| write!(f, "{}", role.char()))
    }
}

impl FromStr for ChessMove {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.parse() {
            Ok(UciMove::Normal { from, to, promotion }) => Ok(Self { from, to, promotion }),
            _ => Err(Error::Question(text.to_owned())),
        }
    }
}

/// The promotion pieces.
pub const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Every move of `side`: 1,792 by squares and 88 promotions, in the order of their bits.
pub fn all_moves(side: Color) -> Vec<ChessMove> {
    let mut moves = Vec::new();
    for from in Square::ALL {
        let lines = Direction::ALL.into_iter().flat_map(|way| way.ray(from));
        let plain = lines.chain(knight_jumps(from));
        moves.extend(plain.map(|to| ChessMove { from, to, promotion: None }));
        if from.rank() == side.relative_rank(Rank::Seventh) {
            let ways = captures(side).into_iter().chain([forward(side)]);
            for to in ways.filter_map(|way| way.step(from)) {
                let become_ = |role| ChessMove { from, to, promotion: Some(role) };
                moves.extend(PROMOTIONS.map(become_));
            }
        }
    }
    moves
}
