//! The smart stop: reasons to end a search before its budget is used up, so that the saved time serves other moves.
//! A pure decision over figures that the engine brings after each iteration and at polls; it knows no search.
//! Source: Lc0's smart pruning, in alpha-beta terms.

use super::parameter::{Parameter, Parameters, parameter};
use crate::base::{Millis, Score};
use serde::{Deserialize, Serialize};

/// Thresholds of the smart stop.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct StopSettings {
    /// Nothing but a single legal move or a proved mate stops a search this young, ms. The original's figure.
    pub quiet: f64,
    /// In bullet the quiet time is at most this share of the budget, or it would fill the whole move.
    pub quiet_share: f64,
    /// A decided move has used at least this share of the budget: the manager expects 0.7 to be used on average, and
    /// half of that leaves the easy moves room to pay for the hard ones.
    pub decided_after: f64,
    /// Share of the nodes that a decided best move holds. In an undecided position the first move of a PVS takes
    /// about half of the nodes; nine tenths mean that every other move is refuted by a handful of replies.
    pub decided_share: f64,
    /// Iterations in a row that have agreed on a decided move. Fewer agree by chance at the depths that bullet reaches.
    pub decided_iterations: f64,
    /// Largest difference between the scores of those iterations, in centipawns: half a pawn is the size of the
    /// evaluation's own odd-even swing, doubled.
    pub steady: f64,
    /// The next iteration is not begun when less than this share of its expected nodes fits in the time left. Below a
    /// half, the best move is rarely re-searched to its end, so that the time would buy nothing.
    pub iteration_share: f64,
}

impl Default for StopSettings {
    fn default() -> Self {
        Self {
            quiet: 200.0,
            quiet_share: 0.25,
            decided_after: 0.35,
            decided_share: 0.9,
            decided_iterations: 5.0,
            steady: 50.0,
            iteration_share: 0.4,
        }
    }
}

impl Parameters for StopSettings {
    const NAME: &'static str = "smart-stop";
    const TABLE: &'static [Parameter<Self>] = &[
        parameter!("quiet", quiet, 0.0, 1e6, "ms at the start in which nothing is decided"),
        parameter!(
            "quiet-share",
            quiet_share,
            0.0,
            1.0,
            "the same as a share of the budget, if that is less"
        ),
        parameter!(
            "decided-after",
            decided_after,
            0.0,
            1.0,
            "share of the budget a decided move has used"
        ),
        parameter!(
            "decided-share",
            decided_share,
            0.0,
            1.0,
            "share of the nodes a decided move holds"
        ),
        parameter!(
            "decided-iterations",
            decided_iterations,
            1.0,
            100.0,
            "iterations that agree on a decided move"
        ),
        parameter!(
            "steady",
            steady,
            0.0,
            10_000.0,
            "centipawns between the scores of those iterations"
        ),
        parameter!(
            "iteration-share",
            iteration_share,
            0.0,
            1.0,
            "share of the next iteration that must fit"
        ),
    ];
}

/// Why a search is ended before its budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EarlyStop {
    /// Only one move is legal.
    OnlyMove,
    /// A mate is proved within the depth searched.
    Mate,
    /// The best move is decided.
    Decided,
    /// The next iteration would not be finished.
    NoTimeForIteration,
}

/// When the question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// An iteration is complete and the next one not begun.
    BetweenIterations,
    /// In the middle of an iteration.
    Poll,
}

/// The figures the decision is made from.
#[derive(Clone, Copy, Debug)]
pub struct StopView<'a> {
    /// When it is asked.
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
    /// Of these, below the best root move.
    pub best_nodes: u64,
    /// Share of the nodes that it held after the iteration before, 0 to 1.
    pub earlier_share: f64,
    /// Completed iterations in a row that ended with the present best move.
    pub agreeing: usize,
    /// Score of each completed iteration, oldest first.
    pub scores: &'a [Score],
    /// Nodes when each iteration was completed, oldest first.
    pub nodes_by_iteration: &'a [u64],
}

impl StopSettings {
    /// Returns the reason to stop now, if there is one. Never before the first iteration is complete.
    #[must_use]
    pub fn reason(&self, view: &StopView<'_>) -> Option<EarlyStop> {
        let last = *view.scores.last()?;
        if view.legal_moves == 1 {
            return Some(EarlyStop::OnlyMove);
        }
        if proves_mate(last, view.depth) {
            return Some(EarlyStop::Mate);
        }
        if self.is_quiet(view) {
            return None;
        }
        if self.is_decided(view) {
            return Some(EarlyStop::Decided);
        }
        let stuck = view.moment == Moment::BetweenIterations && self.lacks_time(view);
        stuck.then_some(EarlyStop::NoTimeForIteration)
    }

    /// Is the search too young to be judged?
    fn is_quiet(&self, view: &StopView<'_>) -> bool {
        let quiet = self.quiet.min(self.quiet_share * millis(view.deadline));
        millis(view.elapsed) < quiet
    }

    /// Does the best move hold a large and not shrinking share of the nodes, agreed on for long at a steady score?
    fn is_decided(&self, view: &StopView<'_>) -> bool {
        let needed = self.decided_iterations as usize;
        if millis(view.elapsed) < self.decided_after * millis(view.deadline)
            || view.agreeing < needed
            || view.nodes == 0
        {
            return false;
        }
        let share = view.best_nodes as f64 / view.nodes as f64;
        // The share falls within an iteration while the other moves have their turn, so growth is judged between them.
        let growing = view.moment == Moment::Poll || share >= view.earlier_share;
        let recent = &view.scores[view.scores.len().saturating_sub(needed)..];
        share >= self.decided_share && growing && f64::from(spread(recent)) <= self.steady
    }

    /// Is less than the set share of the next iteration affordable?
    fn lacks_time(&self, view: &StopView<'_>) -> bool {
        let Some(expected) = next_iteration(view.nodes_by_iteration) else { return false };
        let left = millis(view.deadline - view.elapsed).max(0.0);
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
#[must_use]
pub fn next_iteration(nodes_by_iteration: &[u64]) -> Option<f64> {
    /// Ratios looked at: an odd and an even step and one more against noise.
    const RATIOS: usize = 3;
    let own: Vec<f64> = (0..nodes_by_iteration.len())
        .map(|i| {
            let before = i.checked_sub(1).map_or(0, |j| nodes_by_iteration[j]);
            nodes_by_iteration[i].saturating_sub(before).max(1) as f64
        })
        .collect();
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

/// Milliseconds as a floating-point number.
fn millis(time: Millis) -> f64 {
    super::budget::as_f64(time)
}
