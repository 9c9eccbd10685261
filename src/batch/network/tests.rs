//! The subcommand's output and the messages for faulty files.

use super::{Options, run};
use std::fs;
use std::path::{Path, PathBuf};

fn options(file: &Path) -> Options {
    Options { file: file.to_owned(), play: None, seed: 1, explain: None, after: 0, bench: false }
}

fn asset(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/networks").join(name)
}

fn output(options: &Options) -> String {
    let mut out = Vec::new();
    run(options, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn games_in_both_forms_are_read_and_played() {
    for (name, roles) in [("tictactoe.kif", "x (10 moves)"), ("tictactoe.ron", "x (9 moves)")] {
        let text = output(&Options { play: Some(50), ..options(&asset(name)) });
        assert!(text.contains(roles), "{text}");
        assert!(text.contains("50 random games with seed 1: "), "{text}");
        assert!(text.contains("goal of x: ") && text.contains("goal of o: "), "{text}");
    }
    let text = output(&options(&asset("connectfour.kif")));
    assert!(text.contains("network as read: 928 components, 1847 edges"), "{text}");
}

#[test]
fn propositions_are_explained_by_rules_and_facts() {
    let explain = |text: &str, after| {
        let explain = Some(text.to_owned());
        output(&Options { explain, after, ..options(&asset("tictactoe.kif")) })
    };
    let text = explain("(legal x (mark 1 1))", 0);
    let expected = "(legal x (mark 1 1)) is true, by the rule at 15:1\n  (true (turn x))\n  (true (free 1 1))\n  would be false with: not (true (turn x))\n";
    assert!(text.ends_with(expected), "{text}");
    assert!(explain("legal", 0).contains("and 10 more propositions"));
    let text = explain("terminal", 3);
    assert!(text.contains("3. x: ") && text.contains("terminal is false\n"), "{text}");
    assert!(text.contains("  would be true with: "), "{text}");
    assert!(explain("goal", 9).contains("is true, by the rule at "));
}

#[test]
fn faulty_files_are_named_with_line_and_column() {
    let folder = tempfile::tempdir().unwrap();
    let ron = fs::read_to_string(asset("tictactoe.ron")).unwrap();
    let cycle = ron.replacen("All([\"not x on a1\",", "All([\"a1 free\", \"not x on a1\",", 1);
    assert_ne!(cycle, ron);
    let cases: [(&str, &[u8], &str); 5] = [
        ("a.kif", b"(role x)\n(<= (p ?x) (q ?y))", "a.kif:2:1: unsafe rule: ?x"),
        ("b.kif", b"(role x)\n(p \xff\xfe\x00)", "b.kif:2:4: the text is not UTF-8"),
        (
            "c.ron",
            cycle.as_bytes(),
            "line 19, column 9: component \"a1 free\" depends on itself (cycle)",
        ),
        ("d.ron", b"(inputs: 1)", "line 1, column 9"),
        ("e.kif", b"", "e.kif:1:1: no rule or fact for \"role\""),
    ];
    for (name, bytes, message) in cases {
        let file = folder.path().join(name);
        fs::write(&file, bytes).unwrap();
        let error = format!("{:#}", run(&options(&file), &mut Vec::new()).unwrap_err());
        assert!(error.contains(message) && error.contains(name), "{error}");
    }
    let wrong = Options { explain: Some("nothing".into()), ..options(&asset("tictactoe.kif")) };
    let error = format!("{:#}", run(&wrong, &mut Vec::new()).unwrap_err());
    assert!(error.contains("no proposition is called \"nothing\""), "{error}");
}

#[test]
fn every_way_of_propagation_is_measured() {
    let text = output(&Options { bench: true, ..options(&asset("tictactoe.kif")) });
    let rows: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("network  ")).collect();
    assert!(rows[1].starts_with("all optimisations"), "{text}");
    for row in &rows[1..7] {
        let numbers: Vec<f64> =
            row.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        assert!(numbers.len() == 6 && numbers.iter().all(|number| *number > 0.0), "{row}");
    }
}
