//! The recorder, the tree and what is asked of it.

use super::super::{
    DEFAULT_BYTES, KeepIterations, MoveOutcome, NodeFilter, NodeId, RecordScope, SearchTree,
    SideSearches, SortBy, to_graphviz, to_ron, why_not,
};
use super::{POSITIONS, case, knowledge, line, record};
use crate::base::Bound;
use crate::rules::{parse_fen, see};
use crate::search::{
    ExitReason, LimitChecker, NodeType, NullObserver, SearchProgress, SearchReport, StopReason,
    Technique,
};
use std::collections::HashSet;
use std::mem::discriminant;
use std::ops::ControlFlow;

const ALL: RecordScope = RecordScope::Below(Vec::new(), usize::MAX);

/// Every node's count is its own and its children's.
fn assert_adds_up(tree: &SearchTree) {
    for id in 0..tree.node_count() {
        let node = tree.node(id).unwrap();
        let below: u64 = node.children.iter().map(|&child| tree.node(child).unwrap().nodes).sum();
        assert_eq!(node.nodes, below + 1, "node {id} after {}", super::uci(&tree.path(id)));
    }
}

#[test]
fn counts_of_the_whole_tree_add_up_to_the_search() {
    for fen in POSITIONS {
        let (tree, report) = record(&case(fen, 5), ALL, KeepIterations::All, DEFAULT_BYTES);
        assert_eq!(tree.total(), report.nodes, "{fen}");
        assert_eq!(tree.node_count() as u64, report.nodes, "{fen}");
        assert_adds_up(&tree);
    }
}

#[test]
fn an_observed_search_has_the_counts_of_one_that_is_not() {
    for fen in POSITIONS {
        let (_, observed) = record(&case(fen, 7), ALL, KeepIterations::Last, DEFAULT_BYTES);
        let report = super::run(&case(fen, 7), &mut NullObserver);
        assert_eq!(report.statistics.techniques, observed.statistics.techniques, "{fen}");
    }
}

#[test]
fn a_stopped_search_adds_up_too() {
    let stopped = super::SearchRecording { nodes: Some(2_345), ..case(POSITIONS[1], 30) };
    let (tree, report) = record(&stopped, ALL, KeepIterations::All, DEFAULT_BYTES);
    assert_eq!((tree.total(), report.nodes), (2_345, 2_345));
    assert_adds_up(&tree);
    assert!((0..tree.node_count()).any(|id| tree.node(id).unwrap().left.is_none()));
}

#[test]
fn the_last_iteration_is_what_it_cost() {
    for fen in POSITIONS {
        let (tree, report) = record(&case(fen, 6), ALL, KeepIterations::Last, DEFAULT_BYTES);
        let by_iteration = &report.statistics.nodes_by_iteration;
        assert_eq!(tree.total(), by_iteration[5] - by_iteration[4], "{fen}");
        let cut_short =
            super::SearchRecording { nodes: Some(by_iteration[5] + 40), ..case(fen, 30) };
        let (tree, _) = record(&cut_short, ALL, KeepIterations::Last, DEFAULT_BYTES);
        assert_eq!(
            tree.total(),
            by_iteration[5] - by_iteration[4],
            "{fen}: not the unfinished one"
        );
    }
}

#[test]
fn below_a_line_lies_what_the_whole_tree_has_there() {
    let case = case(POSITIONS[1], 5);
    let (whole, report) = record(&case, ALL, KeepIterations::All, DEFAULT_BYTES);
    let moves = report.lines[0].moves[..2].to_vec();
    let (part, _) = record(
        &case,
        RecordScope::Below(moves.clone(), usize::MAX),
        KeepIterations::All,
        DEFAULT_BYTES,
    );
    let path: Vec<_> = moves.iter().copied().map(Some).collect();
    // Visits nested in another visit of the same position belong to that one.
    let outermost = |id: &NodeId| {
        let node = whole.node(*id).unwrap();
        let above = node.parent.map(|parent| whole.path(parent));
        whole.path(*id) == path && above.as_ref() != Some(&path)
    };
    let there: Vec<NodeId> = (0..whole.node_count()).filter(outermost).collect();
    assert!(there.len() > 2);
    let counts = |tree: &SearchTree, ids: &[NodeId]| -> Vec<u64> {
        ids.iter().map(|&id| tree.node(id).unwrap().nodes).collect()
    };
    assert_eq!(counts(&part, part.roots()), counts(&whole, &there));
    assert_eq!(part.position(part.roots()[0]), whole.position(there[0]));
}

#[test]
fn a_small_memory_keeps_the_upper_levels_whole() {
    let bytes = 300_000;
    let (tree, report) = record(&case(POSITIONS[1], 6), ALL, KeepIterations::All, bytes);
    let cut_at = tree.cut_at.expect("too small for the search");
    assert!(tree.bytes <= bytes, "{} of {bytes}", tree.bytes);
    assert_eq!(tree.total(), report.nodes);
    assert!(tree.unrecorded > 0);
    for id in 0..tree.node_count() {
        let node = tree.node(id).unwrap();
        assert!(node.level <= cut_at);
        if node.level < cut_at {
            let below: u64 =
                node.children.iter().map(|&child| tree.node(child).unwrap().nodes).sum();
            assert_eq!(node.nodes, below + 1);
        }
    }
}

#[test]
fn levels_below_the_line_can_be_bounded() {
    let (tree, report) =
        record(&case(POSITIONS[0], 5), RecordScope::Below(vec![], 2), KeepIterations::All, 1 << 22);
    assert_eq!(tree.total(), report.nodes);
    assert_eq!((0..tree.node_count()).map(|id| tree.node(id).unwrap().level).max(), Some(2));
}

#[test]
fn nodes_are_filtered_sorted_and_followed() {
    let (tree, report) = record(&case(POSITIONS[1], 6), ALL, KeepIterations::Last, DEFAULT_BYTES);
    let root = *tree.roots().last().unwrap();
    let by_nodes = tree.below(Some(root), &NodeFilter::default(), SortBy::Nodes);
    let counts: Vec<u64> = by_nodes.iter().map(|&id| tree.node(id).unwrap().nodes).collect();
    assert!(counts.is_sorted_by(|a, b| a >= b) && counts.len() > 20);
    let scores = tree.below(Some(root), &NodeFilter::default(), SortBy::Score);
    let scores: Vec<_> = scores.iter().filter_map(|&id| tree.node(id).unwrap().score()).collect();
    assert!(scores.is_sorted());
    let cut = NodeFilter {
        node_type: Some(NodeType::Cut),
        side_searches: SideSearches::Hidden,
        ..NodeFilter::default()
    };
    let cut = tree.below(Some(root), &cut, SortBy::Time);
    assert!(
        !cut.is_empty() && cut.iter().all(|&id| tree.node(id).unwrap().node_type == NodeType::Cut)
    );
    let line: Vec<_> = tree
        .principal_variation(root)
        .iter()
        .skip(1)
        .filter_map(|&id| tree.node(id).unwrap().mv)
        .collect();
    let depth = line.len().min(report.lines[0].moves.len());
    assert!(depth >= 3);
    assert_eq!(line[..depth], report.lines[0].moves[..depth]);
    let deep = *tree.principal_variation(root).last().unwrap();
    assert_eq!(tree.ancestors(deep), tree.principal_variation(root));
}

#[test]
fn exports_are_bounded_and_readable() {
    let (tree, _) = record(&case(POSITIONS[2], 4), ALL, KeepIterations::Last, DEFAULT_BYTES);
    let root = tree.roots()[0];
    let text = to_ron(&tree, root, 30).unwrap();
    assert!(ron::from_str::<ron::Value>(&text).is_ok());
    assert_eq!(text.matches("purpose:").count(), 30);
    let dot = to_graphviz(&tree, root, 30);
    assert_eq!(dot.matches("[label=").count(), 30);
    assert_eq!(dot.matches("->").count(), 29);
    assert!(dot.starts_with("digraph") && dot.ends_with("}\n"));
}

/// Asks about every line of two moves and checks each answer against the record it names.
fn fates_of((tree, report): &(SearchTree, SearchReport), fen: &str) -> Vec<MoveOutcome> {
    let start = parse_fen(fen).unwrap();
    let mut fates = Vec::new();
    for first in start.legal_moves() {
        let position = start.after(first);
        for second in position.legal_moves() {
            let asked = [first, second].map(crate::rules::notation::uci);
            for answer in why_not(tree, report, &asked) {
                let mv = answer.mv.unwrap();
                let node = answer.node.and_then(|id| tree.node(id));
                let left = node.and_then(|node| node.left);
                match &answer.outcome {
                    MoveOutcome::Best(_) | MoveOutcome::Refutes { .. } => {
                        assert_eq!(left.unwrap().best, Some(mv))
                    }
                    MoveOutcome::Pruned(skipped) => assert_eq!(skipped.mv, mv),
                    MoveOutcome::CutBefore(by) => {
                        assert!(*by != mv && left.unwrap().best == Some(*by));
                    }
                    MoveOutcome::Worse(rejection) | MoveOutcome::Reduced { rejection, .. } => {
                        assert_ne!(rejection.better, Some(mv));
                        assert!(rejection.score <= rejection.node_score.unwrap());
                    }
                    MoveOutcome::NodeEnded(ending) => assert_eq!(left.unwrap().reason, *ending),
                    MoveOutcome::NotReached => assert_eq!(answer.node, None),
                    _ => {}
                }
                fates.push(answer.outcome);
            }
        }
    }
    fates
}

#[test]
fn an_equal_move_is_not_called_worse() {
    let fen = "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1";
    let start = parse_fen(fen).unwrap();
    let (tree, report) = line_tree(fen, 3);
    let answers = why_not(&tree, &report, &["f7f8".to_owned()]);
    let after = start.after(answers[0].mv.unwrap());
    let words = answers[0].outcome.text(&start, Some(&after));
    assert!(words.ends_with("with #1 came first and is at least as good"), "{words}");
}

/// Looks at a search under way.
struct Watch(u64);

impl LimitChecker for Watch {
    fn poll(&mut self, progress: &dyn SearchProgress) -> ControlFlow<StopReason> {
        let report = progress.report();
        // All but the root itself, once for each window.
        let others = report.nodes - report.root_nodes();
        assert!(others < 60, "{others} of {} nodes are below no root move", report.nodes);
        assert!(report.unfinished_nodes() <= report.nodes);
        self.0 += 1;
        ControlFlow::Continue(())
    }

    fn poll_every(&self) -> u32 {
        64
    }
}

#[test]
fn nodes_under_way_count_with_their_root_move() {
    let mut watch = Watch(0);
    case(POSITIONS[1], 7).run(knowledge(), &mut watch, &mut NullObserver).unwrap();
    assert!(watch.0 > 10);
}

fn line_tree(fen: &str, depth: u16) -> (SearchTree, SearchReport) {
    record(&case(fen, depth), RecordScope::Below(vec![], 3), KeepIterations::All, DEFAULT_BYTES)
}

#[test]
fn every_reason_why_not_comes_from_a_search() {
    let mut seen = HashSet::new();
    let mut rules = HashSet::new();
    for fen in POSITIONS {
        for depth in [1, 4, 5, 6] {
            for fate in fates_of(&line_tree(fen, depth), fen) {
                seen.insert(discriminant(&fate));
                if let MoveOutcome::Pruned(skipped) = fate {
                    rules.insert(skipped.rule);
                }
            }
        }
    }
    let reject = super::super::Rejection {
        score: crate::base::Score::DRAW,
        bound: Bound::Upper,
        refuted_by: None,
        better: None,
        node_score: None,
    };
    let mv = line(&parse_fen(POSITIONS[0]).unwrap(), "e2e4")[0];
    let wanted = [
        MoveOutcome::Best(reject.score),
        MoveOutcome::Refutes { score: reject.score, beta: reject.score },
        MoveOutcome::Worse(reject),
        MoveOutcome::Reduced { by: 1, rejection: reject },
        MoveOutcome::CutBefore(mv),
        MoveOutcome::NodeEnded(ExitReason::TtCutoff),
        MoveOutcome::NotListed,
    ];
    for fate in &wanted {
        assert!(seen.contains(&discriminant(fate)), "no case of {fate:?}");
    }
    for rule in [Technique::LateMovePruning, Technique::Futility, Technique::SeePruning] {
        assert!(rules.contains(&rule), "no case of {}", rule.name());
    }
}

#[test]
fn an_evasion_that_quiescence_never_came_to_is_left_out() {
    // The check costs a rook, so it is not extended, and quiescence tries the capture and few quiet evasions of many.
    let fen = "8/p5pp/8/4k3/8/3n4/PP5P/K1R5 w - - 0 1";
    let limited = super::SearchRecording { search_moves: vec!["c1e1".to_owned()], ..case(fen, 1) };
    let (tree, report) =
        record(&limited, RecordScope::Below(vec![], 3), KeepIterations::All, DEFAULT_BYTES);
    let position = parse_fen(fen).unwrap().after(line(&parse_fen(fen).unwrap(), "c1e1")[0]);
    let evasions = crate::search::Parameters::default().qsearch_evasions;
    let tried = 1 + usize::try_from(evasions).unwrap();
    let mut left_out = 0;
    for reply in position.legal_moves() {
        let asked = ["c1e1".to_owned(), crate::rules::notation::uci(reply)];
        let answers = why_not(&tree, &report, &asked);
        if answers[1].outcome == MoveOutcome::LeftOut {
            left_out += 1;
            let node = answers[1].node.and_then(|id| tree.node(id)).unwrap();
            assert!(node.listed > tried && node.left.unwrap().reason == ExitReason::Complete);
        }
    }
    assert_eq!(left_out, position.legal_moves().len() - tried);
}

/// The last iteration left its aspiration window, above or below, when the limit of nodes ended the search.
#[test]
fn nobody_avoids_the_best_move_of_a_window_that_failed() {
    let fen = "rnbqkbnr/pppp1ppp/4p3/8/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    let (mut above, mut below) = (0, 0);
    for nodes in (2_001..40_000).step_by(500) {
        let limited = super::SearchRecording { nodes: Some(nodes), ..case(fen, 60) };
        let (tree, report) =
            record(&limited, RecordScope::Below(vec![], 2), KeepIterations::All, DEFAULT_BYTES);
        let last =
            tree.roots().iter().filter_map(|&id| tree.node(id)).rfind(|it| it.left.is_some());
        let last = last.unwrap();
        above += usize::from(last.score() >= Some(last.beta));
        below += usize::from(last.score() <= Some(last.alpha));
        let line = report.lines[0].moves.iter().take(2).map(|&mv| crate::rules::notation::uci(mv));
        for answer in why_not(&tree, &report, &line.collect::<Vec<_>>()) {
            let outcome = &answer.outcome;
            let is_best = matches!(
                outcome,
                MoveOutcome::Best(_) | MoveOutcome::AtLeast { .. } | MoveOutcome::AtMost { .. }
            );
            assert!(is_best || answer.ply > 0, "{nodes} nodes: {outcome:?}");
            let refutes = matches!(outcome, MoveOutcome::Refutes { .. });
            assert!(!refutes, "{nodes} nodes, {}: {outcome:?}", answer.text);
        }
    }
    assert!(above > 0 && below > 0, "{above} above, {below} below");
}

#[test]
fn of_several_lines_the_first_decides() {
    for several in [
        super::SearchRecording { lines: 3, ..case(POSITIONS[0], 4) },
        super::SearchRecording { lines: usize::MAX, margin: Some(30), ..case(POSITIONS[0], 2) },
        // In some of these a further line comes out better than the one searched first.
        super::SearchRecording { lines: 3, ..case(POSITIONS[1], 3) },
        super::SearchRecording { lines: 3, ..case(POSITIONS[1], 5) },
        super::SearchRecording { lines: 4, ..case(POSITIONS[2], 4) },
        super::SearchRecording { lines: 4, ..case(POSITIONS[3], 5) },
    ] {
        let (tree, report) =
            record(&several, RecordScope::Below(vec![], 2), KeepIterations::All, DEFAULT_BYTES);
        let asked = |line: usize| {
            let mv = crate::rules::notation::uci(report.lines[line].moves[0]);
            why_not(&tree, &report, &[mv]).remove(0).outcome
        };
        assert!(matches!(asked(0), MoveOutcome::Best(_)), "{:?}", asked(0));
        assert!(
            !matches!(asked(1), MoveOutcome::Best(_) | MoveOutcome::NotListed),
            "{:?}",
            asked(1)
        );
    }
}

/// The limit of nodes ends a search of several lines anywhere, also within the window of a further one: the answers have the best
/// move, the scores and the bounds of the report.
#[test]
fn answers_have_the_scores_of_the_report() {
    let (mut overtaken, mut of_further, mut below) = (0, 0, 0);
    for (fen, nodes) in POSITIONS[..4]
        .iter()
        .flat_map(|fen| (1_000..12_000).step_by(457).map(move |nodes| (*fen, nodes)))
    {
        let limited = super::SearchRecording { nodes: Some(nodes), lines: 3, ..case(fen, 60) };
        let (tree, report) =
            record(&limited, RecordScope::Below(vec![], 2), KeepIterations::All, DEFAULT_BYTES);
        let best = &report.lines[0];
        overtaken += usize::from(best.moves[0] != report.root_moves[0].mv);
        for own in &report.root_moves {
            let mv = crate::rules::notation::uci(own.mv);
            let place = format!("{fen}, {nodes} nodes, {mv}: {own:?}, best {best:?}");
            let answer = why_not(&tree, &report, std::slice::from_ref(&mv)).remove(0);
            let is_best = own.mv == best.moves[0];
            match answer.outcome {
                MoveOutcome::Best(score) => {
                    assert!(
                        is_best && (score, Bound::Exact) == (best.score, best.bound),
                        "{place}"
                    );
                }
                MoveOutcome::AtLeast { score, .. } => {
                    assert!(
                        is_best && (score, Bound::Lower) == (best.score, best.bound),
                        "{place}"
                    );
                }
                MoveOutcome::AtMost { score, .. } => {
                    assert!(
                        is_best && (score, Bound::Upper) == (best.score, best.bound),
                        "{place}"
                    );
                    below += 1;
                }
                MoveOutcome::Worse(rejection) | MoveOutcome::Reduced { rejection, .. } => {
                    assert!(!is_best, "{place}: {rejection:?}");
                    let found = (rejection.score, rejection.bound, rejection.better);
                    assert_eq!(found, (own.score, own.bound, Some(best.moves[0])), "{place}");
                    assert_eq!(rejection.node_score, Some(best.score), "{place}");
                    assert_eq!(answer.iteration, i32::from(own.depth), "{place}");
                    let child = answer.node.and_then(|id| tree.last_search(id, own.mv)).unwrap();
                    assert_eq!(tree.node(child).unwrap().score(), Some(-own.score), "{place}");
                    of_further += usize::from(own.bound != Bound::Upper);
                }
                other => assert!(!is_best, "{place}: {other:?}"),
            }
        }
    }
    let counts = (overtaken, of_further, below);
    assert!(overtaken > 0 && of_further > 0 && below > 0, "{counts:?}");
}

#[test]
fn lines_that_were_not_searched_say_so() {
    let texts = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let (tree, report) = line_tree(POSITIONS[0], 3);
    let answers = why_not(&tree, &report, &texts("e4 Nc6 Ke3 a3"));
    assert!(matches!(&answers[2].outcome, MoveOutcome::Illegal(why) if why.contains("Ke3")));
    assert!(matches!(&answers[3].outcome, MoveOutcome::Illegal(why) if why.contains("follows")));
    let limited =
        super::SearchRecording { search_moves: vec!["d2d4".to_owned()], ..case(POSITIONS[0], 3) };
    let (tree, report) =
        record(&limited, RecordScope::Below(vec![], 3), KeepIterations::All, DEFAULT_BYTES);
    let answers = why_not(&tree, &report, &texts("e2e4 e7e5"));
    assert_eq!(
        (&answers[0].outcome, &answers[1].outcome),
        (&MoveOutcome::NotListed, &MoveOutcome::NotReached)
    );
    let stopped = super::SearchRecording { nodes: Some(10), ..case(POSITIONS[0], 3) };
    let (tree, report) =
        record(&stopped, RecordScope::Below(vec![], 3), KeepIterations::All, DEFAULT_BYTES);
    let last = parse_fen(POSITIONS[0]).unwrap().legal_moves().into_iter().next_back().unwrap();
    let answers = why_not(&tree, &report, &[crate::rules::notation::uci(last)]);
    assert_eq!(answers[0].outcome, MoveOutcome::Unfinished);
}

#[test]
fn what_is_pruned_has_the_numbers_of_its_rule() {
    let mut found = [0; 2];
    for fen in &POSITIONS[..2] {
        let (tree, _) = record(&case(fen, 6), ALL, KeepIterations::All, DEFAULT_BYTES);
        for id in 0..tree.node_count() {
            let node = tree.node(id).unwrap();
            let late = node.pruned.iter().filter(|it| it.rule == Technique::LateMovePruning);
            let limits: HashSet<i32> = late.clone().map(|it| it.limit).collect();
            assert!(limits.len() <= 1, "one limit for a node: {limits:?}");
            found[0] += late.clone().count();
            assert!(late.into_iter().all(|it| it.measured > it.limit), "{:?}", node.pruned);
            for it in &node.pruned {
                if matches!(it.rule, Technique::SeePruning | Technique::QsearchSee) {
                    found[1] += 1;
                    assert_eq!(it.measured, see(&tree.position(id), it.mv), "{it:?}");
                    assert!(it.measured < it.limit, "{it:?}");
                }
            }
        }
    }
    assert!(found.iter().all(|&count| count > 100), "{found:?}");
}
