//! Another UCI engine as the screen sees it: whether it moves for a side or gives a second opinion, and what it said
//! last. State only; the process is behind `process`, and what happens to the state is `update`'s business.

pub(super) mod process;

use crate::engine::external::{ExternalGo, ExternalReport};
use crate::game::NodeId;
use crate::tui::model::Toggle;
use std::sync::Arc;

/// What it was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    /// A move in the game.
    Move,
    /// What it thinks of the position shown, without end.
    Opinion,
}

/// A wish to the other engine.
#[derive(Clone, Debug)]
pub enum Errand {
    /// Think; the command starts the program if it does not run yet.
    Go(String, Box<ExternalGo>),
    /// Stop; the answer still comes.
    Stop,
    /// Forget the game before.
    NewGame,
    /// Set an option to a value.
    Option(String, String),
    /// End the program.
    Leave,
}

/// The other engine.
#[derive(Debug, Default)]
pub struct Outside {
    /// The name it gives itself, once it did.
    pub name: Option<String>,
    /// What it does now.
    pub job: Option<Job>,
    /// Number of its latest thought; older answers are stale.
    pub epoch: u64,
    /// The node that it thinks about.
    pub node: NodeId,
    /// Its newest report.
    pub report: Option<Arc<ExternalReport>>,
    /// Does it say what it thinks of the position shown?
    pub opinion: Toggle,
}

impl Outside {
    /// Does it think about a move in the game?
    #[must_use]
    pub fn is_moving(&self) -> bool {
        self.job == Some(Job::Move)
    }

    /// What to call it.
    #[must_use]
    pub fn called(&self) -> &str {
        self.name.as_deref().unwrap_or("the other engine")
    }
}
