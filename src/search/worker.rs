//! One thread of a search: its stack of frames, its tables and counters, and the moments at which it looks up.
//!
//! The tree itself is in `node`, `quiescence`, `prune` and `root`; they are all methods of [`Worker`].

use super::correction_history::CorrectionHistory;
use super::counters::Counters;
use super::history::{ContinuationIndex, Histories, PieceTo};
use super::lmr::LmrTable;
use super::move_picker::ScoredMove;
use super::root::RootMoves;
use super::shadow::Value;
use super::{
    Evaluate, ExitView, LimitChecker, Limits, NodeType, NodeView, Observer, Parameters,
    SearchOptions, SearchProgress, SearchReport, StopReason, Tablebases, TranspositionTable,
};
use crate::base::{Depth, Ply, Score};
use crate::rules::{Key, Move, PackedMove, Position};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// The search was told to end; every node passes it up at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// What all threads of a search share.
#[derive(Debug)]
pub(super) struct SharedState<'a> {
    pub tt: &'a TranspositionTable,
    pub tablebases: Option<&'a Tablebases>,
    pub options: &'a SearchOptions,
    pub limits: &'a Limits,
    /// Raised by the main thread when it ends.
    pub stop: AtomicBool,
    /// Nodes of the helper threads.
    pub helper_nodes: AtomicU64,
}

/// What one thread keeps from search to search.
#[derive(Debug)]
pub(super) struct ThreadState<E> {
    pub evaluator: E,
    pub histories: Histories,
    pub correction_history: CorrectionHistory,
}

impl<E> ThreadState<E> {
    pub(super) fn new(evaluator: E) -> Self {
        Self {
            evaluator,
            histories: Histories::new(),
            correction_history: CorrectionHistory::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.histories.clear();
        self.correction_history.clear();
    }
}

/// What is known of one ply of the path.
#[derive(Debug)]
pub(super) struct StackEntry {
    /// The position's key.
    pub key: Key,
    /// Plies since the last irreversible or null move, before the root included.
    pub reversible_plies: usize,
    /// The corrected evaluation for the side to move; `None` in check.
    pub static_eval: Option<Score>,
    /// The move under search, as an index for the continuation histories.
    pub piece_to: Option<PieceTo>,
    /// Moves that cut off at this ply.
    pub killers: [PackedMove; 2],
    /// A move that the node must leave out.
    pub excluded_move: Option<Move>,
    /// The principal variation from here.
    pub pv: Vec<Move>,
    /// Buffer for the ordered moves.
    pub moves: Vec<ScoredMove>,
    /// Double extensions on the path to here.
    pub double_extensions: u8,
}

impl StackEntry {
    const fn new() -> Self {
        Self {
            key: 0,
            reversible_plies: 0,
            static_eval: None,
            piece_to: None,
            killers: [PackedMove::NONE; 2],
            excluded_move: None,
            pv: Vec::new(),
            moves: Vec::new(),
            double_extensions: 0,
        }
    }
}

/// A repetition of the position at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repetition {
    /// Of the position at this ply of the path.
    OnPath(Ply),
    /// The third occurrence against the game.
    InGame,
}

pub(super) struct Worker<'a, E, O> {
    pub shared: &'a SharedState<'a>,
    pub parameters: &'a Parameters,
    pub lmr_table: LmrTable,
    pub thread: &'a mut ThreadState<E>,
    pub observer: &'a mut O,
    /// Only the main thread has one.
    pub limit_checker: Option<&'a mut dyn LimitChecker>,
    pub stack: Vec<StackEntry>,
    /// The moves from the root, for the observer.
    pub path: Vec<Option<Move>>,
    /// Keys of the game before the root, oldest first.
    pub history: &'a [Key],
    pub root: RootMoves,
    pub counters: Counters,
    pub nodes: u64,
    /// Node count at which to look up next.
    pub next_check: u64,
    pub completed_depth: Depth,
    pub selective_depth: usize,
    /// No null move above this ply while a null move is verified.
    pub nmp_min_ply: Ply,
    pub stop: Option<StopReason>,
}

impl<'a, E: Evaluate, O: Observer> Worker<'a, E, O> {
    pub(super) fn new(
        shared: &'a SharedState<'a>,
        (memory, observer): (&'a mut ThreadState<E>, &'a mut O),
        supervisor: Option<&'a mut dyn LimitChecker>,
        (position, history): (&Position, &'a [Key]),
    ) -> Self {
        let mut frames: Vec<StackEntry> = Vec::new();
        frames.resize_with(Score::MAX_PLY + 2, StackEntry::new);
        frames[0].key = position.key();
        frames[0].reversible_plies = history.len().min(position.halfmoves() as usize);
        let mut worker = Self {
            shared,
            parameters: &shared.options.parameters,
            lmr_table: LmrTable::new(&shared.options.parameters),
            thread: memory,
            observer,
            limit_checker: supervisor,
            stack: frames,
            path: Vec::with_capacity(Score::MAX_PLY),
            history,
            root: RootMoves::new(position, &shared.limits.moves),
            counters: Counters::default(),
            nodes: 0,
            next_check: 0,
            completed_depth: 0,
            selective_depth: 0,
            nmp_min_ply: 0,
            stop: None,
        };
        worker.schedule_check();
        worker
    }

    /// Counts a node and, when it is time, asks whether to go on.
    pub(super) fn count_node(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_check {
            self.check_limits()?;
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn check_limits(&mut self) -> Result<(), Stopped> {
        if self.shared.limits.nodes.is_some_and(|limit| self.total_nodes() >= limit) {
            return self.stop_search(StopReason::Nodes);
        }
        if let Some(supervisor) = self.limit_checker.take() {
            let answer = supervisor.poll(self);
            self.limit_checker = Some(supervisor);
            if let ControlFlow::Break(reason) = answer {
                return self.stop_search(reason);
            }
        } else {
            if self.shared.stop.load(Relaxed) {
                return self.stop_search(StopReason::Stopped);
            }
            self.shared.helper_nodes.fetch_add(HELPER_POLL, Relaxed);
        }
        self.schedule_check();
        Ok(())
    }

    fn schedule_check(&mut self) {
        let every =
            self.limit_checker.as_ref().map_or(HELPER_POLL, |it| u64::from(it.poll_every().max(1)));
        let limit = match (self.shared.limits.nodes, &self.limit_checker) {
            (Some(limit), Some(_)) => limit.saturating_sub(self.shared.helper_nodes.load(Relaxed)),
            _ => u64::MAX,
        };
        self.next_check = (self.nodes + every).min(limit);
    }

    /// Ends the search for `reason`.
    pub(super) fn stop_search<T>(&mut self, reason: StopReason) -> Result<T, Stopped> {
        self.stop = Some(reason);
        Err(Stopped)
    }

    /// Nodes of all threads, those of the helpers as they last reported.
    pub(super) fn total_nodes(&self) -> u64 {
        self.nodes + self.shared.helper_nodes.load(Relaxed)
    }

    /// The draw score for the side to move at `ply`.
    pub(super) const fn draw_score(&self, ply: Ply) -> Score {
        self.shared.options.draw_score(ply)
    }

    /// The moves that led to `ply`, nearest first.
    pub(super) fn continuation(&self, ply: Ply) -> ContinuationIndex {
        let back = |plies: usize| ply.checked_sub(plies).and_then(|at| self.stack[at].piece_to);
        [back(1), back(2)]
    }

    /// Plays `mv` at `ply`, with the frame below opened for the position it leads to and its table entry announced.
    #[inline]
    pub(super) fn make_move(&mut self, position: &Position, ply: Ply, mv: Move) -> Position {
        self.shared.tt.prefetch(position.key_after(mv));
        let child = position.after(mv);
        self.push_stack(ply, Some(mv), &child);
        child
    }

    /// Opens the frame below `ply` for `child`, reached by `mv` (`None` passes the move).
    pub(super) fn push_stack(&mut self, ply: Ply, mv: Option<Move>, child: &Position) {
        let reversible = match mv {
            Some(_) if child.halfmoves() > 0 => self.stack[ply].reversible_plies + 1,
            _ => 0,
        };
        self.stack[ply].piece_to = mv.map(|mv| PieceTo::new(!child.turn(), mv));
        let doubles = self.stack[ply].double_extensions;
        let below = &mut self.stack[ply + 1];
        below.key = child.key();
        below.reversible_plies = reversible;
        below.excluded_move = None;
        below.double_extensions = doubles;
        if O::ENABLED {
            self.path.truncate(ply);
            self.path.push(mv);
        }
    }

    /// Has the position at `ply` been on the path, or twice in the game?
    pub(super) fn find_repetition(&self, ply: Ply) -> Option<Repetition> {
        let frame = &self.stack[ply];
        let mut in_game = 0;
        for back in (4..=frame.reversible_plies).step_by(2) {
            if back <= ply {
                let at = ply - back;
                if self.stack[at].key == frame.key {
                    if at > 0 {
                        return Some(Repetition::OnPath(at));
                    }
                    // The root stands in the game: once more before it, and this is a plain third occurrence.
                    in_game = 1;
                }
            } else if self.history[self.history.len() - (back - ply)] == frame.key {
                in_game += 1;
            }
            if in_game == 2 {
                return Some(Repetition::InGame);
            }
        }
        let root_repeated = ply > 0 && in_game == 1 && frame.key == self.stack[0].key;
        root_repeated.then_some(Repetition::OnPath(0))
    }

    /// Copies the child's line behind `mv`.
    pub(super) fn update_pv(&mut self, ply: Ply, mv: Move) {
        let (above, below) = self.stack.split_at_mut(ply + 1);
        let line = &mut above[ply].pv;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0].pv);
    }

    /// Shows the observer a node's beginning.
    pub(super) fn notify_enter(
        &mut self,
        position: &Position,
        (alpha, beta): (Score, Score),
        (ply, depth): (Ply, Depth),
        kind: NodeType,
    ) -> Result<(), Stopped> {
        if O::ENABLED {
            self.path.truncate(ply);
            let view = NodeView {
                ply,
                position,
                path: &self.path,
                alpha,
                beta,
                depth,
                node_type: kind,
                excluded: self.stack[ply].excluded_move,
                nodes: self.nodes,
            };
            if self.observer.enter(&view).is_break() {
                return self.stop_search(StopReason::Stopped);
            }
        }
        Ok(())
    }

    /// Shows the observer a node's end and hands its value on.
    pub(super) fn exit(
        &mut self,
        ply: Ply,
        value: Value,
        best: Option<Move>,
        ending: super::ExitReason,
    ) -> Result<Value, Stopped> {
        if O::ENABLED {
            let left = ExitView { value, best, reason: ending, nodes: self.nodes };
            if self.observer.exit(ply, &left).is_break() {
                return self.stop_search(StopReason::Stopped);
            }
        }
        Ok(value)
    }
}

/// Nodes between two looks of a helper thread at the stop flag.
const HELPER_POLL: u64 = 1024;

impl<E: Evaluate, O: Observer> SearchProgress for Worker<'_, E, O> {
    fn nodes(&self) -> u64 {
        self.total_nodes()
    }

    fn depth(&self) -> u16 {
        u16::try_from(self.completed_depth + 1).unwrap_or(u16::MAX)
    }

    fn report(&self) -> SearchReport {
        SearchReport {
            depth: u16::try_from(self.completed_depth).unwrap_or(u16::MAX),
            selective_depth: u16::try_from(self.selective_depth).unwrap_or(u16::MAX),
            nodes: self.total_nodes(),
            lines: self.root.lines(self.root.exact),
            current: self.root.current(),
            root_moves: self.root.report(),
            hashfull: self.shared.tt.hashfull(),
            tablebase_hits: self.counters.tablebase_hits,
            shadow: self.counters.shadow,
            statistics: self.counters.statistics(self.nodes),
            activity: self.thread.evaluator.activity(),
            breakdown: self.root.breakdown.clone(),
            static_score: self.root.static_score,
            stop: self.stop,
        }
    }
}
