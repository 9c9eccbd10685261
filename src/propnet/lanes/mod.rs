//! Gates of 64 lanes: one word holds a proposition for every cell of a grid of 8 by 8, and one gate works on all of them.
//!
//! The meaning is that of the plain network: `white.pawn.attacks(e5)` is a proposition with a name, inputs and a truth,
//! and [`spell`] writes the whole network out proposition by proposition for explanations and as the oracle. What differs
//! is the price. A gate is visited at most once in a synchronisation, after all of its inputs, and only when one of them
//! changed; it signals its readers only when one of its own lanes changed. Reading a word asks 64 inputs in one
//! instruction, so that a count of true inputs kept in bit slices would cost more than it saves: two planes of a counter
//! of ten inputs take a dozen instructions to keep, the ten words take ten to read.
//!
//! `knowledge/` evaluates chess with it. It knows a grid and directions, but no chess.

mod builder;
mod emit;
mod freeze;
mod geometry;
mod network;
mod spell;
mod state;

pub use builder::{Builder, CounterId, Lit, Order, Word};
pub use emit::emit;
pub use geometry::{Lines, Step, diagonal, straight};
pub use network::{Network, Output, OutputKind, pack, unpack};
pub use spell::{Spelled, spell};
pub use state::State;
