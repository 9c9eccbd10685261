//! Steps backwards: they come to the node before, take no time and keep the hits of breakpoints.

use super::{depth, done, engine, go, next, paused, paused_after, watching};
use crate::base::Millis;
use crate::engine::{DebugEvent, Go, GoLimit, Notice, Observation};
use crate::rules::parse_fen;
use crate::search::observe::{PauseReason, PausedSearch, StepCommand};
use crate::timing::ClockState;
use std::time::Duration;

/// Steps backwards come to the nodes through which the steps forwards went.
#[test]
fn a_step_back_comes_to_the_node_before() {
    let (mut engine, notices, _) = engine(Duration::ZERO);
    engine.go(go(1, depth(6))).unwrap();
    let plain = done(&notices).report.search;
    engine.new_game().unwrap();
    engine.debug(watching(Observation::On, &["ply = 4 after 9"]));
    engine.go(go(2, depth(6))).unwrap();
    let mut forwards = vec![paused(&notices)];
    for _ in 0..5 {
        forwards.push(paused_after(&engine, &notices, StepCommand::Node));
    }
    for before in forwards.iter().rev().skip(1) {
        engine.step(StepCommand::Back);
        next(&notices, |notice| match notice {
            Notice::Debug(news) => matches!(*news, DebugEvent::Repeats(2, _)).then_some(()),
            _ => None,
        });
        let back = paused(&notices);
        assert_eq!((back.nodes, &back.path), (before.nodes, &before.path));
        assert_eq!(back.open.last().map(|node| node.alpha), before.open.last().map(|n| n.alpha));
    }
    engine.debug(watching(Observation::On, &[]));
    engine.step(StepCommand::Continue);
    let watched = done(&notices).report.search;
    assert_eq!((watched.nodes, &watched.lines[0].moves), (plain.nodes, &plain.lines[0].moves));
}

/// A search that is repeated late in its time ends no earlier than the first time.
#[test]
fn a_step_back_is_not_ended_by_the_time_that_has_passed() {
    let clock = ClockState { remaining: Millis(60_000), pieces: 32, ..ClockState::default() };
    let limit = GoLimit { clock: Some(clock), ..GoLimit::default() };
    let g4 = "rnbqkbnr/pppppppp/8/8/6P1/8/PPPPPP1P/RNBQKBNR b KQkq - 0 1";
    let go = |epoch| Go { epoch, ..Go::new(parse_fen(g4).unwrap(), Vec::new(), limit) };
    let (mut engine, notices, _) = engine(Duration::from_millis(8));
    engine.debug(watching(Observation::On, &["nodes = 1000000"]));
    engine.go(go(1)).unwrap();
    let whole = done(&notices).report.search.nodes;
    for share in [70, 90, 98] {
        engine.new_game().unwrap();
        let at = format!("nodes = {}", whole * share / 100);
        engine.debug(watching(Observation::On, &[&at]));
        engine.go(go(share)).unwrap();
        let there = paused(&notices);
        let back = paused_after(&engine, &notices, StepCommand::Back);
        assert_eq!(back.nodes, there.nodes - 1);
        engine.step(StepCommand::Stop);
        done(&notices);
    }
}

/// The hits of a breakpoint count from the start of the search, or from where it was set, whatever the steps back.
#[test]
fn a_step_back_keeps_the_hits_of_breakpoints() {
    let hits = |paused: &PausedSearch| match paused.reason {
        PauseReason::Breakpoint { hits, .. } => Some((hits, paused.nodes)),
        _ => None,
    };
    let (mut engine, notices, _) = engine(Duration::ZERO);
    engine.debug(watching(Observation::On, &["ply = 2 after 30"]));
    engine.go(go(1, depth(6))).unwrap();
    let first = hits(&paused(&notices));
    let second = hits(&paused_after(&engine, &notices, StepCommand::Continue));
    assert_eq!((first.unwrap().0, second.unwrap().0), (30, 31));
    paused_after(&engine, &notices, StepCommand::Back);
    assert_eq!(hits(&paused_after(&engine, &notices, StepCommand::Continue)), second);
    // One that is set here counts from here, also after a step back and forth.
    engine.debug(watching(Observation::On, &["ply = 3 after 5"]));
    let set = hits(&paused_after(&engine, &notices, StepCommand::Continue));
    assert_eq!(set.unwrap().0, 5);
    paused_after(&engine, &notices, StepCommand::Back);
    assert_eq!(hits(&paused_after(&engine, &notices, StepCommand::Continue)), set);
    // Before the place where it was set it counts from the place of the step.
    engine.debug(watching(Observation::On, &["ply = 3"]));
    let set_at = second.unwrap().1;
    while paused_after(&engine, &notices, StepCommand::Back).nodes >= set_at {}
    let earlier = hits(&paused_after(&engine, &notices, StepCommand::Continue)).unwrap();
    assert_eq!((earlier.0, earlier.1 <= set.unwrap().1), (1, true), "{earlier:?}");
}
