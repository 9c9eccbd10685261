//! Search traces in the explorer: one of them, two side by side, where a score comes from, and files that are none.

use crate::bench::Bench;
use crate::screen::Table;
use crate::twelve::{LARGE, has};
use lucena::knowledge::Knowledge;
use lucena::rules::Position;
use lucena::search::NoLimits;
use lucena::search::observe::{SearchRecording, Tracer};
use lucena::tui::model::TaskEffect;
use lucena::tui::model::inspect::Subject;
use lucena::tui::model::inspect::trace::TraceAnswer;
use lucena::tui::{Effect, Event};
use lucena_trace::record::{Bound, Enter, Flags, Move, Record};
use lucena_trace::{Reader, Writer};
use std::collections::HashMap;
use std::fs::File;
use std::path::Path;

/// Writes the trace of a search with this margin into the folder.
pub fn write_trace(folder: &Path, name: &str, margin: i32) {
    write_part(folder, name, margin, "");
}

fn write_part(folder: &Path, name: &str, margin: i32, filter: &str) {
    let position = Position::default();
    let mut case = SearchRecording::new(&position, &[]);
    case.depth = Some(6);
    case.parameters = vec![("rfp_margin".to_owned(), margin)];
    let file = File::create(folder.join(name)).expect("a file");
    let mut tracer = Tracer::new(file, filter).expect("a filter");
    tracer.begin(&position);
    let knowledge = Knowledge::standard().expect("knowledge");
    let report = case.run(&knowledge, &mut NoLimits, &mut tracer).expect("a search");
    tracer.end(&report);
    tracer.close().expect("room on the disk");
}

/// Copies a trace of another engine into the folder: Weiss 60c5137, depth 7 in the first position of its benchmark;
/// `weiss-78.trace` with a margin of 78 in place of 77 centipawns a ply in reverse futility pruning.
pub fn copy_weiss(folder: &Path, name: &str) {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    std::fs::copy(data.join(name), folder.join(name)).expect("a trace in tests/data");
}

fn trace(bench: &Bench, name: &str, margin: i32) {
    write_trace(&bench.folder, name, margin);
}

#[test]
fn a_trace_is_walked_filtered_sorted_and_followed_to_the_leaf() {
    let mut bench = Bench::played(LARGE);
    trace(&bench, "a.trace", 80);
    has(
        &bench.keys(":trace a.trace<enter>"),
        &["Lucena 0.1.0, a.trace: ", "▾ iteration ", "root", "(score: side to move)"],
    );
    has(&bench.keys("<down><right>"), &["PV; all moves", "TT entry: ", "at the root", "to move"]);
    has(&bench.keys("s"), &["sorted by nodes"]);
    has(&bench.keys("t"), &["without quiescence", "only nodes with !quiescence"]);
    has(&bench.keys("y"), &["coloured by score"]);
    bench.keys(":trace-filter<enter>ssss");
    let root = bench.table.app.model.shown_position().fen();
    has(&bench.keys("m"), &["after 1."]);
    let leaf = bench.table.app.model.shown_position().fen();
    assert_ne!(leaf, root);
    bench.keys(":copy-line<enter>");
    bench.until(|bench| {
        bench.table.app.model.messages.latest().is_some_and(|it| it.text.contains("copied"))
    });
    has(&bench.table.frame(), &["copied to the clipboard"]);
    bench.keys(":copy-fen<enter>");
    bench.keys("<left><left><left><left><left><left><left><left><left>");
    has(&bench.keys("<f6>d"), &["Where the score comes from", "iteration ", "The leaf is worth"]);
    has(&bench.keys("<pagedown><pagedown><pagedown>"), &["esc goes back"]);
    has(&bench.keys("<esc>"), &["▾ iteration "]);
}

#[test]
fn a_change_of_depth_has_a_row_where_it_is_that_of_the_node() {
    let mut bench = Bench::played(LARGE);
    let file = File::create(bench.folder.join("depth.trace")).expect("a file");
    let mut w = Writer::new(file, "depth", "1", "").expect("no filter");
    let enter = |mv, depth| Enter { flags: Flags::PV, mv, depth, alpha: -9, beta: 9 };
    let e2e4 = Move::parse("e2e4").expect("a move");
    w.search("startpos", &[]);
    w.enter(&enter(Move::NONE, 9));
    w.depth(Move::NONE, -1, "internal reduction");
    w.depth(e2e4, 2, "extension");
    w.enter(&enter(e2e4, 9));
    w.exit(-4, Bound::Exact);
    w.exit(4, Bound::Exact);
    w.close().expect("room on the disk");
    bench.keys(":trace depth.trace<enter>");
    let shown = bench.keys("<down><right>");
    has(&shown, &["this node -1 plies: internal reduction", "+2 extension"]);
    assert!(!shown.contains("plies: extension"), "{shown}");
}

#[test]
fn nodes_without_children_open_and_lines_pass_null_moves() {
    let mut bench = Bench::played(LARGE);
    let file = File::create(bench.folder.join("null.trace")).expect("a file");
    let mut w = Writer::new(file, "null", "1", "").expect("no filter");
    let enter = |flags, mv| Enter { flags, mv, depth: 1, alpha: -9, beta: 9 };
    let mv = |text| Move::parse(text).expect("a move");
    w.info("mate", "30000");
    w.search("startpos", &[]);
    w.enter(&enter(Flags::PV, Move::NONE));
    w.order(&[(mv("e2e4"), 7), (mv("d2d4"), 2)]);
    w.enter(&enter(Flags::CUT, mv("e2e4")));
    w.pruned(mv("d7d5"), "futility", 1, 2);
    w.exit(29_997, Bound::Exact);
    w.enter(&enter(Flags::ALL | Flags::NULL, Move::NONE));
    w.enter(&enter(Flags::CUT, mv("e7e5")));
    w.exit(3, Bound::Exact);
    w.exit(-3, Bound::Exact);
    w.exit(4, Bound::Exact);
    w.close().expect("room on the disk");
    bench.keys(":trace null.trace<enter>");
    let shown = bench.keys("<down><right>");
    has(&shown, &["order: e4 7, d4 2", "▸ e4", "#2", "▸ null move"]);
    has(&bench.keys("<down><down><right>"), &["▾ e4", "d5 not searched: futility, 1 against 2"]);
    bench.keys("<left><down><right>");
    bench.keys("<down>");
    let Subject::Trace(view) = &bench.table.app.model.inspect.subject else { panic!("no trace") };
    let line = view.uci_position().expect("a node");
    assert!(line.starts_with("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - "));
    assert!(line.ends_with(" moves e7e5"), "{line}");
    has(&bench.keys("<f6>50000 e5<enter>"), &["What became of 0000 e7e5", "e7e5: -3 at depth 1"]);
    has(&bench.keys("<esc><f6>5-- e5<enter>"), &["What became of 0000 e7e5"]);
}

#[test]
fn questions_about_a_trace_are_answered_from_it() {
    let mut bench = Bench::played(LARGE);
    trace(&bench, "a.trace", 80);
    bench.keys(":trace a.trace<enter>");
    has(&bench.keys("<f6>1"), &["How search 1 ended", "by the engine's count", "depth 6, window"]);
    has(&bench.keys("<esc><f6>b"), &["Where the nodes went", "by the engine"]);
    has(&bench.keys("<esc><f6>5e4 e5<enter>"), &["What became of e2e4 e7e5", "e2e4: "]);
    has(&bench.keys("<esc><f6>5a1a8<enter>"), &["a1a8"]);
    has(&bench.keys("<f6>2"), &["a trace does not hold this"]);
    has(&bench.keys("<f6>c"), &[":trace-find"]);
    has(&bench.keys(":trace-find cut depth>=3 ended=cut-off<enter>"), &["cut off by"]);
    let first = bench.table.app.model.shown_position().fen();
    bench.keys("w");
    assert_ne!(bench.table.app.model.shown_position().fen(), first, "w finds the next");
    has(&bench.keys("<f6>7"), &["The TT entry at "]);
    has(&bench.keys("<esc>:trace-find depth>=99<enter>"), &["no further node with depth>=99"]);
    has(&bench.keys(":trace-find deep<enter>"), &["\"deep\" is not understood"]);
    has(&bench.keys(":export part.dot<enter>"), &["nodes written"]);
    let dot = std::fs::read_to_string(bench.folder.join("part.dot")).expect("a graph");
    assert!(dot.starts_with("digraph"), "{dot}");
    has(&bench.keys(":export part.ron<enter>"), &["exported to a .dot file"]);
}

#[test]
fn a_line_is_found_where_the_filter_left_out_the_nodes_above() {
    let mut bench = Bench::played(LARGE);
    // A part of the search that has several nodes without one above.
    let line = (500..2_000).step_by(100).find_map(|from| {
        let filter = format!("nodes={from}-{}", from + 100);
        write_part(&bench.folder, "part.trace", 80, &filter);
        let path = bench.folder.join("part.trace");
        let mut trace = lucena_trace::open(&path, |_, _| true).expect("it");
        let iteration = trace.index.last_iteration(|_| true).expect("an iteration");
        let tops = trace.roots(iteration).expect("nodes");
        tops.iter().find_map(|top| {
            let moves = top.path.as_deref()?;
            let words: Vec<String> = moves.iter().map(ToString::to_string).collect();
            (top.path != tops.last()?.path).then(|| words.join(" "))
        })
    });
    let line = line.expect("several nodes without one above");
    let shown = bench.keys(":trace part.trace<enter>");
    has(&shown, &["root not recorded"]);
    assert!(!shown.contains("not finished"), "{shown}");
    let found = bench.keys(&format!("<f6>5{line}<enter>"));
    has(&found, &["What became of", "are not recorded: the filter left them out", "window"]);
    assert!(!found.contains("was not searched"), "{found}");
    has(&bench.keys("<esc><f6>5a2a3<enter>"), &["Not recorded: the filter left out this line"]);
    has(&bench.keys("<esc><f6>1"), &["root not recorded"]);
}

#[test]
fn two_traces_stand_side_by_side_where_they_part() {
    let mut bench = Bench::played((180, 60));
    trace(&bench, "a.trace", 80);
    trace(&bench, "b.trace", 95);
    has(
        &bench.keys(":trace a.trace b.trace<enter>"),
        &[
            "A: Lucena 0.1.0",
            "B: Lucena 0.1.0",
            "they part in search 1",
            "  A: ",
            "  B: ",
            "»",
            "nodes ",
            " %)",
        ],
    );
    let at = |bench: &Bench| {
        let Subject::Trace(view) = &bench.table.app.model.inspect.subject else {
            panic!("no trace")
        };
        (view.side, view.sides.iter().map(|side| side.selected).collect::<Vec<_>>())
    };
    let parted = at(&bench);
    bench.keys("<space><up>");
    assert_ne!(at(&bench), parted);
    bench.keys("x<space>");
    assert_eq!(at(&bench), parted);
    has(&bench.keys("<f6>b"), &["B/A − 1", "ended by"]);
    trace(&bench, "same.trace", 80);
    has(&bench.keys(":trace a.trace same.trace<enter>"), &["the traces are equal"]);
    has(&bench.keys("x"), &["there is no difference"]);
}

#[test]
fn two_builds_of_another_engine_part_at_the_changed_margin() {
    let mut bench = Bench::played(LARGE);
    copy_weiss(&bench.folder, "weiss.trace");
    copy_weiss(&bench.folder, "weiss-78.trace");
    has(
        &bench.keys(":trace weiss.trace weiss-78.trace<enter>"),
        &[
            "A: Weiss 60c5137",
            "iteration 31 to depth 7, after 860 nodes",
            "A: exit 37, reverse futility",
            "B: enter 0000",
        ],
    );
    has(
        &bench.keys("<esc>:trace weiss.trace<enter>"),
        &["weiss.trace: 2.99k nodes", "≤120", "▸ iteration 30 ", "▸ iteration 31 "],
    );
    has(
        &bench.keys("<f6>1"),
        &[
            "depth 2, window 88..106: score ≤54, best –",
            "depth 2, window 51..81: score 54, best e1g1",
        ],
    );
    has(
        &bench.keys("<esc><f6>d"),
        &["Where the score comes from", "need the engine that evaluated it"],
    );
    has(&bench.keys("<esc><f6>2"), &["a trace does not hold this"]);
}

#[test]
fn a_trace_without_a_header_is_named() {
    let mut bench = Bench::played(LARGE);
    // A search of the start position and its root, which was not left.
    let bytes = b"\x8cLTR\r\n\x1a\n\x01G\x0a\x08startpos\x00E\x06\x01\x00\x00\x02\x02\x02";
    std::fs::write(bench.folder.join("a.trace"), bytes).expect("a file");
    has(&bench.keys(":trace a.trace<enter>"), &["an engine without a name, a.trace: 1 node\n"]);
}

#[test]
fn escape_stops_reading_a_long_trace() {
    let mut table = Table::two_people(LARGE);
    let reading = || TraceAnswer::Reading("indexing big.trace: 5 %".to_owned());
    table.event(Event::Trace(Box::new(reading())));
    assert!(table.frame().contains("indexing big.trace: 5 %; esc stops"), "{}", table.frame());
    let effects = table.keys("<esc>");
    assert!(matches!(effects[..], [Effect::Task(TaskEffect::StopTrace)]), "{effects:?}");
    table.event(Event::Trace(Box::new(TraceAnswer::Done(Ok(Some("stopped".to_owned()))))));
    assert!(table.frame().contains("stopped"), "{}", table.frame());
    assert!(table.keys("<esc>").is_empty());
}

#[test]
fn a_trace_has_the_whole_width_of_a_small_screen() {
    let mut bench = Bench::played((80, 24));
    trace(&bench, "a.trace", 80);
    let page = bench.keys(":trace a.trace<enter>");
    has(&page, &["y colour", "move                    score"]);
    has(&bench.keys("<down><right>"), &["PV; all moves"]);
    // z shows the board beside the tree.
    assert!(bench.keys("z").contains("▀▀▀▀▀▀"));
}

#[test]
fn what_is_no_trace_is_refused() {
    let mut bench = Bench::played(LARGE);
    trace(&bench, "a.trace", 80);
    let whole = std::fs::read(bench.folder.join("a.trace")).expect("a trace");
    // A cut elsewhere may fall between two records.
    std::fs::write(bench.folder.join("cut.trace"), &whole[..whole.len() - 1]).expect("a file");
    std::fs::write(bench.folder.join("newer"), b"\x8cLTR\r\n\x1a\n\x02").expect("a file");
    bench.write("text", "not a trace at all");
    has(&bench.keys(":trace text<enter>"), &["text: not a search trace"]);
    has(&bench.keys(":trace newer<enter>"), &["a search trace of version 2"]);
    has(&bench.keys(":trace missing<enter>"), &["missing: No such file"]);
    has(&bench.keys(":trace a b c<enter>"), &["takes one file, or two to compare"]);
    has(&bench.keys("<esc>:trace cut.trace<enter>"), &["the file ends inside the record at byte"]);
    has(&bench.keys(":trace a.trace cut.trace<enter>"), &["B: ", "the trace ends"]);
}

/// A write that the table refused is not recorded.
#[test]
fn a_probe_finds_the_entry_that_was_recorded_last() {
    let position = Position::default();
    let mut case = SearchRecording::new(&position, &[]);
    case.depth = Some(9);
    let mut tracer = Tracer::new(Vec::new(), "").expect("a filter");
    tracer.begin(&position);
    let knowledge = Knowledge::standard().expect("knowledge");
    let report = case.run(&knowledge, &mut NoLimits, &mut tracer).expect("a search");
    tracer.end(&report);
    let bytes = tracer.close().expect("room in memory");
    let mut reader = Reader::new(&bytes[..]).expect("a trace");
    let (mut stored, mut found) = (HashMap::new(), 0);
    while let Some(located) = reader.next().expect("a record") {
        match located.record {
            Record::Store(entry) => drop(stored.insert(entry.key, entry.depth)),
            Record::Probe(entry) if entry.bound != Bound::None => {
                assert_eq!(stored.get(&entry.key), Some(&entry.depth), "{entry:?}");
                found += 1;
            }
            _ => {}
        }
    }
    assert!(found > 1000, "{found}");
}
