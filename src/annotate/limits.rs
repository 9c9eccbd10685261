//! Search limits for each position, and the `go` command of a task.

use super::task::{AnalysisTask, MainLine, Scope, TaskResults};
use crate::base::Millis;
use crate::engine::{Go, GoLimit};
use serde::{Deserialize, Serialize};

/// Limits of one search; all that are given apply at once. At least one must be given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchLimits {
    /// Time for each position.
    pub time: Option<Millis>,
    /// Depth in plies.
    pub depth: Option<u16>,
    /// Nodes.
    pub nodes: Option<u64>,
}

impl SearchLimits {
    /// A quarter of the limits, for a first search. Two plies less are about a quarter of the nodes.
    #[must_use]
    fn quarter(self) -> Self {
        Self {
            time: self.time.map(|time| Millis((time.0 / 4).max(1))),
            depth: self.depth.map(|depth| depth.saturating_sub(2).max(1)),
            nodes: self.nodes.map(|nodes| (nodes / 4).max(1)),
        }
    }

    const fn limit(self) -> GoLimit {
        GoLimit {
            clock: None,
            move_time: self.time,
            depth: self.depth,
            nodes: self.nodes,
            mate: None,
            infinite: false,
        }
    }
}

/// The `go` command of a task; `None` when there is nothing to search. The worker thread sets the epoch.
pub(super) fn go_command(
    task: AnalysisTask,
    main_line: &MainLine,
    found: &TaskResults,
    limits: SearchLimits,
) -> Option<Go> {
    let search_moves = main_line.root_moves(task, found)?;
    let (start, moves) = main_line.position_and_moves(task.ply);
    let limits = if task.scope == Scope::OthersQuick { limits.quarter() } else { limits };
    Some(Go { search_moves, ..Go::new(start, moves, limits.limit()) })
}
