//! Answers queries on the engine thread. Each runs its own search, from a copy of the state before the search that it is about
//! or from a clean state, so that queries do not change the game's TT and histories.

use super::memory::Memory;
use super::origin::{OriginMoves, origin};
use super::search_log::SearchLog;
use crate::engine::debug_messages::{
    DebugEvent, Provenance, Query, Reply, SearchedNodes, TtProbe, TtProbeEntry, Unrepeatable,
};
use crate::engine::messages::{Go, Notice, Report};
use crate::engine::options::EngineOptions;
use crate::engine::shared_state::SharedState;
use crate::knowledge::Knowledge;
use crate::rules::{Position, notation, parse_line, parse_move};
use crate::search::observe::{
    DEFAULT_BYTES, KeepIterations, RecordScope, RecordedResult, Recorder, RecordingError,
    RootTrace, SearchRecording, SearchTree, compare, why_not,
};
use crate::search::{
    LimitChecker, NullObserver, Observer, SearchProgress, SearchReport, StopReason,
    TranspositionTable, VALUE_HASH_MIB, ValueSearch,
};
use crate::strength::{ErrorDraw, generator};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The recording of a finished search: position, history, options, strength level and seed, to the depth of `report`.
pub fn recording_of(go: &Go, options: &EngineOptions, report: &Report) -> SearchRecording {
    let mut case = SearchRecording::new(&go.start, &go.moves);
    case.search_moves = go.search_moves.iter().map(|mv| notation::uci(*mv)).collect();
    case.depth = Some(report.search.depth.max(1));
    case.set_options(&options.search());
    case.hash_mib = options.hash_mib;
    case.lines = go.limit.lines.unwrap_or(options.multi_pv);
    (case.dial, case.seed) = (go.dial, options.seed);
    case.emphasis = report.dial.emphasis.clone();
    let mates_lone_king =
        report.dial.weakened.as_ref().is_some_and(|weakened| weakened.mates_lone_king);
    if let Some(limits) = go.dial.limits().filter(|_| !mates_lone_king) {
        // The same draw as in the search: the margin decides which lines get exact scores.
        let draw = ErrorDraw::new(&limits, &mut generator(options.seed, report.root.key()));
        (case.lines, case.margin) = (usize::MAX, Some(draw.max_error));
    }
    if mates_lone_king || go.dial.human().is_some() {
        case.set_options(&ValueSearch::options());
        case.hash_mib = VALUE_HASH_MIB;
        case.lines = if mates_lone_king { 1 } else { usize::MAX };
    }
    case
}

/// The iterations that are searched again.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Iterations {
    /// All.
    All,
    /// Up to that of the lines in the report: a search that values all moves goes on with the best line alone.
    OfLines,
}

/// The inputs of the answers.
#[derive(Clone, Debug)]
pub struct QueryContext {
    pub(in crate::engine) knowledge: Arc<Knowledge>,
    pub(in crate::engine) table: Arc<TranspositionTable>,
    /// The state before the last search.
    pub(in crate::engine) memory: Option<Arc<Memory>>,
    /// The searches since the table was empty.
    pub(in crate::engine) log: SearchLog,
}

impl QueryContext {
    /// Answers every queued query. `epoch` is the paused search, or [`u64::MAX`] without one.
    pub(in crate::engine) fn answer_all(&self, shared: &SharedState, epoch: u64) {
        while let Some((number, query)) = shared.debug().next_query() {
            let mut token = CancelToken { shared, number, epoch };
            let reply = self.answer(query, &mut token).unwrap_or_else(Reply::Failed);
            shared.send(Notice::Debug(Box::new(DebugEvent::Reply(number, reply))));
        }
    }

    fn answer(&self, query: Query, token: &mut CancelToken<'_>) -> Result<Reply, String> {
        let text = |error: RecordingError| error.to_string();
        Ok(match query {
            Query::Explore { case, search, line, levels, bytes } => {
                let start = case.root().map_err(text)?.position;
                let line = parse_line(&start, &line);
                if let Some(error) = line.error {
                    return Err(error.to_string());
                }
                let scope = RecordScope::Below(line.moves, levels);
                let recorded = self.record(&case, search, Iterations::All, scope, bytes, token);
                let (tree, _, from) = recorded.map_err(text)?;
                Reply::Tree(Arc::new(tree), from)
            }
            Query::WhyNot { case, search, line } => {
                let start = case.root().map_err(text)?.position;
                let scope = RecordScope::Along(parse_line(&start, &line).moves);
                let (of_lines, bytes) = (Iterations::OfLines, DEFAULT_BYTES);
                let recorded = self.record(&case, search, of_lines, scope, bytes, token);
                let (tree, report, from) = recorded.map_err(text)?;
                Reply::WhyNot(why_not(&tree, &report, &line), Arc::new(tree), from)
            }
            Query::Compare { case, pair } => {
                let start = case.root().map_err(text)?.position;
                let read = |text: &str| parse_move(&start, text).map_err(|error| error.to_string());
                let pair = [read(&pair[0])?, read(&pair[1])?];
                if pair[0] == pair[1] {
                    let san = notation::san(&start, pair[0]);
                    return Err(format!("{san} twice: a comparison needs two different moves"));
                }
                let compared = compare(&case, pair, &self.knowledge, token, &mut NullObserver);
                let compared = compared.map_err(text)?;
                Reply::Compared(Arc::new(compared))
            }
            Query::TtProbe(position) => Reply::TtProbe(Box::new(self.probe_tt(&position))),
            Query::Record { mut case, search } => {
                let obstacle = self.log.put_into(&mut case, search).err();
                self.record_result(&mut case, search, obstacle, token).map_err(text)?;
                Reply::Recorded(case, obstacle)
            }
            Query::Origin { case, best, played, search } => {
                let moves = OriginMoves { best, played };
                Reply::Words(self.origin(&case, &moves, search, token).map_err(text)?)
            }
            Query::Replay(case) => {
                let difference = case.replay(&self.knowledge, token).map_err(text)?;
                Reply::Replayed(difference.map(Box::new))
            }
        })
    }

    /// Runs the search of `case` and records its result: from the state before it if that is kept.
    fn record_result(
        &self,
        case: &mut SearchRecording,
        search: SearchedNodes,
        obstacle: Option<Unrepeatable>,
        token: &mut CancelToken<'_>,
    ) -> Result<(), RecordingError> {
        if obstacle.is_some() {
            return case.record(&self.knowledge, token);
        }
        let mut trace = RootTrace::default();
        let (report, _) = self.search_again(case, search, Iterations::All, &mut trace, token)?;
        case.result = Some(RecordedResult::new(&report, trace)?);
        Ok(())
    }

    fn origin(
        &self,
        case: &SearchRecording,
        moves: &OriginMoves,
        search: SearchedNodes,
        token: &mut CancelToken<'_>,
    ) -> Result<String, RecordingError> {
        let root = case.root()?.position;
        origin(&root, moves, &self.knowledge, |tracer| {
            self.search_again(case, search, Iterations::OfLines, tracer, token)
        })
    }

    /// Searches again: from the state before the search if that is kept, else `case`.
    fn search_again<O: Observer>(
        &self,
        case: &SearchRecording,
        search: SearchedNodes,
        iterations: Iterations,
        observer: &mut O,
        token: &mut CancelToken<'_>,
    ) -> Result<(SearchReport, Provenance), RecordingError> {
        match self.memory.as_ref().filter(|memory| memory.is_of(search.epoch)) {
            Some(memory) => {
                let lines_depth = case.depth.filter(|_| iterations == Iterations::OfLines);
                let report = memory.run(search.nodes, lines_depth, token, observer);
                Ok((report.ok_or(RecordingError::Stopped)?, memory.provenance()))
            }
            None => Ok((case.run(&self.knowledge, token, observer)?, Provenance::EmptyTable)),
        }
    }

    /// Records the tree of a search that is searched again, and its report.
    fn record(
        &self,
        case: &SearchRecording,
        search: SearchedNodes,
        iterations: Iterations,
        scope: RecordScope,
        bytes: usize,
        token: &mut CancelToken<'_>,
    ) -> Result<(SearchTree, SearchReport, Provenance), RecordingError> {
        let start = case.root()?.position;
        let mut recorder = Recorder::new(&start, scope, KeepIterations::All, bytes);
        let (report, from) = self.search_again(case, search, iterations, &mut recorder, token)?;
        Ok((recorder.finish(&report), report, from))
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

/// Ends the search of a query that is cancelled, or whose paused search must stop.
struct CancelToken<'a> {
    shared: &'a SharedState,
    number: u64,
    epoch: u64,
}

impl LimitChecker for CancelToken<'_> {
    fn poll(&mut self, _progress: &dyn SearchProgress) -> ControlFlow<StopReason> {
        if self.shared.debug().is_cancelled(self.number) || self.shared.is_stopped(self.epoch) {
            return ControlFlow::Break(StopReason::Stopped);
        }
        ControlFlow::Continue(())
    }
}
