//! The games of the comparison: small cyclic graphs, and chess to a fixed depth with a simple evaluation.

use crate::base::{Random, Score};
use crate::rules::{Board, Color, Key, Move, Position, Role};
use crate::search::shadow::Window;
use std::collections::HashMap;

/// A game in which a position that is met again on the path is a draw.
pub trait Game: Clone {
    /// A move.
    type Move: Copy + PartialEq + std::fmt::Debug;
    /// Plies after which a position is repeated at the earliest.
    const SHORTEST_CYCLE: usize;

    /// Identifies the position.
    fn key(&self) -> Key;
    /// The moves in a fixed order.
    fn moves(&self) -> impl AsRef<[Self::Move]>;
    /// The position after a move.
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self;
    /// Whether no position up to this one can be repeated after `mv`.
    fn is_irreversible(&self, mv: Self::Move) -> bool;
    /// The value of a position without moves, from the side to move.
    fn end_value(&self) -> Score;
    /// The static value at depth 0, from the side to move.
    fn static_value(&self) -> Score;
}

/// A game on a graph: from each node the side to move picks a successor.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The successors of each node.
    pub successors: Vec<Vec<usize>>,
    /// Static values for the side to move; also the value of a node without successors.
    pub values: Vec<i32>,
    /// The layer of each node: a move to a higher layer is irreversible.
    pub layers: Vec<usize>,
}

/// The size of random graphs.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Number of nodes.
    pub size: usize,
    /// Number of layers.
    pub layers: usize,
    /// Largest magnitude of a value.
    pub spread: i32,
}

impl Family {
    /// One to three layers, coarse and fine values.
    pub const ALL: [Self; 5] = [
        Self { size: 4, layers: 1, spread: 3 },
        Self { size: 6, layers: 1, spread: 5 },
        Self { size: 8, layers: 1, spread: 2 },
        Self { size: 10, layers: 2, spread: 5 },
        Self { size: 12, layers: 3, spread: 9 },
    ];
}

impl Graph {
    /// A random graph with up to three moves from each node.
    #[must_use]
    pub fn random(random: &mut Random, family: Family) -> Self {
        let Family { size, layers, spread } = family;
        let mut draw = |bound: usize| random.below(bound as u64) as usize;
        let layer: Vec<usize> = (0..size).map(|node| node * layers / size).collect();
        let mut successors = Vec::new();
        for node in 0..size {
            let allowed: Vec<usize> =
                (0..size).filter(|&to| to != node && layer[to] >= layer[node]).collect();
            let mut moves = Vec::new();
            for _ in 0..draw(4) {
                if !allowed.is_empty() {
                    let to = allowed[draw(allowed.len())];
                    if !moves.contains(&to) {
                        moves.push(to);
                    }
                }
            }
            successors.push(moves);
        }
        let values =
            (0..size).map(|_| draw(2 * spread.unsigned_abs() as usize + 1) as i32 - spread);
        Self { successors, values: values.collect(), layers: layer }
    }

    /// The position at `node`.
    pub const fn at(&self, node: usize) -> GraphNode<'_> {
        GraphNode { graph: self, node }
    }
}

/// A position of the game on a graph.
#[derive(Clone, Copy, Debug)]
pub struct GraphNode<'g> {
    graph: &'g Graph,
    node: usize,
}

impl Game for GraphNode<'_> {
    type Move = usize;
    const SHORTEST_CYCLE: usize = 2;

    fn key(&self) -> Key {
        self.node as Key
    }

    fn moves(&self) -> impl AsRef<[usize]> {
        self.graph.successors[self.node].as_slice()
    }

    fn after(&self, to: usize) -> Self {
        Self { node: to, ..*self }
    }

    fn is_irreversible(&self, to: usize) -> bool {
        self.graph.layers[to] > self.graph.layers[self.node]
    }

    fn end_value(&self) -> Score {
        self.static_value()
    }

    fn static_value(&self) -> Score {
        Score::raw(self.graph.values[self.node])
    }
}

/// Chess with the rules of `ghi_chess.json`: checkmate is -10,000 at any distance, stalemate and repetition are 0, and
/// neither the fifty-move rule nor insufficient material counts.
impl Game for Position {
    type Move = Move;
    const SHORTEST_CYCLE: usize = 4;

    fn key(&self) -> Key {
        Self::key(self)
    }

    fn moves(&self) -> impl AsRef<[Move]> {
        // Captures first, as any chess search tries them.
        let mut moves = self.legal_moves();
        moves.sort_by_key(|mv| !mv.is_capture());
        moves
    }

    fn after(&self, mv: Move) -> Self {
        Self::after(self, mv)
    }

    fn is_irreversible(&self, mv: Move) -> bool {
        Self::is_irreversible(self, mv)
    }

    fn end_value(&self) -> Score {
        if self.is_check() { Score::raw(-10_000) } else { Score::DRAW }
    }

    fn static_value(&self) -> Score {
        toy_evaluation(self.board(), self.turn())
    }
}

/// The evaluation that `ghi_chess.json` defines: material, the pawns' ranks, the other pieces' distance from the centre.
pub fn toy_evaluation(board: &Board, turn: Color) -> Score {
    let mut sum = 0;
    for (square, piece) in board {
        let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
        let off_centre = 3 * (((2 * file - 7).abs() + (2 * rank - 7).abs()) / 2);
        let worth = match piece.role {
            Role::Pawn => 100 + 6 * piece.color.fold_wb(rank - 1, 6 - rank),
            Role::Knight => 300 - off_centre,
            Role::Bishop => 310 - off_centre,
            Role::Rook => 500 - off_centre,
            Role::Queen => 900 - off_centre,
            Role::King => -off_centre,
        };
        sum += if piece.color == turn { worth } else { -worth };
    }
    Score::heuristic(sum)
}

/// The truth of the comparison: alpha-beta search without a table. Moves that were best before are tried first.
#[derive(Clone, Debug)]
pub struct Truth<G: Game> {
    order: HashMap<Key, G::Move>,
}

impl<G: Game> Default for Truth<G> {
    fn default() -> Self {
        Self { order: HashMap::new() }
    }
}

impl<G: Game> Truth<G> {
    /// The value at `depth` with repetitions of `path`, the keys of the positions above, as draws. `path` is unchanged
    /// afterwards.
    pub fn value(&mut self, game: &G, path: &mut Vec<Key>, depth: usize) -> Score {
        let open = Window { alpha: -Score::INFINITE, beta: Score::INFINITE };
        (0..=depth).map(|depth| self.visit(game, path, depth, open)).last().unwrap_or_default()
    }

    fn visit(&mut self, game: &G, path: &mut Vec<Key>, depth: usize, window: Window) -> Score {
        let key = game.key();
        if path.contains(&key) {
            return Score::DRAW;
        }
        let moves = game.moves();
        let moves = moves.as_ref();
        if moves.is_empty() {
            return game.end_value();
        }
        if depth == 0 {
            return game.static_value();
        }
        let first = self.order.get(&key).copied();
        let ordered =
            first.into_iter().chain(moves.iter().copied().filter(|&mv| Some(mv) != first));
        path.push(key);
        let (mut best, mut alpha) = (-Score::INFINITE, window.alpha);
        for mv in ordered {
            let child = Window { alpha: -window.beta, beta: -alpha };
            let score = -self.visit(&game.after(mv), path, depth - 1, child);
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.order.insert(key, mv);
                }
            }
            if alpha >= window.beta {
                break;
            }
        }
        path.pop();
        best
    }
}
