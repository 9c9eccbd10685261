//! The cases of the comparison: the reference vectors, random cyclic graphs, chess endings with repetitions.

use super::game::{Family, Graph, GraphNode, Truth};
use super::measure::{Case, OPEN, Task};
use super::search::{Place, Search};
use super::table::TableMode;
use crate::base::{Random, Score};
use crate::rules::{Color, Position, Role, parse_fen};
use crate::search::ShadowMode;
use anyhow::{Context, Result};
use serde::Deserialize;

const GRAPHS: &str = include_str!("../../../tests/data/vectors/ghi_graphs.json");
const CHESS: &str = include_str!("../../../tests/data/vectors/ghi_chess.json");

/// Depths of graph searches: 1 to this.
const GRAPH_DEPTH: usize = 6;
/// Depths of the endings: 1 to this.
const ENDING_DEPTH: usize = 6;
/// One table entry in this many of a chess case is checked.
const CHESS_AUDIT: u64 = 16;

/// A file of rows.
#[derive(Deserialize)]
struct File<R> {
    rows: Vec<R>,
}

/// A graph of the vectors.
#[derive(Deserialize)]
pub(super) struct GraphRow {
    succ: Vec<Vec<usize>>,
    eval: Vec<i32>,
    layer: Vec<usize>,
    /// Values without history, by node and depth.
    v0: Vec<Vec<i32>>,
    cases: Vec<GraphCase>,
}

/// A position of a graph with history.
#[derive(Deserialize)]
struct GraphCase {
    path: Vec<usize>,
    node: usize,
    depth: usize,
    real: i32,
}

/// A chess position with its values at depths from 1.
#[derive(Deserialize)]
struct ChessRow {
    fen: String,
    exact: Vec<i32>,
}

/// The graphs of the vectors with their rows.
pub(super) fn vector_graphs() -> Result<Vec<(Graph, GraphRow)>> {
    let file: File<GraphRow> = serde_json::from_str(GRAPHS).context("ghi_graphs.json")?;
    let graph = |row: &GraphRow| Graph {
        successors: row.succ.clone(),
        values: row.eval.clone(),
        layers: row.layer.clone(),
    };
    Ok(file.rows.into_iter().map(|row| (graph(&row), row)).collect())
}

/// All values of a graph of the vectors, then its positions with history, with one table.
pub(super) fn vector_case<'g>(graph: &'g Graph, row: &GraphRow) -> Case<GraphNode<'g>> {
    let mut tasks = Vec::new();
    for depth in 1..row.v0.first().map_or(0, Vec::len) {
        for (node, values) in row.v0.iter().enumerate() {
            let truth = Score::raw(values[depth]);
            tasks.push(Task { start: graph.at(node), moves: Vec::new(), depth, truth });
        }
    }
    for case in &row.cases {
        let steps: Vec<usize> = case.path.iter().copied().chain([case.node]).collect();
        let (start, moves) = (graph.at(steps[0]), steps[1..].to_vec());
        tasks.push(Task { start, moves, depth: case.depth, truth: Score::raw(case.real) });
    }
    Case { tasks, scouts: Vec::new(), audited: 1 }
}

/// The chess positions of the vectors.
pub(super) fn vector_chess() -> Result<Vec<Case<Position>>> {
    let file: File<ChessRow> = serde_json::from_str(CHESS).context("ghi_chess.json")?;
    let case = |row: ChessRow| {
        let start = parse_fen(&row.fen)?;
        let task = |(index, &truth): (usize, &i32)| Task {
            start: start.clone(),
            moves: Vec::new(),
            depth: index + 1,
            truth: Score::raw(truth),
        };
        let tasks = row.exact.iter().enumerate().map(task).collect();
        Ok(Case { tasks, scouts: Vec::new(), audited: CHESS_AUDIT })
    };
    file.rows.into_iter().map(case).collect()
}

/// The `number`-th random graph: the families in turn.
pub(super) fn random_graph(random: &mut Random, number: usize) -> Graph {
    Graph::random(random, Family::ALL[number % Family::ALL.len()])
}

/// The first node with a move as root, at every depth, after null windows.
pub(super) fn random_case(graph: &Graph) -> Case<GraphNode<'_>> {
    let root = graph.successors.iter().position(|moves| !moves.is_empty()).unwrap_or(0);
    let start = graph.at(root);
    let task = |depth| {
        let truth = Truth::default().value(&start, &mut Vec::new(), depth);
        Task { start, moves: Vec::new(), depth, truth }
    };
    Case { tasks: (1..=GRAPH_DEPTH).map(task).collect(), scouts: vec![-2, 0, 1], audited: 1 }
}

/// The pieces of the random endings beside the kings, White's and Black's.
const MATERIAL: [(&[Role], &[Role]); 12] = [
    (&[Role::Queen], &[]),
    (&[Role::Rook], &[]),
    (&[Role::Pawn], &[]),
    (&[Role::Queen], &[Role::Pawn]),
    (&[Role::Queen], &[Role::Rook]),
    (&[Role::Queen], &[Role::Queen]),
    (&[Role::Rook], &[Role::Pawn]),
    (&[Role::Rook], &[Role::Knight]),
    (&[Role::Rook], &[Role::Bishop]),
    (&[Role::Knight], &[Role::Pawn]),
    (&[Role::Bishop], &[Role::Pawn]),
    (&[Role::Pawn], &[Role::Pawn]),
];

/// A random legal ending of `MATERIAL[number]`, not over.
fn random_ending(random: &mut Random, number: usize) -> Position {
    let (white, black) = MATERIAL[number % MATERIAL.len()];
    loop {
        let mut squares: [char; 64] = ['1'; 64];
        let kings = [(Color::White, Role::King), (Color::Black, Role::King)];
        let sides = [(Color::White, white), (Color::Black, black)];
        let rest = sides.iter().flat_map(|&(color, roles)| roles.iter().map(move |&r| (color, r)));
        for (color, role) in kings.into_iter().chain(rest) {
            let (from, count) = if role == Role::Pawn { (8, 48) } else { (0, 64) };
            let free: Vec<usize> = (from..from + count).filter(|&at| squares[at] == '1').collect();
            squares[free[random.below(free.len() as u64) as usize]] = role.of(color).char();
        }
        let ranks: Vec<String> = squares.chunks(8).map(|rank| rank.iter().collect()).collect();
        let turn = if random.below(2) == 0 { 'w' } else { 'b' };
        let fen = format!("{} {turn} - - 0 1", ranks.join("/"));
        if let Ok(position) = parse_fen(&fen)
            && !position.legal_moves().is_empty()
        {
            return position;
        }
    }
}

/// Endings of three and four men whose value at some depth depends on repetitions, and the number of endings tried.
pub(super) fn endings(random: &mut Random, count: usize) -> (Vec<Case<Position>>, usize) {
    let (mut found, mut tried) = (Vec::new(), 0);
    while found.len() < count {
        let start = random_ending(random, tried);
        tried += 1;
        // A search with a table chooses the candidates, as it is faster than the one without.
        let mut free = Search::new(TableMode::Shadow(ShadowMode::Naive));
        free.repetitions = false;
        let mut strict = Search::new(TableMode::Shadow(ShadowMode::Strict));
        let root = Place::root(start.clone());
        let free: Vec<Score> =
            (1..=ENDING_DEPTH).map(|depth| free.visit(&root, depth, OPEN).real).collect();
        let differs = |depth: usize| strict.visit(&root, depth, OPEN).real != free[depth - 1];
        if !(1..=ENDING_DEPTH).any(differs) {
            continue;
        }
        let mut truth = Truth::default();
        let task = |depth| {
            let truth = truth.value(&start, &mut Vec::new(), depth);
            Task { start: start.clone(), moves: Vec::new(), depth, truth }
        };
        let tasks: Vec<Task<Position>> = (1..=ENDING_DEPTH).map(task).collect();
        if tasks.iter().zip(&free).any(|(task, &free)| task.truth != free) {
            found.push(Case { tasks, scouts: Vec::new(), audited: CHESS_AUDIT });
        }
    }
    (found, tried)
}
