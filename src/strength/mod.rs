//! Floor 2: from an Elo figure to limits, percentages and errors. It never touches the tree.
//!
//! [`Handicap::at`] is the law, [`Roll`] the error draw, [`throttle`] the speed cap, [`Roster`] the characters and
//! [`rate`] the estimate of the player's own strength.

mod calibration;
mod character;
mod draw;
mod law;
mod rating;
mod report;
mod skill;
#[cfg(test)]
mod tests;
pub mod throttle;

pub use calibration::{Calibration, CalibrationError, Point};
pub use character::{Character, CharacterError, Roster};
pub use draw::{Choice, Roll, candidates, generator};
pub use law::{Handicap, known_part, known_scale, percent};
pub use rating::{GameResult, Rating, next_opponent, rate};
pub use report::{DialSetting, Inferior};
pub use skill::{Man, Skill};
