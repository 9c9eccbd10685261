//! What goes between a front end and the engine thread: plain owned data, nothing formatted.

use crate::base::{Elo, Millis};
use crate::knowledge::CategoryWeights;
use crate::rules::{Move, Position};
use crate::search::{self, Parameters, SearchReport, ShadowMode, StopReason};
use crate::strength::{StrengthLevel, WeakenedMove};
use crate::timing::{self, Budget, ClockState};

/// One thing to think about.
#[derive(Clone, Debug)]
pub struct Go {
    /// Number of this thought; the report and the outcome carry it back.
    pub epoch: u64,
    /// Where the game began.
    pub start: Position,
    /// The moves since then; repetitions are seen through them.
    pub moves: Vec<Move>,
    /// How long and how far.
    pub limit: GoLimit,
    /// Root moves to consider; empty means all.
    pub search_moves: Vec<Move>,
    /// The strength dial for this move.
    pub dial: StrengthLevel,
    /// Begin by pondering: the limit counts from the ponder hit.
    pub ponder: bool,
}

impl Go {
    /// To think with full strength about every move, of what `start` and the `moves` since then lead to. The epoch is 0,
    /// for whoever numbers the thoughts to set.
    #[must_use]
    pub fn new(start: Position, moves: Vec<Move>, limit: GoLimit) -> Self {
        let (search_moves, dial) = (Vec::new(), StrengthLevel::Full);
        Self { epoch: 0, start, moves, limit, search_moves, dial, ponder: false }
    }
}

/// How long and how far to think. All given limits hold at once.
#[derive(Clone, Copy, Debug, Default)]
pub struct GoLimit {
    /// A game clock, handed to the time manager.
    pub clock: Option<ClockState>,
    /// A fixed time for this move.
    pub move_time: Option<Millis>,
    /// Plies.
    pub depth: Option<u16>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Full moves to a mate to look for.
    pub mate: Option<u16>,
    /// Think until told to stop, and do not answer before.
    pub infinite: bool,
}

/// Options that outlive a move.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineOptions {
    /// Size of the hash table in MiB.
    pub hash_mib: usize,
    /// Search threads.
    pub threads: usize,
    /// Lines with exact scores.
    pub multi_pv: usize,
    /// Taken off the clock for what lies between engine and opponent.
    pub move_overhead: Millis,
    /// Parameter text of the time manager, such as `smooth(init-nps=1000000)`.
    pub time_manager: String,
    /// What the hash table may keep and answer about repetitions.
    pub shadow: ShadowMode,
    /// Centipawns that a draw is worth less than nothing to the engine.
    pub contempt: i32,
    /// Folder of Syzygy tables; empty for none.
    pub syzygy_path: String,
    /// File for a search trace of every search; empty for none.
    pub trace_file: String,
    /// Which nodes the trace records, as in `docs/trace-format.md`; empty for all.
    pub trace_filter: String,
    /// Seed of the error draw.
    pub seed: u64,
    /// The dial's speed cap is multiplied by this: with all clocks divided by it, a limited engine plays the same game
    /// in less time, which makes calibration affordable.
    pub speed_scale: u32,
    /// Changes by the user to what the dial's law gives.
    pub emphasis: Option<CategoryWeights>,
    /// Margins and limits of the search's techniques; other than the defaults only to try them out.
    pub parameters: Parameters,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            hash_mib: 16,
            threads: 1,
            multi_pv: 1,
            move_overhead: Millis(30),
            time_manager: timing::PLAYING.to_owned(),
            shadow: ShadowMode::Fast,
            contempt: 0,
            syzygy_path: String::new(),
            trace_file: String::new(),
            trace_filter: String::new(),
            seed: 1,
            speed_scale: 1,
            emphasis: None,
            parameters: Parameters::default(),
        }
    }
}

impl EngineOptions {
    /// What of it the search is set to.
    #[must_use]
    pub fn search(&self) -> search::SearchOptions {
        search::SearchOptions {
            threads: self.threads,
            shadow: self.shadow,
            contempt: self.contempt,
            parameters: self.parameters.clone(),
            ..search::SearchOptions::default()
        }
    }
}

/// The newest picture of a thought. Published at every iteration and every 50 ms.
#[derive(Clone, Debug)]
pub struct Report {
    /// Which `Go` it belongs to.
    pub epoch: u64,
    /// The position being searched.
    pub root: Position,
    /// Time since `Go`, or since the ponder hit.
    pub elapsed: Millis,
    /// Nodes a second of this search so far; 0 before the first sample.
    pub nps: u64,
    /// Is this search still pondering?
    pub pondering: bool,
    /// The search itself.
    pub search: SearchReport,
    /// The time manager's account; `None` when it is bypassed (no clock).
    pub time: Option<TimeReport>,
    /// The strength dial's account.
    pub dial: DialReport,
}

/// The time manager's account of this move and of the ones before.
#[derive(Clone, Debug, Default)]
pub struct TimeReport {
    /// Every step to this move's budget.
    pub budget: Budget,
    /// The same for the previous move, to compare.
    pub previous: Option<Budget>,
    /// Smoothed nodes a second, now.
    pub nps: f64,
    /// Share of a tree that is reused, learned so far.
    pub tree_reuse: f64,
    /// Share of a budget that is used, learned so far.
    pub timeuse: f64,
    /// The engine's earlier moves of this game, oldest first.
    pub history: Vec<MoveTiming>,
}

/// How one move was timed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveTiming {
    /// Half-moves since the start of the game.
    pub ply: usize,
    /// Budget in ms.
    pub planned: f64,
    /// Time used in ms.
    pub used: f64,
    /// Reused and new nodes.
    pub total_nodes: u64,
    /// The three factors after the move: nodes a second, tree reuse, timeuse.
    pub factors: [f64; 3],
    /// Why the search stopped.
    pub stop: Option<StopReason>,
}

/// The strength dial's account.
#[derive(Clone, Debug, Default)]
pub struct DialReport {
    /// Where it stands.
    pub level: StrengthLevel,
    /// Nodes a second it allows; `None` for no cap.
    pub nps_cap: Option<u64>,
    /// Largest error and largest blunder in centipawns, and the blunder's chance in 128ths.
    pub errors: Option<(i32, i32, u8)>,
    /// Knowledge and material it leaves.
    pub emphasis: CategoryWeights,
    /// Time spent waiting for the cap, in this search.
    pub waited: Millis,
    /// What it did to the move, once chosen.
    pub weakened: Option<WeakenedMove>,
}

/// The answer to a `Go`; there is exactly one.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Which `Go` it answers.
    pub epoch: u64,
    /// The move; `None` when there is no legal one.
    pub best: Option<Move>,
    /// The reply expected, to ponder on.
    pub ponder: Option<Move>,
    /// The final report; its `search.stop` says why.
    pub report: Report,
}

/// The lowest and highest setting of the limited dial.
pub const DIAL_RANGE: (Elo, Elo) = (Elo(600), Elo(2600));
