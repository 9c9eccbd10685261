//! The debugger through the engine's handle: pauses that cost no time, steps, queries.

mod pauses;
mod queries;
mod recordings;
mod steps_back;

use crate::engine::{
    Backend, Clock, DebugEvent, DebugSettings, Engine, EngineCore, EngineOptions, Go, GoLimit,
    ManualClock, Notice, Observation, Outcome, Reply, Report,
};
use crate::rules::Position;
use crate::search::observe::{PausedSearch, StepCommand};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// An engine on a clock that advances only when it is read.
fn engine(step: Duration) -> (Engine, Receiver<Notice>, Arc<dyn Clock>) {
    engine_with(step, &EngineOptions::default())
}

fn engine_with(
    step: Duration,
    options: &EngineOptions,
) -> (Engine, Receiver<Notice>, Arc<dyn Clock>) {
    let clock: Arc<dyn Clock> = Arc::new(ManualClock::stepping(step));
    let (sender, notices) = channel();
    let ours = Arc::clone(&clock);
    let options = EngineOptions { hash_mib: 1, ..options.clone() };
    let make = move |options: &EngineOptions| {
        let core =
            EngineCore::new(options, Arc::clone(&ours)).map_err(|error| error.to_string())?;
        Ok(Box::new(core) as Box<dyn Backend>)
    };
    let notify = move |notice| drop(sender.send(notice));
    (Engine::start_with(Arc::clone(&clock), options, notify, make).unwrap(), notices, clock)
}

fn go(epoch: u64, limit: GoLimit) -> Go {
    Go { epoch, ..Go::new(Position::default(), Vec::new(), limit) }
}

fn depth(depth: u16) -> GoLimit {
    GoLimit { depth: Some(depth), ..GoLimit::default() }
}

/// The next notice that `wanted` accepts.
fn next<T>(notices: &Receiver<Notice>, mut wanted: impl FnMut(Notice) -> Option<T>) -> T {
    loop {
        let notice =
            notices.recv_timeout(Duration::from_secs(300)).expect("the engine says something");
        if let Some(found) = wanted(notice) {
            return found;
        }
    }
}

fn paused(notices: &Receiver<Notice>) -> PausedSearch {
    next(notices, |notice| match notice {
        Notice::Debug(news) => match *news {
            DebugEvent::Paused(_, paused) => Some(*paused),
            _ => None,
        },
        _ => None,
    })
}

fn done(notices: &Receiver<Notice>) -> Outcome {
    next(notices, |notice| match notice {
        Notice::Done(outcome) => Some(*outcome),
        _ => None,
    })
}

fn reply(notices: &Receiver<Notice>, number: u64) -> Reply {
    next(notices, |notice| match notice {
        Notice::Debug(news) => match *news {
            DebugEvent::Reply(of, reply) if of == number => Some(reply),
            _ => None,
        },
        _ => None,
    })
}

fn watching(watching: Observation, breakpoints: &[&str]) -> DebugSettings {
    let breakpoints = breakpoints.iter().map(|text| text.parse().unwrap()).collect();
    DebugSettings { observation: watching, breakpoints, remember: true }
}

fn paused_after(engine: &Engine, notices: &Receiver<Notice>, command: StepCommand) -> PausedSearch {
    engine.step(command);
    paused(notices)
}

/// Plays the first moves of `game` with epochs from 1 on; the report of the third search, of which `game` is the order.
fn three_moves(engine: &mut Engine, notices: &Receiver<Notice>, game: &mut Go) -> Report {
    let mut outcome = None;
    for epoch in 1..=3 {
        game.epoch = epoch;
        engine.go(game.clone()).unwrap();
        let done = done(notices);
        game.moves.extend(done.best.into_iter().filter(|_| epoch < 3));
        outcome = Some(done);
    }
    outcome.unwrap().report
}
