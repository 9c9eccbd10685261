//! The state of the inspector page: the questions about a search, the search tree, a paused search, breakpoints and perft
//! divide. Answers come from the engine and the explain worker.

pub mod divide;
pub mod explain;
pub mod node;
pub mod propagation;
pub mod questions;
pub mod roots;
pub mod trace;
pub mod tree;
pub mod what_if;

pub use divide::Divide;
pub use explain::{Change, ExplainQuery, Explanation};
pub use node::{InspectedNode, NodeEvaluation, NodeKey};
pub use propagation::{FlipBreakpoint, Propagated, PropagationQuery, PropagationView};
pub use roots::RootTable;
pub use trace::TraceView;
pub use tree::{Explorer, TreePage};
pub use what_if::WhatIf;

use crate::engine::{
    DebugSettings, Observation, Provenance, RepeatGoal, RepeatProgress, Reply, Report, TtProbe,
    Unrepeatable,
};
use crate::rules::{Key, Move, Position};
use crate::search::Deviations;
use crate::search::observe::{
    Breakpoint, BreakpointHit, MoveAnswer, MoveComparison, PausedSearch, SearchRecording,
    SearchTree, Switch,
};
use crate::tui::values::format::{count, percent, ratio};
use crate::tui::values::preset::Preset;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// What the page shows.
#[derive(Clone, Debug, Default)]
pub enum Subject {
    /// Nothing yet.
    #[default]
    Nothing,
    /// Why the search stopped.
    Stop,
    /// The steps to the budget.
    Budget,
    /// A budget with other settings.
    WhatIf(Box<WhatIf>),
    /// The choice of a second move to compare the best one with.
    Rivals,
    /// Two moves side by side.
    Compared(Arc<MoveComparison>, Box<Position>),
    /// Why a line was not played, by a tree that is that of the search or another.
    WhyNot(Vec<MoveAnswer>, Arc<SearchTree>, Provenance),
    /// Draw or repetition.
    Draw,
    /// A TT entry.
    Table(Box<TtProbe>, Box<Position>),
    /// Words about a move, a square or a name.
    Words(String),
    /// What a move changed in the network.
    Change(Box<Change>),
    /// The error draw of the strength limit.
    Dial,
    /// Node counts.
    Nodes,
    /// The root moves.
    Roots(RootTable),
    /// Breakpoints.
    Breakpoints,
    /// A paused search.
    Paused,
    /// A recorded tree.
    Tree(Box<Explorer>),
    /// Search traces of any engine.
    Trace(Box<TraceView>),
    /// Perft divide beside another engine's counts.
    Divide(Box<Divide>),
    /// A propagation of a network, step by step.
    Propagation(Box<PropagationView>),
}

/// A query to the engine whose reply has not come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingQuery {
    /// Its number.
    pub number: u64,
    /// The file for the reply, if any.
    pub file: Option<PathBuf>,
}

/// State of the debugger.
#[derive(Debug, Default)]
pub struct Inspection {
    /// What the page shows.
    pub subject: Subject,
    /// Number of the page, counted up with each one shown: an explanation for an earlier page is out of date.
    pub page: u64,
    /// The selected row.
    pub selected: usize,
    /// The layout before the page opened.
    pub previous_preset: Option<Preset>,
    /// The search that stands still.
    pub paused: Option<Box<PausedSearch>>,
    /// How far the search is that is done again up to a point at which it pauses.
    pub repeats: Option<RepeatProgress>,
    /// Breakpoints.
    pub breakpoints: Vec<Breakpoint>,
    /// Conditions at which a propagation stops.
    pub flip_breakpoints: Vec<FlipBreakpoint>,
    /// Unreadable lines of the breakpoint file, kept unchanged.
    pub unread: Vec<String>,
    /// The latest hits of logging breakpoints.
    pub logged: Vec<BreakpointHit>,
    /// The search with this epoch, and its hits of each breakpoint by its text: so far of one that logs, up to the last pause of
    /// one that pauses.
    pub hits: (u64, BTreeMap<String, u64>),
    /// The root position of the queried search.
    pub query_root: Position,
    /// The pending query.
    pub pending: Option<PendingQuery>,
    /// Number of queries so far.
    pub queries: u64,
    /// Number of perft requests so far.
    pub counts: u64,
    /// The running perft request, unless the page was left.
    pub counting: Option<u64>,
    /// Does a search trace take long to read? It told how far it is.
    pub reading: bool,
    /// The node last sent to the explain worker.
    pub node_requested: Option<NodeKey>,
    /// The position whose scores without a draw by repetition were last asked for.
    pub deviations_requested: Option<Key>,
    /// Those scores, once known.
    pub deviations: Option<(Key, Deviations)>,
    /// The last node evaluation from the explain worker.
    pub node_evaluation: Option<Box<NodeEvaluation>>,
}

/// Maximum number of logged hits.
const LOGGED: usize = 20;

impl Inspection {
    /// No search is paused any longer.
    pub fn end_pause(&mut self) {
        self.paused = None;
        self.repeats = None;
    }

    /// How far the search is that is done again up to a point; `None` if none is.
    pub fn repeat_words(&self) -> Option<String> {
        let RepeatProgress { goal, iteration, nodes } = self.repeats?;
        let so_far = count(nodes);
        Some(match goal {
            RepeatGoal::Node(node) => {
                let share = percent(ratio(nodes.min(node), node));
                format!("the search is repeated up to node {node}: {so_far}, {share}")
            }
            RepeatGoal::Iteration(goal) if iteration == 0 => {
                format!("the search begins again, up to iteration {goal}")
            }
            RepeatGoal::Iteration(goal) => {
                format!("searched again up to iteration {goal}: at {iteration}, {so_far} nodes")
            }
        })
    }

    /// Is the search repeated for a step back? It takes no other step then.
    pub fn steps_back(&self) -> bool {
        self.repeats.is_some_and(|repeat| matches!(repeat.goal, RepeatGoal::Node(_)))
    }

    /// Debug options for the engine.
    pub fn debugging(&self) -> DebugSettings {
        let active = self.breakpoints.iter().any(|it| it.switch == Switch::On);
        let watching = if active { Observation::On } else { Observation::Off };
        let breakpoints = self.breakpoints.clone();
        DebugSettings { observation: watching, breakpoints, remember: true }
    }

    /// Begins a query, whose reply may go to a file, and returns its number.
    pub fn start_query(&mut self, file: Option<PathBuf>) -> u64 {
        self.queries += 1;
        self.pending = Some(PendingQuery { number: self.queries, file });
        self.queries
    }

    /// The perft divide that the page shows.
    pub fn divide(&self) -> Option<&Divide> {
        if let Subject::Divide(divide) = &self.subject { Some(divide) } else { None }
    }

    /// The propagation that the page shows.
    pub fn propagation(&self) -> Option<&PropagationView> {
        if let Subject::Propagation(view) = &self.subject { Some(view) } else { None }
    }

    /// The propagation that the page shows.
    pub fn propagation_mut(&mut self) -> Option<&mut PropagationView> {
        if let Subject::Propagation(view) = &mut self.subject { Some(view) } else { None }
    }

    /// Whether the page shows a tree.
    pub const fn is_tree(&self) -> bool {
        matches!(self.subject, Subject::Tree(_) | Subject::Trace(_))
    }

    /// The trace that the page shows.
    pub fn trace(&self) -> Option<&TraceView> {
        if let Subject::Trace(view) = &self.subject { Some(view) } else { None }
    }

    /// The trace that the page shows.
    pub fn trace_mut(&mut self) -> Option<&mut TraceView> {
        if let Subject::Trace(view) = &mut self.subject { Some(view) } else { None }
    }

    /// The tree that the page shows, of a search or of a trace.
    pub fn tree_page(&mut self) -> Option<&mut dyn TreePage> {
        match &mut self.subject {
            Subject::Trace(view) => Some(&mut **view),
            Subject::Tree(explorer) => Some(&mut **explorer),
            Subject::Roots(table) => Some(table),
            Subject::Nothing
            | Subject::Stop
            | Subject::Budget
            | Subject::WhatIf(_)
            | Subject::Rivals
            | Subject::Compared(..)
            | Subject::WhyNot(..)
            | Subject::Draw
            | Subject::Table(..)
            | Subject::Words(_)
            | Subject::Change(_)
            | Subject::Dial
            | Subject::Nodes
            | Subject::Breakpoints
            | Subject::Paused
            | Subject::Divide(_)
            | Subject::Propagation(_) => None,
        }
    }

    /// What the sides have in the position with this key instead of a draw by repetition, once known.
    pub fn deviations_of(&self, key: Key) -> Option<&Deviations> {
        self.deviations.as_ref().filter(|(of, _)| *of == key).map(|(_, found)| found)
    }

    /// The hits of the search with this epoch.
    fn hits_of(&mut self, epoch: u64) -> &mut BTreeMap<String, u64> {
        if self.hits.0 != epoch {
            self.hits = (epoch, BTreeMap::new());
        }
        &mut self.hits.1
    }

    /// The search with this epoch is paused; the hits stay known when it goes on.
    pub fn begin_pause(&mut self, epoch: u64, paused: Box<PausedSearch>) {
        let count = |(index, own): (usize, &Breakpoint)| {
            Some((own.to_string(), paused.hits_of(index, &own.condition)?))
        };
        let counts: Vec<_> = self.breakpoints.iter().enumerate().filter_map(count).collect();
        self.hits_of(epoch).extend(counts);
        self.paused = Some(paused);
        self.repeats = None;
    }

    /// Adds a logged hit.
    pub fn note(&mut self, epoch: u64, hit: BreakpointHit) {
        self.hits_of(epoch).insert(hit.text.clone(), hit.hits);
        self.logged.push(hit);
        if self.logged.len() > LOGGED {
            self.logged.remove(0);
        }
    }

    /// The inspected node.
    pub fn node(&self) -> Option<InspectedNode> {
        match (&self.subject, &self.paused) {
            (Subject::Tree(explorer), _) => InspectedNode::of_tree(explorer),
            (Subject::Paused, Some(paused)) => InspectedNode::of_paused(paused, self.selected),
            _ => None,
        }
    }

    /// The inspected position and the move to it, if it is not the game's.
    pub fn position(&self) -> Option<(Position, Option<Move>)> {
        if let Subject::Divide(divide) = &self.subject {
            return Some((divide.position(), divide.last_move()));
        }
        if let Some(view) = self.propagation() {
            return Some((view.of.position.clone(), view.of.mv));
        }
        if let Some(view) = self.trace() {
            return view.position();
        }
        self.node().map(|node| (node.position, node.mv))
    }

    /// Shows the engine's reply about the search from `query_root`; returns a text for the named file, if any.
    ///
    /// # Errors
    /// The engine's error message.
    pub fn answered(
        &mut self,
        reply: Reply,
        asked_in: &Position,
    ) -> Result<Option<String>, String> {
        self.selected = 0;
        self.subject = match reply {
            Reply::Tree(tree, from) => Subject::Tree(Box::new(Explorer::new(tree, from))),
            Reply::WhyNot(answers, tree, from) => Subject::WhyNot(answers, tree, from),
            Reply::Compared(comparison) => {
                Subject::Compared(comparison, Box::new(asked_in.clone()))
            }
            Reply::TtProbe(look) => {
                let before = std::mem::take(&mut self.subject);
                let position = if let Subject::Table(_, at) = before { at } else { Box::default() };
                Subject::Table(look, position)
            }
            Reply::Recorded(case, obstacle) => {
                self.subject = Subject::Words(recording_words(&case, obstacle));
                return case.to_ron().map(Some).map_err(|error| error.to_string());
            }
            Reply::Replayed(None) => Subject::Words("the replay is identical, node by node".into()),
            Reply::Replayed(Some(difference)) => {
                Subject::Words(format!("the replay differs\n{difference}"))
            }
            Reply::Words(words) => Subject::Words(words),
            Reply::Failed(why) => return Err(why),
        };
        Ok(None)
    }
}

/// What is in a recording, in words.
fn recording_words(case: &SearchRecording, obstacle: Option<Unrepeatable>) -> String {
    let nodes = case.result.as_ref().map_or(0, |result| result.nodes);
    let (searches, before) = (case.earlier.len(), case.earlier_nodes());
    match obstacle {
        Some(obstacle) => format!(
            "{}: the recording has a search from an empty table to the same depth, {nodes} nodes",
            obstacle.words()
        ),
        None if searches == 0 => {
            format!("the recording has the search on the screen, {nodes} nodes from an empty table")
        }
        None => format!(
            "the recording has the search on the screen, {nodes} nodes, and what filled its table: {searches} earlier {} of {before} nodes, which a replay repeats first",
            if searches == 1 { "search" } else { "searches" }
        ),
    }
}

/// Suggested conditions of breakpoints.
pub const SUGGESTED: [&str; 8] = [
    "best-changed",
    "fail-low or fail-high",
    "repetition and ply <= 4",
    "shadow and ply <= 2",
    "jump > 50",
    "budget",
    "null-move-cutoff and depth >= 6",
    "extension and ply <= 4 log",
];

/// The root moves except the one that is played, sorted by nodes.
pub fn rival_moves(report: &Report) -> Vec<Move> {
    let played = report.played_move();
    let mut moves: Vec<_> = report.search.root_moves.iter().collect();
    moves.sort_by_key(|root| std::cmp::Reverse(root.nodes));
    moves.into_iter().map(|root| root.mv).filter(|mv| Some(*mv) != played).collect()
}
