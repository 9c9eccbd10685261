//! Layer 2: limited strength. From a level to limits, percentages and errors; independent of the search.
//!
//! [`StrengthLimits::at`] is the model, [`ErrorDraw`] the error draw, [`throttle`] the speed cap, [`Personalities`] the named
//! opponents and [`rating_history`] the estimates of the player's rating.

mod calibration;
mod error_draw;
pub mod human;
mod level;
mod limits;
mod lone_king;
mod personality;
mod rating;
#[cfg(test)]
mod tests;
pub mod throttle;

pub use calibration::{Calibration, CalibrationError, Point};
pub use error_draw::{Choice, ErrorDraw, candidates, generator};
pub use level::{LONE_KING, MoveScore, StrengthLevel, StrengthModel, WeakenedMove};
pub use limits::{ROLES, StrengthLimits, percent};
pub use lone_king::{is_lone_king, mates_lone_king, mating_share};
pub use personality::{Personalities, Personality, PersonalityError};
pub use rating::{GameResult, Rating, next_opponent, rating_history};
