//! The dial's position, and what it did to a move.

use crate::base::{Elo, Score};
use serde::{Deserialize, Serialize};

/// Where the strength dial stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum DialSetting {
    /// No limit.
    #[default]
    Full,
    /// Limited to a rating on the engine's internal scale, 600 to 2600.
    Limited(Elo),
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
