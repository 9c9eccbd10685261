//! External UCI engines, as opponents or for a second opinion: one process each.
//!
//! Requests in, the newest report in a slot, one outcome for each `Go`, as in [`super::Engine`]. An engine may be silent,
//! print garbage, crash or never end; each of these becomes a typed message. Front ends use [`ExternalEngine`] only. Each
//! line imports only from the lines above it:
//!
//! | layer | modules | |
//! |---|---|---|
//! | 1 | `info`, `reader`, `requests`, `traffic` | `info` lines, lines of a pipe, `position` and `go`, what was sent and received |
//! | 2 | `config` | command line |
//! | 3 | `messages`, `uci_message` | notices and errors, parsed lines |
//! | 4 | `inbox`, `active_search` | queue of the client, the running search |
//! | 5 | `process` | process and pipes |
//! | 6 | `client` | order of the protocol, timeouts |
//! | 7 | `handle` | the front end's side |

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
mod traffic;
mod uci_message;

pub use config::{
    ExternalCommandError, ExternalEngineConfig, GAMES, in_marks, program_folders, quoted,
};
pub use handle::ExternalEngine;
pub use info::Info;
pub use messages::{
    ExternalError, ExternalNotice, ExternalOutcome, ExternalReport, Handshake, OptionSet,
    ProtocolWarning, TEXTS, Timeouts, WarningKind,
};
pub use process::LOG_TARGET;
pub use requests::{ExternalGo, OtherClock};
pub use traffic::Traffic;
