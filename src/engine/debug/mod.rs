//! The debugger's part on the engine thread.
//!
//! | file | what |
//! |---|---|
//! | `console` | step commands in, snapshots out, and the clock that pauses with the search |
//! | `supervisor` | the limit checker around the time check: starts the observation of a running search, reports a spent budget |
//! | `memory` | the state before the last search, to search it again |
//! | `search_log` | the searches since the table was empty, for recordings |
//! | `query` | answers queries |
//!
//! `search::observe` observes the search; the messages are in `debug_messages`, the queue is in `debug_queue`.

mod console;
mod memory;
mod origin;
mod query;
mod search_log;
mod supervisor;

pub(super) use console::{DebugConsole, PausableClock};
pub(super) use memory::Memory;
pub use origin::terms_after;
pub(super) use query::QueryContext;
pub use query::recording_of;
pub(super) use search_log::{LoggedSearch, SearchLog};
pub(super) use supervisor::{DebugSupervisor, ObserveRequest, Observed};

#[cfg(test)]
mod tests;
