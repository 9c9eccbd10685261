//! The interface of the stepper: commands, states of a paused search, log entries of breakpoints.

use super::breakpoint::Breakpoint;
use super::event::SearchEvent;
use super::paused::PausedSearch;
use crate::rules::{Move, notation};

/// A command to the stepper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepCommand {
    /// Pause at the next step.
    Pause,
    /// Step into: run until the next node is entered.
    Node,
    /// Step back: search again from the start, until the node before this one is entered.
    Back,
    /// Step over: run until the search exits the current node; on exit, until the next step of its parent.
    Over,
    /// Step out: run until the next step of the parent.
    Out,
    /// Run until the root of the next iteration.
    Iteration,
    /// Run until the next breakpoint.
    Continue,
    /// Stop the search.
    Stop,
    /// Set the breakpoints and reset their hit counts.
    Breakpoints(Vec<Breakpoint>),
    /// Report an event outside of the search tree.
    Event(SearchEvent),
}

/// A hit of a breakpoint that writes a log entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BreakpointHit {
    /// Index of the breakpoint in the list.
    pub number: usize,
    /// Its text.
    pub text: String,
    /// Its hits so far, this one included.
    pub hits: u64,
    /// Nodes so far.
    pub nodes: u64,
    /// The moves from the root; `None` is a null move.
    pub path: Vec<Option<Move>>,
}

impl BreakpointHit {
    /// Count, node and line: `hit 5 at 24269 e2e4 e7e5`.
    pub fn place(&self) -> String {
        let name = |mv: &Option<_>| mv.map_or_else(|| "pass".to_owned(), notation::uci);
        let path: Vec<String> = self.path.iter().map(name).collect();
        format!("hit {} at {} {}", self.hits, self.nodes, path.join(" ")).trim_end().to_owned()
    }
}

/// Sends commands to a stepper and receives what it reports.
pub trait Console {
    /// The next command that arrived while the search ran. Called at every step, so it must be fast.
    fn poll(&mut self) -> Option<StepCommand>;

    /// Reports a paused search.
    fn show(&mut self, paused: PausedSearch);

    /// Blocks until the next command; [`StepCommand::Stop`] when the sender is gone.
    fn wait(&mut self) -> StepCommand;

    /// Reports a hit that does not pause.
    fn log(&mut self, hit: BreakpointHit);
}
