//! Floor 5: headless work. Each submodule does one job for one subcommand and prints nothing itself.

pub mod bench;
pub mod bench_shadow;
pub mod timesim;
