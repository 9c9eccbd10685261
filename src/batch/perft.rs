//! `lucena perft`: leaf counts below each root move (perft divide).

use crate::rules::{Position, notation, perft};
use std::error::Error;
use std::io::Write;

/// Prints the leaf count below each root move of `fen` (or `startpos`), sorted by move, and the total.
///
/// # Errors
/// An invalid FEN or a failed write.
pub fn print(fen: &str, depth: u32, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let position = if fen == "startpos" { Position::default() } else { notation::parse_fen(fen)? };
    let mut counts = perft::divide(&position, depth);
    counts.sort_by_cached_key(|(mv, _)| notation::uci(*mv));
    for (mv, leaves) in &counts {
        writeln!(out, "{}: {leaves}", notation::uci(*mv))?;
    }
    writeln!(out, "total: {}", perft::total(&counts, depth))?;
    Ok(())
}
