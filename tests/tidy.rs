//! The shape of the source, enforced: floors, file and function sizes, opening comments, no way to panic.
//!
//! Everything is read as text, formatted by rustfmt. The floors are those of `src/lib.rs`; each rule is a function from
//! text to complaints, and each is tried on a text that breaks it.
#![allow(clippy::expect_used, clippy::panic, reason = "a helper of tests may fail the test")]

use std::fs;
use std::path::{Path, PathBuf};

/// The modules from the ground up: one imports only from lower floors. `main.rs` and `lib.rs` stand above all.
const FLOORS: [&[&str]; 8] = [
    &["base"],
    &["rules", "propnet"],
    &["knowledge", "machine", "timing", "strength"],
    &["search"],
    &["engine", "game", "config"],
    &["annotate"],
    &["tui", "uci", "batch"],
    &["cli"],
];

/// Lines in a file, tests included.
const FILE_LIMIT: usize = 400;
/// Lines of a function, from its first line to its closing brace.
const FUNCTION_LIMIT: usize = 60;
/// The same for a function with a `Length:` comment that gives the reason; only below `src/search`.
const REASONED_LIMIT: usize = 150;
/// Source files that must be there for the walk to have worked.
const FEWEST_FILES: usize = 25;

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

/// Applies `rule` to every file of `folders` and fails with all complaints at once.
fn check(folders: &[&str], rule: impl Fn(&str, &str) -> Vec<String>) {
    let files: Vec<_> = folders.iter().flat_map(|folder| sources(folder)).collect();
    assert!(files.len() >= FEWEST_FILES, "only {} files found: the walk is broken", files.len());
    let complaints: Vec<String> = files.iter().flat_map(|(path, text)| rule(path, text)).collect();
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// The text up to the unit tests, which stand last; nothing of a file that is all tests.
fn production<'a>(path: &str, text: &'a str) -> &'a str {
    if path.ends_with("/tests.rs") || path.contains("/tests/") {
        return "";
    }
    text.find("\n#[cfg(test)]\nmod ").map_or(text, |at| &text[..at])
}

fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(index, line)| (index + 1, line))
}

/// The line without its comment, roughly: a `//` inside a string ends it as well.
fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or("")
}

fn floor_of(module: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor.contains(&module))
}

/// The top-level modules that one statement of `path` reaches through `crate::` or a chain of `super::`.
fn reached(path: &str, statement: &str) -> Vec<String> {
    let inside = path.trim_start_matches("src/").trim_end_matches(".rs");
    let depth = inside.split('/').filter(|part| *part != "mod").count();
    let to_root = "super::".repeat(depth);
    let mut found = Vec::new();
    for marker in ["crate::", to_root.as_str()] {
        for (at, _) in statement.match_indices(marker).filter(|_| !marker.is_empty()) {
            let rest = &statement[at + marker.len()..];
            found.extend(match rest.strip_prefix('{') {
                Some(group) => first_names(group),
                None => vec![name_at(rest)],
            });
        }
    }
    found
}

fn name_at(text: &str) -> String {
    text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// The names that a `{a, b::c, d::{e, f}}` group begins with, its opening brace already taken.
fn first_names(group: &str) -> Vec<String> {
    let (mut depth, mut names, mut expecting) = (0_i32, Vec::new(), true);
    for (at, c) in group.char_indices() {
        if expecting && depth == 0 && (c.is_alphabetic() || c == '_') {
            names.push(name_at(&group[at..]));
            expecting = false;
        }
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => expecting = true,
            _ => {}
        }
    }
    names
}

fn floors(path: &str, text: &str) -> Vec<String> {
    let module = name_at(path.trim_start_matches("src/"));
    let Some(own) = floor_of(&module) else {
        let known = ["src/lib.rs", "src/main.rs"].contains(&path);
        return if known { Vec::new() } else { vec![format!("{path}: stands on no floor")] };
    };
    let plain: String = text.lines().map(code).collect::<Vec<_>>().join("\n");
    let wrong = |name: &String| *name != module && floor_of(name).is_some_and(|floor| floor >= own);
    let mut complaints: Vec<String> = plain
        .split(';')
        .flat_map(|statement| reached(path, statement))
        .filter(wrong)
        .map(|name| format!("{path}: {module} may not import {name}, which is not below it"))
        .collect();
    if plain.contains("lucena::") {
        complaints.push(format!("{path}: names its own crate, which hides the floor"));
    }
    complaints
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

fn file_size(path: &str, text: &str) -> Vec<String> {
    let lines = text.lines().count();
    if lines <= FILE_LIMIT {
        Vec::new()
    } else {
        vec![format!("{path}: {lines} lines, limit {FILE_LIMIT}")]
    }
}

/// Is this the first line of a function?
fn begins_function(line: &str) -> bool {
    let Some(at) = line.find("fn ") else { return false };
    let before = line[..at].trim();
    let known = ["pub", "const", "async", "extern", "default"];
    before.split_whitespace().all(|word| known.contains(&word) || word.starts_with("pub("))
}

/// The functions of a text as (first line from 1, its text from the first line to the closing brace).
fn functions(text: &str) -> Vec<(usize, Vec<&str>)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate().filter(|(_, line)| begins_function(line)) {
        let indent = line.len() - line.trim_start().len();
        let close = format!("{}}}", " ".repeat(indent));
        let one_line = line.ends_with('}') || line.ends_with(';');
        let length = if one_line {
            1
        } else {
            let ends = |line: &&str| {
                **line == close
                    || (line.trim_start().len() + indent == line.len() && line.ends_with(';'))
            };
            lines[start..].iter().position(ends).map_or(1, |last| last + 1)
        };
        found.push((start + 1, lines[start..start + length].to_vec()));
    }
    found
}

/// Does a comment above the function that begins in line `start` give a reason after `mark`?
fn reasoned(text: &str, start: usize, mark: &str) -> bool {
    let above: Vec<&str> = text.lines().take(start - 1).collect();
    let comment = above.iter().rev().take_while(|line| line.trim_start().starts_with(['/', '#']));
    comment.into_iter().any(|line| line.contains(mark))
}

fn function_size(path: &str, text: &str) -> Vec<String> {
    let limit = |start| {
        if path.starts_with("src/search/") && reasoned(text, start, "Length: ") {
            REASONED_LIMIT
        } else {
            FUNCTION_LIMIT
        }
    };
    functions(text)
        .into_iter()
        .filter(|(start, body)| body.len() > limit(*start))
        .map(|(start, body)| {
            format!("{path}:{start}: {} lines, limit {}", body.len(), limit(start))
        })
        .collect()
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

fn no_bool_parameters(path: &str, text: &str) -> Vec<String> {
    functions(production(path, text))
        .into_iter()
        .filter(|(_, body)| body[0].trim_start().starts_with("pub"))
        .filter(|(start, _)| !reasoned(text, *start, "Bool: "))
        .filter_map(|(start, body)| {
            let whole = body.join(" ");
            let signature = whole.split(['{', ';']).next().unwrap_or("");
            let takes = signature.contains(": bool,") || signature.contains(": bool)");
            takes.then(|| {
                format!("{path}:{start}: a bool parameter; an enum or two functions say more")
            })
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
fn modules_import_only_from_lower_floors() {
    check(&["src"], floors);
}

#[test]
fn every_file_says_what_it_is() {
    check(&["src", "tests"], opening);
}

#[test]
fn no_file_is_too_long() {
    check(&["src", "tests"], file_size);
}

#[test]
fn no_function_is_too_long() {
    check(&["src", "tests"], function_size);
}

#[test]
fn nothing_can_panic_on_purpose() {
    check(&["src"], no_panics);
}

#[test]
fn public_functions_take_no_bool() {
    check(&["src"], no_bool_parameters);
}

#[test]
fn lines_are_tidy() {
    check(&["src", "tests"], tidy_lines);
}

#[test]
fn every_module_stands_on_one_floor_and_lib_knows_it() {
    let lib = fs::read_to_string(root().join("src/lib.rs")).expect("lib.rs");
    let declared: Vec<&str> =
        lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    let listed: Vec<&str> = FLOORS.concat();
    for module in &declared {
        assert_eq!(listed.iter().filter(|name| *name == module).count(), 1, "{module}");
    }
    assert_eq!(declared.len(), listed.len());
}

#[test]
fn the_changelog_begins_with_what_is_unreleased() {
    let text = fs::read_to_string(root().join("CHANGELOG.md")).expect("CHANGELOG.md");
    assert_eq!(text.lines().find(|line| line.starts_with("## ")), Some("## Unreleased"));
}

#[test]
fn each_rule_finds_what_breaks_it() {
    let long = format!("fn f() {{\n{}}}\n", "    g();\n".repeat(60));
    let reasoned = format!("/// Length: one node is one idea.\n{long}");
    let method: String = long.lines().map(|line| format!("    {line}\n")).collect();
    let cases: [(&str, usize); 19] = [
        ("up", floors("src/rules/a.rs", "use crate::search::Limits;").len()),
        (
            "sideways",
            floors("src/game/a.rs", "use crate::{base::Score, engine::{Go, Order}};").len(),
        ),
        ("by super", floors("src/game/pgn/a.rs", "use super::super::super::tui::App;").len()),
        ("in passing", floors("src/base/mod.rs", "fn f() { crate::rules::g() }").len()),
        ("own name", floors("src/base/mod.rs", "use lucena::rules::Key;").len()),
        ("no floor", floors("src/util/mod.rs", "").len()),
        ("silent", opening("a.rs", "//! tui\nuse a;\n").len()),
        ("too long", file_size("a.rs", &"\n".repeat(401)).len()),
        ("long function", function_size("src/tui/a.rs", &long).len()),
        ("reason elsewhere", function_size("src/tui/a.rs", &reasoned).len()),
        ("no reason", function_size("src/search/a.rs", &long).len()),
        ("unwrap", no_panics("src/a.rs", "fn f() { g().unwrap() }").len()),
        ("panic", no_panics("src/a.rs", "fn f() {\n    panic!(\"no\") }").len()),
        ("bool", no_bool_parameters("src/a.rs", "pub fn f(a: bool) {}").len()),
        (
            "bool in lines",
            no_bool_parameters("a", "pub fn f(\n    a: bool,\n    b: u8,\n) {\n}").len(),
        ),
        ("blank at the end", tidy_lines("a.rs", "let a = 1; \n").len()),
        ("undated", tidy_lines("a.rs", &["// TO", "DO: later"].concat()).len()),
        (
            "second of a group",
            floors("src/base/a.rs", "use crate::{\n    base::a,\n    tui::b,\n};").len(),
        ),
        ("long method", function_size("a.rs", &format!("impl A {{\n{method}}}\n")).len()),
    ];
    for (what, complaints) in cases {
        assert_eq!(complaints, 1, "{what}");
    }
}

#[test]
fn no_rule_complains_about_what_is_right() {
    let long =
        format!("/// Length: one node is one idea.\nfn f() {{\n{}}}\n", "    g();\n".repeat(60));
    let fine = [
        floors("src/search/a.rs", "use crate::{base::Score, rules::Key};\nuse super::Limits;"),
        floors("src/game/pgn/a.rs", "// see crate::tui\nuse super::super::Tree;"),
        function_size("src/search/tree.rs", &long),
        no_panics(
            "src/a.rs",
            "#[expect(lint)]\nfn f() {}\n#[cfg(test)]\nmod tests { fn g() { h().unwrap() } }",
        ),
        no_bool_parameters("src/a.rs", "pub fn f(a: u8) -> bool {}\nfn g(a: bool) {}"),
        no_bool_parameters("src/a.rs", "/// Bool: a truth.\npub fn f(a: bool) {}"),
        tidy_lines("a.rs", &["// TO", "DO when the table grows: split it"].concat()),
    ];
    for (index, complaints) in fine.iter().enumerate() {
        assert!(complaints.is_empty(), "case {index}: {complaints:?}");
    }
}
