//! Floor 2: the smooth time manager. Pure functions of their inputs: no clock is read here.

pub mod budget;

pub use budget::{Budget, ClockState};
