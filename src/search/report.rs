//! The report of a search: owned, plain data that can be sent between threads and stored.

use crate::base::{Bound, Interval, Ply, Score};
use crate::knowledge::{Activity, EvaluationTrace};
use crate::rules::Move;

/// A snapshot of a search, during or after it. Scores are from the view of the side to move at the root.
#[derive(Clone, Debug, Default)]
pub struct SearchReport {
    /// Last completed iteration in plies.
    pub depth: u16,
    /// Largest distance from the root reached, in plies (UCI `seldepth`).
    pub selective_depth: u16,
    /// Nodes of this search, main and quiescence, all threads.
    pub nodes: u64,
    /// Principal variations, best first. Empty only when no move is legal.
    pub lines: Vec<PvLine>,
    /// The root move that the main thread searches.
    pub current: Option<CurrentMove>,
    /// Every root move with its node count, in search order.
    pub root_moves: Vec<RootMove>,
    /// UCI `hashfull`: entries of the transposition table used by this search, per mille.
    pub hashfull: u16,
    /// Positions found in the tablebases (UCI `tbhits`).
    pub tablebase_hits: u64,
    /// Counters of the shadow score.
    pub shadow: ShadowCounters,
    /// Attempts and successes of each technique.
    pub statistics: Statistics,
    /// Activity of the evaluation network.
    pub activity: Activity,
    /// The static evaluation of the root by terms.
    pub breakdown: EvaluationTrace,
    /// Why the search ended; `None` while it runs.
    pub stop: Option<StopReason>,
}

impl SearchReport {
    /// Nodes below all root moves, main thread only like each root move's.
    pub fn root_nodes(&self) -> u64 {
        self.root_moves.iter().map(|root| root.nodes).sum()
    }

    /// Nodes after the last complete iteration.
    pub fn unfinished_nodes(&self) -> u64 {
        let complete = self.statistics.nodes_by_iteration.last().copied().unwrap_or(0);
        self.nodes.saturating_sub(complete)
    }
}

/// The root move under search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurrentMove {
    /// The move.
    pub mv: Move,
    /// Its number in the order of the iteration, from 1.
    pub number: usize,
    /// The iteration, in plies: with several threads not always the one after the last complete one.
    pub depth: u16,
}

/// One principal variation.
#[derive(Clone, Debug, Default)]
pub struct PvLine {
    /// The score with repetitions counted as draws.
    pub score: Score,
    /// Whether `score` is exact or the iteration failed high or low.
    pub bound: Bound,
    /// The shadow interval: the score if repetitions of positions above were not draws.
    pub shadow: Option<Interval>,
    /// Path dependency: ply from the root of the earliest position whose repetition the score depends on.
    pub depends_on: Option<Ply>,
    /// Iteration of the score, in plies.
    pub depth: u16,
    /// Largest distance from the root below this root move.
    pub selective_depth: u16,
    /// The moves, the root move first; ends at a third repetition.
    pub moves: Vec<Move>,
}

/// A root move with its score and node count.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Last score; a bound unless it was the best.
    pub score: Score,
    /// Bound type of `score`.
    pub bound: Bound,
    /// Iteration of `score`, in plies; 0 before its first search.
    pub depth: u16,
    /// The last iteration in which it was the best move when it was searched, 0 if none: later ones are ordered first,
    /// the others keep the order in which they were generated.
    pub best_at: u16,
    /// Its line of that iteration.
    pub line: PvLine,
    /// Shadow interval of `score`.
    pub shadow: Option<Interval>,
    /// Path dependency of `score`.
    pub depends_on: Option<Ply>,
    /// Nodes below it, all iterations.
    pub nodes: u64,
    /// Replies searched below it with their nodes, to compute tree reuse.
    pub replies: Vec<(Move, u64)>,
}

impl RootMove {
    /// A move that no iteration has searched.
    pub fn unsearched(mv: Move) -> Self {
        Self {
            mv,
            score: -Score::INFINITE,
            bound: Bound::Upper,
            depth: 0,
            best_at: 0,
            line: PvLine::default(),
            shadow: None,
            depends_on: None,
            nodes: 0,
            replies: Vec::new(),
        }
    }
}

/// Counters of the shadow score, always on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShadowCounters {
    /// Draws by repetition of a position on the search path.
    pub repetitions: u64,
    /// Third occurrences counting the game itself: unconditional draws.
    pub game_draws: u64,
    /// Nodes whose shadow interval is not exactly their real score.
    pub differing: u64,
    /// TT stores with weaker bounds because the real score depends on history.
    pub narrowed: u64,
    /// TT stores without history-free bounds because none is known.
    pub withheld: u64,
    /// TT stores of either kind that keep the real bound instead, for paths with the positions that it depends on.
    pub conditional: u64,
    /// TT cut-offs refused by the reading rule, or by a condition that the path does not meet.
    pub refused: u64,
    /// Cut-offs by a stored lower bound.
    pub lower_cuts: u64,
    /// Cut-offs by a stored upper bound.
    pub upper_cuts: u64,
    /// Sum over dependent nodes of the plies between the node and the position that it depends on.
    pub dependence: u64,
}

/// Attempts and successes of a technique.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TechniqueCount {
    /// Times its conditions held.
    pub attempted: u64,
    /// Times it succeeded.
    pub accepted: u64,
}

/// Counters of the search.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Technique names with their counts, in the order of the search's numbered steps.
    pub techniques: Vec<(&'static str, TechniqueCount)>,
    /// Nodes of the main thread; all counters except `nodes_by_iteration` are of this thread.
    pub nodes: u64,
    /// Quiescence search nodes among them.
    pub quiescence_nodes: u64,
    /// Nodes of all threads at the end of each iteration; index 0 is depth 1. A depth that no thread completed has those of the
    /// next one.
    pub nodes_by_iteration: Vec<u64>,
    /// Lines that each iteration searched; nodes of iterations with different numbers of lines cannot be compared.
    pub lines_by_iteration: Vec<u16>,
    /// Beta cut-offs.
    pub cutoffs: u64,
    /// Beta cut-offs by the first move.
    pub first_move_cutoffs: u64,
    /// TT probes.
    pub tt_probes: u64,
    /// TT probes that found an entry of the position.
    pub tt_hits: u64,
    /// TT stores.
    pub tt_stores: u64,
    /// TT stores that replaced another position's entry of this search.
    pub tt_replaced: u64,
}

/// The reason why a search stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
pub enum StopReason {
    /// Stopped by the caller.
    #[strum(serialize = "stopped")]
    Stopped,
    /// The iteration at the depth limit is complete.
    #[strum(serialize = "depth reached")]
    Depth,
    /// The node limit was reached.
    #[strum(serialize = "node limit reached")]
    Nodes,
    /// The time budget is used up.
    #[strum(serialize = "time budget used up")]
    Budget,
    /// The fixed time per move is used up.
    #[strum(serialize = "move time used up")]
    MoveTime,
    /// The requested mate, or a mate within the searched depth, is found.
    #[strum(serialize = "mate found")]
    Mate,
    /// Only one move is legal.
    #[strum(serialize = "only one legal move")]
    OnlyMove,
    /// No legal move.
    #[strum(serialize = "no legal move")]
    NoMoves,
    /// The best move is decided: it has most of the nodes and does not change.
    #[strum(serialize = "the best move is decided")]
    Decided,
    /// The time left is too short for another iteration.
    #[strum(serialize = "no time for another iteration")]
    NoTimeForIteration,
}
