//! The shape of the source, enforced: layers, import cycles, opening comments, no way to panic, tidy lines.
//!
//! Imports are read from the syntax tree (`tidy/graph.rs`), the other rules read text formatted by rustfmt. Each rule is a
//! function from text to complaints, and each is tried on a text that breaks it.
#![allow(clippy::expect_used, clippy::panic, reason = "a helper of tests may fail the test")]

#[path = "tidy/graph.rs"]
mod graph;

use graph::Graph;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders whose entries are layered, from the bottom up: an entry imports only from the groups before its own. Every entry
/// of such a folder is listed. `main.rs` and `lib.rs` stand above the layers of the crate.
const LAYERS: [(&str, &[&[&str]]); 4] = [
    (
        "",
        &[
            &["base"],
            &["rules", "propnet"],
            &["knowledge", "machine", "timing", "strength"],
            &["search"],
            &["engine", "game"],
            &["config", "export"],
            &["annotate"],
            &["train"],
            &["library"],
            &["tui", "uci", "batch"],
            &["cli"],
            &["mod.rs"],
        ],
    ),
    (
        "engine",
        &[
            &["clock", "outbox", "uci_option", "debug_messages"],
            &["messages", "options", "debug_queue"],
            &["shared_state", "external"],
            &["thread", "iterations", "resources", "reuse", "strength_limiter"],
            &["time_check"],
            &["debug"],
            &["debug_session"],
            &["engine_core"],
            &["handle", "local_engine"],
        ],
    ),
    (
        "tui",
        &[&["values"], &["model"], &["view"], &["update"], &["commands"], &["runtime"], &["app"]],
    ),
    (
        "engine::external",
        &[
            &["info", "reader", "requests", "traffic"],
            &["config"],
            &["messages", "uci_message"],
            &["inbox", "active_search"],
            &["process"],
            &["client"],
            &["handle"],
        ],
    ),
];

/// Source files that must be there for the walk to have worked.
const FEWEST_FILES: usize = 500;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every Rust file below `folder`, with its path from the root and its text.
fn sources(folder: &str) -> Vec<(String, String)> {
    let (mut found, mut open) = (Vec::new(), vec![root().join(folder)]);
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).unwrap_or_else(|error| panic!("{next:?}: {error}")) {
            let path = entry.expect("a directory entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("UTF-8 source");
                found.push((relative(&path), text));
            }
        }
    }
    found.sort();
    found
}

fn relative(path: &Path) -> String {
    let inside = path.strip_prefix(root()).expect("a path below the root");
    inside.to_string_lossy().replace('\\', "/")
}

/// The module graph of the crate; files that hold only unit tests are left out.
fn crate_graph() -> Graph {
    let files: Vec<_> = sources("src")
        .into_iter()
        .filter(|(path, text)| !production(path, text).is_empty())
        .map(|(path, text)| (path.trim_start_matches("src/").to_owned(), text))
        .collect();
    Graph::read(&files)
}

/// Applies `rule` to every file of `folders` and fails with all complaints at once.
fn check(folders: &[&str], rule: impl Fn(&str, &str) -> Vec<String>) {
    let files: Vec<_> = folders.iter().flat_map(|folder| sources(folder)).collect();
    assert!(files.len() >= FEWEST_FILES, "only {} files found: the walk is broken", files.len());
    let complaints: Vec<String> = files.iter().flat_map(|(path, text)| rule(path, text)).collect();
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// The text up to the unit tests, which come last; nothing of a file that is all tests.
fn production<'a>(path: &str, text: &'a str) -> &'a str {
    if path.ends_with("/tests.rs") || path.contains("/tests/") {
        return "";
    }
    text.find("\n#[cfg(test)]\nmod tests {").map_or(text, |at| &text[..at])
}

fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(index, line)| (index + 1, line))
}

/// The line without its comment, roughly: a `//` inside a string ends it as well.
fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or("")
}

/// The imports inside `folder` that do not go to a lower layer, and entries that no layer lists.
fn layer_faults(graph: &Graph, folder: &str, layers: &[&[&str]]) -> Vec<String> {
    let layer = |entry: &str| layers.iter().position(|layer| layer.contains(&entry));
    let segments: Vec<String> =
        folder.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
    let mut faults = Vec::new();
    for (entry, uses) in graph.level(&segments) {
        let Some(own) = layer(&entry) else {
            if entry != "mod.rs" {
                faults.push(format!("{folder}: {entry} is in no layer"));
            }
            continue;
        };
        for (to, example) in uses {
            if layer(&to).is_some_and(|other| other >= own) {
                faults.push(format!("{folder}: {entry} may not import {to}: {example}"));
            }
        }
    }
    faults
}

fn cycle_faults(graph: &Graph) -> Vec<String> {
    let mut faults = Vec::new();
    for folder in graph.folders() {
        for (members, examples) in graph.cycles(&folder) {
            let name = if folder.is_empty() { "src".to_owned() } else { folder.join("::") };
            faults.push(format!("{name}: cycle of {}: {}", members.len(), members.join(", ")));
            faults.extend(examples.into_iter().map(|example| format!("    {example}")));
        }
    }
    faults
}

fn own_name(path: &str, text: &str) -> Vec<String> {
    let named =
        path != "src/main.rs" && text.lines().map(code).any(|line| line.contains("lucena::"));
    if named {
        vec![format!("{path}: names its own crate, which hides the layer")]
    } else {
        Vec::new()
    }
}

fn opening(path: &str, text: &str) -> Vec<String> {
    let words = text.lines().next().unwrap_or("").trim_start_matches("//!").trim();
    let opens = text.starts_with("//!") && words.split_whitespace().count() >= 3;
    if opens {
        Vec::new()
    } else {
        vec![format!("{path}: does not open with a `//!` that says what it is")]
    }
}

fn no_panics(path: &str, text: &str) -> Vec<String> {
    let ways = [".unwrap()", ".expect(", "panic!(", "unreachable!(", "todo!(", "unimplemented!("];
    numbered(production(path, text))
        .filter_map(|(number, line)| {
            let way = ways.iter().find(|way| code(line).contains(**way))?;
            Some(format!("{path}:{number}: {way} outside tests"))
        })
        .collect()
}

fn tidy_lines(path: &str, text: &str) -> Vec<String> {
    let todo = ["TO", "DO"].concat();
    let mut complaints = Vec::new();
    for (number, line) in numbered(text) {
        if line.ends_with([' ', '\t']) {
            complaints.push(format!("{path}:{number}: trailing white space"));
        }
        if line.find(&todo).is_some_and(|at| !line[at + 4..].trim_start().starts_with("when ")) {
            complaints.push(format!("{path}:{number}: {todo} without `when <condition>`"));
        }
    }
    complaints
}

#[test]
fn modules_import_only_from_lower_layers() {
    let graph = crate_graph();
    assert!(graph.uses.len() >= FEWEST_FILES, "the walk is broken");
    let faults: Vec<String> =
        LAYERS.iter().flat_map(|(folder, layers)| layer_faults(&graph, folder, layers)).collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn no_folder_has_an_import_cycle() {
    let faults = cycle_faults(&crate_graph());
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn no_file_names_its_own_crate() {
    check(&["src"], own_name);
}

#[test]
fn every_file_says_what_it_is() {
    check(&["src", "tests", "trace/src"], opening);
}

#[test]
fn production_code_has_no_explicit_panic() {
    check(&["src", "trace/src"], no_panics);
}

#[test]
fn lines_are_tidy() {
    check(&["src", "tests", "trace/src"], tidy_lines);
}

#[test]
fn the_changelog_begins_with_what_is_unreleased() {
    let text = fs::read_to_string(root().join("CHANGELOG.md")).expect("CHANGELOG.md");
    assert_eq!(text.lines().find(|line| line.starts_with("## ")), Some("## Unreleased"));
}

/// A crate of a few files, as (path below `src`, text).
fn small(files: &[(&str, &str)]) -> Graph {
    let own = |(path, text): &(&str, &str)| ((*path).to_owned(), (*text).to_owned());
    Graph::read(&files.iter().map(own).collect::<Vec<_>>())
}

#[test]
fn the_layers_find_imports_that_go_up_or_sideways() {
    let layers: &[&[&str]] = &[&["base"], &["game", "engine"], &["tui"]];
    let tried = [
        ("up", "base/mod.rs", "use crate::engine::Go;", 1),
        (
            "sideways, in a group",
            "game/mod.rs",
            "use crate::{base::Score, engine::{Go, Order}};",
            1,
        ),
        ("by super", "game/pgn.rs", "use super::super::tui::App;", 1),
        ("in passing", "base/mod.rs", "fn f() { crate::game::g() }", 1),
        ("inside a macro", "base/mod.rs", "fn f() { println!(\"{}\", crate::game::g()) }", 1),
        ("down", "tui/mod.rs", "use crate::{base::Score, game::Game};", 0),
        ("in a comment", "base/mod.rs", "// see crate::tui\n", 0),
        ("in a unit test", "base/mod.rs", "#[cfg(test)] mod tests { use crate::tui::App; }", 0),
    ];
    for (what, path, text, expected) in tried {
        let empty = ["base/mod.rs", "engine/mod.rs", "game/mod.rs", "tui/mod.rs"];
        let mut files: Vec<(&str, &str)> =
            empty.into_iter().filter(|other| *other != path).map(|other| (other, "")).collect();
        files.push((path, text));
        assert_eq!(layer_faults(&small(&files), "", layers).len(), expected, "{what}");
    }
    let unlisted = small(&[("base/mod.rs", ""), ("util/mod.rs", "")]);
    assert_eq!(layer_faults(&unlisted, "", layers).len(), 1, "in no layer");
}

#[test]
fn cycles_are_found_through_re_exports() {
    let circle = [
        ("game/mod.rs", "mod a; mod b; pub use a::A;"),
        ("game/a.rs", "use super::b::B;"),
        ("game/b.rs", "use super::A;"),
    ];
    assert_eq!(small(&circle).cycles(&["game".to_owned()]).len(), 1, "by a re-export");
    let facade = [("game/mod.rs", "mod a; pub use a::A;"), ("game/a.rs", "")];
    assert!(cycle_faults(&small(&facade)).is_empty(), "a re-export alone is no dependency");
    let parent =
        [("game/mod.rs", "mod a; pub struct G; fn f() { a::g() }"), ("game/a.rs", "use super::G;")];
    assert_eq!(small(&parent).cycles(&["game".to_owned()]).len(), 1, "with the folder's own code");
}

#[test]
fn each_rule_finds_what_breaks_it() {
    let after_tests = "#[cfg(test)]\nmod tests;\nfn f() { g().unwrap() }";
    let cases: [(&str, usize); 7] = [
        ("own name", own_name("src/base/mod.rs", "use lucena::rules::Key;").len()),
        ("silent", opening("a.rs", "//! tui\nuse a;\n").len()),
        ("unwrap", no_panics("src/a.rs", "fn f() { g().unwrap() }").len()),
        ("panic", no_panics("src/a.rs", "fn f() {\n    panic!(\"no\") }").len()),
        ("after `mod tests;`", no_panics("src/a.rs", &format!("\n{after_tests}")).len()),
        ("blank at the end", tidy_lines("a.rs", "let a = 1; \n").len()),
        ("undated", tidy_lines("a.rs", &["// TO", "DO: later"].concat()).len()),
    ];
    for (what, complaints) in cases {
        assert_eq!(complaints, 1, "{what}");
    }
}

#[test]
fn no_rule_complains_about_what_is_right() {
    let fine = [
        no_panics(
            "src/a.rs",
            "#[expect(lint)]\nfn f() {}\n#[cfg(test)]\nmod tests { fn g() { h().unwrap() } }",
        ),
        tidy_lines("a.rs", &["// TO", "DO when the table grows: split it"].concat()),
    ];
    for (index, complaints) in fine.iter().enumerate() {
        assert!(complaints.is_empty(), "case {index}: {complaints:?}");
    }
}
