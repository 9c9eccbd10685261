//! A table with the real engine and a scholar behind it, on a clock of the test.

use crate::screen::Table;
use lucena::base::Random;
use lucena::engine::{
    Backend, Clock, Engine, EngineCore, EngineOptions, ManualClock, Notice, Query,
};
use lucena::rules::perft;
use lucena::search::observe::SearchRecording;
use lucena::tui::inspect::{Explainer, PendingQuery};
use lucena::tui::{Effect, Event};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// A table with an engine and a scholar behind it.
pub struct Bench {
    pub table: Table,
    engine: Engine,
    notices: Receiver<Notice>,
    scholar: Explainer,
    /// What was written, with the name of its file.
    pub written: Vec<(String, String)>,
    /// Plies of every search.
    pub depth: u16,
}

impl Bench {
    pub fn new(size: (u16, u16)) -> Self {
        let clock: Arc<dyn Clock> = Arc::new(ManualClock::stepping(Duration::from_micros(50)));
        let (sender, notices) = channel();
        let ours = Arc::clone(&clock);
        let make = move || {
            let options = EngineOptions { hash_mib: 1, ..EngineOptions::default() };
            let brain =
                EngineCore::new(&options, Arc::clone(&ours)).map_err(|error| error.to_string())?;
            Ok(Box::new(brain) as Box<dyn Backend>)
        };
        let notify = move |notice| drop(sender.send(notice));
        let engine = Engine::start_with(clock, notify, make).expect("an engine");
        let table = Table::against_engine(size);
        let (scholar, written) = (Explainer::default(), Vec::new());
        Self { table, engine, notices, scholar, written, depth: 5 }
    }

    /// A game against the engine in which both sides have moved once.
    pub fn played(size: (u16, u16)) -> Self {
        let mut bench = Self::new(size);
        bench.keys(":tc 5+3<enter>e4<enter>");
        bench.until(|bench| bench.table.app.model.thinking.finished.is_some());
        bench
    }

    pub fn keys(&mut self, text: &str) -> String {
        let effects = self.table.keys(text);
        self.perform(effects);
        self.table.frame()
    }

    /// Types keys and waits for the engine's answer.
    pub fn ask(&mut self, text: &str) -> String {
        self.keys(text);
        self.until(|bench| bench.table.app.model.inspect.pending == PendingQuery::Nothing);
        self.table.frame()
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Go(mut go) => {
                    go.limit.depth = Some(self.depth);
                    go.limit.infinite = false;
                    self.engine.go(*go).expect("the engine lives");
                }
                Effect::Stop => self.engine.stop(),
                Effect::NewGame => self.engine.new_game().expect("the engine lives"),
                Effect::Step(command) => self.engine.step(command),
                Effect::SetDebug(debugging) => self.engine.debug(*debugging),
                Effect::Ask(question) => self.put(*question),
                Effect::StopAsking => self.engine.cancel_queries(),
                Effect::Replay(file) => {
                    let name = file.display().to_string();
                    let text = self.written.iter().rev().find(|(other, _)| *other == name);
                    let text = text.map_or_else(String::new, |(_, text)| text.clone());
                    match SearchRecording::from_ron(&text) {
                        Ok(case) => self.put(Query::Replay(Box::new(case))),
                        Err(error) => {
                            self.table.app.model.inspect.pending = PendingQuery::Nothing;
                            self.event(Event::Failed(error.to_string()));
                        }
                    }
                }
                Effect::Perft(position, depth, number) => {
                    for (mv, leaves) in perft::divide(&position, depth.min(3)) {
                        self.event(Event::PerftCounted(number, mv, leaves));
                    }
                }
                Effect::Explain(inquiry) => {
                    let learned = self.scholar.answer(&inquiry);
                    self.event(Event::Explained(learned));
                }
                Effect::Write(file, text) => self.written.push((file.display().to_string(), text)),
                _ => {}
            }
        }
    }

    /// Asks as the loop does: the number under which the answer will come is left in the model.
    fn put(&mut self, question: Query) {
        let number = self.engine.query(question).expect("the engine lives");
        let inspect = &mut self.table.app.model.inspect;
        let file = match std::mem::take(&mut inspect.pending) {
            PendingQuery::Sent(file) => file,
            _ => None,
        };
        inspect.pending = PendingQuery::Numbered(number, file);
    }

    pub fn event(&mut self, event: Event) {
        let effects = self.table.event(event);
        self.perform(effects);
    }

    fn hear(&mut self, notice: Notice) {
        let event = match notice {
            Notice::Report => self.engine.latest().map(Event::Report),
            other => Event::of_notice(other),
        };
        event.into_iter().for_each(|event| self.event(event));
    }

    /// Does `steps` random things, and hears what the engine says meanwhile.
    pub fn monkey(&mut self, random: &mut Random, steps: usize) {
        for _ in 0..steps {
            let effects = self.table.monkey(random, 1);
            self.perform(effects);
            while let Ok(notice) = self.notices.try_recv() {
                self.hear(notice);
            }
        }
    }

    /// Hands on what the engine says until something holds.
    pub fn until(&mut self, holds: impl Fn(&Self) -> bool) {
        while !holds(self) {
            let notice = self.notices.recv_timeout(Duration::from_secs(300)).expect("it answers");
            self.hear(notice);
        }
    }
}
