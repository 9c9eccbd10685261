//! Search traces in the explorer: one of them, two side by side, where a score comes from, and files that are none.

use crate::bench::Bench;
use crate::twelve::{LARGE, has};
use lucena::knowledge::Knowledge;
use lucena::rules::Position;
use lucena::search::NoLimits;
use lucena::search::observe::{SearchRecording, Tracer};
use lucena::tui::model::inspect::Subject;
use std::fs::File;

/// Writes the trace of a search with this margin into the folder of the program.
fn trace(bench: &Bench, name: &str, margin: i32) {
    let position = Position::default();
    let mut case = SearchRecording::new(&position, &[]);
    case.depth = Some(6);
    case.parameters = vec![("rfp_margin".to_owned(), margin)];
    let file = File::create(bench.folder.join(name)).expect("a file");
    let mut tracer = Tracer::new(file, "").expect("no filter");
    tracer.begin(&position);
    let knowledge = Knowledge::standard().expect("knowledge");
    let report = case.run(&knowledge, &mut NoLimits, &mut tracer).expect("a search");
    tracer.end(&report);
    tracer.close().expect("room on the disk");
}

#[test]
fn a_trace_is_walked_filtered_sorted_and_followed_to_the_leaf() {
    let mut bench = Bench::played(LARGE);
    trace(&bench, "a.trace", 80);
    has(
        &bench.keys(":trace a.trace<enter>"),
        &["Lucena 0.1.0: ", "nodes ended by: ", "moves not searched: ", "▾ iteration 6", "root"],
    );
    has(&bench.keys("<down><right>"), &["PV; all moves", "hash table held"]);
    has(&bench.keys("s"), &["sorted by nodes"]);
    has(&bench.keys("t"), &["without auxiliary searches"]);
    has(&bench.keys("y"), &["coloured by score"]);
    let root = bench.table.app.model.shown_position().fen();
    bench.keys("m<right>");
    assert_ne!(bench.table.app.model.shown_position().fen(), root);
    has(
        &bench.keys("<f6>d"),
        &["Where the score comes from", "iteration 6, ", "The leaf is worth", "because "],
    );
}

#[test]
fn two_traces_stand_side_by_side_where_they_part() {
    let mut bench = Bench::played((180, 60));
    trace(&bench, "a.trace", 80);
    trace(&bench, "b.trace", 95);
    bench.keys(":trace a.trace b.trace<enter>");
    bench.until(|bench| {
        let subject = &bench.table.app.model.inspect.subject;
        matches!(subject, Subject::Trace(view) if view.are_selected())
    });
    has(&bench.table.frame(), &["»", "cut, reduced"]);
    let Subject::Trace(view) = &bench.table.app.model.inspect.subject else { panic!("no trace") };
    let words: Vec<&str> =
        view.sides.iter().flat_map(|side| &side.head.words).map(String::as_str).collect();
    has(&words.join("\n"), &["they part in search 1 after", "  A: ", "  B: "]);
    bench.keys("<space><down>");
    trace(&bench, "same.trace", 80);
    has(&bench.keys(":trace a.trace same.trace<enter>"), &["the traces are equal: "]);
}

#[test]
fn what_is_no_trace_is_refused() {
    let mut bench = Bench::played(LARGE);
    bench.write("text", "not a trace at all");
    has(&bench.keys(":trace text<enter>"), &["text: not a search trace"]);
    has(&bench.keys(":trace missing<enter>"), &["missing: No such file"]);
    has(&bench.keys(":trace a b c<enter>"), &["takes one file, or two to compare"]);
}
