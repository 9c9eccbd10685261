//! The results as JSON lines: what a run writes and what it resumes from.
//!
//! The first line names what the results depend on; each further line is one result, written at once, so that nothing is
//! lost when the run is stopped. A last line that was cut is dropped.

use super::read::{Suite, Test};
use super::solver::Answer;
use crate::base::{Score, lock, open_regular, sanitise};
use crate::batch::matches::EngineConfig;
use crate::batch::reporting_engine::Effort;
use crate::rules::notation;
use anyhow::{Context as _, Result, anyhow, bail, ensure};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

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
    /// Whether it is a result of this run.
    ///
    /// # Errors
    /// The field that is of another one, with its value.
    fn check(&self, header: &Header, suites: &[Suite]) -> Result<()> {
        ensure!(
            header.engines.contains(&self.engine),
            "engine {:?} is not of this run",
            self.engine
        );
        let suite = suites.iter().find(|suite| suite.name == self.suite);
        let suite = suite.with_context(|| format!("suite {:?} is not of this run", self.suite))?;
        let test = suite.tests.iter().find(|test| test.line == self.line);
        let test = test
            .with_context(|| format!("line {}: no test position in {}", self.line, self.suite))?;
        let fen = test.position.fen();
        ensure!(
            self.fen == fen,
            "fen {:?}: line {} of {} has {fen:?}",
            self.fen,
            self.line,
            self.suite
        );
        Ok(())
    }

    pub fn new(suite: &Suite, test: &Test, engine: &EngineConfig, answer: Answer) -> Self {
        let position = &test.position;
        let write = notation::uci_writer(position.castling_mode().is_chess960());
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

/// The words of an error in a line, with the column alone: the line is the only one.
fn json_words(error: &serde_json::Error) -> String {
    let (text, column) = (error.to_string(), error.column());
    match text.strip_suffix(&format!(" at line {} column {column}", error.line())) {
        Some(words) => format!("column {column}: {words}"),
        None => text,
    }
}

/// The open record of a run.
#[derive(Debug)]
pub(super) struct Record {
    path: PathBuf,
    file: File,
}

impl Record {
    /// Opens or begins the record `path`; returns the results in it, which are of `suites`.
    ///
    /// # Errors
    /// The file cannot be read or written, is no record, or belongs to another run; it has a result twice or of another run;
    /// or another process writes to it.
    pub fn open(path: &Path, header: &Header, suites: &[Suite]) -> Result<(Self, Vec<Entry>)> {
        Self::open_named(path, header, suites).with_context(|| path.display().to_string())
    }

    fn open_named(path: &Path, header: &Header, suites: &[Suite]) -> Result<(Self, Vec<Entry>)> {
        if !path.exists() {
            File::options().create(true).append(true).open(path)?;
        }
        let mut file = open_regular(path, File::options().read(true).append(true))?;
        lock(&file)?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if whole == 0 && !text.is_empty() {
            bail!("is not a record of lucena suite: name another file");
        }
        let mut lines = text[..whole].lines().enumerate();
        let (mut entries, mut seen) = (Vec::new(), HashSet::new());
        if let Some((_, first)) = lines.next() {
            let found: Header = serde_json::from_str(first)
                .context("line 1: is not a record of lucena suite: name another file")?;
            if let Some(difference) = header.difference(&found) {
                bail!("belongs to another run: {}; name another file", sanitise(&difference));
            }
            for (index, line) in lines {
                let number = index + 1;
                let entry: Entry = serde_json::from_str(line)
                    .map_err(|error| anyhow!("line {number}: {}", json_words(&error)))?;
                entry.check(header, suites).with_context(|| format!("line {number}"))?;
                let result = (entry.suite.clone(), entry.line, entry.engine.clone());
                ensure!(
                    seen.insert(result),
                    "line {number}: the result of {}, line {}, engine {:?} is there twice",
                    entry.suite,
                    entry.line,
                    entry.engine
                );
                entries.push(entry);
            }
        }
        if whole < text.len() {
            // Only the cut line goes; every whole one is kept.
            file.set_len(whole as u64)?;
        }
        let mut record = Self { path: path.to_owned(), file };
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
        self.file.write_all(text.as_bytes()).with_context(|| self.path.display().to_string())
    }
}
