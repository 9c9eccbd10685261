//! Bitboard networks: one component holds a proposition for all 64 squares, and one gate computes all of them.
//!
//! The semantics are those of the plain network: `white.pawn.attacks(e5)` is a proposition with a name, inputs and a truth
//! value, and [`unroll`] turns the network into single components for explanations and as the oracle. The cost differs. A
//! gate is recomputed at most once per propagation, after its inputs and only if one of them changed; it signals its
//! readers only if one of its squares changed. One instruction reads 64 inputs, so that counting true inputs in bit
//! slices does not pay: two planes of a counter of ten inputs take a dozen instructions to update, reading the ten
//! bitboards takes ten.
//!
//! `knowledge/` evaluates chess with it. It knows a board and directions, but no chess.

mod builder;
mod geometry;
mod network;
mod state;
#[cfg(test)]
mod tests;
mod unroll;

pub use builder::Builder;
pub use geometry::Step;
pub use network::{
    BitboardId, Counter, CounterId, CounterPart, Network, Output, OutputKind, ScanOrder, Squares,
    pack, unpack,
};
pub use state::{Activity, State, Sums};
#[cfg(test)]
pub use tests::{Exchange, generate};
pub use unroll::{Unrolled, unroll};
