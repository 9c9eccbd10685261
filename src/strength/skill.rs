//! What the strength model reduces: knowledge categories and piece values, with their names and full values.
//! `limits` computes the share for a rating. Source: MadChess 3.2 beta (E. Madsen, 2022).

use crate::base::Elo;
use serde::{Deserialize, Serialize};

/// A knowledge category of the strength model, in the order of MadChess's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Skill {
    /// Passed pawns.
    PassedPawns,
    /// King safety.
    KingSafety,
    /// Piece-square tables.
    PieceLocation,
    /// Piece mobility.
    PieceMobility,
    /// Weak and strong pawns.
    PawnStructure,
    /// Attacks on more valuable pieces.
    Threats,
    /// Bishop pair and outposts.
    MinorPieces,
    /// Rooks and queens.
    MajorPieces,
    /// Endgame scale factors.
    EndgameScale,
}

impl Skill {
    /// How many there are.
    pub const COUNT: usize = 9;
    /// All of them, in the order of the tables indexed by them.
    pub const ALL: [Self; Self::COUNT] = [
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

    /// The name in panels and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// MadChess's name of its share in the debug list.
    #[must_use]
    pub const fn debug_name(self) -> &'static str {
        self.row().1
    }

    /// Lowest rating with the full share.
    #[must_use]
    pub const fn full_from(self) -> Elo {
        Elo(self.row().2)
    }

    /// The skill with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|skill| skill.name() == name)
    }

    /// Name, debug name and the lowest rating with the full share.
    const fn row(self) -> (&'static str, &'static str, u16) {
        match self {
            Self::PassedPawns => ("passed pawns", "LsPassedPawnsPer128", 1200),
            Self::KingSafety => ("king safety", "LsKingSafetyPer128", 1400),
            Self::PieceLocation => ("piece location", "LsPieceLocationPer128", 1600),
            Self::PieceMobility => ("piece mobility", "LsPieceMobilityPer128", 1800),
            Self::PawnStructure => ("pawn structure", "LsPawnStructurePer128", 2000),
            Self::Threats => ("threats", "LsThreatsPer128", 2200),
            Self::MinorPieces => ("minor pieces", "LsMinorPiecesPer128", 2300),
            Self::MajorPieces => ("major pieces", "LsMajorPiecesPer128", 2300),
            Self::EndgameScale => ("endgame scale", "LsEndgameScalePer128", 2400),
        }
    }
}

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
