//! Lucena, a chess engine that shows how it chooses its moves.
//!
//! This page is the architecture. The modules form layers. A module imports only from lower layers; `tests/tidy.rs`
//! enforces it.
//!
//! | layer | modules | contents |
//! |---|---|---|
//! | 10 | [`cli`] | the command line |
//! | 9 | [`tui`], [`uci`], [`batch`] | the screen, the protocol, commands without a screen |
//! | 8 | [`library`] | all games and their statistics |
//! | 7 | [`train`] | exercises from mistakes: their store, schedule and judge |
//! | 6 | [`annotate`] | analyses games, classifies and explains moves |
//! | 5 | [`config`], [`export`] | paths and settings; a game in other formats |
//! | 4 | [`engine`], [`game`] | the engine thread, a game and its PGN |
//! | 3 | [`search`] | tree, transposition table, pruning, shadow bounds, observers |
//! | 2 | [`knowledge`], [`machine`], [`timing`], [`strength`] | evaluation and rules as networks, time manager, dial |
//! | 1 | [`rules`], [`propnet`] | positions and notation over shakmaty; the generic network, independent of chess |
//! | 0 | [`base`] | score, units, seeded generator, sanitised text, atomic writes, huge pages |
//!
//! Data flows one way. A key or report is an event; a command or `update` changes the model and returns effects, and the
//! runtime performs them. The engine thread receives requests, publishes its latest report, notifies the event loop once
//! per report, and answers each `Go` with exactly one `Outcome`.

/// Shadows the macro of the standard library: checks under `cfg(checked)` too, which `build.rs` sets in debug builds.
macro_rules! debug_assert {
    ($($arguments:tt)*) => {
        if cfg!(any(checked, debug_assertions)) {
            assert!($($arguments)*);
        }
    };
}

/// Shadows the macro of the standard library: checks under `cfg(checked)` too, which `build.rs` sets in debug builds.
macro_rules! debug_assert_eq {
    ($($arguments:tt)*) => {
        if cfg!(any(checked, debug_assertions)) {
            assert_eq!($($arguments)*);
        }
    };
}

pub mod annotate;
pub mod base;
pub mod batch;
pub mod cli;
pub mod config;
pub mod engine;
pub mod export;
pub mod game;
pub mod knowledge;
pub mod library;
pub mod machine;
pub mod propnet;
pub mod rules;
pub mod search;
pub mod strength;
pub mod timing;
pub mod train;
pub mod tui;
pub mod uci;
