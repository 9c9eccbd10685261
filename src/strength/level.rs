//! The strength level, and the effect of the limits on a move.

use super::human::{self, HumanChoice, HumanLevel};
use super::limits::StrengthLimits;
use crate::base::{Elo, Score};
use serde::{Deserialize, Serialize};
use std::fmt;
use strum::{Display, EnumString, VariantNames};

/// Strength level of the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum StrengthLevel {
    /// No limit.
    #[default]
    Full,
    /// Limited to a level of MadChess's model, [`StrengthLimits::MIN_ELO`] to [`StrengthLimits::MAX_ELO`].
    Limited(Elo),
    /// Plays like people of a rating: the human model, [`human::MIN_RATING`] to [`human::MAX_RATING`].
    Human(HumanLevel),
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
            Self::Human(level) => Some(level.rating),
            Self::Personality(limits) => Some(limits.elo),
        }
    }

    /// The model, if the strength is limited.
    pub const fn model(self) -> Option<StrengthModel> {
        match self {
            Self::Full => None,
            Self::Human(_) => Some(StrengthModel::Human),
            Self::Limited(_) | Self::Personality(_) => Some(StrengthModel::MadChess),
        }
    }

    /// The level of the human model, if it plays.
    pub const fn human(self) -> Option<HumanLevel> {
        match self {
            Self::Human(level) => Some(level),
            Self::Full | Self::Limited(_) | Self::Personality(_) => None,
        }
    }

    /// MadChess's limits; `None` for the human model and at full strength, which includes every rating above the range.
    pub fn limits(self) -> Option<StrengthLimits> {
        match self {
            Self::Full | Self::Human(_) => None,
            Self::Limited(elo) if elo > StrengthLimits::MAX_ELO => None,
            Self::Limited(elo) => Some(StrengthLimits::at(elo)),
            Self::Personality(limits) => Some(limits),
        }
    }
}

/// The model of limited strength. Its text is its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Display, EnumString, VariantNames)]
#[strum(serialize_all = "lowercase", ascii_case_insensitive)]
pub enum StrengthModel {
    /// Plays like people of a rating.
    #[default]
    Human,
    /// MadChess's model: fewer nodes, less knowledge, deliberate errors.
    MadChess,
}

impl StrengthModel {
    /// The level `elo` of this model.
    pub const fn level(self, elo: Elo) -> StrengthLevel {
        match self {
            Self::Human => StrengthLevel::Human(HumanLevel::at(elo)),
            Self::MadChess => StrengthLevel::Limited(elo),
        }
    }

    /// Every level in the lists.
    pub fn levels(self) -> impl Iterator<Item = Elo> {
        let [low, high] = self.range();
        (low.0..=high.0).step_by(self.step().into()).map(Elo)
    }

    /// Reads a rating.
    ///
    /// # Errors
    /// It is not a number, or out of range.
    pub fn parse_level(self, text: &str) -> Result<StrengthLevel, String> {
        let [low, high] = self.range();
        let elo = text.trim().parse().map(Elo).ok().filter(|elo| (low..=high).contains(elo));
        let elo = elo.ok_or_else(|| format!("{text:?}: expected {low} to {high}"))?;
        Ok(self.level(elo))
    }

    /// The lowest and the highest level.
    pub const fn range(self) -> [Elo; 2] {
        match self {
            Self::Human => [human::MIN_RATING, human::MAX_RATING],
            Self::MadChess => [StrengthLimits::MIN_ELO, StrengthLimits::MAX_ELO],
        }
    }

    /// Step from one level to the next in the lists.
    pub const fn step(self) -> u16 {
        match self {
            Self::Human => 50,
            Self::MadChess => 100,
        }
    }
}

/// Why a limited level played the best move of a search at full strength.
pub const LONE_KING: &str = "the opponent has only a king: the search at full strength mates";

/// A move with its score.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveScore {
    /// The move in UCI notation.
    pub uci: String,
    /// For the side that moves.
    pub score: Score,
}

impl fmt::Display for MoveScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.uci, self.score)
    }
}

/// How a limited move was chosen: the random number, the candidates and the loss.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WeakenedMove {
    /// The best move.
    pub best: MoveScore,
    /// The played move.
    pub played: MoveScore,
    /// Loss in centipawns.
    pub loss: i32,
    /// Largest error for this move, centipawns.
    pub max_error: i32,
    /// The random number, 0 to 127; below `blunder_per128` it is a blunder.
    pub draw: u8,
    /// Chance of a blunder in 128ths.
    pub blunder_per128: u8,
    /// Number of moves within the error, the best included; of the human model every legal move.
    pub candidates: usize,
    /// Did the search at full strength choose it, because the opponent has only a king?
    pub mates_lone_king: bool,
    /// The account of the human model, which has no largest error and no blunders.
    pub human: Option<HumanChoice>,
}

impl WeakenedMove {
    /// What the choice cost: `83 cp`, or the mate or known endgame that it gave up or ran into.
    pub fn cost(&self) -> String {
        let [best, played] = [self.best.score, self.played.score];
        match (best.mate_moves(), played.mate_moves()) {
            (Some(best @ 1..), Some(played @ 1..)) => format!("mate in {played} instead of {best}"),
            (Some(best @ 1..), _) => format!("a missed mate in {best}"),
            (Some(best), Some(played)) => format!("mated in {} instead of {}", -played, -best),
            (_, Some(played)) => format!("mated in {}", -played),
            _ if best.is_recognised() && best > Score::DRAW => "a known win".to_owned(),
            _ if played.is_recognised() => "a known loss".to_owned(),
            _ => format!("{} cp", self.loss),
        }
    }
}

impl fmt::Display for WeakenedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { best, played, loss, max_error, draw, blunder_per128, candidates, .. } = self;
        if self.mates_lone_king {
            return write!(f, "played {played}: {LONE_KING}");
        }
        write!(f, "best {best}, played {played}, loss {loss}")?;
        if let Some(choice) = &self.human {
            return write!(f, "; {choice}; {candidates} legal moves");
        }
        let kind = if draw < blunder_per128 { "blunder" } else { "error" };
        write!(
            f,
            ", maximum {max_error}; draw {draw} of 128, threshold {blunder_per128}: {kind}; {candidates} candidates"
        )
    }
}
