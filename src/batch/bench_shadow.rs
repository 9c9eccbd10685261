//! `lucena bench shadow`: cost of the shadow modes relative to a hash table that stores real scores (naive mode), at the
//! same depth on the built-in positions.

use super::bench::{BenchResult, run_bench};
use crate::search::{SearchOptions, ShadowMode};

/// Search depth in plies.
const DEPTH: u16 = 11;

/// Nodes and seconds of each mode, and the ratios of fast and strict to naive mode.
///
/// # Errors
/// As [`run_bench`].
pub fn measure() -> Result<Vec<(String, f64)>, String> {
    let run = |shadow: ShadowMode| {
        run_bench(&SearchOptions { shadow, ..SearchOptions::default() }, DEPTH)
    };
    let (naive, fast, strict) =
        (run(ShadowMode::Naive)?, run(ShadowMode::Fast)?, run(ShadowMode::Strict)?);
    let mut metrics = Vec::new();
    for (name, total) in [("naive", &naive), ("fast", &fast), ("strict", &strict)] {
        metrics.push((format!("{name} nodes"), total.nodes));
        metrics.push((format!("{name} seconds"), total.seconds));
    }
    for (name, total) in [("fast", &fast), ("strict", &strict)] {
        metrics.push((format!("{name} nodes to naive"), ratio(total, &naive, |it| it.nodes)));
        metrics.push((format!("{name} time to naive"), ratio(total, &naive, |it| it.seconds)));
    }
    Ok(metrics)
}

fn ratio(of: &BenchResult, to: &BenchResult, figure: impl Fn(&BenchResult) -> f64) -> f64 {
    figure(of) / figure(to).max(1e-9)
}
