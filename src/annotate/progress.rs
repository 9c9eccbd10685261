//! How far a run is and how long it will take.

use crate::base::Millis;
use crate::engine::Clock;
use std::sync::Arc;
use std::time::Duration;

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The game under way, from 1, and how many there are.
    pub game: (usize, usize),
    /// Positions done and how many there are, in all games.
    pub positions: (usize, usize),
    /// Time left at the pace so far.
    pub remaining: Millis,
}

/// Counts positions and time. Further looks at single moves are not counted; their time is in the pace.
#[derive(Debug)]
pub struct Meter {
    clock: Arc<dyn Clock>,
    started: Duration,
    /// Positions up to the end of each game.
    ends: Vec<usize>,
    done: usize,
    /// Positions of this run, which the pace is taken from.
    searched: usize,
}

impl Meter {
    /// Begins to count; `positions` are those of each game.
    pub fn new(clock: Arc<dyn Clock>, positions: impl IntoIterator<Item = usize>) -> Self {
        let sum = |total: &mut usize, count| {
            *total += count;
            Some(*total)
        };
        let ends = positions.into_iter().scan(0, sum).collect();
        let started = clock.now();
        Self { clock, started, ends, done: 0, searched: 0 }
    }

    /// So many positions of the game under way are known from an earlier run.
    pub fn known_before(&mut self, positions: usize) {
        self.done += positions;
    }

    /// A position of game `number` (from 0) was searched.
    pub fn position_done(&mut self, number: usize) -> Progress {
        self.done += 1;
        self.searched += 1;
        let total = self.ends.last().copied().unwrap_or(0);
        let spent = self.clock.now().saturating_sub(self.started);
        let left = u32::try_from(total.saturating_sub(self.done)).unwrap_or(u32::MAX);
        let pace = spent / u32::try_from(self.searched).unwrap_or(u32::MAX);
        Progress {
            game: (number + 1, self.ends.len()),
            positions: (self.done.min(total), total),
            remaining: Millis::from_duration(pace.saturating_mul(left)),
        }
    }

    /// Game `number` (from 0) is done, be it by an earlier run.
    pub fn game_done(&mut self, number: usize) {
        self.done = self.ends.get(number).copied().unwrap_or(self.done);
    }
}
