//! The debugger below the screen: observers that record, step and count, and the questions asked of what they saw.
//!
//! | file | what |
//! |---|---|
//! | `track` | why a node is searched, from the order of the hooks |
//! | `recorder`, `tree`, `export` | a bounded piece of the tree, walked and written out |
//! | `why_not`, `compare` | why a line was not played, why this move and not that one |
//! | `breakpoint`, `event`, `parse` | the language of breakpoints |
//! | `stepper`, `console`, `paused` | stopping a search and what it shows then |
//! | `case`, `ledger` | a search saved in a file and replayed |
//! | `words` | the search's terms in words |
//!
//! Nothing here draws, reads a clock or writes a file. A search without an observer pays nothing for it.

mod breakpoint;
mod case;
mod compare;
mod console;
mod event;
mod export;
mod ledger;
mod parse;
mod paused;
mod recorder;
mod stepper;
mod track;
mod tree;
mod why_not;
pub mod words;

pub use breakpoint::{Breakpoint, Condition, Moment, Place, Response, Switch};
pub use case::{Case, CaseError, Course, Difference};
pub use compare::{Comparison, Contender, Contrast, compare};
pub use console::{Channels, Command, Console, Hit};
pub use event::{Event, Events, Quantity, Relation};
pub use export::{to_graphviz, to_ron};
pub use ledger::{Ledger, Milestone};
pub use parse::SyntaxError;
pub use paused::{Halt, MoveFate, Paused, PausedMove, PausedNode, Turn};
pub use recorder::{DEFAULT_BYTES, Keep, Recorder, Scope};
pub use stepper::{Stepper, any_names};
pub use track::Purpose;
pub use tree::{Asides, Filter, Node, NodeId, SortBy, Tree};
pub use why_not::{Answer, Fate, Rejection, read_line, why_not};

#[cfg(test)]
mod tests;
