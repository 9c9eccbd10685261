//! An index of a PGN file: position, length and main tags of each game, built in one pass. Games are read on demand.

use super::content::{Content, ContentSum};
use super::diagnostics::PgnError;
use super::encoding::{check_text, decode, decode_utf16};
use super::language::Language;
use super::lines::line_ends;
use super::read::{ReadGame, read_slice};
use super::splitter::{GameSplitter, Sink};
use crate::base::{open_file, read_at_most};
use crate::game::Tags;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use strum::{IntoStaticStr, VariantArray};

/// Bytes per read and per call of the progress function.
const CHUNK: usize = 1 << 20;
/// Size limit of a game in bytes.
const MAX_GAME_BYTES: u64 = 64 << 20;
/// Size limit of a UTF-16 file in bytes, which is held in memory.
const MAX_UTF16_BYTES: u64 = 256 << 20;
/// The tags of an entry, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[allow(missing_docs, reason = "each has the name of its tag")]
pub enum IndexedTag {
    White,
    Black,
    Result,
    Date,
    Event,
    Site,
    Round,
    Time,
    #[strum(serialize = "UTCTime")]
    UtcTime,
    TimeControl,
    WhiteDial,
    BlackDial,
    WhiteElo,
    BlackElo,
    #[strum(serialize = "ECO")]
    Eco,
    Opening,
    WhiteAccuracy,
    BlackAccuracy,
    Continues,
}

impl IndexedTag {
    /// The name in the file.
    fn name(self) -> &'static str {
        self.into()
    }
}

/// Place of a game in its file, and its main tags.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameEntry {
    offset: u64,
    length: u64,
    line: u64,
    /// Values of the [`IndexedTag`]s, one a line, to be one allocation a game.
    tags: Box<str>,
}

impl GameEntry {
    /// The value of a tag; empty if missing.
    pub fn tag(&self, tag: IndexedTag) -> &str {
        let start = match tag as usize {
            0 => Some(0),
            place => nth_line_end(&self.tags, place - 1).map(|at| at + 1),
        };
        let rest = start.map_or("", |start| &self.tags[start..]);
        &rest[..nth_line_end(rest, 0).unwrap_or(rest.len())]
    }

    /// Does it have one of the tags that an index has?
    pub fn has_tags(&self) -> bool {
        self.tags.bytes().any(|byte| byte != b'\n')
    }

    /// Was it played on from a position of another game?
    pub fn continues(&self) -> bool {
        !self.tag(IndexedTag::Continues).is_empty()
    }

    /// Line of the file on which the game begins, from 1.
    pub const fn line(&self) -> u64 {
        self.line
    }

    /// Offsets of the game's first byte and of the first byte after it.
    pub(super) const fn span(&self) -> Range<u64> {
        self.offset..self.offset + self.length
    }
}

/// Where the line with this number, from 0, ends. In blocks of bytes that are compared at once: a search from line to line takes
/// ten times as long where they are as short as the values of tags.
fn nth_line_end(text: &str, mut number: usize) -> Option<usize> {
    const BLOCK: usize = u32::BITS as usize;
    for (block, bytes) in text.as_bytes().chunks(BLOCK).enumerate() {
        let is_end = |(place, byte): (usize, &u8)| u32::from(*byte == b'\n') << place;
        let mut ends = bytes.iter().enumerate().map(is_end).fold(0, |all, end| all | end);
        let count = ends.count_ones() as usize;
        if number < count {
            (0..number).for_each(|_| ends &= ends - 1);
            return Some(block * BLOCK + ends.trailing_zeros() as usize);
        }
        number -= count;
    }
    None
}

/// Where a game was read from or saved to.
#[derive(Clone, Debug)]
pub struct GameSource {
    /// The file.
    pub index: Arc<Index>,
    /// The game's number in it, from 0.
    pub number: usize,
}

/// The index of a file.
#[derive(Clone, Debug)]
pub struct Index {
    file: PathBuf,
    entries: Vec<GameEntry>,
    /// What shows that another program changed the file since it was indexed.
    content: Content,
    /// The text of a UTF-16 file as UTF-8, which the entries refer to.
    utf16: Option<Arc<str>>,
    /// The language of the piece letters; `None` recognises it.
    language: Option<Language>,
}

impl Index {
    /// Builds the index of `file`. `progress` gets the bytes done and the total after each MiB, and may stop.
    ///
    /// # Errors
    /// The file cannot be read, is malformed UTF-16 or no text, or `progress` stopped.
    pub fn build(
        file: &Path,
        progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Result<Self, PgnError> {
        let failed = |source| PgnError::Io { file: file.to_owned(), source };
        let unreadable = |error: PgnError| failed(io::Error::other(error));
        let mut input = open_file(file).map_err(failed)?;
        // Before reading: a change while the file is read makes the index out of date.
        let about = input.metadata().map_err(failed)?;
        let (mut sum, total) = (ContentSum::default(), about.len());
        let (mut splitter, mut entries) = (GameSplitter::new(), Collector::default());
        let (mut chunk, mut done, mut utf16) = (vec![0; CHUNK], 0_u64, None);
        loop {
            let read = input.read(&mut chunk).map_err(failed)?;
            if read == 0 {
                break;
            }
            if done == 0 && decode_utf16(&chunk[..read & !1]).is_some() {
                let bytes = read_at_most(file, MAX_UTF16_BYTES).map_err(failed)?;
                sum.add(&bytes);
                let text = decode_utf16(&bytes).transpose().map_err(unreadable)?;
                let text: Arc<str> = text.unwrap_or_default().into();
                check_text(text.as_bytes()).map_err(unreadable)?;
                splitter.feed(text.as_bytes(), &mut entries);
                done = text.len() as u64;
                utf16 = Some(text);
                break;
            }
            if done == 0 {
                check_text(&chunk[..read]).map_err(unreadable)?;
            }
            splitter.feed(&chunk[..read], &mut entries);
            sum.add(&chunk[..read]);
            done += read as u64;
            if progress(done, total).is_break() {
                return Err(PgnError::Stopped);
            }
        }
        splitter.finish(&mut entries);
        entries.close(done);
        let (file, entries, content) = (file.to_owned(), entries.done, Content::read(&about, sum));
        Ok(Self { file, entries, content, utf16, language: None })
    }

    /// Reads the games with piece letters of `language`; `None` recognises them.
    #[must_use]
    pub fn with_language(mut self, language: Option<Language>) -> Self {
        self.language = language;
        self
    }

    /// The file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Is the file as it was indexed?
    pub fn is_current(&self) -> bool {
        self.open().is_ok()
    }

    pub(super) const fn is_utf16(&self) -> bool {
        self.utf16.is_some()
    }

    /// Updates the index after game `number` was replaced in the file, which has this `content` now.
    pub(super) fn replaced(
        &mut self,
        number: usize,
        old: &[u8],
        new: &[u8],
        tags: &Tags,
        content: Content,
    ) {
        let (old_lines, new_lines) = (line_ends(old) as u64, line_ends(new) as u64);
        let value = |tag: &IndexedTag| tags.get(tag.name()).unwrap_or("").replace('\n', " ");
        let values: Vec<String> = IndexedTag::VARIANTS.iter().map(value).collect();
        let entry = &mut self.entries[number];
        entry.length = new.len() as u64;
        entry.tags = values.join("\n").into_boxed_str();
        for later in &mut self.entries[number + 1..] {
            later.offset = later.offset + new.len() as u64 - old.len() as u64;
            later.line = later.line + new_lines - old_lines;
        }
        self.content = content;
    }

    /// The games in the order of the file.
    pub fn entries(&self) -> &[GameEntry] {
        &self.entries
    }

    /// Reads one game; `number` counts from 0.
    ///
    /// # Errors
    /// There is no such game, it is larger than 64 MiB, the file cannot be read, or it changed since it was indexed.
    pub fn read(&self, number: usize) -> Result<ReadGame, PgnError> {
        let bytes = self.bytes(number)?;
        Ok(read_slice(&bytes, number + 1, self.line(number), self.language))
    }

    /// Line of the file on which a game begins, from 1; `number` counts from 0. 0 if there is no such game.
    pub fn line(&self, number: usize) -> usize {
        let line = self.entries.get(number).map_or(0, GameEntry::line);
        usize::try_from(line).unwrap_or(usize::MAX)
    }

    /// The text of one game; `number` counts from 0.
    ///
    /// # Errors
    /// As [`Index::read`].
    pub fn text(&self, number: usize) -> Result<String, PgnError> {
        Ok(decode(&self.bytes(number)?).text.into_owned())
    }

    /// This index, unless the file has no game.
    ///
    /// # Errors
    /// [`PgnError::NoGames`].
    pub fn with_games(self) -> Result<Self, PgnError> {
        if self.entries.is_empty() { Err(PgnError::NoGames(self.file)) } else { Ok(self) }
    }

    /// The bytes of one game; `number` counts from 0.
    pub(super) fn bytes(&self, number: usize) -> Result<Vec<u8>, PgnError> {
        let failed = |source| PgnError::Io { file: self.file.clone(), source };
        let missing = || {
            if self.entries.is_empty() {
                PgnError::NoGames(self.file.clone())
            } else {
                PgnError::NoSuchGame(number + 1)
            }
        };
        let entry = self.entries.get(number).ok_or_else(missing)?;
        if entry.length > MAX_GAME_BYTES {
            return Err(PgnError::TooLong {
                file: self.file.clone(),
                number: number + 1,
                limit_mib: MAX_GAME_BYTES >> 20,
            });
        }
        if let Some(text) = &self.utf16 {
            let span = entry.span();
            let [start, end] = [span.start, span.end].map(|at| usize::try_from(at).unwrap_or(0));
            return Ok(text.as_bytes()[start..end].to_vec());
        }
        let mut input = self.open()?;
        input.seek(SeekFrom::Start(entry.offset)).map_err(failed)?;
        let mut bytes = Vec::new();
        input.take(entry.length).read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() as u64 == entry.length { Ok(bytes) } else { Err(missing()) }
    }

    /// Opens the file, if it is as it was indexed: in another, the places of the games would be wrong.
    pub(super) fn open(&self) -> Result<File, PgnError> {
        let failed = |source| PgnError::Io { file: self.file.clone(), source };
        let mut input = open_file(&self.file).map_err(failed)?;
        if self.content.is_in(&mut input).map_err(failed)? {
            Ok(input)
        } else {
            Err(PgnError::Changed(self.file.clone()))
        }
    }
}

/// Collects the entries during the pass.
#[derive(Default)]
struct Collector {
    done: Vec<GameEntry>,
    open: Option<GameEntry>,
    values: [String; IndexedTag::VARIANTS.len()],
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
        let is_named = |kept: &IndexedTag| kept.name().as_bytes().eq_ignore_ascii_case(name);
        let Some(place) = IndexedTag::VARIANTS.iter().position(is_named) else { return };
        let value = raw[quote + 1..].trim_ascii_end();
        let value = decode(value.strip_suffix(b"\"").unwrap_or(value)).text;
        if self.values[place].is_empty() {
            self.values[place] =
                value.replace("\\\"", "\"").replace("\\\\", "\\").replace('\n', " ");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{GameEntry, Index, IndexedTag, MAX_GAME_BYTES};
    use crate::game::tags::CONTINUES;
    use std::ops::ControlFlow;
    use strum::VariantArray as _;

    #[test]
    fn a_tag_has_the_name_that_is_written() {
        assert_eq!(IndexedTag::Continues.name(), CONTINUES);
    }

    #[test]
    fn a_tag_is_found_among_short_and_long_ones() {
        for length in 0..100 {
            let values: [String; 19] =
                std::array::from_fn(|place| "é".repeat((place * length) % 70) + &place.to_string());
            let entry = GameEntry { tags: values.join("\n").into(), ..GameEntry::default() };
            let found = IndexedTag::VARIANTS.iter().map(|tag| entry.tag(*tag).to_owned());
            assert_eq!(found.collect::<Vec<_>>(), values);
        }
        assert_eq!(GameEntry::default().tag(IndexedTag::Continues), "");
    }

    #[test]
    fn a_game_that_is_too_long_is_named_with_the_limit() {
        let file = std::env::temp_dir().join(format!("lucena-{}-long.pgn", std::process::id()));
        std::fs::write(&file, "1. e4 *\n").unwrap();
        let mut index = Index::build(&file, &mut |_, _| ControlFlow::Continue(())).unwrap();
        index.entries[0].length = MAX_GAME_BYTES + 1;
        let error = index.read(0).unwrap_err().to_string();
        assert!(error.ends_with("long.pgn: game 1 has more than 64 MiB, the limit of one game"));
        std::fs::remove_file(&file).unwrap();
    }
}
