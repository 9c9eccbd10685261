//! Random openings: random moves from the start position, accepted if a shallow search scores them as balanced.

use super::opening_book::OpeningBook;
use super::options::Options;
use crate::base::Random;
use crate::engine::LocalEngine;
use crate::engine::{CoreError, EngineOptions, Go, GoLimit};
use crate::rules::{Key, Position};
use anyhow::Result;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// Random plies: enough for millions of different openings, few enough for playable positions.
const RANDOM_PLIES: usize = 8;
/// Maximum absolute score of a balanced opening in centipawns. Measured: about half of all random openings pass.
const BALANCED_CP: i32 = 80;
/// Depth of the search in plies.
const BALANCE_DEPTH: u16 = 6;

/// `count` different balanced openings; the same seed gives the same list on every machine. About 5 ms each. Fewer if `stop` is
/// set meanwhile.
///
/// # Errors
/// There is no memory for the engine.
pub(in crate::batch) fn balanced_openings(
    seed: u64,
    count: usize,
    stop: &AtomicBool,
) -> Result<Vec<Position>, CoreError> {
    let mut random = Random::new(seed);
    let mut engine =
        LocalEngine::without_clock(&EngineOptions { hash_mib: 4, ..EngineOptions::default() })?;
    let mut seen: HashSet<Key> = HashSet::new();
    let mut openings = Vec::with_capacity(count);
    while openings.len() < count && !stop.load(Ordering::Relaxed) {
        if let Some(position) = random_opening(&mut random)
            && is_balanced(&mut engine, &position)
            && seen.insert(position.key())
        {
            openings.push(position);
        }
    }
    Ok(openings)
}

/// The openings of a tuning run: those of a book in random order, from its beginning in another order when it has ended, or
/// random ones.
#[derive(Debug)]
pub(in crate::batch) struct PairOpenings {
    book: Option<OpeningBook>,
    seed: u64,
    /// How often the book has ended, and its order since.
    round: Option<(u64, Vec<Position>)>,
}

impl PairOpenings {
    /// Reads the book of the options.
    ///
    /// # Errors
    /// File and line, and what is wrong with it.
    pub fn open(options: &Options) -> Result<Self> {
        Ok(Self { book: options.book()?, seed: options.seed, round: None })
    }

    /// The book as a record names it.
    pub fn book_id(&self) -> Option<String> {
        self.book.as_ref().map(OpeningBook::id)
    }

    /// The openings of the pairs with these numbers, which depend on nothing else but the seed and, without a book, on where
    /// the range begins.
    ///
    /// # Errors
    /// There is no memory for the engine that judges random openings.
    pub fn range(&mut self, pairs: Range<u64>) -> Result<Vec<Position>> {
        let Some(book) = &self.book else {
            let seed = Random::new(self.seed).next_u64() ^ pairs.start;
            let count = usize::try_from(pairs.end - pairs.start)?;
            return Ok(balanced_openings(seed, count, &AtomicBool::new(false))?);
        };
        let mut openings = Vec::new();
        for pair in pairs {
            let (round, index) = (pair / book.len() as u64, pair % book.len() as u64);
            if self.round.as_ref().is_none_or(|(present, _)| *present != round) {
                let order = book.clone().shuffled(self.seed.wrapping_add(round), book.len())?;
                self.round = Some((round, order));
            }
            let order = self.round.as_ref().map_or(&[][..], |(_, order)| order);
            openings.extend(order.get(usize::try_from(index)?).cloned());
        }
        Ok(openings)
    }
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

fn is_balanced(engine: &mut LocalEngine, position: &Position) -> bool {
    // Cleared, so that the result does not depend on earlier searches.
    engine.new_game();
    let limit = GoLimit { depth: Some(BALANCE_DEPTH), ..GoLimit::default() };
    let report = engine.search(Go::new(position.clone(), Vec::new(), limit)).report;
    report.search.lines.first().is_some_and(|line| line.score.value().abs() <= BALANCED_CP)
}
