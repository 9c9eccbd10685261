//! The shadow score against an exhaustive oracle: plain minimax with the true repetition rule on random cyclic games
//! and on small chess endings. The naive mode must fail the checks that the other modes pass.

use super::material::Material;
use crate::graph::real;
use lucena::base::{Interval, Random, Score};
use lucena::batch::bench_km::game::{Family, Graph, Truth};
use lucena::batch::bench_km::measure::OPEN;
use lucena::batch::bench_km::search::{AuditLog, MovesBack, Place, Search};
use lucena::batch::bench_km::table::{BaseReuse, TableMode};
use lucena::rules::{Key, Position, parse_fen};
use lucena::search::shadow::Window;
use lucena::search::{
    Evaluate, Limits, NoLimits, NullObserver, Pruning, Root, SearchOptions, Searcher, ShadowMode,
    TranspositionTable,
};
use std::collections::HashSet;
use std::sync::Arc;

/// The faults of a mode over all graphs.
#[derive(Debug, Default)]
struct Faults {
    roots: u32,
    stored: u32,
    /// Stored bounds of single paths.
    twins: u32,
    /// Stored bounds of the paths with certain positions.
    conditional: u32,
    /// Simulations, and those that verified the bound.
    simulations: u64,
    verified: u64,
    /// Stored bounds that do not contain the history-free value, the value on the path of a twin, or the value with the positions
    /// that a conditional bound names.
    unsound: u32,
    /// Root values that differ from the truth.
    wrong: u32,
    /// Root values that are not between zero and the truth: a draw was invented, or worse.
    beyond: u32,
}

/// Sixty graphs of each family.
fn try_graphs(mode: TableMode, reads: bool) -> Faults {
    try_moves_back(mode, reads, MovesBack::Searched)
}

fn try_moves_back(mode: TableMode, reads: bool, moves_back: MovesBack) -> Faults {
    let mut faults = Faults::default();
    let mut random = Random::new(2007);
    for family in Family::ALL {
        for _ in 0..60 {
            let graph = Graph::random(&mut random, family);
            try_graph(&graph, (mode, reads, moves_back), &mut faults);
        }
    }
    faults
}

/// Iterates every node of `graph` as a root, each with a table of its own.
fn try_graph(
    graph: &Graph,
    (mode, reads, moves_back): (TableMode, bool, MovesBack),
    faults: &mut Faults,
) {
    let size = graph.values.len();
    let truth: Vec<Vec<i32>> = (0..size)
        .map(|node| (0..=6).map(|depth| real(graph, &mut Vec::new(), node, depth)).collect())
        .collect();
    for (node, values) in truth.iter().enumerate() {
        let mut search = Search::new(mode);
        (search.reads, search.log) = (reads, Some(AuditLog::default()));
        search.moves_back = moves_back;
        let root = Place::root(graph.at(node));
        for (depth, &exact) in values.iter().enumerate().skip(1) {
            // Null windows first, as a principal variation search leaves them in the TT.
            for alpha in [-2, 0, 1] {
                let window = Window { alpha: Score::raw(alpha), beta: Score::raw(alpha + 1) };
                search.visit(&root, depth, window);
            }
            let found = search.visit(&root, depth, OPEN).real.value();
            faults.roots += 1;
            faults.wrong += u32::from(found != exact);
            // A missed draw pushes the value away from zero; an invented one pulls it to zero or across.
            let missed = exact == 0 || (found * exact > 0 && found.abs() >= exact.abs());
            faults.beyond += u32::from(!missed);
        }
        let log = search.log.as_ref().unwrap();
        for (&(key, depth), entry) in &search.table {
            let node = usize::try_from(key).unwrap();
            if entry.base.bounds != Interval::UNKNOWN {
                faults.stored += 1;
                let bounds = entry.base.bounds;
                faults.unsound += u32::from(!bounds.contains(Score::raw(truth[node][depth])));
            }
            for twin in &entry.twins {
                let path = &log.paths[&(key, twin.code)];
                let mut path = path.iter().map(|&key| usize::try_from(key).unwrap()).collect();
                let value = Score::raw(real(graph, &mut path, node, depth));
                faults.twins += 1;
                faults.unsound += u32::from(!twin.claim.bounds.contains(value));
            }
            if let Some((code, bounds)) = entry.conditional {
                let named = &log.conditions[&(key, code.bits())];
                let mut path = named.iter().map(|&key| usize::try_from(key).unwrap()).collect();
                let value = Score::raw(real(graph, &mut path, node, depth));
                faults.conditional += 1;
                faults.unsound += u32::from(!bounds.contains(value));
            }
        }
        faults.simulations += search.simulations[0];
        faults.verified += search.simulations[1];
    }
}

#[test]
fn stores_are_history_free_and_the_naive_ones_are_not() {
    let ours = try_graphs(TableMode::Shadow(ShadowMode::Fast), false);
    assert!(ours.stored > 10_000 && ours.conditional > 1000, "{ours:?}");
    assert_eq!((ours.unsound, ours.wrong), (0, 0), "{ours:?}");
    let naive = try_graphs(TableMode::Shadow(ShadowMode::Naive), false);
    assert!(naive.unsound > 100, "the oracle must catch a table of real scores: {naive:?}");
}

#[test]
fn strict_reads_are_never_wrong_and_naive_ones_are() {
    let strict = try_graphs(TableMode::Shadow(ShadowMode::Strict), true);
    assert_eq!((strict.unsound, strict.wrong), (0, 0), "{strict:?}");
    let naive = try_graphs(TableMode::Shadow(ShadowMode::Naive), true);
    assert!(naive.wrong > 10 && naive.unsound > 100, "{naive:?}");
}

#[test]
fn an_upcoming_repetition_is_a_bound_on_its_path_alone() {
    for (mode, reads) in [(ShadowMode::Fast, false), (ShadowMode::Strict, true)] {
        let searched = TableMode::Shadow(mode);
        let conditional = try_moves_back(searched, reads, MovesBack::Conditional);
        assert_eq!((conditional.unsound, conditional.wrong), (0, 0), "{mode} {conditional:?}");
        assert!(conditional.stored > 10_000, "{mode} {conditional:?}");
        let unconditional = try_moves_back(searched, reads, MovesBack::Unconditional);
        assert!(unconditional.unsound > 10, "the oracle must catch it: {mode} {unconditional:?}");
    }
    let fast = TableMode::Shadow(ShadowMode::Fast);
    let fast = try_moves_back(fast, true, MovesBack::Conditional);
    assert_eq!(fast.beyond, 0, "{fast:?}");
}

#[test]
fn fast_reads_may_miss_a_draw_but_never_invent_one() {
    let fast = try_graphs(TableMode::Shadow(ShadowMode::Fast), true);
    assert_eq!(fast.beyond, 0, "{fast:?}");
    let naive = try_graphs(TableMode::Shadow(ShadowMode::Naive), true);
    assert!(naive.beyond > 0, "the oracle must catch invented draws: {naive:?}");
}

#[test]
fn simulated_twins_are_never_wrong_and_unchecked_base_entries_are() {
    let twins = try_graphs(TableMode::Twins(BaseReuse::Simulated), true);
    assert_eq!((twins.unsound, twins.wrong), (0, 0), "{twins:?}");
    assert!(twins.stored > 1000 && twins.twins > 1000, "{twins:?}");
    assert!(twins.verified > 1000, "simulations verify bounds: {twins:?}");
    assert!(twins.simulations > twins.verified, "and refuse some: {twins:?}");
    let unchecked = try_graphs(TableMode::Twins(BaseReuse::Unchecked), true);
    assert!(unchecked.wrong > 10, "a base entry may miss a draw: {unchecked:?}");
}

#[test]
fn the_truth_of_the_comparison_is_the_value_by_brute_force() {
    let mut random = Random::new(25);
    for family in Family::ALL {
        for _ in 0..20 {
            let graph = Graph::random(&mut random, family);
            let mut truth = Truth::default();
            for node in 0..family.size {
                for depth in 0..=6 {
                    let found = truth.value(&graph.at(node), &mut Vec::new(), depth);
                    assert_eq!(found.value(), real(&graph, &mut Vec::new(), node, depth));
                }
            }
        }
    }
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
        check_conditional(&table, &position, 4, &mut Vec::new(), &mut faults);
    }
    faults
}

/// Compares the bounds that hold on each path of up to `plies` plies more, `path` being the reversible moves before, with the values
/// after the positions that they name.
fn check_conditional(
    table: &TranspositionTable,
    position: &Position,
    plies: usize,
    path: &mut Vec<Key>,
    faults: &mut Faults,
) {
    if path.contains(&position.key()) {
        return;
    }
    if let Some(entry) = table.probe(position.key()).filter(|entry| entry.depth <= 3)
        && let Some(code) = entry.condition
        && let Some(found) = code.find(0..path.len(), |at| path[at])
    {
        let mut named: Vec<Key> = found.plies(path.len()).unwrap().map(|at| path[at]).collect();
        let from = named.len();
        let truth = minimax(&mut named, position, entry.depth as usize, from);
        faults.conditional += 1;
        faults.unsound += u32::from(!entry.bounds.contains(truth));
    }
    if plies == 0 {
        return;
    }
    path.push(position.key());
    for mv in position.legal_moves() {
        let child = position.after(mv);
        if child.halfmoves() == 0 {
            check_conditional(table, &child, plies - 1, &mut Vec::new(), faults);
        } else {
            check_conditional(table, &child, plies - 1, path, faults);
        }
    }
    path.pop();
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
    if let Some(entry) =
        table.probe(position.key()).filter(|it| it.depth <= 3 && it.condition.is_none())
    {
        let truth = minimax(&mut Vec::new(), position, entry.depth as usize, 0);
        faults.stored += 1;
        faults.unsound += u32::from(!entry.bounds.contains(truth));
    }
}

#[test]
fn chess_endings_with_the_engine_node() {
    let strict = try_endings(ShadowMode::Strict);
    assert!(strict.stored > 100, "{strict:?}");
    assert_eq!((strict.unsound, strict.wrong, strict.conditional), (0, 0, 0), "{strict:?}");
    let fast = try_endings(ShadowMode::Fast);
    assert!(fast.conditional > 100, "{fast:?}");
    assert_eq!(fast.unsound, 0, "{fast:?}");
    let naive = try_endings(ShadowMode::Naive);
    assert!(naive.unsound > 0, "the oracle must catch a table of real scores: {naive:?}");
}
