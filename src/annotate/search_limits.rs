//! The limits of the searches of an analysis, and how they follow from those that the user gives.

use super::task::Scope;
use crate::base::Millis;
use crate::engine::GoLimit;
use crate::game::SearchInfo;
use serde::{Deserialize, Serialize};

/// Ceilings of a deep search, about a million nodes each.
const DEEP_TIME: Millis = Millis(3_000);
const DEEP_NODES: u64 = 1_000_000;
/// Maximum search depth in plies.
const MAX_DEPTH: u16 = 128;

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
    /// These limits; one second if there is none.
    #[must_use]
    pub fn or_default(self) -> Self {
        let is_limited = self != Self::default();
        Self { time: self.time.or((!is_limited).then_some(Millis(1_000))), ..self }
    }

    /// A quarter of the limits, for a first search. Two plies less are about a quarter of the nodes.
    #[must_use]
    pub fn quarter(self) -> Self {
        Self {
            time: self.time.map(|time| Millis((time.0 / 4).max(1))),
            depth: self.depth.map(|depth| depth.saturating_sub(2).max(1)),
            nodes: self.nodes.map(|nodes| (nodes / 4).max(1)),
        }
    }

    /// The limits doubled so many times. A ply more is about twice the nodes.
    #[must_use]
    fn doubled(self, times: u16) -> Self {
        Self {
            time: self.time.map(|time| Millis(time.0.saturating_mul(1 << times))),
            depth: self.depth.map(|depth| depth.saturating_add(times).min(MAX_DEPTH)),
            nodes: self.nodes.map(|nodes| nodes.saturating_mul(1 << times)),
        }
    }

    /// The limits of a deep search: sixteen times the limits (four plies more), but no more than [`DEEP_TIME`] or [`DEEP_NODES`]
    /// where these are at least twice the limits.
    #[must_use]
    fn deep(self) -> Self {
        let (twice, most) = (self.doubled(1), self.doubled(4));
        Self {
            time: twice.time.max(most.time.min(Some(DEEP_TIME))),
            nodes: twice.nodes.max(most.nodes.min(Some(DEEP_NODES))),
            ..most
        }
    }

    /// The limits of a task.
    pub(super) fn of(self, scope: Scope) -> Self {
        match scope {
            Scope::OthersQuick => self.quarter(),
            Scope::Best | Scope::Played => self.doubled(1),
            Scope::AllDeep
            | Scope::PlayedDeep
            | Scope::BestDeviating
            | Scope::PlayedDeviating
            | Scope::OthersDeep => self.deep(),
            Scope::All | Scope::BestEnd | Scope::PlayedEnd | Scope::Others => self,
        }
    }

    /// Whether an evaluation of this depth has at least half the effort of a search with these limits, which ends with the first limit
    /// that it reaches; a ply more is about twice the nodes. `search` is what is recorded of its search. `None` if that is not known.
    pub(super) fn has_half(self, depth: Option<u16>, search: Option<&SearchInfo>) -> Option<bool> {
        let nodes = search.map(|search| search.nodes).filter(|&nodes| nodes > 0);
        let nps = search.map(|search| search.nps).filter(|&nps| nps > 0);
        let time = nodes.zip(nps).map(|(nodes, nps)| nodes.saturating_mul(1000) / nps);
        let is_half = |spent: Option<u64>, limit: u64| Some(spent?.saturating_mul(2) >= limit);
        let is_deep = |limit| Some(depth?.saturating_add(1) >= limit);
        let reached: Vec<Option<bool>> = [
            self.time.map(|limit| is_half(time, limit.0.unsigned_abs())),
            self.nodes.map(|limit| is_half(nodes, limit)),
            self.depth.map(is_deep),
        ]
        .into_iter()
        .flatten()
        .collect();
        if reached.contains(&Some(true)) {
            return Some(true);
        }
        (!reached.is_empty() && !reached.contains(&None)).then_some(false)
    }

    /// The limit of a search.
    pub fn limit(self) -> GoLimit {
        let Self { time: move_time, depth, nodes } = self;
        GoLimit { move_time, depth, nodes, ..GoLimit::default() }
    }
}
