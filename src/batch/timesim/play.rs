//! One simulated game of one side: the manager plans, the trace says what becomes of the plan, the clock runs.

use super::trace::{MoveTrace, unit};
use crate::base::{Millis, Random};
use crate::game::TimeControl;
use crate::timing::{ClockState, Settings, TimeManager};

/// Samples of the speed that a search reports while it runs.
const SAMPLES: i64 = 4;

/// What came of one game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GameFigures {
    /// Moves made.
    pub moves: usize,
    /// Share of the usable time that was used: without the last move's increment, the lags and one overhead.
    pub used_share: f64,
    /// Deviation of the moves' total nodes over their mean.
    pub node_spread: f64,
    /// Whether the flag fell.
    pub lost_on_time: bool,
}

/// Plays the moves of `game` at `control`. Each move loses a lag of up to `overhead` outside the engine.
#[must_use]
pub fn play(
    settings: &Settings,
    control: &TimeControl,
    game: &[MoveTrace],
    overhead: Millis,
    random: &mut Random,
) -> GameFigures {
    let mut manager = TimeManager::new(*settings);
    let mut clock = control.initial().unwrap_or_default();
    let mut figures = GameFigures::default();
    let (mut given, mut used, mut lost_to_lag) = (clock.0, 0, 0);
    let mut totals: Vec<f64> = Vec::with_capacity(game.len());
    for (made, trace) in (0_u32..).zip(game) {
        let state = ClockState {
            ply: 2 * made as usize,
            remaining: clock,
            increment: control.increment(made),
            moves_to_go: control.moves_to_go(made),
            men: trace.men,
        };
        let reused = (totals.last().copied().unwrap_or(0.0) * trace.reuse) as u64;
        let budget = manager.start(&state, overhead, reused);
        // Even a search without a budget finishes its first iteration, within the millisecond.
        let time = Millis(((budget.deadline.0 as f64 * trace.stop) as i64).max(1));
        let total = reused + search(&mut manager, trace, time);
        manager.finish(time, total);
        totals.push(total as f64);

        let lag = lag(overhead, random);
        used += time.0;
        lost_to_lag += lag;
        figures.moves += 1;
        clock = clock - time - Millis(lag);
        if clock.0 < 0 {
            figures.lost_on_time = true;
            break;
        }
        if totals.len() < game.len() {
            let gain = control.gain(made + 1);
            given += gain.0;
            clock = clock + gain;
        }
    }
    let usable = given - lost_to_lag - overhead.0.max(0);
    figures.used_share = (used as f64 / usable.max(1) as f64).min(1.0);
    figures.node_spread = spread(&totals);
    figures
}

/// What passes outside the engine: usually a small part of what is kept back for it, a quarter on average, seldom all.
fn lag(overhead: Millis, random: &mut Random) -> i64 {
    (overhead.0.max(0) as f64 * unit(random).powi(3)) as i64
}

/// Lets the search run for `time`, reporting its speed on the way; returns its nodes.
fn search(manager: &mut TimeManager, trace: &MoveTrace, time: Millis) -> u64 {
    let nodes_at = |ms: i64| (trace.nps * ms as f64 / 1000.0) as u64;
    for part in 1..=SAMPLES {
        let so_far = time.0 * part / SAMPLES;
        manager.sample(Millis(so_far), nodes_at(so_far));
    }
    nodes_at(time.0)
}

/// Coefficient of variation; 0 for fewer than two figures.
fn spread(figures: &[f64]) -> f64 {
    let count = figures.len() as f64;
    let mean = figures.iter().sum::<f64>() / count;
    if figures.len() < 2 || mean <= 0.0 {
        return 0.0;
    }
    let variance = figures.iter().map(|figure| (figure - mean).powi(2)).sum::<f64>() / count;
    variance.sqrt() / mean
}
