//! Compares two traces: walks them in step to the first record in which they differ.

use crate::index::{Header, Index};
use crate::reader::{Error, Reader};
use crate::record::{Bound, Enter, Entry, Exit, Flags, MAX_LEVELS, Move, Record};
use crate::stat::Tallies;
use crate::words;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::io::{Read, Seek};

/// Records in common that are kept before the difference.
const BEFORE: usize = 12;
/// Pairs of keys that are remembered.
const MAX_KEYS: usize = 1 << 20;
/// Bytes of a payload that are shown.
const SHOWN_BYTES: usize = 16;
/// Records between two calls of the progress function.
const REPORT: u64 = 1 << 18;

/// One side of a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The offset of the record; the end of the trace if it has no further one.
    pub offset: u64,
    /// The record in words; `None` at the end of the trace.
    pub record: Option<String>,
    /// What was found, if the record asks the hash table; if it writes it, only the key.
    pub entry: Option<Entry>,
}

/// An open node where two traces part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Above {
    /// The offsets of its enter in both traces.
    pub offsets: [u64; 2],
    /// What was asked of it.
    pub enter: Enter,
}

/// Where two traces part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The number of the search, from 1; 0 before the first.
    pub search: u64,
    /// The depth of the iteration, in depth units.
    pub iteration: Option<i64>,
    /// Nodes counted in this search before, also those that the filter left out.
    pub nodes: u64,
    /// Records in common before.
    pub records: u64,
    /// The open nodes, the root first; equal in both.
    pub above: Vec<Above>,
    /// The moves from the root to the innermost of them.
    pub path: Vec<Move>,
    /// The last records in common, in words, each with its level below the root.
    pub before: Vec<(usize, String)>,
    /// Both records.
    pub sides: [Side; 2],
}

/// What two traces have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// All records are equal; so many were compared.
    Equal(u64),
    /// They part here.
    Parts(Box<Difference>),
}

/// A reader with its present record, which is not a header, a name, a comment or an unknown one.
struct Lane<R> {
    reader: Reader<R>,
    /// Only its names, depth unit and score of mate are used.
    index: Index,
    offset: u64,
    tag: u8,
    payload: Vec<u8>,
}

/// A position, the start position as its FEN.
fn start(fen: &[u8]) -> &[u8] {
    match fen {
        b"startpos" => b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        fen => fen,
    }
}

impl<R: Read + Seek> Lane<R> {
    fn new(source: R) -> Result<Self, Error> {
        let reader = Reader::new(source)?;
        Ok(Self { reader, index: Index::default(), offset: 0, tag: 0, payload: Vec::new() })
    }

    /// Goes on to the next record; `false` at the end of the trace or at its fault.
    fn advance(&mut self) -> Result<bool, Error> {
        loop {
            let located = match self.reader.next() {
                Ok(Some(located)) => located,
                Ok(None) | Err(Error::Fault(_)) => break,
                Err(error) => return Err(error),
            };
            match &located.record {
                Record::Name { id, text } => self.index.define(*id, text),
                Record::Header { key: key @ (b"depth-unit" | b"mate"), value } => {
                    let [key, value] =
                        [*key, *value].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
                    self.index.headers.retain(|header| header.key != key);
                    self.index.headers.push(Header { key, value, search: 0 });
                }
                Record::Header { .. } | Record::Unknown(_) | Record::Comment(_) => {}
                _ => {
                    (self.offset, self.tag) = (located.offset, located.tag);
                    self.payload.clear();
                    self.payload.extend_from_slice(located.payload);
                    return Ok(true);
                }
            }
        }
        self.offset = self.reader.offset();
        Ok(false)
    }

    fn record(&self) -> Option<Record<'_>> {
        Record::read(self.tag, &self.payload)
    }

    /// The record at `offset` in words.
    fn words_at(&mut self, offset: u64) -> Result<String, Error> {
        self.reader.seek(offset)?;
        let located = self.reader.next()?;
        Ok(located.map_or_else(String::new, |located| self.index.words(&located.record)))
    }

    fn is_equal<S: Read + Seek>(&self, other: &Lane<S>, keys: &mut Keys) -> bool {
        let (own, others) = (
            Record::read_part(self.tag, &self.payload),
            Record::read_part(other.tag, &other.payload),
        );
        let (Some((own, rest)), Some((others, other_rest))) = (own, others) else { return false };
        // Numbers of names differ from trace to trace: names are compared by their text.
        let names = |id, other_id| self.index.name(id) == other.index.name(other_id);
        let is_same = match (&own, &others) {
            (Record::Search { fen, moves }, Record::Search { fen: other, moves: others }) => {
                return start(fen) == start(other) && moves.iter().eq(others.iter());
            }
            (Record::Pruned { rule: a, .. }, Record::Pruned { rule: b, .. })
            | (Record::Change { why: a, .. }, Record::Change { why: b, .. })
            | (Record::Number { name: a, .. }, Record::Number { name: b, .. })
            | (
                Record::Exit(Exit { reason: Some(a), .. }),
                Record::Exit(Exit { reason: Some(b), .. }),
            ) => names(*a, *b) && own.named(*b) == others,
            (Record::Probe(a), Record::Probe(b)) | (Record::Store(a), Record::Store(b)) => {
                Entry { key: b.key, ..*a } == *b && keys.are_paired(a.key, b.key)
            }
            _ => return self.tag == other.tag && self.payload == other.payload,
        };
        is_same && rest == other_rest
    }

    fn side(&self, is_there: bool) -> Side {
        let record = self.record().filter(|_| is_there);
        let entry = match &record {
            Some(Record::Probe(entry)) => Some(*entry),
            Some(Record::Store(entry)) => Some(Entry { key: entry.key, ..Entry::default() }),
            _ => None,
        };
        let words = record.map(|record| self.index.words(&record));
        Side { offset: self.offset, record: words, entry }
    }

    /// In what the record differs from one that reads alike. `pairs` has the other trace's key for each of this one's.
    fn detail<S: Read + Seek>(&self, other: &Lane<S>, pairs: &HashMap<u64, u64>) -> String {
        match (self.record(), other.record()) {
            (Some(Record::Exit(a)), Some(Record::Exit(b))) if a.bound != b.bound => match a.bound {
                Bound::None => "bound not stated".to_owned(),
                _ => "bound stated".to_owned(),
            },
            (
                Some(Record::Probe(a) | Record::Store(a)),
                Some(Record::Probe(b) | Record::Store(b)),
            ) if a.key != b.key || self.payload == other.payload => {
                let Some(key) = a.key else { return "no key".to_owned() };
                let before = pairs.get(&key).map_or_else(String::new, |paired| {
                    format!(", before {paired:016x} in the other trace")
                });
                format!("key {key:016x}{before}")
            }
            _ => {
                let pairs = self.payload.iter().zip(&other.payload);
                let common = pairs.take_while(|(a, b)| a == b).count();
                let bytes = self.payload[common..].iter().take(SHOWN_BYTES);
                let bytes: String = bytes.map(|byte| format!(" {byte:02x}")).collect();
                let bytes = if bytes.is_empty() { " none" } else { &bytes };
                format!("payload from byte {common}:{bytes}")
            }
        }
    }
}

/// Which key of the first trace is which of the second: another program may number the same positions otherwise.
#[derive(Default)]
struct Keys {
    pairs: [HashMap<u64, u64>; 2],
    /// Some pair is of two different keys.
    differ: bool,
}

impl Keys {
    /// Pairs keys that are seen for the first time; later they must come together.
    fn are_paired(&mut self, a: Option<u64>, b: Option<u64>) -> bool {
        let (Some(a), Some(b)) = (a, b) else { return a == b };
        let [of_a, of_b] = &mut self.pairs;
        match (of_a.get(&a), of_b.get(&b)) {
            (None, None) if of_a.len() < MAX_KEYS => {
                self.differ |= a != b;
                of_a.insert(a, b);
                of_b.insert(b, a);
                true
            }
            (None, None) => a == b || self.differ,
            (paired, back) => paired == Some(&b) && back == Some(&a),
        }
    }
}

/// What is open at the place compared.
#[derive(Default)]
struct Place {
    search: u64,
    iteration: Option<i64>,
    nodes: u64,
    records: u64,
    above: Vec<Above>,
    path: Vec<Move>,
    start: Vec<Move>,
    /// Level and offset of the last records.
    before: VecDeque<(usize, u64)>,
}

impl Place {
    fn pass(&mut self, offsets: [u64; 2], record: &Record<'_>) {
        self.records += 1;
        if self.before.len() == BEFORE {
            self.before.pop_front();
        }
        self.before.push_back((self.above.len(), offsets[0]));
        match record {
            Record::Search { .. } => {
                (self.search, self.nodes, self.iteration) = (self.search + 1, 0, None);
                self.above.clear();
            }
            Record::Iteration { depth, .. } => {
                self.iteration = Some(*depth);
                self.above.clear();
            }
            Record::Path(moves) => self.path = moves.iter().collect(),
            Record::Enter(enter) => {
                let path = std::mem::take(&mut self.path);
                if self.above.is_empty() {
                    self.start = path;
                }
                let counted = u64::from(!enter.flags.has(Flags::UNCOUNTED));
                self.nodes = self.nodes.saturating_add(counted);
                if self.above.len() < MAX_LEVELS {
                    self.above.push(Above { offsets, enter: *enter });
                }
            }
            Record::Exit(exit) => {
                self.nodes = self.nodes.saturating_add(exit.hidden);
                self.above.pop();
            }
            _ => {}
        }
    }

    fn moves(&self) -> Vec<Move> {
        let steps = self.above.iter().skip(1).filter(|node| !node.enter.flags.has(Flags::SAME));
        self.start.iter().copied().chain(steps.map(|node| node.enter.mv)).collect()
    }
}

/// Walks two traces in step to the first record in which they differ. Headers, comments and unknown records are not
/// compared, and names by their text. `progress` is called now and then with the bytes read of both; with `false` it
/// ends the comparison.
///
/// # Errors
///
/// When a file cannot be read or is no trace.
pub fn compare<R: Read + Seek>(
    sources: [R; 2],
    mut progress: impl FnMut(u64) -> bool,
) -> Result<Comparison, Error> {
    let [a, b] = sources;
    let (mut a, mut b) = (Lane::new(a)?, Lane::new(b)?);
    let (mut place, mut keys) = (Place::default(), Keys::default());
    let there = loop {
        let there = [a.advance()?, b.advance()?];
        if there == [false, false] {
            return Ok(Comparison::Equal(place.records));
        }
        if there != [true, true] || !a.is_equal(&b, &mut keys) {
            break there;
        }
        if let Some(record) = a.record() {
            place.pass([a.offset, b.offset], &record);
        }
        let read = || a.reader.offset() + b.reader.offset();
        if place.records.is_multiple_of(REPORT) && !progress(read()) {
            return Err(Error::Stopped);
        }
    };
    let mut sides = [a.side(there[0]), b.side(there[1])];
    if sides[0].record == sides[1].record {
        let [of_a, of_b] = &keys.pairs;
        for (side, detail) in sides.iter_mut().zip([a.detail(&b, of_a), b.detail(&a, of_b)]) {
            side.record = side.record.take().map(|words| format!("{words}, {detail}"));
        }
    }
    if let (Some(Record::Order(of_a)), Some(Record::Order(of_b))) = (a.record(), b.record())
        && there == [true, true]
    {
        let orders = [of_a, of_b].map(|moves| moves.iter().collect::<Vec<_>>());
        let pairs = orders[0].iter().zip(&orders[1]);
        let common = pairs.take_while(|(of_a, of_b)| of_a == of_b).count();
        for (side, moves) in sides.iter_mut().zip(&orders) {
            let rest = words::order(&moves[common..], |mv| mv.to_string());
            side.record =
                Some(format!("order, from move {} of {} on: {rest}", common + 1, moves.len()));
        }
    }
    let path = place.moves();
    let before: Result<Vec<(usize, String)>, Error> =
        place.before.iter().map(|&(level, at)| Ok((level, a.words_at(at)?))).collect();
    Ok(Comparison::Parts(Box::new(Difference {
        path,
        search: place.search,
        iteration: place.iteration,
        nodes: place.nodes,
        records: place.records,
        above: place.above,
        before: before?,
        sides,
    })))
}

/// All figures of two traces that differ, each with its name: those of [`crate::stat::Stat`], then each rule's.
#[must_use]
pub fn figures(a: &Index, b: &Index) -> Vec<(String, [u64; 2])> {
    let own = a.stat.figures().into_iter().zip(b.stat.figures());
    let mut rows: Vec<(String, [u64; 2])> =
        own.map(|((name, x), (_, y))| (name.to_owned(), [x, y])).collect();
    type Pick = fn(&Index) -> &Tallies;
    let kinds: [(&str, Pick); 3] = [
        ("ended by", |index| &index.stat.reasons),
        ("not searched:", |index| &index.stat.pruned),
        ("depth by", |index| &index.stat.changes),
    ];
    for (title, pick) in kinds {
        let mut counts: BTreeMap<String, [u64; 2]> = BTreeMap::new();
        for (side, index) in [a, b].into_iter().enumerate() {
            for (name, tally) in index.by_name(pick(index)) {
                counts.entry(name).or_default()[side] = tally.count;
            }
        }
        rows.extend(counts.into_iter().map(|(name, counts)| (format!("{title} {name}"), counts)));
    }
    rows.retain(|(_, [x, y])| x != y);
    rows
}

/// By how much a figure grew, such as `+4.20 %`.
#[must_use]
pub fn growth([x, y]: [u64; 2]) -> String {
    if x == 0 {
        return "new".to_owned();
    }
    format!("{:+.2} %", (y as f64 / x as f64 - 1.0) * 100.0)
}
