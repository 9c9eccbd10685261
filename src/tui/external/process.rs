//! The other engine's process, owned by the loop: started when it is first wanted, ended when the program leaves.

use super::{ExternalEffect, Seat};
use crate::engine::external::{
    ExternalEngine, ExternalEngineConfig, ExternalError, ExternalNotice, ExternalReport, Timeouts,
};
use crate::tui::Event;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::Sender;

/// Where Debian puts its games, which is not on everybody's search path.
pub(in crate::tui) const GAMES: &str = "/usr/games";

/// The process, if there is one, and the command that started it.
#[derive(Debug)]
pub struct ExternalProcess {
    events: Sender<Event>,
    running: Option<(String, ExternalEngine)>,
    /// The command that was wanted last, and what was set for it: a program that is started again gets it again.
    set: (String, Vec<(String, String)>),
}

impl ExternalProcess {
    /// Nothing runs yet.
    pub const fn new(events: Sender<Event>) -> Self {
        Self { events, running: None, set: (String::new(), Vec::new()) }
    }

    /// What was set for the program of `command`.
    pub fn options(&self, command: &str) -> Vec<(String, String)> {
        if self.set.0 == command { self.set.1.clone() } else { Vec::new() }
    }

    /// The newest report of the program.
    pub fn report(&self) -> Option<Arc<ExternalReport>> {
        self.running.as_ref().and_then(|(_, engine)| engine.latest())
    }

    /// Does what was wished for; what fails comes back as an event.
    pub fn perform(&mut self, errand: ExternalEffect) {
        match errand {
            ExternalEffect::Go(command, order) => {
                let epoch = order.go.epoch;
                let done = self.engine(&command).and_then(|engine| engine.go(*order));
                self.tell_failure(done, Some(epoch));
            }
            ExternalEffect::Return(Seat { command, options, .. }) => {
                self.running = None;
                self.set = (command.clone(), options);
                let done = self.engine(&command).map(|_| ());
                self.tell_failure(done, None);
            }
            // Each of these fails only when the program has ended, which was told already.
            ExternalEffect::Stop => {
                self.running.as_ref().map_or(Ok(()), |(_, e)| e.stop()).unwrap_or_default();
            }
            ExternalEffect::NewGame => {
                self.running.as_ref().map_or(Ok(()), |(_, e)| e.new_game()).unwrap_or_default();
            }
            ExternalEffect::Option(name, value) => {
                let Some((_, engine)) = &self.running else {
                    return self.tell(Event::Failed("no other engine is running".to_owned()));
                };
                let event = match engine.set_option(&name, &value) {
                    // A button is pressed once, and nothing stays of it.
                    Ok(()) if value.is_empty() => {
                        Event::Info(format!("{}: {name} is done", engine.name()))
                    }
                    Ok(()) => {
                        self.set.1.retain(|(other, _)| !other.eq_ignore_ascii_case(&name));
                        self.set.1.push((name.clone(), value.clone()));
                        Event::Info(format!("{}: {name} is {value}", engine.name()))
                    }
                    Err(error) => Event::Failed(error.to_string()),
                };
                self.tell(event);
            }
            ExternalEffect::Leave => self.running = None,
        }
    }

    fn tell_failure(&mut self, done: Result<(), ExternalError>, epoch: Option<u64>) {
        if let Err(error) = done {
            self.running = None;
            self.tell(Event::External(Box::new(ExternalNotice::Failed { epoch, error })));
        }
    }

    /// The engine of `command`: the one that runs, or a new one.
    fn engine(&mut self, command: &str) -> Result<&mut ExternalEngine, ExternalError> {
        if self.set.0 != command {
            self.set = (command.to_owned(), Vec::new());
        }
        let running = match self.running.take() {
            Some(running) if running.0 == command => running,
            _ => (command.to_owned(), self.start(command)?),
        };
        Ok(&mut self.running.insert(running).1)
    }

    fn start(&self, command: &str) -> Result<ExternalEngine, ExternalError> {
        let mut program: ExternalEngineConfig =
            command.parse().map_err(|error: crate::engine::external::ExternalCommandError| {
                ExternalError::Start { program: command.to_owned(), reason: error.to_string() }
            })?;
        program.program = found(&program.program);
        program.options.clone_from(&self.set.1);
        let events = self.events.clone();
        ExternalEngine::start(&program, Timeouts::default(), move |notice| {
            let event = match notice {
                ExternalNotice::Report => Event::ExternalWake,
                ExternalNotice::Ready => return,
                other => Event::External(Box::new(other)),
            };
            // Nobody listens once the screen is closed.
            events.send(event).unwrap_or_default();
        })
    }

    fn tell(&self, event: Event) {
        // The loop owns the other end for as long as it runs.
        self.events.send(event).unwrap_or_default();
    }
}

/// A bare name is looked for among the games as well.
fn found(program: &Path) -> PathBuf {
    let game = Path::new(GAMES).join(program);
    if program.components().count() == 1 && game.is_file() { game } else { program.to_owned() }
}
