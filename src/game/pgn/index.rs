//! An index of a PGN file: position, length and main tags of each game, built in one pass. Games are read on demand.

use super::diagnostics::PgnError;
use super::read::{ReadGame, decode, read_slice, refuse_utf16};
use super::splitter::{GameSplitter, Sink};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Bytes per read and per call of the progress function.
const CHUNK: usize = 1 << 20;
/// Size limit of a game in bytes.
const MAX_GAME_BYTES: u64 = 64 << 20;
/// The tags of an entry.
const INDEXED_TAGS: [&str; 6] = ["White", "Black", "Result", "Date", "Event", "ECO"];

/// Place of a game in its file, and its main tags.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameEntry {
    offset: u64,
    length: u64,
    line: u64,
    /// Values of [`KEPT`], one a line, to be one allocation a game.
    tags: Box<str>,
}

impl GameEntry {
    /// The value of White, Black, Result, Date, Event or ECO; empty if missing.
    #[must_use]
    pub fn tag(&self, name: &str) -> &str {
        let place = INDEXED_TAGS.iter().position(|kept| *kept == name);
        place.and_then(|place| self.tags.split('\n').nth(place)).unwrap_or("")
    }

    /// Line of the file on which the game begins, from 1.
    #[must_use]
    pub const fn line(&self) -> u64 {
        self.line
    }

    /// Length of the game in bytes.
    #[must_use]
    pub const fn length(&self) -> u64 {
        self.length
    }
}

/// The index of a file.
#[derive(Clone, Debug)]
pub struct Index {
    file: PathBuf,
    entries: Vec<GameEntry>,
}

impl Index {
    /// Builds the index of `file`. `progress` gets the bytes done and the total after each MiB, and may stop.
    ///
    /// # Errors
    /// The file cannot be read, is UTF-16, or `progress` stopped.
    pub fn build(
        file: &Path,
        progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Result<Self, PgnError> {
        let failed = |source| PgnError::Io { file: file.to_owned(), source };
        let mut input = File::open(file).map_err(failed)?;
        let about = input.metadata().map_err(failed)?;
        if !about.is_file() {
            // A device may never end, and a pipe cannot be read again.
            return Err(failed(io::Error::other(
                "not a regular file: games can be listed only from a file",
            )));
        }
        let total = about.len();
        let (mut splitter, mut entries) = (GameSplitter::default(), Collector::default());
        let (mut chunk, mut done) = (vec![0; CHUNK], 0_u64);
        loop {
            let read = input.read(&mut chunk).map_err(failed)?;
            if read == 0 {
                break;
            }
            if done == 0 {
                refuse_utf16(&chunk[..read])?;
            }
            splitter.feed(&chunk[..read], &mut entries);
            done += read as u64;
            if progress(done, total).is_break() {
                return Err(PgnError::Stopped);
            }
        }
        splitter.finish(&mut entries);
        entries.close(done);
        Ok(Self { file: file.to_owned(), entries: entries.done })
    }

    /// The games in the order of the file.
    #[must_use]
    pub fn entries(&self) -> &[GameEntry] {
        &self.entries
    }

    /// Reads one game; `number` counts from 0.
    ///
    /// # Errors
    /// There is no such game, it is larger than 64 MiB, or the file cannot be read.
    pub fn read(&self, number: usize) -> Result<ReadGame, PgnError> {
        let bytes = self.bytes(number)?;
        let line = self.entries.get(number).map_or(0, |entry| entry.line);
        Ok(read_slice(&bytes, number + 1, usize::try_from(line).unwrap_or(usize::MAX)))
    }

    /// The bytes of one game; `number` counts from 0.
    ///
    /// # Errors
    /// As [`Index::read`].
    pub fn bytes(&self, number: usize) -> Result<Vec<u8>, PgnError> {
        let failed = |source| PgnError::Io { file: self.file.clone(), source };
        let missing = || PgnError::NoSuchGame(number + 1);
        let entry = self.entries.get(number).filter(|entry| entry.length <= MAX_GAME_BYTES);
        let entry = entry.ok_or_else(missing)?;
        let mut input = File::open(&self.file).map_err(failed)?;
        input.seek(SeekFrom::Start(entry.offset)).map_err(failed)?;
        let mut bytes = Vec::new();
        input.take(entry.length).read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() as u64 == entry.length { Ok(bytes) } else { Err(missing()) }
    }
}

/// Collects the entries during the pass.
#[derive(Default)]
struct Collector {
    done: Vec<GameEntry>,
    open: Option<GameEntry>,
    values: [String; INDEXED_TAGS.len()],
}

impl Collector {
    fn close(&mut self, end: u64) {
        if let Some(mut entry) = self.open.take() {
            entry.length = end.saturating_sub(entry.offset);
            entry.tags = self.values.join("\n").into_boxed_str();
            self.done.push(entry);
        }
        self.values.iter_mut().for_each(String::clear);
    }
}

impl Sink for Collector {
    fn game(&mut self, offset: u64, line: u64) {
        self.close(offset);
        self.open = Some(GameEntry { offset, line, ..GameEntry::default() });
    }

    fn tag(&mut self, raw: &[u8]) {
        let Some(quote) = raw.iter().position(|&byte| byte == b'"') else { return };
        let name = raw[..quote].trim_ascii();
        let Some(place) = INDEXED_TAGS.iter().position(|kept| kept.as_bytes() == name) else {
            return;
        };
        let value = raw[quote + 1..].trim_ascii_end();
        let value = decode(value.strip_suffix(b"\"").unwrap_or(value));
        if self.values[place].is_empty() {
            self.values[place] =
                value.replace("\\\"", "\"").replace("\\\\", "\\").replace('\n', " ");
        }
    }
}
