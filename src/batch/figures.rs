//! `lucena bench TOPIC`: prints metrics as `name: value` lines.

use super::{bench, bench_machine, bench_propnet, bench_shadow};
use std::error::Error;
use std::io::Write;

type Topic = (&'static str, fn() -> Result<Vec<(String, f64)>, String>);

/// The topics, the default first.
const TOPICS: &[Topic] = &[
    ("search", bench::run),
    ("shadow", bench_shadow::measure),
    ("propnet", || some([bench_propnet::measure(), bench_machine::measure()].concat())),
    ("machine", || some(bench_machine::measure())),
];

/// An empty list means that a built-in network cannot be built.
fn some(lines: Vec<(String, f64)>) -> Result<Vec<(String, f64)>, String> {
    if lines.is_empty() {
        Err("bench: a built-in network cannot be read".to_owned())
    } else {
        Ok(lines)
    }
}

/// Measures `topic` and prints its metrics, integers without a fraction. Blocks for some seconds.
///
/// # Errors
/// An unknown topic, a failed measurement or a failed write.
pub fn print(topic: &str, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let Some((_, measure)) = TOPICS.iter().find(|(name, _)| *name == topic) else {
        let names: Vec<&str> = TOPICS.iter().map(|(name, _)| *name).collect();
        return Err(
            format!("bench: unknown topic {topic:?}; topics are {}", names.join(", ")).into()
        );
    };
    for (name, value) in measure()? {
        if value.fract() == 0.0 {
            writeln!(out, "{name}: {value:.0}")?;
        } else {
            writeln!(out, "{name}: {value:.3}")?;
        }
    }
    Ok(())
}
