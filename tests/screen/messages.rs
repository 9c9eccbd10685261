//! Messages stay until they were read; what they announced takes them away; what is destroyed is asked about or undone.

use crate::screen::Table;
use lucena::annotate::{AnalysisTask, AnnotateError, Progress, Scope, TaskResult};
use lucena::base::Millis;
use lucena::game::pgn;
use lucena::tui::model::annotating::AnnotationEvent;
use lucena::tui::model::event::CopiedTo;
use lucena::tui::model::messages::READING_TIME;
use lucena::tui::model::saved::{Start, UserData};
use lucena::tui::values::charset::Charset;
use lucena::tui::values::colour::ColourDepth;
use lucena::tui::{App, Event};

fn error(table: &Table) -> Option<String> {
    table.app.model.messages.error().map(|(error, _)| error.text.clone())
}

#[test]
fn what_is_copied_is_claimed_only_as_far_as_it_is_known() {
    let mut table = Table::two_people((120, 30));
    let words = "copied to the clipboard";
    table.keys("e4<enter>:copy-moves<enter>");
    assert!(!table.frame().contains(words), "{}", table.frame());
    table.event(Event::Copied(CopiedTo::Clipboard));
    assert!(table.frame().contains(words), "{}", table.frame());
    for to in [CopiedTo::Tmux, CopiedTo::TerminalOfTmux] {
        table.event(Event::Copied(to));
        let frame = table.frame();
        assert!(frame.contains("tmux") && !frame.contains(words), "{frame}");
    }
}

#[test]
fn an_error_stays_while_keys_are_pressed_and_goes_after_ten_seconds() {
    let mut table = Table::two_people((80, 24));
    table.event(Event::Failed("the disk is full".to_owned()));
    table.keys("vv<up><up>e");
    assert!(table.frame().contains("the disk is full"), "{}", table.frame());
    table.keys("4<enter>:theme dark<enter>");
    let frame = table.frame();
    assert!(frame.contains("the disk is full"), "{frame}");
    table.wait(READING_TIME.0 - 1);
    assert!(table.frame().contains("the disk is full"));
    table.wait(1);
    assert!(!table.frame().contains("the disk is full"));
    table.keys("M");
    assert!(table.frame().contains("the disk is full"), "{}", table.frame());
}

#[test]
fn f1_closes_what_is_open_as_esc_does() {
    for key in ["<ctrl-n>", "<f10>", "#", "<ctrl-k>", "<f6>", "M", "?"] {
        let mut table = Table::two_people((80, 24));
        table.keys(key);
        assert!(table.app.model.dialog.is_some(), "{key}");
        table.keys("<f1>");
        assert!(table.app.model.dialog.is_none(), "{key}");
    }
}

#[test]
fn time_behind_a_dialog_does_not_count() {
    let mut table = Table::two_people((80, 24));
    table.event(Event::Failed("the disk is full".to_owned()));
    table.keys("?");
    table.wait(60_000);
    table.keys("<esc>");
    assert!(table.frame().contains("the disk is full"), "{}", table.frame());
}

#[test]
fn several_errors_wait_with_their_count() {
    let mut table = Table::two_people((80, 24));
    for text in ["one is wrong", "two is wrong", "three is wrong"] {
        table.event(Event::Failed(text.to_owned()));
    }
    assert!(table.frame().contains("three is wrong (1 of 3, Esc"), "{}", table.frame());
    table.keys("<esc>");
    assert!(table.frame().contains("two is wrong (1 of 2, Esc"), "{}", table.frame());
    table.keys("<esc><esc>");
    assert_eq!(error(&table), None);
}

#[test]
fn a_refused_move_is_forgotten_with_the_next_move() {
    let mut table = Table::two_people((80, 24));
    table.keys("e5<enter>");
    assert!(error(&table).is_some_and(|text| text.starts_with("e5 is not legal here")));
    table.keys("e4<enter>");
    assert_eq!(error(&table), None);
    table.keys(":fly<enter>:lines 999<enter>");
    assert_eq!(table.app.model.messages.error().map(|(_, count)| count), Some(1));
    table.keys(":lines 2<enter>");
    assert_eq!(error(&table), None);
    // A move ahead is announced until it is played.
    let mut table = Table::against_engine((80, 24));
    table.keys("e4<enter>Nf3<enter>");
    assert!(table.frame().contains("Nf3 will be played"), "{}", table.frame());
    table.answer(table.app.model.thinking.epoch, "e7e5");
    assert!(!table.frame().contains("will be played"), "{}", table.frame());
}

#[test]
fn after_the_end_an_illegal_move_is_answered_as_a_legal_one() {
    let mut table = Table::two_people((80, 24));
    table.keys("f3<enter>e5<enter>g4<enter>:resign<enter>y");
    for text in ["Qh4", "Kd7"] {
        table.keys(&format!("{text}<enter>"));
        assert!(error(&table).is_some_and(|text| text.starts_with("the game is over: ")), "{text}");
        table.keys("<esc>");
    }
    table.keys(":move Zz<enter>");
    assert!(error(&table).is_some_and(|text| text.contains("is not a move")));
}

#[test]
fn every_file_with_a_mistake_is_named_at_the_start() {
    let user = UserData {
        keys: Some(("/home/ada/keys.ron".to_owned(), "{Board: {Flop: [\"x\"]}}".to_owned())),
        breakpoints: Some(("/home/ada/breakpoints.txt".to_owned(), "ply > > 3\n".to_owned())),
        problems: vec!["/home/ada/settings.ron:1: expected a map".to_owned()],
        ..UserData::default()
    };
    let mut app = App::new((80, 24).into());
    let (depth, position, script, pgn) = (ColourDepth::None, None, None, None);
    let start = Start { user, depth, charset: Charset::Unicode, position, script, pgn };
    let mut table = Table::of(std::mem::replace(&mut app, App::new((80, 24).into())), (80, 24));
    table.event(Event::Start(Box::new(start)));
    let text = error(&table).expect("an error");
    assert!(text.contains("3 mistakes in settings.ron, keys.ron, breakpoints.txt"), "{text}");
    assert!(text.ends_with("; :messages lists them"), "{text}");
    // Esc closes the form for a new game first, in which no key lists messages.
    let frame = |table: &mut Table| table.frame().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(frame(&mut table).contains("lists them (1 of 4)"), "{}", table.frame());
    table.keys("<esc>");
    assert!(frame(&mut table).contains("(1 of 4, Esc for the next)"), "{}", table.frame());
    table.keys("<esc>");
    assert!(error(&table).is_some_and(|text| text.contains("settings.ron:1")));
}

#[test]
fn leaving_a_game_is_asked_about_also_on_the_command_line() {
    let mut table = Table::two_people((80, 24));
    table.keys("e4<enter>:game white 3+2<enter>");
    assert!(table.frame().contains("Leave this game"), "{}", table.frame());
    table.keys("n");
    assert_eq!(table.moves(), "e4");
    table.keys(":fen 7k/8/6Q1/8/8/8/8/K7 w - - 0 1<enter>y");
    assert_eq!(table.moves(), "");
    assert_eq!(table.app.model.session.position().board().occupied().count(), 3);
    assert!(
        table.app.model.session_script.iter().filter(|line| line.starts_with(":fen")).count() == 1
    );
}

#[test]
fn a_result_is_taken_away_only_after_a_question() {
    let mut table = Table::two_people((80, 24));
    table.keys("e4<enter>e5<enter><ctrl-g>yu");
    assert!(table.frame().contains("and with it the result?"), "{}", table.frame());
    table.keys("n");
    assert!(table.app.model.session.game.end().is_some());
    // Another game goes on from an earlier position; this one keeps its result.
    let id = table.app.model.session.id.clone();
    table.keys(",x");
    assert_eq!((table.moves().as_str(), table.app.model.session.game.end()), ("e4", None));
    assert!(table.app.model.session.id != id);
    // A mate comes back with its move.
    let mut table = Table::two_people((80, 24));
    table.keys("f3<enter>e5<enter>g4<enter>qh4<enter>u");
    assert_eq!(table.moves(), "f3 e5 g4");
    table.keys("y");
    assert!(table.app.model.session.game.end().is_some());
}

#[test]
fn a_draw_is_offered_only_after_a_question() {
    let mut table = Table::two_people((80, 24));
    table.keys("e4<enter><ctrl-d>n");
    assert_eq!(table.app.model.session.game.end(), None);
    table.keys("<ctrl-d>y");
    assert!(table.frame().contains("draw by agreement"), "{}", table.frame());
}

#[test]
fn changes_of_a_record_are_undone_one_by_one() {
    let mut table = Table::fresh((80, 24));
    table.keys("<esc>");
    let read =
        pgn::read_bytes(b"1. e4 {old} e5 (1... c5 2. Nf3) 2. d4 *").expect("games").remove(0);
    table.event(Event::GameRead(Box::new(read.game), None, Vec::new()));
    let before = pgn::write(&table.app.model.session.game);
    table.keys(".:comment new<enter>!.)^<ctrl-x>y");
    let changed = pgn::write(&table.app.model.session.game);
    assert!(!changed.contains("old") && !changed.contains("c5"), "{changed}");
    table.keys("UUUU");
    assert_eq!(pgn::write(&table.app.model.session.game), before);
    table.keys("U");
    assert!(table.frame().contains("no change of the record to undo"), "{}", table.frame());
}

/// A record of the user's, with what it is written as.
fn reading(text: &str) -> (Table, String) {
    let mut table = Table::fresh((100, 40));
    table.keys("<esc>");
    let read = pgn::read_bytes(text.as_bytes()).expect("games").remove(0);
    table.event(Event::GameRead(Box::new(read.game), None, Vec::new()));
    let text = written(&table);
    (table, text)
}

fn written(table: &Table) -> String {
    pgn::write(&table.app.model.session.game)
}

#[test]
fn an_annotation_is_undone_alone() {
    let text = "1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. g4 {[%eval -3.1]} d5 *";
    let (mut table, before) = reading(text);
    table.keys(".:comment x<enter>");
    let commented = written(&table);
    table.keys("..<end>:annotate depth 1<enter>");
    let annotating = &table.app.model.annotating;
    let (run, task) = (annotating.run, AnalysisTask { ply: 4, scope: Scope::All });
    let found =
        |result: TaskResult| AnnotationEvent::Found(task, Box::new(result), Progress::default());
    table.event(Event::Annotated(run, found(TaskResult { depth: 9, ..TaskResult::default() })));
    assert_ne!(written(&table), commented);
    let stopped = Box::new(Err(AnnotateError::Stopped));
    table.event(Event::Annotated(run, AnnotationEvent::Ended(stopped)));
    table.keys("U");
    assert_eq!(written(&table), commented);
    table.keys(".:nag 1<enter><end><ctrl-x>y:annotate evals<enter>");
    assert!(written(&table).contains("Blunder") && written(&table).contains("Annotator"));
    table.keys("UUU");
    assert_eq!(written(&table), commented);
    table.keys("U");
    assert_eq!(written(&table), before);
}

#[test]
fn undo_leaves_what_the_game_has_gone_through_since() {
    let mut table = Table::against_engine((100, 40));
    table.keys(":tc 5+3<enter>e4<enter>");
    table.answer(table.app.model.thinking.epoch, "e7e5");
    table.keys(":comment x<enter>:opinion<enter>");
    table.wait(10_000);
    table.keys("|");
    let used = |table: &Table| table.app.model.session.game.clocks().used(Millis(10_000));
    let before = used(&table);
    assert_eq!(before, Millis(10_000));
    table.keys("U");
    let game = &table.app.model.session.game;
    assert_eq!(game.tree().node(game.current()).comment, "");
    assert_eq!(game.tags.get("Help"), Some("second opinion"));
    assert_eq!((game.clocks().running(), used(&table)), (None, before));
    // The result is none of the changes.
    table.keys(":comment x<enter><ctrl-g>yU");
    assert!(table.app.model.session.game.end().is_some());
}

#[test]
fn a_deleted_end_comes_back_with_its_tag() {
    let text = "[Event \"a\"]\n[Termination \"by adjudication\"]\n[Annotator \"Bo\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0";
    let (mut table, before) = reading(text);
    table.keys("<end><ctrl-x>y");
    assert!(!written(&table).contains("adjudication") && table.moves() == "e4");
    table.keys("U");
    assert_eq!((written(&table), table.moves()), (before, "e4 e5".to_owned()));
    // What changes nothing is no change.
    table.keys(":comment x<enter>:comment x<enter>UU");
    assert!(table.frame().contains("no change of the record to undo"), "{}", table.frame());
}
