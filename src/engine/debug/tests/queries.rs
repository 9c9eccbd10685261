//! Queries about a search that is paused or over.

use super::{depth, done, engine, engine_with, go, paused, reply, three_moves, watching};
use crate::base::{Elo, Millis};
use crate::engine::{
    DebugSettings, Engine, EngineOptions, Go, GoLimit, Observation, Provenance, Query, Reply,
    SearchedNodes, recording_of,
};
use crate::rules::{Position, notation, parse_fen};
use crate::search::observe::{DEFAULT_BYTES, MoveOutcome, SearchRecording};
use crate::search::{PvLine, VALUE_HASH_MIB};
use crate::strength::StrengthLevel;
use crate::strength::human::HumanLevel;
use crate::timing::ClockState;
use std::time::Duration;

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
        let search = SearchedNodes { epoch: 1, nodes: u64::MAX };
        let (levels, bytes) = (3, DEFAULT_BYTES);
        let explore = Query::Explore { case: boxed(), search, line, levels, bytes };
        // The state before this search is not kept.
        let Reply::Tree(tree, Provenance::EmptyTable) = ask(explore) else { panic!("no tree") };
        assert!(tree.total() > 20 && tree.line == [outcome.best.unwrap()]);
        let line = vec!["a2a4".to_owned(), "e7e5".to_owned()];
        let Reply::WhyNot(answers, _, Provenance::EmptyTable) =
            ask(Query::WhyNot { case: boxed(), search, line })
        else {
            panic!("no answers")
        };
        assert_eq!(answers.len(), 2);
        let pair = [best.clone(), "g4".to_owned()];
        let Reply::Compared(compared) = ask(Query::Compare { case: boxed(), pair }) else {
            panic!("no comparison")
        };
        assert!(compared.sides[0].line.score >= compared.sides[1].line.score);
        let Reply::TtProbe(look) = ask(Query::TtProbe(Box::default())) else { panic!("no look") };
        assert_eq!((look.key, look.mib), (Position::default().key(), 1));
        assert!(look.entry.is_some_and(|it| it.mv.is_some()));
        let Reply::Recorded(recorded, None) = ask(Query::Record { case: boxed(), search }) else {
            panic!("no record")
        };
        assert_eq!(recorded.result.as_ref().unwrap().nodes, outcome.report.search.nodes);
        assert!(matches!(ask(Query::Replay(recorded)), Reply::Replayed(None)));
        let Reply::Words(origin) =
            ask(Query::Origin { case: boxed(), best: outcome.best, played: None, search })
        else {
            panic!("no origin")
        };
        assert!(origin.starts_with("Where the score of the root comes from; scores in the view"));
        assert!(origin.contains("from an empty one\niteration 5, the root:"), "{origin}");
        assert!(origin.contains("made here") || origin.contains("not in the trace"), "{origin}");
        assert!(origin.contains("The leaf is worth") && origin.contains("because "), "{origin}");
        let nonsense = Query::WhyNot {
            search,
            case: Box::new(SearchRecording { depth: None, ..case.clone() }),
            line: vec![],
        };
        assert!(matches!(ask(nonsense), Reply::Failed(why) if why.contains("depth")));
    }
    engine.stop();
    assert_eq!(done(&notices).epoch, 2);
}

/// The human model values all moves to a depth and then searches the best line alone: the answers are about the iteration whose lines are
/// on the screen, and about the table of that search.
#[test]
fn the_answers_after_a_move_of_the_human_model_are_about_its_lines() {
    let (mut engine, notices, _) = engine(Duration::ZERO);
    engine.debug(DebugSettings { remember: true, ..DebugSettings::default() });
    let mut game = go(0, GoLimit::default());
    let clock = ClockState { remaining: Millis(9_000), pieces: 32, ..ClockState::default() };
    game.limit.clock = Some(clock);
    game.dial = StrengthLevel::Human(HumanLevel::at(Elo(1500)));
    let report = three_moves(&mut engine, &notices, &mut game);
    let shown = &report.search.lines[0];
    let depth = usize::from(report.search.depth);
    assert!(report.search.statistics.nodes_by_iteration.len() > depth, "deeper iterations");
    let options = EngineOptions { hash_mib: 1, ..EngineOptions::default() };
    let search = SearchedNodes { epoch: 3, nodes: u64::MAX };
    let case = || Box::new(recording_of(&game, &options, &report));
    let ask = |engine: &Engine, question| reply(&notices, engine.query(question).unwrap());
    let best = shown.moves.first().copied();
    let Reply::Words(origin) =
        ask(&engine, Query::Origin { case: case(), best, played: None, search })
    else {
        panic!("no origin")
    };
    let root = format!("iteration {depth}, the root: {} at depth {depth}", shown.score);
    assert!(origin.contains(&root), "{root}: {origin}");
    let line = vec![notation::uci(shown.moves[0])];
    let Reply::WhyNot(answers, ..) = ask(&engine, Query::WhyNot { case: case(), search, line })
    else {
        panic!("no answers")
    };
    assert_eq!(usize::try_from(answers[0].iteration), Ok(depth));
    assert_eq!(answers[0].outcome, MoveOutcome::Best(shown.score));
    let Reply::TtProbe(look) = ask(&engine, Query::TtProbe(Box::new(report.root.clone()))) else {
        panic!("no look")
    };
    assert_eq!(look.mib, VALUE_HASH_MIB);
    assert!(look.entry.is_some() && look.hashfull > 0, "{look:?}");
    // The main search has its table again.
    engine.go(go(4, GoLimit { depth: Some(3), ..GoLimit::default() })).unwrap();
    done(&notices);
    let Reply::TtProbe(look) = ask(&engine, Query::TtProbe(Box::default())) else {
        panic!("no look")
    };
    assert_eq!(look.mib, 1);
    assert!(look.entry.is_some());
}

/// Promotions that capture a rook and are taken tie: the one that the human model plays is the first line, and question d follows it.
#[test]
fn of_moves_that_tie_the_played_one_comes_first() {
    let start = "2kr4/ppp2ppp/2n5/8/8/2NP3P/PPP2Pp1/R4RK1 b - - 0 8";
    let start = parse_fen(start).unwrap();
    let mut tied = 0;
    for seed in 0..8 {
        let options = EngineOptions { seed, ..EngineOptions::default() };
        let (mut engine, notices, _) = engine_with(Duration::ZERO, &options);
        engine.debug(DebugSettings { remember: true, ..DebugSettings::default() });
        let clock = ClockState { remaining: Millis(9_000), pieces: 21, ..ClockState::default() };
        let limit = GoLimit { clock: Some(clock), ..GoLimit::default() };
        let dial = StrengthLevel::Human(HumanLevel::at(Elo(1200)));
        let order = Go { epoch: 1, dial, ..Go::new(start.clone(), Vec::new(), limit) };
        engine.go(order.clone()).unwrap();
        let outcome = done(&notices);
        let lines = &outcome.report.search.lines;
        let played = |line: &&PvLine| line.moves.first().copied() == outcome.best;
        let score = lines.iter().find(played).unwrap().score;
        let is_best = lines.iter().all(|line| line.score <= score);
        if !is_best || lines.iter().filter(|line| line.score == score).count() < 2 {
            continue;
        }
        tied += 1;
        assert_eq!(lines[0].moves.first().copied(), outcome.best, "seed {seed}");
        let case = Box::new(recording_of(&order, &options, &outcome.report));
        let search = SearchedNodes { epoch: 1, nodes: u64::MAX };
        let question = Query::Origin { case, best: outcome.best, played: None, search };
        let Reply::Words(origin) = reply(&notices, engine.query(question).unwrap()) else {
            panic!("no origin")
        };
        let first = format!("from {}\n", notation::san(&start, outcome.best.unwrap()));
        assert!(origin.contains(&first), "{first}: {origin}");
    }
    assert!(tied > 0, "no tie was played");
}

#[test]
fn a_query_can_be_cancelled() {
    let (engine, notices, _) = engine(Duration::ZERO);
    let mut case = SearchRecording::new(&Position::default(), &[]);
    case.depth = Some(60);
    let number = engine
        .query(Query::Record { case: Box::new(case), search: SearchedNodes::default() })
        .unwrap();
    engine.cancel_queries();
    assert!(matches!(reply(&notices, number), Reply::Failed(why) if why.contains("stopped")));
}
