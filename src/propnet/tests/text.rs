//! Every part of the text form, and every error with its line.

use crate::propnet::text::read;
use crate::propnet::{Propagation as _, State};

const SMALL: &str = r#"(
    inputs: ["a", "b"],
    gates: {
        "early": Any(["late", "not b"]),
        "late": All(["a", "b"]),
        "two": AtLeast(2, ["a", "b", "late"]),
        "yes": Always,
        "no": Never,
    },
    categories: ["taste"],
    weights: { "late": ("taste", (3, 5)) },
    tables: { "two": ("taste", [(0, 0), (1, 1), (2, 2), (9, 9)]) },
    sets: { "seen": ["late", "not a", "yes", "no"] },
    groups: { "letters": ["a", "b"] },
)"#;

#[test]
fn every_part_is_read() {
    let read = read(SMALL).unwrap();
    let mut state = State::new(read.network.clone());
    let (seen, literals) = read.set("seen").unwrap();
    assert_eq!(literals.len(), 4);
    assert_eq!(state.bits(seen), [0b0110]);
    for &letter in read.group("letters").unwrap() {
        state.set(letter, true);
    }
    state.propagate();
    assert_eq!(state.bits(seen), [0b0101]);
    assert_eq!(state.sums(), [[12, 14]]);
    assert!(state.is_true(read.network.find("early").unwrap()));
    assert!(read.group("numbers").is_none() && read.set("unseen").is_none());
}

#[test]
fn faults_name_component_and_line() {
    let cases = [
        (
            "\"late\": All([\"a\", \"b\"])",
            "\"late\": All([\"a\", \"x\"])",
            "line 5: component \"x\", read by \"late\", is not defined",
        ),
        (
            "\"two\": AtLeast(2,",
            "\"two\": AtLeast(4,",
            "line 6: component \"two\" needs 4 true inputs but has 3",
        ),
        ("\"no\": Never", "\"yes\": Never", "line 8: component \"yes\" is defined twice"),
        ("All([\"a\", \"b\"])", "All([\"a\", \"early\"])", "depends on itself"),
        (
            "(\"taste\", (3, 5))",
            "(\"smell\", (3, 5))",
            "line 5: component \"late\" has a weight in the unknown category \"smell\"",
        ),
        (
            "[\"late\", \"not a\", \"yes\", \"no\"]",
            "[\"nothing\"]",
            "line 13: component \"nothing\", read by \"seen\", is not defined",
        ),
        (
            "\"yes\": Always",
            "\"not yes\": Always",
            "line 7: component \"not yes\": a name cannot begin with \"not \"",
        ),
        (
            "groups: { \"letters\": [\"a\"",
            "groups: { \"letters\": [\"not a\"",
            "line 13: component \"not a\": group \"letters\" lists components",
        ),
        ("\"yes\": Always", "\"yes\": Perhaps", "line 7: "),
        ("inputs:", "outputs:", "line 2: "),
    ];
    for (from, to, message) in cases {
        let text = SMALL.replacen(from, to, 1);
        assert_ne!(text, SMALL, "{from}");
        let error = read(&text).unwrap_err().to_string();
        assert!(error.starts_with("network text: line "), "{error}");
        // The column follows the line.
        let (line, what) = message.split_once(": ").unwrap_or(("", message));
        let place = if line.is_empty() { String::new() } else { format!("{line}, column ") };
        assert!(error.contains(&place) && error.contains(what), "{error}");
    }
}
