//! The stepper against what the recorder saw of the same search.

use super::super::{
    Breakpoint, Command, Console, DEFAULT_BYTES, Event, Halt, Hit, Keep, MoveFate, NodeId, Paused,
    Purpose, Scope, Stepper, Tree, Turn,
};
use super::{POSITIONS, case, record, run, uci};
use crate::base::Bound;
use crate::rules::parse_fen;
use crate::search::{
    Ending, Limits, Options, Root, Searcher, Selectivity, Table, Technique, Unattended, Value,
};
use std::collections::VecDeque;
use std::sync::Arc;

/// A console that plays orders from a list, then one order for ever.
struct Script {
    orders: VecDeque<Command>,
    then: Command,
    /// An order that comes while the search runs, before so many turns.
    meanwhile: Option<(usize, Command)>,
    turns: usize,
    pictures: Vec<Paused>,
    hits: Vec<Hit>,
}

fn script(orders: &[Command], then: Command) -> Script {
    let orders = orders.iter().cloned().collect();
    Script { orders, then, meanwhile: None, turns: 0, pictures: vec![], hits: vec![] }
}

impl Console for &mut Script {
    fn poll(&mut self) -> Option<Command> {
        self.turns += 1;
        let due = self.meanwhile.as_ref().is_some_and(|(turn, _)| self.turns > *turn);
        if due { self.meanwhile.take().map(|(_, command)| command) } else { None }
    }

    fn show(&mut self, paused: Paused) {
        self.pictures.push(paused);
    }

    fn wait(&mut self) -> Command {
        self.orders.pop_front().unwrap_or_else(|| self.then.clone())
    }

    fn log(&mut self, hit: Hit) {
        self.hits.push(hit);
    }
}

fn breakpoints(texts: &[&str]) -> Vec<Breakpoint> {
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

fn whole(case: &super::Case) -> Tree {
    record(case, Scope::Below(vec![], usize::MAX), Keep::All, DEFAULT_BYTES).0
}

/// Nodes in the order in which they are left.
fn left_order(tree: &Tree) -> Vec<NodeId> {
    fn visit(tree: &Tree, id: NodeId, found: &mut Vec<NodeId>) {
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
    let mut script = script(&[], Command::Node);
    let report = run(&case, &mut Stepper::new(&mut script, vec![]).paused());
    assert_eq!(script.pictures.len() as u64, report.nodes);
    for (id, picture) in script.pictures.iter().enumerate() {
        let (node, top) = (tree.node(id).unwrap(), picture.open.last().unwrap());
        assert_eq!(picture.path, tree.path(id));
        assert_eq!(top.position, tree.position(id));
        assert_eq!((top.alpha, top.beta, top.depth), (node.alpha, node.beta, node.depth));
        assert_eq!((top.purpose, top.aside, top.mv), (node.purpose, node.aside, node.mv));
        assert_eq!((top.place, picture.nodes), (node.place, node.entered + 1));
        assert_eq!(picture.turn, Turn::Entered);
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
                let value = crate::rules::exchange_value(piece.role);
                if piece.color == turn { value } else { -value }
            })
            .sum();
        crate::base::Score::heuristic(sum)
    }
}

#[test]
fn a_full_width_search_steps_through_the_golden_list() {
    let options = Options { selectivity: Selectivity::FullWidth, ..Options::default() };
    let table = Arc::new(Table::new(1).unwrap());
    let mut searcher = Searcher::with_evaluation(table, Material, options);
    let position = parse_fen("7k/8/8/8/8/8/p7/K7 w - - 0 1").unwrap();
    let root = Root { position, history: vec![] };
    let limits = Limits { depth: Some(2), ..Limits::default() };
    let mut script = script(&[], Command::Node);
    searcher.search(
        &root,
        &limits,
        &mut Unattended,
        &mut Stepper::new(&mut script, vec![]).paused(),
    );
    let shown: Vec<String> = script
        .pictures
        .iter()
        .map(|picture| {
            let top = picture.open.last().unwrap();
            format!("{}:{} {}", picture.iteration, uci(&picture.path), top.purpose.words())
        })
        .collect();
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn over_out_and_iteration_go_where_they_say() {
    let case = case(POSITIONS[1], 4);
    let tree = whole(&case);
    let steps = [
        Command::Iteration,
        Command::Node,
        Command::Over,
        Command::Over,
        Command::Node,
        Command::Node,
        Command::Out,
        Command::Iteration,
        Command::Continue,
    ];
    let mut script = script(&steps, Command::Continue);
    run(&case, &mut Stepper::new(&mut script, vec![]).paused());
    let at = |index: usize| &script.pictures[index];
    assert_eq!(script.pictures.len(), steps.len());
    assert_eq!((at(0).iteration, at(1).iteration), (1, 2));
    assert_eq!((at(1).turn, at(1).open.len()), (Turn::Entered, 1));
    // One node down, then over its whole subtree: the same node, being left, with every node below it counted.
    assert_eq!((at(2).turn, at(2).open.len()), (Turn::Entered, 2));
    assert_eq!(at(3).path, at(2).path);
    let Turn::Left(left) = at(3).turn else { panic!("not left: {:?}", at(3).turn) };
    let id = at(2).nodes as usize - 1;
    assert_eq!(tree.node(id).unwrap().left, Some(left));
    assert_eq!(at(3).open[1].nodes, tree.node(id).unwrap().nodes);
    // Over from there is on to the next node, which is its sibling or a second search of the same move.
    assert!(at(4).open.len() <= 2 && at(4).nodes >= at(3).nodes);
    // Two nodes down and out again: the node between has its turn, and it is not the entered one.
    assert_eq!(at(6).nodes, at(5).nodes + 1);
    assert!(at(7).open.len() < at(6).open.len() && at(7).turn != Turn::Entered);
    assert_eq!((at(8).iteration, at(8).turn), (3, Turn::Entered));
}

#[test]
fn a_pause_shows_each_move_with_what_became_of_it() {
    let case = case(POSITIONS[1], 5);
    let mut script = script(&[], Command::Continue);
    run(&case, &mut Stepper::new(&mut script, breakpoints(&["depth >= 3 and ply = 1 and left"])));
    let (mut searched, mut skipped, mut waiting) = (0, 0, 0);
    for picture in &script.pictures {
        let node = picture.open.last().unwrap();
        let mut before = None;
        for shown in &node.moves {
            match shown.fate {
                MoveFate::Searched { score, bound, tried, nodes, searches, purpose } => {
                    searched += 1;
                    assert!(nodes >= searches as u64 && searches > 0);
                    assert_eq!(tried.mv, shown.mv);
                    assert!(bound != Bound::Exact || purpose == Purpose::Open);
                    assert!(score <= node.so_far.unwrap().real);
                    assert!(before.is_none_or(|before| before < tried.number));
                    before = Some(tried.number);
                }
                MoveFate::Skipped(_) => skipped += 1,
                MoveFate::Waiting => waiting += 1,
                MoveFate::UnderWay(_) => panic!("under way in a node that is left"),
            }
        }
        assert_eq!(node.so_far, node.left.map(|left| left.value));
    }
    assert!(searched > 50 && skipped > 10 && waiting > 50, "{searched} {skipped} {waiting}");
}

/// The paths at which a breakpoint with `text` hits, checked to be the same whether it logs or stops.
fn hits(case: &super::Case, text: &str) -> Vec<String> {
    let mut logging = script(&[], Command::Continue);
    run(case, &mut Stepper::new(&mut logging, breakpoints(&[&format!("{text} log")])));
    let mut stopping = script(&[], Command::Continue);
    run(case, &mut Stepper::new(&mut stopping, breakpoints(&[text])));
    let logged: Vec<String> = logging.hits.iter().map(|hit| uci(&hit.path)).collect();
    let stopped: Vec<String> = stopping.pictures.iter().map(|it| uci(&it.path)).collect();
    assert_eq!(logged, stopped, "{text}");
    assert!(logging.hits.iter().map(|hit| hit.hits).eq(1..=logged.len() as u64));
    logged
}

/// The paths of the recorded nodes that `wanted` picks, in the order in which the nodes are left.
fn left(tree: &Tree, wanted: impl Fn(&super::super::Node) -> bool) -> Vec<String> {
    let picked = left_order(tree).into_iter().filter(|&id| wanted(tree.node(id).unwrap()));
    picked.map(|id| uci(&tree.path(id))).collect()
}

#[test]
fn events_hit_exactly_where_the_record_has_them() {
    let mut met = [false; 7];
    for fen in POSITIONS {
        let case = case(fen, 7);
        let tree = whole(&case);
        let ends =
            |wanted: fn(&Ending) -> bool| left(&tree, |node| wanted(&node.left.unwrap().ending));
        let shadowed = left(&tree, |node| {
            let value = node.left.unwrap().value;
            let claimed = Value::searched(value.real, node.alpha, node.beta).shadow;
            value.dependence().is_some()
                && !(claimed.low <= value.shadow.low && value.shadow.high <= claimed.high)
        });
        let root = |wanted: fn(&super::super::Node) -> bool| {
            left(&tree, |node| node.ply == 0 && node.purpose == Purpose::Root && wanted(node))
        };
        let cases = [
            ("repetition", ends(|it| matches!(it, Ending::Repetition(_) | Ending::GameRepetition))),
            ("shadow", shadowed),
            ("null-cut", ends(|it| *it == Ending::Pruned(Technique::NullMove))),
            ("table-cut", ends(|it| *it == Ending::TableCut)),
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
        (0..tree.len()).filter(|&id| wanted(id)).map(|id| uci(&tree.path(id))).collect()
    };
    let node = |id: NodeId| tree.node(id).unwrap();
    let target = tree.position(tree.principal(*tree.roots().last().unwrap())[3]);
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
        let tries = (0..tree.len()).filter(|&id| {
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
            for &child in
                root.children.iter().filter(|&&id| tree.node(id).unwrap().purpose == Purpose::Open)
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

#[test]
fn counts_switches_and_orders_while_running() {
    let case = case(POSITIONS[1], 4);
    let mut script = script(&[], Command::Stop);
    let list = breakpoints(&["ply = 1 off", "ply = 2 after 5", "ply = 1 log"]);
    let report = run(&case, &mut Stepper::new(&mut script, list));
    assert_eq!(report.stop, Some(crate::search::StopReason::Stopped));
    let picture = &script.pictures[0];
    let text = "ply = 2 after 5".to_owned();
    assert_eq!(picture.halt, Halt::Breakpoint { number: 1, text, hits: 5 });
    assert_eq!(picture.hits[..2], [0, 5]);
    assert_eq!((picture.hits[2], script.pictures.len()), (script.hits.len() as u64, 1));

    let orders = [
        (Command::Pause, Halt::Asked),
        (Command::Happened(Event::Budget), halt("budget")),
        (Command::Breakpoints(breakpoints(&["left"])), halt("left")),
    ];
    for (order, expected) in orders {
        let mut script = self::script(&[], Command::Stop);
        script.meanwhile = Some((50, order));
        run(&case, &mut Stepper::new(&mut script, breakpoints(&["budget"])));
        assert_eq!(script.pictures[0].halt, expected);
        assert!(script.pictures[0].nodes > 20);
    }
}

fn halt(text: &str) -> Halt {
    Halt::Breakpoint { number: 0, text: text.to_owned(), hits: 1 }
}
