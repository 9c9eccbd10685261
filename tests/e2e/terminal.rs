//! The terminal as it was found: after signals, while stopped, after a panic; and when it goes away itself.

use crate::{NEW_GAME_KEYS, NEW_GAME_MESSAGE, Session, TIMEOUT, cells, command, spawn};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

#[test]
fn a_signal_leaves_the_terminal_as_it_was() {
    for name in ["-TERM", "-HUP", "-INT", "-QUIT"] {
        let mut play = Session::start(&format!("signal{name}"), (24, 80), &[]);
        play.wait_for_text("Welcome to Lucena");
        assert!(play.is_raw());
        play.signal(name);
        assert!(play.finish().success(), "{name}");
    }
}

/// A signal, or Ctrl-C typed, at 80 moments from 0 to 40 ms after the start.
#[test]
fn a_program_that_is_ended_while_it_starts_leaves_the_terminal_as_it_was() {
    for moment in 0..80 {
        let mut play = Session::start("starting", (24, 80), &[]);
        thread::sleep(Duration::from_micros(moment * 500));
        // Before the modes are changed a signal kills it; after that it ends by itself.
        match moment % 3 {
            0 => play.signal("-TERM"),
            1 => play.signal("-INT"),
            _ => play.send_keys("\x03"),
        }
        play.finish();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_pipe_or_a_device_in_place_of_a_file_is_reported_at_once() {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pipes");
    std::fs::remove_dir_all(&home).ok();
    std::fs::create_dir_all(home.join("themes")).expect("a directory of its own");
    std::fs::create_dir_all(home.join("games")).expect("a directory of its own");
    let files = ["keys.ron", "characters.ron", "breakpoints.txt", "commands.txt", "lucena.log"];
    let games = ["games/a.unfinished.ron", "games/a.lock", "games/a.pgn"];
    let cases = [("settings.ron", "tty"), ("settings.ron", "loop"), ("settings.ron", "pipe")];
    for (file, kind) in cases.into_iter().chain(files.into_iter().chain(games).map(|f| (f, "pipe")))
    {
        let path = home.join(file);
        std::fs::write(home.join("settings.ron"), "()").expect("settings");
        std::fs::write(home.join("games/a.unfinished.ron"), "()").expect("a game");
        std::fs::remove_file(&path).ok();
        match kind {
            "tty" => std::os::unix::fs::symlink("/dev/tty", &path).expect("a link"),
            "loop" => std::os::unix::fs::symlink(&path, &path).expect("a link"),
            _ => assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo").success()),
        }
        let mut play = Session::restart(&home, (24, 80), &[]);
        play.wait_for(|screen| !screen.contents().trim().is_empty(), "the first frame");
        play.send_keys("\x1b\x1b:theme dark\r\x03y");
        play.finish();
        let about = std::fs::symlink_metadata(&path).expect("the file");
        assert!(!about.is_file(), "{file} is replaced");
        std::fs::remove_file(&path).expect("the file to go");
    }
}

#[test]
fn a_program_that_is_stopped_gives_the_terminal_back_and_takes_it_again() {
    let mut play = Session::start("stopped", (24, 80), &[]);
    play.wait_for_text("Welcome to Lucena");
    let by_key: fn(&mut Session) = |play| play.send_keys("\x1a");
    let from_outside: fn(&mut Session) = |play| play.signal("-TSTP");
    for stop in [by_key, from_outside] {
        stop(&mut play);
        play.wait_for(|screen| !screen.alternate_screen(), "the shell's screen");
        play.wait_until_stopped();
        assert!(!play.is_raw() && !play.parser.screen().hide_cursor());
        assert_eq!(play.parser.screen().mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        play.signal("-CONT");
        // The parser clears the other screen when it is entered: what is seen was drawn again.
        play.wait_for(
            |screen| screen.alternate_screen() && screen.hide_cursor(),
            "the other screen",
        );
        play.wait_for_text("Welcome to Lucena");
        assert!(play.is_raw());
    }
    play.send_keys("\x1b");
    // A key sent at once would be read as Alt with that key.
    play.wait_for(|screen| !screen.contents().contains("Welcome"), "the form for a new game");
    play.wait_for_text("you play");
    // Another program's words go when the screen is asked for again.
    play.parser.process(b"\x1b[2J\x1b[Hanother program");
    play.send_keys("\x0c");
    play.wait_for_text("you play");
    assert!(!play.parser.screen().contents().contains("another program"));
    // Nobody asked it to stop this time. What was written over its screen meanwhile has to go.
    play.signal("-STOP");
    play.wait_until_stopped();
    play.parser.process(b"\x1b[2J\x1b[Hanother program");
    play.signal("-CONT");
    play.wait_for_text("you play");
    assert!(!play.parser.screen().contents().contains("another program"));
    play.signal("-TERM");
    assert!(play.finish().success());
}

/// Not a test: takes the terminal and fails, as the child of the test below.
#[test]
#[ignore = "runs only as the child of the test below"]
fn child_that_panics() {
    if std::env::var_os("LUCENA_HOME").is_some() {
        let _screen = lucena::tui::app::terminal::TerminalScreen::open(
            lucena::tui::values::colour::ColourDepth::True,
        )
        .expect("a terminal");
        panic!("on purpose");
    }
}

#[test]
fn a_panic_gives_the_terminal_back_and_is_readable() {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("panic");
    let program = std::env::current_exe().expect("this program");
    let arguments = ["terminal::child_that_panics", "--exact", "--ignored", "--nocapture"];
    let mut play = Session::run(command(&program, &home, &arguments), &home, (24, 80));
    play.wait_for(
        |screen| !screen.alternate_screen() && screen.contents().contains("on purpose"),
        "the message on the shell's screen",
    );
    assert!(!play.finish().success());
}

/// Runs the program in `home` until it has said each text and got the answer to it, then closes its terminal.
fn close_terminal(home: &Path, arguments: &[&str], steps: &[(&str, &str)]) {
    let program = Path::new(env!("CARGO_BIN_EXE_lucena"));
    let (mut child, master) = spawn(command(program, home, arguments), (24, 80));
    // Read here and not in a thread, which would hold the terminal open.
    let mut reader = master.try_clone_reader().expect("a reader");
    let mut keys = master.take_writer().expect("a writer");
    let (passed, watched) = channel::<()>();
    let mut killer = child.clone_killer();
    let watch = thread::spawn(move || {
        if watched.recv_timeout(TIMEOUT).is_err() {
            killer.kill().ok();
        }
    });
    let mut parser = vt100::Parser::new(cells(24), cells(80), 0);
    for (text, answer) in steps {
        while !parser.screen().contents().contains(text) {
            let mut buffer = [0; 8192];
            let count = reader.read(&mut buffer).unwrap_or_default();
            assert!(count > 0, "{text}: {}", parser.screen().contents());
            parser.process(&buffer[..count]);
        }
        keys.write_all(answer.as_bytes()).expect("keys");
    }
    drop((reader, keys, master));
    // There is nobody to say a farewell to, which may be an error; but it ends by itself, and does not panic.
    let end = child.wait().expect("an end");
    assert!(end.signal().is_none() && end.exit_code() <= 1, "{end:?}");
    passed.send(()).expect("a watch");
    watch.join().expect("a watch");
}

/// An empty folder of this name.
fn empty_home(name: &str) -> PathBuf {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::remove_dir_all(&home).ok();
    std::fs::create_dir_all(&home).expect("a directory of its own");
    home
}

/// The engine's figures are drawn all the time, so that the terminal fails before the signal comes.
#[test]
fn a_terminal_that_is_closed_during_an_analysis_loses_no_comment() {
    let home = empty_home("closed-analysis");
    let file = home.join("a.pgn");
    std::fs::write(&file, "1. e4 e5 2. Nf3 Nc6 *\n").expect("a game");
    let steps = [
        ("a game to look through", ".:comment as in the last round\r"),
        ("as in the last round", "s"),
        ("analysis:", ""),
    ];
    close_terminal(&home, &["play", "--pgn", &file.display().to_string()], &steps);
    let copies = std::fs::read_dir(home.join("recovered")).expect("a copy");
    let texts = copies.map(|copy| std::fs::read_to_string(copy.expect("a copy").path()));
    let texts: Vec<String> = texts.collect::<Result<_, _>>().expect("a text");
    assert!(texts.iter().any(|text| text.contains("as in the last round")), "{texts:?}");
}

/// One read takes 1,024 bytes; what is left of them must not wait for the next key.
#[test]
fn many_keys_at_once_are_all_read() {
    let mut play = Session::start("burst", (24, 80), &[]);
    play.wait_for_text("Welcome to Lucena");
    play.send_keys("\x1b");
    play.wait_for_text("you and Lucena");
    play.send_keys("\x1b");
    play.wait_for(|screen| !screen.contents().contains("you and Lucena"), "the board");
    play.send_keys(&("v".repeat(1500) + "?"));
    play.wait_for_text("keys and commands");
    play.signal("-TERM");
    assert!(play.finish().success());
}

#[test]
fn a_terminal_that_is_closed_ends_the_program_and_the_game_is_kept() {
    let home = empty_home("closed");
    let [welcome, dialog] = NEW_GAME_KEYS;
    let steps = [welcome, dialog, (NEW_GAME_MESSAGE, "d2d4\r"), ("Black to move", "")];
    close_terminal(&home, &[], &steps);
    let mut play = Session::restart(&home, (24, 80), &[]);
    play.wait_for_text("unfinished game");
    play.send_keys("\r");
    play.wait_for_text("the game is resumed");
    play.wait_for_text("1 d4");
    play.signal("-TERM");
    assert!(play.finish().success());
}

/// Asks for images in a terminal that answers the queries so, and reads what it is sent until `wanted` has come.
fn images(name: &str, program: &str, answers: &str, wanted: &str) -> String {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("images-{name}"));
    std::fs::remove_dir_all(&home).ok();
    std::fs::create_dir_all(&home).expect("a directory of its own");
    std::fs::write(home.join("settings.ron"), "(screen: (pieces: \"images\"))").expect("settings");
    let mut command = command(Path::new(env!("CARGO_BIN_EXE_lucena")), &home, &[]);
    for name in ["LC_TERMINAL", "WEZTERM_EXECUTABLE", "KONSOLE_VERSION"] {
        command.env_remove(name);
    }
    command.env("TERM_PROGRAM", program);
    let mut play = Session::run(command, &home, (50, 160));
    let (mut written, mut is_answered, mut is_closed) = (Vec::new(), false, false);
    loop {
        let bytes = play.bytes.recv_timeout(TIMEOUT);
        let bytes = bytes.unwrap_or_else(|error| panic!("{name}: no {wanted:?}: {error}"));
        written.extend(bytes);
        let text = String::from_utf8_lossy(&written).into_owned();
        if !is_answered && text.contains("\x1b[5n") {
            play.send_keys(answers);
            is_answered = true;
        } else if !is_closed && text.contains("you and Lucena") {
            // No image is drawn below a dialog.
            assert!(!text.contains(wanted), "{name}");
            play.send_keys("\x1b");
            is_closed = true;
        } else if text.contains(wanted) {
            play.send_keys("\x11");
            return text;
        }
    }
}

#[test]
fn images_are_sent_in_the_protocol_that_the_terminal_answers_for() {
    let rest = "\x1b[6;20;10t\x1b[0n";
    let kitty = format!("\x1b_Gi=31;OK\x1b\\\x1b_Gi=32;OK\x1b\\\x1b[?62;22c{rest}");
    let text = images("kitty", "", &kitty, "\u{10EEEE}");
    assert!(text.contains(",a=T,U=1,") && text.contains("o=z"), "placed by placeholders");
    assert!(text.len() < 300_000, "{} bytes", text.len());
    let text = images("iterm", "iTerm.app", &format!("\x1b[?62;22c{rest}"), "\x1b]1337;File=");
    assert!(text.contains("inline=1") && text.contains("width=100px;height=100px"));
    let text = images("sixel", "", &format!("\x1b[?62;4;22c{rest}"), "\x1bP9;1;0q");
    assert!(!text.contains("\x1b_Gq") && !text.contains("1337"));
    // A terminal without graphics has the pieces in characters.
    images("none", "", &format!("\x1b[?62;22c{rest}"), "take back");
}
