//! The explorer of search traces: one trace, or two side by side. It knows what was loaded; the thread in
//! `runtime::traces` reads the files.

use super::tree::TreePage;
use crate::rules::{Move, Position, parse_fen, parse_move};
use lucena_trace::record::{self, Flags};
use lucena_trace::{Index, Node};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

/// Something to be read from the open traces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceQuery {
    /// Open one trace, or two to compare.
    Open(Vec<PathBuf>),
    /// The roots of an iteration.
    Roots {
        /// Which trace.
        side: usize,
        /// Which iteration of the file.
        iteration: usize,
    },
    /// The events of a node.
    Node {
        /// Which trace.
        side: usize,
        /// The node.
        node: Box<Node>,
    },
    /// Where the score of a node comes from.
    Origin {
        /// Which trace.
        side: usize,
        /// The offset of the node.
        offset: u64,
    },
}

/// What was read.
#[derive(Clone, Debug)]
pub enum TraceAnswer {
    /// The traces are open.
    Opened(Vec<TraceHead>),
    /// To [`TraceQuery::Roots`].
    Roots(usize, usize, Vec<Node>),
    /// To [`TraceQuery::Node`]: the offset of the node and its events.
    Node(usize, u64, Vec<TraceEvent>),
    /// Select this node in that trace; everything above it was sent before.
    Select(usize, u64),
    /// To [`TraceQuery::Origin`].
    Words(String),
}

/// An event of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceEvent {
    /// A node below it.
    Child(Box<Node>),
    /// Anything else, in words.
    Words(String),
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
    /// Lines shown above the tree: figures, and where two traces differ.
    pub words: Vec<String>,
}

/// A row of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    /// An iteration of the file.
    Iteration(usize),
    /// A node, by its offset.
    Node(u64),
    /// An event that is no node: its node and place.
    Event(u64, usize),
}

/// A node that was loaded.
#[derive(Clone, Debug)]
pub struct Known {
    /// The node.
    pub node: Node,
    /// The offset of the node above, if it is recorded.
    pub parent: Option<u64>,
    /// Its iteration.
    pub iteration: usize,
}

/// One trace and what is expanded of it.
#[derive(Clone, Debug)]
pub struct Side {
    /// The file.
    pub head: TraceHead,
    /// The offsets of the roots by iteration.
    pub iterations: BTreeMap<usize, Vec<u64>>,
    /// The events of expanded nodes, by offset.
    pub events: BTreeMap<u64, Vec<TraceEvent>>,
    /// Nodes that were read, by offset.
    pub known: BTreeMap<u64, Known>,
    /// Expanded rows.
    pub open: BTreeSet<Item>,
    /// The selected row.
    pub chosen: Item,
}

/// The order of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Time,
    Nodes,
    Score,
    Depth,
}

/// Which nodes are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    All,
    Moves,
    Pv,
    Cut,
    AllNodes,
    Quiescence,
    Large,
}

/// Minimum nodes of the filter for large subtrees.
const LARGE: u64 = 100;
/// The explorer of one trace or two.
#[derive(Clone, Debug)]
pub struct TraceView {
    /// One trace or two.
    pub sides: Vec<Side>,
    /// The one that keys act on.
    pub side: usize,
    sort: Sort,
    shown: Shown,
    /// Whether colours show scores instead of kinds.
    pub by_score: bool,
}

impl Side {
    fn new(head: TraceHead) -> Self {
        let last = head.index.iterations.iter().rposition(|it| it.result.is_some()).unwrap_or(0);
        Self {
            head,
            iterations: BTreeMap::new(),
            events: BTreeMap::new(),
            known: BTreeMap::new(),
            open: BTreeSet::new(),
            chosen: Item::Iteration(last),
        }
    }

    /// A depth in plies.
    pub fn depth(&self, units: i64) -> String {
        let unit = self.head.index.unit();
        if units % unit == 0 {
            (units / unit).to_string()
        } else {
            format!("{:.1}", units as f64 / unit as f64)
        }
    }

    /// The search and the moves from its root to a node.
    fn path(&self, offset: u64) -> (usize, Vec<record::Move>) {
        let (mut moves, mut at) = (Vec::new(), Some(offset));
        let mut iteration = 0;
        while let Some(known) = at.and_then(|offset| self.known.get(&offset)) {
            iteration = known.iteration;
            match (&known.node.path, known.parent) {
                (Some(path), _) => moves.extend(path.iter().rev()),
                (None, Some(_)) if !known.node.enter.flags.has(Flags::SAME) => {
                    moves.push(known.node.enter.mv);
                }
                (None, _) => {}
            }
            at = known.parent;
        }
        moves.reverse();
        let search = self.head.index.iterations.get(iteration).map_or(0, |it| it.search);
        (usize::try_from(search).unwrap_or(0), moves)
    }

    /// The position of a node and the last move, as far as the moves are legal.
    pub fn position(&self, offset: u64) -> Option<(Position, Option<Move>)> {
        let (search, moves) = self.path(offset);
        let (fen, before) = self.head.roots.get(search)?;
        let mut position =
            if fen == "startpos" { Position::default() } else { parse_fen(fen).ok()? };
        let mut last = None;
        for mv in before.iter().chain(&moves) {
            if mv.is_none() {
                (position, last) = (position.null_move_unchecked()?, None);
                continue;
            }
            let mv = parse_move(&position, &mv.to_string()).ok()?;
            position.play(mv);
            last = Some(mv);
        }
        Some((position, last))
    }
}

impl TraceView {
    /// Traces whose last completed iteration is selected.
    pub fn new(heads: Vec<TraceHead>) -> Self {
        let sides = heads.into_iter().map(Side::new).collect();
        Self { sides, side: 0, sort: Sort::Time, shown: Shown::All, by_score: false }
    }

    fn current(&self) -> Option<&Side> {
        self.sides.get(self.side)
    }

    fn admits(&self, node: &Node) -> bool {
        let flags = node.enter.flags;
        match self.shown {
            Shown::All => true,
            Shown::Moves => !flags.is_aside(),
            Shown::Pv => flags.node_type() == record::NodeType::Pv,
            Shown::Cut => flags.node_type() == record::NodeType::Cut,
            Shown::AllNodes => flags.node_type() == record::NodeType::All,
            Shown::Quiescence => flags.has(Flags::QUIESCENCE),
            Shown::Large => node.nodes >= LARGE,
        }
    }

    /// The visible rows of a side with their level.
    pub fn rows(&self, side: &Side) -> Vec<(usize, Item)> {
        let mut rows = Vec::new();
        for at in 0..side.head.index.iterations.len() {
            let item = Item::Iteration(at);
            rows.push((0, item));
            if side.open.contains(&item) {
                for root in side.iterations.get(&at).into_iter().flatten() {
                    self.add(side, 1, *root, &mut rows);
                }
            }
        }
        rows
    }

    fn add(&self, side: &Side, level: usize, offset: u64, rows: &mut Vec<(usize, Item)>) {
        rows.push((level, Item::Node(offset)));
        if !side.open.contains(&Item::Node(offset)) {
            return;
        }
        let events = side.events.get(&offset).map_or(&[][..], Vec::as_slice);
        let mut below: Vec<(&Node, usize)> = Vec::new();
        for (at, event) in events.iter().enumerate() {
            match event {
                TraceEvent::Child(node) if self.admits(node) => below.push((node, at)),
                TraceEvent::Words(_) if self.sort == Sort::Time && self.shown == Shown::All => {
                    rows_of(side, self, level, &mut below, rows);
                    rows.push((level + 1, Item::Event(offset, at)));
                }
                TraceEvent::Child(_) | TraceEvent::Words(_) => {}
            }
        }
        match self.sort {
            Sort::Time => {}
            Sort::Nodes => below.sort_by_key(|(node, _)| std::cmp::Reverse(node.nodes)),
            Sort::Score => {
                below.sort_by_key(|(node, _)| node.exit.map_or(i64::MAX, |exit| exit.score));
            }
            Sort::Depth => below.sort_by_key(|(node, _)| std::cmp::Reverse(node.enter.depth)),
        }
        rows_of(side, self, level, &mut below, rows);
    }

    /// Moves the selection.
    pub fn walk(&mut self, step: isize) {
        let Some(side) = self.current() else { return };
        let rows = self.rows(side);
        let at = rows.iter().position(|(_, item)| *item == side.chosen).unwrap_or(0);
        let next = at.saturating_add_signed(step).min(rows.len().saturating_sub(1));
        if let Some((_, item)) = rows.get(next) {
            let item = *item;
            self.sides[self.side].chosen = item;
        }
    }

    /// Selects in the other trace of two.
    pub fn switch_side(&mut self) {
        self.side = (self.side + 1) % self.sides.len().max(1);
    }

    /// Expands the selected row; what it holds may have to be read first.
    pub fn open(&mut self) -> Option<TraceQuery> {
        let index = self.side;
        let side = self.sides.get_mut(index)?;
        side.open.insert(side.chosen);
        match side.chosen {
            Item::Iteration(at) if !side.iterations.contains_key(&at) => {
                Some(TraceQuery::Roots { side: index, iteration: at })
            }
            Item::Node(offset) if !side.events.contains_key(&offset) => {
                let node = Box::new(side.known.get(&offset)?.node.clone());
                Some(TraceQuery::Node { side: index, node })
            }
            Item::Iteration(_) | Item::Node(_) | Item::Event(..) => None,
        }
    }

    /// Collapses the selected row, or selects the one above it in the tree.
    pub fn close(&mut self) {
        let Some(side) = self.sides.get_mut(self.side) else { return };
        if side.open.remove(&side.chosen) {
            return;
        }
        side.chosen = match side.chosen {
            Item::Iteration(at) => Item::Iteration(at),
            Item::Event(offset, _) => Item::Node(offset),
            Item::Node(offset) => match side.known.get(&offset) {
                Some(Known { parent: Some(parent), .. }) => Item::Node(*parent),
                Some(known) => Item::Iteration(known.iteration),
                None => side.chosen,
            },
        };
    }

    /// The query for the origin of the selected score.
    pub fn origin(&self) -> Option<TraceQuery> {
        let side = self.current()?;
        let offset = match side.chosen {
            Item::Node(offset) | Item::Event(offset, _) => offset,
            Item::Iteration(at) => *side.iterations.get(&at)?.last()?,
        };
        Some(TraceQuery::Origin { side: self.side, offset })
    }

    /// The selected position, and the move to it.
    pub fn position(&self) -> Option<(Position, Option<Move>)> {
        let side = self.current()?;
        match side.chosen {
            Item::Node(offset) | Item::Event(offset, _) => side.position(offset),
            Item::Iteration(_) => None,
        }
    }

    /// Is a node selected in each trace?
    pub fn are_selected(&self) -> bool {
        self.sides.iter().all(|side| matches!(side.chosen, Item::Node(_) | Item::Event(..)))
    }

    /// Takes in what was read.
    pub fn take(&mut self, answer: TraceAnswer) {
        match answer {
            TraceAnswer::Opened(heads) => *self = Self::new(heads),
            TraceAnswer::Roots(side, iteration, roots) => {
                let Some(side) = self.sides.get_mut(side) else { return };
                let offsets = roots.iter().map(|node| node.offset).collect();
                for node in roots {
                    side.known.insert(node.offset, Known { node, parent: None, iteration });
                }
                side.iterations.insert(iteration, offsets);
                side.open.insert(Item::Iteration(iteration));
            }
            TraceAnswer::Node(side, offset, events) => {
                let Some(side) = self.sides.get_mut(side) else { return };
                let iteration = side.known.get(&offset).map_or(0, |known| known.iteration);
                for event in &events {
                    if let TraceEvent::Child(node) = event {
                        let node = (**node).clone();
                        let known = Known { parent: Some(offset), iteration, node };
                        side.known.insert(known.node.offset, known);
                    }
                }
                side.events.insert(offset, events);
                side.open.insert(Item::Node(offset));
            }
            TraceAnswer::Select(side, offset) => {
                if let Some(side) = self.sides.get_mut(side) {
                    side.chosen = Item::Node(offset);
                }
            }
            TraceAnswer::Words(_) => {}
        }
    }
}

fn rows_of(
    side: &Side,
    view: &TraceView,
    level: usize,
    below: &mut Vec<(&Node, usize)>,
    rows: &mut Vec<(usize, Item)>,
) {
    for (node, _) in below.drain(..) {
        view.add(side, level + 1, node.offset, rows);
    }
}

impl TreePage for TraceView {
    fn sort(&mut self) -> &'static str {
        let (next, words) = match self.sort {
            Sort::Time => (Sort::Nodes, "sorted by nodes"),
            Sort::Nodes => (Sort::Score, "sorted by score"),
            Sort::Score => (Sort::Depth, "sorted by depth"),
            Sort::Depth => (Sort::Time, "in search order"),
        };
        self.sort = next;
        words
    }

    fn filter(&mut self) -> &'static str {
        let (next, words) = match self.shown {
            Shown::All => (Shown::Moves, "without auxiliary searches"),
            Shown::Moves => (Shown::Pv, "only PV nodes"),
            Shown::Pv => (Shown::Cut, "only cut nodes"),
            Shown::Cut => (Shown::AllNodes, "only all nodes"),
            Shown::AllNodes => (Shown::Quiescence, "only quiescence"),
            Shown::Quiescence => (Shown::Large, "only subtrees of 100 nodes or more"),
            Shown::Large => (Shown::All, "all nodes"),
        };
        self.shown = next;
        words
    }

    fn colour(&mut self) -> &'static str {
        self.by_score = !self.by_score;
        if self.by_score {
            "coloured by score"
        } else {
            "coloured by kind: PV, cut, all, quiescence"
        }
    }

    /// Selects the best move below the selected node, which must be expanded.
    fn principal(&mut self) {
        let Some(side) = self.sides.get_mut(self.side) else { return };
        let next = match side.chosen {
            Item::Iteration(at) => side.iterations.get(&at).and_then(|roots| roots.last().copied()),
            Item::Node(offset) | Item::Event(offset, _) => {
                let best =
                    side.known.get(&offset).and_then(|known| known.node.exit).map(|e| e.best);
                side.events.get(&offset).and_then(|events| {
                    events.iter().rev().find_map(|event| match event {
                        TraceEvent::Child(node)
                            if Some(node.enter.mv) == best && !node.enter.flags.is_aside() =>
                        {
                            Some(node.offset)
                        }
                        TraceEvent::Child(_) | TraceEvent::Words(_) => None,
                    })
                })
            }
        };
        if let Some(next) = next {
            side.chosen = Item::Node(next);
        }
    }
}
