//! The debugger through the engine's handle: pauses that cost no time, steps, queries.

use crate::base::Millis;
use crate::engine::{
    Backend, Clock, DebugEvent, DebugSettings, Engine, EngineCore, EngineOptions, Go, GoLimit,
    ManualClock, Notice, Observation, Outcome, Query, Reply, recording_of,
};
use crate::rules::{Position, notation};
use crate::search::StopReason;
use crate::search::observe::{DEFAULT_BYTES, PauseReason, PausedSearch, StepCommand};
use crate::timing::ClockState;
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
    let make = move || {
        let core =
            EngineCore::new(&options, Arc::clone(&ours)).map_err(|error| error.to_string())?;
        Ok(Box::new(core) as Box<dyn Backend>)
    };
    let notify = move |notice| drop(sender.send(notice));
    (Engine::start_with(Arc::clone(&clock), notify, make).unwrap(), notices, clock)
}

fn go(epoch: u64, limit: GoLimit) -> Go {
    Go { epoch, ..Go::new(Position::default(), Vec::new(), limit) }
}

fn depth(depth: u16) -> GoLimit {
    GoLimit { depth: Some(depth), ..GoLimit::default() }
}

/// The next notice that `wanted` accepts.
fn next<T>(notices: &Receiver<Notice>, wanted: impl Fn(Notice) -> Option<T>) -> T {
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
    DebugSettings { observation: watching, breakpoints }
}

#[test]
fn an_observed_search_is_the_same_search() {
    let (mut engine, notices, _) = engine(Duration::ZERO);
    engine.go(go(1, depth(6))).unwrap();
    let plain = done(&notices).report.search;
    engine.new_game().unwrap();
    engine.debug(watching(Observation::FromPause, &["ply = 3 after 4"]));
    engine.go(go(2, depth(6))).unwrap();
    assert_eq!(
        (paused(&notices).nodes, paused_after(&engine, &notices, StepCommand::Node).nodes),
        (1, 2)
    );
    let hit = paused_after(&engine, &notices, StepCommand::Continue);
    assert!(matches!(hit.reason, PauseReason::Breakpoint { number: 0, hits: 4, .. }));
    engine.debug(watching(Observation::On, &[]));
    engine.step(StepCommand::Continue);
    let watched = done(&notices).report.search;
    assert_eq!((watched.nodes, &watched.lines[0].moves), (plain.nodes, &plain.lines[0].moves));
}

fn paused_after(engine: &Engine, notices: &Receiver<Notice>, command: StepCommand) -> PausedSearch {
    engine.step(command);
    paused(notices)
}

#[test]
fn the_clock_pauses_with_the_search() {
    let (mut engine, notices, clock) = engine(Duration::from_micros(50));
    engine.debug(watching(Observation::FromPause, &[]));
    engine.go(go(1, GoLimit { move_time: Some(Millis(300)), ..GoLimit::default() })).unwrap();
    assert_eq!(paused(&notices).nodes, 1);
    // An hour passes.
    clock.wait(Duration::from_secs(3600));
    assert_eq!(paused_after(&engine, &notices, StepCommand::Iteration).iteration, 2);
    engine.step(StepCommand::Continue);
    let outcome = done(&notices);
    assert_eq!(outcome.report.search.stop, Some(StopReason::MoveTime));
    assert!(outcome.report.elapsed.0 < 400, "{:?}", outcome.report.elapsed);
    assert!(outcome.report.search.depth >= 2);
}

#[test]
fn a_spent_budget_can_be_inspected() {
    // Every iteration starts, whether it fits or not.
    let time_manager = "smooth(smart-stop(iteration-share=0))".to_owned();
    let options = EngineOptions { time_manager, ..EngineOptions::default() };
    let (mut engine, notices, _) = engine_with(Duration::from_millis(1), &options);
    engine.debug(watching(Observation::On, &["budget"]));
    let clock = ClockState { remaining: Millis(60_000), pieces: 32, ..ClockState::default() };
    engine.go(go(1, GoLimit { clock: Some(clock), ..GoLimit::default() })).unwrap();
    let picture = paused(&notices);
    assert!(matches!(&picture.reason, PauseReason::Breakpoint { text, .. } if text == "budget"));
    engine.step(StepCommand::Continue);
    let outcome = done(&notices);
    assert_eq!(outcome.report.search.stop, Some(StopReason::Budget));
    assert!(outcome.best.is_some());
}

#[test]
fn an_unobserved_search_can_be_paused_and_stopped() {
    let (mut engine, notices, _) = engine(Duration::ZERO);
    engine.go(go(1, GoLimit { infinite: true, ..GoLimit::default() })).unwrap();
    engine.step(StepCommand::Pause);
    let picture = paused(&notices);
    assert_eq!((picture.reason, picture.open.len()), (PauseReason::Step, 1));
    engine.stop();
    let outcome = done(&notices);
    assert!(outcome.best.is_some());
    assert_eq!(outcome.report.search.stop, Some(StopReason::Stopped));
    // Commands for the old search do not reach the next one.
    engine.step(StepCommand::Pause);
    engine.go(go(2, depth(4))).unwrap();
    assert_eq!(done(&notices).epoch, 2);
}

#[test]
fn a_search_that_restarts_after_a_ponder_hit_counts_from_zero() {
    let (mut engine, notices, _) = engine(Duration::ZERO);
    let clock = ClockState { remaining: Millis(60_000), pieces: 32, ..ClockState::default() };
    let limit = GoLimit { clock: Some(clock), ..GoLimit::default() };
    engine.go(Go { ponder: true, ..go(1, limit) }).unwrap();
    let report = |notice| matches!(notice, Notice::Report).then_some(());
    next(&notices, report);
    engine.ponder_hit();
    while engine.latest().is_none_or(|report| report.pondering) {
        next(&notices, report);
    }
    engine.step(StepCommand::Pause);
    paused(&notices);
    engine.step(StepCommand::Iteration);
    paused(&notices);
    engine.stop();
    let outcome = done(&notices);
    assert_eq!(outcome.report.search.stop, Some(StopReason::Stopped));
    assert!(outcome.best.is_some());
}

#[test]
fn dropping_the_engine_ends_a_pause() {
    let (mut engine, notices, _) = engine(Duration::ZERO);
    engine.debug(watching(Observation::FromPause, &[]));
    engine.go(go(1, depth(6))).unwrap();
    assert_eq!(paused(&notices).nodes, 1);
    drop(engine);
    assert_eq!(done(&notices).epoch, 1);
}

#[test]
fn queries_are_answered_idle_and_paused() {
    let (mut engine, notices, _) = engine(Duration::ZERO);
    let order = go(1, depth(5));
    engine.go(order.clone()).unwrap();
    let outcome = done(&notices);
    let options = EngineOptions { hash_mib: 1, ..EngineOptions::default() };
    let case = recording_of(&order, &options, &outcome.report);
    let boxed = || Box::new(case.clone());
    let best = notation::uci(outcome.best.unwrap());

    for paused_search in [false, true] {
        if paused_search {
            engine.debug(watching(Observation::On, &["ply = 2 after 20"]));
            engine.go(go(2, depth(7))).unwrap();
            paused(&notices);
        }
        let ask = |question| {
            let number = engine.query(question).unwrap();
            reply(&notices, number)
        };
        let line = vec![best.clone()];
        let explore = Query::Explore { case: boxed(), line, levels: 3, bytes: DEFAULT_BYTES };
        let Reply::Tree(tree) = ask(explore) else { panic!("no tree") };
        assert!(tree.total() > 20 && tree.line == [outcome.best.unwrap()]);
        let line = vec!["a2a4".to_owned(), "e7e5".to_owned()];
        let Reply::WhyNot(answers, _) = ask(Query::WhyNot { case: boxed(), line }) else {
            panic!("no answers")
        };
        assert_eq!(answers.len(), 2);
        let pair = [best.clone(), "h4".to_owned()];
        let Reply::Compared(compared) = ask(Query::Compare { case: boxed(), pair }) else {
            panic!("no comparison")
        };
        assert!(compared.sides[0].line.score >= compared.sides[1].line.score);
        let Reply::TtProbe(look) = ask(Query::TtProbe(Box::default())) else { panic!("no look") };
        assert_eq!((look.key, look.mib), (Position::default().key(), 1));
        assert!(look.entry.is_some_and(|it| it.mv.is_some()));
        let Reply::Recorded(recorded) = ask(Query::Record(boxed())) else { panic!("no record") };
        assert_eq!(recorded.result.as_ref().unwrap().nodes, outcome.report.search.nodes);
        assert!(matches!(ask(Query::Replay(recorded)), Reply::Replayed(None)));
        let Reply::Words(origin) = ask(Query::Origin(boxed())) else { panic!("no origin") };
        assert!(
            origin.starts_with("Where the score of the root comes from\niteration 5, the root:")
        );
        assert!(
            origin.contains("was made here") || origin.contains("not in this search"),
            "{origin}"
        );
        assert!(origin.contains("The leaf is worth") && origin.contains("because "), "{origin}");
        let nonsense = Query::WhyNot {
            case: Box::new(crate::search::observe::SearchRecording { depth: None, ..case.clone() }),
            line: vec![],
        };
        assert!(matches!(ask(nonsense), Reply::Failed(why) if why.contains("depth")));
    }
    engine.stop();
    assert_eq!(done(&notices).epoch, 2);
}

#[test]
fn a_query_can_be_cancelled() {
    let (engine, notices, _) = engine(Duration::ZERO);
    let mut case = crate::search::observe::SearchRecording::new(&Position::default(), &[]);
    case.depth = Some(60);
    let number = engine.query(Query::Record(Box::new(case))).unwrap();
    engine.cancel_queries();
    assert!(matches!(reply(&notices, number), Reply::Failed(why) if why.contains("stopped")));
}
