//! Floor 6: the Universal Chess Interface. One loop over one queue of lines and engine notices.
//!
//! The protocol lives here and nowhere else; it is the only writer to standard output while it runs.
//! Source: the UCI protocol description of April 2006 (Kahlen, Meyer-Kahlen), and what match runners expect.

mod command;
mod options;
mod print;
mod session;

pub use command::{Command, GoText};
pub use options::UciOptions;
pub use session::{Session, run};
