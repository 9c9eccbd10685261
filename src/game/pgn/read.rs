//! PGN in: bytes to games, with a note of everything that was odd. What a file system says is a [`PgnError`]; what a
//! game says is a [`Note`], and the other games are read all the same.

use super::build::{GameBuilder, TreeVisitor};
use super::splitter::{GameSplitter, Sink};
use super::{normalise, termination};
use crate::base::{Millis, read_at_most};
use crate::game::{Game, GameResult, Status};
use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};

/// Why a file cannot be read at all.
#[derive(Debug, thiserror::Error)]
pub enum PgnError {
    /// The file system refused.
    #[error("{}: {source}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// What it said.
        source: std::io::Error,
    },
    /// Two bytes a character.
    #[error("the text is UTF-16: save it as UTF-8 and try again")]
    Utf16,
    /// A game of an index that is not there, or a file that changed since it was indexed.
    #[error("game {0} is not in the file as it was indexed")]
    NoSuchGame(usize),
    /// Asked to stop.
    #[error("indexing was stopped")]
    Stopped,
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Everything that can be read was read.
    Warning,
    /// Something was left out.
    Error,
}

/// Something odd about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Number of the game in its file, from 1.
    pub game: usize,
    /// Line of the file, from 1.
    pub line: usize,
    /// How bad it is.
    pub severity: Severity,
    /// What it is.
    pub text: String,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}: {}", self.game, self.line, self.text)
    }
}

/// A game read from a file. The game stands at the end of its main line.
#[derive(Clone, Debug)]
pub struct ReadGame {
    /// The game.
    pub game: Game,
    /// Line of the file on which it begins, from 1.
    pub line: usize,
    /// What was odd.
    pub notes: Vec<Note>,
}

impl ReadGame {
    /// Was something left out?
    #[must_use]
    pub fn is_incomplete(&self) -> bool {
        self.notes.iter().any(|note| note.severity == Severity::Error)
    }
}

/// Most bytes that are read whole; an index has no such bound.
const MAX_FILE_BYTES: u64 = 1 << 30;

/// Reads every game of a file of at most a gibibyte. Holds the whole file in memory; for a big one use [`super::Index`].
///
/// # Errors
/// The file cannot be read, or it is UTF-16.
pub fn read_file(file: &Path) -> Result<Vec<ReadGame>, PgnError> {
    let bytes = read_at_most(file, MAX_FILE_BYTES)
        .map_err(|source| PgnError::Io { file: file.to_owned(), source })?;
    read_bytes(&bytes)
}

/// Reads every game of `bytes`: UTF-8 with or without byte-order mark, else Latin-1; any line ends.
///
/// # Errors
/// The text is UTF-16.
pub fn read_bytes(bytes: &[u8]) -> Result<Vec<ReadGame>, PgnError> {
    refuse_utf16(bytes)?;
    let mut starts = Starts::default();
    let mut splitter = GameSplitter::default();
    splitter.feed(bytes, &mut starts);
    splitter.finish(&mut starts);
    let ends = starts.0.iter().skip(1).map(|start| start.0).chain([bytes.len()]);
    let slices = starts.0.iter().zip(ends);
    Ok(slices
        .enumerate()
        .map(|(index, (&(start, line), end))| read_slice(&bytes[start..end], index + 1, line))
        .collect())
}

/// Where games begin, in bytes and lines.
#[derive(Debug, Default)]
struct Starts(Vec<(usize, usize)>);

impl Sink for Starts {
    fn game(&mut self, offset: u64, line: u64) {
        let fit = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        self.0.push((fit(offset), fit(line)));
    }

    fn tag(&mut self, _: &[u8]) {}
}

pub(super) fn refuse_utf16(bytes: &[u8]) -> Result<(), PgnError> {
    let marked = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    if marked { Err(PgnError::Utf16) } else { Ok(()) }
}

/// UTF-8 as it is; anything else as Latin-1, in which every byte is a character.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().copied().map(char::from).collect()),
    }
}

/// Reads the bytes of one game, number `number` of its file, which begins on `line`.
pub(super) fn read_slice(bytes: &[u8], number: usize, line: usize) -> ReadGame {
    // A byte-order mark in front of the next game, where files were put together, is none of this one's.
    let text = decode(bytes.strip_suffix(b"\xef\xbb\xbf").unwrap_or(bytes));
    let cleaned = normalise::normalise(&text, line);
    let mut notes: Vec<Note> = Vec::new();
    let mut note = |line, severity, text| notes.push(Note { game: number, line, severity, text });
    for (line, severity, text) in &cleaned.notes {
        note(*line, *severity, text.clone());
    }
    let mut reader = pgn_reader::Reader::build(cleaned.text.as_bytes())
        .set_supported_tag_line_length(cleaned.longest_tag + 2)
        .finish();
    let game = match reader.read_game(&mut TreeVisitor { cleaned: &cleaned }) {
        Ok(Some(growth)) => {
            for (at, severity, text) in &growth.notes {
                note(at.unwrap_or(line), *severity, text.clone());
            }
            finish(growth, &mut |text| note(line, Severity::Warning, text))
        }
        Ok(None) => Game::default(),
        Err(error) => {
            note(line, Severity::Error, format!("cannot be read: {error}"));
            Game::default()
        }
    };
    ReadGame { game, line, notes }
}

/// Puts the game at the end of its main line and settles its result. The movetext's result goes before the tag's.
fn finish(growth: GameBuilder, note: &mut dyn FnMut(String)) -> Game {
    let GameBuilder { mut game, outcome, .. } = growth;
    let last = game.tree().mainline().last().copied().unwrap_or_default();
    let tagged = game.tags.get("Result").map(str::to_owned);
    let by_tag = tagged.as_deref().and_then(GameResult::parse);
    if let Some(tag) = tagged.filter(|tag| by_tag.is_none() && tag != "*" && tag != "?") {
        note(format!("tag Result {tag:?} is no result"));
    }
    let result = match (outcome, by_tag) {
        (Some(Some(played)), Some(tagged)) if played != tagged => {
            let (tagged, played) = (tagged.pgn(), played.pgn());
            note(format!("tag Result says {tagged}, the moves end with {played}"));
            outcome.flatten()
        }
        (Some(Some(played)), _) => Some(played),
        (_, tagged) => tagged,
    };
    if let (Some(result), Status::Over(end)) = (result, game.status_at(last))
        && end.result != result
    {
        note(format!("the result is {}, but the board shows {}", result.pgn(), end.words()));
    }
    let termination = game.tags.get("Termination").map(str::to_owned);
    let end = result
        .map(|result| termination::end_from_tags(&game, last, result, termination.as_deref()));
    game.goto(last, Millis(0));
    game.set_end(end);
    game
}
