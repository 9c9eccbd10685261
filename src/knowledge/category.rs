//! The categories that evaluation terms belong to, and how much of each the dial lets through.

use serde::{Deserialize, Serialize};

/// A group of evaluation terms that is summed, shown and weakened together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub enum Category {
    /// Piece values; weakened by its own figures, not by a percentage.
    Material,
    /// Passed and candidate pawns.
    PassedPawns,
    /// Attacks on the king zone, shelter and storm.
    KingSafety,
    /// Piece-square values.
    PieceLocation,
    /// Counts of safe squares by piece.
    PieceMobility,
    /// Isolated, doubled, backward, connected pawns; space.
    PawnStructure,
    /// Attacks on more valuable or undefended pieces, initiative.
    Threats,
    /// Bishop pair, outposts, bad and trapped minor pieces.
    MinorPieces,
    /// Rooks on open files and the seventh rank, queens.
    MajorPieces,
    /// How winnable the endgame is; scales the endgame part of the sum.
    EndgameScale,
}

impl Category {
    /// How many categories there are.
    pub const COUNT: usize = 10;
    /// Every category, in the order of the tables that are indexed by it.
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

    /// The words shown for it.
    #[must_use]
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

/// How much of its knowledge the evaluation may use: the strength dial's hold on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Emphasis {
    /// Share of each category in 128ths, indexed by [`Category`]; 128 is all of it. `Material` is ignored.
    pub per128: [u8; Category::COUNT],
    /// Piece values `[pawn, knight, bishop, rook, queen]` as `(middlegame, endgame)` centipawns per mille of the full
    /// value, so that tuned values and the dial's law stay apart; 1000 is the full value.
    pub material_per_mille: [(u16, u16); 5],
}

impl Emphasis {
    /// Everything it knows.
    pub const FULL: Self =
        Self { per128: [128; Category::COUNT], material_per_mille: [(1000, 1000); 5] };
}

impl Default for Emphasis {
    fn default() -> Self {
        Self::FULL
    }
}
