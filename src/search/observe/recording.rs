//! A search as one file: everything that decides its tree, and what came of it, so that it can be run again anywhere.
//!
//! A case is always searched with one thread, a table and histories that know nothing: that is what makes the tree the
//! same every time. The explorer and the questions run cases too.

use super::root_trace::{RootTrace, RootUpdate};
use crate::knowledge::{CategoryWeights, Knowledge};
use crate::rules::{Position, notation, parse_fen, parse_move};
use crate::search::{
    DrawByPly, LimitChecker, Limits, Observer, Parameters, Root, SearchOptions, SearchReport,
    Searcher, ShadowMode, StopReason, TranspositionTable,
};
use crate::strength::StrengthLevel;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// The version of the file's form.
const FORM: u32 = 1;
/// Largest table a case may ask for, in mebibytes: a file must not be able to exhaust the machine.
const MOST_HASH: usize = 4096;

/// A search that can be repeated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchRecording {
    /// The version of the form; 1.
    pub form: u32,
    /// The version of the program that made it: another one may search another tree.
    pub program: String,
    /// Where the game began, as FEN.
    pub start: String,
    /// The moves since then in UCI form; repetitions are seen through them.
    pub moves: Vec<String>,
    /// Root moves to consider in UCI form; empty means all.
    pub search_moves: Vec<String>,
    /// Last iteration.
    pub depth: Option<u16>,
    /// Nodes at which to stop.
    pub nodes: Option<u64>,
    /// Lines with exact scores.
    pub lines: usize,
    /// Lines worse than the best by more centipawns than this need no exact score.
    pub margin: Option<i32>,
    /// Size of the table in mebibytes.
    pub hash_mib: usize,
    /// What the table may keep and answer.
    pub shadow: ShadowMode,
    /// Centipawns a draw costs the side to move.
    pub contempt: i32,
    /// Whether draws score by ply.
    pub draw_by_ply: DrawByPly,
    /// Centipawns to which evaluations are rounded.
    #[serde(alias = "grain")]
    pub granularity: i32,
    /// Search parameters that differ from the program's own.
    pub parameters: Vec<(String, i32)>,
    /// Where the strength dial stood; for the record, its effect is in what follows.
    pub dial: StrengthLevel,
    /// Seed of the dial's error draw, for the record.
    pub seed: u64,
    /// Knowledge and material the dial left.
    pub emphasis: CategoryWeights,
    /// What came of it, once it has been run.
    #[serde(alias = "course")]
    pub result: Option<RecordedResult>,
}

/// What came of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedResult {
    /// Nodes in all.
    pub nodes: u64,
    /// The best line in UCI form.
    pub line: Vec<String>,
    /// Every visit of the root.
    #[serde(alias = "milestones")]
    pub root_updates: Vec<RootUpdate>,
}

/// Why a case cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordingError {
    /// The file is not a case.
    #[error("case: {0}")]
    Form(String),
    /// A field of it makes no sense.
    #[error("case, {field}: {problem}")]
    Field {
        /// Its name.
        field: &'static str,
        /// What is wrong with it.
        problem: String,
    },
    /// It was stopped before its own end.
    #[error("case: stopped before its end")]
    Stopped,
}

/// The first thing in which a replay differs from the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// A visit of the root, counted from 1.
    RootUpdate(usize, RootUpdate, RootUpdate),
    /// One of the two visited the root more often: recorded, replayed.
    Visits(usize, usize),
    /// Nodes in all: recorded, replayed.
    Nodes(u64, u64),
    /// The best line: recorded, replayed.
    Line(Vec<String>, Vec<String>),
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RootUpdate(number, recorded, replayed) => {
                write!(f, "visit {number} of the root: recorded {recorded}; replayed {replayed}")
            }
            Self::Visits(a, b) => write!(f, "visits of the root: recorded {a}; replayed {b}"),
            Self::Nodes(a, b) => write!(f, "nodes: recorded {a}; replayed {b}"),
            Self::Line(a, b) => {
                write!(f, "best line: recorded {}; replayed {}", a.join(" "), b.join(" "))
            }
        }
    }
}

fn field(field: &'static str, problem: impl fmt::Display) -> RecordingError {
    RecordingError::Field { field, problem: problem.to_string() }
}

impl SearchRecording {
    /// A case of `start` after `moves` with the program's own options and no limit yet.
    #[must_use]
    pub fn new(start: &Position, moves: &[crate::rules::Move]) -> Self {
        let options = SearchOptions::default();
        Self {
            form: FORM,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            start: start.fen(),
            moves: moves.iter().map(|mv| notation::uci(*mv)).collect(),
            search_moves: Vec::new(),
            depth: None,
            nodes: None,
            lines: 1,
            margin: None,
            hash_mib: 16,
            shadow: options.shadow,
            contempt: options.contempt,
            draw_by_ply: options.draw_by_ply,
            granularity: options.granularity,
            parameters: Vec::new(),
            dial: StrengthLevel::Full,
            seed: 0,
            emphasis: CategoryWeights::FULL,
            result: None,
        }
    }

    /// Reads a case.
    ///
    /// # Errors
    /// [`RecordingError::Form`] with the place and the reason.
    pub fn from_ron(text: &str) -> Result<Self, RecordingError> {
        let case: Self =
            ron::from_str(text).map_err(|error| RecordingError::Form(error.to_string()))?;
        if case.form == FORM {
            Ok(case)
        } else {
            Err(field("form", format!("{} is not {FORM}, the only one known", case.form)))
        }
    }

    /// Writes the case.
    ///
    /// # Errors
    /// What the serialiser says; it has no reason to.
    pub fn to_ron(&self) -> Result<String, RecordingError> {
        ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default())
            .map_err(|error| RecordingError::Form(error.to_string()))
    }

    /// The position to search with the game behind it.
    ///
    /// # Errors
    /// A start or a move that is not legal.
    pub fn root(&self) -> Result<Root, RecordingError> {
        let mut position = parse_fen(&self.start).map_err(|error| field("start", error))?;
        let mut history = Vec::with_capacity(self.moves.len());
        for text in &self.moves {
            let mv = parse_move(&position, text).map_err(|error| field("moves", error))?;
            history.push(position.key());
            position.play(mv);
        }
        Ok(Root { position, history })
    }

    /// The search's options.
    ///
    /// # Errors
    /// An unknown parameter.
    pub fn options(&self) -> Result<SearchOptions, RecordingError> {
        let mut parameters = Parameters::default();
        for (name, value) in &self.parameters {
            if !parameters.set(name, *value) {
                return Err(field("parameters", format!("there is none called {name:?}")));
            }
        }
        Ok(SearchOptions {
            shadow: self.shadow,
            contempt: self.contempt,
            draw_by_ply: self.draw_by_ply,
            granularity: self.granularity,
            threads: 1,
            parameters,
            ..SearchOptions::default()
        })
    }

    /// Remembers `options` as far as they decide the tree.
    pub fn set_options(&mut self, options: &SearchOptions) {
        (self.shadow, self.contempt) = (options.shadow, options.contempt);
        (self.draw_by_ply, self.granularity) = (options.draw_by_ply, options.granularity);
        self.parameters = Parameters::TABLE
            .iter()
            .filter_map(|row| Some((row, options.parameters.get(row.name)?)))
            .filter(|(row, value)| *value != row.default)
            .map(|(row, value)| (row.name.to_owned(), value))
            .collect();
    }

    fn limits(&self, root: &Root) -> Result<Limits, RecordingError> {
        if self.depth.is_none() && self.nodes.is_none() {
            return Err(field("depth", "a case without depth and nodes would never end"));
        }
        let read = |text: &String| {
            parse_move(&root.position, text).map_err(|error| field("search_moves", error))
        };
        Ok(Limits {
            depth: self.depth,
            nodes: self.nodes,
            moves: self.search_moves.iter().map(read).collect::<Result<_, _>>()?,
            lines: self.lines,
            margin: self.margin,
            ..Limits::default()
        })
    }

    /// Searches the case from a clean state, watched by `observer`. Blocks until its limit or `supervisor` ends it.
    ///
    /// # Errors
    /// A field that makes no sense, or no memory for the table.
    pub fn run<O: Observer>(
        &self,
        knowledge: &Arc<Knowledge>,
        supervisor: &mut dyn LimitChecker,
        observer: &mut O,
    ) -> Result<SearchReport, RecordingError> {
        let root = self.root()?;
        let limits = self.limits(&root)?;
        if self.hash_mib > MOST_HASH {
            return Err(field("hash_mib", format!("{} is more than {MOST_HASH}", self.hash_mib)));
        }
        let table =
            TranspositionTable::new(self.hash_mib).map_err(|error| field("hash_mib", error))?;
        let mut searcher = Searcher::new(Arc::new(table), Arc::clone(knowledge), self.options()?);
        if self.emphasis != CategoryWeights::FULL {
            searcher.set_emphasis(&self.emphasis);
        }
        Ok(searcher.search(&root, &limits, supervisor, observer))
    }

    /// Runs the case and writes down what comes of it.
    ///
    /// # Errors
    /// As [`Case::run`].
    pub fn record(
        &mut self,
        knowledge: &Arc<Knowledge>,
        supervisor: &mut dyn LimitChecker,
    ) -> Result<(), RecordingError> {
        self.result = Some(self.search_and_trace(knowledge, supervisor)?);
        Ok(())
    }

    /// Runs the case and compares with what was written down: the first difference, or none.
    ///
    /// # Errors
    /// As [`Case::run`]; also when nothing was written down.
    pub fn replay(
        &self,
        knowledge: &Arc<Knowledge>,
        supervisor: &mut dyn LimitChecker,
    ) -> Result<Option<Difference>, RecordingError> {
        let recorded =
            self.result.as_ref().ok_or_else(|| field("course", "nothing is recorded"))?;
        Ok(recorded.difference(&self.search_and_trace(knowledge, supervisor)?))
    }

    fn search_and_trace(
        &self,
        knowledge: &Arc<Knowledge>,
        supervisor: &mut dyn LimitChecker,
    ) -> Result<RecordedResult, RecordingError> {
        let mut ledger = RootTrace::default();
        let report = self.run(knowledge, supervisor, &mut ledger)?;
        if report.stop == Some(StopReason::Stopped) {
            return Err(RecordingError::Stopped);
        }
        let line = report.lines.first().map_or(&[][..], |line| &line.moves);
        Ok(RecordedResult {
            nodes: report.nodes,
            line: line.iter().map(|mv| notation::uci(*mv)).collect(),
            root_updates: ledger.updates,
        })
    }
}

impl RecordedResult {
    /// The first difference between this record and a replay.
    #[must_use]
    pub fn difference(&self, replayed: &Self) -> Option<Difference> {
        let pairs = self.root_updates.iter().zip(&replayed.root_updates);
        for (index, (a, b)) in pairs.enumerate() {
            if a != b {
                return Some(Difference::RootUpdate(index + 1, a.clone(), b.clone()));
            }
        }
        let (a, b) = (self.root_updates.len(), replayed.root_updates.len());
        if a != b {
            Some(Difference::Visits(a, b))
        } else if self.nodes != replayed.nodes {
            Some(Difference::Nodes(self.nodes, replayed.nodes))
        } else if self.line != replayed.line {
            Some(Difference::Line(self.line.clone(), replayed.line.clone()))
        } else {
            None
        }
    }
}
