//! The results as JSON lines: what a run writes and what it resumes from.
//!
//! The first line names what the results depend on; each further line is one result, written at once, so that nothing is
//! lost when the run is stopped. A last line that was cut is dropped.

use super::read::{Suite, Test};
use super::solver::{Answer, Effort};
use crate::base::{Score, open_file, open_regular, sanitise};
use crate::batch::matches::EngineConfig;
use crate::rules::notation;
use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::path::Path;

/// Raised when the lines change.
const FORMAT: u32 = 1;

/// What the results depend on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Header {
    format: u32,
    program: String,
    /// In words.
    limit: String,
    engines: Vec<String>,
    suites: Vec<SuiteId>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct SuiteId {
    file: String,
    positions: usize,
    sum: String,
}

/// A result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Entry {
    pub suite: String,
    /// Line in the file, from 1.
    pub line: usize,
    pub id: String,
    pub fen: String,
    /// What is to be found.
    pub wanted: String,
    pub engine: String,
    pub solved: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_points: Option<u32>,
    /// The move in SAN and in UCI notation.
    pub san: Option<String>,
    pub uci: Option<String>,
    /// Centipawns from the side to move; without a mate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// Full moves to mate, negative if the side to move is mated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    #[serde(flatten)]
    pub effort: Effort,
    /// Where the search stood when it found the solution that it kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<Effort>,
    pub pv: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl Header {
    pub fn new(limit: String, engines: &[EngineConfig], suites: &[Suite]) -> Self {
        let suite = |it: &Suite| SuiteId {
            file: it.name.clone(),
            positions: it.tests.len(),
            sum: format!("{:016x}", it.sum),
        };
        Self {
            format: FORMAT,
            program: format!("lucena {}", env!("CARGO_PKG_VERSION")),
            limit,
            engines: engines.iter().map(|engine| engine.name.clone()).collect(),
            suites: suites.iter().map(suite).collect(),
        }
    }

    /// The first thing in which two runs differ.
    fn difference(&self, other: &Self) -> Option<String> {
        let say = |what: &str, ours: &str, theirs: &str| {
            (ours != theirs).then(|| format!("{what}: it has {theirs}, this run {ours}"))
        };
        let suites = |of: &Self| of.suites.iter().map(|it| it.file.clone()).collect::<Vec<_>>();
        say("program", &self.program, &other.program)
            .or_else(|| say("limit", &self.limit, &other.limit))
            .or_else(|| say("engines", &self.engines.join(", "), &other.engines.join(", ")))
            .or_else(|| say("suites", &suites(self).join(", "), &suites(other).join(", ")))
            .or_else(|| (self != other).then(|| "the suites have changed".to_owned()))
    }
}

impl Entry {
    pub fn new(suite: &Suite, test: &Test, engine: &EngineConfig, answer: Answer) -> Self {
        let position = &test.position;
        let write = if position.castling_mode().is_chess960() {
            notation::uci_chess960
        } else {
            notation::uci
        };
        let mate = answer.score.and_then(Score::mate_moves);
        let has_points = test.most_points() > 0;
        Self {
            suite: suite.name.clone(),
            line: test.line,
            id: test.id.clone(),
            fen: position.fen(),
            wanted: test.wanted(),
            engine: engine.name.clone(),
            solved: answer.found.is_some(),
            points: has_points.then(|| test.points_of(answer.mv)),
            most_points: has_points.then(|| test.most_points()),
            san: answer.mv.map(|mv| notation::san(position, mv)),
            uci: answer.mv.map(write),
            cp: answer.score.filter(|_| mate.is_none()).map(Score::value),
            mate,
            effort: answer.effort,
            found: answer.found,
            pv: answer.line.into_iter().map(write).collect(),
            error: answer.error,
        }
    }
}

/// The open record of a run.
#[derive(Debug)]
pub(super) struct Record {
    file: File,
}

impl Record {
    /// Opens or begins the record `path`; returns the results in it.
    ///
    /// # Errors
    /// The file cannot be read or written, is no record, or belongs to another run.
    pub fn open(path: &Path, header: &Header) -> Result<(Self, Vec<Entry>)> {
        Self::open_named(path, header).with_context(|| path.display().to_string())
    }

    fn open_named(path: &Path, header: &Header) -> Result<(Self, Vec<Entry>)> {
        let mut text = String::new();
        if path.exists() {
            open_file(path)?.read_to_string(&mut text)?;
        }
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if whole == 0 && !text.is_empty() {
            bail!("is not a record of lucena suite: name another file");
        }
        let mut lines = text[..whole].lines().enumerate();
        let mut entries = Vec::new();
        if let Some((_, first)) = lines.next() {
            let found: Header = serde_json::from_str(first)
                .context("line 1: is not a record of lucena suite: name another file")?;
            if let Some(difference) = header.difference(&found) {
                bail!("belongs to another run: {}; name another file", sanitise(&difference));
            }
            for (index, line) in lines {
                let entry =
                    serde_json::from_str(line).with_context(|| format!("line {}", index + 1))?;
                entries.push(entry);
            }
        }
        if whole < text.len() {
            // Only the cut line goes; every whole one is kept.
            open_regular(path, OpenOptions::new().write(true))?.set_len(whole as u64)?;
        }
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        let mut record = Self { file };
        if whole == 0 {
            record.write(header)?;
        }
        Ok((record, entries))
    }

    /// Writes one line.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&mut self, line: &impl Serialize) -> Result<()> {
        let mut text = serde_json::to_string(line)?;
        text.push('\n');
        Ok(self.file.write_all(text.as_bytes())?)
    }
}
