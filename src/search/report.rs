//! What a search says of itself: owned, plain data that can cross threads and be kept.

use crate::base::{Bound, Interval, Ply, Score};
use crate::knowledge::{Activity, Breakdown};
use crate::rules::Move;

/// A snapshot of a search, while it runs or after it. Scores are in the view of the side to move at the root.
#[derive(Clone, Debug, Default)]
pub struct SearchReport {
    /// Last completed iteration in plies.
    pub depth: u16,
    /// Longest line looked at, in plies from the root.
    pub selective_depth: u16,
    /// Nodes of this search, main and quiescence, all threads.
    pub nodes: u64,
    /// Principal variations, best first. Empty only when no move is legal.
    pub lines: Vec<Line>,
    /// The root move under search, with its number from 1.
    pub current: Option<(Move, usize)>,
    /// Every root move with its share of the work, in search order.
    pub root_moves: Vec<RootMove>,
    /// Entries of the hash table in use by this search, per mille.
    pub hash_per_mille: u16,
    /// Endgame-table positions found.
    pub tablebase_hits: u64,
    /// What repetitions did to scores and stores.
    pub shadow: ShadowCounters,
    /// Attempts and successes of each technique.
    pub statistics: Statistics,
    /// What moved in the evaluation network.
    pub activity: Activity,
    /// The root's static evaluation taken apart.
    pub breakdown: Breakdown,
    /// The root's static evaluation for the side to move.
    pub static_score: Score,
    /// Why the search ended; `None` while it runs.
    pub stop: Option<StopReason>,
}

impl SearchReport {
    /// Nodes below all root moves, those of the main thread like each root move's.
    #[must_use]
    pub fn root_nodes(&self) -> u64 {
        self.root_moves.iter().map(|root| root.nodes).sum()
    }
}

/// One principal variation.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// The score with repetitions counted as draws.
    pub score: Score,
    /// Whether `score` is exact or the iteration failed high or low.
    pub bound: Bound,
    /// Where the score would lie if repetitions of positions above were not draws.
    pub shadow: Option<Interval>,
    /// Ply (from the root; 0 is the root) of the earliest position whose repetition the score hangs on.
    pub depends_on: Option<Ply>,
    /// Iteration that gave it, in plies.
    pub depth: u16,
    /// Longest line below this root move.
    pub selective_depth: u16,
    /// The moves, the root move first; never runs past a third repetition.
    pub moves: Vec<Move>,
}

/// A root move and its share of the work.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Last score; a bound unless it was the best.
    pub score: Score,
    /// What kind of value `score` is.
    pub bound: Bound,
    /// Nodes spent below it, all iterations.
    pub nodes: u64,
    /// Replies searched below it with their nodes, for the tree-reuse figure.
    pub replies: Vec<(Move, u64)>,
}

/// Counters of the shadow score, always on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShadowCounters {
    /// Repetitions of a position on the search path.
    pub repetitions: u64,
    /// Third occurrences against the game itself: unconditional draws.
    pub game_draws: u64,
    /// Nodes whose real score lies outside, or does not exhaust, their shadow interval.
    pub differing: u64,
    /// Table stores with an interval narrowed to what does not depend on history.
    pub narrowed: u64,
    /// Table stores withheld because nothing history-free was known.
    pub withheld: u64,
    /// Table reads refused by the safe rule.
    pub refused: u64,
    /// Cut-offs by a stored lower bound.
    pub lower_cuts: u64,
    /// Cut-offs by a stored upper bound.
    pub upper_cuts: u64,
    /// Sum over dependent nodes of the plies between node and the position it depends on.
    pub dependence: u64,
}

/// How often a technique was tried, how often it cut or was confirmed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Times its conditions held.
    pub attempted: u64,
    /// Times it did what it hoped for.
    pub accepted: u64,
}

/// Counts by technique and by depth.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Technique names with their tallies, in the order of the search's numbered steps.
    pub techniques: Vec<(&'static str, Tally)>,
    /// Nodes of the thread that all these figures but `nodes_by_iteration` are of: the main one.
    pub nodes: u64,
    /// Quiescence nodes among them.
    pub quiescence_nodes: u64,
    /// Nodes of all threads when each iteration was completed; index 0 is depth 1.
    pub nodes_by_iteration: Vec<u64>,
    /// Beta cut-offs, and those by the first move tried.
    pub cutoffs: u64,
    /// Beta cut-offs by the first move.
    pub first_move_cutoffs: u64,
    /// Table probes.
    pub probes: u64,
    /// Table probes that found an entry of the position.
    pub hits: u64,
    /// Table stores.
    pub stores: u64,
    /// Stores that replaced another position's entry of this search.
    pub replaced: u64,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// Told to.
    Stopped,
    /// The depth limit was completed.
    Depth,
    /// The node limit was reached.
    Nodes,
    /// The time budget was used up.
    Budget,
    /// The fixed move time was used up.
    MoveTime,
    /// The asked-for mate, or a mate within the depth searched, was found.
    Mate,
    /// Only one move is legal.
    OnlyMove,
    /// No legal move.
    NoMoves,
    /// The best move is decided: it holds most of the work and does not change.
    Decided,
    /// The next iteration would not be finished in time.
    NoTimeForIteration,
}

impl StopReason {
    /// The reason in words, for the panel and the log.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Stopped => "told to stop",
            Self::Depth => "depth reached",
            Self::Nodes => "node limit reached",
            Self::Budget => "time budget used up",
            Self::MoveTime => "move time used up",
            Self::Mate => "mate found",
            Self::OnlyMove => "only one legal move",
            Self::NoMoves => "no legal move",
            Self::Decided => "the best move is decided",
            Self::NoTimeForIteration => "no time for another iteration",
        }
    }
}
