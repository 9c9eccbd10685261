//! The search trace: an open format for what a chess engine's search did, node by node, so that one viewer and one
//! comparison serve every engine. The format is described in `docs/trace-format.md` of Lucena's sources.
//!
//! | module | what |
//! |---|---|
//! | [`record`] | the records of the format as values |
//! | [`Writer`], [`off`] | writes a trace from a search, or compiles to nothing |
//! | [`Reader`] | reads one record by record |
//! | [`open`], [`Index`], [`Trace`] | any node of a large file by a few short reads |
//! | [`stat`] | figures |
//! | [`diff`] | the first difference of two traces |
//! | [`origin`] | where a score comes from |
//! | [`Condition`] | filters, and the next node that meets one |
//! | [`export`] | Graphviz and JSON lines |
//!
//! Nothing here knows chess: a move is two squares and a promotion. Reading never panics and keeps to bounded memory
//! whatever the file holds: what is at fault ends the reading, with the offset of the record and words.
//!
//! ```
//! use lucena_trace::record::{Bound, Enter, Flags, Move};
//! use lucena_trace::{Index, Trace, Writer};
//! use std::io::Cursor;
//!
//! let mut writer = Writer::new(Vec::new(), "Example", "1.0", "").unwrap();
//! writer.search("startpos", &[]);
//! writer.iteration(1, -100, 100, 1);
//! writer.enter(&Enter { flags: Flags::PV, mv: Move::NONE, depth: 1, alpha: -100, beta: 100 });
//! writer.best(Move::parse("e2e4").unwrap());
//! writer.exit(20, Bound::Exact);
//! writer.end(1, Move::parse("e2e4").unwrap(), 20);
//! let file = writer.close().unwrap();
//!
//! let index = Index::scan(&file[..], |_| true).unwrap();
//! let mut trace = Trace::new(Cursor::new(&file), index).unwrap();
//! let root = &trace.roots(0).unwrap()[0];
//! assert_eq!(root.exit.unwrap().best.to_string(), "e2e4");
//! ```

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod condition;
pub mod diff;
pub mod export;
mod file;
mod index;
mod line;
pub mod off;
pub mod origin;
mod reader;
pub mod record;
pub mod stat;
mod tree;
mod words;
mod writer;

pub use condition::{Condition, Ending, GRAMMAR};
pub use file::{check_regular, explain_dash, index_path, open};
pub use index::{Header, Index, Iteration, RootResult, Search, Span};
pub use reader::{Error, Fault, FaultKind, Located, Reader};
pub use tree::{Node, Opened, Step, Trace, path};
pub use words::Names;
pub use writer::{Filter, Writer};
