//! One thread of a search: its stack of frames, its tables and counters, and the moments at which it looks up.
//!
//! The tree itself is in `node`, `quiescence`, `prune` and `root`; they are all methods of [`Worker`].

use super::correction::Correction;
use super::counters::Counters;
use super::histories::{Context, Histories, PieceTo};
use super::order::Ranked;
use super::reductions::Reductions;
use super::root::RootMoves;
use super::shadow::Value;
use super::{
    Evaluate, LeftView, Limits, NodeKind, NodeView, Observer, Options, Parameters, Progress,
    SearchReport, StopReason, Supervisor, Table, Tablebases,
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
pub(super) struct Shared<'a> {
    pub table: &'a Table,
    pub tablebases: Option<&'a Tablebases>,
    pub options: &'a Options,
    pub limits: &'a Limits,
    /// Raised by the main thread when it ends.
    pub stop: AtomicBool,
    /// Nodes of the helper threads.
    pub helper_nodes: AtomicU64,
}

/// What one thread keeps from search to search.
#[derive(Debug)]
pub(super) struct Memory<E> {
    pub evaluator: E,
    pub histories: Histories,
    pub correction: Correction,
}

impl<E> Memory<E> {
    pub(super) fn new(evaluator: E) -> Self {
        Self { evaluator, histories: Histories::new(), correction: Correction::new() }
    }

    pub(super) fn clear(&mut self) {
        self.histories.clear();
        self.correction.clear();
    }
}

/// What is known of one ply of the path.
#[derive(Debug)]
pub(super) struct Frame {
    /// The position's key.
    pub key: Key,
    /// Plies since the last irreversible or null move, before the root included.
    pub reversible: usize,
    /// The corrected evaluation for the side to move; `None` in check.
    pub evaluation: Option<Score>,
    /// The move under search, as an index for the continuation histories.
    pub played: Option<PieceTo>,
    /// Moves that cut off at this ply.
    pub killers: [PackedMove; 2],
    /// A move that the node must leave out.
    pub excluded: Option<Move>,
    /// The principal variation from here.
    pub line: Vec<Move>,
    /// Buffer for the ordered moves.
    pub moves: Vec<Ranked>,
    /// Double extensions on the path to here.
    pub doubles: u8,
}

impl Frame {
    const fn new() -> Self {
        Self {
            key: 0,
            reversible: 0,
            evaluation: None,
            played: None,
            killers: [PackedMove::NONE; 2],
            excluded: None,
            line: Vec::new(),
            moves: Vec::new(),
            doubles: 0,
        }
    }
}

/// A repetition of the position at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repeat {
    /// Of the position at this ply of the path.
    Path(Ply),
    /// The third occurrence against the game.
    Game,
}

pub(super) struct Worker<'a, E, O> {
    pub shared: &'a Shared<'a>,
    pub parameters: &'a Parameters,
    pub reductions: Reductions,
    pub memory: &'a mut Memory<E>,
    pub observer: &'a mut O,
    /// Only the main thread has one.
    pub supervisor: Option<&'a mut dyn Supervisor>,
    pub frames: Vec<Frame>,
    /// The moves from the root, for the observer.
    pub path: Vec<Option<Move>>,
    /// Keys of the game before the root, oldest first.
    pub history: &'a [Key],
    pub root: RootMoves,
    pub counters: Counters,
    pub nodes: u64,
    /// Node count at which to look up next.
    pub look_up: u64,
    pub completed_depth: Depth,
    pub selective_depth: usize,
    /// No null move above this ply while a null move is verified.
    pub null_allowed_from: Ply,
    pub stop: Option<StopReason>,
}

impl<'a, E: Evaluate, O: Observer> Worker<'a, E, O> {
    pub(super) fn new(
        shared: &'a Shared<'a>,
        (memory, observer): (&'a mut Memory<E>, &'a mut O),
        supervisor: Option<&'a mut dyn Supervisor>,
        (position, history): (&Position, &'a [Key]),
    ) -> Self {
        let mut frames: Vec<Frame> = Vec::new();
        frames.resize_with(Score::MAX_PLY + 2, Frame::new);
        frames[0].key = position.key();
        frames[0].reversible = history.len().min(position.halfmoves() as usize);
        let mut worker = Self {
            shared,
            parameters: &shared.options.parameters,
            reductions: Reductions::new(&shared.options.parameters),
            memory,
            observer,
            supervisor,
            frames,
            path: Vec::with_capacity(Score::MAX_PLY),
            history,
            root: RootMoves::new(position, &shared.limits.moves),
            counters: Counters::default(),
            nodes: 0,
            look_up: 0,
            completed_depth: 0,
            selective_depth: 0,
            null_allowed_from: 0,
            stop: None,
        };
        worker.plan_look_up();
        worker
    }

    /// Counts a node and, when it is time, asks whether to go on.
    pub(super) fn count_node(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.look_up {
            self.look_up()?;
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn look_up(&mut self) -> Result<(), Stopped> {
        if self.shared.limits.nodes.is_some_and(|limit| self.total_nodes() >= limit) {
            return self.end(StopReason::Nodes);
        }
        if let Some(supervisor) = self.supervisor.take() {
            let answer = supervisor.poll(self);
            self.supervisor = Some(supervisor);
            if let ControlFlow::Break(reason) = answer {
                return self.end(reason);
            }
        } else {
            if self.shared.stop.load(Relaxed) {
                return self.end(StopReason::Stopped);
            }
            self.shared.helper_nodes.fetch_add(HELPER_POLL, Relaxed);
        }
        self.plan_look_up();
        Ok(())
    }

    fn plan_look_up(&mut self) {
        let every =
            self.supervisor.as_ref().map_or(HELPER_POLL, |it| u64::from(it.poll_every().max(1)));
        let limit = match (self.shared.limits.nodes, &self.supervisor) {
            (Some(limit), Some(_)) => limit.saturating_sub(self.shared.helper_nodes.load(Relaxed)),
            _ => u64::MAX,
        };
        self.look_up = (self.nodes + every).min(limit);
    }

    /// Ends the search for `reason`.
    pub(super) fn end<T>(&mut self, reason: StopReason) -> Result<T, Stopped> {
        self.stop = Some(reason);
        Err(Stopped)
    }

    /// Nodes of all threads, those of the helpers as they last reported.
    pub(super) fn total_nodes(&self) -> u64 {
        self.nodes + self.shared.helper_nodes.load(Relaxed)
    }

    /// The draw score for the side to move at `ply`.
    pub(super) const fn draw(&self, ply: Ply) -> Score {
        self.shared.options.draw(ply)
    }

    /// The moves that led to `ply`, nearest first.
    pub(super) fn context(&self, ply: Ply) -> Context {
        let back = |plies: usize| ply.checked_sub(plies).and_then(|at| self.frames[at].played);
        [back(1), back(2)]
    }

    /// Plays `mv` at `ply`, with the frame below opened for the position it leads to and its table entry announced.
    #[inline]
    pub(super) fn make(&mut self, position: &Position, ply: Ply, mv: Move) -> Position {
        self.shared.table.announce(position.likely_key_after(mv));
        let child = position.after(mv);
        self.descend(ply, Some(mv), &child);
        child
    }

    /// Opens the frame below `ply` for `child`, reached by `mv` (`None` passes the move).
    pub(super) fn descend(&mut self, ply: Ply, mv: Option<Move>, child: &Position) {
        let reversible = match mv {
            Some(_) if child.halfmoves() > 0 => self.frames[ply].reversible + 1,
            _ => 0,
        };
        self.frames[ply].played = mv.map(|mv| PieceTo::new(!child.turn(), mv));
        let doubles = self.frames[ply].doubles;
        let below = &mut self.frames[ply + 1];
        below.key = child.key();
        below.reversible = reversible;
        below.excluded = None;
        below.doubles = doubles;
        if O::WATCHES {
            self.path.truncate(ply);
            self.path.push(mv);
        }
    }

    /// Has the position at `ply` been on the path, or twice in the game?
    pub(super) fn repetition(&self, ply: Ply) -> Option<Repeat> {
        let frame = &self.frames[ply];
        let mut in_game = 0;
        for back in (4..=frame.reversible).step_by(2) {
            if back <= ply {
                let at = ply - back;
                if self.frames[at].key == frame.key {
                    if at > 0 {
                        return Some(Repeat::Path(at));
                    }
                    // The root stands in the game: once more before it, and this is a plain third occurrence.
                    in_game = 1;
                }
            } else if self.history[self.history.len() - (back - ply)] == frame.key {
                in_game += 1;
            }
            if in_game == 2 {
                return Some(Repeat::Game);
            }
        }
        let root_repeated = ply > 0 && in_game == 1 && frame.key == self.frames[0].key;
        root_repeated.then_some(Repeat::Path(0))
    }

    /// Copies the child's line behind `mv`.
    pub(super) fn extend_line(&mut self, ply: Ply, mv: Move) {
        let (above, below) = self.frames.split_at_mut(ply + 1);
        let line = &mut above[ply].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0].line);
    }

    /// Shows the observer a node's beginning.
    pub(super) fn show_enter(
        &mut self,
        position: &Position,
        (alpha, beta): (Score, Score),
        (ply, depth): (Ply, Depth),
        kind: NodeKind,
    ) -> Result<(), Stopped> {
        if O::WATCHES {
            self.path.truncate(ply);
            let view = NodeView {
                ply,
                position,
                path: &self.path,
                alpha,
                beta,
                depth,
                kind,
                excluded: self.frames[ply].excluded,
                nodes: self.nodes,
            };
            if self.observer.enter(&view).is_break() {
                return self.end(StopReason::Stopped);
            }
        }
        Ok(())
    }

    /// Shows the observer a node's end and hands its value on.
    pub(super) fn leave(
        &mut self,
        ply: Ply,
        value: Value,
        best: Option<Move>,
        ending: super::Ending,
    ) -> Result<Value, Stopped> {
        if O::WATCHES {
            let left = LeftView { value, best, ending, nodes: self.nodes };
            if self.observer.leave(ply, &left).is_break() {
                return self.end(StopReason::Stopped);
            }
        }
        Ok(value)
    }
}

/// Nodes between two looks of a helper thread at the stop flag.
const HELPER_POLL: u64 = 1024;

impl<E: Evaluate, O: Observer> Progress for Worker<'_, E, O> {
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
            hash_per_mille: self.shared.table.per_mille(),
            tablebase_hits: self.counters.tablebase_hits,
            shadow: self.counters.shadow,
            statistics: self.counters.statistics(self.nodes),
            activity: self.memory.evaluator.activity(),
            breakdown: self.root.breakdown.clone(),
            static_score: self.root.static_score,
            stop: self.stop,
        }
    }
}
