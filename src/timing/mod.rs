//! Layer 2: the smooth time manager. Pure functions of their inputs; nothing here reads a clock.
//!
//! The engine owns a [`TimeManager`]; [`Settings`] is a parsed parameter text; [`Budget`] holds every step of a budget.

mod budget;
mod factors;
mod formulas;
mod lag;
mod manager;
mod moves_left;
mod parameter;
mod read;
mod settings;
mod stop;
mod stretch;
#[cfg(test)]
mod tests;
mod text;

pub use budget::{Budget, Cap, Carried, ClockState, LearnedFactors, Plan, Stretch, Update};
pub use factors::decay;
pub use lag::{Lag, Overhead};
pub use manager::{DEFAULT_MANAGER, TimeManager};
pub use moves_left::{Estimator, MleLegacy, MleMaterial, MovesLeft};
pub use parameter::{Parameter, Parameters};
pub use settings::{AlphaZero, FirstMoveNps, Fixed, Piggybank, Settings, Simple, Smooth};
pub use stop::{EarlyStop, Moment, StopSettings, StopView, next_iteration};
pub use stretch::{Progress, StretchSettings};
pub use text::TextError;
