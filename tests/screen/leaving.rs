//! Leaving a game that was opened and changed: its changes are saved before, kept in a copy, or discarded.

use crate::bench::{Bench, fresh_folder};
use crate::screen::Table;
use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use lucena::game::pgn;
use lucena::tui::model::dialogs::Dialog;
use lucena::tui::model::effect::SaveAs;
use lucena::tui::model::{Effect, StorageEffect};
use lucena::tui::view::{dialogs, spoken};
use lucena::tui::{Event, update};
use std::fs;
use std::path::Path;

/// A game of a file, with a comment that the file has not.
fn changed(size: (u16, u16)) -> Bench {
    let mut bench = Bench::new(size);
    bench.write("one.pgn", "[Event \"one\"]\n\n1. e4 e5 *\n");
    bench.write("two.pgn", "[Event \"two\"]\n\n1. d4 d5 *\n");
    bench.keys(":open one.pgn<enter>");
    bench.until(|bench| bench.table.app.model.session.is_review());
    bench.keys(".:comment important<enter>");
    bench
}

/// A pasted game with a comment: it has no file.
fn pasted(size: (u16, u16)) -> Table {
    let mut table = Table::against_engine(size);
    table.event(Event::Paste("1. e4 e5 2. Nf3 *".to_owned()));
    table.keys(".:comment important<enter>");
    table
}

fn quits(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| matches!(effect, Effect::Quit))
}

fn asks(table: &Table) -> bool {
    matches!(table.app.model.dialog, Some(Dialog::Confirm(_)))
}

fn save(effects: &[Effect]) -> SaveAs {
    let save = |effect: &Effect| match effect {
        Effect::Storage(StorageEffect::SaveAs(save)) => Some((**save).clone()),
        _ => None,
    };
    effects.iter().find_map(save).expect("it is saved")
}

/// The copies of changes that were kept.
fn copies(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder.join("recovered")).into_iter().flatten();
    entries
        .map(|entry| fs::read_to_string(entry.expect("an entry").path()).expect("a copy"))
        .collect()
}

#[test]
fn enter_saves_to_the_file_and_leaves_for_what_was_asked() {
    for (keys, left) in [
        (":open two.pgn<enter>", "d4 d5"),
        (":game two none<enter>", ""),
        (":fen<enter>", ""),
        ("x", "e4"),
        ("<ctrl-n>", "e4 e5"),
    ] {
        let mut bench = changed((80, 24));
        bench.keys(keys);
        bench.until(|bench| asks(&bench.table));
        let frame = bench.table.frame();
        assert!(frame.contains("Enter save   X discard   Esc stay"), "{keys}: {frame}");
        bench.keys("<enter>");
        bench.until(|bench| !asks(&bench.table));
        assert!(bench.written("one.pgn").contains("{important}"), "{keys}");
        assert_eq!(bench.table.moves(), left, "{keys}");
        assert!(copies(&bench.folder).is_empty(), "{keys}");
        let is_form = matches!(bench.table.app.model.dialog, Some(Dialog::NewGame(_)));
        assert_eq!(is_form, keys == "<ctrl-n>");
    }
}

#[test]
fn the_program_is_left_when_the_changes_are_saved() {
    let mut bench = changed((80, 24));
    let table = &mut bench.table;
    let effects = table.keys("<ctrl-q><enter>");
    assert!(!quits(&effects));
    let save = save(&effects);
    assert!(save.file.ends_with("one.pgn") && pgn::write(&save.game).contains("important"));
    assert!(table.frame().contains("being saved"), "{}", table.frame());
    assert!(!quits(&table.keys("<enter>")), "it is being saved already");
    // Another game's file is not waited for.
    table.event(Event::ChangesSaved(Default::default(), save.changes, "/x/a.pgn".into()));
    assert!(asks(table));
    assert!(quits(&table.event(Event::ChangesSaved(save.id, save.changes, save.file))));
}

#[test]
fn a_record_that_was_changed_while_it_was_saved_is_asked_about_again() {
    let mut bench = changed((80, 24));
    let table = &mut bench.table;
    let save = save(&table.keys("<ctrl-q><enter>"));
    let session = &mut table.app.model.session;
    let before = session.unchanged();
    session.game.tags.set("Annotator", "the background");
    session.changed(&before);
    assert!(!quits(&table.event(Event::ChangesSaved(save.id, save.changes, save.file))));
    assert!(table.frame().contains("not saved. Save them to"), "{}", table.frame());
}

#[test]
fn a_save_that_fails_keeps_the_game() {
    let mut bench = changed((80, 24));
    fs::remove_file(bench.folder.join("one.pgn")).expect("a file");
    bench.keys("<ctrl-q><enter>");
    bench.until(|bench| !asks(&bench.table));
    let error = bench.table.app.model.messages.error().expect("an error").0.text.clone();
    assert!(error.contains("one.pgn") && error.ends_with("; the game is not left"), "{error}");
    assert!(bench.table.app.model.session.has_unsaved_changes());
    bench.keys("<esc><ctrl-q>");
    assert!(asks(&bench.table));
    assert!(quits(&bench.table.keys("x")));
}

#[test]
fn escape_stays_also_while_the_changes_are_saved() {
    let mut bench = changed((80, 24));
    let table = &mut bench.table;
    table.keys("<ctrl-q><esc>");
    assert!(!asks(table));
    let save = save(&table.keys("<ctrl-q><enter><esc>"));
    assert!(!quits(&table.event(Event::ChangesSaved(save.id, save.changes, save.file))));
    assert!(!table.app.model.session.has_unsaved_changes());
}

#[test]
fn a_game_without_a_file_is_kept_in_a_copy() {
    let mut table = pasted((80, 24));
    let effects = table.keys(":game two none<enter><enter>");
    let is_copy =
        |effect: &Effect| matches!(effect, Effect::Storage(StorageEffect::KeepChanges(..)));
    assert!(effects.iter().any(is_copy), "{effects:?}");
    assert_eq!(table.moves(), "e4 e5 Nf3");
    let effects = table.event(Event::ChangesKept("/x/copy.pgn".into()));
    assert!(!effects.iter().any(is_copy), "one copy is enough: {effects:?}");
    assert!(table.moves().is_empty() && table.app.model.kept_changes.is_none());
    let mut table = pasted((80, 24));
    let frame = table.keys_and_frame("<ctrl-q>");
    assert!(frame.contains("Keep a copy in") && frame.contains("Enter copy"), "{frame}");
    table.keys("<enter>");
    table.event(Event::GameSaved(Err("there is no folder for a copy".to_owned())));
    assert!(!asks(&table) && table.frame().contains("no folder for a copy"), "{}", table.frame());
    table.keys("<esc><ctrl-q><enter>");
    assert!(quits(&table.event(Event::ChangesKept("/x/copy.pgn".into()))));
}

#[test]
fn the_choices_are_clicked() {
    for (column, expected) in
        [(0, "saved"), (12, "saved"), (13, "left"), (24, "left"), (25, "stays")]
    {
        let mut bench = changed((80, 24));
        let table = &mut bench.table;
        table.keys("<ctrl-q>");
        let open = table.app.model.dialog.as_ref().expect("a question");
        let area = dialogs::inside(dialogs::area(open, table.app.model.size));
        let (column, row) = (area.x + column, area.bottom() - 1);
        let (kind, modifiers) = (MouseEventKind::Down(MouseButton::Left), KeyModifiers::NONE);
        let effects = table.event(Event::Mouse(MouseEvent { kind, column, row, modifiers }));
        let is_save = |it: &Effect| matches!(it, Effect::Storage(StorageEffect::SaveAs(_)));
        let done = match (effects.iter().any(is_save), quits(&effects)) {
            (true, false) => "saved",
            (false, true) => "left",
            _ => "stays",
        };
        assert_eq!((done, asks(table)), (expected, expected == "saved"), "{column}");
    }
}

#[test]
fn a_quit_in_training_saves_the_record_that_waits() {
    let mut bench = changed((120, 40));
    bench.keys(":train two.pgn<enter>");
    bench.until(|bench| bench.table.app.model.training.is_some());
    let save = save(&bench.table.keys("<ctrl-q><enter>"));
    assert!(pgn::write(&save.game).contains("important"));
    assert!(bench.table.app.model.training.is_none());
    assert!(quits(&bench.table.event(Event::ChangesSaved(save.id, save.changes, save.file))));
}

#[test]
fn a_script_keeps_a_copy_of_the_changes_that_it_leaves() {
    for line in [":open two.pgn", ":game two none", ":play-on", ":quit"] {
        let folder = fresh_folder();
        let mut bench = Bench::at_home((80, 24), &folder);
        let text = "[Event \"one\"]\n\n1. e4 e5 *\n";
        bench.write("one.pgn", text);
        bench.write("two.pgn", "1. d4 d5 *\n");
        bench.event(Event::Script(format!(":open one.pgn\n:goto 1\n:comment important\n{line}")));
        if line == ":quit" {
            bench.until(|bench| !copies(&bench.folder).is_empty());
        } else {
            bench.until(|bench| bench.table.app.model.kept_changes.is_some());
        }
        assert_eq!(bench.written("one.pgn"), text, "{line}");
        let copies = copies(&bench.folder);
        assert!(copies.len() == 1 && copies[0].contains("{important}"), "{line}");
    }
}

#[test]
fn without_a_screen_the_answers_are_words() {
    for (word, saves, leaves) in [
        ("yes", true, false),
        ("quit", true, false),
        ("discard", false, true),
        ("no", false, false),
    ] {
        let mut bench = changed((80, 24));
        let table = &mut bench.table;
        table.app.model.plain = true;
        table.keys("<ctrl-q>");
        let said = spoken::dialog(&table.app.model).join(" ");
        assert!(said.ends_with("one.pgn first? Yes, discard or cancel?"), "{said}");
        let wrong = update::dialogs::answer_line(&mut table.app.model, "what");
        assert!(wrong.is_some_and(|it| it.is_err_and(|words| words.contains("yes, discard, "))));
        let done = update::dialogs::answer_line(&mut table.app.model, word);
        let effects = done.expect("an answer").expect("it is understood");
        let is_saved =
            effects.iter().any(|it| matches!(it, Effect::Storage(StorageEffect::SaveAs(_))));
        assert_eq!((is_saved, quits(&effects)), (saves, leaves), "{word}");
    }
}

#[test]
fn the_commands_of_vi_save_and_quit() {
    for line in [":wq", ":x", ":save-and-quit", ":wq other.pgn"] {
        let mut bench = changed((80, 24));
        let table = &mut bench.table;
        let effects = table.keys(&format!("{line}<enter>"));
        assert!(!quits(&effects), "{line}");
        let save = save(&effects);
        assert!(save.file.ends_with(if line == ":wq other.pgn" { "other.pgn" } else { "one.pgn" }));
        assert!(
            quits(&table.event(Event::ChangesSaved(save.id, save.changes, save.file))),
            "{line}"
        );
    }
    let mut bench = changed((80, 24));
    assert!(save(&bench.table.keys(":w<enter>")).file.ends_with("one.pgn"));
    let effects = bench.table.keys(":q!<enter>");
    let is_copy = |it: &Effect| matches!(it, Effect::Storage(StorageEffect::KeepChanges(..)));
    assert!(quits(&effects) && effects.iter().any(is_copy), "{effects:?}");
    // Without a file nothing is left; a game that is recorded by itself needs none.
    let mut table = pasted((80, 24));
    assert!(!quits(&table.keys(":wq<enter>")));
    assert!(table.frame().contains(":save needs a file"), "{}", table.frame());
    let mut table = Table::two_people((80, 24));
    table.keys("e4<enter>:wq<enter>");
    assert!(table.frame().contains("Quit Lucena?"), "{}", table.frame());
}

#[test]
fn a_script_waits_until_the_game_is_saved_before_the_end() {
    let mut bench = changed((80, 24));
    let effects = bench.table.event(Event::Script(":wq\n:comment late".to_owned()));
    let save = save(&effects);
    assert!(pgn::write(&save.game).contains("important"));
    assert!(quits(&bench.table.event(Event::ChangesSaved(save.id, save.changes, save.file))));
}
