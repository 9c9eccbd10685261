//! The messages between a front end and the engine thread: plain owned data, nothing formatted.

use super::debug_messages::DebugEvent;
use crate::base::Millis;
use crate::knowledge::CategoryWeights;
use crate::rules::{Color, Move, Position, parse_move};
use crate::search::{PvLine, Root, SearchReport, StopReason};
use crate::strength::{StrengthLevel, WeakenedMove};
use crate::timing::{Budget, ClockState, LearnedFactors};

/// Log target of the engine thread.
pub const LOG_TARGET: &str = "lucena-engine";

/// A notice from the engine thread, delivered by the callback given to [`Engine::start`](super::Engine::start).
#[derive(Clone, Debug)]
pub enum Notice {
    /// A newer report is available; one notice may stand for several reports.
    Report,
    /// The outcome of a `Go`.
    Done(Box<Outcome>),
    /// The engine panicked and was replaced; there is no outcome for this search.
    Died {
        /// The epoch of the lost search.
        epoch: u64,
        /// The panic message.
        message: String,
    },
    /// All earlier requests are done.
    Ready,
    /// An event of an observed search, or the reply to a query.
    Debug(Box<DebugEvent>),
    /// A message for the user, such as a refused option and the value used instead.
    Message(String),
}

/// One search request.
#[derive(Clone, Debug)]
pub struct Go {
    /// Number of this search; its reports and its outcome carry it.
    pub epoch: u64,
    /// Start position of the game.
    pub start: Position,
    /// The moves since then, for the detection of repetitions.
    pub moves: Vec<Move>,
    /// The limits.
    pub limit: GoLimit,
    /// Root moves to search; empty means all.
    pub search_moves: Vec<Move>,
    /// Strength level of this move.
    pub dial: StrengthLevel,
    /// Start pondering: the limits apply from the ponder hit.
    pub ponder: bool,
    /// The side that loses by any repetition, for the analysis of a draw ([`crate::search::SearchOptions`]).
    pub deviating: Option<Color>,
}

impl Go {
    /// A search of the position after `moves` from `start`, all root moves, at full strength. The epoch is 0; the caller
    /// sets it.
    pub fn new(start: Position, moves: Vec<Move>, limit: GoLimit) -> Self {
        let (search_moves, dial) = (Vec::new(), StrengthLevel::Full);
        let deviating = None;
        Self { epoch: 0, start, moves, limit, search_moves, dial, ponder: false, deviating }
    }

    /// The position to search with the keys of the earlier positions.
    pub fn root(&self) -> Root {
        let mut root =
            Root { position: self.start.clone(), history: Vec::with_capacity(self.moves.len()) };
        for mv in &self.moves {
            root.history.push(root.position.key());
            root.position.play(*mv);
        }
        root
    }
}

/// The limits of a search. All given limits apply.
#[derive(Clone, Copy, Debug, Default)]
pub struct GoLimit {
    /// The game clock, for the time manager.
    pub clock: Option<ClockState>,
    /// Fixed time for this move.
    pub move_time: Option<Millis>,
    /// Depth in plies.
    pub depth: Option<u16>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Past `nodes` or `move_time`, up to four times as much, the search goes on until an aspiration window that has failed is
    /// resolved: till then the score is a bound, whose line ends after a move or two.
    pub resolve_window: bool,
    /// Mate in this many full moves.
    pub mate: Option<u16>,
    /// Lines with exact scores, if not as many as the option `MultiPV` says.
    pub lines: Option<usize>,
    /// Search until stopped; no outcome before.
    pub infinite: bool,
}

impl GoLimit {
    /// Is there a limit that ends the search?
    pub const fn is_bounded(&self) -> bool {
        let limited = self.clock.is_some()
            || self.move_time.is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some();
        limited && !self.infinite
    }
}

/// A report of a running search. Published after every iteration and every 50 ms.
#[derive(Clone, Debug)]
pub struct Report {
    /// Epoch of its `Go`.
    pub epoch: u64,
    /// The position being searched.
    pub root: Position,
    /// Time since the `Go`, or since the ponder hit.
    pub elapsed: Millis,
    /// Time of the search before the ponder hit; 0 without one.
    pub pondered: Millis,
    /// Time of the search that began again to be observed, of which nodes, speed and lines are: without pauses. `None` if it did not.
    pub again: Option<Millis>,
    /// Nodes per second of this search, pondering included; 0 in the first millisecond.
    pub nps: u64,
    /// Is the search pondering?
    pub pondering: bool,
    /// Report of the search.
    pub search: SearchReport,
    /// Report of the time manager; `None` without a clock.
    pub time: Option<TimeReport>,
    /// Report of the strength limits.
    pub dial: DialReport,
}

impl Report {
    /// The move that is played: not the best one if the strength limits chose another.
    pub fn played_move(&self) -> Option<Move> {
        let weakened = self.dial.weakened.as_ref();
        let played = weakened.and_then(|it| parse_move(&self.root, &it.played.uci).ok());
        played.or_else(|| self.search.lines.first()?.moves.first().copied())
    }

    /// The line of the move that is played: not the best one if the strength limits chose another.
    pub fn played_line(&self) -> Option<&PvLine> {
        let (lines, played) = (&self.search.lines, self.played_move());
        lines.iter().find(|line| line.moves.first().copied() == played).or_else(|| lines.first())
    }
}

/// Report of the time manager about this move and the earlier ones.
#[derive(Clone, Debug, Default)]
pub struct TimeReport {
    /// Budget of this move.
    pub budget: Budget,
    /// Budget of the previous move.
    pub previous: Option<Budget>,
    /// The learned factors.
    pub factors: LearnedFactors,
    /// Earlier moves of the engine in this game, oldest first.
    pub history: Vec<MoveTiming>,
}

/// Timing of one move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveTiming {
    /// Plies since the start of the game.
    pub ply: usize,
    /// Budget in ms.
    pub planned: f64,
    /// Time used in ms.
    pub used: f64,
    /// Reused and new nodes.
    pub total_nodes: u64,
    /// The factors after the move.
    pub factors: LearnedFactors,
    /// Why the search stopped.
    pub stop: Option<StopReason>,
}

/// Report of the strength limits.
#[derive(Clone, Debug, Default)]
pub struct DialReport {
    /// Strength level.
    pub level: StrengthLevel,
    /// Speed cap in nodes per second.
    pub nps_cap: Option<u64>,
    /// Category weights and piece values in use.
    pub emphasis: CategoryWeights,
    /// Time slept because of the speed cap in this search.
    pub waited: Millis,
    /// The choice of a weakened move, once made.
    pub weakened: Option<WeakenedMove>,
}

/// The outcome of a search; there is exactly one for each `Go`.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Epoch of its `Go`.
    pub epoch: u64,
    /// The best move; `None` without a legal one.
    pub best: Option<Move>,
    /// The expected reply, to ponder on.
    pub ponder: Option<Move>,
    /// The final report; its `search.stop` is the stop reason.
    pub report: Report,
}
