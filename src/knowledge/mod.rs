//! Layer 2: chess evaluation as one propositional network, one file per category, weights from `assets/knowledge/`.
//!
//! The search calls the [`Evaluator`] at leaves; panels read [`Activity`] and [`EvaluationTrace`]. It is a bitboard network
//! ([`crate::propnet::bitboard`]): one component holds a proposition such as "the white pawn here is passed" for all
//! squares.

mod compiled;
mod endgame;
mod error;
mod evaluator;
pub mod explain;
pub mod formula;
mod instructions;
mod king;
mod lanes;
mod learned;
mod major;
mod material;
mod minor;
mod mobility;
mod network;
mod parameters;
mod passed;
mod piece_square;
mod pieces;
mod scaling;
mod structure;
mod terms;
#[cfg(test)]
mod tests;
mod threats;
mod trace;
#[cfg(target_arch = "x86_64")]
mod vector_lanes;
mod weights;

pub use crate::base::Category;
pub use error::Error;
pub use evaluator::{Evaluator, inputs_of};
pub use formula::scaled_endgame_factor;
pub use material::game_phase;
pub use network::Knowledge;
pub use parameters::{Count, Features, Parameter, TableCounts};
pub use scaling::{CategoryWeights, FULL_PHASE, scaled_term, taper};
pub use trace::{Activity, EvaluationTrace, TEMPO, Term};
pub use weights::{Weights, header_comment};
