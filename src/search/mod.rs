//! Layer 3: the search. It takes a position, limits, a limit checker and an observer, and returns a report.
//! It does not print, read a clock, or know that a front end exists.
//!
//! | file | contents |
//! |---|---|
//! | `searcher`, `worker` | public interface, helper threads; state of one thread |
//! | `root`, `root_moves` | iterative deepening, aspiration windows, root moves |
//! | `pv`, `mate_line` | lines that are legal; the end of a line with a mate score |
//! | `deepest_iteration` | the depth that each thread searches; the result of the one that completes an iteration first |
//! | `node`, `qsearch` | main search and quiescence search, as numbered steps |
//! | `terminal`, `tt_access`, `static_eval`, `node_pruning` | steps before the moves: draws, TT, evaluation, RFP, razoring, NMP, ProbCut |
//! | `move_pruning`, `extensions`, `search_move`, `lmr` | steps for each move: LMP, futility, SEE pruning, singular extension, PVS, LMR |
//! | `history_update` | step after the moves: killers, histories, correction history |
//! | `shadow`, `dependency` | algebra of real scores and history-free intervals; the positions that a score depends on |
//! | `deviations` | what each side has instead of a draw by repetition |
//! | `tt`, `tt_validity` | transposition table, clearing between searches |
//! | `move_picker`, `history`, `correction_history` | move ordering and what it learns |
//! | `move_values` | values of all moves at depths 1 to 6, for the human strength model |
//! | `recogniser`, `tablebase` | positions known without search |
//! | `observer`, `counters`, `report` | what front ends see |
//! | `observe` | recording, stepping, breakpoints |

pub mod counters;
pub mod dependency;
pub mod evaluate;
pub mod limit_checker;
pub mod limits;
pub mod move_values;
pub mod observe;
pub mod observer;
pub mod options;
pub mod parameters;
pub mod report;
pub mod searcher;
pub mod shadow;
pub mod tablebase;
pub mod tt;

mod correction_history;
mod deepest_iteration;
mod deviations;
mod extensions;
mod history;
mod history_update;
mod lmr;
mod mate_line;
mod move_picker;
mod move_pruning;
mod node;
mod node_args;
mod node_pruning;
mod pv;
mod qsearch;
mod recogniser;
mod root;
mod root_moves;
mod search_move;
mod static_eval;
mod terminal;
mod tt_access;
mod tt_validity;
mod worker;

pub use counters::Technique;
pub use deviations::Deviations;
pub use evaluate::Evaluate;
pub use limit_checker::{LimitChecker, NoLimits, SearchProgress};
pub use limits::{Limits, RESOLVE_FACTOR, Root};
pub use move_picker::{OrderReason, ScoredMove, sorted_moves};
pub use move_values::{MoveValueRecorder, VALUE_HASH_MIB, VALUE_NODES, ValueSearch};
pub use node_pruning::reverse_futility_score;
pub use observer::{
    DepthView, EvalView, ExitReason, ExitView, NodeType, NodeView, NullObserver, Observer,
    ProbeView, PrunedView, SearchedView, StoredView,
};
pub use options::{DrawByPly, Pruning, SearchOptions, ShadowMode, TableBounds};
pub use parameters::{Parameter, ParameterFile, ParameterProvenance, Parameters};
pub use recogniser::known_draw;
pub use report::{
    CurrentMove, PvLine, RootMove, SearchReport, ShadowCounters, Statistics, StopReason,
    TechniqueCount,
};
pub use searcher::Searcher;
pub use shadow::{Value, Window};
pub use tablebase::{TablebaseError, Tablebases};
pub use tt::{TranspositionTable, TtError};
