//! Material that is lost, missed or given up: which pieces are named, and never more than a line proves.

use super::{answered, reason, result};
use crate::annotate::comparison::{Claim, Comparison};
use crate::annotate::judgement::own_judgement;
use crate::annotate::material::MaterialLoss;
use crate::annotate::proof::quiet_part;
use crate::annotate::reason::Reason;
use crate::annotate::task::TaskResult;
use crate::base::{Random, Score};
use crate::knowledge::{Evaluator, Knowledge};
use crate::rules::{Color, Move, Position, Role, parse_fen, parse_move, see_value};

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
