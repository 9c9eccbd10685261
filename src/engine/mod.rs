//! Floor 4: the engine on its own thread. Orders in, the latest report in a slot, one outcome for each `Go`.
//!
//! Owns the search, the time manager and the strength limits. Front ends talk to [`Engine`] only.

pub mod external;
pub mod messages;

pub use messages::{
    DialReport, EngineOptions, Go, GoLimit, MoveTiming, Order, Outcome, Report, TimeReport,
};
