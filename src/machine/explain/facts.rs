//! The facts that explanations name: base propositions or what stands for a few of them, and how to turn each round.

use crate::machine::chess::base::{
    ChessBase, can_stand, castling_bit, en_passant_bit, piece_bit, side_index,
};
use crate::machine::chess::names::{self, Wing};
use crate::rules::{Color, File, Role, Square};

/// One cause, as it stands in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// This piece stands there.
    Stands(Color, Role, Square),
    /// Nothing stands there.
    Empty(Square),
    /// No piece of this side stands there.
    Lacks(Color, Square),
    /// The piece there is not of the kind or side that could make the move, which this one is.
    NotA(Color, Role, Square),
    /// The right to castle is gone.
    NoRight(Color, Wing),
    /// The right to castle is there.
    Right(Color, Wing),
    /// A pawn has just passed on this file.
    JustPassed(File),
}

impl Fact {
    /// The component of the network that says it, and whether that is true.
    #[must_use]
    pub fn proposition(self) -> (String, bool) {
        match self {
            Self::Stands(side, kind, square) => (names::piece(side, kind, square), true),
            Self::Empty(square) => (names::occupied(square), false),
            Self::Lacks(side, square) => (names::side_on(side, square), false),
            Self::NotA(side, kind, square) => (names::piece(side, kind, square), false),
            Self::NoRight(side, wing) => (names::castling(side, wing), false),
            Self::Right(side, wing) => (names::castling(side, wing), true),
            Self::JustPassed(file) => (names::en_passant(file), true),
        }
    }

    /// Turns the fact round. A piece that has to come from somewhere is a pawn of the side that lacks it or, where
    /// nothing else may change, a knight of `us`, which can give no check to its own king.
    pub fn turn_round(self, base: &mut ChessBase, us: Color) {
        let set = |base: &mut ChessBase, bit: usize| base[bit / 64] |= 1 << (bit % 64);
        let clear = |base: &mut ChessBase, bit: usize| base[bit / 64] &= !(1 << (bit % 64));
        match self {
            Self::Stands(side, kind, square) => clear(base, piece_bit(side, kind, square)),
            Self::Empty(square) => set(base, piece_bit(us, Role::Knight, square)),
            Self::Lacks(side, square) => {
                let kind = if can_stand(Role::Pawn, square) { Role::Pawn } else { Role::Knight };
                set(base, piece_bit(side, kind, square));
            }
            Self::NotA(side, kind, square) => {
                for other in Color::ALL {
                    Role::ALL
                        .into_iter()
                        .for_each(|kind| clear(base, piece_bit(other, kind, square)));
                }
                set(base, piece_bit(side, kind, square));
            }
            Self::NoRight(side, wing) => set(base, castling_bit(side, wing)),
            Self::Right(side, wing) => clear(base, castling_bit(side, wing)),
            Self::JustPassed(file) => clear(base, en_passant_bit(file)),
        }
    }
}

/// What stands on the square, by the base bits.
#[must_use]
pub fn piece_at(base: &ChessBase, square: Square) -> Option<(Color, Role)> {
    Color::ALL.into_iter().find_map(|side| {
        let words = &base[side_index(side) * 6..side_index(side) * 6 + 6];
        let kinds = words.iter().zip(Role::ALL);
        let mut here = kinds.filter(|(word, _)| *word >> usize::from(square) & 1 == 1);
        here.next().map(|(_, kind)| (side, kind))
    })
}

/// Where the king of the side stands.
#[must_use]
pub fn king_of(base: &ChessBase, side: Color) -> Option<Square> {
    let kings = base[piece_bit(side, Role::King, Square::A1) / 64];
    Square::ALL.into_iter().find(|&square| kings >> usize::from(square) & 1 == 1)
}
