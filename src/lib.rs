//! Lucena, a chess engine you can see through.
//!
//! This page is the architecture. Imports go only downward through these floors, and modules on one floor do not
//! import each other; `tests/tidy.rs` enforces it.
//!
//! | floor | modules | what lives there |
//! |---|---|---|
//! | 7 | [`cli`], `main.rs` | the command line; this page |
//! | 6 | [`tui`], [`uci`], [`batch`] | the screen, the protocol, headless work |
//! | 5 | [`annotate`] | games searched move by move, judged and explained |
//! | 4 | [`engine`], [`game`], [`config`] | the background thread, a game in progress, paths and settings |
//! | 3 | [`search`] | the tree, the table, the shadow score, observers, statistics |
//! | 2 | [`knowledge`], [`machine`], [`timing`], [`strength`] | evaluation and rules as propnets, time manager, dial |
//! | 1 | [`rules`], [`propnet`] | thin skin over shakmaty; the generic network, which knows no chess |
//! | 0 | [`base`] | score, units, seeded generator |
//!
//! Data flows one way. The terminal thread turns keys into actions, `update` turns actions into a new model and a list
//! of effects, and only the loop performs effects. The engine thread receives orders, publishes the latest report into
//! a slot, wakes the loop with one coalesced event, and answers each `Go` with exactly one outcome.

pub mod annotate;
pub mod base;
pub mod batch;
pub mod cli;
pub mod config;
pub mod engine;
pub mod game;
pub mod knowledge;
pub mod machine;
pub mod propnet;
pub mod rules;
pub mod search;
pub mod strength;
pub mod timing;
pub mod tui;
pub mod uci;
