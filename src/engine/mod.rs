//! Floor 4: the engine on its own thread. Orders in, the latest report in a slot, one outcome for each `Go`.
//!
//! Owns the search, the time manager and the strength limits. Front ends talk to [`Engine`] only.

pub mod brain;
pub mod clock;
pub mod debug;
mod desk;
mod dial;
pub mod external;
pub mod handle;
mod iterations;
pub mod messages;
mod reuse;
mod watch;
mod worker;

/// What entries of the log by the engine's thread are told from others by.
pub const LOG_TARGET: &str = "lucena-engine";

pub use brain::{Brain, BrainError};
pub use clock::{Clock, ManualClock, SystemClock, WorkClock};
pub use debug::{DebugNews, Debugging, Question, Reply, TableEntry, TableLook, Watching, case_of};
pub use desk::Desk;
pub use handle::{Engine, EngineError, Notice};
pub use messages::{
    DIAL_RANGE, DialReport, EngineOptions, Go, GoLimit, MoveTiming, Outcome, Report, TimeReport,
};
pub use worker::Thinker;
