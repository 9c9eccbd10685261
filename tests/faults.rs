//! Behaviour on faults of the environment: full disks, files that change during use, signals, refused memory, kill -9.
//! The real program runs as a separate process where needed. `LUCENA_SLOW=1` repeats the kill test 200 times.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::print_stdout, reason = "the child reports to its parent what it has saved")]

use jiff::tz::TimeZone;
use lucena::base::{Millis, Random};
use lucena::config::Settings;
use lucena::export;
use lucena::game::pgn::{self, GameSource, Index};
use lucena::game::{
    Autosave, Game, NodeId, ResumeState, SaveError, TimeControl, Timestamp, resumable_games,
};
use lucena::rules::{Color, notation};
use lucena::tui::{App, Event};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use shakmaty::ByColor;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

fn stamp() -> Timestamp {
    Timestamp::from_unix(1_795_219_200, &TimeZone::UTC)
}

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("faults-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn lucena(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lucena"));
    command.args(arguments).stdin(Stdio::null());
    command
}

/// Runs the command to its end; returns exit code and standard error.
fn outcome(command: &mut Command) -> (Option<i32>, String) {
    let Output { status, stderr, .. } = command.stderr(Stdio::piped()).output().unwrap();
    (status.code(), String::from_utf8(stderr).unwrap())
}

fn signal(name: &str, child: &Child) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// A UCI engine process, killed at the end of the test.
struct Uci {
    child: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Uci {
    fn start(mut command: Command) -> Self {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let orders = child.stdin.take().unwrap();
        let answers = BufReader::new(child.stdout.take().unwrap());
        Self { child, orders, answers }
    }

    fn order(&mut self, line: &str) {
        writeln!(self.orders, "{line}").unwrap();
    }

    /// Reads lines up to one that begins with `start`.
    fn until(&mut self, start: &str) -> String {
        let mut line = String::new();
        while self.answers.read_line(&mut line).unwrap() > 0 {
            if line.starts_with(start) {
                return line;
            }
            line.clear();
        }
        panic!("the output ended before {start:?}");
    }
}

impl Drop for Uci {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_full_disk_is_reported_and_the_old_file_stays() {
    let folder = folder("full");
    let (games, file) = (folder.join("games.pgn"), folder.join("page.html"));
    fs::write(&games, "[Event \"A\"]\n\n1. e4 e5 *\n").unwrap();
    fs::write(&file, "old").unwrap();
    // A file size limit of zero stands for a full disk. The shell ignores its signal.
    let [games, page] = [&games, &file].map(|path| path.display().to_string());
    let program = env!("CARGO_BIN_EXE_lucena");
    let order = format!(
        "trap '' XFSZ; ulimit -f 0; exec '{program}' export '{games}' --format html -o '{page}'"
    );
    let (code, said) = outcome(Command::new("sh").args(["-c", &order]));
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("page.html: "), "{said}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "a temporary file is left");
    for task in [
        &["perft", "startpos", "2"][..],
        &["config"],
        &["completions", "bash"],
        &["man"],
        &["--help"],
        &["match", "-h"],
        &["--version"],
        &["play", "--plain"],
    ] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let (code, said) = outcome(lucena(task).stdout(full));
        assert_eq!(code, Some(1), "{task:?}: {said}");
        assert!(said.starts_with("lucena: standard output: No space"), "{task:?}: {said}");
    }
}

#[test]
fn a_full_standard_output_is_an_error_of_every_command() {
    let folder = folder("output-full");
    fs::write(
        folder.join("g.pgn"),
        "[White \"Ada\"]\n[Black \"Bo\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n",
    )
    .unwrap();
    fs::write(folder.join("s.epd"), "k7/8/8/8/8/8/8/K7 w - - ;D1 3\n").unwrap();
    fs::write(folder.join("bm.epd"), "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"one\";\n")
        .unwrap();
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/networks/tictactoe.kif");
    fs::copy(rules, folder.join("game.kif")).unwrap();
    let recorded = "trace record startpos --depth 1 -o t.trace";
    let recorded = lucena(&recorded.split(' ').collect::<Vec<_>>()).current_dir(&folder).output();
    assert!(recorded.unwrap().status.success());
    let program = env!("CARGO_BIN_EXE_lucena");
    let commands = [
        "analyse startpos --depth 1",
        "analyse startpos --depth 1 --json",
        "annotate g.pgn -o a.pgn --nodes 10",
        "completions bash",
        "config",
        "doctor",
        "explain startpos",
        "export g.pgn --format html",
        "--help",
        "man",
        "match -h",
        "match full full --nodes 50 --games 2",
        "network game.kif",
        "perft startpos 2",
        "perft --epd s.epd 1",
        "play --plain",
        "rate g.pgn",
        "selfplay positions --games 1 --nodes 50",
        "stats g.pgn --player Ada",
        "suite bm.epd --nodes 100",
        "summary g.pgn",
        "timesim --games 1",
        "trace record startpos --depth 1 -o r.trace",
        "trace stat t.trace",
        "train g.pgn --stats",
        "--version",
    ];
    let wrong = commands.into_iter().filter_map(|command| {
        let line = format!("exec '{program}' {command} > /dev/full");
        let mut shell = Command::new("sh");
        shell.args(["-c", &line]).current_dir(&folder).env("LUCENA_HOME", folder.join("home"));
        let (code, said) = outcome(shell.stdin(Stdio::null()).stdout(Stdio::piped()));
        let is_named = said.lines().last().is_some_and(|line| {
            line.starts_with("lucena: ") && line.contains("standard output: No space left")
        });
        (code != Some(1) || !is_named).then(|| format!("{command}: {code:?} {said}"))
    });
    assert_eq!(wrong.collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn doctor_reports_a_full_disk() {
    let home = folder("doctor");
    fs::create_dir(home.join("games")).unwrap();
    let program = env!("CARGO_BIN_EXE_lucena");
    let shown = home.display().to_string();
    // A file size limit of zero stands for a full disk; standard output is a pipe.
    let order = format!("trap '' XFSZ; ulimit -f 0; exec '{program}' doctor --home '{shown}'");
    let output = Command::new("sh").args(["-c", &order]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    for place in [shown.clone(), format!("{shown}/games")] {
        assert!(
            said.contains(&format!("- {place} cannot be written to: File too large")),
            "{said}"
        );
    }
    assert_eq!(said.matches("cannot be written to").count(), 2, "{said}");
    let output = lucena(&["doctor", "--home", &shown]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(!said.contains("cannot be written to"), "{said}");
    assert_eq!(fs::read_dir(&home).unwrap().count(), 1, "a file is left");
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let file = folder("readonly").join("file");
    fs::write(&file, "in the way").unwrap();
    // Folders that root cannot write to either.
    for place in [file.join("games"), PathBuf::from("/proc/lucena")] {
        let error = Autosave::create(&place, stamp()).unwrap_err().to_string();
        assert!(error.contains(&place.display().to_string()), "{error}");
        let error = Settings::default().save(&place.join("settings.ron")).unwrap_err().to_string();
        assert!(error.contains("settings.ron"), "{error}");
        assert_eq!(resumable_games(&place).0.len(), 0);
    }
    let record = file.join("record.ron").display().to_string();
    let (code, said) = outcome(&mut lucena(&[
        "match", "dial=600", "dial=600", "--tc", "1s", "--games", "2", "--record", &record,
    ]));
    assert_eq!(code, Some(1));
    assert!(said.contains("record.ron"), "{said}");
}

#[test]
fn a_file_that_shrinks_or_changes_is_refused() {
    let file = folder("shrinks").join("games.pgn");
    let game = "[Event \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n";
    fs::write(&file, game.repeat(3)).unwrap();
    let index = Index::build(&file, &mut |_, _| ControlFlow::Continue(())).unwrap();
    assert_eq!(index.read(2).unwrap().game.moves().len(), 3);
    fs::write(&file, &game.repeat(2)[..game.len() + 9]).unwrap();
    for number in 0..3 {
        let error = index.read(number).unwrap_err().to_string();
        assert!(error.contains("games.pgn changed since it was read"), "{error}");
    }
    fs::write(&file, "\0\u{1}(((".repeat(100)).unwrap();
    for number in 0..3 {
        assert!(index.read(number).is_err() || index.read(number).unwrap().is_incomplete());
    }
    fs::remove_file(&file).unwrap();
    assert!(index.read(0).unwrap_err().to_string().contains("games.pgn"));
}

#[test]
fn a_clock_that_goes_backwards_adds_no_time() {
    let control = TimeControl::from_tag("60").unwrap();
    let control = ByColor { white: control.clone(), black: control };
    let mut game = Game::default().with_control(control);
    game.start_clock(Millis(10_000));
    assert_eq!(game.remaining(Color::White, Millis(2_000)), Some(Millis(60_000)));
    let mv = notation::parse_move(game.position(), "e2e4").unwrap();
    game.play(mv, Millis(2_000)).unwrap();
    assert_eq!(game.remaining(Color::White, Millis(2_000)), Some(Millis(60_000)));
    assert_eq!(game.check_flag(Millis(0)), None);
}

#[test]
fn a_stopped_process_continues_and_answers() {
    let mut uci = Uci::start(lucena(&["uci"]));
    uci.order("go infinite");
    uci.until("info depth ");
    signal("-STOP", &uci.child);
    signal("-CONT", &uci.child);
    uci.order("isready");
    uci.until("readyok");
    uci.order("stop");
    assert!(uci.until("bestmove").len() > 12);
}

#[test]
fn refused_memory_gives_a_smaller_table_and_a_message() {
    let program = env!("CARGO_BIN_EXE_lucena");
    // In KiB: less than 1 GiB, and room for more.
    for (memory, used) in [("1000000", "; using "), ("3000000", "; using 1024 MiB")] {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -v {memory}; exec '{program}' uci")]);
        let mut uci = Uci::start(command);
        uci.order("setoption name Hash value 1048576");
        let said = uci.until("info string hash");
        assert!(said.contains(&format!("1048576 MiB refused{used}")), "{said}");
        uci.order("setoption name Hash value 1000000");
        let said = uci.until("info string hash");
        assert!(said.contains("1000000 MiB refused; keeping "), "{said}");
        uci.order("go nodes 2000");
        assert!(uci.until("bestmove").len() > 12);
    }
}

#[test]
fn refused_memory_gives_fewer_threads_and_a_message() {
    let program = env!("CARGO_BIN_EXE_lucena");
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -v 3000000; exec '{program}' uci")]);
    let mut uci = Uci::start(command);
    uci.order("setoption name Threads value 500");
    let said = uci.until("info string Threads");
    assert!(said.contains("Threads: no memory for 500; using "), "{said}");
    uci.order("go nodes 2000");
    assert!(uci.until("bestmove").len() > 12);
    let order = format!("ulimit -v 1000000; exec '{program}' bench threads --threads 500");
    let (code, said) = outcome(Command::new("sh").args(["-c", &order]));
    assert!(code == Some(1) && said.contains("--threads 500: there is memory for "), "{said}");
}

#[test]
fn open_parentheses_take_little_memory() {
    let (program, file) = (env!("CARGO_BIN_EXE_lucena"), folder("open").join("games.pgn"));
    fs::write(&file, format!("1. e4 {}", "(".repeat(3_000_000))).unwrap();
    let order =
        format!("ulimit -v 400000; exec '{program}' export '{}' --format pgn", file.display());
    let (code, said) = outcome(Command::new("sh").args(["-c", &order]).stdout(Stdio::null()));
    assert!(code == Some(3) && said.contains("a variation is not closed"), "{said}");
}

#[test]
fn sigterm_ends_the_search_without_bestmove() {
    // Not SIGINT: background jobs ignore it, and children inherit that.
    let mut uci = Uci::start(lucena(&["uci"]));
    uci.order("go infinite");
    uci.until("info depth ");
    signal("-TERM", &uci.child);
    assert!(!uci.child.wait().unwrap().success());
    let mut rest = String::new();
    uci.answers.read_to_string(&mut rest).unwrap();
    assert!(!rest.contains("bestmove"), "{rest}");
}

#[test]
fn sigterm_ends_a_match_with_its_totals() {
    let mut command = lucena(&["match", "full", "full", "--nodes", "500", "--games", "60"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    assert!(first.starts_with("games 2: "), "{first}");
    signal("-TERM", &child);
    let rest = lines.collect::<Result<Vec<_>, _>>().unwrap().join("\n");
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(rest.contains("pairs by points"), "{rest}");
    let end = " of 60 games; --record FILE would keep them\n";
    assert!(said.starts_with("lucena: stopped after ") && said.ends_with(end), "{said}");
}

/// Waits until the process handles SIGTERM itself.
#[cfg(target_os = "linux")]
fn await_handler(child: &Child) {
    let is_caught = || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(mask.trim(), 16).unwrap() & (1 << 14) != 0
    };
    while !is_caught() {
        thread::yield_now();
    }
}

#[test]
#[cfg(target_os = "linux")]
fn sigterm_ends_analyse_and_perft_with_what_they_have() {
    let folder = folder("stopped");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    fs::write(folder.join("deep.epd"), format!("{start} ;D1 20 ;D9 2439530234167\n")).unwrap();
    for (task, has, end) in [
        ("analyse startpos --time 3600000", " nodes in ", "lucena: stopped at depth "),
        ("analyse startpos --time 3600000 --json", "\"stop\":\"", "lucena: stopped at depth "),
        ("perft startpos 9", "total so far: ", "lucena: stopped after "),
        ("perft --epd deep.epd 9", "1 count", "lucena: deep.epd: stopped after 0 positions"),
    ] {
        let mut command = lucena(&task.split(' ').collect::<Vec<_>>());
        let command = command.current_dir(&folder).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        await_handler(&child);
        signal("-TERM", &child);
        let output = child.wait_with_output().unwrap();
        let [out, said] =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        assert_eq!(output.status.code(), Some(130), "{task}: {said}");
        // The search may not have begun.
        assert!(said.starts_with(end), "{task}: {said}");
        assert!(out.contains(has), "{task}: {out}");
    }
}

#[test]
fn a_closed_pipe_ends_the_program_without_a_message() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let (code, said) = outcome(lucena(&["perft", "startpos", "3"]).stdout(writer));
    assert_eq!((code, said.as_str()), (Some(141), ""));
}

#[test]
fn refused_arguments_are_printed_without_escape_sequences() {
    use std::os::unix::ffi::OsStrExt as _;
    let bytes = std::ffi::OsStr::from_bytes(b"\xff\xfe");
    let (code, said) = outcome(lucena(&["perft"]).arg(bytes).arg("1"));
    assert_eq!(code, Some(2));
    assert!(said.contains("invalid UTF-8"), "{said}");
    let (code, said) = outcome(&mut lucena(&["timesim", "--pgn", "/no\u{1b}[2J/where"]));
    assert_eq!(code, Some(1));
    assert!(said.contains("/no␛[2J/where"), "{said}");
    let (code, said) = outcome(&mut lucena(&["timesim", "--pgn", "/dev/zero"]));
    assert_eq!(code, Some(1));
    assert_eq!(said.matches("/dev/zero").count(), 1, "{said}");
    assert!(said.contains("not a regular file"), "{said}");
}

#[test]
fn a_pgn_file_cannot_send_escape_sequences_to_the_terminal() {
    let evil = "\u{1b}]0;x\u{7}\u{1b}[2J\u{9b}31m\u{202e}\u{85}Tal\u{0}";
    let text = format!(
        "[Event \"{evil}\"]\n[White \"{evil}\"]\n[Black \"{evil}\"]\n\n1. e4 {{{evil}}} e5 ({evil} 1... c5) *\n"
    );
    // A file that is mostly control characters is refused as no text.
    let text = format!("[Site \"{}\"]\n{text}", "x".repeat(600));
    let read = pgn::read_bytes(text.as_bytes()).unwrap().swap_remove(0);
    let notes: String = read.notes.iter().map(ToString::to_string).collect();
    assert!(!notes.chars().any(char::is_control), "{notes:?}");
    // Saving keeps what was read; what may reach a terminal has no control characters.
    let exported = export::convert(&read.game, export::Format::Pgn).unwrap();
    assert!(!exported.chars().any(|c| c.is_control() && c != '\n'));
    let mut app = App::new((160, 50).into());
    let mut terminal = Terminal::new(TestBackend::new(160, 50)).unwrap();
    let events = [
        Event::GameRead(Box::new(read.game), None, Vec::new()),
        Event::Info(evil.to_owned()),
        Event::Failed(evil.to_owned()),
        Event::EngineDied { epoch: 0, message: evil.to_owned() },
        Event::Paste(evil.to_owned()),
    ];
    for event in events {
        app.handle(event, Millis(0));
        terminal.draw(|frame| app.draw(frame)).unwrap();
        for cell in terminal.backend().buffer().content() {
            let symbol = cell.symbol();
            assert!(!symbol.contains(|c: char| c.is_control() || c == '\u{202e}'), "{symbol:?}");
        }
    }
    assert!(terminal.backend().to_string().contains("Tal"), "printable text is shown");
}

/// Environment variable of the child process that saves until it is killed: the file.
const SAVED: &str = "LUCENA_TEST_SAVES_INTO";

/// The text of a collection of so many games, and the middle of its bytes: where the game that is edited begins and ends.
fn collection(games: usize) -> (String, [usize; 2]) {
    let (mut text, mut place) = (String::new(), [0; 2]);
    for number in 0..games {
        if number == games / 2 {
            place[0] = text.len();
        }
        let moves = "1. e4 { [%clk 0:03:00] } e5 { [%clk 0:03:00] } 2. Nf3 { [%clk 0:02:58] } Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *";
        text.push_str(&format!(
            "[Event \"Rated game {number}\"]\n[Site \"https://lichess.org/{number:08}\"]\n[White \"a{number}\"]\n[Black \"b\"]\n[Result \"*\"]\n\n{moves}\n\n"
        ));
        if number == games / 2 {
            place[1] = text.len();
        }
    }
    (text, place)
}

/// The game of a file that is edited, with a comment.
fn edited(index: &Index, comment: &str) -> Game {
    let mut game = index.read(index.entries().len() / 2).unwrap().game;
    game.tree_mut().node_mut(NodeId::ROOT).comment = comment.to_owned();
    game
}

/// The game as it is saved into its file: no tag is added to a game of a foreign file.
fn as_saved(game: &Game) -> String {
    let written = pgn::write(game);
    let is_added = |line: &&str| line.starts_with("[Date ") || line.starts_with("[Round ");
    let kept: Vec<&str> = written.trim_end().lines().filter(|line| !is_added(line)).collect();
    kept.join("\n") + "\n\n"
}

/// Not a test: saves the same game with another comment again and again, until it is killed.
#[test]
#[ignore = "runs only as the child of the test below"]
fn child_that_saves() {
    let Ok(file) = std::env::var(SAVED) else { return };
    let file = Path::new(&file);
    let index = Index::build(file, &mut |_, _| ControlFlow::Continue(())).unwrap();
    let (mut game, number) = (edited(&index, ""), index.entries().len() / 2);
    let mut sources = vec![GameSource { index: Arc::new(index), number }];
    for time in 0.. {
        let comment = format!("edit {time} of {}", std::process::id());
        println!("saving {comment}");
        game.tree_mut().node_mut(NodeId::ROOT).comment = comment;
        pgn::save(file, &game, &mut sources, false).unwrap();
    }
}

#[test]
fn a_process_that_is_killed_while_it_saves_leaves_the_old_or_the_new_file() {
    let is_slow = std::env::var_os("LUCENA_SLOW").is_some();
    let (games, moments) = if is_slow { (94_000, 50) } else { (2_000, 8) };
    let folder = folder("killed-save");
    let file = folder.join("games.pgn");
    let (text, [start, end]) = collection(games);
    fs::write(&file, &text).unwrap();
    let index = Index::build(&file, &mut |_, _| ControlFlow::Continue(())).unwrap();
    let game = edited(&index, "");
    let contents = |comment: &str| {
        let mut game = game.clone();
        game.tree_mut().node_mut(NodeId::ROOT).comment = comment.to_owned();
        format!("{}{}{}", &text[..start], as_saved(&game), &text[end..])
    };
    let (mut random, mut outcomes) = (Random::new(7), [0; 2]);
    for moment in 0..moments {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["child_that_saves", "--exact", "--ignored", "--nocapture"])
            .env(SAVED, &file)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let answers = BufReader::new(child.stdout.take().unwrap());
        let mut saves = answers
            .lines()
            .map_while(Result::ok)
            .filter_map(|line| Some(line.split_once("saving ")?.1.to_owned()));
        // The second save is killed at a random moment within the time that the first one took.
        let first = saves.next().unwrap();
        let begun = Instant::now();
        let mut last = saves.next().unwrap();
        let took = begun.elapsed();
        thread::sleep(took.mul_f64(random.below(1000) as f64 / 1000.0));
        child.kill().unwrap();
        child.wait().unwrap();
        let mut before = first;
        for save in saves {
            (before, last) = (last, save);
        }
        let found = fs::read(&file).unwrap();
        let [old, new] = [&before, &last].map(|comment| contents(comment).into_bytes() == found);
        assert!(old || new, "{moment}: neither the old nor the new file");
        outcomes[usize::from(new)] += 1;
    }
    println!("{moments} kills: {outcomes:?} old and new files");
}

/// Measures: `cargo test --test faults -- --ignored --nocapture a_game_in_a_large_file`.
#[test]
#[ignore = "writes 200 MB several times"]
fn a_game_in_a_large_file_is_saved_in_the_time_of_a_copy() {
    let folder = folder("large");
    let (file, copy) = (folder.join("games.pgn"), folder.join("copy.pgn"));
    let (text, [start, end]) = collection(920_000);
    fs::write(&file, &text).unwrap();
    let index = Index::build(&file, &mut |_, _| ControlFlow::Continue(())).unwrap();
    let (mut game, number) = (edited(&index, ""), index.entries().len() / 2);
    let mut sources = vec![GameSource { index: Arc::new(index), number }];
    let (mut copies, mut saves) = (Vec::new(), Vec::new());
    for time in 0..9 {
        // Over the copy before, because a save replaces a file too: freeing the old blocks takes time.
        let begun = Instant::now();
        let mut target = fs::File::create(&copy).unwrap();
        std::io::copy(&mut fs::File::open(&file).unwrap(), &mut target).unwrap();
        target.sync_all().unwrap();
        copies.push(begun.elapsed());
        game.tree_mut().node_mut(NodeId::ROOT).comment = format!("edit {time}");
        let begun = Instant::now();
        pgn::save(&file, &game, &mut sources, false).unwrap();
        saves.push(begun.elapsed());
    }
    let saved = fs::read(&file).unwrap();
    let tail = text.len() - end;
    assert!(saved[..start] == text.as_bytes()[..start]);
    assert!(saved[saved.len() - tail..] == text.as_bytes()[end..]);
    let middle = std::str::from_utf8(&saved[start..saved.len() - tail]).unwrap();
    assert_eq!(middle, as_saved(&game));
    copies.sort();
    saves.sort();
    let ratio = saves[4].as_secs_f64() / copies[4].as_secs_f64();
    println!(
        "{} MB: copies {copies:?}, saves {saves:?}, ratio of the medians {ratio:.2}",
        text.len() / 1_000_000
    );
    assert!(ratio < 1.5);
}

/// Environment variable of the child process that plays until it is killed: the folder to save in.
const CHILD: &str = "LUCENA_TEST_PLAYS_IN";

/// Not a test: plays random games forever and prints the moves after each save, until it is killed.
#[test]
#[ignore = "runs only as the child of the test below"]
fn child_that_plays() {
    let Ok(folder) = std::env::var(CHILD) else { return };
    let mut random = Random::new(u64::from(std::process::id()));
    loop {
        let mut game = Game::default();
        let mut save = Autosave::create(Path::new(&folder), stamp()).unwrap();
        while !game.status().is_over() && game.moves().len() < 60 {
            let moves = game.position().legal_moves();
            let mv = moves[random.below(moves.len() as u64) as usize];
            game.play(mv, Millis(0)).unwrap();
            save.save(&game, Millis(0), &ResumeState::default()).unwrap();
            println!("saved {} {}", save.record().display(), game.sans().join(" "));
        }
    }
}

/// Starts the child, kills it after `lines` messages, and returns the content of its last one.
fn killed(folder: &Path, lines: u64) -> (PathBuf, Vec<String>) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["child_that_plays", "--exact", "--ignored", "--nocapture"])
        .env(CHILD, folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let answers = BufReader::new(child.stdout.take().unwrap());
    let mut said = answers.lines().map_while(Result::ok).filter(|line| line.contains("saved "));
    let mut last = said.nth(lines as usize).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    // Messages between the decision to kill and the end count as well.
    last = said.last().unwrap_or(last);
    let mut words = last.split(' ').skip_while(|word| *word != "saved").skip(1);
    (PathBuf::from(words.next().unwrap()), words.map(str::to_owned).collect())
}

#[test]
fn a_killed_process_leaves_every_saved_move() {
    let folder = folder("killed");
    let times = if std::env::var_os("LUCENA_SLOW").is_some() { 200 } else { 8 };
    let mut random = Random::new(11);
    for time in 0..times {
        let (record, sans) = killed(&folder, random.below(90));
        let read = pgn::read_file(&record).unwrap().swap_remove(0);
        assert!(!read.is_incomplete(), "{time}: {:?}", read.notes);
        let kept = read.game.sans();
        assert!(kept.len() <= sans.len() + 1, "{time}");
        assert_eq!(kept[..sans.len()], sans, "{time}: a saved move is lost");
    }
    let (games, errors) = resumable_games(&folder);
    assert!(errors.is_empty(), "{errors:?}");
    assert!(!games.is_empty());
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "pgn") {
            assert!(!pgn::read_file(&path).unwrap()[0].is_incomplete(), "{}", path.display());
        }
    }
}

#[test]
fn a_game_in_use_is_not_offered_to_another_process() {
    let folder = folder("two");
    let mut save = Autosave::create(&folder, stamp()).unwrap();
    save.save(&Game::default(), Millis(0), &ResumeState::default()).unwrap();
    // Another process leaves the file alone; its own games get other names.
    let (record, sans) = killed(&folder, 3);
    assert_ne!(record, save.record());
    assert!(!sans.is_empty());
    assert_eq!(pgn::read_file(save.record()).unwrap()[0].game.moves().len(), 0);
    assert!(
        matches!(resumable_games(&folder), (games, errors) if games.len() == 1 && errors.is_empty())
    );
    assert!(!matches!(save.finish(), Err(SaveError::InUse(_))));
}
