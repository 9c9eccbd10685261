//! Texts of reasons: constructed results on small boards, one reason each.

use super::super::reason::Comparison;
use super::super::task::TaskResult;
use crate::base::{Interval, Score};
use crate::knowledge::{Evaluator, Knowledge};
use crate::rules::{Move, Position, parse_fen, parse_move};

fn line(position: &Position, text: &str) -> Vec<Move> {
    let mut at = position.clone();
    let play = |word| {
        let mv = parse_move(&at, word).unwrap_or_else(|error| panic!("{text}: {error}"));
        at.play(mv);
        mv
    };
    text.split(' ').map(play).collect()
}

/// The reason why `played` is worse than `best` on `fen`, each given as a score and its moves.
fn reason(fen: &str, played: (Score, &str), best: (Score, &str), last: Option<&str>) -> String {
    let mut evaluator = Evaluator::new(Knowledge::standard().unwrap());
    let mut position = parse_fen(fen).unwrap();
    let last = last.map(|text| {
        let mv = parse_move(&position, text).unwrap();
        position.play(mv);
        mv
    });
    let below = Interval { low: Score::raw(-150), high: Score::raw(-120) };
    let result = |(score, text): (Score, &str)| TaskResult {
        score,
        line: line(&position, text),
        shadow: Some(below),
        ..TaskResult::default()
    };
    let (played, best) = (result(played), result(best));
    let comparison =
        Comparison { position: &position, earlier: &[], last, played: &played, best: &best };
    comparison.reason(&mut evaluator).map_or_else(String::new, |proof| proof.reason.to_string())
}

type Side = (Score, &'static str);

/// A position, the move played and the better one with their values and lines, and the reason.
const CASES: [(&str, Side, Side, &str); 9] = [
    (
        "6k1/3r1ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
        (Score::mated_in(4), "Ra1 Rd1+ Rxd1 h6"),
        (Score::raw(0), "Rxd7 h6"),
        "allows mate in 2 by Rd1+",
    ),
    (
        "6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 0 1",
        (Score::mated_in(2), "Ra3 Rd8#"),
        (Score::raw(0), "h6 Rd8+ Kh7"),
        "overlooks the threat Rd8#",
    ),
    (
        "6k1/5ppp/8/8/8/8/r4PPP/3R2K1 w - - 0 1",
        (Score::raw(0), "h3 h6"),
        (Score::mate_in(1), "Rd8#"),
        "misses Rd8#",
    ),
    (
        "6k1/Q7/8/8/6q1/8/7P/7K b - - 0 1",
        (Score::raw(-900), "Qd7 Qxd7"),
        (Score::raw(0), "Qd1+ Kg2 Qg4+ Kh1"),
        "the 0.00 was only a repetition; without it the position is worth -1.50 to -1.20",
    ),
    (
        "7k/8/6K1/8/8/8/6Q1/8 w - - 0 1",
        (Score::raw(0), "Qf1 Kg8 Qf7+ Kh8"),
        (Score::mate_in(3), "Qb2+ Kg8"),
        "misses mate in 2 by Qb2+",
    ),
    (
        "7k/5K2/8/8/8/8/6QP/8 w - - 0 1",
        (Score::raw(0), "Qg6"),
        (Score::raw(900), "h4"),
        "allows stalemate",
    ),
    (
        "8/8/8/8/8/1p6/7P/k2K4 w - - 0 1",
        (Score::raw(-800), "h4 b2 h5 b1=Q+ Kd2 Ka2"),
        (Score::raw(0), "Kd2 Ka2"),
        "allows the promotion b1=Q+",
    ),
    (
        "r3k3/8/8/3N4/8/8/8/R3K3 b - - 0 1",
        (Score::raw(-500), "Rb8 Kd2"),
        (Score::raw(0), "Rxa1+ Kd2"),
        "misses the win of a rook by Rxa1+",
    ),
    (
        "r3k3/8/8/3N4/8/8/8/4K3 b - - 0 1",
        (Score::raw(-500), "Kd7 Nb6+ Kc6 Nxa8"),
        (Score::raw(0), "Kd8 Kd2"),
        "loses a rook: Nb6+ attacks the king and the rook on a8",
    ),
];

#[test]
fn reasons_are_described() {
    for (fen, played, best, words) in CASES {
        let found = reason(fen, played, best, None);
        assert!(found.starts_with(words), "{fen}: {found:?} for {words:?}");
    }
    let found = reason(
        "4k3/8/2n5/8/3N4/8/8/3RK3 b - - 0 1",
        (Score::raw(-300), "Kf2 Nc6"),
        (Score::raw(0), "Rxd4 Ke7"),
        Some("Nxd4"),
    );
    assert_eq!(found, "does not recapture on d4");
}
