//! The dial's position, and what it did to a move.

use super::law::Handicap;
use crate::base::{Elo, Score};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Where the strength dial stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum DialSetting {
    /// No limit.
    #[default]
    Full,
    /// Limited to a rating on the engine's internal scale, 600 to 2600.
    Limited(Elo),
    /// A character: the law with single figures changed.
    Character(Handicap),
}

impl DialSetting {
    /// The rating it was set to, if it limits.
    #[must_use]
    pub const fn elo(self) -> Option<Elo> {
        match self {
            Self::Full => None,
            Self::Limited(elo) => Some(elo),
            Self::Character(handicap) => Some(handicap.elo),
        }
    }

    /// The figures it stands for; `None` at full strength, which every rating above the law's range is.
    #[must_use]
    pub fn handicap(self) -> Option<Handicap> {
        match self {
            Self::Full => None,
            Self::Limited(elo) if elo > Elo(2600) => None,
            Self::Limited(elo) => Some(Handicap::at(elo)),
            Self::Character(handicap) => Some(handicap),
        }
    }
}

/// How the dial chose the move: the roll, the candidates and the price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inferior {
    /// The best move in UCI form and its score, for the side to move.
    pub wanted: (String, Score),
    /// The played move in UCI form and its score.
    pub played: (String, Score),
    /// Centipawns given away.
    pub loss: i32,
    /// Largest error allowed for this move, centipawns.
    pub allowed: i32,
    /// The roll, 0 to 127; below `blunder_per128` is a blunder.
    pub roll: u8,
    /// Chance of a blunder in 128ths.
    pub blunder_per128: u8,
    /// How many moves were within the error, the best included.
    pub candidates: usize,
}

impl fmt::Display for Inferior {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.roll < self.blunder_per128 { "blunder" } else { "error" };
        write!(
            f,
            "wanted {} ({}), played {} ({}), loses {} of {} allowed; roll {} of 128 against {}: {kind}; {} candidates",
            self.wanted.0,
            self.wanted.1,
            self.played.0,
            self.played.1,
            self.loss,
            self.allowed,
            self.roll,
            self.blunder_per128,
            self.candidates
        )
    }
}
