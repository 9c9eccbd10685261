//! Errors of PGN files and notes about their games.

use std::fmt;
use std::path::PathBuf;

/// Why a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum PgnError {
    /// An I/O error.
    #[error("{}: {source}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The text is malformed UTF-16.
    #[error("line {line}: the text is malformed UTF-16: save it as UTF-8 and try again")]
    Utf16 {
        /// The line, from 1.
        line: usize,
    },
    /// The bytes are no text.
    #[error("not a text file: games are read from PGN, uncompressed")]
    NotText,
    /// Another program changed the file since it was indexed: the index does not apply to it any more.
    #[error("{} changed since it was read: open it again", .0.display())]
    Changed(PathBuf),
    /// The index has no such game.
    #[error("game {0} is not in the file as it was indexed")]
    NoSuchGame(usize),
    /// A game is larger than an index reads.
    #[error("{}: game {number} has more than {limit_mib} MiB, the limit of one game", file.display())]
    TooLong {
        /// The file.
        file: PathBuf,
        /// The number of the game, from 1.
        number: usize,
        /// The limit in MiB.
        limit_mib: u64,
    },
    /// The file has no game.
    #[error("{}: no games", .0.display())]
    NoGames(PathBuf),
    /// The progress callback stopped the indexing.
    #[error("indexing was stopped")]
    Stopped,
}

/// Severity of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Nothing was left out.
    Warning,
    /// A comment keeps what another reader left out.
    Unread,
    /// Something was left out.
    Error,
}

impl PgnError {
    /// Whether it is about one game, so that the others of the file can be read.
    pub const fn is_of_one_game(&self) -> bool {
        matches!(self, Self::NoSuchGame(_) | Self::TooLong { .. } | Self::Changed(_))
    }
}

/// A note about a game: something that was not read as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Number of the game in its file, from 1.
    pub game: usize,
    /// Line of the file, from 1.
    pub line: usize,
    /// The severity.
    pub severity: Severity,
    /// The message.
    pub text: String,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}: {}", self.game, self.line, self.text)
    }
}

/// Text of the note on a game whose characters are not UTF-8.
pub(super) const WINDOWS_1252: &str = "not UTF-8: read as Windows-1252";

/// The notes that each game of a file has, such as the one on its encoding: to be shown once, when all games are read.
#[derive(Debug, Default)]
pub struct FileNotes {
    first: Option<Note>,
    games: usize,
}

impl FileNotes {
    /// Returns a note that is about one game only; keeps another.
    pub fn add(&mut self, note: Note) -> Option<Note> {
        if note.text != WINDOWS_1252 {
            return Some(note);
        }
        self.games += 1;
        self.first.get_or_insert(note);
        None
    }

    /// The note that was kept, with the number of its games.
    pub fn finish(self) -> Option<Note> {
        let Note { text, .. } = self.first.as_ref()?;
        let text = match self.games {
            1 => text.clone(),
            2 => format!("{text}, as is 1 other game"),
            games => format!("{text}, as are {} other games", games - 1),
        };
        self.first.map(|first| Note { text, ..first })
    }
}

/// Collects the notes of one game. The number is limited, because binary input would give millions.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// Number of the game in its file, from 1.
    pub(super) game: usize,
    /// The notes in the order of their occurrence.
    pub(super) list: Vec<Note>,
}

/// Maximum number of notes of each severity for one game.
pub(super) const MAX_NOTES: usize = 20;

impl Notes {
    /// Adds a note. Of too many of one severity the last says that the others are not listed.
    pub fn add(&mut self, line: usize, severity: Severity, text: String) {
        let text = match self.list.iter().filter(|note| note.severity == severity).count() {
            0..MAX_NOTES => text,
            MAX_NOTES => format!("{text}; further notes about this game are not listed"),
            _ => return,
        };
        self.list.push(Note { game: self.game, line, severity, text });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_too_many_notes_says_so() {
        let mut notes = Notes { game: 1, list: Vec::new() };
        for line in 1..=30 {
            notes.add(line, Severity::Warning, format!("note {line}"));
        }
        notes.add(31, Severity::Error, "an error".to_owned());
        let texts: Vec<String> = notes.list.iter().map(|note| note.text.clone()).collect();
        assert_eq!(texts.len(), 22);
        assert_eq!(texts[20], "note 21; further notes about this game are not listed");
        assert_eq!(texts[21], "an error");
    }

    #[test]
    fn the_note_of_a_file_counts_its_other_games() {
        let said = |games| {
            let mut of_file = FileNotes::default();
            for game in 1..=games {
                let (severity, text) = (Severity::Warning, WINDOWS_1252.to_owned());
                assert_eq!(of_file.add(Note { game, line: 1, severity, text }), None);
            }
            of_file.finish().unwrap().text
        };
        assert_eq!(said(1), WINDOWS_1252);
        assert!(said(2).ends_with(", as is 1 other game"));
        assert!(said(3).ends_with(", as are 2 other games"));
    }
}
