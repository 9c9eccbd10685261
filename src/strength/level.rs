//! The strength level, and the effect of the limits on a move.

use super::limits::StrengthLimits;
use crate::base::{Elo, Score};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Strength level of the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum StrengthLevel {
    /// No limit.
    #[default]
    Full,
    /// Limited to a level of the model, [`StrengthLimits::MIN_ELO`] to [`StrengthLimits::MAX_ELO`].
    Limited(Elo),
    /// A personality: the model with single values changed.
    #[serde(alias = "Character")]
    Personality(StrengthLimits),
}

impl StrengthLevel {
    /// The level, if the strength is limited.
    pub const fn elo(self) -> Option<Elo> {
        match self {
            Self::Full => None,
            Self::Limited(elo) => Some(elo),
            Self::Personality(limits) => Some(limits.elo),
        }
    }

    /// The limits; `None` at full strength, which includes every rating above the model's range.
    pub fn limits(self) -> Option<StrengthLimits> {
        match self {
            Self::Full => None,
            Self::Limited(elo) if elo > StrengthLimits::MAX_ELO => None,
            Self::Limited(elo) => Some(StrengthLimits::at(elo)),
            Self::Personality(limits) => Some(limits),
        }
    }
}

/// How a limited move was chosen: the draw, the candidates and the loss.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WeakenedMove {
    /// The best move in UCI notation and its score, for the side to move.
    #[serde(alias = "wanted")]
    pub best: (String, Score),
    /// The played move in UCI notation and its score.
    pub played: (String, Score),
    /// Loss in centipawns.
    pub loss: i32,
    /// Largest error for this move, centipawns.
    #[serde(alias = "allowed")]
    pub max_error: i32,
    /// The random number, 0 to 127; below `blunder_per128` it is a blunder.
    #[serde(alias = "roll")]
    pub draw: u8,
    /// Chance of a blunder in 128ths.
    pub blunder_per128: u8,
    /// Number of moves within the error, the best included.
    pub candidates: usize,
}

impl fmt::Display for WeakenedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.draw < self.blunder_per128 { "blunder" } else { "error" };
        write!(
            f,
            "best {} ({}), played {} ({}), loss {}, maximum {}; draw {} of 128, threshold {}: {kind}; {} candidates",
            self.best.0,
            self.best.1,
            self.played.0,
            self.played.1,
            self.loss,
            self.max_error,
            self.draw,
            self.blunder_per128,
            self.candidates
        )
    }
}
