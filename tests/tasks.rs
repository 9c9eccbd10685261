//! The tasks without a screen as a person gives them: the real program, files in, files out.
#![allow(clippy::expect_used, clippy::panic, reason = "a helper of tests may fail the test")]

use lucena::game::pgn;
use lucena::strength::Calibration;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder with two games in it, one of them with a mistake.
struct Desk(PathBuf);

const GAMES: &str = "[Event \"A\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[Event \"B\"]\n\n1. e4 e5 *\n";

impl Desk {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tasks").join(name);
        fs::remove_dir_all(&folder).ok();
        fs::create_dir_all(&folder).expect("a folder of its own");
        fs::write(folder.join("games.pgn"), GAMES).expect("two games");
        Self(folder)
    }

    /// What the program says to these words, standing in the folder.
    fn run(&self, words: &str) -> Output {
        Command::new(env!("CARGO_BIN_EXE_lucena"))
            .args(words.split_whitespace())
            .current_dir(&self.0)
            .env("LUCENA_HOME", self.0.join("home"))
            .output()
            .expect("the program")
    }

    /// What it prints when all goes well.
    fn done(&self, words: &str) -> String {
        let output = self.run(words);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{words}: {said}");
        String::from_utf8(output.stdout).expect("text")
    }

    /// What it complains of when it fails.
    fn refused(&self, words: &str) -> String {
        let output = self.run(words);
        assert_eq!(output.status.code(), Some(1), "{words}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }
}

#[test]
fn games_are_annotated_and_a_second_run_takes_over_what_the_first_found() {
    let desk = Desk::new("annotated");
    let said = desk.done("annotate games.pgn -o out.pgn --nodes 300");
    assert!(said.contains("2 games annotated: out.pgn"), "{said}");
    let written = pgn::read_file(&desk.0.join("out.pgn")).expect("two games");
    assert_eq!(written.len(), 2);
    assert!(desk.text("out.pgn").contains("2. g4 $4"), "{}", desk.text("out.pgn"));
    assert!(!desk.0.join("out.pgn.progress").exists());
    // Annotating what is annotated changes nothing: the same effort finds the same.
    desk.done("annotate games.pgn -o again.pgn --nodes 300 --threads 2");
    assert_eq!(desk.text("again.pgn"), desk.text("out.pgn"));
    assert!(desk.refused("annotate nowhere.pgn -o out.pgn").contains("nowhere.pgn"));
}

#[test]
fn a_game_is_exported_in_every_form() {
    let desk = Desk::new("exported");
    let [html, jsonl, fens, again, study] = ["html", "jsonl", "fens", "pgn", "study"]
        .map(|form| desk.done(&format!("export games.pgn --form {form}")));
    assert!(html.starts_with("<!DOCTYPE html>") && html.contains("Qh4#"), "{html}");
    assert_eq!(jsonl.lines().count(), 5, "the tags and four moves: {jsonl}");
    for line in jsonl.lines() {
        serde_json::from_str::<serde_json::Value>(line).expect("JSON");
    }
    assert_eq!(fens.lines().count(), 5);
    assert!(fens.ends_with("KQkq - 1 3\n"), "{fens}");
    assert!(again.contains("1. f3 e5 2. g4 Qh4# 0-1") && study.contains("Qh4#"), "{again}{study}");
    // Into a file, another game of it, and one that is not there.
    assert_eq!(desk.done("export games.pgn --game 2 --form fens -o second.txt"), "");
    assert_eq!(desk.text("second.txt").lines().count(), 3);
    assert!(desk.refused("export games.pgn --game 3").contains('3'));
}

#[test]
fn games_against_itself_are_learned_from() {
    let desk = Desk::new("learned");
    desk.done("selfplay few.txt --games 2 --nodes 50");
    assert!(desk.refused("tune few.txt").contains("ten are the least"));
    desk.done("selfplay games.txt --games 11 --nodes 50");
    let played = desk.text("games.txt");
    // What is there already is continued, whatever the number of players at a time.
    desk.done("selfplay games.txt --games 12 --nodes 50 --concurrency 2");
    let continued = desk.text("games.txt");
    assert!(continued.starts_with(&played) && continued.len() > played.len());
    // They stand in their order, so that the count says which are there.
    desk.done("selfplay games.txt --games 20 --nodes 50 --concurrency 2");
    let games = desk.text("games.txt");
    let numbers: Vec<&str> = games.lines().filter(|line| line.starts_with('#')).collect();
    let expected: Vec<String> = (0..20).map(|number| format!("# game {number}")).collect();
    assert_eq!(numbers, expected);
    let said = desk.done("tune games.txt --out weights --epochs 10");
    assert!(said.contains("epoch 10: error ") && said.contains("error before "), "{said}");
    let files = fs::read_dir(desk.0.join("weights")).expect("weights").count();
    assert_eq!(files, 10);
    for entry in fs::read_dir(desk.0.join("weights")).expect("weights") {
        let text = fs::read_to_string(entry.expect("a file").path()).expect("text");
        lucena::knowledge::Weights::read("fitted", &text).expect("weights");
    }
    fs::write(desk.0.join("broken.txt"), "# game 0\nnonsense;1;0\n").expect("a file");
    assert!(desk.refused("tune broken.txt").contains("broken.txt:2: "), "the line is named");
}

#[test]
fn a_dial_is_calibrated_and_a_second_run_plays_nothing_anew() {
    let desk = Desk::new("calibrated");
    let own = env!("CARGO_BIN_EXE_lucena");
    let plan = format!(
        "(control: \"1s\", dials: [600, 700], games: 4, words: \"hash=1\", anchors: [(
            name: \"itself\", player: \"uci='{own} uci' set=UCI_LimitStrength=true set=UCI_Elo=650 compress=4\",
            rating: 900, deviation: 0, provenance: \"made up\", dials: [600, 700], games: 4)])"
    );
    fs::write(desk.0.join("plan.ron"), plan).expect("a plan");
    let said = desk.done("calibrate plan.ron --folder records -o curve.ron");
    assert!(said.contains("part 3 of 4") && said.contains("dial   measured"), "{said}");
    assert_eq!(fs::read_dir(desk.0.join("records")).expect("records").count(), 3);
    // So few games may leave no rising curve; then that is said, and nothing is written.
    match fs::read_to_string(desk.0.join("curve.ron")) {
        Ok(text) => drop(Calibration::from_text("curve.ron", &text).expect("a curve")),
        Err(_) => assert!(said.contains("no curve is written: "), "{said}"),
    }
    let again = desk.done("calibrate plan.ron --folder records -o curve.ron");
    assert!(!again.contains("part 1 of 4"), "{again}");
    let last = |text: &str| text.rsplit("dial   measured").next().map(str::to_owned);
    let fitted = desk.done("calibrate plan.ron --folder records -o curve.ron --fit-only");
    assert_eq!(last(&fitted), last(&again));
    fs::write(desk.0.join("plan.ron"), "(control: \"1s\", dials: [700, 600])").expect("a plan");
    assert!(desk.refused("calibrate plan.ron").contains("dials"));
}

#[test]
fn the_doctor_names_what_is_broken() {
    let desk = Desk::new("doctor");
    let home = desk.0.join("home");
    let before = desk.done("doctor");
    assert!(before.contains("(not there yet)") && !home.exists(), "{before}");
    fs::create_dir_all(home.join("themes")).expect("a folder");
    let broken = [
        ("settings.ron", "(engine: (hash_mib: 0))", "engine.hash_mib is 0"),
        ("keys.ron", "{Board: {Flop: [\"x\"]}}", "keys.ron:1:"),
        ("themes/mine.ron", "(titel\u{1b}[2J: ())", "mine.ron:1:"),
        ("characters.ron", "[(name: \"A\", elo: 100000)]", "elo = 100000"),
    ];
    for (name, text, _) in broken {
        fs::write(home.join(name), text).expect("a file");
    }
    let said = desk.done("doctor");
    for (name, _, expected) in broken {
        assert!(said.contains(expected), "{name}: {said}");
    }
    assert!(!said.contains('\u{1b}'), "nothing in a file orders the terminal about");
}

#[test]
fn what_is_made_from_the_definition_names_every_task() {
    let desk = Desk::new("made");
    desk.done("man --out manual");
    let pages = fs::read_dir(desk.0.join("manual")).expect("pages");
    let pages: Vec<_> = pages.map(|entry| entry.expect("a page").file_name()).collect();
    let scripts = ["bash", "zsh", "fish"].map(|shell| desk.done(&format!("completions {shell}")));
    let definition = lucena::cli::definition();
    for task in definition.get_subcommands().filter(|task| !task.is_hide_set()) {
        let name = task.get_name();
        assert!(pages.iter().any(|page| *page == *format!("lucena-{name}.1")), "{name}");
        assert!(scripts.iter().all(|script| script.contains(name)), "{name}");
    }
}
