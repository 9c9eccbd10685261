//! Layer 4: the engine on its own thread. Requests in, the latest report in a slot, one outcome for each `Go`.
//!
//! Owns the search, the time manager and the strength limits. Front ends use [`Engine`], and [`external::ExternalEngine`]
//! for other UCI engines. Each line imports only from the lines above it:
//!
//! | layer | modules |
//! |---|---|
//! | 1 | `clock`, `outbox`, `uci_option`, `debug_messages` |
//! | 2 | `messages`, `options`, `debug_queue` |
//! | 3 | `shared_state`, `external` (its own layers are in its `mod.rs`) |
//! | 4 | `thread`, `iterations`, `resources`, `reuse`, `strength_limiter` |
//! | 5 | `time_check` |
//! | 6 | `debug` |
//! | 7 | `debug_session` |
//! | 8 | `engine_core` |
//! | 9 | `handle`, `local_engine` |
#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

pub mod clock;
pub mod debug;
mod debug_messages;
mod debug_queue;
mod debug_session;
pub mod engine_core;
pub mod external;
pub mod handle;
mod iterations;
mod local_engine;
pub mod messages;
pub mod options;
mod outbox;
mod resources;
mod reuse;
mod shared_state;
mod strength_limiter;
mod thread;
mod time_check;
pub mod uci_option;

pub use clock::{Clock, ManualClock, SystemClock, WorkClock};
pub use debug::{recording_of, terms_after};
pub use debug_messages::{
    DebugEvent, DebugSettings, Observation, Provenance, Query, RepeatGoal, RepeatProgress, Reply,
    SearchedNodes, TtProbe, TtProbeEntry, Unrepeatable,
};
pub use engine_core::{CoreError, EngineCore};
pub use handle::{Engine, EngineError};
pub use local_engine::LocalEngine;
pub use messages::{
    DialReport, Go, GoLimit, LOG_TARGET, MoveTiming, Notice, Outcome, Report, TimeReport,
};
pub use options::{EngineOption, EngineOptions};
pub use shared_state::SharedState;
pub use thread::Backend;
pub use uci_option::{OptionError, OptionKind, UciOption};
