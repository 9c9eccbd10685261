//! The seeds of the dial's errors.

use crate::base::{Random, drawn_seed};

/// Where the seeds of games come from, and those of this game.
#[derive(Clone, Debug)]
pub struct Seeds {
    source: Random,
    /// The seed that this game began with.
    of_game: Option<u64>,
    /// The seed of the next moves.
    pub in_force: Option<u64>,
}

impl Default for Seeds {
    fn default() -> Self {
        Self { source: Random::new(0), of_game: None, in_force: None }
    }
}

impl Seeds {
    /// Other seeds in every run.
    pub fn drawn() -> Self {
        Self { source: Random::new(drawn_seed()), ..Self::default() }
    }

    /// The seed of a new game: the user's `own`, or one that is drawn.
    pub fn begin_game(&mut self, own: Option<u64>) -> u64 {
        let seed = own.unwrap_or_else(|| self.source.next_u64() >> 32);
        self.of_game = Some(seed);
        self.in_force = Some(seed);
        seed
    }

    /// The seed from now on: the user's `own`, or that of the game again.
    pub fn change(&mut self, own: Option<u64>) -> u64 {
        match own.or(self.of_game) {
            Some(seed) => {
                self.in_force = Some(seed);
                seed
            }
            None => self.begin_game(None),
        }
    }
}
