//! The change of the evaluation in words, with what the reply attacks and the better move does.

use super::{Side, line, result};
use crate::annotate::comparison::Comparison;
use crate::annotate::judgement::{is_change, own_judgement};
use crate::annotate::task::TaskResult;
use crate::base::Score;
use crate::rules::{notation, parse_fen};

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
