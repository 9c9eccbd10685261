//! Games that were not read as they are written: the command uses what was read and prints their notes at its end. Where
//! something is missing it has an exit code of its own.

use crate::base::sanitise;
use crate::game::pgn::{Note, Severity};
use anyhow::Result;
use std::io::{self, Write as _};
use std::path::Path;

/// Games were read in part; their notes were printed.
#[derive(Debug, thiserror::Error)]
#[error("games read in part: {0}; their notes say what is missing")]
pub struct ReadInPart(pub usize);

/// Games whose notes are printed; a collection may have thousands.
const MAX_NAMED: usize = 20;

/// The games that were not read as they are written, and how many of them were read in part.
#[derive(Clone, Debug, Default)]
pub struct PartialGames {
    in_part: usize,
    /// The notes of each game.
    notes: Vec<Vec<String>>,
}

impl PartialGames {
    /// Keeps the `notes` of a game of `file`, and counts it if one is on what is missing.
    pub fn add(&mut self, file: &Path, notes: &[Note]) {
        if notes.is_empty() {
            return;
        }
        let is_missing = notes.iter().any(|note| note.severity != Severity::Warning);
        self.in_part += usize::from(is_missing);
        let lines = notes.iter().map(|note| format!("{}: {note}", file.display()));
        let lines = lines.collect();
        // What is missing is said before what reads otherwise.
        if is_missing {
            self.notes.insert(self.in_part - 1, lines);
        } else {
            self.notes.push(lines);
        }
    }

    /// Prints the notes of the games to standard error.
    ///
    /// # Errors
    /// [`ReadInPart`] if there were such games; standard error cannot be written.
    pub fn report(&self) -> Result<()> {
        self.print_notes()?;
        if self.in_part > 0 { Err(ReadInPart(self.in_part).into()) } else { Ok(()) }
    }

    /// Prints the notes alone, for a command that has another error.
    ///
    /// # Errors
    /// Standard error cannot be written.
    pub fn print_notes(&self) -> io::Result<()> {
        let mut err = io::stderr();
        for note in self.notes.iter().take(MAX_NAMED).flatten() {
            writeln!(err, "{}", sanitise(note))?;
        }
        if let Some(others) = self.notes.len().checked_sub(MAX_NAMED).filter(|&others| others > 0) {
            writeln!(err, "the notes of {others} other games are not listed")?;
        }
        Ok(())
    }
}
