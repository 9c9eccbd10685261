//! Results of a run in a file beside the output, so that an interrupted run is resumed.
//!
//! One line per result, written immediately; a line truncated by a crash is ignored.

use super::AnnotateError;
use super::task::{AnalysisTask, MainLine, SearchLimits, TaskResult, TaskResults};
use crate::base::{FNV_BASIS, Interval, Ply, Score, fnv, open_file, open_regular};
use crate::rules::{notation, parse_line};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};

/// Increased when results of older versions must not be reused.
const VERSION: u32 = 3;

/// The number of bytes of an input, and a checksum of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Checksum(u64, u64);

/// Identifies the run of a checkpoint: games, limits and program version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunId {
    version: u32,
    /// The program version: another evaluation gives other results.
    program: String,
    input: Checksum,
    #[serde(alias = "effort")]
    limits: SearchLimits,
}

impl RunId {
    /// The run for a file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn of_file(input: &Path, limits: SearchLimits) -> Result<Self, AnnotateError> {
        let input = open_file(input)
            .and_then(checksum)
            .map_err(|error| AnnotateError::file(input, error))?;
        Ok(Self::new(input, limits))
    }

    /// The run for the main line of one game.
    pub fn of_game(main_line: &MainLine, limits: SearchLimits) -> Self {
        let mut text = main_line.position(0).fen();
        for ply in 0..main_line.len() {
            text.push(' ');
            text.push_str(&main_line.played(ply).map_or_else(|| "--".to_owned(), notation::uci));
        }
        Self::new(Checksum(text.len() as u64, fnv(FNV_BASIS, text.as_bytes())), limits)
    }

    /// A unique file name for the checkpoint. It is the hash of a fixed text, so that files of earlier versions are found.
    pub fn name(&self) -> String {
        let Self { version, program, input: Checksum(length, sum), limits } = self;
        let SearchLimits { time, depth, nodes } = limits;
        let text = format!(
            "Run {{ version: {version}, program: {program:?}, input: ({length}, {sum}), \
             effort: Effort {{ time: {time:?}, depth: {depth:?}, nodes: {nodes:?} }} }}"
        );
        format!("{:016x}.progress", fnv(FNV_BASIS, text.as_bytes()))
    }

    fn new(input: Checksum, limits: SearchLimits) -> Self {
        Self { version: VERSION, program: env!("CARGO_PKG_VERSION").to_owned(), input, limits }
    }
}

/// A result as it is written.
#[derive(Debug, Serialize, Deserialize)]
struct CheckpointEntry {
    game: usize,
    #[serde(alias = "look")]
    task: AnalysisTask,
    score: Score,
    depth: u16,
    line: String,
    shadow: Option<Interval>,
    depends_on: Option<Ply>,
}

/// An open checkpoint file.
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    file: File,
    entries: HashMap<usize, Vec<CheckpointEntry>>,
    /// Number of results taken from the earlier run.
    pub resumed: usize,
}

impl Checkpoint {
    /// Path of the checkpoint for an output file.
    pub fn beside(output: &Path) -> PathBuf {
        let mut name = output.as_os_str().to_owned();
        name.push(".progress");
        PathBuf::from(name)
    }

    /// Opens the checkpoint of this run, or creates one.
    ///
    /// # Errors
    /// The file cannot be read or written, or belongs to another run.
    pub fn open(path: PathBuf, run: &RunId) -> Result<Self, AnnotateError> {
        let failed = |error| AnnotateError::file(&path, error);
        let mut entries: HashMap<usize, Vec<CheckpointEntry>> = HashMap::new();
        let mut resumed = 0;
        let mut lines = Vec::new();
        if path.exists() {
            lines = BufReader::new(open_file(&path).map_err(failed)?)
                .split(b'\n')
                .collect::<Result<_, _>>()
                .map_err(failed)?;
        }
        let mut lines = lines.iter().map(|line| std::str::from_utf8(line).unwrap_or_default());
        // The first line of every checkpoint is its run, so that any other file stays as it is.
        if let Some(first) = lines.next() {
            if ron::from_str::<RunId>(first).ok().as_ref() != Some(run) {
                return Err(AnnotateError::OtherRun(path));
            }
            for one in lines.filter_map(|line| ron::from_str::<CheckpointEntry>(line).ok()) {
                resumed += 1;
                entries.entry(one.game).or_default().push(one);
            }
        }
        let file =
            open_regular(&path, File::options().create(true).append(true)).map_err(failed)?;
        let mut checkpoint = Self { path, file, entries, resumed };
        // A line break first: the last line of the earlier run may be truncated.
        let first = if checkpoint.is_empty()? { text(run)? } else { String::new() };
        checkpoint.write(&first)?;
        Ok(checkpoint)
    }

    fn is_empty(&self) -> Result<bool, AnnotateError> {
        let length =
            self.file.metadata().map_err(|error| AnnotateError::file(&self.path, error))?;
        Ok(length.len() == 0)
    }

    fn write(&mut self, line: &str) -> Result<(), AnnotateError> {
        let line = format!("{line}\n");
        self.file.write_all(line.as_bytes()).map_err(|error| AnnotateError::file(&self.path, error))
    }

    /// The results of game `number` from the earlier run; results with illegal moves are dropped.
    pub fn results(&mut self, number: usize, main_line: &MainLine) -> TaskResults {
        let mut results = TaskResults::default();
        for entry in self.entries.remove(&number).unwrap_or_default() {
            let start = main_line.position(entry.task.ply);
            let start = start.after_line(&results.line_to_continue(entry.task));
            let line = parse_line(&start, entry.line.split_whitespace());
            let CheckpointEntry { task, score, depth, shadow, depends_on, .. } = entry;
            if line.error.is_none() {
                let result = TaskResult { score, depth, line: line.moves, shadow, depends_on };
                results.insert(task, result);
            }
        }
        results
    }

    /// Appends a result of game `number`.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn append(
        &mut self,
        game: usize,
        task: AnalysisTask,
        result: &TaskResult,
    ) -> Result<(), AnnotateError> {
        let line: Vec<String> = result.line.iter().map(|&mv| notation::uci(mv)).collect();
        let TaskResult { score, depth, shadow, depends_on, .. } = *result;
        let line = line.join(" ");
        let line = text(&CheckpointEntry { game, task, score, depth, line, shadow, depends_on })?;
        self.write(&line)
    }

    /// Removes the file of a completed run.
    ///
    /// # Errors
    /// The file cannot be removed.
    pub fn finish(self) -> Result<(), AnnotateError> {
        fs::remove_file(&self.path).map_err(|error| AnnotateError::file(&self.path, error))
    }
}

fn text(value: &impl Serialize) -> Result<String, AnnotateError> {
    ron::to_string(value).map_err(|error| AnnotateError::Checkpoint(error.to_string()))
}

/// Length and checksum of a stream.
fn checksum(mut text: impl Read) -> std::io::Result<Checksum> {
    let (mut length, mut sum) = (0_u64, FNV_BASIS);
    let mut chunk = vec![0; 1 << 16];
    loop {
        let read = text.read(&mut chunk)?;
        if read == 0 {
            return Ok(Checksum(length, sum));
        }
        length += read as u64;
        sum = fnv(sum, &chunk[..read]);
    }
}
