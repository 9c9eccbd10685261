//! `lucena perft`: leaf counts below each root move, in the form other programs print.

use crate::rules::{Position, notation, perft};
use std::error::Error;
use std::io::Write;

/// Prints the leaves below each root move of `fen` (or `startpos`), sorted by move, and the total.
///
/// # Errors
/// A broken FEN, or a writer that fails.
pub fn print(fen: &str, depth: u32, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let position = if fen == "startpos" { Position::default() } else { notation::parse_fen(fen)? };
    let mut lines: Vec<(String, u64)> = perft::divide(&position, depth)
        .into_iter()
        .map(|(mv, leaves)| (notation::uci(mv), leaves))
        .collect();
    lines.sort();
    for (mv, leaves) in &lines {
        writeln!(out, "{mv}: {leaves}")?;
    }
    let total: u64 = if depth == 0 { 1 } else { lines.iter().map(|(_, leaves)| leaves).sum() };
    writeln!(out, "total: {total}")?;
    Ok(())
}
