//! A move in 16 bits, for the hash table and the ordering tables. Which move it is, only a move list can say.

use shakmaty::{Move, Role};

/// From, to and promotion of a move: unique among the legal moves of one position, meaningless without it.
/// Castling is the king's square and the rook's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PackedMove(u16);

impl PackedMove {
    /// No move; no legal move has this code, because its squares differ.
    pub const NONE: Self = Self(0);

    /// Packs `mv`.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "squares are below 64, roles below 7")]
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
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The code read back from [`PackedMove::bits`].
    #[must_use]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Is this a move at all?
    #[must_use]
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }

    /// Finds the move with this code among `moves`.
    #[must_use]
    pub fn find(self, moves: &[Move]) -> Option<Move> {
        moves.iter().copied().find(|&mv| Self::new(mv) == self)
    }

    /// Whether the code says promotion to a piece other than the queen.
    #[must_use]
    pub const fn is_underpromotion(self) -> bool {
        let role = self.0 >> 12;
        role != 0 && role != Role::Queen as u16
    }
}

#[cfg(test)]
mod tests {
    use super::PackedMove;
    use crate::rules::parse_fen;

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
