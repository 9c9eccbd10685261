//! The debugger by its keys, through the update loop and with the real engine: a search stopped and stepped, every panel
//! at its node, breakpoints with their hits, cases replayed, moves counted.

use crate::bench::Bench;
use crate::screen::Table;
use crate::twelve::{LARGE, has};
use lucena::base::Random;
use lucena::engine::{DebugEvent, RepeatGoal, RepeatProgress};
use lucena::search::observe::{PausePoint, PauseReason, PausedSearch, StepCommand};
use lucena::search::{ExitReason, RootMove, TechniqueCount};
use lucena::tui::Event;
use lucena::tui::model::inspect::{Explanation, Subject};
use lucena::tui::model::{Effect, EngineEffect};
use lucena::tui::values::marks::Mark;
use lucena::tui::values::panel::Panel;
use lucena::tui::view::spoken;
use std::fmt::Write;
use std::sync::Arc;

impl Bench {
    /// What the search that stands still shows.
    fn stands(&self) -> Option<&PausedSearch> {
        self.table.app.model.inspect.paused.as_deref()
    }

    fn paused(&self) -> PausedSearch {
        self.stands().expect("a paused search").clone()
    }

    /// Types keys that move a stopped search, and waits until it stands still elsewhere.
    fn step(&mut self, keys: &str) -> PausedSearch {
        let place = |it: &PausedSearch| (it.nodes, it.iteration, it.point, it.open.len());
        let before = place(&self.paused());
        self.keys(keys);
        self.until(|bench| bench.stands().is_some_and(|it| place(it) != before));
        self.paused()
    }

    /// An analysis that stands still at the first node two plies from the root.
    fn standing(size: (u16, u16)) -> Self {
        let mut bench = Self::played(size);
        bench.keys(":break ply = 2<enter><esc>s");
        bench.until(|bench| bench.stands().is_some());
        bench
    }
}

#[test]
fn a_running_search_is_stopped_and_let_go_on() {
    let mut bench = Bench::played(LARGE);
    has(&bench.keys("<f7>"), &["no search is under way; s analyses"]);
    has(&bench.keys("<f8>"), &["no search is under way; s analyses"]);
    bench.depth = 60;
    bench.keys("s");
    has(&bench.keys("<f8>"), &["the search runs; f7 pauses it first"]);
    bench.keys("<f7>");
    bench.until(|bench| bench.stands().is_some());
    assert!(matches!(bench.paused().reason, PauseReason::Requested | PauseReason::Step));
    has(&bench.table.frame(), &["iteration", "node, side to move's view"]);
    bench.keys("<f7>");
    bench.until(|bench| bench.stands().is_none());
    // And once more, now that it is watched; then it is given up.
    bench.keys("<f7>");
    bench.until(|bench| bench.stands().is_some());
    bench.keys("<esc>s");
    assert!(bench.stands().is_none());
    assert!(!bench.table.app.model.thinking.is_busy());
}

/// While the search is done again for a pause the screen says how far it is, beside an error that waits to be read, and
/// Esc gives the pause up.
#[test]
fn a_search_that_is_done_again_for_a_pause_says_how_far_it_is() {
    let mut table = Table::against_engine((80, 24));
    table.keys(":break ply = 2<enter><esc>s");
    let epoch = table.app.model.thinking.epoch;
    let repeats = |goal, iteration, nodes| {
        let progress = RepeatProgress { goal, iteration, nodes };
        Event::Debug(Box::new(DebugEvent::Repeats(epoch, progress)))
    };
    table.keys(":foo<enter>");
    table.keys("<f7>");
    has(&table.frame(), &["no command :foo", "the search pauses; if not yet observed"]);
    table.event(repeats(RepeatGoal::Iteration(19), 0, 0));
    has(&table.frame(), &["no command :foo", "up to iteration 19"]);
    table.event(repeats(RepeatGoal::Iteration(19), 12, 65_700));
    has(&table.frame(), &["no command :foo", "up to iteration 19: at 12, 65.7k nodes"]);
    table.keys("<esc>");
    let frame = table.frame();
    has(&frame, &["up to iteration 19: at 12, 65.7k nodes  ·  esc gives up"]);
    assert!(!frame.contains(":foo"), "{frame}");
    let effects = table.keys("<esc>");
    let gives_up = |effect: &Effect| {
        matches!(effect, Effect::Engine(EngineEffect::Step(StepCommand::Continue)))
    };
    assert!(effects.iter().any(gives_up), "{effects:?}");
    has(&table.frame(), &["given up: the search goes on"]);
    // Of a step back the nodes are known.
    table.event(repeats(RepeatGoal::Node(4_000), 5, 1_000));
    has(&table.keys_and_frame("<tab>"), &["up to node 4000: 1.00k, 25 %  ·  esc gives up"]);
    has(&table.keys_and_frame("<f7>"), &["repeated up to an earlier point and pauses there first"]);
}

#[test]
fn an_error_that_waits_to_be_read_stays_when_the_search_pauses() {
    let mut bench = Bench::played(LARGE);
    bench.depth = 60;
    bench.keys("s");
    has(&bench.keys("<f8>"), &["the search runs; f7 pauses it first"]);
    has(&bench.keys(":foo<enter>"), &["no command :foo"]);
    bench.keys("<f7>");
    bench.until(|bench| bench.stands().is_some());
    // The refusal of the step is out of date now.
    let frame = bench.table.frame();
    has(&frame, &["no command :foo"]);
    assert!(!frame.contains("pauses it first"), "{frame}");
}

#[test]
fn keys_step_over_out_and_to_the_next_iteration() {
    let mut bench = Bench::standing(LARGE);
    let first = bench.paused();
    assert_eq!((first.point, first.path.len()), (PausePoint::Entered, 2));
    // The breakpoint would stop it again on the way: it is switched off.
    bench.keys("<f6>c<space>");
    // One node further.
    let next = bench.step("<f8>");
    assert_eq!((next.nodes, next.point), (first.nodes + 1, PausePoint::Entered));
    // Over it: it is being left, and nothing below it is open.
    let over = bench.step("<f9>");
    assert!(matches!(over.point, PausePoint::Exiting(_)), "{:?}", over.point);
    assert_eq!(over.open.len(), next.open.len());
    has(&bench.table.frame(), &["returning", "result", "exit reason"]);
    // Out of it.
    let out = bench.step("{");
    assert!(out.open.len() < over.open.len());
    bench.keys("<f7>");
    bench.until(|bench| bench.stands().is_none());
    let mut bench = Bench::played(LARGE);
    bench.keys(":break nodes = 40<enter><esc>s");
    bench.until(|bench| bench.stands().is_some());
    let here = bench.paused();
    let further = bench.step("}");
    assert_eq!((further.open.len(), further.point), (1, PausePoint::Entered));
    assert!(further.iteration > here.iteration);
}

#[test]
fn the_board_and_every_panel_show_the_node() {
    let mut bench = Bench::played(LARGE);
    let game = bench.table.app.model.session.position().fen();
    bench.keys(":break left and ply = 2<enter><esc>s");
    bench.until(|bench| bench.stands().is_some());
    while bench.paused().open.last().is_some_and(|node| node.evaluation.is_none()) {
        bench.step("<f7>");
    }
    let paused = bench.paused();
    let node = paused.open.last().expect("the node");
    let model = &bench.table.app.model;
    assert_eq!(model.shown_position().fen(), node.position.fen());
    assert_ne!(model.shown_position().fen(), game);
    // What the page shows of it.
    let frame = bench.table.frame();
    let items = [
        "path",
        "window",
        "depth",
        "move order",
        "static evaluation",
        "TT entry",
        "so far",
        "shadow",
        "depends on",
        "result",
        "exit reason",
    ];
    has(&frame, &items);
    // The other panels, each enlarged.
    let score = bench.keys(":panel score<enter>z");
    has(&score, &["at ply 2, done", "real", "shadow", "depends on"]);
    let terms = bench.keys("z:panel eval<enter>z");
    has(&terms, &["at ply 2, done", "phase"]);
    let network = bench.keys("z:panel network<enter>z");
    has(&network, &["at ply 2, done: change by the move", "flips/eval"]);
    let search = bench.keys("z:panel search<enter>z");
    has(&search, &["paused at node"]);
    let lines = bench.keys("z:panel lines<enter>z");
    has(&lines, &["at ply 2, done"]);
    // The evaluation shown is the one that the search had of the node.
    let model = &bench.table.app.model;
    let regarded = model.node_evaluation().expect("a node evaluation");
    let raw = node.evaluation.expect("it was evaluated").raw.value();
    let white = if node.position.turn().is_white() { raw } else { -raw };
    assert_eq!(regarded.breakdown.total, white);
    // The row above is the node above.
    bench.keys("z:panel inspector<enter>");
    bench.keys("<up>");
    let above = paused.open.iter().rev().nth(1).expect("a node above");
    assert_eq!(bench.table.app.model.shown_position().fen(), above.position.fen());
    assert_eq!(
        bench.table.app.model.node_evaluation().map(|it| it.of.position),
        Some(above.position.key())
    );
    // Without the page the board is the game's again.
    bench.keys("<esc>");
    assert_eq!(bench.table.app.model.shown_position().fen(), game);
    assert!(bench.table.app.model.node_evaluation().is_none());
}

#[test]
fn a_search_that_goes_on_has_not_stopped() {
    let mut bench = Bench::new(LARGE);
    bench.keys(":break depth = 2 and ply = 1<enter><esc>:game analysis<enter>");
    bench.until(|bench| bench.stands().is_some());
    let reported = bench.table.app.model.inspected_search().is_some();
    let words = match reported {
        true => "it has not stopped",
        false => "the search has not completed an iteration yet",
    };
    has(&bench.keys("<f6>1"), &[words]);
}

#[test]
fn hits_are_counted_and_some_are_only_logged() {
    let mut bench = Bench::played((160, 80));
    bench.keys(":break ply = 1 log<enter>:break ply = 2 after 3<enter><esc>s");
    bench.until(|bench| bench.stands().is_some());
    let paused = bench.paused();
    let hits = [0, 1].map(|at| paused.hits[at].1);
    assert!(hits[0] >= 1 && hits[1] == 3, "{hits:?}");
    has(&bench.table.frame(), &["paused at breakpoint 2: ply = 2 after 3 (hit 3)"]);
    let logged = usize::try_from(hits[0]).expect("few").min(20);
    assert_eq!(bench.table.app.model.inspect.logged.len(), logged);
    let frame = bench.keys("<f6>c");
    has(&frame, &["2 active breakpoints", "   3  ply = 2 after 3", "logged", "ply = 1 log hit "]);
    let logged = &bench.table.app.model.inspect.logged;
    let rows: Vec<String> = logged
        .iter()
        .map(|hit| format!("ply = 1 log hit {} at {} ", hit.hits, hit.nodes))
        .collect();
    let places: Vec<Option<usize>> = rows.iter().map(|row| frame.find(row)).collect();
    assert!(places.is_sorted() && places.iter().all(Option::is_some), "{rows:?} {frame}");
    assert!(logged.iter().all(|hit| hit.path.len() == 1), "{logged:?}");
    // A breakpoint is edited in its row, by the line that it is.
    bench.keys("<down><enter>");
    let typed = bench.table.app.model.typing.as_ref().expect("the line is open").input.value();
    assert_eq!(typed, "break 2 ply = 2 after 3");
    bench.keys("<backspace>9<enter>");
    let list = |bench: &Bench| {
        let breakpoints = bench.table.app.model.inspect.breakpoints.iter();
        breakpoints.map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(list(&bench), ["ply = 1 log", "ply = 2 after 9"]);
    bench.keys("<space>");
    assert_eq!(list(&bench), ["ply = 1 log off", "ply = 2 after 9"]);
    // The count of the breakpoint goes with it, not that of its row.
    has(&bench.keys("<up><del>"), &["   3  ply = 2 after 9"]);
    assert_eq!(list(&bench), ["ply = 2 after 9"]);
    has(&bench.keys(":break 7 ply = 1<enter>"), &["no breakpoint 7, there are 1"]);
    assert_eq!(list(&bench), ["ply = 2 after 9"]);
}

#[test]
fn a_case_is_replayed_and_a_difference_is_said() {
    let mut bench = Bench::played(LARGE);
    bench.ask(":record case.ron<enter>");
    has(&bench.ask(":replay case.ron<enter>"), &["the replay is identical, node by node"]);
    let text = bench.written("case.ron");
    let at = text.rfind("nodes:").expect("a count") + "nodes: ".len();
    let spoilt = format!("{}9{}", &text[..at], &text[at..]);
    bench.write("spoilt.ron", &spoilt);
    has(&bench.ask(":replay spoilt.ron<enter>"), &["the replay differs", "nodes"]);
    bench.write("broken.ron", "(form: 1, start: 3)");
    bench.ask(":replay broken.ron<enter>");
    let (error, _) = bench.table.app.model.messages.error().expect("an error");
    assert!(error.text.starts_with("broken.ron: "), "{}", error.text);
    has(&bench.ask(":replay case.ron<enter>"), &["the replay is identical, node by node"]);
    bench.table.frame();
}

#[test]
fn an_explanation_for_an_earlier_page_is_not_shown() {
    let mut bench = Bench::played(LARGE);
    bench.ask(":why e4<enter>");
    let page = bench.table.app.model.inspect.page;
    bench.keys("<f6>1");
    bench.table.event(Event::Explained(page, Ok(Explanation::Words("too late".to_owned()))));
    assert!(!bench.table.frame().contains("too late"));
    // One for the page that is shown is.
    let page = bench.table.app.model.inspect.page;
    bench.table.event(Event::Explained(page, Ok(Explanation::Words("in time".to_owned()))));
    assert!(bench.table.frame().contains("in time"));
}

#[test]
fn moves_are_counted_compared_and_opened() {
    let mut bench = Bench::played((100, 40));
    has(&bench.keys(":perft 12<enter>"), &["expected 1 to 9"]);
    bench.keys(":fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1<enter>y");
    has(&bench.keys(":perft 2<enter>"), &["perft 2: 2039 leaves below 48 moves", "paste another"]);
    let position = bench.table.app.model.session.position().clone();
    let mut theirs = String::new();
    for (mv, leaves) in lucena::rules::perft::divide(&position, 2) {
        let uci = lucena::rules::notation::uci(mv);
        let wrong = u64::from(uci == "e1g1");
        writeln!(theirs, "{uci}: {}", leaves - wrong).expect("text");
    }
    bench.event(Event::Paste(theirs.clone() + "\nNodes searched: 2038\n"));
    has(
        &bench.table.frame(),
        &["1 differ; theirs sum to 2038", "O-O", "-1  differs", "48 counts read"],
    );
    let game = bench.table.app.model.session.position().fen();
    has(&bench.keys("<enter>"), &["perft 1 after 1.O-O:"]);
    assert_ne!(bench.table.app.model.shown_position().fen(), game);
    has(&bench.keys("<enter>"), &["there is nothing to count below that"]);
    has(&bench.keys("<left>"), &["1 differ; theirs sum to 2038"]);
    let spoken = spoken::panel(Panel::Inspector, &bench.table.app.model);
    let equal = |line: &&String| line.ends_with(", 0");
    assert_eq!(spoken.iter().filter(equal).count(), 47, "{spoken:?}");
    bench.event(Event::Paste("nothing of use".to_owned()));
    has(&bench.table.frame(), &["no line has a move and a count"]);
}

/// Without a screen there are no columns and no keys: the rows have as many cells as the heading, and the page names commands.
#[test]
fn tables_are_read_cell_by_cell() {
    let mut bench = Bench::new(LARGE);
    // Deep enough for counts that fill their column.
    bench.depth = 9;
    bench.keys(":tc 5+3<enter>e4<enter>");
    bench.until(|bench| bench.table.app.model.thinking.finished.is_some());
    let read = |bench: &mut Bench, question: &str| {
        bench.ask(&format!(":ask {question}<enter>"));
        let model = &mut bench.table.app.model;
        let without_keys = model.keymap.without_keys();
        let keymap = std::mem::replace(&mut model.keymap, without_keys);
        model.plain = true;
        let spoken = spoken::panel(Panel::Inspector, model);
        (model.keymap, model.plain) = (keymap, false);
        spoken
    };
    let cells = |row: &str| row.trim_start_matches("selected: ").split(", ").count();

    let roots = read(&mut bench, "r");
    let ways = ":tree-sort sorts, :tree-filter filters, :row-enter opens the tree below the move";
    assert!(roots.iter().any(|row| row.ends_with(ways)), "{roots:?}");
    let at =
        roots.iter().position(|row| row.starts_with("#, move, d, score, ")).expect("a heading");
    assert_eq!(roots[at], "#, move, d, score, shadow, nodes, share, order, line");
    let rows = &roots[at + 1..];
    assert_eq!(rows.len(), 20, "{roots:?}");
    assert!(rows.iter().all(|row| (8..=9).contains(&cells(row))), "{roots:?}");

    let tree = read(&mut bench, "t");
    assert!(tree.iter().any(|row| row.contains(":row-open open, :row-close close")), "{tree:?}");
    let heading = "move, score, nodes, d, type, exit reason; White's view";
    let at = tree.iter().position(|row| row == heading).expect("a heading");
    let rows = &tree[at + 1..];
    assert!(rows.iter().any(|row| row.contains("k, ")), "a wide count: {tree:?}");
    assert!(rows.iter().all(|row| cells(row) >= cells(heading)), "{tree:?}");

    let nodes = read(&mut bench, "b");
    let heading = "technique, tried, accepted, rejected, share";
    let at = nodes.iter().position(|row| row == heading).expect("a heading");
    assert!(nodes[at + 1..].iter().all(|row| cells(row) == cells(heading)), "{nodes:?}");
}

#[test]
fn the_log_is_filtered_by_words() {
    let mut bench = Bench::played(LARGE);
    has(
        &bench.keys(":entries warn engine<enter>"),
        &["the log shows: warn and above, of the engine"],
    );
    has(&bench.keys(":entries loud<enter>"), &["expected error, warn, info"]);
    has(&bench.keys(":entries all<enter>"), &["the log shows: all"]);
}

#[test]
fn random_keys_with_the_engine_at_work_break_nothing() {
    let slow = std::env::var_os("LUCENA_SLOW").is_some();
    let steps = if slow { 10_000 } else { 1_200 };
    for (seed, size) in [(1, (80, 24)), (2, (160, 50))] {
        let mut bench = Bench::played(size);
        bench.depth = 4;
        bench.monkey(&mut Random::new(seed), steps);
        // It still obeys.
        bench.keys("<esc><esc><esc><esc>:new<enter>");
        bench.table.frame();
    }
}

/// Of every node whose score depends on a repetition the line that repeats is played, named and shown on the board.
#[test]
fn the_line_that_causes_a_repetition_is_shown_on_the_board() {
    let mut bench = Bench::new(LARGE);
    // A perpetual check.
    bench.depth = 7;
    bench.keys(":game two none full<enter>:fen 6k1/6p1/8/7Q/8/7P/rq4PK/8 w - - 0 1<enter>s");
    bench.until(|bench| !bench.table.app.model.thinking.is_busy());
    bench.ask(":tree<enter>");
    let Subject::Tree(explorer) = &bench.table.app.model.inspect.subject else { panic!("no tree") };
    let (tree, mut ends, mut above) = (explorer.tree.clone(), 0, 0);
    let depends = |id: &usize| {
        tree.node(*id).and_then(|it| it.left).is_some_and(|it| it.value.depends_on().is_some())
    };
    for id in (0..tree.node_count()).filter(depends) {
        let Subject::Tree(explorer) = &mut bench.table.app.model.inspect.subject else { panic!() };
        explorer.selected = Some(id);
        let model = &bench.table.app.model;
        let node = model.inspected_node().expect("the node");
        let line = node.repeating_moves();
        let Some(path) = node.repeating_path.clone().filter(|_| !line.is_empty()) else { continue };
        // The line leads from the ply of the dependency back to the same position.
        let ply = path.len() - line.len();
        assert_eq!(node.value.and_then(|it| it.depends_on()), Some(ply));
        let play = |moves: &[Option<lucena::rules::Move>]| {
            moves.iter().fold(tree.start.clone(), |at, mv| at.after(mv.expect("a move")))
        };
        assert_eq!(play(&path).key(), play(&path[..ply]).key());
        // It is marked on the board, and named.
        let (marks, words) = (model.board_marks(), node.dependence_text());
        for mv in line.iter().flatten() {
            for square in mv.from().into_iter().chain([mv.to()]) {
                assert!(marks.has(square, Mark::Hint), "{square} of {words}");
            }
        }
        assert!(words.contains(": "), "{words}");
        let left = tree.node(id).and_then(|it| it.left).expect("left");
        let is_end = matches!(left.reason, ExitReason::Repetition(_));
        ends += usize::from(is_end);
        above += usize::from(!is_end);
    }
    assert!(ends > 0 && above > 0, "{ends} repetitions, {above} nodes above one");
}

/// A condition that holds at no node leaves the line open, with its range.
#[test]
fn a_condition_that_can_never_hold_is_refused() {
    let mut bench = Bench::played(LARGE);
    has(
        &bench.keys(":break ply = -1<enter>"),
        &["column 1: \"ply = -1\" can never hold: ply is from 0 to 256"],
    );
    bench.keys("<esc>");
    has(&bench.keys(":break exit and depth > 999<enter>"), &["depth is from 0 to"]);
    assert!(bench.table.app.model.inspect.breakpoints.is_empty());
}

/// What is explained during a pause is the selected node, and on the page of the answer the game: the answer says which.
#[test]
fn an_explanation_during_a_pause_names_its_position() {
    let mut bench = Bench::standing(LARGE);
    let path = bench.table.app.model.inspected_node().expect("a node").path_line();
    let node = format!("about the position after {path}, at ply 2 of the paused search");
    has(&bench.ask(":why e4<enter>"), &[&node]);
    has(&bench.ask(":why e4<enter>"), &["about the position of the game, not a node"]);
    bench.keys("<esc>");
    let mut bench = Bench::played(LARGE);
    assert!(!bench.ask(":why e4<enter>").contains("about the position"));
}

/// Of several lines a later one can come out better within an iteration; the table of root moves calls that one the best.
#[test]
fn the_best_root_move_is_that_of_the_first_line() {
    let mut table = Table::against_engine((200, 60));
    table.keys("e4<enter>");
    table.report();
    let mut report = (**table.app.model.thinking.report.as_ref().expect("a report")).clone();
    let moves = report.root.legal_moves();
    report.search.root_moves = moves.iter().take(3).map(|&mv| RootMove::unsearched(mv)).collect();
    for root in &mut report.search.root_moves {
        (root.depth, root.best_at) = (14, 14);
    }
    report.search.lines[0].moves = vec![moves[1]];
    table.event(Event::Report(Arc::new(report)));
    table.keys("<f6>r");
    let frame = table.frame();
    let order = |place: &str| {
        let row = frame.lines().find_map(|row| row.split_once(&format!(" {place}   ")));
        row.unwrap_or_else(|| panic!("{place}: {frame}")).1.to_owned()
    };
    assert!(order("2").contains("best move"), "{frame}");
    assert!(order("1").contains("best at depth 14"), "{frame}");
}

/// A page of the nodes, as wide as there is room, with these lines of the iterations.
fn nodes_page(size: (u16, u16), lines: &[u16]) -> String {
    let mut table = Table::against_engine(size);
    table.keys("e4<enter>");
    table.report();
    let mut report = (**table.app.model.thinking.report.as_ref().expect("a report")).clone();
    report.search.statistics.lines_by_iteration = lines.to_vec();
    let none = TechniqueCount { attempted: 10, accepted: 0 };
    report.search.statistics.techniques.push(("ProbCut", none));
    table.event(Event::Report(Arc::new(report)));
    table.keys("<f6>b");
    table.frame()
}

#[test]
fn the_tables_of_the_nodes_have_the_width_of_the_page() {
    let bar = |frame: &str| {
        let row = frame.lines().find(|row| row.contains("null move")).expect("a technique");
        assert!(row.contains("76 %"), "{frame}");
        row.matches('━').count()
    };
    let [narrow, middle, wide] =
        [(80, 24), (120, 40), (240, 60)].map(|size| bar(&nodes_page(size, &[1; 4])));
    assert!(narrow < middle && middle + 20 < wide, "{narrow} {middle} {wide}");
    // Three quarters of the cells, not of those that are left on the page.
    let frame = nodes_page((120, 40), &[1; 4]);
    let row = |name: &str| frame.lines().find(|row| row.contains(name)).expect("a technique");
    let (most, part) = (row("late move reductio"), row("null move"));
    let [most, part] = [most, part].map(|row| row.matches('━').count() as f64);
    assert!((part / most - 0.7625 / 0.94).abs() < 0.3, "{frame}");
    // 0 % has a mark.
    assert!(row("ProbCut").contains("0 % │"), "{frame}");
}

/// The human model values all moves first and then goes on with one line, which takes fewer nodes: that is no branching.
#[test]
fn iterations_with_other_lines_have_no_branching_factor() {
    has(&nodes_page((200, 60), &[]), &["effective branching factor 3.11"]);
    has(&nodes_page((200, 60), &[30; 4]), &["effective branching factor 3.11"]);
    // The last two alone have as many lines.
    has(&nodes_page((200, 60), &[30, 30, 1, 1]), &["effective branching factor 2.00"]);
    has(&nodes_page((200, 60), &[30, 30, 30, 1]), &["effective branching factor –"]);
}

/// The time beside the lines is that of the search which they are of.
#[test]
fn a_search_that_began_again_shows_its_own_time() {
    let mut table = Table::against_engine((200, 60));
    table.keys("e4<enter>");
    table.report();
    has(&table.frame(), &["1.83 s"]);
    let mut report = (**table.app.model.thinking.report.as_ref().expect("a report")).clone();
    report.again = Some(lucena::base::Millis(370));
    table.event(Event::Report(Arc::new(report)));
    has(&table.frame(), &["0.37 s"]);
}
