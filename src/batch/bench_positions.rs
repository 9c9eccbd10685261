//! The built-in positions of the benchmarks.

use crate::rules::{Position, parse_fen};
use anyhow::Result;

/// One FEN per line; lines that begin with `#` are comments.
const POSITIONS: &str = include_str!("../../assets/bench.txt");

/// The built-in positions.
///
/// # Errors
/// A line is no legal position.
pub fn positions() -> Result<Vec<Position>> {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|fen| Ok(parse_fen(fen)?)).collect()
}
