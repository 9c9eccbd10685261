//! Walks the tree of a trace: any node by its offset, its events and children in order, its path from the root.

use crate::index::Index;
use crate::reader::{Error, Fault, Reader};
use crate::record::{Bound, Enter, Entry, Exit, Flags, Move, Record};
use std::io::{Read, Seek};

/// Steps of one node that are kept.
const MAX_STEPS: usize = 1 << 16;

/// A node, as it shows among the children of the one above.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The offset of its enter, which names it.
    pub offset: u64,
    /// The offset behind its subtree.
    pub end: u64,
    /// What was asked of it.
    pub enter: Enter,
    /// Distance from the root.
    pub ply: u64,
    /// Static evaluation, raw and corrected.
    pub eval: Option<(i64, i64)>,
    /// What the hash table held.
    pub probe: Option<Entry>,
    /// What it came to; `None` when the search stopped inside it.
    pub exit: Option<Exit>,
    /// Counted nodes of its subtree, itself included.
    pub nodes: u64,
    /// Are nodes recorded below it?
    pub has_children: bool,
    /// Are there events of its own that a tree shows below it, as [`Step::has_row`] says?
    pub has_rows: bool,
    /// The moves from the root, of a node whose parent is not recorded.
    pub path: Option<Vec<Move>>,
}

impl Node {
    /// A node that was just entered.
    pub(crate) fn entered(offset: u64, enter: Enter, ply: u64, path: Option<Vec<Move>>) -> Self {
        Self {
            offset,
            end: offset,
            enter,
            ply,
            eval: None,
            probe: None,
            exit: None,
            nodes: u64::from(!enter.flags.has(Flags::UNCOUNTED)),
            has_children: false,
            has_rows: false,
            path,
        }
    }

    /// The bound of its score.
    #[must_use]
    pub fn bound(&self) -> Bound {
        self.exit.map_or(Bound::None, |exit| exit.bound_in(&self.enter))
    }
}

/// An event of a node, in the order in which they happened.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the format's table")]
pub enum Step {
    /// A node below it.
    Child(Node),
    /// Static evaluation.
    Eval { raw: i64, corrected: i64 },
    /// The hash table was asked.
    Probe(Entry),
    /// The hash table was written.
    Store(Entry),
    /// The moves in order.
    Order(Vec<(Move, i64)>),
    /// A move that is not searched; the rule is the number of its name.
    Pruned { mv: Move, rule: u64, measured: i64, limit: i64 },
    /// A move's depth is changed.
    Change { mv: Move, by: i64, why: u64 },
    /// A named number.
    Number { name: u64, value: i64 },
    /// A comment.
    Comment(String),
}

impl Step {
    /// Whether a tree shows it in a row of its own: not a child, nor an evaluation and changes of a move's depth, which stand in
    /// the rows of nodes.
    #[must_use]
    pub const fn has_row(&self) -> bool {
        match self {
            Self::Child(_) | Self::Eval { .. } => false,
            Self::Change { mv, .. } => mv.is_none(),
            Self::Probe(_)
            | Self::Store(_)
            | Self::Order(_)
            | Self::Pruned { .. }
            | Self::Number { .. }
            | Self::Comment(_) => true,
        }
    }
}

/// A node with all its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// The node.
    pub node: Node,
    /// Its events.
    pub steps: Vec<Step>,
    /// Events that there was no room for.
    pub left_out: u64,
}

impl Opened {
    /// The nodes below it.
    pub fn children(&self) -> impl Iterator<Item = &Node> {
        self.steps.iter().filter_map(|step| match step {
            Step::Child(node) => Some(node),
            _ => None,
        })
    }
}

/// A trace that is read where it is looked at.
#[derive(Debug)]
pub struct Trace<R> {
    reader: Reader<R>,
    /// What is known of all of it.
    pub index: Index,
    watch: Watch,
}

/// Records between two calls of the function of [`Trace::watch`].
const REPORT: u64 = 1 << 16;

/// Called on passes over many records with the present offset; with `false` it ends the pass.
struct Watch(Box<dyn FnMut(u64) -> bool + Send>);

impl std::fmt::Debug for Watch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Watch")
    }
}

/// A record with its own copy of everything, or the end of the level.
enum Next {
    Enter(u64, Enter),
    Exit(u64, Exit),
    Step(Step),
    Path(Vec<Move>),
    Other,
    End(u64),
}

impl<R: Read + Seek> Trace<R> {
    /// A trace in `source` with its index.
    ///
    /// # Errors
    ///
    /// When `source` cannot be read or is no trace.
    pub fn new(source: R, index: Index) -> Result<Self, Error> {
        Ok(Self { reader: Reader::new(source)?, index, watch: Watch(Box::new(|_| true)) })
    }

    /// Sets a function that passes over many records call now and then with the present offset: those of
    /// [`Trace::find`], [`Trace::last_store`] and [`Trace::origin`]. With `false` it ends the pass.
    pub fn watch(&mut self, watch: impl FnMut(u64) -> bool + Send + 'static) {
        self.watch = Watch(Box::new(watch));
    }

    /// The next record of a level, until something ends all levels.
    fn next(&mut self) -> Result<Next, Error> {
        if self.reader.offset() >= self.index.end {
            return Ok(Next::End(self.index.end));
        }
        let Some(located) = self.reader.next()? else { return Ok(Next::End(self.index.end)) };
        let at = located.offset;
        Ok(match located.record {
            Record::Enter(enter) => Next::Enter(at, enter),
            Record::Exit(exit) => Next::Exit(located.next, exit),
            Record::Eval { raw, corrected } => Next::Step(Step::Eval { raw, corrected }),
            Record::Probe(entry) => Next::Step(Step::Probe(entry)),
            Record::Store(entry) => Next::Step(Step::Store(entry)),
            Record::Order(scored) => Next::Step(Step::Order(scored.iter().collect())),
            Record::Pruned { mv, rule, measured, limit } => {
                Next::Step(Step::Pruned { mv, rule, measured, limit })
            }
            Record::Change { mv, by, why } => Next::Step(Step::Change { mv, by, why }),
            Record::Number { name, value } => Next::Step(Step::Number { name, value }),
            Record::Comment(text) => {
                Next::Step(Step::Comment(String::from_utf8_lossy(text).into_owned()))
            }
            Record::Path(moves) => Next::Path(moves.iter().collect()),
            Record::Search { .. } | Record::Iteration { .. } | Record::End { .. } => Next::End(at),
            Record::Header { .. } | Record::Name { .. } | Record::Unknown(_) => Next::Other,
        })
    }

    /// Reads a node whose enter was just read, and leaves the reader behind its subtree.
    fn summary(&mut self, offset: u64, enter: Enter, ply: u64) -> Result<Node, Error> {
        let mut node = Node::entered(offset, enter, ply, None);
        let span = self.index.span(offset).copied();
        let mut level = 0_u64;
        loop {
            match self.next()? {
                Next::Enter(_, below) => {
                    node.has_children = true;
                    if let Some(span) = span
                        && level == 0
                    {
                        self.reader.seek(span.exit)?;
                        node.nodes = span.nodes;
                        match self.next()? {
                            Next::Exit(end, exit) => (node.exit, node.end) = (Some(exit), end),
                            // What ended the node ends those above too: they read it again.
                            _ => {
                                node.end = span.exit;
                                self.reader.seek(span.exit)?;
                            }
                        }
                        return Ok(node);
                    }
                    level += 1;
                    let counted = u64::from(!below.flags.has(Flags::UNCOUNTED));
                    node.nodes = node.nodes.saturating_add(counted);
                }
                Next::Exit(end, exit) => {
                    node.nodes = node.nodes.saturating_add(exit.hidden);
                    if level == 0 {
                        (node.exit, node.end) = (Some(exit), end);
                        return Ok(node);
                    }
                    level -= 1;
                }
                Next::Step(step) if level == 0 => {
                    node.has_rows |= step.has_row();
                    match step {
                        Step::Eval { raw, corrected } => node.eval = Some((raw, corrected)),
                        Step::Probe(entry) => node.probe = Some(entry),
                        _ => {}
                    }
                }
                Next::Step(_) | Next::Path(_) | Next::Other => {}
                Next::End(at) => {
                    node.end = at;
                    self.reader.seek(at)?;
                    return Ok(node);
                }
            }
        }
    }

    /// The nodes at which an iteration begins: the root, or what a filter let through.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn roots(&mut self, iteration: usize) -> Result<Vec<Node>, Error> {
        self.roots_until(iteration, u64::MAX)
    }

    fn roots_until(&mut self, iteration: usize, until: u64) -> Result<Vec<Node>, Error> {
        let Some(iteration) = self.index.iterations.get(iteration).copied() else {
            return Ok(Vec::new());
        };
        self.reader.seek(iteration.offset)?;
        if iteration.line > 0 {
            self.next()?;
        }
        let (mut roots, mut path) = (Vec::new(), None);
        loop {
            match self.next()? {
                Next::Enter(offset, enter) => {
                    let steps: Option<Vec<Move>> = path.take();
                    let ply = steps.as_ref().map_or(0, |steps| steps.len() as u64);
                    let node = self.summary(offset, enter, ply)?;
                    let last = node.end > until || roots.len() >= MAX_STEPS;
                    roots.push(Node { path: steps, ..node });
                    if last {
                        return Ok(roots);
                    }
                }
                Next::Path(steps) => path = Some(steps),
                Next::End(_) => return Ok(roots),
                Next::Exit(..) | Next::Step(_) | Next::Other => {}
            }
        }
    }

    /// A node with its events.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn open(&mut self, node: &Node) -> Result<Opened, Error> {
        self.open_until(node, u64::MAX)
    }

    fn open_until(&mut self, node: &Node, until: u64) -> Result<Opened, Error> {
        self.reader.seek(node.offset)?;
        self.next()?;
        let (mut steps, mut left_out) = (Vec::new(), 0);
        loop {
            let step = match self.next()? {
                Next::Enter(offset, enter) => {
                    let ply = node.ply + u64::from(!enter.flags.has(Flags::SAME));
                    Step::Child(self.summary(offset, enter, ply)?)
                }
                Next::Step(step) => step,
                Next::Exit(..) | Next::End(_) => break,
                Next::Path(_) | Next::Other => continue,
            };
            let last = matches!(&step, Step::Child(child) if child.end > until);
            if steps.len() < MAX_STEPS {
                steps.push(step);
            } else {
                left_out += 1;
            }
            if last {
                break;
            }
        }
        Ok(Opened { node: node.clone(), steps, left_out })
    }

    /// The nodes from where recording began down to the innermost one that holds `offset`, and their iteration.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn locate(&mut self, offset: u64) -> Result<(usize, Vec<Node>), Error> {
        let iteration = self.index.iteration_at(offset).unwrap_or(0);
        let mut chain: Vec<Node> = Vec::new();
        let mut level = self.roots_until(iteration, offset)?;
        while let Some(node) = level.pop().filter(|n| n.offset <= offset && offset < n.end) {
            let found = node.offset == offset;
            chain.push(node.clone());
            if found {
                break;
            }
            level = self.open_until(&node, offset)?.children().cloned().collect();
        }
        Ok((iteration, chain))
    }

    /// The position of a search: FEN and the moves played from it.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn position(&mut self, search: usize) -> Result<(String, Vec<Move>), Error> {
        let Some(search) = self.index.searches.get(search).copied() else {
            return Ok((String::new(), Vec::new()));
        };
        self.reader.seek(search.offset)?;
        Ok(match self.reader.next()?.map(|located| located.record) {
            Some(Record::Search { fen, moves }) => {
                (String::from_utf8_lossy(fen).into_owned(), moves.iter().collect())
            }
            _ => (String::new(), Vec::new()),
        })
    }

    /// Reads the records from one offset up to another in order, until `take` returns `false`. A fault ends it.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, or [`Trace::watch`] ended it.
    pub fn each(
        &mut self,
        from: u64,
        to: u64,
        mut take: impl FnMut(u64, &Record<'_>) -> bool,
    ) -> Result<(), Error> {
        self.reader.seek(from)?;
        let mut records = 0_u64;
        while self.reader.offset() < to.min(self.index.end) {
            records += 1;
            if records.is_multiple_of(REPORT) && !(self.watch.0)(self.reader.offset()) {
                return Err(Error::Stopped);
            }
            match self.reader.next() {
                Ok(Some(located)) if take(located.offset, &located.record) => {}
                Ok(_) | Err(Error::Fault(Fault { .. })) => return Ok(()),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Where the records begin.
    #[must_use]
    pub const fn first_record() -> u64 {
        9
    }
}

/// The moves from the root to the last node of a chain, as [`Trace::locate`] returns it.
#[must_use]
pub fn path(chain: &[Node]) -> Vec<Move> {
    let mut moves: Vec<Move> =
        chain.first().and_then(|first| first.path.clone()).unwrap_or_default();
    for pair in chain.windows(2) {
        if pair[1].ply > pair[0].ply {
            moves.push(pair[1].enter.mv);
        }
    }
    moves
}
