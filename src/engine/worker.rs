//! The thread's loop: one order after another, each thought under `catch_unwind`, one answer each.

use super::LOG_TARGET;
use super::handle::Notice;
use super::messages::{EngineOptions, Go, Outcome};
use super::shared_state::SharedState;
use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Duration;

/// An order to the engine thread. Stop and ponder hit do not queue: they are marks on the desk.
#[derive(Debug)]
pub(super) enum Request {
    /// Think and answer with an outcome; the time is the clock's when the order was given.
    Go(Box<Go>, Duration),
    /// Forget everything learned from this game.
    NewGame,
    /// Forget the hash table.
    ClearHash,
    /// Replace the options.
    SetOptions(Box<EngineOptions>),
    /// Answer the questions on the line that have not been answered yet.
    Answer,
    /// Say that everything before has been done.
    Ready,
    /// End the thread.
    Quit,
}

/// What sits inside the thread and thinks. The native one is [`super::Brain`]; tests script their own.
pub trait Backend: Send {
    /// Thinks about `go`, which was ordered at `since` on the clock, and publishes reports on `desk` meanwhile.
    /// Blocking. Must return soon after `desk` says that the epoch is stopped.
    fn search(&mut self, go: &Go, since: Duration, desk: &SharedState) -> Outcome;

    /// Forgets everything learned from the game.
    fn new_game(&mut self);

    /// Forgets the hash table.
    fn clear_hash(&mut self);

    /// Takes new options; returns a complaint for each that was refused.
    fn set_options(&mut self, options: &EngineOptions) -> Vec<String>;

    /// Answers the questions on the desk's line. The default knows none.
    fn answer(&mut self, _desk: &SharedState) {}

    /// What was wrong with the options it was made with. Told once.
    fn startup_warnings(&mut self) -> Vec<String> {
        Vec::new()
    }
}

type BackendFactory = Box<dyn Fn() -> Result<Box<dyn Backend>, String> + Send>;

/// The loop and what it needs to replace a dead thinker.
pub(super) struct Worker {
    desk: Arc<SharedState>,
    orders: Receiver<Request>,
    make: BackendFactory,
    /// The newest options, handed to a replacement.
    options: Option<Box<EngineOptions>>,
}

impl fmt::Debug for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker").field("desk", &self.desk).finish_non_exhaustive()
    }
}

impl Worker {
    pub(super) fn new(
        desk: Arc<SharedState>,
        orders: Receiver<Request>,
        make: BackendFactory,
    ) -> Self {
        Self { desk, orders, make, options: None }
    }

    /// Runs until `Quit`, or until the handle is gone.
    pub(super) fn run(mut self) {
        let mut thinker = self.spawn_backend();
        while let Ok(order) = self.orders.recv() {
            let epoch = match &order {
                Request::Quit => return,
                Request::Go(go, _) => go.epoch,
                _ => 0,
            };
            // After a panic the thinker's state is unknown: it is dropped and replaced, never used again.
            let done =
                catch_unwind(AssertUnwindSafe(|| self.dispatch(thinker.as_deref_mut(), order)));
            if let Err(panic) = done {
                let message = panic_text(panic.as_ref());
                log::error!(target: LOG_TARGET, "engine died: {message}");
                thinker = self.spawn_backend();
                self.desk.send(Notice::Died { epoch, message });
            }
        }
    }

    /// Makes a thinker; one that cannot even be made is reported, and the next order says so again.
    fn spawn_backend(&self) -> Option<Box<dyn Backend>> {
        let made = catch_unwind(AssertUnwindSafe(|| {
            let mut thinker = (self.make)()?;
            let mut complaints = thinker.startup_warnings();
            if let Some(options) = &self.options {
                complaints = thinker.set_options(options);
            }
            Ok((thinker, complaints))
        }));
        match made.unwrap_or_else(|panic| Err(panic_text(panic.as_ref()))) {
            Ok((thinker, complaints)) => {
                self.warn(complaints);
                Some(thinker)
            }
            Err(message) => {
                self.warn(vec![message]);
                None
            }
        }
    }

    fn dispatch(&mut self, thinker: Option<&mut (dyn Backend + 'static)>, order: Request) {
        if let Request::SetOptions(options) = &order {
            self.options = Some(options.clone());
        }
        let Some(thinker) = thinker else {
            match order {
                Request::Go(go, _) => {
                    let message = "the engine could not be started".to_owned();
                    self.desk.send(Notice::Died { epoch: go.epoch, message });
                }
                Request::Ready => self.desk.send(Notice::Ready),
                _ => {}
            }
            return;
        };
        match order {
            Request::Go(go, since) => {
                let outcome = thinker.search(&go, since, &self.desk);
                self.desk.send(Notice::Done(Box::new(outcome)));
            }
            Request::NewGame => thinker.new_game(),
            Request::ClearHash => thinker.clear_hash(),
            Request::SetOptions(options) => {
                let complaints = thinker.set_options(&options);
                self.warn(complaints);
            }
            Request::Answer => thinker.answer(&self.desk),
            Request::Ready => self.desk.send(Notice::Ready),
            Request::Quit => {}
        }
    }

    fn warn(&self, complaints: Vec<String>) {
        for complaint in complaints {
            log::warn!(target: LOG_TARGET, "{complaint}");
            self.desk.send(Notice::Message(complaint));
        }
    }
}

/// The text of a panic, as far as it has one.
fn panic_text(panic: &(dyn Any + Send)) -> String {
    panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "panic without a message".to_owned())
}
