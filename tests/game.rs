//! A game in progress without a screen: moves, takebacks, clocks, claims and ends.

#![allow(clippy::expect_used, reason = "a helper of tests may fail the test")]
use lucena::base::Millis;
use lucena::game::{
    DrawClaim, DrawClaims, End, Game, GameError, GameResult, NodeId, Termination, TimeControl,
};
use lucena::rules::{Color, Position, parse_fen, parse_move};
use shakmaty::ByColor;

#[path = "game/autosave.rs"]
mod autosave;
#[path = "game/openings.rs"]
mod openings;
#[path = "game/settings.rs"]
mod settings;

fn at(fen: &str) -> Position {
    parse_fen(fen).expect(fen)
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = parse_move(game.position(), text).expect(text);
        game.play(mv, Millis(0)).expect(text);
    }
}

fn end_of(fen: &str, moves: &str) -> String {
    let mut game = Game::new(at(fen));
    play(&mut game, moves);
    game.status().end().map_or_else(|| "ongoing".to_owned(), End::words)
}

fn timed(text: &str) -> Game {
    let control = TimeControl::from_tag(text).expect(text);
    Game::default().with_control(ByColor { white: control.clone(), black: control })
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const SHUFFLE: &str = "Nf3 Nf6 Ng1 Ng8 ";

#[test]
fn every_end_by_rule_is_said_in_words() {
    let cases = [
        (START, "f3 e5 g4 Qh4", "Black wins by checkmate"),
        ("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "Qc7", "draw by stalemate"),
        ("8/8/8/8/8/k1p5/8/1K6 b - - 0 1", "c2 Kxc2", "draw: neither side can mate"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 149 200", "Ra7", "draw by the seventy-five-move rule"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 148 200", "Ra7", "ongoing"),
        ("7k/8/6K1/8/8/8/8/R7 w - - 149 200", "Ra8", "White wins by checkmate"),
        (START, "e4 e5", "ongoing"),
    ];
    for (fen, moves, words) in cases {
        assert_eq!(end_of(fen, moves), words, "{fen} {moves}");
    }
    assert_eq!(end_of(START, &SHUFFLE.repeat(4)), "draw by fivefold repetition");
    assert_eq!(end_of(START, &SHUFFLE.repeat(3)), "ongoing");
}

#[test]
fn a_third_occurrence_can_be_claimed_or_is_claimed_by_itself() {
    let mut game = Game::default();
    play(&mut game, SHUFFLE);
    assert_eq!(game.claim_draw(Millis(0)), Err(GameError::NoClaim));
    play(&mut game, SHUFFLE);
    assert_eq!(game.claim_at(game.current()), Some(DrawClaim::Threefold));
    assert_eq!(game.claim_draw(Millis(0)).expect("a claim"), End::draw(Termination::Threefold));
    let mut game = Game::default();
    game.claims = DrawClaims::Automatic;
    play(&mut game, &SHUFFLE.repeat(2));
    assert_eq!(game.end(), Some(End::draw(Termination::Threefold)));
}

#[test]
fn fifty_moves_can_be_claimed() {
    let mut game = Game::new(at("4k3/8/8/8/8/8/8/R3K3 w - - 99 80"));
    play(&mut game, "Ra7");
    assert_eq!(game.claim_at(game.current()), Some(DrawClaim::FiftyMoves));
    assert!(!game.status().is_over());
}

#[test]
fn a_takeback_gives_the_clocks_back_and_redo_takes_them_again() {
    let mut game = timed("60+2");
    game.start_clock(Millis(0));
    let mv = |game: &Game, text| parse_move(game.position(), text).expect(text);
    let clocks = |game: &Game, now| {
        [Color::White, Color::Black].map(|side| game.remaining(side, Millis(now)).map(|m| m.0))
    };
    game.play(mv(&game, "e4"), Millis(10_000)).expect("e4");
    game.play(mv(&game, "e5"), Millis(15_000)).expect("e5");
    assert_eq!(clocks(&game, 15_000), [Some(52_000), Some(57_000)]);
    game.takeback(Millis(20_000));
    assert_eq!(clocks(&game, 21_000), [Some(52_000), Some(59_000)]);
    game.takeback(Millis(22_000));
    assert_eq!(clocks(&game, 22_000), [Some(60_000), Some(60_000)]);
    assert_eq!(game.takeback(Millis(23_000)), None);
    game.redo(Millis(30_000));
    game.redo(Millis(30_000));
    assert_eq!(clocks(&game, 30_000), [Some(52_000), Some(57_000)]);
    assert_eq!(game.redo(Millis(30_000)), None);
    assert_eq!(game.clocks().running(), Some(Color::White));
}

#[test]
fn a_line_taken_back_stays_as_a_variation() {
    let mut game = Game::default();
    play(&mut game, "e4 e5");
    game.takeback(Millis(0));
    play(&mut game, "c5 Nf3");
    assert_eq!(game.sans(), ["e4", "c5", "Nf3"]);
    let e4 = game.tree().mainline()[1];
    let replies: Vec<String> =
        game.tree().node(e4).children().iter().map(|&child| game.tree().san(child)).collect();
    assert_eq!(replies, ["c5", "e5"]);
}

#[test]
fn a_takeback_reopens_a_finished_game() {
    let mut game = Game::default();
    play(&mut game, "f3 e5 g4 Qh4");
    let late = parse_move(&Position::default(), "e4").expect("e4");
    assert!(matches!(game.play(late, Millis(0)), Err(GameError::Over(_))));
    game.takeback(Millis(0));
    assert!(!game.status().is_over());
    play(&mut game, "d6");
    game.resign(Color::White, Millis(0)).expect("a game going on");
    assert_eq!(game.status().end().map(End::words).as_deref(), Some("Black wins: White resigned"));
    let again = game.resign(Color::Black, Millis(0)).map_err(|error| error.to_string());
    assert_eq!(again, Err("the game is over: Black wins: White resigned".to_owned()));
}

#[test]
fn a_game_that_goes_on_from_a_mate_is_over() {
    let mut game = Game::default();
    play(&mut game, "f3 e5 g4 Qh4");
    let mate = game.current();
    game.takeback(Millis(0));
    game.play_on(mate, Millis(0));
    assert_eq!(game.end().map(End::words).as_deref(), Some("Black wins by checkmate"));
    game.start_clock(Millis(0));
    assert_eq!(game.clocks().running(), None);
}

#[test]
fn a_flag_that_falls_loses_unless_the_opponent_cannot_mate() {
    let mut game = timed("60");
    game.start_clock(Millis(0));
    assert_eq!(game.check_flag(Millis(59_999)), None);
    let mv = parse_move(game.position(), "e4").expect("e4");
    assert!(matches!(game.play(mv, Millis(60_001)), Err(GameError::Over(_))));
    assert_eq!(game.end(), Some(End { result: GameResult::Black, reason: Termination::FlagFall }));
    let control = TimeControl::parse("1+0").expect("control");
    let mut bare = Game::new(at("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"))
        .with_control(ByColor { white: control, black: TimeControl::default() });
    bare.start_clock(Millis(0));
    assert_eq!(bare.check_flag(Millis(60_000)), Some(End::draw(Termination::FlagFall)));
}

#[test]
fn the_order_to_the_engine_starts_behind_a_null_move() {
    let mut game = Game::default();
    play(&mut game, "e4 e5");
    let here = game.current();
    let null = game.tree_mut().append(here, lucena::game::TreeMove::Null).expect("a pass");
    game.goto(null, Millis(0));
    play(&mut game, "Nf6");
    let (start, moves) = game.line_to(game.current());
    assert_eq!((start.turn(), moves.len()), (Color::Black, 1));
    assert!(game.has_occurred(game.current(), 1) && !game.has_occurred(game.current(), 2));
}

#[test]
fn the_time_manager_is_told_what_the_clock_says() {
    let mut game = timed("40/900+5");
    game.start_clock(Millis(0));
    let clock = game.clock_state(Millis(1_000)).expect("a clock");
    assert_eq!((clock.remaining.0, clock.increment.0), (899_000, 5_000));
    assert_eq!((clock.moves_to_go, clock.pieces, clock.ply), (Some(40), 32, 0));
    assert_eq!(Game::default().clock_state(Millis(0)), None);
    assert_eq!(game.clock_at(NodeId::ROOT, Color::Black), Some(Millis(900_000)));
}

#[test]
fn only_moves_taken_back_in_a_game_that_is_played_are_put_aside() {
    let after_takeback = |tag: Option<(&str, &str)>| {
        let mut game = Game::default();
        for text in ["e4", "e5", "Nf3"] {
            let mv = parse_move(game.position(), text).unwrap();
            game.play(mv, Millis(0)).unwrap();
        }
        game.tags.set("Opening", "King's Knight Opening");
        game.tags.set("WhiteAccuracy", "90.0");
        game.tags.set("BlackAccuracy", "my own text");
        if let Some((name, value)) = tag {
            game.tags.set(name, value);
        }
        game.takeback(Millis(0));
        assert!(game.leave_at_board(), "{tag:?}");
        game
    };
    for tag in [None, Some(("Continues", "Ada - Bo")), Some(("Help", "hint, analysis"))] {
        let game = after_takeback(tag);
        assert_eq!(game.tree().mainline().len(), 3, "{tag:?}");
        assert_eq!((game.tags.get("Opening"), game.tags.get("WhiteAccuracy")), (None, None));
        assert_eq!(game.tags.get("BlackAccuracy"), Some("my own text"));
    }
}
