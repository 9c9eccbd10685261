//! Trees and recordings of the searches of a game.

use super::{depth, done, engine, engine_with, go, reply, three_moves};
use crate::base::{Elo, Millis};
use crate::engine::{
    DebugSettings, Engine, EngineOptions, GoLimit, Provenance, Query, Reply, SearchedNodes,
    Unrepeatable, recording_of,
};
use crate::rules::notation;
use crate::search::observe::{DEFAULT_BYTES, NodeId, SearchRecording, TreeNode};
use crate::strength::StrengthLevel;
use crate::strength::human::HumanLevel;
use crate::timing::ClockState;
use std::time::Duration;

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
