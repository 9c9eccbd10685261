//! What can be asked of the engine about its thoughts, and the answers. Each is worked out on the engine thread, from a
//! clean state, so that asking changes nothing of the game.

use super::{DebugEvent, DebugQueue};
use crate::engine::messages::{EngineOptions, Go, Report};
use crate::engine::{Notice, SharedState};
use crate::knowledge::Knowledge;
use crate::rules::{Key, Move, Position, parse_move};
use crate::search::observe::{
    Difference, KeepIterations, MoveAnswer, MoveComparison, RecordScope, Recorder, RecordingError,
    SearchRecording, SearchTree, compare, read_line, why_not,
};
use crate::search::tt::TtEntry;
use crate::search::{LimitChecker, NullObserver, SearchProgress, StopReason, TranspositionTable};
use crate::strength::{ErrorDraw, generator};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A question. The case says which search is meant; [`case_of`] makes it from a thought.
#[derive(Clone, Debug)]
pub enum Query {
    /// The tree below a line (SAN or UCI moves), so many levels of it, within so many bytes.
    Explore {
        /// The search.
        case: Box<SearchRecording>,
        /// From its root.
        line: Vec<String>,
        /// `usize::MAX` for all.
        levels: usize,
        /// See [`crate::search::observe::DEFAULT_BYTES`].
        bytes: usize,
    },
    /// Why a line (SAN or UCI moves) was not played.
    WhyNot {
        /// The search.
        case: Box<SearchRecording>,
        /// From its root.
        line: Vec<String>,
    },
    /// Why one root move and not the other (SAN or UCI).
    Compare {
        /// The search.
        case: Box<SearchRecording>,
        /// The two moves.
        pair: [String; 2],
    },
    /// What the engine's own table holds of a position.
    Table(Box<Position>),
    /// Run a case and write down what comes of it, to be saved.
    Record(Box<SearchRecording>),
    /// Run a recorded case again and compare.
    Replay(Box<SearchRecording>),
}

/// The answer to a question.
#[derive(Clone, Debug)]
pub enum Reply {
    /// To [`Question::Explore`]: the last completed iteration below the line.
    Tree(Arc<SearchTree>),
    /// To [`Question::WhyNot`]: an answer a move, and the record they refer to.
    WhyNot(Vec<MoveAnswer>, Arc<SearchTree>),
    /// To [`Question::Compare`].
    Compared(Arc<MoveComparison>),
    /// To [`Question::Table`].
    Table(Box<TtProbe>),
    /// To [`Question::Record`].
    Recorded(Box<SearchRecording>),
    /// To [`Question::Replay`]: the first difference, or none.
    Replayed(Option<Box<Difference>>),
    /// None: why, in words.
    Failed(String),
}

/// A look into the hash table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TtProbe {
    /// The position's key.
    pub key: Key,
    /// What is stored; `None` when nothing is.
    pub entry: Option<TtProbeEntry>,
    /// Entries of the current search, per mille of the table.
    pub hashfull: u16,
    /// Size of the table in mebibytes.
    pub mib: usize,
}

/// An entry of the hash table. Scores are in the view of the side to move; mate distances count from the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtProbeEntry {
    /// What is stored.
    pub entry: TtEntry,
    /// Searches since it was written; 0 is the last one.
    pub age: u8,
    /// The stored move, if it is legal.
    pub mv: Option<Move>,
}

/// The case of a thought: its position, history, options, dial and seed, to the depth that `report` completed.
#[must_use]
pub fn recording_of(go: &Go, options: &EngineOptions, report: &Report) -> SearchRecording {
    let mut case = SearchRecording::new(&go.start, &go.moves);
    case.search_moves = go.search_moves.iter().map(|mv| crate::rules::notation::uci(*mv)).collect();
    case.depth = Some(report.search.depth.max(1));
    case.set_options(&options.search());
    case.hash_mib = options.hash_mib;
    case.lines = options.multi_pv;
    (case.dial, case.seed) = (go.dial, options.seed);
    case.emphasis = report.dial.emphasis.clone();
    if let Some(handicap) = go.dial.limits() {
        // The same draw as for the thought: the margin decides which lines get exact scores.
        let roll = ErrorDraw::new(&handicap, &mut generator(options.seed, report.root.key()));
        (case.lines, case.margin) = (usize::MAX, Some(roll.max_error));
    }
    case
}

/// What questions are answered from.
#[derive(Clone, Debug)]
pub struct QueryContext {
    pub(in crate::engine) knowledge: Arc<Knowledge>,
    pub(in crate::engine) table: Arc<TranspositionTable>,
}

impl QueryContext {
    /// Answers every question on the line. `thought` is the one that stands still meanwhile, or [`u64::MAX`].
    pub(in crate::engine) fn answer_all(&self, desk: &SharedState, thought: u64) {
        while let Some((number, question)) = desk.line().next_query() {
            let mut patience = CancelToken { line: desk.line(), desk, number, thought };
            let reply = self
                .answer(question, &mut patience)
                .unwrap_or_else(|error| Reply::Failed(error.to_string()));
            desk.send(Notice::Debug(Box::new(DebugEvent::Reply(number, reply))));
        }
    }

    fn answer(
        &self,
        question: Query,
        patience: &mut CancelToken<'_>,
    ) -> Result<Reply, RecordingError> {
        Ok(match question {
            Query::Explore { case, line, levels, bytes } => {
                let start = case.root()?.position;
                let (line, complaint) = read_line(&start, &line);
                if let Some(complaint) = complaint {
                    return Ok(Reply::Failed(complaint));
                }
                let scope = RecordScope::Below(line, levels);
                let recorder = Recorder::new(&start, scope, KeepIterations::Last, bytes);
                Reply::Tree(Arc::new(self.record(&case, recorder, patience)?))
            }
            Query::WhyNot { case, line } => {
                let start = case.root()?.position;
                let scope = RecordScope::Along(read_line(&start, &line).0);
                let bytes = crate::search::observe::DEFAULT_BYTES;
                let recorder = Recorder::new(&start, scope, KeepIterations::All, bytes);
                let tree = self.record(&case, recorder, patience)?;
                Reply::WhyNot(why_not(&tree, &line), Arc::new(tree))
            }
            Query::Compare { case, pair } => {
                let start = case.root()?.position;
                let read = |text: &String| parse_move(&start, text);
                match (read(&pair[0]), read(&pair[1])) {
                    (Ok(a), Ok(b)) => {
                        let watching = (patience as &mut dyn LimitChecker, &mut NullObserver);
                        Reply::Compared(Arc::new(compare(
                            &case,
                            [a, b],
                            &self.knowledge,
                            watching,
                        )?))
                    }
                    (Err(error), _) | (_, Err(error)) => Reply::Failed(error.to_string()),
                }
            }
            Query::Table(position) => Reply::Table(Box::new(self.probe_tt(&position))),
            Query::Record(mut case) => {
                case.record(&self.knowledge, patience)?;
                Reply::Recorded(case)
            }
            Query::Replay(case) => {
                Reply::Replayed(case.replay(&self.knowledge, patience)?.map(Box::new))
            }
        })
    }

    fn record(
        &self,
        case: &SearchRecording,
        mut recorder: Recorder,
        patience: &mut CancelToken<'_>,
    ) -> Result<SearchTree, RecordingError> {
        let report = case.run(&self.knowledge, patience, &mut recorder)?;
        Ok(recorder.finish(&report))
    }

    fn probe_tt(&self, position: &Position) -> TtProbe {
        let key = position.key();
        let entry = self.table.probe(key).map(|entry| TtProbeEntry {
            entry,
            age: self.table.age(key).unwrap_or(0),
            mv: entry.mv.find(&position.legal_moves()),
        });
        TtProbe { key, entry, hashfull: self.table.hashfull(), mib: self.table.mib() }
    }
}

/// Ends the search of a question that has been given up, or whose thought is to stop.
struct CancelToken<'a> {
    line: &'a DebugQueue,
    desk: &'a SharedState,
    number: u64,
    thought: u64,
}

impl LimitChecker for CancelToken<'_> {
    fn poll(&mut self, _progress: &dyn SearchProgress) -> ControlFlow<StopReason> {
        if self.line.is_cancelled(self.number) || self.desk.is_stopped(self.thought) {
            return ControlFlow::Break(StopReason::Stopped);
        }
        ControlFlow::Continue(())
    }

    fn iteration_finished(&mut self, progress: &dyn SearchProgress) -> ControlFlow<StopReason> {
        self.poll(progress)
    }
}
