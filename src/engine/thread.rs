//! The loop of the engine thread: one request after another, each with its panic caught, one outcome for each `Go`.

use super::messages::{Go, LOG_TARGET, Notice, Outcome};
use super::options::EngineOptions;
use super::shared_state::SharedState;
use crate::base::caught;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Duration;

/// A request to the engine thread. Stop and ponder hit are not queued: they are flags of the shared state.
#[derive(Debug)]
pub(super) enum Request {
    /// Search; `ordered_at` is the time of the request on the engine's clock.
    Go { go: Box<Go>, ordered_at: Duration },
    /// Forget everything learned from this game.
    NewGame,
    /// Clear the transposition table.
    ClearHash,
    /// Replace the options.
    SetOptions(Box<EngineOptions>),
    /// Answer the queued queries.
    AnswerQueries,
    /// Report that all earlier requests are done.
    Ready,
    /// End the thread.
    Quit,
}

/// The searching part inside the engine thread. The native one is [`super::EngineCore`]; tests script their own.
pub trait Backend: Send {
    /// Searches `go`, requested at `since` on the clock, and publishes reports in `shared`. Blocks.
    /// Must return soon after `shared` says that the epoch is stopped.
    fn search(&mut self, go: &Go, since: Duration, shared: &SharedState) -> Outcome;

    /// Forgets everything learned from the game.
    fn new_game(&mut self);

    /// Clears the transposition table.
    fn clear_hash(&mut self);

    /// Sets new options; returns a warning for each refused one.
    fn set_options(&mut self, options: &EngineOptions) -> Vec<String>;

    /// Answers the queued queries. By default there are none.
    fn answer_queries(&mut self, _shared: &SharedState) {}

    /// Warnings about the options it was created with; empty on later calls.
    fn startup_warnings(&mut self) -> Vec<String> {
        Vec::new()
    }
}

type BackendFactory = Box<dyn Fn(&EngineOptions) -> Result<Box<dyn Backend>, String> + Send>;

/// The loop and the factory for replacing a backend after a panic.
pub(super) struct EngineThread {
    shared: Arc<SharedState>,
    requests: Receiver<Request>,
    factory: BackendFactory,
    /// The newest options, also for a replacement.
    options: EngineOptions,
    /// The trace of a search that panicked, which a replacement must not overwrite; empty without one.
    kept_trace: String,
}

impl EngineThread {
    pub fn new(
        shared: Arc<SharedState>,
        requests: Receiver<Request>,
        options: EngineOptions,
        factory: BackendFactory,
    ) -> Self {
        Self { shared, requests, factory, options, kept_trace: String::new() }
    }

    /// Runs until `Quit`, or until the handle is dropped.
    pub fn run(mut self) {
        let mut backend = self.spawn_backend();
        while let Ok(request) = self.requests.recv() {
            let epoch = match &request {
                Request::Quit => return,
                Request::Go { go, .. } => go.epoch,
                Request::NewGame
                | Request::ClearHash
                | Request::SetOptions(_)
                | Request::AnswerQueries
                | Request::Ready => 0,
            };
            // After a panic the state of the backend is unknown: it is dropped and replaced.
            let backend_ref = backend.as_deref_mut();
            if let Err(panic) = caught(|| self.dispatch(backend_ref, request)) {
                let message = panic.text;
                log::error!(target: LOG_TARGET, "engine panicked: {message}");
                self.keep_trace();
                backend = self.spawn_backend();
                self.shared.send(Notice::Died { epoch, message });
            }
        }
    }

    /// Creates a backend; a failure is reported now and again by the next `Go`.
    fn spawn_backend(&self) -> Option<Box<dyn Backend>> {
        let created = caught(|| {
            let mut backend = (self.factory)(&self.options)?;
            let warnings = backend.startup_warnings();
            Ok((backend, warnings))
        });
        match created.unwrap_or_else(|panic| Err(panic.text)) {
            Ok((backend, warnings)) => {
                self.warn(warnings);
                Some(backend)
            }
            Err(message) => {
                self.warn(vec![message]);
                None
            }
        }
    }

    /// Ends the recording of a trace after a panic, until another file is named.
    fn keep_trace(&mut self) {
        let file = std::mem::take(&mut self.options.trace_file);
        if !file.is_empty() {
            self.warn(vec![format!(
                "TraceFile: {file} is kept with what it has of the search that failed; nothing is recorded until another file is named"
            )]);
            self.kept_trace = file;
        }
    }

    fn dispatch(&mut self, backend: Option<&mut (dyn Backend + 'static)>, request: Request) {
        match (request, backend) {
            (Request::Go { go, ordered_at }, Some(backend)) => {
                let outcome = backend.search(&go, ordered_at, &self.shared);
                self.shared.send(Notice::Done(Box::new(outcome)));
            }
            (Request::Go { go, .. }, None) => {
                let message = "the engine could not be started".to_owned();
                self.shared.send(Notice::Died { epoch: go.epoch, message });
            }
            (Request::SetOptions(options), backend) => {
                self.options = *options;
                if self.options.trace_file == self.kept_trace {
                    self.options.trace_file.clear();
                } else {
                    self.kept_trace.clear();
                }
                let warnings = backend.map(|backend| backend.set_options(&self.options));
                self.warn(warnings.unwrap_or_default());
            }
            (Request::NewGame, Some(backend)) => backend.new_game(),
            (Request::ClearHash, Some(backend)) => backend.clear_hash(),
            (Request::AnswerQueries, Some(backend)) => backend.answer_queries(&self.shared),
            (Request::Ready, _) => self.shared.send(Notice::Ready),
            (Request::NewGame | Request::ClearHash | Request::AnswerQueries, None)
            | (Request::Quit, _) => {}
        }
    }

    fn warn(&self, warnings: Vec<String>) {
        for warning in warnings {
            log::warn!(target: LOG_TARGET, "{warning}");
            self.shared.send(Notice::Message(warning));
        }
    }
}
