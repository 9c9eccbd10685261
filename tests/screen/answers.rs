//! The questions in a played game, a perpetual check, a fortress, after an error of the dial and in a review: the words on
//! the frame against the UCI log of the same search and against the record.

use crate::bench::Bench;
use crate::twelve::{LARGE, has};
use lucena::engine::Report;
use lucena::game::pgn;
use lucena::rules::{notation, parse_move, white_view};
use lucena::tui::Event;
use lucena::tui::model::OrderedGame;
use lucena::tui::values::format::{bounded, count, numbered_uci, pv_text};
use lucena::tui::values::panel::Panel;
use lucena::tui::view::spoken;
use lucena::uci::{self, UciOptions};
use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};

/// A writer whose contents can be read afterwards.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("one thread at a time").extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// What the engine says over UCI of a position: nodes, score for the side to move as text, and line of the last `info`.
fn uci_log(position: &str, depth: u16) -> (u64, String, String) {
    let log = Log::default();
    let input = format!("setoption name Hash value 1\nposition {position}\ngo depth {depth}\n");
    uci::run(Cursor::new(input), log.clone(), UciOptions::default()).expect("a session");
    let text = String::from_utf8(log.0.lock().expect("ended").clone()).expect("text");
    let last = text.lines().rfind(|line| line.contains(" pv ")).expect("an info line");
    let after = |name: &str| last.split(name).nth(1).expect("the field").trim_start().to_owned();
    let score = after(" score ");
    let score: Vec<&str> = score.split(' ').take(2).collect();
    let nodes = after(" nodes ").split(' ').next().and_then(|nodes| nodes.parse().ok());
    (nodes.expect("a number"), score.join(" "), after(" pv "))
}

/// The report on the screen.
fn report(bench: &Bench) -> Arc<Report> {
    let finished = bench.table.app.model.thinking.finished.as_ref();
    Arc::clone(&finished.expect("the search has ended").1)
}

/// Analyses a position to a depth.
fn analysed(fen: &str, depth: u16) -> Bench {
    let mut bench = Bench::new(LARGE);
    bench.depth = depth;
    bench.table.app.model.session.game.players.black = lucena::game::Player::human("Black");
    bench.keys(&format!(":fen {fen}<enter>:analyse<enter>"));
    bench.until(|bench| bench.table.app.model.thinking.finished.is_some());
    // What there is instead of a draw comes from the worker.
    bench.keys("");
    bench
}

/// Compares the answers about the last search with what the engine says over UCI of the same position.
fn agrees_with_uci(bench: &mut Bench, position: &str) {
    let (nodes, score, line) = uci_log(position, bench.depth);
    let report = report(bench);
    let best = report.search.lines[0].clone();
    let ours: Vec<String> = best.moves.iter().map(|&mv| notation::uci(mv)).collect();
    assert_eq!((report.search.nodes, ours.join(" ")), (nodes, line), "{position}");
    if let Some(cp) = score.strip_prefix("cp ") {
        assert_eq!(best.score.value().to_string(), cp, "{position}");
    }
    let (root, turn) = (&report.root, report.root.turn());
    let white = white_view(best.score, turn).to_string();
    has(&bench.keys("<f6>1"), &["stopped after", &count(nodes)]);
    has(&bench.keys("<f6>6"), &["White's view", &white]);
    has(&bench.keys("<f6>b"), &[&format!("{} nodes", count(nodes))]);
    let san = notation::san(root, best.moves[0]);
    has(&bench.keys("<f6>r"), &["root moves, White's view", &san, "best move"]);
    // The tree: as many nodes, and in the row of the last iteration the score of the lines panel.
    let frame = bench.ask("<f6>t");
    has(
        &frame,
        &[
            &format!("{} nodes below the root", count(nodes)),
            "the tree of the search on the screen",
        ],
    );
    let depth = format!("iteration {}", best.depth);
    let row = frame.lines().filter(|row| row.contains(&depth)).find(|row| row.contains(&white));
    assert!(row.is_some(), "{depth} with {white} in\n{frame}");
    bench.keys("<esc>");
    // The analysis that rested for the tree has begun again.
    bench.until(|bench| !bench.table.app.model.thinking.is_busy());
}

#[test]
fn answers_about_a_played_game_agree_with_uci_and_the_record() {
    let mut bench = Bench::played(LARGE);
    agrees_with_uci(&mut bench, "startpos moves e2e4");
    let report = report(&bench);
    let white = white_view(report.search.lines[0].score, report.root.turn());
    // The record has the score, the depth and the line of the search.
    let game = &bench.table.app.model.session.game;
    let text = pgn::write(game);
    let nodes = report.search.nodes;
    assert!(text.contains(&format!("nodes={nodes}")), "{text}");
    let pawns = format!("[%eval {:.2},{}]", f64::from(white.value()) / 100.0, bench.depth);
    assert!(text.contains(&pawns), "{pawns} in {text}");
    // Question 4: both moves at quiet ends, and a table that adds up.
    let frame = bench.ask("<f6>4<down><enter>");
    has(&frame, &["White's view", "played on by captures", "without tempo", "score"]);
    // Question 9: the tempo apart.
    let frame = bench.keys("<f6>9");
    has(&frame, &["White's view, without the tempo", "the tempo changes with every move"]);
    has(&bench.keys("<f6>a"), &["none: 1…"]);
    // Question 7: the entry of the position after the engine's move, in the words of the side to move.
    has(&bench.ask("<f6>7"), &["transposition table", "key"]);
}

#[test]
fn a_search_that_was_told_to_move_says_so() {
    let mut bench = Bench::new(LARGE);
    bench.depth = 60;
    bench.keys(":game white 5+3 full<enter>e4<enter>w");
    bench.until(|bench| bench.table.app.model.thinking.finished.is_some());
    let frame = bench.keys("<f6>1");
    has(&frame, &["stopped after", "you asked for the move at once"]);
    // The end of an analysis is none of a move.
    bench.keys("<esc>:analyse<enter>");
    let searched = |bench: &Bench| {
        bench.table.app.model.inspected_search().is_some_and(|(go, _)| go.limit.infinite)
    };
    bench.until(searched);
    bench.keys(":analyse<enter>");
    let frame = bench.keys("<f6>1");
    has(&frame, &["a stop command arrived, or the game continued"]);
}

#[test]
fn a_perpetual_check_is_called_one_in_every_answer() {
    let fen = "6k1/6p1/8/7Q/8/1r6/qr6/7K w - - 0 1";
    let mut bench = analysed(fen, 9);
    has(&bench.table.frame(), &["draw by perpetual check; holds only if the"]);
    agrees_with_uci(&mut bench, &format!("fen {fen}"));
    let frame = bench.keys("<f6>6");
    has(&frame, &["draw by perpetual check; holds only if the repetition does"]);
    assert!(!frame.contains("−∞ … ∞") && !frame.contains("no earlier position"), "{frame}");
    has(&bench.keys("<f6>1"), &["stopped after"]);
    // A proven result is not explained by an evaluation.
    let frame = bench.ask("<f6>4<down><down><down><enter>");
    has(&frame, &["is better than", "no terms: a proven result"]);
    assert!(!frame.contains("category"), "{frame}");
}

#[test]
fn an_equal_score_with_less_material_is_no_draw_by_rule() {
    let fen = "1r6/5p2/2b2kp1/8/4R2P/4PK2/1P6/7R w - - 0 1";
    let mut bench = analysed(fen, 3);
    agrees_with_uci(&mut bench, &format!("fen {fen}"));
    let frame = bench.keys("<f6>6");
    assert!(!frame.contains("draw by repetition") && !frame.contains("draw by perp"), "{frame}");
    has(&frame, &["equal, no draw by rule", "White is 2.7 pawns of material", "fortress"]);
}

#[test]
fn a_human_level_is_named_where_a_clock_runs_that_it_does_not_use() {
    let mut bench = Bench::new(LARGE);
    bench.keys(":game white 3+2 1500<enter>d4<enter>");
    bench.until(|bench| bench.table.app.model.thinking.finished.is_some());
    let words = "the human model searches to 60.0k nodes";
    for keys in [":ask 1<enter>", ":ask 2<enter>", ":whatif 1+1<enter>"] {
        let frame = bench.keys(keys);
        has(&frame, &[words]);
        assert!(!frame.contains("no clock"), "{keys}: {frame}");
        bench.keys("<esc>");
    }
    // At full strength without a clock there is none.
    bench.keys(":game white none full<enter>yd4<enter>");
    bench.until(|bench| bench.table.app.model.session.is_users_turn());
    has(&bench.keys(":ask 1<enter>"), &["none: no clock"]);
    has(&bench.keys(":ask 2<enter>"), &["no clock: the time manager is not used"]);
    has(&bench.keys(":whatif 1+1<enter>"), &["no budget to change: no clock"]);
}

#[test]
fn after_a_takeback_the_time_panel_is_about_the_search_that_the_others_show() {
    let mut bench = Bench::new((100, 30));
    bench.keys(":game white 5+3 900<enter><f3>");
    for mv in ["e4", "d4"] {
        bench.keys(&format!("{mv}<enter>"));
        bench.until(|bench| bench.table.app.model.session.is_users_turn());
    }
    bench.keys(":takeback<enter>");
    assert!(bench.table.app.model.report().is_some(), "the search of the move is recorded");
    bench.table.app.model.layout.focus = Panel::Time;
    let frame = bench.keys("z");
    has(&frame, &["the human model searches to 60.0k nodes: time manager not used"]);
    assert!(!frame.contains("has no search here"), "{frame}");
}

/// The last move of a record that was read, with its figures.
fn reviewed(bench: &mut Bench, text: &str) -> String {
    let read = pgn::read_bytes(text.as_bytes()).expect("games").remove(0);
    bench.table.app.model.ordered_game = OrderedGame::Reading;
    bench.event(Event::GameRead(Box::new(read.game), None, Vec::new()));
    bench.keys("<end>")
}

/// Plays at the lowest level until the dial errs.
#[test]
fn after_an_error_of_the_dial_everything_is_about_the_move_played() {
    let mut bench = Bench::new(LARGE);
    bench.keys(":elo madchess 600<enter>:tc 5+3<enter>");
    let erred = |bench: &Bench| {
        let last = bench.table.app.model.thinking.last_move.as_ref()?;
        let weakened = last.dial.weakened.clone().filter(|it| it.best.score != it.played.score)?;
        Some((Arc::clone(last), weakened))
    };
    for mv in ["e4", "d4", "Nf3", "Nc3", "a3", "h3", "b3", "g3"] {
        let moves = bench.table.app.model.session.game.sans().len();
        bench.keys(&format!("{mv}<enter>"));
        bench.until(|bench| bench.table.app.model.session.game.sans().len() != moves + 1);
        if erred(&bench).is_some() {
            break;
        }
    }
    let (report, weakened) = erred(&bench).expect("at Elo 600 one move in eight is worse");
    let turn = report.root.turn();
    let [played, wanted] = [&weakened.played, &weakened.best]
        .map(|it| (numbered_uci(&report.root, &it.uci), white_view(it.score, turn)));
    // The record and the graph.
    let game = &bench.table.app.model.session.game;
    let facts = &game.tree().node(game.current()).annotation;
    assert_eq!(facts.evaluation.map(|it| it.score), Some(played.1));
    let info = facts.engine_info.as_ref().expect("what the search found");
    let line = &info.search.as_ref().expect("its line").line;
    assert_eq!(numbered_uci(&report.root, &notation::uci(line[0])), played.0);
    // Lines end anywhere between two words.
    let text = pgn::write(game).replace('\n', " ");
    assert!(text.contains(&format!("wanted={} ", weakened.best.uci)), "{text}");
    // The score panel: the move played, and beside it what was wanted.
    let frame = bench.table.frame();
    let bound = report.played_line().expect("a line").bound;
    has(&frame, &[&bounded(played.1, bound), &format!("{} {}", wanted.0, wanted.1)]);
    let frame = bench.keys("<f6>a");
    has(&frame, &["White's view", &format!("played {} instead of {}", played.0, wanted.0)]);
    // Question 9 names the limited knowledge.
    has(&bench.keys("<f6>9"), &["with full knowledge; the limited knowledge of"]);
    // Question 4 compares at equal depth, however few nodes the level may search.
    has(&bench.ask("<f6>4<enter>"), &["White's view; both searched again to depth"]);
    // Of many lines the tree and the way of the score are those of the best.
    let frame = bench.ask("<f6>d");
    let root = frame.lines().find(|row| row.contains("the root: ")).expect("the first link");
    assert!(!root.contains(['≤', '≥']), "{frame}");
    let words = spoken::panel(Panel::Inspector, &bench.table.app.model).join(" ");
    let names = [&weakened.played, &weakened.best]
        .map(|it| notation::san(&report.root, parse_move(&report.root, &it.uci).expect("a move")));
    let first = format!("The dial played {}, {} in White's view; explained is", names[0], played.1);
    has(&words, &[&first, &format!("the best line, that of {}. Where", names[1])]);
    let frame = bench.ask("<f6>t");
    has(&frame, &["▾ iteration"]);
    // In a review of the record the same.
    bench.keys("<esc>");
    let last = reviewed(&mut bench, &text);
    has(&last, &[&played.1.to_string(), &format!("{} {} is best", wanted.0, wanted.1)]);
    // The record has the line of the move played, and no other.
    let spoken = spoken::evaluation(&bench.table.app.model);
    assert_eq!(spoken.len(), 2, "{spoken:?}");
    assert!(spoken[0].ends_with(", the move played"), "{spoken:?}");
    assert!(spoken[1].starts_with(&format!("line: {}", played.0)), "{spoken:?}");
}

#[test]
fn a_review_shows_the_figures_of_the_record() {
    let mut bench = Bench::played(LARGE);
    let report = report(&bench);
    let best = report.search.lines[0].clone();
    let text = pgn::write(&bench.table.app.model.session.game);
    let frame = reviewed(&mut bench, &text);
    let white = white_view(best.score, report.root.turn()).to_string();
    has(&frame, &[&white, &pv_text(&report.root, &best.moves[..1])]);
}

/// The record of a game alone, as another session reads it: what is written there answers, the rest is said to be missing.
#[test]
fn a_record_answers_what_is_written_in_it() {
    let played = Bench::played(LARGE);
    let report = report(&played);
    let text = pgn::write(&played.table.app.model.session.game);
    let mut bench = Bench::new(LARGE);
    reviewed(&mut bench, &text);
    let (nodes, depth) = (count(report.search.nodes), report.search.depth);
    let best = &report.search.lines[0];
    let white = white_view(best.score, report.root.turn()).to_string();
    let stop = report.search.stop.expect("it has ended").to_string();
    let line = pv_text(&report.root, &best.moves);
    has(&bench.keys("<f6>1"), &["stopped after", &stop, "from the game record", &nodes]);
    has(&bench.keys("<f6>1"), &[&format!("{depth}, selective depth")]);
    has(&bench.keys("<f6>6"), &["White's view", &white, line.split(' ').next().unwrap_or("")]);
    has(&bench.keys("<f6>a"), &["none: 1…"]);
    has(&bench.keys("<f6>9"), &["White's view, without the tempo"]);
    for key in ["4", "b", "r"] {
        let frame = bench.keys(&format!("<f6>{key}"));
        has(&frame, &["the game record has no search here; s analyses it"]);
    }
    // Beside a move of another game the search made here says nothing.
    let mut bench = Bench::played(LARGE);
    reviewed(&mut bench, "1. d4 { [%eval 0.2,12] } d5 { [%eval 0.3,12] } *");
    let frame = bench.keys("<f6>1");
    has(&frame, &["the game record has no search here"]);
    has(&bench.keys("<f6>6"), &["+0.30"]);
    has(&bench.keys("<f6>a"), &["the game record has no strength level for this move"]);
}
