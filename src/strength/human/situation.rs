//! The position of a decision with the moves before it, and the values of its moves.

use crate::rules::{Key, Move, Position};

/// Depths at which the moves are valued: 1 to this, in plies.
pub const DEPTHS: usize = 6;

/// Centipawns beyond which a position counts as decided.
const DECIDED: i32 = 2000;

/// A position and the game before it, as far as the features use it.
#[derive(Clone, Debug)]
pub struct Situation {
    /// The position.
    pub position: Position,
    /// The opponent's last move.
    pub last: Option<Move>,
    /// The own last move.
    pub own_last: Option<Move>,
    /// Keys of the earlier positions of the game, oldest first.
    pub earlier: Vec<Key>,
}

impl Situation {
    /// The situation after `moves`, which must be legal, from `start`.
    pub fn new(start: &Position, moves: &[Move]) -> Self {
        let mut position = start.clone();
        let mut earlier = Vec::with_capacity(moves.len());
        for mv in moves {
            earlier.push(position.key());
            position.play(*mv);
        }
        let (last, own_last) = (moves.last().copied(), moves.iter().rev().nth(1).copied());
        Self { position, last, own_last, earlier }
    }
}

/// The values of a move at depths 1 to [`DEPTHS`] in centipawns, for the side to move, and what a longer search says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValues {
    /// The move.
    pub mv: Move,
    /// By depth minus 1.
    pub by_depth: [i32; DEPTHS],
    /// Is it the best move of the longer search? One move is.
    pub is_best: bool,
}

/// The expected score of a value in centipawns, 0 to 1. Source: the curve of Lichess's accuracy figure.
pub fn expected_score(centipawns: i32) -> f64 {
    let decided = f64::from(centipawns.clamp(-DECIDED, DECIDED));
    1.0 / (1.0 + (-0.003_682_08 * decided).exp())
}
