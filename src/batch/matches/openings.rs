//! Openings made by ourselves: random moves from the start, kept when a short search calls them balanced.

use crate::base::Random;
use crate::engine::{
    Brain, BrainError, Desk, EngineOptions, Go, GoLimit, ManualClock, Thinker as _,
};
use crate::rules::{Key, Position};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

/// Random half-moves before the game begins: enough for millions of different games, few enough for sane positions.
const PLIES: usize = 8;
/// Largest score that counts as balanced, in centipawns. Measured: about half of all random openings pass.
const BALANCED: i32 = 80;
/// Depth of the search that judges, in plies.
const JUDGE_DEPTH: u16 = 6;

/// `count` different balanced openings; the same seed gives the same list on every machine. About 5 ms each.
///
/// # Errors
/// When there is no memory for the engine that judges.
pub fn balanced(seed: u64, count: usize) -> Result<Vec<Position>, BrainError> {
    let mut random = Random::new(seed);
    let mut judge = Judge::new()?;
    let mut seen: HashSet<Key> = HashSet::new();
    let mut openings = Vec::with_capacity(count);
    while openings.len() < count {
        if let Some(position) = random_opening(&mut random)
            && judge.is_balanced(&position)
            && seen.insert(position.key())
        {
            openings.push(position);
        }
    }
    Ok(openings)
}

/// A random walk of eight half-moves from the start; `None` when the game ended on the way.
pub fn random_opening(random: &mut Random) -> Option<Position> {
    let mut position = Position::default();
    for _ in 0..PLIES {
        let moves = position.legal_moves();
        let drawn = random.below(moves.len() as u64);
        position.play(*moves.get(usize::try_from(drawn).ok()?)?);
    }
    (!position.legal_moves().is_empty()).then_some(position)
}

/// The engine at a small fixed depth.
struct Judge {
    brain: Brain,
    desk: Desk,
    epoch: u64,
}

impl Judge {
    fn new() -> Result<Self, BrainError> {
        let options = EngineOptions { hash_mib: 4, ..EngineOptions::default() };
        let clock = Arc::new(ManualClock::stepping(Duration::ZERO));
        Ok(Self { brain: Brain::new(&options, clock)?, desk: Desk::new(|_| {}), epoch: 0 })
    }

    fn is_balanced(&mut self, position: &Position) -> bool {
        self.epoch += 1;
        // What an earlier search left in the table would make the list depend on its own history.
        self.brain.new_game();
        let limit = GoLimit { depth: Some(JUDGE_DEPTH), ..GoLimit::default() };
        let go = Go { epoch: self.epoch, ..Go::new(position.clone(), Vec::new(), limit) };
        let outcome = self.brain.think(&go, Duration::ZERO, &self.desk);
        let line = outcome.report.search.lines.first();
        line.is_some_and(|line| line.score.value().abs() <= BALANCED)
    }
}
