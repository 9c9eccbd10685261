//! The categories of evaluation terms, which the evaluation sums and the strength model scales.

use serde::{Deserialize, Serialize};

/// A group of evaluation terms that is summed, shown and scaled together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub enum Category {
    /// Piece values; limited strength has its own piece values instead of a percentage.
    Material,
    /// Passed and candidate pawns.
    PassedPawns,
    /// Attacks on the king zone, shelter and storm.
    KingSafety,
    /// Piece-square tables.
    PieceLocation,
    /// The number of safe squares per piece.
    PieceMobility,
    /// Isolated, doubled, backward, connected pawns; space.
    PawnStructure,
    /// Attacks on more valuable or undefended pieces, initiative.
    Threats,
    /// Bishop pair, outposts, bad and trapped minor pieces.
    MinorPieces,
    /// Rooks on open files and the seventh rank, queens.
    MajorPieces,
    /// Endgame scale factor, for endgames that are hard to win.
    EndgameScale,
}

impl Category {
    /// The number of categories.
    pub const COUNT: usize = 10;
    /// Every category, in the order of the arrays that are indexed by it.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Material,
        Self::PassedPawns,
        Self::KingSafety,
        Self::PieceLocation,
        Self::PieceMobility,
        Self::PawnStructure,
        Self::Threats,
        Self::MinorPieces,
        Self::MajorPieces,
        Self::EndgameScale,
    ];

    /// The categories that the strength model scales: all but material, in the order of MadChess's table.
    pub const SCALED: [Self; Self::COUNT - 1] = {
        let [_, scaled @ ..] = Self::ALL;
        scaled
    };

    /// The name in panels and files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Material => "material",
            Self::PassedPawns => "passed pawns",
            Self::KingSafety => "king safety",
            Self::PieceLocation => "piece location",
            Self::PieceMobility => "piece mobility",
            Self::PawnStructure => "pawn structure",
            Self::Threats => "threats",
            Self::MinorPieces => "minor pieces",
            Self::MajorPieces => "major pieces",
            Self::EndgameScale => "endgame scale",
        }
    }
}
