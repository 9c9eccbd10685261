//! What to search and how far. Time is not here: the supervisor holds the clock.

use crate::rules::{Key, Move, Position};

/// The position to search with the game behind it.
#[derive(Clone, Debug, Default)]
pub struct Root {
    /// The position to search.
    pub position: Position,
    /// Keys of the earlier positions of the game, oldest first, the root itself not included.
    pub history: Vec<Key>,
}

/// Bounds on a search; the default is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Last iteration to run, in plies.
    pub depth: Option<u16>,
    /// Stop at this many nodes, exactly, so that a search can be repeated.
    pub nodes: Option<u64>,
    /// Stop when a mate in this many full moves is proved.
    pub mate: Option<u16>,
    /// Root moves to consider; empty means all.
    pub moves: Vec<Move>,
    /// Number of principal variations with exact scores; 0 counts as 1.
    pub lines: usize,
    /// Lines that are worse than the best by more than this many centipawns need no exact score and are left out;
    /// `None` keeps all that `lines` asks for.
    pub margin: Option<i32>,
}
