//! The moves of a simulated game: speed, tree reuse and stop point of each search, drawn from a synthetic distribution.
//! Recorded games are in `recorded`.

use crate::base::Random;

/// One simulated search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveTrace {
    /// Nodes per second.
    pub nps: f64,
    /// Share of the last search's total nodes that this search reuses, 0 to 1.
    pub reuse_share: f64,
    /// Share of the budget after which the search stops; 1 uses all of it.
    pub stop_share: f64,
    /// Whether the search may take time that was saved for unsettled moves, if there is any.
    pub unsettled: bool,
    /// Pieces on the board.
    pub pieces: u32,
}

/// Median and steepness of the length of a game in moves: longer and less regular than `mle-legacy` expects (51.5 and
/// 7), so that no manager knows the distribution it is tried on.
const LENGTH: (f64, f64) = (55.0, 5.0);
/// Shortest and longest game, in moves of one side.
const LENGTH_RANGE: (f64, f64) = (15.0, 200.0);
/// Probability that the reply was not predicted, so that nothing is reused.
const UNEXPECTED_REPLY: f64 = 0.25;
/// Probability of a forced move, which takes almost no time, and of an easy move, which stops early.
const FORCED: f64 = 0.05;
const EASY: f64 = 0.35;
/// Probability of a move that is still unsettled when its budget is used.
const UNSETTLED: f64 = 0.1;

/// Draws a game: a machine of about 1 Mnps that gets faster as pieces are exchanged.
pub fn synthetic_game(random: &mut Random) -> Vec<MoveTrace> {
    // The log-logistic distribution by its inverse.
    let drawn = uniform(random).clamp(0.001, 0.999);
    let length = LENGTH.0 * (drawn / (1.0 - drawn)).powf(1.0 / LENGTH.1);
    let moves = length.clamp(LENGTH_RANGE.0, LENGTH_RANGE.1) as usize;
    let machine = 1e6 * (0.5 * normal(random)).exp();
    // The number of pieces at the end does not depend on the length.
    let last_pieces = 4.0 + 18.0 * uniform(random);
    let draw = |number: usize| {
        let progress = number as f64 / moves as f64;
        let pieces = (32.0 - (32.0 - last_pieces) * progress) as u32;
        MoveTrace { pieces, ..draw_move(random, machine, progress) }
    };
    (0..moves).map(draw).collect()
}

/// Draws a move at `progress` (0 to 1) of a game on a machine of `machine` nodes per second, with 32 pieces.
pub(super) fn draw_move(random: &mut Random, machine: f64, progress: f64) -> MoveTrace {
    let drawn = uniform(random);
    let stop = match drawn {
        forced if forced < FORCED => 0.01,
        easy if easy < FORCED + EASY => 0.3 + 0.7 * uniform(random),
        _ => 1.0,
    };
    MoveTrace {
        nps: machine * (1.0 + 0.5 * progress) * (0.15 * normal(random)).exp(),
        reuse_share: if uniform(random) < UNEXPECTED_REPLY {
            0.0
        } else {
            0.2 + 0.4 * uniform(random)
        },
        stop_share: stop,
        unsettled: drawn >= 1.0 - UNSETTLED,
        pieces: 32,
    }
}

/// Uniform in [0, 1).
pub(super) fn uniform(random: &mut Random) -> f64 {
    // The upper 53 bits fill a double's mantissa.
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// Approximately standard normal: the sum of twelve uniform draws (Source: the Irwin-Hall distribution).
fn normal(random: &mut Random) -> f64 {
    (0..12).map(|_| uniform(random)).sum::<f64>() - 6.0
}
