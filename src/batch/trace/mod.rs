//! `lucena trace`: records search traces, shows and compares those of any engine, exports them. The format and its
//! reader are in the crate `lucena-trace`; here are arguments, progress and text.

mod arguments;
mod difference;
mod text;

pub use arguments::{
    FindArguments, PlaceArguments, RecordArguments, ShowArguments, Sort, TraceExportArguments,
    TraceFormat, TraceTask,
};

use crate::base::{open_file, read_text, write_atomic};
use crate::knowledge::Knowledge;
use crate::rules::{Position, parse_fen};
use crate::search::NoLimits;
use crate::search::observe::{SearchRecording, Tracer};
use lucena_trace::export::{self, Bounds};
use lucena_trace::record::Move;
use lucena_trace::{Index, Node, Trace, diff};
use std::error::Error;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, IsTerminal as _, Write};
use std::path::Path;

/// Runs a subcommand of `lucena trace`.
///
/// # Errors
/// A file cannot be read or written, is no trace, or has no such node.
pub fn command(task: &TraceTask, out: &mut impl Write) -> Result<(), Box<dyn Error + Send + Sync>> {
    match task {
        TraceTask::Record(arguments) => record(arguments, out),
        TraceTask::Show(arguments) => {
            let (mut trace, node) = place(&arguments.place)?;
            Ok(text::show(&mut trace, &node, arguments, out)?)
        }
        TraceTask::Stat { file } => Ok(text::stat(&open(file)?.index, out)?),
        TraceTask::Find(arguments) => {
            let mut trace = open(&arguments.file)?;
            watch(&mut trace, &arguments.file, "searching");
            let found = text::find(&mut trace, &arguments.condition, arguments.limit as usize, out);
            clear();
            Ok(found?)
        }
        TraceTask::Diff { first, second } => compare(first, second, out),
        TraceTask::Origin(arguments) => {
            let (mut trace, node) = place(arguments)?;
            watch(&mut trace, &arguments.file, "following the score");
            let followed = text::origin(&mut trace, &node, out);
            clear();
            Ok(followed?)
        }
        TraceTask::Export(arguments) => export_to(arguments, out),
    }
}

/// Shows on a terminal how far a file is read, or a search has come.
fn progress(what: String) -> impl FnMut(u64, u64) -> bool + Send + 'static {
    let is_shown = io::stderr().is_terminal();
    let mut shown = None;
    move |read, length| {
        let percent = (read * 100).checked_div(length).unwrap_or(100).min(100);
        if is_shown && shown != Some(percent) {
            shown = Some(percent);
            // Nothing is lost with the progress line.
            let _ = write!(io::stderr(), "\r{what}: {percent} %\x1b[K");
        }
        true
    }
}

/// Removes the progress line.
fn clear() {
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
}

/// Shows how far passes over the trace have come.
fn watch(trace: &mut Trace<File>, path: &Path, verb: &str) {
    let mut shown = progress(format!("{}: {verb}", path.display()));
    let length = trace.index.end;
    trace.watch(move |read| shown(read, length));
}

fn open(path: &Path) -> Result<Trace<File>, Box<dyn Error + Send + Sync>> {
    let opened = lucena_trace::open(path, progress(format!("{}: indexing", path.display())));
    clear();
    opened.map_err(|error| format!("{}: {error}", path.display()).into())
}

fn record(
    arguments: &RecordArguments,
    out: &mut impl Write,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let recording = match (&arguments.recording, &arguments.fen) {
        (Some(file), _) => {
            let text = read_text(file).map_err(|error| format!("{}: {error}", file.display()))?;
            SearchRecording::from_ron(&text)?
        }
        (None, fen) => {
            let fen = fen.as_deref().unwrap_or("startpos");
            let position = if fen == "startpos" { Position::default() } else { parse_fen(fen)? };
            let mut recording = SearchRecording::new(&position, &[]);
            (recording.depth, recording.nodes) = (arguments.depth, arguments.nodes);
            if recording.depth.is_none() && recording.nodes.is_none() {
                recording.depth = Some(10);
            }
            recording.hash_mib = usize::from(arguments.hash);
            recording.parameters.clone_from(&arguments.parameters);
            recording
        }
    };
    let root = recording.root()?;
    let named = |error: io::Error| format!("{}: {error}", arguments.output.display());
    let file = File::create(&arguments.output).map_err(named)?;
    let mut tracer = Tracer::new(file, &arguments.filter).map_err(named)?;
    tracer.option("Hash", &recording.hash_mib.to_string());
    for (name, value) in &recording.parameters {
        tracer.option(name, &value.to_string());
    }
    tracer.begin(&root.position);
    let knowledge = Knowledge::standard()?;
    let report = recording.run(&knowledge, &mut NoLimits, &mut tracer)?;
    tracer.end(&report);
    let length = tracer.close().and_then(|file| file.metadata()).map_err(named)?.len();
    let output = arguments.output.display();
    writeln!(out, "{output}: {} nodes, depth {}, {length} bytes", report.nodes, report.depth)?;
    Ok(())
}

/// The node that the arguments name: the last search of the line in the iteration.
fn place(arguments: &PlaceArguments) -> Result<(Trace<File>, Node), Box<dyn Error + Send + Sync>> {
    let mut trace = open(&arguments.file)?;
    let node = find(&mut trace, arguments)
        .map_err(|error| format!("{}: {error}", arguments.file.display()))?;
    Ok((trace, node))
}

fn find(
    trace: &mut Trace<File>,
    arguments: &PlaceArguments,
) -> Result<Node, Box<dyn Error + Send + Sync>> {
    let search = arguments.search - 1;
    let searches = trace.index.searches.len();
    if search >= searches as u64 {
        return Err(format!("no search {}, there are {searches}", arguments.search).into());
    }
    let own: Vec<usize> = (0..trace.index.iterations.len())
        .filter(|&at| trace.index.iterations[at].search == search)
        .collect();
    let completed = |at: &&usize| trace.index.iterations[**at].result.is_some();
    let iteration = match arguments.iteration {
        Some(number) => own.get(usize::try_from(number - 1)?),
        None => own.iter().rev().find(completed).or(own.last()),
    };
    let Some(&iteration) = iteration else {
        return Err(format!("no such iteration, search {} has {}", search + 1, own.len()).into());
    };
    let mut roots = trace.roots(iteration)?;
    let mut node = roots.pop().ok_or("the iteration has no nodes")?;
    let above = node.path.clone().unwrap_or_default();
    let mut line = arguments.line.iter().filter(|word| !word.is_empty());
    for (ply, mv) in above.iter().enumerate() {
        match line.next() {
            Some(text) if parse(text)? == *mv => {}
            None if ply == 0 => return Ok(node),
            _ => return Err(format!("the trace begins below {}", text::line(&above)).into()),
        }
    }
    for text in line {
        let mv = parse(text)?;
        let opened = trace.open(&node)?;
        let is_meant = |child: &&Node| child.enter.mv == mv && child.ply > node.ply;
        let searched: Vec<&Node> = opened.children().filter(is_meant).collect();
        let own = searched.iter().rev().find(|child| !child.enter.flags.is_aside());
        let Some(next) = own.or(searched.last()).map(|node| (*node).clone()) else {
            return Err(format!("{text} was not searched there").into());
        };
        node = next;
    }
    Ok(node)
}

fn parse(text: &str) -> Result<Move, String> {
    if text == "0000" {
        return Ok(Move::NONE);
    }
    Move::parse(text).ok_or_else(|| format!("{text:?} is not a move such as e2e4"))
}

fn compare(
    first: &Path,
    second: &Path,
    out: &mut impl Write,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut traces = [open(first)?, open(second)?];
    let source =
        |path: &Path| open_file(path).map_err(|error| format!("{}: {error}", path.display()));
    let length = traces[0].index.end + traces[1].index.end;
    let mut shown = progress(format!("comparing {} and {}", first.display(), second.display()));
    let sources = [BufReader::new(source(first)?), BufReader::new(source(second)?)];
    let comparison = diff::compare(sources, |read| shown(read, length));
    clear();
    let comparison = comparison?;
    watch(&mut traces[0], first, "looking for the TT store");
    watch(&mut traces[1], second, "looking for the TT store");
    let printed = difference::print(&mut traces, &comparison, out);
    clear();
    Ok(printed?)
}

fn export_to(
    arguments: &TraceExportArguments,
    out: &mut impl Write,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut written = Vec::new();
    match (arguments.format, &arguments.output) {
        (TraceFormat::Jsonl, output) => {
            let file = &arguments.place.file;
            let Index { end, fault, .. } = open(file)?.index;
            let source = open_file(file).map_err(|e| format!("{}: {e}", file.display()))?;
            let mut shown = progress(format!("{}: exporting", file.display()));
            let told = |read| shown(read, end);
            let exported = match output {
                Some(path) => {
                    let sink =
                        File::create(path).map_err(|e| format!("{}: {e}", path.display()))?;
                    export::json_lines(source, end, BufWriter::new(sink), told)
                }
                None => export::json_lines(source, end, BufWriter::new(out), told),
            };
            clear();
            exported.map_err(|error| format!("{}: {error}", file.display()))?;
            return match fault {
                Some(fault) => Err(format!("{}: {fault}", file.display()).into()),
                None => Ok(()),
            };
        }
        (TraceFormat::Graphviz, _) => {
            let (mut trace, node) = place(&arguments.place)?;
            let bounds = Bounds { levels: arguments.levels, nodes: arguments.nodes };
            export::graphviz(&mut trace, &node, bounds, &mut written)?;
        }
    }
    match &arguments.output {
        Some(path) => write_atomic(path, &written)
            .map_err(|error| format!("{}: {error}", path.display()).into()),
        None => Ok(out.write_all(&written)?),
    }
}

#[cfg(test)]
mod tests;
