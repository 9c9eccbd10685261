//! `ghi_graphs.json` and `ghi_chess.json`: the shadow score against exact values.

use super::rows;
use crate::graph::real;
use lucena::base::{Interval, Score};
use lucena::batch::bench_km::game::{Graph, GraphNode, Truth, toy_evaluation};
use lucena::batch::bench_km::measure::OPEN;
use lucena::batch::bench_km::search::{Place, Search};
use lucena::batch::bench_km::table::{BaseReuse, TableMode};
use lucena::rules::{Board, Color, Position, parse_fen};
use lucena::search::{
    Evaluate, Limits, NoLimits, NullObserver, Pruning, Root, SearchOptions, Searcher, ShadowMode,
    TranspositionTable,
};
use serde_json::Value;
use std::sync::Arc;

fn numbers(value: &Value) -> Vec<i32> {
    serde_json::from_value(value.clone()).unwrap()
}

fn indices(value: &Value) -> Vec<usize> {
    serde_json::from_value(value.clone()).unwrap()
}

fn graph_of(row: &Value) -> Graph {
    Graph {
        successors: serde_json::from_value(row["succ"].clone()).unwrap(),
        values: numbers(&row["eval"]),
        layers: indices(&row["layer"]),
    }
}

fn interval_of(case: &Value) -> Interval {
    let end = |name: &str, open: Score| {
        case[name].as_i64().map_or(open, |value| Score::raw(i32::try_from(value).unwrap()))
    };
    Interval { low: end("shadow_lo", -Score::INFINITE), high: end("shadow_hi", Score::INFINITE) }
}

/// S*(path, node, depth): the same with repetitions of nodes above `path[from]` unknown; `None` is infinite.
fn shadow_by_definition(
    graph: &Graph,
    path: &mut Vec<usize>,
    from: usize,
    (node, depth): (usize, usize),
) -> Interval {
    if let Some(at) = path.iter().position(|&earlier| earlier == node) {
        return if at < from { Interval::UNKNOWN } else { Interval::exact(Score::DRAW) };
    }
    if depth == 0 || graph.successors[node].is_empty() {
        return Interval::exact(Score::raw(graph.values[node]));
    }
    path.push(node);
    let mut joined = Interval { low: -Score::INFINITE, high: -Score::INFINITE };
    for &to in &graph.successors[node] {
        let child = -shadow_by_definition(graph, path, from, (to, depth - 1));
        joined.low = joined.low.max(child.low);
        joined.high = joined.high.max(child.high);
    }
    path.pop();
    joined
}

/// The modes that are exact.
const EXACT: [TableMode; 2] =
    [TableMode::Shadow(ShadowMode::Strict), TableMode::Twins(BaseReuse::Simulated)];

/// The last position of `path`, with the others as the history of the search.
fn follow<'g>(
    search: &mut Search<GraphNode<'g>>,
    graph: &'g Graph,
    path: &[usize],
) -> Place<GraphNode<'g>> {
    search.path.clear();
    let mut place = Place::root(graph.at(path[0]));
    for pair in path.windows(2) {
        search.path.push(pair[0] as u64);
        place = place.after(pair[1]);
    }
    place
}

#[test]
fn ghi_graphs_values_without_history() {
    for row in rows("ghi_graphs.json") {
        let graph = graph_of(&row);
        let expected: Vec<Vec<i32>> = serde_json::from_value(row["v0"].clone()).unwrap();
        for mode in EXACT {
            let mut search = Search::new(mode);
            for depth in 0..expected[0].len() {
                for (node, values) in expected.iter().enumerate() {
                    assert_eq!(real(&graph, &mut Vec::new(), node, depth), values[depth]);
                    let found = search.visit(&Place::root(graph.at(node)), depth, OPEN).real;
                    assert_eq!(
                        found.value(),
                        values[depth],
                        "{mode:?} {} {node} {depth}",
                        row["id"]
                    );
                }
            }
        }
    }
}

#[test]
fn ghi_graphs_cases() {
    for row in rows("ghi_graphs.json") {
        let graph = graph_of(&row);
        let mut searches = EXACT.map(Search::new);
        for case in row["cases"].as_array().unwrap() {
            let path = indices(&case["path"]);
            let node = usize::try_from(case["node"].as_u64().unwrap()).unwrap();
            let depth = usize::try_from(case["depth"].as_u64().unwrap()).unwrap();
            let value = i32::try_from(case["real"].as_i64().unwrap()).unwrap();
            let shadow = interval_of(case);
            let name = format!("{} {case}", row["id"]);

            assert_eq!(real(&graph, &mut path.clone(), node, depth), value, "{name}");
            let by_definition =
                shadow_by_definition(&graph, &mut path.clone(), path.len(), (node, depth));
            assert_eq!(by_definition, shadow, "{name}");

            let steps: Vec<usize> = path.into_iter().chain([node]).collect();
            let mut search = Search::new(TableMode::Shadow(ShadowMode::Strict));
            search.reads = false;
            let place = follow(&mut search, &graph, &steps);
            let found = search.visit(&place, depth, OPEN);
            assert_eq!(found.real.value(), value, "{name}");
            // Mixed path dependencies make the interval wider, never narrower.
            assert!(found.shadow.low <= shadow.low && shadow.high <= found.shadow.high, "{name}");
            // With one table for all histories.
            for search in &mut searches {
                let place = follow(search, &graph, &steps);
                let found = search.visit(&place, depth, OPEN).real.value();
                assert_eq!(found, value, "{:?} {name}", search.mode);
            }
        }
    }
}

/// The evaluation that the file defines.
#[derive(Clone, Debug)]
struct Toy;

impl Evaluate for Toy {
    fn evaluate(&mut self, board: &Board, turn: Color) -> Score {
        toy_evaluation(board, turn)
    }
}

/// The root values at depths 1 to `depths` by the full-width search of the engine.
fn chess_values(position: &Position, mode: ShadowMode, depths: usize) -> Vec<i32> {
    let options = SearchOptions { shadow: mode, pruning: Pruning::Off, ..SearchOptions::default() };
    let table = Arc::new(TranspositionTable::new(16).unwrap());
    let mut searcher = Searcher::with_evaluation(table, Toy, options);
    let root = Root { position: position.clone(), history: Vec::new() };
    (1..=depths)
        .map(|depth| {
            let limits = Limits { depth: Some(u16::try_from(depth).unwrap()), ..Limits::default() };
            let report = searcher.search(&root, &limits, &mut NoLimits, &mut NullObserver);
            report.lines[0].score.value()
        })
        .collect()
}

#[test]
fn ghi_chess() {
    let mut naive_faults = 0;
    for row in rows("ghi_chess.json") {
        let position = parse_fen(row["fen"].as_str().unwrap()).unwrap();
        let exact = numbers(&row["exact"]);
        let strict = chess_values(&position, ShadowMode::Strict, exact.len());
        assert_eq!(strict, exact, "strict {}", row["fen"]);
        // The search of the comparison and its truth, at depths that a debug build reaches in a second.
        let mut searches = EXACT.map(Search::new);
        let mut truth = Truth::default();
        for (depth, &value) in (1..).zip(&exact[..4]) {
            let found = truth.value(&position, &mut Vec::new(), depth).value();
            assert_eq!(found, value, "truth {}", row["fen"]);
            for search in &mut searches {
                let found = search.visit(&Place::root(position.clone()), depth, OPEN).real.value();
                assert_eq!(found, value, "{:?} {}", search.mode, row["fen"]);
            }
        }
        // The fast mode may miss a draw, which moves the score toward zero, but never invents one.
        let fast = chess_values(&position, ShadowMode::Fast, exact.len());
        for (found, truth) in fast.iter().zip(&exact) {
            assert!(found * truth >= 0 && found.abs() >= truth.abs(), "{} {fast:?}", row["fen"]);
        }
        let naive = chess_values(&position, ShadowMode::Naive, exact.len());
        naive_faults += naive.iter().zip(&exact).filter(|(found, truth)| found != truth).count();
    }
    let all_rows = std::env::var_os("LUCENA_VECTORS").is_none();
    assert!(naive_faults > 0 || !all_rows, "the naive mode must fail, or the test shows nothing");
}
