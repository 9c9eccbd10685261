//! Floor 2: the rules of games as propnet state machines: base, does, legal, next, terminal and goal.
//!
//! [`GameMachine`] plays any game whose rules are a network with those parts; [`tic_tac_toe`] is one,
//! read from text; [`ChessMachine`] plays chess through two of them, one for each side to move, with full legality;
//! [`explain`] says in words why a move is legal or not. The search does not play through the machine: it is the rules
//! made visible, and shakmaty's equal in the tests. Called by `batch/` and the terminal.

pub mod chess;
mod error;
pub mod explain;
mod play;
mod rules;
#[cfg(test)]
mod tests;

pub use chess::{ChessMachine, ChessMove};
pub use error::Error;
pub use play::GameMachine;
pub use rules::{GameMove, GameRole, GameRules, tic_tac_toe};
