//! Simulates one game of one side: the time manager allocates, the trace gives the share used, the clock runs.

use super::trace::{MoveTrace, uniform};
use crate::base::{Millis, Random};
use crate::game::TimeControl;
use crate::timing::{ClockState, Settings, TimeManager};
use serde::{Deserialize, Serialize};

/// Speed samples per search.
const NPS_SAMPLES: i64 = 4;

/// One move of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MoveStats {
    /// The budget in ms.
    pub planned: f64,
    /// Time used in ms.
    pub used: f64,
    /// Nodes of the tree, reused and new.
    pub total_nodes: f64,
}

/// Statistics of one side of one game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameStats {
    /// The moves made.
    pub moves: Vec<MoveStats>,
    /// Share of the usable time that was used; usable time excludes the last increment, the lags and one move overhead.
    pub used_share: f64,
    /// Coefficient of variation of the total nodes per move.
    pub node_spread: f64,
    /// Time forfeit?
    pub lost_on_time: bool,
}

/// Simulates the moves of `game` at `control`. Each move loses a lag of up to `overhead` outside the engine.
pub fn simulate_game(
    settings: &Settings,
    control: &TimeControl,
    game: &[MoveTrace],
    overhead: Millis,
    random: &mut Random,
) -> GameStats {
    let mut manager = TimeManager::new(*settings);
    let mut clock = control.initial().unwrap_or_default();
    let (mut given, mut lost_to_lag) = (clock.0, 0);
    let mut moves: Vec<MoveStats> = Vec::with_capacity(game.len());
    let mut lost_on_time = false;
    for (made, trace) in (0_u32..).zip(game) {
        let state = ClockState {
            ply: 2 * made as usize,
            remaining: clock,
            increment: control.increment(made),
            moves_to_go: control.moves_to_go(made),
            pieces: trace.pieces,
        };
        let last = moves.last().map_or(0.0, |last| last.total_nodes);
        let reused = (last * trace.reuse_share) as u64;
        let budget = manager.start(&state, overhead, reused);
        // A search without a budget still takes 1 ms for its first iteration.
        let extension = if trace.unsettled { budget.extension.0 } else { 0 };
        let share = (budget.deadline.0 as f64 * trace.stop_share) as i64;
        let time = Millis((share + extension).max(1));
        let total = reused + simulate_search(&mut manager, trace, time);
        manager.finish(time, total);
        moves.push(MoveStats {
            planned: budget.budget,
            used: time.0 as f64,
            total_nodes: total as f64,
        });

        let lag = (overhead.0.max(0) as f64 * uniform(random).powi(3)) as i64;
        lost_to_lag += lag;
        clock = clock - time - Millis(lag);
        if clock.0 < 0 {
            lost_on_time = true;
            break;
        }
        if moves.len() < game.len() {
            let added = control.time_added(made + 1);
            given += added.0;
            clock = clock + added;
        }
    }
    GameStats::of(moves, given - lost_to_lag - overhead.0.max(0), lost_on_time)
}

impl GameStats {
    /// Statistics of `moves` with `usable` ms for them.
    pub(super) fn of(moves: Vec<MoveStats>, usable: i64, lost_on_time: bool) -> Self {
        let used: f64 = moves.iter().map(|played| played.used).sum();
        let totals: Vec<f64> = moves.iter().map(|played| played.total_nodes).collect();
        Self {
            used_share: (used / usable.max(1) as f64).min(1.0),
            node_spread: coefficient_of_variation(&totals),
            moves,
            lost_on_time,
        }
    }
}

/// Simulates a search of length `time` with speed samples; returns its nodes.
fn simulate_search(manager: &mut TimeManager, trace: &MoveTrace, time: Millis) -> u64 {
    let nodes_at = |ms: i64| (trace.nps * ms as f64 / 1000.0) as u64;
    for part in 1..=NPS_SAMPLES {
        let so_far = time.0 * part / NPS_SAMPLES;
        manager.sample(Millis(so_far), nodes_at(so_far));
    }
    nodes_at(time.0)
}

/// Coefficient of variation; 0 for fewer than two values.
fn coefficient_of_variation(stats: &[f64]) -> f64 {
    let count = stats.len() as f64;
    let mean = stats.iter().sum::<f64>() / count;
    if stats.len() < 2 || mean <= 0.0 {
        return 0.0;
    }
    let variance = stats.iter().map(|figure| (figure - mean).powi(2)).sum::<f64>() / count;
    variance.sqrt() / mean
}
