//! Layer 9: the Universal Chess Interface (UCI). One loop over one queue of input lines and engine notices.
//!
//! While it runs, it is the only writer to standard output.
//! Source: the UCI protocol description of April 2006 (Kahlen, Meyer-Kahlen), and the behaviour of match runners.
#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

mod command;
mod events;
mod options;
mod perfts;
mod print;
mod session;

pub use command::{Command, GoArguments};
pub use options::UciOptions;
pub use session::{Session, run};
