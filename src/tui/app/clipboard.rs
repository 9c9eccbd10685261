//! Copies a text to the clipboard: by the escape sequence OSC 52, or inside tmux, which by default keeps that from the terminal
//! (`set-clipboard external`), with `tmux load-buffer -w`. What a terminal does with the sequence it does not answer.

use crate::tui::model::event::CopiedTo;
use crossterm::clipboard::CopyToClipboard;
use crossterm::execute;
use std::io::{self, Write as _};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long tmux may take. It answers in some milliseconds; the screen stands still meanwhile.
const TMUX_TIMEOUT: Duration = Duration::from_millis(500);
/// Time between two looks at whether it has ended.
const TMUX_POLL: Duration = Duration::from_millis(2);

/// Copies `text`; `variable` looks a variable of the environment up.
///
/// # Errors
/// The terminal fails.
pub fn copy(text: &str, variable: impl Fn(&str) -> Option<String>) -> io::Result<CopiedTo> {
    let is_set = |name| variable(name).is_some_and(|value| !value.is_empty());
    // A tmux on another computer is known by the type of the terminal alone.
    let is_inside = is_set("TMUX") || variable("TERM").is_some_and(|term| term.starts_with("tmux"));
    if is_set("TMUX") {
        match load_buffer(Command::new("tmux").args(["load-buffer", "-w", "-"]), text) {
            Ok(()) => return Ok(CopiedTo::Tmux),
            Err(error) => log::info!(target: "lucena", "tmux load-buffer: {error}"),
        }
    }
    execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text))?;
    Ok(if is_inside { CopiedTo::TerminalOfTmux } else { CopiedTo::Clipboard })
}

/// Runs a command that reads `text` from its standard input.
///
/// # Errors
/// It cannot be run, fails, or takes too long; it is ended then.
fn load_buffer(command: &mut Command, text: &str) -> io::Result<()> {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    if let Some(mut input) = child.stdin.take() {
        let text = text.to_owned();
        // A program that does not read must not stop this one. A pipe that is broken shows in the exit status.
        thread::Builder::new()
            .name("lucena-copy".to_owned())
            .spawn(move || drop(input.write_all(text.as_bytes())))?;
    }
    let ended = wait(&mut child);
    if ended.is_err() {
        child.kill().and_then(|()| child.wait()).map(drop).unwrap_or_default();
    }
    ended
}

/// Waits until the program has ended, and whether it ended well.
fn wait(child: &mut Child) -> io::Result<()> {
    let start = Instant::now();
    loop {
        match child.try_wait()? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => return Err(io::Error::other(status.to_string())),
            None if start.elapsed() >= TMUX_TIMEOUT => return Err(io::ErrorKind::TimedOut.into()),
            None => thread::sleep(TMUX_POLL),
        }
    }
}

#[cfg(test)]
mod tests {
    #[cfg(unix)]
    #[test]
    fn only_a_program_that_takes_the_text_has_copied_it() {
        use super::load_buffer;
        use std::process::Command;
        let run = |script| load_buffer(Command::new("sh").args(["-c", script]), "1. e4 e5");
        assert!(run("test \"$(cat)\" = '1. e4 e5'").is_ok());
        assert!(run("exit 1").is_err());
        let late = run("exec sleep 60").map_err(|error| error.kind());
        assert_eq!(late, Err(std::io::ErrorKind::TimedOut));
        assert!(load_buffer(&mut Command::new("/no/such/program"), "").is_err());
    }
}
