//! A table with the real runtime behind it: a real engine on a clock of the test, files in a temporary folder.

use crate::screen::Table;
use lucena::base::Random;
use lucena::engine::{Backend, Clock, Engine, EngineCore, EngineOptions, ManualClock};
use lucena::tui::model::event::CopiedTo;
use lucena::tui::model::inspect::Divide;
use lucena::tui::model::inspect::trace::TraceAnswer;
use lucena::tui::model::{EngineEffect, ScreenEffect, StorageEffect, TaskEffect};
use lucena::tui::runtime::{Runtime, Screen, Storage};
use lucena::tui::{Effect, Error, Event};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// A table with a runtime behind it.
pub struct Bench {
    pub table: Table,
    runtime: Runtime,
    events: Receiver<Event>,
    pub folder: PathBuf,
    /// Answers of background threads that have not come yet.
    awaited: usize,
    /// Plies of every search.
    pub depth: u16,
}

/// A terminal that remembers nothing, and copies every text.
pub struct NoScreen;

impl Screen for NoScreen {
    fn perform(&mut self, effect: ScreenEffect) -> Result<Option<Event>, Error> {
        let is_copied = matches!(effect, ScreenEffect::Copy(_));
        Ok(is_copied.then_some(Event::Copied(CopiedTo::Clipboard)))
    }
}

impl Bench {
    pub fn new(size: (u16, u16)) -> Self {
        Self::at_home(size, &fresh_folder())
    }

    /// One whose files are in this folder.
    pub fn at_home(size: (u16, u16), folder: &Path) -> Self {
        let clock: Arc<dyn Clock> = Arc::new(ManualClock::stepping(Duration::from_micros(50)));
        let (sender, events) = channel();
        let ours = Arc::clone(&clock);
        let options = EngineOptions { hash_mib: 1, ..EngineOptions::default() };
        let make = move |options: &EngineOptions| {
            let core =
                EngineCore::new(options, Arc::clone(&ours)).map_err(|error| error.to_string())?;
            Ok(Box::new(core) as Box<dyn Backend>)
        };
        let (storage, _) = Storage::open(Some(folder), folder.to_owned());
        let runtime = Runtime::open(sender, storage, |notify| {
            Engine::start_with(clock, options, notify, make)
        });
        let mut table = Table::fresh(size);
        table.app.model.prefs.engine.hash_mib = 1;
        let folder = folder.to_owned();
        let runtime = runtime.expect("a runtime");
        let mut bench = Self { table, runtime, events, folder, awaited: 0, depth: 5 };
        bench.keys("<enter>");
        bench
    }

    /// A game against the engine in which both sides have moved once.
    pub fn played(size: (u16, u16)) -> Self {
        let mut bench = Self::new(size);
        bench.keys(":tc 5+3<enter>e4<enter>");
        bench.until(|bench| bench.table.app.model.thinking.finished.is_some());
        bench
    }

    /// Types keys, and waits for what the background threads answer.
    pub fn keys(&mut self, text: &str) -> String {
        let effects = self.table.keys(text);
        self.perform(effects);
        self.until(|bench| {
            let inspect = &bench.table.app.model.inspect;
            let counts = inspect.counting.and_then(|_| inspect.divide());
            bench.awaited == 0 && counts.is_none_or(Divide::is_done)
        });
        self.table.frame()
    }

    /// Types keys and waits for the engine's reply and for what is written.
    pub fn ask(&mut self, text: &str) -> String {
        self.keys(text);
        self.until(|bench| bench.table.app.model.inspect.pending.is_none() && bench.awaited == 0);
        self.table.frame()
    }

    /// Has the runtime perform what the model asked for.
    pub fn perform(&mut self, effects: Vec<Effect>) {
        for mut effect in effects {
            match &mut effect {
                Effect::Engine(EngineEffect::Go(go)) => {
                    go.limit.depth = Some(self.depth);
                    go.limit.infinite = false;
                }
                Effect::Task(TaskEffect::Perft { depth, .. }) => *depth = (*depth).min(3),
                Effect::Task(TaskEffect::Explain(..) | TaskEffect::Trace(_))
                | Effect::Storage(StorageEffect::Write(..) | StorageEffect::SaveAs(_)) => {
                    self.awaited += 1;
                }
                _ => {}
            }
            self.runtime.perform(effect, &mut NoScreen).expect("the engine runs");
        }
    }

    /// The text of a file that was written.
    pub fn written(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.join(name)).expect("it was written")
    }

    /// Writes a file for the program to read.
    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.folder.join(name), text).expect("a file");
    }

    pub fn event(&mut self, event: Event) {
        if matches!(
            event,
            Event::Explained(..) | Event::Written(_) | Event::Failed(_) | Event::Refused(_)
        ) || ends_trace_query(&event)
        {
            self.awaited = self.awaited.saturating_sub(1);
        }
        let effects = self.table.event(event);
        self.perform(effects);
    }

    /// Does `steps` random things, and takes in what the threads say meanwhile.
    pub fn monkey(&mut self, random: &mut Random, steps: usize) {
        for _ in 0..steps {
            let effects = self.table.monkey(random, 1);
            self.perform(effects);
            while let Ok(event) = self.events.try_recv() {
                self.take(event);
            }
        }
    }

    fn take(&mut self, event: Event) {
        if let Some(event) = self.runtime.resolve(event) {
            self.event(event);
        }
    }

    /// Hands on what the threads say until something holds.
    pub fn until(&mut self, holds: impl Fn(&Self) -> bool) {
        while !holds(self) {
            let event = self.events.recv_timeout(Duration::from_secs(300)).expect("an answer");
            self.take(event);
        }
    }
}

/// The last answer of a trace query.
fn ends_trace_query(event: &Event) -> bool {
    matches!(event, Event::Trace(answer) if matches!(**answer, TraceAnswer::Done(_)))
}

/// An empty folder for one test.
pub fn fresh_folder() -> PathBuf {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("bench-{}-{number}", std::process::id()));
    // It does not exist unless an earlier run was killed.
    std::fs::remove_dir_all(&folder).unwrap_or_default();
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

impl Drop for Bench {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.folder).unwrap_or_default();
    }
}
