//! Random calls through the crate's writer and through `lucena_trace.h`, compiled as C99 and as C++17: the same bytes,
//! and every call reads back as it was made.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stderr, reason = "tests may fail")]

mod common;

use common::{Call, Random, calls, script, write};
use lucena_trace::record::{Bound, Flags, Record};
use lucena_trace::{Filter, Index, Reader};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const FILTERS: [&str; 8] = [
    "",
    "ply=2",
    "nodes=10-40",
    "line=e2e4",
    "line=e2e4,e7e5,g1f3",
    "iteration=0-3",
    "search=2-3 ply=4",
    "  nodes=5-900  line=e7e8q ",
];

/// Compiles the driver for a test, as a file that no other test writes; `None` if there is no compiler.
fn driver(test: &str, compiler: &str, language: &[&str]) -> Option<PathBuf> {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}-{compiler}"));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/driver.c");
    let strict = ["-Wall", "-Wextra", "-pedantic", "-Wconversion", "-Wshadow", "-O1"];
    let made = Command::new(compiler)
        .args(strict)
        .args(language)
        .arg(&source)
        .arg("-o")
        .arg(&out)
        .output();
    let Ok(made) = made else {
        eprintln!("{compiler} is not installed: its writer is not compared");
        return None;
    };
    let said = String::from_utf8_lossy(&made.stderr);
    let own: Vec<&str> = said.lines().filter(|line| line.contains("lucena_trace.h")).collect();
    assert!(made.status.success() && own.is_empty(), "{compiler}: {said}");
    Some(out)
}

fn run(driver: &Path, calls: &[Call], filter: &str, name: &str) -> Vec<u8> {
    let out = driver.with_extension(name);
    let mut child =
        Command::new(driver).arg(&out).arg(filter).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(script(calls).as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    let bytes = std::fs::read(&out).unwrap();
    std::fs::remove_file(out).unwrap();
    bytes
}

#[test]
fn both_writers_write_the_same_bytes() {
    let drivers = [
        driver("bytes", "cc", &["-std=c99"]),
        driver("bytes", "c++", &["-x", "c++", "-std=c++17"]),
    ];
    for seed in 0..48 {
        let mut random = Random(seed);
        let count = [30, 300, 3000][seed as usize % 3];
        let calls = calls(&mut random, count);
        let filter = FILTERS[random.below(8) as usize];
        let ours = write(&calls, filter);
        for driver in drivers.iter().flatten() {
            let theirs = run(driver, &calls, filter, &seed.to_string());
            let equal = ours.iter().zip(&theirs).take_while(|(a, b)| a == b).count();
            assert!(ours == theirs, "seed {seed}, filter {filter:?}: byte {equal} differs");
        }
    }
}

#[test]
fn both_writers_refuse_the_same_filters() {
    let wrong = [
        "x",
        "nodes",
        "nodes=",
        "nodes=a",
        "ply=3x",
        "line=",
        "line=e2",
        "line=e2e9",
        "line=e2e4x",
        "line=e2e4,",
        "line=e2e4,e7",
        "nodes=1-",
        "nodes=5-2",
        "ply=5-2",
        "ply=3-6",
        "ply=6-6",
        "iteration=9-8",
        "search=1,2",
        "nodes=-5",
        "nodes=+5",
        "nodes= 5",
        "nodes=\t5",
        "nodes=1-+5",
        "nodes=1--5",
        "nodes=1-2-3",
        "ply=99999999999999999999",
        "nodes=9999999999999999999",
        "ply=2 ply=3",
        "line=e2e4 nodes=1 line=e7e5",
    ];
    for filter in wrong {
        assert!(Filter::parse(filter).is_err(), "{filter}");
    }
    let Some(driver) = driver("filters", "cc", &["-std=c99"]) else { return };
    for filter in wrong {
        let out = driver.with_extension("refused");
        let status =
            Command::new(&driver).arg(out).arg(filter).stdin(Stdio::null()).status().unwrap();
        assert_eq!(status.code(), Some(3), "{filter}");
    }
}

/// The engine runs on, and the user learns that the file is not complete.
#[test]
fn a_failure_to_write_is_said_once() {
    let full = Path::new("/dev/full");
    if !full.exists() {
        return;
    }
    for (compiler, language) in
        [("cc", &["-std=c99"][..]), ("c++", &["-x", "c++", "-std=c++11"][..])]
    {
        let Some(driver) = driver("full", compiler, language) else { return };
        for count in [3, 20_000] {
            let mut child = Command::new(driver.clone())
                .args([full, Path::new("")])
                .stdin(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            let calls = script(&calls(&mut Random(1), count));
            child.stdin.take().unwrap().write_all(calls.as_bytes()).unwrap();
            let done = child.wait_with_output().unwrap();
            let said = String::from_utf8(done.stderr).unwrap();
            assert!(done.status.success() && said.lines().count() == 1, "{said}");
            assert!(said.starts_with("search trace ends early: /dev/full: "), "{said}");
        }
    }
}

/// Every call as the record it must become, with nothing left out.
#[test]
fn what_is_written_is_read_back() {
    for seed in 100..130 {
        let made = calls(&mut Random(seed), 800);
        // Without nodes deeper than are recorded, and without exits of no node.
        let (mut level, mut kept) = (0_i64, Vec::new());
        for call in made {
            match call.0 {
                "enter" if level >= 1000 => continue,
                "enter" => level += 1,
                "exit" if level == 0 => continue,
                "exit" => level -= 1,
                "search" | "iteration" | "end" => level = 0,
                _ => {}
            }
            kept.push(call);
        }
        let bytes = write(&kept, "");
        let mut reader = Reader::new(&bytes[..]).unwrap();
        let mut names = Index::default();
        let mut next = 0_u64;
        let mut level = 0;
        let (mut best, mut reason) = (vec![0], vec![None]);
        let mut records = Vec::new();
        while let Some(located) = reader.next().unwrap() {
            match located.record {
                Record::Name { id, text } => {
                    names.names.insert(id, String::from_utf8_lossy(text).into_owned());
                }
                Record::Header { key, .. } if [&b"engine"[..], b"version"].contains(&key) => {}
                record => records.push(names.words(&record)),
            }
        }
        let mut records = records.into_iter();
        for Call(name, a, text) in kept {
            let rule = common::NAMES[a[6] as usize % 8];
            let mv = |n: i64| lucena_trace::record::Move(n as u16);
            let some = |n: i64, before: &str| match mv(n).is_none() {
                true => String::new(),
                false => format!(", {before} {}", mv(n)),
            };
            let bound = |n: i64| Bound::of(n as u64).sign();
            let entry = |verb: &str, used: &str| match a[1] {
                0 => format!("{verb} none"),
                _ => format!(
                    "{verb} {}{} at depth {}{}{used}",
                    bound(a[1]),
                    a[3],
                    a[2],
                    some(a[4], "move")
                ),
            };
            let expected = match name {
                "info" => format!("{rule} = {text}"),
                "unit" => format!("depth-unit = {}", a[0]),
                "search" | "order" => {
                    (level, next) = if name == "search" { (0, 0) } else { (level, next) };
                    (name == "search" || level > 0).then(|| records.next().unwrap());
                    continue;
                }
                "iteration" => {
                    (level, next) = (0, 0);
                    format!("iteration {}, window {} to {}, line {}", a[0], a[1], a[2], a[3])
                }
                "next" => {
                    next = a[0] as u64;
                    continue;
                }
                "enter" => {
                    level += 1;
                    best.resize(level + 1, 0);
                    reason.resize(level + 1, None);
                    (best[level], reason[level]) = (0, None);
                    let flags = Flags(a[0] as u64 | std::mem::take(&mut next));
                    let same = flags.has(Flags::SAME) && !flags.has(Flags::SINGULAR);
                    let mv = mv(if same { 0 } else { a[1] });
                    let flags = flags.words();
                    let comma = if flags.is_empty() { "" } else { ", " };
                    format!("enter {mv}, depth {}, window {} to {}{comma}{flags}", a[2], a[3], a[4])
                }
                "exit" => {
                    let why = reason[level].map_or_else(String::new, |why| format!(", {why}"));
                    level -= 1;
                    format!("exit {}{}{}{why}", bound(a[1]), a[0], some(best[level + 1], "best"))
                }
                "best" | "reason" => {
                    if name == "best" {
                        best[level] = a[0]
                    } else {
                        reason[level] = Some(rule)
                    }
                    continue;
                }
                "end" => {
                    level = 0;
                    format!("end after {} nodes, best {}, score {}", a[0] as u64, mv(a[1]), a[2])
                }
                "number" => format!("{rule} = {}", a[0]),
                "comment" => format!("{text:?}"),
                _ if level == 0 => continue,
                "eval" => format!("evaluation {}, corrected {}", a[0], a[1]),
                "tt" => entry("TT entry:", if a[5] == 0 { "" } else { ", cut-off" }),
                "store" => entry("TT store:", ""),
                "pruned" => format!("{} not searched: {rule}, {} against {}", mv(a[0]), a[1], a[2]),
                "depth" if a[1] > 0 => format!("{} +{} plies: {rule}", mv(a[0]), a[1]),
                "depth" => format!("{} {} plies: {rule}", mv(a[0]), a[1]),
                other => panic!("{other}"),
            };
            assert_eq!(records.next().as_deref(), Some(expected.as_str()), "seed {seed}");
        }
        assert_eq!(records.next(), None);
    }
}
