//! External UCI engines, as opponents or for a second opinion: one process each.
//!
//! Requests in, the newest report in a slot, one outcome for each `Go`, as in [`super::Engine`]. An engine may be silent,
//! print garbage, crash or never end; each of these becomes a typed message. Front ends use [`ExternalEngine`] only. Each
//! line imports only from the lines above it:
//!
//! | layer | modules | |
//! |---|---|---|
//! | 1 | `config`, `info`, `reader`, `requests` | command line, `info` lines, lines of a pipe, `position` and `go` |
//! | 2 | `messages`, `uci_message` | notices and errors, parsed lines |
//! | 3 | `inbox`, `active_search` | queue of the client, the running search |
//! | 4 | `process` | process and pipes |
//! | 5 | `client` | order of the protocol, timeouts |
//! | 6 | `handle` | the front end's side |

mod active_search;
mod client;
mod config;
mod handle;
mod inbox;
mod info;
mod messages;
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
pub use process::LOG_TARGET;
pub use requests::{ExternalGo, OtherClock};
