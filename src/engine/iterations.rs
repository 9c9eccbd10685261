//! Statistics of the completed iterations: the input of the smart stop.

use crate::base::{Millis, Score};
use crate::rules::Move;
use crate::search::{SearchReport, StopReason};
use crate::timing::{EarlyStop, Moment, Progress, StopSettings, StopView};

/// Statistics of the completed iterations of one search.
#[derive(Debug, Default)]
pub(super) struct Iterations {
    best: Option<Move>,
    /// Consecutive completed iterations with the best move `best`.
    agreeing: usize,
    scores: Vec<Score>,
    /// Share of the nodes below the best move.
    share: f64,
}

impl Iterations {
    /// Adds a completed iteration; returns the node share of the best move before it.
    pub fn add(&mut self, search: &SearchReport) -> f64 {
        let Some(line) = search.lines.first() else { return self.share };
        let best = line.moves.first().copied();
        self.agreeing = if best == self.best { self.agreeing + 1 } else { 1 };
        self.best = best;
        self.scores.push(line.score);
        let share = best_nodes(search) as f64 / search.root_nodes().max(1) as f64;
        std::mem::replace(&mut self.share, share)
    }

    /// What they say for the stretch of the budget.
    pub fn progress(&self) -> Progress<'_> {
        Progress { best_share: self.share, agreeing: self.agreeing, scores: &self.scores }
    }

    /// Whether more time may change the move.
    pub fn is_unsettled(&self, settings: &StopSettings) -> bool {
        settings.is_unsettled(self.agreeing, &self.scores)
    }

    /// The statistics between two iterations. The caller sets the times and the speed.
    pub fn view<'a>(&'a self, search: &'a SearchReport, earlier_share: f64) -> StopView<'a> {
        StopView {
            moment: Moment::BetweenIterations,
            elapsed: Millis(0),
            deadline: Millis(0),
            nps: 0.0,
            legal_moves: search.root_moves.len(),
            depth: search.depth,
            nodes: search.root_nodes(),
            best_nodes: best_nodes(search),
            earlier_share,
            agreeing: self.agreeing,
            scores: &self.scores,
            nodes_by_iteration: &search.statistics.nodes_by_iteration,
        }
    }
}

fn best_nodes(search: &SearchReport) -> u64 {
    let best = search.lines.first().and_then(|line| line.moves.first());
    let root = search.root_moves.iter().find(|root| Some(&root.mv) == best);
    root.map_or(0, |root| root.nodes)
}

/// Converts the reason of the smart stop.
pub(super) const fn stop_reason(early: EarlyStop) -> StopReason {
    match early {
        EarlyStop::OnlyMove => StopReason::OnlyMove,
        EarlyStop::Mate => StopReason::Mate,
        EarlyStop::Decided => StopReason::Decided,
        EarlyStop::NoTimeForIteration => StopReason::NoTimeForIteration,
    }
}
