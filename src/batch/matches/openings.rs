//! Random openings: random moves from the start position, accepted if a shallow search scores them as balanced.

use crate::base::Random;
use crate::engine::{
    Backend as _, CoreError, EngineCore, EngineOptions, Go, GoLimit, ManualClock, SharedState,
};
use crate::rules::{Key, Position};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

/// Random plies: enough for millions of different openings, few enough for playable positions.
const RANDOM_PLIES: usize = 8;
/// Maximum absolute score of a balanced opening in centipawns. Measured: about half of all random openings pass.
const BALANCED_CP: i32 = 80;
/// Depth of the search in plies.
const BALANCE_DEPTH: u16 = 6;

/// `count` different balanced openings; the same seed gives the same list on every machine. About 5 ms each.
///
/// # Errors
/// There is no memory for the engine.
pub fn balanced_openings(seed: u64, count: usize) -> Result<Vec<Position>, CoreError> {
    let mut random = Random::new(seed);
    let mut judge = BalanceChecker::new()?;
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

/// Plays eight random plies from the start position; `None` if the game ended.
pub fn random_opening(random: &mut Random) -> Option<Position> {
    let mut position = Position::default();
    for _ in 0..RANDOM_PLIES {
        let moves = position.legal_moves();
        let drawn = random.below(moves.len() as u64);
        position.play(*moves.get(usize::try_from(drawn).ok()?)?);
    }
    (!position.legal_moves().is_empty()).then_some(position)
}

/// The engine at a fixed low depth.
struct BalanceChecker {
    brain: EngineCore,
    desk: SharedState,
    epoch: u64,
}

impl BalanceChecker {
    fn new() -> Result<Self, CoreError> {
        let options = EngineOptions { hash_mib: 4, ..EngineOptions::default() };
        let clock = Arc::new(ManualClock::stepping(Duration::ZERO));
        Ok(Self {
            brain: EngineCore::new(&options, clock)?,
            desk: SharedState::new(|_| {}),
            epoch: 0,
        })
    }

    fn is_balanced(&mut self, position: &Position) -> bool {
        self.epoch += 1;
        // Cleared, so that the result does not depend on earlier searches.
        self.brain.new_game();
        let limit = GoLimit { depth: Some(BALANCE_DEPTH), ..GoLimit::default() };
        let go = Go { epoch: self.epoch, ..Go::new(position.clone(), Vec::new(), limit) };
        let outcome = self.brain.search(&go, Duration::ZERO, &self.desk);
        let line = outcome.report.search.lines.first();
        line.is_some_and(|line| line.score.value().abs() <= BALANCED_CP)
    }
}
