//! Games that were read in part: the command uses what was read, names them at its end, and has an exit code of its own.

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

/// The games that were read in part.
#[derive(Clone, Debug, Default)]
pub struct PartialGames {
    count: usize,
    notes: Vec<String>,
}

impl PartialGames {
    /// Counts a game of `file` if it has `notes` on what is missing.
    pub fn add(&mut self, file: &Path, notes: &[Note]) {
        let missing = notes.iter().filter(|note| note.severity != Severity::Warning);
        let missing: Vec<String> =
            missing.map(|note| format!("{}: {note}", file.display())).collect();
        self.count += usize::from(!missing.is_empty());
        if self.count <= MAX_NAMED {
            self.notes.extend(missing);
        }
    }

    /// Prints the notes of the games to standard error.
    ///
    /// # Errors
    /// [`ReadInPart`] if there were such games; standard error cannot be written.
    pub fn report(&self) -> Result<()> {
        self.print_notes()?;
        if self.count > 0 { Err(ReadInPart(self.count).into()) } else { Ok(()) }
    }

    /// Prints the notes alone, for a command that has another error.
    ///
    /// # Errors
    /// Standard error cannot be written.
    pub fn print_notes(&self) -> io::Result<()> {
        let mut err = io::stderr();
        for note in &self.notes {
            writeln!(err, "{}", sanitise(note))?;
        }
        if self.count > MAX_NAMED {
            writeln!(err, "the notes of {} other games are not listed", self.count - MAX_NAMED)?;
        }
        Ok(())
    }
}
