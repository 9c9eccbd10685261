//! A search recording: a file with everything that determines a search tree, and the result, so that the search can be
//! repeated on another machine.
//!
//! A recorded search always runs with one thread, an empty transposition table and empty histories, which makes it
//! deterministic. The tree explorer and the queries use recordings too.

use super::root_trace::{RootTrace, RootUpdate};
use crate::knowledge::{CategoryWeights, Knowledge};
use crate::rules::{Position, notation, parse_fen, parse_move};
use crate::search::{
    DrawByPly, LimitChecker, Limits, Observer, Parameters, Root, SearchOptions, SearchReport,
    Searcher, ShadowMode, StopReason, TableBounds, TranspositionTable,
};
use crate::strength::StrengthLevel;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// The version of the file format.
const FORM: u32 = 1;
/// Largest transposition table of a recording in MiB: a file must not exhaust the memory.
const MAX_HASH_MIB: usize = 4096;

/// A search that can be repeated. Files of earlier versions call some fields by their old names.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SearchRecording {
    /// The version of the file format; 1.
    pub form: u32,
    /// The version of the program that made it: another version may search another tree.
    pub program: String,
    /// The start position of the game, as FEN.
    pub start: String,
    /// The moves of the game in UCI form, which determine repetitions.
    pub moves: Vec<String>,
    /// Root moves to search in UCI form; empty means all.
    pub search_moves: Vec<String>,
    /// Last iteration.
    pub depth: Option<u16>,
    /// Node limit.
    pub nodes: Option<u64>,
    /// Number of lines with exact scores (multi-PV).
    pub lines: usize,
    /// Lines that score more centipawns than this below the best are omitted.
    pub margin: Option<i32>,
    /// Size of the transposition table in MiB.
    pub hash_mib: usize,
    /// Rules for the transposition table.
    pub shadow: ShadowMode,
    /// Centipawns a draw costs the side to move.
    pub contempt: i32,
    /// Whether draws score by ply.
    pub draw_by_ply: DrawByPly,
    /// Whether the delayed-loss bonus is on.
    #[serde(default)]
    pub delayed_loss: bool,
    /// What a TT entry says about the score.
    #[serde(default)]
    pub table_bounds: TableBounds,
    /// Evaluation granularity in centipawns.
    #[serde(alias = "grain")]
    pub granularity: i32,
    /// Search parameters that differ from the defaults.
    pub parameters: Vec<(String, i32)>,
    /// The strength level, for information: its effect is in `emphasis`.
    pub dial: StrengthLevel,
    /// Seed of the error draw, for information.
    pub seed: u64,
    /// The category weights of the strength level.
    pub emphasis: CategoryWeights,
    /// The result, once the search has been run.
    #[serde(alias = "course")]
    pub result: Option<RecordedResult>,
}

/// The result of a recorded search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedResult {
    /// Nodes in all.
    pub nodes: u64,
    /// The best line in UCI form.
    pub line: Vec<String>,
    /// Every search of the root.
    #[serde(alias = "milestones")]
    pub root_updates: Vec<RootUpdate>,
}

/// The reason why a recording cannot be read or run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordingError {
    /// The file is not a recording.
    #[error("search recording: {0}")]
    Form(String),
    /// A field has an invalid value.
    #[error("search recording, {field}: {problem}")]
    Field {
        /// Its name.
        field: &'static str,
        /// The error.
        problem: String,
    },
    /// The search was stopped before its limit.
    #[error("search recording: stopped before its limit")]
    Stopped,
}

/// The first difference between a recording and its replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What differs.
    pub what: String,
    /// As it was recorded.
    pub recorded: String,
    /// As it is now.
    pub replayed: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: recorded {}; replayed {}", self.what, self.recorded, self.replayed)
    }
}

fn field(field: &'static str, problem: impl fmt::Display) -> RecordingError {
    RecordingError::Field { field, problem: problem.to_string() }
}

impl SearchRecording {
    /// A recording of `start` after `moves` with default options and no limit yet.
    pub fn new(start: &Position, moves: &[crate::rules::Move]) -> Self {
        let mut recording = Self {
            form: FORM,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            start: start.fen(),
            moves: moves.iter().map(|mv| notation::uci(*mv)).collect(),
            lines: 1,
            hash_mib: 16,
            ..Self::default()
        };
        recording.set_options(&SearchOptions::default());
        recording
    }

    /// Parses a recording.
    ///
    /// # Errors
    /// [`RecordingError::Form`] with the place and the reason.
    pub fn from_ron(text: &str) -> Result<Self, RecordingError> {
        let case: Self =
            ron::from_str(text).map_err(|error| RecordingError::Form(error.to_string()))?;
        if case.form == FORM {
            Ok(case)
        } else {
            Err(field("form", format!("version {} is not supported, only {FORM}", case.form)))
        }
    }

    /// Serialises the recording.
    ///
    /// # Errors
    /// An error of the serialiser, which is not expected.
    pub fn to_ron(&self) -> Result<String, RecordingError> {
        ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default())
            .map_err(|error| RecordingError::Form(error.to_string()))
    }

    /// The position to search with the history of the game.
    ///
    /// # Errors
    /// An illegal start position or move.
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
                return Err(field("parameters", format!("unknown parameter {name:?}")));
            }
        }
        Ok(SearchOptions {
            shadow: self.shadow,
            contempt: self.contempt,
            draw_by_ply: self.draw_by_ply,
            delayed_loss: self.delayed_loss,
            table_bounds: self.table_bounds,
            granularity: self.granularity,
            threads: 1,
            parameters,
            ..SearchOptions::default()
        })
    }

    /// Records the options that determine the search tree.
    pub fn set_options(&mut self, options: &SearchOptions) {
        (self.shadow, self.contempt) = (options.shadow, options.contempt);
        (self.draw_by_ply, self.granularity) = (options.draw_by_ply, options.granularity);
        (self.delayed_loss, self.table_bounds) = (options.delayed_loss, options.table_bounds);
        self.parameters = Parameters::TABLE
            .iter()
            .filter_map(|row| Some((row, options.parameters.get(row.name)?)))
            .filter(|(row, value)| *value != row.default())
            .map(|(row, value)| (row.name.to_owned(), value))
            .collect();
    }

    fn limits(&self, root: &Root) -> Result<Limits, RecordingError> {
        if self.depth.is_none() && self.nodes.is_none() {
            return Err(field("depth", "without depth and nodes the search would never end"));
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

    /// What the fields say, for a search.
    fn prepare(&self) -> Result<(Root, Limits, SearchOptions), RecordingError> {
        let root = self.root()?;
        let limits = self.limits(&root)?;
        if self.hash_mib > MAX_HASH_MIB {
            return Err(field(
                "hash_mib",
                format!("{} MiB is more than the maximum of {MAX_HASH_MIB} MiB", self.hash_mib),
            ));
        }
        Ok((root, limits, self.options()?))
    }

    /// Checks every field, before an output is begun.
    ///
    /// # Errors
    /// An invalid field.
    pub fn check(&self) -> Result<(), RecordingError> {
        self.prepare().map(drop)
    }

    /// Runs the search from a clean state. Blocks until its limit or `limit_checker` stops it.
    ///
    /// # Errors
    /// An invalid field, or no memory for the transposition table.
    pub fn run<O: Observer>(
        &self,
        knowledge: &Arc<Knowledge>,
        supervisor: &mut dyn LimitChecker,
        observer: &mut O,
    ) -> Result<SearchReport, RecordingError> {
        let (root, limits, options) = self.prepare()?;
        let table =
            TranspositionTable::new(self.hash_mib).map_err(|error| field("hash_mib", error))?;
        let mut searcher = Searcher::new(Arc::new(table), Arc::clone(knowledge), options);
        if self.emphasis != CategoryWeights::FULL {
            searcher.set_category_weights(&self.emphasis);
        }
        Ok(searcher.search(&root, &limits, supervisor, observer))
    }

    /// Runs the search and records its result.
    ///
    /// # Errors
    /// As [`SearchRecording::run`].
    pub fn record(
        &mut self,
        knowledge: &Arc<Knowledge>,
        supervisor: &mut dyn LimitChecker,
    ) -> Result<(), RecordingError> {
        self.result = Some(self.search_and_trace(knowledge, supervisor)?);
        Ok(())
    }

    /// Runs the search and compares it with the recorded result: the first difference, or `None`.
    ///
    /// # Errors
    /// As [`SearchRecording::run`], or no result is recorded.
    pub fn replay(
        &self,
        knowledge: &Arc<Knowledge>,
        supervisor: &mut dyn LimitChecker,
    ) -> Result<Option<Difference>, RecordingError> {
        let recorded =
            self.result.as_ref().ok_or_else(|| field("course", "no result is recorded"))?;
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
    /// The first difference between this result and that of a replay.
    pub fn difference(&self, replayed: &Self) -> Option<Difference> {
        let differ = |what: String, recorded: String, replayed: String| {
            (recorded != replayed).then_some(Difference { what, recorded, replayed })
        };
        let pairs = self.root_updates.iter().zip(&replayed.root_updates).zip(1..);
        let updates = pairs.map(|((a, b), number)| {
            differ(format!("root search {number}"), a.to_string(), b.to_string())
        });
        let count = |it: &Self| it.root_updates.len().to_string();
        let totals = [
            ("root searches", count(self), count(replayed)),
            ("nodes", self.nodes.to_string(), replayed.nodes.to_string()),
            ("best line", self.line.join(" "), replayed.line.join(" ")),
        ];
        let totals = totals.into_iter().map(|(what, a, b)| differ(what.to_owned(), a, b));
        updates.chain(totals).find_map(|difference| difference)
    }
}
