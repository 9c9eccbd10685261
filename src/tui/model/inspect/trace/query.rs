//! What is asked of the open traces, and the answers of the thread that reads the files.

use lucena_trace::diff::Difference;
use lucena_trace::record;
use lucena_trace::{Condition, Index, Node, Step};
use std::path::PathBuf;
use std::sync::Arc;

/// Something to be read from the open traces. `side` says from which.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum TraceQuery {
    /// Open one trace, or two to compare.
    Open(Vec<PathBuf>),
    /// The roots of an iteration.
    Roots { side: usize, iteration: usize },
    /// The events of a node.
    Node { side: usize, node: Box<Node> },
    /// Expand the best moves below a node, or of an iteration, and select the last.
    Principal { side: usize, from: Item },
    /// Select the next node that meets the condition, left after this offset.
    Find { side: usize, condition: Condition, after: u64 },
    /// Where the score of a node comes from.
    Origin { side: usize, offset: u64 },
    /// The TT entry of a node, and the node that stored it.
    Entry { side: usize, offset: u64 },
    /// What became of each move of a line from the root of an iteration.
    Line { side: usize, iteration: usize, moves: Vec<record::Move> },
    /// Write the subtree of a node for Graphviz.
    Export { side: usize, offset: u64, file: PathBuf },
}

/// What was read.
#[derive(Clone, Debug)]
pub enum TraceAnswer {
    /// The traces are open; of two, where they part.
    Opened(Vec<TraceHead>, Option<Box<Difference>>),
    /// The roots of an iteration.
    Roots(usize, usize, Vec<Node>),
    /// A node's offset and its events.
    Node(usize, u64, Vec<Step>),
    /// Select this node in that trace; everything above it was sent before.
    Select(usize, u64),
    /// Select where two traces part; everything above it was sent before.
    SelectDifference,
    /// An answer in words.
    Words(String),
    /// How far a pass over a file has come.
    Reading(String),
    /// The last answer of every query: something to tell, or what went wrong.
    Done(Result<Option<String>, String>),
}

/// An open trace.
#[derive(Clone, Debug)]
pub struct TraceHead {
    /// Its file.
    pub file: String,
    /// What is known of all of it.
    pub index: Arc<Index>,
    /// The root positions of its searches.
    pub roots: Vec<(String, Vec<record::Move>)>,
}

/// A row of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    /// A search of a file with several.
    Search(usize),
    /// An iteration of the file.
    Iteration(usize),
    /// A node, by its offset.
    Node(u64),
    /// An event that is no node: its node and place.
    Event(u64, usize),
}
