//! Games that were not read as they are written: the command uses what was read and prints their notes at its end. Where
//! something is missing it has an exit code of its own.

use crate::base::sanitise;
use crate::game::pgn::{Note, Severity};
use anyhow::Result;
use std::io::{self, Write as _};
use std::path::Path;

/// Not everything was read; what is missing was printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadInPart {
    /// This many games were read in part.
    #[error("games read in part: {0}; their notes say what is missing")]
    Games(usize),
    /// This many games were read in part, by a command that has no place for their notes.
    #[error("games read in part: {0}")]
    Unnamed(usize),
    /// This many files, or games of a file that was read, were left out.
    #[error("left out: {0}, named above; the result is that of the rest")]
    LeftOut(usize),
}

/// Games whose notes are printed; a collection may have thousands.
const MAX_NAMED: usize = 20;

/// The games that were not read as they are written, and how many of them were read in part.
#[derive(Clone, Debug, Default)]
pub struct PartialGames {
    in_part: Notes,
    /// Of games that have nothing missing.
    whole: Notes,
    /// Files and games that could not be read at all.
    left_out: usize,
}

/// The notes of the first games, and the number of all games that have some.
#[derive(Clone, Debug, Default)]
struct Notes {
    games: usize,
    named: Vec<Vec<String>>,
}

impl PartialGames {
    /// Keeps the `notes` of a game of `file`, and counts it if one is on what is missing.
    pub fn add(&mut self, file: &Path, notes: &[Note]) {
        if notes.is_empty() {
            return;
        }
        let is_missing = notes.iter().any(|note| note.severity != Severity::Warning);
        let kept = if is_missing { &mut self.in_part } else { &mut self.whole };
        kept.games += 1;
        if kept.named.len() < MAX_NAMED {
            let lines = notes.iter().map(|note| format!("{}: {note}", file.display()));
            kept.named.push(lines.collect());
        }
    }

    /// Those of a command that has left out `left_out` files or games, and said which.
    pub fn with_left_out(left_out: usize) -> Self {
        Self { left_out, ..Self::default() }
    }

    /// Prints the notes of the games to standard error.
    ///
    /// # Errors
    /// [`ReadInPart`] if there were such games, or any were left out; standard error cannot be written.
    pub fn report(&self) -> Result<()> {
        self.print_notes()?;
        match (self.left_out, self.in_part.games) {
            (0, 0) => Ok(()),
            (0, games) => Err(ReadInPart::Games(games).into()),
            (left_out, _) => Err(ReadInPart::LeftOut(left_out).into()),
        }
    }

    /// Prints the notes alone, those on what is missing first, for a command that has another error.
    ///
    /// # Errors
    /// Standard error cannot be written.
    pub fn print_notes(&self) -> io::Result<()> {
        let mut err = io::stderr();
        let named = self.in_part.named.iter().chain(&self.whole.named).take(MAX_NAMED);
        for note in named.clone().flatten() {
            writeln!(err, "{}", sanitise(note))?;
        }
        let others = self.in_part.games + self.whole.games - named.count();
        if others > 0 {
            writeln!(err, "the notes of {others} other games are not listed")?;
        }
        Ok(())
    }
}
