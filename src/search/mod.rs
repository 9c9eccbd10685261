//! Floor 3: the search. It takes a position, limits, a supervisor and an observer, and returns data.
//! It does not print, read a clock, or know that a front end exists.
//!
//! | file | what |
//! |---|---|
//! | `searcher` | the caller's side, and the helper threads |
//! | `root` | root moves, iterations, aspiration windows |
//! | `node`, `quiescence` | the tree |
//! | `knowing`, `prune`, `skip`, `moving`, `learning` | the steps of a node: before, at and after its moves |
//! | `shadow` | the algebra of real scores and history-free intervals |
//! | `table`, `memory` | the hash table and its memory |
//! | `order`, `histories`, `correction`, `reductions` | what is learned and used for order and depth |
//! | `recogniser`, `tablebase` | what is known without search |
//! | `observer`, `counters`, `report` | what is shown |

pub mod counters;
pub mod evaluate;
pub mod limit_checker;
pub mod limits;
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
mod history;
mod history_update;
mod lmr;
mod memory;
mod move_picker;
mod move_pruning;
mod node;
mod node_args;
mod node_pruning;
mod pv;
mod qsearch;
mod recogniser;
mod root;
mod search_move;
mod static_eval;
mod tt_validity;
mod worker;

pub use counters::Technique;
pub use evaluate::Evaluate;
pub use limit_checker::{LimitChecker, NoLimits, SearchProgress};
pub use limits::{Limits, Root};
pub use move_picker::{ScoredMove, sorted_moves};
pub use observer::{
    ExitReason, ExitView, NodeType, NodeView, NullObserver, Observer, OrderReason, ProbeView,
    PrunedView, SearchedView,
};
pub use options::{DrawByPly, Pruning, SearchOptions, ShadowMode};
pub use parameters::{Parameter, Parameters};
pub use report::{
    PvLine, RootMove, SearchReport, ShadowCounters, Statistics, StopReason, TechniqueCount,
};
pub use searcher::Searcher;
pub use shadow::Value;
pub use tablebase::{TablebaseError, Tablebases};
pub use tt::{TranspositionTable, TtError};
