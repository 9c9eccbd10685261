//! Texts of reasons: constructed results on small boards, one reason each.

mod evaluation;
mod evidence;
mod material;

use crate::annotate::comparison::Comparison;
use crate::annotate::task::TaskResult;
use crate::annotate::task_results::Pair;
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

fn result((score, text): (Score, &str), from: &Position) -> TaskResult {
    TaskResult { score, line: line(from, text), ..TaskResult::default() }
}

/// The reason why `played` is worse than `best` on `fen`, each given as a score and its moves.
fn reason(fen: &str, played: (Score, &str), best: (Score, &str), last: Option<&str>) -> String {
    reason_beside(None, fen, played, best, last)
}

/// The same where another search has the scores `other` for the better move and the one played.
fn reason_beside(
    other: Option<[i32; 2]>,
    fen: &str,
    played: (Score, &str),
    best: (Score, &str),
    last: Option<&str>,
) -> String {
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
        // As where the search met a repetition that its line does not show.
        depends_on: Some(0),
        ..TaskResult::default()
    };
    let (played, best) = (result(played), result(best));
    let scored =
        |result: &TaskResult, score| TaskResult { score: Score::raw(score), ..result.clone() };
    let other = other.map(|scores| [scored(&best, scores[0]), scored(&played, scores[1])]);
    let other = other.as_ref().map(|[best, played]| Pair { best, played });
    let comparison = Comparison { last, other, ..Comparison::new(&position, &best, &played) };
    comparison.reason(&mut evaluator).map_or_else(String::new, |proof| proof.reason.to_string())
}

/// The reason where another search of the position after the move finds `answer`.
fn answered(fen: &str, [played, best]: [Side; 2], answer: Side) -> String {
    let mut evaluator = Evaluator::new(Knowledge::standard().unwrap());
    let position = parse_fen(fen).unwrap();
    let (played, best) = (result(played, &position), result(best, &position));
    let answer = result(answer, &position.after(played.line[0]));
    let answer = Some(&answer);
    let comparison = Comparison { answer, ..Comparison::new(&position, &best, &played) };
    comparison.reason(&mut evaluator).map_or_else(String::new, |proof| proof.reason.to_string())
}

type Side = (Score, &'static str);

/// A position, the move played and the better one with their values and lines, and the reason.
const CASES: [(&str, Side, Side, &str); 12] = [
    (
        "6k1/3r1ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
        (Score::mated_in(4), "Ra1 Rd1+ Rxd1 h6"),
        (Score::raw(0), "Rxd7 h6"),
        "allows mate in 2 by 1...Rd1+",
    ),
    (
        "6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 0 1",
        (Score::mated_in(2), "Ra3 Rd8#"),
        (Score::raw(0), "h6 Rd8+ Kh7"),
        "overlooks the threat 2.Rd8#",
    ),
    (
        "6k1/5ppp/8/8/8/8/r4PPP/3R2K1 w - - 0 1",
        (Score::raw(0), "h3 h6"),
        (Score::mate_in(1), "Rd8#"),
        "misses 1.Rd8#",
    ),
    // A far mate says less than the piece that its first move wins.
    (
        "6k1/3r1ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1",
        (Score::mated_in(12), "h3 Rxd1+ Kh2"),
        (Score::raw(900), "Qxd7 h6"),
        "overlooks the threat of mate in 6 by 1...Rxd1+, which captures the queen on d1",
    ),
    // The rooks are traded, and only the pawns are left.
    (
        "3rk3/5ppp/8/1p6/8/8/5PPP/3R2K1 w - - 0 1",
        (Score::raw(-700), "Rxd8+ Kxd8 h3 b4"),
        (Score::raw(0), "Ra1 Kd7 h3 Kc6 Ra6+ Kb7 Ra1 Ra8"),
        "trades into a lost pawn ending",
    ),
    (
        "3r2k1/5ppp/8/1p6/8/8/5PPP/3RK3 w - - 0 1",
        (Score::raw(-700), "h3 Rxd1+ Kxd1 b4"),
        (Score::raw(0), "Ra1 h6 h3 Kh7 Rb1 Rb8 Kd2 Kg6"),
        "allows a trade into a lost pawn ending",
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
        "misses mate in 2 by 1.Qb2+",
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
        "allows the promotion 2...b1=Q+",
    ),
    (
        "r3k3/8/8/3N4/8/8/8/R3K3 b - - 0 1",
        (Score::raw(-500), "Rb8 Kd2"),
        (Score::raw(0), "Rxa1+ Kd2"),
        "misses the win of a rook by 1...Rxa1+",
    ),
    (
        "r3k3/8/8/3N4/8/8/8/4K3 b - - 0 1",
        (Score::raw(-500), "Kd7 Nb6+ Kc6 Nxa8"),
        (Score::raw(0), "Kd8 Kd2"),
        "loses a rook: 2.Nb6+ attacks the king and the rook on a8",
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
    // The move recaptures too, with the wrong piece, and neither line alone shows what that costs.
    for (better, words) in [
        (400, "costs material worth 2 pawns compared with 2.Nxd4"),
        // The evaluation bears out one pawn, which is not named where few pieces are left.
        (350, ""),
    ] {
        let found = reason(
            "3rk3/8/2n5/8/3P4/5N2/8/3RK3 b - - 0 1",
            (Score::raw(100), "Rxd4 Rxd4 Nxd4 Ke7"),
            (Score::raw(better), "Nxd4 Rxd4 Rxd4 Ke7"),
            Some("Nxd4"),
        );
        assert_eq!(found, words);
    }
}
