//! What explanations rest on: the facts that are printed, by their propositions, and the changes that remove an obstacle.

use crate::machine::chess::base::{ChessBase, castling_bit, piece_bit, side_index};
use crate::machine::chess::names;
use crate::rules::{CastlingSide, Color, File, Role, Square};
use std::fmt;

/// A proposition of the network with its truth value. Its text is the name, with `not` before a false one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The name of the component.
    pub name: String,
    /// Its truth value.
    pub truth: bool,
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.truth { "" } else { "not " }, self.name)
    }
}

impl Fact {
    const fn new(name: String, truth: bool) -> Self {
        Self { name, truth }
    }

    /// This piece is on the square, and so nothing else.
    pub(super) fn stands((side, kind): (Color, Role), square: Square) -> Self {
        Self::new(names::piece(side, kind, square), true)
    }

    /// The square is empty.
    pub(super) fn empty(square: Square) -> Self {
        Self::new(names::occupied(square), false)
    }

    /// No piece of this side is on the square.
    pub(super) fn lacks(side: Color, square: Square) -> Self {
        Self::new(names::side_on(side, square), false)
    }

    /// The castling right is lost.
    pub(super) fn no_right(side: Color, wing: CastlingSide) -> Self {
        Self::new(names::castling(side, wing), false)
    }

    /// Whether a pawn on this file can be captured en passant.
    pub(super) fn en_passant(file: File, truth: bool) -> Self {
        Self::new(names::en_passant(file), truth)
    }
}

/// A change of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The piece is put on the square in place of what stands there.
    Put(Color, Role, Square),
    /// The square is emptied.
    Clear(Square),
    /// The castling right is given.
    Grant(Color, CastlingSide),
}

impl Change {
    /// Changes the position.
    pub fn make(self, base: &mut ChessBase) {
        let set = |base: &mut ChessBase, bit: usize| base[bit / 64] |= 1 << (bit % 64);
        match self {
            Self::Put(side, kind, square) => {
                clear(base, square);
                set(base, piece_bit(side, kind, square));
            }
            Self::Clear(square) => clear(base, square),
            Self::Grant(side, wing) => set(base, castling_bit(side, wing)),
        }
    }
}

fn clear(base: &mut ChessBase, square: Square) {
    base.iter_mut().take(12).for_each(|pieces| *pieces &= !(1 << usize::from(square)));
}

/// A reason why a move is legal or not. Its facts are sufficient: while they hold, the answer holds whatever else is true
/// in the position. None of them can be left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// In words, without a full stop.
    pub text: String,
    /// Its causes.
    pub causes: Vec<Fact>,
    /// What removes it, if the move is not legal.
    pub remedy: Option<Change>,
}

/// The explanation of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Is the move legal?
    pub legal: bool,
    /// The explanation in one sentence.
    pub text: String,
    /// A legal move has one reason. Of an illegal move each is sufficient; those whose text begins with [`WITHOUT`] hold
    /// when the remedies of those before are made. With all remedies the move is legal, unless a reason has none.
    pub reasons: Vec<Reason>,
}

impl Explanation {
    /// The sentence, then the causes of each reason, one a line. A single reason is in the sentence.
    pub fn with_causes(&self) -> String {
        let mut lines = vec![self.text.clone()];
        for reason in &self.reasons {
            if self.reasons.len() > 1 {
                lines.push(format!("  {}", reason.text));
            }
            lines.extend(reason.causes.iter().map(|cause| format!("    {cause}")));
        }
        lines.join("\n")
    }
}

/// The beginning of a reason that comes to light when others are removed.
pub const WITHOUT: &str = "without that, ";

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
