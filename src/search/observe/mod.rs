//! The debugger below the screen: observers that record, step and count, and the questions asked of what they saw.
//!
//! | file | what |
//! |---|---|
//! | `track` | why a node is searched, from the order of the hooks |
//! | `recorder`, `tree`, `export` | a bounded piece of the tree, walked and written out |
//! | `why_not`, `compare` | why a line was not played, why this move and not that one |
//! | `breakpoint`, `event`, `parse` | the language of breakpoints |
//! | `stepper`, `console`, `paused` | stopping a search and what it shows then |
//! | `tracer` | writes an open search trace |
//! | `case`, `ledger` | a search saved in a file and replayed |
//! | `words` | the search's terms in words |
//!
//! Nothing here draws, reads a clock or writes a file. A search without an observer pays nothing for it.

mod breakpoint;
mod compare;
mod console;
mod event;
mod export;
pub mod names;
mod node_stack;
mod parse;
mod paused;
mod recorder;
mod recording;
mod root_trace;
mod stepper;
mod tracer;
mod tree;
mod why_not;

pub use breakpoint::{BreakAction, BreakContext, Breakpoint, Condition, PositionKey, Switch};
pub use compare::{ComparedMove, EvalDifference, MoveComparison, compare};
pub use console::{BreakpointHit, ChannelConsole, Console, StepCommand};
pub use event::{Quantity, Relation, SearchEvent, SearchEvents};
pub use export::{to_graphviz, to_ron};
pub use node_stack::NodePurpose;
pub use parse::BreakpointSyntaxError;
pub use paused::{MoveStatus, PausePoint, PauseReason, PausedMove, PausedNode, PausedSearch};
pub use recorder::{DEFAULT_BYTES, KeepIterations, RecordScope, Recorder};
pub use recording::{Difference, RecordedResult, RecordingError, SearchRecording};
pub use root_trace::{RootTrace, RootUpdate};
pub use stepper::{Stepper, any_names};
pub use tracer::{Tracer, trace_move};
pub use tree::{NodeFilter, NodeId, SearchTree, SideSearches, SortBy, TreeNode};
pub use why_not::{MoveAnswer, MoveOutcome, Rejection, read_line, why_not};

#[cfg(test)]
mod tests;
