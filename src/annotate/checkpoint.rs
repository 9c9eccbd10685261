//! Results of a run in a file beside the output, so that an interrupted run is resumed.
//!
//! One line per result, written immediately; a line truncated by a crash is ignored.

use super::AnnotateError;
use super::main_line::{Existing, MainLine};
use super::search_limits::SearchLimits;
use super::task::{AnalysisTask, TaskResult};
use super::task_results::TaskResults;
use crate::base::{FNV_BASIS, Interval, Ply, Score, fnv, lock, open_file, open_regular};
use crate::rules::{notation, parse_line};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek as _, Write as _};
use std::path::{Path, PathBuf};

/// Increased when results of older versions must not be reused.
const VERSION: u32 = 3;

/// The number of bytes of an input, and a checksum of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Checksum(u64, u64);

/// Identifies the run of a checkpoint: games, limits, what becomes of old evaluations, hash table and program version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunId {
    version: u32,
    /// The program version: another evaluation gives other results.
    program: String,
    input: Checksum,
    #[serde(alias = "effort")]
    limits: SearchLimits,
    /// Old files have neither this nor the hash table.
    #[serde(default)]
    existing: Existing,
    #[serde(default = "default_hash")]
    hash_mib: usize,
}

/// The hash table of a run whose file does not name one, in MiB.
const fn default_hash() -> usize {
    16
}

impl RunId {
    /// The run for a file, with a hash table of `hash_mib` MiB.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn of_file(
        input: &Path,
        limits: SearchLimits,
        existing: Existing,
        hash_mib: usize,
    ) -> Result<Self, AnnotateError> {
        let input = open_file(input)
            .and_then(checksum)
            .map_err(|error| AnnotateError::file(input, error))?;
        Ok(Self::new(input, limits, existing, hash_mib))
    }

    /// The run for the main line of one game, with a hash table of `hash_mib` MiB.
    pub fn of_game(main_line: &MainLine, limits: SearchLimits, hash_mib: usize) -> Self {
        let mut text = main_line.position(0).fen();
        for ply in 0..main_line.len() {
            text.push(' ');
            text.push_str(&main_line.played(ply).map_or_else(|| "--".to_owned(), notation::uci));
        }
        let input = Checksum(text.len() as u64, fnv(FNV_BASIS, text.as_bytes()));
        Self::new(input, limits, main_line.existing(), hash_mib)
    }

    /// A unique file name for the checkpoint. It is the hash of a fixed text, so that files of earlier versions are found.
    pub fn name(&self) -> String {
        let Self { version, program, input: Checksum(length, sum), limits, existing, hash_mib } =
            self;
        let SearchLimits { time, depth, nodes } = limits;
        let mut text = format!(
            "Run {{ version: {version}, program: {program:?}, input: ({length}, {sum}), \
             effort: Effort {{ time: {time:?}, depth: {depth:?}, nodes: {nodes:?} }} }}"
        );
        if *existing != Existing::default() || *hash_mib != default_hash() {
            text.push_str(&format!(" {existing:?} {hash_mib}"));
        }
        format!("{:016x}.progress", fnv(FNV_BASIS, text.as_bytes()))
    }

    fn new(input: Checksum, limits: SearchLimits, existing: Existing, hash_mib: usize) -> Self {
        let program = env!("CARGO_PKG_VERSION").to_owned();
        Self { version: VERSION, program, input, limits, existing, hash_mib }
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
        let options = &mut File::options();
        let file = open_regular(&path, options.read(true).create(true).append(true))
            .map_err(|error| AnnotateError::file(&path, error))?;
        let mut checkpoint = Self { path, file, entries: HashMap::new(), resumed: 0 };
        checkpoint.read(run)?;
        // A line break first: the last line of the earlier run may be truncated.
        let first = if checkpoint.is_empty()? { text(run)? } else { String::new() };
        checkpoint.write(&first)?;
        Ok(checkpoint)
    }

    /// Keeps other processes from running the same until the file is closed.
    ///
    /// # Errors
    /// Another process does, or the file cannot be locked.
    pub fn lock(&self) -> Result<(), AnnotateError> {
        lock(&self.file).map_err(|error| AnnotateError::file(&self.path, error))
    }

    /// Reads the results again, those of this run too.
    ///
    /// # Errors
    /// The file cannot be read, or belongs to another run than `run`.
    pub fn read(&mut self, run: &RunId) -> Result<(), AnnotateError> {
        (self.entries, self.resumed) = (HashMap::new(), 0);
        let mut bytes = Vec::new();
        self.file
            .rewind()
            .and_then(|()| self.file.read_to_end(&mut bytes))
            .map_err(|error| AnnotateError::file(&self.path, error))?;
        let lines = bytes.split(|&byte| byte == b'\n');
        let mut lines = lines.map(|line| std::str::from_utf8(line).unwrap_or_default());
        // The first line of every checkpoint is its run, so that any other file stays as it is.
        if let Some(first) = lines.next().filter(|_| !bytes.is_empty()) {
            if ron::from_str::<RunId>(first).ok().as_ref() != Some(run) {
                return Err(AnnotateError::OtherRun(self.path.clone()));
            }
            for one in lines.filter_map(|line| ron::from_str::<CheckpointEntry>(line).ok()) {
                self.resumed += 1;
                self.entries.entry(one.game).or_default().push(one);
            }
        }
        Ok(())
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

    /// Removes the file of a completed run, unless another process that ran the same did.
    ///
    /// # Errors
    /// The file cannot be removed. The results are complete.
    pub fn finish(self) -> Result<(), AnnotateError> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(AnnotateError::file(&self.path, error))
            }
            _ => Ok(()),
        }
    }
}

fn text(value: &impl Serialize) -> Result<String, AnnotateError> {
    ron::to_string(value).map_err(|error| AnnotateError::Checkpoint(error.to_string()))
}

/// Length and checksum of a stream.
fn checksum(mut text: impl Read) -> io::Result<Checksum> {
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
