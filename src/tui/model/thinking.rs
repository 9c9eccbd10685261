//! What the engine is doing for the screen: the thought under way, its latest report, the last move it made.

use crate::base::Bound;
use crate::engine::{Go, Report};
use crate::game::NodeId;
use crate::rules::Move;
use std::sync::Arc;

/// What a thought is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// The engine rests.
    #[default]
    Nothing,
    /// To make a move.
    Move,
    /// To look at a position without end.
    Analysis,
    /// To give the user a hint.
    Hint,
    /// To be ahead when the opponent plays the expected reply.
    Ponder,
}

/// The engine as the screen sees it.
#[derive(Debug, Default)]
pub struct Thinking {
    /// Number of the latest thought; older reports and outcomes are stale.
    pub epoch: u64,
    /// What it is for.
    pub purpose: Purpose,
    /// The node that is thought about.
    pub node: NodeId,
    /// The reply that is pondered on.
    pub expected: Option<Move>,
    /// The order of the latest thought.
    pub go: Option<Box<Go>>,
    /// The last thought that came to its end: its order and its final report.
    pub finished: Option<(Box<Go>, Arc<Report>)>,
    /// The newest report.
    pub report: Option<Arc<Report>>,
    /// The newest report of the latest thought whose lines can be compared: all scores are exact and of one depth.
    pub comparable: Option<Arc<Report>>,
    /// Number of the thought that the user ended to have its move at once.
    pub moved_now: Option<u64>,
    /// The last report of the engine's last move, for the dial.
    pub last_move: Option<Arc<Report>>,
    /// Nodes a second, report by report, of the thought under way.
    pub nps_history: Vec<f64>,
}

/// Speeds kept for the little graph: wider than any panel.
const SPEEDS: usize = 200;

impl Thinking {
    /// Is a thought under way?
    pub fn is_busy(&self) -> bool {
        self.purpose != Purpose::Nothing
    }

    /// The search that questions are about: the running one after its first iteration, else the last one.
    pub fn inspected_search(&self) -> Option<(&Go, &Arc<Report>)> {
        let running = self.go.as_deref().zip(self.report.as_ref()).filter(|(go, report)| {
            self.is_busy() && go.epoch == report.epoch && report.search.depth > 0
        });
        running.or_else(|| self.finished.as_ref().map(|(go, report)| (&**go, report)))
    }

    /// Takes a report unless it is stale; tells whether it was taken.
    pub fn take(&mut self, report: Arc<Report>) -> bool {
        if report.epoch != self.epoch {
            return false;
        }
        if report.nps > 0 {
            #[expect(clippy::cast_precision_loss, reason = "a graph of a few levels")]
            self.nps_history.push(report.nps as f64);
            if self.nps_history.len() > SPEEDS {
                self.nps_history.remove(0);
            }
        }
        let mut lines = report.search.lines.iter();
        let depth = report.search.lines.first().map(|line| line.depth);
        if lines.all(|line| line.bound == Bound::Exact && Some(line.depth) == depth) {
            self.comparable = Some(Arc::clone(&report));
        }
        self.report = Some(report);
        true
    }

    /// What to explain the best move of `report` by: the newest report of that search whose lines can be compared, if its best move
    /// is the same, as `report` may have a bound or lines of two depths.
    pub fn comparable<'a>(&'a self, report: &'a Report) -> &'a Report {
        let first = |report: &Report| report.search.lines.first()?.moves.first().copied();
        let is_same = |other: &&Report| {
            other.epoch == report.epoch
                && other.root.key() == report.root.key()
                && first(other) == first(report)
        };
        self.comparable.as_deref().filter(is_same).unwrap_or(report)
    }
}
