//! Reads a trace record by record, from a stream or from any offset of a file, within bounded memory.

use crate::record::{MAGIC, MAX_LEVELS, MAX_PAYLOAD, Payload, Record, VERSION};
use std::fmt;
use std::io::{self, Read, Seek, SeekFrom};

/// What is wrong with a trace, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The offset of the record, in bytes from the beginning of the file.
    pub offset: u64,
    /// What is wrong with it.
    pub kind: FaultKind,
}

/// What can be wrong with a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The file does not begin as a trace does.
    NotATrace,
    /// The file begins as a trace does whose line ends were converted.
    LineEnds,
    /// A version this reader does not know.
    Version(u64),
    /// The file ends inside a record.
    CutOff,
    /// A record longer than [`MAX_PAYLOAD`].
    TooLong(u64),
    /// The payload of the record with this tag ends before its fields do, or a number in it is no number.
    Malformed(u8),
    /// The line of an iteration or the number of a name is 0: they count from 1.
    Zero(u8),
    /// A path stands inside a node, or before something else than a node.
    PathWithoutNode,
    /// A node is left although none is open.
    ExitWithoutNode,
    /// An event of a node stands outside all nodes.
    OutsideNode(u8),
    /// A node or an iteration before the first search.
    NoSearch,
    /// More nodes open inside each other than [`MAX_LEVELS`].
    TooDeep,
}

impl FaultKind {
    /// As two numbers, for the index.
    pub(crate) fn code(self) -> (u64, u64) {
        match self {
            Self::NotATrace => (1, 0),
            Self::Version(version) => (2, version),
            Self::CutOff => (3, 0),
            Self::TooLong(length) => (4, length),
            Self::Malformed(tag) => (5, u64::from(tag)),
            Self::ExitWithoutNode => (6, 0),
            Self::OutsideNode(tag) => (7, u64::from(tag)),
            Self::NoSearch => (8, 0),
            Self::TooDeep => (9, 0),
            Self::LineEnds => (10, 0),
            Self::Zero(tag) => (11, u64::from(tag)),
            Self::PathWithoutNode => (12, 0),
        }
    }

    pub(crate) fn of_code(code: u64, argument: u64) -> Option<Self> {
        Some(match code {
            1 => Self::NotATrace,
            2 => Self::Version(argument),
            3 => Self::CutOff,
            4 => Self::TooLong(argument),
            5 => Self::Malformed(u8::try_from(argument).ok()?),
            6 => Self::ExitWithoutNode,
            7 => Self::OutsideNode(u8::try_from(argument).ok()?),
            8 => Self::NoSearch,
            9 => Self::TooDeep,
            10 => Self::LineEnds,
            11 => Self::Zero(u8::try_from(argument).ok()?),
            12 => Self::PathWithoutNode,
            _ => return None,
        })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tag = |tag: u8| char::from(tag).escape_default().to_string();
        match self.kind {
            FaultKind::NotATrace => {
                f.write_str("not a search trace: it does not begin with the bytes of one")
            }
            FaultKind::LineEnds => {
                f.write_str("its line ends were converted, as by a transfer in text mode")
            }
            FaultKind::Version(version) => write!(
                f,
                "a search trace of version {version}; this program reads version {VERSION}"
            ),
            FaultKind::CutOff if self.offset == 0 => {
                f.write_str("the file ends inside the first bytes of a search trace")
            }
            FaultKind::CutOff => {
                write!(f, "the file ends inside the record at byte {}", self.offset)
            }
            FaultKind::TooLong(length) => {
                write!(f, "the record at byte {} claims {length} bytes", self.offset)
            }
            FaultKind::Malformed(0) => {
                write!(f, "there is no record at byte {}, but a hole: its tag is 0", self.offset)
            }
            FaultKind::Malformed(t) => {
                write!(f, "the record '{}' at byte {} is malformed", tag(t), self.offset)
            }
            FaultKind::Zero(t) => {
                let what = if t == b'I' { "line of the iteration" } else { "number of the name" };
                write!(f, "the {what} at byte {} is 0: they count from 1", self.offset)
            }
            FaultKind::PathWithoutNode => {
                let wanted = "a node whose parent is not recorded";
                write!(
                    f,
                    "at byte {} the order is wrong: a path stands right before {wanted}",
                    self.offset
                )
            }
            FaultKind::ExitWithoutNode => {
                write!(f, "the exit at byte {} belongs to no open node", self.offset)
            }
            FaultKind::OutsideNode(t) => {
                write!(
                    f,
                    "the record '{}' at byte {} stands outside all nodes",
                    tag(t),
                    self.offset
                )
            }
            FaultKind::NoSearch => {
                write!(f, "the node or iteration at byte {} belongs to no search", self.offset)
            }
            FaultKind::TooDeep => {
                write!(f, "more than {MAX_LEVELS} nodes are open at byte {}", self.offset)
            }
        }
    }
}

/// Why reading ended early.
#[derive(Debug)]
pub enum Error {
    /// The file cannot be read.
    Io(io::Error),
    /// The file can be read up to here.
    Fault(Fault),
    /// A value of the header that cannot be.
    Header {
        /// Its key.
        key: &'static str,
        /// The value.
        value: String,
        /// What it must be.
        expected: &'static str,
    },
    /// The caller ended it.
    Stopped,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Fault(fault) => fault.fmt(f),
            Self::Header { key, value, expected } => {
                write!(f, "{key}: {value:?} is not {expected}")
            }
            Self::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Fault(_) | Self::Header { .. } | Self::Stopped => None,
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// The longest number, in bytes.
const LONGEST: usize = 10;

/// The version that a file with these first bytes states, and the bytes before its first record.
fn version(head: &[u8]) -> Result<(u64, usize), FaultKind> {
    let Some(rest) = head.strip_prefix(&MAGIC) else {
        let without_cr = |bytes: &[u8]| -> Vec<u8> {
            bytes.iter().copied().filter(|&byte| byte != b'\r').collect()
        };
        return Err(match () {
            () if !head.is_empty() && MAGIC.starts_with(head) => FaultKind::CutOff,
            () if without_cr(head).starts_with(&without_cr(&MAGIC)) => FaultKind::LineEnds,
            () => FaultKind::NotATrace,
        });
    };
    let mut payload = Payload(rest);
    match payload.number() {
        Some(version) => Ok((version, head.len() - payload.0.len())),
        None if rest.len() < LONGEST => Err(FaultKind::CutOff),
        None => Err(FaultKind::NotATrace),
    }
}

/// Bytes read at a time when reading from front to back.
const STREAM: usize = 1 << 18;
/// Bytes read at a time after a jump.
const JUMP: usize = 1 << 13;

/// A record and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located<'a> {
    /// The offset of its tag.
    pub offset: u64,
    /// The offset of the next record.
    pub next: u64,
    /// Its tag.
    pub tag: u8,
    /// Its payload.
    pub payload: &'a [u8],
    /// The record.
    pub record: Record<'a>,
}

/// Reads records in order.
#[derive(Debug)]
pub struct Reader<R> {
    source: R,
    buffer: Vec<u8>,
    /// The part of the buffer that is not read yet.
    start: usize,
    end: usize,
    /// The file offset of `buffer[start]`.
    offset: u64,
    /// Bytes to ask for at the next refill; grows up to [`STREAM`].
    ask: usize,
}

impl<R: Read> Reader<R> {
    /// Reads the beginning of a trace.
    ///
    /// # Errors
    ///
    /// When it is none, or one of a newer version.
    pub fn new(source: R) -> Result<Self, Error> {
        let mut reader =
            Self { source, buffer: vec![0; STREAM], start: 0, end: 0, offset: 0, ask: STREAM };
        reader.fill(MAGIC.len() + LONGEST)?;
        let held = reader.held();
        let found = match version(&held[..held.len().min(MAGIC.len() + LONGEST)]) {
            Ok((VERSION, length)) => {
                reader.skip(length);
                return Ok(reader);
            }
            Ok((version, _)) => FaultKind::Version(version),
            Err(kind) => kind,
        };
        Err(Fault { offset: 0, kind: found }.into())
    }

    fn held(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    fn skip(&mut self, count: usize) {
        self.start += count;
        self.offset += count as u64;
    }

    /// Tries to hold at least `count` bytes.
    fn fill(&mut self, count: usize) -> io::Result<()> {
        if self.end - self.start >= count {
            return Ok(());
        }
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        if count > self.buffer.len() {
            self.buffer.resize(count, 0);
        }
        while self.end < count {
            let room = self.ask.max(count - self.end).min(self.buffer.len() - self.end);
            match self.source.read(&mut self.buffer[self.end..self.end + room]) {
                Ok(0) => break,
                Ok(read) => self.end += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.ask = (self.ask * 2).min(STREAM);
        Ok(())
    }

    /// The offset of the next record.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The next record; `None` at the end of the file.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or is at fault here; every further call says the same.
    #[expect(clippy::should_implement_trait, reason = "the record borrows from the reader")]
    pub fn next(&mut self) -> Result<Option<Located<'_>>, Error> {
        // Tag and the longest length.
        self.fill(1 + LONGEST)?;
        let held = self.held();
        let Some((&tag, rest)) = held.split_first() else { return Ok(None) };
        let offset = self.offset;
        let fault = |kind| Err(Error::Fault(Fault { offset, kind }));
        let (mut length, mut head) = (0_u64, 0);
        for (at, &byte) in rest.iter().take(LONGEST).enumerate() {
            length |= u64::from(byte & 127).checked_shl(7 * at as u32).unwrap_or(0);
            if byte < 128 {
                head = at + 2;
                break;
            }
        }
        if head == 0 {
            let kind =
                if rest.len() < LONGEST { FaultKind::CutOff } else { FaultKind::TooLong(u64::MAX) };
            return fault(kind);
        }
        if length > MAX_PAYLOAD {
            return fault(FaultKind::TooLong(length));
        }
        let whole = head + length as usize;
        self.fill(whole)?;
        if self.end - self.start < whole {
            return fault(FaultKind::CutOff);
        }
        let payload = self.start + head..self.start + whole;
        let payload = &self.buffer[payload];
        match Record::read(tag, payload) {
            Some(record) => {
                self.start += whole;
                self.offset += whole as u64;
                Ok(Some(Located { offset, next: self.offset, tag, payload, record }))
            }
            None => fault(FaultKind::Malformed(tag)),
        }
    }
}

impl<R: Read + Seek> Reader<R> {
    /// Goes on reading at `offset`, where a record must begin.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn seek(&mut self, offset: u64) -> io::Result<()> {
        let behind = self.offset - self.start as u64;
        let ahead = self.offset + (self.end - self.start) as u64;
        if (behind..=ahead).contains(&offset) {
            self.start = (offset - behind) as usize;
        } else {
            self.source.seek(SeekFrom::Start(offset))?;
            (self.start, self.end, self.ask) = (0, 0, JUMP);
        }
        self.offset = offset;
        Ok(())
    }
}
