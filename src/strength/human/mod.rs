//! The human strength model: the probability of each legal move for a player of a rating.
//!
//! A conditional logit: `P(move) = exp(u(move)) / sum exp(u(other))`, where the utility `u` is a sum of readable features of
//! the move, each with a weight that depends on the rating. The features are the values of the move at depths 1 to 6, which
//! stand for what a player sees at one ply, at two, and so on, and habits such as to recapture or to move near the last
//! move. `lucena tune human` fits the weights to rated games.
//! Source of the form: McFadden, "Conditional Logit Analysis of Qualitative Choice Behavior" (1974); of intrinsic ratings:
//! Regan and Haworth, "Intrinsic Chess Ratings" (2011).
//!
//! Independent of the search: the caller passes the values of the moves.

mod book;
mod candidate;
mod features;
mod intrinsic;
mod knots;
mod model;
mod situation;
mod style;
#[cfg(test)]
mod tests;

pub use book::{BOOK_PLIES, BookLine, BookShare, Counts, HumanBook, HumanBookError, book_text};
pub use features::{COUNT, FEATURES, Feature, Row, VALUE_FEATURES, rows};
pub use intrinsic::{IntrinsicRating, MoveRater, RatingByLosses, UNRATED_PLIES};
pub use knots::Knots;
pub use model::{
    Contribution, HumanChoice, HumanModel, HumanModelError, MAX_RATING, MIN_RATING, MoveChance,
    Prediction, Provenance, Reasons, choice_probabilities, softmax, utility,
};
pub use situation::{DEPTHS, MoveValues, Situation, expected_score};
pub use style::{HumanLevel, Style};
