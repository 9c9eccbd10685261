//! Every fault of a game in GDL, with its line and column; limits; and texts that are no game.

use lucena::machine::gdl;
use std::fmt::Write as _;
use std::time::Instant;

const START: &str = "(role a)\n(init (on 1))\n(legal a go)\n(<= (next ?f) (true ?f))\n(<= terminal (true (on 1)))\n(goal a 50)\n";

fn error(text: &str) -> String {
    gdl::read(text).unwrap_err().to_string()
}

#[test]
fn the_smallest_game_is_read() {
    let game = gdl::read(START).unwrap();
    assert_eq!((game.rules.moves.len(), game.rules.base.len()), (1, 1));
    assert_eq!(gdl::read(&START.to_uppercase()).unwrap().facts, game.facts, "case is ignored");
    let other = format!("{START}(p Ä)\n(<= q (p ä))\n");
    let read = gdl::read(&other).unwrap().facts;
    assert_eq!(gdl::read(&other.replace('Ä', "ä")).unwrap().facts, read, "of all letters");
}

#[test]
fn faults_name_line_and_column() {
    let cases = [
        ("(p ?x)", "7:1: unsafe rule: ?x of the head is in no positive condition"),
        ("(<= (p ?x) (q 1) (not (q ?x)))\n(q 1)", "7:1: unsafe rule: ?x of the head"),
        ("(q 1)\n(<= p (q 1) (not (q ?x)))", "8:18: unsafe rule: ?x of a negation"),
        ("(q 1)\n(<= p (distinct ?x 1))", "8:1: unsafe rule: ?x of \"distinct\""),
        ("(<= p (q 1))", "7:7: relation \"q\" has no rule and no fact"),
        ("(<= p (not q))", "7:12: relation \"q\" has no rule and no fact"),
        ("(q 1)\n  (q 1 2)", "8:3: relation \"q\" has 2 arguments here, 1 before"),
        ("(role b c)", "7:1: relation \"role\" has 2 arguments here, 1 before"),
        ("(<= p (not p))", "7:12: \"p\" depends on its own negation"),
        ("(q 1)\n(<= p (not r))\n(<= r p (q 1))", "8:12: \"p\" depends on its own negation"),
        (
            "(<= (p ?x) (true ?x))\n(<= (p ?x) (r ?x))\n(<= (r ?x) (p ?x))",
            "depends on itself in one position",
        ),
        ("(n z)\n(<= (n (s ?x)) (n ?x))", "8:1: a term grows beyond 400 bytes"),
        ("(<= (next (on (s ?x))) (true (on ?x)))", "7:1: a term grows beyond 400 bytes"),
        ("(<= (init ?x) (true ?x))", "7:1: \"init\" may not depend on \"true\""),
        ("(<= (legal a ?x) (does a ?x))", "7:1: \"legal\" may not depend on \"does\""),
        ("(<= (true (on 2)) (true (on 1)))", "7:1: \"true\" may not be the head"),
        ("(does a go)", "7:1: \"does\" may not be the head"),
        ("(<= p (next (on 1)))", "7:7: \"next\" may not be in the body"),
        ("(legal b go)", "7:1: b is no role"),
        ("(goal a 101)", "7:1: a goal is a number from 0 to 100"),
        ("(goal a much)", "7:1: a goal is a number from 0 to 100"),
        ("(<= p", "7:1: \"(\" without \")\""),
        ("p)", "7:2: \")\" without \"(\""),
        ("(<=)", "7:1: a rule has no head"),
        ("()", "7:1: a relation's name is expected"),
        ("((p) 1)", "7:1: a relation's name is expected"),
        ("(<= (?p 1) (true ?p))", "7:5: variable ?p cannot be a relation"),
        ("(<= p (not (or p p)))", "7:12: \"or\" is outside the subset here"),
        ("(<= p (not p q))", "7:7: \"not\" has one argument"),
        ("(<= p (distinct 1))", "7:7: \"distinct\" has two arguments"),
        ("#| words |#", "7:1: \"#|\" begins no comment"),
        ("word", "7:1: \"word\" is no rule, and no rule reads it"),
        ("17", "7:1: \"17\" is a number, not a relation"),
        ("(=> (true (on 1)) (next (on 1)))", "7:1: \"=>\" is outside the subset here"),
        ("(goal a 90)", "7:1: a has another goal already"),
        ("(goal a +5)", "7:1: a goal is a number from 0 to 100"),
        ("(goal a 010)", "7:1: a goal is a number from 0 to 100"),
        ("(role b)", "1:1: no rule or fact for a goal of b"),
        ("(init (p 1))\n(init (p 1 2))", "8:7: function \"p\" has 2 arguments here, 1 before"),
        ("(p \u{0})", "7:4: unexpected character '\\0'"),
        ("(p \u{fffd})", "7:4: unexpected character"),
    ];
    for (added, message) in cases {
        let found = error(&format!("{START}{added}\n"));
        assert!(found.contains(message), "{added}: {found}");
        let place = found.split(": ").next().unwrap();
        assert!(place.split(':').all(|number| number.parse::<usize>().is_ok()), "{found}");
    }
    for missing in ["role", "legal", "terminal", "goal"] {
        let text: String =
            START.lines().filter(|line| !line.contains(&format!("({missing} "))).collect();
        let text = if missing == "terminal" { START.replace("terminal", "end") } else { text };
        assert!(
            error(&text).starts_with("1:1: no rule or fact for"),
            "{missing}: {}",
            error(&text)
        );
    }
}

#[test]
fn limits_end_with_an_error() {
    let million = (0..1_000_000).fold(START.to_owned(), |mut text, number| {
        let _ = write!(text, "(f {number})");
        text
    });
    let cube = format!(
        "{START}{}(<= (p ?x ?y ?z) (n ?x) (n ?y) (n ?z))",
        (0..200).fold(String::new(), |mut text, n| {
            let _ = write!(text, "(n {n})");
            text
        })
    );
    let terms = cube
        .replace("(p ?x ?y ?z)", "(p ?x)")
        .replace("(n ?z)", "(n ?z) (n ?u) (distinct (f ?x ?y ?z ?u) (f ?x ?y ?z ?u))");
    // The last condition fails for all of 200 * 200 * 200 * 200 candidates.
    let slow = cube
        .replace("(p ?x ?y ?z)", "(p ?x)")
        .replace("(n ?z)", "(n ?z) (one ?v) (two ?u ?w) (distinct ?v ?w)")
        .replace("(n 0)", "(n 0) (one 1) (<= (two ?x 1) (n ?x))");
    let ors = format!("{START}(<= p {})", "(or (true (on 1)) (true (on 2)))".repeat(20));
    let doubled = format!("{START}(d z z) (<= (d (f ?x ?y) (f ?y ?x)) (d ?x ?y))");
    let cases = [
        (million, "7:", "more than 200000 facts and rules"),
        (
            format!("{START}(f{})", " x".repeat(4_000_001)),
            "7:",
            "more than 4000000 words and lists",
        ),
        (cube, "7:", "more than 1000000 instances"),
        (terms, "7:", "the terms exceed 16 MiB"),
        (slow, "7:", "takes more than 20000000 steps"),
        (ors, "7:", "more than 256 alternatives"),
        (doubled, "7:", "grows beyond 400 bytes"),
        (format!("{START}{}", "(".repeat(100_000)), "7:65", "nested more than 64 deep"),
        (format!("{START}{}", "x".repeat(1 << 20)), "7:101", "longer than 100 bytes"),
    ];
    std::thread::scope(|scope| {
        for (text, place, message) in cases {
            scope.spawn(move || {
                let start = Instant::now();
                let found = error(&text);
                assert!(found.starts_with(place) && found.contains(message), "{found}");
                println!("{message}: {:.1} s", start.elapsed().as_secs_f64());
            });
        }
    });
}

/// A chain of rules as long as the text allows is no recursion, in grounding or in an explanation.
#[test]
fn long_chains_are_read() {
    let mut text = START.to_owned();
    for number in 0..20_000 {
        let _ = writeln!(text, "(<= p{} p{number})", number + 1);
    }
    text.push_str("(<= p0 (true (on 1)))");
    let rules = gdl::read(&text).unwrap().rules;
    assert!(rules.network.len() > 40_000);
    let smaller = rules.optimised(lucena::propnet::optimise::Passes::ALL).unwrap();
    assert!(smaller.network.len() < 20, "{}", smaller.network.len());
}
