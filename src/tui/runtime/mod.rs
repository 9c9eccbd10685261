//! Performs effects: the engine, the external engine, files, background work. It has no access to the model: an effect
//! carries its data, and results come back as events.

mod annotator;
pub mod explain;
mod external;
mod files;
mod games;
pub(super) mod logbook;
mod merged_lines;
mod rater;
mod stop_flag;
mod storage;
mod task_thread;
mod traces;
mod training;
mod unsaved;
mod user_settings;

pub use storage::Storage;
pub use user_settings::load_settings;

use self::annotator::Annotator;
use self::external::ExternalProcess;
use self::stop_flag::StopFlag;
use self::storage::StorageThread;
use self::traces::TraceThread;
use self::training::TrainingThread;
use super::Error;
use super::model::{
    Effect, EngineEffect, Event, ExternalEffect, ScreenEffect, StorageEffect, TaskEffect,
};
use crate::base::caught;
use crate::config::Paths;
use crate::engine::{DebugSettings, Engine, EngineError, LOG_TARGET, Notice, Query};
use crate::rules::Position;
use crate::rules::perft::perft_unless;
use crate::tui::model::inspect::ExplainQuery;
use crate::tui::model::inspect::trace::{TraceAnswer, TraceQuery};
use crate::tui::model::training::TrainingQuery;
use crate::tui::runtime::explain::Explainer;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// What an engine calls with its notices.
pub type Notify = Box<dyn Fn(Notice) + Send + Sync>;

/// A query that the engine has not answered yet.
#[derive(Clone, Copy, Debug)]
struct PendingQuery {
    /// The engine's number of it.
    asked: u64,
    /// The number that the model knows it by.
    own: u64,
}

/// Everything outside the model and the terminal.
#[derive(Debug)]
pub struct Runtime {
    events: Sender<Event>,
    engine: Engine,
    external: ExternalProcess,
    annotator: Annotator,
    storage: StorageThread,
    /// Relative names of files are below this folder.
    folder: PathBuf,
    /// The query under way.
    query: Option<PendingQuery>,
    /// Where explain queries go; the thread is started by the first.
    explainer: Option<Sender<(u64, ExplainQuery)>>,
    /// Where trace queries go; the thread is started by the first.
    traces: Option<TraceThread>,
    /// Where training queries go; the thread is started by the first.
    training: Option<TrainingThread>,
    /// The folders of the user.
    paths: Option<Paths>,
    /// Stops the perft under way.
    perft: StopFlag,
}

impl Runtime {
    /// Starts the threads; `start` starts the engine.
    ///
    /// # Errors
    /// A thread cannot be started.
    pub fn open(
        events: Sender<Event>,
        storage: Storage,
        start: impl FnOnce(Notify) -> Result<Engine, EngineError>,
    ) -> Result<Self, Error> {
        let notices = events.clone();
        let engine = start(Box::new(move |notice| {
            if let Some(event) = Event::of_notice(notice) {
                event.send_to(&notices);
            }
        }))?;
        engine.debug(DebugSettings { remember: true, ..DebugSettings::default() });
        let (checkpoints, folder) = (storage.checkpoints(), storage.folder());
        let paths = storage.paths();
        Ok(Self {
            engine,
            external: ExternalProcess::new(events.clone()),
            annotator: Annotator::new(events.clone(), checkpoints),
            storage: StorageThread::start(storage, events.clone())?,
            folder,
            query: None,
            explainer: None,
            traces: None,
            training: None,
            paths,
            perft: StopFlag::default(),
            events,
        })
    }

    /// Completes an event of a thread for the model: a wake becomes the newest report, a reply gets the model's number of the
    /// query, and a notice of the other engine loses that of its process. `None` for what is out of date.
    pub fn resolve(&self, event: Event) -> Option<Event> {
        if let Event::Wake = event {
            return self.engine.latest().map(Event::Report);
        }
        if let Event::ExternalWake = event {
            return self.external.report().map(Event::ExternalReport);
        }
        if let Event::ExternalNotice(process, notice) = event {
            return self.external.is_running(process).then_some(Event::External(notice));
        }
        if let Event::Reply(number, reply) = event {
            let query = self.query.filter(|query| query.asked == number)?;
            return Some(Event::Reply(query.own, reply));
        }
        Some(event)
    }

    /// Performs an effect. `Quit` waits until everything is saved.
    ///
    /// # Errors
    /// The engine thread has ended, or the terminal fails.
    pub fn perform(&mut self, effect: Effect, screen: &mut dyn Screen) -> Result<Flow, Error> {
        match effect {
            Effect::Engine(effect) => self.perform_engine(effect)?,
            Effect::External(ExternalEffect::Export(file)) => {
                let text = self.external.traffic();
                self.storage.perform(StorageEffect::Write(file, text));
            }
            Effect::External(effect) => self.external.perform(effect),
            Effect::Storage(effect) => self.storage.perform(effect),
            Effect::Task(effect) => self.perform_task(effect),
            Effect::Screen(effect) => {
                if let Some(event) = screen.perform(effect)? {
                    event.send_to(&self.events);
                }
            }
            Effect::Quit => return Ok(Flow::Quit),
        }
        Ok(Flow::Continue)
    }

    fn perform_engine(&mut self, effect: EngineEffect) -> Result<(), Error> {
        match effect {
            EngineEffect::Go(go) => {
                log::debug!(target: LOG_TARGET, "go {}: {:?}", go.epoch, go.limit);
                self.engine.go(*go)?;
            }
            EngineEffect::Stop => self.engine.stop(),
            EngineEffect::PonderHit => self.engine.ponder_hit(),
            EngineEffect::NewGame(options) => {
                self.engine.set_options(*options)?;
                self.engine.new_game()?;
            }
            EngineEffect::SetOptions(options) => self.engine.set_options(*options)?,
            EngineEffect::Query(number, query) => self.send_query(number, *query)?,
            EngineEffect::CancelQueries => self.engine.cancel_queries(),
            EngineEffect::Step(command) => self.engine.step(command),
            EngineEffect::SetDebug(settings) => self.engine.debug(*settings),
        }
        Ok(())
    }

    fn send_query(&mut self, number: u64, query: Query) -> Result<(), Error> {
        self.query = Some(PendingQuery { asked: self.engine.query(query)?, own: number });
        Ok(())
    }

    fn perform_task(&mut self, effect: TaskEffect) {
        let done = match effect {
            TaskEffect::Explain(page, query) => {
                if let Err(error) = self.explain(page, *query) {
                    Event::Explained(page, Err(error.to_string())).send_to(&self.events);
                }
                Ok(())
            }
            TaskEffect::Perft { position, depth, number } => {
                self.start_perft(*position, depth, number)
            }
            TaskEffect::StopPerft => {
                self.perft.stop();
                Ok(())
            }
            TaskEffect::Trace(query) => {
                if let Err(error) = self.trace(*query) {
                    let answer = TraceAnswer::Done(Err(error.to_string()));
                    Event::Trace(Box::new(answer)).send_to(&self.events);
                }
                Ok(())
            }
            TaskEffect::Train(number, query) => self.train(number, query),
            TaskEffect::StopTraining => {
                self.training.iter_mut().for_each(TrainingThread::stop);
                Ok(())
            }
            TaskEffect::SetLogLevel(level) => {
                logbook::set_level(level);
                Ok(())
            }
            TaskEffect::StopTrace => {
                self.traces.iter_mut().for_each(TraceThread::stop);
                Ok(())
            }
            TaskEffect::Annotate(request) => self.annotator.start(*request),
            TaskEffect::StopAnnotating => {
                self.annotator.stop();
                Ok(())
            }
        };
        if let Err(error) = done {
            Event::Failed(error.to_string()).send_to(&self.events);
        }
    }

    /// Hands a query to the thread that explains, which is started by the first one.
    fn explain(&mut self, page: u64, query: ExplainQuery) -> io::Result<()> {
        let queries = match self.explainer.take() {
            Some(queries) => queries,
            None => self.spawn_explainer()?,
        };
        // The thread lives as long as the sender.
        queries.send((page, query)).unwrap_or_default();
        self.explainer = Some(queries);
        Ok(())
    }

    fn spawn_explainer(&self) -> io::Result<Sender<(u64, ExplainQuery)>> {
        let (sender, queries) = channel::<(u64, ExplainQuery)>();
        let events = self.events.clone();
        thread::Builder::new().name("lucena-explain".to_owned()).spawn(move || {
            let mut explainer = Explainer::default();
            for (page, query) in queries {
                let answer = match caught(|| explainer.answer(&query)) {
                    Ok(answer) => answer.map_err(|error| error.to_string()),
                    Err(panic) => {
                        explainer = Explainer::default();
                        Err(panic.to_string())
                    }
                };
                Event::Explained(page, answer).send_to(&events);
            }
        })?;
        Ok(sender)
    }

    fn trace(&mut self, query: TraceQuery) -> io::Result<()> {
        let traces = match self.traces.take() {
            Some(traces) => traces,
            None => TraceThread::start(self.folder.clone(), self.events.clone())?,
        };
        traces.ask(query);
        self.traces = Some(traces);
        Ok(())
    }

    fn train(&mut self, number: u64, query: TrainingQuery) -> io::Result<()> {
        let training = match self.training.take() {
            Some(training) => training,
            None => {
                let (paths, folder) = (self.paths.clone(), self.folder.clone());
                TrainingThread::start(paths, folder, self.events.clone())?
            }
        };
        training.ask(number, query);
        self.training = Some(training);
        Ok(())
    }

    /// Counts on a thread of its own, move by move, until another count is started.
    fn start_perft(&mut self, position: Position, depth: u32, number: u64) -> io::Result<()> {
        let stop = self.perft.replace();
        let events = self.events.clone();
        let failed = |panic| Event::Failed(format!("perft: {panic}"));
        task_thread::spawn("lucena-perft", &self.events, failed, move || {
            let stopped = || stop.load(Ordering::Relaxed);
            for mv in position.legal_moves() {
                let leaves = perft_unless(&position.after(mv), depth - 1, &stopped);
                let Some(leaves) = leaves else { return };
                if events.send(Event::PerftCounted { number, mv, leaves }).is_err() {
                    return;
                }
            }
        })
    }
}

/// What the runtime needs of the terminal.
pub trait Screen {
    /// Performs an effect of the terminal, and returns what there is to say of it.
    ///
    /// # Errors
    /// The terminal fails.
    fn perform(&mut self, effect: ScreenEffect) -> Result<Option<Event>, Error>;
}

/// Whether the loop continues after an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It waits for the next event.
    Continue,
    /// It ends, and the program with it.
    Quit,
}
