//! A small evaluation for tests, so that their results do not depend on the engine's weights.

use lucena::base::Score;
use lucena::rules::{Board, Color, Role, parse_fen, parse_move};
use lucena::search::{
    Evaluate, Limits, NoLimits, NullObserver, Root, SearchOptions, SearchReport, Searcher,
    TranspositionTable,
};
use std::sync::Arc;

/// Material and the distance from the centre.
#[derive(Clone, Debug)]
pub struct Material;

impl Evaluate for Material {
    fn evaluate(&mut self, board: &Board, turn: Color) -> Score {
        let value = |role: Role| match role {
            Role::Pawn => 100,
            Role::Knight => 320,
            Role::Bishop => 330,
            Role::Rook => 500,
            Role::Queen => 950,
            Role::King => 0,
        };
        let mut sum = 0;
        for (square, piece) in board {
            let centre = |line: u32| (2 * i32::try_from(line).unwrap() - 7).abs();
            let off = centre(square.file().into()) + centre(square.rank().into());
            let sign = if piece.color == turn { 1 } else { -1 };
            sum += sign * (value(piece.role) - 2 * off);
        }
        Score::heuristic(sum)
    }
}

/// A searcher of a small table with the tests' evaluation.
pub fn searcher(options: SearchOptions) -> Searcher<Material> {
    Searcher::with_evaluation(Arc::new(TranspositionTable::new(4).unwrap()), Material, options)
}

/// The root after `moves` (UCI, separated by spaces) from `fen`, with the history of the game.
pub fn root(fen: &str, moves: &str) -> Root {
    let mut root = Root { position: parse_fen(fen).unwrap(), history: Vec::new() };
    for text in moves.split_whitespace() {
        let mv = parse_move(&root.position, text).unwrap();
        root.history.push(root.position.key());
        root.position.play(mv);
    }
    root
}

/// Searches without an observer.
pub fn search(options: SearchOptions, root: &Root, limits: &Limits) -> SearchReport {
    searcher(options).search(root, limits, &mut NoLimits, &mut NullObserver)
}

/// A depth limit.
pub fn depth(depth: u16) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// A node limit.
pub fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}
