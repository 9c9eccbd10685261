//! What the dial can turn down: kinds of knowledge and the values of the men, with their names and full figures.
//! How much of them a rating has is in `law`. Source: MadChess 3.2 beta (E. Madsen, 2022).

use crate::base::Elo;
use serde::{Deserialize, Serialize};

/// A kind of knowledge that the dial turns down, in the order of MadChess's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Skill {
    /// Passed pawns.
    PassedPawns,
    /// King safety.
    KingSafety,
    /// Where pieces stand.
    PieceLocation,
    /// How freely pieces move.
    PieceMobility,
    /// Weak and strong pawns.
    PawnStructure,
    /// Attacks on more valuable men.
    Threats,
    /// Bishop pair and outposts.
    MinorPieces,
    /// Rooks and queens.
    MajorPieces,
    /// Which endgames can be won.
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

    /// The words shown for it and read from files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// The seed's name for its share in the debug list.
    #[must_use]
    pub const fn debug_name(self) -> &'static str {
        self.row().1
    }

    /// First rating with all of it.
    #[must_use]
    pub const fn full_from(self) -> Elo {
        Elo(self.row().2)
    }

    /// The skill with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|skill| skill.name() == name)
    }

    /// Name, debug name and the first rating with all of it.
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
pub enum Man {
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

impl Man {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen];

    /// The value `(middlegame, endgame)` of a player who knows, in centipawns.
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
