//! The code generator, which a test of `knowledge/` runs.

mod codegen;

pub use codegen::{Exchange, generate};
