//! The application without a terminal: events in, position, record, effects and frames out.
#![allow(clippy::expect_used, clippy::panic, reason = "a helper of tests may fail the test")]

#[path = "screen/analysis.rs"]
mod analysis;
#[path = "screen/answers.rs"]
mod answers;
#[path = "screen/bench.rs"]
mod bench;
#[path = "screen/chess960.rs"]
mod chess960;
#[path = "screen/commands.rs"]
mod commands;
#[path = "screen/debugger.rs"]
mod debugger;
#[path = "screen/failures.rs"]
mod failures;
#[path = "screen/games.rs"]
mod games;
#[path = "screen/golden.rs"]
mod golden;
#[path = "screen/leaving.rs"]
mod leaving;
#[path = "screen/log.rs"]
mod log;
#[path = "screen/messages.rs"]
mod messages;
#[path = "screen/pictures.rs"]
mod pictures;
#[path = "screen/position_editor.rs"]
mod position_editor;
#[path = "screen/prefs.rs"]
mod prefs;
#[path = "screen/propagation.rs"]
mod propagation;
#[path = "screen/record.rs"]
mod record;
#[path = "screen/review.rs"]
mod review;
#[path = "screen/room.rs"]
mod room;
mod screen;
#[path = "screen/shown.rs"]
mod shown;
#[path = "screen/storage.rs"]
mod storage;
#[path = "screen/strength.rs"]
mod strength;
#[path = "screen/svg.rs"]
mod svg;
#[path = "screen/tags.rs"]
mod tags;
#[path = "screen/traces.rs"]
mod traces;
#[path = "screen/training.rs"]
mod training;
#[path = "screen/twelve.rs"]
mod twelve;
#[path = "screen/typed.rs"]
mod typed;

use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use lucena::base::{Random, Score};
use lucena::game::{End, Game};
use lucena::rules::{Square, parse_fen};
use lucena::tui::model::adjourned::AdjournedGame;
use lucena::tui::model::dialogs::Dialog;
use lucena::tui::model::{EngineEffect, ScreenEffect, StorageEffect};
use lucena::tui::{Effect, Event};
use screen::Table;

#[test]
fn moves_are_typed_walked_and_clicked() {
    let mut table = Table::two_people((80, 24));
    table.keys("e4<enter>e7e5<enter>");
    table.keys("<up><left><left>"); // the first key only shows the cursor
    let from = table.app.model.board_state.cursor;
    assert_eq!(from, Square::C2);
    table.keys("<space><up><up><enter>");
    table.click(Square::G8);
    table.click(Square::F6);
    assert_eq!(table.moves(), "e4 e5 c4 Nf6");
}

#[test]
fn a_piece_can_be_dragged() {
    let mut table = Table::two_people((160, 50));
    table.mouse(MouseEventKind::Down(MouseButton::Left), Square::D2);
    table.mouse(MouseEventKind::Up(MouseButton::Left), Square::D4);
    assert_eq!(table.moves(), "d4");
}

#[test]
fn wrong_moves_are_explained_and_change_nothing() {
    for (keys, words) in [
        ("e5<enter>", "e5 is not legal here"),
        ("Nd2<enter>", "Nd2 is not legal here"),
        ("bla<enter>", "\"bla\" is not a move: type one such as e4, Nf3, g1f3, e8=Q or O-O"),
        ("n<enter>", "n may be Na3 or Nc3 or Nf3 or Nh3"),
        (":fen nonsense<enter>", "fen \"nonsense\""),
        (":nonsense<enter>", "there is no command :nonsense"),
        (":elo 99999<enter>", "expected 600 to 2400"),
        (":elo madchess 9<enter>", "expected 600 to 2600"),
        (":elo human x<enter>", "expected 600 to 2400"),
        (":tc 0+0<enter>", "base time and increment are both zero"),
        (":set hash none<enter>", "hash \"none\": expected a whole number"),
        (":set ponder maybe<enter>", "ponder \"maybe\": expected one of off, on"),
        (
            ":set nothing 1<enter>",
            "set \"nothing 1\": expected a value behind one of theme, pieces, hash",
        ),
    ] {
        let mut table = Table::two_people((100, 30));
        table.keys(keys);
        let shown = table.frame();
        assert!(shown.contains(words), "{keys}: {shown}");
        assert_eq!(table.moves(), "");
    }
}

#[test]
fn enter_plays_the_only_move_that_is_begun_or_spoken() {
    let mut table = Table::two_people((100, 30));
    table.keys("nf<enter>knight to f6<enter>");
    assert_eq!(table.moves(), "Nf3 Nf6");
}

#[test]
fn figurines_and_announced_moves_are_understood() {
    let mut table = Table::two_people((100, 30));
    table.event(Event::Paste("♘f3".to_owned()));
    table.keys("<enter>knight from g8 to f6<enter>♘c3<enter>");
    // As some pages write a figurine, with a sign that it is no picture.
    table.event(Event::Paste("♞\u{fe0e}c6".to_owned()));
    table.keys("<enter>");
    assert_eq!(table.moves(), "Nf3 Nf6 Nc3 Nc6");
}

#[test]
fn castling_in_words_names_the_side() {
    for (words, san) in [
        ("castle long", "O-O-O"),
        ("White: castles queen side", "O-O-O"),
        ("castles, king side", "O-O"),
        ("castle short.", "O-O"),
    ] {
        let mut table = Table::two_people((100, 30));
        table.keys(&format!(":fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1<enter>:move {words}<enter>"));
        assert_eq!(table.moves(), san, "{words}: {}", table.frame());
    }
}

#[test]
fn castle_without_a_side_asks_where_both_are_legal() {
    for (rights, says) in [("KQ", "may be O-O or O-O-O"), ("Q", ""), ("-", "castle is not legal")] {
        let mut table = Table::two_people((100, 30));
        table.keys(&format!(":fen 4k3/8/8/8/8/8/8/R3K2R w {rights} - 0 1<enter>castle<enter>"));
        assert!(table.frame().contains(says), "{rights}: {}", table.frame());
        assert_eq!(table.moves(), if says.is_empty() { "O-O-O" } else { "" });
    }
}

#[test]
fn an_ambiguous_move_asks_for_the_square() {
    let mut table = Table::two_people((100, 30));
    table.keys(":fen 4k3/8/8/8/8/8/8/R3K2R w - - 0 1<enter>");
    table.keys(":fen 4k3/8/8/R7/8/R7/8/4K3 w - - 0 1<enter>Ra4<enter>");
    assert!(table.frame().contains("Ra4 may be R3a4 or R5a4"));
    table.keys("R3a4<enter>");
    assert_eq!(table.moves(), "R3a4");
}

#[test]
fn a_promotion_offers_four_pieces() {
    for (keys, san) in
        [("<enter>", "a8=Q+"), ("<right><enter>", "a8=R+"), ("N", "a8=N"), ("b", "a8=B")]
    {
        let mut table = Table::two_people((80, 24));
        table.keys(":fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1<enter>");
        table.click(Square::A7);
        table.click(Square::A8);
        table.keys(keys);
        assert_eq!(table.moves(), san);
    }
}

#[test]
fn a_game_ends_in_words() {
    let mut table = Table::two_people((80, 24));
    table.keys("f3<enter>e5<enter>g4<enter>Qh4<enter>");
    assert_eq!(table.moves(), "f3 e5 g4 Qh4#");
    assert!(table.frame().contains("Black wins by checkmate"));
    table.keys("a3<enter>");
    assert_eq!(table.moves(), "f3 e5 g4 Qh4#");
    for (fen, keys, words) in [
        ("7k/8/6Q1/8/8/8/8/K7 w - - 0 1", "Qf7<enter>", "draw by stalemate"),
        ("7k/8/8/8/8/8/p7/K7 w - - 0 1", "Kxa2<enter>", "draw: neither side can mate"),
        ("7k/8/8/8/8/8/8/K5R1 w - - 149 100", "Rg2<enter>", "draw by the seventy-five-move rule"),
    ] {
        let mut table = Table::two_people((80, 24));
        table.keys(&format!(":fen {fen}<enter>{keys}"));
        assert!(table.frame().contains(words), "{}", table.frame());
    }
}

#[test]
fn a_game_set_up_in_a_finished_position_is_over() {
    for (fen, result, words) in [
        ("7k/8/6Q1/8/8/8/8/K7 b - - 0 1", "1/2-1/2", "draw by stalemate"),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "1-0", "White wins by checkmate"),
        ("8/8/8/8/8/8/8/K1k5 w - - 0 1", "1/2-1/2", "draw: neither side can mate"),
        ("7k/8/8/8/8/8/8/K5R1 w - - 150 100", "1/2-1/2", "draw by the seventy-five-move rule"),
    ] {
        for start in [":fen", ":game white 5+3 1500", ":game self 5+3 1500 1500"] {
            let mut table = Table::two_people((160, 50));
            table.keys(":game white 5+3 1500<enter>");
            let effects = table.keys(&format!("{start} {fen}<enter>"));
            let game = &table.app.model.session.game;
            assert_eq!(game.end().map(End::words).as_deref(), Some(words), "{start} {fen}");
            assert_eq!(game.clocks().running(), None, "{start} {fen}");
            let thinks = |effect: &Effect| matches!(effect, Effect::Engine(EngineEffect::Go(_)));
            assert!(!effects.iter().any(thinks), "{start} {fen}");
            let pgn = lucena::game::pgn::write(game);
            let has = |tag: &str| pgn.contains(tag);
            assert!(table.frame().contains(words), "{}", table.frame());
            assert!(has(&format!("[Result \"{result}\"]")) && has("[Termination \"normal\"]"));
            table.keys("<ctrl-g><enter>");
            assert!(table.frame().contains("the game is over"), "{}", table.frame());
        }
    }
}

#[test]
fn a_flag_that_falls_ends_the_game() {
    let mut table = Table::two_people((80, 24));
    table.keys(":tc 1+0<enter>e4<enter>");
    table.wait(59_100);
    assert!(table.frame().contains("0:00.9"), "{}", table.frame());
    // A question about the game that goes on ends with it.
    table.keys("<ctrl-g>");
    assert!(table.app.model.dialog.is_some());
    table.wait(1_500);
    assert!(table.app.model.dialog.is_none());
    assert!(table.frame().contains("White wins on time"), "{}", table.frame());
}

#[test]
fn a_question_that_outlives_the_game_says_that_it_is_over() {
    let mut table = Table::two_people((100, 24));
    table.keys(":tc 1+0<enter>e4<enter><ctrl-n>");
    assert!(table.frame().contains("adjourned"), "{}", table.frame());
    table.wait(61_000);
    let frame = table.frame();
    assert!(frame.contains("Set up a new game?") && frame.contains("This game is over"), "{frame}");
    assert!(!frame.contains("adjourned"), "{frame}");
    table.keys("y");
    assert!(matches!(table.app.model.dialog, Some(Dialog::NewGame(_))));
}

#[test]
fn a_field_that_nobody_reads_does_not_block_the_start() {
    for (players, starts) in [("", true), ("<right><right>", false)] {
        let mut table = Table::fresh((100, 40));
        table.keys(&format!("{players}<tab><tab><tab><tab>nonsense<enter>"));
        let frame = table.frame();
        assert_eq!(table.app.model.session.started, starts, "{players}: {frame}");
    }
}

#[test]
fn a_result_is_taken_back_where_no_move_was_made() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    for line in [format!("two none {fen}"), format!("white none 1000 {fen}")] {
        let mut table = Table::fresh((100, 24));
        table.keys(&format!("<esc>:game {line}<enter>:resign<enter>y"));
        assert!(table.app.model.session.game.end().is_some(), "{line}");
        table.keys(":takeback<enter>");
        assert!(table.frame().contains("Take back its result?"), "{}", table.frame());
        table.keys("y");
        assert_eq!(table.app.model.session.game.end(), None, "{line}");
        table.keys("e4<enter>");
        assert_eq!(table.moves(), "e4", "{line}");
    }
}

#[test]
fn looking_back_leaves_the_clock_of_the_game_in_sight() {
    let mut table = Table::two_people((80, 24));
    table.keys(":tc 5+0<enter>");
    table.wait(20_000);
    table.keys("e4<enter>");
    table.wait(30_000);
    table.keys("e5<enter>");
    table.wait(60_000);
    table.keys(",,");
    let frame = table.frame();
    assert!(frame.contains("then 5:00  3:40") && frame.contains("then 5:00  4:30"), "{frame}");
    table.wait(1_000);
    table.keys(".");
    let frame = table.frame();
    assert!(frame.contains("then 4:40  3:39") && frame.contains("then 5:00  4:30"), "{frame}");
    // The clock of a game that is over stands, and the record has the one of the move.
    table.keys(":resign<enter><enter>");
    let frame = table.frame();
    assert!(!frame.contains("then") && frame.contains(" 4:40\n"), "{frame}");
}

#[test]
fn home_goes_behind_a_command_that_was_not_typed() {
    for (keys, line) in [
        (";a plan<home>here is ", "comment here is a plan"),
        (";a plan<home><home>un<home><home>re", "reuncomment a plan"),
        (";a plan<ctrl-a>x", "comment xa plan"),
        (":elo 1500<home>x", "xelo 1500"),
    ] {
        let mut table = Table::two_people((80, 24));
        table.keys("e4<enter>");
        table.keys(keys);
        let typed = table.app.model.typing.as_ref().map(|it| it.input.value().to_owned());
        assert_eq!(typed.as_deref(), Some(line), "{keys}");
    }
}

#[test]
fn a_move_taken_back_gives_its_time_back() {
    let mut table = Table::two_people((80, 24));
    table.keys(":tc 5+0<enter>");
    table.wait(10_000);
    table.keys("e4<enter>");
    table.wait(20_000);
    table.keys("e5<enter>uu");
    assert_eq!(table.moves(), "");
    assert!(table.frame().matches(" 5:00\n").count() == 2, "{}", table.frame());
    table.keys("yy");
    assert_eq!(table.moves(), "e4 e5");
}

#[test]
fn a_colon_leaves_the_form_of_a_new_game_for_a_command() {
    let mut table = Table::fresh((80, 24));
    table.keys(":game two<enter>e4<enter>");
    assert_eq!(table.moves(), "e4");
}

#[test]
fn the_engines_first_move_alone_is_not_taken_back() {
    let mut table = Table::two_people((80, 24));
    table.keys(":game black none full<enter>");
    let epoch = table.app.model.thinking.epoch;
    table.answer(epoch, "d2d4");
    assert_eq!(table.moves(), "d4");
    table.keys("u");
    assert_eq!(table.moves(), "d4");
    assert!(table.frame().contains("there is no move of yours to take back"), "{}", table.frame());
}

#[test]
fn a_draw_by_repetition_can_be_claimed() {
    let mut table = Table::two_people((80, 24));
    table.app.model.session.game.claims = lucena::game::DrawClaims::OnDemand;
    for _ in 0..2 {
        table.keys("Nf3<enter>Nf6<enter>Ng1<enter>Ng8<enter>");
    }
    table.keys("<ctrl-d>");
    assert!(table.frame().contains("Claim the draw?"));
    table.keys("<enter>");
    assert!(table.frame().contains("draw by threefold repetition"));
}

#[test]
fn a_repetition_ends_the_game_by_itself_unless_the_user_wants_to_claim() {
    let mut table = Table::two_people((80, 24));
    for _ in 0..2 {
        table.keys("Nf3<enter>Nf6<enter>Ng1<enter>Ng8<enter>");
    }
    assert!(table.frame().contains("draw by threefold repetition"));
}

#[test]
fn a_session_can_be_played_again_from_its_lines() {
    let mut table = Table::fresh((80, 24));
    table.keys("<right><tab><tab>none<enter>e4<enter>e5<enter>vu:theme dark<enter>d5<enter>");
    let lines = table.app.model.session_script.join("\n");
    assert_eq!(
        lines,
        ":game two none full\n:move e2e4\n:move e7e5\n:flip\n:takeback\n:theme dark\n:move d7d5"
    );
    let mut again = Table::fresh((80, 24));
    again.event(Event::Script(lines));
    assert_eq!((again.moves(), again.frame()), (table.moves(), table.frame()));
}

#[test]
fn the_lines_of_a_session_have_what_was_confirmed_and_no_more() {
    let mut table = Table::two_people((80, 24));
    table.keys(":game two none<enter>e4<enter><ctrl-d>n<ctrl-g>n:trace a.trace<enter><ctrl-d><enter>u<enter>");
    table.keys(",:move d4<enter>:delete-line<enter>n");
    let lines = table.app.model.session_script.join("\n");
    let wanted = ":game two none\n:move e2e4\n:trace a.trace\n:draw\n:takeback";
    assert!(lines.ends_with(&format!("{wanted}\n:back\n:move d2d4")), "{lines}");
    table.keys("<f10><right><enter>");
    let last = table.app.model.session_script.last();
    assert!(last.is_some_and(|line| line.starts_with(":set ")), "{last:?}");
}

#[test]
fn a_script_waits_for_the_engine() {
    let mut table = Table::fresh((80, 24));
    table.event(Event::Script("# a remark\n:game white none 1500\n:move e4\n:move Nf3".into()));
    assert_eq!(table.moves(), "e4");
    let epoch = table.app.model.thinking.epoch;
    table.answer(epoch, "e7e5");
    assert_eq!(table.moves(), "e4 e5 Nf3");
}

#[test]
fn the_tour_leads_to_the_first_game() {
    let mut table = Table::fresh((80, 24));
    table.keys("<esc><f12>");
    assert!(table.frame().contains("Welcome to Lucena"));
    table.keys("<enter><enter><enter><enter>");
    assert!(table.frame().contains("5 of 5"));
    table.keys("<enter>");
    assert!(table.frame().contains("How well do you play?"), "{}", table.frame());
}

#[test]
fn the_first_game_begins_with_one_key_at_a_players_level() {
    let mut table = Table::fresh((80, 24));
    table.event(Event::Unfinished(Vec::new(), true));
    assert!(table.frame().contains("I play in a club"), "{}", table.frame());
    table.keys("4");
    let session = &table.app.model.session;
    let level = session.dial_of(lucena::rules::Color::Black);
    assert_eq!(Some(level), table.app.model.strengths.parse("human 1500").ok());
    assert!(session.started && !session.is_engine(lucena::rules::Color::White));
    table.keys("e4<enter>");
    assert_eq!(table.moves(), "e4");
    // The form goes on from there, also with the text that earlier versions have kept.
    for kept in [None, Some("human 1500")] {
        table.app.model.prefs.play.dial =
            kept.map_or_else(|| table.app.model.prefs.play.dial.clone(), str::to_owned);
        table.keys("<ctrl-n>y<tab><tab><tab>");
        assert!(table.frame().contains(" 1500"), "{}", table.frame());
        assert!(!table.frame().contains("human 1500"), "{}", table.frame());
        table.keys("<right>");
        assert!(table.frame().contains(" 1550"), "{}", table.frame());
        table.keys("<esc>");
    }
    for (keys, words) in [("<esc>", "new game"), ("t", "Welcome to Lucena")] {
        let mut table = Table::fresh((40, 15));
        table.event(Event::Unfinished(Vec::new(), true));
        table.keys(keys);
        assert!(table.frame().contains(words), "{}", table.frame());
    }
}

#[test]
fn a_move_that_is_typed_over_the_form_begins_its_game() {
    let mut table = Table::fresh((80, 24));
    assert!(table.frame().contains("Enter or a move starts"), "{}", table.frame());
    table.keys("<tab><tab>5+3<up>e4");
    assert!(
        table.frame().contains("Enter starts the new game with this move"),
        "{}",
        table.frame()
    );
    table.keys("<enter>");
    assert_eq!(table.moves(), "e4");
    assert!(table.frame().contains(" 5:03\n"), "{}", table.frame());
    let script = &table.app.model.session_script;
    assert!(
        script[0].starts_with(":game white 5+3 ") && script[1..] == [":move e2e4"],
        "{script:?}"
    );
    // What begins no game leaves the form as it was.
    for (keys, words) in [
        ("e5<enter>", "e5 is not legal here"),
        ("<tab><right>e4<enter>", "an engine has the first move of this game"),
        ("e<esc>", "you and Lucena"),
        ("e<backspace><backspace>", "you and Lucena"),
        ("e<backspace><enter>", "you and Lucena"),
    ] {
        let mut table = Table::fresh((80, 24));
        table.keys(keys);
        let frame = table.frame();
        assert!(frame.contains(words) && frame.contains(" new game "), "{keys}: {frame}");
        assert!(!table.app.model.session.started, "{keys}");
    }
    // A field for text takes letters as before.
    let mut table = Table::fresh((80, 24));
    table.keys("<tab><tab>none<enter>d4<enter>");
    assert_eq!(table.moves(), "d4");
}

#[test]
fn a_move_begins_the_first_game_too() {
    let mut table = Table::fresh((80, 24));
    table.event(Event::Unfinished(Vec::new(), true));
    table.keys("<down>e4<enter>");
    assert_eq!(table.moves(), "e4");
    let level = table.app.model.session.dial_of(lucena::rules::Color::Black);
    assert_eq!(Some(level), table.app.model.strengths.parse("human 1500").ok());
    let mut table = Table::fresh((80, 24));
    table.event(Event::Unfinished(Vec::new(), true));
    table.keys("e5<enter>");
    let frame = table.frame();
    assert!(
        frame.contains("How well do you play?") && frame.contains("e5 is not legal"),
        "{frame}"
    );
}

fn adjourned(game: Game) -> AdjournedGame {
    AdjournedGame { record: "one.pgn".into(), game, is_analysis: false }
}

#[test]
fn an_offer_says_how_many_more_unfinished_games_there_are() {
    let mut table = Table::fresh((80, 24));
    let games = vec![adjourned(Game::default()); 3];
    table.event(Event::Unfinished(games.clone(), false));
    assert!(
        table.frame().contains("2 more unfinished games: L lists them all"),
        "{}",
        table.frame()
    );
    let lists = |effect: &Effect| matches!(effect, Effect::Storage(StorageEffect::ListUnfinished));
    assert!(table.keys("l").iter().any(lists));
    table.event(Event::Unfinished(games, false));
    table.keys("<esc>");
    assert!(
        table.app.model.messages.info().is_some_and(|it| it.text.contains(":adjourned lists them"))
    );
    assert!(table.keys("<esc>:adjourned<enter>").iter().any(lists));
}

#[test]
fn an_unfinished_game_is_offered_and_goes_on() {
    let mut table = Table::fresh((80, 24));
    let mut game = Game::default();
    let e4 = lucena::rules::parse_move(game.position(), "e4").expect("a move");
    game.play(e4, lucena::base::Millis(0)).expect("legal");
    table.event(Event::Unfinished(vec![adjourned(game.clone())], false));
    assert!(table.frame().contains("1 move. Resume it?"), "{}", table.frame());
    let discards =
        |effect: &Effect| matches!(effect, Effect::Storage(StorageEffect::DiscardUnfinished(_)));
    // A move that is typed too early discards nothing.
    assert!(table.keys("d").is_empty() && table.frame().contains("Resume it?"));
    for (key, is_discarded) in [("<esc>", false), ("n", false), ("x", true)] {
        let effects = table.keys(key);
        assert_eq!(effects.iter().any(discards), is_discarded, "{key}");
        assert!(table.frame().contains("new game"), "{}", table.frame());
        assert!(!table.keys("<enter>").iter().any(discards), "another game discards nothing");
        table.event(Event::Unfinished(vec![adjourned(game.clone())], false));
    }
    let effects = table.keys("<enter>");
    assert!(
        matches!(effects[..], [Effect::Storage(StorageEffect::ResumeUnfinished(_))]),
        "{effects:?}"
    );
    let used = lucena::base::Millis(1_000);
    let state = lucena::game::autosave::ResumeState { used, ..Default::default() };
    table.event(Event::Resumed(Box::new(game), state));
    table.keys("e5<enter>");
    assert_eq!(table.moves(), "e4 e5");
}

#[test]
fn an_unfinished_game_without_moves_has_no_moves_in_words() {
    let mut table = Table::fresh((80, 24));
    table.event(Event::Unfinished(vec![adjourned(Game::default())], false));
    assert!(table.frame().contains(", 0 moves. Resume it?"), "{}", table.frame());
}

#[test]
fn resigning_and_leaving_are_asked_about() {
    let mut table = Table::two_people((80, 24));
    table.keys("e4<enter><ctrl-g><esc>");
    assert_eq!(table.app.model.session.game.end(), None);
    assert!(!table.keys("<ctrl-q>").iter().any(|effect| matches!(effect, Effect::Quit)));
    assert!(table.keys("<enter>").iter().any(|effect| matches!(effect, Effect::Quit)));
    table.keys("<ctrl-g>y");
    assert!(table.frame().contains("White wins: Black resigned"));
}

#[test]
fn the_engine_answers_and_a_stale_answer_is_dropped() {
    let mut table = Table::against_engine((160, 50));
    let go = table.keys("e4<enter>").into_iter().find_map(|effect| match effect {
        Effect::Engine(EngineEffect::Go(go)) => Some(*go),
        _ => None,
    });
    let go = go.expect("the engine is asked");
    assert_eq!(go.moves.len(), 1);
    table.answer(go.epoch - 1, "a7a6");
    assert_eq!(table.moves(), "e4");
    table.answer(go.epoch, "e7e5");
    assert_eq!(table.moves(), "e4 e5");
    table.answer(go.epoch, "a7a6");
    assert_eq!(table.moves(), "e4 e5");
}

#[test]
fn the_evaluation_of_a_move_is_its_own_and_none_after_the_end() {
    let cases = [
        // A move that the dial chose instead of the best one has its own score.
        ("k7/8/8/8/8/6q1/8/7K b - - 0 1", "g3e3", Some(-900)),
        // Stalemate.
        ("k7/8/8/8/8/6q1/8/7K b - - 0 1", "g3f2", None),
    ];
    for (fen, played, expected) in cases {
        let mut table = Table::against_engine((160, 50));
        table.keys(&format!(":fen {fen}<enter>"));
        let epoch = table.app.model.thinking.epoch;
        table.answer_weakened(epoch, played, Score::raw(900));
        let game = &table.app.model.session.game;
        let evaluation = game.tree().node(game.current()).annotation.evaluation;
        assert_eq!(evaluation.map(|value| value.score), expected.map(Score::raw), "{played}");
    }
}

#[test]
fn every_move_is_recorded_after_it_was_made() {
    let mut table = Table::two_people((80, 24));
    let effects = table.keys("e4<enter>e5<enter>");
    assert_eq!(
        effects
            .iter()
            .filter(|effect| matches!(effect, Effect::Storage(StorageEffect::SaveGame(_))))
            .count(),
        2
    );
}

#[test]
fn taking_back_while_the_engine_thinks_stops_it() {
    let mut table = Table::against_engine((80, 24));
    table.keys("e4<enter>");
    let effects = table.keys("u");
    assert!(matches!(effects[0], Effect::Engine(EngineEffect::Stop)), "{effects:?}");
    assert_eq!(table.moves(), "");
}

#[test]
fn a_dead_engine_is_said_and_the_game_goes_on() {
    let mut table = Table::against_engine((80, 24));
    table.keys("e4<enter>");
    let epoch = table.app.model.thinking.epoch;
    table.event(Event::EngineDied { epoch, message: "a test".into() });
    assert!(table.frame().contains("the engine failed and was started again"));
    let effects = table.keys("w");
    assert!(
        effects.iter().any(|effect| matches!(effect, Effect::Engine(EngineEffect::Go(_)))),
        "{effects:?}"
    );
}

#[test]
fn a_move_entered_ahead_is_played_or_dropped() {
    for (ahead, moves) in [("g1f3", "e4 e5 Nf3"), ("Nf3", "e4 e5 Nf3"), ("e4e5", "e4 e5")] {
        let mut table = Table::against_engine((80, 24));
        table.keys("e4<enter>");
        table.keys(&format!("{ahead}<enter>"));
        let epoch = table.app.model.thinking.epoch;
        table.answer(epoch, "e7e5");
        assert_eq!(table.moves(), moves);
    }
}

#[test]
fn looking_back_does_not_touch_the_game() {
    let mut table = Table::two_people((80, 24));
    table.keys("e4<enter>e5<enter>,,");
    assert_eq!(table.app.model.session.position().fen(), lucena::rules::Position::default().fen());
    assert_eq!(table.moves(), "e4 e5");
    table.keys(".d4<enter>");
    assert_eq!(table.moves(), "e4 e5");
    table.keys("x");
    assert_eq!(table.moves(), "e4");
    table.keys("c5<enter>");
    assert_eq!(table.moves(), "e4 c5");
}

#[test]
fn a_new_game_takes_what_the_form_says() {
    let mut table = Table::fresh((80, 24));
    table.keys("<right><left><tab><right><tab>3+2<tab>1800<enter>");
    let game = &table.app.model.session.game;
    assert_eq!(game.clocks().control(lucena::rules::Color::White).tag(), "180+2");
    assert_eq!(game.players.white.elo, Some(lucena::base::Elo(1800)));
    assert_eq!(game.players.black.name, "Player");
    let mut table = Table::fresh((80, 24));
    table.keys("<tab><tab>soon<enter>");
    assert!(table.frame().contains("time control \"soon\""), "{}", table.frame());
}

#[test]
fn analysis_thinks_without_end_and_follows_the_moves() {
    let mut table = Table::two_people((120, 40));
    let infinite = |effects: &[Effect]| {
        effects.iter().any(
            |effect| matches!(effect, Effect::Engine(EngineEffect::Go(go)) if go.limit.infinite),
        )
    };
    assert!(infinite(&table.keys("s")));
    assert!(infinite(&table.keys("e4<enter>")));
    assert!(infinite(&table.keys("]")));
    let effects = table.keys("s");
    assert!(matches!(effects[0], Effect::Engine(EngineEffect::Stop)), "{effects:?}");
}

#[test]
fn the_help_is_searched_and_lists_every_action() {
    let mut table = Table::two_people((100, 300));
    table.keys("?");
    let all = table.frame();
    for spec in table.app.model.keymap.specs() {
        let words = spec.help.split(" or ").next().unwrap_or_default();
        let start: String = words.chars().take(30).collect();
        assert!(all.contains(&start), "{}", spec.name);
    }
    table.keys("take back");
    assert!(table.frame().contains("take back the last move"));
    assert!(!table.frame().contains("resign the game"));
}

#[test]
fn too_small_a_terminal_says_what_it_needs_and_comes_back() {
    let mut table = Table::two_people((39, 15));
    assert!(table.frame().contains("40 columns and 15 rows"), "{}", table.frame());
    table.keys("e4<enter>");
    table.resize((40, 15));
    assert!(table.frame().contains("a b c d e f g h"), "{}", table.frame());
    assert_eq!(table.moves(), "e4");
    // A question that nobody sees is not answered.
    table.keys("<ctrl-g>");
    table.resize((30, 10));
    table.keys("<enter>y");
    assert!(table.frame().contains("Esc leaves it"), "{}", table.frame());
    table.keys("<esc>");
    assert!(table.app.model.dialog.is_none() && !table.frame().contains("Esc leaves it"));
    table.keys("<ctrl-g>");
    table.resize((80, 24));
    assert!(table.app.model.session.game.end().is_none());
    table.keys("<enter>");
    assert!(table.app.model.session.game.end().is_some(), "{}", table.frame());
}

#[test]
fn a_question_in_too_small_a_terminal_can_be_redrawn_and_quit() {
    let mut table = Table::two_people((80, 24));
    table.keys("e4<enter><ctrl-g>");
    table.resize((30, 10));
    let question = |table: &Table| match &table.app.model.dialog {
        Some(Dialog::Confirm(question)) => format!("{question:?}"),
        other => format!("{other:?}"),
    };
    assert_eq!(question(&table), "Resign");
    let effects = table.keys("<ctrl-l>");
    let is_redraw = |effect: &Effect| matches!(effect, Effect::Screen(ScreenEffect::Redraw));
    assert!(effects.iter().any(is_redraw), "{effects:?}");
    assert_eq!(question(&table), "Resign");
    // A game under way is asked about, and the question is not answered unseen.
    let leaves = |effects: &[Effect]| effects.iter().any(|it| matches!(it, Effect::Quit));
    let effects = table.keys("<ctrl-q>y<enter>");
    assert!(question(&table).starts_with("Leave(Quit") && !leaves(&effects), "{effects:?}");
    table.resize((80, 24));
    assert!(leaves(&table.keys("y")));
    let mut over = Table::two_people((80, 24));
    over.keys("e4<enter><ctrl-g><enter>u");
    over.resize((30, 10));
    assert!(question(&over).starts_with("TakeBack"), "{}", question(&over));
    assert!(leaves(&over.keys("<ctrl-q>")));
}

#[test]
fn the_message_of_a_small_window_is_whole_at_every_size() {
    let mut table = Table::two_people((80, 24));
    for (size, end) in [
        ((39, 14), "the window."),
        ((20, 5), "continues."),
        ((20, 4), "continues."),
        ((12, 2), "40x15."),
        ((6, 2), "40x15."),
    ] {
        table.resize(size);
        let frame = table.frame();
        assert!(frame.trim_end().ends_with(end), "{size:?}: {frame}");
    }
}

#[test]
fn the_whole_board_is_seen_at_every_size() {
    let mut table = Table::against_engine((40, 15));
    table.keys(":pieces letters<enter>e4<enter>");
    table.report();
    let widths = (20..=300).step_by(7).chain([40, 60, 80, 120, 160, 200]);
    for width in widths {
        for height in (8..=100).step_by(3).chain([15, 20, 24, 50, 60]) {
            table.resize((width, height));
            let shown = table.frame();
            if width >= 40 && height >= 15 {
                let pieces = table.pieces_on_board();
                assert_eq!(pieces, 32, "{width}x{height}:\n{shown}");
            }
        }
    }
}

#[test]
fn random_keys_clicks_and_sizes_break_nothing() {
    let mut table = Table::against_engine((80, 24));
    table.monkey(&mut Random::new(0x6c75_6365_6e61), 10_000);
}

#[test]
fn the_same_seed_gives_the_same_monkey() {
    let play = || {
        let mut table = Table::two_people((60, 20));
        table.monkey(&mut Random::new(7), 500);
        (table.frame(), table.moves())
    };
    assert_eq!(play(), play());
}

#[test]
fn a_release_of_the_mouse_elsewhere_does_nothing() {
    let mut table = Table::two_people((80, 24));
    let event = MouseEvent {
        kind: MouseEventKind::Up(MouseButton::Left),
        column: 79,
        row: 23,
        modifiers: KeyModifiers::NONE,
    };
    table.event(Event::Mouse(event));
    assert_eq!(table.moves(), "");
    assert!(parse_fen(&table.app.model.session.position().fen()).is_ok());
}
