//! Pauses, which cost no time, and what the search says on the way to one.

use super::{depth, done, engine, engine_with, go, next, paused, paused_after, watching};
use crate::base::Millis;
use crate::engine::{
    DebugEvent, EngineOptions, Go, GoLimit, Notice, Observation, RepeatGoal, RepeatProgress,
};
use crate::search::StopReason;
use crate::search::observe::{PausePoint, PauseReason, StepCommand};
use crate::timing::ClockState;
use std::sync::mpsc::Receiver;
use std::time::Duration;

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

#[test]
fn the_clock_pauses_with_the_search() {
    let (mut engine, notices, clock) = engine(Duration::from_micros(500));
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
fn logged_hits_come_together_and_none_is_lost() {
    let (mut engine, notices, _) = engine(Duration::ZERO);
    engine.debug(watching(Observation::On, &["ply > 0 log", "nodes = 1000"]));
    engine.go(go(1, depth(6))).unwrap();
    let (mut events, mut hits, mut is_paused) = (0, Vec::new(), false);
    next(&notices, |notice| match notice {
        Notice::Debug(news) => {
            match *news {
                DebugEvent::Hits(1, more) => {
                    events += 1;
                    hits.extend(more.into_iter().map(|hit| (hit.hits, hit.nodes)));
                }
                DebugEvent::Paused(_, paused) => {
                    assert_eq!(hits.last().map(|hit| hit.1), Some(paused.nodes));
                    is_paused = true;
                    engine.step(StepCommand::Continue);
                }
                _ => {}
            }
            None
        }
        Notice::Done(_) => Some(()),
        _ => None,
    });
    assert!(is_paused && hits.len() > 1_000, "{}", hits.len());
    assert!(hits.iter().map(|hit| hit.0).eq(1..=hits.len() as u64));
    // As no time passes: the first alone, those before the pause, and those before the end.
    assert!(events <= 3, "{events}");
}

#[test]
fn a_spent_budget_can_be_inspected() {
    // Every iteration starts, whether it fits or not.
    let time_manager = "smooth(smart-stop(iteration-share=0))".to_owned();
    let options = EngineOptions { time_manager, ..EngineOptions::default() };
    let (mut engine, notices, _) = engine_with(Duration::from_millis(5), &options);
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
    assert_eq!((picture.reason, picture.open.len()), (PauseReason::Requested, 1));
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
fn a_pause_late_in_the_time_of_a_move_comes_before_the_move() {
    let (mut engine, notices, _) = engine(Duration::from_millis(100));
    let limit = GoLimit { move_time: Some(Millis(200_000)), ..GoLimit::default() };
    engine.go(go(1, limit)).unwrap();
    while engine.latest().is_none_or(|report| report.elapsed < Millis(140_000)) {
        next(&notices, |notice| matches!(notice, Notice::Report).then_some(()));
    }
    engine.step(StepCommand::Pause);
    let picture = paused(&notices);
    assert!(picture.iteration > 1, "{}", picture.iteration);
    // The search again took nothing of the time that was left.
    engine.step(StepCommand::Continue);
    let outcome = done(&notices);
    assert_eq!(outcome.report.search.stop, Some(StopReason::MoveTime));
    assert!(i32::from(outcome.report.search.depth) >= picture.iteration, "{picture:?}");
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

/// A search that begins again to be paused has the nodes, the time and the speed of the second search; the pause itself is no time of it, and
/// the time of the move goes on where it was.
#[test]
fn a_search_that_begins_again_has_its_own_time_and_speed() {
    let (mut engine, notices, clock) = engine(Duration::from_millis(1));
    engine.go(go(1, GoLimit { infinite: true, ..GoLimit::default() })).unwrap();
    let published = |notice| matches!(notice, Notice::Report).then_some(());
    while engine.latest().is_none_or(|report| report.search.nodes < 20_000) {
        next(&notices, published);
    }
    // Until here the search is slow.
    clock.wait(Duration::from_secs(1000));
    engine.step(StepCommand::Pause);
    paused(&notices);
    clock.wait(Duration::from_secs(3600));
    paused_after(&engine, &notices, StepCommand::Iteration);
    engine.stop();
    let report = done(&notices).report;
    let again = report.again.unwrap();
    assert!(again.0 > 0 && again < Millis(600_000), "{again:?}");
    assert!(report.elapsed > Millis(1_000_000) && report.elapsed < Millis(3_000_000));
    let speed = report.search.nodes * 1000 / u64::try_from(again.0).unwrap();
    assert!(report.nps.abs_diff(speed) <= 1 + speed / 100, "{speed}: {report:?}");
}

#[test]
fn a_complete_search_says_that_there_is_nothing_to_pause() {
    for limit in [GoLimit { infinite: true, ..depth(2) }, depth(2)] {
        let (mut engine, notices, _) = engine(Duration::ZERO);
        let ponder = !limit.infinite;
        engine.go(Go { ponder, ..go(1, limit) }).unwrap();
        // It may still be under way when the first command comes.
        let complete = || {
            engine.step(StepCommand::Pause);
            next(&notices, |notice| match notice {
                Notice::Debug(news) => match *news {
                    DebugEvent::Complete(1) => Some(true),
                    DebugEvent::Paused(..) => Some(false),
                    _ => None,
                },
                _ => None,
            })
        };
        while !complete() {
            engine.step(StepCommand::Continue);
        }
        engine.stop();
        assert!(done(&notices).best.is_some());
    }
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

/// The next report of how far a repeated search is.
fn repeat(notices: &Receiver<Notice>) -> RepeatProgress {
    next(notices, |notice| match notice {
        Notice::Debug(news) => match *news {
            DebugEvent::Repeats(_, progress) => Some(progress),
            _ => None,
        },
        _ => None,
    })
}

/// A search that is done again for a pause tells how far it is, and goes on without the pause when that is given up.
#[test]
fn a_pause_on_the_way_is_reported_and_can_be_given_up() {
    let (mut engine, notices, _) = engine(Duration::from_millis(1));
    engine.debug(watching(Observation::Off, &[]));
    engine.go(go(1, GoLimit { infinite: true, ..GoLimit::default() })).unwrap();
    let reached = |depth| {
        while engine.latest().is_none_or(|report| report.search.depth < depth) {
            next(&notices, |notice| matches!(notice, Notice::Report).then_some(()));
        }
    };
    reached(11);
    // The second command reaches the search that the first has begun again.
    engine.step(StepCommand::Pause);
    engine.step(StepCommand::Continue);
    let begun = repeat(&notices);
    assert_eq!((begun.iteration, begun.nodes), (0, 0));
    let RepeatGoal::Iteration(depth) = begun.goal else { panic!("{begun:?}") };
    assert!(depth >= 11);
    next(&notices, |notice| match notice {
        Notice::Debug(news) => match *news {
            DebugEvent::Resumed(1) => Some(()),
            DebugEvent::Paused(..) => panic!("the pause was given up"),
            _ => None,
        },
        _ => None,
    });
    // It runs on and can be paused again, anywhere in a node; then it steps back, of which it knows the nodes.
    engine.step(StepCommand::Pause);
    let there = paused(&notices);
    let earlier = u64::from(there.point == PausePoint::Entered);
    engine.step(StepCommand::Back);
    let back = repeat(&notices);
    assert_eq!(back.goal, RepeatGoal::Node((there.nodes - earlier).max(1)));
    engine.stop();
    done(&notices);
}
