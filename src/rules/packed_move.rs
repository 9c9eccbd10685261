//! A move in 16 bits, for the transposition table, killers and counter moves. Decoding it needs the position.

use super::{MoveGenerator, Position};
use shakmaty::{Move, Role, Square};

/// From square, to square and promotion of a move: unique among the legal moves of one position.
/// Castling is encoded as the king's square and the rook's square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PackedMove(u16);

impl PackedMove {
    /// No move; a legal move never has this code, because its squares differ.
    pub const NONE: Self = Self(0);

    /// Packs `mv`.
    #[inline]
    pub const fn new(mv: Move) -> Self {
        let (from, to, promotion) = match mv {
            Move::Normal { from, to, promotion, .. } => (from, to, promotion),
            Move::EnPassant { from, to } => (from, to, None),
            Move::Castle { king, rook } => (king, rook, None),
            Move::Put { to, .. } => (to, to, None),
        };
        let role = match promotion {
            None => 0,
            Some(role) => role as u16,
        };
        Self(from.to_u32() as u16 | (to.to_u32() as u16) << 6 | role << 12)
    }

    /// The code as stored; below 2^15.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The code read back from [`PackedMove::bits`].
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Whether this is a move.
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }

    /// The square that the move comes from; a1 without a move.
    pub fn origin(self) -> Square {
        Square::new(u32::from(self.0 & 63))
    }

    /// Finds the move with this code among `moves`.
    pub fn find(self, moves: &[Move]) -> Option<Move> {
        moves.iter().copied().find(|&mv| Self::new(mv) == self)
    }

    /// The legal move of `position` with this code, decoded without generating all moves.
    pub fn legal_in(self, position: &Position) -> Option<Move> {
        self.legal_by(&MoveGenerator::new(position)?, position)
    }

    /// [`PackedMove::legal_in`] with the generator of `position`.
    pub fn legal_by(self, generator: &MoveGenerator, position: &Position) -> Option<Move> {
        if !self.is_some() {
            return None;
        }
        let square = |shift: u32| Square::new(u32::from(self.0 >> shift & 63));
        let (from, to) = (square(0), square(6));
        let promotion = match self.0 >> 12 {
            0 => None,
            number => Role::ALL.get(usize::from(number) - 1).copied(),
        };
        let board = position.board();
        let piece = board.piece_at(from).filter(|piece| piece.color == position.turn())?;
        let capture = board.role_at(to);
        let mv = if piece.role == Role::King && board.by_color(piece.color).contains(to) {
            Move::Castle { king: from, rook: to }
        } else if piece.role == Role::Pawn && from.file() != to.file() && capture.is_none() {
            Move::EnPassant { from, to }
        } else {
            Move::Normal { role: piece.role, from, capture, to, promotion }
        };
        // Squares or a promotion that are impossible for this kind of move do not survive the round trip.
        (Self::new(mv) == self && generator.is_legal(position, mv)).then_some(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::PackedMove;
    use crate::rules::parse_fen;

    #[test]
    fn a_code_is_a_move_exactly_where_it_is_legal() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K1R1 b Qkq - 0 1",
            "1n2k3/P7/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "4k3/8/8/8/1b6/2N5/4r3/4K3 w - - 0 1",
            "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
            "1r1k2r1/8/8/8/8/8/8/1R1K2R1 w BGbg - 0 1",
            "4k3/8/8/8/8/8/8/rRK4R w HB - 0 1",
            "5kr1/8/8/8/8/8/8/5KRR b Gg - 0 1",
        ];
        for fen in fens {
            let position = parse_fen(fen).unwrap();
            let moves = position.legal_moves();
            for bits in 0..1 << 15 {
                let packed = PackedMove::from_bits(bits);
                assert_eq!(packed.legal_in(&position), packed.find(&moves), "{fen} {bits}");
            }
        }
    }

    #[test]
    fn codes_are_unique_and_found_again() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "1n2k3/P7/8/3pP3/8/8/8/4K3 w - d6 0 1",
        ];
        for fen in fens {
            let moves = parse_fen(fen).unwrap().legal_moves();
            for &mv in &moves {
                let packed = PackedMove::new(mv);
                assert!(packed.is_some());
                assert_eq!(PackedMove::from_bits(packed.bits()).find(&moves), Some(mv));
            }
        }
    }
}
