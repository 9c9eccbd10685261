//! `lucena bench shadow`: what history-free bounds cost against a table that stores real scores naively.
//!
//! All modes search the built-in positions and some endings full of repetitions to the same depth; ratios are to the
//! naive table. Nodes are exact, times are the machine's.

use super::bench::{Total, measure};
use crate::search::{Options, ShadowMode};

/// Iterations searched on each position.
const DEPTH: u16 = 11;

/// Nodes and seconds of each mode, and the ratios of fast and strict to naive.
///
/// # Errors
/// The built-in knowledge or a position cannot be read, or there is no memory for the table, in words.
pub fn lines() -> Result<Vec<(String, f64)>, String> {
    let run = |shadow: ShadowMode| measure(&Options { shadow, ..Options::default() }, DEPTH);
    let (naive, fast, strict) =
        (run(ShadowMode::Naive)?, run(ShadowMode::Fast)?, run(ShadowMode::Strict)?);
    let mut lines = Vec::new();
    for (name, total) in [("naive", &naive), ("fast", &fast), ("strict", &strict)] {
        lines.push((format!("{name} nodes"), total.nodes));
        lines.push((format!("{name} seconds"), total.seconds));
    }
    for (name, total) in [("fast", &fast), ("strict", &strict)] {
        lines.push((format!("{name} nodes to naive"), ratio(total, &naive, |it| it.nodes)));
        lines.push((format!("{name} time to naive"), ratio(total, &naive, |it| it.seconds)));
    }
    Ok(lines)
}

fn ratio(of: &Total, to: &Total, figure: impl Fn(&Total) -> f64) -> f64 {
    figure(of) / figure(to).max(1e-9)
}
