//! Games on small cyclic graphs: the definitions of the shadow score by brute force, and an alpha-beta search with
//! a table that runs the engine's own shadow algebra (`lucena::search::shadow`).
//!
//! The algebra is shared, not the node, because move ordering and pruning depend on chess. The chess oracle in
//! `tests/search/oracle.rs` runs the node.

use lucena::base::{Interval, Score};
use lucena::search::ShadowMode;
use lucena::search::shadow::{
    BoundAccumulator, HistoryRisk, Value, Window, readable_bounds, storable_bounds,
};
use std::collections::HashMap;

/// A game: from each node the side to move picks a successor; a node met again on the path is a draw.
#[derive(Clone, Debug)]
pub struct Graph {
    pub successors: Vec<Vec<usize>>,
    /// Static values for the side to move; also the value of a node without successors.
    pub values: Vec<i32>,
    /// A move to a higher layer is irreversible.
    pub layers: Vec<usize>,
}

impl Graph {
    /// R(path, node, depth): the value with repetitions of the path as draws.
    pub fn real(&self, path: &mut Vec<usize>, node: usize, depth: usize) -> i32 {
        if path.contains(&node) {
            return 0;
        }
        if depth == 0 || self.successors[node].is_empty() {
            return self.values[node];
        }
        path.push(node);
        let best = self.successors[node].iter().map(|&to| -self.real(path, to, depth - 1)).max();
        path.pop();
        best.unwrap()
    }
}

/// A principal variation search over a graph with a table.
pub struct Search<'g> {
    pub graph: &'g Graph,
    pub mode: ShadowMode,
    pub reads: Reads,
    pub path: Vec<usize>,
    /// Bounds by node and depth.
    pub table: HashMap<(usize, usize), Interval>,
    pub nodes: u64,
}

/// Whether the table is read or only written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reads {
    Yes,
    No,
}

impl<'g> Search<'g> {
    pub fn new(graph: &'g Graph, mode: ShadowMode, reads: Reads) -> Self {
        Self { graph, mode, reads, path: Vec::new(), table: HashMap::new(), nodes: 0 }
    }

    /// Searches `node` to `depth` within the window.
    pub fn visit(&mut self, node: usize, depth: usize, window: Window) -> Value {
        self.nodes += 1;
        let ply = self.path.len();
        if let Some(at) = self.path.iter().position(|&earlier| earlier == node) {
            return Value::repetition(Score::DRAW, at);
        }
        if depth == 0 || self.graph.successors[node].is_empty() {
            return Value::exact(Score::raw(self.graph.values[node]));
        }
        if let Some(value) = self.probe(node, depth, window) {
            return value;
        }
        let mut alpha = window.alpha;
        let mut joining = BoundAccumulator::new(ply);
        let graph = self.graph;
        let moves = &graph.successors[node];
        self.path.push(node);
        for (number, &to) in moves.iter().enumerate() {
            let scout = Window { alpha, beta: alpha.offset(1) };
            let open = Window { alpha, beta: window.beta };
            let mut last = if number == 0 { open } else { scout };
            let mut value = self.child(to, depth, last);
            if last != open && -value.real > alpha && window.beta > scout.beta {
                last = open;
                value = self.child(to, depth, last);
            }
            alpha = alpha.max(joining.add_child(value, last));
            if alpha >= window.beta {
                if number + 1 < moves.len() {
                    joining.add_unsearched();
                }
                break;
            }
        }
        self.path.pop();
        let value = joining.finish();
        if let Some(bounds) = storable_bounds(self.mode, &value, window) {
            self.table.insert((node, depth), bounds);
        }
        value
    }

    fn child(&mut self, to: usize, depth: usize, window: Window) -> Value {
        self.visit(to, depth - 1, Window { alpha: -window.beta, beta: -window.alpha })
    }

    fn probe(&self, node: usize, depth: usize, window: Window) -> Option<Value> {
        let stored = *self.table.get(&(node, depth)).filter(|_| self.reads == Reads::Yes)?;
        // A graph's node may be repeated after two plies, so the four plies of chess do not apply.
        let recent =
            if self.reversible(node) == 0 { HistoryRisk::None } else { HistoryRisk::Repetition };
        let bounds = readable_bounds(self.mode, stored, recent, Score::DRAW);
        if bounds.low >= window.beta {
            Some(Value::bounded(bounds.low, bounds))
        } else if bounds.high <= window.alpha || bounds.low == bounds.high {
            Some(Value::bounded(bounds.high, bounds))
        } else {
            None
        }
    }

    /// Plies since the last move that changed the layer.
    fn reversible(&self, node: usize) -> usize {
        let layer = self.graph.layers[node];
        self.path.iter().rev().take_while(|&&earlier| self.graph.layers[earlier] == layer).count()
    }
}
