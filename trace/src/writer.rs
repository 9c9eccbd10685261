//! Writes a trace; byte for byte what `lucena_trace.h` writes for the same calls.

use crate::record::{Bound, Enter, Entry, Flags, MAGIC, Move, VERSION};
use std::collections::HashMap;
use std::io::{self, Write};
use std::ops::RangeInclusive;

/// Nodes deeper than this are counted, not recorded.
const LEVELS: usize = 1024;
/// Names with a number; later ones share the number 0.
const NAMES: u64 = 256;
/// Moves of a filter's line.
const LINE: usize = 64;

/// Which nodes are recorded. The default records all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Numbers of nodes within a search, from 1.
    pub nodes: RangeInclusive<u64>,
    /// The largest distance from the root.
    pub ply: u64,
    /// Numbers of searches, from 1.
    pub searches: RangeInclusive<u64>,
    /// Depths of iterations, in plies.
    pub iterations: RangeInclusive<i64>,
    /// Only what lies below these moves.
    pub line: Vec<Move>,
}

impl Default for Filter {
    fn default() -> Self {
        Self {
            nodes: 0..=u64::MAX,
            ply: u64::MAX,
            searches: 0..=u64::MAX,
            iterations: 0..=i64::MAX,
            line: Vec::new(),
        }
    }
}

impl Filter {
    /// Reads a filter such as `nodes=1000-2000 ply=6 line=e2e4,e7e5 iteration=8-9 search=3`; a single number is a
    /// range of one, and for `ply` the largest.
    ///
    /// # Errors
    ///
    /// Names the word that is not understood or whose name is given twice, a range that ends before it begins, or a range
    /// of plies.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut filter = Self::default();
        let mut named = Vec::new();
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            let wrong = || format!("filter {word:?} is not understood");
            let (name, value) = word.split_once('=').ok_or_else(wrong)?;
            if named.contains(&name) {
                return Err(format!("filter {word:?}: {name} is given twice"));
            }
            named.push(name);
            if name == "line" {
                let moves: Option<Vec<Move>> = value.split(',').map(Move::parse).collect();
                filter.line = moves.filter(|moves| moves.len() <= LINE).ok_or_else(wrong)?;
                continue;
            }
            let (first, last) = value.split_once('-').unwrap_or((value, value));
            // Like the C header: digits alone, and few enough for 64 bits with a sign.
            let is_number = |text: &str| {
                (1..=18).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
            };
            let number = |text: &str| {
                let number = Some(text).filter(|text| is_number(text)).map(str::parse::<u64>);
                number.and_then(Result::ok).ok_or_else(wrong)
            };
            let (first, last) = (number(first)?, number(last)?);
            if first > last {
                return Err(format!("filter {word:?}: the range ends before it begins"));
            }
            match name {
                "nodes" => filter.nodes = first..=last,
                "ply" if value.contains('-') => {
                    return Err(format!(
                        "filter {word:?}: ply is the largest distance, not a range"
                    ));
                }
                "ply" => filter.ply = last,
                "search" => filter.searches = first..=last,
                "iteration" => {
                    let plies = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
                    filter.iterations = plies(first)..=plies(last);
                }
                _ => return Err(wrong()),
            }
        }
        Ok(filter)
    }
}

/// An open node.
#[derive(Clone, Copy, Debug, Default)]
struct Open {
    hidden: u64,
    reason: Option<&'static str>,
    mv: Move,
    best: Move,
    ply: u64,
    recorded: bool,
    counted: bool,
    on_line: bool,
}

/// Writes the trace of one thread. A failure to write ends the recording and is returned by [`Writer::close`]: a search
/// is not stopped by a full disk.
#[derive(Debug)]
pub struct Writer<W: Write> {
    sink: W,
    filter: Filter,
    unit: i64,
    searches: u64,
    visits: u64,
    /// Nodes recorded in all searches.
    recorded: u64,
    level: usize,
    next: Flags,
    in_search: bool,
    in_iteration: bool,
    names: HashMap<&'static str, u64>,
    /// The first is above the root.
    open: Vec<Open>,
    payload: Vec<u8>,
    buffer: Vec<u8>,
    failure: Option<io::Error>,
}

/// Bytes gathered before they are written.
const GATHERED: usize = 1 << 16;

impl<W: Write> Writer<W> {
    /// Begins a trace. `filter` is [`Filter::parse`]'s text, empty to record everything.
    ///
    /// # Errors
    ///
    /// A filter that is not understood, as [`io::ErrorKind::InvalidInput`].
    pub fn new(sink: W, engine: &str, version: &str, filter: &str) -> io::Result<Self> {
        let parsed = Filter::parse(filter)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
        let mut buffer = Vec::with_capacity(GATHERED);
        buffer.extend(MAGIC);
        number(&mut buffer, VERSION);
        let mut writer = Self {
            sink,
            filter: parsed,
            unit: 1,
            searches: 0,
            visits: 0,
            recorded: 0,
            level: 0,
            next: Flags(0),
            in_search: false,
            in_iteration: false,
            names: HashMap::new(),
            open: vec![Open::default(); LEVELS + 1],
            payload: Vec::with_capacity(256),
            buffer,
            failure: None,
        };
        writer.info("engine", engine);
        writer.info("version", version);
        if !filter.is_empty() {
            writer.info("filter", filter);
        }
        Ok(writer)
    }

    fn record(&mut self, tag: u8, fill: impl FnOnce(&mut Vec<u8>)) {
        self.payload.clear();
        fill(&mut self.payload);
        self.buffer.push(tag);
        number(&mut self.buffer, self.payload.len() as u64);
        self.buffer.extend_from_slice(&self.payload);
        if self.buffer.len() >= GATHERED {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if self.failure.is_none() {
            self.failure = self.sink.write_all(&self.buffer).and_then(|()| self.sink.flush()).err();
        }
        self.buffer.clear();
    }

    fn top(&mut self) -> Option<&mut Open> {
        self.open.get_mut(self.level).filter(|open| open.recorded)
    }

    fn is_recorded(&self) -> bool {
        self.open.get(self.level).is_some_and(|open| open.recorded)
    }

    /// The number of a name; the first use defines it.
    fn name(&mut self, name: &'static str) -> u64 {
        if let Some(&id) = self.names.get(name) {
            return id;
        }
        let id = self.names.len() as u64 + 1;
        if id >= NAMES {
            return 0;
        }
        self.names.insert(name, id);
        self.record(b'S', |p| {
            number(p, id);
            text(p, name, 1000);
        });
        id
    }

    /// A fact about the run, such as an option's value.
    pub fn info(&mut self, key: &str, value: &str) {
        self.record(b'H', |p| {
            text(p, key, 1000);
            text(p, value, 4000);
        });
    }

    /// Depth units in a ply, if not 1.
    pub fn unit(&mut self, unit: i64) {
        if unit > 0 {
            self.unit = unit;
            self.info("depth-unit", &unit.to_string());
        }
    }

    /// A new search of the position after `moves` from `fen`.
    pub fn search(&mut self, fen: &str, moves: &[Move]) {
        (self.visits, self.level, self.next) = (0, 0, Flags(0));
        self.searches += 1;
        self.in_search = self.filter.searches.contains(&self.searches);
        self.in_iteration = self.in_search;
        self.record(b'G', |p| {
            text(p, fen, 1000);
            number(p, moves.len().min(3000) as u64);
            moves.iter().take(3000).for_each(|mv| p.extend(mv.0.to_le_bytes()));
        });
    }

    /// An iteration, or a repeated one with another window. `line` is the number of the multi-PV line, from 1.
    pub fn iteration(&mut self, depth: i64, alpha: i64, beta: i64, line: u64) {
        (self.level, self.next) = (0, Flags(0));
        self.in_iteration = self.in_search && self.filter.iterations.contains(&(depth / self.unit));
        self.record(b'I', |p| {
            signed(p, depth);
            window(p, alpha, beta);
            number(p, line);
        });
    }

    /// Flags for the next node, set by the caller of the child.
    pub fn next(&mut self, flags: Flags) {
        self.next = flags;
    }

    /// A node is entered.
    pub fn enter(&mut self, enter: &Enter) {
        let flags = enter.flags | self.next;
        self.next = Flags(0);
        let counted = !flags.has(Flags::UNCOUNTED);
        // No move leads to the same position; a singular test names the move that it leaves out.
        let left_out = flags.has(Flags::SAME) && !flags.has(Flags::SINGULAR);
        let mv = if left_out { Move::NONE } else { enter.mv };
        self.visits += u64::from(counted);
        let above = self.open[self.level.min(LEVELS)];
        self.level += 1;
        if self.level > LEVELS {
            self.open[LEVELS].hidden += u64::from(counted);
            return;
        }
        let same = flags.has(Flags::SAME);
        let ply = if self.level == 1 { 0 } else { above.ply + u64::from(!same) };
        let line = &self.filter.line;
        let step = usize::try_from(ply).unwrap_or(usize::MAX);
        let on_line =
            ply == 0 || above.on_line && (same || step > line.len() || line[step - 1] == mv);
        let recorded = self.in_iteration
            && on_line
            && step >= line.len()
            && ply <= self.filter.ply
            && self.filter.nodes.contains(&self.visits);
        self.open[self.level] = Open { mv, ply, recorded, counted, on_line, ..Open::default() };
        if !recorded {
            return;
        }
        self.recorded += 1;
        if self.level > 1 && !above.recorded {
            let steps: Vec<Move> = self.open[1..=self.level]
                .windows(2)
                .filter(|pair| pair[1].ply > pair[0].ply)
                .map(|pair| pair[1].mv)
                .collect();
            self.record(b'P', |p| {
                number(p, ply);
                steps.iter().for_each(|mv| p.extend(mv.0.to_le_bytes()));
            });
        }
        self.record(b'E', |p| {
            number(p, flags.0);
            p.extend(mv.0.to_le_bytes());
            signed(p, enter.depth);
            window(p, enter.alpha, enter.beta);
        });
    }

    /// The static evaluation, raw and corrected.
    pub fn eval(&mut self, raw: i64, corrected: i64) {
        if self.is_recorded() {
            self.record(b'V', |p| {
                signed(p, raw);
                signed(p, corrected);
            });
        }
    }

    fn entry(&mut self, tag: u8, entry: &Entry) {
        if self.is_recorded() {
            let flags = entry.bound.bits()
                | if entry.used { 4 } else { 0 }
                | if entry.key.is_some() { 8 } else { 0 }
                | if entry.other.is_some() { 16 } else { 0 };
            self.record(tag, |p| {
                number(p, flags);
                signed(p, entry.depth);
                signed(p, entry.score);
                p.extend(entry.mv.0.to_le_bytes());
                p.extend(
                    entry
                        .key
                        .map(u64::to_le_bytes)
                        .unwrap_or_default()
                        .iter()
                        .take(if entry.key.is_some() { 8 } else { 0 }),
                );
                if let Some(other) = entry.other {
                    signed(p, other);
                }
            });
        }
    }

    /// The hash table was asked; [`Bound::None`] when it held nothing.
    pub fn tt(&mut self, entry: &Entry) {
        self.entry(b'T', entry);
    }

    /// The hash table was written.
    pub fn store(&mut self, entry: &Entry) {
        self.entry(b'W', entry);
    }

    /// The moves in order, with their ordering scores; the first 512.
    pub fn order(&mut self, moves: &[(Move, i64)]) {
        if self.is_recorded() {
            self.record(b'O', |p| {
                number(p, moves.len().min(512) as u64);
                for (mv, score) in moves.iter().take(512) {
                    p.extend(mv.0.to_le_bytes());
                    signed(p, *score);
                }
            });
        }
    }

    /// A move that is not searched; [`Move::NONE`] for all the remaining quiet ones.
    pub fn pruned(&mut self, mv: Move, rule: &'static str, measured: i64, limit: i64) {
        if self.is_recorded() {
            let rule = self.name(rule);
            self.record(b'R', |p| {
                p.extend(mv.0.to_le_bytes());
                number(p, rule);
                signed(p, measured);
                signed(p, limit);
            });
        }
    }

    /// A move is searched deeper, or less deep when negative, by so many depth units.
    pub fn depth(&mut self, mv: Move, change: i64, why: &'static str) {
        if self.is_recorded() {
            let why = self.name(why);
            self.record(b'D', |p| {
                p.extend(mv.0.to_le_bytes());
                signed(p, change);
                number(p, why);
            });
        }
    }

    /// The best move of the innermost open node, before its exit.
    pub fn best(&mut self, mv: Move) {
        if let Some(open) = self.top() {
            open.best = mv;
        }
    }

    /// Why the innermost open node ends, before its exit.
    pub fn reason(&mut self, why: &'static str) {
        if let Some(open) = self.top() {
            open.reason = Some(why);
        }
    }

    /// The innermost open node is left.
    pub fn exit(&mut self, score: i64, bound: Bound) {
        let Some(level) = self.level.checked_sub(1) else { return };
        self.level = level;
        if level >= LEVELS {
            return;
        }
        let node = self.open[level + 1];
        if !node.recorded {
            self.open[level].hidden += node.hidden + u64::from(node.counted);
            return;
        }
        let reason = node.reason.map(|why| self.name(why));
        let flags = bound.bits()
            | if node.best.is_none() { 0 } else { 4 }
            | if reason.is_some() { 8 } else { 0 }
            | if node.hidden > 0 { 16 } else { 0 };
        self.record(b'X', |p| {
            number(p, flags);
            signed(p, score);
            if !node.best.is_none() {
                p.extend(node.best.0.to_le_bytes());
            }
            reason.into_iter().for_each(|id| number(p, id));
            if node.hidden > 0 {
                number(p, node.hidden);
            }
        });
    }

    /// A named number, of the innermost open node or of the whole search.
    pub fn number(&mut self, name: &'static str, value: i64) {
        if self.level == 0 || self.is_recorded() {
            let name = self.name(name);
            self.record(b'N', |p| {
                number(p, name);
                signed(p, value);
            });
        }
    }

    /// A comment on the innermost open node or on the whole search.
    pub fn comment(&mut self, comment: &str) {
        if self.level == 0 || self.is_recorded() {
            self.record(b'C', |p| text(p, comment, 4000));
        }
    }

    /// The search ended: nodes by the engine's own count, the best move and its score.
    pub fn end(&mut self, nodes: u64, best: Move, score: i64) {
        self.level = 0;
        self.record(b'Z', |p| {
            number(p, nodes);
            p.extend(best.0.to_le_bytes());
            signed(p, score);
        });
        self.flush();
    }

    /// Nodes that were recorded, of all searches.
    #[must_use]
    pub const fn recorded(&self) -> u64 {
        self.recorded
    }

    /// Writes what is left.
    ///
    /// # Errors
    ///
    /// The first failure to write.
    pub fn close(mut self) -> io::Result<W> {
        self.flush();
        match self.failure {
            Some(error) => Err(error),
            None => self.sink.flush().map(|()| self.sink),
        }
    }
}

fn number(out: &mut Vec<u8>, mut value: u64) {
    while value > 127 {
        out.push(value as u8 | 128);
        value >>= 7;
    }
    out.push(value as u8);
}

fn signed(out: &mut Vec<u8>, value: i64) {
    number(out, (value.cast_unsigned() << 1) ^ (value >> 63).cast_unsigned());
}

fn window(out: &mut Vec<u8>, alpha: i64, beta: i64) {
    signed(out, alpha);
    number(out, beta.wrapping_sub(alpha).cast_unsigned());
}

fn text(out: &mut Vec<u8>, text: &str, most: usize) {
    let bytes = &text.as_bytes()[..text.len().min(most)];
    number(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}
