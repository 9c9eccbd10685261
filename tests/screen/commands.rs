//! One row of the table is everything a command needs: key, `:` line, completion, help, palette and script have it.

use crate::screen::Table;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use lucena::rules::Color;
use lucena::tui::commands::{Command, Commands};
use lucena::tui::model::StorageEffect;
use lucena::tui::model::dialogs::Dialog;
use lucena::tui::model::session::Session;
use lucena::tui::values::command_spec::{Argument, Mode, Values};
use lucena::tui::{App, Effect, Event};

/// A command that no version of Lucena has.
fn greet() -> Command {
    const WORDS: Argument = Argument::optional("NAME", Values::Words(&["Ada", "Alan"]));
    Command::new("Game", "greet-player", "greet the player by name", |model, name| {
        let name = if name.is_empty() { "you" } else { name };
        model.notify_info(format!("greetings to {name}"));
        Ok(Vec::new())
    })
    .keys(&[(Mode::Board, "G")])
    .argument(WORDS)
    .when(|model| match model.session.started {
        true => Ok(()),
        false => Err("nobody plays yet".to_owned()),
    })
}

fn table() -> Table {
    let app = App::with_commands((120, 40).into(), Commands::built_in().with(greet()));
    let mut table = Table::of(app, (120, 40));
    table.keys("<esc>:game two none<enter>");
    table
}

#[test]
fn a_row_is_all_that_a_command_needs() {
    // Its key.
    let mut at = table();
    at.keys("G");
    assert!(at.frame().contains("greetings to you"), "{}", at.frame());
    assert_eq!(at.app.model.session_script.last().map(String::as_str), Some(":greet-player"));
    // The `:` line, with an argument, and completion of both.
    at.keys(":greet-player Ada<enter>");
    assert!(at.frame().contains("greetings to Ada"));
    at.keys(":gre<tab>");
    assert!(at.frame().contains(":greet-player"), "{}", at.frame());
    at.keys("al<tab><enter>");
    assert!(at.frame().contains("greetings to Alan"), "{}", at.frame());
    // The help.
    at.keys("?greet");
    let help = at.frame();
    for part in ["Game", "G", ":greet-player NAME", "greet the player by name"] {
        assert!(help.contains(part), "{part}: {help}");
    }
    at.keys("<esc>");
    // The palette.
    at.palette("gpl");
    assert!(at.frame().contains("greet-player"), "{}", at.frame());
    at.keys("<enter>");
    assert!(at.frame().contains("greetings to you"));
    // A script, by either form of its name.
    for line in ["GreetPlayer", "greet-player", ":greet-player", ":greet-player Grace"] {
        let mut at = table();
        at.event(Event::Script(line.to_owned()));
        assert!(at.frame().contains("greetings to "), "{line}: {}", at.frame());
    }
    // A user's key map.
    let patch = "{Board: {GreetPlayer: [\"ctrl-b\"]}}";
    let keymap = at.app.model.keymap.patched("keys.ron", patch).keymap;
    at.app.model.keymap = keymap;
    at.event(Event::Key(KeyEvent::new(KeyCode::Char('b'), KeyModifiers::CONTROL)));
    assert!(at.frame().contains("greetings to you"));
}

#[test]
fn what_is_not_available_says_why() {
    let app = App::with_commands((120, 40).into(), Commands::built_in().with(greet()));
    let mut table = Table::of(app, (120, 40));
    table.keys("<esc>");
    table.palette("greet");
    assert!(table.frame().contains("nobody plays yet"), "{}", table.frame());
    table.keys("<enter>");
    assert!(table.frame().contains("nobody plays yet"), "{}", table.frame());
    table.keys(":takeback<enter>");
    assert!(table.frame().contains("no game is being played"), "{}", table.frame());
}

/// Rows of the palette with their texts, without the frame.
fn palette_rows(table: &mut Table) -> Vec<String> {
    let frame = table.frame();
    let inside = frame.lines().filter_map(|line| line.split('│').nth(1));
    inside.map(|row| row.trim().to_owned()).collect()
}

#[test]
fn every_description_of_the_palette_can_be_read() {
    let mut table = table();
    table.resize((200, 50));
    table.palette("");
    let rows = palette_rows(&mut table);
    assert!(!rows.is_empty() && rows.iter().all(|row| !row.contains('…')), "{rows:?}");
    // On a narrow screen the whole one of the selected command stands below the list.
    table.resize((80, 24));
    table.keys("summary");
    let help = table.app.model.keymap.find("summary").expect("a command").help;
    let rows = palette_rows(&mut table);
    let shown = rows[rows.len() - 5..rows.len() - 2].join(" ");
    assert_eq!(shown.split_whitespace().collect::<Vec<_>>().join(" "), help);
}

#[test]
fn commands_are_found_by_other_words_in_any_order() {
    for (search, name) in [
        ("offer draw", "draw"),
        ("undo", "takeback"),
        ("undo move", "takeback"),
        ("import", "library"),
        ("my games", "library"),
        ("blunders", "moments"),
        ("clipboard", "copy-fen"),
        ("play again", "rematch"),
        ("board flip", "flip"),
        ("analysis", "analyse"),
    ] {
        let mut table = table();
        table.palette(search);
        let Some(Dialog::List(list)) = &table.app.model.dialog else { panic!("a list") };
        let rows: Vec<String> = list.found.iter().take(3).map(|&it| list.text(it)).collect();
        assert!(rows.iter().any(|row| row.starts_with(&format!("{name} "))), "{search}: {rows:?}");
        table.keys(&format!("<esc>?{search}"));
        let help = table.app.model.keymap.find(name).expect("a command").help;
        let words = help.split([',', ':']).next().unwrap_or(help);
        let start: String = words.chars().take(24).collect();
        assert!(table.frame().contains(start.trim()), "{search}: {}", table.frame());
    }
}

#[test]
fn the_columns_of_the_palette_are_as_wide_as_their_texts() {
    let mut table = Table::two_people((100, 40));
    table.palette("panel");
    let frame = table.frame();
    let column = |name: &str, help: &str| {
        let row = frame.lines().find(|row| row.contains(&format!(" {name} "))).expect(name);
        row.find(help).map(|at| row[..at].chars().count()).expect(help)
    };
    let columns = [
        column("previous-panel", "go to the panel before"),
        column("next-panel", "go to the next panel"),
    ];
    assert_eq!(columns[0], columns[1], "{frame}");
    assert!(frame.contains("shift-tab go to"), "{frame}");
}

#[test]
fn commands_that_cannot_be_used_come_last_in_the_palette() {
    let mut table = Table::fresh((120, 40));
    table.keys("<esc>");
    table.palette("");
    let Some(Dialog::List(list)) = &table.app.model.dialog else { panic!("a list") };
    let used: Vec<bool> = list.found.iter().map(|&it| list.unavailable(it).is_none()).collect();
    assert!(used.contains(&false) && used.is_sorted_by(|one, two| one >= two), "{used:?}");
    // Whoever types the name of one is told why.
    table.keys("takeback");
    let Some(Dialog::List(list)) = &table.app.model.dialog else { panic!("a list") };
    assert!(list.text(list.found[0]).starts_with("takeback "), "{}", table.frame());
}

#[test]
fn the_palette_asks_for_an_argument_that_is_needed() {
    let mut table = table();
    table.palette("theme");
    table.keys("<enter>");
    assert!(table.frame().contains(":theme"), "{}", table.frame());
    table.keys("parchment<enter>");
    assert_eq!(table.app.model.prefs.theme, "parchment");
}

#[test]
fn what_only_a_key_did_is_typed_as_well() {
    let mut table = table();
    table.keys("e4<enter>:takeback<enter>");
    assert_eq!(table.moves(), "");
    table.keys(":redo<enter>");
    assert_eq!(table.moves(), "e4");
    table.keys(":resign<enter>y");
    assert!(table.app.model.session.game.end().is_some());
}

#[test]
fn what_is_said_of_a_move_goes_when_a_move_is_taken_back() {
    let mut table = table();
    table.keys("e4<enter>Ke8<enter>");
    assert!(table.app.model.messages.error().is_some(), "{}", table.frame());
    table.keys(":takeback<enter>");
    assert_eq!(table.moves(), "");
    assert!(table.app.model.messages.error().is_none(), "{}", table.frame());
}

#[test]
fn the_manual_names_only_commands_and_keys_that_are_there() {
    let app = App::new((80, 24).into());
    let keymap = &app.model.keymap;
    let docs = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/docs")).expect("docs");
    for page in docs.map(|entry| entry.expect("an entry").path()) {
        let Ok(text) = std::fs::read_to_string(&page) else { continue };
        for quoted in text.split('`').skip(1).step_by(2).filter(|it| it.starts_with(':')) {
            let name = quoted[1..].split([' ', '\n']).next().unwrap_or_default();
            let known = name.is_empty() || keymap.find(name).is_some();
            assert!(known, "{}: {quoted}", page.display());
        }
    }
}

#[test]
fn moves_that_were_taken_back_are_not_of_the_game_that_ends_before_them() {
    let mut table = Table::two_people((80, 24));
    table.keys("e4<enter>e5<enter>Nf3<enter>Nc6<enter>uuu:resign<enter>y");
    let game = &table.app.model.session.game;
    assert_eq!(table.moves(), "e4");
    assert!(game.end().is_some());
    let text = lucena::game::pgn::movetext(game);
    assert!(text.contains("taken back: 1... e5 2. Nf3 Nc6"), "{text}");
    let read = lucena::game::pgn::read_bytes(text.as_bytes()).unwrap().remove(0).game;
    assert_eq!(read.tree().mainline().len(), 2, "the start and one move: {text}");
    // Other lines that were tried are named, too.
    let mut tried = Table::two_people((80, 24));
    tried.keys("e4<enter>e5<enter>Nf3<enter>uNc3<enter>uu:resign<enter>y");
    let text = lucena::game::pgn::movetext(&tried.app.model.session.game);
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("taken back: 1... e5 2. Nc3; 1... e5 2. Nf3} 1-0"), "{text}");
    // What was changed before the end is undone without them, too.
    table.keys("U");
    assert!(table.app.model.session.game.end().is_some(), "{}", table.frame());
}

#[test]
fn a_question_about_a_position_goes_with_its_game() {
    let mut table = table();
    table.keys("e4<enter>e1e3<enter><f6>8");
    assert!(table.frame().contains("is not legal"), "{}", table.frame());
    table.keys(":game two none standard<enter>y<enter>");
    assert!(!table.frame().contains("is not legal"), "{}", table.frame());
}

#[test]
fn a_strength_that_is_set_in_a_game_is_recorded_at_once() {
    let mut table = Table::against_engine((120, 40));
    table.keys("e4<enter>");
    let effects = table.keys(":elo 800<enter>");
    let is_saved = |effect: &Effect| matches!(effect, Effect::Storage(StorageEffect::SaveGame(_)));
    assert!(effects.iter().any(is_saved), "{effects:?}");
}

#[test]
fn a_rematch_has_the_same_players_start_and_times_with_the_colours_changed() {
    let mut table = Table::against_engine((80, 24));
    let start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    table.keys(&format!(":game white 5+3,1+0 1500 {start}<enter>"));
    table.keys(":resign<enter>y:rematch<enter>");
    let session = &table.app.model.session;
    let controls = |session: &Session| {
        let clocks = session.game.clocks();
        [Color::White, Color::Black].map(|side| clocks.control(side).to_string())
    };
    assert_eq!(controls(session), ["1+0", "5+3"]);
    assert!(session.is_engine(Color::White) && !session.is_engine(Color::Black));
    assert_eq!(session.game.start().fen(), start);
    assert_eq!(session.game.players.black.name, "Player");
    assert_eq!(table.app.model.layout.orientation, Color::Black);
    // Another engine changes sides too, and so do the types of the players in the record.
    let mut table = Table::two_people((80, 24));
    table.keys(":game white-external 5+3<enter>:rematch<enter>");
    let session = &table.app.model.session;
    assert_eq!(session.external, Some(Color::White));
    assert_eq!(session.game.tags.get("WhiteType"), Some("program"));
    assert_eq!(session.game.tags.get("BlackType"), Some("human"));
    // Two people who are named by their colours stay so.
    let mut table = Table::two_people((80, 24));
    table.keys(":game two none<enter>:rematch<enter>");
    assert_eq!(table.app.model.session.game.players.white.name, "White");
    // A board to analyse on has no players.
    table.keys(":game analysis<enter>:rematch<enter>");
    let words = table.app.model.messages.error().map(|(words, _)| words.text.clone());
    assert!(words.is_some_and(|words| words.contains("no game of yours")));
}
