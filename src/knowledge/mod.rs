//! Floor 2: chess evaluation as one propositional network, a file a category, weights from `assets/knowledge/`.
//!
//! The search calls the [`Evaluator`] at leaves; panels read [`Activity`] and [`Breakdown`]. The network is one of lanes
//! ([`crate::propnet::lanes`]): a word holds a proposition such as "a white pawn here is passed" for every square.

mod attacks;
pub mod category;
mod endgame;
mod error;
mod evaluator;
pub mod explain;
mod inspect;
mod king;
mod location;
mod major;
mod material;
mod minor;
mod mobility;
mod network;
pub mod panel;
mod parameters;
mod passed;
mod pieces;
mod structure;
mod sweep;
mod terms;
#[cfg(test)]
mod tests;
mod threats;
mod weights;

pub use category::{Category, Emphasis};
pub use error::Error;
pub use evaluator::Evaluator;
pub use network::Knowledge;
pub use panel::{Activity, Breakdown, Term};
pub use parameters::{Coefficient, Parameter};
pub use terms::Label;
pub use weights::{Weights, heading};
