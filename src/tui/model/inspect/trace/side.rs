//! One trace of the explorer: what was loaded of it, what is expanded and what is selected.

use super::query::{Item, TraceHead};
use crate::base::number_of;
use crate::rules::{Color, Move, Position, parse_move, parse_start};
use lucena_trace::record::{self, Flags};
use lucena_trace::{Node, Step};
use std::collections::{BTreeMap, BTreeSet};

/// A node that was loaded.
#[derive(Clone, Debug)]
pub struct LoadedNode {
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
    pub events: BTreeMap<u64, Vec<Step>>,
    /// Nodes that were read, by offset.
    pub nodes: BTreeMap<u64, LoadedNode>,
    /// Expanded rows.
    pub open: BTreeSet<Item>,
    /// The selected row.
    pub selected: Item,
}

impl Side {
    /// A trace whose last completed iteration is selected.
    pub(super) fn new(head: TraceHead) -> Self {
        let last = head.index.last_iteration(|_| true).unwrap_or(0);
        let search = head.index.iterations.get(last).map_or(0, |it| it.search);
        Self {
            head,
            iterations: BTreeMap::new(),
            events: BTreeMap::new(),
            nodes: BTreeMap::new(),
            open: BTreeSet::from([Item::Search(usize::try_from(search).unwrap_or(0))]),
            selected: Item::Iteration(last),
        }
    }

    /// The iteration of a row.
    pub(super) fn iteration(&self, item: Item) -> Option<usize> {
        match item {
            Item::Search(search) => {
                let own = |it: &lucena_trace::Iteration| it.search == search as u64;
                self.head.index.iterations.iter().position(own)
            }
            Item::Iteration(at) => Some(at),
            Item::Node(offset) | Item::Event(offset, _) => {
                self.nodes.get(&offset).map(|loaded| loaded.iteration)
            }
        }
    }

    /// The search of a row, from 0.
    pub fn search(&self, item: Item) -> usize {
        let iteration = self.iteration(item).and_then(|at| self.head.index.iterations.get(at));
        iteration.map_or(0, |it| usize::try_from(it.search).unwrap_or(0))
    }

    /// The moves from the root to a node.
    pub fn path(&self, offset: u64) -> Vec<record::Move> {
        let (mut moves, mut at) = (Vec::new(), Some(offset));
        while let Some(loaded) = at.and_then(|offset| self.nodes.get(&offset)) {
            match (&loaded.node.path, loaded.parent) {
                (Some(path), _) => moves.extend(path.iter().rev()),
                (None, Some(_)) if !loaded.node.enter.flags.has(Flags::SAME) => {
                    moves.push(loaded.node.enter.mv);
                }
                (None, _) => {}
            }
            at = loaded.parent;
        }
        moves.reverse();
        moves
    }

    /// The root position of a search.
    pub fn root(&self, search: usize) -> Option<Position> {
        let (fen, before) = self.head.roots.get(search)?;
        let start = parse_start(fen).ok()?;
        follow(start, before).map(|(position, _)| position)
    }

    /// The position of a search after `moves`, as far as they are legal.
    pub(super) fn position_after(&self, search: usize, moves: &[record::Move]) -> Option<Position> {
        follow(self.root(search)?, moves).map(|(position, _)| position)
    }

    /// The position of a node and the last move, as far as the moves are legal.
    pub fn position(&self, offset: u64) -> Option<(Position, Option<Move>)> {
        follow(self.root(self.search(Item::Node(offset)))?, &self.path(offset))
    }

    /// The side to move at a node.
    pub fn turn(&self, node: &Node) -> Option<Color> {
        let turn = self.root(self.search(Item::Node(node.offset)))?.turn();
        Some(if node.ply.is_multiple_of(2) { turn } else { !turn })
    }

    /// The selected node.
    pub fn selected_node(&self) -> Option<&Node> {
        match self.selected {
            Item::Node(offset) | Item::Event(offset, _) => Some(&self.nodes.get(&offset)?.node),
            Item::Search(_) | Item::Iteration(_) => None,
        }
    }

    /// How the selected search ended, and what each of its iterations came to.
    pub(super) fn end_words(&self) -> String {
        let (index, at) = (&self.head.index, self.search(self.selected));
        let mut lines = vec![format!("How search {} ended", at + 1)];
        let Some(search) = index.searches.get(at) else { return "no search".to_owned() };
        lines.push(match search.end {
            Some((nodes, best, score)) => format!(
                "Move {best}, score {}, nodes by the engine's count: {nodes}; the trace has {}.",
                index.score_words(score),
                search.nodes
            ),
            None => format!("It was interrupted: the trace has {} nodes of it.", search.nodes),
        });
        lines.extend(index.fault.map(|fault| format!("The trace ends early: {fault}.")));
        lines.push("Limits and clock are not part of a trace. Its iterations:".to_owned());
        for (number, iteration) in index.iterations.iter().enumerate() {
            if iteration.search != at as u64 {
                continue;
            }
            let [score, best] = iteration.result_words(index);
            let result = match iteration.result {
                Some(_) => format!("score {score}, best {best}"),
                None => iteration.no_result_words().to_owned(),
            };
            lines.push(format!(
                "  {}, window {}..{}: {result}, {}",
                index.iteration_words(number),
                iteration.alpha,
                iteration.beta,
                number_of(iteration.nodes, "node")
            ));
        }
        lines.join("\n")
    }

    /// Expands everything above a node and selects it.
    pub(super) fn select(&mut self, offset: u64) {
        let mut at = Some(offset);
        while let Some(loaded) = at.and_then(|offset| self.nodes.get(&offset)) {
            let (parent, iteration) = (loaded.parent, loaded.iteration);
            self.open.insert(parent.map_or(Item::Iteration(iteration), Item::Node));
            at = parent;
        }
        self.open.insert(Item::Search(self.search(Item::Node(offset))));
        self.selected = Item::Node(offset);
    }

    /// Keeps a node that was read.
    pub(super) fn load(&mut self, node: Node, parent: Option<u64>, iteration: usize) {
        self.nodes.insert(node.offset, LoadedNode { node, parent, iteration });
    }
}

/// Plays moves of a trace; a move 0 is a null move.
fn follow(start: Position, moves: &[record::Move]) -> Option<(Position, Option<Move>)> {
    let (mut position, mut last) = (start, None);
    for mv in moves {
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
