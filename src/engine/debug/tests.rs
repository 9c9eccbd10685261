//! The debugger through the engine's handle: pauses that cost no time, steps, queries.

use crate::base::{Elo, Millis};
use crate::engine::{
    Backend, Clock, DebugEvent, DebugSettings, Engine, EngineCore, EngineOptions, Go, GoLimit,
    ManualClock, Notice, Observation, Outcome, Provenance, Query, RepeatGoal, RepeatProgress,
    Reply, Report, SearchedNodes, Unrepeatable, recording_of,
};
use crate::rules::{Position, notation, parse_fen};
use crate::search::observe::{
    DEFAULT_BYTES, MoveOutcome, NodeId, PauseReason, PausedSearch, SearchRecording, StepCommand,
    TreeNode,
};
use crate::search::{PvLine, StopReason, VALUE_HASH_MIB};
use crate::strength::StrengthLevel;
use crate::strength::human::HumanLevel;
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
    DebugSettings { observation: watching, breakpoints, remember: true }
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
        let Reply::Words(origin) = ask(Query::Origin { case: boxed(), best: outcome.best, search })
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

/// The tree of the third search of a game, whose table and histories are full of the searches before, and which ended
/// within an iteration: its root nodes have the scores, bounds and nodes of the report.
#[test]
fn the_tree_is_that_of_the_search() {
    for multi_pv in [1, 3] {
        let options = EngineOptions { multi_pv, ..EngineOptions::default() };
        let (mut engine, notices, _) = engine_with(Duration::ZERO, &options);
        engine.debug(DebugSettings { remember: true, ..DebugSettings::default() });
        let mut game = go(0, GoLimit { nodes: Some(9_000), ..GoLimit::default() });
        let report = three_moves(&mut engine, &notices, &mut game);
        let case = Box::new(recording_of(&game, &options, &report));
        let search = SearchedNodes { epoch: 3, nodes: report.search.nodes };
        let (line, levels, bytes) = (vec![], usize::MAX, DEFAULT_BYTES);
        let number = engine.query(Query::Explore { case, search, line, levels, bytes }).unwrap();
        let Reply::Tree(tree, Provenance::Same) = reply(&notices, number) else {
            panic!("no tree of the same search")
        };
        assert_eq!(tree.total(), report.search.nodes, "{multi_pv}");
        let roots: Vec<_> = tree.roots().iter().map(|&id| tree.node(id).unwrap()).collect();
        assert_eq!(roots[0].iteration, 1, "all iterations");
        for line in &report.search.lines {
            let of_line = |id: &NodeId| {
                let root = tree.node(*id).unwrap();
                let last = || tree.node(tree.last_search(*id, line.moves[0])?);
                let score = match root.left {
                    Some(left) => root.score().filter(|_| left.best == Some(line.moves[0])),
                    // A search that stops within an iteration leaves moves of it, but not its root.
                    None => last().and_then(TreeNode::score).map(|score| -score),
                };
                root.iteration == i32::from(line.depth) && score == Some(line.score)
            };
            let is_exact = line.bound == crate::base::Bound::Exact;
            assert!(!is_exact || tree.roots().iter().any(of_line), "{line:?}");
        }
        let below: u64 = roots.iter().map(|root| root.nodes).sum();
        assert_eq!(below, report.search.nodes);
    }
}

/// The recording of the third search of a game, which the clock ended as it ended those before, leads to the same search from
/// an empty table: what the searches before left is in it.
#[test]
fn a_recording_repeats_the_search_of_a_game() {
    let full = StrengthLevel::Full;
    let limited = StrengthLevel::Limited(Elo(1500));
    let human = StrengthLevel::Human(HumanLevel::at(Elo(1500)));
    let cases = [(full, true, 2), (full, false, 2), (limited, true, 2), (human, true, 0)];
    for (dial, remember, earlier) in cases {
        let (mut engine, notices, _) = engine(Duration::from_micros(900));
        engine.debug(DebugSettings { remember, ..DebugSettings::default() });
        let clock = ClockState { remaining: Millis(9_000), pieces: 32, ..ClockState::default() };
        let mut game = go(0, GoLimit { clock: Some(clock), ..GoLimit::default() });
        game.dial = dial;
        let report = three_moves(&mut engine, &notices, &mut game);
        let options = EngineOptions { hash_mib: 1, ..EngineOptions::default() };
        let case = || Box::new(recording_of(&game, &options, &report));
        let ask = |engine: &Engine| {
            let (case, search) = (case(), SearchedNodes { epoch: 3, nodes: u64::MAX });
            reply(&notices, engine.query(Query::Record { case, search }).unwrap())
        };
        let Reply::Recorded(recorded, None) = ask(&engine) else { panic!("no record: {dial:?}") };
        let result = recorded.result.clone().unwrap();
        assert_eq!(result.nodes, report.search.nodes, "{dial:?}");
        // Of lines that tie the played one is the first in the report. The human model chooses from those of an earlier iteration.
        let lines = &report.search.lines;
        let best = lines.iter().filter(|line| line.score == lines[0].score);
        let mut best = best.map(|line| line.moves.iter().map(|mv| notation::uci(*mv)));
        assert!(dial == human || best.any(|line| line.eq(result.line.iter().cloned())), "{dial:?}");
        assert_eq!(recorded.earlier.len(), earlier, "{dial:?}");
        let read = SearchRecording::from_ron(&recorded.to_ron().unwrap()).unwrap();
        assert_eq!(read, *recorded);
        let replay = Query::Replay(Box::new(read));
        let replay = reply(&notices, engine.query(replay).unwrap());
        assert!(matches!(replay, Reply::Replayed(None)), "{dial:?}: {replay:?}");
        // Without what the searches before left it is another search.
        let alone = Box::new(SearchRecording { earlier: Vec::new(), ..(*recorded).clone() });
        let alone = reply(&notices, engine.query(Query::Replay(alone)).unwrap());
        assert_eq!(matches!(alone, Reply::Replayed(Some(_))), earlier > 0, "{dial:?}: {alone:?}");

        engine.new_game().unwrap();
        engine.go(go(4, depth(1))).unwrap();
        done(&notices);
        let reply = ask(&engine);
        let Reply::Recorded(cleared, Some(Unrepeatable::Cleared)) = reply else {
            panic!("{dial:?}: {reply:?}")
        };
        assert!(cleared.earlier.is_empty() && cleared.depth == Some(report.search.depth));
    }
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
    let Reply::Words(origin) = ask(&engine, Query::Origin { case: case(), best, search }) else {
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
        let question = Query::Origin { case, best: outcome.best, search };
        let Reply::Words(origin) = reply(&notices, engine.query(question).unwrap()) else {
            panic!("no origin")
        };
        let first = format!("from {}\n", notation::san(&start, outcome.best.unwrap()));
        assert!(origin.contains(&first), "{first}: {origin}");
    }
    assert!(tied > 0, "no tie was played");
}

/// A search with several threads is not recorded as if it could be repeated.
#[test]
fn a_search_with_threads_is_recorded_from_an_empty_table() {
    let options = EngineOptions { threads: 2, ..EngineOptions::default() };
    let (mut engine, notices, _) = engine_with(Duration::ZERO, &options);
    let order = go(1, depth(4));
    engine.go(order.clone()).unwrap();
    let report = done(&notices).report;
    let case = Box::new(recording_of(&order, &options, &report));
    let search = SearchedNodes { epoch: 1, nodes: u64::MAX };
    let number = engine.query(Query::Record { case, search }).unwrap();
    let Reply::Recorded(recorded, Some(Unrepeatable::Threads)) = reply(&notices, number) else {
        panic!("no note")
    };
    assert_eq!((recorded.depth, recorded.nodes), (Some(report.search.depth), None));
}

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
    // It runs on and can be paused again; then it steps back, of which it knows the nodes.
    engine.step(StepCommand::Pause);
    let there = paused(&notices);
    engine.step(StepCommand::Back);
    let back = repeat(&notices);
    assert_eq!(back.goal, RepeatGoal::Node((there.nodes - 1).max(1)));
    engine.stop();
    done(&notices);
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
