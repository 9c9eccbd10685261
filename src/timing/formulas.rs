//! The budget formulas: `smooth`, in Lc0's order of steps, and `fixed`, `alphazero` and `simple`, shares of the remaining
//! time. Pure functions of the clock, the factors and the parameters; the manager calls them at the start of a
//! move.

use super::budget::{Budget, ClockState, Plan, as_f64};
use super::factors::Factors;
use super::moves_left::MovesLeft;
use super::settings::{AlphaZero, Fixed, Simple, Smooth};
use crate::base::Millis;

/// Inputs at the start of a move.
#[derive(Clone, Copy)]
pub(super) struct Start {
    /// The clock.
    pub clock: ClockState,
    /// Time lost outside the engine for each move.
    pub overhead: Millis,
    /// The option `Move Overhead`, of which the reserve is a multiple.
    pub overhead_option: Millis,
    /// Nodes reused from the previous search.
    pub reused_nodes: u64,
}

/// Source: Lc0's smooth time manager as proposed in April 2020 (its pull request 1195), with the guards of the later
/// versions.
pub(super) fn smooth(parameters: &Smooth, factors: &Factors, start: Start) -> Budget {
    let Start { clock, reused_nodes, .. } = start;
    let overhead = start.overhead + reserve(parameters.reserve, &start);
    let mut steps = start_of(Plan::Smooth, factors, start);

    steps.estimated_moves = parameters.estimator.moves_left(&clock);
    steps.moves_left = moves_to_control(steps.estimated_moves, &clock);

    // The current increment is on the clock already, hence one less than the moves left.
    let increments = as_f64(clock.increment).max(0.0) * (steps.moves_left - 1.0);
    let game_time = (as_f64(clock.remaining) + increments - as_f64(overhead)).max(0.0);
    let piggybank = &parameters.piggybank;
    let saved = factors.carried.saved.unwrap_or(piggybank.init * game_time).min(game_time);
    steps.game_time = game_time - saved;
    allocate(&mut steps);
    steps.average_total_nodes = steps.average_new_nodes / (1.0 - factors.tree_reuse);

    steps.target_new_nodes = (steps.average_total_nodes - reused_nodes as f64).max(0.0);
    steps.target_time =
        if factors.nps > 0.0 { steps.target_new_nodes / factors.nps * 1000.0 } else { 0.0 };
    let deposit = steps.target_time * piggybank.per_move;
    steps.uncapped = (steps.target_time - deposit) / factors.timeuse;
    steps.apply_caps(parameters.max_move_budget, overhead);
    // A search may use what earlier moves saved; its own part is for later ones.
    let spendable = (clock.remaining - overhead - steps.deadline).0.max(0);
    steps.extension = Millis(((saved * piggybank.max_use) as i64).min(spendable));
    let limit = piggybank.max_moves * steps.average_move_time;
    steps.saved = if piggybank.is_on() { (saved + deposit).min(limit) } else { 0.0 };
    steps
}

/// A fraction of the remaining time: equal shares for `1 / fraction` moves, or for the moves to the control.
pub(super) fn fixed(parameters: &Fixed, factors: &Factors, start: Start) -> Budget {
    let clock = start.clock;
    let mut steps = start_of(Plan::Fixed, factors, start);
    steps.estimated_moves = 1.0 / parameters.fraction;
    steps.moves_left = moves_to_control(steps.estimated_moves, &clock);
    steps.game_time = as_f64(clock.remaining).max(0.0);
    let increment = as_f64(clock.increment).max(0.0) * parameters.increment;
    share_of_clock(steps, factors, increment, parameters.max_move_budget, start.overhead)
}

/// Source: Lc0's documentation of its `alphazero` manager (2020): a percentage of the remaining time less the overhead.
pub(super) fn alphazero(parameters: &AlphaZero, factors: &Factors, start: Start) -> Budget {
    let mut steps = start_of(Plan::AlphaZero, factors, start);
    steps.estimated_moves = 100.0 / parameters.percent;
    steps.moves_left = steps.estimated_moves;
    steps.game_time = as_f64(start.clock.remaining - start.overhead).max(0.0);
    share_of_clock(steps, factors, 0.0, 1.0, start.overhead)
}

/// Source: Lc0's `simple` manager as proposed in its pull request 1764 (2022). The share `p` of the remaining time `t` grows
/// by the factor `1 + f i / t` with the increment `i`, which gives `p t + p f i`. The last move's unused time is added.
pub(super) fn simple(parameters: &Simple, factors: &Factors, start: Start) -> Budget {
    let clock = start.clock;
    let mut steps = start_of(Plan::Simple, factors, start);
    let percent = parameters.base + parameters.ply * clock.ply as f64;
    steps.estimated_moves = 100.0 / percent;
    steps.moves_left = steps.estimated_moves;
    steps.game_time = as_f64(clock.remaining - start.overhead).max(0.0);
    let increment = as_f64(clock.increment).max(0.0) * parameters.time_factor * percent / 100.0;
    let first = steps.game_time / steps.moves_left + increment;
    let bonus =
        if factors.carried.has_moved { 0.0 } else { first * parameters.opening_bonus / 100.0 };
    let extra = increment + bonus + factors.carried.unused;
    share_of_clock(steps, factors, extra, 1.0, start.overhead)
}

/// The budget from the game time divided by the moves left, plus `extra` ms. Neither tree reuse nor timeuse changes it.
fn share_of_clock(
    mut steps: Budget,
    factors: &Factors,
    extra: f64,
    max_move_budget: f64,
    overhead: Millis,
) -> Budget {
    allocate(&mut steps);
    steps.extra = extra;
    steps.target_time = (steps.average_move_time + extra).max(0.0);
    steps.target_new_nodes = steps.target_time * factors.nps / 1000.0;
    steps.average_total_nodes = steps.target_new_nodes + steps.reused_nodes;
    steps.uncapped = steps.target_time;
    steps.apply_caps(max_move_budget, overhead);
    steps
}

/// Time kept for delays of later moves. An increment of twice the overhead makes up for all but one of them.
fn reserve(multiple: f64, start: &Start) -> Millis {
    let overhead = as_f64(start.overhead_option);
    let made_up = (as_f64(start.clock.increment) / (2.0 * overhead).max(1.0)).clamp(0.0, 1.0);
    let kept = multiple - (multiple - 1.0).max(0.0) * made_up;
    Millis((overhead * kept) as i64)
}

/// A budget with its inputs.
fn start_of(plan: Plan, factors: &Factors, start: Start) -> Budget {
    Budget {
        plan,
        carried: factors.carried,
        clock: start.clock,
        nps: factors.nps,
        tree_reuse: factors.tree_reuse,
        timeuse: factors.timeuse,
        reused_nodes: start.reused_nodes as f64,
        overhead: Some(start.overhead),
        ..Budget::default()
    }
}

/// The smaller of the estimate and the moves to the next control; 0 moves to go means no control.
fn moves_to_control(estimate: f64, clock: &ClockState) -> f64 {
    match clock.moves_to_go {
        Some(moves) if moves > 0 => estimate.min(f64::from(moves)),
        _ => estimate,
    }
}

/// Divides the time and nodes of the game by the moves left.
fn allocate(steps: &mut Budget) {
    steps.game_nodes = steps.game_time * steps.nps / 1000.0;
    steps.average_new_nodes = steps.game_nodes / steps.moves_left;
    steps.average_move_time = steps.game_time / steps.moves_left;
}
