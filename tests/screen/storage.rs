//! Saving: off the screen's thread, at once, and complete when the program ends.

use crate::bench::{Bench, fresh_folder};
use crate::screen::Table;
use crate::strength::drawn_games;
use jiff::tz::TimeZone;
use lucena::base::{Elo, Millis};
use lucena::config::Settings;
use lucena::game::autosave::{Autosave, ResumeState, resumable_games};
use lucena::game::{DrawClaims, Game, TimeControl, Timestamp, pgn};
use lucena::rules::{self, parse_move};
use lucena::strength::StrengthModel;
use lucena::tui::model::StorageEffect;
use lucena::tui::model::dialogs::Dialog;
use lucena::tui::model::external::Seat;
use lucena::tui::model::saved::Start;
use lucena::tui::runtime::Storage;
use lucena::tui::update::settings;
use lucena::tui::values::charset::Charset;
use lucena::tui::values::colour::ColourDepth;
use lucena::tui::view::spoken;
use lucena::tui::{App, Effect, Event};
use ratatui::style::Color;
use shakmaty::ByColor;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Barrier;
use std::time::{Duration, Instant};

fn records(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.join("games")).into_iter().flatten().flatten();
    let mut records: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == "pgn"))
        .collect();
    records.sort();
    records
}

fn recorded(folder: &Path) -> String {
    records(folder).last().and_then(|file| fs::read_to_string(file).ok()).unwrap_or_default()
}

#[test]
fn a_move_is_on_the_disk_within_50_ms() {
    let mut bench = Bench::new((80, 24));
    bench.keys(":game two none<enter>e4<enter>");
    // The file is there by now; from here on each move replaces it.
    while recorded(&bench.folder).is_empty() {
        std::thread::yield_now();
    }
    let moves = ["e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"];
    let mut times: Vec<Duration> = Vec::new();
    for mv in moves {
        bench.keys(&format!("{mv}<enter>"));
        let made = Instant::now();
        while !recorded(&bench.folder).contains(mv) {
            assert!(made.elapsed() < Duration::from_secs(20), "{mv}");
            std::thread::yield_now();
        }
        times.push(made.elapsed());
    }
    times.sort();
    // The middle one: other tests use the same disk at the same time.
    assert!(times[moves.len() / 2] < Duration::from_millis(50), "{times:?}");
}

#[test]
fn what_was_asked_for_is_saved_before_the_program_ends() {
    let folder = fresh_folder();
    let kept = folder.join("kept");
    let mut bench = Bench::at_home((80, 24), &kept);
    bench.keys(":game two none<enter>e4<enter>e5<enter>Nf3<enter>:theme parchment<enter>");
    bench.event(Event::Terminate);
    bench.folder = folder;
    let mut bench = Some(bench);
    let folder = bench.as_mut().map(|bench| std::mem::replace(&mut bench.folder, PathBuf::new()));
    drop(bench.take());
    let text = recorded(&kept);
    assert!(["1. e4", "e5", "2. Nf3"].iter().all(|mv| text.contains(mv)), "{text}");
    assert!(text.contains("[Date \"20"), "{text}");
    assert!(fs::read_to_string(kept.join("settings.ron")).unwrap().contains("parchment"));
    fs::remove_dir_all(folder.unwrap()).unwrap();
}

#[test]
fn a_game_that_was_closed_keeps_its_record() {
    let mut bench = Bench::new((80, 24));
    bench.keys(":game two none<enter>e4<enter>:save copy.pgn<enter>");
    bench.until(|bench| records(&bench.folder).len() == 1);
    bench.keys(":open copy.pgn<enter>");
    bench.until(|bench| bench.table.app.model.dialog.is_some());
    bench.keys("y");
    bench.until(|bench| bench.table.app.model.session.is_review());
    bench.keys(":game two none<enter>d4<enter>");
    bench.until(|bench| bench.table.app.model.session.game.tags.get("Date").is_some());
    assert_eq!(records(&bench.folder).len(), 2);
}

/// Opens a game of a file and waits for it.
fn open(bench: &mut Bench, file: &str) {
    bench.keys(&format!(":open {file}<enter>"));
    bench.until(|bench| bench.table.app.model.session.is_review());
}

/// Whether `ctrl-q` ends the program without a question.
fn quits(bench: &mut Bench) -> bool {
    bench.table.keys("<ctrl-q>").iter().any(|effect| matches!(effect, Effect::Quit))
}

#[test]
fn a_game_whose_moves_are_all_deleted_stays_the_one_that_was_opened() {
    let mut bench = Bench::new((80, 24));
    let text = "[Event \"one\"]\n\n1. e4 e5 (1... c5) 2. Nf3 1-0\n";
    bench.write("one.pgn", text);
    open(&mut bench, "one.pgn");
    let written = |bench: &Bench| pgn::write(&bench.table.app.model.session.game);
    let before = written(&bench);
    bench.keys("<right><ctrl-x>yc3<enter>");
    assert_eq!(pgn::movetext(&bench.table.app.model.session.game).trim(), "1. c3 *");
    assert!(bench.table.app.model.session.is_review(), "no game is begun by it");
    bench.keys("U");
    assert!(bench.table.app.model.session.game.tree().is_empty());
    bench.keys("U");
    assert_eq!(written(&bench), before);
    // A file is written by :save alone, and what it has is the record with its tags.
    bench.keys("<ctrl-x>yc3<enter>e5<enter>");
    assert_eq!(bench.written("one.pgn"), text);
    bench.keys(":save<enter>");
    let saved = bench.written("one.pgn");
    assert!(saved.contains("[Event \"one\"]") && saved.contains("1. c3 e5 *"), "{saved}");
    assert!(!saved.contains("[Date \"2"), "{saved}");
    assert_eq!(records(&bench.folder).len(), 0, "nothing is recorded");
}

#[test]
fn changes_of_an_opened_game_are_left_only_after_a_question() {
    for change in [":comment important<enter>", ":nag 1<enter>", "c5<enter>", "<ctrl-x>y"] {
        let mut bench = Bench::new((80, 24));
        bench.write("one.pgn", "[Event \"one\"]\n\n1. e4 e5 *\n");
        bench.write("two.pgn", "[Event \"two\"]\n\n1. d4 d5 *\n");
        open(&mut bench, "one.pgn");
        bench.keys("e4<enter>.,");
        assert!(quits(&mut bench), "steps are no changes, nor are moves that are there");
        bench.keys(change);
        let changed = pgn::write(&bench.table.app.model.session.game);
        for keys in
            ["<ctrl-q>", "<ctrl-n>", ":game two none<enter>", ":fen<enter>", ":open two.pgn<enter>"]
        {
            bench.keys(keys);
            bench.until(|bench| bench.table.app.model.dialog.is_some());
            let frame = bench.table.frame();
            assert!(frame.contains("not saved") && frame.contains("X discard"), "{keys}: {frame}");
            bench.keys("n");
        }
        assert_eq!(pgn::write(&bench.table.app.model.session.game), changed);
        let effects = bench.table.event(Event::Terminate);
        assert!(
            effects.iter().any(|effect| matches!(effect, Effect::Quit)),
            "a signal asks nothing"
        );
        bench.keys(":save one.pgn<enter>");
        assert!(quits(&mut bench), "{change} was saved");
        bench.keys(":comment more<enter>");
        assert!(!quits(&mut bench));
        bench.keys("n:open two.pgn<enter>");
        bench.until(|bench| bench.table.app.model.dialog.is_some());
        bench.keys("x");
        assert_eq!(bench.table.moves(), "d4 d5");
        assert!(!bench.written("one.pgn").contains("more"));
        assert!(quits(&mut bench));
    }
}

#[test]
fn an_annotation_is_left_only_after_a_question_and_a_failed_save_keeps_nothing() {
    let mut bench = Bench::new((80, 24));
    bench.write("one.pgn", "1. e4 { [%eval 0.3] } e5 { [%eval 0.3] } *\n");
    open(&mut bench, "one.pgn");
    bench.keys(":annotate evals<enter>");
    assert!(said(&bench, ":save keeps it"));
    assert!(!quits(&mut bench));
    bench.keys("n:save missing/one.pgn<enter>");
    assert!(!quits(&mut bench));
    assert!(bench.table.frame().contains("not saved. Save them to"));
}

#[test]
fn opening_a_game_leaves_one_under_way_after_a_question_and_that_is_offered_again() {
    let mut bench = Bench::new((80, 24));
    bench.write("two.pgn", "[Event \"two\"]\n\n1. d4 d5 *\n\n[Event \"three\"]\n\n1. c4 *\n");
    bench.keys(":game two 5+3<enter>e4<enter>");
    let wait = bench.table.wait(7_000);
    bench.perform(wait);
    for answer in ["n", "y"] {
        bench.keys(":open two.pgn<enter>");
        bench.until(|bench| bench.table.app.model.dialog.is_some());
        bench.keys("<enter>");
        bench.until(|bench| matches!(bench.table.app.model.dialog, Some(Dialog::Confirm(_))));
        assert!(bench.table.frame().contains("Leave this game"), "{}", bench.table.frame());
        assert_eq!(bench.table.moves(), "e4");
        bench.keys(answer);
    }
    assert_eq!(bench.table.moves(), "d4 d5");
    let folder = bench.folder.join("games");
    let asked = Instant::now();
    let left = loop {
        if let Some(left) = resumable_games(&folder).0.pop() {
            break left;
        }
        assert!(asked.elapsed() < Duration::from_secs(20), "the game is not offered again");
        std::thread::yield_now();
    };
    assert_eq!((left.game.sans().join(" "), left.state.used), ("e4".to_owned(), Millis(7_000)));
}

#[test]
fn a_resumed_game_charges_the_move_in_progress_once() {
    let mut bench = Bench::new((80, 24));
    let control = TimeControl::from_tag("300+3").expect("a time control");
    let control = ByColor { white: control.clone(), black: control };
    let mut game = Game::default().with_control(control);
    let e4 = parse_move(game.position(), "e4").expect("a move");
    game.start_clock(Millis(0));
    game.play(e4, Millis(0)).expect("legal");
    let folder = bench.folder.join("games");
    let mut file =
        Autosave::create(&folder, Timestamp::from_unix(0, &TimeZone::UTC)).expect("a name");
    file.save(&game, Millis(120_000), &ResumeState::default()).expect("a save");
    let record = file.record().to_owned();
    drop(file);
    bench.perform(vec![StorageEffect::ResumeUnfinished(record).into()]);
    bench.until(|bench| bench.table.moves() == "e4");
    let resumed = &bench.table.app.model.session.game;
    assert_eq!(resumed.remaining(rules::Color::Black, Millis(0)), Some(Millis(180_000)));
}

/// An unfinished game of these moves in the folder of games.
fn adjourn(bench: &Bench, second: i64, moves: &[&str], notes: &[&str]) {
    let mut game = Game::default();
    for text in moves {
        let mv = parse_move(game.position(), text).expect("a move");
        game.play(mv, Millis(0)).expect("legal");
    }
    let mut file =
        Autosave::create(&bench.folder.join("games"), Timestamp::from_unix(second, &TimeZone::UTC));
    let notes = notes.iter().map(|&note| (note.to_owned(), String::new())).collect();
    let state = ResumeState { notes, ..ResumeState::default() };
    file.as_mut().expect("a name").save(&game, Millis(0), &state).expect("a save");
}

#[test]
fn the_row_of_an_unfinished_game_has_the_last_moves_that_fit() {
    for (width, moves) in [(80, "Bg5 Be7"), (120, "d5 c4 e6 Nc3 Nf6 Bg5 Be7")] {
        let mut bench = Bench::new((width, 24));
        adjourn(&bench, 0, &["d4", "d5", "c4", "e6", "Nc3", "Nf6", "Bg5", "Be7"], &[]);
        bench.perform(vec![StorageEffect::FindUnfinished.into()]);
        bench.until(|bench| matches!(bench.table.app.model.dialog, Some(Dialog::Resume(_))));
        bench.keys("l");
        bench.until(|bench| matches!(bench.table.app.model.dialog, Some(Dialog::List(_))));
        let frame = bench.table.frame();
        assert!(frame.contains(moves) && !frame.contains("Be7…"), "{frame}");
    }
}

#[test]
fn an_empty_list_of_unfinished_games_says_how_they_come_to_be() {
    for plain in [false, true] {
        let mut bench = Bench::new((80, 24));
        bench.table.app.model.plain = plain;
        adjourn(&bench, 0, &["d4"], &[]);
        bench.keys(":adjourned<enter>");
        bench.until(|bench| matches!(bench.table.app.model.dialog, Some(Dialog::List(_))));
        bench.keys("<del>");
        let words = "there are no adjourned games: a game under way becomes one when you leave it";
        let spoken = spoken::dialog(&bench.table.app.model);
        assert!(spoken[0].starts_with(words), "{spoken:?}");
        let frame = bench.table.frame();
        assert!(frame.contains("there are no adjourned games"), "{frame}");
        assert!(!frame.contains("no match"), "{frame}");
        bench.keys("x");
        assert!(bench.table.frame().contains("there are no adjourned games"));
    }
}

#[test]
fn every_unfinished_game_is_listed_and_can_be_resumed_or_discarded() {
    let mut bench = Bench::new((100, 30));
    adjourn(&bench, 0, &["d4"], &[]);
    adjourn(&bench, 100, &["c4", "e5"], &[]);
    adjourn(&bench, 200, &["g4"], &["analysis"]);
    adjourn(&bench, 300, &[], &[]);
    bench.perform(vec![StorageEffect::FindUnfinished.into()]);
    bench.until(|bench| matches!(bench.table.app.model.dialog, Some(Dialog::Resume(_))));
    let frame = bench.table.frame();
    assert!(frame.contains("c4 e5") && frame.contains("3 more unfinished games"), "{frame}");
    bench.keys("l");
    bench.until(|bench| matches!(bench.table.app.model.dialog, Some(Dialog::List(_))));
    let frame = bench.table.frame();
    let at = |moves: &str| frame.find(moves).unwrap_or_else(|| panic!("{moves}: {frame}"));
    assert!(at("c4 e5") < at("d4") && at("d4") < at("g4"), "{frame}");
    // The last of them, without a move, is left out for good.
    assert!(at("g4") < at("0 moves"), "{frame}");
    bench.keys("<down><down><down><del><esc>:game two 5+3<enter>e4<enter>");
    let wait = bench.table.wait(7_000);
    bench.perform(wait);
    bench.keys(":adjourned<enter>");
    bench.until(|bench| matches!(bench.table.app.model.dialog, Some(Dialog::List(_))));
    let frame = bench.table.frame();
    assert!(frame.contains("3 of 3"), "{frame}");
    bench.keys("d4<enter>");
    let frame = bench.table.frame();
    assert!(frame.contains("Leave this game for the unfinished one?"), "{frame}");
    bench.keys("<enter>");
    bench.until(|bench| bench.table.moves() == "d4");
    bench.keys("d5<enter>:adjourned<enter>");
    bench.until(|bench| matches!(bench.table.app.model.dialog, Some(Dialog::List(_))));
    // The game that was left is among them, with its clocks.
    let frame = bench.table.frame();
    assert!(frame.contains("5:03 4:53") && frame.contains("3 of 3"), "{frame}");
}

#[test]
fn a_new_game_adjourns_the_one_under_way_which_goes_on_with_its_clocks() {
    let mut bench = Bench::new((100, 30));
    bench.keys(":game two 5+3<enter>e4<enter>");
    let wait = bench.table.wait(7_000);
    bench.perform(wait);
    let frame = bench.keys(":game two none<enter>");
    assert!(frame.contains("adjourned; :adjourned resumes it."), "{frame}");
    let frame = bench.keys("y");
    let said = "the game before is adjourned, :adjourned resumes it; a new game: type a move";
    assert!(frame.contains(said), "{frame}");
    let frame = bench.keys("d4<enter><ctrl-n>");
    assert!(frame.contains("Set up a new game? This game is adjourned"), "{frame}");
    bench.keys("n:adjourned<enter>");
    bench.until(|bench| matches!(bench.table.app.model.dialog, Some(Dialog::List(_))));
    let frame = bench.table.frame();
    assert!(frame.contains("5:03 4:53") && frame.contains("1 of 1"), "{frame}");
    bench.keys("<enter>y");
    bench.until(|bench| bench.table.moves() == "e4");
    bench.keys("e5<enter>");
    assert_eq!(bench.table.moves(), "e4 e5");
    bench.keys(":adjourned<enter>");
    bench.until(|bench| matches!(bench.table.app.model.dialog, Some(Dialog::List(_))));
    assert!(bench.table.frame().contains("d4"), "{}", bench.table.frame());
}

#[test]
fn a_game_without_a_move_on_the_board_is_not_adjourned() {
    let mut bench = Bench::new((100, 30));
    bench.keys(":game two 5+3<enter>e4<enter>u");
    let frame = bench.keys(":game two none<enter>");
    assert!(!frame.contains("adjourned"), "{frame}");
    bench.keys("d4<enter>:adjourned<enter>");
    bench.until(|bench| said(bench, "there are no adjourned games: a game under way becomes one"));
}

#[test]
fn an_adjourned_game_keeps_the_engine_that_plays_in_it() {
    let mut table = Table::fresh((80, 24));
    table.keys("<esc>");
    table.app.model.prefs.external = "other".to_owned();
    table.keys(":game white-external 5+3<enter>e4<enter>");
    let effects = table.keys(":game two none<enter>y");
    let saved = effects.into_iter().find_map(|effect| match effect {
        Effect::Storage(StorageEffect::SaveGame(saved)) => Some(*saved),
        _ => None,
    });
    let saved = saved.expect("the game before is saved");
    let seat = Seat::read(&saved.notes).expect("the external engine has a seat");
    assert_eq!((seat.side, seat.config.command.as_str()), (shakmaty::Color::Black, "other"));
}

#[test]
fn the_question_says_that_a_game_that_cannot_be_saved_is_lost() {
    let mut table = Table::two_people((100, 30));
    table.keys("e4<enter>");
    table.event(Event::GameSaved(Err("a.pgn: No space left on device".to_owned())));
    table.keys(":game two none<enter>");
    assert!(table.frame().contains("moves cannot be saved; :save FILE"), "{}", table.frame());
    table.keys("y");
    assert!(!table.frame().contains("adjourned"), "{}", table.frame());
}

#[test]
fn a_script_opens_a_game_without_a_question() {
    let mut bench = Bench::new((80, 24));
    bench.write("two.pgn", "1. d4 d5 *\n");
    let script = ":game two none\n:move e4\n:open two.pgn";
    bench.event(Event::Script(script.to_owned()));
    bench.until(|bench| bench.table.moves() == "d4 d5");
}

#[test]
fn the_lines_of_a_script_wait_for_the_game_that_it_opens() {
    let shown = |bench: &Bench| {
        let session = &bench.table.app.model.session;
        session.game.tree().node(session.shown()).ply()
    };
    let mut bench = Bench::new((80, 24));
    bench.write("one.pgn", "1. d4 d5 2. c4 *\n");
    bench.write("two.pgn", "1. e4 e5 *\n\n1. Nf3 Nf6 2. g3 *\n");
    bench.event(Event::Script(":open one.pgn\n:goto 2\n".to_owned()));
    bench.until(|bench| bench.table.app.model.session.viewed.is_some());
    assert_eq!((bench.table.moves().as_str(), shown(&bench)), ("d4 d5 c4", 2));
    // Of several games one is chosen.
    bench.event(Event::Script(":open two.pgn\n:goto 2\n".to_owned()));
    bench.until(|bench| matches!(bench.table.app.model.dialog, Some(Dialog::List(_))));
    bench.keys("<down><enter>");
    bench.until(|bench| bench.table.moves() == "Nf3 Nf6 g3");
    assert_eq!(shown(&bench), 2);
    // A file that cannot be read, and a list that is left, hold nothing up.
    bench.event(Event::Script(":open missing.pgn\n:goto 1\n".to_owned()));
    bench.until(|bench| shown(bench) == 1);
    bench.event(Event::Script(":open two.pgn\n:goto 2\n".to_owned()));
    bench.until(|bench| matches!(bench.table.app.model.dialog, Some(Dialog::List(_))));
    bench.keys("<esc>");
    bench.until(|bench| shown(bench) == 2);
}

/// A program that starts with the files of a folder.
fn started(folder: &Path) -> App {
    let (_, user) = Storage::open(Some(folder), folder.to_owned());
    let mut app = App::new((80, 24).into());
    let (depth, position, script, pgn) = (ColourDepth::None, None, None, None);
    app.handle(
        Event::Start(Box::new(Start {
            user,
            depth,
            charset: Charset::Unicode,
            position,
            script,
            pgn,
        })),
        Millis(0),
    );
    app
}

#[test]
fn a_move_without_the_form_begins_the_game_of_the_settings() {
    let folder = fresh_folder();
    let play =
        "(play: (name: \"Ada\", control: \"15+10\", dial: \"1500\", strength_model: \"human\"))";
    fs::write(folder.join("settings.ron"), play).unwrap();
    let mut table = Table::of(started(&folder), (80, 24));
    table.keys("<esc>");
    assert!(table.frame().contains("Ada"), "{}", table.frame());
    table.keys("e4<enter>");
    let text = pgn::write(&table.app.model.session.game);
    for tag in ["[White \"Ada\"]", "[BlackDial \"human 1500\"]", "[TimeControl \"900+10\"]"] {
        assert!(text.contains(tag), "{tag}: {text}");
    }
    assert_eq!(table.app.model.session.game.claims, DrawClaims::Automatic);
    let script = &table.app.model.session_script;
    assert_eq!(script[..], [":game white 15+10 1500", ":move e2e4"]);
    // Another opponent is that of the board that waits, too.
    let mut table = Table::of(started(&folder), (80, 24));
    table.event(drawn_games(40));
    table.keys("<esc>:next-opponent<enter><esc>");
    let next = table.app.model.strengths.next().expect("an opponent");
    assert_ne!(next, Elo(1500));
    assert_eq!(table.app.model.session.dial(), StrengthModel::Human.level(next));
    table.keys("e4<enter>");
    let wanted = format!(":game white 15+10 {next}");
    assert_eq!(table.app.model.session_script[..], [wanted, ":move e2e4".to_owned()]);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_game_played_on_does_not_replace_the_one_that_was_read() {
    let mut bench = Bench::new((80, 24));
    let text = "[Event \"Club\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n";
    bench.write("b.pgn", text);
    bench.keys(":open b.pgn<enter>");
    bench.until(|bench| bench.table.moves() == "e4 e5 Nf3 Nc6 Bb5");
    bench.keys("<right><right>x");
    let frame = bench.ask(":save b.pgn<enter>");
    assert!(frame.contains("b.pgn exists"), "{frame}");
    assert_eq!(bench.written("b.pgn"), text);
}

#[test]
fn breakpoints_are_read_again_and_a_broken_line_is_reported_and_kept() {
    let breakpoints = |app: &App| {
        let list = app.model.inspect.breakpoints.iter();
        list.map(ToString::to_string).collect::<Vec<_>>()
    };
    let folder = fresh_folder();
    let file = folder.join("breakpoints.txt");
    let texts = ["repetition and ply > 3 after 2 log", "not (null-move-cutoff or ply < 2) off"];
    fs::write(&file, texts.join("\n") + "\n").unwrap();
    let app = started(&folder);
    assert_eq!(breakpoints(&app), texts);
    assert!(app.model.messages.error().is_none(), "{:?}", app.model.messages);
    fs::write(&file, "best-changed\nply > > 3\nbudget\n").unwrap();
    let mut again = started(&folder);
    assert_eq!(breakpoints(&again), ["best-changed", "budget"]);
    let said = again.model.messages.error().unwrap().0.text.clone();
    assert!(said.contains("line 2") && said.contains("column 7"), "{said}");
    // What is saved is the list, and the line that could not be read.
    let mut bench = Bench::at_home((80, 24), &folder);
    std::mem::swap(&mut bench.table.app.model, &mut again.model);
    bench.keys("<esc><f6>c<del>");
    let wanted = "budget\nply > > 3\n";
    let asked = Instant::now();
    while fs::read_to_string(&file).unwrap() != wanted {
        assert!(asked.elapsed() < Duration::from_secs(20), "{:?}", fs::read_to_string(&file));
        std::thread::yield_now();
    }
}

#[test]
fn saving_into_a_collection_replaces_one_game_and_nothing_else() {
    let mut bench = Bench::new((80, 24));
    let first = "[Event \"one\"]\r\n\r\n1. e4 e5 *\r\n\r\n";
    let second = "[Event \"two\"]\r\n\r\n1.d4   d5 {kept as it is} *\r\n";
    bench.write("both.pgn", &format!("{first}{second}"));
    bench.keys(":open both.pgn<enter>");
    bench.until(|bench| bench.table.app.model.dialog.is_some());
    bench.keys("<enter>");
    bench.until(|bench| bench.table.app.model.session.is_review());
    for comment in ["nice", "better"] {
        bench.keys(&format!(".:comment {comment}<enter>:save both.pgn<enter>"));
        bench.until(|bench| bench.written("both.pgn").contains(comment));
        let text = bench.written("both.pgn");
        assert!(text.ends_with(second) && text.contains("[Event \"one\"]\r\n"), "{text}");
    }
}

#[test]
fn read_only_settings_stay_as_they_are_and_apply_for_this_run() {
    let folder = fresh_folder();
    let file = folder.join("settings.ron");
    fs::write(&file, "(play: (name: \"Ann\"))").unwrap();
    let mut read_only = fs::metadata(&file).unwrap().permissions();
    read_only.set_readonly(true);
    fs::set_permissions(&file, read_only).unwrap();
    let mut bench = Bench::at_home((80, 24), &folder);
    bench.keys(":theme parchment<enter>");
    bench.until(|bench| said(bench, "settings.ron: the file is read-only"));
    assert_eq!(bench.table.app.model.prefs.theme, "parchment");
    assert_eq!(fs::read_to_string(&file).unwrap(), "(play: (name: \"Ann\"))");
}

/// Whether a message contained these words.
fn said(bench: &Bench, words: &str) -> bool {
    bench.table.app.model.messages.history().any(|message| message.text.contains(words))
}

#[cfg(unix)]
#[test]
fn the_form_stays_open_with_a_program_or_folder_that_is_missing() {
    let mut bench = Bench::new((120, 40));
    for (label, value) in [("other engine", "/nosuchengine"), ("tablebases", "/nosuchfolder")] {
        bench.keys("<f10>");
        let form = settings::form(&bench.table.app.model.prefs, &[]);
        let row = form.fields.iter().position(|field| field.id.label() == label).unwrap();
        bench.keys(&format!("{}{value}<enter>", "<tab>".repeat(row)));
        bench.until(|bench| bench.table.app.model.dialog.is_some());
        let frame = bench.table.frame();
        assert!(frame.contains("No such file") && frame.contains(label), "{frame}");
        bench.keys("<esc>");
    }
    // A folder that is there does not close the form before the engine is looked for.
    bench.keys("<f10>");
    let form = settings::form(&bench.table.app.model.prefs, &[]);
    let row = |label| form.fields.iter().position(|field| field.id.label() == label).unwrap();
    let (first, second) = (row("tablebases"), row("other engine"));
    let (first, second) = ("<tab>".repeat(first), "<tab>".repeat(second - first));
    bench.keys(&format!("{first}/{second}/nosuchengine<enter>"));
    bench.until(|bench| {
        bench.table.app.model.messages.history().any(|it| it.text == "tablebases /")
    });
    bench.until(|bench| {
        let model = &bench.table.app.model;
        model.dialog.is_some() || model.messages.error().is_some()
    });
    let frame = bench.table.frame();
    assert!(frame.contains("No such file") && frame.contains("tablebases"), "{frame}");
    bench.keys("<esc>");
    // A command has no form to go back to.
    bench.keys(":engine /nosuchengine<enter>");
    bench.until(|bench| bench.table.app.model.messages.error().is_some());
    assert!(bench.table.app.model.dialog.is_none());
}

#[cfg(unix)]
#[test]
fn an_engine_and_tablebases_are_looked_for_before_they_are_set() {
    use std::os::unix::fs::PermissionsExt;
    let mut bench = Bench::new((160, 50));
    bench.write("engine.sh", "#!/bin/sh\n");
    let program = bench.folder.join("engine.sh");
    for name in ["tables", "more"] {
        fs::create_dir(bench.folder.join(name)).unwrap();
    }
    for (line, words) in [
        (":engine /nonexist", "/nonexist: No such file"),
        (":engine ./engine.sh uci", "engine.sh: is not executable"),
        (":engine nonexist", "nonexist: there is no such program in PATH or /usr/games"),
        (":set other engine /none", "/none: No such file"),
        (":set tablebases /missing", "tablebases /missing: No such file"),
    ] {
        bench.keys(&format!("{line}<enter>"));
        bench.until(|bench| said(bench, words));
    }
    let prefs = &bench.table.app.model.prefs;
    assert_eq!((&*prefs.external, &*prefs.engine.syzygy_path), ("stockfish", ""));
    assert!(!said(&bench, "the external engine is"), "{:?}", bench.table.app.model.messages);
    // A relative path is the same one from any folder.
    fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
    bench.keys(":engine ./engine.sh uci<enter>:set tablebases tables:more<enter>");
    let engine = format!("{} uci", program.display());
    bench.until(|bench| said(bench, &format!("the external engine is {engine};")));
    let tables =
        ["tables", "more"].map(|name| bench.folder.join(name).display().to_string()).join(":");
    bench.until(|bench| said(bench, &format!("tablebases {tables}")));
    let folder = std::mem::replace(&mut bench.folder, PathBuf::new());
    drop(bench);
    let saved = fs::read_to_string(folder.join("settings.ron")).unwrap();
    for part in [format!("external: {engine:?}"), format!("syzygy: {tables:?}")] {
        assert!(saved.contains(&part), "{part}: {saved}");
    }
    // The list is understood when the program starts again.
    let app = started(&folder);
    let history: Vec<String> =
        app.model.messages.history().map(|message| message.text.clone()).collect();
    assert!(!history.iter().any(|text| text.contains("syzygy")), "{history:?}");
    assert_eq!(app.model.prefs.engine.syzygy_path, tables);
    fs::remove_dir_all(&folder).unwrap();
}

/// Settings with wrong values, and what is said of each.
const WRONG_SETTINGS: (&str, &[&str]) = (
    "(
        screen: (pieces: \"blob\", layout: \"foo\", hidden: [\"foo\", \"moves\"], focus: \"bar\", theme: \"nosuch\"),
        play: (name: \" \", control: \"5+x\", dial: \"nonsense\", strength_model: \"foo\"),
        engine: (time_manager: \"nope(x)\", book: \"/no.bin\", syzygy: \"/no\", human_model: \"/dev/null\", external: \"/no x\"),
    )",
    &[
        "settings.ron:2: screen.pieces = \"blob\": expected one of auto, letters",
        "settings.ron:2: screen.layout = \"foo\": expected one of play, inspect",
        "settings.ron:2: screen.hidden = [\"foo\", \"moves\"]: there is no panel called \"foo\"",
        "settings.ron:2: screen.focus = \"bar\": there is no panel",
        "settings.ron:2: screen.theme = \"nosuch\": there is no theme",
        "settings.ron:3: play.name = \" \": expected a name",
        "settings.ron:3: play.control = \"5+x\": time control",
        "settings.ron:3: play.dial = \"nonsense\": strength",
        "settings.ron:3: play.strength_model = \"foo\": expected one of",
        "settings.ron:4: engine.time_manager = \"nope(x)\": ",
        "settings.ron:4: engine.book = \"/no.bin\": ",
        "settings.ron:4: engine.syzygy = \"/no\": ",
        "settings.ron:4: engine.human_model = \"/dev/null\": ",
        "settings.ron:4: engine.external = \"/no x\": ",
    ],
);

#[test]
fn every_wrong_setting_is_reported_with_its_place_and_stays_in_the_file() {
    let folder = fresh_folder();
    let file = folder.join("settings.ron");
    let (text, reports) = WRONG_SETTINGS;
    fs::write(&file, text).unwrap();
    let mut app = started(&folder);
    let history: Vec<String> =
        app.model.messages.history().map(|message| message.text.clone()).collect();
    for report in reports {
        assert!(history.iter().any(|text| text.contains(report)), "{report}: {history:?}");
    }
    let mut bench = Bench::at_home((80, 24), &folder);
    std::mem::swap(&mut bench.table.app.model, &mut app.model);
    // Another setting is saved, and one of the wrong ones is set.
    bench.keys("<esc>:set bell on<enter>:pieces letters<enter>");
    bench.event(Event::Terminate);
    bench.folder = PathBuf::new();
    drop(bench);
    let saved = fs::read_to_string(&file).unwrap();
    assert!(saved.contains("bell: true") && saved.contains("pieces: \"letters\""), "{saved}");
    for kept in [
        "layout: \"foo\"",
        "hidden: [\"foo\", \"moves\"]",
        "focus: \"bar\"",
        "theme: \"nosuch\"",
        "control: \"5+x\"",
        "dial: \"nonsense\"",
        "strength_model: \"foo\"",
        "time_manager: \"nope(x)\"",
        "book: \"/no.bin\"",
        "syzygy: \"/no\"",
        "human_model: \"/dev/null\"",
        "external: \"/no x\"",
    ] {
        assert!(saved.contains(kept), "{kept}: {saved}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_theme_chosen_in_the_session_is_read_again_when_its_file_changes() {
    let mut bench = Bench::new((80, 24));
    fs::create_dir(bench.folder.join("themes")).unwrap();
    bench.write("themes/mine.ron", "(base: \"dark\")");
    bench.write("themes/broken.ron", "(base: ");
    let title = |bench: &Bench| bench.table.app.model.theme.title.fg;
    for line in [":theme mine<enter>", ":set theme mine<enter>"] {
        bench.keys(":theme dark<enter>");
        bench.keys(line);
        bench.until(|bench| bench.table.app.model.prefs.theme == "mine");
        // Another theme that cannot be read changes nothing.
        bench.keys(":theme broken<enter>");
        bench.until(|bench| said(bench, "broken.ron:1:"));
        let file = bench.folder.join("themes/mine.ron");
        let modified = fs::metadata(&file).unwrap().modified().unwrap();
        bench.write("themes/mine.ron", "(base: \"dark\", title: (fg: \"#010203\"))");
        // Some programs set the time of a file that they replace back.
        fs::File::options().write(true).open(&file).unwrap().set_modified(modified).unwrap();
        bench.until(|bench| title(bench) == Some(Color::Rgb(1, 2, 3)));
        bench.write("themes/mine.ron", "(base: \"dark\")");
        bench.until(|bench| title(bench) != Some(Color::Rgb(1, 2, 3)));
    }
    bench.write("themes/mine.ron", "(titel: ())");
    bench.until(|bench| said(bench, "mine.ron:1:"));
}

#[test]
fn the_name_of_the_user_is_set_and_kept() {
    let mut bench = Bench::new((100, 30));
    assert!(bench.keys(":set name<enter>").contains("name \"\": expected a name"));
    bench.keys(":set name Ada Long<enter>");
    assert_eq!(bench.table.app.model.session.game.players.white.name, "Ada Long");
    assert!(bench.keys("<f10>").contains("Ada Long"), "{}", bench.table.frame());
    bench.keys("<esc>:game white none<enter>e4<enter>");
    bench.keys(":set name Bo<enter>");
    assert_eq!(
        bench.table.app.model.session.game.players.white.name, "Ada Long",
        "a game under way"
    );
    let folder = std::mem::replace(&mut bench.folder, PathBuf::new());
    drop(bench);
    let saved = fs::read_to_string(folder.join("settings.ron")).unwrap();
    assert!(saved.contains("name: \"Bo\""), "{saved}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn files_that_begin_with_a_byte_order_mark_are_read() {
    let folder = fresh_folder();
    fs::create_dir(folder.join("themes")).unwrap();
    for (name, text) in [
        ("settings.ron", "(screen: (theme: \"mine\"))"),
        ("keys.ron", "{Board: {Hint: [\"ctrl-h\"]}}"),
        ("themes/mine.ron", "(base: \"dark\")"),
        ("characters.ron", "[(name: \"Bo\", human: 1000)]"),
        ("breakpoints.txt", "repetition\n"),
        ("library.ron", "(files: [\"/nowhere/gone.pgn\"])"),
    ] {
        fs::write(folder.join(name), format!("\u{feff}{text}")).unwrap();
    }
    let app = started(&folder);
    assert!(app.model.messages.error().is_none(), "{:?}", app.model.messages);
    assert_eq!((&*app.model.theme.name, app.model.inspect.breakpoints.len()), ("mine", 1));
    assert!(app.model.strengths.roster.named("Bo").is_some());
    let mut bench = Bench::at_home((80, 24), &folder);
    bench.keys(":library<enter>");
    bench.until(|bench| said(bench, "left out: /nowhere/gone.pgn"));
    fs::write(folder.join("library.ron"), "(files: [7, \"/nowhere/gone.pgn\"])").unwrap();
    bench.keys("<esc>:library<enter>");
    bench.until(|bench| said(bench, "library.ron:1:10: files = 7: expected a path"));
}

#[test]
fn a_rating_beyond_its_model_is_reported_and_not_rewritten() {
    let folder = fresh_folder();
    let file = folder.join("settings.ron");
    fs::write(&file, "(play: (dial: \"5000\"))").unwrap();
    let app = started(&folder);
    let wrong = "settings.ron:1: play.dial = \"5000\": strength \"5000\": expected 600 to 2400";
    let history: Vec<&str> = app.model.messages.history().map(|it| it.text.as_str()).collect();
    assert!(history.iter().any(|text| text.contains(wrong)), "{history:?}");
    let mut bench = Bench::at_home((80, 24), &folder);
    bench.keys(":set bell on<enter>");
    bench.folder = PathBuf::new();
    drop(bench);
    let saved = fs::read_to_string(&file).unwrap();
    assert!(saved.contains("bell: true") && saved.contains("dial: \"5000\""), "{saved}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_comment_does_not_replace_the_text_that_could_not_be_read() {
    let mut bench = Bench::new((80, 24));
    bench.write("odd.pgn", "[Event \"odd\"]\n\n1. e4 e5 2. Sx9 Nc6 *\n");
    bench.keys(":open odd.pgn<enter>");
    bench.until(|bench| bench.table.app.model.session.is_review());
    bench.keys("..:comment nice<enter>:save odd.pgn<enter>");
    bench.until(|bench| bench.written("odd.pgn").contains("{nice | unread: 2. Sx9 Nc6}"));
    assert!(said(&bench, "could not be read"));
    bench.keys(":comment<enter>:save odd.pgn<enter>");
    bench.until(|bench| bench.written("odd.pgn").contains("{unread: 2. Sx9 Nc6}"));
    bench.keys(":comment unread:<enter>:save odd.pgn<enter>");
    bench.until(|bench| bench.written("odd.pgn").contains("e5 *"));
    bench.keys(":comment a [%eval 0.3] b<enter>:save odd.pgn<enter>");
    bench.until(|bench| bench.written("odd.pgn").contains("{a [ %eval 0.3] b}"));
    assert!(said(&bench, "[% is written as [ %"));
    bench.keys(":comment a note | unread: Sx9<enter>:comment unread:<enter>:save odd.pgn<enter>");
    bench.until(|bench| bench.written("odd.pgn").contains("e5 {a note} *"));
}

#[test]
fn a_game_that_is_gone_through_does_not_end_by_its_clocks() {
    let mut bench = Bench::new((80, 24));
    let text = "[Event \"club\"]\n[Result \"*\"]\n[Termination \"unterminated\"]\n\n\
                1. e4 {[%clk 0:10:00]} e5 {[%clk 0:10:00]} 2. Nf3 {[%clk 0:00:00]} Nc6 {[%clk 0:09:00]} *\n";
    bench.write("club.pgn", text);
    bench.keys(":open club.pgn<enter>");
    bench.until(|bench| bench.table.app.model.session.is_review());
    bench.table.wait(5_000);
    bench.keys(".:comment seen<enter>:save club.pgn<enter>");
    bench.until(|bench| bench.written("club.pgn").contains("seen"));
    let written = bench.written("club.pgn");
    for tag in ["[Event \"club\"]", "[Result \"*\"]", "[Termination \"unterminated\"]"] {
        assert!(written.contains(tag), "{tag}: {written}");
    }
    assert_eq!(bench.table.app.model.session.game.end(), None);
    // Played on from its end, where White has no time, it stands.
    bench.keys("<end>x");
    bench.table.wait(5_000);
    let session = &bench.table.app.model.session;
    assert!(session.started && session.is_paused() && session.game.end().is_none());
    assert!(said(&bench, "no time is left here"));
}

#[test]
fn a_game_from_one_that_is_over_begins_with_running_clocks() {
    let mut table = Table::two_people((80, 24));
    table.keys("e4<enter>|<ctrl-g>y");
    let id = table.app.model.session.id.clone();
    table.app.model.session.game.tags.set("WhiteAccuracy", "90.0");
    table.keys("x");
    let session = &table.app.model.session;
    assert!(session.id != id && !session.is_paused() && session.game.end().is_none());
    assert!(session.game.clocks().running().is_some());
    assert_eq!(session.game.tags.get("WhiteAccuracy"), None);
    assert!(table.frame().contains("a new game goes on from here"), "{}", table.frame());
    // Nothing can follow a mate.
    table.keys(":game two none<enter>yf3<enter>e5<enter>g4<enter>Qh4<enter>x");
    assert!(table.app.model.session.game.end().is_some());
}

#[test]
fn playing_on_in_a_game_that_is_over_leaves_its_record_as_it_is() {
    let folder = fresh_folder();
    let mut bench = Bench::at_home((80, 24), &folder);
    // In a script too, which is run at one go.
    let script = ":game two none\nd4\nresign\n:first\nplay-on\nc4\nresign";
    bench.event(Event::Script(script.to_owned()));
    bench.keys(":game two none<enter>f3<enter>e5<enter>g4<enter>Qh4<enter>");
    let first = bench.table.app.model.session.id.clone();
    bench.keys("<f4>,,x");
    let session = &bench.table.app.model.session;
    assert!(session.id != first && session.game.end().is_none());
    assert_eq!(bench.table.moves(), "f3 e5");
    bench.keys("d4<enter>");
    bench.folder = PathBuf::new();
    drop(bench);
    let files = fs::read_dir(folder.join("games")).unwrap().map(|entry| entry.unwrap().path());
    let games = files.filter(|file| file.extension().is_some_and(|it| it == "pgn"));
    let games: Vec<String> = games.map(|file| fs::read_to_string(file).unwrap()).collect();
    let is_recorded = |words: &str| games.iter().any(|game| game.contains(words));
    assert!(games.len() == 4 && is_recorded("2. d4"), "{games:?}");
    let ended = games.iter().filter(|game| !game.contains("[Result \"*\"]")).count();
    assert!(ended == 3 && is_recorded("1. c4"), "{games:?}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_pasted_game_is_opened_and_pasted_lines_stay_apart() {
    let mut table = Table::against_engine((80, 24));
    table.event(Event::Paste("[White \"Ada\"]\n\n1. e4 e5\n2. Nf3 *\n".to_owned()));
    assert_eq!(table.moves(), "e4 e5 Nf3", "{}", table.frame());
    table.keys(".;");
    table.event(Event::Paste("line one\r\nline\ttwo".to_owned()));
    table.keys("<enter>");
    let written = pgn::movetext(&table.app.model.session.game);
    assert!(written.contains("{line one line two}"), "{written}");
    table.event(Event::Paste("one\ntwo".to_owned()));
    assert!(table.frame().contains("no game in PGN"), "{}", table.frame());
    for (pasted, answer, moves) in
        [("1. d4 d5 2. c4", "x", "d4 d5 c4"), ("1.c4 c5", "", "c4 c5"), ("e4 c6", "", "e4 c6")]
    {
        table.event(Event::Paste(pasted.to_owned()));
        table.keys(answer);
        assert_eq!(table.moves(), moves, "{}", table.frame());
    }
    table.event(Event::Paste("4k3/8/8/8/8/8/8/4K2R\n w K - 0 1".to_owned()));
    assert!(table.app.model.session.game.tree().is_empty(), "{}", table.frame());
    table.event(Event::Paste("1. Rh7".to_owned()));
    assert_eq!(table.moves(), "Rh7", "{}", table.frame());
}

#[test]
fn pasted_moves_that_do_not_begin_at_move_1_continue_the_game() {
    let paste = |table: &mut Table, text: &str| {
        table.event(Event::Paste(text.to_owned()));
        table.frame()
    };
    let mut table = Table::two_people((100, 30));
    table.keys("e4<enter>e5<enter>");
    let frame = paste(&mut table, "2. ♘f3 ♞c6\n3.Bb5 {the Spanish} a6!");
    assert_eq!(table.moves(), "e4 e5 Nf3 Nc6 Bb5 a6", "{frame}");
    assert!(frame.contains("4 half-moves made as pasted"), "{frame}");
    paste(&mut table, "4. Ba4");
    let frame = paste(&mut table, "4... Nf6 5. O-O");
    assert_eq!(table.moves(), "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O", "{frame}");
    // None is made of moves that do not fit.
    for (text, words) in [
        ("5... Be7 6. Qh7", "the pasted moves do not fit the position"),
        ("2. Nf3 Nc6", "begin with move 2 of White, the board is before move 5 of Black"),
    ] {
        let frame = paste(&mut table, text);
        assert_eq!(table.moves(), "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O", "{frame}");
        assert!(frame.contains(words), "{frame}");
    }
    // In a record they are a variation.
    let mut table = Table::fresh((100, 30));
    table.keys("<esc>");
    paste(&mut table, "1. e4 e5 2. Nf3 *");
    table.keys("<end>,");
    let frame = paste(&mut table, "2. Nc3 Nf6");
    let written = pgn::movetext(&table.app.model.session.game);
    assert!(written.contains("(2. Nc3 Nf6)"), "{written}\n{frame}");
    // An engine's moves are its own.
    let mut table = Table::against_engine((100, 30));
    table.keys("e4<enter>");
    table.answer(table.app.model.thinking.epoch, "e7e5");
    let frame = paste(&mut table, "2. Nf3 Nc6");
    assert!(frame.contains("an engine makes the moves of its side"), "{frame}");
    assert_eq!(table.moves(), "e4 e5");
}

#[test]
fn a_script_may_have_moves_without_a_command() {
    let mut bench = Bench::new((80, 24));
    bench.event(Event::Script(":game two none\ne4\n1... e5\nnf3\nforward".to_owned()));
    bench.until(|bench| bench.table.moves() == "e4 e5 Nf3");
}

#[test]
fn recognised_piece_letters_are_named_when_a_game_is_opened_and_saved() {
    let mut bench = Bench::new((160, 50));
    bench.write("german.pgn", "[Event \"x\"]\n\n1. e4 e5 2. Sf3 Sc6 3. Lb5 *\n");
    bench.keys(":open german.pgn<enter>");
    bench.until(|bench| bench.table.app.model.session.is_review());
    assert!(said(&bench, "piece letters recognised: German"));
    bench.keys(":save german.pgn<enter>");
    bench.until(|bench| bench.written("german.pgn").contains("Nf3"));
    bench.until(|bench| {
        said(bench, "German or Danish or Norwegian or Swedish piece letters became")
    });
}

#[test]
fn a_file_of_other_games_is_replaced_only_by_overwrite() {
    let mut bench = Bench::new((80, 24));
    bench.write("other.pgn", "[Event \"other\"]\n\n1. c4 *\n");
    bench.keys(":game two none<enter>e4<enter>:save other.pgn<enter>");
    let asked = |bench: &Bench| {
        let message = bench.table.app.model.messages.error();
        message.is_some_and(|(message, _)| message.text.contains(":overwrite other.pgn"))
    };
    bench.until(asked);
    assert!(bench.written("other.pgn").contains("1. c4"));
    bench.keys(":overwrite other.pgn<enter>");
    bench.until(|bench| bench.written("other.pgn").contains("1. e4"));
    bench.keys("e5<enter>:save other.pgn<enter>");
    bench.until(|bench| bench.written("other.pgn").contains("e5"));
}

#[test]
fn a_file_of_other_games_is_replaced_by_save_with_a_mark() {
    let mut bench = Bench::new((80, 24));
    bench.write("other.pgn", "[Event \"other\"]\n\n1. c4 *\n");
    bench.keys(":game two none<enter>e4<enter>:save other.pgn !<enter>");
    bench.until(|bench| bench.written("other.pgn").contains("1. e4"));
    assert!(!bench.written("other.pgn").contains("1. c4"));
    assert!(!bench.folder.join("other.pgn !").exists());
    bench.keys(":save !<enter>");
    bench.until(|bench| said(bench, "! replaces a file: name it before"));
    assert!(!bench.folder.join("!").exists());
}

#[test]
fn a_save_that_ends_after_another_game_was_opened_does_not_move_that_game() {
    let mut bench = Bench::new((80, 24));
    let second = "[Event \"two\"]\n\n1. d4 d5 *\n";
    bench.write("one.pgn", "[Event \"one\"]\n\n1. e4 e5 *\n");
    bench.write("two.pgn", second);
    bench.keys(":open one.pgn<enter>");
    bench.until(|bench| bench.table.app.model.session.is_review());
    // The storage thread is slow: the next game is on the screen before the first is saved.
    let save = bench.table.keys(".:comment first<enter>:save copy.pgn<enter>");
    bench.keys(":open two.pgn<enter>");
    bench.until(|bench| bench.table.app.model.dialog.is_some());
    bench.keys("y");
    assert_eq!(bench.table.moves(), "d4 d5");
    bench.perform(save);
    bench.until(|bench| bench.folder.join("copy.pgn").exists());
    bench.keys(".:comment second<enter>:save copy.pgn<enter>");
    let refused = |bench: &Bench| {
        let message = bench.table.app.model.messages.error();
        message.is_some_and(|(message, _)| message.text.contains(":overwrite copy.pgn"))
    };
    bench.until(refused);
    assert!(bench.written("copy.pgn").contains("first"), "another game was replaced");
    // The line that settles it takes the refusal away.
    bench.keys(":save copy.pgn !<enter>");
    bench.until(|bench| bench.written("copy.pgn").contains("second"));
    assert!(!refused(&bench), "{}", bench.table.frame());
    bench.keys(":export-panel moves.txt<enter>");
    bench.keys(":export-panel moves.txt<enter>");
    // A long path wraps on the screen.
    let said = bench.table.app.model.messages.error().map(|(message, _)| message.text.clone());
    let said = said.unwrap_or_default();
    assert!(said.contains("moves.txt exists; ! after the name"), "{said}");
    let frame = bench.keys(":export-panel moves.txt !<enter>");
    assert!(frame.contains("was written") && !frame.contains("exists"), "{frame}");
    bench.keys(":save two.pgn<enter>");
    bench.until(|bench| bench.written("two.pgn").contains("second"));
}

#[test]
fn a_game_is_saved_twice_before_the_first_save_is_done() {
    let mut bench = Bench::new((80, 24));
    let other = "[Event \"two\"]\n\n1. d4 d5 *\n";
    bench.write("both.pgn", &format!("[Event \"one\"]\n\n1. e4 e5 *\n\n{other}"));
    bench.keys(":open both.pgn<enter>");
    bench.until(|bench| bench.table.app.model.dialog.is_some());
    bench.keys("<enter>");
    bench.until(|bench| bench.table.app.model.session.is_review());
    let mut saves = bench.table.keys(".:comment first<enter>:save both.pgn<enter>");
    saves.extend(bench.table.keys(":comment second<enter>:save both.pgn<enter>"));
    bench.perform(saves);
    bench.keys(" ");
    let text = bench.written("both.pgn");
    assert!(text.contains("second") && text.ends_with(other), "{text}");
}

#[test]
fn two_programs_keep_the_breakpoints_commands_settings_and_library_of_both() {
    let home = fresh_folder();
    let text = |name: &str| fs::read_to_string(home.join(name)).unwrap_or_default();
    let wait_for = |name: &str, words: &[&str]| {
        let begun = Instant::now();
        while !words.iter().all(|word| text(name).contains(word)) {
            assert!(begun.elapsed() < Duration::from_secs(20), "{name}: {}", text(name));
            std::thread::yield_now();
        }
    };
    let mut benches = [(); 2].map(|()| Bench::at_home((80, 24), &home));
    for (bench, [first, second, last]) in
        benches.iter_mut().zip([["ply > 3", "ply > 33", "flip"], ["ply > 4", "ply > 44", "last"]])
    {
        bench.keys(&format!(":break {first}<enter>:break {second}<enter>:{last}<enter>"));
        wait_for("breakpoints.txt", &[second]);
        wait_for("commands.txt", &[last]);
    }
    assert_eq!(text("breakpoints.txt"), "ply > 3\nply > 33\nply > 4\nply > 44\n");
    let commands = ["break ply > 3", "break ply > 33", "flip", "break ply > 4", "break ply > 44"];
    assert_eq!(text("commands.txt"), commands.join("\n") + "\nlast\n");
    // At the same time.
    for round in 0..5 {
        let names = ["a", "b"].map(|name| format!("{name}{round}.pgn"));
        for (bench, name) in benches.iter_mut().zip(&names) {
            fs::write(home.join(name), "[Event \"x\"]\n\n1. e4 *\n").unwrap();
            bench.keys(&format!(":library {name}<enter>"));
        }
        wait_for("library.ron", &[&names[0], &names[1]]);
        for bench in &mut benches {
            bench.until(|bench| matches!(bench.table.app.model.dialog, Some(Dialog::List(_))));
            bench.keys("<esc>");
        }
    }
}

#[test]
fn programs_that_save_settings_at_the_same_time_keep_the_fields_of_all() {
    let home = fresh_folder();
    let (file, begin) = (home.join("settings.ron"), Barrier::new(4));
    let changes: [fn(&mut Settings); 4] = [
        |settings| settings.play.name = "Ada".to_owned(),
        |settings| settings.engine.hash_mib = 64,
        |settings| settings.engine.multi_pv = 3,
        |settings| settings.screen.theme = "parchment".to_owned(),
    ];
    std::thread::scope(|scope| {
        for change in changes {
            let (file, begin) = (&file, &begin);
            scope.spawn(move || {
                let mut settings = Settings::default();
                change(&mut settings);
                begin.wait();
                settings.save_changes(&Settings::default(), file).unwrap();
            });
        }
    });
    let text = fs::read_to_string(&file).unwrap();
    for value in ["Ada", "64", "multi_pv", "parchment"] {
        assert!(text.contains(value), "{value}: {text}");
    }
    fs::remove_dir_all(&home).unwrap();
}

#[test]
fn a_tab_in_a_name_does_not_shift_the_row_of_a_game() {
    let mut bench = Bench::new((100, 24));
    let games = ["Ada\tBo", "Adam Bo"]
        .map(|name| format!("[White \"{name}\"]\n[Black \"Cy\"]\n\n1. e4 *\n"));
    bench.write("tab.pgn", &games.join("\n"));
    bench.keys(":open tab.pgn<enter>");
    bench.until(|bench| matches!(bench.table.app.model.dialog, Some(Dialog::List(_))));
    let frame = bench.table.frame();
    let place = |name: &str| {
        let row = frame.lines().find(|row| row.contains(name)).unwrap_or_else(|| panic!("{frame}"));
        let at = |text: &str| row.find(text).map(|at| row[..at].chars().count());
        at("Cy").map(|black| black - at(name).unwrap_or(0))
    };
    assert_eq!(place("Ada Bo"), place("Adam Bo"), "{frame}");
}
