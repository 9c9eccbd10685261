//! The root trace of a search: the result of every search of the root, to compare two runs.

use crate::base::{Depth, Ply, Score};
use crate::rules::notation;
use crate::search::{ExitView, NodeType, NodeView, Observer};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::ControlFlow;

/// A completed search of the root: an iteration, or its repetition with another aspiration window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RootUpdate {
    /// The iteration in plies.
    pub depth: Depth,
    /// Its window.
    pub window: (Score, Score),
    /// Nodes of the search so far.
    pub nodes: u64,
    /// Its score.
    pub score: Score,
    /// The best move in UCI form; empty when every move failed low.
    pub best: String,
}

impl fmt::Display for RootUpdate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, window, nodes, score, best } = self;
        write!(f, "depth {depth} in {}..{}: {best} {score} after {nodes} nodes", window.0, window.1)
    }
}

/// Records the root updates of a search.
#[derive(Clone, Debug, Default)]
pub struct RootTrace {
    window: (Score, Score),
    depth: Depth,
    /// The updates so far.
    pub updates: Vec<RootUpdate>,
}

impl Observer for RootTrace {
    fn enter(&mut self, view: &NodeView<'_>) -> ControlFlow<()> {
        if view.node_type == NodeType::Root {
            (self.window, self.depth) = ((view.alpha, view.beta), view.depth);
        }
        ControlFlow::Continue(())
    }

    fn exit(&mut self, ply: Ply, left: &ExitView) -> ControlFlow<()> {
        if ply == 0 {
            self.updates.push(RootUpdate {
                depth: self.depth,
                window: self.window,
                nodes: left.nodes,
                score: left.value.real,
                best: left.best.map(notation::uci).unwrap_or_default(),
            });
        }
        ControlFlow::Continue(())
    }
}
