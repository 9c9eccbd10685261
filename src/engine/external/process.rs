//! The process of an external engine: started with three pipes and a thread for each, and always cleaned up.

use super::config::ExternalEngineConfig;
use super::inbox::{Inbox, Message};
use super::messages::ExternalError;
use super::reader::{ReadLine, next_line, shortened};
use std::io::{BufReader, Read as Input, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The target of everything that external engines say, in the log.
pub const LOG_TARGET: &str = "external-engine";
/// Between two looks whether a process has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// A running program. Dropping it kills and reaps it.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// Lines to the writing thread, so that a program that does not read cannot hold us up.
    input: Option<Sender<String>>,
}

impl Process {
    /// Starts the program; its output goes to `inbox`, its standard error to the log under `name`.
    pub(super) fn start(
        program: &ExternalEngineConfig,
        name: &str,
        inbox: &Arc<Inbox>,
    ) -> Result<Self, ExternalError> {
        let refuse = |error: std::io::Error| ExternalError::Start {
            program: program.program.display().to_string(),
            reason: error.to_string(),
        };
        let mut command = Command::new(&program.program);
        command
            .args(&program.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = &program.folder {
            command.current_dir(folder);
        }
        own_group(&mut command);
        let mut process = Self { child: command.spawn().map_err(refuse)?, input: None };
        process.attach(name, inbox).map_err(refuse)?;
        Ok(process)
    }

    /// Gives each pipe its thread. They end by themselves when the pipe does.
    fn attach(&mut self, name: &str, inbox: &Arc<Inbox>) -> std::io::Result<()> {
        let named = |part: &str| thread::Builder::new().name(format!("external-{part}"));
        if let Some(pipe) = self.child.stdin.take() {
            let (sender, lines) = channel();
            self.input = Some(sender);
            named("in").spawn(move || write_lines(pipe, &lines))?;
        }
        if let Some(pipe) = self.child.stdout.take() {
            let inbox = Arc::clone(inbox);
            named("out").spawn(move || read_output(pipe, &inbox))?;
        }
        if let Some(pipe) = self.child.stderr.take() {
            let (inbox, name) = (Arc::clone(inbox), name.to_owned());
            named("errors").spawn(move || read_errors(pipe, &inbox, &name))?;
        }
        Ok(())
    }

    /// Sends a line. One that the program does not take is lost; its silence will tell.
    pub(super) fn send(&self, line: &str) {
        log::trace!(target: LOG_TARGET, "< {line}");
        if let Some(input) = &self.input {
            // The writing thread ends with the pipe.
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// Closes the program's input, waits `grace` for its end, kills it then, and reaps it. Returns how it ended, in words.
    pub(super) fn close(&mut self, grace: Duration) -> String {
        self.input = None;
        let deadline = Instant::now() + grace;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return status.to_string(),
                Ok(None) if Instant::now() < deadline => thread::park_timeout(POLL_INTERVAL),
                Ok(None) => {
                    self.kill();
                    return "killed".to_owned();
                }
                Err(error) => return error.to_string(),
            }
        }
    }

    fn kill(&mut self) {
        // Both fail only when the process is gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Puts the program into a process group of its own, so that Ctrl-C in the terminal reaches only us.
#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    command.process_group(0);
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}

fn write_lines(mut pipe: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if let Err(error) = pipe.write_all(line.as_bytes()).and_then(|()| pipe.flush()) {
            log::debug!(target: LOG_TARGET, "{:?} could not be sent: {error}", line.trim_end());
            return;
        }
    }
}

fn read_output(pipe: impl Input, inbox: &Inbox) {
    let mut pipe = BufReader::new(pipe);
    while let Some(read) = next_line(&mut pipe) {
        let mail = match read {
            ReadLine::Line(line) => Message::Line(line),
            ReadLine::Long(bytes) => Message::LongLine(bytes),
        };
        if !inbox.push_line(mail) {
            return;
        }
    }
    inbox.push_line(Message::Ended);
}

fn read_errors(pipe: impl Input, inbox: &Inbox, name: &str) {
    let mut pipe = BufReader::new(pipe);
    while let Some(read) = next_line(&mut pipe) {
        let line = match read {
            ReadLine::Line(line) => shortened(line.trim()),
            ReadLine::Long(bytes) => format!("(a line of {bytes} bytes)"),
        };
        if !line.is_empty() {
            log::warn!(target: LOG_TARGET, "{name}: {line}");
            inbox.push_stderr(Some(&line));
        }
    }
    inbox.push_stderr(None);
}
