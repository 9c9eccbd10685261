//! Floor 0: what every other module speaks. Score, units and the seeded generator; imports nothing of ours.

pub mod bound;
pub mod delayed_loss;
pub mod ibv;
pub mod neutral;
pub mod packing;
pub mod random;
pub mod read;
pub mod replace;
pub mod ron_text;
pub mod score;
pub mod tied;
pub mod units;

#[cfg(test)]
mod tests;

pub use bound::{Bound, Interval};
pub use delayed_loss::DelayedLoss;
pub use ibv::Ibv;
pub use neutral::{neutral, neutral_lines};
pub use random::Random;
pub use read::{read_at_most, read_text};
pub use replace::{own_folder, replace_file};
pub use ron_text::{RON_DIALECT, RonError, read_ron};
pub use score::Score;
pub use tied::{tied, untied};
pub use units::{Depth, Elo, Millis, Ply};
