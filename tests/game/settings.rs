//! Settings: a patch over the defaults, errors with their position, a broken file is not overwritten.

use lucena::config::{Paths, Settings};
use proptest::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

fn parsed(text: &str) -> (Settings, Vec<String>) {
    let (settings, errors) = Settings::parse(text, Path::new("s.ron"));
    (settings, errors.iter().map(ToString::to_string).collect())
}

#[test]
fn a_file_changes_only_what_it_names() {
    let mut expected = Settings::default();
    expected.engine.threads = 4;
    expected.play.control = "none".to_owned();
    for text in [
        "(engine: (threads: 4), play: (control: \"none\"))",
        "Settings(engine: EngineSettings(threads: 4), play: Play(control: \"none\"))",
        "#![enable(implicit_some)]\n// a\n( // b\n engine: /* c */ (threads /* d */: 4 // e\n), play:(control:\"none\",),)",
        "(engine: (threads: 4), play: (control: \"none\"), engine: ())",
    ] {
        assert_eq!(parsed(text), (expected.clone(), vec![]), "{text}");
    }
    for empty in ["", "\n// nothing yet\n", "()"] {
        assert_eq!(parsed(empty), (Settings::default(), vec![]), "{empty:?}");
    }
    // Names of earlier versions.
    let (settings, errors) = parsed("(engine: (lines: 3), play: (side: \"either\"))");
    assert_eq!((settings.engine.multi_pv, settings.play.side.as_str()), (3, "random"));
    assert!(errors.is_empty(), "{errors:?}");
}

#[test]
fn a_rating_without_a_model_has_the_default_model_and_is_saved_with_it() {
    for (text, dial) in [
        ("(play: (dial: \"1500\"))", "1500"),
        ("(play: (dial: \"1500\", strength_model: \"human\"))", "1500"),
        ("(play: (dial: \"1500\", strength_model: \"madchess\"))", "1500"),
        ("(play: (dial: \"full\"))", "full"),
    ] {
        let (settings, errors) = parsed(text);
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(settings.play.dial, dial, "{text}");
    }
    let file = fresh_file("dial");
    let mut settings = Settings::default();
    settings.play.dial = "1250".to_owned();
    settings.save(&file).unwrap();
    assert_eq!(Settings::load(&file).0, settings);
    fs::remove_file(file).unwrap();
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let cases = [
        ("(\n  engine: (threads: many))", "s.ron:2: engine.threads = many: Expected integer"),
        (
            "(\n  engine: (thread: 4))",
            "s.ron:2: engine.thread = 4: there is no field thread; the fields are hash_mib",
        ),
        (
            "(engine: (threads: 0))",
            "s.ron:1: engine.threads = 0: expected a whole number from 1 to 1024",
        ),
        (
            "(engine: (threads: 1.5))",
            "s.ron:1: engine.threads = 1.5: expected a whole number from 1 to 1024",
        ),
        (
            "(play: (name: \"A\\u{1b}[31m\"))",
            "s.ron:1: play.name = \"A\\u{1b}[31m\": expected a text without control characters",
        ),
        (
            "(play: (side: \"left\"))",
            "s.ron:1: play.side = \"left\": expected one of white, black, random",
        ),
        ("(play: (name: \"A\", name: \"B\"))", "s.ron:1: play.name = \"B\": "),
        ("(\n\n\nengine: 5)", "s.ron:4: engine = 5: Expected"),
        (
            "(\nbogus: 4)",
            "s.ron:2: bogus = 4: there is no such section; the sections are play, engine, screen",
        ),
        (
            "(\nsound: (on: true))",
            "s.ron:2: sound.on = true: there is no such section; the sections are play, engine, screen",
        ),
        ("(\nsound: ())", "s.ron:2: sound = (): there is no such section; the sections are play,"),
        ("(engine: (", "s.ron:1:10: "),
        (
            "(engine: (threads: -2))",
            "s.ron:1: engine.threads = -2: expected a whole number from 1 to 1024",
        ),
        (
            r#"(engine: (syzygy: "C:\tables"))"#,
            r#"s.ron:1: engine.syzygy = "C:\tables": expected no control characters: write \\ for"#,
        ),
        (
            r#"(engine: (book: "D:\new.bin"))"#,
            r#"s.ron:1: engine.book = "D:\new.bin": expected no control characters: write \\ for"#,
        ),
        (
            r#"(engine: (human_model: "D:\new.ron"))"#,
            r#"s.ron:1: engine.human_model = "D:\new.ron": expected no control characters: write"#,
        ),
        (
            r#"(engine: (external: "C:\Users\e.exe"))"#,
            "s.ron:1:22: Unknown escape character; write",
        ),
    ];
    for (text, words) in cases {
        let (_, errors) = parsed(text);
        assert!(matches!(&errors[..], [error] if error.starts_with(words)), "{text}: {errors:?}");
    }
}

#[test]
fn a_windows_path_is_read_with_two_backslashes_or_as_a_raw_text() {
    for text in [r#"(engine: (syzygy: "C:\\tables"))"#, r#"(engine: (syzygy: r"C:\tables"))"#] {
        let (settings, errors) = parsed(text);
        assert_eq!(settings.engine.syzygy, Path::new(r"C:\tables"), "{text}: {errors:?}");
    }
}

/// A file of this test's own.
fn fresh_file(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("settings-{name}"));
    let _ = fs::remove_dir_all(&folder);
    folder.join("deep").join("settings.ron")
}

#[test]
fn saving_writes_the_difference_and_never_over_a_broken_file() {
    let file = fresh_file("broken");
    let mut settings = Settings::default();
    settings.save(&file).expect("a save");
    settings.screen.theme = "night, \"(late)\"".to_owned();
    settings.engine.syzygy = "/tables".into();
    settings.save(&file).expect("a save");
    let text = fs::read_to_string(&file).expect("the file");
    assert_eq!(text.lines().filter(|line| line.contains(": \"")).count(), 2, "{text}");
    assert!(Settings::load(&file).1.is_empty() && Settings::load(&file).0 == settings);
    for broken in [&b"(engine: "[..], b"\xff\xfe("] {
        fs::write(&file, broken).expect("a broken file");
        assert!(settings.save(&file).is_err());
        assert_eq!(fs::read(&file).expect("the file"), broken);
        let (used, errors) = Settings::load(&file);
        assert!(used == Settings::default() && errors.len() == 1);
    }
}

#[test]
fn a_field_that_is_not_read_costs_only_itself_and_stays_until_it_is_changed() {
    let file = fresh_file("field");
    fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    let text = "(
        engine: (threads: many, lines: 3, hash_mib: 0 /* none */), other: (deep: [1, 2]), more: 1,
        play: (name: \"A\", x: Some(\"y\")),
    )";
    fs::write(&file, text).expect("a file with wrong fields");
    let (mut used, errors) = Settings::load(&file);
    assert_eq!((used.engine.multi_pv, used.play.name.as_str()), (3, "A"));
    assert_eq!((used.engine.threads, used.engine.hash_mib), (1, 16));
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    let parts = [
        "2: engine.threads = many",
        "2: engine.hash_mib = 0",
        "2: other.deep = [1, 2]",
        "2: more = 1",
        "3: play.x = Some(\"y\")",
    ];
    assert_eq!(errors.len(), parts.len(), "{errors:?}");
    for (error, part) in errors.iter().zip(parts) {
        assert!(error.contains(part) && error.starts_with(&*file.to_string_lossy()), "{error}");
    }
    used.engine.threads = 2;
    used.screen.bell = true;
    for _ in 0..2 {
        used.save(&file).expect("a save");
        let (again, errors) = Settings::load(&file);
        assert_eq!((again, errors.len()), (used.clone(), 4));
        let text = fs::read_to_string(&file).expect("the file");
        for kept in ["threads: 2", "hash_mib: 0", "deep: [1, 2]", "more: 1", "x: Some(\"y\")"] {
            assert!(text.contains(kept), "{kept}: {text}");
        }
    }
}

#[test]
fn only_what_was_changed_since_it_was_read_is_written() {
    let file = fresh_file("changes");
    fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    let text = "( // mine\n play: (dial: \"1500\"), screen: (theme: \"gone\", bell: false))";
    fs::write(&file, text).expect("a file");
    let refused = |field: &str, settings: &Settings| match (field, settings) {
        ("screen.theme", Settings { screen, .. }) => Err(format!("no theme {}", screen.theme)),
        _ => Ok(()),
    };
    let (read, errors) = Settings::load_checked(&file, &refused);
    assert_eq!(read.screen.theme, "default");
    let wrong = "settings.ron:2: screen.theme = \"gone\": no theme gone";
    assert!(matches!(&errors[..], [error] if error.to_string().ends_with(wrong)), "{errors:?}");
    // Nothing was changed.
    read.save_changes(&read, &file).expect("a save");
    assert_eq!(fs::read_to_string(&file).expect("the file"), text);
    // A wrong value may be right when something else is saved, and is no default for that reason.
    let mut bell = read.clone();
    bell.screen.bell = true;
    bell.save_changes(&read, &file).expect("a save");
    let (now, errors) = Settings::load(&file);
    assert!(errors.is_empty(), "{errors:?}");
    let dial = "1500";
    assert_eq!((&*now.screen.theme, &*now.play.dial, now.screen.bell), ("gone", dial, true));
    // Dial and model are one setting, and a default leaves the file.
    let mut dial = read.clone();
    dial.play.dial = "1600".to_owned();
    dial.save_changes(&bell, &file).expect("a save");
    let text = fs::read_to_string(&file).expect("the file");
    for part in ["dial: \"1600\"", "strength_model: \"human\"", "theme: \"gone\""] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("bell"), "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_value_is_read_as_it_was_saved(
        texts in proptest::collection::vec("\\PC{0,12}|[\"\\\\(),:/#r\u{1b}\n\r\t ]{0,8}", 9),
        names in proptest::collection::vec("\\PC{0,6}", 0..4),
        numbers in (1..1024_usize, 1..64_usize, 50..3_600_000_i64, 1..=120_u16, 1..1024_usize),
        switches in proptest::array::uniform7(any::<bool>()),
        side in 0..3_usize,
    ) {
        let mut settings = Settings::default();
        let (play, engine, screen) =
            (&mut settings.play, &mut settings.engine, &mut settings.screen);
        let fields = [
            &mut play.name, &mut play.control, &mut play.dial, &mut engine.external,
            &mut screen.theme, &mut screen.pieces, &mut screen.layout, &mut screen.focus,
        ];
        for (field, text) in fields.into_iter().zip(&texts) {
            field.clone_from(text);
        }
        engine.external.retain(|letter| !letter.is_control());
        play.name.retain(|letter| !letter.is_control());
        play.side = ["white", "black", "random"][side].to_owned();
        engine.syzygy = texts[8].replace(char::is_control, "").into();
        screen.hidden = names;
        (engine.hash_mib, engine.multi_pv, play.think, screen.frame_rate, engine.threads) = numbers;
        [play.claim_draws, engine.delayed_loss, engine.draw_by_ply, engine.ponder, screen.coordinates, screen.bell, screen.zoom] = switches;
        let file = fresh_file("trip");
        settings.save(&file).expect("a save");
        let (again, errors) = Settings::load(&file);
        prop_assert!(errors.is_empty(), "{:?}", errors);
        prop_assert_eq!(again, settings);
    }
}

#[test]
fn one_folder_for_everything_by_argument_or_variable() {
    let by = |home: Option<&str>, variable: Option<&str>| {
        Paths::choose(home.map(Path::new), variable.map(Into::into)).expect("paths").games()
    };
    assert_eq!(by(Some("/a"), Some("/b")), Path::new("/a/games"));
    assert_eq!(by(None, Some("/b")), Path::new("/b/games"));
    assert_eq!(by(None, Some("")), by(None, None));
}
