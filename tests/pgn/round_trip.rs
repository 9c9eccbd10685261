//! Writing and reading loses nothing: games grown at random, and text that is not PGN at all.

use super::{insight, one, read, write};
use lucena::base::{Millis, Random, Score};
use lucena::game::{End, Evaluation, Game, Mark, NodeId, Termination};
use lucena::rules::{Color, Position, Square};
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};

/// A tree of some forty moves with every kind of note, from `seed` alone.
fn grown(seed: u64) -> Game {
    let mut random = Random::new(seed);
    let mut number = || u32::try_from(random.below(960)).expect("small");
    // Every third is a game of Chess960, every sixth of double Chess960.
    let (white, black) = (number(), number());
    let mut game = match seed % 6 {
        0 => Game::new(Position::chess960(white, black).expect("a start position")),
        1 => Game::new(Position::chess960(white, white).expect("a start position")),
        _ => Game::default(),
    };
    let mut nodes = vec![NodeId::ROOT];
    while nodes.len() < 40 {
        // Mostly go on from the newest node, so that lines are long and branches few.
        let back = if random.below(4) == 0 { random.below(nodes.len() as u64) } else { 0 };
        let at = nodes[nodes.len() - 1 - back as usize];
        let legal = game.position_at(at).legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = legal[random.below(legal.len() as u64) as usize];
        let step = lucena::game::TreeMove::Move(mv);
        if game.tree().child(at, step).is_none() {
            let node = game.tree_mut().append(at, step).expect("a legal move");
            annotate(&mut game, node, &mut random);
            nodes.push(node);
        }
    }
    let last = game.tree().mainline().last().copied().unwrap_or_default();
    game.goto(last, Millis(0));
    game
}

fn annotate(game: &mut Game, id: NodeId, random: &mut Random) {
    let first_of_variation = {
        let node = game.tree().node(id);
        let parent = node.parent().unwrap_or_default();
        game.tree().node(parent).children()[0] != id
    };
    let node = game.tree_mut().node_mut(id);
    if first_of_variation && random.below(2) == 0 {
        node.before = "why not; this (or that)".to_owned();
    }
    let words = ["", "", "a quiet move", "100 % sure, \"really\" \\ ; [but why]", "%odd %signs"];
    words[random.below(5) as usize].clone_into(&mut node.comment);
    node.nags = (0..random.below(3)).map(|_| random.below(256) as u8).collect();
    let facts = &mut node.annotation;
    facts.clock = (random.below(2) == 0).then(|| Millis(random.below(10_000_000) as i64));
    facts.elapsed = (random.below(2) == 0).then(|| Millis(random.below(100_000) as i64));
    if random.below(2) == 0 {
        let score = match random.below(4) {
            0 => Score::mate_in(2 * random.below(50) as usize + 1),
            1 => Score::mated_in(2 * random.below(50) as usize),
            _ => Score::raw(random.below(30_001) as i32 - 15_000),
        };
        let white = if node.position().turn() == Color::White { score } else { -score };
        let node = game.tree_mut().node_mut(id);
        node.annotation.evaluation =
            Some(Evaluation { score: white, depth: Some(random.below(90) as u16) });
    }
    let facts = &mut game.tree_mut().node_mut(id).annotation;
    if random.below(3) == 0 {
        facts.marks = vec![
            Mark { colour: 'G', from: Square::D4, to: None },
            Mark { colour: 'R', from: Square::A1, to: Some(Square::H8) },
        ];
        facts.commands = vec!["tqu En,a".to_owned(), "mdl 12".to_owned()];
    }
    let root_move = game.tree().node(id).parent() == Some(NodeId::ROOT);
    if root_move && random.below(2) == 0 {
        let account = Box::new(insight::sample(random.below(1_000_000)));
        game.tree_mut().node_mut(id).annotation.engine_info = Some(account);
    }
}

/// Both trees in the same shape with the same notes.
fn assert_same(a: &Game, b: &Game) {
    let mut open = vec![(NodeId::ROOT, NodeId::ROOT)];
    while let Some((left, right)) = open.pop() {
        let (l, r) = (a.tree().node(left), b.tree().node(right));
        assert_eq!((l.step(), &l.before, &l.comment), (r.step(), &r.before, &r.comment));
        assert_eq!((&l.nags, &l.annotation), (&r.nags, &r.annotation));
        assert_eq!(l.children().len(), r.children().len());
        open.extend(l.children().iter().copied().zip(r.children().iter().copied()));
    }
    assert_eq!((a.end(), &a.players, a.start()), (b.end(), &b.players, b.start()));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_grown_game_comes_back_as_it_was(seed in any::<u64>()) {
        let game = grown(seed);
        let text = write(&game);
        let back = one(&text);
        // The generator puts evaluations after mating moves, too.
        let unexpected = back.notes.iter().find(|note| !note.text.contains("though the move ended the game"));
        prop_assert!(unexpected.is_none(), "{unexpected:?}\n{text}");
        assert_same(&game, &back.game);
        prop_assert_eq!(write(&back.game), text);
    }

    #[test]
    fn any_bytes_are_read_without_a_panic_and_what_is_written_is_stable(
        bytes in proptest::collection::vec(any::<u8>(), 0..300)
    ) {
        for game in lucena::game::pgn::read_bytes(&bytes).unwrap_or_default() {
            let text = write(&game.game);
            prop_assert_eq!(write(&one(&text).game), text);
        }
    }

    #[test]
    fn almost_pgn_is_read_without_a_panic_and_what_is_written_is_stable(
        text in "([1-4]\\.|e4|d5|Nf3|O-O|\\{|\\}|\\(|\\)|\\$4|!|;|%|\\[|\\]|\"|Event|\\[%clk 0:01|1-0|\\*|--|é|\r|\n| ){0,60}"
    ) {
        for game in read(&text) {
            let written = write(&game.game);
            prop_assert_eq!(write(&one(&written).game), written);
        }
    }
}

#[test]
fn the_reason_of_the_end_of_a_game_of_two_people_is_kept() {
    let (white, draw) = (|reason| End::win(Color::White, reason), End::draw);
    for end in [
        white(Termination::Resignation),
        white(Termination::FlagFall),
        white(Termination::Adjudication),
        white(Termination::Abandoned),
        white(Termination::Unstated),
        draw(Termination::Agreement),
        draw(Termination::FlagFall),
        draw(Termination::Unstated),
    ] {
        let mut game = Game::default();
        game.conclude(end, Millis(0)).expect("no end so far");
        assert_eq!(one(&write(&game)).game.end(), Some(end), "{}", write(&game));
    }
}

/// Without the moves that ended it, the reason of a game cannot be told by a tag.
#[test]
fn an_end_that_another_line_has_needs_no_tag() {
    let mut game = one("[Result \"0-1\"]\n\n1. f3 e5 2. g4 (2. d3) Qh4# 0-1").game;
    assert_eq!(game.end(), Some(End::win(Color::Black, Termination::Checkmate)));
    let quiet = game.tree().node(game.tree().mainline()[2]).children()[1];
    game.tree_mut().promote_to_mainline(quiet);
    assert!(!write(&game).contains("Termination"), "{}", write(&game));
}
