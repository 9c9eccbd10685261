//! The engine's side of the debugger: orders to a search that is being watched, pictures back, questions answered.
//!
//! | file | what |
//! |---|---|
//! | `line` | the queue between front end and engine thread |
//! | `console` | the stepper's other end, and the clock that stands still while a search does |
//! | `guard` | the supervisor around the watch: takes a running search under observation, reports a spent budget |
//! | `question` | what can be asked, and the answers |
//!
//! What is observed and how is `search::observe`'s; the screen only draws what the notices carry.

mod console;
mod query;
mod queue;
mod supervisor;

pub(super) use console::{DebugConsole, PausableClock};
pub(super) use query::QueryContext;
pub use query::{Query, Reply, TtProbe, TtProbeEntry, recording_of};
pub(super) use queue::DebugQueue;
pub(super) use supervisor::DebugSupervisor;

use crate::search::observe::{Breakpoint, BreakpointHit, PausedSearch};

/// How thoughts are watched from now on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DebugSettings {
    /// Whether and from where.
    pub observation: Observation,
    /// Where to stop or log.
    pub breakpoints: Vec<Breakpoint>,
}

/// Whether thoughts are watched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Observation {
    /// Not unless a pause is asked for: a search at full speed.
    #[default]
    Off,
    /// From the beginning of each thought.
    On,
    /// The same, standing still at the first node.
    FromPause,
}

/// News of a watched thought or of a question.
#[derive(Clone, Debug)]
pub enum DebugEvent {
    /// The thought with this epoch stands still; its clock does too.
    Paused(u64, Box<PausedSearch>),
    /// It goes on.
    Resumed(u64),
    /// A breakpoint that only logs has hit in the thought with this epoch.
    Hit(u64, BreakpointHit),
    /// The answer to the question with this number.
    Reply(u64, Reply),
}

#[cfg(test)]
mod tests;
