//! `lucena trace`: records search traces, shows and compares those of any engine, exports them. The format and its
//! reader are in the crate `lucena-trace`; here are arguments, progress and text.

mod arguments;
mod difference;
mod moves;
mod text;

pub use arguments::TraceTask;

use arguments::{PlaceArguments, RecordArguments, TraceExportArguments, TraceFormat};

use super::interrupt::stop_flag;
use super::output::{OutputFile, Progress};
use super::wrong_argument::WrongArgument;
use crate::base::{open_file, read_text, sanitise};
use crate::knowledge::Knowledge;
use crate::rules::{parse_move, parse_start};
use crate::search::observe::{SearchRecording, Tracer};
use crate::search::{LimitChecker, SearchProgress, StopReason};
use anyhow::{Context as _, Result, bail, ensure};
use lucena_trace::diff::Comparison;
use lucena_trace::export;
use lucena_trace::record::Move;
use lucena_trace::{Error, Fault, FaultKind, Filter, Index, Node, Trace, diff, path};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, IsTerminal as _, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Runs a subcommand of `lucena trace`.
///
/// # Errors
/// A file cannot be read or written, is no trace, or has no such node; [`ReadInPart`] or [`Differ`] after everything was shown.
pub fn command(task: &TraceTask, out: &mut impl Write) -> Result<()> {
    match task {
        TraceTask::Record(arguments) => record(arguments, out),
        TraceTask::Show(arguments) => {
            let (mut trace, iteration, node) = open_at(&arguments.place)?;
            match node {
                Some(node) => text::show(&mut trace, &node, arguments, out)?,
                None => text::show_tops(&mut trace, iteration, arguments, out)?,
            }
            whole(&arguments.place.file, &trace.index)
        }
        TraceTask::Stat { file } => {
            let mut trace = open(file)?;
            text::stat(&trace.index, out)?;
            let mut wrong = moves::impossible(&mut trace)?;
            watch(&mut trace, file, "checking the moves");
            let illegal = moves::first_illegal(&mut trace);
            clear();
            wrong.extend(illegal?);
            for words in wrong.iter().take(MAX_IMPOSSIBLE) {
                writeln!(out, "{}", sanitise(words))?;
            }
            whole(file, &trace.index)?;
            let (file, count) = (file.display(), wrong.len());
            ensure!(wrong.is_empty(), "{file}: positions and moves that chess has not: {count}");
            Ok(())
        }
        TraceTask::Find(arguments) => {
            let mut trace = open(&arguments.file)?;
            watch(&mut trace, &arguments.file, "searching");
            let found = text::find(&mut trace, arguments, out);
            clear();
            found?;
            whole(&arguments.file, &trace.index)
        }
        TraceTask::Diff { first, second } => compare(first, second, out),
        TraceTask::Origin(arguments) => {
            let (mut trace, node) = place(arguments)?;
            watch(&mut trace, &arguments.file, "following the score");
            let followed = text::origin(&mut trace, &node, out);
            clear();
            followed?;
            whole(&arguments.file, &trace.index)
        }
        TraceTask::Export(arguments) => export_to(arguments, out),
    }
}

/// Impossible positions and moves that are printed; a wrong code of squares makes nearly every one wrong.
const MAX_IMPOSSIBLE: usize = 10;

/// A signal stopped the recording.
#[derive(Debug, thiserror::Error)]
#[error("{file}: stopped {how}")]
pub struct Stopped {
    file: String,
    how: String,
}

/// Two traces differ; where was shown.
#[derive(Debug, thiserror::Error)]
#[error("the traces differ")]
pub struct Differ;

/// A trace was read up to a fault; what stands before it was shown.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {missing}read up to byte {end}: {fault}")]
pub struct ReadInPart {
    file: String,
    /// What was looked for and is not there, with what parts it from the rest.
    missing: String,
    end: u64,
    fault: Fault,
}

/// Fails if the trace ends in a fault.
fn whole(file: &Path, index: &Index) -> Result<()> {
    in_part(String::new(), file, index).map_or(Ok(()), |error| Err(error.into()))
}

fn in_part(missing: String, file: &Path, index: &Index) -> Option<ReadInPart> {
    let (end, file) = (index.end, file.display().to_string());
    index.fault.map(|fault| ReadInPart { file, missing, end, fault })
}

/// What was looked for, or why it is not there; in a trace that ends in a fault it may stand behind that.
fn found<T>(found: Result<T>, file: &Path, index: &Index) -> Result<T> {
    found.map_err(|error| match in_part(format!("{error:#}; "), file, index) {
        None => error.context(file.display().to_string()),
        Some(error) => error.into(),
    })
}

/// Shows on a terminal how far a search has come, and ends it after a signal.
struct SearchStatus<'a> {
    progress: Progress<'a>,
    stop: &'a AtomicBool,
}

impl LimitChecker for SearchStatus<'_> {
    fn poll(&mut self, progress: &dyn SearchProgress) -> ControlFlow<StopReason> {
        if self.stop.load(Ordering::Relaxed) {
            return ControlFlow::Break(StopReason::Stopped);
        }
        let words = format!("recording: depth {}, {} nodes", progress.depth(), progress.nodes());
        self.progress.status(words);
        ControlFlow::Continue(())
    }

    fn poll_every(&self) -> u32 {
        1 << 16
    }
}

/// Shows on a terminal how far a file is read.
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

fn open(path: &Path) -> Result<Trace<File>> {
    let opened = lucena_trace::open(path, progress(format!("{}: indexing", path.display())));
    clear();
    let name = path.display().to_string();
    match opened {
        // Nothing stands before the fault, but the file is a trace.
        Err(Error::Fault(fault @ Fault { kind: FaultKind::CutOff, offset })) => {
            let missing = String::new();
            Err(ReadInPart { file: name, missing, end: offset, fault }.into())
        }
        opened => opened.context(name),
    }
}

/// Records a search. SIGINT or SIGTERM ends the search and keeps the trace up to there, a second one exits at once.
fn record(arguments: &RecordArguments, out: &mut impl Write) -> Result<()> {
    let stop = stop_flag(&[signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM])?;
    record_until(arguments, &stop, out)
}

fn record_until(
    arguments: &RecordArguments,
    stop: &AtomicBool,
    out: &mut impl Write,
) -> Result<()> {
    let input = arguments.recording.as_deref().unwrap_or(Path::new(""));
    let output = OutputFile { path: &arguments.output, input, overwrite: arguments.overwrite };
    output.check()?;
    let recording = match (&arguments.recording, &arguments.fen) {
        (Some(file), _) => {
            let named = || file.display().to_string();
            SearchRecording::from_ron(&read_text(file).with_context(named)?).with_context(named)?
        }
        (None, fen) => {
            let fen = fen.as_deref().unwrap_or("startpos");
            let position = WrongArgument::position(fen)?;
            let mut recording = SearchRecording::new(&position, &[]);
            (recording.depth, recording.nodes) = (arguments.depth, arguments.nodes);
            if recording.depth.is_none() && recording.nodes.is_none() {
                recording.depth = Some(10);
            }
            recording.hash_mib = usize::from(arguments.hash);
            recording.parameters = arguments.search_parameters()?;
            recording
        }
    };
    // Before the file is made: a mistake must not cost what it contained.
    let checked = recording.check();
    match &arguments.recording {
        Some(file) => checked.with_context(|| file.display().to_string())?,
        None => checked?,
    }
    Filter::parse(&arguments.filter)
        .map_err(|error| WrongArgument(format!("--filter: {error}")))?;
    let (root, knowledge) = (recording.root()?, Knowledge::standard()?);
    let (mut nodes, mut depth, mut recorded, mut reason) = (0, 0, 0, None);
    let written = output.write_with(|file| {
        let mut tracer = Tracer::new(file, &arguments.filter)?;
        let parameters = recording.parameters.iter();
        let parameters = parameters.map(|(name, value)| (name.clone(), value.to_string()));
        let hash = ("Hash".to_owned(), recording.hash_mib.to_string());
        tracer.state(std::iter::once(hash).chain(parameters).collect());
        tracer.begin(&root.position);
        let mut status = SearchStatus { progress: Progress::new(out), stop };
        let report = recording.run(&knowledge, &mut status, &mut tracer);
        status.progress.clear_status();
        let report = report.map_err(io::Error::other)?;
        tracer.end(&report);
        (nodes, depth, recorded) = (report.nodes, report.depth, tracer.recorded());
        reason = report.stop;
        tracer.close().map(drop)
    });
    let output = arguments.output.display();
    // Without a report the signal came in a search before the one that is recorded.
    let is_early = written.is_err() && reason.is_none() && stop.load(Ordering::Relaxed);
    if is_early {
        let how = "before the search to record; there is no trace".to_owned();
        return Err(Stopped { file: output.to_string(), how }.into());
    }
    let length = written?;
    if reason == Some(StopReason::Stopped) {
        let how =
            format!("after {nodes} nodes, depth {depth}; the trace ends there, {length} bytes");
        return Err(Stopped { file: output.to_string(), how }.into());
    }
    let none = match recorded {
        0 if root.position.legal_moves().is_empty() => {
            "; no node was recorded: the position has no legal move"
        }
        0 => "; no node was recorded: none passes the filter",
        _ => "",
    };
    writeln!(out, "{output}: {nodes} nodes, depth {depth}, {length} bytes{none}")?;
    Ok(())
}

/// The node that the arguments name: the last search of the line in the iteration.
fn place(arguments: &PlaceArguments) -> Result<(Trace<File>, Node)> {
    let (mut trace, iteration, node) = open_at(arguments)?;
    let Some(node) = node else {
        let roots = trace.roots(iteration)?;
        let example = roots.last().and_then(|top| top.path.as_deref()).unwrap_or_default();
        bail!(
            "{}: the root is not recorded: --line names another node, such as {:?}",
            arguments.file.display(),
            text::line(example)
        );
    };
    Ok((trace, node))
}

/// The iteration that the arguments name, and their node; `None` for the root where only several lines below it are recorded.
fn open_at(arguments: &PlaceArguments) -> Result<(Trace<File>, usize, Option<Node>)> {
    let mut trace = open(&arguments.file)?;
    let iteration = find_iteration(&trace.index, arguments);
    let iteration = found(iteration, &arguments.file, &trace.index)?;
    let node = find(&mut trace, iteration, &arguments.line);
    let node = found(node, &arguments.file, &trace.index)?;
    Ok((trace, iteration, node))
}

fn find_iteration(index: &Index, arguments: &PlaceArguments) -> Result<usize> {
    let search = arguments.search - 1;
    let searches = index.searches.len();
    if search >= searches as u64 {
        bail!("no search {}, there are {searches}", arguments.search);
    }
    let own: Vec<usize> =
        (0..index.iterations.len()).filter(|&at| index.iterations[at].search == search).collect();
    let iteration = match arguments.iteration {
        Some(number) => own.get(usize::try_from(number - 1)?).copied(),
        None => index.last_iteration(|iteration| iteration.search == search),
    };
    let (count, search) = (own.len(), search + 1);
    iteration.with_context(|| match arguments.iteration {
        Some(number) if count > 0 => format!("no iteration {number}, search {search} has {count}"),
        Some(_) | None => format!("search {search} has no iteration"),
    })
}

fn find(trace: &mut Trace<File>, iteration: usize, words: &[String]) -> Result<Option<Node>> {
    let moves = words.iter().filter(|word| !word.is_empty()).map(|word| parse(word));
    let line = moves.collect::<Result<Vec<Move>>>()?;
    if line.is_empty() {
        let top = trace.top(iteration)?;
        if top.is_none() && trace.roots(iteration)?.is_empty() {
            bail!("the iteration has no nodes");
        }
        return Ok(top);
    }
    let castling = castling_of(trace, iteration, &line)?;
    let is_same = |searched, asked| is_spelling(searched, asked, &castling);
    let chain = trace.follow(iteration, &line, is_same)?;
    let Some(last) = chain.last() else {
        let why = trace.unrecorded_words(iteration, &line)?;
        bail!("{}: {why}", text::line(&line));
    };
    match line.get(path(&chain).len()) {
        None => Ok(Some(last.clone())),
        Some(mv) if last.exit.is_some_and(|exit| exit.hidden > 0) => {
            bail!("{mv} {}", last.absence_words())
        }
        Some(mv) => bail!("{mv} {} there", last.absence_words()),
    }
}

/// The moves of a line from the root of an iteration that castle, as far as the line is legal.
fn castling_of(trace: &mut Trace<File>, iteration: usize, line: &[Move]) -> Result<Vec<Move>> {
    let search = trace.index.iterations.get(iteration).map_or(0, |iteration| iteration.search);
    let (fen, before) = trace.position(usize::try_from(search)?)?;
    let mut castling = Vec::new();
    let Ok(mut position) = parse_start(&fen) else { return Ok(castling) };
    for (at, mv) in before.iter().chain(line).enumerate() {
        let Ok(legal) = parse_move(&position, &mv.to_string()) else { break };
        if at >= before.len() && legal.is_castle() {
            castling.push(*mv);
        }
        position.play(legal);
    }
    Ok(castling)
}

/// Whether `searched` is the move `asked`. A move that castles may be written as other engines do: the king onto the rook in
/// place of two squares.
fn is_spelling(searched: Move, asked: Move, castling: &[Move]) -> bool {
    let spellings = [("e1g1", "e1h1"), ("e1c1", "e1a1"), ("e8g8", "e8h8"), ("e8c8", "e8a8")];
    let other = spellings.iter().find(|(king, _)| asked.to_string() == *king);
    let is_other = other.is_some_and(|(_, rook)| Move::parse(rook) == Some(searched));
    searched == asked || is_other && castling.contains(&asked)
}

fn parse(text: &str) -> Result<Move> {
    if text == "0000" || text == "--" {
        return Ok(Move::NONE);
    }
    Move::parse(text).with_context(|| format!("{text:?} is not a move such as e2e4"))
}

fn compare(first: &Path, second: &Path, out: &mut impl Write) -> Result<()> {
    // As `diff`: 1 means that they differ.
    let read = |path: &Path| {
        open(path).map_err(
            |error| if error.is::<ReadInPart>() { error } else { WrongArgument::of(&error) },
        )
    };
    let mut traces = [read(first)?, read(second)?];
    let source = |path: &Path| open_file(path).with_context(|| path.display().to_string());
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
    printed?;
    whole(first, &traces[0].index)?;
    whole(second, &traces[1].index)?;
    match comparison {
        Comparison::Equal(_) => Ok(()),
        Comparison::Parts(_) => Err(Differ.into()),
    }
}

fn export_to(arguments: &TraceExportArguments, out: &mut impl Write) -> Result<()> {
    arguments.check()?;
    let mut written = Vec::new();
    let file = &arguments.place.file;
    let named = || file.display().to_string();
    let overwrite = arguments.overwrite;
    let output =
        arguments.output.as_deref().map(|path| OutputFile { path, input: file, overwrite });
    if let Some(output) = output {
        output.check()?;
    }
    if arguments.format == TraceFormat::Jsonl {
        let index = open(file)?.index;
        let (source, end) = (open_file(file).with_context(named)?, index.end);
        let mut shown = progress(format!("{}: exporting", file.display()));
        let told = |read| shown(read, end);
        let exported = match output {
            Some(output) => output
                .write_with(|sink| {
                    export::json_lines(source, end, BufWriter::new(sink), told)
                        .map_err(io::Error::other)
                })
                .map(drop),
            None => export::json_lines(source, end, BufWriter::new(out), told).with_context(named),
        };
        clear();
        exported?;
        return whole(file, &index);
    }
    let (mut trace, node) = place(&arguments.place)?;
    export::graphviz(&mut trace, &node, arguments.bounds(), &mut written)?;
    match output {
        Some(output) => output.write(&written)?,
        None => out.write_all(&written)?,
    }
    whole(file, &trace.index)
}

#[cfg(test)]
mod tests;
