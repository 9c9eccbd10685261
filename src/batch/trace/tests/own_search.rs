//! Traces of our own search: every node has its record, and the figures are those of the search.

use super::{FEN, folder, run};
use crate::batch::trace::open;
use crate::engine::terms_after;
use crate::search::Technique;
use lucena_trace::origin::How;
use lucena_trace::record::{Bound, Flags, Move};
use lucena_trace::{Condition, Names, Node, Step, Trace};
use std::collections::BTreeMap;
use std::fs::File;

#[test]
fn a_trace_of_our_own_has_every_node_and_leads_to_the_leaf() {
    let folder = folder("own");
    let said = run(&folder, &["record", FEN, "--depth", "6", "-o", "%/a.trace"]);
    let nodes = said.split(": ").nth(1).unwrap().split(' ').next().unwrap();
    let stat = run(&folder, &["stat", "%/a.trace"]);
    let equal = stat.lines().find(|line| line.ends_with("equal")).expect(&stat);
    assert_eq!(equal.split_whitespace().nth(2), Some(nodes), "{stat}");
    let part = ["record", FEN, "--depth", "6", "--filter", "iteration=3-4", "-o", "%/part.trace"];
    assert!(!run(&folder, &part).contains("error"));
    let in_part = run(&folder, &["stat", "%/part.trace"]);
    assert!(in_part.contains("not comparable: a filter left out a root"), "{in_part}");
    let shown = run(&folder, &["show", "%/a.trace", "--sort", "nodes"]);
    assert!(shown.starts_with("Lucena ") && shown.contains("\nsearch 1: r1bqkbnr/"), "{shown}");
    let origin = run(&folder, &["origin", "%/a.trace"]);
    let (iteration, rest) = origin.split_once(',').unwrap();
    let number = iteration.strip_prefix("iteration ").unwrap().strip_suffix(" to depth 6").unwrap();
    assert!(rest.starts_with(" the root: score"), "{origin}");
    let there = run(&folder, &["show", "%/a.trace", "--iteration", number]);
    assert!(there.contains(&format!("\n{iteration}, the root\n")), "{origin}{there}");
    assert!(origin.contains("made here") || origin.contains("not in the trace"), "{origin}");
    let dot = run(&folder, &["export", "%/a.trace", "--levels", "1"]);
    assert!(dot.starts_with("digraph trace {") && dot.ends_with("}\n"), "{dot}");
    // The lines of a label are parted as Graphviz reads it.
    assert!(dot.contains("\\ndepth 6 nodes ") && !dot.contains("\\u00"), "{dot}");
    let json = run(&folder, &["export", "%/a.trace", "--format", "jsonl"]);
    assert!(json.lines().all(|line| line.starts_with("{\"event\":") && line.ends_with('}')));
    // The format: after a miss depth, score and move are 0.
    let empty =
        "{\"event\":\"tt\",\"bound\":null,\"depth\":0,\"score\":0,\"move\":\"0000\",\"used\":false";
    let mut misses = json.lines().filter(|line| line.contains("\"tt\",\"bound\":null")).peekable();
    assert!(misses.peek().is_some() && misses.all(|line| line.starts_with(empty)), "{json}");
    let found = run(&folder, &["find", "%/a.trace", "cut depth>=3 !quiescence", "--limit", "2"]);
    assert!(found.contains("nodes that meet \"cut depth>=3 !quiescence\": "), "{found}");
    assert!(found.contains("  search 1, iteration ") && found.contains("--limit"), "{found}");
    let cut = run(&folder, &["show", "%/a.trace", "--where", "nodes>=100"]);
    assert!(cut.lines().count() < shown.lines().count(), "{cut}");
    // Only large traces have an index beside them.
    assert!(!folder.join("a.trace.index").exists());
    assert_eq!(run(&folder, &["stat", "%/a.trace"]), stat);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_categories_of_a_leaf_add_up_and_single_propositions_have_no_square() {
    let folder = folder("leaf");
    for (fen, single) in [
        // The initiative and the endgame scale count here.
        ("4kbn1/n1p1pp1p/r5p1/3p1q2/2p2P2/2P5/P5PR/RNQ1KBN1 b - - 0 19", None),
        ("4k3/8/8/8/8/8/4P3/2B1KB2 b - - 0 1", Some("because white.bishop.pair\n")),
    ] {
        run(&folder, &["record", fen, "--depth", "1", "-o", "%/a", "--overwrite"]);
        let origin = run(&folder, &["origin", "%/a"]);
        let (_, leaf) = origin.split_once("The leaf is worth ").unwrap();
        let (worth, leaf) = leaf.split_once(" centipawns to Black").unwrap();
        let worth: i32 = worth.parse().unwrap();
        let categories = leaf.lines().nth(1).unwrap().split(", ");
        let sum: i32 =
            categories.map(|it| it.rsplit(' ').next().unwrap().parse::<i32>().unwrap()).sum();
        assert_eq!(sum, worth, "{origin}");
        assert!(single.is_none_or(|single| origin.contains(single)), "{origin}");
        assert!(!origin.contains("to_move a1") && !origin.contains("pair a1"), "{origin}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_score_from_a_bound_of_the_table_is_followed_to_its_evaluation() {
    let folder = folder("bounds");
    run(&folder, &["record", "startpos", "--depth", "8", "-o", "%/a"]);
    let origin = run(&folder, &["origin", "%/a"]);
    let last = |word: &str| {
        let (_, rest) = origin.rsplit_once(word).unwrap_or_else(|| panic!("{origin}"));
        let figure: String = rest.chars().filter(|it| !"≤≥".contains(*it)).collect();
        figure.split(|it: char| it == ',' || it.is_whitespace()).next().unwrap().to_owned()
    };
    assert_eq!(last(": score "), last(", corrected "), "{origin}");
    // The bound that is shown is the one that ended the node.
    let json = run(&folder, &["export", "%/a", "--format", "jsonl"]);
    let (mut used, mut count) = (None, 0);
    for line in json.lines() {
        let event: serde_json::Value = serde_json::from_str(line).unwrap();
        match event["event"].as_str() {
            Some("tt") if event["used"] == true => used = event["score"].as_i64(),
            Some("exit") => {
                let Some(score) = used.take() else { continue };
                assert_eq!(event["score"].as_i64(), Some(score), "{line}");
                count += 1;
            }
            _ => {}
        }
    }
    let found = run(&folder, &["find", "%/a", "ended=tt"]);
    assert!(count > 0 && found.contains(&format!("\"ended=tt\": {count}\n")), "{found}");
    for words in [&["find", "%/a", "ended=nonsense"][..], &["show", "%/a", "--where", "ended=x"]] {
        let said = run(&folder, words);
        assert!(
            said.starts_with("error: ")
                && said.contains("/a: no node")
                && said.contains("known: tt, cut-off"),
            "{said}"
        );
    }
    std::fs::remove_dir_all(folder).unwrap();
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn a_store_has_the_bound_that_its_node_came_to() {
    let folder = folder("stores");
    run(&folder, &["record", KIWIPETE, "--depth", "4", "-o", "%/a"]);
    let mut trace = open(&folder.join("a")).unwrap();
    let mut stores = 0;
    for node in nodes(&mut trace, "depth>=0 !pv") {
        for step in trace.open(&node).unwrap().steps {
            let Step::Store(stored) = step else { continue };
            stores += 1;
            assert_ne!((node.bound(), stored.bound), (Bound::Upper, Bound::Lower), "{node:?}");
            assert_ne!((node.bound(), stored.bound), (Bound::Lower, Bound::Upper), "{node:?}");
        }
    }
    assert!(stores > 500, "{stores}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// The nodes that meet a condition.
fn nodes(trace: &mut Trace<File>, condition: &str) -> Vec<Node> {
    let mut nodes = Vec::new();
    let take = |node: &Node| {
        nodes.push(node.clone());
        true
    };
    trace.find(&Condition::parse(condition).unwrap(), 0, take).unwrap();
    nodes
}

#[test]
fn changes_of_depth_add_up_to_the_depth_of_every_node() {
    let folder = folder("depths");
    run(&folder, &["record", KIWIPETE, "--depth", "9", "-o", "%/a"]);
    let mut trace = open(&folder.join("a")).unwrap();
    let mut seen = BTreeMap::new();
    for node in nodes(&mut trace, "depth>=1 !quiescence") {
        let opened = trace.open(&node).unwrap();
        let (mut own, mut of_move, mut reduced) = (node.enter.depth, 0, 0);
        let mut last = Move::NONE;
        let mut turn = |mv: Move, of_move: &mut i64| {
            *of_move = if last == mv { *of_move } else { 0 };
            last = mv;
        };
        for step in opened.steps {
            match step {
                Step::Change { mv, by, why } => {
                    let why = trace.index.name(why);
                    *seen.entry(why.to_owned()).or_insert(0) += 1;
                    if mv.is_none() {
                        own += by;
                        continue;
                    }
                    turn(mv, &mut of_move);
                    match why {
                        "late move reduction" => reduced = by,
                        _ => of_move += by,
                    }
                }
                Step::Child(child) if !child.enter.flags.is_aside() => {
                    turn(child.enter.mv, &mut of_move);
                    let is_reduced = child.enter.flags.has(Flags::REDUCED);
                    let depth = own - 1 + of_move + if is_reduced { reduced } else { 0 };
                    assert_eq!(child.enter.depth, depth.max(0), "{node:?}: {child:?}");
                }
                _ => {}
            }
        }
    }
    let all = [
        "IIR",
        "check extension",
        "deeper re-search",
        "late move reduction",
        "negative extension",
        "shallower re-search",
        "singular extension",
    ];
    assert_eq!(seen.keys().map(String::as_str).collect::<Vec<_>>(), all, "{seen:?}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn entries_have_both_ends_and_reverse_futility_on_one_is_followed() {
    let folder = folder("ends");
    run(&folder, &["record", KIWIPETE, "--depth", "9", "-o", "%/a"]);
    let mut trace = open(&folder.join("a")).unwrap();
    let (mut both, mut followed, mut own) = (0, 0, 0);
    for node in nodes(&mut trace, "depth>=1") {
        let Some(probe) = node.probe else { continue };
        if let Some(other) = probe.other {
            both += 1;
            let is_lower = probe.bound == Bound::Lower;
            assert!(if is_lower { probe.score < other } else { other < probe.score }, "{node:?}");
        }
        let (exit, beta) = (node.exit.unwrap(), node.enter.beta);
        let rule = exit.reason.map(|name| trace.index.name(name));
        if rule != Some(Technique::ReverseFutility.name()) || probe.bound == Bound::None {
            continue;
        }
        let (_, corrected) = node.eval.unwrap();
        let is_own = exit.score == ((corrected + beta) / 2).max(beta);
        let (iteration, chain) = trace.locate(node.offset).unwrap();
        let links = trace.origin(iteration, chain).unwrap();
        let is_of_entry = matches!(links[0].how, How::Entry(_) | How::Lost(_));
        assert_eq!(is_of_entry, !is_own, "{node:?}: {:?}", links[0].how);
        followed += usize::from(is_of_entry);
        own += usize::from(is_own);
    }
    assert!(both > 10 && followed > 10 && own > 10, "{both} {followed} {own}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn only_the_evaluation_that_made_a_score_is_taken_apart() {
    let folder = folder("made");
    run(&folder, &["record", KIWIPETE, "--depth", "6", "-o", "%/a"]);
    let mut trace = open(&folder.join("a")).unwrap();
    let (mut nodes, mut number) = (Vec::new(), 0);
    let condition = Condition::parse("depth>=0").unwrap();
    trace
        .find(&condition, 0, |node| {
            number += 1;
            nodes.extend((number % 11 == 0).then(|| node.clone()));
            nodes.len() < 500
        })
        .unwrap();
    let (mut estimates, mut bounds, mut evaluations) = (0, 0, 0);
    for node in nodes {
        let (iteration, chain) = trace.locate(node.offset).unwrap();
        let last = trace.origin(iteration, chain).unwrap().pop().unwrap();
        let (fen, before) = trace.position(0).unwrap();
        let terms = terms_after(&fen, &before, &trace.index, &last).join("\n");
        let names = Names { mv: &|mv| mv.to_string(), score: &|score| score.to_string() };
        let words = trace.index.link_words(&last, &names);
        let (made, exit) = (last.node.eval, last.node.exit.unwrap());
        match last.how {
            How::Pruned { measured, .. } => {
                estimates += 1;
                assert_eq!(measured, exit.score, "{words}");
                assert!(words.starts_with("from the pruned move ") && terms.starts_with("\nNo "));
            }
            How::Lazy => {
                bounds += 1;
                assert!(words.contains(" by lazy evaluation (") && terms.starts_with("\nNo "));
            }
            _ if terms.contains("The leaf is worth") => {
                evaluations += 1;
                let is_evaluation = made.is_some_and(|(_, corrected)| corrected == exit.score);
                assert!(is_evaluation || words.contains("reverse futility"), "{words}: {terms}");
            }
            _ => {}
        }
    }
    assert!(
        estimates > 10 && bounds > 10 && evaluations > 10,
        "{estimates} {bounds} {evaluations}"
    );
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_proven_result_has_no_terms() {
    let folder = folder("proven");
    for (fen, depth) in [
        ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "9"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 97 100", "6"),
        ("8/8/8/8/8/4k3/4p3/4K3 b - - 0 1", "6"),
    ] {
        run(&folder, &["record", fen, "--depth", depth, "-o", "%/a", "--overwrite"]);
        let origin = run(&folder, &["origin", "%/a"]);
        let words = "\n\nNo terms: a proven result does not come from the evaluation.\n";
        assert!(origin.ends_with(words), "{origin}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}
