//! `lucena suite`: searches the test positions of EPD files with one engine or several and counts what they solve.
//!
//! `read` reads the files and judges answers, `solver` searches, `record` keeps the results as JSON lines and resumes from
//! them, `report` makes the table.

mod read;
mod record;
mod report;
mod solver;

use super::interrupt::stop_flag;
use super::limit_arguments::LimitArguments;
use super::matches::EngineConfig;
use super::output::Progress;
use super::parallel::run_in_order;
use super::wrong_argument::WrongArgument;
use crate::engine::GoLimit;
use anyhow::{Result, ensure};
use read::Suite;
use record::{Entry, Header, Record};
use report::Sums;
use solver::Solver;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Arguments of `lucena suite`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Test suites (EPD) with the operations bm, am, dm, id, and points in c0 as in STS.
    #[arg(value_name = "FILE.EPD", required = true)]
    pub files: Vec<PathBuf>,
    /// Engine as for `lucena match`: `full`, `hash=64 threads=2`, or `uci=COMMAND set=OPTION=VALUE`; several are tested
    /// side by side. Lucena with its defaults if omitted.
    #[arg(long = "engine", value_name = "ENGINE")]
    pub engines: Vec<EngineConfig>,
    /// Limits of each search.
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Number of positions searched in parallel; the number of processors if omitted.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub concurrency: Option<u16>,
    /// Write every result as a JSON line to this file at once, and resume from it if it exists.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Results to print line by line before the table.
    #[arg(long, value_name = "WHICH", default_value = "unsolved")]
    pub list: List,
    /// Add a row for each theme: the positions whose id is the same up to its number.
    #[arg(long)]
    pub themes: bool,
}

/// Which results are printed line by line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum List {
    /// None.
    None,
    /// Those that are not solved.
    Unsolved,
    /// All.
    All,
}

/// Everything was searched, but lines of a suite were left out or an engine failed.
#[derive(Debug, thiserror::Error)]
#[error("lines left out: {left_out}; searches failed: {failed}")]
pub struct Incomplete {
    left_out: usize,
    failed: usize,
}

/// Ctrl-C ended the run.
#[derive(Debug, thiserror::Error)]
#[error("stopped after {done} of {all} searches; {how}")]
pub struct Stopped {
    done: usize,
    all: usize,
    how: &'static str,
}

impl Options {
    /// The engines, at least one.
    fn engines(&self) -> Result<Vec<EngineConfig>> {
        let mut engines = self.engines.clone();
        if engines.is_empty() {
            engines.push("full".parse()?);
        }
        let mut names = HashSet::new();
        for engine in &engines {
            let name = &engine.name;
            ensure!(
                names.insert(name),
                WrongArgument(format!("--engine: {name:?} is given twice"))
            );
            engine.check_uncompressed()?;
        }
        Ok(engines)
    }
}

/// A limit in words.
fn limit_text(limit: &GoLimit) -> String {
    let parts = [
        limit.move_time.map(|time| format!("{} ms", time.0)),
        limit.depth.map(|depth| format!("depth {depth}")),
        limit.nodes.map(|nodes| format!("{nodes} nodes")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Searches every position and prints the table. Ctrl-C ends the run after the running searches, a second one at once.
///
/// # Errors
/// A file cannot be read or written, the record belongs to another run, an engine cannot be started, the run was stopped,
/// or the output fails; [`Incomplete`] after everything is printed.
pub fn run(options: &Options, progress: &mut Progress<'_>) -> Result<()> {
    let stop = stop_flag(&[signal_hook::consts::SIGINT])?;
    run_until(options, &stop, progress)
}

/// A search to do: indices of suite, test and engine.
#[derive(Clone, Copy, Debug)]
struct Job {
    suite: usize,
    test: usize,
    engine: usize,
}

fn run_until(options: &Options, stop: &AtomicBool, progress: &mut Progress<'_>) -> Result<()> {
    let engines = options.engines()?;
    let suites: Vec<Suite> =
        options.files.iter().map(|path| Suite::read(path)).collect::<Result<_>>()?;
    let mut files = HashSet::new();
    for suite in &suites {
        let words = format!("{}: is given twice", suite.name);
        ensure!(files.insert(&suite.name), WrongArgument(words));
        suite.notes.iter().chain(&suite.errors).try_for_each(|text| progress.line(text))?;
    }
    let left_out = suites.iter().map(|suite| suite.left_out).sum();
    let limit = options.limits.limits().limit();
    let header = Header::new(limit_text(&limit), &engines, &suites);
    let (mut record, mut entries) = match &options.record {
        Some(path) => {
            let (record, entries) = Record::open(path, &header, &suites)?;
            (Some(record), entries)
        }
        None => (None, Vec::new()),
    };
    if !entries.is_empty() {
        progress.line(format!("resuming: {} results are in the record", entries.len()))?;
    }
    let jobs = jobs(&suites, &engines, &entries);
    // Starting every engine first shows a wrong configuration at once.
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = options.concurrency.map_or(processors, usize::from).min(jobs.len());
    let start = |_| engines.iter().map(Solver::start).collect::<Result<Vec<Solver>>>();
    let workers = (0..threads).map(start).collect::<Result<Vec<_>>>()?;
    let work = |solvers: &mut Vec<Solver>, index: usize| {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let Job { suite, test, engine } = jobs[index];
        let (suite, of) = (&suites[suite], &suites[suite].tests[test]);
        let answer = solvers[engine].solve(of, limit);
        Ok(Some(Entry::new(suite, of, &engines[engine], answer)))
    };
    let mut meter = Meter::new(jobs.len());
    let result = run_in_order(workers, 0..jobs.len(), work, |entry| {
        let Some(entry) = entry else { return Ok(ControlFlow::Break(())) };
        if let Some(record) = &mut record {
            record.write(&entry)?;
        }
        let is_listed = match options.list {
            List::None => entry.error.is_some(),
            List::Unsolved => !entry.solved,
            List::All => true,
        };
        if is_listed {
            progress.line(report::line(&entry))?;
        }
        meter.add(&entry);
        progress.status(meter.text());
        entries.push(entry);
        Ok(ControlFlow::Continue(()))
    });
    progress.clear_status();
    result?;
    let names: Vec<String> = engines.into_iter().map(|engine| engine.name).collect();
    progress.line(format!("limit: {}", limit_text(&limit)))?;
    progress.line(report::table(&suites, &names, &entries, options.themes))?;
    let done = meter.sums.positions;
    if done < jobs.len() {
        let how = match &options.record {
            Some(_) => "the same command resumes the run",
            None => "--record FILE would keep the results",
        };
        return Err(Stopped { done, all: jobs.len(), how }.into());
    }
    let failed = entries.iter().filter(|entry| entry.error.is_some()).count();
    if left_out + failed > 0 { Err(Incomplete { left_out, failed }.into()) } else { Ok(()) }
}

/// The searches without a result in `done`; the engines follow one another on each position.
fn jobs(suites: &[Suite], engines: &[EngineConfig], done: &[Entry]) -> Vec<Job> {
    let done: HashSet<(&str, usize, &str)> = done
        .iter()
        .map(|entry| (entry.suite.as_str(), entry.line, entry.engine.as_str()))
        .collect();
    let mut jobs = Vec::new();
    for (suite, of) in suites.iter().enumerate() {
        for (test, at) in of.tests.iter().enumerate() {
            for (engine, config) in engines.iter().enumerate() {
                if !done.contains(&(of.name.as_str(), at.line, config.name.as_str())) {
                    jobs.push(Job { suite, test, engine });
                }
            }
        }
    }
    jobs
}

/// Counts results and time for the status line.
struct Meter {
    started: Instant,
    total: usize,
    sums: Sums,
}

impl Meter {
    fn new(total: usize) -> Self {
        Self { started: Instant::now(), total, sums: Sums::default() }
    }

    fn add(&mut self, entry: &Entry) {
        self.sums.add(entry);
    }

    /// `40 of 878, 31 solved  [#-------------------]  0:12:10 left`.
    fn text(&self) -> String {
        const WIDTH: usize = 20;
        let Sums { positions, solved, .. } = self.sums;
        let bar = "#".repeat(WIDTH * positions / self.total.max(1));
        let pace = self.started.elapsed().as_secs_f64() / positions.max(1) as f64;
        let left = (pace * (self.total - positions) as f64) as u64;
        let (hours, minutes, seconds) = (left / 3600, left / 60 % 60, left % 60);
        let total = self.total;
        format!(
            "{positions} of {total}, {solved} solved  [{bar:-<WIDTH$}]  {hours}:{minutes:02}:{seconds:02} left"
        )
    }
}

#[cfg(test)]
mod tests;
