//! The engine thread through its handle: stale epochs, one outcome each, panics, refused options.
//! A scripted backend replaces the native one where the thread itself is tested.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a helper of tests may fail the test")]

use lucena::base::{Bound, Elo, Millis};
use lucena::engine::{
    Backend, Clock, DialReport, Engine, EngineCore, EngineOptions, Go, GoLimit, ManualClock,
    Notice, Outcome, Report, SharedState, SystemClock,
};
use lucena::rules::{Position, notation, parse_fen};
use lucena::search::{SearchReport, StopReason};
use lucena::strength::StrengthLevel;
use lucena::strength::human::HumanLevel;
use lucena::timing::ClockState;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Answers at once, waits for a stop, or panics, depending on the node limit of the request.
struct Scripted;

const WAIT: u64 = 1;
const PANIC: u64 = 2;

impl Backend for Scripted {
    fn search(&mut self, go: &Go, _: Duration, shared: &SharedState) -> Outcome {
        let report = empty_report(go);
        match go.limit.nodes {
            Some(PANIC) => panic!("scripted panic"),
            Some(WAIT) => {
                shared.publish(report.clone());
                shared.publish(report.clone());
                while !shared.is_stopped(go.epoch) {
                    std::thread::yield_now();
                }
            }
            _ => {}
        }
        Outcome { epoch: go.epoch, best: None, ponder: None, report }
    }
    fn new_game(&mut self) {}
    fn clear_hash(&mut self) {}
    fn set_options(&mut self, options: &EngineOptions) -> Vec<String> {
        vec![format!("hash is {}", options.hash_mib)]
    }
}

fn empty_report(go: &Go) -> Report {
    Report {
        epoch: go.epoch,
        root: go.start.clone(),
        elapsed: Millis(0),
        pondered: Millis(0),
        again: None,
        nps: 0,
        pondering: false,
        search: SearchReport::default(),
        time: None,
        dial: DialReport::default(),
    }
}

fn go(epoch: u64, limit: GoLimit) -> Go {
    Go { epoch, ..Go::new(Position::default(), Vec::new(), limit) }
}

fn nodes(nodes: u64) -> GoLimit {
    GoLimit { nodes: Some(nodes), ..GoLimit::default() }
}

fn on_clock(millis: i64) -> GoLimit {
    let clock = ClockState { remaining: Millis(millis), pieces: 32, ..ClockState::default() };
    GoLimit { clock: Some(clock), ..GoLimit::default() }
}

fn scripted() -> (Engine, Receiver<Notice>) {
    let (notices, queue) = channel();
    let clock: Arc<dyn Clock> = Arc::new(ManualClock::stepping(Duration::ZERO));
    let notify = move |notice| drop(notices.send(notice));
    let options = EngineOptions::default();
    (Engine::start_with(clock, options, notify, |_| Ok(Box::new(Scripted))).unwrap(), queue)
}

fn native() -> (Engine, Receiver<Notice>) {
    let (notices, queue) = channel();
    let notify = move |notice| drop(notices.send(notice));
    (Engine::start(EngineOptions::default(), notify).unwrap(), queue)
}

/// The next notice that is not a report.
fn next(queue: &Receiver<Notice>) -> Notice {
    queue.iter().find(|notice| !matches!(notice, Notice::Report)).unwrap()
}

fn done(queue: &Receiver<Notice>) -> Outcome {
    match next(queue) {
        Notice::Done(outcome) => *outcome,
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_go_has_one_outcome_in_order() {
    let (mut engine, queue) = scripted();
    for epoch in 1..=3 {
        engine.go(go(epoch, nodes(WAIT))).unwrap();
    }
    // One stop ends the running search and the queued ones.
    engine.stop();
    assert_eq!([done(&queue).epoch, done(&queue).epoch, done(&queue).epoch], [1, 2, 3]);
    engine.ask_ready().unwrap();
    assert!(matches!(next(&queue), Notice::Ready));
}

#[test]
fn a_stop_for_an_old_search_does_not_end_a_new_one() {
    let (mut engine, queue) = scripted();
    engine.go(go(1, nodes(0))).unwrap();
    engine.stop();
    assert_eq!(done(&queue).epoch, 1);
    engine.go(go(2, nodes(WAIT))).unwrap();
    assert!(matches!(queue.recv().unwrap(), Notice::Report), "the second search runs");
    engine.stop();
    assert_eq!(done(&queue).epoch, 2);
}

#[test]
fn reports_wake_once_until_they_are_read() {
    let (mut engine, queue) = scripted();
    engine.go(go(1, nodes(WAIT))).unwrap();
    assert!(matches!(queue.recv().unwrap(), Notice::Report));
    engine.stop();
    // The second publication of the script did not wake again.
    assert!(matches!(queue.recv().unwrap(), Notice::Done(_)));
    assert_eq!(engine.latest().map(|report| report.epoch), Some(1));
}

#[test]
fn a_backend_that_panics_is_reported_and_replaced() {
    let (mut engine, queue) = scripted();
    engine.go(go(1, nodes(PANIC))).unwrap();
    match next(&queue) {
        Notice::Died { epoch: 1, message } => assert_eq!(message, "scripted panic"),
        other => panic!("{other:?}"),
    }
    engine.go(go(2, nodes(0))).unwrap();
    assert_eq!(done(&queue).epoch, 2);
}

fn message(queue: &Receiver<Notice>) -> String {
    match next(queue) {
        Notice::Message(text) => text,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_trace_of_a_search_that_panicked_is_kept_until_another_file_is_named() {
    let file = |name: &str| EngineOptions { trace_file: name.to_owned(), ..Default::default() };
    let (notices, queue) = channel();
    let (made, files) = channel();
    let clock: Arc<dyn Clock> = Arc::new(ManualClock::stepping(Duration::ZERO));
    let notify = move |notice| drop(notices.send(notice));
    let make = move |options: &EngineOptions| {
        made.send(options.trace_file.clone()).unwrap();
        Ok(Box::new(Scripted) as Box<dyn Backend>)
    };
    let mut engine = Engine::start_with(clock, file("a.trace"), notify, make).unwrap();
    engine.go(go(1, nodes(PANIC))).unwrap();
    assert!(message(&queue).contains("a.trace is kept"));
    assert!(matches!(next(&queue), Notice::Died { .. }));
    // Another option changes, and the file stays the same.
    engine.set_options(EngineOptions { hash_mib: 2, ..file("a.trace") }).unwrap();
    assert_eq!(message(&queue), "hash is 2");
    engine.go(go(2, nodes(PANIC))).unwrap();
    assert!(matches!(next(&queue), Notice::Died { .. }));
    engine.set_options(file("b.trace")).unwrap();
    assert_eq!(message(&queue), "hash is 16");
    engine.go(go(3, nodes(PANIC))).unwrap();
    assert!(message(&queue).contains("b.trace is kept"));
    drop(engine);
    assert_eq!(files.iter().collect::<Vec<_>>(), ["a.trace", "", "", ""]);
}

#[test]
fn a_trace_states_the_options_of_each_search() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("o.trace");
    let options = |lines: usize| EngineOptions {
        trace_file: file.display().to_string(),
        multi_pv: lines,
        ..EngineOptions::default()
    };
    let (mut engine, queue) = native();
    for (epoch, lines) in [(1, 3), (2, 3), (3, 1)] {
        engine.set_options(options(lines)).unwrap();
        let limit = GoLimit { depth: Some(2), ..GoLimit::default() };
        engine.go(go(epoch, limit)).unwrap();
        assert!(done(&queue).best.is_some());
    }
    engine.set_options(EngineOptions::default()).unwrap();
    drop(engine);
    let trace = lucena_trace::open(&file, |_, _| true).unwrap();
    let lines: Vec<_> = trace.index.values("option.MultiPV").collect();
    let found: Vec<(&str, u64)> = lines.iter().map(|it| (&*it.value, it.search)).collect();
    assert_eq!(found, [("3", 0), ("1", 2)]);
}

#[test]
fn a_trace_of_a_limited_level_states_its_own_search_and_the_move_that_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("limited.trace");
    let trace_file = file.display().to_string();
    let (mut engine, queue) = native();
    engine.set_options(EngineOptions { trace_file, seed: 6, ..EngineOptions::default() }).unwrap();
    let human = StrengthLevel::Human(HumanLevel::at(Elo(1000)));
    let mut played = Vec::new();
    for (epoch, dial) in [(1, human), (2, human), (3, StrengthLevel::Full)] {
        let limit = GoLimit { depth: Some(3), ..GoLimit::default() };
        engine.go(Go { dial, ..go(epoch, limit) }).unwrap();
        played.push(done(&queue).best.map(notation::uci));
    }
    engine.set_options(EngineOptions::default()).unwrap();
    drop(engine);
    let index = lucena_trace::open(&file, |_, _| true).unwrap().index;
    let values = |name| -> Vec<String> {
        index.values(name).map(|it| format!("{} {}", it.value, it.search)).collect()
    };
    assert_eq!(values("option.UCI_LimitStrength"), ["true 0", "false 2"]);
    assert_eq!(values("option.StrengthModel"), ["human 0"]);
    assert_eq!(values("option.Hash"), ["4 0", "16 2"]);
    assert_eq!(values("option.MultiPV"), ["20 0", "1 2"]);
    let ends: Vec<_> =
        index.searches.iter().map(|it| it.end.map(|end| end.1.to_string())).collect();
    assert_eq!(ends, played);
}

#[test]
fn the_native_engine_finds_a_mate_and_reports_the_stop_reason() {
    let (mut engine, queue) = native();
    let start = parse_fen("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1").unwrap();
    engine.go(Go { start, ..go(1, on_clock(60_000)) }).unwrap();
    let outcome = done(&queue);
    assert_eq!(outcome.best.map(notation::uci).as_deref(), Some("e1e8"));
    assert_eq!(outcome.report.search.stop, Some(StopReason::Mate));
    assert!(outcome.report.time.is_some_and(|time| time.budget.budget > 0.0));
}

#[test]
fn no_legal_move_is_an_outcome_without_a_move() {
    let (mut engine, queue) = native();
    let start = parse_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap();
    engine.go(Go { start, ..go(1, nodes(1000)) }).unwrap();
    let outcome = done(&queue);
    assert_eq!(outcome.best, None);
    assert_eq!(outcome.report.search.stop, Some(StopReason::NoMoves));
}

#[test]
fn an_infinite_search_ends_soon_after_a_stop() {
    let (mut engine, queue) = native();
    engine.go(go(1, GoLimit { infinite: true, ..GoLimit::default() })).unwrap();
    assert!(matches!(queue.recv().unwrap(), Notice::Report));
    let clock = SystemClock::default();
    engine.stop();
    assert!(done(&queue).best.is_some());
    // The limit is 50 ms; a loaded machine may be later, and a lost stop never ends.
    assert!(clock.now() < Duration::from_millis(500), "{:?}", clock.now());
}

#[test]
fn a_ponder_hit_turns_pondering_into_a_timed_search() {
    let (mut engine, queue) = native();
    engine.go(Go { ponder: true, ..go(1, on_clock(1_000)) }).unwrap();
    assert!(matches!(queue.recv().unwrap(), Notice::Report));
    assert!(engine.latest().is_some_and(|report| report.pondering && report.time.is_none()));
    engine.ponder_hit();
    let outcome = done(&queue);
    let report = outcome.report;
    assert!(!report.pondering);
    assert!(report.time.is_some_and(|time| time.budget.reused_nodes > 0.0));
    // Nodes and speed are those of the whole search.
    let time = (report.pondered + report.elapsed).0;
    assert!(report.pondered.0 > 0);
    let nps = |ms: i64| i128::from(report.search.nodes) * 1000 / i128::from(ms);
    assert!(
        (nps(time + 1)..=nps((time - 1).max(1))).contains(&report.nps.into()),
        "{}, {time} ms",
        report.nps
    );
}

#[test]
fn refused_options_are_reported_and_the_engine_continues() {
    let (mut engine, queue) = native();
    let options = EngineOptions { time_manager: "smooth(".to_owned(), ..EngineOptions::default() };
    engine.set_options(options).unwrap();
    assert!(matches!(next(&queue), Notice::Message(text) if text.contains("time manager")));
    engine.go(go(1, nodes(500))).unwrap();
    assert!(done(&queue).best.is_some());
}

/// A search of the native engine on a clock that advances only when read, limited to `elo`.
fn limited(elo: u16, move_time: i64, seed: u64) -> Outcome {
    limited_with(1, elo, move_time, seed)
}

fn limited_with(threads: usize, elo: u16, move_time: i64, seed: u64) -> Outcome {
    let clock: Arc<dyn Clock> = Arc::new(ManualClock::stepping(Duration::from_micros(5)));
    let options = EngineOptions { seed, threads, hash_mib: 1, ..EngineOptions::default() };
    let mut core = EngineCore::new(&options, Arc::clone(&clock)).unwrap();
    let limit = GoLimit { move_time: Some(Millis(move_time)), ..GoLimit::default() };
    let dial = StrengthLevel::Limited(Elo(elo));
    core.search(&Go { dial, ..go(1, limit) }, clock.now(), &SharedState::new(|_| {}))
}

#[test]
fn a_window_that_has_failed_is_resolved_past_the_time() {
    let run = |move_time: i64, resolve_window| {
        let clock: Arc<dyn Clock> = Arc::new(ManualClock::stepping(Duration::from_millis(1)));
        let options = EngineOptions { hash_mib: 1, ..EngineOptions::default() };
        let mut core = EngineCore::new(&options, Arc::clone(&clock)).unwrap();
        let move_time = Some(Millis(move_time));
        let limit = GoLimit { move_time, resolve_window, ..GoLimit::default() };
        let report = core.search(&go(1, limit), clock.now(), &SharedState::new(|_| {})).report;
        (report.search.lines[0].bound, report.elapsed)
    };
    let mut bounds = 0;
    for time in (30..180).step_by(15) {
        bounds += usize::from(run(time, false).0 != Bound::Exact);
        let (bound, elapsed) = run(time, true);
        assert_eq!(bound, Bound::Exact, "{time} ms");
        assert!(elapsed < Millis(4 * time + 20), "{time} ms: {elapsed:?}");
    }
    assert!(bounds > 0);
}

#[test]
fn the_speed_cap_holds_within_three_per_cent() {
    for (elo, cap) in [(600, 500), (1000, 3_700), (1400, 51_700)] {
        let outcome = limited(elo, 4_000, 1);
        let expected = cap * outcome.report.elapsed.0 / 1000;
        let nodes = i64::try_from(outcome.report.search.nodes).unwrap();
        assert!((nodes - expected).abs() * 100 <= expected * 3, "{elo}: {nodes} of {expected}");
        assert!(outcome.report.elapsed <= Millis(4_000), "{elo}: {:?}", outcome.report.elapsed);
        assert_eq!(outcome.report.dial.nps_cap, Some(u64::try_from(cap).unwrap()));
    }
}

#[test]
fn a_speed_cap_holds_for_all_threads_together() {
    let nodes = |threads| {
        let search = limited_with(threads, 1000, 1_000, 1).report.search;
        (search.depth, search.nodes)
    };
    assert_eq!(nodes(2), nodes(1));
}

#[test]
fn the_same_seed_position_and_dial_give_the_same_move() {
    let moves = |seed| limited(800, 500, seed).best;
    assert_eq!(moves(1), moves(1));
    let different: std::collections::HashSet<_> = (1..=12).map(moves).collect();
    assert!(different.len() > 1, "the seed has no effect");
}

#[test]
fn the_choice_of_a_weakened_move_is_reported() {
    let weakened = limited(800, 500, 3).report.dial.weakened.unwrap();
    assert_eq!(weakened.loss, weakened.best.score.value() - weakened.played.score.value());
    assert!(weakened.loss <= weakened.max_error && weakened.candidates >= 1);
    assert!([41, 475].contains(&weakened.max_error), "{weakened:?}");
}
