//! Recognised endings, and tablebases.

use super::material::{depth, nodes, root, search, searcher};
use lucena::base::Score;
use lucena::rules::Position;
use lucena::search::{NoLimits, NullObserver, Root, SearchOptions, Tablebases};
use std::path::Path;

#[test]
fn recognisers_know_these() {
    // Name, FEN, whether the side to move wins (1), loses (-1) or draws (0). Values checked with three-piece tablebases.
    let cases = [
        ("key squares", "8/8/8/3K4/8/3P4/8/3k4 w - - 0 1", 1),
        ("opposition lost", "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", 0),
        ("opposition won", "4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", -1),
        ("rook pawn", "k7/8/K7/P7/8/8/8/8 w - - 0 1", 0),
        ("black pawn", "8/8/8/8/4p3/4k3/8/4K3 w - - 0 1", -1),
        ("wrong bishop", "k7/8/K7/P7/8/8/8/5B2 w - - 0 1", 1),
        ("wrong bishop", "k7/8/K7/P7/8/8/8/6B1 w - - 0 1", 0),
        ("wrong bishop, h file", "7k/8/6K1/7P/8/8/8/2B5 w - - 0 1", 1),
        ("minor against minor", "8/8/3k4/3n4/8/3K1B2/8/8 w - - 0 1", 0),
        ("two knights", "8/8/3k4/8/8/3K1N2/5N2/8 w - - 0 1", 0),
    ];
    for (name, fen, outcome) in cases {
        let report = search(SearchOptions::default(), &root(fen, ""), &depth(6));
        let score = report.lines[0].score;
        match outcome {
            0 => assert_eq!(score, Score::DRAW, "{name} {fen}"),
            _ => assert!(score.value() * outcome > 100, "{name} {fen}: {score}"),
        }
    }
}

/// Plays both sides until mate; the number of moves it took.
fn moves_to_mate(fen: &str, budget: u64) -> Option<usize> {
    let mut searcher = searcher(SearchOptions::default());
    let mut root = root(fen, "");
    for ply in 0..100 {
        if root.position.legal_moves().is_empty() {
            return root.position.is_check().then_some(ply / 2);
        }
        let report = searcher.search(&root, &nodes(budget), &mut NoLimits, &mut NullObserver);
        let next: Position = root.position.after(report.lines[0].moves[0]);
        root.history.push(root.position.key());
        root = Root { position: next, history: root.history };
    }
    None
}

#[test]
fn lone_kings_are_mated() {
    let cases = [
        ("8/8/3k4/8/8/3K4/8/Q7 w - - 0 1", 12_000),
        ("8/8/3k4/8/8/3K4/8/R7 w - - 0 1", 12_000),
        ("8/8/3k4/8/8/3K4/8/2BB4 w - - 0 1", 12_000),
        ("8/8/3k4/8/8/3K4/8/2BN4 w - - 0 1", 16_000),
        ("8/8/3k4/8/8/3K4/8/3NB3 w - - 0 1", 12_000),
    ];
    for (fen, budget) in cases {
        let moves = moves_to_mate(fen, budget);
        assert!(moves.is_some(), "{fen}");
    }
}

#[test]
fn a_path_without_tables_is_a_message() {
    let error = Tablebases::open(Path::new("no such directory")).unwrap_err();
    assert!(error.to_string().starts_with("syzygy path no such directory"), "{error}");
    let empty = std::env::temp_dir().join(format!("lucena-empty-{}", std::process::id()));
    std::fs::create_dir_all(&empty).unwrap();
    std::fs::write(empty.join("KQvK.rtbw"), b"not a table").unwrap();
    let error = Tablebases::open(&empty).unwrap_err();
    assert!(error.to_string().contains("no tablebases"), "{error}");
    assert!(error.to_string().contains("KQvK.rtbw"), "{error}");
    // Only the magic number and the size of a table are read when it is opened.
    let mut table = vec![0x71, 0xe8, 0x23, 0x5d];
    table.resize(80, 0);
    std::fs::write(empty.join("KRvK.rtbw"), table).unwrap();
    let list = std::env::join_paths([empty.join("none"), empty.clone()]).unwrap();
    let error = Tablebases::open(Path::new(&list)).unwrap_err();
    assert!(error.to_string().contains("none: "), "{error}");
    std::fs::create_dir(empty.join("none")).unwrap();
    let (_, warnings) = Tablebases::open(Path::new(&list)).unwrap();
    let missing =
        "of 3 pieces 1 of 5 WDL and 0 of 5 DTZ tables; positions without a table are searched";
    assert!(warnings.iter().any(|it| it.ends_with(missing)), "{warnings:?}");
    std::fs::remove_dir_all(&empty).unwrap();
}
