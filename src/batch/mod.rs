//! Floor 6: headless work. Each submodule does one job for one subcommand and writes to nothing but what it is given.

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
pub mod tune;
