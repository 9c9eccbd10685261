//! The thread that reads search traces for the explorer: it keeps them open, and answers what the page asks.

use crate::engine::terms_after;
use crate::tui::model::Event;
use crate::tui::model::inspect::trace::{TraceAnswer, TraceEvent, TraceHead, TraceQuery};
use lucena_trace::diff::{self, Comparison, Difference};
use lucena_trace::origin::{How, Link};
use lucena_trace::record::Bound;
use lucena_trace::{Error, Opened, Step, Trace};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// Starts the thread.
///
/// # Errors
/// The system refuses.
pub(super) fn start(folder: PathBuf, events: Sender<Event>) -> io::Result<Sender<TraceQuery>> {
    let (sender, queries) = channel();
    thread::Builder::new().name("lucena-trace".to_owned()).spawn(move || {
        let mut reader = TraceReader { folder, traces: Vec::new(), events };
        for query in queries {
            if let Err(error) = reader.answer(&query) {
                reader.tell(Event::Failed(error));
            }
        }
    })?;
    Ok(sender)
}

struct TraceReader {
    folder: PathBuf,
    traces: Vec<Trace<File>>,
    events: Sender<Event>,
}

impl TraceReader {
    fn tell(&self, event: Event) {
        // Nobody listens once the screen is closed.
        self.events.send(event).unwrap_or_default();
    }

    fn send(&self, answer: TraceAnswer) {
        self.tell(Event::Trace(Box::new(answer)));
    }

    fn answer(&mut self, query: &TraceQuery) -> Result<(), String> {
        let words = |error: Error| error.to_string();
        match query {
            TraceQuery::Open(files) => self.open(files),
            TraceQuery::Roots { side, iteration } => self.roots(*side, *iteration).map_err(words),
            TraceQuery::Node { side, node } => {
                let Some(trace) = self.traces.get_mut(*side) else { return Ok(()) };
                let opened = trace.open(node).map_err(words)?;
                let events = events(trace, opened);
                self.send(TraceAnswer::Node(*side, node.offset, events));
                Ok(())
            }
            TraceQuery::Origin { side, offset } => {
                let Some(trace) = self.traces.get_mut(*side) else { return Ok(()) };
                let text = origin(trace, *offset).map_err(words)?;
                self.send(TraceAnswer::Words(text));
                Ok(())
            }
        }
    }

    fn open(&mut self, files: &[PathBuf]) -> Result<(), String> {
        let paths: Vec<PathBuf> =
            files.iter().map(|file| super::files::resolve(&self.folder, file)).collect();
        let named = |path: &Path, error: &Error| format!("{}: {error}", path.display());
        let mut traces = Vec::new();
        for path in &paths {
            let mut told = 0;
            let opened = lucena_trace::open(path, |read, length| {
                let percent = (read * 100).checked_div(length).unwrap_or(100);
                if percent >= told + 5 {
                    told = percent;
                    self.tell(Event::Info(format!("indexing {}: {percent} %", path.display())));
                }
                true
            });
            traces.push(opened.map_err(|error| named(path, &error))?);
        }
        let mut heads = Vec::new();
        for (trace, file) in traces.iter_mut().zip(files) {
            let searches = trace.index.searches.len();
            let roots: Result<Vec<_>, Error> = (0..searches).map(|at| trace.position(at)).collect();
            let words = figures(trace);
            heads.push(TraceHead {
                file: file.display().to_string(),
                index: Arc::new(trace.index.clone()),
                roots: roots.map_err(|error| named(file, &error))?,
                words,
            });
        }
        let mut parts = None;
        if let [a, b] = paths.as_slice() {
            let open = |path: &Path| File::open(path).map_err(|e| named(path, &Error::Io(e)));
            let sources = [io::BufReader::new(open(a)?), io::BufReader::new(open(b)?)];
            let compared = diff::compare(sources, |_| true).map_err(|error| error.to_string())?;
            if let Some(last) = heads.last_mut() {
                last.words.extend(difference(&compared));
            }
            parts = match compared {
                Comparison::Parts(parts) => Some(parts),
                Comparison::Equal(_) => None,
            };
        }
        self.traces = traces;
        self.send(TraceAnswer::Opened(heads));
        for side in 0..self.traces.len() {
            let shown = match parts.as_ref().and_then(|parts| parts.above.last()) {
                Some(above) => self.expand_to(side, above.offsets[side]),
                None => {
                    let iterations = &self.traces[side].index.iterations;
                    let last = iterations.iter().rposition(|it| it.result.is_some()).unwrap_or(0);
                    self.roots(side, last)
                }
            };
            shown.map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    fn roots(&mut self, side: usize, iteration: usize) -> Result<(), Error> {
        let Some(trace) = self.traces.get_mut(side) else { return Ok(()) };
        let roots = trace.roots(iteration)?;
        self.send(TraceAnswer::Roots(side, iteration, roots));
        Ok(())
    }

    /// Sends everything from the iteration down to the node at `offset`, and selects it.
    fn expand_to(&mut self, side: usize, offset: u64) -> Result<(), Error> {
        let (iteration, chain) = self.traces[side].locate(offset)?;
        self.roots(side, iteration)?;
        for node in &chain {
            let opened = self.traces[side].open(node)?;
            let events = events(&self.traces[side], opened);
            self.send(TraceAnswer::Node(side, node.offset, events));
        }
        if let Some(last) = chain.last() {
            self.send(TraceAnswer::Select(side, last.offset));
        }
        Ok(())
    }
}

fn events(trace: &Trace<File>, opened: Opened) -> Vec<TraceEvent> {
    let words = |step: &Step| trace.index.step_words(step).map(TraceEvent::Words);
    let mut events: Vec<TraceEvent> = opened
        .steps
        .into_iter()
        .filter_map(|step| match step {
            Step::Child(node) => Some(TraceEvent::Child(Box::new(node))),
            other => words(&other),
        })
        .collect();
    if opened.left_out > 0 {
        events.push(TraceEvent::Words(format!("{} events more are not shown", opened.left_out)));
    }
    events
}

/// Counts by rule, the most frequent first.
fn figures(trace: &Trace<File>) -> Vec<String> {
    let stat = &trace.index.stat;
    let list = |title: &str, tallies: &lucena_trace::stat::Tallies| {
        let rows = trace.index.by_name(tallies);
        let rows: Vec<String> =
            rows.iter().take(6).map(|(name, tally)| format!("{name} {}", tally.count)).collect();
        (!rows.is_empty()).then(|| format!("{title}: {}", rows.join(", ")))
    };
    [
        Some(format!(
            "cut-offs {}, by the first move {}; TT probes {}, hits {}, cut-offs {}",
            stat.cutoffs, stat.first_move_cutoffs, stat.probes, stat.hits, stat.used
        )),
        list("nodes ended by", &stat.reasons),
        list("moves not searched", &stat.pruned),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn difference(compared: &Comparison) -> Vec<String> {
    match compared {
        Comparison::Equal(records) => vec![format!("the traces are equal: {records} records")],
        Comparison::Parts(parts) => {
            let Difference { search, nodes, path, sides, .. } = &**parts;
            let path: Vec<String> = path.iter().map(ToString::to_string).collect();
            let at = if path.is_empty() { "the root".to_owned() } else { path.join(" ") };
            let record = |side: usize| {
                sides[side].record.clone().unwrap_or_else(|| "the trace ends".to_owned())
            };
            vec![
                format!("they part in search {search} after {nodes} nodes at {at}"),
                format!("  A: {}", record(0)),
                format!("  B: {}", record(1)),
            ]
        }
    }
}

/// The way of a node's score in words; of Lucena's own traces with the terms of the leaf.
fn origin(trace: &mut Trace<File>, offset: u64) -> Result<String, Error> {
    let (iteration, chain) = trace.locate(offset)?;
    let links = trace.origin(iteration, chain)?;
    let mut lines = vec!["Where the score comes from".to_owned()];
    for link in &links {
        lines.push(link_words(trace, link));
    }
    if trace.index.header("engine") == Some("Lucena")
        && let Some(last) = links.last()
    {
        let (fen, before) = trace.position(last.search)?;
        lines.extend(terms_after(&fen, &before, &last.path));
    } else {
        lines.push("The terms of the leaf need the engine that evaluated it.".to_owned());
    }
    Ok(lines.join("\n"))
}

fn link_words(trace: &Trace<File>, link: &Link) -> String {
    let index = &trace.index;
    let unit = index.unit();
    let path: Vec<String> = link.path.iter().map(ToString::to_string).collect();
    let at = if path.is_empty() { "the root".to_owned() } else { path.join(" ") };
    let score = link.node.exit.map_or_else(
        || "no score".to_owned(),
        |exit| format!("{}{}", link.node.bound().sign(), exit.score),
    );
    let how = match link.how {
        How::Child => "from the move below".to_owned(),
        How::Same => "from another search of this position".to_owned(),
        How::Entry(entry) => {
            format!(
                "from the TT: {}{} at depth {}, stored by",
                entry.bound.sign(),
                entry.score,
                entry.depth / unit
            )
        }
        How::Lost(_) => "from the TT; the node that stored it is not in the trace".to_owned(),
        How::Leaf => {
            let why = link.node.exit.and_then(|exit| exit.reason).map(|id| index.name(id));
            let bound = if link.node.bound() == Bound::Exact { "here" } else { "here, as a bound" };
            let eval = link.node.eval.map_or_else(String::new, |(raw, corrected)| {
                format!(", evaluation {raw}, corrected {corrected}")
            });
            format!("made {bound}{}{eval}", why.map_or_else(String::new, |why| format!(": {why}")))
        }
        How::Unfinished => "the search stopped here".to_owned(),
        How::Unrecorded => "the node below is not recorded".to_owned(),
    };
    format!(
        "iteration {}, {at}: {score} at depth {}, {how}",
        link.iteration / unit,
        link.node.enter.depth / unit
    )
}
