//! The process of an external engine: three pipes with a thread each; always reaped.

use super::config::ExternalEngineConfig;
use super::inbox::{Inbox, Message};
use super::messages::ExternalError;
use super::reader::{ReadLine, next_line, shortened};
use super::traffic::{Direction, Traffic};
use std::io::{BufReader, Read as Input, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Log target of external engines.
pub const LOG_TARGET: &str = "external-engine";
/// Time between two tests whether a process has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// A running process. Dropping it kills and reaps it.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// Lines to the writing thread, so that an engine that does not read cannot block us.
    input: Option<Sender<String>>,
    /// The exit status, once it is reaped.
    ended: Option<String>,
    traffic: Traffic,
    name: String,
}

impl Process {
    /// Starts the engine; its output goes to `inbox`, its standard error to the log with `name`.
    pub fn start(
        config: &ExternalEngineConfig,
        name: &str,
        inbox: &Arc<Inbox>,
    ) -> Result<Self, ExternalError> {
        let refuse = |error: std::io::Error| ExternalError::Start {
            program: config.program.display().to_string(),
            reason: error.to_string(),
        };
        let mut command = config.command();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = &config.folder {
            command.current_dir(folder);
        }
        own_group(&mut command);
        let (traffic, name) = (config.traffic.clone(), name.to_owned());
        let child = command.spawn().map_err(refuse)?;
        let mut process = Self { child, input: None, ended: None, traffic, name };
        process.attach(inbox).map_err(refuse)?;
        Ok(process)
    }

    /// Starts a thread for each pipe. It ends with the pipe.
    fn attach(&mut self, inbox: &Arc<Inbox>) -> std::io::Result<()> {
        let named = |part: &str| thread::Builder::new().name(format!("external-{part}"));
        if let Some(pipe) = self.child.stdin.take() {
            let (sender, lines) = channel();
            self.input = Some(sender);
            named("in").spawn(move || write_lines(pipe, &lines))?;
        }
        if let Some(pipe) = self.child.stdout.take() {
            let (inbox, name, traffic) = self.recorded(inbox);
            named("out").spawn(move || read_output(pipe, &inbox, &name, &traffic))?;
        }
        if let Some(pipe) = self.child.stderr.take() {
            let (inbox, name, traffic) = self.recorded(inbox);
            named("errors").spawn(move || read_errors(pipe, &inbox, &name, &traffic))?;
        }
        Ok(())
    }

    /// What a thread that reads a pipe needs.
    fn recorded(&self, inbox: &Arc<Inbox>) -> (Arc<Inbox>, String, Traffic) {
        (Arc::clone(inbox), self.name.clone(), self.traffic.clone())
    }

    /// Sends a line. A line that the engine does not read is lost; a timeout follows.
    pub fn send(&self, line: &str) {
        log::trace!(target: LOG_TARGET, "< {line}");
        self.traffic.add(Direction::Sent, &self.name, line);
        if let Some(input) = &self.input {
            // Fails only after the pipe has ended.
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// Closes the engine's input, waits `grace` for its end, then kills it with the processes that it has started, and reaps it.
    /// Returns the exit status; later calls return it again.
    pub fn close(&mut self, grace: Duration) -> String {
        if let Some(status) = &self.ended {
            return status.clone();
        }
        self.input = None;
        let deadline = Instant::now() + grace;
        while !has_ended(&mut self.child) && Instant::now() < deadline {
            thread::park_timeout(POLL_INTERVAL);
        }
        let is_killed = !has_ended(&mut self.child);
        // Before it is reaped: until then no other process has its number. Those that it has started may outlive it.
        kill_group(&self.child);
        if is_killed {
            // Fails only if the process has ended.
            let _ = self.child.kill();
        }
        let status = match self.child.wait() {
            Ok(_) if is_killed => "killed".to_owned(),
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        self.ended.insert(status).clone()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.close(Duration::ZERO);
    }
}

/// Has the process ended? It is not reaped.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(None))
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

/// Puts the process into its own process group, so that Ctrl-C in the terminal reaches only us.
#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    command.process_group(0);
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}

/// Kills the process group of a child that is not reaped: an engine behind a script is a process of its own.
#[cfg(unix)]
fn kill_group(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // Fails only if the group has ended.
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}

fn write_lines(mut pipe: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if let Err(error) = pipe.write_all(line.as_bytes()).and_then(|()| pipe.flush()) {
            log::debug!(target: LOG_TARGET, "{:?} could not be sent: {error}", line.trim_end());
            return;
        }
    }
}

fn read_output(pipe: impl Input, inbox: &Inbox, name: &str, traffic: &Traffic) {
    let mut pipe = BufReader::new(pipe);
    while let Some(read) = next_line(&mut pipe) {
        let message = match read {
            ReadLine::Line(line) => {
                traffic.add(Direction::Received, name, &line);
                Message::Line(line)
            }
            ReadLine::Long(bytes) => {
                let words = format!("(a line of {bytes} bytes)");
                traffic.add(Direction::Received, name, &words);
                Message::LongLine(bytes)
            }
        };
        if !inbox.push_line(message) {
            return;
        }
    }
    inbox.push_line(Message::Ended);
}

fn read_errors(pipe: impl Input, inbox: &Inbox, name: &str, traffic: &Traffic) {
    let mut pipe = BufReader::new(pipe);
    while let Some(read) = next_line(&mut pipe) {
        let line = match read {
            ReadLine::Line(line) => shortened(line.trim()),
            ReadLine::Long(bytes) => format!("(a line of {bytes} bytes)"),
        };
        if !line.is_empty() {
            log::warn!(target: LOG_TARGET, "{name}: {line}");
            traffic.add(Direction::Error, name, &line);
            inbox.push_stderr(Some(&line));
        }
    }
    inbox.push_stderr(None);
}
