//! The error draw: whether this move is a blunder, which moves are good enough, and which of them is played. All chance
//! comes from a generator passed in. The engine makes the roll before the search and the choice after it.
//! Source: MadChess 3.2 beta (E. Madsen, 2022), with a seeded generator and mates spared.

use super::law::Handicap;
use super::report::Inferior;
use crate::base::{Random, Score};

/// Faces of the die: chances are in 128ths.
const FACES: u64 = 128;

/// The roll before a search: how large an error this move may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roll {
    /// What the die showed, 0 to 127.
    pub rolled: u8,
    /// Chance of a blunder in 128ths.
    pub blunder_per128: u8,
    /// Largest error allowed, centipawns.
    pub allowed: i32,
}

/// The move chosen among the lines, and how many could have been.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Index into the lines.
    pub index: usize,
    /// Moves that each had the same chance, the best included.
    pub candidates: usize,
}

impl Roll {
    /// Rolls for one move of a player with `handicap`.
    pub fn new(handicap: &Handicap, random: &mut Random) -> Self {
        let rolled = random.below(FACES) as u8;
        let blunder_per128 = handicap.blunder_per128;
        let blunder = if rolled < blunder_per128 { handicap.blunder_error } else { 0 };
        Self { rolled, blunder_per128, allowed: handicap.move_error.max(blunder) }
    }

    /// Is this move a blunder?
    #[must_use]
    pub const fn is_blunder(&self) -> bool {
        self.rolled < self.blunder_per128
    }

    /// Chooses among the scores of the root moves, best first; `None` if there is none.
    ///
    /// With a mate for us the fastest is played. A move that allows mate in one is chosen only as a blunder, unless
    /// every move does.
    pub fn choose(&self, scores: &[Score], random: &mut Random) -> Option<Choice> {
        let best = *scores.first()?;
        if best.is_mate() && best.value() > 0 {
            return Some(Choice { index: 0, candidates: 1 });
        }
        let values: Vec<i32> = scores.iter().map(|score| score.value()).collect();
        let within = candidates(&values, self.allowed);
        let safe = scores[..within].iter().take_while(|score| !allows_mate_in_one(**score)).count();
        let candidates = if self.is_blunder() || safe == 0 { within } else { safe };
        let index = random.below(candidates as u64) as usize;
        Some(Choice { index, candidates })
    }

    /// The account of a choice among `lines`, each a move in UCI form with its score, best first.
    /// `None` if the choice does not belong to these lines.
    #[must_use]
    pub fn account(&self, choice: Choice, lines: &[(String, Score)]) -> Option<Inferior> {
        let (wanted, played) = (lines.first()?.clone(), lines.get(choice.index)?.clone());
        let loss = wanted.1.value() - played.1.value();
        Some(Inferior {
            wanted,
            played,
            loss,
            allowed: self.allowed,
            roll: self.rolled,
            blunder_per128: self.blunder_per128,
            candidates: choice.candidates,
        })
    }
}

/// The generator for one move: the same seed and position give the same draw, whatever was played before.
#[must_use]
pub const fn generator(seed: u64, position: u64) -> Random {
    Random::new(seed ^ position.rotate_left(32))
}

/// How many of `scores` (centipawns, best first) lie within `error` of the best, the best included.
#[must_use]
pub fn candidates(scores: &[i32], error: i32) -> usize {
    let Some(best) = scores.first() else { return 0 };
    let least = best.saturating_sub(error.max(0));
    scores.iter().take_while(|score| **score >= least).count()
}

/// Does the opponent mate at once after the move with this score?
fn allows_mate_in_one(score: Score) -> bool {
    score.mate_moves().is_some_and(|moves| moves == -1)
}
