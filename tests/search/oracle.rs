//! The shadow score against an exhaustive oracle: plain minimax with the true repetition rule on random cyclic games
//! and on small chess endings. The naive mode must fail the checks that the other modes pass.

use super::material::Material;
use crate::graph::{Graph, Reads, Search};
use lucena::base::{Random, Score};
use lucena::rules::{Key, Position, parse_fen};
use lucena::search::shadow::Window;
use lucena::search::{
    Evaluate, Limits, NoLimits, NullObserver, Pruning, Root, SearchOptions, Searcher, ShadowMode,
    TranspositionTable,
};
use std::collections::HashSet;
use std::sync::Arc;

/// A random game of `size` nodes in `layers` layers with values of at most `spread`.
fn random_graph(random: &mut Random, (size, layers, spread): (usize, usize, u64)) -> Graph {
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
    let spread = spread as i32;
    let values = (0..size).map(|_| draw(2 * spread as usize + 1) as i32 - spread).collect();
    Graph { successors, values, layers: layer }
}

/// The faults of a mode over all graphs.
#[derive(Debug, Default)]
struct Faults {
    roots: u32,
    stored: u32,
    /// Stored bounds that do not contain the history-free value.
    unsound: u32,
    /// Root values that differ from the truth.
    wrong: u32,
    /// Root values that are not between zero and the truth: a draw was invented, or worse.
    beyond: u32,
}

/// Five families of graphs: one to three layers, coarse and fine values.
fn try_graphs(mode: ShadowMode, reads: Reads) -> Faults {
    let mut faults = Faults::default();
    let mut random = Random::new(2007);
    for family in [(4, 1, 3), (6, 1, 5), (8, 1, 2), (10, 2, 5), (12, 3, 9)] {
        for _ in 0..60 {
            let graph = random_graph(&mut random, family);
            try_graph(&graph, (mode, reads), &mut faults);
        }
    }
    faults
}

/// Iterates every node of `graph` as a root, each with a table of its own.
fn try_graph(graph: &Graph, (mode, reads): (ShadowMode, Reads), faults: &mut Faults) {
    let size = graph.values.len();
    let truth: Vec<Vec<i32>> = (0..size)
        .map(|node| (0..=6).map(|depth| graph.real(&mut Vec::new(), node, depth)).collect())
        .collect();
    for (node, values) in truth.iter().enumerate() {
        let mut search = Search::new(graph, mode, reads);
        for (depth, &exact) in values.iter().enumerate().skip(1) {
            // Null windows first, as a principal variation search leaves them in the TT.
            for alpha in [-2, 0, 1] {
                let window = Window { alpha: Score::raw(alpha), beta: Score::raw(alpha + 1) };
                search.visit(node, depth, window);
            }
            let open = Window { alpha: -Score::INFINITE, beta: Score::INFINITE };
            let found = search.visit(node, depth, open).real.value();
            faults.roots += 1;
            faults.wrong += u32::from(found != exact);
            // A missed draw pushes the value away from zero; an invented one pulls it to zero or across.
            let missed = exact == 0 || (found * exact > 0 && found.abs() >= exact.abs());
            faults.beyond += u32::from(!missed);
        }
        for (&(node, depth), bounds) in &search.table {
            faults.stored += 1;
            faults.unsound += u32::from(!bounds.contains(Score::raw(truth[node][depth])));
        }
    }
}

#[test]
fn stores_are_history_free_and_the_naive_ones_are_not() {
    let ours = try_graphs(ShadowMode::Fast, Reads::No);
    assert!(ours.stored > 10_000, "{ours:?}");
    assert_eq!((ours.unsound, ours.wrong), (0, 0), "{ours:?}");
    let naive = try_graphs(ShadowMode::Naive, Reads::No);
    assert!(naive.unsound > 100, "the oracle must catch a table of real scores: {naive:?}");
}

#[test]
fn strict_reads_are_never_wrong_and_naive_ones_are() {
    let strict = try_graphs(ShadowMode::Strict, Reads::Yes);
    assert_eq!((strict.unsound, strict.wrong), (0, 0), "{strict:?}");
    let naive = try_graphs(ShadowMode::Naive, Reads::Yes);
    assert!(naive.wrong > 10 && naive.unsound > 100, "{naive:?}");
}

#[test]
fn fast_reads_may_miss_a_draw_but_never_invent_one() {
    let fast = try_graphs(ShadowMode::Fast, Reads::Yes);
    assert_eq!(fast.beyond, 0, "{fast:?}");
    let naive = try_graphs(ShadowMode::Naive, Reads::Yes);
    assert!(naive.beyond > 0, "the oracle must catch invented draws: {naive:?}");
}

/// V0: minimax to a fixed depth with repetitions of the path as draws, mates counted from the first call's node.
fn minimax(path: &mut Vec<Key>, position: &Position, depth: usize, from: usize) -> Score {
    let ply = path.len() - from;
    if path.contains(&position.key()) {
        return Score::DRAW;
    }
    let moves = position.legal_moves();
    if moves.is_empty() {
        return if position.is_check() { Score::mated_in(ply) } else { Score::DRAW };
    }
    if depth == 0 {
        return Material.evaluate(position.board(), position.turn());
    }
    path.push(position.key());
    let child = |path: &mut Vec<Key>, mv| -minimax(path, &position.after(mv), depth - 1, from);
    let best = moves.iter().map(|&mv| child(path, mv)).max();
    path.pop();
    best.unwrap()
}

/// Endings of kings and one or two pieces, which can repeat positions.
const ENDINGS: [&str; 5] = [
    "1K6/8/8/8/8/5p2/8/2N2k2 w - - 0 1",
    "8/8/8/8/1p6/k7/8/1K6 w - - 0 1",
    "8/8/8/8/8/5k2/4p3/4K3 b - - 0 1",
    "K7/8/k7/8/8/8/7p/8 w - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
];

/// Searches every ending with the full-width search of the engine and counts wrong roots and unsound TT entries.
fn try_endings(mode: ShadowMode) -> Faults {
    let mut faults = Faults::default();
    for fen in ENDINGS {
        let position = parse_fen(fen).unwrap();
        let table = Arc::new(TranspositionTable::new(4).unwrap());
        let options =
            SearchOptions { shadow: mode, pruning: Pruning::Off, ..SearchOptions::default() };
        let mut searcher = Searcher::with_evaluation(Arc::clone(&table), Material, options);
        let root = Root { position: position.clone(), history: Vec::new() };
        for depth in 1..=6 {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let report = searcher.search(&root, &limits, &mut NoLimits, &mut NullObserver);
            let truth = minimax(&mut Vec::new(), &position, usize::from(depth), 0);
            faults.roots += 1;
            faults.wrong += u32::from(report.lines[0].score != truth);
        }
        check_entries(&table, &position, 4, &mut (HashSet::new(), &mut faults));
    }
    faults
}

/// Compares the TT entries of all positions up to `plies` plies from the root with the exact values of their depth.
fn check_entries(
    table: &TranspositionTable,
    position: &Position,
    plies: usize,
    seen: &mut (HashSet<Key>, &mut Faults),
) {
    if seen.0.insert(position.key()) {
        check_entry(table, position, seen.1);
    }
    if plies > 0 {
        for mv in position.legal_moves() {
            check_entries(table, &position.after(mv), plies - 1, seen);
        }
    }
}

fn check_entry(table: &TranspositionTable, position: &Position, faults: &mut Faults) {
    if let Some(entry) = table.probe(position.key()).filter(|entry| entry.depth <= 3) {
        let truth = minimax(&mut Vec::new(), position, entry.depth as usize, 0);
        faults.stored += 1;
        faults.unsound += u32::from(!entry.bounds.contains(truth));
    }
}

#[test]
fn chess_endings_with_the_engine_node() {
    let strict = try_endings(ShadowMode::Strict);
    assert!(strict.stored > 100, "{strict:?}");
    assert_eq!((strict.unsound, strict.wrong), (0, 0), "{strict:?}");
    let naive = try_endings(ShadowMode::Naive);
    assert!(naive.unsound > 0, "the oracle must catch a table of real scores: {naive:?}");
}
