//! The debugger's part on the engine thread.
//!
//! | file | what |
//! |---|---|
//! | `console` | step commands in, snapshots out, and the clock that pauses with the search |
//! | `supervisor` | the limit checker around the time check: starts the observation of a running search, reports a spent budget |
//! | `memory` | the state before the last search, to search it again |
//! | `query` | answers queries |
//!
//! `search::observe` observes the search; the messages are in `debug_messages`, the queue is in `debug_queue`.

mod console;
mod memory;
mod origin;
mod query;
mod supervisor;

pub(super) use console::{DebugConsole, PausableClock};
pub(super) use memory::Memory;
pub use origin::terms_after;
pub(super) use query::QueryContext;
pub use query::recording_of;
pub(super) use supervisor::{DebugSupervisor, ObserveRequest};

#[cfg(test)]
mod tests;
