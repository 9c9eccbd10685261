//! Properties of every search: mates, determinism, limits, multi-PV, searchmoves.

use super::material::{depth, nodes, root, search, searcher};
use lucena::base::{Bound, Ply, Score};
use lucena::knowledge::Knowledge;
use lucena::rules::{Position, notation};
use lucena::search::{
    EvalView, LimitChecker, Limits, NoLimits, NodeView, NullObserver, Observer, Parameters, PvLine,
    Root, SearchOptions, SearchProgress, SearchReport, Searcher, StopReason, Technique,
    TranspositionTable,
};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const PAWN_ENDING: &str = "8/8/4k3/8/3PK3/8/8/8 w - - 0 1";
const MATE: &str = "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1";

#[test]
fn mates_are_found_with_their_distance() {
    let cases = [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", 1),
        ("k7/8/8/2K5/8/8/8/1Q6 w - - 0 1", "c5c6", 2),
        ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", "d2h6", 2),
        ("2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1", "f3f7", 2),
        ("8/8/8/8/8/5k2/6q1/7K w - - 0 1", "", 0),
        ("8/8/8/8/8/6k1/8/r6K w - - 0 1", "", 0),
    ];
    for (fen, best, moves) in cases {
        let report = search(SearchOptions::default(), &root(fen, ""), &depth(8));
        if moves == 0 {
            assert!(report.lines.is_empty() && report.stop == Some(StopReason::NoMoves), "{fen}");
            continue;
        }
        let line = &report.lines[0];
        assert_eq!(line.score.mate_moves(), Some(moves), "{fen}: {line:?}");
        assert!(best.is_empty() || notation::uci(line.moves[0]) == best, "{fen}: {line:?}");
    }
}

#[test]
fn the_same_search_twice_is_the_same_tree() {
    for limits in [depth(7), nodes(20_000)] {
        for fen in [START, KIWIPETE] {
            let first = search(SearchOptions::default(), &root(fen, ""), &limits);
            let second = search(SearchOptions::default(), &root(fen, ""), &limits);
            assert_eq!(first.nodes, second.nodes);
            assert_eq!(format!("{:?}", first.lines), format!("{:?}", second.lines));
            assert_eq!(first.shadow, second.shadow);
        }
    }
}

#[test]
fn a_node_limit_is_kept_to_the_node() {
    for limit in [1, 2, 100, 12_345] {
        let report = search(SearchOptions::default(), &root(START, ""), &nodes(limit));
        assert_eq!(report.nodes, limit);
        assert_eq!(report.stop, Some(StopReason::Nodes));
        assert_eq!(report.lines.len(), 1, "a move even so");
        assert!(!report.lines[0].moves.is_empty());
    }
}

#[test]
fn a_window_that_has_failed_is_resolved_past_the_limit() {
    let (mut bounds, mut at_the_limit) = (0, 0);
    for limit in (2_000..40_000).step_by(1_900) {
        let plain = nodes(limit);
        let resolving = Limits { resolve_window: true, ..plain.clone() };
        let [plain, resolved] = [plain, resolving]
            .map(|limits| search(SearchOptions::default(), &root(KIWIPETE, ""), &limits));
        assert_eq!(resolved.lines[0].bound, Bound::Exact, "{limit}");
        assert!((limit..4 * limit).contains(&resolved.nodes), "{limit}: {}", resolved.nodes);
        assert_eq!(plain.nodes, limit);
        bounds += usize::from(plain.lines[0].bound != Bound::Exact);
        at_the_limit += usize::from(resolved.nodes == limit);
    }
    assert!(bounds > 0 && at_the_limit > 0, "{bounds} bounds, {at_the_limit} at the limit");
}

#[test]
fn several_lines_are_distinct_and_in_order() {
    let limits = Limits { lines: 4, ..depth(6) };
    let report = search(SearchOptions::default(), &root(KIWIPETE, ""), &limits);
    assert_eq!(report.lines.len(), 4);
    for pair in report.lines.windows(2) {
        assert!(pair[0].score >= pair[1].score);
        assert_ne!(pair[0].moves[0], pair[1].moves[0]);
    }
}

#[test]
fn only_the_wanted_moves_are_searched() {
    let root = root(START, "");
    let wanted = notation::parse_move(&root.position, "a2a3").unwrap();
    let limits = Limits { moves: vec![wanted], ..depth(4) };
    let report = search(SearchOptions::default(), &root, &limits);
    assert_eq!(report.root_moves.len(), 1);
    assert_eq!(report.lines[0].moves[0], wanted);
}

#[test]
fn lines_are_legal_from_the_root() {
    for fen in [START, KIWIPETE] {
        let root = root(fen, "");
        let report = search(SearchOptions::default(), &root, &depth(8));
        let mut position: Position = root.position;
        for &mv in &report.lines[0].moves {
            assert!(position.legal_moves().contains(&mv));
            position.play(mv);
        }
    }
}

#[test]
fn nodes_of_replies_add_up_to_the_move() {
    let report = search(SearchOptions::default(), &root(KIWIPETE, ""), &depth(6));
    for candidate in &report.root_moves {
        let replies: u64 = candidate.replies.iter().map(|(_, nodes)| nodes).sum();
        assert!(replies <= candidate.nodes, "{candidate:?}");
    }
    let all: u64 = report.root_moves.iter().map(|candidate| candidate.nodes).sum();
    assert!(all <= report.nodes && all + 200 > report.nodes, "{all} of {}", report.nodes);
}

#[test]
fn a_mate_on_the_hundredth_ply_wins_and_a_draw_on_it_does_not() {
    let mate =
        search(SearchOptions::default(), &root("7k/8/6K1/8/8/8/8/R7 w - - 99 90", ""), &depth(4));
    assert_eq!(mate.lines[0].score.mate_moves(), Some(1));
    let late =
        search(SearchOptions::default(), &root("7k/8/5K2/8/8/8/8/R7 w - - 98 90", ""), &depth(6));
    assert_eq!(late.lines[0].score.value(), 0, "{:?}", late.lines[0]);
}

#[test]
fn several_threads_agree_on_a_mate() {
    let options = SearchOptions { threads: 3, ..SearchOptions::default() };
    let fen = "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1";
    let report = search(options, &root(fen, ""), &depth(8));
    assert_eq!(report.lines[0].score.mate_moves(), Some(2));
}

/// Half of the threads search the depth after the next one to complete, but none is deeper than the limit.
#[test]
fn several_threads_end_at_the_depth_of_the_limit() {
    for threads in 2..=4 {
        let options = SearchOptions { threads, ..SearchOptions::default() };
        for limit in [1, 2, 7] {
            let report = search(options.clone(), &root(KIWIPETE, ""), &depth(limit));
            let found = (report.depth, report.lines[0].depth, report.stop);
            assert_eq!(found, (limit, limit, Some(StopReason::Depth)), "{threads} threads");
        }
    }
}

/// Keeps the reports after each iteration.
#[derive(Default)]
struct Reports(Vec<SearchReport>);

impl LimitChecker for Reports {
    fn iteration_finished(&mut self, progress: &dyn SearchProgress) -> ControlFlow<StopReason> {
        self.0.push(progress.report());
        ControlFlow::Continue(())
    }
}

/// An iteration is reported once, whichever thread completes it, with lines of its depth or of the one under way.
#[test]
fn iterations_of_several_threads_are_reported_in_order() {
    for (threads, lines) in [(2, 1), (3, 1), (2, 3)] {
        let options = SearchOptions { threads, ..SearchOptions::default() };
        let limits = Limits { lines, ..depth(9) };
        let mut reports = Reports::default();
        searcher(options).search(&root(KIWIPETE, ""), &limits, &mut reports, &mut NullObserver);
        let mut last = 0;
        for report in &reports.0 {
            assert!(report.depth > last, "{} after {last}", report.depth);
            last = report.depth;
            assert_eq!(report.lines.len(), lines);
            let best = &report.lines[0];
            assert!(best.bound == Bound::Exact && best.depth >= last, "{best:?} at {last}");
            assert_eq!(report.statistics.nodes_by_iteration.len(), usize::from(last));
            assert_eq!(report.root_moves.len(), 48);
        }
        assert_eq!(last, 9);
    }
}

#[test]
fn a_searcher_can_be_used_again() {
    let mut searcher = searcher(SearchOptions::default());
    let mut position = Root { position: Position::default(), history: Vec::new() };
    for _ in 0..6 {
        let report = searcher.search(&position, &depth(4), &mut NoLimits, &mut NullObserver);
        position.history.push(position.position.key());
        position.position.play(report.lines[0].moves[0]);
    }
    assert_eq!(position.history.len(), 6);
}

#[test]
fn every_technique_finds_its_occasion() {
    // Middlegames for most techniques, an ending for the recognisers, a mate for mate distance pruning.
    let cases =
        [(KIWIPETE, depth(11)), (START, depth(12)), (PAWN_ENDING, depth(10)), (MATE, depth(8))];
    let mut attempts: HashMap<&str, u64> = HashMap::new();
    let table = Arc::new(TranspositionTable::new(8).unwrap());
    // Null-move verification from a lower depth than in play, to keep the test short.
    let parameters = Parameters { nmp_verification: 8, ..Parameters::default() };
    let options = SearchOptions { parameters, ..SearchOptions::default() };
    let mut searcher = Searcher::new(table, Knowledge::standard().unwrap(), options);
    for (fen, limits) in &cases {
        let report = searcher.search(&root(fen, ""), limits, &mut NoLimits, &mut NullObserver);
        for (name, tally) in report.statistics.techniques {
            assert!(tally.accepted <= tally.attempted, "{name}: {tally:?}");
            *attempts.entry(name).or_default() += tally.attempted;
        }
    }
    // Tablebases need files, which the tests do not have.
    let technique = |&&technique: &&Technique| technique != Technique::Tablebase;
    for technique in Technique::ALL.iter().filter(technique) {
        let count = attempts[technique.name()];
        assert!(count > 0, "{} never had an occasion", technique.name());
    }
}

/// The limit of nodes ends the search between two lines of an iteration.
#[test]
fn the_first_of_several_lines_is_the_best_where_an_iteration_is_broken_off() {
    for fen in [KIWIPETE, "rnbqkbr1/2ppp1pp/p4p1n/1p1P4/P7/4P2P/1PPQ1PP1/RNB1KBNR b KQq - 0 6"] {
        for limit in (1_000..20_000).step_by(250) {
            let limits = Limits { lines: 4, ..nodes(limit) };
            let lines = search(SearchOptions::default(), &root(fen, ""), &limits).lines;
            let first = &lines[0];
            let is_better = |line: &&PvLine| {
                let is_exact = line.bound == Bound::Exact && first.bound == Bound::Exact;
                is_exact && line.depth >= first.depth && line.score > first.score
            };
            assert!(!lines.iter().any(|line| is_better(&line)), "{fen}, {limit} nodes: {first:?}");
        }
    }
}

/// The limit of nodes ends the search after the first move of an iteration has turned out to be mated, before the others are searched.
#[test]
fn a_mated_move_is_no_mated_position() {
    let fens = [
        "2br4/2pk1B1q/8/r3Bp2/1P5p/pQ1NbRP1/P1K5/8 b - - 4 44",
        "2k5/1q6/8/8/2K3n1/2N5/p7/1br5 w - - 0 60",
    ];
    let mated_in = |line: &PvLine| {
        line.score.mate_moves().filter(|&moves| moves < 0 && line.bound != Bound::Lower)
    };
    for (fen, least) in fens.into_iter().zip([-100, -3]) {
        let table = Arc::new(TranspositionTable::new(1).expect("memory"));
        let knowledge = Knowledge::standard().expect("knowledge");
        let mut searcher = Searcher::new(Arc::clone(&table), knowledge, SearchOptions::default());
        for limit in (300..4_000).step_by(50) {
            table.clear();
            searcher.clear();
            let report =
                searcher.search(&root(fen, ""), &nodes(limit), &mut NoLimits, &mut NullObserver);
            let line = &report.lines[0];
            assert!(mated_in(line).is_none_or(|moves| moves <= least), "{limit}: {line:?}");
        }
    }
}

/// Counts lazy evaluations and those that the evaluation of the network contradicts.
#[derive(Debug, Default)]
struct LazyEvaluations {
    /// Of the node entered last.
    alpha: Score,
    evaluations: u32,
    /// Those that the position before puts far above beta and far below alpha.
    lazy: [u32; 2],
    wrong: [u32; 2],
}

impl Observer for LazyEvaluations {
    fn enter(&mut self, node: &NodeView<'_>) -> ControlFlow<()> {
        self.alpha = node.alpha;
        ControlFlow::Continue(())
    }

    fn evaluated(&mut self, _ply: Ply, &EvalView { raw, used, expected }: &EvalView) {
        self.evaluations += 1;
        let Some(expected) = expected else { return };
        let is_low = used == expected;
        let is_wrong = if is_low { raw > self.alpha } else { raw < used };
        self.lazy[usize::from(is_low)] += 1;
        self.wrong[usize::from(is_low)] += u32::from(is_wrong);
    }
}

#[test]
fn lazy_evaluations_are_nearly_always_bounds() {
    let middlegame = "2r2rk1/1b2bppp/p2ppn2/1p6/3QP3/1BN1B3/PPP2PPP/3R1RK1 w - - 0 1";
    let mut counts = LazyEvaluations::default();
    for fen in [START, KIWIPETE, middlegame] {
        let table = Arc::new(TranspositionTable::new(4).unwrap());
        let knowledge = Knowledge::standard().unwrap();
        let mut searcher = Searcher::new(table, knowledge, SearchOptions::default());
        searcher.search(&root(fen, ""), &nodes(100_000), &mut NoLimits, &mut counts);
    }
    let [high, low] = counts.lazy;
    assert!((high + low) * 10 > counts.evaluations, "{counts:?}");
    assert!(counts.wrong[0] * 50 < high, "{counts:?}");
    assert!(counts.wrong[1] * 200 < low, "{counts:?}");
}
