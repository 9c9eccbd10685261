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
pub mod limits;
pub mod observe;
pub mod observer;
pub mod options;
pub mod parameters;
pub mod report;
pub mod searcher;
pub mod shadow;
pub mod supervisor;
pub mod table;
pub mod tablebase;

mod correction;
mod histories;
mod knowing;
mod learning;
mod line;
mod memory;
mod moving;
mod node;
mod order;
mod past;
mod prune;
mod quiescence;
mod recogniser;
mod reductions;
mod root;
mod skip;
mod visit;
mod worker;

pub use counters::Technique;
pub use evaluate::Evaluate;
pub use limits::{Limits, Root};
pub use observer::{
    Ending, LeftView, NodeKind, NodeView, Observer, OrderReason, ProbeView, Silent, SkippedView,
    TriedView,
};
pub use options::{DrawByPly, Options, Selectivity, ShadowMode};
pub use order::{Ranked, in_order};
pub use parameters::{Parameter, Parameters};
pub use report::{Line, RootMove, SearchReport, ShadowCounters, Statistics, StopReason, Tally};
pub use searcher::Searcher;
pub use shadow::Value;
pub use supervisor::{Progress, Supervisor, Unattended};
pub use table::{Table, TableError};
pub use tablebase::{TablebaseError, Tablebases};
