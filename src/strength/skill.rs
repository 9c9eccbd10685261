//! The full piece values of the strength model. `limits` computes the values for a rating.
//! Source: MadChess 3.2 beta (E. Madsen, 2022).

/// A piece that has a value, in the order of the tables indexed by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// Pawn.
    Pawn,
    /// Knight.
    Knight,
    /// Bishop.
    Bishop,
    /// Rook.
    Rook,
    /// Queen.
    Queen,
}

impl PieceKind {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen];

    /// The full value `(middlegame, endgame)` in centipawns.
    #[must_use]
    pub const fn value(self) -> (i32, i32) {
        match self {
            Self::Pawn => (100, 127),
            Self::Knight => (300, 519),
            Self::Bishop => (330, 545),
            Self::Rook => (500, 858),
            Self::Queen => (975, 1671),
        }
    }
}
