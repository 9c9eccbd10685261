//! The front end's handle of the engine: start it, send requests, read the newest report.

use super::clock::{Clock, SystemClock};
use super::debug_messages::{DebugSettings, Query};
use super::engine_core::EngineCore;
use super::messages::{Go, Notice, Report};
use super::options::EngineOptions;
use super::shared_state::SharedState;
use super::thread::{Backend, EngineThread, Request};
use crate::search::observe::StepCommand;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;

/// The name of the engine thread, for panic hooks.
pub const THREAD_NAME: &str = "lucena-engine";

/// Stack of the engine thread in bytes: two searches of maximum depth, because a query can search while another search is
/// paused.
const STACK: usize = 16 << 20;

/// Errors of the engine handle.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The thread cannot be created.
    #[error("engine thread could not be started: {0}")]
    Spawn(#[from] std::io::Error),
    /// The thread has ended.
    #[error("engine thread has ended")]
    Gone,
}

/// A running engine. Dropping it stops the search and ends the thread.
#[derive(Debug)]
pub struct Engine {
    shared: Arc<SharedState>,
    inbox: Sender<Request>,
    thread: Option<JoinHandle<()>>,
    clock: Arc<dyn Clock>,
    last_epoch: u64,
}

impl Engine {
    /// Starts the native engine; returns at once, the network is loaded on the new thread.
    /// `notify` is called from the engine thread and must not block.
    ///
    /// # Errors
    /// The thread cannot be created.
    pub fn start(
        options: EngineOptions,
        notify: impl Fn(Notice) + Send + Sync + 'static,
    ) -> Result<Self, EngineError> {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::default());
        let ours = Arc::clone(&clock);
        Self::start_with(clock, options, notify, move |options| {
            let core =
                EngineCore::new(options, Arc::clone(&ours)).map_err(|error| error.to_string())?;
            Ok(Box::new(core) as Box<dyn Backend>)
        })
    }

    /// Starts the worker with any backend and clock; `factory` is called again after a panic, with the options then.
    ///
    /// # Errors
    /// The thread cannot be created.
    pub fn start_with(
        clock: Arc<dyn Clock>,
        options: EngineOptions,
        notify: impl Fn(Notice) + Send + Sync + 'static,
        factory: impl Fn(&EngineOptions) -> Result<Box<dyn Backend>, String> + Send + 'static,
    ) -> Result<Self, EngineError> {
        let shared = Arc::new(SharedState::new(notify));
        let (inbox, requests) = channel();
        let worker = EngineThread::new(Arc::clone(&shared), requests, options, Box::new(factory));
        let thread = std::thread::Builder::new()
            .name(THREAD_NAME.to_owned())
            .stack_size(STACK)
            .spawn(move || worker.run())?;
        Ok(Self { shared, inbox, thread: Some(thread), clock, last_epoch: 0 })
    }

    /// Starts a search. Epochs must rise from 1; the clock runs from this call.
    ///
    /// # Errors
    /// The engine thread has ended.
    pub fn go(&mut self, go: Go) -> Result<(), EngineError> {
        self.last_epoch = go.epoch;
        self.request(Request::Go { go: Box::new(go), ordered_at: self.clock.now() })
    }

    /// Stops the running search and the queued ones; each still sends its outcome.
    pub fn stop(&self) {
        self.shared.stop(self.last_epoch);
        self.unpark();
    }

    /// The ponder move was played: the search continues as a normal one, and its clock starts now.
    pub fn ponder_hit(&self) {
        self.shared.ponder_hit(self.last_epoch);
        self.unpark();
    }

    /// Clears TT, histories and learned times, after the running search.
    ///
    /// # Errors
    /// The engine thread has ended.
    pub fn new_game(&self) -> Result<(), EngineError> {
        self.request(Request::NewGame)
    }

    /// Clears the TT only, after the running search.
    ///
    /// # Errors
    /// The engine thread has ended.
    pub fn clear_hash(&self) -> Result<(), EngineError> {
        self.request(Request::ClearHash)
    }

    /// Requests a [`Notice::Ready`] after all requests so far.
    ///
    /// # Errors
    /// The engine thread has ended.
    pub fn ask_ready(&self) -> Result<(), EngineError> {
        self.request(Request::Ready)
    }

    /// Replaces the options, after the running search.
    ///
    /// # Errors
    /// The engine thread has ended.
    pub fn set_options(&self, options: EngineOptions) -> Result<(), EngineError> {
        self.request(Request::SetOptions(Box::new(options)))
    }

    /// Sets how the following searches are observed. New breakpoints also apply to the running search, which restarts
    /// under observation if it is not observed yet.
    pub fn debug(&self, settings: DebugSettings) {
        let queue = self.shared.debug();
        let breakpoints = settings.breakpoints.clone();
        let changed = queue.settings().breakpoints != breakpoints;
        queue.set(settings);
        if changed {
            queue.command(self.last_epoch, StepCommand::Breakpoints(breakpoints));
        }
    }

    /// Pauses, steps or resumes the running search. [`StepCommand::Pause`] restarts a search that is not observed under
    /// observation and pauses it at the root of its iteration.
    pub fn step(&self, command: StepCommand) {
        self.shared.debug().command(self.last_epoch, command);
    }

    /// Sends a query; the reply comes as [`DebugEvent::Reply`](super::DebugEvent::Reply) with the returned number, when
    /// the engine is idle or paused.
    ///
    /// # Errors
    /// The engine thread has ended.
    pub fn query(&self, query: Query) -> Result<u64, EngineError> {
        let number = self.shared.debug().query(query);
        self.request(Request::AnswerQueries)?;
        Ok(number)
    }

    /// Cancels every query so far; each is still answered, with the result so far.
    pub fn cancel_queries(&self) {
        self.shared.debug().cancel_queries();
    }

    /// The newest report, of any search: compare its epoch.
    pub fn latest(&self) -> Option<Arc<Report>> {
        self.shared.latest()
    }

    fn request(&self, order: Request) -> Result<(), EngineError> {
        self.inbox.send(order).map_err(|_| EngineError::Gone)
    }

    /// Wakes a search that sleeps because of its speed cap, or waits for the stop of an infinite search.
    fn unpark(&self) {
        if let Some(thread) = &self.thread {
            thread.thread().unpark();
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.shared.stop(u64::MAX);
        // Fails only if the thread has already ended.
        let _ = self.inbox.send(Request::Quit);
        self.unpark();
        if let Some(thread) = self.thread.take() {
            // A panic was already reported as `Died`.
            let _ = thread.join();
        }
    }
}
