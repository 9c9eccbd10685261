//! Layer 1: propositional networks: topology, state, propagation, explanations. Independent of chess.
//!
//! A [`Builder`] builds a [`Network`], which is immutable and shared by all threads; each thread has its own [`State`].
//! `knowledge/` evaluates with it, `machine/` plays by it.

pub mod bitboard;
mod builder;
mod component;
mod error;
pub mod explain;
mod network;
pub mod optimise;
pub mod parallel;
mod propagation;
pub mod reference;
mod state;
mod stepper;
#[cfg(test)]
pub(crate) mod tests;
pub mod text;

pub use builder::Builder;
pub use component::{Id, Kind, Literal, Pair, SetId, set_bits};
pub use error::Error;
pub use network::Network;
pub use propagation::Propagation;
pub use state::State;
pub use stepper::{Step, Stepper, Told};
