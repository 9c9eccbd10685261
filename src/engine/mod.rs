//! Floor 4: the engine on its own thread. Orders in, the latest report in a slot, one outcome for each `Go`.
//!
//! Owns the search, the time manager and the strength limits. Front ends talk to [`Engine`] only.

pub mod clock;
pub mod debug;
pub mod engine_core;
pub mod external;
pub mod handle;
mod iterations;
pub mod messages;
mod reuse;
mod shared_state;
mod strength_limiter;
mod time_check;
mod worker;

/// What entries of the log by the engine's thread are told from others by.
pub const LOG_TARGET: &str = "lucena-engine";

pub use clock::{Clock, ManualClock, SystemClock, WorkClock};
pub use debug::{
    DebugEvent, DebugSettings, Observation, Query, Reply, TtProbe, TtProbeEntry, recording_of,
};
pub use engine_core::{CoreError, EngineCore};
pub use handle::{Engine, EngineError, Notice};
pub use messages::{
    DIAL_RANGE, DialReport, EngineOptions, Go, GoLimit, MoveTiming, Outcome, Report, TimeReport,
};
pub use shared_state::SharedState;
pub use worker::Backend;
