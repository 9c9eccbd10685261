//! The real program in a pseudo-terminal: keys in, screen out, and the terminal as it was found at the end.
#![allow(clippy::expect_used, clippy::panic, reason = "a helper of tests may fail the test")]

#[cfg(unix)]
#[path = "e2e/commands.rs"]
mod commands;
#[cfg(unix)]
#[path = "e2e/demonstration.rs"]
mod demonstration;
#[cfg(unix)]
#[path = "e2e/external.rs"]
mod external;
#[cfg(unix)]
#[path = "e2e/paths.rs"]
mod paths;
#[cfg(target_os = "linux")]
#[path = "e2e/speed.rs"]
mod speed;
#[cfg(unix)]
#[path = "screen/svg.rs"]
mod svg;
#[cfg(unix)]
#[path = "e2e/terminal.rs"]
mod terminal;

use portable_pty::{CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than the slowest machine takes; a test that passes never waits for it.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A running program, its terminal, and a directory of its own for what it keeps.
struct Session {
    parser: vt100::Parser,
    bytes: Receiver<Vec<u8>>,
    keys: Box<dyn Write + Send>,
    child: Process,
    master: Box<dyn MasterPty + Send>,
    home: PathBuf,
}

type Process = Box<dyn portable_pty::Child + Send + Sync>;

/// The program as a person would start it who keeps everything in `home`.
fn command(program: &Path, home: &Path, arguments: &[&str]) -> CommandBuilder {
    let mut command = CommandBuilder::new(program);
    command.args(arguments);
    command.env("TERM", "xterm-256color");
    command.env("COLORTERM", "truecolor");
    command.env("LC_ALL", "C.UTF-8");
    command.env_remove("NO_COLOR");
    command.env("LUCENA_HOME", home);
    command
}

/// Runs it in a terminal of its own.
fn spawn(
    command: CommandBuilder,
    (rows, cols): (u16, u16),
) -> (Process, Box<dyn MasterPty + Send>) {
    let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
    let child = pair.slave.spawn_command(command).expect("the program");
    // The slave goes here: held open, it would hide the end of the program.
    (child, pair.master)
}

/// What is waited for and typed on the way from the start to a game between two people without a clock.
const NEW_GAME_KEYS: [(&str, &str); 2] =
    [("Welcome to Lucena", "\x1b"), ("you and Lucena", "\x1b[C\t\tnone\r")];
/// What the screen says then.
const NEW_GAME_MESSAGE: &str = "a new game: type a move";

fn cells(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).expect("a size")
}

impl Session {
    fn start(name: &str, (rows, cols): (u16, u16), arguments: &[&str]) -> Self {
        let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::remove_dir_all(&home).ok();
        std::fs::create_dir_all(&home).expect("a directory of its own");
        Self::restart(&home, (rows, cols), arguments)
    }

    /// Starts with what an earlier run left in `home`.
    fn restart(home: &Path, size: (u16, u16), arguments: &[&str]) -> Self {
        // Another build can be named, to record or test what is shipped.
        let program = std::env::var_os("LUCENA_PROGRAM");
        let program = program.unwrap_or_else(|| env!("CARGO_BIN_EXE_lucena").into());
        Self::run(command(Path::new(&program), home, arguments), home, size)
    }

    fn run(command: CommandBuilder, home: &Path, (rows, cols): (u16, u16)) -> Self {
        let (child, master) = spawn(command, (rows, cols));
        let mut reader = master.try_clone_reader().expect("a reader");
        let keys = master.take_writer().expect("a writer");
        let (sender, bytes) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 8192];
            while let Ok(count) = reader.read(&mut buffer) {
                if count == 0 || sender.send(buffer[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let parser = vt100::Parser::new(cells(rows), cells(cols), 0);
        Self { parser, bytes, keys, child, master, home: home.to_owned() }
    }

    fn send_keys(&mut self, text: &str) {
        self.keys.write_all(text.as_bytes()).expect("keys");
        self.keys.flush().expect("keys");
    }

    /// Reads until the screen is as wanted.
    fn wait_for(&mut self, wanted: impl Fn(&vt100::Screen) -> bool, what: &str) {
        let end = Instant::now() + TIMEOUT;
        while !wanted(self.parser.screen()) {
            let left = end.saturating_duration_since(Instant::now());
            match self.bytes.recv_timeout(left) {
                Ok(bytes) => self.parser.process(&bytes),
                Err(error) => panic!("{what}: {error}\n{}", self.parser.screen().contents()),
            }
        }
    }

    /// Reads until the screen has this text, which may be wrapped at any of its spaces.
    fn wait_for_text(&mut self, text: &str) {
        let shows = |screen: &vt100::Screen| {
            let contents = screen.contents();
            contents.contains(text)
                || contents.split_whitespace().collect::<Vec<_>>().join(" ").contains(text)
        };
        self.wait_for(shows, text);
    }

    /// Through the welcome and the dialog of a new game, between two people without a clock.
    fn start_game(&mut self) {
        for (text, keys) in NEW_GAME_KEYS {
            self.wait_for_text(text);
            self.send_keys(keys);
        }
        self.wait_for_text(NEW_GAME_MESSAGE);
    }

    fn resize(&mut self, rows: u16, cols: u16) {
        self.parser.screen_mut().set_size(cells(rows), cells(cols));
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        self.master.resize(size).expect("another size");
    }

    /// Reads what is left, waits for the end, and checks that the terminal is as it was.
    fn finish(mut self) -> ExitStatus {
        while let Ok(bytes) = self.bytes.recv_timeout(TIMEOUT) {
            self.parser.process(&bytes);
        }
        let screen = self.parser.screen();
        assert!(!screen.alternate_screen(), "the other screen was left");
        assert!(!screen.hide_cursor(), "the cursor is back");
        assert!(!screen.bracketed_paste(), "pastes are plain again");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        let end = self.child.wait().expect("an end");
        #[cfg(unix)]
        assert!(!self.is_raw(), "lines are edited and echoed again");
        end
    }
}

#[cfg(unix)]
impl Session {
    fn process(&self) -> String {
        self.child.process_id().expect("a process").to_string()
    }

    fn signal(&self, name: &str) {
        let kill = Command::new("kill").args([name, &self.process()]).status().expect("kill");
        assert!(kill.success());
    }

    /// Waits until the system has stopped the process.
    fn wait_until_stopped(&self) {
        let end = Instant::now() + TIMEOUT;
        loop {
            let state = Command::new("ps").args(["-o", "stat=", "-p", &self.process()]).output();
            if state.expect("ps").stdout.starts_with(b"T") {
                return;
            }
            assert!(Instant::now() < end, "it runs on");
        }
    }

    /// Does the terminal pass on every key as it comes?
    fn is_raw(&self) -> bool {
        let terminal = self.master.tty_name().expect("a terminal with a name");
        let terminal = std::fs::File::open(terminal).expect("the terminal");
        let modes = Command::new("stty").arg("-a").stdin(terminal).output().expect("stty").stdout;
        let modes = String::from_utf8_lossy(&modes).into_owned();
        let has = |mode: &str| modes.split_whitespace().any(|word| word == mode);
        assert!(has("icanon") || has("-icanon"), "{modes}");
        !has("icanon") || !has("echo")
    }
}

#[test]
fn a_game_is_played_resized_and_left() {
    let mut play = Session::start("played", (24, 80), &[]);
    play.start_game();
    for (text, record) in [("f3\r", "f3"), ("e7e5\r", "e5"), ("g4\r", "g4")] {
        play.send_keys(text);
        play.wait_for_text(record);
    }
    play.resize(15, 40);
    play.wait_for(|screen| screen.contents().contains("a b c d e f g h"), "the small board");
    play.resize(50, 160);
    play.wait_for_text("dial");
    play.send_keys("Qh4\r");
    play.wait_for_text("Black wins by checkmate");
    play.send_keys("\x11");
    assert!(play.finish().success());
}

#[test]
fn a_game_that_was_left_is_offered_again() {
    let mut play = Session::start("resumed", (24, 80), &[]);
    play.start_game();
    play.send_keys("d2d4\r");
    play.wait_for_text("d4");
    play.wait_for_text("Black to move");
    let home = play.home.clone();
    play.send_keys("\x11");
    play.wait_for_text("Quit Lucena?");
    play.send_keys("y");
    assert!(play.finish().success());
    let mut play = Session::restart(&home, (24, 80), &[]);
    play.wait_for_text("unfinished game");
    play.send_keys("\r");
    play.wait_for_text("the game is resumed");
    play.send_keys("d7d5\r");
    play.wait_for_text("d5");
    play.send_keys("\x11y");
    assert!(play.finish().success());
}

#[test]
fn without_a_terminal_it_says_so() {
    let output = Command::new(env!("CARGO_BIN_EXE_lucena"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .output()
        .expect("the program");
    assert!(!output.status.success());
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(complaint.contains("there is no terminal to play in"), "{complaint}");
    assert!(complaint.contains("lucena play --plain"), "{complaint}");
    assert!(output.stdout.is_empty());
    // What is wrong with the arguments comes first.
    for option in ["--script", "--pgn"] {
        let output = Command::new(env!("CARGO_BIN_EXE_lucena"))
            .args(["play", option, "/nowhere/words"])
            .stdin(Stdio::null())
            .output()
            .expect("the program");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1));
        assert!(complaint.starts_with("lucena: /nowhere/words: "), "{complaint}");
    }
}

#[cfg(unix)]
#[test]
fn a_dumb_terminal_is_told_of_the_mode_without_a_screen() {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("dumb");
    let mut program = command(Path::new(env!("CARGO_BIN_EXE_lucena")), &home, &[]);
    program.env("TERM", "dumb");
    let mut play = Session::run(program, &home, (24, 160));
    play.wait_for_text("`lucena play --plain` plays line by line");
    assert!(!play.finish().success());
}

#[test]
fn a_broken_position_is_refused_before_the_screen_opens() {
    let mut play = Session::start("broken", (24, 80), &["--fen", "nonsense"]);
    play.wait_for_text("fen \"nonsense\"");
    assert!(!play.finish().success());
}
