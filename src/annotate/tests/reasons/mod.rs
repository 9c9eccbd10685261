//! Texts of reasons: constructed results on small boards, one reason each.

use super::super::comparison::{Claim, Comparison};
use super::super::judgement::{is_change, own_judgement};
use super::super::material::MaterialLoss;
use super::super::proof::quiet_part;
use super::super::reason::{Draw, Reason};
use super::super::task::TaskResult;
use super::super::task_results::{Deviations, Pair};
use crate::base::{Interval, Random, Score};
use crate::knowledge::{Evaluator, Knowledge};
use crate::rules::{Color, Move, Position, Role, notation, parse_fen, parse_move, see_value};

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

/// A number behind the name of a side has no sign, and less than 0.30 is no advantage.
#[test]
fn the_change_of_the_evaluation_is_said_in_words() {
    for (fen, best, played, words) in [
        ("white", 120, 40, "White's advantage falls from 1.20 to 0.40"),
        ("black", 470, 43, "Black's advantage falls from 4.70 to 0.43"),
        ("black", 470, -29, "Black's advantage of 4.70 turns into an equal position"),
        ("black", 320, -43, "Black's advantage of 3.20 turns into an advantage of 0.43 for White"),
        ("white", 1, -116, "an equal position turns into an advantage of 1.16 for Black"),
        ("white", -30, -463, "White's disadvantage grows from 0.30 to 4.63"),
        ("black", 20, -10, "the evaluation goes from -0.20 to +0.10"),
        ("white", 9_717, 120, "White's won position turns into an advantage of 1.20"),
        ("white", 2_000, 0, "White's won position turns into an equal position"),
        ("black", 5_000, -43, "Black's won position turns into an advantage of 0.43 for White"),
        ("black", 5_000, -5_000, "Black's won position turns into a won position for White"),
        ("white", 120, -2_000, "White's advantage of 1.20 turns into a won position for Black"),
        ("white", 0, -9_717, "an equal position turns into a won position for Black"),
        ("white", -61, -9_717, "White's disadvantage of 0.61 turns into a won position for Black"),
        ("white", -61, -1_999, "White's disadvantage grows from 0.61 to 19.99"),
    ] {
        let (fen, mv) = match fen {
            "white" => ("4k3/8/8/8/8/8/8/R3K3 w - - 0 16", "Ra2"),
            _ => ("r3k3/8/8/8/8/8/8/4K3 b - - 0 16", "Ra2"),
        };
        let position = parse_fen(fen).unwrap();
        let result = |score| {
            let line = line(&position, mv);
            TaskResult { score: Score::raw(score), line, ..TaskResult::default() }
        };
        let (best, played) = (result(best), result(played));
        let found = Comparison::new(&position, &best, &played).plain_words().unwrap();
        let better = notation::numbered(&position, best.line[0]);
        assert_eq!(found, format!("{words}; better was {better}"));
        let text = format!("Mistake: {found}.");
        assert_eq!(own_judgement(&text, "Mistake"), Some(text.len()), "{text}");
    }
}

/// The figures are those that the reader finds in the game, where these show the same loss.
#[test]
fn the_words_name_the_evaluations_of_the_game_or_say_that_they_are_others() {
    let position = parse_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 16").unwrap();
    let result = |score| {
        let line = line(&position, "Ra2");
        TaskResult { score: Score::raw(score), line, ..TaskResult::default() }
    };
    for (compared, stated, words) in [
        ([-140, -291], [-100, -351], "White's disadvantage grows from 1.00 to 3.51"),
        // No loss, and one that other words would name.
        (
            [-140, -291],
            [-290, -300],
            "White's disadvantage grows from 1.40 to 2.91 in longer searches",
        ),
        (
            [-140, -291],
            [10, -351],
            "White's disadvantage grows from 1.40 to 2.91 in longer searches",
        ),
        ([-140, -291], [-140, -291], "White's disadvantage grows from 1.40 to 2.91"),
        ([5_000, 0], [300, 0], "White's won position turns into an equal position"),
    ] {
        let [best, played] = compared.map(result);
        let stated = Some(stated.map(Score::raw));
        let comparison = Comparison { stated, ..Comparison::new(&position, &best, &played) };
        let found = comparison.plain_words().unwrap();
        assert_eq!(found, format!("{words}; better was 16.Ra2"));
        let text = format!("Mistake: {found}.");
        assert_eq!(own_judgement(&text, "Mistake"), Some(text.len()), "{text}");
        assert!(is_change(&text), "{text}");
    }
}

/// The reply is named where it attacks what nothing attacked before, and where another search finds it.
#[test]
fn the_attack_of_the_reply_is_named_beside_the_evaluation() {
    let words = |fen: &str, line: &str, reply: &str| {
        let position = parse_fen(fen).unwrap();
        let played = result((Score::raw(-100), line), &position);
        let better = if fen.contains('Q') { "Qd3" } else { "Kd1" };
        let best = result((Score::raw(20), better), &position);
        let answer = result((Score::raw(100), reply), &position.after(played.line[0]));
        let pair = Comparison::new(&position, &best, &played);
        let found = Comparison { answer: Some(&answer), ..pair }.plain_words().unwrap();
        let by_deep = Comparison { deep_answer: Some(&answer), ..pair }.plain_words();
        assert_eq!(by_deep.unwrap(), found, "the deep search finds it as well");
        let text = format!("Mistake: {found}.");
        assert_eq!(own_judgement(&text, "Mistake"), Some(text.len()), "{text}");
        found.split("; ").nth(1).unwrap().to_owned()
    };
    let knight = "4k3/8/2n5/8/8/5Q2/PPP5/R3K3 w - - 0 16";
    assert_eq!(
        words(knight, "a3 Nd4 Qe3+ Kd7 c3", "Nd4"),
        "after 16...Nd4 the queen on f3 and the pawn on c2 are attacked"
    );
    assert_eq!(words(knight, "a3 Nd4 Qe3+", "Ne5"), "better was 16.Qd3", "another reply");
    let soon = words(knight, "a3 Nd4 Qe3+", "Nd4");
    let both = "after 16...Nd4 the queen on f3 and the pawn on c2 are attacked";
    assert_eq!(soon, both, "the line comes back to one of them");
    let pinned = "r5k1/5p1p/4r3/8/8/8/5P1P/3Q2K1 w - - 0 22";
    assert_eq!(
        words(pinned, "Qg4+ Rg6 Qxg6+ hxg6", "Rg6"),
        "after 22...Rg6 the queen on g4 is pinned"
    );
    let before = "4rbk1/8/8/8/8/4N3/P7/RN2K3 w - - 0 8";
    let there = words(before, "a3 Bc5 Kf2 Rxe3", "Bc5");
    assert_eq!(there, "better was 8.Kd1", "the rook pinned it before");
    let quiet = words(knight, "a3 Nd4 b3 Kd7 Kd1 Ke7", "Nd4");
    assert_eq!(quiet, "better was 16.Qd3", "the line does not come back to the pieces");
    assert_eq!(words(knight, "Qd3 Nd4", "Nd4"), "better was 16.Qd3", "the queen takes the knight");
    let before = "4k3/8/8/8/3n4/5Q2/PPP5/R3K3 w - - 0 16";
    assert_eq!(
        words(before, "a3 Ke7 Qe3+", "Ke7"),
        "better was 16.Qd3",
        "both were attacked before"
    );
}

/// What the better move does is named where the board shows it: a capture that wins, or an attack on what could not be won before.
#[test]
fn what_the_better_move_does_is_named() {
    let words = |fen: &str, played: &str, best: &str| {
        let position = parse_fen(fen).unwrap();
        let played = result((Score::raw(-100), played), &position);
        let best = result((Score::raw(120), best), &position);
        let found = Comparison::new(&position, &best, &played).plain_words().unwrap();
        let text = format!("Blunder: {found}.");
        assert_eq!(own_judgement(&text, "Blunder"), Some(text.len()), "{text}");
        found.split("better was ").nth(1).unwrap().to_owned()
    };
    let fork = "4k3/8/2n5/8/8/5Q2/PPP5/R3K3 b - - 0 16";
    assert_eq!(
        words(fork, "Kd8", "Nd4 Qe3+ Kd7 c3"),
        "16...Nd4, which attacks the queen on f3 and the pawn on c2"
    );
    assert_eq!(words(fork, "Kd8", "Nb4 Qe4+ Kd7 c3"), "16...Nb4, which attacks the pawn on c2");
    assert_eq!(words(fork, "Kd8", "Nb4 Qe4+ Kd7 Kd1 Kd8"), "16...Nb4", "the line goes elsewhere");
    let knight = "4k3/8/8/4n3/8/3Q4/8/R2K4 w - - 0 16";
    assert_eq!(
        words(knight, "Kd2", "Qe4 Kd8 Qxe5"),
        "16.Qe4, after which the knight on e5 is pinned"
    );
    let both = words(fork, "Nb4 c3", "Nd4 Qe3+ Kd7 c3");
    assert_eq!(both, "16...Nd4, which attacks the queen on f3", "both attack the pawn");
    let there = "4k3/8/8/8/3n4/5Q2/PPP5/R3K3 b - - 0 16";
    assert_eq!(words(there, "Kd8", "Kd7"), "16...Kd7", "the knight attacked both before");
    let hanging = "4k3/8/8/3n4/8/2N5/8/3RK3 w - - 0 16";
    assert_eq!(words(hanging, "Ke2", "Rxd5"), "16.Rxd5, which captures the knight on d5");
    assert_eq!(words(hanging, "Nxd5", "Rxd5"), "16.Rxd5", "both capture it");
    let defended = "4k3/8/4p3/3n4/8/8/8/3RK3 w - - 0 16";
    assert_eq!(words(defended, "Ke2", "Rxd5"), "16.Rxd5", "the exchange loses");
}

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

/// What the reply captures is named before a promotion that comes later.
#[test]
fn a_piece_that_the_reply_captures_is_named_before_a_later_promotion() {
    let fen = "4k3/8/8/6p1/p4n2/8/5Q2/7K w - - 0 1";
    let lines = [
        (Score::raw(-800), "Qxf4 gxf4 Kg2 a3 Kf3 a2 Kxf4 a1=Q"),
        (Score::raw(300), "Qe1+ Kf7 Qa1 Ke6 Qxa4 Kf5"),
    ];
    let words = answered(fen, lines, (Score::raw(800), "gxf4 Kg2"));
    assert_eq!(words, "loses the queen for a knight: the queen on f4 can be captured");
    let words = answered(fen, lines, (Score::raw(800), "a3"));
    assert_eq!(words, "", "the queen falls before, but no other search finds the capture");
}

/// What a line wins by an error of the other side at its end, the score of its first move does not have.
#[test]
fn a_win_that_the_score_does_not_have_is_no_missed_one() {
    let position = parse_fen("1n2kb2/p7/8/8/8/2N5/8/R3KB2 w - - 0 1").unwrap();
    let best = result((Score::raw(150), "Kd2 Kf7 Rxa7+ Kg6 Ra1 Kf7"), &position);
    let played = result((Score::raw(0), "Kf2 Kf7 Kg2 Ke6"), &position);
    let words = |standing| {
        let standing = Some(Score::raw(standing));
        let comparison = Comparison { standing, ..Comparison::new(&position, &best, &played) };
        comparison.on_the_board().map_or_else(String::new, |reason| reason.to_string())
    };
    assert_eq!(words(20), "misses the win of a pawn by 1.Kd2");
    assert_eq!(words(140), "costs a pawn compared with 1.Kd2");
}

/// Where minor pieces are traded later, the piece that is taken first is named.
#[test]
fn a_minor_piece_is_named_as_it_is_taken() {
    let fen = "4k3/8/4b3/8/3n1P2/4B3/5N2/4K3 w - - 0 1";
    let words =
        reason(fen, (Score::raw(0), "Kd2 Nf5"), (Score::raw(320), "Bxd4 Bd5 Ke2 Ke7"), None);
    assert_eq!(words, "misses the win of a knight by 1.Bxd4");
    let (bishop, knight) = (MaterialLoss([-1, 0, 1, 0, 0]), MaterialLoss([-1, 1, 0, 0, 0]));
    assert_eq!(knight.by_taking(Some(Role::Bishop)), bishop);
    assert_eq!(bishop.by_taking(Some(Role::Knight)), knight);
    for other in [None, Some(Role::Knight), Some(Role::Rook)] {
        assert_eq!(knight.by_taking(other), knight);
    }
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

fn result((score, text): (Score, &str), from: &Position) -> TaskResult {
    TaskResult { score, line: line(from, text), ..TaskResult::default() }
}

/// A line that loses a pawn too does not show what the move costs, the capture of the knight does.
#[test]
fn a_piece_that_the_reply_captures_for_nothing_is_named() {
    let lines = [(Score::raw(-330), "Nf5 gxf5 Kd2 Rxa4"), (Score::raw(0), "Nc2 Rxa4 Kd2 Kd7")];
    let after = |reply| answered("r3k2n/8/6p1/8/P2N4/8/8/4K3 w - - 0 1", lines, reply);
    let words = after((Score::raw(330), "gxf5"));
    assert_eq!(words, "loses a knight: the knight on f5 can be captured");
    let other = after((Score::raw(330), "Rxa4"));
    assert_eq!(other, "costs material worth 2 pawns compared with 1.Nc2");
    // What the move takes is won for it.
    let lines = [(Score::raw(-330), "Nxf5 gxf5 Kd2 Rxa4"), (Score::raw(0), "Nc2 Rxa4 Kd2 Kd7")];
    let fen = "r3k3/8/6p1/5p2/P2N4/8/8/4K3 w - - 0 1";
    let words = answered(fen, lines, (Score::raw(330), "gxf5"));
    assert_eq!(words, "loses a knight for a pawn: the knight on f5 can be captured");
}

/// What the evaluation loses is less than the knight, but about as much.
#[test]
fn a_difference_names_the_piece_that_the_reply_captures() {
    let fen = "n3k2n/8/6p1/8/P2N3r/8/8/RN2K3 w - - 0 1";
    let few = "4k2n/8/6p1/8/P2N3r/8/8/R3K3 w - - 0 1";
    let words_from = |best: i32, fen: &str, score: i32, answer: i32| {
        let (played, best) = (Score::raw(best - score), Score::raw(best));
        let lines = [(played, "Nf5 gxf5 Kd2 Kd7"), (best, "Nc2 Kd7 Kd2 Ke7")];
        answered(fen, lines, (Score::raw(answer), "gxf5"))
    };
    let words = |fen: &str, score: i32, answer: i32| words_from(0, fen, score, answer);
    // The evaluation bears out one pawn, which would contradict the knight, so there is no number.
    let knight = "costs material compared with 1.Nc2; the knight on f5 can be captured";
    assert_eq!(words(fen, 250, 250), knight);
    // Where the position is lost either way there is none beyond a pawn.
    assert_eq!(words_from(-320, fen, 285, 605), knight);
    // The evaluation alone does not count material, but the board shows what is taken.
    let position = parse_fen(fen).unwrap();
    let (best, played) =
        ((Score::raw(100), "Nc2 Kd7 Kd2 Ke7"), (Score::raw(-20), "Nf5 gxf5 Kd2 Kd7"));
    let (best, played) = (result(best, &position), result(played, &position));
    let answer = result((Score::raw(20), "gxf5"), &position.after(played.line[0]));
    let answer = Some(&answer);
    let pair = Comparison { answer, ..Comparison::new(&position, &best, &played) };
    let plain = pair.plain_words().unwrap();
    let hanging = "White's advantage of 1.00 turns into an equal position; the knight on f5 can be captured; better was 1.Nc2";
    assert_eq!(plain, hanging);
    let text = format!("Mistake: {plain}.");
    assert_eq!(own_judgement(&text, "Mistake"), Some(text.len()));
    // The lines show a knight and the evaluation a pawn: no number, and only where enough is lost and enough pieces are left.
    assert_eq!(words(fen, 230, 230), "costs material compared with 1.Nc2");
    assert_eq!(words(fen, 230, 90), "");
    assert_eq!(words(few, 230, 230), "");
    assert_eq!(words(few, 250, 250), knight);
    // A number that the lines contradict is left out: they show a knight for a pawn, or a knight.
    let compared = |fen, played, loss: i32| {
        let lines = [(Score::raw(-loss), played), (Score::raw(0), "Nc2 Kd7 Kd2 Ke7")];
        answered(fen, lines, (Score::raw(loss), "Kd7"))
    };
    let for_pawn = "n3k2n/8/6p1/5p2/P2N3r/8/8/RN2K3 w - - 0 1";
    let no_number = "costs material compared with 1.Nc2";
    assert_eq!(compared(for_pawn, "Nxf5 gxf5 Kd2 Kd7", 218), no_number);
    assert_eq!(compared(fen, "Nf5 gxf5 Kd2 Kd7", 280), no_number);
    // A number that what is named contradicts is left out.
    let fen = "n3k2n/8/6p1/8/P2N3r/8/8/RN2K3 b - - 0 1";
    let lines = [(Score::raw(-235), "Nf7 Nf3 Rh8 Kf2"), (Score::raw(0), "Rxd4 Kf2 Ke7 Kf3")];
    let found = answered(fen, lines, (Score::raw(235), "Nf3"));
    let expected = "costs material compared with 1...Rxd4, which captures the knight on d4";
    assert!(found.starts_with(expected), "{found}");
}

/// An exercise does not show its solution by the words about a wrong try.
#[test]
fn the_words_for_an_exercise_leave_the_better_move_out() {
    let words = |fen: &str, played: Side, best: Side| {
        let position = parse_fen(fen).unwrap();
        let (best, played) = (result(best, &position), result(played, &position));
        let reason = Comparison::new(&position, &best, &played).on_the_board().unwrap();
        (reason.to_string(), reason.without_better())
    };
    let hanging = "n3k2n/8/6p1/8/P2N3r/8/8/RN2K3 b - - 0 1";
    let played = (Score::raw(-235), "Nf7 Nf3 Rh8 Kf2");
    let (whole, without) = words(hanging, played, (Score::raw(0), "Rxd4 Kf2 Ke7 Kf3"));
    assert!(whole.contains("Rxd4"), "{whole}");
    assert!(!without.contains("Rxd4") && !without.contains("d4"), "{without}");
    let fork = "r7/3k4/8/3N4/8/8/8/4K2N w - - 0 2";
    let best = (Score::raw(520), "Nb6+ Kc6 Nxa8 Kd5 Kd2 Ke5");
    let (whole, without) = words(fork, (Score::raw(0), "Nc3 Ra3"), best);
    assert_eq!(whole, "misses the win of a rook: 2.Nb6+ attacks the king and the rook on a8");
    assert_eq!(without, "misses the win of a rook");
    let mate = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    let (whole, without) = words(mate, (Score::raw(0), "Kd2 Kf8"), (Score::mate_in(1), "Ra8#"));
    assert_eq!(whole, "misses 1.Ra8# on the back rank");
    assert_eq!(without, "misses mate in 1");
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

/// What the move before loses and this one does not take is one thing, and named alike.
#[test]
fn the_opponent_misses_what_the_move_before_loses() {
    let mut evaluator = Evaluator::new(Knowledge::standard().unwrap());
    let position = parse_fen("r7/3k4/8/3N4/8/8/8/4K2N w - - 0 2").unwrap();
    let best = result((Score::raw(520), "Nb6+ Kc6 Nxa8 Kd5 Kd2 Ke5"), &position);
    let played = result((Score::raw(0), "Nc3 Ra3"), &position);
    let mut words = |by: &str, pieces| {
        let by = parse_move(&position, by).unwrap();
        let before = Some(&Claim { by, material: MaterialLoss(pieces), cause: None });
        let comparison = Comparison { before, ..Comparison::new(&position, &best, &played) };
        comparison.reason(&mut evaluator).map_or_else(String::new, |proof| proof.reason.to_string())
    };
    let own = "misses the win of a rook: 2.Nb6+ attacks the king and the rook on a8";
    assert_eq!(words("Nc3", [1, 0, 0, 0, 0]), own);
    // Pawns beside a piece are not named.
    assert_eq!(words("Nb6+", [1, 0, 0, 1, 0]), own);
    assert_eq!(words("Nb6+", [0, 0, 0, 1, 0]), "misses the win of a rook by 2.Nb6+");
    let pawn = "costs material worth 3 pawns or more compared with 2.Nb6+, which attacks the king and the rook on a8";
    assert_eq!(words("Nb6+", [1, 0, 0, 0, 0]), pawn);
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

/// A difference and a change of the evaluation name what the better move does by its line, and a threat of mate.
#[test]
fn the_better_move_is_named_with_its_motif_or_its_threat_of_mate() {
    let words = |fen: &str, best, played| {
        let position = parse_fen(fen).unwrap();
        let (best, played) = (result(best, &position), result(played, &position));
        let text = Comparison::new(&position, &best, &played).plain_words().unwrap();
        let judged = format!("Mistake: {text}.");
        assert_eq!(own_judgement(&judged, "Mistake"), Some(judged.len()), "{judged}");
        text.split_once("; ").unwrap().1.to_owned()
    };
    let fork = "better was 2.Nb6+, which attacks the king and the rook on a8";
    let best = (Score::raw(60), "Nb6+ Kc6 Nxa8 Kd5 Kd2 Ke5");
    let played = (Score::raw(0), "Nc3 Ra3");
    assert_eq!(words("r7/3k4/8/3N4/8/8/8/4K2N w - - 0 2", best, played), fork);
    let trapped = "better was 1.Ra1, after which the bishop on a2 is trapped";
    let best = (Score::raw(300), "Ra1 Kg7 Rxa2 Kf6");
    assert_eq!(
        words("6k1/8/8/8/8/1P6/b1P5/3R2K1 w - - 0 1", best, (Score::raw(0), "Kf2 Kg7")),
        trapped
    );
    let mate = "better was 1.Qf6, which threatens 2.Qg7#";
    let (best, played) = ((Score::raw(120), "Qf6 a6 Kg2"), (Score::raw(0), "Kg2 a6"));
    assert_eq!(words("6k1/p4p1p/7B/8/8/8/8/5QK1 w - - 0 1", best, played), mate);
}

/// Positions from games, in which a reader found the words wrong.
#[test]
fn what_is_named_is_what_the_reader_sees_on_the_board() {
    let words = |fen: &str, played: (i32, &'static str), best: (i32, &'static str)| {
        let (_, reply) = played.1.split_once(' ').unwrap();
        let [lost, better] = [played, best].map(|(score, line)| (Score::raw(score), line));
        let text = answered(fen, [lost, better], (-lost.0, reply));
        let judged = format!("Blunder: {text}.");
        assert_eq!(own_judgement(&judged, "Blunder"), Some(judged.len()), "{judged}");
        text
    };
    // Both moves take a knight; only what follows loses the bishop.
    let fen = "r1bqk1nr/ppp2ppp/3p4/3PN3/1b2P3/2N5/PP3PPP/R1BQKB1R b KQkq - 0 8";
    let played = (-530, "dxe5 Qa4+ Bd7 Qxb4 b6 Bc4 Ne7 O-O Rb8 Nb5 O-O Nxa7");
    let best = (-176, "Bxc3+ bxc3 dxe5 Ba3 Ne7 Bc4 O-O Qf3 Bd7 Rb1 b6 O-O");
    let fork = "9.Qa4+ attacks the king and the bishop on b4";
    let text = words(fen, played, best);
    assert_eq!(text, format!("costs material worth 2 pawns compared with 8...Bxc3+; {fork}"));
    // The knight can be taken at once, so it is not the better move that traps it.
    let fen = "r5k1/1bp2ppp/8/pp1P4/1B2P3/1nN5/PP4PP/5R1K w - - 0 23";
    let played = (5, "Be7 Re8 axb3 Rxe7 Kg1 b4 Na4 f5 Nc5 Bc8");
    let best = (190, "Nxb5 axb4 axb3 Re8 Rd1 Re7 Kg1 Ba6 d6 cxd6 Nxd6 g6");
    let taken = "costs a pawn compared with 23.Nxb5, which captures the pawn on b5";
    assert_eq!(words(fen, played, best), taken);
    // The score falls by far more than the pawn by which the lines end apart.
    let fen = "r2q1rk1/ppp2ppp/2Bbbn2/3pp3/3P4/P1N1PN1P/1PP2PP1/R1BQK2R b KQ - 0 8";
    let played = (-423, "bxc6 dxe5 Be7 exf6 Bxf6 O-O c5 Re1 c6 e4 Rb8 e5");
    let best = (-58, "exd4 Bxb7 Rb8 exd4 Rxb7 O-O Ne4 Qd3 f5 Ne5 Qf6 Nc6");
    let attack = "after 9.dxe5 the bishop on d6 and the knight on f6 are attacked";
    let text = words(fen, played, best);
    assert_eq!(text, format!("costs material compared with 8...exd4; {attack}"));
    // Which of two forked pieces is lost is the opponent's choice.
    let fen = "r2q1rk1/p1p2ppp/2pbbn2/3pp3/3P4/P1N1PN1P/1PP2PP1/R1BQK2R w KQ - 0 9";
    let played = (-98, "O-O e4 Nd2 Qd7 f3 exf3 Qxf3 Rab8 Na4 Rfe8 Nc5 Qe7");
    let best = (423, "dxe5 Be7 exf6 Bxf6 O-O c5 Re1 c6 e4 Rb8 e5 Be7");
    let fork = "9.dxe5 attacks the knight on f6 and the bishop on d6";
    assert_eq!(words(fen, played, best), format!("misses the win of a piece: {fork}"));
    // A trade of queens wins nothing, so the fork is missed.
    let fen = "r3k3/8/6p1/3N3q/8/8/8/3QK3 w - - 0 1";
    let best = (500, "Nc7+ Kf7 Nxa8 Qxd1+ Kxd1 Kf6 Nb6 Ke5");
    let fork = "1.Nc7+ attacks the king and the rook on a8";
    let text = words(fen, (0, "Qxh5 gxh5 Kd2 Kf7 Ke3 Kg6"), best);
    assert_eq!(text, format!("misses the win of a rook: {fork}"));
}

/// A piece that the reply attacks is named where its line takes it, and not where it only moves away.
#[test]
fn an_attack_by_the_reply_is_named_if_the_piece_falls() {
    let is_named = |fen: &str, line| {
        let position = parse_fen(fen).unwrap();
        let played = result((Score::raw(-90), line), &position);
        let best = result((Score::raw(60), "Kf2 Kd7"), &position);
        let answer = TaskResult { line: played.line[1..].to_vec(), ..TaskResult::default() };
        let answer = TaskResult { score: -played.score, ..answer };
        let comparison =
            Comparison { answer: Some(&answer), ..Comparison::new(&position, &best, &played) };
        let words = comparison.plain_words().unwrap();
        words.contains("; after 16...g6 the bishop on f5 is attacked")
    };
    let alone = "4k3/p5pp/8/8/8/3B4/P7/4K3 w - - 0 16";
    assert!(!is_named(alone, "Bf5 g6 Be4 Kd7 Kd2 Ke6"));
    assert!(is_named(alone, "Bf5 g6 Kd2 gxf5 Ke3 Kd7"));
    assert!(is_named(alone, "Bf5 g6 Bxg6+ hxg6 Kd2 Kd7"), "it falls where it goes, for a pawn");
    let knight = "2n1k3/p5pp/8/8/8/3B4/P7/4K3 w - - 0 16";
    assert!(!is_named(knight, "Bf5 g6 Bxc8 Kd8 Kd2 Kxc8"), "it takes a knight first");
}

/// The material of `side` minus that of the opponent, in centipawns.
fn balance(position: &Position, side: Color) -> i32 {
    let value = |color| -> i32 {
        let pieces = position.board().by_color(color) & !position.board().kings();
        pieces.into_iter().filter_map(|at| position.board().role_at(at)).map(see_value).sum()
    };
    value(side) - value(!side)
}

/// Claims of material along random lines: none is more than the counted pieces of its own line, or than the difference of
/// the two lines, or than the evaluation loses with a quarter and 0.6 pawns.
#[test]
fn no_claim_exceeds_the_proved_line() {
    let mut random = Random::new(26);
    let mut claims = [0; 3];
    for _ in 0..3_000 {
        let walk = |from: &Position, plies: usize, random: &mut Random| {
            let (mut at, mut line) = (from.clone(), Vec::new());
            for _ in 0..plies {
                let legal = at.legal_moves();
                let captures: Vec<Move> =
                    legal.iter().copied().filter(|mv| mv.is_capture()).collect();
                let from = if captures.is_empty() || random.below(2) == 0 {
                    &legal[..]
                } else {
                    &captures[..]
                };
                let Some(&mv) = from.get(random.below(from.len().max(1) as u64) as usize) else {
                    break;
                };
                at.play(mv);
                line.push(mv);
            }
            line
        };
        let plies = random.below(60) as usize;
        let start = Position::default();
        let position = start.after_line(&walk(&start, plies, &mut random));
        let result = |score: i32, random: &mut Random| TaskResult {
            score: Score::raw(score),
            line: walk(&position, 14, random),
            ..TaskResult::default()
        };
        let loss = 40 + random.below(900) as i32;
        let (best, played) = (result(loss / 2, &mut random), result(loss / 2 - loss, &mut random));
        if best.line.is_empty() {
            continue;
        }
        let pair = Comparison::new(&position, &best, &played);
        let us = position.turn();
        let Some(reason) = pair.on_the_board() else { continue };
        let change = |line: &[Move]| {
            let end = position.after_line(quiet_part(&position, line));
            balance(&end, us) - balance(&position, us)
        };
        let (after_best, after_played) = (change(&best.line), change(&played.line));
        let (kind, claim, own) = match &reason {
            Reason::Loses { material, .. } => (0, material.cents(), -after_played),
            Reason::Misses { price, .. } => (1, price.cents(), after_best),
            // Four exchanges are worth eight pawns, by the values of the search 680 centipawns.
            Reason::Costs { pawns, .. } => (2, pawns.unwrap_or(1) * 85, after_best - after_played),
            _ => continue,
        };
        claims[kind] += 1;
        // An even exchange of a bishop and a knight at the end may still be counted.
        assert!(claim <= own + 30, "{reason}: {claim} of {own}");
        assert!(claim <= after_best - after_played + 60, "{reason}");
        assert!(claim <= loss + loss / 4 + 60, "{reason}");
    }
    assert!(claims.iter().all(|&count| count > 20), "{claims:?}");
}
