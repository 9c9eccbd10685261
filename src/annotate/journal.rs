//! What was found so far, in a file beside the output, so that an interrupted run is taken up where it was left.
//!
//! One line a finding, written as soon as it is there; a line cut short by a crash is ignored.

use super::AnnotateError;
use super::effort::Effort;
use super::look::{Course, Finding, Findings, Look};
use crate::base::{Interval, Ply, Score};
use crate::rules::{notation, parse_move};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};

/// Raised when findings of an older program must not be mixed with new ones.
const VERSION: u32 = 1;

/// Which run a journal belongs to: games, effort and program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    version: u32,
    /// The program's version: another evaluation finds other things.
    program: String,
    /// Bytes and checksum of the input.
    input: (u64, u64),
    effort: Effort,
}

impl Run {
    /// The run over a file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn of_file(input: &Path, effort: Effort) -> Result<Self, AnnotateError> {
        let input = File::open(input)
            .and_then(checksum)
            .map_err(|error| AnnotateError::file(input, error))?;
        Ok(Self::new(input, effort))
    }

    /// The run over the main line of one game, wherever that comes from.
    #[must_use]
    pub fn of_game(course: &Course, effort: Effort) -> Self {
        let mut text = course.position(0).fen();
        for ply in 0..course.len() {
            text.push(' ');
            text.push_str(&course.played(ply).map_or_else(|| "--".to_owned(), notation::uci));
        }
        Self::new((text.len() as u64, fnv(FNV_BASIS, text.as_bytes())), effort)
    }

    /// A name for its journal that no other run has.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{:016x}.progress", fnv(FNV_BASIS, format!("{self:?}").as_bytes()))
    }

    fn new(input: (u64, u64), effort: Effort) -> Self {
        Self { version: VERSION, program: env!("CARGO_PKG_VERSION").to_owned(), input, effort }
    }
}

/// A finding as it is written.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    game: usize,
    look: Look,
    score: Score,
    depth: u16,
    line: String,
    shadow: Option<Interval>,
    depends_on: Option<Ply>,
}

/// An open journal.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    kept: HashMap<usize, Vec<Kept>>,
    /// Findings taken over from the earlier run.
    pub taken_over: usize,
}

impl Journal {
    /// The journal's place for an output file.
    #[must_use]
    pub fn beside(output: &Path) -> PathBuf {
        let mut name = output.as_os_str().to_owned();
        name.push(".progress");
        PathBuf::from(name)
    }

    /// Continues the journal of this run, or begins one.
    ///
    /// # Errors
    /// It cannot be read or written, or belongs to another run.
    pub fn open(path: PathBuf, run: &Run) -> Result<Self, AnnotateError> {
        let failed = |error| AnnotateError::file(&path, error);
        let mut kept: HashMap<usize, Vec<Kept>> = HashMap::new();
        let mut taken_over = 0;
        let mut lines = Vec::new();
        if path.exists() {
            let file = File::open(&path).map_err(failed)?;
            lines = BufReader::new(file).split(b'\n').collect::<Result<_, _>>().map_err(failed)?;
        }
        let mut lines = lines.iter().filter_map(|line| std::str::from_utf8(line).ok());
        if let Some(first) = lines.next().filter(|first| !first.is_empty()) {
            if ron::from_str::<Run>(first).ok().as_ref() != Some(run) {
                return Err(AnnotateError::OtherRun(path));
            }
            for one in lines.filter_map(|line| ron::from_str::<Kept>(line).ok()) {
                taken_over += 1;
                kept.entry(one.game).or_default().push(one);
            }
        }
        let file = OpenOptions::new().create(true).append(true).open(&path).map_err(failed)?;
        let mut journal = Self { path, file, kept, taken_over };
        // A line break first: the last line of the earlier run may have been cut short.
        let first = if journal.is_empty()? { text(run)? } else { String::new() };
        journal.write(&first)?;
        Ok(journal)
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

    /// What was found in game `number` by the earlier run; moves that do not fit the game are dropped with their finding.
    pub fn findings(&mut self, number: usize, course: &Course) -> Findings {
        let mut findings = Findings::default();
        for kept in self.kept.remove(&number).unwrap_or_default() {
            let mut at = course.position(kept.look.ply).clone();
            let line: Option<Vec<_>> = kept
                .line
                .split_whitespace()
                .map(|word| {
                    let mv = parse_move(&at, word).ok()?;
                    at.play(mv);
                    Some(mv)
                })
                .collect();
            let Kept { look, score, depth, shadow, depends_on, .. } = kept;
            if let Some(line) = line {
                findings.insert(look, Finding { score, depth, line, shadow, depends_on });
            }
        }
        findings
    }

    /// Keeps a finding of game `number`.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep(
        &mut self,
        game: usize,
        look: Look,
        finding: &Finding,
    ) -> Result<(), AnnotateError> {
        let line: Vec<String> = finding.line.iter().map(|&mv| notation::uci(mv)).collect();
        let Finding { score, depth, shadow, depends_on, .. } = *finding;
        let line = line.join(" ");
        let line = text(&Kept { game, look, score, depth, line, shadow, depends_on })?;
        self.write(&line)
    }

    /// The run is complete: nothing is left to be taken up.
    ///
    /// # Errors
    /// The file cannot be removed.
    pub fn finish(self) -> Result<(), AnnotateError> {
        fs::remove_file(&self.path).map_err(|error| AnnotateError::file(&self.path, error))
    }
}

fn text(value: &impl Serialize) -> Result<String, AnnotateError> {
    ron::to_string(value).map_err(|error| AnnotateError::Journal(error.to_string()))
}

/// Source: the offset basis of the 64-bit FNV-1a.
const FNV_BASIS: u64 = 0xcbf2_9ce4_8422_2325;

/// The FNV-1a checksum `sum` carried on over `bytes`. Source: its prime of 64 bits.
fn fnv(sum: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(sum, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Length and checksum of a text.
fn checksum(mut text: impl Read) -> std::io::Result<(u64, u64)> {
    let (mut length, mut sum) = (0_u64, FNV_BASIS);
    let mut chunk = vec![0; 1 << 16];
    loop {
        let read = text.read(&mut chunk)?;
        if read == 0 {
            return Ok((length, sum));
        }
        length += read as u64;
        sum = fnv(sum, &chunk[..read]);
    }
}
