//! Saves a game into a PGN file: into a new file, or in place of one game of the collection that it was read from. Every
//! other byte of a collection stays as it is, also if the process is killed while saving.

use super::diagnostics::PgnError;
use super::encoding::Encoding;
use super::index::Index;
use super::write::{write, write_tags};
use crate::base::{write_atomic, write_atomic_with};
use crate::game::Game;
use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

/// Why a game is not saved. The file is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum PgnSaveError {
    /// The file exists, and the game was not read from it. Saving with `overwrite` replaces the whole file.
    #[error("{} exists, and the game was not read from it", .0.display())]
    Exists(PathBuf),
    /// Another program changed the file.
    #[error("{} changed since it was read: open it again", .0.display())]
    Changed(PathBuf),
    /// The encoding of the file lacks a character of the game.
    #[error("{}: Windows-1252, the encoding of the file, has no {character:?}: save to a new file", file.display())]
    Encoding {
        /// The file.
        file: PathBuf,
        /// The character.
        character: char,
    },
    /// The file is UTF-16.
    #[error("{} is UTF-16, in which games are only read: save to a new file", .0.display())]
    Utf16(PathBuf),
    /// The file cannot be read as it was indexed.
    #[error(transparent)]
    Pgn(#[from] PgnError),
    /// The file cannot be written.
    #[error("{}: {source}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// The system's error.
        source: io::Error,
    },
}

/// Saves `game` to `path`. If `source` is the collection that the game was read from, and the game's number in it from 0,
/// and `path` is its file, the game replaces its old text there, and the index is updated. Otherwise a new file is
/// created; an existing file is replaced only with `overwrite`.
///
/// # Errors
/// [`PgnSaveError::Exists`] is a question to the user; every other error needs another file or another attempt.
pub fn save(
    path: &Path,
    game: &Game,
    source: Option<(&mut Index, usize)>,
    overwrite: bool,
) -> Result<(), PgnSaveError> {
    if let Some((index, number)) = source
        && fs::canonicalize(path).ok() == fs::canonicalize(index.file()).ok()
        && path.exists()
    {
        return index.replace(number, game);
    }
    if !overwrite && fs::symlink_metadata(path).is_ok() {
        return Err(PgnSaveError::Exists(path.to_owned()));
    }
    write_atomic(path, write(game).as_bytes())
        .map_err(|source| PgnSaveError::Io { file: path.to_owned(), source })
}

impl Index {
    /// Replaces game `number` (from 0) in the file, and updates the index. Encoding, line ends and the blank lines after
    /// the game stay as they are.
    ///
    /// # Errors
    /// The file changed since it was indexed, its encoding lacks a character, or it cannot be written.
    pub fn replace(&mut self, number: usize, game: &Game) -> Result<(), PgnSaveError> {
        let file = self.file().to_owned();
        let failed = |source| PgnSaveError::Io { file: file.clone(), source };
        if self.is_utf16() {
            return Err(PgnSaveError::Utf16(file));
        }
        if !self.is_current().map_err(failed)? {
            return Err(PgnSaveError::Changed(file));
        }
        let old = self.bytes(number)?;
        let new = self.encode(&write(game), &old)?;
        let span = self.entries()[number].span();
        write_atomic_with(&file, |out| {
            let mut input = File::open(&file)?;
            io::copy(&mut (&input).take(span.start), out)?;
            out.write_all(&new)?;
            input.seek(SeekFrom::Start(span.end))?;
            io::copy(&mut input, out)?;
            Ok(())
        })
        .map_err(failed)?;
        self.replaced(number, &old, &new, &write_tags(game)).map_err(failed)
    }

    /// `text` in the encoding and with the line ends of the game's old bytes, followed by their blank lines.
    fn encode(&self, text: &str, old: &[u8]) -> Result<Vec<u8>, PgnSaveError> {
        let line_end = match old.iter().position(|byte| matches!(byte, b'\r' | b'\n')) {
            Some(at) if old[at..].starts_with(b"\r\n") => "\r\n",
            Some(at) if old[at] == b'\r' => "\r",
            _ => "\n",
        };
        let text = text.trim_end().replace('\n', line_end);
        let file = self.file().to_owned();
        let encoding = match Encoding::of(old) {
            Encoding::Ascii if !text.is_ascii() => encoding_of_file(&file)
                .map_err(|source| PgnSaveError::Io { file: file.clone(), source })?,
            encoding => encoding,
        };
        let mut bytes = encoding
            .encode(&text)
            .map_err(|character| PgnSaveError::Encoding { file, character })?;
        bytes.extend_from_slice(trailing_blank(old));
        Ok(bytes)
    }
}

/// Line ends, blank lines, `%` lines and a byte-order mark after the game.
fn trailing_blank(game: &[u8]) -> &[u8] {
    let (mut end, mut at) = (0, 0);
    for line in game.split_inclusive(|&byte| byte == b'\n') {
        let text = line.strip_suffix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii_end();
        if !text.is_empty() && !text.starts_with(b"%") {
            end = at + text.len();
        }
        at += line.len();
    }
    &game[end..]
}

/// The encoding of the whole file, for a game that is ASCII so far.
fn encoding_of_file(file: &Path) -> io::Result<Encoding> {
    let (mut input, mut chunk) = (File::open(file)?, vec![0; 1 << 20]);
    let mut found = Encoding::Utf8;
    loop {
        let read = input.read(&mut chunk)?;
        match Encoding::of(&chunk[..read]) {
            _ if read == 0 => return Ok(found),
            Encoding::Ascii => {}
            Encoding::Utf8 => return Ok(Encoding::Utf8),
            // Perhaps only a character that two chunks share.
            Encoding::Windows1252 => found = Encoding::Windows1252,
        }
    }
}
