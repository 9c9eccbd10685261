//! The breakpoint language: read, written, refused.

use super::super::{Breakpoint, BreakpointSyntaxError, Condition, Quantity, Relation, SearchEvent};
use proptest::prelude::*;
use strum::VariantArray as _;

#[test]
fn texts_are_read_and_written_in_one_way() {
    let fen = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    let position = format!("position \"{fen}\"");
    let cases: [(&str, &str); 13] = [
        ("ply<3", "ply < 3"),
        ("depth == 5 AND nodes>=1000", "depth = 5 and nodes >= 1000"),
        ("jump > 50", "jump > 50"),
        ("ply != 1", "ply != 1"),
        ("line E2E4 e7e5 and repetition", "line e2e4 e7e5 and repetition"),
        (
            "(shadow or null-cut) and not table-cut",
            "(shadow or null-move-cutoff) and not tt-cutoff",
        ),
        ("not (left and extension)", "not (exit and extension)"),
        ("not not budget", "not not budget"),
        ("((fail-high)) or fail-low or best-changed", "fail-high or fail-low or best-changed"),
        ("position 0xABC", "position 0x0000000000000abc"),
        (&position, &position),
        ("exit after 3 log", "exit after 3 log"),
        ("left off log after 1", "exit log off"),
    ];
    for (text, canonical) in cases {
        let read: Breakpoint = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.to_string(), canonical);
        assert_eq!(canonical.parse::<Breakpoint>().as_ref(), Ok(&read));
    }
}

#[test]
fn mistakes_are_pointed_at() {
    let cases: [(&str, usize, &str); 18] = [
        ("", 1, "ply"),
        ("foo", 1, "repetition"),
        ("ply", 4, "<="),
        ("ply ~ 3", 5, "unexpected character"),
        ("ply < x", 7, "whole number"),
        ("ply < 99999999999999999999", 7, "whole number"),
        ("nodes > 9223372036854775808", 9, "at most 9223372036854775807"),
        ("jump < -5", 8, "size of a change"),
        ("ply < 3 and", 12, "ply"),
        ("(ply < 3", 9, "closing"),
        ("ply < 3)", 8, "or the end"),
        ("line", 5, "e2e4"),
        ("line e2e9", 6, "e2e4"),
        ("position", 9, "FEN"),
        ("position \"8/8\"", 11, "fen"),
        ("position \"8/8", 10, "closing quote"),
        ("left after 0", 12, "from 1"),
        ("left 3", 6, "after, log, off"),
    ];
    for (text, column, hint) in cases {
        let error: BreakpointSyntaxError = text.parse::<Breakpoint>().unwrap_err();
        assert_eq!(error.column, column, "{text}: {error}");
        assert!(error.to_string().contains(hint), "{text}: {error}");
    }
    let deep = "(".repeat(100_000);
    assert!(deep.parse::<Breakpoint>().unwrap_err().problem.contains("nested"));
    assert!("not ".repeat(100_000).parse::<Breakpoint>().is_err());
}

#[test]
fn what_can_never_hold_is_refused_with_the_range() {
    let cases: [(&str, usize, &str); 14] = [
        ("ply < -1", 1, "\"ply < -1\" can never hold: ply is from 0 to 256"),
        ("ply < 0", 1, "ply is from 0 to 256"),
        ("ply = 257", 1, "ply is from 0 to 256"),
        ("exit and ply >= 300", 10, "\"ply >= 300\" can never hold"),
        ("depth < 0", 1, "depth is from 0 to 456"),
        ("fail-low or depth > 1000", 13, "depth is from 0 to 456"),
        ("nodes < 1", 1, "nodes are from 1 on"),
        ("nodes > 9223372036854775807", 1, "nodes are from 1 on"),
        ("jump < 0", 1, "jump is from 0 to 32002"),
        ("jump > 40000", 1, "jump is from 0 to 32002"),
        ("not ply >= 0", 1, "\"not ply >= 0\" can never hold"),
        ("exit and ply < 3 and ply > 5", 1, "\"ply < 3 and ply > 5\" can never hold"),
        ("depth > 4 and not depth != 2", 1, "can never hold"),
        ("ply > 3 and ply < 4", 1, "can never hold"),
    ];
    for (text, column, hint) in cases {
        let error: BreakpointSyntaxError = text.parse::<Breakpoint>().unwrap_err();
        assert_eq!(error.column, column, "{text}: {error}");
        assert!(error.to_string().contains(hint), "{text}: {error}");
    }
    for text in [
        "ply < 1",
        "ply >= 256",
        "ply > 3 and ply < 5",
        "ply < 3 or ply > 5",
        "not ply < 3 and ply != 7",
        "depth = 0",
        "nodes = 1",
        "jump = 0",
    ] {
        assert!(text.parse::<Breakpoint>().is_ok(), "{text}");
    }
}

#[test]
fn what_holds_at_every_node_is_refused_with_the_range() {
    let cases: [(&str, usize, &str); 9] = [
        ("ply >= -1", 1, "\"ply >= -1\" holds at every node: ply is from 0 to 256"),
        ("ply >= 0 log", 1, "\"ply >= 0\" holds at every node"),
        ("ply <= 256", 1, "ply is from 0 to 256"),
        ("ply != -1", 1, "\"ply != -1\" holds at every node"),
        ("depth < 1000", 1, "depth is from 0 to 456"),
        ("nodes > 0", 1, "nodes are from 1 on"),
        ("exit and nodes >= 1 after 3", 10, "\"nodes >= 1\" holds at every node"),
        ("exit or ply < 3 or not ply < 3", 1, "\"ply < 3 or not ply < 3\" holds at every node"),
        ("fail-low or depth != 7 or depth > 5", 1, "holds at every node: depth is"),
    ];
    for (text, column, hint) in cases {
        let error: BreakpointSyntaxError = text.parse::<Breakpoint>().unwrap_err();
        assert_eq!(error.column, column, "{text}: {error}");
        assert!(error.to_string().contains(hint), "{text}: {error}");
    }
    // A jump is known at the end of an iteration only; the last misses one value.
    for text in ["jump >= 0", "ply < 3 or depth >= 3", "ply < 3 or ply > 3"] {
        assert!(text.parse::<Breakpoint>().is_ok(), "{text}");
    }
}

#[test]
fn a_list_is_saved_as_its_texts() {
    let list: Vec<Breakpoint> =
        ["ply = 2 and exit", "jump > 50 log"].map(|text| text.parse().unwrap()).to_vec();
    let saved = ron::to_string(&list).unwrap();
    assert_eq!(saved, r#"["ply = 2 and exit","jump > 50 log"]"#);
    assert_eq!(ron::from_str::<Vec<Breakpoint>>(&saved).unwrap(), list);
    assert!(
        ron::from_str::<Vec<Breakpoint>>(r#"["ply"]"#)
            .unwrap_err()
            .to_string()
            .contains("column 4")
    );
}

fn conditions() -> impl Strategy<Value = Condition> {
    let leaf = prop_oneof![
        prop::sample::select(SearchEvent::VARIANTS).prop_map(Condition::Event),
        (
            prop::sample::select(Quantity::VARIANTS),
            prop::sample::select(Relation::VARIANTS),
            1..100_i64
        )
            .prop_map(|(quantity, relation, value)| Condition::Compare(quantity, relation, value)),
        any::<u64>().prop_map(|key| Condition::Position(super::super::PositionKey::of_key(key))),
        Just(Condition::Line(vec!["e2e4".parse().unwrap(), "a7a8q".parse().unwrap()])),
    ];
    leaf.prop_recursive(5, 40, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 2..4).prop_map(Condition::All),
            prop::collection::vec(inner.clone(), 2..4).prop_map(Condition::Any),
            inner.prop_map(|part| Condition::Not(Box::new(part))),
        ]
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(condition in conditions()) {
        let text = condition.to_string();
        let read = text.parse::<Breakpoint>();
        let refused = ["can never hold", "holds at every node"];
        let is_refused = |error: &BreakpointSyntaxError| refused.iter().any(|it| error.problem.contains(it));
        prop_assume!(!read.as_ref().is_err_and(is_refused));
        prop_assert_eq!(read.map(|it| it.condition), Ok(condition), "{}", text);
    }

    #[test]
    fn no_text_is_too_odd(text in "\\PC*", words in prop::collection::vec(
        prop::sample::select(vec!["ply", "<", "3", "(", ")", "and", "not", "line", "e2e4", "position", "\"", "0x", "after"]), 0..12)) {
        let _ = text.parse::<Breakpoint>();
        let _ = words.join(" ").parse::<Breakpoint>();
    }
}
