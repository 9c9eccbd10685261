//! What real files do to movetext, one oddity a game of `tests/data/oddities.pgn`, which says what is to come of each:
//! `Expect` is the movetext as it is written again, `Said` what is noted, parts divided by a bar.

use super::{moves, notes, one};
use lucena::game::pgn::{ReadGame, read_bytes, write};

fn oddities() -> Vec<ReadGame> {
    read_bytes(include_bytes!("../data/oddities.pgn")).expect("a text that is not UTF-16")
}

#[test]
fn every_oddity_comes_out_as_its_game_expects() {
    let games = oddities();
    assert_eq!(games.len(), 25);
    for read in games {
        let tag = |name| read.game.tags.get(name).unwrap_or_default();
        let (name, said) = (tag("Event"), notes(&read));
        assert_eq!(moves(&read), tag("Expect"), "{name}: {said:?}");
        let wanted: Vec<&str> = tag("Said").split('|').filter(|part| !part.is_empty()).collect();
        for part in &wanted {
            assert!(said.iter().any(|note| note.contains(part)), "{name}: {part} in {said:?}");
        }
        assert!(!wanted.is_empty() || said.is_empty(), "{name}: {said:?}");
    }
}

#[test]
fn what_was_put_right_is_right_when_it_is_read_again() {
    for read in oddities() {
        let again = one(&write(&read.game));
        assert_eq!(moves(&again), moves(&read));
        let said = notes(&again);
        assert_eq!(said.len(), usize::from(read.is_incomplete()), "{said:?}");
    }
}

#[test]
fn a_broken_tag_gives_what_it_has() {
    let read = one("[White \"Ann]\n[Black \"Ben\"\n[Site nowhere]\n[Round \"3\"]\n\n1. e4 *");
    assert_eq!(read.game.players.white.name, "Ann");
    assert_eq!(read.game.players.black.name, "Ben");
    assert_eq!(read.game.tags.get("Round"), Some("3"));
    let said = notes(&read);
    let parts =
        ["line 1: the tag White is not closed", "line 2: the tag Black", "line 3: not a tag"];
    for part in parts {
        assert!(said.iter().any(|note| note.contains(part)), "{part}: {said:?}");
    }
    let unread = "{unread: [White \"Ann] unread: [Black \"Ben\" [Site nowhere]} 1. e4 *";
    assert_eq!(moves(&read), unread);
}

#[test]
fn what_was_left_out_or_changed_without_a_word_is_noted() {
    let cases = [
        ("[Result \"0-0\"]\n\n1. e4 e5 0-0", "1. e4 e5 {0-0} *", "the result 0-0 (both lost)"),
        ("1. e4 e5 1-0 --", "1. e4 e5 1-0", "the null move -- after the result"),
        ("1. e4 e5 1-0 0000", "1. e4 e5 1-0", "the null move 0000 after the result"),
        ("1. e4 e5 1-0 null", "1. e4 e5 1-0", "the null move null after the result"),
        ("1. e4 e5 2. ed dc *", "1. e4 e5 {unread: 2. ed dc} *", "not understood: ed"),
        ("1. e4 dc *", "1. e4 {unread: dc} *", "not understood: dc"),
        ("1. e4 castles *", "1. e4 {unread: castles} *", "not understood: castles"),
        ("[Result \"1-0\"]\n\n1. e4 *", "1. e4 *", "tag Result says 1-0, the moves end with *"),
        ("[Result \"*\"]\n\n1. e4 1-0", "1. e4 1-0", "tag Result says *, the moves end with 1-0"),
        ("12. Nf3 d5 *", "1. Nf3 d5 *", "the first move has number 12"),
        ("1. e4\n% a line\ne5 *\n% an end\n", "1. e4 e5 *", "line 2: a line that begins with %"),
    ];
    for (text, written, said) in cases {
        let read = one(text);
        let noted: Vec<_> =
            notes(&read).into_iter().filter(|note| !note.contains("is no result")).collect();
        assert_eq!(moves(&read), written, "{text}: {noted:?}");
        assert!(noted.len() == 1 && noted[0].contains(said), "{text}: {noted:?}");
        assert_eq!(read.is_incomplete(), written.contains("unread"), "{text}");
    }
}

#[test]
fn the_ply_count_of_a_game_read_in_part_stays() {
    let read = one("[PlyCount \"60\"]\n\n1. e4 e5 2. Qz9 Nc6 *");
    assert!(notes(&read).iter().all(|note| !note.contains("PlyCount")), "{:?}", notes(&read));
    assert!(write(&read.game).contains("[PlyCount \"60\"]"));
}

#[test]
fn a_comment_on_the_line_of_a_tag_does_not_split_the_game() {
    let starts =
        ["[Event \"x\"] {c}\n[White \"y\"]", "[Event \"x\"]\n{c} [Site \"z\"]\n[White \"y\"]"];
    for tags in starts {
        let read = one(&format!("{tags}\n\n1. e4 *\n"));
        assert_eq!(read.game.players.white.name, "y", "{tags}");
        assert_eq!(moves(&read), "{c} 1. e4 *", "{tags}");
        assert_eq!(notes(&read), Vec::<String>::new(), "{tags}");
    }
}

#[test]
fn signs_directly_after_a_move_do_not_end_the_line() {
    let cases = [
        ("1. e4‼ e5⁇ 2. Nf3⁉ Nc6⁈ *", "1. e4 $3 e5 $4 2. Nf3 $5 Nc6 $6 *"),
        (
            "1. e4‼e5！ 2. Nf3 ⁉\u{fe0f} Nc6？！ 3. Bb5&#8252; *",
            "1. e4 $3 e5 $1 2. Nf3 $5 Nc6 $6 3. Bb5 $3 *",
        ),
        ("1. Nf3⊕ Nc6⨁ 2. e4○ e5 ○ *", "1. Nf3 $138 Nc6 $139 2. e4 $26 e5 $27 *"),
        (
            "1. e4→ e5 ↑ 2. Nf3⟳ Nc6⇆ 3. Bb5 ⇄ *",
            "1. e4 $40 e5 $37 2. Nf3 $32 Nc6 $133 3. Bb5 $132 *",
        ),
        (
            "1. e4△ e5∇ (1... c5⨀) 2. Nf3⇔ ⊥ *",
            "1. e4 $140 e5 $141 (1... c5 $22) 2. Nf3 $239 $245 *",
        ),
        ("1. e4!⊕± e5+- 2. Nf3±⊕ *", "1. e4 $1 $138 $16 e5 $18 2. Nf3 $16 $138 *"),
    ];
    for (text, written) in cases {
        let read = one(text);
        assert_eq!((moves(&read).as_str(), notes(&read)), (written, Vec::new()), "{text}");
    }
    let cases = [
        ("1. Nf3… Nc6 *", "1. Nf3 Nc6 *", "… is not an annotation glyph"),
        ("1. e4, e5±~ *", "1. e4 e5 $16 *", "~ is not an annotation glyph"),
        ("1. e4★★! e5 *", "1. e4 $1 e5 *", "★★ is not an annotation glyph"),
        ("1. e4‼！ e5 *", "1. e4 e5 *", "‼！ is not an annotation glyph"),
    ];
    for (text, written, said) in cases {
        let read = one(text);
        let noted = notes(&read);
        assert_eq!((moves(&read).as_str(), read.is_incomplete()), (written, false), "{noted:?}");
        assert!(noted.last().is_some_and(|note| note.ends_with(said)), "{text}: {noted:?}");
    }
    // A move that is illegal, or words in brackets or quotation marks, still end the line.
    for word in ["Nf5★", "Nf5‼", "e5]", "e5\"", "e4&"] {
        let read = one(&format!("1. e4 {word} 2. d4 *"));
        assert!(moves(&read).starts_with("1. e4 {unread: "), "{}", moves(&read));
    }
}

#[test]
fn a_note_on_a_tag_names_its_line() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w";
    let cases = [
        (
            "[White \"a\"]\n[Variant \"Atomic\"]\n\n1. e4 *".to_owned(),
            "line 2: variant \"Atomic\" is not supported",
        ),
        (
            "[White \"a\"]\n[variant \"Atomic\"]\n\n1. e4 *".to_owned(),
            "line 2: variant \"Atomic\" is not supported",
        ),
        ("[White \"a\"]\n[Black \"b\"]\n[FEN \"x\"]\n\n1. e4 *".to_owned(), "line 3: fen \"x\""),
        (
            format!("[White \"a\"]\n[FEN \"{fen} KQ - 0 1\"]\n\n1. e4 *"),
            "line 2: fen \"4k3/8/8/8/8/8/4P3/4K3 w KQ - 0 1\": castling rights \"KQ\": no king can castle with a rook on a1, h1: left out",
        ),
        (
            format!("[FEN \"{fen} - - 0 9999999999\"]\n\n1. e4 *"),
            "move number \"9999999999\": larger than 4294967295: read as 4294967295",
        ),
        (
            "[White \"a\"]\n[Result \"won\"]\n\n1. e4 *".to_owned(),
            "line 2: tag Result \"won\" is no result",
        ),
        (
            "[White \"a\"]\n\n[Result \"1-O\"]\n\n1. e4 0-1".to_owned(),
            "line 3: tag Result says 1-O, the moves end with 0-1",
        ),
        (
            "[White \"a\"]\n[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4#".to_owned(),
            "line 2: the result is 1-0, but the board shows",
        ),
        (
            "[White \"a\"]\n\n1. e4\n{a} [PlyCount \"4\"] *".to_owned(),
            "line 4: tag PlyCount says 4, the main line has 1 half-move",
        ),
    ];
    for (text, said) in cases {
        let noted = notes(&one(&text));
        assert!(noted.iter().any(|note| note.contains(said)), "{text}: {noted:?}");
    }
    let over =
        "[Event \"x\"]\n[FEN \"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\"]\n\n{a}\n{[%eval #1]} {b}\n1-0\n";
    assert_eq!(
        notes(&one(over)),
        [
            "game 1, line 5: the evaluation of the start position is kept, though the game is over there"
        ]
    );
}

#[test]
fn a_tag_with_a_meaning_that_is_given_twice_is_noted() {
    let text = "[White \"a\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[FEN \"8/8\"]\n[White \"a\"]\n\
                [Result \"1-0\"]\n[Result \"0-1\"]\n[Opening \"x\"]\n[Opening \"y\"]\n\n1. e4\n{a} [Result \"*\"] 1-0";
    let read = one(text);
    assert_eq!(
        notes(&read),
        [
            "game 1, line 3: tag FEN is given twice: \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\" is used, \"8/8\" has no meaning",
            "game 1, line 6: tag Result is given twice: \"1-0\" is used, \"0-1\" is left out",
            "game 1, line 11: the tag Result is inside the movetext",
            "game 1, line 11: tag Result is given twice: \"1-0\" is used, \"*\" is left out",
        ]
    );
    let written = write(&read.game);
    assert_eq!(written.matches("[Result ").count(), 1, "{written}");
    assert!(written.contains("[Result \"1-0\"]") && written.contains("[FEN \"8/8\"]"), "{written}");
    // The result of the moves takes precedence over both tags.
    let written = write(&one("[Result \"1-0\"]\n[Result \"*\"]\n\n1. e4 0-1").game);
    assert_eq!(written.matches("[Result \"0-1\"]").count(), 1, "{written}");
    assert_eq!(written.matches("[Result ").count(), 1, "{written}");
}
