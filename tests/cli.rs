//! The batch subcommands end to end: the real program, files in, files out.
#![allow(clippy::expect_used, clippy::panic, reason = "a helper of tests may fail the test")]

#[path = "cli/plain.rs"]
mod plain;

use lucena::game::pgn;
use lucena::strength::Calibration;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder with a PGN file of two games, one of them with a blunder.
struct Workspace(PathBuf);

const GAMES: &str = "[Event \"A\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[Event \"B\"]\n\n1. e4 e5 *\n";

impl Workspace {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tasks").join(name);
        fs::remove_dir_all(&folder).ok();
        fs::create_dir_all(&folder).expect("a folder of its own");
        fs::write(folder.join("games.pgn"), GAMES).expect("two games");
        Self(folder)
    }

    /// The program with these arguments in the folder.
    fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lucena"));
        command.args(words.split_whitespace()).current_dir(&self.0);
        command.env("LUCENA_HOME", self.0.join("home"));
        command
    }

    /// Runs the program with these arguments in the folder.
    fn run(&self, words: &str) -> Output {
        self.command(words).output().expect("the program")
    }

    /// Standard output of a successful run.
    fn run_ok(&self, words: &str) -> String {
        let output = self.run(words);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{words}: {error}");
        String::from_utf8(output.stdout).expect("text")
    }

    /// Standard error of a failed run.
    fn run_err(&self, words: &str) -> String {
        let output = self.run(words);
        assert_eq!(output.status.code(), Some(1), "{words}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    /// Standard error of a run that is refused for its arguments.
    fn run_refused(&self, words: &str) -> String {
        let output = self.run(words);
        assert_eq!(output.status.code(), Some(2), "{words}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }
}

#[test]
fn games_are_annotated_and_annotating_again_changes_nothing() {
    let workspace = Workspace::new("annotated");
    let output = workspace.run_ok("annotate games.pgn -o out.pgn --nodes 300");
    assert!(output.contains("2 games annotated: out.pgn"), "{output}");
    let written = pgn::read_file(&workspace.0.join("out.pgn")).expect("two games");
    assert_eq!(written.len(), 2);
    assert!(workspace.text("out.pgn").contains("2. g4 $4"), "{}", workspace.text("out.pgn"));
    assert!(!workspace.0.join("out.pgn.progress").exists());
    // The same node limit gives the same annotations with any number of threads.
    workspace.run_ok("annotate games.pgn -o again.pgn --nodes 300 --threads 2");
    assert_eq!(workspace.text("again.pgn"), workspace.text("out.pgn"));
    assert!(workspace.run_err("annotate nowhere.pgn -o out.pgn").contains("nowhere.pgn"));
}

#[test]
fn an_output_file_that_exists_is_replaced_only_on_request() {
    let workspace = Workspace::new("existing");
    let other = "[Event \"a file of the user's\"]\n\n1. c4 *\n";
    for task in ["export games.pgn --format pgn", "annotate games.pgn --nodes 100"] {
        fs::write(workspace.0.join("out.pgn"), other).expect("a file");
        let said = workspace.run_err(&format!("{task} -o out.pgn"));
        assert_eq!(said, "lucena: out.pgn: exists; --overwrite replaces it\n");
        assert_eq!(workspace.text("out.pgn"), other);
        for own in ["games.pgn", "./games.pgn"] {
            let said = workspace.run_err(&format!("{task} -o {own} --overwrite"));
            assert!(said.contains(&format!("{own}: is the input file")), "{said}");
        }
        assert_eq!(workspace.text("games.pgn"), GAMES);
        workspace.run_ok(&format!("{task} -o out.pgn --overwrite"));
        assert!(workspace.text("out.pgn").contains("Qh4#"));
        // Once an output exists it is a file as any other.
        workspace.run_err(&format!("{task} -o out.pgn"));
    }
    let files = fs::read_dir(&workspace.0).expect("the folder").count();
    assert_eq!(files, 2, "no progress file is left");
}

#[test]
fn annotate_classifies_by_evaluations_and_reports_what_it_copies() {
    let workspace = Workspace::new("evaluated");
    let known =
        "[Event \"known\"]\n\n1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. g4 {[%eval -3.1]} *\n\n";
    let broken = "[Event \"broken\"]\n\n1. e4 Ke2 2. d4 *\n\n";
    fs::write(workspace.0.join("in.pgn"), format!("{known}{broken}")).expect("a file");
    let output = workspace.run("annotate in.pgn -o out.pgn --from-evals");
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("Ke2 is illegal") && said.contains("1 broken game copied"), "{said}");
    let written = workspace.text("out.pgn");
    assert!(written.contains("2. g4 $4 {[%eval -3.1] Blunder.}"), "{written}");
    assert!(written.contains(broken.trim_end()), "{written}");
    let files = fs::read_dir(&workspace.0).expect("the folder");
    let left = files.map(|file| file.expect("a file").file_name().into_string().expect("a name"));
    assert!(left.into_iter().all(|name| !name.contains("progress") && !name.starts_with('.')));
    let output = workspace.run("annotate in.pgn -o out.pgn --from-evals --depth 3");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_file_without_games_is_an_error() {
    let workspace = Workspace::new("nothing");
    fs::write(workspace.0.join("empty.pgn"), "\n% nothing\n").expect("a file");
    for words in [
        "export empty.pgn",
        "export empty.pgn --all --format pgn",
        "annotate empty.pgn -o out.pgn",
        "rate empty.pgn",
        "stats empty.pgn",
        "summary empty.pgn",
        "train empty.pgn",
    ] {
        assert_eq!(workspace.run_err(words), "lucena: empty.pgn: no games\n");
    }
    assert!(!workspace.0.join("out.pgn").exists());
}

#[test]
fn a_dash_is_not_standard_input() {
    let workspace = Workspace::new("dash");
    for words in ["export -", "stats -", "annotate - -o out.pgn", "train -", "trace stat -"] {
        let error = workspace.run_err(words);
        assert!(error.contains("-: standard input is not read: name a file"), "{words}: {error}");
    }
}

#[test]
fn a_file_in_the_place_of_a_folder_and_a_folder_in_that_of_a_file_are_named() {
    let workspace = Workspace::new("places");
    fs::write(workspace.0.join("plan.ron"), "(control: \"1+0.01\", dials: [600, 800], games: 2)")
        .expect("a plan");
    for words in ["selfplay games.pgn --games 1", "calibrate plan.ron --folder games.pgn"] {
        let said = workspace.run_err(words);
        assert_eq!(said, "lucena: games.pgn: not a folder, but something else with this name\n");
    }
    assert_eq!(workspace.text("games.pgn"), GAMES);
    assert_eq!(
        workspace.run_err("trace stat ."),
        "lucena: .: not a regular file, but a directory\n"
    );
}

#[test]
fn a_file_that_is_no_text_is_named() {
    let workspace = Workspace::new("binary");
    fs::write(workspace.0.join("games.zip"), [0_u8, 1, 2, 3].repeat(40)).expect("a file");
    for words in ["export games.zip", "annotate games.zip -o out.pgn"] {
        let said = workspace.run_err(words);
        assert!(said.contains("games.zip: not a text file"), "{said}");
    }
    assert!(
        !workspace.0.join("out.pgn").exists() && !workspace.0.join("out.pgn.progress").exists()
    );
}

#[test]
fn a_game_is_exported_in_every_format() {
    let workspace = Workspace::new("exported");
    let [html, jsonl, fens, again, study] = ["html", "jsonl", "fens", "pgn", "study"]
        .map(|form| workspace.run_ok(&format!("export games.pgn --format {form}")));
    assert!(html.starts_with("<!DOCTYPE html>") && html.contains("Qh4#"), "{html}");
    assert_eq!(jsonl.lines().count(), 5, "the tags and four moves: {jsonl}");
    for line in jsonl.lines() {
        serde_json::from_str::<serde_json::Value>(line).expect("JSON");
    }
    assert_eq!(fens.lines().count(), 5);
    assert!(fens.ends_with("KQkq - 1 3\n"), "{fens}");
    assert!(again.contains("1. f3 e5 2. g4 Qh4# 0-1") && study.contains("Qh4#"), "{again}{study}");
    // Into a file, another game of it, and one that is not there.
    assert_eq!(workspace.run_ok("export games.pgn --game 2 --format fens -o second.txt"), "");
    assert_eq!(workspace.text("second.txt").lines().count(), 3);
    assert!(workspace.run_err("export games.pgn --game 3").contains('3'));
}

#[test]
fn what_was_not_read_as_it_is_written_is_printed_with_game_and_line() {
    let workspace = Workspace::new("noted");
    // A game, its notes on standard error, and whether it is read in part.
    let cases = [
        ("1. e4 e5 *", "", false),
        ("1. e4 ch e5 *", "line 1: not understood: ch", false),
        (
            "[Result \"1-0\"]\n\n1. e4 e5 0-1",
            "line 1: tag Result says 1-0, the moves end with 0-1",
            false,
        ),
        ("[Result \"won\"]\n\n1. e4 *", "line 1: tag Result \"won\" is no result", false),
        (
            "1. f3 e5 2. g4 Qh4# 1-0",
            "line 1: the result is 1-0, but the board shows Black wins by checkmate",
            false,
        ),
        ("1. e4 e5 1-0 1/2-1/2", "line 1: a second result, 1/2-1/2 behind 1-0, is left out", false),
        ("1. e4\n{a} [Site \"x\"] e5 *", "line 2: the tag Site is inside the movetext", false),
        ("[My Tag \"x\"]\n\n1. e4 *", "line 1: the tag name \"My Tag\" is written with _", false),
        ("[Site \"x]\n\n1. e4 *", "line 1: the tag Site is not closed", true),
        (
            "1. e4 $256 *",
            "line 1: $256 is not a numeric annotation glyph (NAG): kept as text",
            false,
        ),
        ("1. e4 (1. d4 *", "line 1: a variation is not closed", true),
        ("1. Sf3 Sf6 2. Sc3 *", "line 1: piece letters recognised: ", false),
        ("1. e4 {abc\u{1b}[2J", "line 1: a comment is not closed", true),
        ("1. e4 e5\n2. Ke5 *", "line 2: Ke5 ", true),
        ("1. e4 (1. d4 Sf6 2. c4) e5 *", "line 1: not understood: Sf6", true),
        ("[FEN \"nonsense\"]\n\n1. e4 *", "line 1: ", true),
    ];
    for (text, noted, is_incomplete) in cases {
        fs::write(workspace.0.join("odd.pgn"), text).expect("a file");
        for format in ["pgn", "html", "jsonl", "fens", "study"] {
            let output = workspace.run(&format!("export odd.pgn --format {format}"));
            let said = String::from_utf8_lossy(&output.stderr);
            let place = if noted.is_empty() { "" } else { "odd.pgn: game 1, " };
            assert!(said.starts_with(&format!("{place}{noted}")), "{text}: {said}");
            assert_eq!(said.is_empty(), noted.is_empty(), "{text}: {said}");
            let code = if is_incomplete { 3 } else { 0 };
            assert_eq!(output.status.code(), Some(code), "{text}: {said}");
            assert_eq!(said.contains("lucena: games read in part: 1"), is_incomplete, "{said}");
            assert!(!output.stdout.is_empty(), "{text}: what was read is written");
        }
    }
}

#[test]
fn a_note_on_the_encoding_is_printed_once_for_a_file() {
    let workspace = Workspace::new("encoded");
    let game = b"[White \"Gr\xfcnfeld\"]\n\n1. e4 e5 {\x96} ch *\n\n";
    fs::write(workspace.0.join("latin.pgn"), game.repeat(3)).expect("a file");
    let notes = "game 1, line 3: not understood: ch\n";
    for (count, all) in [(3, "--all"), (1, "--game 2")] {
        let output = workspace.run(&format!("export latin.pgn --format pgn {all}"));
        let said = String::from_utf8_lossy(&output.stderr);
        let (line, more) = if count == 3 { (1, ", as are 2 other games") } else { (5, "") };
        let game = if count == 3 { 1 } else { 2 };
        let note =
            format!("latin.pgn: game {game}, line {line}: not UTF-8: read as Windows-1252{more}\n");
        assert!(said.ends_with(&note), "{said}");
        assert_eq!((said.matches("UTF-8").count(), said.lines().count()), (1, count + 1), "{said}");
        assert!(count == 1 || said.contains(notes), "{said}");
    }
    let output = workspace.run("annotate latin.pgn -o out.pgn --nodes 10");
    assert!(!String::from_utf8_lossy(&output.stdout).contains("Windows"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.lines().all(|line| line.starts_with("latin.pgn: ")), "{said}");
    assert_eq!(said.matches("read as Windows-1252, as are 2 other games").count(), 1, "{said}");
}

#[test]
fn an_export_of_a_game_read_in_part_is_one_as_well() {
    let workspace = Workspace::new("copied");
    fs::write(workspace.0.join("odd.pgn"), "1. e4 (1. d4 Qq9 d6) e5 *\n").expect("a file");
    let code = |words: &str| workspace.run(words).status.code();
    assert_eq!(code("export odd.pgn --format pgn -o copy.pgn"), Some(3));
    assert_eq!(code("export copy.pgn --format pgn -o second.pgn"), Some(3));
    assert_eq!(workspace.text("second.pgn"), workspace.text("copy.pgn"));
    let output = workspace.run("annotate copy.pgn -o annotated.pgn --nodes 10");
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("unread: Qq9 d6: copied unchanged"), "{said}");
    assert_eq!(workspace.text("annotated.pgn"), workspace.text("copy.pgn"));
}

#[test]
fn every_subcommand_takes_a_home() {
    let workspace = Workspace::new("homes");
    for words in
        ["config --home there", "--home there config", "doctor --home there", "--home there doctor"]
    {
        let said = workspace.run_ok(words);
        let settings = Path::new("there").join("settings.ron");
        assert!(said.contains(&*settings.to_string_lossy()), "{words}: {said}");
    }
    workspace.run_ok("export games.pgn --format fens --home there");
    assert_eq!(workspace.run("--fen x doctor").status.code(), Some(2));
    assert_eq!(workspace.run("play --plain --fen x").status.code(), Some(2));
}

#[test]
fn no_export_sends_control_characters_to_a_terminal() {
    let workspace = Workspace::new("evil");
    let evil = "\u{1b}]0;x\u{7}\u{1b}[2J\u{9b}31m\u{8}\u{7f}\r\u{85}Tal";
    let tags: String =
        ["Event", "White", "Black", "Annotator", "Odd", "Termination", "TimeControl"]
            .map(|name| format!("[{name} \"{evil}\"]\n"))
            .concat();
    // A file that is mostly control characters would be refused as no text.
    let tags = format!("{tags}[Plain \"{}\"]\n", "x".repeat(900));
    let moves = format!(
        "{{{evil}}} 1. e4 $1 {{[%eval {evil}] [%x {evil}] {evil}}} e5 ; {evil}\n({evil} 1... c5 {{{evil}}}) 2. Nf3 {evil} *"
    );
    let latin: Vec<u8> = format!("{tags}[Site \"é\"]\n\n{moves}\n")
        .chars()
        .map(|c| u8::try_from(u32::from(c)).expect("Latin-1"))
        .collect();
    for bytes in [format!("{tags}\n{moves}\n").into_bytes(), latin] {
        fs::write(workspace.0.join("evil.pgn"), bytes).expect("a file");
        for format in ["html", "jsonl", "fens", "pgn", "study"] {
            let output = workspace.run(&format!("export evil.pgn --format {format}"));
            for stream in [&output.stdout, &output.stderr] {
                let text = std::str::from_utf8(stream).expect("UTF-8");
                let control = text.chars().find(|c| c.is_control() && !"\n\t".contains(*c));
                assert_eq!(control, None, "{format}: {text:?}");
            }
            assert!(!output.stdout.is_empty(), "{format}");
        }
    }
}

#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_refused_by_every_subcommand() {
    let workspace = Workspace::new("pipes");
    let pipe = workspace.0.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    fs::create_dir(workspace.0.join("folder")).expect("a folder");
    std::os::unix::fs::symlink("loop", workspace.0.join("loop")).expect("a link");
    for (file, words) in [
        ("pipe", "not a regular file, but a pipe"),
        ("/dev/zero", "not a regular file, but a device"),
        ("folder", "not a regular file, but a directory"),
        ("loop", "symbolic links"),
    ] {
        for task in [
            "export FILE",
            "annotate FILE -o out.pgn",
            "timesim --pgn FILE",
            "rate FILE",
            "play --plain --pgn FILE",
            "play --plain --script FILE",
            "tune FILE",
            "calibrate FILE",
            "match full full --games 2 --record FILE",
            "trace show FILE",
            "trace record --recording FILE -o out.trace",
        ] {
            let said = workspace.run_err(&task.replace("FILE", file));
            // The reader of traces is a crate of its own.
            let words = match (task, file) {
                ("trace show FILE", _) => words.split(',').next(),
                ("tune FILE", "folder") => Some("no 00000.positions in the folder"),
                _ => Some(words),
            };
            assert!(
                said.contains(file) && said.contains(words.unwrap_or_default()),
                "{task} {file}: {said}"
            );
            assert_eq!(said.lines().count(), 1, "{task} {file}: {said}");
        }
        let said = workspace.run_err(&format!("export games.pgn -o {file}"));
        assert!(said.contains(words), "{file}: {said}");
    }
}

#[test]
fn bench_names_a_file_without_endings_and_an_option_of_another_topic() {
    let workspace = Workspace::new("bench");
    fs::write(workspace.0.join("none.epd"), "# nothing\n").expect("a file");
    for (file, words) in [
        ("games.pgn", "games.pgn, line 1: fen "),
        ("none.epd", "none.epd: no positions"),
        ("nofile", "nofile: "),
    ] {
        let said = workspace.run_err(&format!("bench human --endings {file}"));
        assert!(said.contains(words), "{said}");
    }
    let output = workspace.run("bench search --games nofile");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("--games is not an option of the topic `search`"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_terminal_executes_nothing_of_a_wrong_argument() {
    let workspace = Workspace::new("escapes");
    for words in [&["rate", "a", "--b\u{1b}]0;title\u{7}\u{9b}31m"][..], &["\u{1b}[31m\u{202e}"]] {
        let output = workspace.command("").args(words).output().expect("the program");
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        let is_odd = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
        assert!(!said.contains(is_odd) && said.contains("Usage"), "{said:?}");
    }
}

#[test]
fn no_file_is_lost_to_a_trace() {
    let workspace = Workspace::new("traces");
    let record = |words: &str| format!("trace record startpos --nodes 50 -o {words}");
    for file in ["games.pgn --overwrite", "new.ltr"] {
        let said = workspace.run_refused(&record(&format!("{file} --filter ply=zz")));
        assert!(said.contains("filter \"ply=zz\" is not understood"), "{said}");
        let said = workspace.run_refused(&record(&format!("{file} --set nonsense=1")));
        assert!(said.contains("unknown parameter \"nonsense\""), "{said}");
    }
    assert_eq!(workspace.text("games.pgn"), GAMES);
    // The mistake has left no file that would be in the way.
    workspace.run_ok(&record("new.ltr"));
    // The index is written beside the trace, where the user may have a file.
    fs::write(workspace.0.join("new.ltr.index"), "mine").expect("a file");
    workspace.run_ok("trace stat new.ltr");
    assert_eq!(workspace.text("new.ltr.index"), "mine");
}

#[test]
fn one_game_and_several_are_not_exported_together() {
    let workspace = Workspace::new("game-and-games");
    for words in ["--all --game 2", "--games 2 --game 1"] {
        let output = workspace.run(&format!("export games.pgn {words}"));
        assert_eq!(output.status.code(), Some(2), "{words}");
    }
}

#[test]
fn a_null_move_in_a_study_is_noted() {
    let workspace = Workspace::new("null");
    fs::write(workspace.0.join("null.pgn"), "1. e4 -- 2. d4 *\n").expect("a file");
    let output = workspace.run("export null.pgn --format study -o study.pgn");
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("game 1: a study has no null moves"), "{said}");
    assert!(workspace.text("study.pgn").contains("1. e4 *"));
}

#[test]
fn games_are_exported_up_to_one_that_does_not_fit_which_is_named() {
    let workspace = Workspace::new("long-comment");
    let long = format!("1. c4 {{{}}} *", "word ".repeat(900));
    fs::write(workspace.0.join("games.pgn"), format!("1. e4 *\n\n{long}\n")).expect("a file");
    let output = workspace.run("export games.pgn --all --format study");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("games.pgn: game 2: a study allows 4000 characters"), "{said}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("1. e4 *"));
    let said = workspace.run_err("export games.pgn --all --format study --output out.pgn");
    assert!(said.contains("game 2: a study") && !said.contains("out.pgn"), "{said}");
    assert!(!workspace.0.join("out.pgn").exists());
}

#[test]
fn mistakes_are_trained_and_no_answer_is_lost() {
    let workspace = Workspace::new("train");
    let game = "[White \"Ada\"]\n\n1. e4 {[%eval 0.3]} 1... e5 {[%eval 0.3]} 2. Qh5 {[%eval 0.0]} 2... Nc6 {[%eval 0.1]} \
                3. Qxf7+ {[%eval -9.0] Too greedy.} (3. Bc4 {[%eval 0.1]} 3... g6) 3... Kxf7 {[%eval -9.0]} *";
    fs::write(workspace.0.join("mine.pgn"), game).expect("a file");
    let session = |words: &str| {
        let mut command = workspace.command(&format!("train mine.pgn --nodes 2000 --now {words}"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program")
    };
    let train = |words: &str, input: &[u8]| {
        let mut child = session(words);
        child.stdin.take().expect("a pipe").write_all(input).expect("an open pipe");
        String::from_utf8(child.wait_with_output().expect("an end").stdout).expect("text")
    };
    let said = train("0", b"Qz9\n\xff\xe4Bc4\nhint\r\nqxf7+\nbc4\n");
    for part in [
        "1 exercise, 1 of them added now",
        "Ada - ?, 3.Qxf7+",
        "Qz9",
        "\u{fffd}\u{fffd}Bc4",
        "the bishop moves; theme: other",
        "wrong: Qxf7+ loses",
        "right: Bc4",
        "of the move played: Too greedy.",
        "0 of 1 right at the first try",
    ] {
        assert!(said.contains(part), "{part} is not in {said}");
    }
    let later = train("1000", b"");
    assert!(later.contains("nothing is due; the next exercise is in 1 day"), "{later}");
    assert!(train("200000 --player bob", b"").is_empty());
    assert!(workspace.run_err("train mine.pgn --player bob").contains("called \"bob\""));

    // What was judged on the screen is on disk, even if the program is killed then.
    let mut child = session("100000");
    child.stdin.as_mut().expect("a pipe").write_all(b"Bc4\n").expect("an open pipe");
    let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    assert!(lines.map_while(Result::ok).any(|line| line.contains("right: Bc4")));
    child.kill().expect("a running program");
    child.wait().expect("an end");
    let stats = workspace.run_ok("train mine.pgn --stats");
    assert!(stats.contains("1 of 2"), "{stats}");
}

#[test]
fn a_player_is_not_trained_on_the_mistakes_of_others() {
    let workspace = Workspace::new("train-player");
    let game = "[White \"Ada\"]\n[Black \"Bo\"]\n\n1. e4 {[%eval 0.3]} 1... e5 {[%eval 0.3]} 2. Qh5 {[%eval 0.0]} \
                2... Nf6 {[%eval 4.0]} 3. Qxf7+ {[%eval -9.0]} 3... Kxf7 {[%eval -9.0]} *";
    fs::write(workspace.0.join("both.pgn"), game).expect("a file");
    assert!(workspace.run_ok("train both.pgn").contains("exercise 1 of 2: Ada - Bo, "));
    let said = workspace.run_ok("train both.pgn --new 0");
    assert!(
        said.ends_with("no exercises: all 2 are new, and --new 0 asks none of those\n"),
        "{said}"
    );
    let said = workspace.run_ok("train both.pgn --limit 0");
    assert!(said.ends_with("no exercises: --limit 0 asks none\n"), "{said}");
    let said = workspace.run_ok("train both.pgn --player bo");
    assert!(said.contains("1 exercise, 0 of them added now"), "{said}");
    assert!(said.contains("exercise 1 of 1: Ada - Bo, 2...Nf6"), "{said}");
    let stats = workspace.run_ok("train both.pgn --player Ada --stats");
    assert!(stats.contains("1 exercise, 0 of them added now"), "{stats}");
}

/// Kills `lucena train` at a hundred moments around an answer: every answer that was told is in the file, and each line of
/// the file is whole or reported.
#[test]
fn a_hundred_kills_lose_no_answer_that_was_told() {
    const DAY: u64 = 86_400;
    let workspace = Workspace::new("kills");
    let game = "[White \"Ada\"]\n\n1. e4 {[%eval 0.3]} 1... e5 {[%eval 0.3]} 2. Qh5 {[%eval 0.0]} 2... Nc6 {[%eval 0.1]} \
                3. Qxf7+ {[%eval -9.0]} (3. Bc4 {[%eval 0.1]}) 3... Kxf7 {[%eval -9.0]} *";
    fs::write(workspace.0.join("mine.pgn"), game).expect("a file");
    let mut told = 0;
    for number in 0..100 {
        let now = number * 2 * DAY;
        let mut command = workspace.command(&format!("train mine.pgn --nodes 1000 --now {now}"));
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program");
        child.stdin.as_mut().expect("a pipe").write_all(b"Qxf7+\n").expect("an open pipe");
        let output = child.stdout.take().expect("a pipe");
        let (sender, end) = std::sync::mpsc::channel::<()>();
        let reader = std::thread::spawn(move || {
            // Dropped when the answer was told or the program ended.
            let _sender = sender;
            let mut lines = BufReader::new(output).lines().map_while(Result::ok);
            lines.any(|line| line.contains("wrong: Qxf7+"))
        });
        // Every second one right after the answer was told, the others from long before it.
        let wait = if number % 2 == 0 { 60_000 } else { number * 3 };
        let _ = end.recv_timeout(std::time::Duration::from_millis(wait));
        child.kill().expect("a running program");
        child.wait().expect("an end");
        told += usize::from(reader.join().expect("a reader"));
        let path = workspace.0.join("home/training/answers.ron");
        let answers = fs::read_to_string(path).unwrap_or_default();
        let whole = answers.lines().filter(|line| line.ends_with("right:false)")).count();
        assert!(whole >= told, "{told} told, in the file:\n{answers}");
    }
    assert!(told >= 50, "{told}");
    let stats = workspace.run_ok("train mine.pgn --stats");
    assert!(stats.contains("exercises"), "{stats}");
}

#[test]
fn selfplay_games_are_continued_and_tuned_on() {
    let workspace = Workspace::new("learned");
    workspace.run_ok("selfplay few --games 2 --nodes 30");
    assert!(workspace.run_err("tune few").contains("at least 10"));
    // Another file of the name is not replaced, and one of another run is not continued.
    fs::create_dir(workspace.0.join("notes")).expect("a folder");
    fs::write(workspace.0.join("notes/00000.positions"), "my notes, a line").expect("a file");
    let said = workspace.run_err("selfplay notes --games 1 --nodes 30");
    assert!(said.contains("notes/00000.positions: offset 0: not a file of training"), "{said}");
    assert_eq!(workspace.text("notes/00000.positions"), "my notes, a line");
    let said = workspace.run_err("selfplay few --games 3 --nodes 31");
    assert!(said.contains("it was made with nodes: 30, not with nodes: 31"), "{said}");
    fs::write(workspace.0.join("book.epd"), "8/5pk1/6p1/7p/7P/6P1/5PK1/R7 w - - 0 1\n")
        .expect("a book");
    let refused = workspace.run_err("selfplay more --games 1 --nodes 30 --openings nowhere.epd");
    assert!(refused.contains("--openings: nowhere.epd"), "{refused}");
    let decided = "selfplay more --games 1 --nodes 30 --openings book.epd --random-plies 0";
    assert!(workspace.run_err(decided).contains("each scores more than 300 cp"));
    let words = "selfplay games --shard 9 --nodes 30";
    workspace.run_ok(&format!("{words} --games 11 --concurrency 1"));
    let said = workspace.run_ok(&format!("{words} --games 20 --concurrency 2"));
    assert!(said.contains("11 games, ") && said.contains("20 games, "), "{said}");
    let check = workspace.run_ok("selfplay games --check");
    assert!(check.contains("3 files: 20 games") && check.contains("first_game: 0"), "{check}");
    let check = workspace.run_ok("selfplay games/00002.positions --check");
    assert!(check.contains("2 games of ") && check.contains("first_game: 18"), "{check}");
    // The text form is read as well.
    let games = workspace.run_ok("selfplay games --print");
    fs::write(workspace.0.join("games.txt"), &games).expect("a file");
    let numbers: Vec<&str> = games.lines().filter(|line| line.starts_with('#')).collect();
    let expected: Vec<String> = (0..20).map(|number| format!("# game {number}")).collect();
    assert_eq!(numbers, expected);
    let binary = workspace.run_ok("tune games --out binary --epochs 1");
    let output = workspace.run_ok("tune games.txt --out weights --epochs 2");
    // The scale and the error before the fit are those of the same positions.
    assert_eq!(binary.lines().nth(1), output.lines().nth(1));
    let outside = workspace.run_ok("tune games --out outside --epochs 1 --outside games.txt");
    assert!(
        outside.contains("games.txt: ") && outside.contains(" positions, error before "),
        "{outside}"
    );
    let unfitted = workspace.run_ok("tune games --out weights --epochs 0 --outside games.txt");
    let outside: Vec<&str> = outside.lines().take(2).collect();
    assert!(unfitted.starts_with(&outside.join("\n")), "{unfitted}");
    let last = unfitted.lines().last().unwrap_or_default();
    assert!(last.starts_with("games.txt: ") && last.contains(" positions, error 0."), "{unfitted}");
    workspace.run_ok("tune games --out unfitted --epochs 0");
    assert!(!workspace.0.join("unfitted").exists());
    let refused = workspace.run_err("tune games --out weights --epochs 2");
    assert!(refused.contains("exists; --overwrite replaces it"), "{refused}");
    assert!(output.contains("epoch 2: error ") && output.contains("error before "), "{output}");
    let files = fs::read_dir(workspace.0.join("weights")).expect("weights").count();
    assert_eq!(files, 10);
    for entry in fs::read_dir(workspace.0.join("weights")).expect("weights") {
        let text = fs::read_to_string(entry.expect("a file").path()).expect("text");
        lucena::knowledge::Weights::read("fitted", &text).expect("weights");
    }
    fs::write(workspace.0.join("broken.txt"), "# game 0\nnonsense;1;0\n").expect("a file");
    assert!(
        workspace.run_err("tune broken.txt --out other").contains("broken.txt:2: "),
        "the line is named"
    );
    assert!(workspace.run_err("tune wdl broken.txt").contains("broken.txt:2: "));
    assert!(workspace.run_err("tune wdl few").contains("2 games: at least 10"));
    // The shard has the games 9 to 17.
    let shard = workspace.run_err("tune wdl games/00001.positions");
    assert!(shard.contains("00001.positions: 9 games: at least 10"), "{shard}");
    let output = workspace.run_ok("tune wdl games --note few");
    assert!(output.contains("20 games, ") && output.contains("largest difference"), "{output}");
    assert!(output.contains("difference  2 standard errors"), "{output}");
    lucena::annotate::wdl::WdlModel::from_text("wdl.ron", &workspace.text("wdl.ron"))
        .expect("a model");
    let refused = workspace.run_err("tune wdl games");
    assert!(refused.contains("exists; --overwrite replaces it"), "{refused}");
}

/// The kernel ends the program when its file becomes too large, in the middle of writing.
#[cfg(unix)]
#[test]
fn values_of_tune_that_cannot_be_are_refused() {
    let workspace = Workspace::new("tune-values");
    for (words, part) in [
        ("--rate nan", "'nan' for '--rate <RATE>': not above 0 and at most 1000"),
        ("--rate -1", "'-1' for '--rate <RATE>': not above 0"),
        ("--rate=-1", "'-1' for '--rate <RATE>': not above 0"),
        ("--rate 0", "'0' for '--rate <RATE>': not above 0"),
        ("--rate 1e30", "'1e30' for '--rate <RATE>': not above 0"),
        ("--l2 nan", "'nan' for '--l2 <L2>': not between 0 and 1"),
        ("--l2 inf", "'inf' for '--l2 <L2>': not between 0 and 1"),
        ("--l2=-1", "'-1' for '--l2 <L2>': not between 0 and 1"),
        ("--hold pased", "'pased' for '--hold <NAME>': no such weight or group"),
        ("--hold passed.ran", "'passed.ran' for '--hold <NAME>': no such weight or group"),
    ] {
        let output = workspace.run(&format!("tune games {words}"));
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words}: {error}");
        assert!(error.contains(part), "{words}: {error}");
    }
    // Names and values that are taken: only the file is missing.
    let error = workspace.run_err("tune games --rate 0.1 --l2 0 --hold passed --hold bishop.pair");
    assert!(error.contains("games"), "{error}");
}

#[test]
fn a_trace_that_is_cut_off_leaves_the_earlier_file() {
    let workspace = Workspace::new("cut-trace");
    workspace.run_ok("trace record startpos --depth 6 -o long.trace");
    workspace.run_ok("trace record startpos --depth 1 -o kept.trace");
    workspace.run_ok("trace export kept.trace --format jsonl -o kept.jsonl");
    for (task, kept) in [
        ("trace record startpos --depth 6 -o kept.trace --overwrite", "kept.trace"),
        ("trace export long.trace --format jsonl -o kept.jsonl --overwrite", "kept.jsonl"),
    ] {
        let file = workspace.0.join(kept);
        let before = fs::read(&file).expect("a file");
        let mut command = Command::new("sh");
        let limited = format!("ulimit -f 20; exec {} {task}", env!("CARGO_BIN_EXE_lucena"));
        command.args(["-c", &limited]).current_dir(&workspace.0);
        let output = command.env("LUCENA_HOME", workspace.0.join("home")).output().expect("a run");
        assert!(!output.status.success(), "{task}: {output:?}");
        assert_eq!(fs::read(&file).expect("a file"), before, "{task}");
    }
}

#[test]
fn a_position_is_analysed_as_text_and_as_one_line_of_json() {
    let workspace = Workspace::new("analysed");
    let words = "analyse startpos --moves e2e4 --depth 4 --lines 2";
    let text = workspace.run_ok(words);
    assert!(
        text.contains("White's view") && text.contains("black to move, 20 legal moves"),
        "{text}"
    );
    let json = workspace.run_ok(&format!("{words} --json"));
    assert_eq!(json.lines().count(), 1, "{json}");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&json["turn"], &json["lines"][1]["rank"]), (&"black".into(), &2.into()));
    let error = workspace.run_refused("analyse startpos --moves e2e5");
    assert!(error.contains("moves: half-move 1: e2e5 is not legal here"), "{error}");
    let error = workspace.run_err("analyse startpos --depth 1 --json --syzygy nowhere");
    assert!(error.contains("--syzygy: syzygy path nowhere"), "{error}");
}

#[test]
fn the_counts_of_a_perft_file_are_compared() {
    let workspace = Workspace::new("perft");
    let write = |text: &str| fs::write(workspace.0.join("a.epd"), text).expect("a file");
    let start = lucena::rules::Position::default().fen();
    write(&format!("# a comment\n{start} ;D1 20 ;D2 400 ;D5 1\n{start};D3 8902;D4 197281\n"));
    let said = workspace.run_ok("perft --epd a.epd 4");
    assert!(said.contains("2 positions, 4 counts, 0 differ; 206603 leaves"), "{said}");
    write(&format!("{start} ;D1 21\n"));
    let output = workspace.run("perft --epd a.epd 4");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1));
    assert!(said.contains("a.epd: line 1: depth 1: 20 leaves, stated are 21"), "{said}");
    // Malformed lines do not keep the others from being compared.
    write(&format!("8/8 ;D1 1\n{start} ;D1 21\n{start} ;D1\n{start}\n{start} ;D2 400\n"));
    let output = workspace.run("perft --epd a.epd 4");
    let said = String::from_utf8_lossy(&output.stdout);
    for words in [
        "a.epd: line 1: fen",
        "a.epd: line 2: depth 1: 20 leaves, stated are 21",
        "a.epd: line 3: \"D1\": expected a depth and a count",
        "a.epd: line 4: no count",
        "3 positions, 1 without a count, 2 not read, 2 counts, 1 differs; 420 leaves",
    ] {
        assert!(said.contains(words), "{said}");
    }
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(error.trim(), "lucena: a.epd: lines that could not be read: 2");
    assert_eq!(output.status.code(), Some(1));
    for (text, words) in [
        ("8/8 ;D1 1\n".to_owned(), "a.epd: line 1: "),
        (format!("{start} ;D1\n"), "\"D1\": expected a depth and a count"),
        (format!("{start} ;D5 1\n"), "no counts up to depth 4"),
        (String::new(), "no counts up to depth 4"),
    ] {
        write(&text);
        let output = workspace.run("perft --epd a.epd 4");
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        assert!(said.contains(words) && output.status.code() == Some(1), "{said}");
    }
    assert_eq!(workspace.run("perft 3").status.code(), Some(2), "a position is required");
    let help = workspace.run_ok("perft --help");
    assert!(help.contains("Usage: lucena perft <FEN> <DEPTH>\n"), "{help}");
}

#[test]
fn wrong_arguments_have_an_exit_code_of_their_own() {
    let workspace = Workspace::new("arguments");
    let epd = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"rank\";\n";
    fs::write(workspace.0.join("a.epd"), epd).expect("a suite");
    workspace.run_ok("trace record startpos --depth 2 -o a.trace");
    for (words, part) in [
        ("suite a.epd a.epd --depth 2", "a.epd: is given twice"),
        ("suite a.epd --engine full --engine full --depth 2", "\"full\" is given twice"),
        ("timesim --tc bogus --games 1", "bogus"),
        ("timesim --tc - --games 1", "--tc: time control \"-\": no clock"),
        ("timesim --tc foo --games 1", "such as 5+3, 90s or 40/5400\n"),
        (
            "trace find a.trace ended=foo",
            "lucena: a.trace: no node of the trace can end by \"foo\"",
        ),
        ("trace diff a.trace nope", "lucena: nope: No such file or directory (os error 2)\n"),
        ("trace diff a.trace .", "lucena: .: not a regular file, but a directory\n"),
        ("trace record startpos -o b.trace --set nosuch=3", "unknown parameter \"nosuch\""),
        ("trace export a.trace --format jsonl --line e2e4", "--line: --format jsonl writes all"),
        ("trace export a.trace --format jsonl --levels 1", "--levels: --format jsonl writes all"),
        ("trace export a.trace --nodes 0", "0 is not in 1"),
        ("stats games.pgn --filter bogus=3", "no \"bogus\" to filter by"),
        ("stats games.pgn --player Ada --filter moves>many", "moves>many: expected a number"),
        ("stats games.pgn --filter side:purple", "side:purple: expected white or black"),
        ("summary games.pgn --filter moves<x", "moves<x: expected a number"),
        ("match full full --sprt 5 0", "--sprt: [5.0, 0.0]"),
        ("match full full --nodes 200,200", "--nodes: 200 is named twice"),
        ("match full full --nodes 100 --cpu-time", "cannot be used with"),
        ("selfplay sp --check --games 3", "cannot be used with"),
        ("tune search x --parameters nosuch", "there is no parameter \"nosuch\""),
        ("bench human", "requires --games FILE"),
    ] {
        let error = workspace.run_refused(words);
        assert!(error.contains(part), "{words}: {error}");
    }
    let output = workspace.command("analyse startpos --moves").arg("e4 e4").output();
    assert_eq!(output.expect("the program").status.code(), Some(2));
}

#[test]
fn an_output_that_cannot_be_written_is_refused_before_the_work() {
    let workspace = Workspace::new("outputs");
    let path = workspace.0.join("ro.pgn");
    fs::write(&path, "").expect("a file");
    let mut permissions = fs::metadata(&path).expect("the file").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).expect("permissions");
    let said = workspace.run_err("annotate games.pgn -o ro.pgn --overwrite --nodes 100");
    assert_eq!(said, "lucena: ro.pgn: the file is read-only\n");
    assert!(!workspace.0.join("ro.pgn.progress").exists());
    for (words, part) in [
        ("tune missing -o games.pgn/x", "missing: No such file"),
        ("tune games.pgn -o games.pgn/x", "games.pgn is not a folder"),
        ("tune search run --games 2 --nodes 1 -o missing/x", "missing/x: No such file"),
        ("tune search run --games 2 --nodes 1 --svg missing/x", "missing/x: No such file"),
        ("tune search run --games 2 --nodes 1 -o run --overwrite", "run: is the input file"),
        ("tune wdl missing -o missing/x", "missing: No such file"),
        ("tune wdl games.pgn -o missing/x", "missing/x: No such file"),
    ] {
        let error = workspace.run_err(words);
        assert!(error.contains(part), "{words}: {error}");
        assert!(!workspace.0.join("run").exists(), "{words}");
    }
}

#[test]
fn a_suite_is_solved_side_by_side_and_a_broken_line_has_its_exit_code() {
    let workspace = Workspace::new("suite");
    let program = env!("CARGO_BIN_EXE_lucena");
    let epd = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"rank\";\n\
        7k/P7/6K1/8/8/8/8/8 w - - bm a8R a8Q; c9 \"x\";\n6k1/8/8/8/8/8/8/K7 w - - bm Kb3;\n";
    fs::write(workspace.0.join("a.epd"), epd).expect("a suite");
    let words = ["suite", "a.epd", "--depth", "3", "--engine", "full", "--engine"];
    let other = format!("uci='{program} uci' set=Hash=1");
    let output = Command::new(program)
        .args(words)
        .arg(other)
        .current_dir(&workspace.0)
        .output()
        .expect("the program");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{text}{output:?}");
    assert!(text.contains("a.epd: line 3: bm: Kb3 is not legal here"), "{text}");
    assert_eq!(text.matches("  2       2  100.0").count(), 2, "{text}");
    assert!(
        text.lines().any(|line| line.trim_end().ends_with(" 2           0            0        0")),
        "{text}"
    );
    let error = workspace.run_err("suite games.pgn");
    assert!(error.contains("games.pgn: line 1: "), "{error}");
    let error = workspace.run_err("suite a.epd --engine uci=/nowhere/x");
    assert!(error.contains("/nowhere/x: cannot be started"), "{error}");
}

#[test]
fn a_match_from_a_book_resumes_at_every_node_limit() {
    let workspace = Workspace::new("scaled");
    let epd = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n\
        rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n";
    fs::write(workspace.0.join("book.epd"), epd).expect("a book");
    let played =
        "match hash=1 nmp_base=3 --nodes 50,100 --openings book.epd --adjudicate --record here.ron";
    let output = workspace.run_ok(&format!("{played} --games 2"));
    let table: Vec<&str> = output.lines().rev().take(4).collect();
    assert!(table[0].starts_with("from the first to the last: "), "{output}");
    assert!(table[1].trim_start().starts_with("100 "), "{output}");
    let record = workspace.text("here-50.ron");
    assert!(record.contains("book.epd, 2 openings, ") && record.contains("500 cp"), "{record}");
    let output = workspace.run_ok(&format!("{played} --games 4"));
    // The totals alone have the score of the last pair.
    assert_eq!(output.lines().filter(|line| line.starts_with("games 4: ")).count(), 2, "{output}");
    assert!(!output.contains("games 2: "), "resumed: {output}");
    a_match_names_a_program_that_changed(&workspace);
    for (words, part) in [
        (format!("{played} --games 6"), "3 openings are needed, the book has 2"),
        (
            format!("{played} --games 2 --seed 2"),
            "here-50.ron: this is the record of another match",
        ),
        (format!("{played} --games 2 --syzygy ."), "--syzygy: syzygy path .: no tablebases"),
        ("match full full --nodes 50 --openings nowhere.epd".to_owned(), "nowhere.epd"),
    ] {
        let error = workspace.run_err(&words);
        assert!(error.contains(part), "{words}: {error}");
    }
    for (words, part) in [
        (format!("{played} --games 2 --sprt 0 5"), "--sprt: "),
        ("match full full --nodes 50,100,50".to_owned(), "--nodes: 50 is named twice"),
    ] {
        let error = workspace.run_refused(&words);
        assert!(error.contains(part), "{words}: {error}");
    }
}

#[test]
fn the_games_of_a_match_have_the_date_of_the_time_zone() {
    let workspace = Workspace::new("zones");
    let dates = ["XXX-14", "XXX+12"].map(|zone| {
        let words = format!("match hash=1 nmp_base=3 --nodes 50 --games 2 --pgn {zone}.pgn");
        let output = workspace.command(&words).env("TZ", zone).output().expect("the program");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let games = pgn::read_file(&workspace.0.join(format!("{zone}.pgn"))).expect("games");
        games[0].game.tags.get("Date").expect("a date").to_owned()
    });
    assert!(dates[0] > dates[1], "{dates:?}");
}

#[test]
fn a_match_says_how_a_command_with_arguments_is_written() {
    let workspace = Workspace::new("quoted");
    let refused = |first: &str| {
        let output = workspace.command("match full --nodes 50").arg(first).output();
        let output = output.expect("the program");
        assert_eq!(output.status.code(), Some(2), "{first}");
        String::from_utf8(output.stderr).expect("text")
    };
    let error = refused("uci=weiss uci");
    assert!(
        error.contains("\"uci\": expected key=value; a command with arguments is quoted, as in")
    );
    assert!(error.contains("\"uci='weiss uci'\""), "{error}");
    assert_eq!(error.matches("uci=weiss uci").count(), 1, "{error}");
    assert!(refused("uci").contains("\"uci='COMMAND ARGUMENTS'\""));
    #[cfg(unix)]
    {
        let mut command = workspace.command("match full --nodes 50");
        let output =
            command.arg("uci=\"sh -c 'echo sh: broken >&2'\"").output().expect("the program");
        let error = String::from_utf8(output.stderr).expect("text");
        assert!(error.starts_with("lucena: sh: ended unexpectedly ("), "{error}");
        assert!(error.ends_with("): broken\n"), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn a_match_says_which_engine_does_not_ponder() {
    let workspace = Workspace::new("no ponder");
    let program = env!("CARGO_BIN_EXE_lucena");
    let without = format!("uci=\"sh -c '{program} uci | grep --line-buffered -v Ponder'\"");
    let mut command = workspace.command("match full --tc 1s --games 2 --ponder");
    let output = command.arg(&without).output().expect("the program");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    let own = "full does not ponder: Lucena in this process does not, but uci='lucena uci' does";
    assert_eq!(lines[0], own, "{text}");
    assert_eq!(lines[1], format!("{without} does not ponder: it has no option Ponder"), "{text}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("games 2: ")).count(), 1, "{text}");
}

fn a_match_names_a_program_that_changed(workspace: &Workspace) {
    let played = "match hash=1 nmp_base=3 --nodes 50 --record two.ron";
    let note = |games: u32| {
        let output = workspace.run(&format!("{played} --games {games}"));
        assert!(output.status.success(), "{output:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert_eq!(note(2), "");
    assert_eq!(note(4), "");
    let record = workspace.text("two.ron");
    let mut programs = record.split_once("programs: ").expect("programs").1.split('"');
    let other = record.replace(programs.nth(1).expect("a checksum"), "0123456789abcdef");
    fs::write(workspace.0.join("two.ron"), other).expect("another program");
    // Nothing is played.
    assert_eq!(note(4), "");
    let said = note(6);
    let words = "two.ron: hash=1 and nmp_base=3 are other programs than in the 4 games so far;";
    assert!(said.starts_with(words), "{said}");
    assert_eq!(note(8), "");
}

#[test]
fn a_decided_sprt_says_so_and_plays_no_more() {
    let workspace = Workspace::new("sprt");
    let test = "match full human=800 --nodes 300 --games 40 --sprt -100 300";
    let games = |output: &str| output.lines().filter(|line| line.starts_with("games ")).count();
    let first = workspace.run_ok(&format!("{test} --record a.ron"));
    let last = first.lines().last().unwrap_or_default();
    assert!(last.starts_with("SPRT, H0 -100 Elo, H1 +300 Elo: LLR +"), "{first}");
    assert!(last.ends_with("bounds ±2.94: H1 accepted"), "{first}");
    assert!((3..20).contains(&games(&first)), "{first}");
    let again = workspace.run_ok(&format!("{test} --record a.ron"));
    assert_eq!((games(&again), again.lines().last()), (1, Some(last)), "{again}");
    // Pairs that run beside the last one do not count.
    assert_eq!(workspace.run_ok(&format!("{test} --record b.ron --concurrency 3")), first);
    assert_eq!(workspace.text("a.ron"), workspace.text("b.ron"));
    let few = workspace.run_ok("match full full --nodes 50 --games 2 --sprt 0 5");
    assert!(few.trim_end().ends_with("undecided after 2 games"), "{few}");
}

#[test]
fn help_says_what_an_error_of_a_measurement_is() {
    let workspace = Workspace::new("measured");
    for (command, words) in [
        ("match", "± is half the width of a 95 % interval, 1.96 standard errors"),
        ("calibrate", "± is half the width of a 95 % interval, 1.96 standard errors"),
        ("tune wdl", "twice the standard error"),
    ] {
        let help = workspace.run_ok(&format!("{command} --help"));
        let flowing = help.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flowing.contains(words), "{help}");
    }
}

#[test]
fn a_calibration_resumes_from_its_records() {
    let workspace = Workspace::new("calibrated");
    let own = env!("CARGO_BIN_EXE_lucena");
    let plan = format!(
        "(control: \"1s\", dials: [600, 700], games: 4, words: \"hash=1\", anchors: [(
            name: \"itself\", player: \"uci='{own} uci' set=UCI_LimitStrength=true set=UCI_Elo=650 compress=4\",
            rating: 900, deviation: 0, provenance: \"made up\", dials: [600, 700], games: 4)])"
    );
    fs::write(workspace.0.join("plan.ron"), plan).expect("a plan");
    let curve = workspace.0.join("curve.ron");
    let calibrate = |options: &str| {
        let words = format!("calibrate plan.ron --folder records -o curve.ron {options}");
        let output = workspace.run(&words);
        let said = String::from_utf8(output.stdout).expect("text");
        // With so few games the curve may not be computable; then no file is written, and the exit code says so.
        if output.status.success() {
            Calibration::from_text("curve.ron", &workspace.text("curve.ron")).expect("a curve");
        } else {
            let error = String::from_utf8_lossy(&output.stderr);
            assert!(error.contains("curve.ron: not written: "), "{words}: {error}");
            assert!(said.contains("no curve written: ") && !curve.exists(), "{said}");
        }
        said
    };
    let output = calibrate("");
    assert!(output.contains("round 3 of 4") && output.contains("dial  "), "{output}");
    assert_eq!(fs::read_dir(workspace.0.join("records")).expect("records").count(), 3);
    let again = calibrate("--overwrite");
    assert!(!again.contains("round 1 of 4"), "{again}");
    let last = |text: &str| text.rsplit("dial  ").next().map(str::to_owned);
    fs::write(&curve, "mine").expect("a file");
    let refused = workspace.run_err("calibrate plan.ron --folder records -o curve.ron --fit-only");
    assert!(refused.contains("curve.ron: exists; --overwrite replaces it"), "{refused}");
    fs::remove_file(&curve).expect("a file");
    let fitted = calibrate("--fit-only");
    assert_eq!(last(&fitted), last(&again));
    fs::write(workspace.0.join("plan.ron"), "(control: \"1s\", dials: [700, 600])")
        .expect("a plan");
    let error = workspace.run_err("calibrate plan.ron");
    assert!(error.contains("plan.ron: dials: must be two or more levels"), "{error}");
    fs::write(workspace.0.join("plan.ron"), "(control: \"1s\", dials: [600, 700])")
        .expect("a plan");
    let error = workspace.run_err("calibrate plan.ron --fit-only -o cal.ron");
    assert!(error.contains("plan.ron: without anchors there is no curve for cal.ron"), "{error}");
}

#[test]
fn doctor_names_invalid_files() {
    let workspace = Workspace::new("doctor");
    let home = workspace.0.join("home");
    let before = workspace.run_ok("doctor");
    assert!(before.contains("(does not exist)") && !home.exists(), "{before}");
    fs::create_dir_all(home.join("themes")).expect("a folder");
    let broken = [
        ("settings.ron", "(engine: (hash_mib: 0))", "engine.hash_mib = 0"),
        ("keys.ron", "{Board: {Flop: [\"x\"]}}", "keys.ron:1:"),
        ("themes/mine.ron", "(titel\u{1b}[2J: ())", "mine.ron:1:"),
        ("characters.ron", "[(name: \"A\", elo: 100000)]", "elo = 100000"),
        ("library.ron", "(files: [\"/a\", 5])", "library.ron:1:16: "),
    ];
    for (name, text, _) in broken {
        fs::write(home.join(name), text).expect("a file");
    }
    let output = workspace.run_ok("doctor");
    for (name, _, expected) in broken {
        assert!(output.contains(expected), "{name}: {output}");
    }
    let wrong = "(screen: (pieces: \"blob\", theme: \"no\"), play: (dial: \"5000\"),\n engine: (book: \"/no\"))";
    fs::write(home.join("settings.ron"), wrong).expect("a file");
    let checked = workspace.run_ok("doctor");
    for part in [
        "settings.ron:1: screen.pieces = \"blob\": ",
        "settings.ron:1: screen.theme = \"no\": ",
        "settings.ron:1: play.dial = \"5000\": ",
        "settings.ron:2: engine.book = \"/no\": ",
    ] {
        assert!(checked.contains(part), "{part}: {checked}");
    }
    assert!(!output.contains('\u{1b}'), "escape sequences in a file are not printed");
    // A file of the library that has no game.
    let empty = workspace.0.join("empty.pgn");
    fs::write(&empty, "").expect("a file");
    fs::write(home.join("library.ron"), format!("(files: [{empty:?}])")).expect("a list");
    let checked = workspace.run_ok("doctor");
    assert!(checked.contains("library.ron: files: ") && checked.contains("empty.pgn: no games"));
}

#[test]
fn manual_pages_and_completions_cover_every_subcommand() {
    let workspace = Workspace::new("made");
    workspace.run_ok("man --out manual");
    let pages = fs::read_dir(workspace.0.join("manual")).expect("pages");
    let pages: Vec<_> = pages.map(|entry| entry.expect("a page").file_name()).collect();
    let scripts =
        ["bash", "zsh", "fish"].map(|shell| workspace.run_ok(&format!("completions {shell}")));
    let definition = lucena::cli::definition();
    for task in definition.get_subcommands().filter(|task| !task.is_hide_set()) {
        let name = task.get_name();
        assert!(pages.iter().any(|page| *page == *format!("lucena-{name}.1")), "{name}");
        let page = workspace.0.join(format!("manual/lucena-{name}.1"));
        let page = fs::read_to_string(page).expect("a page");
        // Version and program stand in the footer; there is no date.
        let title = concat!("\"\" \"lucena ", env!("CARGO_PKG_VERSION"), "\"");
        let found = page.lines().find(|line| line.starts_with(".TH ")).unwrap_or_default();
        assert!(found.contains(title), "{name}: {found}");
        assert!(scripts.iter().all(|script| script.contains(name)), "{name}");
    }
}

#[test]
fn statistics_of_files_and_of_the_library() {
    let work = Workspace::new("stats");
    let games = "[White \"Ada\"]\n[Black \"Bo\"]\n[Date \"2026.10.01\"]\n[Result \"1-0\"]\n[WhiteAccuracy \"88.5\"]\n\n1. e4 e5 2. Nf3 1-0\n\n\
                 [White \"Cy\"]\n[Black \"Ada\"]\n[Date \"2026.11.01\"]\n[Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2\n\n\
                 [White \"Ada\"]\n[Black \"Bo\"]\n[Date \"2026.11.02\"]\n[Result \"0-1\"]\n\n1. e4 e5 2. Bc4 0-1\n";
    fs::write(work.0.join("mine.pgn"), games).expect("games");
    let text = work.run_ok("stats mine.pgn --player ada --block 2");
    for words in
        ["2026.10", "88.5 %", "2–3", "you: 2.Bc4 (1 game, 0 %); book: 2.Nf3 (1 game, 100 %)"]
    {
        assert!(text.contains(words), "{words}: {text}");
    }
    let json = work.run_ok("stats mine.pgn --player Ada --format json");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["all"]["games"], 3);
    assert_eq!(json["all"]["score_percent"], 50.0);
    assert_eq!(json["black"]["accuracy_percent"], serde_json::Value::Null);
    assert_eq!(json["book"]["departures"][0]["played"], "2.Bc4");
    // One file is one file, whatever it is called.
    for words in
        ["stats mine.pgn ./mine.pgn --player Ada --format json", "summary mine.pgn ./mine.pgn"]
    {
        let output = work.run(words);
        let [out, error] =
            [&output.stdout, &output.stderr].map(|it| String::from_utf8_lossy(it).into_owned());
        assert_eq!(error, "left out: ./mine.pgn: is named twice\n");
        assert_eq!(out, work.run_ok(&words.replace(" ./mine.pgn", "")));
    }
    let rated = work.run_ok("rate mine.pgn --player ADA");
    assert_eq!(rated.lines().filter(|line| line.contains("Ada")).count(), 4, "{rated}");
    // A copy of a game counts once, as in the statistics.
    fs::write(work.0.join("twice.pgn"), work.text("mine.pgn").repeat(2)).expect("games");
    let output = work.run("rate twice.pgn --player ADA");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(String::from_utf8_lossy(&output.stdout), rated, "{error}");
    assert_eq!(error, "3 copies of games left out\n");
    // The library: what is recorded, and the files that it lists; one of them is gone.
    let (home, mine) = (work.0.join("home"), work.0.join("mine.pgn"));
    fs::create_dir_all(&home).expect("a folder");
    fs::write(home.join("settings.ron"), "(play: (name: \"Ada\"))").expect("settings");
    let list = format!("(files: [{mine:?}, \"/nowhere/gone.pgn\"])");
    fs::write(home.join("library.ron"), list).expect("a list");
    let output = work.run("stats --filter date:2026.11 --format json");
    assert_eq!(output.status.code(), Some(3));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["all"]["games"], 2);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("left out: ") && error.contains("/nowhere/gone.pgn"), "{error}");
    assert!(error.contains("left out: 1, named above"), "{error}");
    // So is the repertoire.
    let list = format!("(files: [{mine:?}], repertoire: \"/nowhere/lines.pgn\")");
    fs::write(home.join("library.ron"), list).expect("a list");
    let output = work.run("stats");
    let [text, error] =
        [&output.stdout, &output.stderr].map(|it| String::from_utf8_lossy(it).into_owned());
    assert!(output.status.success() && text.contains("2026.10"), "{text}{error}");
    for said in [text, error] {
        assert!(said.contains("/nowhere/lines.pgn: "), "{said}");
    }
    // What is wrong is named.
    for (words, part) in [
        ("stats missing.pgn", "missing.pgn"),
        ("stats mine.pgn --player Nobody", "none of \"Nobody\""),
        ("stats mine.pgn --player Ada --repertoire missing.pgn", "missing.pgn"),
    ] {
        let error = work.run_err(words);
        assert!(error.contains(part), "{words}: {error}");
    }
    fs::write(work.0.join("lines.pgn"), "[Orientation \"both\"]\n\n1. e4 *\n").expect("lines");
    let error = work.run_err("stats mine.pgn --player Ada --repertoire lines.pgn");
    assert!(error.contains("lines.pgn: game 1, line 1: tag Orientation \"both\""), "{error}");
    fs::write(home.join("library.ron"), "(files: 7)").expect("a list");
    let error = work.run_err("stats");
    assert!(error.contains("library.ron:1:9"), "{error}");
    // What is right in it is used.
    fs::write(home.join("library.ron"), format!("(files: [7, {mine:?}])")).expect("a list");
    let output = work.run("stats");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{error}");
    assert!(error.contains("library.ron:1:10: files = 7: expected a path"), "{error}");
    fs::write(home.join("library.ron"), "(files: 7)").expect("a list");
    // With files the list is not needed, nor all of the settings.
    let settings = "(play: (name: \"Ada\"),\nscreen: (bell: 5))";
    fs::write(home.join("settings.ron"), settings).expect("settings");
    for words in ["stats mine.pgn", "summary mine.pgn"] {
        let output = work.run(words);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{words}: {error}");
        for part in ["left out: ", "library.ron:1:9", "settings.ron:2: screen.bell = 5"] {
            assert!(error.contains(part), "{words}: {error}");
        }
    }
    fs::write(home.join("settings.ron"), "(play: (name: \"Ada)").expect("settings");
    let error = work.run_err("stats mine.pgn");
    assert!(error.contains("settings.ron:1") && error.contains("none of \"Player\""), "{error}");
}

#[test]
fn a_page_about_a_tournament() {
    let work = Workspace::new("summary");
    let games = "[Event \"Cup\"]\n[Round \"1\"]\n[White \"Ada <b>\"]\n[Black \"Bo | *\"]\n[Date \"2026.10.01\"]\n[Result \"1-0\"]\n[WhiteAccuracy \"88.5\"]\n\n\
                 1. e4 { [%eval 0.3] } e5 { [%eval 0.3] } 2. Nf3 { [%eval 0.3] } g5 { [%eval 3.0] Blunder: loses a pawn. } (2... Nc6 { [%eval 0.3,12] } 3. Bb5) \
                 3. Nxg5 { [%eval 3.0] } 1-0\n\n\
                 [Event \"Cup\"]\n[White \"Cy\"]\n[Black \"Ada <b>\"]\n[Date \"2026.10.02\"]\n[Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2\n\n\
                 [Event \"Cup\"]\n[White \"Bo | *\"]\n[Black \"Cy\"]\n[Date \"2026.10.03\"]\n[Result \"*\"]\n\n1. d4 *\n";
    fs::write(work.0.join("cup.pgn"), games).expect("games");
    let page = work.run_ok("summary cup.pgn");
    for words in [
        "<title>Cup</title>",
        "3 games, 2026.10.01 to 2026.10.03",
        "<td class=\"n\">1</td><td>Ada &lt;b&gt;</td><td class=\"n\">1.5</td>",
        "<h2>Crosstable</h2>",
        "<td class=\"n\">×</td><td class=\"n\">½</td><td class=\"n\">1</td>",
        "<a href=\"#game-1\">Ada &lt;b&gt; – Bo | *</a>: <b>2...g5</b>",
        "Blunder: loses a pawn. Better line: 2...Nc6 3.Bb5",
        "<h3 id=\"game-3\">3. Bo | * – Cy, *</h3>",
        "<polyline class=\"line\" points=\"0,48.6 1,47.2",
        "88/–",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    // A game without evaluations has no chart, and nothing comes from elsewhere.
    assert_eq!(page.matches("<svg").count(), 1);
    assert!(!page.contains("http") && !page.contains("<b>Ada"), "{page}");
    work.run_ok("summary cup.pgn --format markdown --title Autumn -o cup.md");
    let page = work.text("cup.md");
    for words in [
        "# Autumn\n",
        "| 1 | Ada \\<b\\> | 1.5 |",
        "[Ada \\<b\\> – Bo \\| \\*](#game-1)",
        "### <a id=\"game-1\"></a>1. Ada",
        "**2...g5** −",
        "\n`▅▅▅▅▇▇`\n",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    assert!(work.run_ok("summary cup.pgn --filter date:2026.10.02").contains("1 game, 2026.10.02"));
    // Games of a large file are read as far as the filter needs them.
    let large: String = (0..10_001)
        .map(|game| format!("[White \"w{game}\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nc3 Nf6 1-0\n\n"))
        .collect();
    fs::write(work.0.join("large.pgn"), large).expect("games");
    for filter in ["moves<4", "opening:vienna", "eco:c2", "vienna"] {
        let filter = format!("{filter} white:w77");
        let output = work.command("summary large.pgn --filter").arg(&filter).output();
        let page = String::from_utf8(output.expect("the program").stdout).expect("text");
        assert!(page.contains(">111 games<"), "{filter}: {page}");
    }
    for (words, part) in [
        ("summary cup.pgn --filter date:2025", "finds none of 3 games"),
        ("summary cup.pgn --format html -o cup.pgn --overwrite", "is the input file"),
        ("summary cup.pgn -o cup.md", "exists; --overwrite replaces it"),
        ("summary cup.pgn -o -", "-: is not standard output here: ./- is a file of this name"),
        ("summary missing.pgn", "missing.pgn"),
    ] {
        let error = work.run_err(words);
        assert!(error.contains(part), "{words}: {error}");
    }
}

#[test]
fn games_read_in_part_are_named_by_what_uses_them() {
    let work = Workspace::new("in_part");
    let whole = "[White \"Ada\"]\n[Black \"Bo\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n";
    let games = whole.to_owned() + &whole.replace("e5 2", "Ke4 2");
    fs::write(work.0.join("mine.pgn"), &games).expect("games");
    for words in [
        "stats mine.pgn --player Ada",
        "summary mine.pgn",
        "summary mine.pgn --format markdown",
        "rate mine.pgn",
    ] {
        let output = work.run(words);
        let [out, error] =
            [output.stdout, output.stderr].map(|it| String::from_utf8(it).expect("UTF-8"));
        assert_eq!(output.status.code(), Some(3), "{words}: {error}");
        assert!(error.contains("mine.pgn: game 2, line 11: "), "{words}: {error}");
        assert!(
            error.ends_with("games read in part: 1; their notes say what is missing\n"),
            "{error}"
        );
        assert!(!out.is_empty(), "{words}");
        assert_eq!(
            out.matches("read in part").count(),
            usize::from(words.contains("summary")),
            "{out}"
        );
    }
    let trained = work.run("train mine.pgn --stats");
    let said = String::from_utf8(trained.stdout).expect("UTF-8");
    assert!(said.contains("games read in part: 1; "), "{said}");
    assert_eq!(trained.status.code(), Some(3), "{said}");
    // A player whom nobody knows may be in what was not read.
    for words in ["stats mine.pgn --player Nobody", "rate mine.pgn --player Nobody"] {
        let error = work.run_err(words);
        assert!(error.contains("mine.pgn: game 2, line 11: "), "{words}: {error}");
        assert!(error.contains("of \"Nobody\""), "{words}: {error}");
    }
    // Only the games that count, in their order.
    let some = format!("{games}{}", whole.replace("Ada", "Cy").replace("e5 2", "Ke4 2"));
    fs::write(work.0.join("some.pgn"), some + &whole.replace("e5 2", "Kd4 2")).expect("games");
    let error = work.run("stats some.pgn --player Ada").stderr;
    let error = String::from_utf8(error).expect("UTF-8");
    let places = ["game 2", "game 4"].map(|game| error.find(game));
    assert!(places[0] < places[1] && places[0].is_some(), "{error}");
    assert!(!error.contains("game 3"), "{error}");
    let many = format!("{}{}", whole, whole.replace("e5 2", "Ke4 2").repeat(22));
    fs::write(work.0.join("mine.pgn"), many).expect("games");
    let error = work.run("stats mine.pgn --player Ada").stderr;
    let error = String::from_utf8(error).expect("UTF-8");
    assert!(error.contains("the notes of 2 other games are not listed"), "{error}");
}

#[test]
fn the_format_of_an_output_file_is_that_of_its_name() {
    let workspace = Workspace::new("endings");
    for (words, file, part) in [
        ("export games.pgn -o", "a.pgn", "[Event \"A\"]"),
        ("export games.pgn -o", "a.HTM", "<!DOCTYPE html>"),
        ("export games.pgn -o", "page", "<!DOCTYPE html>"),
        ("export games.pgn --all -o", "a.jsonl", "{\"tags\""),
        ("export games.pgn -o", "a.fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"),
        ("export games.pgn --format pgn -o", "a.txt", "[Event \"A\"]"),
        ("export games.pgn --format pgn -o", "b.html", "[Event \"A\"]"),
        ("summary games.pgn -o", "summary.md", "# Games\n"),
        ("summary games.pgn -o", "summary.html", "<!DOCTYPE html>"),
        ("summary games.pgn --format markdown -o", "summary.txt", "# Games\n"),
    ] {
        workspace.run_ok(&format!("{words} {file}"));
        let text = workspace.text(file);
        assert!(text.contains(part), "{words} {file}: {text}");
    }
    for (words, known) in [
        ("export games.pgn", ".html, .htm, .jsonl, .fen, .fens, .pgn"),
        ("summary games.pgn", ".html, .htm, .md, .markdown"),
    ] {
        let said = workspace.run_refused(&format!("{words} -o a.doc"));
        let wrong = format!(
            "--output a.doc: the end .doc stands for no format; known are {known}; --format names one"
        );
        assert!(said.contains(&wrong), "{said}");
        assert!(!workspace.0.join("a.doc").exists());
    }
}

#[test]
fn recorded_games_are_annotated_once() {
    let workspace = Workspace::new("recorded");
    let games = workspace.0.join("home/games");
    fs::create_dir_all(&games).expect("a folder");
    let tags = "[Date \"2026.11.05\"]\n[White \"Ada\"]\n[Black \"Bo\"]\n";
    let record = |name: &str, moves: &str| {
        fs::write(games.join(name), format!("{tags}\n{moves}\n")).expect("a record");
    };
    record("2026-11-05-120000.pgn", "1. f3 e5 2. g4 Qh4# 0-1");
    record("2026-11-05-130000.pgn", "1. f3 *");
    record("2026-11-05-140000.pgn", "1. f3 { [%eval -0.5] } e5 { [%eval -0.5] } 1/2-1/2");
    let annotate = "annotate --recorded -o all.pgn --nodes 100";
    let said = workspace.run_ok(annotate);
    assert!(said.contains("game 1, Ada - Bo: accuracy"), "{said}");
    assert!(
        said.ends_with(
            "1 recorded game annotated, 1 left out, with evaluations of their own: all.pgn\n"
        ),
        "{said}"
    );
    let before = workspace.text("all.pgn");
    assert!(before.contains("2. g4 $4"), "{before}");
    let said = workspace.run_ok(annotate);
    assert_eq!(
        said,
        "0 recorded games annotated, 1 in the file before, 1 left out, with evaluations of their own: all.pgn\n"
    );
    record("2026-11-05-150000.pgn", "1. d4 d5 1/2-1/2");
    record("2026-11-05-160000.pgn", "1. d4 Ke4 1/2-1/2");
    let output = workspace.run(annotate);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{error}");
    assert!(error.contains("2026-11-05-160000.pgn: read in part"), "{error}");
    let text = workspace.text("all.pgn");
    assert!(text.starts_with(before.trim_end()), "{text}");
    assert_eq!(pgn::read_file(&workspace.0.join("all.pgn")).expect("games").len(), 2);
    let records = fs::read_to_string(games.join("2026-11-05-120000.pgn")).expect("a record");
    assert!(!records.contains("$4"), "{records}");
    let files = fs::read_dir(&workspace.0).expect("the folder").count();
    assert_eq!(files, 3, "games.pgn, the home and the output");
    workspace.run_refused("annotate -o all.pgn");
    workspace.run_refused("annotate games.pgn --recorded -o all.pgn");
    fs::write(workspace.0.join("all.pgn"), "1. e4 Ke4 *\n").expect("a file");
    assert!(workspace.run_err(annotate).contains("all.pgn: line 1: a game is read in part"));
}
