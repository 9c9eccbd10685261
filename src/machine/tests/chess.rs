//! The chess machine against shakmaty: legal moves, successors, endings and perft.

use crate::base::Random;
use crate::machine::chess::base::{ChessBase, encode};
use crate::machine::chess::names;
use crate::machine::{ChessMachine, ChessMove};
use crate::propnet::Stepper;
use crate::rules::{Color, Position, Role, notation, parse_fen, parse_move, perft::perft};
use shakmaty::Position as _;

/// Positions 1 to 6 and their leaves at depth 4. Source: chessprogramming.org/Perft_Results.
const STANDARD: [(&str, u64); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 197_281),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4_085_603),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 43_238),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 422_333),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 2_103_487),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3_894_594),
];

fn expected_moves(position: &Position) -> Vec<String> {
    let mut moves: Vec<String> = position.legal_moves().into_iter().map(notation::uci).collect();
    moves.sort();
    moves
}

/// The halfmove clock in base bits.
const fn clock(base: &ChessBase) -> u64 {
    base[12] >> 13 & 0xff
}

/// Makes a move if it is legal; returns whether it is.
fn play(machine: &mut ChessMachine, mv: ChessMove) -> bool {
    let index = machine.legal().position(|legal| legal == mv);
    index.is_some_and(|index| machine.play_nth(index).is_some())
}

/// Leaves of the machine's move tree at `depth` plies, with bulk counting.
fn machine_perft(machine: &mut ChessMachine, depth: u32) -> u64 {
    if depth == 1 {
        return machine.count_legal().into();
    }
    let (home, moves) = (*machine.base(), machine.legal().collect::<Vec<_>>());
    // All successors first: between two of them only one `does` changes.
    let after: Vec<ChessBase> = moves.iter().map(|&mv| machine.after(mv).unwrap()).collect();
    let below = |base: &ChessBase| {
        machine.set_base(base);
        machine_perft(machine, depth - 1)
    };
    let sum = after.iter().map(below).sum();
    machine.set_base(&home);
    sum
}

fn machine_moves(machine: &ChessMachine) -> Vec<String> {
    let mut moves: Vec<String> = machine.legal().map(|mv| mv.to_string()).collect();
    moves.sort();
    moves
}

pub(super) fn chosen(random: &mut Random, length: usize) -> usize {
    usize::try_from(random.below(length as u64)).unwrap()
}

/// A position from a random game of up to 120 plies.
pub(super) fn random_position(random: &mut Random) -> Position {
    let mut position = Position::default();
    for _ in 0..random.below(120) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play(moves[chosen(random, moves.len())]);
    }
    position
}

/// A few pieces sparse onto the board: pins and double checks as games seldom have them.
pub(super) fn sparse_random_position(random: &mut Random) -> Position {
    loop {
        let mut rows = [['1'; 8]; 8];
        for piece in "KkQqRrBbNnPpRrBbqQPp".chars().take(2 + chosen(random, 19)) {
            let row = if "Pp".contains(piece) { 1 + chosen(random, 6) } else { chosen(random, 8) };
            rows[row][chosen(random, 8)] = piece;
        }
        let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        let turn = ["w", "b"][chosen(random, 2)];
        if let Ok(position) = parse_fen(&format!("{} {turn} - - 0 1", rows.join("/"))) {
            return position;
        }
    }
}

fn compare_endings(machine: &ChessMachine, position: &Position) {
    let chess = position.chess();
    let over = chess.is_checkmate()
        || chess.is_stalemate()
        || chess.is_insufficient_material()
        || position.halfmoves() >= 150;
    let place = position.fen();
    assert_eq!(machine.is_terminal(), over, "{place}");
    for side in Color::ALL {
        let mate = if position.turn() == side { 0 } else { 100 };
        let worth = if chess.is_checkmate() { mate } else { 50 };
        assert_eq!(machine.goal(side), over.then_some(worth), "{place}");
    }
}

#[test]
fn perft_to_depth_four_on_the_standard_positions() {
    let mut machine = ChessMachine::new().unwrap();
    for (fen, known) in STANDARD {
        machine.set_position(&parse_fen(fen).unwrap()).unwrap();
        assert_eq!(machine_perft(&mut machine, 4), known, "{fen}");
    }
}

/// A position from a random game of Chess960 or double Chess960 of up to 40 plies, often with castling rights left.
pub(super) fn random_chess960_position(random: &mut Random) -> Position {
    let number = |random: &mut Random| u32::try_from(random.below(960)).unwrap();
    let white = number(random);
    let black = if random.below(2) == 0 { white } else { number(random) };
    let mut position = Position::chess960(white, black).unwrap();
    for _ in 0..random.below(40) {
        let moves = position.legal_moves();
        // Pieces leave the back rank, so that castling becomes possible.
        let stays = |mv: &&shakmaty::Move| !matches!(mv.role(), Role::King | Role::Rook);
        let quiet: Vec<_> = moves.iter().filter(stays).copied().collect();
        let choice = if quiet.is_empty() { moves.to_vec() } else { quiet };
        if choice.is_empty() {
            break;
        }
        position.play(choice[chosen(random, choice.len())]);
    }
    position
}

#[test]
fn chess960_moves_and_successors_are_those_of_the_rules() {
    let mut machine = ChessMachine::new().unwrap();
    let mut random = Random::new(7);
    let mut castled = 0;
    for _ in 0..60 {
        let mut position = random_chess960_position(&mut random);
        machine.set_position(&position).unwrap();
        for _ in 0..12 {
            assert_eq!(machine_moves(&machine), expected_moves(&position), "{}", position.fen());
            for mv in position.legal_moves() {
                if mv.is_castle() {
                    castled += 1;
                    let successor = machine.after(quiet(&notation::uci(mv))).unwrap();
                    assert_eq!(successor, encode(&position.after(mv)), "{} {mv}", position.fen());
                }
            }
            if machine.is_terminal() {
                break;
            }
            let count = usize::try_from(machine.count_legal()).unwrap();
            let mv = machine.play_nth(chosen(&mut random, count)).unwrap();
            position.play(parse_move(&position, &mv.to_string()).unwrap());
            assert_eq!(*machine.base(), encode(&position), "{mv} to {}", position.fen());
        }
    }
    assert!(castled > 30, "{castled}");
}

#[test]
fn perft_to_depth_three_on_a_hundred_random_positions() {
    let mut machine = ChessMachine::new().unwrap();
    let mut random = Random::new(1);
    for _ in 0..100 {
        let position = random_position(&mut random);
        machine.set_position(&position).unwrap();
        assert_eq!(machine_perft(&mut machine, 3), perft(&position, 3), "{}", position.fen());
    }
}

#[test]
fn legal_moves_agree_on_a_thousand_random_positions() {
    let mut machine = ChessMachine::new().unwrap();
    let mut random = Random::new(2);
    for round in 0..1000 {
        let sparse = round % 2 == 0;
        let position =
            if sparse { sparse_random_position(&mut random) } else { random_position(&mut random) };
        machine.set_position(&position).unwrap();
        assert_eq!(machine_moves(&machine), expected_moves(&position), "{}", position.fen());
        compare_endings(&machine, &position);
    }
}

#[test]
fn whole_games_pass_through_the_positions_that_the_rules_give() {
    let mut machine = ChessMachine::new().unwrap();
    let mut random = Random::new(3);
    for _ in 0..30 {
        let mut position = Position::default();
        machine.set_position(&position).unwrap();
        while !machine.is_terminal() {
            let count = usize::try_from(machine.count_legal()).unwrap();
            let mv = machine.play_nth(chosen(&mut random, count)).unwrap();
            position.play(parse_move(&position, &mv.to_string()).unwrap());
            assert_eq!(*machine.base(), encode(&position), "{mv} to {}", position.fen());
            compare_endings(&machine, &position);
        }
    }
}

#[test]
fn the_state_after_a_game_equals_the_state_set_afresh() {
    let mut machine = ChessMachine::new().unwrap();
    let fresh = machine.clone();
    let mut random = Random::new(4);
    for _ in 0..60 {
        let count = usize::try_from(machine.count_legal()).unwrap();
        machine.play_nth(chosen(&mut random, count));
        let mut other = fresh.clone();
        other.set_base(machine.base());
        let (played, set) = (machine.mover(), other.mover());
        let network = &played.rules().network;
        // The last `does` is still set in the one that played; what it does not reach must agree.
        for id in network.ids().filter(|&id| !after_does(network.name(id))) {
            assert_eq!(played.is_true(id), set.is_true(id), "{}", network.name(id));
        }
    }
}

/// Does a component with this name depend on the move being made?
fn after_does(name: &str) -> bool {
    let words = [
        "next ",
        "does ",
        "leaves ",
        "arrives",
        "moves",
        "stays",
        "promotion ",
        "castles",
        "capture on",
        "progress",
        "rises",
        "is taken",
    ];
    words.iter().any(|word| name.contains(word)) && !name.contains("no progress")
}

#[test]
fn hard_cases() {
    let cases = [
        // En passant would uncover the king on the rank.
        ("8/8/8/K2pP2r/8/8/8/7k w - d6 0 1", "e5d6", false),
        // En passant takes the only checking pawn.
        ("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "e4d3", true),
        // A pinned pawn may take the piece that pins it, also where that promotes, and do nothing else.
        ("7k/8/8/8/2b5/3P4/4K3/8 w - - 0 1", "d3c4", true),
        ("7k/8/8/8/2b5/3P4/4K3/8 w - - 0 1", "d3d4", false),
        ("7K/8/8/8/8/3k4/4p3/5B2 b - - 0 1", "e2f1q", true),
        ("7K/8/8/8/8/3k4/4p3/5B2 b - - 0 1", "e2e1q", false),
        // Two checks at once: only the king may move, though each could be answered alone.
        ("4r2k/8/8/8/8/5n2/3P2P1/4K3 w - - 0 1", "g2f3", false),
        // A king may not step back along the ray it stands on.
        ("4r2k/8/8/8/8/4K3/8/8 w - - 0 1", "e3e2", false),
        // Castling through, out of and into attack, and with only the rook's way attacked.
        ("4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", "e1g1", false),
        ("4k3/8/8/8/8/4r3/8/4K2R w K - 0 1", "e1g1", false),
        ("4k3/8/8/8/8/6r1/8/4K2R w K - 0 1", "e1g1", false),
        ("4k3/8/8/8/8/1r6/8/R3K3 w Q - 0 1", "e1c1", true),
        // The rook shields the king from the rook behind it, which castling gives up; behind it is a bishop.
        ("4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "c1b1", false),
        ("4k3/8/8/8/8/8/8/bRK5 w B - 0 1", "c1b1", true),
        ("4k3/8/8/8/8/8/8/5KRr w G - 0 1", "f1g1", false),
        // The king stays where it is, or goes to the rook's square, or the rook stays.
        ("4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1h1", true),
        ("4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1", true),
        ("4k3/8/8/8/8/8/8/4KR2 w K - 0 1", "e1f1", true),
        ("1rk5/8/8/8/8/8/8/4K3 b q - 0 1", "c8b8", true),
        // Without the right, the king may go where its rook stood.
        ("4k3/8/8/8/8/8/8/5K1R w - - 0 1", "f1g1", true),
    ];
    let mut machine = ChessMachine::new().unwrap();
    for (fen, uci, legal) in cases {
        let position = parse_fen(fen).unwrap();
        machine.set_position(&position).unwrap();
        let moves = machine_moves(&machine);
        assert_eq!(moves, expected_moves(&position), "{fen}");
        assert_eq!(moves.iter().any(|mv| mv == uci), legal, "{fen} {uci}");
    }
}

#[test]
fn the_clock_ends_the_game_at_seventy_five_moves() {
    let mut machine = ChessMachine::new().unwrap();
    let fifty = names::FIFTY_MOVES;
    for (halfmoves, over) in [(0, false), (99, false), (100, false), (127, false), (128, false)]
        .into_iter()
        .chain([(135, false), (149, false), (150, true), (199, true)])
    {
        let fen = format!("4k3/8/8/8/8/8/8/4K2R w - - {halfmoves} 120");
        machine.set_position(&parse_fen(&fen).unwrap()).unwrap();
        assert_eq!(machine.is_terminal(), over, "{halfmoves}");
        let id = machine.mover().rules().network.find(fifty).unwrap();
        assert_eq!(machine.mover().is_true(id), halfmoves >= 100, "{halfmoves}");
    }
    // 127 to 128 carries through every bit; a pawn move starts again.
    machine.set_position(&parse_fen("4k3/8/8/8/8/8/P7/4K2R w - - 127 90").unwrap()).unwrap();
    assert!(play(&mut machine, quiet("h1h2")));
    assert_eq!(clock(machine.base()), 128);
    assert!(play(&mut machine, quiet("e8d7")) && play(&mut machine, quiet("a2a3")));
    assert_eq!(clock(machine.base()), 0);
    assert!(!play(&mut machine, quiet("a3a4")), "it is Black's turn");
}

fn quiet(uci: &str) -> ChessMove {
    uci.parse().unwrap()
}

#[test]
fn every_component_of_both_networks_is_named_once_and_read() {
    let machine = ChessMachine::new().unwrap();
    for side in machine.sides() {
        let network = &side.rules().network;
        assert_eq!(side.rules().moves.len(), 1880);
        for mv in &side.rules().moves {
            assert_eq!(network.name(mv.does), format!("does {}", mv.name));
            assert_eq!(network.name(mv.legal), format!("legal {}", mv.name));
        }
        assert!(network.len() < 16_000, "{}", network.len());
        assert!(network.bytes() < 4 << 20, "{}", network.bytes());
    }
}

#[test]
fn the_steps_of_a_move_are_those_of_play() {
    let before = parse_fen("r3k2r/8/8/8/4pP2/8/8/R3K2R b KQkq f3 0 1").unwrap();
    let mut machine = ChessMachine::new().unwrap();
    for text in ["e4f3", "e8g8", "h8h1"] {
        let mv: ChessMove = text.parse().unwrap();
        let after = before.after(parse_move(&before, text).unwrap());
        let mut steps = machine.record_move(&before, mv).unwrap();
        assert_eq!(steps.inputs(), 1, "the move itself");
        let next = machine.after(mv).unwrap();
        while steps.forward() {}
        assert_eq!(machine.state().values(), values(&steps), "{text}");
        let mut reply = machine.record_position(&before, &after);
        assert_eq!(*machine.base(), next, "{text}");
        while reply.forward() {}
        assert_eq!(machine.state().values(), values(&reply), "{text}");
        assert_eq!(machine.count_legal() as usize, after.legal_moves().len(), "{text}");
    }
    assert!(machine.record_move(&before, "a1h2".parse().unwrap()).is_none());
}

fn values(steps: &Stepper) -> Vec<bool> {
    steps.network().ids().map(|id| steps.is_true(id)).collect()
}
