//! Layer 6: headless jobs. Each submodule implements one subcommand and writes only to the output and files it is given.

pub mod annotate;
pub mod bench;
pub mod bench_machine;
pub mod bench_propnet;
pub mod bench_shadow;
pub mod calibrate;
pub mod explain;
pub mod export;
pub mod figures;
pub mod matches;
pub mod perft;
pub mod selfplay;
pub mod timesim;
pub mod trace;
pub mod tune;
