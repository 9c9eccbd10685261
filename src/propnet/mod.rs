//! Floor 1: propositional networks: topology, state, propagation, explanations. It knows no chess.
//!
//! A network is put together with a [`Builder`], frozen and shared ([`Network`]), and run by any number of threads, each
//! with a [`State`] of its own. `knowledge/` evaluates with it, `machine/` plays by it.

mod builder;
mod change;
mod error;
pub mod explain;
pub mod lanes;
mod network;
pub mod reference;
mod state;
#[cfg(test)]
mod tests;
pub mod text;

pub use builder::{Builder, Id, Kind, Literal, Pair, SetId, Truth};
pub use change::what_would_change;
pub use error::Error;
pub use network::Network;
pub use state::State;
