//! The messages of the debugger: settings, queries and replies, as plain data.

use crate::rules::{Key, Move, Position};
use crate::search::observe::{
    Breakpoint, BreakpointHit, Difference, MoveAnswer, MoveComparison, PausedSearch,
    SearchRecording, SearchTree,
};
use crate::search::tt::TtEntry;
use crate::strength::MoveScore;
use std::sync::Arc;

/// How the following searches are observed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DebugSettings {
    /// Whether searches are observed.
    pub observation: Observation,
    /// Where to pause or log.
    pub breakpoints: Vec<Breakpoint>,
    /// Whether the state before each search is kept, so that it can be searched again to the same node and stepped
    /// backwards. Costs a second transposition table, and the time to copy it.
    pub remember: bool,
}

/// Whether searches are observed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Observation {
    /// Only on request: full speed until then.
    #[default]
    Off,
    /// From the start of each search.
    On,
    /// From the start of each search, paused at the first node.
    FromPause,
}

/// An event of an observed search, or the reply to a query.
#[derive(Clone, Debug)]
pub enum DebugEvent {
    /// The search with this epoch is paused, and its clock too.
    Paused(u64, Box<PausedSearch>),
    /// The search with this epoch is done again up to a point at which it pauses. Sent at the start and on the way; a
    /// [`StepCommand::Continue`](crate::search::observe::StepCommand::Continue) gives the pause up.
    Repeats(u64, RepeatProgress),
    /// The search with this epoch continues.
    Resumed(u64),
    /// The search with this epoch, which was to pause, is complete: it only waits to be stopped, or for a ponder hit.
    Complete(u64),
    /// Log breakpoints were hit in the search with this epoch, in this order.
    Hits(u64, Vec<BreakpointHit>),
    /// The reply to the query with this number.
    Reply(u64, Reply),
}

/// How far a search is that is done again up to a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepeatProgress {
    /// The point.
    pub goal: RepeatGoal,
    /// The iteration that is searched now; 0 before the first.
    pub iteration: u16,
    /// Nodes so far.
    pub nodes: u64,
}

/// The point up to which a search is done again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepeatGoal {
    /// The root of this iteration; how many nodes it takes is not known before.
    Iteration(u16),
    /// The node with this number.
    Node(u64),
}

/// A search of the engine, up to one of its nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchedNodes {
    /// The epoch of its `Go`.
    pub epoch: u64,
    /// Nodes of the report that the query is about; [`u64::MAX`] is the whole search.
    pub nodes: u64,
}

/// How a tree relates to the search that it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Provenance {
    /// The tree of that search, node by node.
    Same,
    /// The search had several threads, whose tree cannot be repeated: that of one thread.
    Threads,
    /// The state before the search is not kept, because of the size of the table or of a later search: searched from an
    /// empty table.
    EmptyTable,
}

impl Provenance {
    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Same => "the tree of the search on the screen, searched again to the same node",
            Self::Threads => {
                "not the same tree: the search had several threads, this is searched again with one"
            }
            Self::EmptyTable => {
                "not the same tree: the table before the search is not kept, this is searched from an empty one"
            }
        }
    }
}

/// Why a search cannot be repeated from a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unrepeatable {
    /// It, or one before it, had several threads.
    Threads,
    /// It, or one before it, had tablebases.
    Tablebases,
    /// The table or the histories have been cleared, or the options changed, since it.
    Cleared,
}

impl Unrepeatable {
    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Threads => "a search with several threads cannot be repeated",
            Self::Tablebases => "a search with tablebases cannot be repeated without them",
            Self::Cleared => {
                "the table has been cleared or the options have changed since the search"
            }
        }
    }
}

/// A query about a search. The recording defines the search; [`recording_of`](super::recording_of) makes it from a
/// finished one.
#[derive(Clone, Debug)]
pub enum Query {
    /// The search tree below a line.
    Explore {
        /// The search.
        case: Box<SearchRecording>,
        /// The same search, in case the engine keeps the state before it.
        search: SearchedNodes,
        /// Moves from its root, SAN or UCI.
        line: Vec<String>,
        /// Levels of the tree; `usize::MAX` for all.
        levels: usize,
        /// Size limit, see [`crate::search::observe::DEFAULT_BYTES`].
        bytes: usize,
    },
    /// Why a line was not played.
    WhyNot {
        /// The search.
        case: Box<SearchRecording>,
        /// The same search, in case the engine keeps the state before it.
        search: SearchedNodes,
        /// Moves from its root, SAN or UCI.
        line: Vec<String>,
    },
    /// Why one root move was preferred to another.
    Compare {
        /// The search.
        case: Box<SearchRecording>,
        /// The two moves, SAN or UCI.
        pair: [String; 2],
    },
    /// The TT entry of a position.
    TtProbe(Box<Position>),
    /// Record a search with those before it, so that it can be repeated, and its result.
    Record {
        /// The search, as it is recorded if it cannot be repeated.
        case: Box<SearchRecording>,
        /// The same search.
        search: SearchedNodes,
    },
    /// Run a recorded search again and compare.
    Replay(Box<SearchRecording>),
    /// Where the score of the root comes from.
    Origin {
        /// The search.
        case: Box<SearchRecording>,
        /// The move of the report's first line: others may have the same score.
        best: Option<Move>,
        /// The move that limited strength chose, with its score: it may be another.
        played: Option<MoveScore>,
        /// The same search, in case the engine keeps the state before it.
        search: SearchedNodes,
    },
}

/// The reply to a query.
#[derive(Clone, Debug)]
pub enum Reply {
    /// To [`Query::Explore`]: all iterations below the line, and whether they are those of the search.
    Tree(Arc<SearchTree>, Provenance),
    /// To [`Query::WhyNot`]: an answer per move, the tree that they refer to, and whether it is that of the search.
    WhyNot(Vec<MoveAnswer>, Arc<SearchTree>, Provenance),
    /// To [`Query::Compare`].
    Compared(Arc<MoveComparison>),
    /// To [`Query::TtProbe`].
    TtProbe(Box<TtProbe>),
    /// To [`Query::Record`]: the recording; if the search cannot be repeated, of one from an empty table, and why.
    Recorded(Box<SearchRecording>, Option<Unrepeatable>),
    /// To [`Query::Replay`]: the first difference, if any.
    Replayed(Option<Box<Difference>>),
    /// To [`Query::Origin`]: in words.
    Words(String),
    /// The query failed, with the reason.
    Failed(String),
}

/// A TT probe for the debugger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TtProbe {
    /// The position's key.
    pub key: Key,
    /// The entry, if any.
    pub entry: Option<TtProbeEntry>,
    /// Entries of the current search, per mille of the table.
    pub hashfull: u16,
    /// Size of the table in MiB.
    pub mib: usize,
}

/// A TT entry. Scores are for the side to move; mate distances count from the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtProbeEntry {
    /// The stored values.
    pub entry: TtEntry,
    /// Searches since it was written; 0 is the last one.
    pub age: u8,
    /// The stored move, if it is legal.
    pub mv: Option<Move>,
}
