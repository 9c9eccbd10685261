//! The time manager: one object per game, called at the start of each move, at samples of its speed, and at its end.
//! It reads no clock; the engine passes the times. Searches without a clock do not use it.

use super::budget::{Budget, Carried, ClockState, LearnedFactors, Update};
use super::factors::{Factors, UpdateParameters};
use super::formulas::{self, Start};
use super::lag::Overhead;
use super::settings::Settings;
use super::text::TextError;
use crate::base::Millis;

/// The default of the engine; `smooth` alone is Lc0's. `docs/timing.md` has the figures of both.
pub const DEFAULT_MANAGER: &str = "smooth-stretched";

/// Computes the time budget of each move and learns from the time actually used.
///
/// For each move: [`start`](Self::start), any number of [`sample`](Self::sample), [`finish`](Self::finish).
/// On a new game [`new_game`](Self::new_game); after a takeback or a jump [`forget_last`](Self::forget_last).
#[derive(Clone, Debug, PartialEq)]
pub struct TimeManager {
    settings: Settings,
    factors: Factors,
}

impl Default for TimeManager {
    fn default() -> Self {
        Self::new(Settings::default())
    }
}

impl TimeManager {
    /// A manager with the initial values of its settings.
    pub fn new(settings: Settings) -> Self {
        let factors = Factors::new(UpdateParameters::of(&settings));
        Self { settings, factors }
    }

    /// A manager with these factors, clamped to their ranges, and with what earlier moves left, for what-if computations.
    pub fn resumed(settings: Settings, factors: LearnedFactors, carried: Carried) -> Self {
        let mut manager = Self::new(settings);
        manager.factors.resume(factors, carried);
        manager
    }

    /// A manager from a parameter text such as `smooth(init-nps=1000000)`.
    ///
    /// # Errors
    /// The text names something unknown, is incomplete, or a value is out of range; the error points at the column.
    pub fn from_text(text: &str) -> Result<Self, TextError> {
        text.parse().map(Self::new)
    }

    /// The parameters in force.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// This manager with other parameters. Learned values stay; if nothing was learned yet, the new initial values apply.
    pub fn with_settings(&self, settings: Settings) -> Self {
        let mut changed = Self::new(settings);
        let untouched = Self::new(self.settings).factors == self.factors;
        if !untouched {
            changed.factors = self.factors.clone();
        }
        changed
    }

    /// Resets the learned values to the initial ones.
    pub fn new_game(&mut self) {
        self.factors = Factors::new(UpdateParameters::of(&self.settings));
    }

    /// The next search does not continue the last one, so it does not update the tree reuse.
    pub const fn forget_last(&mut self) {
        self.factors.forget_last();
    }

    /// Begins a move: updates the tree reuse from the last move, then computes the budget of this one.
    ///
    /// `reused_nodes` are the nodes reused from the previous search; `overhead` is the time lost outside the engine.
    /// The budget is never negative and never above the clock less the overhead.
    pub fn start(
        &mut self,
        clock: &ClockState,
        overhead: impl Into<Overhead>,
        reused_nodes: u64,
    ) -> Budget {
        let reuse_update =
            self.factors.learn_reuse(UpdateParameters::of(&self.settings), reused_nodes);
        let Overhead { lost, option } = overhead.into();
        let [overhead, overhead_option] = [lost, option].map(|time| time.max(Millis(0)));
        let start = Start { clock: *clock, overhead, overhead_option, reused_nodes };
        let mut budget = match &self.settings {
            Settings::Smooth(parameters) => formulas::smooth(parameters, &self.factors, start),
            Settings::Fixed(parameters) => formulas::fixed(parameters, &self.factors, start),
            Settings::AlphaZero(parameters) => {
                formulas::alphazero(parameters, &self.factors, start)
            }
            Settings::Simple(parameters) => formulas::simple(parameters, &self.factors, start),
        };
        budget.reuse_update = reuse_update;
        budget.stretch = self.settings.stretch().map(|settings| settings.before(&budget));
        self.factors.remember(&budget);
        budget
    }

    /// Takes a sample of the speed: `since_first_node` is the time since the first node of this move, `new_nodes` its nodes so far.
    /// Times that do not advance are ignored.
    pub fn sample(&mut self, since_first_node: Millis, new_nodes: u64) {
        self.factors.sample(UpdateParameters::of(&self.settings), since_first_node, new_nodes);
    }

    /// Ends a move: `move_time` is the time since `go`, `final_nodes` all nodes of the tree, reused and new.
    /// Returns the update of timeuse.
    pub fn finish(&mut self, move_time: Millis, final_nodes: u64) -> Update {
        self.factors.finish(UpdateParameters::of(&self.settings), move_time, final_nodes)
    }

    /// The budget that [`start`](Self::start) would return, without changing the manager.
    pub fn preview(
        &self,
        clock: &ClockState,
        overhead: impl Into<Overhead>,
        reused_nodes: u64,
    ) -> Budget {
        self.clone().start(clock, overhead, reused_nodes)
    }

    /// The factors as they are now.
    pub const fn learned(&self) -> LearnedFactors {
        let Factors { nps, tree_reuse, timeuse, .. } = self.factors;
        LearnedFactors { nps, tree_reuse, timeuse }
    }
}
