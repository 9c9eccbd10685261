//! Autosave: games are resumed after any end of the program, are locked, and are written atomically.

use super::{play, timed};
use jiff::tz::{Offset, TimeZone};
use lucena::base::Millis;
use lucena::game::{
    Autosave, DrawClaims, Game, ResumeState, SaveError, Timestamp, resumable_games,
};
use lucena::rules::Color;
use std::fs;
use std::path::PathBuf;

/// A folder for one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("lucena-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }

    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn stamp() -> Timestamp {
    Timestamp::from_unix(1_795_230_317, &TimeZone::UTC)
}

fn notes(dial: &str) -> ResumeState {
    ResumeState { notes: [("dial".to_owned(), dial.to_owned())].into(), ..ResumeState::default() }
}

/// Saves the game; returns the copy of a record that another program changed.
fn saved(save: &mut Autosave, game: &Game) -> Option<PathBuf> {
    save.save(game, Millis(0), &notes("")).expect("a save")
}

#[test]
fn an_unfinished_game_is_resumed_with_clocks_claims_and_notes() {
    let folder = Folder::new("resume");
    let mut game = timed("300+3");
    game.claims = DrawClaims::Automatic;
    game.start_clock(Millis(0));
    play(&mut game, "e4 e5 Nf3");
    game.takeback(Millis(0));
    let mut save = Autosave::create(&folder.0, stamp()).expect("a name");
    save.save(&game, Millis(7_000), &notes("1500")).expect("a save");
    drop(save);
    let (mut found, errors) = resumable_games(&folder.0);
    assert!(errors.is_empty(), "{errors:?}");
    let (back, save, state) = found.remove(0).resume();
    assert_eq!(
        (back.sans(), back.claims),
        (vec!["e4".to_owned(), "e5".to_owned()], DrawClaims::Automatic)
    );
    let left = |game: &Game, now| game.remaining(Color::White, Millis(now));
    assert_eq!(left(&back, 0), left(&game, 7_000));
    assert_eq!((state.notes, state.used), (notes("1500").notes, Millis(7_000)));
    assert!(save.record().ends_with("2026-11-21-030517.pgn"));
}

#[test]
fn two_programs_use_different_names_and_do_not_offer_each_others_games() {
    let folder = Folder::new("two");
    let mut first = Autosave::create(&folder.0, stamp()).expect("a name");
    let mut second = Autosave::create(&folder.0, stamp()).expect("another name");
    assert_ne!(first.record(), second.record());
    for save in [&mut first, &mut second] {
        save.save(&Game::default(), Millis(0), &notes("")).expect("a save");
    }
    assert_eq!(resumable_games(&folder.0).0.len(), 0);
    drop(first);
    let (offered, _) = resumable_games(&folder.0);
    assert_eq!(offered.len(), 1);
    assert_eq!(
        resumable_games(&folder.0).0.len(),
        0,
        "what is offered in one window is not in another"
    );
}

#[test]
fn a_folder_that_was_removed_during_a_game_is_made_again() {
    let folder = Folder::new("removed");
    let mut save = Autosave::create(&folder.0, stamp()).expect("a name");
    let mut game = timed("300+3");
    play(&mut game, "e4");
    save.save(&game, Millis(0), &notes("1500")).expect("a save");
    fs::remove_dir_all(&folder.0).expect("the folder");
    play(&mut game, "e5");
    save.save(&game, Millis(0), &notes("1500")).expect("a save");
    drop(save);
    let (found, errors) = resumable_games(&folder.0);
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!(found[0].game.tree().len(), game.tree().len());
}

#[test]
fn what_another_program_writes_to_the_record_is_kept() {
    let folder = Folder::new("changed");
    let mut save = Autosave::create(&folder.0, stamp()).expect("a name");
    let mut game = timed("300+3");
    play(&mut game, "e4");
    let unchanged = saved(&mut save, &game);
    assert_eq!(unchanged, None);
    play(&mut game, "e5");
    assert_eq!(saved(&mut save, &game), None);
    for text in ["1. e4 {the best} *", "1. e4 {the only one} *"] {
        fs::write(save.record(), text).expect("the record");
        let copy = saved(&mut save, &game).expect("a copy");
        assert_eq!(fs::read_to_string(copy).expect("the copy"), text);
        assert!(fs::read_to_string(save.record()).expect("the record").contains(" e5 "));
    }
    fs::remove_file(save.record()).expect("the record");
    assert_eq!(saved(&mut save, &game), None);
    drop(save);
    // A change between two runs is in the game that is resumed, as far as a game can have it.
    let (mut found, _) = resumable_games(&folder.0);
    let (_, mut save, _) = found.remove(0).resume();
    assert_eq!(saved(&mut save, &game), None);
    drop(save);
    let record = folder.0.join("2026-11-21-030517.pgn");
    let text = fs::read_to_string(&record).expect("the record").replace("1. e4", "1. e4 {good}");
    let text = text + "[Event \"another\"]\n\n1. c4 1-0\n";
    fs::write(&record, &text).expect("the record");
    let (mut found, _) = resumable_games(&folder.0);
    let (game, mut save, _) = found.remove(0).resume();
    fs::create_dir_all(folder.0.join("changed/2026-11-21-030517-3.pgn")).expect("a folder");
    let copy = saved(&mut save, &game).expect("a copy");
    assert!(copy.ends_with("changed/2026-11-21-030517-4.pgn"), "{copy:?}");
    assert_eq!(fs::read_to_string(copy).expect("the copy"), text);
    assert!(fs::read_to_string(save.record()).expect("the record").contains("good"));
}

#[test]
fn a_finished_game_leaves_only_its_pgn_file() {
    let folder = Folder::new("finished");
    let mut save = Autosave::create(&folder.0, stamp()).expect("a name");
    let mut game = Game::default();
    play(&mut game, "f3 e5 g4");
    saved(&mut save, &game);
    assert_eq!(folder.files().len(), 3);
    play(&mut game, "Qh4");
    saved(&mut save, &game);
    drop(save);
    assert_eq!(folder.files(), ["2026-11-21-030517.pgn"]);
}

#[test]
fn a_crash_while_writing_leaves_the_earlier_file() {
    let folder = Folder::new("crash");
    let mut save = Autosave::create(&folder.0, stamp()).expect("a name");
    let mut game = Game::default();
    play(&mut game, "e4");
    saved(&mut save, &game);
    drop(save);
    // A temporary file as a kill during writing leaves it.
    fs::write(folder.0.join(".2026-11-21-030517.pgn.1.tmp"), "[Event \"x").expect("a neighbour");
    let (found, errors) = resumable_games(&folder.0);
    assert!(errors.is_empty());
    assert_eq!(found[0].game.sans(), ["e4"]);
}

#[test]
fn a_resume_file_older_than_its_pgn_resumes_at_the_newest_move() {
    let folder = Folder::new("older");
    let mut save = Autosave::create(&folder.0, stamp()).expect("a name");
    let mut game = Game::default();
    play(&mut game, "e4 e5");
    saved(&mut save, &game);
    game.takeback(Millis(0));
    game.takeback(Millis(0));
    play(&mut game, "d4");
    let marker = folder.0.join("2026-11-21-030517.unfinished.ron");
    let old = fs::read(&marker).expect("the marker");
    saved(&mut save, &game);
    drop(save);
    fs::write(&marker, old).expect("the older marker");
    assert_eq!(resumable_games(&folder.0).0[0].game.sans(), ["d4"]);
}

#[test]
fn read_and_write_errors_name_file_and_place() {
    let folder = Folder::new("errors");
    fs::create_dir_all(&folder.0).expect("a folder");
    fs::write(folder.0.join("file"), "").expect("a file");
    let refused = Autosave::create(&folder.0.join("file").join("games"), stamp());
    assert!(matches!(refused, Err(SaveError::Io { action: "make the folder", .. })));
    fs::write(folder.0.join("a.unfinished.ron"), "(\n  used: soon)").expect("a marker");
    fs::write(folder.0.join("b.unfinished.ron"), "()").expect("a marker");
    let (found, errors) = resumable_games(&folder.0);
    let words: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert!(found.is_empty() && words.len() == 2, "{words:?}");
    assert!(words[1].contains("a.unfinished.ron:2:"), "{words:?}");
    assert!(words[0].contains("cannot read"), "{words:?}");
    assert_eq!(resumable_games(&folder.0.join("missing")).1.len(), 0);
}

#[test]
fn a_timestamp_has_the_forms_of_tags_and_file_names() {
    let cases = [
        (0, "1970.01.01 00:00:00"),
        (951_827_696, "2000.02.29 12:34:56"),
        (1_704_067_199, "2023.12.31 23:59:59"),
        (-1, "1969.12.31 23:59:59"),
    ];
    for (seconds, text) in cases {
        let moment = Timestamp::from_unix(seconds, &TimeZone::UTC);
        assert_eq!(format!("{} {}", moment.date(), moment.time()), text);
    }
    assert_eq!(stamp().file_name(), "2026-11-21-030517");
    let (west, east) =
        (TimeZone::fixed(Offset::constant(-5)), TimeZone::fixed(Offset::constant(13)));
    for (zone, name) in [(west, "2026-11-20-220517"), (east, "2026-11-21-160517")] {
        assert_eq!(Timestamp::from_unix(1_795_230_317, &zone).file_name(), name);
    }
}
