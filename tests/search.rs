//! The search as its callers see it: mates, limits, the same tree twice, lines that end in time, draws by the rules,
//! and the shadow score against an exhaustive oracle.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "these are tests; the lints know only the functions marked so"
)]

#[path = "shadow/graph.rs"]
mod graph;

mod search {
    pub mod basics;
    pub mod draws;
    pub mod endings;
    pub mod material;
    pub mod oracle;
}
