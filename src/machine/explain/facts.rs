//! The facts that explanations name: base propositions or combinations of a few, and how to flip each.

use crate::machine::chess::base::{
    ChessBase, castling_bit, en_passant_bit, may_stand, piece_bit, side_index,
};
use crate::machine::chess::names;
use crate::rules::{Color, File, Role, Square};
use shakmaty::CastlingSide;

/// A cause: something that holds in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// This piece is on the square.
    Stands(Color, Role, Square),
    /// The square is empty.
    Empty(Square),
    /// No piece of this side is on the square.
    Lacks(Color, Square),
    /// The piece on the square is not this one, which could make the move.
    NotA(Color, Role, Square),
    /// The castling right is lost.
    NoRight(Color, CastlingSide),
    /// The castling right exists.
    Right(Color, CastlingSide),
    /// A pawn on this file can be captured en passant.
    JustPassed(File),
}

impl Fact {
    /// Its component in the network, and the truth value.
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

    /// Makes the fact false. A missing piece becomes a pawn of the side that lacks it, an empty square a knight of `us`,
    /// which cannot give check to its own king.
    pub fn flip(self, base: &mut ChessBase, us: Color) {
        let set = |base: &mut ChessBase, bit: usize| base[bit / 64] |= 1 << (bit % 64);
        let clear = |base: &mut ChessBase, bit: usize| base[bit / 64] &= !(1 << (bit % 64));
        match self {
            Self::Stands(side, kind, square) => clear(base, piece_bit(side, kind, square)),
            Self::Empty(square) => set(base, piece_bit(us, Role::Knight, square)),
            Self::Lacks(side, square) => {
                let kind = if may_stand(Role::Pawn, square) { Role::Pawn } else { Role::Knight };
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

/// A reason why a move is not legal. Each reason is sufficient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// In words, without a full stop.
    pub text: String,
    /// Its causes. Flipping the first one removes the reason.
    pub causes: Vec<Fact>,
    /// Are other reasons irrelevant, because the piece can never make the move?
    pub decisive: bool,
}

impl Reason {
    pub(super) const fn new(text: String, causes: Vec<Fact>) -> Self {
        Self { text, causes, decisive: false }
    }
}

/// The piece on the square.
pub fn piece_at(base: &ChessBase, square: Square) -> Option<(Color, Role)> {
    Color::ALL.into_iter().find_map(|side| {
        let words = &base[side_index(side) * 6..side_index(side) * 6 + 6];
        let kinds = words.iter().zip(Role::ALL);
        let mut here = kinds.filter(|(word, _)| *word >> usize::from(square) & 1 == 1);
        here.next().map(|(_, kind)| (side, kind))
    })
}

/// The square of the side's king.
pub fn king_of(base: &ChessBase, side: Color) -> Option<Square> {
    let kings = base[piece_bit(side, Role::King, Square::A1) / 64];
    Square::ALL.into_iter().find(|&square| kings >> usize::from(square) & 1 == 1)
}
