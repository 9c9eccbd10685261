//! The twelve questions: keys on a played game, with the real engine on a clock of the test, and words on the frame.

use crate::bench::Bench;
use lucena::base::Score;
use lucena::rules::notation;
use lucena::strength::{MoveScore, WeakenedMove};
use std::sync::Arc;

pub fn has(frame: &str, words: &[&str]) {
    for words in words {
        assert!(frame.contains(words), "{words:?} is not in\n{frame}");
    }
}

pub const LARGE: (u16, u16) = (160, 60);

#[test]
fn questions_about_the_last_report_take_two_keys() {
    for size in [LARGE, (80, 24)] {
        let mut bench = Bench::played(size);
        has(&bench.keys("<f6>"), &["Why did the search stop?", "Browse the search tree"]);
        has(&bench.keys("1"), &["stopped after", "depth reached"]);
        has(&bench.keys("<f6>2"), &["for this move: no cap", "moves left"]);
        has(&bench.keys("<f6>6"), &["no earlier position", "real score"]);
        has(&bench.keys("<f6>a"), &["none: 1…", "is the engine's best move"]);
        has(&bench.keys("<f6>b"), &["in quiescence", "root move"]);
    }
}

#[test]
fn other_settings_give_another_budget_and_the_same_ones_the_same() {
    let mut bench = Bench::played(LARGE);
    let frame = bench.keys("<f6>3");
    let line = frame.lines().find(|line| line.contains(" instead of ")).expect("the answer");
    let (tried, real) = line.split_once(" instead of ").expect("both");
    assert!(tried.trim_end().ends_with(real.trim()), "{line}");
    let changed = bench.keys("<right><right><right>");
    let changed = changed.lines().find(|line| line.contains(" instead of ")).expect("the answer");
    assert_ne!(line, changed);
    has(&bench.keys(":whatif smooth(nonsense=1)<enter>"), &["nonsense"]);
    // Nothing was learned before the first move: the parameters say where it begins.
    has(&bench.keys(":whatif smooth(init-nps=1000000)<enter>"), &["1.00M"]);
    has(&bench.keys(":whatif 1+1<enter>"), &["1.00 s"]);
}

#[test]
fn a_clock_without_moves_to_go_does_not_keep_those_of_the_clock_before() {
    let mut bench = Bench::played(LARGE);
    let mut asked = |clock: &str| {
        let frame = bench.keys(&format!(":whatif {clock}<enter>"));
        frame.lines().find(|line| line.contains(" instead of ")).expect("the answer").to_owned()
    };
    let first = asked("1+1");
    assert_ne!(asked("40/60"), first);
    assert_eq!(asked("1+1"), first);
}

#[test]
fn before_the_first_search_there_is_no_budget_yet() {
    let mut bench = Bench::new(LARGE);
    for keys in ["<f6>2", "<esc>:whatif 1+1<enter>"] {
        has(&bench.keys(keys), &["the engine has not searched yet"]);
    }
}

#[test]
fn a_fixed_share_of_the_clock_is_shown_as_what_it_is() {
    let mut bench = Bench::played(LARGE);
    let frame = bench.keys("<f6>3:whatif fixed<enter>:whatif 1+1<enter>");
    // A fortieth of a minute and the increment.
    has(&frame, &["2.50 s instead of", "increment · its share", "time/move + added"]);
    let row = |name: &str| {
        let row = frame.lines().find(|line| line.contains(&format!("{name:<12}")));
        row.unwrap_or_else(|| panic!("{name} is not in\n{frame}"))
    };
    for (name, value) in [("moves left", "40.00"), ("time/move", "1.50 s"), ("added", "1.00 s")] {
        assert!(row(name).contains(value), "{}", row(name));
    }
    assert!(row("budget").contains("2.50 s"), "{frame}");
    assert!(!frame.contains("÷ timeuse"), "{frame}");
}

#[test]
fn two_moves_are_compared_side_by_side() {
    let mut bench = Bench::played(LARGE);
    has(&bench.keys("<f6>4"), &["compare 1…"]);
    has(&bench.ask("<down><enter>"), &["played on by captures", "line after", "rest"]);
}

/// The strength limits may have chosen another move than the search; it is the one that the question is about.
#[test]
fn the_move_that_was_played_is_compared() {
    let mut bench = Bench::played(LARGE);
    let (_, finished) = bench.table.app.model.thinking.finished.as_mut().expect("a search");
    let mut report = (**finished).clone();
    let best = report.played_move().expect("a move");
    let played = report.search.root_moves.iter().map(|root| root.mv).find(|&mv| mv != best);
    let score = |mv| MoveScore { uci: notation::uci(mv), score: Score::DRAW };
    let played = played.expect("another move");
    report.dial.weakened = Some(WeakenedMove {
        best: score(best),
        played: score(played),
        loss: 20,
        max_error: 40,
        draw: 3,
        blunder_per128: 0,
        candidates: 2,
        human: None,
        mates_lone_king: false,
    });
    let [best, played] = [best, played].map(|mv| notation::san(&report.root, mv));
    *finished = Arc::new(report);
    let frame = bench.keys("<f6>4");
    has(&frame, &[&format!("compare 1…{played} with"), &best]);
}

/// On a narrow page the column of the moves gives way to the figures.
#[test]
fn the_figures_of_the_moves_to_compare_are_whole_on_a_narrow_page() {
    let mut bench = Bench::played((60, 20));
    let frame = bench.keys("<f6>4");
    let heading = frame.lines().find(|line| line.contains("nodes")).expect("a heading");
    assert!(heading.trim_end().ends_with("share"), "{frame}");
}

#[test]
fn a_line_is_followed_to_the_ply_where_it_fails() {
    let mut bench = Bench::played(LARGE);
    has(&bench.ask("<f6>5h5<enter>"), &["rejected at ply 1: 1…h5"]);
    let frame = bench.ask(":whynot Ke7 Ke3<enter>");
    has(&frame, &["not legal at ply 1: Ke7", ":why Ke7 says what keeps it from being legal"]);
    let frame = bench.ask(":whynot Zz<enter>");
    has(&frame, &["not legal at ply 1: Zz", "is not a move in SAN or UCI form"]);
    assert!(!frame.contains(":why "), "{frame}");
    // From the board, where White is to move again: the engine's own move comes first.
    let reply = bench.table.moves().replace("e4 ", "1…");
    let frame = bench.ask("<f6>5a3<enter>");
    has(&frame, &[&reply, "2.a3", "best move of the node"]);
    assert!(!frame.contains("not legal"), "{frame}");
}

#[test]
fn the_table_is_looked_into() {
    let mut bench = Bench::played(LARGE);
    has(&bench.ask("<f6>7"), &["size              1 MiB", "withheld", "refused probes"]);
}

#[test]
fn moves_squares_and_passed_pawns_are_explained() {
    let mut bench = Bench::new(LARGE);
    bench.table.app.model.session.game.players.black = lucena::game::Player::human("Black");
    bench.keys(":fen 4k3/p7/8/4P3/8/8/8/4K3 w - - 0 1<enter>");
    has(&bench.keys("<f6>8e5<enter>"), &["e5: a white pawn", "white.pawn.passed(e5)", "because"]);
    has(&bench.keys(":why e1e3<enter>"), &["e1e3 is not legal"]);
    // The piece in hand and the square under the cursor make a move.
    bench.keys("<esc><up>");
    bench.table.app.model.board_state.cursor = lucena::rules::Square::E5;
    bench.keys("<space><up>");
    has(&bench.keys("<f6>8"), &["e5e6 is legal"]);
    bench.keys("<esc><esc>");
    // The move that was refused last.
    has(&bench.keys("Ke3<enter>"), &["Ke3 is not legal here; f6 8 says why"]);
    has(&bench.keys("<f6>8"), &["e1e3 is not legal"]);
    // There is no piece that it could be a move of.
    has(&bench.keys("<esc>d4<enter>"), &["d4 is not legal here; f6 8 says why"]);
    has(&bench.keys("<f6>8"), &["White has no pawn that d4 could be a move of"]);
    has(&bench.keys("<esc>Nc3<enter><f6>8"), &["White has no knight that Nc3 could be a move of"]);
}

#[test]
fn what_a_move_changed_in_the_network_is_listed() {
    let mut bench = Bench::played(LARGE);
    has(
        &bench.keys("<f6>9"),
        &["changed the evaluation by", "propositions changed", "category, terms", "mobility"],
    );
}

#[test]
fn a_breakpoint_stops_the_search_and_steps_show_the_node() {
    let mut bench = Bench::played(LARGE);
    has(&bench.keys("<f6>c<enter>"), &["1 active breakpoint", "best-changed"]);
    bench.keys("<down><space>");
    bench.keys(":break ply = 2 after 3<enter>");
    let game = bench.table.app.model.session.position().fen();
    bench.keys("<up><space><esc>d4<enter>");
    bench.until(|bench| bench.table.app.model.inspect.paused.is_some());
    has(&bench.table.frame(), &["paused at breakpoint", "window", "iteration"]);
    let shown = bench.table.app.model.shown_position().fen();
    assert_ne!(shown, game);
    let nodes = |bench: &Bench| bench.table.app.model.inspect.paused.as_ref().map(|it| it.nodes);
    let before = nodes(&bench);
    bench.keys("<f8>");
    bench.until(|bench| nodes(bench).is_some() && nodes(bench) != before);
    assert_eq!(nodes(&bench), before.map(|nodes| nodes + 1));
    has(&bench.keys("<up>z"), &["moves in search order", "searching "]);
}

#[test]
fn a_mistake_in_a_breakpoint_points_at_its_column() {
    let mut bench = Bench::played(LARGE);
    has(&bench.keys(":break ply > and 3<enter>"), &["column 7", "break ply > and 3"]);
    let typing = bench.table.app.model.typing.as_ref().expect("the line stays open");
    assert_eq!(typing.input.cursor(), "break ply > ".len());
}

#[test]
fn the_tree_is_walked_and_exported() {
    let mut bench = Bench::played(LARGE);
    has(&bench.ask("<f6>t"), &["nodes below the root", "iteration 5"]);
    let root = bench.table.app.model.shown_position().fen();
    has(&bench.keys("m"), &["PV"]);
    assert_ne!(bench.table.app.model.shown_position().fen(), root);
    has(&bench.keys("s"), &["sorted by nodes"]);
    has(&bench.keys("t"), &["without side searches"]);
    has(&bench.keys("y"), &["coloured by score"]);
    has(&bench.keys("y"), &["coloured by kind"]);
    bench.keys("<left><left>:export a.dot<enter>:export a.ron<enter>");
    assert!(bench.written("a.dot").starts_with("digraph"));
    assert!(bench.written("a.ron").contains("position"));
    bench.ask(":record case.ron<enter>");
    assert!(bench.written("case.ron").contains("result"));
}

#[test]
fn leaving_the_page_brings_the_layout_back() {
    let mut bench = Bench::played((100, 30));
    let before = bench.table.frame();
    bench.keys("<f6>1");
    assert_ne!(bench.table.frame(), before);
    bench.keys("<esc>");
    let preset = bench.table.app.model.layout.preset;
    assert_eq!(preset, lucena::tui::values::preset::Preset::Play);
    assert!(!bench.table.app.model.inspector_focused());
}
