//! The external engine's process: started when it is first needed, ended when another takes its place or the program quits.

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
use std::thread::{self, JoinHandle};

/// The process, if there is one, and the command that started it.
#[derive(Debug)]
pub(super) struct ExternalProcess {
    events: Sender<Event>,
    running: Option<(String, ExternalEngine)>,
    /// The number of the process: what those before it said last is not said of this one.
    number: u64,
    /// Threads that wait for the end of processes.
    ending: Vec<JoinHandle<()>>,
    /// What was sent and received in this session.
    traffic: Traffic,
}

impl ExternalProcess {
    pub fn new(events: Sender<Event>) -> Self {
        let traffic = Traffic::recording();
        Self { events, running: None, number: 0, ending: Vec::new(), traffic }
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
                self.end();
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
            ExternalEffect::Quit => self.end(),
            // The runtime writes the file.
            ExternalEffect::Export(_) => {}
        }
    }

    fn tell_failure(&mut self, done: Result<(), ExternalError>, epoch: Option<u64>) {
        if let Err(error) = done {
            // What it said itself of its end, which tells more, is still passed on.
            self.close();
            let notice = Box::new(ExternalNotice::Failed { epoch, error });
            // The loop owns the other end for as long as it runs.
            Event::ExternalNotice(self.number, notice).send_to(&self.events);
        }
    }

    /// Is this the number of the process that runs or was to be started last?
    pub const fn is_running(&self, process: u64) -> bool {
        self.number == process
    }

    /// Ends the process, and passes on nothing more that it says.
    fn end(&mut self) {
        self.number += 1;
        self.close();
    }

    /// Ends the process. It may take half a second, for which nobody waits before the program quits.
    fn close(&mut self) {
        self.ending.retain(|thread| !thread.is_finished());
        let Some((_, engine)) = self.running.take() else { return };
        let thread = thread::Builder::new().name("lucena-ending".to_owned());
        // Without a thread it is ended here.
        self.ending.extend(thread.spawn(move || drop(engine)));
    }

    /// The engine of this command: the one that runs, or a new one.
    fn engine(&mut self, config: &ExternalConfig) -> Result<&mut ExternalEngine, ExternalError> {
        if self.running.as_ref().is_some_and(|(command, _)| *command != config.command) {
            self.close();
        }
        let running = match self.running.take() {
            Some(running) => running,
            None => {
                self.number += 1;
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
        let (events, number) = (self.events.clone(), self.number);
        ExternalEngine::start(&program, Timeouts::default(), move |notice| {
            if let Some(event) = Event::of_external(number, notice) {
                event.send_to(&events);
            }
        })
    }
}

impl Drop for ExternalProcess {
    fn drop(&mut self) {
        self.end();
        for thread in self.ending.drain(..) {
            // A panic was logged; there is nothing left to wait for.
            thread.join().unwrap_or_default();
        }
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
    use super::{ExternalEngineConfig, ExternalProcess, find_command, quoted};
    use crate::engine::external::ExternalNotice;
    use crate::tui::model::external::ExternalConfig;
    use crate::tui::model::{Event, ExternalEffect};
    use std::sync::mpsc::channel;
    use std::time::{Duration, Instant};

    #[cfg(unix)]
    #[test]
    fn what_a_process_says_after_another_took_its_place_is_its_own_and_nobody_waits_for_its_end() {
        let (events, queue) = channel();
        let mut external = ExternalProcess::new(events);
        let config = |script: &str| ExternalConfig {
            command: format!("sh -c {}", quoted(script)),
            options: Vec::new(),
        };
        let notice = || match queue.recv_timeout(Duration::from_secs(10)).unwrap() {
            Event::ExternalNotice(process, notice) => (process, *notice),
            other => panic!("{other:?}"),
        };
        // It fails at once, and its words come when the next one has taken its place.
        external.perform(ExternalEffect::Start(config("exit 3")));
        let (first, failed) = notice();
        assert!(matches!(failed, ExternalNotice::Failed { .. }), "{failed:?}");
        assert!(external.is_running(first));
        // Its output may be closed before it answers to `quit`.
        let stubborn =
            "trap '' PIPE; echo uciok; while read line; do echo readyok; done; sleep 100";
        external.perform(ExternalEffect::Start(config(stubborn)));
        assert!(!external.is_running(first));
        let later = std::iter::repeat_with(notice).find(|(process, _)| *process != first);
        let (second, done) = later.unwrap();
        assert!(matches!(done, ExternalNotice::HandshakeDone(_)), "{done:?}");
        assert!(external.is_running(second));
        let begun = Instant::now();
        external.perform(ExternalEffect::Quit);
        assert!(begun.elapsed() < Duration::from_millis(250), "{:?}", begun.elapsed());
        assert!(!external.is_running(second));
        drop(external);
        assert!(begun.elapsed() >= Duration::from_millis(400), "its end is waited for");
    }

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
