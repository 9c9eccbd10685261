//! Runs suites as the program does, with the engine in this process.

use super::{Incomplete, List, Options, run_until};
use crate::batch::limit_arguments::LimitArguments;
use crate::batch::output::Progress;
use std::path::Path;
use std::sync::atomic::AtomicBool;

const SUITE: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"rank.1\"; c0 \"Ra8#=10, Rd1=8\";\n\
    6k1/5ppp/8/8/4Q3/8/5PPP/R5K1 w - - dm 1; id \"rank.2\";\n\
    k7/8/1K6/8/8/8/8/7R w - - am Rh7; id \"corner.1\";\n\
    k7/8/1K6/8/8/8/8/7R w - - bm Kb5; id \"corner.2\";\n";

fn options(folder: &Path) -> Options {
    Options {
        files: vec![folder.join("a.epd")],
        engines: vec![],
        limits: LimitArguments { depth: Some(2), ..Default::default() },
        concurrency: Some(2),
        record: None,
        list: List::Unsolved,
        themes: true,
    }
}

/// The output and the error of a run.
fn run(options: &Options, stopped: bool) -> (String, Option<anyhow::Error>) {
    let mut out = Vec::new();
    let error = run_until(options, &AtomicBool::new(stopped), &mut Progress::new(&mut out)).err();
    (String::from_utf8(out).unwrap(), error)
}

/// The words of the table's row of this suite or theme.
fn row(text: &str, name: &str) -> Vec<String> {
    let row = text
        .lines()
        .rfind(|line| line.split_whitespace().next().is_some_and(|it| it.ends_with(name)));
    row.unwrap_or_default().split_whitespace().skip(1).take(6).map(str::to_owned).collect()
}

#[test]
fn solved_positions_and_points_are_counted_by_theme() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.epd"), SUITE).unwrap();
    let (text, error) = run(&options(folder.path()), false);
    assert!(error.is_none(), "{error:?}");
    assert!(text.contains("line 4 corner.2 [bm Kb5] full: not solved: "), "{text}");
    assert!(!text.contains("line 1"), "{text}");
    assert_eq!(row(&text, "a.epd"), ["full", "4", "3", "75.0", "10", "of"], "{text}");
    assert_eq!(row(&text, "rank")[..4], ["full", "2", "2", "100.0"], "{text}");
    assert_eq!(row(&text, "corner")[..4], ["full", "2", "1", "50.0"], "{text}");
}

#[test]
fn a_stopped_run_resumes_from_its_record_and_gives_the_same_results() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.epd"), SUITE).unwrap();
    let whole = folder.path().join("whole.jsonl");
    let engines = vec!["full".parse().unwrap(), "hash=1 shadow=strict".parse().unwrap()];
    let all = Options { engines, record: Some(whole.clone()), ..options(folder.path()) };
    let (text, error) = run(&all, false);
    assert!(error.is_none(), "{error:?}");
    assert!(text.contains("first only"), "{text}");
    let lines = std::fs::read_to_string(&whole).unwrap();
    assert_eq!(lines.lines().count(), 9, "{lines}");

    // Without times the results are the same after a run that was cut within a line.
    let cut = folder.path().join("cut.jsonl");
    let keep = lines.match_indices('\n').nth(3).unwrap().0 + 40;
    std::fs::write(&cut, &lines[..keep]).unwrap();
    let again = Options { record: Some(cut.clone()), ..all.clone() };
    let (text, error) = run(&again, true);
    let error = error.unwrap().to_string();
    assert_eq!(error, "stopped after 0 of 5 searches; the same command resumes the run");
    assert!(text.contains("resuming: 3 results are in the record"), "{text}");
    assert!(run(&again, false).1.is_none());
    let timeless = |text: &str| -> Vec<serde_json::Value> {
        let strip = |line: &str| {
            let mut value: serde_json::Value = serde_json::from_str(line).unwrap();
            for place in ["", "/found"] {
                let fields = value.pointer_mut(place).and_then(serde_json::Value::as_object_mut);
                fields.map(|fields| fields.shift_remove("time_ms"));
            }
            value
        };
        text.lines().map(strip).collect()
    };
    assert_eq!(timeless(&std::fs::read_to_string(&cut).unwrap()), timeless(&lines));

    let other =
        Options { limits: LimitArguments { depth: Some(3), ..Default::default() }, ..again };
    let error = format!("{:#}", run(&other, false).1.unwrap());
    assert!(error.contains("cut.jsonl: belongs to another run: limit: it has depth 2"), "{error}");
    let foreign = folder.path().join("foreign.txt");
    std::fs::write(&foreign, "my notes").unwrap();
    let error =
        format!("{:#}", run(&Options { record: Some(foreign.clone()), ..other }, false).1.unwrap());
    assert!(error.contains("foreign.txt: is not a record of lucena suite"), "{error}");
    assert_eq!(std::fs::read_to_string(foreign).unwrap(), "my notes");
}

#[test]
fn a_record_with_a_result_twice_or_of_another_run_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.epd"), SUITE).unwrap();
    let record = folder.path().join("r.jsonl");
    let options = Options { record: Some(record.clone()), ..options(folder.path()) };
    assert!(run(&options, false).1.is_none());
    let good = std::fs::read_to_string(&record).unwrap();
    let last = good.lines().last().unwrap();
    let refused = |text: &str| {
        std::fs::write(&record, text).unwrap();
        format!("{:#}", run(&options, false).1.unwrap())
    };
    for (line, words) in [
        (last.to_owned(), "line 6: the result of "),
        (last.replace("\"line\":4", "\"line\":99"), "line 6: line 99: no test position in "),
        (last.replace("\"full\"", "\"zzz\""), "line 6: engine \"zzz\" is not of this run"),
        (last.replace("a.epd", "b.epd"), "b.epd\" is not of this run"),
        (last.replace("w - -", "b - -"), "line 6: fen \"k7/8/1K6/8/8/8/8/7R b - -"),
        (last[..40].to_owned(), "line 6: column 40: EOF while parsing"),
    ] {
        let error = refused(&format!("{good}{line}\n"));
        assert!(error.contains("r.jsonl: ") && error.contains(words), "{words}: {error}");
    }
    std::fs::write(&record, &good).unwrap();
    let other = std::fs::File::options().append(true).open(&record).unwrap();
    other.lock().unwrap();
    let error = format!("{:#}", run(&options, false).1.unwrap());
    assert!(error.contains("r.jsonl: another process writes to it"), "{error}");
    drop(other);
    assert!(run(&options, false).1.is_none());
    assert_eq!(std::fs::read_to_string(&record).unwrap(), good);
}

#[test]
fn a_missing_result_is_in_no_mean_and_no_comparison() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.epd"), SUITE).unwrap();
    let record = folder.path().join("r.jsonl");
    let engines = vec!["full".parse().unwrap(), "hash=1".parse().unwrap()];
    let options = Options { engines, record: Some(record.clone()), ..options(folder.path()) };
    assert!(run(&options, false).1.is_none());
    // The first engine has no result of the first position, which both solved.
    let fail = |line: &str| {
        let mut entry: serde_json::Value = serde_json::from_str(line).unwrap();
        if entry["engine"] == "full" && entry["line"] == 1 {
            let lost = serde_json::json!({"solved": false, "points": 0, "depth": 0, "nodes": 0,
                "time_ms": 0, "found": null, "san": null, "uci": null, "cp": null, "mate": null,
                "pv": [], "error": "the engine ended"});
            let fields = lost.as_object().unwrap().clone();
            entry.as_object_mut().unwrap().extend(fields);
        }
        format!("{entry}\n")
    };
    let lines = std::fs::read_to_string(&record).unwrap();
    std::fs::write(&record, lines.lines().map(fail).collect::<String>()).unwrap();
    let (text, error) = run(&options, false);
    assert!(error.unwrap().is::<Incomplete>());
    assert!(text.contains("\n1 results are missing because the engine failed\n"), "{text}");
    let row = |first: &str, second: &str| -> Vec<String> {
        let mut rows = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        let row = rows
            .rfind(|words| matches!(words[..], [a, b, ..] if a.ends_with(first) && b == second));
        row.unwrap_or_default().into_iter().map(str::to_owned).collect()
    };
    // The means are those of the other positions: a share of 3, depth 2, no points.
    let full = row("a.epd", "full");
    assert_eq!(full[2..7], ["3", "2", "66.7", "-", "2.0"], "{text}");
    assert_eq!(row("a.epd", "hash=1")[2..5], ["4", "3", "75.0"], "{text}");
    assert_eq!(row("full", "hash=1")[2..], ["2", "0", "0", "1"], "{text}");
}

#[test]
fn what_is_left_out_is_an_error_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.epd"), format!("{SUITE}8/8 w - - bm e4;\n")).unwrap();
    let (text, error) = run(&options(folder.path()), false);
    assert!(text.contains("a.epd: line 5: fen \"8/8 w - -\""), "{text}");
    assert!(error.unwrap().is::<Incomplete>());
    let twice = Options {
        engines: vec!["full".parse().unwrap(), "full".parse().unwrap()],
        ..options(folder.path())
    };
    assert_eq!(run(&twice, false).1.unwrap().to_string(), "--engine: \"full\" is given twice");
    // No result is labelled with a configuration that did not run.
    let engines = vec!["hash=1048576".parse().unwrap()];
    let error = run(&Options { engines, ..options(folder.path()) }, false).1.unwrap();
    assert!(error.to_string().contains("1048576 MiB"), "{error}");
    std::fs::write(folder.path().join("a.epd"), "# nothing\n").unwrap();
    let error = run(&options(folder.path()), false).1.unwrap().to_string();
    assert!(error.ends_with("a.epd: no test position in the file"), "{error}");
}
