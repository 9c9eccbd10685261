//! `lucena trace` on traces of our own engine: node counts agree, a changed parameter is found, questions are answered.

use super::{TraceTask, command, open};
use crate::engine::terms_after;
use crate::rules::Position;
use crate::search::Technique;
use crate::search::observe::SearchRecording;
use clap::{Parser, Subcommand};
use lucena_trace::origin::How;
use lucena_trace::record::{Bound, Enter, Flags, Move};
use lucena_trace::{Condition, Names, Node, Step, Trace, Writer};
use std::collections::BTreeMap;
use std::fs::File;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

#[derive(Parser)]
struct Line {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    #[command(subcommand)]
    Trace(TraceTask),
}

/// Runs `lucena trace` with these words; `%` stands for the test's folder.
fn run(folder: &std::path::Path, words: &[&str]) -> String {
    let place = folder.to_str().unwrap();
    let words = words.iter().map(|word| word.replace('%', place));
    let line =
        Line::try_parse_from(["lucena".to_owned(), "trace".to_owned()].into_iter().chain(words));
    let Task::Trace(task) = line.unwrap().task;
    let mut out = Vec::new();
    let done = command(&task, &mut out);
    let said = String::from_utf8(out).unwrap();
    match done {
        Ok(()) => said,
        Err(error) => format!("{said}error: {error:#}"),
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("lucena-trace-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn existing_files_are_replaced_only_on_request() {
    let folder = folder("overwrite");
    let file = folder.join("a.trace");
    let record = ["record", FEN, "--depth", "1", "-o", "%/a.trace"];
    run(&folder, &record);
    let written = std::fs::read(&file).unwrap();
    let refused = "a.trace: exists; --overwrite replaces it";
    assert!(run(&folder, &record).contains(refused));
    assert!(run(&folder, &["export", "%/a.trace", "-o", "%/a.trace"]).contains("the input file"));
    std::fs::write(folder.join("b"), "mine").unwrap();
    let export = |format| run(&folder, &["export", "%/a.trace", "--format", format, "-o", "%/b"]);
    for format in ["jsonl", "graphviz"] {
        assert!(
            export(format).contains("b: exists; --overwrite replaces it"),
            "{}",
            export(format)
        );
    }
    let own = run(&folder, &["record", "--recording", "%/b", "-o", "%/b", "--overwrite"]);
    assert!(own.contains("the input file"), "{own}");
    assert_eq!(std::fs::read_to_string(folder.join("b")).unwrap(), "mine");
    assert_eq!(std::fs::read(&file).unwrap(), written);
    assert!(!run(&folder, &[&record[..], &["--overwrite"]].concat()).contains("error"));
}

const FEN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";

#[test]
fn a_trace_of_our_own_has_every_node_and_leads_to_the_leaf() {
    let folder = folder("own");
    let said = run(&folder, &["record", FEN, "--depth", "6", "-o", "%/a.trace"]);
    let nodes = said.split(": ").nth(1).unwrap().split(' ').next().unwrap();
    let stat = run(&folder, &["stat", "%/a.trace"]);
    let equal = stat.lines().find(|line| line.ends_with("equal")).expect(&stat);
    assert_eq!(equal.split_whitespace().nth(2), Some(nodes), "{stat}");
    let part = ["record", FEN, "--depth", "6", "--filter", "iteration=3-4", "-o", "%/part.trace"];
    assert!(!run(&folder, &part).contains("error"));
    let in_part = run(&folder, &["stat", "%/part.trace"]);
    assert!(in_part.contains("not comparable: a filter left out a root"), "{in_part}");
    let shown = run(&folder, &["show", "%/a.trace", "--sort", "nodes"]);
    assert!(shown.starts_with("Lucena ") && shown.contains("\nsearch 1: r1bqkbnr/"), "{shown}");
    let origin = run(&folder, &["origin", "%/a.trace"]);
    let (iteration, rest) = origin.split_once(',').unwrap();
    let number = iteration.strip_prefix("iteration ").unwrap().strip_suffix(" to depth 6").unwrap();
    assert!(rest.starts_with(" the root: score"), "{origin}");
    let there = run(&folder, &["show", "%/a.trace", "--iteration", number]);
    assert!(there.contains(&format!("\n{iteration}, the root\n")), "{origin}{there}");
    assert!(origin.contains("made here") || origin.contains("not in the trace"), "{origin}");
    let dot = run(&folder, &["export", "%/a.trace", "--levels", "1"]);
    assert!(dot.starts_with("digraph trace {") && dot.ends_with("}\n"), "{dot}");
    // The lines of a label are parted as Graphviz reads it.
    assert!(dot.contains("\\ndepth 6 nodes ") && !dot.contains("\\u00"), "{dot}");
    let json = run(&folder, &["export", "%/a.trace", "--format", "jsonl"]);
    assert!(json.lines().all(|line| line.starts_with("{\"event\":") && line.ends_with('}')));
    // The format: after a miss depth, score and move are 0.
    let empty =
        "{\"event\":\"tt\",\"bound\":null,\"depth\":0,\"score\":0,\"move\":\"0000\",\"used\":false";
    let mut misses = json.lines().filter(|line| line.contains("\"tt\",\"bound\":null")).peekable();
    assert!(misses.peek().is_some() && misses.all(|line| line.starts_with(empty)), "{json}");
    let found = run(&folder, &["find", "%/a.trace", "cut depth>=3 !quiescence", "--limit", "2"]);
    assert!(found.contains("nodes that meet \"cut depth>=3 !quiescence\": "), "{found}");
    assert!(found.contains("  search 1, iteration ") && found.contains("--limit"), "{found}");
    let cut = run(&folder, &["show", "%/a.trace", "--where", "nodes>=100"]);
    assert!(cut.lines().count() < shown.lines().count(), "{cut}");
    // Only large traces have an index beside them.
    assert!(!folder.join("a.trace.index").exists());
    assert_eq!(run(&folder, &["stat", "%/a.trace"]), stat);
    std::fs::remove_dir_all(folder).unwrap();
}

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
fn a_parameter_has_the_range_that_uci_states() {
    let folder = folder("range");
    for (set, words) in [
        ("rfp_margin=9999", "option \"rfp_margin\": \"9999\" is not a whole number from 20 to 200"),
        ("nmp_divisor=0", "is not a whole number from 2 to 8"),
        ("aspiration_window=-100", "is not a whole number from 4 to 100"),
        ("rfp_margin=99999999999", "is not a whole number from 20 to 200"),
        ("rfp=80", "unknown parameter \"rfp\""),
        ("Hash=80", "unknown parameter \"Hash\""),
    ] {
        let said = run(&folder, &["record", FEN, "-o", "%/a", "--set", set]);
        assert!(said.starts_with("error: --set: ") && said.contains(words), "{said}");
    }
    run(&folder, &["record", FEN, "--depth", "1", "-o", "%/a", "--set", "null_base=3"]);
    assert!(run(&folder, &["stat", "%/a"]).contains("option.nmp_base = 3"));
    for (parameter, words) in [
        (("rfp_margin", 9999), "rfp_margin: 9999 is not a whole number from 20 to 200"),
        (("rfp", 80), "unknown parameter \"rfp\""),
    ] {
        let mut recording = SearchRecording::new(&Position::default(), &[]);
        recording.depth = Some(1);
        recording.parameters = vec![(parameter.0.to_owned(), parameter.1)];
        std::fs::write(folder.join("s.ron"), recording.to_ron().unwrap()).unwrap();
        let said = run(&folder, &["record", "--recording", "%/s.ron", "-o", "%/b"]);
        let field = format!("s.ron: search recording, parameters: {words}");
        assert!(said.starts_with("error: ") && said.contains(&field), "{said}");
    }
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
fn a_recording_that_is_stopped_keeps_its_trace() {
    let folder = folder("stopped");
    let file = folder.join("a.trace");
    let words = ["trace", "record", FEN, "--depth", "60", "-o", file.to_str().unwrap()];
    let line = Line::try_parse_from(["lucena"].iter().chain(&words)).unwrap();
    let Task::Trace(TraceTask::Record(arguments)) = line.task else { panic!("a recording") };
    let mut out = Vec::new();
    let error = super::record_until(&arguments, &AtomicBool::new(true), &mut out).unwrap_err();
    assert!(error.is::<super::Stopped>(), "{error:#}");
    let length = std::fs::metadata(&file).unwrap().len();
    let said = error.to_string();
    assert!(said.contains("a.trace: stopped after "), "{said}");
    assert!(said.ends_with(&format!("; the trace ends there, {length} bytes")), "{said}");
    let nodes = said.split(" nodes").next().unwrap().rsplit(' ').next().unwrap();
    let stat = run(&folder, &["stat", "%/a.trace"]);
    assert!(
        !stat.contains("read up to") && stat.contains(&format!("nodes: {nodes}\n")),
        "{said}{stat}"
    );
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_categories_of_a_leaf_add_up_and_single_propositions_have_no_square() {
    let folder = folder("leaf");
    for (fen, single) in [
        // The initiative and the endgame scale count here.
        ("4kbn1/n1p1pp1p/r5p1/3p1q2/2p2P2/2P5/P5PR/RNQ1KBN1 b - - 0 19", None),
        ("4k3/8/8/8/8/8/4P3/2B1KB2 b - - 0 1", Some("because white.bishop.pair\n")),
    ] {
        run(&folder, &["record", fen, "--depth", "1", "-o", "%/a", "--overwrite"]);
        let origin = run(&folder, &["origin", "%/a"]);
        let (_, leaf) = origin.split_once("The leaf is worth ").unwrap();
        let (worth, leaf) = leaf.split_once(" centipawns to Black").unwrap();
        let worth: i32 = worth.parse().unwrap();
        let categories = leaf.lines().nth(1).unwrap().split(", ");
        let sum: i32 =
            categories.map(|it| it.rsplit(' ').next().unwrap().parse::<i32>().unwrap()).sum();
        assert_eq!(sum, worth, "{origin}");
        assert!(single.is_none_or(|single| origin.contains(single)), "{origin}");
        assert!(!origin.contains("to_move a1") && !origin.contains("pair a1"), "{origin}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_score_from_a_bound_of_the_table_is_followed_to_its_evaluation() {
    let folder = folder("bounds");
    run(&folder, &["record", "startpos", "--depth", "8", "-o", "%/a"]);
    let origin = run(&folder, &["origin", "%/a"]);
    let last = |word: &str| {
        let (_, rest) = origin.rsplit_once(word).unwrap_or_else(|| panic!("{origin}"));
        let figure: String = rest.chars().filter(|it| !"≤≥".contains(*it)).collect();
        figure.split(|it: char| it == ',' || it.is_whitespace()).next().unwrap().to_owned()
    };
    assert_eq!(last(": score "), last(", corrected "), "{origin}");
    // The bound that is shown is the one that ended the node.
    let json = run(&folder, &["export", "%/a", "--format", "jsonl"]);
    let (mut used, mut count) = (None, 0);
    for line in json.lines() {
        let event: serde_json::Value = serde_json::from_str(line).unwrap();
        match event["event"].as_str() {
            Some("tt") if event["used"] == true => used = event["score"].as_i64(),
            Some("exit") => {
                let Some(score) = used.take() else { continue };
                assert_eq!(event["score"].as_i64(), Some(score), "{line}");
                count += 1;
            }
            _ => {}
        }
    }
    let found = run(&folder, &["find", "%/a", "ended=tt"]);
    assert!(count > 0 && found.contains(&format!("\"ended=tt\": {count}\n")), "{found}");
    for words in [&["find", "%/a", "ended=nonsense"][..], &["show", "%/a", "--where", "ended=x"]] {
        let said = run(&folder, words);
        assert!(
            said.starts_with("error: ")
                && said.contains("/a: no node")
                && said.contains("known: tt, cut-off"),
            "{said}"
        );
    }
    std::fs::remove_dir_all(folder).unwrap();
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn a_store_has_the_bound_that_its_node_came_to() {
    let folder = folder("stores");
    run(&folder, &["record", KIWIPETE, "--depth", "4", "-o", "%/a"]);
    let mut trace = open(&folder.join("a")).unwrap();
    let mut stores = 0;
    for node in nodes(&mut trace, "depth>=0 !pv") {
        for step in trace.open(&node).unwrap().steps {
            let Step::Store(stored) = step else { continue };
            stores += 1;
            assert_ne!((node.bound(), stored.bound), (Bound::Upper, Bound::Lower), "{node:?}");
            assert_ne!((node.bound(), stored.bound), (Bound::Lower, Bound::Upper), "{node:?}");
        }
    }
    assert!(stores > 500, "{stores}");
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

/// The nodes that meet a condition.
fn nodes(trace: &mut Trace<File>, condition: &str) -> Vec<Node> {
    let mut nodes = Vec::new();
    let take = |node: &Node| {
        nodes.push(node.clone());
        true
    };
    trace.find(&Condition::parse(condition).unwrap(), 0, take).unwrap();
    nodes
}

#[test]
fn changes_of_depth_add_up_to_the_depth_of_every_node() {
    let folder = folder("depths");
    run(&folder, &["record", KIWIPETE, "--depth", "9", "-o", "%/a"]);
    let mut trace = open(&folder.join("a")).unwrap();
    let mut seen = BTreeMap::new();
    for node in nodes(&mut trace, "depth>=1 !quiescence") {
        let opened = trace.open(&node).unwrap();
        let (mut own, mut of_move, mut reduced) = (node.enter.depth, 0, 0);
        let mut last = Move::NONE;
        let mut turn = |mv: Move, of_move: &mut i64| {
            *of_move = if last == mv { *of_move } else { 0 };
            last = mv;
        };
        for step in opened.steps {
            match step {
                Step::Change { mv, by, why } => {
                    let why = trace.index.name(why);
                    *seen.entry(why.to_owned()).or_insert(0) += 1;
                    if mv.is_none() {
                        own += by;
                        continue;
                    }
                    turn(mv, &mut of_move);
                    match why {
                        "late move reduction" => reduced = by,
                        _ => of_move += by,
                    }
                }
                Step::Child(child) if !child.enter.flags.is_aside() => {
                    turn(child.enter.mv, &mut of_move);
                    let is_reduced = child.enter.flags.has(Flags::REDUCED);
                    let depth = own - 1 + of_move + if is_reduced { reduced } else { 0 };
                    assert_eq!(child.enter.depth, depth.max(0), "{node:?}: {child:?}");
                }
                _ => {}
            }
        }
    }
    let all = [
        "IIR",
        "check extension",
        "deeper re-search",
        "late move reduction",
        "negative extension",
        "shallower re-search",
        "singular extension",
    ];
    assert_eq!(seen.keys().map(String::as_str).collect::<Vec<_>>(), all, "{seen:?}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn entries_have_both_ends_and_reverse_futility_on_one_is_followed() {
    let folder = folder("ends");
    run(&folder, &["record", KIWIPETE, "--depth", "9", "-o", "%/a"]);
    let mut trace = open(&folder.join("a")).unwrap();
    let (mut both, mut followed, mut own) = (0, 0, 0);
    for node in nodes(&mut trace, "depth>=1") {
        let Some(probe) = node.probe else { continue };
        if let Some(other) = probe.other {
            both += 1;
            let is_lower = probe.bound == Bound::Lower;
            assert!(if is_lower { probe.score < other } else { other < probe.score }, "{node:?}");
        }
        let (exit, beta) = (node.exit.unwrap(), node.enter.beta);
        let rule = exit.reason.map(|name| trace.index.name(name));
        if rule != Some(Technique::ReverseFutility.name()) || probe.bound == Bound::None {
            continue;
        }
        let (_, corrected) = node.eval.unwrap();
        let is_own = exit.score == ((corrected + beta) / 2).max(beta);
        let (iteration, chain) = trace.locate(node.offset).unwrap();
        let links = trace.origin(iteration, chain).unwrap();
        let is_of_entry = matches!(links[0].how, How::Entry(_) | How::Lost(_));
        assert_eq!(is_of_entry, !is_own, "{node:?}: {:?}", links[0].how);
        followed += usize::from(is_of_entry);
        own += usize::from(is_own);
    }
    assert!(both > 10 && followed > 10 && own > 10, "{both} {followed} {own}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn only_the_evaluation_that_made_a_score_is_taken_apart() {
    let folder = folder("made");
    run(&folder, &["record", KIWIPETE, "--depth", "6", "-o", "%/a"]);
    let mut trace = open(&folder.join("a")).unwrap();
    let (mut nodes, mut number) = (Vec::new(), 0);
    let condition = Condition::parse("depth>=0").unwrap();
    trace
        .find(&condition, 0, |node| {
            number += 1;
            nodes.extend((number % 11 == 0).then(|| node.clone()));
            nodes.len() < 500
        })
        .unwrap();
    let (mut estimates, mut bounds, mut evaluations) = (0, 0, 0);
    for node in nodes {
        let (iteration, chain) = trace.locate(node.offset).unwrap();
        let last = trace.origin(iteration, chain).unwrap().pop().unwrap();
        let (fen, before) = trace.position(0).unwrap();
        let terms = terms_after(&fen, &before, &trace.index, &last).join("\n");
        let names = Names { mv: &|mv| mv.to_string(), score: &|score| score.to_string() };
        let words = trace.index.link_words(&last, &names);
        let (made, exit) = (last.node.eval, last.node.exit.unwrap());
        match last.how {
            How::Pruned { measured, .. } => {
                estimates += 1;
                assert_eq!(measured, exit.score, "{words}");
                assert!(words.starts_with("from the pruned move ") && terms.starts_with("\nNo "));
            }
            How::Lazy => {
                bounds += 1;
                assert!(words.contains(" by lazy evaluation (") && terms.starts_with("\nNo "));
            }
            _ if terms.contains("The leaf is worth") => {
                evaluations += 1;
                let is_evaluation = made.is_some_and(|(_, corrected)| corrected == exit.score);
                assert!(is_evaluation || words.contains("reverse futility"), "{words}: {terms}");
            }
            _ => {}
        }
    }
    assert!(
        estimates > 10 && bounds > 10 && evaluations > 10,
        "{estimates} {bounds} {evaluations}"
    );
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_proven_result_has_no_terms() {
    let folder = folder("proven");
    for (fen, depth) in [
        ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "9"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 97 100", "6"),
        ("8/8/8/8/8/4k3/4p3/4K3 b - - 0 1", "6"),
    ] {
        run(&folder, &["record", fen, "--depth", depth, "-o", "%/a", "--overwrite"]);
        let origin = run(&folder, &["origin", "%/a"]);
        let words = "\n\nNo terms: a proven result does not come from the evaluation.\n";
        assert!(origin.ends_with(words), "{origin}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_root_that_is_not_recorded_has_no_result() {
    let folder = folder("no-root");
    let filter = ["--filter", "ply=2 line=e2e4"];
    run(&folder, &[&["record", "startpos", "--depth", "6", "-o", "%/a"][..], &filter].concat());
    let stat = run(&folder, &["stat", "%/a"]);
    let mut rows = stat.lines().filter(|line| line.contains("..")).peekable();
    assert!(rows.peek().is_some() && rows.all(|row| row.ends_with("–  –")), "{stat}");
    assert!(run(&folder, &["show", "%/a", "--line", "e2e4"]).contains("\ne2e4 "));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_filter_that_nothing_passes_is_said() {
    let folder = folder("filter");
    let record = |filter: &str| {
        run(
            &folder,
            &["record", FEN, "--depth", "2", "-o", "%/a", "--overwrite", "--filter", filter],
        )
    };
    let reversed = record("nodes=5-2");
    let words = "filter \"nodes=5-2\": the range ends before it begins";
    assert!(reversed.starts_with("error: ") && reversed.contains(words), "{reversed}");
    for filter in ["line=e2e5", "nodes=1000000-2000000", "search=2"] {
        let said = record(filter);
        let last = said.lines().last().unwrap();
        assert!(last.ends_with("; no node was recorded: none passes the filter"), "{said}");
    }
    assert!(!record("ply=1").contains("no node"));
    for over in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"] {
        let said = run(&folder, &["record", over, "--depth", "2", "-o", "%/a", "--overwrite"]);
        assert!(
            said.ends_with("; no node was recorded: the position has no legal move\n"),
            "{said}"
        );
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_is_below_a_root_that_the_filter_left_out_is_found() {
    let folder = folder("tops");
    let filter = ["--filter", "nodes=1000-1100"];
    run(&folder, &[&["record", "startpos", "--depth", "7", "-o", "%/a"][..], &filter].concat());
    let at = |words: &[&str]| run(&folder, &[words, &["%/a", "--iteration", "6"]].concat());
    let shown = at(&["show"]);
    let titled = |row: &&str| row.ends_with(", whose root the filter left out");
    let title = shown.lines().find(titled).expect("a title").split(',').next().unwrap();
    let is_move = |word: &&str| word.len() == 4 && word.as_bytes()[0].is_ascii_lowercase();
    let rows = shown.lines().skip_while(|row| !row.starts_with("move ")).skip(1);
    let lines: Vec<Vec<&str>> =
        rows.map(|row| row.split_whitespace().take_while(is_move).collect()).collect();
    assert!(lines.len() > 2, "{shown}");
    // Every node that stands there is found by its line.
    for line in &lines {
        let line = line.join(" ");
        let found = at(&["show", "--line", &line]);
        assert!(found.contains(&format!("{title}, {line}\n")), "{found}");
    }
    let below = lines.iter().find(|line| line.len() > 1).expect("a line of moves")[0];
    let absent = ["a2a3", "a2a4", "h2h3", "h2h4", "g1h3", "b1a3", "e2e4", "d2d4"]
        .into_iter()
        .find(|mv| lines.iter().all(|line| line[0] != *mv))
        .expect("a move that is not recorded");
    for (words, part) in [
        (
            &["show", "--line", below][..],
            format!("/a: {below}: the filter left it out; recorded below it is {below} "),
        ),
        (
            &["export", "--line", absent],
            format!("/a: {absent}: the filter left out this line and what is above it"),
        ),
    ] {
        let said = at(words);
        assert!(said.contains(&part), "{said}");
    }
    let said = at(&["origin"]);
    let named =
        said.split_once("/a: the root is not recorded: --line names another node, such as ");
    let named = named.expect("a node that is recorded").1.trim().trim_matches('"');
    assert!(lines.iter().any(|line| line.join(" ") == named), "{said}");
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
