//! The external engine's process: started when it is first needed, ended when the program quits.

use crate::engine::external::{
    ExternalEngine, ExternalEngineConfig, ExternalError, ExternalNotice, ExternalReport, Timeouts,
    Traffic,
};
use crate::tui::model::external::ExternalConfig;
use crate::tui::model::{Event, ExternalEffect};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::Sender;

/// Where Debian puts its games, which is not on everybody's search path.
pub(super) const GAMES: &str = "/usr/games";

/// The process, if there is one, and the command that started it.
#[derive(Debug)]
pub(super) struct ExternalProcess {
    events: Sender<Event>,
    running: Option<(String, ExternalEngine)>,
    /// What was sent and received in this session.
    traffic: Traffic,
}

impl ExternalProcess {
    pub fn new(events: Sender<Event>) -> Self {
        Self { events, running: None, traffic: Traffic::recording() }
    }

    /// What was sent to engines in this session and received from them.
    pub fn traffic(&self) -> String {
        self.traffic.text()
    }

    /// The newest report of the engine.
    pub fn report(&self) -> Option<Arc<ExternalReport>> {
        self.running.as_ref().and_then(|(_, engine)| engine.latest())
    }

    /// Performs an effect; what fails comes back as an event.
    pub fn perform(&mut self, effect: ExternalEffect) {
        let engine = self.running.as_ref().map(|(_, engine)| engine);
        match effect {
            ExternalEffect::Go(config, order) => {
                let epoch = order.go.epoch;
                let done = self.engine(&config).and_then(|engine| engine.go(*order));
                self.tell_failure(done, Some(epoch));
            }
            ExternalEffect::Start(config) => {
                self.running = None;
                let done = self.engine(&config).map(drop);
                self.tell_failure(done, None);
            }
            // Each of these fails only when the process has ended, which was reported already.
            ExternalEffect::Stop => engine.map_or(Ok(()), ExternalEngine::stop).unwrap_or_default(),
            ExternalEffect::NewGame => {
                engine.map_or(Ok(()), ExternalEngine::new_game).unwrap_or_default();
            }
            ExternalEffect::Option(name, value) => {
                let event = match engine.map(|engine| engine.set_option(&name, &value)) {
                    None => Event::Failed("no external engine is running".to_owned()),
                    Some(Ok(())) => Event::ExternalOptionSet(name, value),
                    Some(Err(error)) => Event::Failed(error.to_string()),
                };
                self.tell(event);
            }
            ExternalEffect::Quit => self.running = None,
            // The runtime writes the file.
            ExternalEffect::Export(_) => {}
        }
    }

    fn tell_failure(&mut self, done: Result<(), ExternalError>, epoch: Option<u64>) {
        if let Err(error) = done {
            self.running = None;
            self.tell(Event::External(Box::new(ExternalNotice::Failed { epoch, error })));
        }
    }

    /// The engine of this command: the one that runs, or a new one.
    fn engine(&mut self, config: &ExternalConfig) -> Result<&mut ExternalEngine, ExternalError> {
        let running = match self.running.take() {
            Some(running) if running.0 == config.command => running,
            Some(_) | None => (config.command.clone(), self.start(config)?),
        };
        Ok(&mut self.running.insert(running).1)
    }

    fn start(&self, config: &ExternalConfig) -> Result<ExternalEngine, ExternalError> {
        let ExternalConfig { command, options } = config;
        let mut program: ExternalEngineConfig =
            command.parse().map_err(|error: crate::engine::external::ExternalCommandError| {
                ExternalError::Start { program: command.clone(), reason: error.to_string() }
            })?;
        program.program = found(&program.program);
        program.options.clone_from(options);
        program.traffic = self.traffic.clone();
        let events = self.events.clone();
        ExternalEngine::start(&program, Timeouts::default(), move |notice| {
            if let Some(event) = Event::of_external(notice) {
                event.send_to(&events);
            }
        })
    }

    fn tell(&self, event: Event) {
        // The loop owns the other end for as long as it runs.
        event.send_to(&self.events);
    }
}

/// A bare name is looked for among the games as well.
fn found(program: &Path) -> PathBuf {
    let game = Path::new(GAMES).join(program);
    if program.components().count() == 1 && game.is_file() { game } else { program.to_owned() }
}
