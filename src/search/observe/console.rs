//! What a stepper is told and what it tells: orders, pictures of a stopped search, hits that only log.

use super::breakpoint::Breakpoint;
use super::event::SearchEvent;
use super::paused::PausedSearch;
use crate::rules::Move;
use std::sync::mpsc::{Receiver, Sender};

/// An order to a stepper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepCommand {
    /// Stand still at the next turn.
    Pause,
    /// Go on to the next node entered.
    Node,
    /// Go on until the current node is left; from a node that is being left, to the next turn of its surroundings.
    Over,
    /// Go on until the node above has its turn again.
    Out,
    /// Go on to the root of the next iteration.
    Iteration,
    /// Go on to the next breakpoint.
    Continue,
    /// End the search.
    Stop,
    /// Use these breakpoints, their hits counted anew.
    Breakpoints(Vec<Breakpoint>),
    /// This has happened outside of the tree.
    Event(SearchEvent),
}

/// A hit of a breakpoint that only logs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BreakpointHit {
    /// Its place in the list, from 0.
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

/// The other end of a stepper.
pub trait Console {
    /// An order that has come while the search ran. Asked at every turn, so it must be cheap.
    fn poll(&mut self) -> Option<StepCommand>;

    /// Shows a stopped search.
    fn show(&mut self, paused: PausedSearch);

    /// Blocks until the next order; [`Command::Stop`] when none can come any more.
    fn wait(&mut self) -> StepCommand;

    /// Takes note of a hit that does not stop.
    fn log(&mut self, hit: BreakpointHit);
}

/// A console of two channels.
#[derive(Debug)]
pub struct ChannelConsole {
    /// Where orders come from.
    pub commands: Receiver<StepCommand>,
    /// Where pictures go.
    pub snapshots: Sender<PausedSearch>,
    /// Where hits go.
    pub hits: Sender<BreakpointHit>,
}

impl Console for ChannelConsole {
    fn poll(&mut self) -> Option<StepCommand> {
        self.commands.try_recv().ok()
    }

    fn show(&mut self, paused: PausedSearch) {
        // A listener that is gone cannot order anything either; `wait` will end the search.
        let _ = self.snapshots.send(paused);
    }

    fn wait(&mut self) -> StepCommand {
        self.commands.recv().unwrap_or(StepCommand::Stop)
    }

    fn log(&mut self, hit: BreakpointHit) {
        let _ = self.hits.send(hit);
    }
}
