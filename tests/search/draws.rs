//! Draws by repetition, options of the score, and published positions with graph-history interaction.

use super::material::{depth, nodes, root, search};
use lucena::base::{DelayedLoss, Interval, Score};
use lucena::knowledge::Knowledge;
use lucena::rules::{Position, notation};
use lucena::search::shadow::{Window, kept_bounds};
use lucena::search::{
    DrawByPly, Evaluate, Limits, NoLimits, NullObserver, Pruning, Root, SearchOptions,
    SearchReport, Searcher, ShadowMode, TableBounds, TranspositionTable,
};
use std::sync::Arc;

use super::material::Material;

/// Searches with the engine's own evaluation.
fn play(mode: ShadowMode, root: &Root, limits: &Limits) -> SearchReport {
    let options = SearchOptions { shadow: mode, ..SearchOptions::default() };
    let table = Arc::new(TranspositionTable::new(16).unwrap());
    let knowledge = Knowledge::standard().unwrap();
    Searcher::new(table, knowledge, options).search(root, limits, &mut NoLimits, &mut NullObserver)
}

fn best(report: &SearchReport) -> String {
    notation::uci(report.lines[0].moves[0])
}

#[test]
fn a_third_occurrence_is_a_draw_and_a_second_is_not() {
    // White is a queen up; a third occurrence would give the win away.
    let fen = "7k/8/8/8/8/8/8/KQ6 w - - 0 1";
    let twice = "a1a2 h8g8 a2a1 g8h8 a1a2 h8g8 a2a1";
    let report = search(SearchOptions::default(), &root(fen, twice), &depth(6));
    // Black draws by g8h8, and finds it.
    assert_eq!(best(&report), "g8h8");
    assert_eq!(report.lines[0].score, Score::DRAW);
    assert_eq!(report.lines[0].depends_on, None, "an unconditional draw");
    assert_eq!(report.lines[0].shadow.unwrap().low, Score::DRAW);
    let once = "a1a2 h8g8 a2a1";
    let report = search(SearchOptions::default(), &root(fen, once), &depth(6));
    assert!(report.lines[0].score < Score::raw(-500), "{:?}", report.lines[0]);
}

#[test]
fn a_line_ends_with_the_third_occurrence() {
    let fen = "7k/8/8/8/8/8/8/KQ6 w - - 0 1";
    let twice = "a1a2 h8g8 a2a1 g8h8 a1a2 h8g8 a2a1";
    let report = search(SearchOptions::default(), &root(fen, twice), &depth(8));
    assert_eq!(report.lines[0].moves.len(), 1);
}

#[test]
fn a_perpetual_check_is_a_conditional_draw() {
    // White is more than a rook down and gives perpetual check from e8 and h5.
    let fen = "6k1/6p1/8/7Q/8/1r6/qr6/7K w - - 0 1";
    let report = play(ShadowMode::Fast, &root(fen, ""), &depth(10));
    assert_eq!(report.lines[0].score, Score::DRAW, "{:?}", report.lines[0]);
    assert!(report.shadow.repetitions > 0);
    assert!(report.shadow.narrowed + report.shadow.withheld > 0, "{:?}", report.shadow);
}

/// White is a queen down and gives perpetual check: the search knows the draw before it makes the move back, keeps it for this
/// path, and shows the move.
#[test]
fn an_upcoming_repetition_is_known_before_the_move() {
    let root = root("6k1/6p1/5p2/7Q/8/8/1qr3PP/7K w - - 0 1", "");
    let report = play(ShadowMode::Fast, &root, &depth(12));
    let back = report.statistics.techniques.iter().find(|(name, _)| *name == "upcoming repetition");
    let count = back.unwrap().1;
    assert!(count.accepted > 0 && count.attempted >= count.accepted, "{count:?}");
    let line = &report.lines[0];
    assert_eq!((line.score, best(&report).as_str()), (Score::DRAW, "h5e8"), "{line:?}");
    assert_eq!(line.depends_on, Some(0), "{line:?}");
}

#[test]
fn contempt_moves_the_draw_score_for_the_side_at_the_root() {
    let fen = "7k/8/8/8/8/8/8/KQ6 w - - 0 1";
    let twice = "a1a2 h8g8 a2a1 g8h8 a1a2 h8g8 a2a1";
    let options = SearchOptions { contempt: 30, ..SearchOptions::default() };
    let report = search(options, &root(fen, twice), &depth(6));
    assert_eq!(report.lines[0].score, Score::raw(-30));
    let options = SearchOptions { draw_by_ply: DrawByPly::On, ..SearchOptions::default() };
    let report = search(options, &root(fen, twice), &depth(6));
    assert_eq!(report.lines[0].score, Score::raw(-1 + 2), "later draws are better: {report:?}");
}

type Published = (&'static str, &'static str, &'static str, &'static str, (i32, i32));

/// Source: positions reported to Stockfish (issues 566, 2370, 5007, changes 1762, 2388, 2453) and on talkchess.com.
/// Each row: name, FEN, moves, `!` and moves that are wrong, range of right scores. Only G7 is a draw.
const PUBLISHED: [Published; 10] = [
    ("G1", "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", "a1a2 a7a8 a2a1", "!a8a7", (-500, 0)),
    (
        "G2",
        "4rbkr/1q3pp1/b3pn2/7p/1pN5/1P1BBP1P/P1R2QP1/3R2K1 w - - 5 31",
        "e3d4 h8h6 d4e3",
        "",
        (-250, -1),
    ),
    (
        "G3",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "e2e4 b8c6 d2d4 c6b8 d4d5 b8c6 g1f3 c6b8 f3g1",
        "!b8c6",
        (-250, -1),
    ),
    (
        "G4",
        "8/8/8/8/8/8/p7/2k4K b - - 0 1",
        "c1b1 h1g1 b1c1 g1h1 c1b1 h1g1 b1a1 g1h1",
        "!a1b1",
        (800, 16_000),
    ),
    ("G5", "3r2k1/pr6/1p3q1p/5R2/3P3p/8/5RP1/3Q2K1 b - - 0 51", "", "", (-400, 400)),
    ("G7", "8/1p2KP2/1p4q1/1Pp5/2P5/N1Pp1k2/3P4/1N6 b - - 76 40", "", "", (-1000, 1000)),
    ("G9", "6k1/5p2/p6P/1N6/1PP1b3/8/P2q4/5K2 b - - 13 59", "", "", (300, 16_000)),
    (
        "G6 A",
        "4R3/2p2p2/3q1pk1/1pN2bp1/1Q1P3p/2P2P2/2r3PP/6K1 w - - 0 32",
        "e8g8 g6h5 g8h8 h5g6 d4d5 d6d5",
        "",
        (-16_000, 16_000),
    ),
    (
        "G6 B",
        "4R3/2p2p2/3q1pk1/1pN2bp1/1Q1P3p/2P2P2/2r3PP/6K1 w - - 0 32",
        "d4d5 d6d5 e8g8 g6h5 g8h8 h5g6",
        "",
        (-16_000, 16_000),
    ),
    // The moves of the original game are not recorded there; these lead to its last position with the same repetition.
    ("G8", "7k/5K2/N4R2/P6P/8/8/1P5P/8 w - - 0 1", "f6f5 h8h7 f5f6", "", (-16_000, -15_990)),
];

#[test]
fn published_positions() {
    for mode in [ShadowMode::Fast, ShadowMode::Strict] {
        for (name, fen, moves, right, (low, high)) in PUBLISHED {
            // In G5 a draw by repetition is refuted only after 200,000 nodes.
            let limit = if name == "G5" { 300_000 } else { 100_000 };
            let report = play(mode, &root(fen, moves), &nodes(limit));
            let (found, score) = (best(&report), report.lines[0].score.value());
            // The loss in G1 is too deep for this node limit (six to twelve million nodes in fast mode): only the draw claim, which
            // was the reported fault, is tested.
            let deep_enough = name != "G1";
            if let Some(wrong) = right.strip_prefix('!').filter(|_| deep_enough) {
                assert!(
                    !wrong.split(' ').any(|mv| mv == found),
                    "{mode:?} {name}: {found} {score}"
                );
            }
            assert!(name == "G7" || score != 0, "{mode:?} {name} is no draw");
            assert!((low..=high).contains(&score), "{mode:?} {name}: {found} {score}");
        }
    }
}

/// Minimax with the delayed-loss bonus instead of the distance from the root in mate scores.
fn minimax(position: &Position, depth: usize) -> Score {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return if position.is_check() { -Score::MATE } else { Score::DRAW };
    }
    let evaluation = Material.evaluate(position.board(), position.turn());
    if depth == 0 {
        return evaluation;
    }
    let best = moves.iter().map(|&mv| -minimax(&position.after(mv), depth - 1)).max().unwrap();
    DelayedLoss { evaluation }.apply(best)
}

#[test]
fn the_delayed_loss_bonus_agrees_on_mate_distances() {
    let cases = [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1),
        ("k7/8/8/2K5/8/8/8/1Q6 w - - 0 1", 2),
        ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 2),
        ("7k/8/6K1/8/8/8/8/R7 b - - 0 1", -1),
    ];
    let delayed = SearchOptions { delayed_loss: true, ..SearchOptions::default() };
    let full_width = SearchOptions { pruning: Pruning::Off, ..delayed.clone() };
    for (fen, moves) in cases {
        let root = root(fen, "");
        let exhaustive = minimax(&root.position, 4);
        assert_eq!(DelayedLoss::mate_moves(exhaustive), Some(moves), "{fen}");
        let report = search(full_width.clone(), &root, &depth(4));
        let expected = DelayedLoss::to_root_distance(exhaustive);
        assert_eq!(report.lines[0].score, expected, "{fen}: full width");
        for options in [SearchOptions::default(), delayed.clone()] {
            let report = search(options, &root, &depth(8));
            assert_eq!(report.lines[0].score.mate_moves(), Some(moves), "{fen}");
        }
    }
}

#[test]
fn a_full_width_search_with_the_delayed_loss_bonus_equals_minimax() {
    let options = SearchOptions {
        delayed_loss: true,
        pruning: Pruning::Off,
        shadow: ShadowMode::Strict,
        ..SearchOptions::default()
    };
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "4rbkr/1q3pp1/b3pn2/7p/1pN5/1P1BBP1P/P1R2QP1/3R2K1 b - - 5 31",
    ] {
        let root = root(fen, "");
        let report = search(options.clone(), &root, &depth(3));
        assert_eq!(report.lines[0].score, minimax(&root.position, 3), "{fen}");
    }
}

#[test]
fn draws_by_ply_and_contempt_add_up_and_leave_evaluations_apart() {
    let options = SearchOptions { contempt: 30, draw_by_ply: DrawByPly::On, ..Default::default() };
    let draws = [2, 3, 30, 60, 61].map(|ply| options.draw_score(ply).value());
    assert_eq!(draws, [2 - 30, 30 - 3, 0, 1, -1]);
    let band = options.draw_band();
    assert_eq!(band, Score::raw(31 + 30));
    for evaluation in [-5000, -4938, -1, 1, 40, 4938, 5000].map(Score::raw) {
        let adjusted = options.adjust_eval(evaluation);
        assert!(adjusted.is_heuristic() && adjusted.value().abs() > band.value(), "{adjusted}");
        let shown = options.reported(adjusted).value();
        assert_eq!(shown, evaluation.value().clamp(-4938, 4938), "{evaluation}");
    }
    let quiet = root("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", "");
    let shown = search(options, &quiet, &depth(6)).lines[0].clone();
    assert!(shown.score.value().abs() < 100, "without the offset of the band: {shown:?}");
}

#[test]
fn an_integrated_bound_keeps_the_end_that_decides() {
    let (none, end) = (Interval::UNKNOWN, Score::raw);
    let both = |low, high| Interval { low: end(low), high: end(high) };
    let at_least = |low| Interval { low: end(low), high: none.high };
    let at_most = |high| Interval { low: none.low, high: end(high) };
    // For the window from 0 to 10: bounds, kept as IBV, kept with the bound type of the window.
    for (bounds, ibv, forced) in [
        (both(5, 5), both(5, 5), both(5, 5)),
        (both(20, 20), both(20, 20), at_least(20)),
        (both(-9, -9), both(-9, -9), at_most(-9)),
        (both(12, 30), at_least(12), at_least(12)),
        (both(-30, -12), at_most(-12), at_most(-12)),
        (both(2, 8), at_most(8), at_most(8)),
        (at_least(3), at_least(3), at_least(3)),
        (at_most(3), at_most(3), at_most(3)),
        (none, none, none),
    ] {
        let window = Window { alpha: end(0), beta: end(10) };
        let kept = |table| kept_bounds(table, bounds, window);
        assert_eq!(kept(TableBounds::Interval), bounds);
        assert_eq!(
            [kept(TableBounds::Ibv), kept(TableBounds::Forced)],
            [ibv, forced],
            "{bounds:?}"
        );
    }
}

#[test]
fn what_an_entry_keeps_does_not_change_a_full_width_search() {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "7k/8/5K2/8/8/8/8/6R1 w - - 0 1",
    ] {
        let found = [TableBounds::Interval, TableBounds::Ibv, TableBounds::Forced].map(|kept| {
            let options = SearchOptions {
                table_bounds: kept,
                pruning: Pruning::Off,
                shadow: ShadowMode::Strict,
                ..SearchOptions::default()
            };
            search(options, &root(fen, ""), &depth(4)).lines[0].score
        });
        assert!(found.iter().all(|score| *score == found[0]), "{fen}: {found:?}");
    }
}

#[test]
fn a_taken_back_repetition_is_forgotten() {
    let fen = "7k/8/8/8/8/8/8/KQ6 w - - 0 1";
    let mut searcher = super::material::searcher(SearchOptions::default());
    let twice = root(fen, "a1a2 h8g8 a2a1 g8h8 a1a2 h8g8 a2a1");
    let report = searcher.search(&twice, &depth(6), &mut NoLimits, &mut NullObserver);
    assert_eq!(report.lines[0].score, Score::DRAW);
    let once = root(fen, "a1a2 h8g8 a2a1");
    let report = searcher.search(&once, &depth(6), &mut NoLimits, &mut NullObserver);
    assert!(report.lines[0].score < Score::raw(-500), "{:?}", report.lines[0]);
}
