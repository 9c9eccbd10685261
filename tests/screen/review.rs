//! Thinking on the opponent's time, another engine, and going through a record.

use crate::bench::Bench;
use crate::screen::Table;
use lucena::base::{Millis, Score};
use lucena::config::Settings;
use lucena::engine::external::{
    ExternalError, ExternalNotice, ExternalOutcome, ExternalReport, Handshake, Info, OptionSet,
};
use lucena::engine::{DebugEvent, UciOption};
use lucena::game::autosave::ResumeState;
use lucena::game::{Evaluation, Game, pgn};
use lucena::rules::{Color, Square, parse_move};
use lucena::strength::human::IntrinsicRating;
use lucena::tui::model::external::{External, ExternalConfig, Seat};
use lucena::tui::model::{EngineEffect, ExternalEffect, GamesEffect, StorageEffect};
use lucena::tui::values::completion::DiskLookup;
use lucena::tui::values::layout::LayoutState;
use lucena::tui::{Effect, Event};
use shakmaty::ByColor;
use std::time::Duration;

const ANNOTATED: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 { best by test } e5 (1... c5 $1 2. Nf3 (2. c3) d6) \
                         2. Nf3 $6 { [%eval -1.50,12] [%emt 0:00:04] [%lcs depth=12, seldepth=20, nodes=345000, \
                         nps=900000, stop=budget spent, pv=g1f3 b8c6] } Nc6 *\n";

/// A record with remarks and variations, looked at from its start.
pub fn reviewing(size: (u16, u16)) -> Table {
    let mut table = Table::fresh(size);
    table.keys("<esc>");
    let read = pgn::read_bytes(ANNOTATED.as_bytes()).expect("games").remove(0);
    table.event(Event::GameRead(Box::new(read.game), None, Vec::new()));
    table
}

pub fn orders(effects: &[Effect], wanted: fn(&Effect) -> bool) -> usize {
    effects.iter().filter(|effect| wanted(effect)).count()
}

#[test]
fn a_position_is_shown_by_its_number_of_half_moves() {
    let mut table = Table::two_people((100, 40));
    table.keys("e4<enter>e5<enter>Nf3<enter>:goto 1<enter>");
    assert!(table.frame().contains("1 of 3"), "{}", table.frame());
    table.keys(":goto 4<enter>");
    assert!(table.frame().contains("goto \"4\": expected 0 to 3"), "{}", table.frame());
    table.keys(":goto 3<enter>");
    assert_eq!(table.app.model.session.viewed, None);
}

#[test]
fn the_status_says_what_the_arrows_do() {
    let mut table = reviewing((80, 24));
    table.keys("<right>");
    assert!(table.frame().contains("step, "), "{}", table.frame());
    table.keys("<enter><right><right>");
    assert!(
        table.frame().contains("the arrows move the cursor, , and . step"),
        "{}",
        table.frame()
    );
    table.keys("<esc><right>");
    assert!(table.frame().contains("other moves"), "{}", table.frame());
}

#[test]
fn a_whole_game_is_played_by_cursor_to_mate() {
    let mut table = Table::two_people((80, 24));
    // f2f3, e7e5, g2g4, Qd8h4: the cursor begins on e2 and stays where it was left.
    table.keys("<up><right><enter><up><enter>");
    table.keys("<left><up><up><up><up><enter><down><down><enter>");
    table.keys("<right><right><down><down><down><enter><up><up><enter>");
    table.keys("<left><left><left><up><up><up><up><enter>");
    table.keys("<right><right><right><right><down><down><down><down><enter>");
    assert_eq!(table.moves(), "f3 e5 g4 Qh4#");
}

#[test]
fn the_engine_ponders_and_a_hit_goes_on_with_the_same_thought() {
    for (reply, hits) in [("Nf3<enter>", 1), ("d4<enter>", 0)] {
        let mut table = Table::against_engine((80, 24));
        table.app.model.prefs.ponder = true;
        table.keys("e4<enter>");
        let epoch = table.app.model.thinking.epoch;
        let effects = table.answer_expecting(epoch, "e7e5", Some("g1f3"));
        let ponders = |effect: &Effect| matches!(effect, Effect::Engine(EngineEffect::Go(go)) if go.ponder && go.moves.len() == 3);
        assert_eq!(orders(&effects, ponders), 1, "{effects:?}");
        assert!(table.frame().contains("ponders Nf3"), "{}", table.frame());
        let effects = table.keys(reply);
        assert_eq!(
            orders(&effects, |effect| matches!(effect, Effect::Engine(EngineEffect::PonderHit))),
            hits
        );
        let anew = orders(
            &effects,
            |effect| matches!(effect, Effect::Engine(EngineEffect::Go(go)) if !go.ponder),
        );
        assert_eq!(anew, 1 - hits, "{effects:?}");
    }
}

#[test]
fn the_clock_stands_while_a_ponder_search_is_to_pause() {
    let mut table = Table::against_engine((80, 24));
    table.app.model.prefs.ponder = true;
    table.keys("e4<enter>");
    let epoch = table.app.model.thinking.epoch;
    table.answer_expecting(epoch, "e7e5", Some("g1f3"));
    let runs = |table: &Table| table.app.model.session.game.clocks().running();
    assert_eq!(runs(&table), Some(Color::White));
    table.keys("<f7>");
    assert_eq!(runs(&table), None);
    let epoch = table.app.model.thinking.epoch;
    table.event(Event::Debug(Box::new(DebugEvent::Complete(epoch))));
    assert_eq!(runs(&table), Some(Color::White));
    assert!(table.frame().contains("the search is complete"), "{}", table.frame());
    // It is given up before the pause is there.
    table.keys("<esc><f7>");
    assert_eq!(runs(&table), None);
    table.keys(":set ponder off<enter>");
    assert_eq!(runs(&table), Some(Color::White));
}

#[test]
fn another_engine_is_asked_for_its_move_and_its_loss_is_explained() {
    let mut table = Table::two_people((120, 40));
    let goes = |effect: &Effect| matches!(effect, Effect::External(ExternalEffect::Go(..)));
    let effects = table.keys(":game white-outside 5+3<enter>e4<enter>");
    assert_eq!(orders(&effects, goes), 1, "{effects:?}");
    assert_eq!(orders(&effects, |effect| matches!(effect, Effect::Engine(EngineEffect::Go(_)))), 0);
    let error = ExternalError::Start { program: "stockfish".into(), reason: "not found".into() };
    let epoch = Some(table.app.model.external.epoch);
    table.event(Event::External(Box::new(ExternalNotice::Failed { epoch, error })));
    assert!(table.frame().contains(":engine COMMAND"), "{}", table.frame());
    assert_eq!(orders(&table.keys("w"), goes), 1);
}

#[test]
fn another_engine_takes_its_seat_again_or_ours_does() {
    let returns = |effect: &Effect| matches!(effect, Effect::External(ExternalEffect::Start(_)));
    let goes = |effect: &Effect| matches!(effect, Effect::External(ExternalEffect::Go(..)));
    for is_gone in [false, true] {
        let mut table = Table::fresh((120, 40));
        let mut game = Game::default();
        let e4 = parse_move(game.position(), "e4").expect("a move");
        game.play(e4, Millis(0)).expect("legal");
        let options = vec![("Threads".to_owned(), "2".to_owned())];
        let seat =
            Seat { side: Color::Black, config: ExternalConfig { command: "oaf".into(), options } };
        let state = ResumeState { notes: seat.notes(), ..ResumeState::default() };
        let effects = table.event(Event::Resumed(Box::new(game), state));
        assert_eq!((orders(&effects, returns), orders(&effects, goes)), (1, 0), "{effects:?}");
        let notice = if is_gone {
            let error = ExternalError::Start { program: "oaf".into(), reason: "not found".into() };
            ExternalNotice::Failed { epoch: None, error }
        } else {
            let name = "Oaf 2".to_owned();
            ExternalNotice::HandshakeDone(Handshake { name, ..Handshake::default() }.into())
        };
        let effects = table.event(Event::External(Box::new(notice)));
        let ours = orders(&effects, |effect| matches!(effect, Effect::Engine(EngineEffect::Go(_))));
        assert_eq!((orders(&effects, goes), ours), if is_gone { (0, 1) } else { (1, 0) });
        let words = if is_gone { "plays Black from here" } else { "against Oaf 2" };
        assert!(table.frame().contains(words), "{}", table.frame());
    }
}

#[test]
fn options_of_another_engine_are_set_by_names_with_blanks() {
    let mut table = Table::two_people((120, 40));
    let declared = ["name Clear Hash type button", "name Skill Level type spin min 0 max 20"];
    let options = declared.iter().filter_map(|text| UciOption::parse(text)).collect();
    let who = std::sync::Arc::new(Handshake { options, ..Handshake::default() });
    table.event(Event::External(Box::new(ExternalNotice::HandshakeDone(who.clone()))));
    for (typed, wanted) in [
        ("clear hash", ("Clear Hash", "")),
        ("skill level 3", ("Skill Level", "3")),
        ("Other Thing 4", ("Other Thing", "4")),
    ] {
        let effects = table.keys(&format!(":option {typed}<enter>"));
        let set = effects.iter().find_map(|effect| match effect {
            Effect::External(ExternalEffect::Option(_, text)) => Some(who.split_option(text)),
            _ => None,
        });
        assert_eq!(set, Some(wanted));
    }
}

#[test]
fn the_command_line_is_completed_and_a_second_tab_goes_on() {
    let mut table = Table::two_people((120, 40));
    table.keys(":theme par<tab>");
    let found = |line: &str, words: &[&str]| {
        Event::CompletionFound(line.to_owned(), words.iter().map(|&word| word.to_owned()).collect())
    };
    // What comes too late is not for the line that is there by now.
    table.event(found("theme p", &["pale"]));
    assert!(table.frame().contains(":theme par\n"), "{}", table.frame());
    table.event(found("theme par", &["parade", "parquet"]));
    assert!(table.frame().contains("parade  parchment  parquet"), "{}", table.frame());
    table.keys("<tab>");
    assert!(table.frame().contains(":theme parade"), "{}", table.frame());
    table.keys("<tab><tab>");
    assert!(table.frame().contains(":theme parquet"), "{}", table.frame());
    let effects = table.keys("<esc>:open games/a<tab>");
    assert!(
        matches!(&effects[..], [Effect::Storage(StorageEffect::Complete(line, _))] if line == "open games/a")
    );
    table.event(found("open games/a", &["games/abc.pgn"]));
    assert!(table.frame().contains(":open games/abc.pgn"), "{}", table.frame());
    table.keys("<esc>:move Nf<tab><enter>");
    assert_eq!(table.moves(), "Nf3");
}

#[test]
fn completing_takes_nothing_away_that_was_typed() {
    let mut table = Table::two_people((120, 40));
    let line = |table: &Table| {
        let typing = table.app.model.typing.as_ref();
        typing.map_or_else(String::new, |typing| typing.input.value().to_owned())
    };
    table.keys(":t<tab>");
    table.event(Event::Paste("heme dark".into()));
    table.keys("<tab>");
    assert_eq!(line(&table), "theme dark");
    table.keys("<esc>:open g<tab>");
    let found = ["Game one.pgn", "games/"].map(str::to_owned).to_vec();
    table.event(Event::CompletionFound("open g".into(), found));
    assert_eq!(line(&table), "open g");
    table.keys("<tab>");
    assert_eq!(line(&table), "open Game one.pgn");
}

#[test]
fn a_program_with_a_space_in_its_path_is_completed_with_quotation_marks() {
    let mut table = Table::two_people((120, 40));
    let line = |table: &Table| {
        let typing = table.app.model.typing.as_ref();
        typing.map_or_else(String::new, |typing| typing.input.value().to_owned())
    };
    let mut complete = |typed: &str, begun: &str, words: &[&str]| {
        let effects = table.keys(&format!("<esc>:engine {typed}<tab>"));
        let sought = DiskLookup::Programs(begun.to_owned());
        let is_sought = |it: &Effect| matches!(it, Effect::Storage(StorageEffect::Complete(_, lookup)) if *lookup == sought);
        assert!(effects.iter().any(is_sought), "{effects:?}");
        let words = words.iter().map(|&word| word.to_owned()).collect();
        table.event(Event::CompletionFound(format!("engine {typed}"), words));
        line(&table)
    };
    assert_eq!(complete("/t/my", "/t/my", &["/t/my engine"]), "engine \"/t/my engine\"");
    assert_eq!(complete("/t/a", "/t/a", &["/t/a b/"]), "engine \"/t/a b/");
    assert_eq!(complete("\"/t/a b/", "/t/a b/", &["/t/a b/c"]), "engine \"/t/a b/c\"");
    assert_eq!(complete("/t/c", "/t/c", &["/t/cd e", "/t/cdf"]), "engine \"/t/cd");
    assert_eq!(complete("/t/x", "/t/x", &["/t/xy"]), "engine /t/xy");
}

#[test]
fn the_cursor_of_a_long_line_stays_in_sight() {
    let mut table = Table::two_people((40, 15));
    table.keys(":fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq");
    assert!(table.frame().contains("PPP/RNBQKBNR b KQkq"), "{}", table.frame());
    table.keys("<left><left><left><left>x<home>");
    assert!(table.frame().contains(" :fen rnbqkbnr/pppppppp/8/8/4P3"), "{}", table.frame());
}

#[test]
fn a_second_opinion_follows_the_position_shown() {
    let mut table = Table::two_people((120, 40));
    let goes = |effect: &Effect| matches!(effect, Effect::External(ExternalEffect::Go(_, go)) if go.go.limit.infinite);
    assert_eq!(orders(&table.keys(":opinion<enter>"), goes), 1);
    assert_eq!(orders(&table.keys("e4<enter>"), goes), 1);
    // It begins again with a new value of an option, but not where the option does not exist.
    let threads = UciOption::parse("name Threads type spin default 1 min 1 max 8");
    let who = Handshake { options: threads.into_iter().collect(), ..Handshake::default() };
    table.event(Event::External(Box::new(ExternalNotice::HandshakeDone(who.into()))));
    let stops = |effect: &Effect| matches!(effect, Effect::External(ExternalEffect::Stop));
    let set = table.keys(":option Threads 2<enter>");
    assert_eq!((orders(&set, stops), orders(&set, goes)), (1, 1));
    // It is kept for the engine's command, and set again when that is used again.
    let set = OptionSet { name: "Threads".into(), value: "2".into(), is_waiting: false };
    let kept = table.event(Event::External(Box::new(ExternalNotice::OptionSet(set))));
    let saved = kept.into_iter().find_map(|effect| match effect {
        Effect::Storage(StorageEffect::SavePrefs(saved)) => Some(saved.over(Settings::default())),
        _ => None,
    });
    let settings = saved.expect("the settings are saved");
    let command = table.app.model.prefs.external.clone();
    let option = [("Threads".to_owned(), "2".to_owned())];
    assert_eq!(settings.engine.external_options[&command], option);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("settings.ron");
    settings.save(&file).expect("room on the disk");
    assert_eq!(Settings::load(&file).0.engine.external_options, settings.engine.external_options);
    let wrong = table.keys(":option Threats 2<enter>");
    assert_eq!((orders(&wrong, stops), orders(&wrong, goes)), (0, 0));
    assert_eq!(orders(&table.keys(":opinion<enter>"), stops), 1);
}

#[test]
fn a_second_opinion_that_ends_by_itself_is_kept() {
    let mut table = Table::two_people((120, 40));
    let goes = |effect: &Effect| matches!(effect, Effect::External(ExternalEffect::Go(..)));
    let done = |table: &mut Table| {
        let External { epoch, node, .. } = table.app.model.external;
        let root = table.app.model.session.game.position_at(node).clone();
        let best = root.legal_moves().first().copied();
        let info = Info { nodes: Some(777), ..Info::default() };
        let report = ExternalReport { epoch, root, lines: Vec::new(), info, texts: Vec::new() };
        let outcome = ExternalOutcome { epoch, best: Ok(best), ponder: None, report };
        table.event(Event::External(Box::new(ExternalNotice::Done(Box::new(outcome)))))
    };
    let who = Handshake { name: "Oaf".to_owned(), ..Handshake::default() };
    assert_eq!(orders(&table.keys(":opinion<enter>"), goes), 1);
    table.keys(":panel other-engine<enter>z");
    table.event(Event::External(Box::new(ExternalNotice::HandshakeDone(who.into()))));
    assert_eq!(orders(&done(&mut table), goes), 0);
    assert_eq!(orders(&table.wait(5_000), goes), 0);
    let frame = table.frame();
    assert!(frame.contains("777 nodes") && frame.contains("its search has ended"), "{frame}");
    // Another position, also the first of another game, and other options are searched.
    let fen = ":fen k7/8/1K6/8/8/8/8/7R w - - 0 1<enter>";
    assert_eq!(orders(&table.keys(fen), goes), 1);
    assert_eq!(orders(&done(&mut table), goes), 0);
    assert_eq!(orders(&table.keys(fen), goes), 1);
    assert_eq!(orders(&done(&mut table), goes), 0);
    let set = ExternalNotice::OptionSet(OptionSet {
        name: "Threads".to_owned(),
        value: "2".to_owned(),
        is_waiting: false,
    });
    let set = Event::External(Box::new(set));
    assert_eq!(orders(&table.event(set), goes), 1);
    assert_eq!(orders(&done(&mut table), goes), 0);
    assert_eq!(orders(&table.keys("Rh2<enter>"), goes), 1);
}

#[test]
fn a_second_opinion_that_fails_is_said_to_have_failed() {
    let mut table = Table::two_people((120, 40));
    let goes = |effect: &Effect| matches!(effect, Effect::External(ExternalEffect::Go(..)));
    let who = Handshake { name: "Oaf".to_owned(), ..Handshake::default() };
    let external = |notice| Event::External(Box::new(notice));
    let report = |table: &Table, nodes| {
        let External { epoch, node, .. } = table.app.model.external;
        let root = table.app.model.session.game.position_at(node).clone();
        let info = Info { nodes: Some(nodes), ..Info::default() };
        let texts = vec!["no network file".to_owned(), "uses a small network".to_owned()];
        ExternalReport { epoch, root, lines: Vec::new(), info, texts }
    };
    table.keys(":opinion<enter>:panel other-engine<enter>z");
    table.event(external(ExternalNotice::HandshakeDone(who.into())));
    let first = report(&table, 777);
    table.event(Event::ExternalReport(first.into()));
    assert!(table.frame().contains("777 nodes"), "{}", table.frame());
    // What it says in words stands below.
    let frame = table.frame();
    assert!(frame.contains("no network file") && frame.contains("uses a small network"), "{frame}");
    // The report is about the position before.
    let lost = table.app.model.external.epoch;
    table.keys("e4<enter>");
    assert!(!table.frame().contains("777 nodes"), "{}", table.frame());
    assert!(table.frame().contains("thinks about this position"), "{}", table.frame());
    // It fails in the search before, while another one waits.
    let error = ExternalError::NoAnswer { name: "Oaf".to_owned(), waited: Duration::from_secs(5) };
    table.event(external(ExternalNotice::Failed { epoch: Some(lost), error }));
    let frame = table.frame();
    assert!(frame.contains("does not run") && !frame.contains("being started"), "{frame}");
    // An illegal move ends it too, and the key that is named asks again.
    assert_eq!(orders(&table.keys(":opinion<enter>"), goes), 1);
    let found = report(&table, 1);
    let error = ExternalError::IllegalMove { name: "Oaf".to_owned(), text: "a1a8".to_owned() };
    let outcome =
        ExternalOutcome { epoch: found.epoch, best: Err(error), ponder: None, report: found };
    table.event(external(ExternalNotice::Done(Box::new(outcome))));
    let again = format!("{} asks again", table.app.model.keymap.way_to("opinion"));
    assert!(table.frame().contains(&again), "{again}: {}", table.frame());
    assert_eq!(orders(&table.keys(":opinion<enter>"), goes), 1);
}

#[test]
fn a_record_is_shown_as_a_tree_with_what_was_said() {
    let mut table = reviewing((120, 40));
    let shown = table.frame();
    for part in ["1.e4", "best by test", "1…c5!", "2.c3", "2.Nf3?!"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}

#[test]
fn panels_show_what_was_recorded_with_the_move() {
    let mut table = reviewing((160, 50));
    table.keys("...");
    let shown = table.frame();
    for part in ["345k nodes", "-1.50", "budget spent"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    table.keys(",");
    assert!(table.frame().contains("the game record has no search here"), "{}", table.frame());
}

#[test]
fn a_record_is_walked_and_edited() {
    let mut table = reviewing((120, 40));
    table.keys("..)");
    let tree = table.app.model.session.game.tree();
    assert_eq!(tree.san(table.app.model.session.shown()), "c5");
    table.keys("!;");
    table.keys(" sharp<enter>^");
    let written = pgn::write(&table.app.model.session.game);
    assert!(written.contains("1. e4 {best by test} 1... c5 $2 {sharp}"), "{written}");
    table.keys(")");
    let tree = table.app.model.session.game.tree();
    assert_eq!(tree.san(table.app.model.session.shown()), "e5");
}

#[test]
fn the_moments_that_decided_a_game_are_listed() {
    let mut table = Table::two_people((120, 40));
    table.keys("e4<enter>e5<enter>Qh5<enter>");
    let game = &mut table.app.model.session.game;
    for (id, score) in game.tree().mainline().into_iter().skip(1).zip([20, 30, -250]) {
        let evaluation = Evaluation { score: Score::raw(score), depth: None };
        game.tree_mut().node_mut(id).annotation.evaluation = Some(evaluation);
    }
    table.keys("'");
    assert!(table.frame().contains("2.Qh5"), "{}", table.frame());
    assert!(!table.frame().contains("1…e5  "), "{}", table.frame());
}

#[test]
fn the_moments_of_an_annotated_game_are_its_marks() {
    let moments = |tags: &str| {
        let text = format!(
            "{tags}\n1. e4 {{[%eval 0.2]}} e5 {{[%eval 0.3]}} 2. Qh5 $4 {{[%eval 0.2] [%lcl 16.4]}} Ke7 {{[%eval 1.10]}} \
             3. Nh3 {{[%eval #-3]}} Nf6 $2 {{[%eval #-3]}} *"
        );
        let read = pgn::read_bytes(text.as_bytes()).expect("games").remove(0);
        let mut table = Table::fresh((120, 40));
        table.keys("<esc>");
        table.event(Event::GameRead(Box::new(read.game), None, Vec::new()));
        table.keys("'");
        table.frame()
    };
    let marked = moments("[Annotator \"Lucena\"]\n");
    assert!(
        marked.contains("2.Qh5??       16 % given away") && !marked.contains("+0.30 →"),
        "{marked}"
    );
    assert!(!marked.contains("3.Nh3  "), "no search confirms it: {marked}");
    // A mate counts as ten pawns.
    let plain = moments("");
    assert!(plain.contains("3.Nh3         58 % given away  +1.10 →"), "{plain}");
}

#[test]
fn without_a_time_control_both_sides_show_what_they_used() {
    // Not what two persons need to enter their moves.
    for (line, is_shown) in [("white none 1000", true), ("two none", false)] {
        let mut table = Table::two_people((80, 24));
        table.keys(&format!(":game {line}<enter>"));
        table.wait(5_000);
        table.keys("e4<enter>");
        table.wait(3_000);
        let shown = table.frame();
        assert_eq!(shown.contains("0:05") && shown.contains("0:03"), is_shown, "{line}: {shown}");
    }
}

#[test]
fn the_vi_keys_can_be_used() {
    let patch = include_str!("../../assets/keymap-vi.ron");
    let mut table = Table::two_people((80, 24));
    let keymap = table.app.model.keymap.patched("keymap-vi.ron", patch).keymap;
    table.app.model.keymap = keymap;
    table.keys("hh<enter>kk<enter>");
    assert_eq!(table.moves(), "d4");
}

#[test]
fn a_panel_that_overflows_can_be_scrolled() {
    let mut table = Table::against_engine((80, 20));
    table.keys("e4<enter>");
    table.report();
    table.app.model.layout = LayoutState {
        focus: lucena::tui::values::panel::Panel::Time,
        zoom: true,
        ..LayoutState::default()
    };
    let before = table.frame();
    table.keys("<pagedown>");
    assert_ne!(before, table.frame());
    table.keys("<pagedown><pagedown><pagedown><pagedown>");
    assert!(!table.frame().trim().is_empty());
}

#[test]
fn unused_time_is_no_time() {
    let game = Game::default();
    assert!(parse_move(game.position(), "e4").is_ok());
    let session = lucena::tui::model::session::Session::of(game);
    assert_eq!(session.spent(Color::White, Millis(9_000)), Millis(0));
}

#[test]
fn both_sides_of_a_record_are_rated_by_their_moves() {
    let mut table = Table::fresh((80, 24));
    table.keys("<esc>");
    let game = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d3 d6 6. O-O O-O 7. Nbd2 a6 8. Bb3 Ba7 1/2-1/2";
    let read = pgn::read_bytes(game.as_bytes()).expect("a game").remove(0);
    let opened = table.event(Event::GameRead(Box::new(read.game), None, Vec::new()));
    let order = opened.iter().find_map(|effect| match effect {
        Effect::Storage(StorageEffect::Games(GamesEffect::RateMoves(number, _))) => Some(*number),
        _ => None,
    });
    let order = order.expect("the moves are rated");
    assert!(!table.frame().contains("by moves"));
    let rating = |rating| Some(IntrinsicRating::normal(rating, 100.0, 30));
    let sides = ByColor { white: rating(1480.0), black: rating(1210.0) };
    // Stepping through the record orders nothing, and news of another order say nothing.
    let is_order = |effect: &Effect| {
        matches!(effect, Effect::Storage(StorageEffect::Games(GamesEffect::RateMoves(..))))
    };
    assert_eq!(orders(&table.keys("<left><left>"), is_order), 0);
    table.event(Event::MovesRated(order + 1, sides));
    assert!(!table.frame().contains("by moves"));
    table.event(Event::MovesRated(order, sides));
    table.keys("f4");
    let frame = table.frame();
    assert!(frame.contains("White 1480 ±229") && frame.contains("1210 ±229"), "{frame}");
}

#[test]
fn coloured_squares_and_arrows_are_on_the_board_and_in_words() {
    let mut table = Table::two_people((120, 40));
    let text = b"1. e4 {[%csl Gd4][%cal Re7e5]} e5 *";
    let read = pgn::read_bytes(text).expect("a game").remove(0);
    table.event(Event::GameRead(Box::new(read.game), None, Vec::new()));
    let grounds = |table: &mut Table| {
        let frame = table.frame();
        let marks = table.app.model.board_marks();
        let theme = &table.app.model.theme;
        let ground = |square| marks.style(square, theme).and_then(|(_, style)| style.bg);
        (frame, [Square::D4, Square::E7, Square::E5, Square::D5].map(ground))
    };
    assert_eq!(grounds(&mut table).1, [None; 4]);
    table.keys(".");
    let (frame, [green, from, to, none]) = grounds(&mut table);
    assert!(frame.contains("1.e4 [d4 green, e7-e5 red]"), "{frame}");
    assert!(green.is_some() && from.is_some() && to.is_some() && none.is_none());
    assert!(green != from, "{green:?} {from:?}");
}

#[test]
fn a_game_of_others_is_played_on_against_lucena_and_its_unknown_clocks_show_no_figure() {
    let mut bench = Bench::new((80, 24));
    bench.write(
        "others.pgn",
        "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[TimeControl \"300+3\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n",
    );
    bench.keys("<esc><esc>:open others.pgn<enter>");
    bench.until(|bench| bench.table.app.model.session.is_review());
    let frame = bench.keys("<right><right><right>");
    assert!(frame.contains('–') && !frame.contains("0:00"), "{frame}");
    bench.keys(":fen<enter>");
    let session = &bench.table.app.model.session;
    assert!(session.started && session.game.tree().is_empty());
    assert!(!session.is_engine(Color::Black) && session.is_engine(Color::White));
}
