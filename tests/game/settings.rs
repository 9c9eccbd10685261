//! Settings: a patch over the defaults, errors with their position, a broken file is not overwritten.

use lucena::config::{Paths, Settings};
use std::fs;
use std::path::Path;

fn parsed(text: &str) -> Result<Settings, String> {
    Settings::parse(text, Path::new("s.ron")).map_err(|error| error.to_string())
}

#[test]
fn a_file_changes_only_what_it_names() {
    let settings = parsed("(engine: (threads: 4), play: (control: \"none\"))").expect("a patch");
    let mut expected = Settings::default();
    expected.engine.threads = 4;
    expected.play.control = "none".to_owned();
    assert_eq!(settings, expected);
    for empty in ["", "\n// nothing yet\n", "()"] {
        assert_eq!(parsed(empty), Ok(Settings::default()), "{empty:?}");
    }
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let cases = [
        ("(\n  engine: (threads: many))", "s.ron:2:20: Expected integer"),
        ("(\n  engine: (thread: 4))", "`thread`"),
        (
            "(engine: (threads: 0))",
            "s.ron: engine.threads is 0, expected a whole number from 1 to 1024",
        ),
        (
            "(play: (side: \"left\"))",
            "s.ron: play.side is left, expected one of white, black, random",
        ),
        ("(engine: (", "s.ron:1:10: "),
    ];
    for (text, words) in cases {
        let said = parsed(text).expect_err(text);
        assert!(said.contains(words), "{text}: {said}");
    }
}

#[test]
fn saving_writes_the_difference_and_never_over_a_broken_file() {
    let folder = std::env::temp_dir().join(format!("lucena-{}-settings", std::process::id()));
    let file = folder.join("deep").join("settings.ron");
    let mut settings = Settings::default();
    settings.save(&file).expect("a save");
    assert_eq!(Settings::load(&file).expect("the file"), settings);
    settings.screen.theme = "night, \"(late)\"".to_owned();
    settings.engine.syzygy = "/tables".into();
    settings.save(&file).expect("a save");
    let text = fs::read_to_string(&file).expect("the file");
    assert_eq!(text.lines().filter(|line| line.contains(": \"")).count(), 2, "{text}");
    assert_eq!(Settings::load(&file).expect("the file"), settings);
    fs::write(&file, "(engine: ").expect("a broken file");
    assert!(settings.save(&file).is_err());
    assert_eq!(fs::read_to_string(&file).expect("the file"), "(engine: ");
    let (used, errors) = Settings::load_or_default(&file);
    assert!(used == Settings::default() && errors.len() == 1);
    let text =
        "(engine: (threads: many, lines: 3, hash_mib: 0), other: 1, play: (name: \"A\", x: 1))";
    fs::write(&file, text).expect("a file with wrong fields");
    assert!(settings.save(&file).is_err());
    let (used, errors) = Settings::load_or_default(&file);
    assert_eq!((used.engine.multi_pv, used.play.name.as_str()), (3, "A"));
    assert_eq!((used.engine.threads, used.engine.hash_mib), (1, 16));
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    let parts = ["engine.threads = many", "engine.hash_mib is 0", "other = 1", "play.x = 1"];
    assert_eq!(errors.len(), parts.len(), "{errors:?}");
    for (error, part) in errors.iter().zip(parts) {
        assert!(error.contains(part) && error.starts_with(&*file.to_string_lossy()), "{error}");
    }
    fs::remove_dir_all(&folder).expect("the folder to go");
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
