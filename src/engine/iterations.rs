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
    /// Nodes of the main thread below all moves, and below the best move.
    nodes: [u64; 2],
}

impl Iterations {
    /// Adds a completed iteration; returns the node share of the best move before it.
    pub fn add(&mut self, search: &SearchReport) -> f64 {
        let earlier = self.share();
        let Some(line) = search.lines.first() else { return earlier };
        let best = line.moves.first().copied();
        let is_same = best == self.best;
        // In the middle of an iteration, as another thread has completed one, the best move has too large a share.
        if !is_same || search.current.is_none() {
            self.nodes = [search.root_nodes(), best_nodes(search)];
        }
        self.agreeing = if is_same { self.agreeing + 1 } else { 1 };
        self.best = best;
        self.scores.push(line.score);
        earlier
    }

    /// Share of the nodes below the best move; 0 before the first iteration.
    fn share(&self) -> f64 {
        let [all, best] = self.nodes;
        best as f64 / all.max(1) as f64
    }

    /// What they say for the stretch of the budget.
    pub fn progress(&self) -> Progress<'_> {
        Progress { best_share: self.share(), agreeing: self.agreeing, scores: &self.scores }
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
            nodes: self.nodes[0],
            best_nodes: self.nodes[1],
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

#[cfg(test)]
mod tests {
    use super::Iterations;
    use crate::rules::Position;
    use crate::search::{CurrentMove, PvLine, RootMove, SearchReport};

    /// A report of two root moves with these nodes, the one at `best` best, between two iterations or in the middle of one.
    fn report(nodes: [u64; 2], best: usize, is_within: bool) -> SearchReport {
        let moves = &Position::default().legal_moves()[..2];
        let root_move = |(&mv, nodes)| RootMove { nodes, ..RootMove::unsearched(mv) };
        let current = CurrentMove { mv: moves[0], number: 1, depth: 9 };
        SearchReport {
            lines: vec![PvLine { moves: vec![moves[best]], ..PvLine::default() }],
            root_moves: moves.iter().zip(nodes).map(root_move).collect(),
            current: is_within.then_some(current),
            ..SearchReport::default()
        }
    }

    #[test]
    fn the_share_of_the_best_move_is_that_of_whole_iterations() {
        let mut iterations = Iterations::default();
        assert_eq!(iterations.add(&report([60, 40], 0, false)), 0.0);
        assert_eq!(iterations.add(&report([160, 40], 0, true)), 0.6);
        let progress = iterations.progress();
        assert_eq!((progress.best_share, progress.agreeing), (0.6, 2));
        assert_eq!(iterations.add(&report([160, 240], 1, true)), 0.6);
        let progress = iterations.progress();
        assert_eq!((progress.best_share, progress.agreeing), (0.6, 1));
        assert_eq!(iterations.add(&report([200, 600], 1, false)), 0.6);
        assert_eq!(iterations.progress().best_share, 0.75);
    }
}
