//! What the commands answer: where two traces part, the lines and columns they show, and what they refuse.

use super::{FEN, Line, folder, run};
use crate::rules::Position;
use crate::search::observe::SearchRecording;
use clap::Parser as _;
use lucena_trace::Writer;
use lucena_trace::record::{Bound, Enter, Flags, Move};

#[test]
fn traces_of_other_positions_are_said_to_be_so() {
    let folder = folder("positions");
    run(&folder, &["record", FEN, "--depth", "1", "-o", "%/a"]);
    run(&folder, &["record", "startpos", "--depth", "1", "-o", "%/b"]);
    let said = run(&folder, &["diff", "%/a", "%/b"]);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let words = format!("\nthe positions of search 1 differ:\n  A: {FEN}\n  B: {start}\n");
    assert!(said.contains(&words) && !said.contains("they part"), "{said}");
    // Magic, version and headers are left.
    let whole = std::fs::read(folder.join("a")).unwrap();
    let at = whole.windows(FEN.len()).position(|it| it == FEN.as_bytes()).unwrap() - 3;
    std::fs::write(folder.join("none"), &whole[..at]).unwrap();
    let said = run(&folder, &["diff", "%/a", "%/none"]);
    assert!(said.contains("they part before the first search\n  A: "), "{said}");
    assert!(said.contains("  B: the trace ends"), "{said}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn every_line_of_a_search_has_its_number() {
    let folder = folder("lines");
    let mut recording = SearchRecording::new(&Position::default(), &[]);
    (recording.depth, recording.lines) = (Some(3), 3);
    std::fs::write(folder.join("three.ron"), recording.to_ron().unwrap()).unwrap();
    run(&folder, &["record", "--recording", "%/three.ron", "-o", "%/three"]);
    let json = run(&folder, &["export", "%/three", "--format", "jsonl"]);
    for line in 1..=3 {
        assert!(json.contains(&format!("\"line\":{line}")), "{line}");
    }
    let stat = run(&folder, &["stat", "%/three"]);
    assert!(stat.contains("depth  line           window"), "{stat}");
    // What is shown without a choice is the best line.
    let shown = run(&folder, &["show", "%/three"]);
    assert!(shown.contains("to depth 3, the root\n"), "{shown}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_changed_margin_is_found_where_it_first_matters() {
    let folder = folder("margin");
    let record = |name: &str, set: &str| {
        run(&folder, &["record", FEN, "--depth", "7", "-o", &format!("%/{name}"), "--set", set])
    };
    record("a", "rfp_margin=80");
    record("b", "rfp_margin=80");
    record("c", "rfp_margin=81");
    let same = run(&folder, &["diff", "%/a", "%/b"]);
    assert!(same.contains("equal: ") && same.contains("all figures are equal"), "{same}");
    let changed = run(&folder, &["diff", "%/a", "%/c"]);
    assert!(changed.contains("option.rfp_margin: 80 | 81"), "{changed}");
    assert!(changed.contains("they part in search 1, iteration"), "{changed}");
    // The number is the one that `show` takes, and the iteration has the node in which they part.
    let (_, parts) = changed.split_once("they part in search 1, iteration ").unwrap();
    let (iteration, _) = parts.split_once(", after").unwrap();
    let (number, depth) = iteration.split_once(" to depth ").unwrap();
    let line = parts.lines().nth(1).unwrap().strip_prefix("at ").unwrap();
    let line = if line == "the root" { "" } else { line };
    let shown = run(&folder, &["show", "%/a", "--iteration", number, "--line", line]);
    assert!(
        shown.contains(&format!("\niteration {number} to depth {depth}, ")),
        "{changed}{shown}"
    );
    assert!(changed.contains("before, in both:"), "{changed}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = folder("errors");
    std::fs::write(folder.join("text"), "no trace").unwrap();
    run(&folder, &["record", FEN, "--depth", "2", "-o", "%/a"]);
    let mut writer = Writer::new(Vec::new(), "other", "1", "").unwrap();
    writer.search("startpos", &[]);
    std::fs::write(folder.join("none"), writer.close().unwrap()).unwrap();
    let cases: [(&[&str], &str); 10] = [
        (&["show", "%/none"], "none: search 1 has no iteration"),
        (&["show", "%/none", "--iteration", "2"], "none: search 1 has no iteration"),
        (&["show", "%/a", "--iteration", "99"], "a: no iteration 99, search 1 has "),
        (&["stat", "%/missing"], "missing: "),
        (&["stat", "%/text"], "text: not a search trace"),
        (&["show", "%/a", "--search", "2"], "no search 2, there are 1"),
        (&["show", "%/a", "--line", "a1a8"], "a1a8 was not searched there"),
        (&["show", "%/a", "--line", "e5"], "\"e5\" is not a move such as e2e4"),
        (
            &["record", FEN, "-o", "%/b", "--filter", "x=1"],
            "--filter: filter \"x=1\" is not understood",
        ),
        (
            &["record", FEN, "-o", "%/b", "--set", "rfp_margin=81", "--set", "rfp_margin=90"],
            "--set: rfp_margin is given twice",
        ),
    ];
    for (words, part) in cases {
        let said = run(&folder, words);
        assert!(said.starts_with("error: ") && said.contains(part), "{said}");
    }
    let bad = Line::try_parse_from(["lucena", "trace", "find", "a", "deep"]);
    assert!(bad.err().unwrap().to_string().contains("\"deep\" is not understood; known: depth>=4"));
    let whole = std::fs::read(folder.join("a")).unwrap();
    std::fs::write(folder.join("cut"), &whole[..whole.len() / 2]).unwrap();
    let said = run(&folder, &["stat", "%/cut"]);
    assert!(said.contains("read up to byte") && said.contains("ends inside the record"), "{said}");
    assert!(said.contains("error: "), "the exit code says it too: {said}");
    // The first bytes of a trace are one that was cut off, which the exit code tells from what is none.
    for length in [1, 8] {
        std::fs::write(folder.join("head"), &whole[..length]).unwrap();
        let said = run(&folder, &["stat", "%/head"]);
        let words =
            "/head: read up to byte 0: the file ends inside the first bytes of a search trace";
        assert!(said.starts_with("error: ") && said.ends_with(words), "{said}");
    }
    std::fs::write(folder.join("short"), &whole[..60]).unwrap();
    for command in ["show", "origin", "export"] {
        let said = run(&folder, &[command, "%/short"]);
        assert!(said.contains("/short: no search 1, there are 0; read up to byte "), "{said}");
    }
    let said = run(&folder, &["diff", "%/a", "%/cut"]);
    assert!(said.contains("B: the trace ends (byte "), "{said}");
    let said = run(&folder, &["export", "%/cut", "--format", "jsonl", "-o", "%/lines"]);
    assert!(said.starts_with("error: ") && said.contains("ends inside the record"), "{said}");
    assert!(std::fs::read_to_string(folder.join("lines")).unwrap().ends_with("}\n"));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn large_numbers_keep_their_columns_apart() {
    let folder = folder("columns");
    let mut writer = Writer::new(Vec::new(), "x", "1", "").unwrap();
    writer.search("startpos", &[]);
    writer.iteration(1, -20, 20, 1);
    let large = 123_456_789_012;
    writer.enter(&Enter {
        flags: Flags::PV,
        mv: Move::NONE,
        depth: large,
        alpha: -large,
        beta: large,
    });
    writer.comment("deep");
    writer.exit(large - 1, Bound::Exact);
    writer.end(1, Move::NONE, 3);
    std::fs::write(folder.join("a"), writer.close().unwrap()).unwrap();
    let said = run(&folder, &["show", "%/a"]);
    // No moves were played before the search.
    assert!(said.contains("\nsearch 1: startpos\niteration 1 to depth 1, the root\n"), "{said}");
    let row = said.lines().find(|line| line.starts_with("root ")).unwrap();
    let words: Vec<&str> = row.split_whitespace().take(5).collect();
    let window = format!("{}..{large}", -large);
    assert_eq!(words, ["root", "123456789011", "1", "123456789012", &window], "{said}");
    std::fs::remove_dir_all(folder).unwrap();
}
