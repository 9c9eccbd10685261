//! The front end's side of the engine: start it, give orders, look at the newest report.

use super::clock::{Clock, SystemClock};
use super::debug::{DebugEvent, DebugSettings, Query};
use super::engine_core::EngineCore;
use super::messages::{EngineOptions, Go, Outcome, Report};
use super::shared_state::SharedState;
use super::worker::{Backend, Request, Worker};
use crate::search::observe::StepCommand;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;

/// The name of the engine thread, for panic hooks that must know whose panic it is.
pub const THREAD_NAME: &str = "lucena-engine";

/// Stack of the engine thread: two searches to the longest line, because a question can be answered by a search while
/// another stands still in the middle of one.
const STACK: usize = 16 << 20;

/// News from the engine thread, delivered by the callback given to [`Engine::start`].
#[derive(Clone, Debug)]
pub enum Notice {
    /// A newer report lies in the slot; coalesced, so one notice may stand for many reports.
    Report,
    /// The answer to a `Go`.
    Done(Box<Outcome>),
    /// The engine died in the thought with this epoch and was replaced; there will be no outcome for it.
    Died {
        /// The thought that was lost.
        epoch: u64,
        /// What the panic said.
        message: String,
    },
    /// Everything ordered before the question has been done.
    Ready,
    /// News of a watched thought, or the answer to a question.
    Debug(Box<DebugEvent>),
    /// Something to tell the user: an option that was refused and what is used instead.
    Message(String),
}

/// Why the engine could not be started or reached.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The operating system refused a thread.
    #[error("engine thread could not be started: {0}")]
    Spawn(#[from] std::io::Error),
    /// The thread is gone.
    #[error("engine thread has ended")]
    Gone,
}

/// A running engine. Dropping it stops the thought under way and ends the thread.
#[derive(Debug)]
pub struct Engine {
    desk: Arc<SharedState>,
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
    /// When no thread can be had.
    pub fn start(
        options: EngineOptions,
        notify: impl Fn(Notice) + Send + Sync + 'static,
    ) -> Result<Self, EngineError> {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::default());
        let ours = Arc::clone(&clock);
        Self::start_with(clock, notify, move || {
            let brain =
                EngineCore::new(&options, Arc::clone(&ours)).map_err(|error| error.to_string())?;
            Ok(Box::new(brain) as Box<dyn Backend>)
        })
    }

    /// Starts a worker around any thinker, with any clock; `make` is called again after a panic.
    ///
    /// # Errors
    /// When no thread can be had.
    pub fn start_with(
        clock: Arc<dyn Clock>,
        notify: impl Fn(Notice) + Send + Sync + 'static,
        make: impl Fn() -> Result<Box<dyn Backend>, String> + Send + 'static,
    ) -> Result<Self, EngineError> {
        let desk = Arc::new(SharedState::new(notify));
        let (inbox, orders) = channel();
        let worker = Worker::new(Arc::clone(&desk), orders, Box::new(make));
        let thread = std::thread::Builder::new()
            .name(THREAD_NAME.to_owned())
            .stack_size(STACK)
            .spawn(move || worker.run())?;
        Ok(Self { desk, inbox, thread: Some(thread), clock, last_epoch: 0 })
    }

    /// Orders a thought. Epochs must rise from 1; the clock runs from this call.
    ///
    /// # Errors
    /// When the engine thread has ended.
    pub fn go(&mut self, go: Go) -> Result<(), EngineError> {
        self.last_epoch = go.epoch;
        self.request(Request::Go(Box::new(go), self.clock.now()))
    }

    /// Stops the thought under way, and any that is still queued; each still answers with its outcome.
    pub fn stop(&self) {
        self.desk.stop(self.last_epoch);
        self.unpark();
    }

    /// The ponder move was played: the thought under way goes on as a normal one, its clock starting now.
    pub fn ponder_hit(&self) {
        self.desk.ponder_hit(self.last_epoch);
        self.unpark();
    }

    /// Forgets the table, the histories and what was learned about time, after the thought under way.
    ///
    /// # Errors
    /// When the engine thread has ended.
    pub fn new_game(&self) -> Result<(), EngineError> {
        self.request(Request::NewGame)
    }

    /// Forgets the hash table only.
    ///
    /// # Errors
    /// When the engine thread has ended.
    pub fn clear_hash(&self) -> Result<(), EngineError> {
        self.request(Request::ClearHash)
    }

    /// Asks for a [`Notice::Ready`] when everything ordered so far has been done.
    ///
    /// # Errors
    /// When the engine thread has ended.
    pub fn ask_ready(&self) -> Result<(), EngineError> {
        self.request(Request::Ready)
    }

    /// Replaces the options, after the thought under way.
    ///
    /// # Errors
    /// When the engine thread has ended.
    pub fn set_options(&self, options: EngineOptions) -> Result<(), EngineError> {
        self.request(Request::SetOptions(Box::new(options)))
    }

    /// Sets how the thoughts to come are watched. New breakpoints hold for the one under way, too: one that nobody
    /// watches is taken up again under observation.
    pub fn debug(&self, debugging: DebugSettings) {
        let line = self.desk.line();
        let breakpoints = debugging.breakpoints.clone();
        let changed = line.debugging().breakpoints != breakpoints;
        line.set(debugging);
        if changed {
            line.command(self.last_epoch, StepCommand::Breakpoints(breakpoints));
        }
    }

    /// Orders the thought under way to stand still, to step or to go on. A thought that nobody watches is taken up
    /// again under observation by [`Command::Pause`], and stands still at the root of the iteration it was in.
    pub fn step(&self, command: StepCommand) {
        self.desk.line().command(self.last_epoch, command);
    }

    /// Asks a question; the answer comes as [`DebugNews::Reply`] with the number returned. It is worked out when the
    /// engine is idle or stands still.
    ///
    /// # Errors
    /// When the engine thread has ended.
    pub fn query(&self, question: Query) -> Result<u64, EngineError> {
        let number = self.desk.line().ask(question);
        self.request(Request::Answer)?;
        Ok(number)
    }

    /// Gives up every question asked so far; each is still answered, with what there is.
    pub fn cancel_queries(&self) {
        self.desk.line().cancel_queries();
    }

    /// The newest report, whatever thought it belongs to: compare its epoch.
    #[must_use]
    pub fn latest(&self) -> Option<Arc<Report>> {
        self.desk.latest()
    }

    fn request(&self, order: Request) -> Result<(), EngineError> {
        self.inbox.send(order).map_err(|_| EngineError::Gone)
    }

    /// Wakes a thinker that waits for its speed cap, or for the end of an infinite search.
    fn unpark(&self) {
        if let Some(thread) = &self.thread {
            thread.thread().unpark();
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.desk.stop(u64::MAX);
        // A send fails only when the thread has already ended.
        let _ = self.inbox.send(Request::Quit);
        self.unpark();
        if let Some(thread) = self.thread.take() {
            // A panic was already reported as `Died`.
            let _ = thread.join();
        }
    }
}
