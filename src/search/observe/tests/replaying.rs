//! Cases: saved, read, replayed; and two moves compared.

use super::super::compare::quiet_line;
use super::super::{RecordedTask, RecordingError, SearchRecording, compare};
use super::{POSITIONS, case, knowledge, line};
use crate::base::{Random, Score};
use crate::knowledge::Evaluator;
use crate::rules::{Move, parse_fen};
use crate::search::{NoLimits, NullObserver};
use std::sync::Arc;

/// Fifty searches: random games from five starts, with odd limits and options.
fn cases() -> Vec<SearchRecording> {
    let mut random = Random::new(77);
    (0..50)
        .map(|number| {
            let start = parse_fen(POSITIONS[number % 5]).unwrap();
            let (mut position, mut moves) = (start.clone(), Vec::<Move>::new());
            for _ in 0..random.below(12) {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                moves.push(legal[random.below(legal.len() as u64) as usize]);
                position.play(moves[moves.len() - 1]);
            }
            let mut case = SearchRecording::new(&start, &moves);
            case.nodes = Some(200 + random.below(3000));
            case.depth = (number % 3 == 0).then_some(5);
            case.lines = 1 + number % 2;
            case.hash_mib = 1;
            case.contempt = (number % 4) as i32 * 5;
            case.parameters = vec![("futility_margin".to_owned(), 60 + number as i32)];
            case.emphasis.per128[2] = 128 - number as u8;
            case
        })
        .collect()
}

#[test]
fn fifty_searches_replay_to_the_node() {
    for mut case in cases() {
        case.record(knowledge(), &mut NoLimits).unwrap();
        let saved = case.to_ron().unwrap();
        let read = SearchRecording::from_ron(&saved).unwrap();
        assert_eq!(read, case);
        assert_eq!(read.replay(knowledge(), &mut NoLimits).unwrap(), None, "{saved}");
    }
}

#[test]
fn a_recording_with_the_old_field_names_is_read() {
    let mut case = case(POSITIONS[1], 3);
    case.record(knowledge(), &mut NoLimits).unwrap();
    case.parameters = vec![("reduction_principal".to_owned(), 1024)];
    let mut old = case.to_ron().unwrap();
    for (new, name) in
        [("result:", "course:"), ("root_updates:", "milestones:"), ("granularity:", "grain:")]
    {
        assert!(old.contains(new), "{old}");
        old = old.replace(new, name);
    }
    let old: String = old.lines().filter(|line| !line.contains("delayed_loss")).collect();
    let read = SearchRecording::from_ron(&old).unwrap();
    assert_eq!(read, case);
    assert_eq!(read.replay(knowledge(), &mut NoLimits).unwrap(), None);
}

#[test]
fn the_first_difference_is_reported() {
    let mut recorded = case(POSITIONS[1], 5);
    recorded.record(knowledge(), &mut NoLimits).unwrap();
    let changed = |change: fn(&mut SearchRecording)| {
        let mut case = recorded.clone();
        change(&mut case);
        case.replay(knowledge(), &mut NoLimits).unwrap().expect("a difference")
    };
    let other = changed(|case| case.result.as_mut().unwrap().root_updates[2].nodes += 1);
    assert_eq!(other.what, "root search 3");
    assert!(other.recorded.starts_with("depth 3") && other.recorded != other.replayed, "{other}");
    assert_eq!(changed(|case| case.depth = Some(4)).what, "root searches");
    assert_eq!(changed(|case| case.result.as_mut().unwrap().nodes += 1).what, "nodes");
    assert_eq!(changed(|case| case.result.as_mut().unwrap().line.clear()).what, "best line");
    assert!(changed(|case| case.granularity = 30).what.starts_with("root search "));
}

#[test]
fn a_broken_case_is_refused_in_words() {
    let good = case(POSITIONS[0], 2);
    type Spoil = (&'static str, fn(&mut SearchRecording));
    let spoilt: [Spoil; 7] = [
        ("start", |case| case.start = "8/8".to_owned()),
        ("moves", |case| case.moves = vec!["e2e5".to_owned()]),
        ("search_moves", |case| case.search_moves = vec!["a1a8".to_owned()]),
        ("parameters", |case| case.parameters = vec![("nonsense".to_owned(), 1)]),
        ("depth", |case| case.depth = None),
        ("hash_mib", |case| case.hash_mib = usize::MAX),
        ("earlier", |case| case.earlier = vec![RecordedTask::default()]),
    ];
    for (name, spoil) in spoilt {
        let mut case = good.clone();
        spoil(&mut case);
        let error = case.record(knowledge(), &mut NoLimits).unwrap_err();
        assert!(matches!(&error, RecordingError::Field { field, .. } if *field == name), "{error}");
    }
    assert!(SearchRecording::from_ron("(").unwrap_err().to_string().contains("1:2"));
    let future = SearchRecording { form: 3, ..good };
    assert!(
        SearchRecording::from_ron(&future.to_ron().unwrap())
            .unwrap_err()
            .to_string()
            .contains("form")
    );
}

#[test]
fn a_move_outside_the_margin_of_the_strength_limits_is_compared() {
    let case = SearchRecording { lines: usize::MAX, margin: Some(30), ..case(POSITIONS[0], 1) };
    let root = case.root().unwrap().position;
    let pair = [line(&root, "d2d4")[0], line(&root, "g2g4")[0]];
    let found = compare(&case, pair, knowledge(), &mut NoLimits, &mut NullObserver).unwrap();
    assert!(found.sides[0].line.score > found.sides[1].line.score);
}

/// As where a game is annotated, a draw is searched once more with a side that loses by repetitions.
#[test]
fn a_draw_is_compared_with_what_its_repetition_prevents() {
    let fen = "7k/QR6/1R6/8/7q/8/6P1/6K1 b - - 0 1";
    let case = SearchRecording { nodes: Some(20_000), depth: None, ..case(fen, 4) };
    let root = case.root().unwrap().position;
    let pair = [line(&root, "h4e1")[0], line(&root, "h4g3")[0]];
    let found = compare(&case, pair, knowledge(), &mut NoLimits, &mut NullObserver).unwrap();
    let [draw, loss] = &found.sides;
    assert!(draw.line.score == Score::DRAW && loss.line.score < Score::DRAW, "{found:?}");
    assert!(loss.without_repetition.is_none());
    let without = draw.without_repetition.as_ref().map(|line| line.score);
    assert!(without > Some(Score::DRAW), "{without:?}");
    assert!(found.standing < Score::DRAW && found.last.is_none() && found.earlier.is_empty());
}

#[test]
fn two_moves_are_compared_by_where_they_lead() {
    let case = case(POSITIONS[1], 4);
    let root = case.root().unwrap().position;
    let pair = [line(&root, "e2a6")[0], line(&root, "a2a3")[0]];
    let found = compare(&case, pair, knowledge(), &mut NoLimits, &mut NullObserver).unwrap();
    assert_eq!(found.sides.each_ref().map(|side| side.mv), pair);
    for side in &found.sides {
        assert_eq!(side.line.moves[0], side.mv);
        let moves = side.line.moves.iter().chain(&side.exchange);
        let end = moves.fold(root.clone(), |position, mv| position.after(*mv));
        let mut evaluator = Evaluator::new(Arc::clone(knowledge()));
        assert!(quiet_line(&end, &mut evaluator).is_empty(), "an exchange is under way");
    }
    assert!(found.sides[0].line.score > found.sides[1].line.score);
    let differences: Vec<i32> = found.categories.iter().map(|it| it.difference().abs()).collect();
    assert!(differences.is_sorted_by(|a, b| a >= b) && differences[0] > 0);
    // The categories add up to the evaluations without the tempo.
    for (index, side) in found.sides.iter().enumerate() {
        let sum: i32 = found.categories.iter().map(|it| it.values[index]).sum();
        assert_eq!(sum, side.breakdown.total - side.breakdown.tempo());
    }
    assert!(found.terms.iter().any(|term| term.difference() != 0));
}
