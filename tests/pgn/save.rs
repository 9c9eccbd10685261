//! Saving into a collection: only the bytes of that game change, and no file is overwritten without a question.

use super::one;
use lucena::game::pgn::{GameSource, Index, PgnError, PgnSaveError, save};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Barrier};
use std::thread;

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("save-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

fn index(file: &Path) -> Index {
    Index::build(file, &mut |_, _| ControlFlow::Continue(())).expect("an index")
}

/// The game of this number as the program knows it after reading it.
fn read_from(file: &Path, number: usize) -> Vec<GameSource> {
    vec![GameSource { index: Arc::new(index(file)), number }]
}

#[test]
fn a_game_is_replaced_in_its_collection_and_nothing_else_changes() {
    let file = folder("collection").join("games.pgn");
    let first = b"% head\r\n[Event \"one\"]\r\n\r\n1.e4   e5 {odd } *\r\n\r\n\r\n".to_vec();
    let second = b"[Event \"two\"]\r\n\r\n1. d4 *\r\n% escaped\r\n\r\n".to_vec();
    let third = b"[Event \"three\"]\r\n[White \"Gr\xfcnfeld\"]\r\n\r\n1. c4 *".to_vec();
    fs::write(&file, [&first[..], &second, &third].concat()).expect("a file");
    let mut sources = read_from(&file, 1);
    let mut game = sources[0].index.read(1).expect("the second game").game;
    game.tags.set("White", "x");
    game.players.white.name = "Bür".to_owned();
    save(&file, &game, &mut sources, false).expect("a save");
    let saved = fs::read(&file).expect("the file");
    assert!(
        saved.starts_with(&first)
            && saved.ends_with(&[b"\r\n% escaped\r\n\r\n", &third[..]].concat())
    );
    let middle = &saved[first.len()..saved.len() - third.len()];
    assert!(middle.windows(3).any(|window| window == b"B\xfcr"), "Windows-1252 stays");
    assert!(!middle.windows(2).any(|pair| pair[1] == b'\n' && pair[0] != b'\r'), "line ends stay");
    // The index is updated: the next game is read and replaced as well.
    let third_game = sources[0].index.read(2).expect("the third game").game;
    assert_eq!(third_game.players.white.name, "Grünfeld");
    assert_eq!(sources[0].index.entries(), index(&file).entries());
    sources[0].number = 2;
    save(&file, &third_game, &mut sources, false).expect("another save");
    sources[0].number = 1;
    assert_eq!(index(&file).entries().len(), 3);
    let entries = fs::read_dir(file.parent().expect("a folder")).expect("a folder");
    assert_eq!(entries.count(), 1, "a temporary file is left");
    game.players.white.name = "Чигорин".to_owned();
    let error = save(&file, &game, &mut sources, false).expect_err("no such letter");
    assert!(
        error.to_string().contains("Windows-1252") && error.to_string().contains('Ч'),
        "{error}"
    );
    assert!(error.to_string().contains("U+0427"), "{error}");
}

#[test]
fn a_file_whose_lines_end_with_cr_alone_keeps_its_escapes_and_the_lines_of_later_games() {
    let file = folder("cr").join("games.pgn");
    let text = "[Event \"one\"]\r\r1. e4 {a} *\r% kept\r\r[Event \"two\"]\r\r1. d4 *\r";
    fs::write(&file, text).expect("a file");
    let mut sources = read_from(&file, 0);
    let mut game = sources[0].index.read(0).expect("the first game").game;
    game.tags.set("Annotator", "x");
    save(&file, &game, &mut sources, false).expect("a save");
    let saved = fs::read_to_string(&file).expect("the file");
    assert!(saved.contains(" *\r% kept\r\r[Event \"two\"]"), "{saved:?}");
    assert_eq!(sources[0].index.entries(), index(&file).entries());
}

#[test]
fn a_file_is_overwritten_only_if_that_is_confirmed() {
    let folder = folder("overwrite");
    let (file, new) = (folder.join("games.pgn"), folder.join("new.pgn"));
    fs::write(&file, "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n").expect("a file");
    let game = one("1. c4 *").game;
    assert!(matches!(save(&file, &game, &mut Vec::new(), false), Err(PgnSaveError::Exists(_))));
    assert_eq!(index(&file).entries().len(), 2);
    save(&new, &game, &mut Vec::new(), false).expect("a new file");
    assert!(matches!(save(&new, &game, &mut Vec::new(), false), Err(PgnSaveError::Exists(_))));
    save(&file, &game, &mut Vec::new(), true).expect("an overwrite");
    assert_eq!(index(&file).entries().len(), 1);
}

#[cfg(unix)]
#[test]
fn a_file_of_the_same_length_and_time_is_refused() {
    let file = folder("disguised").join("games.pgn");
    fs::write(&file, "1. e4 *\n").expect("a file");
    let mut sources = read_from(&file, 0);
    let game = one("1. c4 *").game;
    save(&file, &game, &mut sources, false).expect("own changes do not matter");
    let time = fs::metadata(&file).and_then(|about| about.modified()).expect("a time");
    let other = "x".repeat(fs::read(&file).expect("bytes").len());
    let disguise = |path: &Path| {
        fs::write(path, &other).expect("another program");
        let written = fs::File::options().write(true).open(path).expect("the file");
        written.set_modified(time).expect("its time");
    };
    let mut refused = || {
        let saved = save(&file, &game, &mut sources, false);
        assert!(matches!(saved, Err(PgnSaveError::Pgn(PgnError::Changed(_)))), "{saved:?}");
        assert_eq!(fs::read_to_string(&file).expect("text"), other);
    };
    disguise(&file);
    refused();
    let beside = file.with_extension("new");
    disguise(&beside);
    fs::rename(&beside, &file).expect("a rename");
    refused();
}

#[test]
fn a_file_that_changed_since_it_was_read_is_refused() {
    let file = folder("changed").join("games.pgn");
    fs::write(&file, "1. e4 *\n").expect("a file");
    let mut sources = read_from(&file, 0);
    fs::write(&file, "1. e4 e5 *\n").expect("another program");
    assert!(matches!(sources[0].index.read(0), Err(PgnError::Changed(_))), "other places");
    let saved = save(&file, &one("1. c4 *").game, &mut sources, false);
    assert!(matches!(saved, Err(PgnSaveError::Pgn(PgnError::Changed(_)))));
    assert_eq!(fs::read_to_string(&file).expect("the file"), "1. e4 e5 *\n");
}

#[test]
fn a_game_that_was_saved_elsewhere_is_still_replaced_where_it_was_read() {
    let folder = folder("elsewhere");
    let (file, copy) = (folder.join("games.pgn"), folder.join("copy.pgn"));
    let other = "[Event \"b\"]\n\n1. d4 *\n";
    fs::write(&file, format!("[Event \"a\"]\n\n1. e4 *\n\n{other}")).expect("a file");
    let mut sources = read_from(&file, 0);
    for (path, moves) in
        [(&copy, "1. c4 *"), (&file, "1. Nf3 *"), (&copy, "1. b3 *"), (&file, "1. g3 *")]
    {
        save(path, &one(moves).game, &mut sources, false).expect("a save");
        assert!(fs::read_to_string(path).expect("the file").contains(moves));
    }
    assert!(fs::read_to_string(&file).expect("the file").ends_with(other));
    save(&file, &one("1. a3 *").game, &mut sources, true).expect("an overwrite");
    save(&file, &one("1. a4 *").game, &mut sources, false).expect("a save");
    assert_eq!((sources.len(), index(&file).entries().len()), (2, 1));
}

#[test]
fn saving_adds_no_tags_and_names_the_letters_it_replaces() {
    let file = folder("foreign").join("games.pgn");
    let german = "[White \"a\"]\n\n1. e4 e5 2. Sf3 Sc6 3. Lb5 *\n";
    fs::write(&file, german).expect("a file");
    let mut sources = read_from(&file, 0);
    let read = sources[0].index.read(0).expect("the game");
    assert!(read.letters.as_deref().is_some_and(|name| name.starts_with("German")));
    let copy = file.with_file_name("copy.pgn");
    let letters = save(&copy, &read.game, &mut sources, false).expect("a new file");
    assert!(letters.is_some_and(|name| name.starts_with("German")));
    assert!(fs::read_to_string(&copy).expect("the copy").contains("[Site \"?\"]"));
    let letters = save(&file, &read.game, &mut sources, false).expect("a save");
    assert!(letters.is_some_and(|name| name.starts_with("German")));
    let english = german.replace("Sf3 Sc6 3. Lb5", "Nf3 Nc6 3. Bb5");
    assert_eq!(fs::read_to_string(&file).expect("the file"), english);
    assert_eq!(save(&file, &read.game, &mut sources, false).expect("a save"), None);
    assert_eq!(fs::read_to_string(&file).expect("the file"), english);
}

#[cfg(unix)]
#[test]
fn no_directory_is_to_be_overwritten_and_a_link_to_a_missing_file_is_followed() {
    let folder = folder("targets");
    let game = one("1. c4 *").game;
    let error = save(&folder, &game, &mut Vec::new(), false).expect_err("a directory");
    assert!(error.to_string().ends_with("not a regular file, but a directory"), "{error}");
    let (link, target) = (folder.join("link.pgn"), folder.join("target.pgn"));
    std::os::unix::fs::symlink("target.pgn", &link).expect("a link");
    save(&link, &game, &mut Vec::new(), false).expect("a new file");
    assert!(fs::symlink_metadata(&link).expect("the link").is_symlink());
    assert!(fs::read_to_string(&target).expect("the file").contains("1. c4"));
    let missing = save(&folder.join("no/such.pgn"), &game, &mut Vec::new(), false);
    let said = missing.expect_err("no folder").to_string();
    assert!(said.contains("no/such.pgn: ") && !said.contains(".lucena-"), "{said}");
}

#[test]
fn a_comment_before_the_first_move_does_not_become_one_of_the_game_before() {
    let file = folder("untagged").join("games.pgn");
    fs::write(&file, "1. f3 e5 2. g4 Qh4# 0-1\n\n1. d4 d5 *\n").expect("a file");
    let mut sources = read_from(&file, 1);
    let commented = one("{second} 1. d4 d5 *").game;
    save(&file, &commented, &mut sources, false).expect("a save");
    let saved = fs::read_to_string(&file).expect("the file");
    assert!(saved.contains("[Event \"?\"]\n\n{second} 1. d4"), "{saved}");
    let read = index(&file);
    let text = |number| read.text(number).expect("a game");
    assert!(!text(0).contains("second") && text(1).contains("{second}"), "{saved}");
    assert_eq!(sources[0].index.entries(), read.entries());
}

#[test]
fn of_two_saves_at_the_same_time_one_is_refused_and_none_is_lost() {
    let file = folder("race").join("games.pgn");
    let text = "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n";
    for round in 0..30 {
        fs::write(&file, text).expect("a file");
        let begin = Barrier::new(2);
        let saved = thread::scope(|scope| {
            let save_game = |number: usize| {
                let (mut sources, begin, file) = (read_from(&file, number), &begin, &file);
                let mut game = sources[0].index.read(number).expect("a game").game;
                game.tags.set("Annotator", &format!("number {number}"));
                scope.spawn(move || {
                    begin.wait();
                    save(file, &game, &mut sources, false)
                })
            };
            [save_game(0), save_game(1)].map(|it| it.join().expect("a thread"))
        });
        let found = fs::read_to_string(&file).expect("the file");
        for (number, saved) in saved.iter().enumerate() {
            let is_there = found.contains(&format!("number {number}"));
            assert_eq!(is_there, saved.is_ok(), "{round}: {saved:?} {found}");
        }
        assert_eq!(saved.iter().filter(|saved| saved.is_ok()).count(), 1, "{round}: {saved:?}");
    }
}

#[test]
fn a_file_that_is_gone_is_written_only_if_that_is_confirmed() {
    let file = folder("gone").join("games.pgn");
    fs::write(&file, "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n").expect("a file");
    let mut sources = read_from(&file, 1);
    let game = |moves| one(moves).game;
    fs::remove_file(&file).expect("a removal");
    for _ in 0..2 {
        let gone = save(&file, &game("1. c4 *"), &mut sources, false).expect_err("no file");
        assert!(matches!(gone, PgnSaveError::Gone(_)), "{gone}");
        assert!(
            gone.to_string()
                .ends_with("games.pgn is gone: it was moved or deleted since it was read")
        );
        assert!(!file.exists());
    }
    save(&file, &game("1. c4 *"), &mut sources, true).expect("a new file");
    save(&file, &game("1. b3 *"), &mut sources, false).expect("a save");
    assert!(fs::read_to_string(&file).expect("the file").contains("1. b3"));
    assert_eq!((sources.len(), index(&file).entries().len()), (1, 1));
}

#[cfg(unix)]
#[test]
fn a_file_whose_bytes_are_the_same_is_saved_into() {
    use std::os::unix::fs::PermissionsExt as _;
    let file = folder("same").join("games.pgn");
    let text = "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n";
    fs::write(&file, text).expect("a file");
    let mut sources = read_from(&file, 1);
    let beside = file.with_extension("bak");
    let changes: [(&str, &dyn Fn() -> std::io::Result<()>); 4] = [
        ("touch", &|| {
            let opened = fs::File::options().write(true).open(&file)?;
            opened.set_modified(std::time::SystemTime::UNIX_EPOCH)
        }),
        ("chmod", &|| fs::set_permissions(&file, fs::Permissions::from_mode(0o600))),
        ("link", &|| fs::hard_link(&file, &beside)),
        ("rewrite", &|| {
            fs::remove_file(&beside)?;
            fs::write(&beside, fs::read(&file)?)?;
            fs::rename(&beside, &file)
        }),
    ];
    // After the reading and after each save.
    for (moves, (name, change)) in ["1. c4 *", "1. b3 *", "1. g3 *", "1. a3 *"].iter().zip(changes)
    {
        change().expect(name);
        assert!(sources[0].index.is_current(), "{name}");
        save(&file, &one(moves).game, &mut sources, false).expect(name);
        assert!(fs::read_to_string(&file).expect("the file").contains(moves), "{name}");
    }
}

#[test]
fn a_game_without_tags_gets_no_blank_line() {
    let file = folder("no-tags").join("games.pgn");
    let text = "1. e4 e5 *\n\n1. d4 d5 *\n";
    fs::write(&file, text).expect("a file");
    for number in [0, 1, 0, 1] {
        let mut sources = read_from(&file, number);
        let game = sources[0].index.read(number).expect("a game").game;
        save(&file, &game, &mut sources, false).expect("a save");
        assert_eq!(fs::read_to_string(&file).expect("the file"), text);
    }
}
