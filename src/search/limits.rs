//! The position to search and the limits of the search, except time: the limit checker has the clock.

use crate::rules::{Key, Move, Position};

/// The position to search with the history of the game.
#[derive(Clone, Debug, Default)]
pub struct Root {
    /// The position to search.
    pub position: Position,
    /// Keys of the earlier positions of the game, oldest first, the root itself not included.
    pub history: Vec<Key>,
}

impl Root {
    /// Has the game had the position with this key twice, so that it is a draw when it stands again?
    pub fn had_twice(&self, key: Key) -> bool {
        self.history.iter().filter(|earlier| **earlier == key).count() >= 2
    }
}

/// How many times its nodes or its time a search takes at most to resolve an aspiration window that has failed.
/// Measured on five annotated games: of 1,017 searches at 30,000 nodes 1 % end with a bound, half of them without this.
pub const RESOLVE_FACTOR: u8 = 4;

/// Limits of a search; the default is no limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Last iteration, in plies.
    pub depth: Option<u16>,
    /// Stop at exactly this many nodes, so that a search can be repeated.
    pub nodes: Option<u64>,
    /// Go on past `nodes`, up to [`RESOLVE_FACTOR`] times as many, until an aspiration window that has failed is resolved.
    pub resolve_window: bool,
    /// Stop when a mate in this many full moves is found.
    pub mate: Option<u16>,
    /// Root moves to search (UCI `searchmoves`); empty means all.
    pub moves: Vec<Move>,
    /// Number of principal variations with exact scores (multi-PV); 0 counts as 1.
    pub lines: usize,
    /// Last iteration with so many lines, in plies; deeper ones search the best line alone. `None`: all iterations.
    pub lines_depth: Option<u16>,
    /// Nodes from which on no further line is begun: the iteration then counts as one of the best line alone.
    pub lines_nodes: Option<u64>,
    /// Lines that score more than this many centipawns below the best are omitted; `None` reports all `lines`.
    pub margin: Option<i32>,
}
