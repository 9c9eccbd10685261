//! Floor 3: the search. It takes a position, limits, a supervisor and an observer, and returns data.
//! It does not print, read a clock, or know that a front end exists.

pub mod limits;
pub mod report;
pub mod supervisor;

pub use limits::{Limits, Root};
pub use report::{Line, RootMove, SearchReport, ShadowCounters, Statistics, StopReason, Tally};
pub use supervisor::{Progress, Supervisor};
