//! The real program in a pseudo-terminal: keys in, screen out, and the terminal as it was found at the end.
#![allow(clippy::expect_used, clippy::panic, reason = "a helper of tests may fail the test")]

use portable_pty::{CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than the slowest machine takes; a test that passes never waits for it.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running program, its terminal, and a directory of its own for what it keeps.
struct Play {
    parser: vt100::Parser,
    bytes: Receiver<Vec<u8>>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn portable_pty::Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    home: PathBuf,
}

fn cells(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).expect("a size")
}

impl Play {
    fn start(name: &str, (rows, cols): (u16, u16), arguments: &[&str]) -> Self {
        let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::remove_dir_all(&home).ok();
        std::fs::create_dir_all(&home).expect("a directory of its own");
        Self::again(&home, (rows, cols), arguments)
    }

    /// Starts with what an earlier run left in `home`.
    fn again(home: &Path, (rows, cols): (u16, u16), arguments: &[&str]) -> Self {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_lucena"));
        command.args(arguments);
        command.env("TERM", "xterm-256color");
        command.env("COLORTERM", "truecolor");
        command.env_remove("NO_COLOR");
        command.env("LUCENA_HOME", home);
        let child = pair.slave.spawn_command(command).expect("the program");
        // Held open, the slave would hide the end of the program.
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let keys = pair.master.take_writer().expect("a writer");
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
        Self { parser, bytes, keys, child, master: pair.master, home: home.to_owned() }
    }

    fn type_in(&mut self, text: &str) {
        self.keys.write_all(text.as_bytes()).expect("keys");
        self.keys.flush().expect("keys");
    }

    /// Reads until the screen is as wanted.
    fn until(&mut self, wanted: impl Fn(&vt100::Screen) -> bool, what: &str) {
        let end = Instant::now() + PATIENCE;
        while !wanted(self.parser.screen()) {
            let left = end.saturating_duration_since(Instant::now());
            match self.bytes.recv_timeout(left) {
                Ok(bytes) => self.parser.process(&bytes),
                Err(error) => panic!("{what}: {error}\n{}", self.parser.screen().contents()),
            }
        }
    }

    fn until_text(&mut self, text: &str) {
        self.until(|screen| screen.contents().contains(text), text);
    }

    fn resize(&mut self, rows: u16, cols: u16) {
        self.parser.screen_mut().set_size(cells(rows), cells(cols));
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        self.master.resize(size).expect("another size");
    }

    /// Reads what is left, waits for the end, and checks that the terminal is as it was.
    fn end(mut self) -> ExitStatus {
        while let Ok(bytes) = self.bytes.recv_timeout(PATIENCE) {
            self.parser.process(&bytes);
        }
        let screen = self.parser.screen();
        assert!(!screen.alternate_screen(), "the other screen was left");
        assert!(!screen.hide_cursor(), "the cursor is back");
        assert!(!screen.bracketed_paste(), "pastes are plain again");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        self.child.wait().expect("an end")
    }
}

#[test]
fn a_game_is_played_resized_and_left() {
    let mut play = Play::start("played", (24, 80), &[]);
    play.until_text("Welcome to Lucena");
    play.type_in("\x1b");
    play.until_text("you play");
    // Two people, no clock.
    play.type_in("\x1b[C\t\tnone\r");
    play.until_text("a new game: type a move");
    for (text, record) in [("f3\r", "f3"), ("e7e5\r", "e5"), ("g4\r", "g4")] {
        play.type_in(text);
        play.until_text(record);
    }
    play.resize(15, 40);
    play.until(|screen| screen.contents().contains("a b c d e f g h"), "the small board");
    play.resize(50, 160);
    play.until_text("dial");
    play.type_in("Qh4\r");
    play.until_text("Black wins by checkmate");
    play.type_in("q");
    assert!(play.end().success());
}

#[test]
fn a_game_that_was_left_is_offered_again() {
    let mut play = Play::start("resumed", (24, 80), &[]);
    play.until_text("Welcome to Lucena");
    play.type_in("\x1b");
    play.until_text("you play");
    play.type_in("\x1b[C\t\tnone\r");
    play.until_text("a new game: type a move");
    play.type_in("d2d4\r");
    play.until_text("d4");
    play.until_text("Black to move");
    let home = play.home.clone();
    play.type_in("q");
    play.until_text("Leave Lucena?");
    play.type_in("y");
    assert!(play.end().success());
    let mut play = Play::again(&home, (24, 80), &[]);
    play.until_text("an unfinished game");
    play.type_in("\r");
    play.until_text("the game goes on");
    play.type_in("d7d5\r");
    play.until_text("d5");
    play.type_in("qy");
    assert!(play.end().success());
}

#[cfg(unix)]
#[test]
fn a_signal_leaves_the_terminal_as_it_was() {
    for name in ["-TERM", "-HUP", "-INT"] {
        let mut play = Play::start(&format!("signal{name}"), (24, 80), &[]);
        play.until_text("Welcome to Lucena");
        let process = play.child.process_id().expect("a process").to_string();
        let kill = Command::new("kill").args([name, &process]).status().expect("kill");
        assert!(kill.success());
        assert!(play.end().success(), "{name}");
    }
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
    assert!(output.stdout.is_empty());
}

#[test]
fn a_broken_position_is_refused_before_the_screen_opens() {
    let mut play = Play::start("broken", (24, 80), &["--fen", "nonsense"]);
    play.until_text("fen \"nonsense\"");
    assert!(!play.end().success());
}
