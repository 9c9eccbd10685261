//! The stepper against what the recorder saw of the same search.

use super::super::{
    Breakpoint, BreakpointHit, Console, DEFAULT_BYTES, FirstPause, KeepIterations, MoveStatus,
    NodeId, NodePurpose, PausePoint, PauseReason, PausedSearch, RecordScope, RootTrace,
    SearchEvent, SearchTree, StepCommand, Stepper,
};
use super::{POSITIONS, case, record, run, uci};
use crate::base::Bound;
use crate::rules::parse_fen;
use crate::search::{
    ExitReason, Limits, NoLimits, Pruning, Root, SearchOptions, Searcher, Technique,
    TranspositionTable, Value,
};
use std::collections::VecDeque;
use std::sync::Arc;

/// A console that plays orders from a list, then one order for ever.
struct Script {
    orders: VecDeque<StepCommand>,
    then: StepCommand,
    /// An order that comes while the search runs, before so many turns.
    meanwhile: Option<(usize, StepCommand)>,
    turns: usize,
    pictures: Vec<PausedSearch>,
    hits: Vec<BreakpointHit>,
}

fn script(orders: &[StepCommand], then: StepCommand) -> Script {
    let orders = orders.iter().cloned().collect();
    Script { orders, then, meanwhile: None, turns: 0, pictures: vec![], hits: vec![] }
}

impl Console for &mut Script {
    fn poll(&mut self) -> Option<StepCommand> {
        self.turns += 1;
        let due = self.meanwhile.as_ref().is_some_and(|(turn, _)| self.turns > *turn);
        if due { self.meanwhile.take().map(|(_, command)| command) } else { None }
    }

    fn show(&mut self, paused: PausedSearch) {
        self.pictures.push(paused);
    }

    fn wait(&mut self) -> StepCommand {
        self.orders.pop_front().unwrap_or_else(|| self.then.clone())
    }

    fn log(&mut self, hit: BreakpointHit) {
        self.hits.push(hit);
    }
}

fn breakpoints(texts: &[&str]) -> Vec<Breakpoint> {
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

fn whole(case: &super::SearchRecording) -> SearchTree {
    record(case, RecordScope::Below(vec![], usize::MAX), KeepIterations::All, DEFAULT_BYTES).0
}

/// Nodes in the order in which they are left.
fn left_order(tree: &SearchTree) -> Vec<NodeId> {
    fn visit(tree: &SearchTree, id: NodeId, found: &mut Vec<NodeId>) {
        tree.node(id).unwrap().children.iter().for_each(|&child| visit(tree, child, found));
        found.push(id);
    }
    let mut found = Vec::new();
    tree.roots().iter().for_each(|&root| visit(tree, root, &mut found));
    found
}

#[test]
fn node_steps_enter_every_node_in_turn() {
    let case = case(POSITIONS[1], 3);
    let tree = whole(&case);
    let mut script = script(&[], StepCommand::Node);
    let report = run(&case, &mut Stepper::new(&mut script, vec![]).paused_at(FirstPause::Root));
    assert_eq!(script.pictures.len() as u64, report.nodes);
    for (id, picture) in script.pictures.iter().enumerate() {
        let (node, top) = (tree.node(id).unwrap(), picture.open.last().unwrap());
        assert_eq!(picture.path, tree.path(id));
        assert_eq!(top.position, tree.position(id));
        assert_eq!((top.alpha, top.beta, top.depth), (node.alpha, node.beta, node.depth));
        assert_eq!((top.purpose, top.mv), (node.purpose, node.mv));
        assert_eq!((top.place, picture.nodes), (node.place, node.entered + 1));
        assert_eq!(picture.point, PausePoint::Entered);
        assert_eq!(picture.open.len(), tree.ancestors(id).len());
    }
}

/// Material alone, so that no change of the evaluation moves the golden list.
#[derive(Clone, Debug)]
struct Material;

impl crate::search::Evaluate for Material {
    fn evaluate(
        &mut self,
        board: &crate::rules::Board,
        turn: crate::rules::Color,
    ) -> crate::base::Score {
        let sum: i32 = board
            .iter()
            .filter(|(_, piece)| piece.role != crate::rules::Role::King)
            .map(|(_, piece)| {
                let value = crate::rules::see_value(piece.role);
                if piece.color == turn { value } else { -value }
            })
            .sum();
        crate::base::Score::heuristic(sum)
    }
}

#[test]
fn a_full_width_search_steps_through_the_golden_list() {
    let options = SearchOptions { pruning: Pruning::Off, ..SearchOptions::default() };
    let table = Arc::new(TranspositionTable::new(1).unwrap());
    let mut searcher = Searcher::with_evaluation(table, Material, options);
    let position = parse_fen("7k/8/8/8/8/8/p7/K7 w - - 0 1").unwrap();
    let root = Root { position, history: vec![] };
    let limits = Limits { depth: Some(2), ..Limits::default() };
    let mut script = script(&[], StepCommand::Node);
    searcher.search(
        &root,
        &limits,
        &mut NoLimits,
        &mut Stepper::new(&mut script, vec![]).paused_at(FirstPause::Root),
    );
    let shown: Vec<String> = script
        .pictures
        .iter()
        .map(|picture| {
            let top = picture.open.last().unwrap();
            format!("{}:{} {}", picture.iteration, uci(&picture.path), top.purpose)
        })
        .collect();
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn over_out_and_iteration_go_where_they_say() {
    let case = case(POSITIONS[1], 4);
    let tree = whole(&case);
    let steps = [
        StepCommand::Iteration,
        StepCommand::Node,
        StepCommand::Over,
        StepCommand::Over,
        StepCommand::Node,
        StepCommand::Node,
        StepCommand::Out,
        StepCommand::Iteration,
        StepCommand::Continue,
    ];
    let mut script = script(&steps, StepCommand::Continue);
    run(&case, &mut Stepper::new(&mut script, vec![]).paused_at(FirstPause::Root));
    let at = |index: usize| &script.pictures[index];
    assert_eq!(script.pictures.len(), steps.len());
    assert_eq!((at(0).iteration, at(1).iteration), (1, 2));
    assert_eq!((at(1).point, at(1).open.len()), (PausePoint::Entered, 1));
    // One node down, then over its whole subtree: the same node, being left, with every node below it counted.
    assert_eq!((at(2).point, at(2).open.len()), (PausePoint::Entered, 2));
    assert_eq!(at(3).path, at(2).path);
    let PausePoint::Exiting(left) = at(3).point else { panic!("not left: {:?}", at(3).point) };
    let id = at(2).nodes as usize - 1;
    assert_eq!(tree.node(id).unwrap().left, Some(left));
    assert_eq!(at(3).open[1].nodes, tree.node(id).unwrap().nodes);
    // Over from there is on to the next node, which is its sibling or a second search of the same move.
    assert!(at(4).open.len() <= 2 && at(4).nodes >= at(3).nodes);
    // Two nodes down and out again: the node between has its turn, and it is not the entered one.
    assert_eq!(at(6).nodes, at(5).nodes + 1);
    assert!(at(7).open.len() < at(6).open.len() && at(7).point != PausePoint::Entered);
    assert_eq!((at(8).iteration, at(8).point), (3, PausePoint::Entered));
}

#[test]
fn a_pause_shows_each_move_with_what_became_of_it() {
    let case = case(POSITIONS[1], 5);
    let mut script = script(&[], StepCommand::Continue);
    run(&case, &mut Stepper::new(&mut script, breakpoints(&["depth >= 3 and ply = 1 and left"])));
    let (mut searched, mut skipped, mut waiting, mut late) = (0, 0, 0, 0);
    for picture in &script.pictures {
        let node = picture.open.last().unwrap();
        let mut before = None;
        for shown in &node.moves {
            match shown.status {
                MoveStatus::Searched { score, bound, tried, nodes, searches, purpose } => {
                    searched += 1;
                    assert!(nodes >= searches as u64 && searches > 0);
                    assert_eq!(tried.mv, shown.mv);
                    assert!(bound != Bound::Exact || purpose == NodePurpose::PvSearch);
                    assert!(score <= node.so_far.unwrap().real);
                    assert!(before.is_none_or(|before| before < tried.number));
                    before = Some(tried.number);
                }
                MoveStatus::Pruned(view) => {
                    skipped += 1;
                    // In the order in which they were left out, which late move pruning does not sort.
                    assert!(before.is_none_or(|before| before < view.number), "{:?}", node.moves);
                    before = Some(view.number);
                    late += usize::from(!shown.picked);
                    assert!(shown.picked || view.rule == Technique::LateMovePruning);
                }
                MoveStatus::LeftOut | MoveStatus::Excluded => waiting += 1,
                MoveStatus::Waiting | MoveStatus::Searching(_) => {
                    panic!("under way in a node that is left")
                }
            }
        }
        assert_eq!(node.so_far, node.left.map(|left| left.value));
    }
    assert!(searched > 50 && skipped > 10 && waiting > 50, "{searched} {skipped} {waiting}");
    assert!(late > 10, "{late}");
}

#[test]
fn a_root_that_fails_high_is_cut_off_by_its_best_move() {
    let case = case(POSITIONS[0], 8);
    let mut script = script(&[], StepCommand::Continue);
    run(&case, &mut Stepper::new(&mut script, breakpoints(&["fail-high"])));
    assert!(!script.pictures.is_empty());
    for picture in &script.pictures {
        let root = picture.open.last().unwrap();
        let left = root.left.unwrap();
        assert_eq!(Some(left.reason), left.best.map(ExitReason::Cutoff));
        assert!(root.alpha_now < root.beta, "{root:?}");
        let status = |wanted: MoveStatus| root.moves.iter().any(|it| it.status == wanted);
        assert!(status(MoveStatus::LeftOut) && !status(MoveStatus::Waiting), "{root:?}");
    }
}

#[test]
fn a_singular_search_shows_its_move_as_excluded_and_no_window_is_crossed() {
    let (mut excluded, mut checks) = (0, 0);
    for fen in [POSITIONS[0], POSITIONS[1], POSITIONS[4]] {
        let mut script = script(&[], StepCommand::Continue);
        run(&case(fen, 8), &mut Stepper::new(&mut script, breakpoints(&["exit and depth >= 2"])));
        for picture in &script.pictures {
            for (index, node) in picture.open.iter().enumerate() {
                let san = picture.san(index).unwrap_or_default();
                let is_check = node.mv.is_some() && node.position.is_check();
                assert_eq!(san.ends_with(['+', '#']), is_check, "{san} {:?}", node.purpose);
                checks += usize::from(is_check && node.purpose == NodePurpose::Singular);
            }
        }
        for node in script.pictures.iter().flat_map(|it| &it.open) {
            assert!(node.alpha_now < node.beta, "{node:?}");
            let own = node.moves.iter().find(|it| Some(it.mv) == node.excluded);
            excluded += usize::from(own.is_some());
            assert!(own.is_none_or(|own| own.status == MoveStatus::Excluded), "{own:?}");
        }
    }
    assert!(excluded > 0 && checks > 0, "{excluded} {checks}");
}

/// The paths at which a breakpoint with `text` hits, checked to be the same whether it logs or stops.
fn hits(case: &super::SearchRecording, text: &str) -> Vec<String> {
    let mut logging = script(&[], StepCommand::Continue);
    run(case, &mut Stepper::new(&mut logging, breakpoints(&[&format!("{text} log")])));
    let mut stopping = script(&[], StepCommand::Continue);
    run(case, &mut Stepper::new(&mut stopping, breakpoints(&[text])));
    let logged: Vec<String> = logging.hits.iter().map(|hit| uci(&hit.path)).collect();
    let stopped: Vec<String> = stopping.pictures.iter().map(|it| uci(&it.path)).collect();
    assert_eq!(logged, stopped, "{text}");
    assert!(logging.hits.iter().map(|hit| hit.hits).eq(1..=logged.len() as u64));
    logged
}

/// The paths of the recorded nodes that `wanted` picks, in the order in which the nodes are left.
fn left(tree: &SearchTree, wanted: impl Fn(&super::super::TreeNode) -> bool) -> Vec<String> {
    let picked = left_order(tree).into_iter().filter(|&id| wanted(tree.node(id).unwrap()));
    picked.map(|id| uci(&tree.path(id))).collect()
}

#[test]
fn events_hit_exactly_where_the_record_has_them() {
    let mut met = [false; 7];
    for fen in POSITIONS {
        let case = case(fen, 7);
        let tree = whole(&case);
        let ends = |wanted: fn(&ExitReason) -> bool| {
            left(&tree, |node| wanted(&node.left.unwrap().reason))
        };
        let shadowed = left(&tree, |node| {
            let value = node.left.unwrap().value;
            let claimed = Value::searched(value.real, node.alpha, node.beta).shadow;
            value.depends_on().is_some()
                && !(claimed.low <= value.shadow.low && value.shadow.high <= claimed.high)
        });
        let root = |wanted: fn(&super::super::TreeNode) -> bool| {
            left(&tree, |node| node.ply == 0 && node.purpose == NodePurpose::Root && wanted(node))
        };
        let cases = [
            (
                "repetition",
                ends(|it| {
                    matches!(
                        it,
                        ExitReason::Repetition(_)
                            | ExitReason::UpcomingRepetition(_)
                            | ExitReason::GameRepetition
                    )
                }),
            ),
            ("shadow", shadowed),
            ("null-cut", ends(|it| *it == ExitReason::Pruned(Technique::NullMove))),
            ("table-cut", ends(|it| *it == ExitReason::TtCutoff)),
            ("fail-low", root(|node| node.left.unwrap().value.real <= node.alpha)),
            ("fail-high", root(|node| node.left.unwrap().value.real >= node.beta)),
            ("ply = 2 and left", left(&tree, |node| node.ply == 2)),
        ];
        for (index, (text, expected)) in cases.into_iter().enumerate() {
            assert_eq!(hits(&case, text), expected, "{text} in {fen}");
            met[index] |= !expected.is_empty();
        }
    }
    assert_eq!(met, [true; 7]);
}

#[test]
fn places_and_numbers_hit_on_entry() {
    let case = case(POSITIONS[1], 5);
    let tree = whole(&case);
    let entered = |wanted: &dyn Fn(NodeId) -> bool| -> Vec<String> {
        (0..tree.node_count()).filter(|&id| wanted(id)).map(|id| uci(&tree.path(id))).collect()
    };
    let node = |id: NodeId| tree.node(id).unwrap();
    let target = tree.position(tree.principal_variation(*tree.roots().last().unwrap())[3]);
    let (fen, key) = (target.fen(), target.key());
    let there = entered(&|id| tree.position(id).key() == key);
    assert!(!there.is_empty());
    let begins = |id: NodeId| uci(&tree.path(id)).starts_with("e2a6 b4c3");
    let cases: [(String, Vec<String>); 7] = [
        (format!("position \"{fen}\""), there.clone()),
        (format!("position {key:#x}"), there),
        ("line e2a6 b4c3".to_owned(), entered(&begins)),
        ("ply = 1".to_owned(), entered(&|id| node(id).ply == 1)),
        ("ply < 3 and depth > 3".to_owned(), entered(&|id| node(id).ply < 3 && node(id).depth > 3)),
        ("nodes = 100 or nodes = 7".to_owned(), entered(&|id| id == 99 || id == 6)),
        (
            "depth = 2 and not line e2a6 b4c3".to_owned(),
            entered(&|id| node(id).depth == 2 && !begins(id)),
        ),
    ];
    for (text, expected) in cases {
        assert!(!expected.is_empty(), "{text}");
        assert_eq!(hits(&case, &text), expected, "{text}");
    }
}

#[test]
fn extensions_jumps_and_new_best_moves_hit_where_they_happen() {
    let (mut extended, mut jumped, mut changed) = (0, 0, 0);
    for fen in POSITIONS {
        let case = case(fen, 7);
        let tree = whole(&case);
        // One try of a move may be searched several times; a move that is extended is announced once.
        let tries = (0..tree.node_count()).filter(|&id| {
            let node = tree.node(id).unwrap();
            let first = node.parent.and_then(|parent| tree.node(parent)).is_none_or(|parent| {
                let earlier = parent.children.iter().take_while(|&&child| child != id);
                earlier.last().is_none_or(|&last| tree.node(last).unwrap().place != node.place)
            });
            first && node.place.is_some_and(|place| place.extension > 0)
        });
        extended += tries.clone().count();
        assert_eq!(hits(&case, "extension").len(), tries.count(), "{fen}");
        let roots = tree.roots().iter().map(|&id| tree.node(id).unwrap());
        let exact: Vec<i32> = roots
            .filter(|node| {
                let real = node.left.unwrap().value.real;
                node.alpha < real && real < node.beta
            })
            .map(|node| node.score().unwrap().value())
            .collect();
        let jumps = exact.windows(2).filter(|pair| (pair[1] - pair[0]).abs() > 30).count();
        jumped += jumps;
        assert_eq!(hits(&case, "jump > 30").len(), jumps, "{fen}");
        let mut best = None;
        let mut changes = Vec::new();
        for &root in tree.roots() {
            let root = tree.node(root).unwrap();
            let mut alpha = root.alpha;
            for &child in root
                .children
                .iter()
                .filter(|&&id| tree.node(id).unwrap().purpose == NodePurpose::PvSearch)
            {
                let child = tree.node(child).unwrap();
                let score = -child.score().unwrap();
                if score > alpha {
                    alpha = score;
                    if best.replace(child.mv).is_some_and(|last| last != child.mv) {
                        changes.push(uci(&[child.mv]));
                    }
                }
            }
        }
        changed += changes.len();
        assert_eq!(hits(&case, "best-changed"), changes, "{fen}");
    }
    assert!(extended > 0 && jumped > 0 && changed > 0, "{extended} {jumped} {changed}");
}

/// Changes of the best move: of the first line only, with several lines as with one.
#[test]
fn the_best_move_changes_once_with_several_lines() {
    for fen in POSITIONS {
        let mut case = case(fen, 6);
        for lines in [3, usize::MAX] {
            case.lines = lines;
            let mut ledger = RootTrace::default();
            let report = run(&case, &mut ledger);
            let mut script = script(&[], StepCommand::Continue);
            run(&case, &mut Stepper::new(&mut script, breakpoints(&["best-changed log"])));
            // The root is searched once for each line of an iteration, the first line first.
            let count = report.root_moves.len().min(lines);
            assert!(script.hits.len() < 2 * usize::from(report.depth), "{fen} {lines}");
            assert!(ledger.updates.len() >= count * usize::from(report.depth), "{fen} {lines}");
            let moves: Vec<_> = script.hits.iter().map(|hit| hit.path.clone()).collect();
            assert!(moves.windows(2).all(|pair| pair[0] != pair[1]), "{fen} {lines}: {moves:?}");
        }
    }
}

#[test]
fn counts_switches_and_orders_while_running() {
    let case = case(POSITIONS[1], 4);
    let mut script = script(&[], StepCommand::Stop);
    let list = breakpoints(&["ply = 1 off", "ply = 2 after 5", "ply = 1 log"]);
    let report = run(&case, &mut Stepper::new(&mut script, list));
    assert_eq!(report.stop, Some(crate::search::StopReason::Stopped));
    let picture = &script.pictures[0];
    let text = "ply = 2 after 5".to_owned();
    assert_eq!(picture.reason, PauseReason::Breakpoint { number: 1, text, hits: 5 });
    let hits = counts(picture);
    assert_eq!(hits[..2], [0, 5]);
    assert_eq!((hits[2], script.pictures.len()), (script.hits.len() as u64, 1));

    let orders = [
        (StepCommand::Pause, PauseReason::Requested),
        (StepCommand::Event(SearchEvent::Budget), halt("budget")),
        (StepCommand::Breakpoints(breakpoints(&["left"])), halt("exit")),
    ];
    for (order, expected) in orders {
        let mut script = self::script(&[], StepCommand::Stop);
        script.meanwhile = Some((50, order));
        run(&case, &mut Stepper::new(&mut script, breakpoints(&["budget"])));
        assert_eq!(script.pictures[0].reason, expected);
        assert!(script.pictures[0].nodes > 20);
    }
}

#[test]
fn a_breakpoint_keeps_its_hits_when_another_one_is_added() {
    let case = case(POSITIONS[1], 4);
    let with_another = breakpoints(&["ply = 60", "ply = 1 after 2"]);
    let orders = [StepCommand::Continue, StepCommand::Breakpoints(with_another)];
    let mut script = script(&orders, StepCommand::Continue);
    run(&case, &mut Stepper::new(&mut script, breakpoints(&["ply = 1"])));
    assert_eq!(
        (&counts(&script.pictures[1])[..], &counts(&script.pictures[2])[..]),
        (&[2][..], &[0, 3][..])
    );
}

fn counts(picture: &PausedSearch) -> Vec<u64> {
    picture.hits.iter().map(|(_, hits)| *hits).collect()
}

fn halt(text: &str) -> PauseReason {
    PauseReason::Breakpoint { number: 0, text: text.to_owned(), hits: 1 }
}
