//! How much every position is looked at, and the search order that says so.

use super::look::{Course, Findings, Look, Scope};
use crate::base::Millis;
use crate::engine::{Go, GoLimit};
use serde::{Deserialize, Serialize};

/// Limits of one look; all given ones hold at once. Something must be given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effort {
    /// Time for a position.
    pub time: Option<Millis>,
    /// Plies.
    pub depth: Option<u16>,
    /// Nodes.
    pub nodes: Option<u64>,
}

impl Effort {
    /// A quarter of it, for a first impression. Two plies less stand for a quarter of the work.
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

/// The order for one look; `None` when there is nothing to search. The epoch is the searching thread's to give.
pub(super) fn order(look: Look, course: &Course, found: &Findings, effort: Effort) -> Option<Go> {
    let search_moves = course.root_moves(look, found)?;
    let (start, moves) = course.order(look.ply);
    let effort = if look.scope == Scope::OthersQuickly { effort.quarter() } else { effort };
    Some(Go { search_moves, ..Go::new(start, moves, effort.limit()) })
}
