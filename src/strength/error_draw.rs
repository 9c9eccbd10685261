//! The error draw: whether this move is a blunder, which moves are candidates, and which candidate is played. The random
//! generator is passed in. The engine draws the error before the search and chooses the move after it.
//! Source: MadChess 3.2 beta (E. Madsen, 2022), with a seeded generator and mates spared.

use super::level::{MoveScore, WeakenedMove};
use super::limits::StrengthLimits;
use crate::base::{Random, Score};

/// Number of equally likely draws: chances are in 128ths.
const PER_128: u64 = 128;

/// The draw before a search: the largest error of this move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErrorDraw {
    /// The random number, 0 to 127; below `blunder_per128` it is a blunder.
    pub draw: u8,
    /// Chance of a blunder in 128ths.
    pub blunder_per128: u8,
    /// Largest error, centipawns.
    pub max_error: i32,
}

/// The chosen line and the number of candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Index into the lines.
    pub index: usize,
    /// Number of moves with the same chance, the best included.
    pub candidates: usize,
}

impl ErrorDraw {
    /// Draws the error of one move with these `limits`.
    pub fn new(limits: &StrengthLimits, random: &mut Random) -> Self {
        let draw = random.below(PER_128) as u8;
        let blunder_per128 = limits.blunder_per128;
        let blunder = if draw < blunder_per128 { limits.blunder_error } else { 0 };
        Self { draw, blunder_per128, max_error: limits.move_error.max(blunder) }
    }

    /// Is this move a blunder?
    pub const fn is_blunder(&self) -> bool {
        self.draw < self.blunder_per128
    }

    /// Chooses among the scores of the root moves, best first; `None` if there is none.
    ///
    /// If the best move mates, it is chosen. A move that allows mate in one is chosen only as a blunder, unless every
    /// move does.
    pub fn choose(&self, scores: &[Score], random: &mut Random) -> Option<Choice> {
        let best = *scores.first()?;
        if best.is_mate() && best.value() > 0 {
            return Some(Choice { index: 0, candidates: 1 });
        }
        let values: Vec<i32> = scores.iter().map(|score| score.value()).collect();
        let within = candidates(&values, self.max_error);
        let safe = scores[..within].iter().take_while(|score| !allows_mate_in_one(**score)).count();
        let candidates = if self.is_blunder() || safe == 0 { within } else { safe };
        let index = random.below(candidates as u64) as usize;
        Some(Choice { index, candidates })
    }

    /// Describes a choice among `lines`, the best first.
    /// `None` if the choice does not belong to these lines.
    pub fn describe(&self, choice: Choice, lines: &[MoveScore]) -> Option<WeakenedMove> {
        let (best, played) = (lines.first()?.clone(), lines.get(choice.index)?.clone());
        let loss = best.score.value() - played.score.value();
        Some(WeakenedMove {
            best,
            played,
            loss,
            max_error: self.max_error,
            draw: self.draw,
            blunder_per128: self.blunder_per128,
            candidates: choice.candidates,
            mates_lone_king: false,
            human: None,
        })
    }
}

/// The generator for one move: it depends on seed and position only, not on the moves before.
pub const fn generator(seed: u64, position: u64) -> Random {
    Random::new(seed ^ position.rotate_left(32))
}

/// How many of `scores` (centipawns, best first) lie within `error` of the best, the best included.
pub fn candidates(scores: &[i32], error: i32) -> usize {
    let Some(best) = scores.first() else { return 0 };
    let least = best.saturating_sub(error.max(0));
    scores.iter().take_while(|score| **score >= least).count()
}

/// Does the opponent mate with the next move after the move with this score?
fn allows_mate_in_one(score: Score) -> bool {
    score.mate_moves().is_some_and(|moves| moves == -1)
}
