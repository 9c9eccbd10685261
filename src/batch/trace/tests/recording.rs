//! What is recorded: the file, the parameters of the search, a stop, and filters.

use super::{FEN, Line, Task, folder, run};
use crate::batch::trace::{Stopped, TraceTask, record_until};
use crate::rules::Position;
use crate::search::observe::SearchRecording;
use clap::Parser as _;
use std::sync::atomic::AtomicBool;

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
fn a_recording_that_is_stopped_keeps_its_trace() {
    let folder = folder("stopped");
    let file = folder.join("a.trace");
    let words = ["trace", "record", FEN, "--depth", "60", "-o", file.to_str().unwrap()];
    let line = Line::try_parse_from(["lucena"].iter().chain(&words)).unwrap();
    let Task::Trace(TraceTask::Record(arguments)) = line.task else { panic!("a recording") };
    let mut out = Vec::new();
    let error = record_until(&arguments, &AtomicBool::new(true), &mut out).unwrap_err();
    assert!(error.is::<Stopped>(), "{error:#}");
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
