//! Explanations are correct: their facts are enough and all needed, which brute force shows; and they are English sentences.

use super::chess::{chosen, random_chess960_position, random_position, sparse_random_position};
use crate::base::Random;
use crate::machine::chess::base::{ChessBase, castling_bit, en_passant_bit, may_stand, piece_bit};
use crate::machine::chess::geometry::Direction;
use crate::machine::chess::names;
use crate::machine::explain::{self, Change, Fact, Reason, king_of, piece_at};
use crate::machine::{ChessMachine, ChessMove, Error};
use crate::rules::{CastlingSide, CastlingSquares, Color, File, Rank, Role, Square, parse_fen};

fn at(fen: &str) -> ChessMachine {
    let mut machine = ChessMachine::new().unwrap();
    machine.set_position(&parse_fen(fen).unwrap()).unwrap();
    machine
}

/// Changes the position: `what` stands on the square, or nothing.
fn put(base: &mut ChessBase, square: Square, what: Option<(Color, Role)>) {
    match what {
        Some((side, kind)) => Change::Put(side, kind, square).make(base),
        None => Change::Clear(square).make(base),
    }
}

/// A world that the rules of chess allow: one king a side, and rights and the en-passant file only with their pieces.
fn made_valid(machine: &ChessMachine, mut base: ChessBase) -> Option<ChessBase> {
    let us = machine.turn();
    let king = |side| base[piece_bit(side, Role::King, Square::A1) / 64].count_ones();
    if Color::ALL.into_iter().any(|side| king(side) != 1) {
        return None;
    }
    for side in Color::ALL {
        for wing in CastlingSide::ALL {
            let CastlingSquares { king, rook } = machine.castling().of(side, wing);
            let at = |square, kind| piece_at(&base, square) == Some((side, kind));
            if !at(king, Role::King) || !at(rook, Role::Rook) {
                set(&mut base, castling_bit(side, wing), false);
            }
        }
    }
    for file in File::ALL {
        let on = |rank| Square::from_coords(file, us.relative_rank(rank));
        let pawn = piece_at(&base, on(Rank::Fifth)) == Some((!us, Role::Pawn));
        if !pawn
            || [Rank::Sixth, Rank::Seventh].into_iter().any(|r| piece_at(&base, on(r)).is_some())
        {
            set(&mut base, en_passant_bit(file), false);
        }
    }
    Some(base)
}

fn set(base: &mut ChessBase, bit: usize, value: bool) {
    let mask = 1 << (bit % 64);
    base[bit / 64] = if value { base[bit / 64] | mask } else { base[bit / 64] & !mask };
}

/// Whether the move is legal in the world; `None` if it is no world of chess or a fact does not hold in it.
fn legal_in(
    machine: &mut ChessMachine,
    world: ChessBase,
    facts: &[&Fact],
    mv: ChessMove,
) -> Option<bool> {
    let world = made_valid(machine, world)?;
    machine.set_base(&world);
    let hold = facts.iter().all(|fact| machine.is_true(&fact.name) == fact.truth);
    hold.then(|| machine.is_true(&names::legal(&mv.to_string())))
}

fn squares_between(from: Square, to: Square) -> Vec<Square> {
    Direction::between(from, to)
        .map(|way| way.ray(from).take_while(|&square| square != to).collect())
        .unwrap_or_default()
}

/// Calls `judge` with worlds like `home` in which the move is most likely legal, until it is satisfied: every piece that
/// could make the move, on every square of the king, with every kind of capture, and own pieces on all other squares that no
/// fact names.
fn favourable_worlds(
    machine: &mut ChessMachine,
    home: ChessBase,
    facts: &[&Fact],
    mv: ChessMove,
    judge: &mut dyn FnMut(&mut ChessMachine, ChessBase) -> bool,
) -> bool {
    let us = machine.turn();
    let ChessMove { from, to, promotion } = mv;
    let squares =
        |text: &str| text.split(' ').filter_map(|word| word.parse().ok()).collect::<Vec<Square>>();
    let named: Vec<Square> = facts.iter().flat_map(|fact| squares(&fact.name)).collect();
    let free = |square: &Square| !named.contains(square);
    let taken = Square::from_coords(to.file(), from.rank());
    let between = squares_between(from, to);
    // An enemy king that is in the way goes elsewhere.
    let with_enemy_king = |mut world: ChessBase| {
        let away = |square: &Square| {
            free(square)
                && square.distance(from) > 1
                && square.distance(to) > 1
                && !between.contains(square)
        };
        if king_of(&world, !us).is_none()
            && let Some(square) = Square::ALL.into_iter().rev().find(away)
        {
            put(&mut world, square, Some((!us, Role::King)));
        }
        world
    };
    // Castling: all squares of the back rank but king and rook are empty.
    for wing in CastlingSide::ALL {
        let rule = machine.castling().of(us, wing);
        if from != rule.king || to != rule.written_to() || promotion.is_some() {
            continue;
        }
        let mut world = home;
        for square in Square::ALL.into_iter().filter(free) {
            let own = match square {
                _ if square == rule.king => Some((us, Role::King)),
                _ if square == rule.rook => Some((us, Role::Rook)),
                _ if square.rank() == rule.king.rank() => None,
                _ if piece_at(&home, square) == Some((!us, Role::King)) => continue,
                _ => Some((us, Role::Knight)),
            };
            put(&mut world, square, own);
        }
        set(
            &mut world,
            castling_bit(us, wing),
            facts.iter().all(|fact| fact.name != names::castling(us, wing)),
        );
        if judge(machine, with_enemy_king(world)) {
            return true;
        }
    }
    let movers: Vec<Option<Role>> =
        if free(&from) { Role::ALL.into_iter().map(Some).collect() } else { vec![None] };
    for mover in movers.into_iter().filter(|kind| kind.is_none_or(|kind| may_stand(kind, from))) {
        for target in [None, Some(Role::Knight), Some(Role::Pawn)] {
            if target.is_some_and(|kind| !free(&to) || !may_stand(kind, to)) {
                continue;
            }
            for passed in [false, true] {
                let mut filled = home;
                for square in Square::ALL.into_iter().filter(free) {
                    let stands = match square {
                        _ if square == from => mover.map(|kind| (us, kind)),
                        _ if square == to => target.map(|kind| (!us, kind)),
                        _ if between.contains(&square) => None,
                        _ if passed && square == taken => Some((!us, Role::Pawn)),
                        _ if passed && square.file() == to.file() => None,
                        _ if piece_at(&home, square) == Some((!us, Role::King)) => continue,
                        _ => Some((us, Role::Knight)),
                    };
                    put(&mut filled, square, stands);
                }
                for file in File::ALL {
                    if facts.iter().all(|fact| fact.name != names::en_passant(file)) {
                        set(&mut filled, en_passant_bit(file), passed && file == to.file());
                    }
                }
                for wing in CastlingSide::ALL {
                    set(&mut filled, castling_bit(us, wing), false);
                }
                filled = with_enemy_king(filled);
                let kings = filled[piece_bit(us, Role::King, Square::A1) / 64];
                let homes = Square::ALL.into_iter().filter(|s| {
                    kings == 0
                        && free(s)
                        && piece_at(&filled, *s).is_none_or(|it| it.0 == us)
                        && *s != from
                        && *s != to
                        && !between.contains(s)
                });
                let homes: Vec<Option<Square>> =
                    if kings == 0 { homes.map(Some).collect() } else { vec![None] };
                for king in homes {
                    let mut world = filled;
                    if let Some(king) = king {
                        put(&mut world, king, Some((us, Role::King)));
                    }
                    if judge(machine, world) {
                        return true;
                    }
                }
            }
        }
    }
    false
}

/// Calls `judge` with `home` after each single change of a square, a right or an en-passant file, then after random ones.
fn changed_worlds(
    machine: &mut ChessMachine,
    home: ChessBase,
    mv: ChessMove,
    random: &mut Random,
    judge: &mut dyn FnMut(&mut ChessMachine, ChessBase) -> bool,
) -> bool {
    let pieces: Vec<Option<(Color, Role)>> = Color::ALL
        .into_iter()
        .flat_map(|side| Role::ALL.map(|kind| Some((side, kind))))
        .chain([None])
        .collect();
    let change = |random: &mut Random, world: &mut ChessBase| {
        let square = Square::ALL[chosen(random, 64)];
        let what = pieces[chosen(random, pieces.len())];
        match what {
            // A king moves; there is never a second one.
            Some((side, Role::King)) => {
                let old = king_of(world, side);
                old.into_iter().for_each(|old| put(world, old, None));
                put(world, square, what);
            }
            _ if what.is_none_or(|(_, kind)| may_stand(kind, square)) => put(world, square, what),
            _ => {}
        }
    };
    for square in Square::ALL {
        for &what in &pieces {
            let mut world = home;
            if what.is_none_or(|(_, kind)| may_stand(kind, square) && kind != Role::King) {
                put(&mut world, square, what);
                if judge(machine, world) {
                    return true;
                }
            }
        }
    }
    // A king and an enemy queen on a line with the squares that the move empties.
    let us = machine.turn();
    let emptied = [mv.from, Square::from_coords(mv.to.file(), mv.from.rank())];
    for king in Square::ALL {
        for queen in Square::ALL {
            let line = squares_between(king, queen);
            if !line.iter().any(|square| emptied.contains(square)) {
                continue;
            }
            let mut world = home;
            king_of(&world, us).into_iter().for_each(|old| put(&mut world, old, None));
            let clear = line.into_iter().filter(|square| !emptied.contains(square));
            clear.for_each(|square| put(&mut world, square, None));
            put(&mut world, king, Some((us, Role::King)));
            put(&mut world, queen, Some((!us, Role::Queen)));
            if judge(machine, world) {
                return true;
            }
        }
    }
    for _ in 0..RANDOM_WORLDS {
        let mut world = home;
        for _ in 0..=random.below(4) {
            change(random, &mut world);
        }
        if random.below(4) == 0 {
            set(
                &mut world,
                castling_bit(machine.turn(), CastlingSide::ALL[chosen(random, 2)]),
                random.below(2) == 0,
            );
        }
        if random.below(4) == 0 {
            (0..8).for_each(|file| set(&mut world, en_passant_bit(File::ALL[file]), false));
        }
        if judge(machine, world) {
            return true;
        }
    }
    false
}

/// What brute force finds wrong with the causes: a world in which they hold and the answer does not, or a cause without
/// which there is none.
fn faults(
    machine: &mut ChessMachine,
    random: &mut Random,
    mv: ChessMove,
    legal: bool,
    reason: &Reason,
) -> Vec<String> {
    let home = *machine.base();
    let mut contradicted = |facts: &[&Fact]| {
        let mut found = None;
        let mut judge = |machine: &mut ChessMachine, world: ChessBase| {
            let differs = legal_in(machine, world, facts, mv) == Some(!legal);
            if differs {
                found = Some(world);
            }
            differs
        };
        let _ = !legal && favourable_worlds(machine, home, facts, mv, &mut judge)
            || changed_worlds(machine, home, mv, random, &mut judge);
        machine.set_base(&home);
        found
    };
    let all: Vec<&Fact> = reason.causes.iter().collect();
    let against = contradicted(&all).map(|world| format!("not enough: {}", shown(&world)));
    let mut wrong: Vec<String> = against.into_iter().collect();
    for left_out in 0..all.len() {
        let mut fewer = all.clone();
        let fact = fewer.remove(left_out);
        if contradicted(&fewer).is_none() {
            wrong.push(format!("not needed: {fact}"));
        }
    }
    wrong
}

fn shown(world: &ChessBase) -> String {
    let letter = |square| {
        piece_at(world, square).map_or('.', |(side, kind)| {
            if side.is_white() { kind.upper_char() } else { kind.char() }
        })
    };
    let ranks = Rank::ALL.into_iter().rev().map(|rank| {
        File::ALL.map(|file| letter(Square::from_coords(file, rank))).iter().collect::<String>()
    });
    format!("{} {:x}", ranks.collect::<Vec<_>>().join("/"), world[12])
}

#[test]
fn causes_are_enough_and_none_is_too_many() {
    let mut machine = ChessMachine::new().unwrap();
    let mut random = Random::new(5);
    let (mut illegal, mut legal, mut wrong) = (0, 0, Vec::new());
    for round in 0..ROUNDS {
        let position = match round % 4 {
            3 => random_chess960_position(&mut random),
            0 => random_position(&mut random),
            _ => sparse_random_position(&mut random),
        };
        machine.set_position(&position).unwrap();
        let moves = crate::machine::chess::all_moves(position.turn());
        let own = |mv: &&ChessMove| position.board().color_at(mv.from) == Some(position.turn());
        let own: Vec<ChessMove> = moves.iter().filter(own).copied().collect();
        let special: Vec<ChessMove> = position
            .legal_moves()
            .into_iter()
            .filter(|mv| mv.is_castle() || mv.is_en_passant())
            .map(|mv| crate::rules::notation::uci(mv).parse().unwrap())
            .collect();
        for turn in 0..12 {
            let mv = match special.get(turn) {
                Some(&mv) => mv,
                None if turn == 11 => moves[chosen(&mut random, moves.len())],
                None => own[chosen(&mut random, own.len())],
            };
            let before = *machine.base();
            let explanation = explain::move_(&mut machine, mv);
            assert_eq!(*machine.base(), before);
            let place = format!("{} {}", position.fen(), explanation.text);
            let is_legal = machine.is_true(&names::legal(&mv.to_string()));
            assert_eq!(explanation.legal, is_legal, "{place}");
            assert!(!explanation.reasons.is_empty(), "{place}");
            for reason in &explanation.reasons {
                let holds = |fact: &Fact| {
                    assert!(machine.mover().rules().network.find(&fact.name).is_some(), "{fact}");
                    machine.is_true(&fact.name) == fact.truth
                };
                if reason.text.starts_with(explain::WITHOUT) {
                    continue;
                }
                assert!(reason.causes.iter().all(holds), "{place} {:?}", reason.causes);
                for fault in faults(&mut machine, &mut random, mv, is_legal, reason) {
                    wrong.push(format!(
                        "{place}
  {:?}
  {fault}",
                        reason.causes
                    ));
                }
            }
            *if is_legal { &mut legal } else { &mut illegal } += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(illegal > ROUNDS && legal > ROUNDS, "{illegal} {legal}");
}

/// Positions of the test by brute force.
const ROUNDS: usize = 24;
/// Random worlds for each set of facts.
const RANDOM_WORLDS: usize = 1000;

#[test]
fn the_remedies_of_all_reasons_make_a_move_legal() {
    let mut machine = ChessMachine::new().unwrap();
    let mut random = Random::new(6);
    let (mut possible, mut never) = (0, 0);
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
            let mv = own[chosen(&mut random, own.len())];
            let explanation = explain::move_(&mut machine, mv);
            if explanation.legal {
                continue;
            }
            let place = format!("{} {}", position.fen(), explanation.text);
            let mut world = *machine.base();
            let remedies = explanation.reasons.iter().map(|reason| reason.remedy);
            let Some(remedies) = remedies.collect::<Option<Vec<Change>>>() else {
                assert_eq!(explanation.reasons.len(), 1, "{place}");
                never += 1;
                continue;
            };
            possible += 1;
            remedies.into_iter().for_each(|remedy| remedy.make(&mut world));
            machine.set_base(&world);
            assert!(machine.is_true(&names::legal(&mv.to_string())), "{place}");
            machine.set_position(&position).unwrap();
        }
    }
    assert!(possible > 1000 && never > 1000, "{possible} {never}");
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
    // The rook does not see through the king.
    let fen = "8/8/8/8/k2K3r/8/8/8 w - - 0 1";
    let words = explain::square(&mut at(fen), "c4".parse().unwrap());
    assert!(words.contains("attacked by black: nothing"), "{words}");
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
