//! `lucena bench TOPIC`: figures as `name: value` lines, one function a topic.

use super::{bench, bench_machine, bench_propnet, bench_shadow};
use std::error::Error;
use std::io::Write;

type Topic = (&'static str, fn() -> Result<Vec<(String, f64)>, String>);

/// The topics, the default first.
const TOPICS: &[Topic] = &[
    ("search", bench::run),
    ("shadow", bench_shadow::lines),
    ("propnet", || some([bench_propnet::lines(), bench_machine::lines()].concat())),
    ("machine", || some(bench_machine::lines())),
];

/// A topic without figures could not build what it measures.
fn some(lines: Vec<(String, f64)>) -> Result<Vec<(String, f64)>, String> {
    if lines.is_empty() {
        Err("bench: a built-in network cannot be read".to_owned())
    } else {
        Ok(lines)
    }
}

/// Measures `topic` and prints its figures; whole numbers without a fraction. Blocks for some seconds.
///
/// # Errors
/// An unknown topic, a measurement that fails, or a writer that does.
pub fn print(topic: &str, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let Some((_, measure)) = TOPICS.iter().find(|(name, _)| *name == topic) else {
        let names: Vec<&str> = TOPICS.iter().map(|(name, _)| *name).collect();
        return Err(format!("bench: no topic {topic:?}; there is {}", names.join(", ")).into());
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
