//! Layer 9: the terminal program. One loop over one queue of events: a key runs a command, any other event runs an `update`
//! function; both change the model and return effects. The runtime performs the effects; `draw` shows the model.
//!
//! The rules of chess, the clocks and the record are `game`'s; the engine is a thread behind `engine::Engine`.
#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

pub mod app;
pub mod commands;
pub mod model;
pub mod runtime;
pub mod update;
pub mod values;
pub mod view;

pub use app::plain::run as run_plain;
pub use app::{App, Launch, run};
pub use model::{Effect, Event, Model};

use crate::base::CaughtPanic;
use std::io;
use std::path::PathBuf;

/// Why the screen could not be opened or kept.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Input or output is a pipe or a file.
    #[error(
        "there is no terminal to play in: standard input and output must both be one; `lucena play --plain` plays line by line through pipes, `lucena uci` is the engine"
    )]
    NoTerminal,
    /// The terminal cannot place text.
    #[error(
        "a terminal with TERM=dumb cannot place text: `lucena play --plain` plays line by line, `lucena play` draws in ASCII all the same"
    )]
    DumbTerminal,
    /// The terminal failed.
    #[error("terminal: {0}")]
    Terminal(#[from] io::Error),
    /// Standard output failed where there is no screen.
    #[error("{0}")]
    Output(#[source] io::Error),
    /// The engine's thread could not be started.
    #[error(transparent)]
    Engine(#[from] crate::engine::EngineError),
    /// The program panicked. What could be saved is saved.
    #[error(transparent)]
    Defect(#[from] CaughtPanic),
    /// A file of the arguments cannot be read.
    #[error("{}: {source}", .file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A file of the arguments was opened, but it or a line of it could not be used.
    #[error("{0}")]
    Unused(String),
    /// A game of the arguments was read in part.
    #[error("read in part: {0}")]
    ReadInPart(String),
    /// Games could not be saved, and were written to standard output.
    #[error("the game could not be saved, standard output has it as PGN: {0}")]
    Unsaved(String),
    /// The program was ended by the system before the changes of a game were saved.
    #[error("the changes of the game were not saved; a copy with them is {}", .0.display())]
    ChangesKept(PathBuf),
    /// Two of these.
    #[error("{0}; {1}")]
    Both(Box<Self>, Box<Self>),
    /// The FEN given with `--fen` is invalid.
    #[error(transparent)]
    Position(#[from] crate::rules::NotationError),
}
