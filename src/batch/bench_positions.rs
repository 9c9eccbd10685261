//! The positions of the benchmarks: built-in ones, or those of a file.

use crate::base::read_text;
use crate::rules::{Epd, Position, parse_fen};
use anyhow::{Context as _, Result, ensure};
use std::path::{Path, PathBuf};

/// One FEN per line; lines that begin with `#` are comments.
const POSITIONS: &str = include_str!("../../assets/bench.txt");

/// Arguments of the topics that search each position several times.
#[derive(Clone, Debug, Default, clap::Args)]
// Its name would be that of the group of the other options.
#[group(skip)]
pub struct Options {
    /// Topics `threads` and `speed`: rounds over all positions; 1 and 10 if omitted.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    pub rounds: Option<u32>,
    /// Topics `threads` and `speed`: positions (EPD) instead of the built-in ones.
    #[arg(long, value_name = "FILE")]
    pub epd: Option<PathBuf>,
}

/// The built-in positions.
///
/// # Errors
/// A line is no legal position.
pub(super) fn positions() -> Result<Vec<Position>> {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|fen| Ok(parse_fen(fen)?)).collect()
}

/// The positions of an EPD file, at least one.
///
/// # Errors
/// The file cannot be read, a line is no position, or there is none.
pub(super) fn read(file: &Path) -> Result<Vec<Position>> {
    let name = || file.display().to_string();
    let text = read_text(file).with_context(name)?;
    let lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let positions = lines
        .map(|(at, line)| {
            let epd = Epd::parse(line).with_context(|| format!("{}, line {}", name(), at + 1))?;
            Ok(epd.position)
        })
        .collect::<Result<Vec<_>>>()?;
    ensure!(!positions.is_empty(), "{}: no positions", name());
    Ok(positions)
}
