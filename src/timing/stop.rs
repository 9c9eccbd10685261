//! The smart stop: reasons to end a search before its budget is used, to save time for later moves. A pure decision
//! over the figures that the engine passes after each iteration and at polls.
//! Source: Lc0's smart pruning, adapted to alpha-beta.

use super::budget::as_f64;
use super::parameter::parameters;
use crate::base::{Millis, Score};
use serde::{Deserialize, Serialize};

parameters! {
    /// Thresholds of the smart stop.
    pub struct StopSettings ("smart-stop") {
        /// Minimum thinking time in ms; before it, only a single legal move or a proved mate stops the search. Lc0's value.
        #[serde(alias = "quiet")]
        min_time ("quiet"): 200.0, 0.0..=1e6;
        /// Upper limit of the minimum thinking time as a share of the budget, for bullet games.
        #[serde(alias = "quiet_share")]
        min_time_share ("quiet-share"): 0.25, 0.0..=1.0;
        /// Share of the budget that must be used before a decided move stops the search. The manager expects an average
        /// use of 0.7; half of it lets easy moves save time for hard ones.
        decided_after ("decided-after"): 0.35, 0.0..=1.0;
        /// Share of the nodes below a decided best move. In an undecided position the first move of a PVS takes about half
        /// of the nodes; at 0.9 the first few replies refute every other move.
        decided_share ("decided-share"): 0.9, 0.0..=1.0;
        /// Consecutive iterations with the same best move. Fewer agree by chance at bullet depths.
        decided_iterations ("decided-iterations"): 5.0, 1.0..=100.0;
        /// Largest difference between the scores of those iterations in centipawns: 50 is twice the odd-even effect of the
        /// evaluation.
        steady ("steady"): 50.0, 0.0..=10_000.0;
        /// The next iteration starts only if at least this share of its expected nodes fits into the time left. Below 0.5
        /// the search of the best move rarely completes.
        iteration_share ("iteration-share"): 0.4, 0.0..=1.0;
    }
}

/// Why a search ends before its budget is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EarlyStop {
    /// Only one move is legal.
    OnlyMove,
    /// A mate is proved within the depth searched.
    Mate,
    /// The best move is decided.
    Decided,
    /// The next iteration would not finish in time.
    NoTimeForIteration,
}

/// When the decision is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Between two iterations.
    BetweenIterations,
    /// Within an iteration.
    Poll,
}

/// Inputs of the decision.
#[derive(Clone, Copy, Debug)]
pub struct StopView<'a> {
    /// When the decision is made.
    pub moment: Moment,
    /// Time since `go` (or the ponder hit).
    pub elapsed: Millis,
    /// Whole milliseconds of the budget.
    pub deadline: Millis,
    /// Smoothed nodes a second.
    pub nps: f64,
    /// Legal moves at the root.
    pub legal_moves: usize,
    /// Last completed iteration in plies.
    pub depth: u16,
    /// Nodes below all root moves so far.
    pub nodes: u64,
    /// Nodes below the best root move.
    pub best_nodes: u64,
    /// Share of the nodes below the best move after the previous iteration, 0 to 1.
    pub earlier_share: f64,
    /// Consecutive completed iterations with the current best move.
    pub agreeing: usize,
    /// Score of each completed iteration, oldest first.
    pub scores: &'a [Score],
    /// Nodes at the end of each iteration, oldest first.
    pub nodes_by_iteration: &'a [u64],
}

impl StopSettings {
    /// Returns the reason to stop now, if any. `None` before the first iteration is complete.
    pub fn reason(&self, view: &StopView<'_>) -> Option<EarlyStop> {
        let last = *view.scores.last()?;
        if view.legal_moves == 1 {
            return Some(EarlyStop::OnlyMove);
        }
        if proves_mate(last, view.depth) {
            return Some(EarlyStop::Mate);
        }
        if self.is_below_min_time(view) {
            return None;
        }
        if self.is_decided(view) {
            return Some(EarlyStop::Decided);
        }
        let stuck = view.moment == Moment::BetweenIterations && self.lacks_time_for_iteration(view);
        stuck.then_some(EarlyStop::NoTimeForIteration)
    }

    /// Whether more time may change the move: the last iteration changed the best move, or its score fell by more than
    /// `steady`. Then the search may use saved time. Source: Lc0's pull request 1310 extends a search whose most visited move
    /// is not the one with the best value; an iteration is what alpha-beta has in the place of visits.
    pub fn is_unsettled(&self, agreeing: usize, scores: &[Score]) -> bool {
        let [.., before, last] = scores else { return false };
        agreeing == 1 || f64::from(before.value() - last.value()) > self.steady
    }

    /// Is the minimum thinking time not over yet?
    fn is_below_min_time(&self, view: &StopView<'_>) -> bool {
        let quiet = self.min_time.min(self.min_time_share * as_f64(view.deadline));
        as_f64(view.elapsed) < quiet
    }

    /// Does the best move have a large, growing share of the nodes, over several iterations with a steady score?
    fn is_decided(&self, view: &StopView<'_>) -> bool {
        let needed = self.decided_iterations as usize;
        if as_f64(view.elapsed) < self.decided_after * as_f64(view.deadline)
            || view.agreeing < needed
            || view.nodes == 0
        {
            return false;
        }
        let share = view.best_nodes as f64 / view.nodes as f64;
        // Within an iteration the share falls while the other moves are searched, so growth is tested between iterations.
        let growing = view.moment == Moment::Poll || share >= view.earlier_share;
        let recent = &view.scores[view.scores.len().saturating_sub(needed)..];
        share >= self.decided_share && growing && f64::from(spread(recent)) <= self.steady
    }

    /// Does less than the configured share of the next iteration fit into the time left?
    fn lacks_time_for_iteration(&self, view: &StopView<'_>) -> bool {
        let Some(expected) = next_iteration(view.nodes_by_iteration) else { return false };
        let left = as_f64(view.deadline - view.elapsed).max(0.0);
        left / 1000.0 * view.nps < self.iteration_share * expected
    }
}

/// Does `score` mate, or get mated, within `depth` plies, so that deeper iterations cannot change it?
fn proves_mate(score: Score, depth: u16) -> bool {
    let plies = Score::MATE.value() - score.value().abs();
    score.is_mate() && plies <= i32::from(depth)
}

/// Expected nodes of the next iteration: those of the last one times the measured branching, which is the geometric
/// mean of the last three ratios and never below 1.2 or above 8. `None` before the second iteration is complete.
pub fn next_iteration(nodes_by_iteration: &[u64]) -> Option<f64> {
    /// Ratios in the mean: an odd and an even iteration and one more to reduce noise.
    const RATIOS: usize = 3;
    let mut own: Vec<f64> = (0..nodes_by_iteration.len())
        .map(|i| {
            let before = i.checked_sub(1).map_or(0, |j| nodes_by_iteration[j]);
            nodes_by_iteration[i].saturating_sub(before).max(1) as f64
        })
        .collect();
    // Several threads skip depths: a depth and the next one share their nodes as if the second had taken twice the first.
    for i in 1..own.len() {
        if nodes_by_iteration[i] == nodes_by_iteration[i - 1] {
            (own[i - 1], own[i]) = (own[i - 1] / 3.0, own[i - 1] * 2.0 / 3.0);
        }
    }
    let last = own.len().checked_sub(1).filter(|&last| last > 0)?;
    let first = last.saturating_sub(RATIOS);
    let steps = u32::try_from(last - first).ok()?;
    let branching = (own[last] / own[first]).powf(1.0 / f64::from(steps)).clamp(1.2, 8.0);
    Some(own[last] * branching)
}

/// Largest difference between scores.
fn spread(scores: &[Score]) -> i32 {
    let high = scores.iter().max().map_or(0, |score| score.value());
    let low = scores.iter().min().map_or(0, |score| score.value());
    high - low
}
