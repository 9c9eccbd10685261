//! Any UCI engine on the user's machine, as an opponent or for a second opinion: one long-lived process.
//!
//! Orders in, the newest report in a slot, one answer for each `Go`, as [`super::Engine`] has it for our own engine;
//! the program itself may be silent, talk rubbish, crash or never end, and each of that becomes a typed message.
//! What it prints is read by `line` and `info`, its options by `options`; `keeper` knows the order of the protocol and
//! holds every time-out; `process`, `reader` and `inbox` move the lines. Front ends talk to [`ExternalEngine`] only.

mod handle;
mod inbox;
mod info;
mod keeper;
mod line;
mod messages;
mod options;
mod orders;
mod process;
mod program;
mod reader;
mod task;

pub use handle::ExternalEngine;
pub use info::Info;
pub use messages::{
    ExternalError, ExternalNotice, ExternalOutcome, ExternalReport, Introduction, Oddity, Patience,
};
pub use options::{ExternalOption, OptionError, OptionKind};
pub use orders::{ExternalGo, OtherClock};
pub use process::LOG_TARGET;
pub use program::{ExternalProgram, ProgramError, words};
