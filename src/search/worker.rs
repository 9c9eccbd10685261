//! One search thread: its search stack, history tables and counters, limit checks, making moves, repetitions.
//!
//! The search functions are methods of [`Worker`]; the table in `search/mod.rs` names their files.

use super::correction_history::{CorrectionHistory, CorrectionIndex};
use super::counters::Counters;
use super::deepest_iteration::DeepestIteration;
use super::history::{CONTINUATION_PLIES, ContinuationIndex, Histories, PieceTo};
use super::lmr::LmrTable;
use super::move_picker::{ScoredMove, is_noisy};
use super::node_args::NodeArgs;
use super::root_moves::{Merged, RootMoves};
use super::shadow::Value;
use super::{
    Evaluate, ExitReason, ExitView, LimitChecker, Limits, NodeView, Observer, Parameters,
    RESOLVE_FACTOR, Root, SearchOptions, SearchProgress, SearchReport, StopReason, Tablebases,
    TranspositionTable,
};
use crate::base::{Depth, Ply, Score};
use crate::rules::{Key, Move, PackedMove, Position, immediate_gain};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// The search, or an iteration that another thread has completed, is stopped; every node returns it at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// State shared by all threads of a search.
#[derive(Debug)]
pub(super) struct SharedState<'a> {
    pub tt: &'a TranspositionTable,
    pub tablebases: Option<&'a Tablebases>,
    pub options: &'a SearchOptions,
    pub limits: &'a Limits,
    /// The root moves with their scores by the tablebases; empty if these do not know the root.
    pub root_scores: Vec<(Move, Score)>,
    /// Set by the main thread when it stops.
    pub stop: AtomicBool,
    /// Nodes of the helper threads.
    pub helper_nodes: AtomicU64,
    pub deepest: DeepestIteration,
}

/// Per-thread state that is kept between searches: evaluator, history tables, correction history.
#[derive(Clone, Debug)]
pub(super) struct ThreadState<E> {
    pub evaluator: E,
    pub histories: Histories,
    pub correction_history: CorrectionHistory,
}

impl<E> ThreadState<E> {
    pub fn new(evaluator: E) -> Self {
        Self {
            evaluator,
            histories: Histories::new(),
            correction_history: CorrectionHistory::new(),
        }
    }

    pub fn clear(&mut self) {
        self.histories.clear();
        self.correction_history.clear();
    }
}

/// An entry of the search stack: one ply of the path.
#[derive(Debug, Default)]
pub(super) struct StackEntry {
    /// Plies since the last irreversible or null move, moves before the root included.
    pub reversible_plies: usize,
    /// The static evaluation before correction, once it is known: a search with an excluded move and razoring read it again.
    pub raw_eval: Option<Score>,
    /// What lazy evaluation expects in its place.
    pub expected_eval: Option<Score>,
    /// The corrected static evaluation, or what lazy evaluation expects; `None` in check.
    pub static_eval: Option<Score>,
    /// The entries of the correction history for the position, where `static_eval` is known.
    pub correction_index: CorrectionIndex,
    /// The move being searched, as an index of the continuation histories; `None` for a null move.
    pub piece_to: Option<PieceTo>,
    /// Whether that move is quiet; false for a null move.
    pub is_quiet: bool,
    /// The material in centipawns that it takes or promotes to.
    pub gain: i32,
    /// Killer moves: quiet moves that caused a cut-off at this ply.
    pub killers: [PackedMove; 2],
    /// The move that a singular extension search excludes.
    pub excluded_move: Option<Move>,
    /// The principal variation from here.
    pub pv: Vec<Move>,
    /// Reused buffer of the move picker.
    pub moves: Vec<ScoredMove>,
    /// Plies by which singular extensions on the path to here exceed one each.
    pub double_extensions: u8,
    /// Whether the position is or has been a PV node.
    pub tt_pv: bool,
    /// Beta cut-offs at this ply below the present parent.
    pub cutoffs: u32,
    /// The move back to an earlier position of the path; `None` if it has not been looked for.
    pub move_back: Option<Option<MoveBack>>,
}

/// A move that repeats a position of the path.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveBack {
    pub mv: Move,
    /// The ply of the position.
    pub at: Ply,
    /// The score of the draw for the side that makes the move.
    pub draw: Score,
}

/// A repetition of the current position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repetition {
    /// Of the position at this ply of the path.
    OnPath(Ply),
    /// The third occurrence, counting the game.
    InGame,
}

/// One search thread during one search: what it shares with the others, what it keeps, and the state of this search.
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
    /// The same, and the keys of the path.
    keys: Vec<Key>,
    pub root: RootMoves,
    pub counters: Counters,
    /// Nodes of this thread.
    pub nodes: u64,
    /// Node count of the next limit check.
    pub next_check: u64,
    /// Its number among the threads, 0 for the main thread.
    pub number: usize,
    /// Depth of the current iteration, or of the next one before the first, in plies.
    pub depth: Depth,
    /// Depth of the deepest iteration that this or, while `depth` is searched, another thread has completed, in plies.
    pub completed_depth: Depth,
    /// The largest ply that a node had.
    pub selective_depth: usize,
    /// No null move above this ply during a verification search.
    pub nmp_min_ply: Ply,
    /// Set when the search, not only an iteration, is stopped.
    pub stop: Option<StopReason>,
}

impl<'a, E: Evaluate, O: Observer> Worker<'a, E, O> {
    pub fn new(
        shared: &'a SharedState<'a>,
        thread: &'a mut ThreadState<E>,
        observer: &'a mut O,
        limit_checker: Option<&'a mut dyn LimitChecker>,
        root: &'a Root,
    ) -> Self {
        let Root { position, history } = root;
        let mut stack: Vec<StackEntry> = Vec::new();
        stack.resize_with(Score::MAX_PLY + 2, StackEntry::default);
        stack[0].reversible_plies = history.len().min(position.halfmoves() as usize);
        let mut worker = Self {
            shared,
            parameters: &shared.options.parameters,
            lmr_table: LmrTable::new(&shared.options.parameters),
            thread,
            observer,
            limit_checker,
            stack,
            path: Vec::with_capacity(Score::MAX_PLY),
            history,
            keys: [&history[..], &[position.key()], &[0; Score::MAX_PLY + 1]].concat(),
            root: RootMoves::new(position, &shared.limits.moves, &shared.root_scores),
            counters: Counters::default(),
            nodes: 0,
            next_check: 0,
            number: 0,
            depth: 1,
            completed_depth: 0,
            selective_depth: 0,
            nmp_min_ply: 0,
            stop: None,
        };
        worker.schedule_check();
        worker
    }

    /// Enters a node: counts it, checks limits when due, notifies the observer.
    pub fn enter_node(&mut self, node: &NodeArgs<'_>) -> Result<(), Stopped> {
        if self.nodes >= self.next_check {
            self.check_limits()?;
        }
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(node.ply);
        self.stack[node.ply].pv.clear();
        if O::ENABLED {
            self.path.truncate(node.ply);
            let view = NodeView {
                ply: node.ply,
                position: node.position,
                path: &self.path,
                alpha: node.alpha,
                beta: node.beta,
                depth: node.depth,
                node_type: node.node_type,
                excluded: self.stack[node.ply].excluded_move,
                nodes: self.nodes,
            };
            if self.observer.enter(&view).is_break() {
                return self.stop_search(StopReason::Stopped);
            }
        }
        Ok(())
    }

    /// Exit hook: notifies the observer and returns the node's value, which a move back may raise.
    pub fn exit(
        &mut self,
        ply: Ply,
        mut value: Value,
        mut best: Option<Move>,
        mut reason: ExitReason,
    ) -> Result<Value, Stopped> {
        let entry = &mut self.stack[ply];
        if let Some(Some(MoveBack { mv, at, draw })) = entry.move_back
            && value.real <= draw
            && best.is_none()
            && entry.excluded_move.is_none()
        {
            (value, best) = (value.with_upcoming(draw, at), Some(mv));
            reason = ExitReason::UpcomingRepetition(at);
            entry.pv.clear();
            entry.pv.push(mv);
        }
        if O::ENABLED {
            let view = ExitView { value, best, reason, nodes: self.nodes };
            if self.observer.exit(ply, &view).is_break() {
                return self.stop_search(StopReason::Stopped);
            }
        }
        Ok(value)
    }

    #[cold]
    fn check_limits(&mut self) -> Result<(), Stopped> {
        if self.limits_nodes() {
            return self.stop_search(StopReason::Nodes);
        }
        if let Some(limit_checker) = self.limit_checker.take() {
            let answer = limit_checker.poll(self);
            self.limit_checker = Some(limit_checker);
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
        if self.follows_others() && self.shared.deepest.depth() > self.completed_depth {
            return self.heed_completed();
        }
        Ok(())
    }

    /// Whether it takes over what other threads complete. An observed search does not, because its observer shall see whole
    /// iterations.
    pub fn follows_others(&self) -> bool {
        !O::ENABLED && self.shared.options.threads > 1
    }

    /// Takes over an iteration that another thread has completed. If the current one is no deeper, or has to begin again with
    /// another move, it is stopped, and the caller takes over the result.
    fn heed_completed(&mut self) -> Result<(), Stopped> {
        let (completed, merged) = self.shared.deepest.merge_into(&mut self.root, self.depth);
        if merged == Merged::BeginsAgain {
            return Err(Stopped);
        }
        self.record_iteration(completed);
        // Where they differ, the deeper iteration decides.
        if merged == Merged::Agrees { self.after_iteration() } else { Ok(()) }
    }

    /// Whether the limit of nodes ends the search.
    fn limits_nodes(&self) -> bool {
        let Limits { nodes, resolve_window, .. } = self.shared.limits;
        let goes_on = |limit: u64| {
            let is_resolving = *resolve_window && self.root.is_unresolved();
            is_resolving && self.total_nodes() / u64::from(RESOLVE_FACTOR) < limit
        };
        nodes.is_some_and(|limit| self.total_nodes() >= limit && !goes_on(limit))
    }

    /// Sets the node count of the next limit check, which an exact node limit may bring forward.
    fn schedule_check(&mut self) {
        let every =
            self.limit_checker.as_ref().map_or(HELPER_POLL, |it| u64::from(it.poll_every().max(1)));
        let every = if self.shared.options.threads > 1 { every.min(HELPER_POLL) } else { every };
        let limit = match (self.shared.limits.nodes, &self.limit_checker) {
            // Past the limit only the resolution of a window is waited for.
            (Some(limit), Some(_)) if self.total_nodes() >= limit => self.nodes + HELPER_POLL,
            (Some(limit), Some(_)) => limit.saturating_sub(self.shared.helper_nodes.load(Relaxed)),
            _ => u64::MAX,
        };
        self.next_check = (self.nodes + every).min(limit);
    }

    /// Stops the search for `reason`.
    pub fn stop_search<T>(&mut self, reason: StopReason) -> Result<T, Stopped> {
        self.stop = Some(reason);
        Err(Stopped)
    }

    /// Nodes of all threads; helper threads report theirs at every limit check.
    pub fn total_nodes(&self) -> u64 {
        self.nodes + self.shared.helper_nodes.load(Relaxed)
    }

    /// The draw score for the side to move at `ply`.
    pub const fn draw_score(&self, ply: Ply) -> Score {
        self.shared.options.draw_score(ply)
    }

    /// The distance from the root in scores of mates and tablebase wins: `ply`, or 0 with the delayed-loss bonus, whose
    /// scores are relative to the node.
    pub const fn mate_ply(&self, ply: Ply) -> Ply {
        if self.shared.options.delayed_loss { 0 } else { ply }
    }

    /// The continuation-history index at `ply`.
    pub fn continuation(&self, ply: Ply) -> ContinuationIndex {
        CONTINUATION_PLIES.map(|back| self.move_before(ply, back))
    }

    /// The move `back` plies before `ply`; `None` for a null move and above the root.
    pub fn move_before(&self, ply: Ply, back: usize) -> Option<PieceTo> {
        ply.checked_sub(back).and_then(|at| self.stack[at].piece_to)
    }

    /// Makes `mv`, whose [`Position::key_after`] is given, in `child`, a copy of the position of `node`, and pushes its stack entry.
    #[inline]
    pub fn make_move(
        &mut self,
        node: &NodeArgs<'_>,
        mv: Move,
        key_after: Key,
        child: &mut Position,
    ) {
        child.become_after(node.position, mv, key_after);
        self.push_stack(node.ply, Some(mv), child);
    }

    /// Sets up the stack entry below `ply` for `child`, reached by `mv` (`None` is a null move).
    pub fn push_stack(&mut self, ply: Ply, mv: Option<Move>, child: &Position) {
        let reversible_plies = match mv {
            Some(_) if child.halfmoves() > 0 => self.stack[ply].reversible_plies + 1,
            _ => 0,
        };
        self.stack[ply].is_quiet = mv.is_some_and(|mv| !is_noisy(mv));
        self.stack[ply].gain = mv.map_or(0, immediate_gain);
        self.stack[ply].piece_to = mv.map(|mv| PieceTo::new(!child.turn(), mv));
        let double_extensions = self.stack[ply].double_extensions;
        self.keys[self.history.len() + ply + 1] = child.key();
        let below = &mut self.stack[ply + 1];
        below.reversible_plies = reversible_plies;
        below.excluded_move = None;
        below.raw_eval = None;
        below.expected_eval = None;
        below.move_back = None;
        below.double_extensions = double_extensions;
        if O::ENABLED {
            self.path.truncate(ply);
            self.path.push(mv);
        }
    }

    /// The repetition of the position at `ply`: once on the path, or twice counting the game.
    pub fn find_repetition(&self, ply: Ply) -> Option<Repetition> {
        let (here, reversible) = (self.history.len() + ply, self.stack[ply].reversible_plies);
        let key = self.keys[here];
        let mut in_game = 0;
        // A position is repeated after four plies at the earliest.
        let before = self.keys[here - reversible..here].iter().rev().skip(3).step_by(2);
        for (step, _) in before.enumerate().filter(|&(_, &before)| before == key) {
            let back = 4 + 2 * step;
            if back < ply {
                return Some(Repetition::OnPath(ply - back));
            }
            // The root belongs to the game: with one more occurrence before it this is the third.
            in_game += 1;
            if in_game == 2 {
                return Some(Repetition::InGame);
            }
        }
        let root_repeated = ply > 0 && in_game == 1 && key == self.key(0);
        root_repeated.then_some(Repetition::OnPath(0))
    }

    /// The Zobrist key of the position at `ply`.
    pub fn key(&self, ply: Ply) -> Key {
        self.keys[self.history.len() + ply]
    }

    /// Sets the PV at `ply` to `mv` followed by the PV of the child.
    pub fn update_pv(&mut self, ply: Ply, mv: Move) {
        let (above, below) = self.stack.split_at_mut(ply + 1);
        let pv = &mut above[ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&below[0].pv);
    }
}

/// Nodes between two checks of the stop flag by a helper thread, and of the deepest iteration by every thread.
const HELPER_POLL: u64 = 1024;

impl<E: Evaluate, O: Observer> SearchProgress for Worker<'_, E, O> {
    fn nodes(&self) -> u64 {
        self.total_nodes()
    }

    fn depth(&self) -> u16 {
        u16::try_from(self.depth).unwrap_or(u16::MAX)
    }

    fn is_unresolved(&self) -> bool {
        self.root.is_unresolved()
    }

    fn report(&self) -> SearchReport {
        SearchReport {
            depth: u16::try_from(self.completed_depth).unwrap_or(u16::MAX),
            selective_depth: u16::try_from(self.selective_depth).unwrap_or(u16::MAX),
            nodes: self.total_nodes(),
            lines: self.root.lines(),
            current: self.root.current(SearchProgress::depth(self)),
            root_moves: self.root.report(self.nodes),
            hashfull: self.shared.tt.hashfull(),
            tablebase_hits: self.counters.tablebase_hits,
            shadow: self.counters.shadow,
            statistics: self.counters.report(self.nodes),
            activity: self.thread.evaluator.activity(),
            breakdown: self.root.breakdown.clone(),
            stop: self.stop,
        }
    }
}
