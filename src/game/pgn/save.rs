//! Saves a game into a PGN file: into a new file, or in place of one game of the collection that it was read from. Every
//! other byte of a collection stays as it is, also if the process is killed while saving.

use super::content::{Content, ContentSum};
use super::diagnostics::PgnError;
use super::encoding::Encoding;
use super::index::{GameSource, Index};
use super::lines::lines;
use super::write::{write, write_tags, write_with};
use crate::base::{ChangeLock, folder_of, link_target, write_atomic, write_atomic_with, write_new};
use crate::game::{Game, MoveAnnotation, NodeId, Tags};
use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why a game is not saved. The file is unchanged, unless it was written and then cannot be read again.
#[derive(Debug, thiserror::Error)]
pub enum PgnSaveError {
    /// The file exists, and the game was not read from it. Saving with `overwrite` replaces the whole file.
    #[error("{} exists, and the game was not read from it", .0.display())]
    Exists(PathBuf),
    /// The file that the game was read from or saved to is missing. Saving with `overwrite` writes this game alone.
    #[error("{} is gone: it was moved or deleted since it was read", .0.display())]
    Gone(PathBuf),
    /// The encoding of the file lacks a character of the game.
    #[error("{}: Windows-1252, the encoding of the file, has no {character:?} (U+{:04X}): save to a new file", file.display(), u32::from(*character))]
    Encoding {
        /// The file.
        file: PathBuf,
        /// The character.
        character: char,
    },
    /// The file is UTF-16.
    #[error("{} is UTF-16, in which games are only read: save to a new file", .0.display())]
    Utf16(PathBuf),
    /// The file cannot be read, also after it was written, or changed since it was indexed.
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

/// Saves `game` to `path`. `sources` are the files that the game was read from or saved to: in one of them, the game
/// replaces its old text. Otherwise a new file is created; an existing file is replaced only with `overwrite`, and then
/// as a whole. Updates `sources`. Returns the language of the piece letters that the game was read with, if they were not
/// English as those that are written.
///
/// # Errors
/// [`PgnSaveError::Exists`] and [`PgnSaveError::Gone`] are questions to the user; every other error needs another file or
/// another attempt.
pub fn save(
    path: &Path,
    game: &Game,
    sources: &mut Vec<GameSource>,
    overwrite: bool,
) -> Result<Option<String>, PgnSaveError> {
    // Between the check that the file is as it was read and its replacement no other process may save into it.
    let _lock = ChangeLock::of(path);
    let file = real_path(path);
    let is_same = |source: &GameSource| real_path(source.index.file()) == file;
    if let Some(known) = sources.iter().position(is_same).filter(|_| !overwrite) {
        if !file.exists() {
            return Err(PgnSaveError::Gone(path.to_owned()));
        }
        let GameSource { index, number } = &mut sources[known];
        return Arc::make_mut(index).replace(*number, game);
    }
    let read = sources.first().and_then(|source| source.index.read(source.number).ok());
    let text = write(game);
    let written = match overwrite {
        true => write_atomic(path, text.as_bytes()),
        false => write_new(path, text.as_bytes()),
    };
    written.map_err(|source| {
        let file = path.to_owned();
        let exists = source.kind() == io::ErrorKind::AlreadyExists;
        if exists { PgnSaveError::Exists(file) } else { PgnSaveError::Io { file, source } }
    })?;
    sources.retain(|source| !is_same(source));
    let index = Index::build(path, &mut |_, _| ControlFlow::Continue(()))?;
    sources.push(GameSource { index: Arc::new(index), number: 0 });
    Ok(read.and_then(|read| read.letters))
}

/// The path without links, also of a file that is missing.
fn real_path(path: &Path) -> PathBuf {
    let real = || {
        let target = link_target(path).ok()?;
        Some(fs::canonicalize(folder_of(&target)).ok()?.join(target.file_name()?))
    };
    fs::canonicalize(path).ok().or_else(real).unwrap_or_else(|| path.to_owned())
}

/// Sums what is written, so that the file can be compared later.
struct Summed<'a> {
    out: &'a mut File,
    sum: &'a mut ContentSum,
}

impl io::Write for Summed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.sum.add(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Index {
    /// Replaces game `number` (from 0) in the file, and updates the index. Encoding, line ends and the blank lines after
    /// the game stay as they are. Returns the language of its piece letters if they become English.
    fn replace(&mut self, number: usize, game: &Game) -> Result<Option<String>, PgnSaveError> {
        let file = self.file().to_owned();
        if self.is_utf16() {
            return Err(PgnSaveError::Utf16(file));
        }
        let (old, read) = (self.bytes(number)?, self.read(number)?);
        // Tags of the roster are not added with an unknown value to a game that has none.
        let mut tags = Tags::default();
        for (name, value) in write_tags(game).iter() {
            let is_unknown = ["?", "????.??.??", "*"].contains(&value);
            if !is_unknown || read.game.tags.get(name).is_some() {
                tags.push(name, value);
            }
        }
        // Behind another game a comment would be that game's, and a game without moves nothing.
        let root = game.tree().node(NodeId::ROOT);
        let begins_with_move = !game.tree().is_empty()
            && root.comment.is_empty()
            && root.nags.is_empty()
            && root.annotation == MoveAnnotation::default();
        if number > 0 && tags.iter().next().is_none() && !begins_with_move {
            tags.push("Event", "?");
        }
        let new = self.encode(&write_with(&tags, game), &old)?;
        let span = self.entries()[number].span();
        let (index, replacement, mut input) = (&*self, &new, self.open()?);
        // `move`: Windows replaces no file that is open.
        let mut sum = ContentSum::default();
        let written = &mut sum;
        let about = write_atomic_with(&file, move |out| {
            let mut out = Summed { out, sum: written };
            io::copy(&mut (&input).take(span.start), &mut out)?;
            out.write_all(replacement)?;
            input.seek(SeekFrom::Start(span.end))?;
            io::copy(&mut input, &mut out)?;
            // Another program may have written to the file meanwhile.
            index.open().map(drop).map_err(io::Error::other)
        });
        let about = about.map_err(|source| PgnSaveError::Io { file, source })?;
        let content = Content::written(self.file(), &about, sum);
        self.replaced(number, &old, &new, &tags, content);
        Ok(read.letters)
    }

    /// `text` in the encoding and with the line ends of the game's old bytes, followed by their blank lines.
    fn encode(&self, text: &str, old: &[u8]) -> Result<Vec<u8>, PgnSaveError> {
        let line_end = match old.iter().position(|byte| matches!(byte, b'\r' | b'\n')) {
            Some(at) if old[at..].starts_with(b"\r\n") => "\r\n",
            Some(at) if old[at] == b'\r' => "\r",
            _ => "\n",
        };
        // Without tags there is no blank line after them.
        let text = text.trim_start_matches('\n').trim_end().replace('\n', line_end);
        let file = self.file().to_owned();
        let encoding = match Encoding::of(old) {
            Encoding::Ascii if !text.is_ascii() => encoding_of_file(self.open()?)
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
    for line in lines(game) {
        let text = line.strip_suffix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii_end();
        if !text.is_empty() && !text.starts_with(b"%") {
            end = at + text.len();
        }
        at += line.len();
    }
    &game[end..]
}

/// The encoding of the whole file, for a game that is ASCII so far.
fn encoding_of_file(mut input: File) -> io::Result<Encoding> {
    let mut chunk = vec![0; 1 << 20];
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
