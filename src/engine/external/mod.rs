//! Any UCI engine on the user's machine, as an opponent or for a second opinion: one long-lived process.
//!
//! Orders in, the newest report in a slot, one answer for each `Go`, as [`super::Engine`] has it for our own engine;
//! the program itself may be silent, talk rubbish, crash or never end, and each of that becomes a typed message.
//! What it prints is read by `line` and `info`, its options by `options`; `keeper` knows the order of the protocol and
//! holds every time-out; `process`, `reader` and `inbox` move the lines. Front ends talk to [`ExternalEngine`] only.

mod active_search;
mod client;
mod config;
mod handle;
mod inbox;
mod info;
mod messages;
mod options;
mod process;
mod reader;
mod requests;
mod uci_message;

pub use config::{ExternalCommandError, ExternalEngineConfig, words};
pub use handle::ExternalEngine;
pub use info::Info;
pub use messages::{
    ExternalError, ExternalNotice, ExternalOutcome, ExternalReport, Handshake, ProtocolWarning,
    Timeouts,
};
pub use options::{ExternalOption, OptionError, OptionKind};
pub use process::LOG_TARGET;
pub use requests::{ExternalGo, OtherClock};
