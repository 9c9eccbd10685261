//! The thread that reads search traces for the explorer: it keeps them open, and answers what the page asks.

use super::files;
use super::stop_flag::StopFlag;
use crate::base::{caught_result, number_of, open_file, sanitise};
use crate::engine::terms_after;
use crate::tui::model::Event;
use crate::tui::model::inspect::trace::{Item, TraceAnswer, TraceHead, TraceQuery};
use anyhow::{Context as _, anyhow, bail};
use arc_swap::ArcSwap;
use lucena_trace::diff::{self, Comparison, Difference};
use lucena_trace::export::{self, Bounds};
use lucena_trace::origin::Link;
use lucena_trace::record::{Bound, Move};
use lucena_trace::{Condition, Error, Index, Names, Node, Trace, path};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// Levels of the best moves that are followed.
const PRINCIPAL: usize = 128;
/// The subtree that is exported.
const EXPORTED: Bounds = Bounds { levels: 6, nodes: 2000 };

/// The thread, as the runtime holds it.
#[derive(Debug)]
pub(super) struct TraceThread {
    queries: Sender<(TraceQuery, Arc<AtomicBool>)>,
    stop: StopFlag,
}

impl TraceThread {
    /// Starts the thread.
    ///
    /// # Errors
    /// The system refuses.
    pub fn start(folder: PathBuf, events: Sender<Event>) -> io::Result<Self> {
        let (sender, queries) = channel();
        let mut reader = TraceReader { folder, traces: Vec::new(), events, stop: Arc::default() };
        thread::Builder::new().name("lucena-trace".to_owned()).spawn(move || {
            for (query, stop) in queries {
                reader.stop.store(Arc::clone(&stop));
                let done = caught_result(|| reader.answer(query));
                let stopped = stop.load(Ordering::Relaxed) && done.is_err();
                let done = if stopped { Ok(Some("stopped".to_owned())) } else { done };
                reader.send(TraceAnswer::Done(done.map_err(|error| error.to_string())));
            }
        })?;
        Ok(Self { queries: sender, stop: StopFlag::default() })
    }

    /// Hands over a query; the thread lives as long as this.
    pub fn ask(&self, query: TraceQuery) {
        self.queries.send((query, self.stop.of_query())).unwrap_or_default();
    }

    /// Ends the passes over files for what was asked so far.
    pub fn stop(&mut self) {
        self.stop.stop();
    }
}

struct TraceReader {
    folder: PathBuf,
    traces: Vec<Trace<File>>,
    events: Sender<Event>,
    /// Ends the passes over files for the present query.
    stop: Arc<ArcSwap<AtomicBool>>,
}

impl TraceReader {
    fn send(&self, answer: TraceAnswer) {
        Event::Trace(Box::new(answer)).send_to(&self.events);
    }

    /// Tells every five percent how far something has come.
    fn progress(&self, what: String) -> impl FnMut(u64, u64) -> bool + Send + 'static {
        let (events, stop, mut told) = (self.events.clone(), Arc::clone(&self.stop), None);
        move |read, length| {
            let percent = (read * 100).checked_div(length).unwrap_or(100);
            let is_news = told.is_none_or(|told| percent >= told + 5 || percent < told);
            if is_news && percent < 100 {
                told = Some(percent);
                let answer = TraceAnswer::Reading(format!("{what}: {percent} %"));
                return events.send(Event::Trace(Box::new(answer))).is_ok();
            }
            !stop.load().load(Ordering::Relaxed)
        }
    }

    fn answer(&mut self, query: TraceQuery) -> anyhow::Result<Option<String>> {
        match query {
            TraceQuery::Open(files) => self.open(&files)?,
            TraceQuery::Roots { side, iteration } => self.roots(side, iteration)?,
            TraceQuery::Node { side, node } => self.expand(side, &node)?,
            TraceQuery::Principal { side, from } => {
                let moves = self.principal(side, from)?;
                return Ok((moves == 0).then(|| "the node has no best move".to_owned()));
            }
            TraceQuery::Find { side, condition, after } => {
                return self.find(side, &condition, after);
            }
            TraceQuery::Origin { side, offset } => self.words(side, offset, origin)?,
            TraceQuery::Entry { side, offset } => self.words(side, offset, entry)?,
            TraceQuery::Line { side, iteration, moves } => {
                let trace = self.trace(side)?;
                let words = line_words(trace, iteration, &moves)?;
                self.send(TraceAnswer::Words(words));
            }
            TraceQuery::Export { side, offset, file } => {
                let (nodes, written) = export(self.trace(side)?, offset)?;
                let file = files::write(&self.folder, &file, &written)?;
                let nodes = number_of(nodes, "node");
                return Ok(Some(format!("{}: {nodes} written", file.display())));
            }
        }
        Ok(None)
    }

    fn trace(&mut self, side: usize) -> anyhow::Result<&mut Trace<File>> {
        self.traces.get_mut(side).context("no trace is open")
    }

    fn words(
        &mut self,
        side: usize,
        offset: u64,
        make: fn(&mut Trace<File>, u64) -> Result<String, Error>,
    ) -> anyhow::Result<()> {
        let words = make(self.trace(side)?, offset)?;
        self.send(TraceAnswer::Words(words));
        Ok(())
    }

    fn open(&mut self, files: &[PathBuf]) -> anyhow::Result<()> {
        let paths: Vec<PathBuf> =
            files.iter().map(|file| files::resolve(&self.folder, file)).collect();
        let named = |path: &Path, error: &Error| anyhow!("{}: {error}", path.display());
        let mut traces = Vec::new();
        for path in &paths {
            let told = self.progress(format!("indexing {}", path.display()));
            let mut trace = lucena_trace::open(path, told).map_err(|error| named(path, &error))?;
            let mut told = self.progress(format!("reading {}", path.display()));
            let length = trace.index.end;
            trace.watch(move |read| told(read, length));
            traces.push(trace);
        }
        let mut heads = Vec::new();
        for (trace, file) in traces.iter_mut().zip(files) {
            let searches = trace.index.searches.len();
            let roots: Result<Vec<_>, Error> = (0..searches).map(|at| trace.position(at)).collect();
            heads.push(TraceHead {
                file: file.display().to_string(),
                index: Arc::new(trace.index.clone()),
                roots: roots.map_err(|error| named(file, &error))?,
            });
        }
        let mut difference = None;
        if let [a, b] = paths.as_slice() {
            let open = |path: &Path| open_file(path).map_err(|e| named(path, &Error::Io(e)));
            let length = traces.iter().map(|trace| trace.index.end).sum();
            let mut told = self.progress("comparing".to_owned());
            let compared = diff::compare([open(a)?, open(b)?], |read| told(read, length));
            difference = match compared? {
                Comparison::Parts(parts) => Some(parts),
                Comparison::Equal(_) => None,
            };
        }
        self.traces = traces;
        self.send(TraceAnswer::Opened(heads, difference.clone()));
        Ok(self.first_rows(difference.as_deref())?)
    }

    /// Sends where two traces part, or the roots of the last completed iteration.
    fn first_rows(&mut self, difference: Option<&Difference>) -> Result<(), Error> {
        for side in 0..self.traces.len() {
            match difference.and_then(|parts| parts.above.last()) {
                Some(above) => self.expand_to(side, above.offsets[side])?,
                None => {
                    let last = self.traces[side].index.last_iteration(|_| true);
                    self.roots(side, last.unwrap_or(0))?;
                }
            }
        }
        if difference.is_some() {
            self.send(TraceAnswer::SelectDifference);
        }
        Ok(())
    }

    fn roots(&mut self, side: usize, iteration: usize) -> Result<(), Error> {
        let Some(trace) = self.traces.get_mut(side) else { return Ok(()) };
        let roots = trace.roots(iteration)?;
        self.send(TraceAnswer::Roots(side, iteration, roots));
        Ok(())
    }

    fn expand(&mut self, side: usize, node: &Node) -> Result<(), Error> {
        let Some(trace) = self.traces.get_mut(side) else { return Ok(()) };
        let opened = trace.open(node)?;
        if opened.left_out > 0 {
            let words = format!("events of this node that are not shown: {}", opened.left_out);
            Event::Info(words).send_to(&self.events);
        }
        self.send(TraceAnswer::Node(side, node.offset, opened.steps));
        Ok(())
    }

    /// Sends everything from the iteration down to the node at `offset`, and selects it.
    fn expand_to(&mut self, side: usize, offset: u64) -> Result<(), Error> {
        let Some(trace) = self.traces.get_mut(side) else { return Ok(()) };
        let (iteration, chain) = trace.locate(offset)?;
        self.roots(side, iteration)?;
        for node in &chain {
            self.expand(side, node)?;
        }
        if let Some(last) = chain.last() {
            self.send(TraceAnswer::Select(side, last.offset));
        }
        Ok(())
    }

    /// Sends the best moves below a row, selects the last, and returns how many they are.
    fn principal(&mut self, side: usize, from: Item) -> anyhow::Result<usize> {
        let mut next = match from {
            Item::Iteration(at) => {
                self.roots(side, at)?;
                let top = self.trace(side)?.top(at)?;
                Some(top.context("the root is not recorded: select a node below it")?)
            }
            Item::Node(offset) | Item::Event(offset, _) => match self.traces.get_mut(side) {
                Some(trace) => trace.locate(offset)?.1.pop(),
                None => None,
            },
            Item::Search(_) => None,
        };
        let (mut last, mut nodes) = (None, 0_usize);
        for _ in 0..PRINCIPAL {
            let Some(node) = next.take() else { break };
            (last, nodes) = (Some(node.offset), nodes + 1);
            let best = node.exit.map(|exit| exit.best).filter(|best| !best.is_none());
            let (Some(best), Some(trace)) = (best, self.traces.get_mut(side)) else { break };
            let opened = trace.open(&node)?;
            let is_best = |child: &&Node| child.enter.mv == best && child.ply > node.ply;
            next = opened.children().filter(is_best).last().cloned();
            self.send(TraceAnswer::Node(side, node.offset, opened.steps));
        }
        if let Some(last) = last {
            self.send(TraceAnswer::Select(side, last));
        }
        Ok(nodes.saturating_sub(1))
    }

    fn find(
        &mut self,
        side: usize,
        condition: &Condition,
        after: u64,
    ) -> anyhow::Result<Option<String>> {
        let mut found = None;
        self.trace(side)?.find(condition, after, |node| {
            found = Some(node.offset);
            false
        })?;
        let Some(offset) = found else {
            bail!("no further node with {condition}; select a row above to begin again");
        };
        self.expand_to(side, offset)?;
        Ok(Some(format!("{condition}: w finds the next")))
    }
}

/// The tree below a node as Graphviz, and the number of its nodes.
fn export(trace: &mut Trace<File>, offset: u64) -> anyhow::Result<(usize, Vec<u8>)> {
    let mut written = Vec::new();
    let nodes = match trace.locate(offset)?.1.pop() {
        Some(node) => export::graphviz(trace, &node, EXPORTED, &mut written)?,
        None => 0,
    };
    Ok((nodes, written))
}

fn moves(path: &[Move]) -> String {
    let moves: Vec<String> = path.iter().map(ToString::to_string).collect();
    if moves.is_empty() { "the root".to_owned() } else { moves.join(" ") }
}

fn score(index: &Index, node: &Node) -> String {
    let words = |score| index.score_words(score);
    let score = node.exit.map(|exit| format!("{}{}", node.bound().sign(), words(exit.score)));
    score.unwrap_or_else(|| "no score".to_owned())
}

/// The way of a node's score in words; of Lucena's own traces with the terms of the leaf.
fn origin(trace: &mut Trace<File>, offset: u64) -> Result<String, Error> {
    let (iteration, chain) = trace.locate(offset)?;
    let links = trace.origin(iteration, chain)?;
    let mut lines = vec!["Where the score comes from".to_owned()];
    lines.extend(links.iter().map(|link| link_words(trace, link)));
    if trace.index.header("engine") == Some("Lucena")
        && let Some(last) = links.last()
    {
        let (fen, before) = trace.position(last.search)?;
        lines.extend(terms_after(&fen, &before, &trace.index, last));
    } else {
        lines.push("The terms of the leaf need the engine that evaluated it.".to_owned());
    }
    Ok(lines.join("\n"))
}

fn link_words(trace: &Trace<File>, link: &Link) -> String {
    let index = &trace.index;
    let names = Names { mv: &|mv| mv.to_string(), score: &|score| index.score_words(score) };
    let how = sanitise(&index.link_words(link, &names)).into_owned();
    format!(
        "{}, {}: {} at depth {}, {how}",
        index.iteration_words(index.iteration_at(link.node.offset).unwrap_or(0)),
        moves(&link.path),
        score(index, &link.node),
        index.plies(link.node.enter.depth)
    )
}

/// The TT entry of a node, what was done with it, and the node that stored it.
fn entry(trace: &mut Trace<File>, offset: u64) -> Result<String, Error> {
    let (_, chain) = trace.locate(offset)?;
    let Some(node) = chain.last().cloned() else { return Ok("no such node".to_owned()) };
    let mut lines = vec![format!("The TT entry at {}", moves(&path(&chain)))];
    let Some(probe) = node.probe else {
        lines.push("The trace has no probe of this node.".to_owned());
        return Ok(lines.join("\n"));
    };
    if probe.bound == Bound::None {
        lines.push("There was no entry.".to_owned());
    } else {
        lines.push(format!("Found: {}", trace.index.entry_words(&probe)));
        lines.push(format!(
            "Asked: depth {}, window {}..{}",
            trace.index.plies(node.enter.depth),
            node.enter.alpha,
            node.enter.beta
        ));
        let used = if probe.used { "It ended the node." } else { "It did not end the node." };
        lines.push(used.to_owned());
    }
    let stored = match probe.key {
        Some(_) => trace.last_store(&probe, node.offset)?,
        None => {
            lines.push("The trace has no keys: which node stored it is unknown.".to_owned());
            return Ok(lines.join("\n"));
        }
    };
    let words = match stored {
        Some(stored) => {
            let (iteration, chain) = trace.locate(stored)?;
            let node = chain.last().map_or_else(String::new, |node| {
                let depth = trace.index.plies(node.enter.depth);
                format!(", a node of depth {depth} with score {}", score(&trace.index, node))
            });
            let iteration = trace.index.iteration_words(iteration);
            format!("Last stored in {iteration} at {} (byte {stored}){node}", moves(&path(&chain)))
        }
        None if probe.bound == Bound::None => {
            "No node of the trace stored this position before.".to_owned()
        }
        None => "The node that stored it is not in the trace.".to_owned(),
    };
    lines.push(words);
    Ok(lines.join("\n"))
}

/// What became of each move of a line: searched or not, score, window, and how it ended.
fn line_words(trace: &mut Trace<File>, iteration: usize, line: &[Move]) -> Result<String, Error> {
    let place = trace.index.iteration_words(iteration);
    let mut lines = vec![format!("What became of {} in {place}", moves(line))];
    let chain = trace.follow(iteration, line, |searched, asked| searched == asked)?;
    let Some(top) = chain.first() else {
        lines.push(format!("Not recorded: {}.", trace.unrecorded_words(iteration, line)?));
        return Ok(lines.join("\n"));
    };
    let begin = top.path.as_deref().unwrap_or_default();
    if let Some(mv) = begin.last() {
        lines.push(format!(
            "The nodes above {} are not recorded: the filter left them out.",
            moves(begin)
        ));
        let tops = trace.roots(iteration)?;
        let searches = tops.iter().filter(|other| other.path == top.path);
        lines.extend(searches.map(|node| search_words(&trace.index, *mv, node)));
    }
    for (mv, (at, node)) in line[begin.len()..].iter().zip(chain.iter().enumerate()) {
        move_words(trace, node, *mv, &mut lines)?;
        if chain.get(at + 1).is_none() {
            let ending = sanitise(&trace.index.ending(node).to_string()).into_owned();
            let why = node.absence_words();
            lines.push(format!("{mv} {why}; the node ended by: {ending}"));
        }
    }
    Ok(lines.join("\n"))
}

/// What became of a move of a node.
fn move_words(
    trace: &mut Trace<File>,
    node: &Node,
    mv: Move,
    lines: &mut Vec<String>,
) -> Result<(), Error> {
    let opened = trace.open(node)?;
    let best = node.exit.map(|exit| exit.best).filter(|best| !best.is_none());
    let is_meant = |child: &&Node| child.enter.mv == mv && child.ply > node.ply;
    let searched: Vec<&Node> = opened.children().filter(is_meant).collect();
    lines.extend(searched.iter().map(|child| search_words(&trace.index, mv, child)));
    for step in &opened.steps {
        if let lucena_trace::Step::Pruned { mv: skipped, .. } = step
            && (*skipped == mv || skipped.is_none() && searched.is_empty())
            && let Some(words) = trace.index.step_words(step, |mv| mv.to_string())
        {
            lines.push(format!("{mv}: {}", sanitise(&words)));
        }
    }
    let preferred = match best {
        Some(best) if best == mv => "it is the best move there".to_owned(),
        Some(best) => format!("the best move there is {best}, score {}", score(&trace.index, node)),
        None => format!("the node has no best move, score {}", score(&trace.index, node)),
    };
    lines.push(format!("    {preferred}"));
    Ok(())
}

/// One search of a move in words.
fn search_words(index: &Index, mv: Move, node: &Node) -> String {
    // In the view of the side that made the move, as the score of the node above.
    let score = node.exit.map_or_else(
        || "no score".to_owned(),
        |exit| {
            let score = index.score_words(exit.score.wrapping_neg());
            format!("{}{score}", node.bound().reversed().sign())
        },
    );
    format!(
        "{mv}: {score} at depth {}, window {}..{}, {}, {}; {}",
        index.plies(node.enter.depth),
        node.enter.beta.wrapping_neg(),
        node.enter.alpha.wrapping_neg(),
        number_of(node.nodes, "node"),
        node.enter.flags.description(),
        sanitise(&index.ending(node).to_string())
    )
}
