//! The search debugger without its screen: observers that record and step, and queries on what they recorded.
//!
//! | file | contents |
//! |---|---|
//! | `node_stack` | the purpose of each node, derived from the order of the hooks |
//! | `recorder`, `tree`, `export` | a part of the search tree in bounded memory, its queries, RON and Graphviz |
//! | `why_not`, `compare` | why a line was not played; two moves compared |
//! | `breakpoint`, `event`, `parse` | the breakpoint language |
//! | `stepper`, `console`, `paused` | a search that pauses, its commands and its state |
//! | `tracer` | writes an open search trace |
//! | `recording`, `recorded_task`, `root_trace` | a search saved in a file and replayed |
//! | `names` | names of node types, exit reasons and order reasons |
//!
//! Nothing here draws, reads a clock or writes a file.

mod breakpoint;
mod compare;
mod console;
mod event;
mod export;
pub mod names;
mod node_stack;
mod parse;
mod paused;
mod recorded_task;
mod recorder;
mod recording;
mod root_trace;
mod stepper;
mod tracer;
mod tree;
mod why_not;

pub use breakpoint::{BreakAction, BreakContext, Breakpoint, Condition, PositionKey, Switch};
pub use compare::{ComparedMove, EvalDifference, MoveComparison, compare};
pub use console::{BreakpointHit, Console, StepCommand};
pub use event::{Quantity, Relation, SearchEvent, SearchEvents};
pub use export::{to_graphviz, to_ron};
pub use node_stack::NodePurpose;
pub use parse::BreakpointSyntaxError;
pub use paused::{MoveStatus, PausePoint, PauseReason, PausedMove, PausedNode, PausedSearch};
pub use recorded_task::{RecordedTask, RecordingError};
pub use recorder::{DEFAULT_BYTES, KeepIterations, RecordScope, Recorder};
pub use recording::{Difference, RecordedResult, SearchRecording};
pub use root_trace::{RootTrace, RootUpdate};
pub use stepper::{FirstPause, Stepper, any_names};
pub use tracer::{Tracer, trace_move};
pub use tree::{NodeFilter, NodeId, SearchTree, SideSearches, SortBy, TreeNode};
pub use why_not::{MoveAnswer, MoveOutcome, Rejection, why_not};

#[cfg(test)]
mod tests;
