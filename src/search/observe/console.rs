//! What a stepper is told and what it tells: orders, pictures of a stopped search, hits that only log.

use super::breakpoint::Breakpoint;
use super::event::Event;
use super::paused::Paused;
use crate::rules::Move;
use std::sync::mpsc::{Receiver, Sender};

/// An order to a stepper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
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
    Happened(Event),
}

/// A hit of a breakpoint that only logs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
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
    fn poll(&mut self) -> Option<Command>;

    /// Shows a stopped search.
    fn show(&mut self, paused: Paused);

    /// Blocks until the next order; [`Command::Stop`] when none can come any more.
    fn wait(&mut self) -> Command;

    /// Takes note of a hit that does not stop.
    fn log(&mut self, hit: Hit);
}

/// A console of two channels.
#[derive(Debug)]
pub struct Channels {
    /// Where orders come from.
    pub orders: Receiver<Command>,
    /// Where pictures go.
    pub pictures: Sender<Paused>,
    /// Where hits go.
    pub hits: Sender<Hit>,
}

impl Console for Channels {
    fn poll(&mut self) -> Option<Command> {
        self.orders.try_recv().ok()
    }

    fn show(&mut self, paused: Paused) {
        // A listener that is gone cannot order anything either; `wait` will end the search.
        let _ = self.pictures.send(paused);
    }

    fn wait(&mut self) -> Command {
        self.orders.recv().unwrap_or(Command::Stop)
    }

    fn log(&mut self, hit: Hit) {
        let _ = self.hits.send(hit);
    }
}
