//! The index of a trace: one pass over the file finds its searches, iterations, large subtrees and figures, so that any
//! node can be reached by a few short reads. It is kept in a file beside the trace.

use crate::reader::{Error, Fault, FaultKind, Reader};
use crate::record::{Bound, Enter, Exit, Flags, MAX_LEVELS, Move, Record};
use crate::stat::{MAX_NAMES, Stat, Tallies, Tally, tally};
use std::collections::BTreeMap;
use std::io::{self, Read, Write};

/// Subtrees with fewer bytes have no entry: they are read through.
const SMALL: u64 = 4096;
/// Entries kept; when there are more, the smallest subtrees lose theirs.
const MAX_SPANS: usize = 1 << 20;
/// Searches and iterations kept; further ones are counted only.
const MAX_SEARCHES: usize = 1 << 16;
const MAX_ITERATIONS: usize = 1 << 18;
/// Header pairs kept.
const MAX_HEADERS: usize = 1024;
/// Bytes of a text kept.
const MAX_TEXT: usize = 4096;
/// Records between two calls of the progress function.
const REPORT: u64 = 1 << 18;

/// A subtree that is large enough to be skipped by a jump.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The offset of its enter.
    pub start: u64,
    /// The offset of its exit, or of what ended it without one.
    pub exit: u64,
    /// Counted nodes in it, itself included.
    pub nodes: u64,
}

/// A search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// The offset of its record.
    pub offset: u64,
    /// Its first iteration.
    pub iterations: u64,
    /// Counted nodes.
    pub nodes: u64,
    /// The engine's own node count, best move and score, if the search ended.
    pub end: Option<(u64, Move, i64)>,
}

/// An iteration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Iteration {
    /// Its search.
    pub search: u64,
    /// Where its nodes begin.
    pub offset: u64,
    /// Depth in depth units.
    pub depth: i64,
    /// The window.
    pub alpha: i64,
    /// Its upper end.
    pub beta: i64,
    /// The multi-PV line, from 1; 0 when the engine stated no iteration.
    pub line: u64,
    /// Counted nodes.
    pub nodes: u64,
    /// Is its root recorded?
    pub has_root: bool,
    /// What the root came to, if it is recorded and was left.
    pub result: Option<RootResult>,
}

/// What the root of an iteration came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RootResult {
    /// The score.
    pub score: i64,
    /// What the score is: as its exit states, or else by the window.
    pub bound: Bound,
    /// The best move, or none.
    pub best: Move,
}

impl Iteration {
    /// The score with its bound, and the best move, both `–` if there is none.
    #[must_use]
    pub fn result_words(&self, index: &Index) -> [String; 2] {
        let Some(RootResult { score, bound, best }) = self.result else {
            return [(); 2].map(|()| "–".to_owned());
        };
        let best = if best.is_none() { "–".to_owned() } else { best.to_string() };
        [format!("{}{}", bound.sign(), index.score_words(score)), best]
    }

    /// Why there is no result, in words.
    #[must_use]
    pub const fn no_result_words(&self) -> &'static str {
        if self.has_root { "not finished" } else { "root not recorded" }
    }
}

/// A fact about the run: of `key` the value is this from search `search` on, until a later one says otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// What it is about.
    pub key: String,
    /// The value.
    pub value: String,
    /// The search that begins next, from 0.
    pub search: u64,
}

/// What one pass over a trace finds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Index {
    /// The facts of the header, in order.
    pub headers: Vec<Header>,
    /// The names by number.
    pub names: BTreeMap<u64, String>,
    /// The searches in order.
    pub searches: Vec<Search>,
    /// The iterations in order.
    pub iterations: Vec<Iteration>,
    /// Large subtrees, by start.
    pub spans: Vec<Span>,
    /// The figures.
    pub stat: Stat,
    /// Where reading ends: the end of the file, or the fault.
    pub end: u64,
    /// What ended reading, if not the end of the file.
    pub fault: Option<Fault>,
    /// Searches and iterations beyond those listed.
    pub unlisted: u64,
}

/// An open node during the pass.
struct Open {
    start: u64,
    enter: Enter,
    ply: u64,
    nodes: u64,
    /// Moves searched so far, and the last of them.
    moves: u64,
    last: Move,
}

/// The pass.
struct Scan {
    index: Index,
    open: Vec<Open>,
    small: u64,
    /// A path that waits for its node: moves and offset.
    path: Option<(u64, u64)>,
    /// Is the search under way in the list?
    listed: bool,
}

impl Scan {
    fn close(&mut self, at: u64, exit: Option<&Exit>) {
        let Some(mut open) = self.open.pop() else { return };
        match exit {
            Some(exit) => {
                open.nodes = open.nodes.saturating_add(exit.hidden);
                self.index.stat.exit(&open.enter, exit, open.moves);
            }
            None => self.index.stat.unfinished += 1,
        }
        match self.open.last_mut() {
            Some(above) => above.nodes = above.nodes.saturating_add(open.nodes),
            None if self.listed => {
                if let Some(iteration) = self.index.iterations.last_mut() {
                    iteration.nodes = iteration.nodes.saturating_add(open.nodes);
                    if open.ply == 0 {
                        iteration.has_root = true;
                        iteration.result = exit.map(|exit| RootResult {
                            score: exit.score,
                            bound: exit.bound_in(&open.enter),
                            best: exit.best,
                        });
                    }
                }
                if let Some(search) = self.index.searches.last_mut() {
                    search.nodes = search.nodes.saturating_add(open.nodes);
                }
            }
            None => {}
        }
        if at - open.start >= self.small {
            self.index.spans.push(Span { start: open.start, exit: at, nodes: open.nodes });
            if self.index.spans.len() > MAX_SPANS {
                self.small *= 2;
                let small = self.small;
                self.index.spans.retain(|span| span.exit - span.start >= small);
            }
        }
    }

    fn close_all(&mut self, at: u64) {
        while !self.open.is_empty() {
            self.close(at, None);
        }
        self.path = None;
    }

    fn iteration(&mut self, iteration: Iteration) {
        if self.listed && self.index.iterations.len() < MAX_ITERATIONS {
            self.index.iterations.push(iteration);
        } else {
            self.index.unlisted += 1;
        }
    }

    fn enter(&mut self, at: u64, enter: Enter) -> Option<FaultKind> {
        if self.index.searches.is_empty() {
            return Some(FaultKind::NoSearch);
        }
        if self.open.len() >= MAX_LEVELS {
            return Some(FaultKind::TooDeep);
        }
        let search = self.index.searches.len() as u64 - 1;
        if self.open.is_empty() && self.index.iterations.last().is_none_or(|i| i.search != search) {
            let Enter { depth, alpha, beta, .. } = enter;
            let offset = self.path.map_or(at, |(_, offset)| offset);
            self.iteration(Iteration {
                search,
                offset,
                depth,
                alpha,
                beta,
                ..Iteration::default()
            });
        }
        let same = enter.flags.has(Flags::SAME);
        let path = self.path.take();
        let ply = match self.open.last_mut() {
            Some(above) => {
                if !enter.flags.is_aside() && (above.moves == 0 || above.last != enter.mv) {
                    above.moves += 1;
                    above.last = enter.mv;
                }
                above.ply + u64::from(!same)
            }
            None => path.map_or(0, |(moves, _)| moves),
        };
        self.index.stat.enter(&enter, ply);
        let nodes = u64::from(!enter.flags.has(Flags::UNCOUNTED));
        self.open.push(Open { start: at, enter, ply, nodes, moves: 0, last: Move::NONE });
        None
    }

    /// Takes a record in; a fault ends the pass.
    fn take(&mut self, at: u64, record: &Record<'_>) -> Option<FaultKind> {
        self.index.stat.records += 1;
        let inside = !self.open.is_empty();
        let stat = &mut self.index.stat;
        let is_fact = matches!(record, Record::Header { .. } | Record::Name { .. });
        stat.headers += u64::from(is_fact);
        let is_path = matches!(record, Record::Path(_));
        let may_follow = is_fact || matches!(record, Record::Enter(_) | Record::Unknown(_));
        if is_path && inside || self.path.is_some() && !may_follow {
            return Some(FaultKind::PathWithoutNode);
        }
        match record {
            Record::Enter(enter) => return self.enter(at, *enter),
            Record::Exit(exit) => {
                if !inside {
                    return Some(FaultKind::ExitWithoutNode);
                }
                self.close(at, Some(exit));
            }
            Record::Probe(entry) if inside => stat.probe(entry),
            Record::Eval { .. } if inside => stat.evaluations += 1,
            Record::Store(_) if inside => stat.stores += 1,
            Record::Order(_) if inside => {}
            Record::Pruned { rule, .. } if inside => tally(&mut stat.pruned, *rule, 0),
            Record::Change { by, why, .. } if inside => tally(&mut stat.changes, *why, *by),
            Record::Probe(_) => return Some(FaultKind::OutsideNode(b'T')),
            Record::Eval { .. } => return Some(FaultKind::OutsideNode(b'V')),
            Record::Store(_) => return Some(FaultKind::OutsideNode(b'W')),
            Record::Order(_) => return Some(FaultKind::OutsideNode(b'O')),
            Record::Pruned { .. } => return Some(FaultKind::OutsideNode(b'R')),
            Record::Change { .. } => return Some(FaultKind::OutsideNode(b'D')),
            Record::Header { key, value } => {
                if self.index.headers.len() < MAX_HEADERS {
                    let search = self.index.searches.len() as u64 + self.index.unlisted;
                    let header = Header { key: words(key), value: words(value), search };
                    self.index.headers.push(header);
                }
            }
            Record::Name { id: 0, .. } => return Some(FaultKind::Zero(b'S')),
            Record::Name { id, text } => self.index.define(*id, text),
            Record::Search { .. } => {
                self.close_all(at);
                self.listed = self.index.searches.len() < MAX_SEARCHES;
                if self.listed {
                    let iterations = self.index.iterations.len() as u64;
                    let search = Search { offset: at, iterations, ..Search::default() };
                    self.index.searches.push(search);
                } else {
                    self.index.unlisted += 1;
                }
            }
            Record::Iteration { line: 0, .. } => return Some(FaultKind::Zero(b'I')),
            Record::Iteration { depth, alpha, beta, line } => {
                self.close_all(at);
                let Some(search) = self.index.searches.len().checked_sub(1) else {
                    return Some(FaultKind::NoSearch);
                };
                self.iteration(Iteration {
                    search: search as u64,
                    offset: at,
                    depth: *depth,
                    alpha: *alpha,
                    beta: *beta,
                    line: *line,
                    ..Iteration::default()
                });
            }
            Record::Path(moves) => {
                self.path = Some((moves.iter().count() as u64, at));
            }
            Record::End { nodes, best, score } => {
                self.close_all(at);
                if self.listed
                    && let Some(search) = self.index.searches.last_mut()
                {
                    search.end = Some((*nodes, *best, *score));
                }
            }
            Record::Number { .. } | Record::Comment(_) | Record::Unknown(_) => {}
        }
        None
    }
}

/// A whole number from 1.
fn whole(text: &str) -> Option<i64> {
    text.parse().ok().filter(|number| *number > 0)
}

fn words(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_TEXT)]).into_owned()
}

impl Index {
    /// Reads a trace from front to back. `progress` is called now and then with the bytes read; with `false` it ends
    /// the pass there.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, is no trace or is of a newer version. What is at fault further on ends the pass
    /// and is noted in [`Index::fault`].
    pub fn scan<R: Read>(source: R, mut progress: impl FnMut(u64) -> bool) -> Result<Self, Error> {
        let mut reader = Reader::new(source)?;
        let index = Self::default();
        let mut scan = Scan { index, open: Vec::new(), small: SMALL, path: None, listed: true };
        let mut fault = None;
        loop {
            match reader.next() {
                Ok(Some(located)) => {
                    let offset = located.offset;
                    if let Some(kind) = scan.take(offset, &located.record) {
                        fault = Some(Fault { offset, kind });
                        break;
                    }
                }
                Ok(None) => break,
                Err(Error::Fault(found)) => {
                    fault = Some(found);
                    break;
                }
                Err(error) => return Err(error),
            }
            if scan.index.stat.records.is_multiple_of(REPORT) && !progress(reader.offset()) {
                break;
            }
        }
        let end = fault.map_or(reader.offset(), |fault| fault.offset);
        scan.close_all(end);
        let mut index = scan.index;
        (index.end, index.fault) = (end, fault);
        index.spans.sort_unstable_by_key(|span| span.start);
        index.spans.shrink_to_fit();
        progress(end);
        Ok(index)
    }

    pub(crate) fn define(&mut self, id: u64, text: &[u8]) {
        if self.names.len() < MAX_NAMES {
            self.names.insert(id, words(text));
        }
    }

    /// The large subtree that begins at `offset`.
    #[must_use]
    pub fn span(&self, offset: u64) -> Option<&Span> {
        self.spans.binary_search_by_key(&offset, |span| span.start).ok().map(|at| &self.spans[at])
    }

    /// The header's first value for `key`.
    #[must_use]
    pub fn header(&self, key: &str) -> Option<&str> {
        self.values(key).next().map(|header| header.value.as_str())
    }

    /// The header's values for `key`, those that later searches changed after the first.
    pub fn values(&self, key: &str) -> impl Iterator<Item = &Header> {
        self.headers.iter().filter(move |header| header.key == key)
    }

    /// The last iteration of those that `is_meant` names whose root was left, of the first multi-PV line if it has one; if no
    /// root is recorded, the last with nodes.
    pub fn last_iteration(&self, is_meant: impl Fn(&Iteration) -> bool) -> Option<usize> {
        let last = |is_shown: fn(&Iteration) -> bool| {
            self.iterations.iter().rposition(|it| is_meant(it) && is_shown(it))
        };
        last(|it| it.result.is_some() && it.line <= 1)
            .or_else(|| last(|it| it.result.is_some()))
            .or_else(|| last(|it| it.nodes > 0))
            .or_else(|| last(|_| true))
    }

    pub(crate) fn clone_names(&self) -> Self {
        Self { headers: self.headers.clone(), names: self.names.clone(), ..Self::default() }
    }

    /// Depth units in a ply; 1 if the header states none.
    #[must_use]
    pub fn unit(&self) -> i64 {
        self.header("depth-unit").and_then(whole).unwrap_or(1)
    }

    /// Checks the numbers that the header states.
    ///
    /// # Errors
    ///
    /// When one cannot be.
    pub(crate) fn check_header(&self) -> Result<(), Error> {
        let is_worth = |text: &str| text.parse::<f64>().is_ok_and(|it| it > 0.0 && it.is_finite());
        for Header { key, value, .. } in &self.headers {
            let (key, is_right, expected) = match key.as_str() {
                "depth-unit" => ("depth-unit", whole(value).is_some(), "a whole number from 1"),
                "mate" => ("mate", whole(value).is_some(), "a whole number from 1"),
                "pawn" => ("pawn", is_worth(value), "a number above 0"),
                _ => continue,
            };
            if !is_right {
                return Err(Error::Header { key, value: value.clone(), expected });
            }
        }
        Ok(())
    }

    /// What a name's number stands for.
    #[must_use]
    pub fn name(&self, id: u64) -> &str {
        self.names.get(&id).map_or("other", String::as_str)
    }

    /// Tallies with their names, the most frequent first; names that are spelled alike are one.
    #[must_use]
    pub fn by_name(&self, tallies: &Tallies) -> Vec<(String, Tally)> {
        let mut sums: BTreeMap<&str, Tally> = BTreeMap::new();
        for (id, tally) in tallies {
            let sum = sums.entry(self.name(*id)).or_default();
            sum.count = sum.count.saturating_add(tally.count);
            sum.sum = sum.sum.saturating_add(tally.sum);
        }
        let mut sorted: Vec<(String, Tally)> =
            sums.into_iter().map(|(name, tally)| (name.to_owned(), tally)).collect();
        sorted.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.count));
        sorted
    }
}

// The index in a file: the magic, the stamp of the trace, then every field as little-endian numbers, lists and texts
// with their length first, and a checksum of all of it at the end.

pub(crate) const INDEX_MAGIC: &[u8; 8] = b"LTRINDX5";

/// Reads or writes fields: what lists them serves both ways. Reading fails with `None` where the bytes do not fit.
enum Codec<'a> {
    Read(&'a [u8]),
    Write(Vec<u8>),
}

impl Codec<'_> {
    fn number(&mut self, value: &mut u64) -> Option<()> {
        match self {
            Self::Read(bytes) => {
                let (taken, rest) = bytes.split_first_chunk::<8>()?;
                *bytes = rest;
                *value = u64::from_le_bytes(*taken);
            }
            Self::Write(out) => out.extend(value.to_le_bytes()),
        }
        Some(())
    }

    fn numbers<'n>(&mut self, values: impl IntoIterator<Item = &'n mut u64>) -> Option<()> {
        values.into_iter().try_for_each(|value| self.number(value))
    }

    fn signed(&mut self, value: &mut i64) -> Option<()> {
        let mut number = value.cast_unsigned();
        self.number(&mut number)?;
        *value = number.cast_signed();
        Some(())
    }

    fn mv(&mut self, mv: &mut Move) -> Option<()> {
        let mut number = u64::from(mv.0);
        self.number(&mut number)?;
        mv.0 = u16::try_from(number).ok()?;
        Some(())
    }

    fn text(&mut self, text: &mut String) -> Option<()> {
        let mut length = text.len() as u64;
        self.number(&mut length)?;
        match self {
            Self::Read(bytes) => {
                let (taken, rest) = bytes.split_at_checked(usize::try_from(length).ok()?)?;
                *bytes = rest;
                *text = String::from_utf8(taken.to_vec()).ok()?;
            }
            Self::Write(out) => out.extend(text.as_bytes()),
        }
        Some(())
    }

    /// A list of at most as many items as fit into what is left, each of `size` bytes or more.
    fn list<T: Clone + Default>(
        &mut self,
        size: usize,
        items: &mut Vec<T>,
        item: fn(&mut Self, &mut T) -> Option<()>,
    ) -> Option<()> {
        let mut count = items.len() as u64;
        self.number(&mut count)?;
        if let Self::Read(bytes) = self {
            let count = usize::try_from(count).ok()?;
            if count.checked_mul(size)? > bytes.len() {
                return None;
            }
            items.resize(count, T::default());
        }
        items.iter_mut().try_for_each(|value| item(self, value))
    }

    /// The same of a map, by rising keys.
    fn map<T: Clone + Default>(
        &mut self,
        size: usize,
        map: &mut BTreeMap<u64, T>,
        item: fn(&mut Self, &mut (u64, T)) -> Option<()>,
    ) -> Option<()> {
        let mut items: Vec<_> = std::mem::take(map).into_iter().collect();
        self.list(size, &mut items, item)?;
        *map = items.into_iter().collect();
        Some(())
    }

    fn optional<T: Default>(
        &mut self,
        value: &mut Option<T>,
        item: fn(&mut Self, &mut T) -> Option<()>,
    ) -> Option<()> {
        let mut is_known = u64::from(value.is_some());
        self.number(&mut is_known)?;
        let mut known = value.take().unwrap_or_default();
        item(self, &mut known)?;
        *value = (is_known != 0).then_some(known);
        Some(())
    }
}

/// Source: Fowler, Noll and Vo, FNV-1a, over words of eight bytes.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(0xcbf2_9ce4_8422_2325, |hash: u64, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0100_0000_01b3)
    })
}

impl Index {
    /// Writes the index. `stamp` is what [`Index::read`] must find again: the length of the trace and the time of its
    /// last change, for example.
    ///
    /// # Errors
    ///
    /// When writing fails.
    pub fn write(&self, stamp: [u64; 2], mut sink: impl Write) -> io::Result<()> {
        let mut codec = Codec::Write(INDEX_MAGIC.to_vec());
        // Writing never fails.
        let _ = codec.numbers(&mut { stamp });
        let _ = self.clone().fields(&mut codec);
        let Codec::Write(out) = codec else { return Ok(()) };
        sink.write_all(&Self::seal(out))
    }

    /// Every field, in the order of the file.
    fn fields(&mut self, codec: &mut Codec<'_>) -> Option<()> {
        codec.list(24, &mut self.headers, |codec, header| {
            codec.text(&mut header.key)?;
            codec.text(&mut header.value)?;
            codec.number(&mut header.search)
        })?;
        codec.map(16, &mut self.names, |codec, (id, name)| {
            codec.number(id)?;
            codec.text(name)
        })?;
        codec.list(56, &mut self.searches, |codec, search| {
            codec.numbers([&mut search.offset, &mut search.iterations, &mut search.nodes])?;
            codec.optional(&mut search.end, |codec, (nodes, best, score)| {
                codec.number(nodes)?;
                codec.mv(best)?;
                codec.signed(score)
            })
        })?;
        codec.list(96, &mut self.iterations, |codec, it| {
            codec.numbers([&mut it.search, &mut it.offset])?;
            [&mut it.depth, &mut it.alpha, &mut it.beta]
                .into_iter()
                .try_for_each(|value| codec.signed(value))?;
            codec.numbers([&mut it.line, &mut it.nodes])?;
            let mut has_root = u64::from(it.has_root);
            codec.number(&mut has_root)?;
            it.has_root = has_root != 0;
            codec.optional(&mut it.result, |codec, result| {
                codec.signed(&mut result.score)?;
                let mut bits = result.bound.bits();
                codec.number(&mut bits)?;
                result.bound = Bound::of(bits);
                codec.mv(&mut result.best)
            })
        })?;
        codec.list(24, &mut self.spans, |codec, span| {
            codec.numbers([&mut span.start, &mut span.exit, &mut span.nodes])
        })?;
        let stat = &mut self.stat;
        codec.numbers([
            &mut stat.records,
            &mut stat.headers,
            &mut stat.visits,
            &mut stat.counted,
            &mut stat.hidden,
            &mut stat.unfinished,
            &mut stat.deepest,
            &mut stat.evaluations,
            &mut stat.probes,
            &mut stat.hits,
            &mut stat.used,
            &mut stat.stores,
        ])?;
        codec.numbers(stat.types.iter_mut().chain(&mut stat.flags))?;
        codec.numbers([&mut stat.cutoffs, &mut stat.first_move_cutoffs])?;
        for tallies in [&mut stat.reasons, &mut stat.pruned, &mut stat.changes] {
            codec.map(24, tallies, |codec, (id, tally)| {
                codec.numbers([id, &mut tally.count])?;
                codec.signed(&mut tally.sum)
            })?;
        }
        let (mut code, mut argument) = self.fault.map_or((0, 0), |fault| fault.kind.code());
        let mut offset = self.fault.map_or(0, |fault| fault.offset);
        codec.numbers([
            &mut self.end,
            &mut code,
            &mut argument,
            &mut offset,
            &mut self.unlisted,
        ])?;
        self.fault = FaultKind::of_code(code, argument).map(|kind| Fault { offset, kind });
        Some(())
    }

    /// Appends the checksum to an index; tests make damaged ones with it.
    #[doc(hidden)]
    #[must_use]
    pub fn seal(mut body: Vec<u8>) -> Vec<u8> {
        body.extend(checksum(&body).to_le_bytes());
        body
    }

    /// Do the offsets ascend, and do the lists refer to each other? Without that a walk could go in circles.
    fn is_consistent(&self) -> bool {
        let spans = &self.spans;
        let (searches, iterations) = (&self.searches, &self.iterations);
        spans.iter().all(|span| span.start < span.exit && span.exit <= self.end)
            && spans.is_sorted_by(|a, b| a.start < b.start)
            && searches.is_sorted_by(|a, b| a.offset < b.offset && a.iterations <= b.iterations)
            && searches.iter().all(|search| search.iterations <= iterations.len() as u64)
            && iterations.is_sorted_by(|a, b| a.offset < b.offset && a.search <= b.search)
            && iterations.iter().all(|iteration| iteration.search < searches.len() as u64)
            && iterations.iter().map(|iteration| iteration.offset).all(|at| at <= self.end)
    }

    /// Reads an index that [`Index::write`] wrote with the same stamp; `None` if it is another one or damaged.
    #[must_use]
    pub fn read(stamp: [u64; 2], bytes: &[u8]) -> Option<Self> {
        let (body, sum) = bytes.split_last_chunk::<8>()?;
        if checksum(body) != u64::from_le_bytes(*sum) {
            return None;
        }
        let mut codec = Codec::Read(body.strip_prefix(INDEX_MAGIC)?);
        let (mut found, mut index) = ([0; 2], Self::default());
        codec.numbers(&mut found)?;
        if found != stamp {
            return None;
        }
        index.fields(&mut codec)?;
        index.is_consistent().then_some(index)
    }
}
