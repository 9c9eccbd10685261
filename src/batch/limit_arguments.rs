//! The arguments that limit a search: time, depth and nodes.

use crate::annotate::SearchLimits;
use crate::base::Millis;

/// Limits of each search; all that are given apply at once.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct LimitArguments {
    /// Search time per position in milliseconds; 1000 if no limit is given.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(i64).range(1..))]
    pub time: Option<i64>,
    /// Search depth per position in plies.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(1..=128))]
    pub depth: Option<u16>,
    /// Nodes per position.
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
}

impl LimitArguments {
    /// The limits; one second if none is given.
    pub fn limits(&self) -> SearchLimits {
        let Self { time, depth, nodes } = *self;
        SearchLimits { time: time.map(Millis), depth, nodes }.or_default()
    }
}
