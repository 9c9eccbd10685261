//! Explanations are correct, because flipping their facts changes the proposition, and they are English sentences.

use super::chess::{chosen, random_chess960_position, random_position, sparse_random_position};
use crate::base::Random;
use crate::machine::chess::base::ChessBase;
use crate::machine::chess::names;
use crate::machine::explain::{self, Fact};
use crate::machine::{ChessMachine, ChessMove, Error};
use crate::rules::parse_fen;

fn at(fen: &str) -> ChessMachine {
    let mut machine = ChessMachine::new().unwrap();
    machine.set_position(&parse_fen(fen).unwrap()).unwrap();
    machine
}

/// Is the move legal if the facts are flipped?
fn legal_with(machine: &mut ChessMachine, facts: &[Fact], mv: ChessMove) -> bool {
    let (home, us) = (*machine.base(), machine.turn());
    let mut base: ChessBase = home;
    facts.iter().for_each(|fact| fact.flip(&mut base, us));
    machine.set_base(&base);
    let legal = machine.is_true(&names::legal(&mv.to_string()));
    machine.set_base(&home);
    legal
}

#[test]
fn flipping_the_causes_changes_the_answer() {
    let mut machine = ChessMachine::new().unwrap();
    let mut random = Random::new(5);
    let (mut illegal, mut legal) = (0, 0);
    for round in 0..180 {
        let position = match round % 3 {
            _ if round >= 150 => random_chess960_position(&mut random),
            0 => random_position(&mut random),
            _ => sparse_random_position(&mut random),
        };
        machine.set_position(&position).unwrap();
        let moves = crate::machine::chess::all_moves(position.turn());
        let own = |mv: &&ChessMove| position.board().color_at(mv.from) == Some(position.turn());
        let own: Vec<ChessMove> = moves.iter().filter(own).copied().collect();
        for _ in 0..60 {
            let castling = position.legal_moves().into_iter().find(|mv| mv.is_castle());
            let mv = match castling.filter(|_| random.below(8) == 0) {
                Some(mv) => crate::rules::notation::uci(mv).parse().unwrap(),
                None => own[chosen(&mut random, own.len())],
            };
            let before = *machine.base();
            let explanation = explain::move_(&mut machine, mv);
            assert_eq!(*machine.base(), before);
            let place = format!("{} {}", position.fen(), explanation.text);
            assert_eq!(explanation.legal, legal_with(&mut machine, &[], mv), "{place}");
            let reasons = explanation.reasons;
            assert!(!reasons.is_empty(), "{place}");
            for fact in reasons.iter().flat_map(|reason| &reason.causes) {
                let (name, truth) = fact.proposition();
                let known = machine.mover().rules().network.find(&name).is_some();
                // What came to light only after other changes is not yet so in the position itself.
                assert!(
                    known && (machine.is_true(&name) == truth || reasons.len() > 1),
                    "{place} {name}"
                );
            }
            if explanation.legal {
                legal += 1;
                for &cause in &reasons[0].causes {
                    assert!(!legal_with(&mut machine, &[cause], mv), "{place} {cause:?}");
                }
            } else {
                illegal += 1;
                let first: Vec<Fact> =
                    reasons.iter().filter_map(|r| r.causes.first()).copied().collect();
                assert!(legal_with(&mut machine, &first, mv), "{place} {first:?}");
            }
        }
    }
    assert!(illegal > 1000 && legal > 1000, "{illegal} {legal}");
}

#[test]
fn a_single_reason_falls_with_any_of_its_causes() {
    let mut machine = ChessMachine::new().unwrap();
    let mut random = Random::new(6);
    let mut tested = 0;
    for _ in 0..150 {
        let position = sparse_random_position(&mut random);
        machine.set_position(&position).unwrap();
        for mv in crate::machine::chess::all_moves(position.turn()) {
            let own = position.board().color_at(mv.from) == Some(position.turn());
            if !own || random.below(8) > 0 {
                continue;
            }
            let explanation = explain::move_(&mut machine, mv);
            if let ([reason], false) = (explanation.reasons.as_slice(), explanation.legal) {
                for &cause in &reason.causes {
                    tested += usize::from(matches!(cause, Fact::Empty(_)));
                    let place = format!("{} {} {cause:?}", position.fen(), explanation.text);
                    assert!(legal_with(&mut machine, &[cause], mv), "{place}");
                }
            }
        }
    }
    assert!(tested > 100, "{tested}");
}

/// Position, move, answer.
const ANSWERS: &[(&str, &str, &str)] = &[
    (
        "4r2k/8/8/8/4R3/8/8/4K3 w - - 0 1",
        "e4d4",
        "e4d4 is not legal: the king on e1 would be attacked by the rook on e8, because e2, e3 and e5..e7 are empty",
    ),
    (
        "4r2k/8/8/8/8/8/3P4/4K3 w - - 0 1",
        "d2d4",
        "d2d4 is not legal: the king on e1 would still be attacked by the rook on e8, because e2..e7 are empty",
    ),
    (
        "4r1k1/8/8/8/8/8/8/4K2R w K - 0 1",
        "e1g1",
        "e1g1 is not legal: the king on e1 is in check from the rook on e8, because e2..e7 are empty",
    ),
    (
        "6k1/8/8/8/8/5r2/8/4K2R w K - 0 1",
        "e1g1",
        "e1g1 is not legal: f1 is attacked by the rook on f3, because f2 is empty",
    ),
    (
        "4k3/8/8/8/8/8/8/rRK5 w B - 0 1",
        "c1b1",
        "c1b1 is not legal: the rook on b1 shields the king from the rook on a1",
    ),
    (
        "4k3/8/8/8/8/8/8/1R3K2 w B - 0 1",
        "f1b1",
        "f1b1 is legal: the king on f1 may castle, c1..e1 are empty and the king is not attacked afterwards",
    ),
    (
        "k7/8/8/8/8/8/8/4K1NR w - - 0 1",
        "e1g1",
        "e1g1 is not legal: white may no longer castle short; the white knight on g1 is in the way",
    ),
    (
        "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",
        "e5d6",
        "e5d6 is not legal: the king on a5 would be attacked by the rook on h5, because b5, c5, f5 and g5 are empty",
    ),
    ("7k/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2d3", "e2d3 is not legal: there is nothing to take on d3"),
    ("7k/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2c4", "e2c4 is not legal: a pawn on e2 does not go to c4"),
    ("7k/8/8/8/8/8/4P3/4K3 w - - 0 1", "e3e4", "e3e4 is not legal: e3 is empty"),
    (
        "7k/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "h8h7",
        "h8h7 is not legal: the king on h8 is black's, and it is white's move",
    ),
    ("7k/8/8/8/8/8/4P3/4K3 w - - 0 1", "a1b4", "a1b4 is not legal: no piece goes from a1 to b4"),
    ("7k/8/8/8/8/8/4P3/4K3 w - - 0 1", "e1e2", "e1e2 is not legal: white's own pawn stands on e2"),
    (
        "7k/P7/8/8/8/8/8/4K3 w - - 0 1",
        "a7a8",
        "a7a8 is not legal: a pawn that reaches a8 must promote",
    ),
    (
        "7k/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "e2e4",
        "e2e4 is legal: the pawn on e2 goes there, e3 and e4 are empty and the king is not attacked afterwards",
    ),
    (
        "4r2k/4q3/8/8/8/8/3P4/4K3 w - - 0 1",
        "d2d4",
        "d2d4 is not legal: the king on e1 would still be attacked by the queen on e7, because e2..e6 are empty; without that, the king on e1 would still be attacked by the rook on e8, because e2..e7 are empty",
    ),
];

#[test]
fn answers_read_as_english() {
    for &(fen, mv, words) in ANSWERS {
        let answer = explain::move_(&mut at(fen), mv.parse().unwrap());
        assert_eq!(answer.text, words);
    }
}

#[test]
fn a_square_is_described_for_both_sides() {
    let words = explain::square(&mut at("4r2k/8/8/8/4R3/8/8/4K3 w - - 0 1"), "e4".parse().unwrap());
    let lines: Vec<&str> = words.lines().collect();
    assert_eq!(lines[0], "e4: a white rook");
    assert_eq!(lines[1], "attacked by white: nothing");
    assert!(lines.contains(&"attacked by black: the rook on e8"));
    assert!(lines.contains(&"shields the white king on e1"));
    assert_eq!(lines[4], "legal moves from it: e4e5 e4e6 e4e7 e4e8 e4e3 e4e2");
}

#[test]
fn a_proposition_is_a_tree_of_names() {
    let mut machine = at("4r2k/8/8/8/8/8/8/4K3 w - - 0 1");
    let tree = explain::proposition(&mut machine, "attacked e1 by black").unwrap();
    let wanted = "attacked e1 by black\n  black slider attacks e1 from the north\n    e2..e7 are empty\n    black rook or queen on e8";
    assert_eq!(tree, wanted);
    let tree = explain::proposition(&mut machine, "attacked e8 by white").unwrap();
    assert!(tree.starts_with("not attacked e8 by white\n"), "{tree}");
    let error = explain::proposition(&mut machine, "attacked e9 by white").unwrap_err();
    assert_eq!(error, Error::Question("attacked e9 by white".to_owned()));
}
