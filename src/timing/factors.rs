//! The factors learned from move to move: nodes per second, tree reuse and timeuse, with the state their updates need.
//! The manager calls `learn_reuse` and `remember` at the start of a move, `sample` during it, `finish` at its end.

use super::budget::{Budget, Carried, LearnedFactors, Update, as_f64};
use super::settings::{FirstMoveNps, Settings, Smooth};
use crate::base::Millis;
use serde::{Deserialize, Serialize};

/// Upper limit of timeuse; an overrun of a budget near zero would make the factor infinite.
const MAX_TIMEUSE: f64 = 1e6;

/// The learned factors and the pending inputs of their next update.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Factors {
    /// Smoothed nodes a second.
    pub nps: f64,
    /// Share of a tree that is reused.
    pub tree_reuse: f64,
    /// Share of a budget that is used.
    pub timeuse: f64,
    /// Nodes of the last finished search, reused and new; 0 without one.
    last_final_nodes: u64,
    /// Time of the last sample of this move, ms since its first node.
    last_time: i64,
    /// `average_move_time` of the last budget, ms.
    average_move_time: f64,
    /// The last budget, ms.
    budget: f64,
    /// What the moves so far leave to the next one.
    #[serde(default)]
    pub carried: Carried,
}

/// Parameters of the updates: those of `smooth`, and its defaults where the plan has no parameter.
#[derive(Clone, Copy)]
pub(super) struct UpdateParameters(Smooth);

impl UpdateParameters {
    /// The parameters in `settings`.
    pub fn of(settings: &Settings) -> Self {
        Self(match settings {
            Settings::Smooth(smooth) => *smooth,
            Settings::Fixed(fixed) => Smooth {
                init_nps: fixed.init_nps,
                nps_update_rate: fixed.nps_update_rate,
                ..Smooth::default()
            },
            Settings::AlphaZero(_) | Settings::Simple(_) => Smooth::default(),
        })
    }
}

impl Factors {
    /// The initial values.
    pub fn new(parameters: UpdateParameters) -> Self {
        Self {
            nps: parameters.0.init_nps,
            tree_reuse: parameters.0.init_tree_reuse,
            timeuse: parameters.0.init_timeuse,
            ..Self::default()
        }
    }

    /// Sets learned values, clamped to their ranges. NaN keeps the initial value.
    pub fn resume(&mut self, learned: LearnedFactors, carried: Carried) {
        let within = |value: f64, guess: f64, low: f64, high: f64| {
            if value.is_nan() { guess } else { value.max(low).min(high) }
        };
        self.nps = within(learned.nps, self.nps, 0.0, 1e12);
        self.tree_reuse = within(learned.tree_reuse, self.tree_reuse, 0.0, 0.99);
        self.timeuse = within(learned.timeuse, self.timeuse, 0.01, MAX_TIMEUSE);
        self.carried = carried;
    }

    /// At the start of a move: updates the tree reuse from the previous move, if it had a sample and nodes.
    pub fn learn_reuse(
        &mut self,
        parameters: UpdateParameters,
        reused_nodes: u64,
    ) -> Option<Update> {
        let weight = self.weight(self.last_time);
        let pending = self.last_final_nodes != 0 && self.last_time != 0;
        self.last_time = 0;
        if !pending {
            return None;
        }
        let before = self.tree_reuse;
        let seen = reused_nodes as f64 / self.last_final_nodes as f64;
        let moved = decay(before, seen, parameters.0.tree_reuse_update_rate, weight);
        self.tree_reuse = moved.min(parameters.0.max_tree_reuse);
        Some(Update { before, seen, weight, after: self.tree_reuse })
    }

    /// After the budget is computed: stores the parts of it that `finish` and the next move need.
    pub const fn remember(&mut self, budget: &Budget) {
        self.average_move_time = budget.average_move_time;
        self.budget = budget.budget;
        self.carried.saved = Some(budget.saved);
    }

    /// During a move: `time` since the first node of this move, `nodes` new nodes of this move.
    /// A time that does not advance is ignored.
    pub fn sample(&mut self, parameters: UpdateParameters, time: Millis, nodes: u64) {
        if time.0 <= 0 || time.0 <= self.last_time {
            return;
        }
        let raw = 1000.0 * nodes as f64 / as_f64(time);
        let passed = (as_f64(time) - self.last_time as f64) / 1000.0;
        self.nps = match parameters.0.first_move {
            FirstMoveNps::Raw if !self.carried.has_moved => raw,
            _ => decay(self.nps, raw, parameters.0.nps_update_rate, passed),
        };
        self.last_time = time.0;
    }

    /// At the end of a move: `time` since `go`, `nodes` of the whole tree, reused and new.
    pub fn finish(&mut self, parameters: UpdateParameters, time: Millis, nodes: u64) -> Update {
        let before = self.timeuse;
        let weight = self.weight(time.0.max(0));
        let used = as_f64(time).max(0.0);
        let seen = if self.budget <= 0.0 { 1.0 } else { (used / self.budget).min(MAX_TIMEUSE) };
        let moved = decay(before, seen, parameters.0.timeuse_update_rate, weight);
        self.timeuse = moved.max(parameters.0.min_timeuse);
        self.carried.unused = self.budget - used;
        self.carried.saved =
            self.carried.saved.map(|saved| (saved + self.carried.unused.min(0.0)).max(0.0));
        self.last_final_nodes = nodes;
        self.carried.has_moved = true;
        Update { before, seen, weight, after: self.timeuse }
    }

    /// Drops the pending reuse update: the next search does not continue the last one.
    pub const fn forget_last(&mut self) {
        self.last_final_nodes = 0;
        self.last_time = 0;
        self.carried.unused = 0.0;
    }

    /// A time span in units of the average move time.
    fn weight(&self, time: i64) -> f64 {
        if self.average_move_time <= 0.0 { 0.0 } else { time as f64 / self.average_move_time }
    }
}

/// Moves `from` towards `to`: half of the way when `elapsed` is one `half_life`, three quarters when it is two, in any unit.
/// Not clamped: a negative `elapsed` moves away. Source: Lc0's `ExponentialDecay` (2020).
pub fn decay(from: f64, to: f64, half_life: f64, elapsed: f64) -> f64 {
    to - (to - from) * 0.5_f64.powf(elapsed / half_life)
}
