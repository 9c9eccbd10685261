//! The external engine's process: started when it is first needed, ended when the program quits.

use super::files::whole_path;
use crate::engine::external::{
    ExternalCommandError, ExternalEngine, ExternalEngineConfig, ExternalError, ExternalNotice,
    ExternalReport, GAMES, Timeouts, Traffic, program_folders, quoted,
};
use crate::tui::model::external::ExternalConfig;
use crate::tui::model::{Event, ExternalEffect};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Sender;

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
            ExternalEffect::Option(config, text) => {
                let done = self.engine(&config).and_then(|engine| engine.set_option(&text));
                self.tell_failure(done, None);
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
            Some(_) | None => {
                let engine = self.start(config)?;
                // Some engines expect `ucinewgame` only if it preceded their first game.
                engine.new_game()?;
                (config.command.clone(), engine)
            }
        };
        Ok(&mut self.running.insert(running).1)
    }

    fn start(&self, config: &ExternalConfig) -> Result<ExternalEngine, ExternalError> {
        let ExternalConfig { command, options } = config;
        let mut program: ExternalEngineConfig =
            command.parse().map_err(|error: ExternalCommandError| ExternalError::Start {
                program: command.clone(),
                reason: error.to_string(),
            })?;
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

/// The command with its program by its whole path; a bare name is looked for on the search path and stays.
///
/// # Errors
/// The command has no program, or it is none that can be started.
pub(super) fn find_command(folder: &Path, command: &str) -> Result<String, String> {
    let wrong = |error: ExternalCommandError| error.to_string();
    let ExternalEngineConfig { program, arguments, .. } = command.parse().map_err(wrong)?;
    if program.file_name() == Some(program.as_os_str()) {
        let mut files = program_folders().map(|folder| folder.join(&program));
        let is_there = files.any(|file| why_not_a_program(&file).is_none());
        let missing =
            || format!("{}: there is no such program in PATH or {GAMES}", program.display());
        return is_there.then(|| command.to_owned()).ok_or_else(missing);
    }
    let path = whole_path(folder, &program);
    if let Some(why) = why_not_a_program(&path) {
        return Err(format!("{}: {why}", path.display()));
    }
    let words = [path.display().to_string()].into_iter().chain(arguments);
    Ok(words.map(|word| quoted(&word)).collect::<Vec<_>>().join(" "))
}

/// Why the file cannot be started.
fn why_not_a_program(path: &Path) -> Option<String> {
    match path.metadata() {
        Ok(found) if !found.is_file() => Some("is not a program".to_owned()),
        Ok(_) if !is_executable(path) => Some("is not executable".to_owned()),
        Ok(_) => None,
        // The end of the name may be left out there.
        Err(_) if cfg!(windows) && path.with_extension("exe").is_file() => None,
        Err(error) => Some(error.to_string()),
    }
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use rustix::fs::{Access, access};
    access(path, Access::EXEC_OK).is_ok()
}

#[cfg(not(unix))]
fn is_executable(_: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::{ExternalEngineConfig, find_command, quoted};

    #[test]
    fn a_quoted_word_is_read_as_it_was() {
        for word in ["a", "", "a b", "it's", "say \"a b\"", "\"", "'\"'", "\\n"] {
            let command = format!("program {}", quoted(word));
            let config: ExternalEngineConfig = command.parse().unwrap();
            assert_eq!(config.arguments, [word], "{command}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_program_has_its_whole_path_and_one_that_cannot_be_started_is_named() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("sp ace");
        std::fs::create_dir(&place).unwrap();
        let program = place.join("en gine.sh");
        std::fs::write(&program, "#!/bin/sh\n").unwrap();
        let find = |command: &str| find_command(folder.path(), command);
        let typed = "\"sp ace/en gine.sh\" uci 'a b'";
        let refused = find(typed).unwrap_err();
        assert_eq!(refused, format!("{}: is not executable", program.display()));
        std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
        let found = format!("\"{}\" uci \"a b\"", program.display());
        assert_eq!(find(typed).as_ref(), Ok(&found));
        assert_eq!(find(&found).as_ref(), Ok(&found));
        assert_eq!(find("sh -x").as_deref(), Ok("sh -x"));
        for (command, words) in [
            ("/nonexist", "/nonexist: No such file"),
            ("'sp ace/'", "is not a program"),
            ("nonexist -x", "nonexist: there is no such program in PATH or /usr/games"),
            ("'a", "is not closed"),
        ] {
            assert!(find(command).is_err_and(|why| why.contains(words)), "{command}");
        }
    }
}
