//! Traces that a test writes, as other engines may: notations of moves, illegal moves, headers, mates and null moves.

use super::{folder, run};
use lucena_trace::Writer;
use lucena_trace::record::{Bound, Enter, Flags, Move};
use std::fs::File;

#[test]
fn castling_is_found_in_either_form_and_a_rook_where_it_went() {
    let folder = folder("castling");
    let rook = "6k1/8/8/8/8/8/8/K3R3 w - - 0 1";
    run(&folder, &["record", rook, "--depth", "3", "-o", "%/rook"]);
    let said = run(&folder, &["show", "%/rook", "--line", "e1g1"]);
    assert!(said.contains("to depth 3, e1g1\n"), "{said}");
    run(&folder, &["record", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "--depth", "3", "-o", "%/castling"]);
    let said = run(&folder, &["show", "%/castling", "--line", "e1g1"]);
    assert!(said.contains("to depth 3, e1g1\n"), "{said}");
    // As engines write it that follow Chess960.
    let mut writer = Writer::new(Vec::new(), "other", "1", "").unwrap();
    writer.search("4k3/8/8/8/8/8/8/4K2R w K - 0 1", &[]);
    writer.iteration(1, -20, 20, 1);
    let node = |mv| Enter { flags: Flags::PV, mv, depth: 1, alpha: -20, beta: 20 };
    writer.enter(&node(Move::NONE));
    writer.enter(&node(Move::parse("e1h1").unwrap()));
    writer.exit(0, Bound::None);
    writer.exit(0, Bound::None);
    std::fs::write(folder.join("other"), writer.close().unwrap()).unwrap();
    let said = run(&folder, &["show", "%/other", "--line", "e1g1"]);
    assert!(said.contains("to depth 1, e1h1\n"), "{said}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// Writes a trace of the start position whose nodes, down one line, have these moves and flags.
fn write_line(folder: &std::path::Path, filter: &str, line: &[(&str, Flags)]) {
    let file = File::create(folder.join("line")).unwrap();
    let mut w = Writer::new(file, "line", "1", filter).unwrap();
    let enter = |flags, mv| Enter { flags, mv, depth: 1, alpha: -9, beta: 9 };
    w.search("startpos", &[]);
    w.enter(&enter(Flags::PV, Move::NONE));
    for &(mv, flags) in line {
        w.enter(&enter(flags, Move::parse(mv).unwrap_or(Move::NONE)));
    }
    (0..=line.len()).for_each(|_| w.exit(0, Bound::Exact));
    w.close().unwrap();
}

#[test]
fn the_first_illegal_move_of_a_tree_is_named() {
    let folder = folder("moves");
    let (all, same, null) = (Flags::ALL, Flags::ALL | Flags::SAME, Flags::ALL | Flags::NULL);
    let legal = [
        ("e2e4", all),
        ("e7e5", same),
        ("e7e5", all),
        ("-", null),
        ("b8c6", all),
        ("f1c4", all),
        ("a7a6", all),
        ("g1f3", all),
        ("a6a5", all),
        ("e1h1", all),
    ];
    for filter in ["", "line=e2e4,e7e5"] {
        write_line(&folder, filter, &legal);
        let said = run(&folder, &["stat", "%/line"]);
        assert!(!said.contains("error") && !said.contains("is not legal"), "{said}");
        // From and to of the last two are interchanged: the first of them is named.
        let wrong = [&legal[..5], &[("c4f1", all), ("a6a7", all)]].concat();
        write_line(&folder, filter, &wrong);
        let said = run(&folder, &["stat", "%/line"]);
        let line = "(e2e4 e7e5 0000 b8c6 c4f1): c4f1 is not legal here\n";
        assert!(said.contains("\nsearch 1: node at byte ") && said.contains(line), "{said}");
        assert!(said.ends_with("positions and moves that chess has not: 1"), "{said}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn an_unusable_number_of_the_header_is_refused() {
    let folder = folder("unit");
    let whole = "a whole number from 1";
    for (key, value, expected) in [
        ("depth-unit", "abc", whole),
        ("depth-unit", "0", whole),
        ("depth-unit", "-3", whole),
        ("mate", "0", whole),
        ("mate", "#5", whole),
        ("pawn", "-1", "a number above 0"),
        ("pawn", "x", "a number above 0"),
    ] {
        let mut writer = Writer::new(Vec::new(), "x", "1", "").unwrap();
        writer.info("pawn", "1.5");
        writer.info(key, value);
        std::fs::write(folder.join("a"), writer.close().unwrap()).unwrap();
        // The second time from the index beside it.
        for _ in 0..2 {
            let said = run(&folder, &["stat", "%/a"]);
            let words = format!("/a: {key}: {value:?} is not {expected}");
            assert!(said.starts_with("error: ") && said.ends_with(&words), "{said}");
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_trace_without_a_header_is_named_alike_everywhere() {
    let folder = folder("nameless");
    std::fs::write(folder.join("a"), b"\x8cLTR\r\n\x1a\n\x01G\x0a\x08startpos\x00").unwrap();
    let stat = run(&folder, &["stat", "%/a"]);
    assert!(stat.starts_with("an engine without a name: searches: 1"), "{stat}");
    let diff = run(&folder, &["diff", "%/a", "%/a"]);
    assert!(diff.starts_with("A: an engine without a name\nB: an engine without"), "{diff}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn mates_orders_and_null_moves_are_told_and_a_difference_is_an_exit_code() {
    let folder = folder("mates");
    let mv = |text: &str| Move::parse(text).unwrap();
    let enter = |flags, mv| Enter { flags, mv, depth: 1, alpha: -9, beta: 9 };
    let write = |name: &str, second: i64, score: i64| {
        let mut w = Writer::new(File::create(folder.join(name)).unwrap(), "x", "1", "").unwrap();
        w.info("mate", "30000");
        w.search("startpos", &[]);
        w.iteration(1, -9, 9, 1);
        w.enter(&enter(Flags::PV, Move::NONE));
        w.order(&[(mv("e2e4"), 5), (mv("d2d4"), second), (mv("a2a3"), 1)]);
        w.enter(&enter(Flags::PV, mv("e2e4")));
        w.enter(&enter(Flags::ALL | Flags::NULL, Move::NONE));
        w.exit(-70, Bound::Exact);
        w.exit(score, Bound::Exact);
        w.exit(-score, Bound::Exact);
        w.close().unwrap();
    };
    write("a", 3, 29_997);
    write("b", 4, 29_997);
    write("c", 3, 29_996);
    let shown = run(&folder, &["show", "%/a", "--levels", "2"]);
    for words in ["\nroot                    -#2 ", "\ne2e4                     #2 ", " -70 "] {
        assert!(shown.contains(words), "{shown}");
    }
    assert!(shown.contains("· order: e2e4 5, d2d4 3, a2a3 1\n"), "{shown}");
    assert!(run(&folder, &["stat", "%/a"]).contains(" -#2  "));
    assert!(run(&folder, &["origin", "%/a"]).contains("score -#2, "));
    for condition in ["move=0000", "move=--"] {
        let found = run(&folder, &["find", "%/a", condition]);
        assert!(found.contains(": 1\n") && found.contains(": e2e4 0000\n"), "{found}");
    }
    assert!(run(&folder, &["show", "%/a", "--line", "e2e4 --"]).contains("e2e4 0000\n"));
    let equal = run(&folder, &["diff", "%/a", "%/a"]);
    assert!(!equal.contains("error"), "{equal}");
    let orders = run(&folder, &["diff", "%/a", "%/b"]);
    assert!(orders.contains("A: order, from move 2 of 3 on: d2d4 3, a2a3 1 (byte "), "{orders}");
    assert!(orders.ends_with("error: the traces differ"), "{orders}");
    // Two plies of a mate are one move.
    let scores = run(&folder, &["diff", "%/a", "%/c"]);
    assert!(
        scores.contains("A: exit =29997 (#2)") || scores.contains("A: exit 29997 (#2)"),
        "{scores}"
    );
    assert!(scores.contains("29996 (#2)"), "{scores}");
    std::fs::remove_dir_all(folder).unwrap();
}
