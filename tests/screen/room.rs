//! Panels use their room: steps of the budget by importance, a board above the panels on tall screens, the card of a game that is
//! over; games of two dials, odds, seeds, other engines; characters that a terminal has.

use crate::bench::Bench;
use crate::screen::Table;
use crate::twelve::has;
use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use lucena::game::openings::Openings;
use lucena::game::pgn;
use lucena::rules::{Color, Position, Square, parse_fen};
use lucena::strength::StrengthModel;
use lucena::tui::Event;
use lucena::tui::model::dialogs::{Confirmation, Dialog};
use lucena::tui::model::inspect::Subject;
use lucena::tui::model::{Effect, EngineEffect};
use lucena::tui::values::charset::Charset;
use lucena::tui::values::colour::ColourDepth;
use lucena::tui::values::layout::LayoutState;
use lucena::tui::values::marks::Mark;
use lucena::tui::values::panel::Panel;
use lucena::tui::values::preset::Preset;

/// A game in which the engine thinks.
fn thinking(size: (u16, u16)) -> Table {
    let mut table = Table::against_engine(size);
    table.keys("e4<enter>");
    table.report();
    table
}

/// A message of several rows covers the end of a panel: the rows under it are hidden as well.
#[test]
fn rows_under_a_message_count_as_hidden() {
    let mut bench = Bench::new((80, 24));
    bench.event(Event::Openings(Box::new(Openings::builtin())));
    has(&bench.table.frame(), &["e4    B00", "18 more ↓"]);
    has(&bench.keys(":elo 599<enter>"), &["Strong Master", "e4    B00", "19 more ↓"]);
    has(&bench.keys("<esc>"), &["18 more ↓"]);
}

#[test]
fn before_the_first_search_the_panels_show_the_position_and_the_plan() {
    let mut bench = Bench::new((160, 50));
    bench.event(Event::Openings(Box::new(Openings::builtin())));
    bench.keys(":game white 5+3 1500<enter>");
    bench.table.app.model.layout.focus = Panel::Time;
    has(&bench.keys("z"), &["the human model searches to 60.0k nodes: time manager not used"]);
    bench.keys("z:game white 5+3 full<enter>");
    let page = |bench: &mut Bench, panel| {
        bench.table.app.model.layout.focus = panel;
        bench.keys("z");
        let frame = bench.table.frame();
        bench.keys("z");
        frame
    };
    for (panel, words) in [
        (
            Panel::Score,
            ["without a search", "White's view", "the engine's first search"].as_slice(),
        ),
        (Panel::Eval, &["without a search", "material", "piece mobility"]),
        (Panel::Network, &["every legal move of the position", "evaluations   40", "flips/eval"]),
        (Panel::Time, &["the plan for the engine's first move", "moves left", "game nodes"]),
        (Panel::MultiPv, &["B00 King's Pawn Game"]),
        (Panel::Moves, &["type one, as e4"]),
    ] {
        has(&page(&mut bench, panel), words);
    }
    // All of it gives way to the first search.
    bench.keys("e4<enter>");
    bench.until(|bench| bench.table.app.model.thinking.finished.is_some());
    for panel in [Panel::Score, Panel::Eval, Panel::Network, Panel::Time] {
        let frame = page(&mut bench, panel);
        assert!(!frame.contains("without a search") && !frame.contains("the plan"), "{frame}");
    }
}

#[test]
fn the_last_game_is_shown_until_the_first_move() {
    let mut bench = Bench::new((160, 50));
    bench.keys(":game two none<enter>f3<enter>e5<enter>g4<enter>Qh4<enter>");
    bench.until(|bench| bench.table.app.model.last_game.is_some());
    assert!(!bench.table.frame().contains("last game"), "{}", bench.table.frame());
    has(
        &bench.keys(":game white none 1000<enter>"),
        &["last game: ", " 0-1 ", ", 2 moves", "Black wins by checkmate", ".pgn"],
    );
    assert!(!bench.keys("e4<enter>").contains("last game"));
}

const STEPS: [&str; 18] = [
    "clock  ",
    "increment",
    "moves left",
    "game time",
    "speed  ",
    "game nodes",
    "new/move",
    "time/move",
    "tree reuse",
    "nodes/move",
    "reused",
    "to search",
    "target",
    "timeuse",
    "uncapped",
    "move cap",
    "clock cap",
    "budget  ",
];

#[test]
fn the_budget_shows_its_steps_by_importance() {
    let mut table = thinking((160, 50));
    table.keys("<f3>");
    let frame = table.frame();
    for step in STEPS {
        assert!(frame.contains(step), "{step}: {frame}");
    }
    table.app.model.layout =
        LayoutState { focus: Panel::Time, zoom: true, ..LayoutState::default() };
    for height in [15, 16, 20, 26] {
        table.resize((60, height));
        let frame = table.frame();
        for step in ["moves left", "game nodes", "tree reuse", "timeuse"] {
            assert!(frame.contains(step), "{height} {step}: {frame}");
        }
    }
}

#[test]
fn a_tall_screen_has_the_board_above_the_panels() {
    let mut table = thinking((45, 60));
    let layout = table.app.model.layout().unwrap();
    let board = layout.board.unwrap();
    assert_eq!((board.width, board.height), (4, 2));
    assert!(layout.panes.len() >= 3, "{:?}", layout.panes);
    assert!(layout.panes.iter().all(|pane| pane.area.y > board.area.bottom()));
    assert!(layout.panes.iter().all(|pane| pane.area.width >= 43));
    let frame = table.frame();
    assert!(frame.contains("a   b   c   d") && frame.contains("Lucena"), "{frame}");
}

#[test]
fn a_game_that_is_over_has_a_card() {
    let mut table = Table::two_people((120, 40));
    table.keys("f3<enter>e5<enter>g4<enter>");
    assert!(!table.frame().contains("accuracy:"));
    table.keys("Qh4<enter>");
    let frame = table.frame();
    assert!(frame.contains("accuracy:") && frame.contains("0-1"), "{frame}");
    let mut table = Table::against_engine((120, 40));
    table.app.model.unattended = true;
    table.keys("e4<enter>:resign<enter>");
    let frame = table.frame();
    assert!(frame.contains("it does not count for your rating: it is too short"), "{frame}");
}

#[test]
fn a_game_that_ends_before_its_first_move_shows_its_result() {
    let mut table = Table::against_engine((80, 24));
    table.keys(":game white 5+3 600<enter><ctrl-g><enter>");
    let frame = table.frame();
    has(&frame, &["Black wins: White resigned", "it does not count for your rating"]);
    assert!(!frame.contains("no moves yet"), "{frame}");
}

#[test]
fn a_move_that_was_refused_after_the_game_is_forgotten_with_the_result() {
    let mut table = Table::against_engine((80, 24));
    table.keys(":game white 5+3 600<enter>d4<enter>");
    table.answer(table.app.model.thinking.epoch, "d7d5");
    table.keys("<ctrl-g><enter>Nf3<enter>");
    has(&table.frame(), &["the game is over"]);
    table.keys("u");
    if table.app.model.session.game.end().is_some() {
        table.keys("<enter>");
    }
    assert!(table.app.model.session.game.end().is_none());
    assert!(!table.frame().contains("the game is over"), "{}", table.frame());
}

#[test]
fn the_list_of_questions_says_what_a_low_screen_hides() {
    let mut table = Table::against_engine((80, 24));
    table.keys("<f6>");
    has(&table.frame(), &["p  Perft", "press its key"]);
    let mut table = Table::against_engine((80, 16));
    table.keys("<f6>");
    has(&table.frame(), &["3 more ↓  ↑↓ and Enter"]);
}

#[test]
fn the_card_of_a_short_game_has_room() {
    for (size, reply) in [((80, 24), None), ((160, 50), None), ((80, 24), Some("e7e5"))] {
        let mut table = Table::against_engine(size);
        table.keys(":game white 5+3 600<enter>e4<enter>");
        if let Some(reply) = reply {
            table.answer(table.app.model.thinking.epoch, reply);
            table.keys("f4<enter>");
        }
        table.keys("<ctrl-g><enter>");
        has(&table.frame(), &["Black wins: White resigned", "accuracy: not known", "too short"]);
    }
}

#[test]
fn two_dials_and_two_clocks_are_set_in_one_line() {
    let mut table = Table::against_engine((120, 40));
    table.app.model.unattended = true;
    table.keys(":game self 5+3,1+1 650 1000<enter>");
    let session = &table.app.model.session;
    let elo = |side| session.dial_of(side).elo().map(|elo| elo.0);
    assert_eq!([elo(Color::White), elo(Color::Black)], [Some(650), Some(1000)]);
    let control = |side| session.game.clocks().control(side).tag();
    assert_eq!([control(Color::White), control(Color::Black)], ["300+3", "60+1"]);
    assert_eq!(session.dial_of(Color::White), StrengthModel::Human.level(lucena::base::Elo(650)));
    table.keys(":game self 1+1 650 x<enter>");
    assert!(table.frame().contains("strength \"x\""), "{}", table.frame());
}

#[test]
fn the_dial_moves_by_the_settings_of_the_list() {
    let mut table = Table::against_engine((160, 50));
    table.keys(":elo 1525<enter>+");
    let elo = |table: &Table| table.app.model.session.dial().elo().map(|elo| elo.0);
    assert_eq!(elo(&table), Some(1550));
    table.keys("-");
    assert_eq!(elo(&table), Some(1500));
    table.keys(":elo 1525<enter>-");
    assert_eq!(elo(&table), Some(1500));
}

#[test]
fn a_seed_is_set_shown_and_recorded() {
    let mut table = Table::against_engine((160, 50));
    table.keys(":elo 1500<enter>");
    let effects = table.keys(":seed 42<enter>");
    let is_set = |effect: &Effect| matches!(effect, Effect::Engine(EngineEffect::SetOptions(options)) if options.seed == 42);
    assert!(effects.iter().any(is_set), "{effects:?}");
    assert!(table.frame().contains("seed 42"), "{}", table.frame());
    assert_eq!(table.app.model.session.game.tags.get("DialSeed"), Some("42"));
    table.keys(":seed x<enter>");
    assert!(table.frame().contains("seed \"x\": expected"));
    let is_any = |effect: &Effect| matches!(effect, Effect::Engine(EngineEffect::SetOptions(_)));
    for wrong in ["1", "9223372036854775808"] {
        let effects = table.keys(&format!(":seed {wrong}<enter>"));
        assert!(!effects.iter().any(is_any), "{effects:?}");
        let words = format!("seed \"{wrong}\": expected 0, 2 to 9223372036854775807, or random");
        assert!(table.frame().contains(&words), "{}", table.frame());
    }
    assert!(table.keys(":seed 9223372036854775807<enter>").iter().any(is_any));
}

#[test]
fn a_seed_of_the_middle_of_a_game_is_recorded_with_its_move() {
    let mut table = Table::against_engine((160, 50));
    table.keys(":elo 1500<enter>:seed 5<enter>:game white none 1500<enter>e4<enter>:seed 5<enter>");
    table.answer(1, "e7e5");
    table.keys(":seed 7<enter>");
    let seeds =
        |table: &Table| table.app.model.session.game.tags.get("DialSeed").map(str::to_owned);
    assert_eq!(seeds(&table).as_deref(), Some("5; 7 from move 2"));
    // White's engine makes the next move only after Black's.
    let mut black = Table::against_engine((160, 50));
    black.keys(":seed 5<enter>:game black none 1500<enter>");
    black.answer(1, "e2e4");
    black.keys(":seed 7<enter>");
    assert_eq!(seeds(&black).as_deref(), Some("5; 7 from move 2"));
    // A seed that comes while Black's engine thinks is that of its next move.
    let mut thinking = Table::against_engine((160, 50));
    thinking.keys(":seed 5<enter>:game white none 1500<enter>e4<enter>:seed 7<enter>");
    assert_eq!(seeds(&thinking).as_deref(), Some("5; 7 from move 2"));
    table.keys("u");
    assert!(table.frame().contains("seed           7"), "{}", table.frame());
}

#[test]
fn nobody_resigns_for_two_levels() {
    let mut table = Table::against_engine((120, 40));
    table.app.model.unattended = true;
    table.keys(":game self none 650 1000<enter>:resign<enter>");
    assert!(table.app.model.session.game.end().is_none());
    assert!(table.frame().contains("no person plays this game"), "{}", table.frame());
}

#[test]
fn another_opponent_is_asked_for_and_recorded() {
    let mut table = Table::against_engine((120, 40));
    table.app.model.session.external = Some(Color::Black);
    table.app.model.prefs.external = "oaf".to_owned();
    table.keys("e4<enter>:engine other<enter>");
    table.event(Event::EngineFound(Ok("other".to_owned())));
    let asked = matches!(&table.app.model.dialog, Some(Dialog::Confirm(Confirmation::Opponent(command))) if command == "other");
    assert!(asked, "{:?}", table.app.model.dialog);
    table.keys("<enter>");
    let game = &table.app.model.session.game;
    assert_eq!(game.players.black.name, "other");
    assert!(game.tree().node(game.current()).comment.starts_with("From here other plays instead"));
    assert!(table.frame().contains("other-engine"), "{}", table.frame());
}

#[test]
fn the_layout_for_review_ends_with_the_review() {
    let mut table = Table::against_engine((120, 40));
    let game = table.app.model.session.game.clone();
    table.event(Event::GameRead(Box::new(game), None, Vec::new()));
    assert_eq!(table.app.model.layout.preset, Preset::Review);
    table.app.model.unattended = true;
    table.keys(":game white none 1500<enter>");
    assert_eq!(table.app.model.layout.preset, Preset::Play);
    // Also where the game is played on.
    let mut table = Table::two_people((120, 40));
    table.keys("e4<enter>e5<enter>");
    let game = table.app.model.session.game.clone();
    table.event(Event::GameRead(Box::new(game), None, Vec::new()));
    table.keys("y.x");
    assert_eq!(table.app.model.layout.preset, Preset::Play);
    assert!(table.frame().contains("goes on from here"), "{}", table.frame());
    // And where the layout was chosen for a game that is over, but not before its end.
    for (keys, preset) in [("<ctrl-g><enter><f4>", Preset::Play), ("<f4>", Preset::Review)] {
        let mut table = Table::two_people((120, 40));
        table.app.model.unattended = true;
        table.keys(&format!("e4<enter>{keys}:game two none<enter>"));
        assert_eq!(table.app.model.layout.preset, preset, "{keys}");
    }
}

#[test]
fn castling_marks_the_king_and_where_it_goes() {
    let mut table = Table::two_people((80, 24));
    table.keys("e4<enter>e5<enter>Nf3<enter>Nf6<enter>Be2<enter>Be7<enter>O-O<enter>");
    let marks = table.app.model.board_marks();
    let marked = |square| marks.has(square, Mark::LastMove);
    assert!(marked(Square::E1) && marked(Square::G1) && !marked(Square::H1));
}

#[test]
fn a_terminal_without_unicode_gets_ascii() {
    for size in [(80, 24), (160, 50)] {
        let mut table = thinking(size);
        let theme = std::mem::take(&mut table.app.model.theme);
        table.app.model.theme = theme.reduced(ColourDepth::None, Charset::Ascii);
        let frame = table.frame();
        let other: Vec<char> = frame.chars().filter(|letter| !letter.is_ascii()).collect();
        assert!(other.is_empty(), "{other:?} {frame}");
        assert!(frame.contains("r") && frame.contains("K"), "{frame}");
    }
}

#[test]
fn a_game_that_begins_without_a_command_draws_a_seed() {
    let is_new = |effect: &Effect| matches!(effect, Effect::Engine(EngineEffect::NewGame(_)));
    let mut table = Table::fresh((160, 50));
    table.app.model.dialog = None;
    assert!(table.keys("e4<enter>").iter().any(is_new));
    assert!(!table.keys("u").iter().any(is_new));
}

#[test]
fn a_level_of_either_model_begins_a_game() {
    let mut table = Table::fresh((160, 50));
    table.app.model.dialog = None;
    table.keys(":game white none madchess 1000<enter>");
    let level = |table: &Table| {
        let dial = table.app.model.session.dial();
        (dial.model(), dial.elo().map(|elo| elo.0))
    };
    assert_eq!(level(&table), (Some(StrengthModel::MadChess), Some(1000)));
    table.keys(":game self 1+1 madchess 700 human 1200<enter>");
    let summary = table.frame();
    assert!(summary.contains("madchess 700 : 1200"), "{summary}");
}

#[test]
fn a_position_follows_the_time_where_a_strength_is_left_out() {
    let fen = "8/P6k/8/8/8/8/p6K/8 w - - 0 1";
    let start = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    for (line, wanted) in [
        (format!("two none {fen}"), fen),
        (format!("analysis none {fen}"), fen),
        (format!("two none 1000 {fen}"), fen),
        (format!("white 5+3 {fen}"), fen),
        (format!("self none {fen}"), fen),
        (format!("self none 700 {fen}"), fen),
        (format!("two none {start}"), start),
        (
            "two none startpos".to_owned(),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ),
    ] {
        let mut table = Table::fresh((160, 50));
        table.app.model.dialog = None;
        table.keys(&format!(":game {line}<enter>"));
        let position = parse_fen(wanted).expect("a position");
        assert!(table.app.model.session.started, "{line}: {}", table.frame());
        assert_eq!(*table.app.model.session.game.start(), position, "{line}");
    }
    let mut table = Table::fresh((160, 50));
    table.app.model.dialog = None;
    table.keys(":game two none chess960 518<enter>");
    assert!(table.app.model.session.started, "{}", table.frame());
}

#[test]
fn a_position_without_a_move_is_called_by_its_name() {
    let mut table = Table::two_people((160, 50));
    for (fen, words) in [
        ("rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3", "checkmate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"),
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", "a draw: neither side can mate"),
    ] {
        table.keys(&format!(":fen {fen}<enter>"));
        let frame = table.frame();
        assert!(frame.contains(&format!("a new game: {words}")), "{frame}");
        assert!(!frame.contains("no moves yet"), "{frame}");
        assert!(!frame.contains("better"), "{frame}");
        assert!(!frame.contains("analyses it"), "{frame}");
    }
}

#[test]
fn a_start_position_that_is_over_is_not_taken_over() {
    for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/8/8/8/8/8/8/K5R1 w - - 150 100"] {
        for next in [":game two none<enter>", ":tc 5+3<enter>", "<ctrl-n><enter>"] {
            let mut table = Table::two_people((120, 40));
            table.keys(&format!(":fen {fen}<enter>{next}"));
            let game = &table.app.model.session.game;
            assert_eq!((game.end(), game.start()), (None, &Position::default()), "{next}");
        }
    }
    // A game that was ended there goes on from it.
    let mut table = Table::two_people((120, 40));
    table.keys(":fen 7k/8/8/8/8/8/8/K5R1 w - - 0 1<enter><ctrl-g><enter>:game two none<enter>");
    assert_eq!(table.app.model.session.game.start().fen(), "7k/8/8/8/8/8/8/K5R1 w - - 0 1");
}

#[test]
fn the_dial_takes_no_rows_before_its_first_move() {
    let mut table = Table::fresh((160, 50));
    table.app.model.dialog = None;
    table.keys(":game white none 1000<enter>");
    let rows = |table: &Table| {
        let layout = table.app.model.layout().expect("a layout");
        let pane = layout.panes.into_iter().find(|pane| pane.shown == Panel::Dial);
        pane.expect("the dial").area.height
    };
    let before = rows(&table);
    assert!(before <= 8, "{before}");
    table.keys("e4<enter>");
    let epoch = table.app.model.thinking.epoch;
    table.answer(epoch, "e5");
    assert!(rows(&table) > before);
}

#[test]
fn a_scrolled_panel_keeps_the_background_of_the_theme() {
    let mut table = thinking((80, 24));
    table.keys(":panel search<enter>:page-down<enter>");
    let frame = table.frame();
    assert!(frame.contains('↑'), "{frame}");
    let is_bare = |cell: &&ratatui::buffer::Cell| cell.bg == ratatui::style::Color::Reset;
    assert_eq!(table.buffer().content().iter().find(is_bare), None, "{frame}");
}

#[test]
fn a_game_takes_a_personality_of_several_words() {
    let setting = |table: &Table, side| {
        let model = &table.app.model;
        model.strengths.setting(model.session.dial_of(side))
    };
    for (line, black) in [
        ("white 5+3 Eager Attacker", "Eager Attacker (1200)"),
        ("white 5+3 \"Eager Attacker\"", "Eager Attacker (1200)"),
        ("white 5+3 Eager_Attacker startpos", "Eager Attacker (1200)"),
        ("white 5+3 Strong Master 4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Strong Master (2400)"),
        ("self 5+3 650 Strong Master", "Strong Master (2400)"),
        ("self 5+3 Strong Master human 650", "650"),
    ] {
        let mut table = Table::against_engine((160, 50));
        table.keys(&format!(":game {line}<enter>"));
        assert_eq!(setting(&table, Color::Black), black, "{line}: {}", table.frame());
    }
    let mut table = Table::against_engine((160, 50));
    table.keys(":game white 5+3 Eager Nobody<enter>");
    has(&table.frame(), &["strength \"Eager\""]);
}

#[test]
fn a_count_of_hidden_rows_hides_no_figure_without_a_sign() {
    for (size, keys) in [((80, 24), ":panel eval<enter>"), ((160, 50), "<f3>")] {
        let mut bench = Bench::new(size);
        bench.keys(&format!("<esc>:game two none<enter>e4<enter>{keys}"));
        bench.until(|bench| bench.table.app.model.node_evaluation().is_some());
        let frame = bench.table.frame();
        let row = |line: &&str| line.contains(" more ↓") && line.contains(['+', '-']);
        let cut: Vec<&str> = frame.lines().filter(row).collect();
        assert!(!cut.is_empty() && cut.iter().all(|line| line.contains('…')), "{frame}");
    }
}

#[test]
fn a_question_is_asked_by_a_click() {
    let mut table = Table::against_engine((100, 40));
    table.keys("<f6>");
    let frame = table.frame();
    let row = frame.lines().position(|row| row.contains("Where did the nodes go?"));
    let row = row.expect("the list of questions") as u16;
    let kind = MouseEventKind::Down(MouseButton::Left);
    let modifiers = KeyModifiers::NONE;
    table.event(Event::Mouse(MouseEvent { kind, column: 50, row, modifiers }));
    assert!(table.app.model.dialog.is_none());
    assert!(matches!(table.app.model.inspect.subject, Subject::Nodes), "{}", table.frame());
}

#[test]
fn the_form_of_a_new_game_after_a_record_has_the_engine() {
    let mut table = Table::against_engine((100, 40));
    let game = pgn::read_bytes(b"1. e4 e5 *").expect("a game").remove(0).game;
    table.event(Event::GameRead(Box::new(game), None, Vec::new()));
    table.keys("y<ctrl-n>");
    assert!(table.frame().contains("you and Lucena"), "{}", table.frame());
}

#[test]
fn what_ends_the_rating_of_a_game_says_so_once() {
    let words = "the game is unrated now";
    for keys in ["e4<enter>u", "i", "e4<enter>s"] {
        let mut table = Table::fresh((120, 40));
        table.keys(&format!("<esc>:game white none 1500<enter>{keys}"));
        assert!(table.frame().contains(words), "{keys}: {}", table.frame());
    }
    let mut table = Table::fresh((120, 40));
    table.keys("<esc>:game white none 1500<enter>e4<enter>ue4<enter>u");
    let frame = table.frame();
    assert!(frame.contains("taken back") && !frame.contains(words), "{frame}");
    // At full strength none counts.
    let mut table = Table::fresh((120, 40));
    table.keys("<esc>:game white none full<enter>e4<enter>u");
    assert!(!table.frame().contains("unrated"), "{}", table.frame());
}

#[test]
fn the_quiet_layout_shows_nothing_that_the_engine_thinks() {
    let mut bench = Bench::new((160, 50));
    bench.keys("<esc>:game white none full<enter>:layout quiet<enter>e4<enter>");
    let engine = ["score", "multi-pv", "dial", "network", "eval", "search", "graph", "accuracy"];
    let frame = bench.keys("");
    assert!(frame.contains("─ moves ") && frame.contains("─ move-times "), "{frame}");
    for panel in engine {
        assert!(!frame.contains(&format!("─ {panel} ")), "{panel}: {frame}");
    }
    let scores = |frame: &str| {
        let cells = frame.lines().flat_map(str::split_whitespace);
        cells
            .filter(|cell| cell.len() == 5 && cell.contains('.') && cell.starts_with(['+', '-']))
            .count()
    };
    assert_eq!(scores(&frame), 0, "{frame}");
    // The next game after the review is quiet again.
    let frame = bench.keys("<ctrl-g><enter><f4>");
    assert!(frame.contains("review"), "{frame}");
    let frame = bench.keys(":game white none full<enter>");
    assert!(frame.trim_end().ends_with("quiet"), "{frame}");
}

#[test]
fn an_error_of_a_form_has_all_rows_that_are_free() {
    let mut table = Table::fresh((40, 15));
    table.app.model.dialog = None;
    table.keys("<ctrl-n>");
    if let Some(Dialog::NewGame(form)) = &mut table.app.model.dialog {
        form.error = Some(
            "fen \"8/8/8/8/8/8/8/8 w - - 0 1\": impossible position: the board is empty, a king is missing"
                .to_owned(),
        );
    }
    let frame = table.frame();
    assert!(frame.contains("is missing") || frame.contains('…'), "{frame}");
    // The last page of the tour keeps its keys.
    table.app.model.dialog = Some(Dialog::Tour(3));
    assert!(table.frame().contains("4 of 5"), "{}", table.frame());
}
