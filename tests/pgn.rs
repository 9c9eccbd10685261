//! The game as a document: every oddity that files have, by name, and the round trip that loses nothing.

#![allow(clippy::expect_used, reason = "a helper of tests may fail the test")]

use lucena::base::{Elo, Millis, Score};
use lucena::game::pgn::{Index, IndexedTag, PgnError, ReadGame, read_bytes, write};
use lucena::game::{
    Evaluation, Game, GameResult, NodeId, Player, PlayerKind, Termination, TreeMove,
};
use lucena::rules::Color;
use lucena::strength::StrengthLevel;
use std::ops::ControlFlow;

#[path = "pgn/export.rs"]
mod export;
#[path = "pgn/insight.rs"]
mod insight;
#[path = "pgn/oddities.rs"]
mod oddities;
#[path = "pgn/round_trip.rs"]
mod round_trip;
#[path = "pgn/save.rs"]
mod save;
#[path = "pgn/scaling.rs"]
mod scaling;
#[path = "pgn/strangers.rs"]
mod strangers;
#[path = "pgn/stray.rs"]
mod stray;

fn read(text: &str) -> Vec<ReadGame> {
    read_bytes(text.as_bytes()).expect("a text that is not UTF-16")
}

fn one(text: &str) -> ReadGame {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

/// The movetext as it is written again, on one line.
fn moves(read: &ReadGame) -> String {
    lucena::game::pgn::movetext(&read.game).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn notes(read: &ReadGame) -> Vec<String> {
    read.notes.iter().map(ToString::to_string).collect()
}

#[test]
fn odd_spellings_are_put_right_without_a_word() {
    let cases = [
        (
            "castling with zeros",
            "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0+ *",
            "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O *",
        ),
        ("long moves", "1. e2-e4 c7-c5 2. Ng1f3 d7d6 3. Bf1-b5+ *", "1. e4 c5 2. Nf3 d6 3. Bb5+ *"),
        ("glued numbers", "1.e4 e5 2.Nf3 2...Nc6 3 . Bb5 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *"),
        ("half a draw", "1. d4 d5 1/2", "1. d4 d5 1/2-1/2"),
        ("dashes", "1. d4 d5 0–1", "1. d4 d5 0-1"),
        ("en passant", "1. e4 a6 2. e5 d5 3. exd6 e.p. *", "1. e4 a6 2. e5 d5 3. exd6 *"),
        ("glyphs", "1. e4! e5?! 2. d4?? $14 ± *", "1. e4 $1 e5 $6 2. d4 $4 $14 $16 *"),
        (
            "signs of the Informant behind a move",
            "1. e4-+ e5 2. Nf3−+ Nc6+- 3. Bb5—+! a6-/+ *",
            "1. e4 $19 e5 2. Nf3 $19 Nc6 $18 3. Bb5 $19 $1 a6 $17 *",
        ),
        ("and apart", "1. e4 +– e5 −/+ 2. Nf3 +/– *", "1. e4 $18 e5 $17 2. Nf3 $16 *"),
        (
            "the sign of a capture behind the square",
            "1. e4 d5 2. ed5: Qd5x 3. Nc3 *",
            "1. e4 d5 2. exd5 Qxd5 3. Nc3 *",
        ),
        ("rest of line", "1. e4 ; best { by } test\ne5 *", "1. e4 {best ( by ) test} 1... e5 *"),
        ("escape", "% 1. d4\n1. e4 e5 *\n% d5\n", "1. e4 e5 *"),
        ("blank lines inside", "1. e4\n\n\ne5\n\n*", "1. e4 e5 *"),
        ("old Mac", "1. e4\re5\r2. d4 *", "1. e4 e5 2. d4 *"),
        ("null moves", "1. e4 -- 2. d4 Z0 3. Nc3 *", "1. e4 -- 2. d4 -- 3. Nc3 *"),
        ("words behind the result", "1. e4 1-0 {late}", "1. e4 {late} 1-0"),
        (
            "nested",
            "1. e4 (1. d4 d5 (1... Nf6 {a})) (1. c4) e5 *",
            "1. e4 (1. d4 d5 (1... Nf6 {a})) (1. c4) 1... e5 *",
        ),
        (
            "comments all over",
            "{a} 1. e4 {b} {c} ({d} 1. d4 {e}) {f} e5 *",
            "{a} 1. e4 {b c f} ({d} 1. d4 {e}) 1... e5 *",
        ),
    ];
    for (what, text, written) in cases {
        let read = one(text);
        assert_eq!((moves(&read).as_str(), notes(&read)), (written, Vec::new()), "{what}");
    }
}

#[test]
fn promotions_are_read_in_every_spelling() {
    let tags = "[SetUp \"1\"]\n[FEN \"8/PPPPk3/8/8/8/8/4K3/8 w - - 0 1\"]\n\n";
    let read = one(&format!("{tags}1. a8=Q Kf7 2. b8(R) Kg7 3. c8N Kh7 4. d8/B *"));
    assert_eq!(moves(&read), "1. a8=Q Kf7 2. b8=R Kg7 3. c8=N Kh7 4. d8=B *");
}

#[test]
fn what_cannot_be_read_is_said_with_game_and_line() {
    let cases = [
        ("1. e4 e5\n2. Nf3 Nc6 3. Qxf7# d6 *", "game 1, line 2: Qxf7# is illegal after 2... Nc6"),
        (
            "1. Nf3 d5 2. Nc3 d4\n3. Nd4 Nf6 4. Nb5 c5 5. N5c3 *",
            "game 1, line 2: Nd4 is a capture without x",
        ),
        ("1. e4 Qxf9\n2. d4 *", "game 1, line 1: not understood: Qxf9"),
        ("1. e4 {never\nclosed", "game 1, line 1: a comment is not closed"),
        ("1. e4 (1. d4 *", "game 1, line 1: a variation is not closed"),
        ("(1. e4) *", "game 1, line 1: a variation without a move before it is kept as text"),
        ("1. e4 ) *", "game 1, line 1: ) without its partner"),
        ("[Event no quotes]\n\n1. e4 *", "game 1, line 1: not a tag: [Event no quotes]"),
        ("[Result \"win\"]\n\n1. e4 *", "game 1, line 1: tag Result \"win\" is no result"),
        ("[Result \"1-0\"]\n\n1. e4 0-1", "tag Result says 1-0, the moves end with 0-1"),
        ("[FEN \"what\"]\n\n1. e4 *", "fen \"what\""),
        ("[Variant \"Atomic\"]\n\n1. e4 *", "variant \"Atomic\" is not supported"),
        (
            "1. f3 e5 2. g4 Qh4# 1-0",
            "the result is 1-0, but the board shows Black wins by checkmate",
        ),
        ("1. e4 $999 *", "$999 is not a numeric annotation glyph"),
    ];
    for (text, note) in cases {
        let read = one(text);
        let first = notes(&read).into_iter().next().unwrap_or_default();
        let fits = notes(&read).iter().any(|said| said.contains(note));
        assert!(fits, "{text}: {first}");
    }
}

#[test]
fn a_token_that_hides_a_move_ends_its_line_only() {
    let read = one("1. e4 (1. d4 Qxf9 2. c4) e5 2. Nf3 *");
    assert_eq!(moves(&read), "1. e4 (1. d4 {unread: Qxf9 2. c4}) 1... e5 2. Nf3 *");
    assert!(read.is_incomplete());
}

#[test]
fn a_broken_game_does_not_hurt_its_neighbours() {
    let text = "[Event \"one\"]\n\n1. e4 { never closed\n\n[Event \"two\"]\n\n1. e4 Ke2 *\n\n\
                [Event \"three\"]\n[Site \"x\"]\n1. c4 1-0\n1. d4 *\n\n[Event \"bare\"]\n\n[Event \"last\"]\n";
    let games = read(text);
    let names: Vec<_> =
        games.iter().map(|read| read.game.tags.get("Event").unwrap_or("-")).collect();
    assert_eq!(names, ["one", "two", "three", "-", "bare", "last"]);
    let lines: Vec<usize> = games.iter().map(|read| read.line).collect();
    assert_eq!(lines, [1, 5, 9, 12, 14, 16]);
    assert_eq!(games.iter().filter(|read| read.is_incomplete()).count(), 2);
}

#[test]
fn the_sign_of_a_capture_that_takes_nothing_ends_the_line() {
    for (text, written) in [
        ("1. e4 e5 2. Nf3x Nc6 *", "1. e4 e5 {unread: 2. Nf3x Nc6} *"),
        ("1. e4x e5 *", "{unread: 1. e4x e5} *"),
    ] {
        let read = one(text);
        assert_eq!((moves(&read).as_str(), read.is_incomplete()), (written, true), "{text}");
    }
}

#[test]
fn what_looks_like_a_command_and_is_none_stays_as_it_is() {
    let mut read = one("1. e4 {a [%] b} 1... e5 {[%foo c} (1... c5) {[%csl Ge7] d} *");
    let node = read.game.tree().mainline()[1];
    read.game.tree_mut().node_mut(node).comment.push_str(" c [%eval 1.0] d");
    let written = "1. e4 {a [%] b c [ %eval 1.0] d} 1... e5 {[%csl Ge7] [%foo c d} (1... c5) *";
    assert_eq!(moves(&read), written);
    assert_eq!(moves(&one(&write(&read.game))), written);
}

#[test]
fn a_variation_that_is_not_closed_is_read_in_part_again() {
    for text in ["[Event \"x\"]\n\n(\n", "1. e4 e5 (1... c5", "1. e4 (e5 (d5"] {
        let read = one(text);
        assert!(read.is_incomplete(), "{text}: {:?}", read.notes);
        let again = one(&write(&read.game));
        assert!(again.is_incomplete(), "{text}: {}", moves(&read));
        assert_eq!(moves(&again), moves(&read), "{text}");
    }
}

#[test]
fn bytes_that_are_no_utf8_are_latin1_and_marks_are_passed_over() {
    let latin = read_bytes(b"[White \"Gr\xfcnfeld\"]\r\n\r\n1. d4 {\xe4} *\r\n").expect("Latin-1");
    assert_eq!(latin[0].game.players.white.name, "Grünfeld");
    let marked = one("\u{feff}[White \"Réti\"]\n\n1. Nf3 *");
    assert_eq!(marked.game.players.white.name, "Réti");
    // Half a character within the text; at its end the file is only cut off.
    let half = read_bytes(b"\xff\xfe[\0\n\0\x01\xd8E\0").expect_err("malformed");
    assert!(matches!(half, PgnError::Utf16 { line: 2 }), "{half}");
    for end in [&b"\x01"[..], b"\x01\xd8", b"\x01\xd8\x01"] {
        let text = b"\xff\xfe1\0.\0e\x004\0 \0e\x005\0 \0";
        let read = read_bytes(&[text, end].concat()).expect("a text that is cut off").remove(0);
        assert_eq!(notes(&read), ["game 1, line 1: not understood: \u{fffd}"]);
        assert_eq!(read.game.tree().mainline().len(), 3);
    }
}

#[test]
fn tags_keep_their_order_and_what_is_in_them() {
    let text = "[Event \"a\"][Site \"b\"]\n  [White \"Doe, \\\"Jay\\\" \\\\ J.\"]\n[Black \"Bob \"B\" X\"]\n\
                [Annotator \"a]b\"]\n[Event \"again\"]\n[WhiteElo \"?\"]\n[BlackElo \"2712 \"]\n*";
    let read = one(text);
    let players = &read.game.players;
    assert_eq!(players.white.name, "Doe, \"Jay\" \\ J.");
    assert_eq!((players.black.name.as_str(), players.black.elo), ("Bob \"B\" X", Some(Elo(2712))));
    let written = write(&read.game);
    for line in [
        "[Annotator \"a]b\"]",
        "[Event \"again\"]",
        "[WhiteElo \"?\"]",
        "[White \"Doe, \\\"Jay\\\" \\\\ J.\"]",
    ] {
        assert!(written.contains(line), "{line} is not in\n{written}");
    }
}

#[test]
fn a_level_that_is_left_is_written_no_more() {
    let text = "[BlackElo \"900\"]\n[BlackDial \"900\"]\n\n1. d4 *";
    let mut game = one(text).game;
    game.players.black = Player::engine(StrengthLevel::Full);
    let written = write(&game);
    assert!(written.contains("[BlackDial \"full\"]") && !written.contains("BlackElo"), "{written}");
}

#[test]
fn a_ply_count_stays_in_its_place() {
    let text = "[WhiteTitle \"GM\"]\n[ECO \"C20\"]\n[PlyCount \"7\"]\n[Annotator \"a\"]\n[PlyCount \"7\"]\n\n1. e4 e5 *";
    let written = write(&one(text).game);
    let rest = "[WhiteTitle \"GM\"]\n[ECO \"C20\"]\n[PlyCount \"2\"]\n[Annotator \"a\"]\n[PlyCount \"7\"]\n\n1. e4";
    assert!(written.contains(rest), "{written}");
}

#[test]
fn the_note_on_an_evaluation_after_mate_names_the_line_of_the_move() {
    let read = one(
        "[White \"a\"]\n[Black \"b\"]\n\n1. f3 e5\n2. g4\nQh4# {[%eval #0]\n} (2... d5\n3. e4) 0-1",
    );
    let expected =
        "game 1, line 6: the evaluation after Qh4# is kept, though the move ended the game";
    assert_eq!(notes(&read), [expected]);
}

#[test]
fn results_come_back_with_their_reason() {
    let cases = [
        ("1. f3 e5 2. g4 Qh4# 0-1", "", Termination::Checkmate),
        ("1. e4 1-0", "time forfeit", Termination::FlagFall),
        ("1. e4 1-0", "Time forfeit", Termination::FlagFall),
        ("1. e4 1-0", "Normal", Termination::Resignation),
        ("1. e4 1/2-1/2", "normal", Termination::Agreement),
        ("1. e4 1-0", "abandoned", Termination::Abandoned),
        ("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2", "normal", Termination::Threefold),
    ];
    for (moves, termination, reason) in cases {
        let read = one(&format!("[Termination \"{termination}\"]\n\n{moves}"));
        assert_eq!(read.game.end().map(|end| end.reason), Some(reason), "{moves} {termination}");
    }
    for result in ["1-0", "1/2-1/2"] {
        let end = one(&format!("1. e4 e5 {result}")).game.end().expect("a result");
        assert_eq!(end.reason, Termination::Unstated);
        assert!(["White wins", "draw"].contains(&&*end.words()), "{}", end.words());
    }
    let result = |text: &str| one(text).game.end().map(|end| end.result);
    assert_eq!(result("[Result \"0-1\"]\n\n1. e4"), Some(GameResult::Black));
    assert_eq!(result("[Result \"0-1\"]\n\n1. e4 *"), None, "the movetext takes precedence");
}

#[test]
fn clocks_and_evaluations_are_facts_and_the_rest_is_words() {
    let read = one("[TimeControl \"300+3\"]\n\n1. e4 {[%clk 0:04:59.5] a [%eval -0.31,18] b} \
                    e5 {[%emt 0:00:02] [%eval #-3] [%foo 1, 2] [%csl Gd4,Re5] [%cal Ge2e4]} *");
    let tree = read.game.tree();
    let line = tree.mainline();
    let (e4, e5) = (tree.node(line[1]), tree.node(line[2]));
    assert_eq!(e4.annotation.clock, Some(Millis(299_500)));
    assert_eq!(
        e4.annotation.evaluation,
        Some(Evaluation { score: Score::raw(-31), depth: Some(18) })
    );
    assert_eq!(e4.comment, "a b");
    assert_eq!(e5.annotation.elapsed, Some(Millis(2_000)));
    assert_eq!(e5.annotation.evaluation.map(|value| value.score), Some(Score::mated_in(6)));
    assert_eq!(
        (e5.annotation.commands.as_slice(), e5.annotation.marks.len()),
        (&["foo 1, 2".to_owned()][..], 3)
    );
    assert_eq!(read.game.clock_at(line[1], Color::White), Some(Millis(299_500)));
    assert_eq!(read.game.remaining(Color::White, Millis(0)), Some(Millis(299_500)));
}

#[test]
fn a_deep_nest_and_a_wall_of_moves_are_only_memory() {
    let deep = format!("1. e4 {}1... e5{} *", "(1. d4 d5 ".repeat(20_000), ")".repeat(20_000));
    assert!(!write(&one(&deep).game).is_empty());
    let wide = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(60_000);
    let said = notes(&one(&wide)).join("\n");
    assert!(
        said.contains("more than 200000 moves: the rest of the line is kept as text"),
        "{said}"
    );
}

#[test]
fn a_line_is_less_than_80_columns_and_a_percent_sign_never_begins_one() {
    let words = "word %percent ".repeat(60);
    let written = write(&one(&format!("1. e4 {{{words}}} e5 *")).game);
    let body = written.lines().filter(|line| !line.starts_with('['));
    assert!(body.clone().all(|line| line.chars().count() < 90 && !line.starts_with('%')));
    assert!(body.count() > 8);
}

#[test]
fn an_index_finds_the_games_that_reading_finds() {
    let folder = std::env::temp_dir().join(format!("lucena-index-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let file = folder.join("games.pgn");
    let game = "[Event \"e\"]\r\n[White \"A \\\"B\\\"\"]\r\n[Result \"1-0\"]\r\n\r\n1. e4 {[x]\r\n\r\n[y} e5 1-0\r\n\r\n";
    std::fs::write(&file, game.repeat(20_000)).expect("a file");
    let mut last = (0, 0);
    let index = Index::build(&file, &mut |done, total| {
        last = (done, total);
        ControlFlow::Continue(())
    });
    let index = index.expect("an index");
    assert_eq!((index.entries().len(), last.0), (20_000, last.1));
    let entry = &index.entries()[19_999];
    let tags = [IndexedTag::White, IndexedTag::Result, IndexedTag::Eco].map(|tag| entry.tag(tag));
    assert_eq!(tags, ["A \"B\"", "1-0", ""]);
    assert_eq!(entry.line(), 19_999 * 8 + 1);
    assert_eq!(moves(&index.read(19_999).expect("the last game")), "1. e4 {[x] [y} 1... e5 1-0");
    assert!(matches!(index.read(20_000), Err(PgnError::NoSuchGame(20_001))));
    let stopped = Index::build(&file, &mut |_, _| ControlFlow::Break(()));
    assert!(matches!(stopped, Err(PgnError::Stopped)));
    std::fs::remove_dir_all(&folder).expect("the folder to go");
}

#[test]
fn the_engine_and_its_dial_are_named_in_the_tags() {
    use lucena::{game::Player, strength::StrengthLevel};
    let mut game = Game::default();
    game.players.black = Player::engine(StrengthLevel::Limited(Elo(1500)));
    game.players.white = Player::human("Ann");
    let read = one(&write(&game));
    assert_eq!(read.game.players, game.players);
    assert_eq!(read.game.players.black.kind, PlayerKind::Engine(StrengthLevel::Limited(Elo(1500))));
    let text = write(&game);
    assert!(text.contains("[BlackElo \"1500\"]") && text.contains("[TimeControl \"-\"]"), "{text}");
    assert_eq!(game.tree().node(NodeId::ROOT).step(), None::<TreeMove>);
}
