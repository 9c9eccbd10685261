//! A search recording: a file with everything that determines a search tree, and the result, so that the search can be
//! repeated on another machine.
//!
//! A recorded search always runs with one thread. The transposition table and the histories are those that the earlier
//! searches of the recording leave, or empty without any, which makes it deterministic. The tree explorer and the queries use
//! recordings too.

use super::recorded_task::{RecordedTask, RecordingError, field};
use super::root_trace::{RootTrace, RootUpdate};
use crate::knowledge::{CategoryWeights, Knowledge};
use crate::rules::{Color, Move, Position, notation};
use crate::search::{
    DrawByPly, LimitChecker, Limits, NullObserver, Observer, Parameters, Root, SearchOptions,
    SearchReport, Searcher, ShadowMode, StopReason, TableBounds, TranspositionTable,
};
use crate::strength::StrengthLevel;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// The version of the file format. The first one has no earlier searches.
const FORM: u32 = 2;
/// Largest transposition table of a recording in MiB: a file must not exhaust the memory.
const MAX_HASH_MIB: usize = 4096;

/// A search that can be repeated. Files of earlier versions call some fields by their old names.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SearchRecording {
    /// The version of the file format; 1 or 2.
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
    /// The search stops when it finds a mate in this many full moves.
    #[serde(default)]
    pub mate: Option<u16>,
    /// Number of lines with exact scores (multi-PV).
    pub lines: usize,
    /// Last iteration with so many lines.
    #[serde(default)]
    pub lines_depth: Option<u16>,
    /// Nodes from which on no further line is begun.
    #[serde(default)]
    pub lines_nodes: Option<u64>,
    /// Lines that score more centipawns than this below the best are omitted.
    pub margin: Option<i32>,
    /// The searches before this one since the transposition table and the histories were empty, with the same options.
    #[serde(default)]
    pub earlier: Vec<RecordedTask>,
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

impl SearchRecording {
    /// A recording of `start` after `moves` with default options and no limit yet.
    pub fn new(start: &Position, moves: &[Move]) -> Self {
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
        if (1..=FORM).contains(&case.form) {
            Ok(case)
        } else {
            Err(field("form", format!("version {} is not supported, only 1 to {FORM}", case.form)))
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
        self.task().root()
    }

    fn task(&self) -> RecordedTask {
        RecordedTask {
            start: self.start.clone(),
            moves: self.moves.join(" "),
            search_moves: self.search_moves.clone(),
            depth: self.depth,
            nodes: self.nodes,
            mate: self.mate,
            lines: self.lines,
            lines_depth: self.lines_depth,
            lines_nodes: self.lines_nodes,
            margin: self.margin,
        }
    }

    /// Records what is searched, and the searches before it.
    pub fn set_task(&mut self, task: RecordedTask, earlier: Vec<RecordedTask>) {
        self.moves = task.moves.split_whitespace().map(str::to_owned).collect();
        (self.start, self.search_moves) = (task.start, task.search_moves);
        (self.depth, self.nodes, self.mate) = (task.depth, task.nodes, task.mate);
        (self.lines, self.lines_depth) = (task.lines, task.lines_depth);
        (self.lines_nodes, self.margin) = (task.lines_nodes, task.margin);
        self.earlier = earlier;
    }

    /// The search's options.
    ///
    /// # Errors
    /// An unknown parameter, or a value outside its range.
    pub fn options(&self) -> Result<SearchOptions, RecordingError> {
        let mut parameters = Parameters::default();
        for (name, value) in &self.parameters {
            let row = Parameters::TABLE.iter().find(|row| row.is_called(name));
            let row =
                row.ok_or_else(|| field("parameters", format!("unknown parameter {name:?}")))?;
            let (min, max) = (row.min, row.max);
            // `set` would search with another value than the recording states.
            if !(min..=max).contains(value) {
                let problem = format!("{name}: {value} is not a whole number from {min} to {max}");
                return Err(field("parameters", problem));
            }
            parameters.set(name, *value);
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

    /// The nodes of the earlier searches.
    pub fn earlier_nodes(&self) -> u64 {
        self.earlier.iter().filter_map(|task| task.nodes).sum()
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

    /// What the fields say, for a search.
    fn prepare(&self) -> Result<(Root, Limits, SearchOptions), RecordingError> {
        let (root, limits) = self.task().prepare()?;
        if self.hash_mib > MAX_HASH_MIB {
            return Err(field(
                "hash_mib",
                format!("{} MiB is more than the maximum of {MAX_HASH_MIB} MiB", self.hash_mib),
            ));
        }
        Ok((root, limits, self.options()?))
    }

    /// What the earlier searches need; an error says which one it is.
    fn prepare_earlier(&self) -> Result<Vec<(Root, Limits)>, RecordingError> {
        let numbered = self.earlier.iter().zip(1..);
        let prepared = numbered.map(|(task, number)| {
            task.prepare().map_err(|error| match error {
                RecordingError::Field { field, problem } => RecordingError::Field {
                    field: "earlier",
                    problem: format!("search {number}, {field}: {problem}"),
                },
                other => other,
            })
        });
        prepared.collect()
    }

    /// Checks every field, before an output is begun.
    ///
    /// # Errors
    /// An invalid field.
    pub fn check(&self) -> Result<(), RecordingError> {
        self.prepare().and_then(|_| self.prepare_earlier()).map(drop)
    }

    /// Runs the earlier searches from a clean state, then the search, which alone is observed. Blocks until its limit or
    /// `supervisor` stops it.
    ///
    /// # Errors
    /// An invalid field, no memory for the transposition table, or an earlier search was stopped.
    pub fn run<O: Observer>(
        &self,
        knowledge: &Arc<Knowledge>,
        supervisor: &mut dyn LimitChecker,
        observer: &mut O,
    ) -> Result<SearchReport, RecordingError> {
        self.run_deviating(None, knowledge, supervisor, observer)
    }

    /// The same, where a side loses by any repetition in the search itself.
    pub(super) fn run_deviating<O: Observer>(
        &self,
        side: Option<Color>,
        knowledge: &Arc<Knowledge>,
        supervisor: &mut dyn LimitChecker,
        observer: &mut O,
    ) -> Result<SearchReport, RecordingError> {
        let (root, limits, options) = self.prepare()?;
        let earlier = self.prepare_earlier()?;
        let table =
            TranspositionTable::new(self.hash_mib).map_err(|error| field("hash_mib", error))?;
        let mut searcher = Searcher::new(Arc::new(table), Arc::clone(knowledge), options);
        if self.emphasis != CategoryWeights::FULL {
            searcher.set_category_weights(&self.emphasis);
        }
        for (root, limits) in earlier {
            let report = searcher.search(&root, &limits, supervisor, &mut NullObserver);
            if report.stop == Some(StopReason::Stopped) {
                return Err(RecordingError::Stopped);
            }
        }
        searcher.set_deviating(side);
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
        let mut trace = RootTrace::default();
        let report = self.run(knowledge, supervisor, &mut trace)?;
        RecordedResult::new(&report, trace)
    }
}

impl RecordedResult {
    /// The result of a search.
    ///
    /// # Errors
    /// [`RecordingError::Stopped`]: it was stopped before its limit.
    pub fn new(report: &SearchReport, trace: RootTrace) -> Result<Self, RecordingError> {
        if report.stop == Some(StopReason::Stopped) {
            return Err(RecordingError::Stopped);
        }
        let line = report.lines.first().map_or(&[][..], |line| &line.moves);
        Ok(Self {
            nodes: report.nodes,
            line: line.iter().map(|mv| notation::uci(*mv)).collect(),
            root_updates: trace.updates,
        })
    }

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
