//! Layer 9: headless jobs. Each submodule implements one subcommand and writes only to the output and files it is given.
//! Errors are `anyhow` errors: the command line prints them, and nothing else acts on them.
#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

pub mod analyse;
pub mod annotate;
pub mod bench;
pub mod bench_km;
mod bench_machine;
pub mod bench_positions;
pub mod bench_propnet;
pub mod bench_speed;
pub mod bench_threads;
pub mod calibrate;
pub mod explain;
pub mod export;
mod geometric_mean;
pub mod human;
pub mod interrupt;
pub mod limit_arguments;
pub mod matches;
pub mod mcp;
pub mod network;
pub mod output;
mod parallel;
pub mod partial_games;
pub mod perft;
mod positions;
mod programs;
mod reporting_engine;
pub mod selfplay;
pub mod stats;
pub mod suite;
pub mod summary;
pub mod timesim;
pub mod trace;
pub mod train;
pub mod tune;
pub mod wrong_argument;
