//! Layer 2: the rules of games as propnet state machines: base, does, legal, next, terminal and goal.
//!
//! [`GameMachine`] plays any game whose rules are a network with these parts; [`GameRules::from_text`] reads them.
//! [`ChessMachine`] plays chess with two networks, one per side to move, with all rules; [`explain`] says in words why a
//! move is legal or not. The search uses shakmaty; the tests compare the machine with it. Called by `batch/` and the
//! terminal.

pub mod chess;
mod error;
pub mod explain;
pub mod gdl;
mod optimise;
mod parallel;
mod play;
mod rules;
#[cfg(test)]
mod tests;

pub use chess::{ChessMachine, ChessMove};
pub use error::Error;
pub use parallel::ParallelMachine;
pub use play::GameMachine;
pub use rules::{GameMove, GameRole, GameRules};
