//! What is not claimed, because the score or another search does not bear it out: material, replies and repetitions.

use super::{answered, reason, reason_beside, result};
use crate::annotate::comparison::Comparison;
use crate::annotate::reason::{Draw, Reason};
use crate::annotate::task::TaskResult;
use crate::annotate::task_results::{Deviations, Pair};
use crate::base::Score;
use crate::knowledge::{Evaluator, Knowledge};
use crate::rules::parse_fen;

#[test]
fn what_the_searches_do_not_bear_out_is_not_claimed() {
    let fork = "r3k3/8/8/3N4/8/8/8/4K3 b - - 0 1";
    let (line, better) = ("Kd7 Nb6+ Kc6 Nxa8", "Kd8 Kd2");
    let lost = |played, best, other| {
        let (played, best) = ((Score::raw(played), line), (Score::raw(best), better));
        !reason_beside(other, fork, played, best, None).is_empty()
    };
    assert!(lost(-500, 0, None) && lost(-500, 0, Some([0, -450])));
    assert!(!lost(-500, 0, Some([0, -190])), "the other search finds too little for a rook");
    let either = |played, best| {
        let lines = [(Score::raw(played), line), (Score::raw(best), better)];
        let fork = "r3k3/8/8/3N4/8/8/8/4K2N b - - 0 1";
        answered(fork, lines, (Score::raw(-played), "Nb6+"))
    };
    assert_eq!(either(-900, -400), "loses a rook: 2.Nb6+ attacks the king and the rook on a8");
    assert_eq!(either(-790, -310), "loses a rook: 2.Nb6+ attacks the king and the rook on a8");
    let little = either(-1050, -560);
    assert!(little.starts_with("costs material"), "{little}: hardly any chances are lost");
    let missed = |line, played: i32| {
        let (best, played) = ((Score::raw(played + 320), line), (Score::raw(played), "Kd2 Nc6"));
        reason("4k3/8/8/8/3n4/4B3/8/R3K3 w - - 0 1", played, best, None)
    };
    let reason_of = |line, score| {
        let (best, played) = ((Score::raw(score), line), (Score::raw(0), "Kf2 Kf7 Kg2 Ke6"));
        reason("1n2kb2/p7/8/8/8/2N5/8/R3KB2 w - - 0 1", played, best, None)
    };
    let quiet = |line| reason_of(line, 150);
    assert_eq!(quiet("Kd2 Kf7 Rxa7+ Kg6 Ra1 Kf7"), "misses the win of a pawn by 1.Kd2");
    let far = reason_of("Kd2 Kf7 Rxa7+ Kg6 Ra1 Kf7", 290);
    assert_eq!(
        far, "costs material compared with 1.Kd2",
        "the score falls by far more than a pawn"
    );
    let late = quiet("Kd2 Kf7 Ke1 Ke8 Kd2 Kf7 Ke1 Ke8 Rxa7 Be7 Ra1 Kf7");
    assert_eq!(late, "costs a pawn compared with 1.Kd2", "a pawn that falls late");
    assert!(missed("Bxd4 Kd7", 400).starts_with("misses the win of a knight by 1.Bxd4"));
    assert!(missed("Ra4 Kd7 Bxd4 Ke6", 0).starts_with("misses the win of a knight by 1.Ra4"));
    assert_eq!(missed("Ra4 Kd7 Bxd4 Ke6", 400), "", "won either way, and the board shows nothing");
    let pawn = |loss: i32| {
        let (played, best) = ((Score::raw(-loss), "Kf7 Rxd5"), (Score::raw(0), "Ke6 Kd1"));
        reason("8/4k3/8/3p4/8/8/3R4/4K3 b - - 0 1", played, best, None)
    };
    assert!(pawn(250).starts_with("loses a pawn"), "{}", pawn(250));
    assert_eq!(pawn(350), "", "a pawn does not explain so much");
    assert_eq!(pawn(85), "", "a pawn is more than the move loses");
    let castles = "4k3/8/8/8/8/8/5P2/4K2R w K - 0 1";
    let given_up = |loss: i32| {
        reason(castles, (Score::raw(-loss), "Rh2 Kd8"), (Score::raw(0), "O-O Kd8"), None)
    };
    assert_eq!(given_up(150), "gives up the right to castle");
    assert_eq!(given_up(300), "", "a weakness does not explain so much");
    let still = reason(fork, (Score::raw(0), "Kd7 Kd2"), (Score::raw(300), "Kf8 Kd2"), None);
    assert_eq!(still, "", "no repetition in the line");
    let repeated = reason_beside(
        Some([-60, -900]),
        "6k1/Q7/8/8/6q1/8/7P/7K b - - 0 1",
        (Score::raw(-900), "Qd7 Qxd7"),
        (Score::raw(0), "Qd1+ Kg2 Qg4+ Kh1"),
        None,
    );
    assert!(repeated.starts_with("loses the queen"), "{repeated}: the other search sees no draw");
    let late = reason(
        "6k1/Q7/8/8/6q1/8/7P/7K b - - 0 1",
        (Score::raw(-200), "Kf8 h3"),
        (Score::raw(0), "Qc8 h3 Qd8 h4 Qe8 h5 Qd8 h6 Qe8 Kh2 Kf8 Qb7 Kg8 Qa7"),
        None,
    );
    assert_eq!(late, "", "a repetition far away is not forced");
}

/// Material is not named where one of the searches sees little lost.
#[test]
fn material_is_named_only_where_every_search_sees_chances_lost() {
    let fork = "r3k3/8/8/3N4/8/8/8/4K2N b - - 0 1";
    let lines = [(Score::raw(-500), "Kd7 Nb6+ Kc6 Nxa8"), (Score::raw(0), "Kd8 Kd2")];
    assert_eq!(answered(fork, lines, (Score::raw(60), "Nb6+")), "");
    assert!(answered(fork, lines, (Score::raw(70), "Nb6+")).starts_with("loses a rook"));
}

/// Another search of the position after the move finds another reply, or a win where this one finds a draw.
#[test]
fn a_reply_that_another_search_does_not_find_is_not_named() {
    let fork = "r3k3/8/8/3N4/8/8/8/4K2N b - - 0 1";
    let lines = [(Score::raw(-500), "Kd7 Nb6+ Kc6 Nxa8"), (Score::raw(0), "Kd8 Kd2")];
    assert!(answered(fork, lines, (Score::raw(500), "Nb6+")).starts_with("loses a rook"));
    let other = answered(fork, lines, (Score::raw(500), "Nf6+"));
    assert_eq!(other, "costs material worth 3 pawns or more compared with 1...Kd8");
    // Where the position is lost either way the number is left out, and nothing else is left to say.
    let lost = [(Score::raw(-830), "Kd7 Nb6+ Kc6 Nxa8"), (Score::raw(-330), "Kd8 Kd2")];
    assert_eq!(answered(fork, lost, (Score::raw(830), "Nf6+")), "");
    let queens = "6k1/Q7/8/8/6q1/8/7P/7K w - - 0 1";
    let lines = [(Score::DRAW, "Qb7 Qd1+ Kg2 Qg4+ Kh1"), (Score::raw(200), "Qa8+ Kf7")];
    let answer = |score| (Score::raw(score), "Qd1+");
    assert_eq!(answered(queens, lines, answer(0)), "allows a draw by repetition");
    assert_eq!(answered(queens, lines, answer(90)), "");
}

/// A draw that was not there for another search, or by another move, is none that was given up.
#[test]
fn a_repetition_that_another_search_does_not_find_is_not_named() {
    let position = parse_fen("6k1/Q7/8/8/6q1/8/7P/7K b - - 0 1").unwrap();
    let draw = result((Score::DRAW, "Qd1+ Kg2 Qg4+ Kh1"), &position);
    let played = result((Score::raw(-120), "Kf8 Qb8+"), &position);
    let mut evaluator = Evaluator::new(Knowledge::standard().unwrap());
    let mut words = |line| {
        let best = result((Score::DRAW, line), &position);
        let other = Some(Pair { best: &best, played: &played });
        let comparison = Comparison { other, ..Comparison::new(&position, &draw, &played) };
        comparison.reason(&mut evaluator).map_or_else(String::new, |proof| proof.reason.to_string())
    };
    assert_eq!(words("Qd1+ Kg2 Qd5+ Kg1 Qd1+ Kg2"), "gives up the draw by repetition");
    assert_eq!(words("Qd1+ Kg2"), "");
    assert_eq!(words("Qe4+ Kg1 Qg4+ Kh1"), "");
    // The first search of the position has to see a draw too.
    let mut seen = |score| {
        let first = result((Score::raw(score), "Qd1+ Kg2"), &position);
        let comparison =
            Comparison { first: Some(&first), ..Comparison::new(&position, &draw, &played) };
        comparison.reason(&mut evaluator).map_or_else(String::new, |proof| proof.reason.to_string())
    };
    assert_eq!([0, -40].map(&mut seen), ["gives up the draw by repetition", ""]);
}

/// A repetition that the side which would rather go on can avoid without standing clearly worse is none that is forced.
#[test]
fn a_repetition_is_named_only_where_going_on_is_worse() {
    let position = parse_fen("6k1/Q7/8/8/6q1/8/7P/7K b - - 0 1").unwrap();
    let draw = result((Score::DRAW, "Qd1+ Kg2 Qg4+ Kh1"), &position);
    let played = result((Score::raw(-120), "Kf8 Qb8+"), &position);
    let given_up = |score| {
        let without = TaskResult { score, ..draw.clone() };
        let deviations = Deviations { best: Some(&without), played: None };
        Comparison { deviations, ..Comparison::new(&position, &draw, &played) }.on_the_board()
    };
    // White loses by going on, and stands as well or nearly so.
    let lost = Some(Reason::LeavesRepetition { without: None });
    let scores = [Score::HEURISTIC_MAX, Score::raw(80), Score::raw(20), Score::DRAW];
    assert_eq!(scores.map(given_up), [lost.clone(), lost, None, None]);
    let position = parse_fen("6k1/Q7/8/8/6q1/8/7P/7K w - - 0 1").unwrap();
    let draw = result((Score::DRAW, "Qb7 Qd1+ Kg2 Qg4+ Kh1"), &position);
    let better = result((Score::raw(200), "Qa8+ Kf7"), &position);
    let allowed = |score| {
        let without = TaskResult { score, ..draw.clone() };
        let deviations = Deviations { best: None, played: Some(&without) };
        Comparison { deviations, ..Comparison::new(&position, &better, &draw) }.on_the_board()
    };
    let draw = Some(Reason::AllowsDraw(Draw::Repetition));
    let scores = [-Score::HEURISTIC_MAX, Score::raw(-80), Score::raw(-20), Score::DRAW];
    assert_eq!(scores.map(allowed), [draw.clone(), draw, None, None]);
}
