//! Floor 2: chess evaluation as one propositional network, a file a category, weights from `assets/`.
//!
//! The search calls the evaluator at leaves; panels read [`Activity`] and [`Breakdown`].

pub mod category;
pub mod panel;

pub use category::{Category, Emphasis};
pub use panel::{Activity, Breakdown, Term};
