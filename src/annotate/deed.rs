//! What a move does that the board shows at once, or that its line proves: it captures, threatens or wins something.

use super::cause::{Cause, PlacedPiece, list_pieces};
use super::tactics::{MIN_WIN, is_lost_after, is_pinned, winning_captures};
use super::winning_line::Refuted;
use crate::rules::{Bitboard, Move, Position, notation, see_ge, see_value};
use shakmaty::Position as _;
use std::fmt;

/// Half-moves within which a line has to come back to an attacked piece. Measured by reading ten games: of 22 attacks that were named
/// ten were beside the point.
pub const SOON: usize = 4;

/// What a move does that the board shows at once, or that its line proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// It captures a piece and wins by the exchange.
    Captures(PlacedPiece),
    /// It threatens something.
    Threatens(Threats),
    /// It wins something by its line.
    Wins(Cause),
}

/// What a move threatens; at least one piece or a mate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Threats {
    /// The attacked pieces and pawns, the most valuable first.
    pub pieces: Vec<PlacedPiece>,
    /// The move that mates, with its number.
    pub mate: Option<String>,
}

impl Threats {
    /// `None` where nothing is left of it.
    fn or_none(self) -> Option<Self> {
        (!self.pieces.is_empty() || self.mate.is_some()).then_some(self)
    }

    /// Without what `other` threatens too.
    fn without(mut self, other: &Self) -> Self {
        self.pieces.retain(|piece| !other.pieces.iter().any(|known| known.square == piece.square));
        self.mate = self.mate.filter(|_| other.mate.is_none());
        self
    }

    /// Without the attacked pieces if `line` captures or moves none of them within four half-moves after the attack.
    fn about(mut self, line: &[Move]) -> Self {
        let soon = &line[..line.len().min(SOON)];
        let comes_back = |piece: &PlacedPiece| {
            soon.iter().any(|mv| mv.to() == piece.square || mv.from() == Some(piece.square))
        };
        if !self.pieces.iter().any(comes_back) {
            self.pieces.clear();
        }
        self
    }

    /// Why the only piece that `by` attacks cannot be saved: the move pins it, or it is lost whatever is moved.
    pub fn caught(&self, before: &Position, by: Move) -> Option<Cause> {
        let (&[piece], None) = (self.pieces.as_slice(), &self.mate) else { return None };
        let after = before.after(by);
        if is_pinned(before, piece) {
            return None;
        }
        if is_pinned(&after, piece) {
            return Some(Cause::Pinned(piece));
        }
        is_lost_after(&after, piece, |_| true).then(|| Cause::cannot_be_saved(piece))
    }
}

impl Deed {
    /// Of `mv`, which captures or attacks what the side to move could win before; `None` where the board shows neither.
    pub fn of(position: &Position, mv: Move) -> Option<Self> {
        if mv.is_capture() {
            let piece = PlacedPiece::at(position, mv.to())?;
            return see_ge(position, mv, MIN_WIN).then_some(Self::Captures(piece));
        }
        // Captures that win are not looked for in check.
        let known = Some(winning_captures(position)).filter(|_| !position.is_check())?;
        Self::threat(position, mv, known)
    }

    /// Of `reply` to a move: it threatens to win what nothing attacked before it or before the move. A capture counts by what it attacks.
    pub fn of_reply(Refuted { position, mv }: Refuted<'_>, reply: Move) -> Option<Self> {
        let after = position.after(mv);
        let mut known = winning_captures(&after);
        if let Some(passed) = position.null_move() {
            let before = winning_captures(&passed);
            known |= before;
            if mv.from().is_some_and(|from| before.contains(from)) {
                known.add(mv.to());
            }
        }
        Self::threat(&after, reply, known)
    }

    /// What it threatens and `other` does not, if `line` goes on about it; another deed as it is.
    pub fn beside(self, other: Option<Self>, line: &[Move]) -> Option<Self> {
        let Self::Threatens(threats) = self else { return Some(self) };
        let threats = match &other {
            Some(Self::Threatens(known)) => threats.without(known),
            _ => threats,
        };
        threats.about(line).or_none().map(Self::Threatens)
    }

    /// Whether it is about material, and not a threat of mate alone.
    pub const fn is_material(&self) -> bool {
        !matches!(self, Self::Threatens(Threats { pieces, .. }) if pieces.is_empty())
    }

    /// The pieces and pawns off the squares `known` that `mv` threatens to win by a capture, and the mate that it threatens;
    /// `None` where it gives check or can be taken itself without loss.
    fn threat(position: &Position, mv: Move, known: Bitboard) -> Option<Self> {
        let after = position.after(mv);
        let passed = after.null_move()?;
        let takes_it = |taking: &Move| taking.to() == mv.to() && see_ge(&after, *taking, 0);
        if after.legal_moves().iter().any(takes_it) {
            return None;
        }
        let mates = |next: &Move| passed.after(*next).chess().is_checkmate();
        let mate = passed.legal_moves().into_iter().find(mates);
        let theirs = after.board().by_color(after.turn());
        let mut squares = winning_captures(&passed) & theirs & !known;
        if let Some(mate) = mate {
            // The mate says more than what it captures.
            squares.discard(mate.to());
        }
        let mut pieces: Vec<PlacedPiece> =
            squares.into_iter().filter_map(|square| PlacedPiece::at(&after, square)).collect();
        pieces.sort_by_key(|piece| std::cmp::Reverse(see_value(piece.role)));
        let mate = mate.map(|next| notation::numbered(&passed, next));
        Threats { pieces, mate }.or_none().map(Self::Threatens)
    }
}

impl fmt::Display for Threats {
    /// "attacks the queen on d3 and the pawn on c2", "threatens 17.Qxh7#".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.pieces.is_empty() {
            write!(f, "attacks {}", list_pieces(&self.pieces))?;
        }
        let Some(mate) = &self.mate else { return Ok(()) };
        let and = if self.pieces.is_empty() { "" } else { " and " };
        write!(f, "{and}threatens {mate}")
    }
}

impl fmt::Display for Deed {
    /// As a clause behind the move: ", which captures the knight on b4".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Captures(piece) => write!(f, ", which captures {piece}"),
            Self::Threatens(threats) => write!(f, ", which {threats}"),
            Self::Wins(cause) => f.write_str(&cause.clause()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cause, Deed, PlacedPiece};
    use crate::rules::{Role, Square, parse_fen, parse_move};

    #[test]
    fn a_piece_is_caught_where_no_move_saves_it_and_the_attack_pins_it() {
        let rook = PlacedPiece { role: Role::Rook, square: Square::A1 };
        let knight = PlacedPiece { role: Role::Knight, square: Square::E4 };
        let cases = [
            ("6k1/8/8/8/8/b1p5/P1P5/RB4K1 b - - 0 8", "Bb2", Some(Cause::Trapped(rook))),
            // The knight goes between.
            ("5bk1/8/8/8/8/8/P2K4/RN6 b - - 0 8", "Bg7", None),
            ("3r2k1/8/3p4/8/4N3/8/P7/4K3 b - - 0 8", "Re8", Some(Cause::Pinned(knight))),
            // The rook pinned it before.
            ("4r1k1/8/3p4/8/4N3/5P2/P7/4K3 b - - 0 8", "d5", None),
        ];
        for (fen, reply, expected) in cases {
            let position = parse_fen(fen).unwrap();
            let reply = parse_move(&position, reply).unwrap();
            let Some(Deed::Threatens(threats)) = Deed::of(&position, reply) else {
                panic!("{fen}: no threat");
            };
            assert_eq!(threats.caught(&position, reply), expected, "{fen}");
        }
    }
}
