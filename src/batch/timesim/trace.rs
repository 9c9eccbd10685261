//! What happens to a time manager in a game, apart from its own plans: speed, reuse and stop points, move by move.
//! Here is the synthetic distribution; recorded games are in `recorded`.

use crate::base::Random;
use serde::{Deserialize, Serialize};

/// One move of one side, as the search would have met it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveTrace {
    /// Nodes a second of this search.
    pub nps: f64,
    /// Share of the last move's total nodes that this search begins with, 0 to 1.
    pub reuse: f64,
    /// Share of the budget after which the search stops by itself; 1 uses all of it.
    pub stop: f64,
    /// Men on the board.
    pub men: u32,
}

/// Median and steepness of the length of a game in moves: longer and less regular than `mle-legacy` expects (51.5 and
/// 7), so that no manager knows the distribution it is tried on.
const LENGTH: (f64, f64) = (55.0, 5.0);
/// The longest and the shortest game, in moves of one side.
const LENGTHS: (f64, f64) = (15.0, 200.0);
/// Chance that the reply was not expected, so that nothing is reused.
const SURPRISE: f64 = 0.25;
/// Chance of a forced or recaptured move that takes next to no time, and of one that stops early.
const FORCED: f64 = 0.05;
const EASY: f64 = 0.35;

/// Draws a whole game: a machine of about a million nodes a second that gets faster as the board empties.
#[must_use]
pub fn synthetic(random: &mut Random) -> Vec<MoveTrace> {
    // The log-logistic distribution by its inverse.
    let drawn = unit(random).clamp(0.001, 0.999);
    let length = LENGTH.0 * (drawn / (1.0 - drawn)).powf(1.0 / LENGTH.1);
    let moves = length.clamp(LENGTHS.0, LENGTHS.1) as usize;
    let machine = 1e6 * (0.5 * bell(random)).exp();
    // Some games end among many men and some among few, whatever their length.
    let last_men = 4.0 + 18.0 * unit(random);
    let mut draw = |number: usize| {
        let progress = number as f64 / moves as f64;
        let men = (32.0 - (32.0 - last_men) * progress) as u32;
        MoveTrace { men, ..one_move(random, machine, progress) }
    };
    (0..moves).map(&mut draw).collect()
}

/// Draws a move at `progress` (0 to 1) of a game on a machine of that speed, with all men on the board.
pub(super) fn one_move(random: &mut Random, machine: f64, progress: f64) -> MoveTrace {
    let stop = match unit(random) {
        forced if forced < FORCED => 0.01,
        easy if easy < FORCED + EASY => 0.3 + 0.7 * unit(random),
        _ => 1.0,
    };
    MoveTrace {
        nps: machine * (1.0 + 0.5 * progress) * (0.15 * bell(random)).exp(),
        reuse: if unit(random) < SURPRISE { 0.0 } else { 0.2 + 0.4 * unit(random) },
        stop,
        men: 32,
    }
}

/// Evenly distributed from 0 to 1.
pub(super) fn unit(random: &mut Random) -> f64 {
    // The upper 53 bits fill a double's mantissa.
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// Roughly normal with deviation 1: a sum of twelve even draws (Source: the Irwin-Hall distribution).
fn bell(random: &mut Random) -> f64 {
    (0..12).map(|_| unit(random)).sum::<f64>() - 6.0
}
