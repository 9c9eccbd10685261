//! Words and numbers in places where no game has them: nothing is dropped without a note, and no game is made of them.

use super::{moves, notes, one, read, write};
use lucena::game::NodeId;

/// The movetext of each game of a text, and all notes.
fn found(text: &str) -> (Vec<String>, String) {
    let games = read(text);
    (games.iter().map(moves).collect(), games.iter().flat_map(notes).collect::<Vec<_>>().join("\n"))
}

#[test]
fn a_word_that_may_be_a_move_ends_a_variation() {
    let cases = [
        ("1. e4 (1. d4 Qq9 d6) e5 *", "1. e4 (1. d4 {unread: Qq9 d6}) 1... e5 *"),
        ("1. e4 (1. d4 d5 2. c0 e6) e5 *", "1. e4 (1. d4 d5 {unread: 2. c0 e6}) 1... e5 *"),
        ("1. e4 (1. d4 Qq9) e5 *", "1. e4 (1. d4 {unread: Qq9}) 1... e5 *"),
        (
            "1. e4 e5 2. d4 (2. Nf3 d6 (2... Nc6 3. Bb5 (3. Bc4 Qq9 {why} Bc5) a6) 3. d4) exd4 *",
            "1. e4 e5 2. d4 (2. Nf3 d6 (2... Nc6 3. Bb5 (3. Bc4 {unread: Qq9 (why) Bc5}) 3... a6) 3. d4) \
             2... exd4 *",
        ),
        (
            "1. e4 e5 (1... c5 {a} $1 Qq9 {b} $2 (2. d4 d5) d6 1-0) 2. d4 *",
            "1. e4 e5 (1... c5 $1 {a | unread: Qq9 (b) $2 (2. d4 d5) d6 1-0}) 2. d4 *",
        ),
        // What follows the word shows that it may be a move: its comments are in the text that is kept.
        (
            "1. e4 e5 2. Nf3 $1 {a} foo {b} $2 (2. d4) 3. Bb5 Nc6 *",
            "1. e4 e5 2. Nf3 $1 {a | unread: foo (b) $2 (2. d4) 3. Bb5 Nc6} *",
        ),
        ("1. e4 ({a} foo {b} e5 2. d4) *", "1. e4 {a | unread: foo (b) e5 2. d4} *"),
    ];
    for (text, written) in cases {
        let read = one(text);
        assert_eq!((moves(&read).as_str(), read.is_incomplete()), (written, true), "{text}");
        assert_eq!(moves(&one(&write(&read.game))), written, "{text}");
    }
}

#[test]
fn words_outside_the_moves_stay_with_a_game() {
    let cases: [(&str, &[&str], &str); 16] = [
        (
            "1. e4 1-0 tail",
            &["1. e4 {tail} 1-0"],
            "text after the result is kept in a comment: tail",
        ),
        (
            "1. e4 {a} * the end\nof 2024 {b}",
            &["1. e4 {a the end of 2024 b} *"],
            "comment: of 2024",
        ),
        ("1. e4 e5 1-0 (1... c5 2. d4)", &["1. e4 e5 (1... c5 2. d4) 1-0"], ""),
        ("1. e4 e5 1-0 (2. d4)", &["1. e4 e5 {unread: 2. d4} 1-0"], "d4 is illegal after 1. e4"),
        ("1. e4 e5 1-0 2. d4", &["1. e4 e5 {unread: 2. d4} 1-0"], "moves follow the result: 2. d4"),
        ("1. e4 e5 1-0 e6", &["1. e4 e5 {unread: e6} 1-0"], "moves follow the result: e6"),
        ("1. e4 * 1. d4 *\nc4 *", &["1. e4 *", "1. d4 *", "1. c4 *"], ""),
        (
            "From: a <b@c>\n\n[Event \"x\"]\n\n1. e4 *\n\nPage 7\n\n[Event \"y\"]\nby me\n[White \"w\"]\n\n1. d4 *",
            &["{From: a <b@c>} 1. e4 {Page 7} *", "{by me} 1. d4 *"],
            "text before the tags is kept in a comment: From: a <b@c>",
        ),
        (
            "Games (of 2024) {with notes} ; here\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *",
            &["{Games (of 2024) with notes here} 1. e4 *"],
            "text before the tags is kept in a comment: Games (of 2024)",
        ),
        ("1. e4 e5\n[Diagram]\n2. Nf3 *", &["1. e4 e5 2. Nf3 *"], "not understood: [Diagram]"),
        (
            "1. e4 e5 1-0\n[%csl Ga1]\n\n[Event \"y\"]\n\n*",
            &["1. e4 e5 {unread: [ %csl Ga1]} 1-0", "*"],
            "moves follow the result: [%csl Ga1]",
        ),
        (
            "[Event a]\n\n1. e4 *\n\n[Event b]\n\n1. d4 *",
            &["{[Event a]} 1. e4 *", "{[Event b]} 1. d4 *"],
            "not a tag",
        ),
        ("[Diagram]\n[White \"w\"]\n\n1. e4 *", &["{[Diagram]} 1. e4 *"], "not a tag: [Diagram]"),
        (
            "[Event \"x\"]\n5. Berlin\n[White \"y\"]\n\n1. e4 *",
            &["{5. Berlin} 1. e4 *"],
            "5. Berlin",
        ),
        ("The history of chess,\n(part 2).\n", &[], ""),
        ("Hello\n1. e4 e5 *", &["1. e4 e5 *"], "not understood: Hello"),
    ];
    for (text, written, said) in cases {
        let (games, notes) = found(text);
        assert_eq!(games, written, "{text}: {notes}");
        assert!(
            if said.is_empty() { notes.is_empty() } else { notes.contains(said) },
            "{text}: {notes}"
        );
    }
    assert_eq!(read("x\n[White \"w\"]\n\n1. e4 *")[0].game.players.white.name, "w");
}

#[test]
fn a_number_without_a_move_is_noted_and_may_hide_one() {
    let cases = [
        (
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4... 5. O-O Nf6 *",
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 {unread: 4... 5. O-O Nf6} *",
            "no move follows the number 4...",
        ),
        ("1. e4 9. 2. d4 *", "1. e4 {unread: 9. 2. d4} *", "no move follows the number 9."),
        ("1. e4 e5 2. 3. Nf3 *", "1. e4 e5 {unread: 2. 3. Nf3} *", "the number of 3. Nf3"),
        ("1. e4 9. 1... e5 *", "1. e4 e5 *", "no move follows the number 9."),
        ("1. e4 e5 7 *", "1. e4 e5 *", "no move follows the number 7"),
        ("1. e4 e5 5. *", "1. e4 e5 *", "no move follows the number 5."),
        ("1. e4 e5 2. (1... c5 7 ) Nf3 *", "1. e4 e5 (1... c5) 2. Nf3 *", "the number 7"),
        ("1. e4 e5 7 Nf3 *", "1. e4 e5 2. Nf3 *", "the move number of 7 Nf3 does not fit"),
        (
            "1. e4 e5\r\n\r\n1. d4 d5 *",
            "1. e4 e5 {unread: 1. d4 d5} *",
            "the moves begin again with 1. d4",
        ),
        (
            "1. e4 e5 2. Nf3 (2. d4 d6\n\n1. Nf3) 2... Nc6\n1. d4 d5 *",
            "1. e4 e5 2. Nf3 (2. d4 d6 3. Nf3) 2... Nc6 3. d4 d5 *",
            "the move number of 1. Nf3 does not fit",
        ),
        ("1. e4 e5 in 2 days 2. Nf3 *", "1. e4 e5 2. Nf3 *", "not understood: 2 days"),
        ("1. e4 e5 2. Nf3 ... d4 *", "1. e4 e5 2. Nf3 {unread: ... d4} *", "is illegal"),
        ("1. e4 e5 ... Nf3 *", "1. e4 e5 2. Nf3 *", "the move number of 2... Nf3 does not fit"),
        // The numbers of the next moves, repeated, or with spaces.
        ("1. e4 e5 2. *", "1. e4 e5 *", ""),
        (
            "1. e4 e5 2. {a} 2. Nf3 2. ... Nc6 3 . Bb5 3 ... a6 *",
            "1. e4 e5 {a} 2. Nf3 Nc6 3. Bb5 a6 *",
            "",
        ),
        ("1 e4 e5 2 Nf3 Nc6 3 Qxf7 *", "1. e4 e5 2. Nf3 Nc6 {unread: 3 Qxf7} *", "Qxf7 is illegal"),
    ];
    for (text, written, said) in cases {
        let read = one(text);
        let notes = notes(&read).join("\n");
        assert_eq!(moves(&read), written, "{text}: {notes}");
        assert!(
            if said.is_empty() { notes.is_empty() } else { notes.contains(said) },
            "{text}: {notes}"
        );
        assert_eq!(read.is_incomplete(), written.contains("unread"), "{text}");
    }
}

#[test]
fn castling_and_results_with_spaces() {
    let bishops = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5";
    for castling in ["0 0", "O O", "o o", "0 - 0", "O - O", "0 - 0 - 0"] {
        let read = one(&format!("{bishops} 4. {castling} Nf6 *"));
        assert_eq!(moves(&read), format!("{bishops} {{unread: 4. {castling} Nf6}} *"));
        assert!(read.is_incomplete());
    }
    for (text, written) in [
        ("1. e4 1 - 0", "1. e4 1-0"),
        ("1. e4 0 – 1\n", "1. e4 0-1"),
        ("1. e4 1/2 - 1/2", "1. e4 1/2-1/2"),
        ("1. e4 ½ - ½", "1. e4 1/2-1/2"),
        ("1. e4 ½", "1. e4 1/2-1/2"),
        ("1. e4 1-O", "1. e4 1-0"),
        ("1. e4 o-1", "1. e4 0-1"),
        ("1. e4 0.5-0.5", "1. e4 1/2-1/2"),
        ("1. e4 1/2:1/2", "1. e4 1/2-1/2"),
    ] {
        let read = one(text);
        assert_eq!((moves(&read).as_str(), notes(&read)), (written, Vec::new()), "{text}");
    }
    for text in ["1. e4 e5 0 - 0", "[Result \"0-0\"]\n\n1. e4 e5 0 - 0"] {
        let read = one(text);
        let is_tagged = text.starts_with('[');
        let written = if is_tagged { "1. e4 e5 {0-0} *" } else { "1. e4 e5 {unread: 0 - 0} *" };
        assert_eq!((moves(&read).as_str(), read.is_incomplete()), (written, !is_tagged), "{text}");
    }
    for word in ["draw", "DRAW", "remis", "ep", "e.p."] {
        let read = one(&format!("1. e4 {word}"));
        assert_eq!(notes(&read), [format!("game 1, line 1: not understood: {word}")]);
    }
}

#[test]
fn moves_behind_words_in_brackets_are_moves() {
    for (text, written) in [
        ("[#] 1. e4 e5 1-0", "{[#]} 1. e4 e5 1-0"),
        ("[White \"w\"]\n\n[Diagram #1] 1. e4 e5 1-0", "{[Diagram #1]} 1. e4 e5 1-0"),
        ("[%eval 0.3] [#] 1. e4 e5 1-0", "{[%eval 0.3] [#]} 1. e4 e5 1-0"),
        ("[White \"w\"]\n[Black B\"] 1. e4 e5 1-0", "{[Black B\"]} 1. e4 e5 1-0"),
        ("[White \"w\"]\n\n[#] 1-0", "{[#]} 1-0"),
        ("[#] after the opening\n[White \"w\"]\n\n1. e4 *", "{[#] after the opening} 1. e4 *"),
    ] {
        let read = one(text);
        assert_eq!((moves(&read).as_str(), read.is_incomplete()), (written, false), "{text}");
    }
}

#[test]
fn games_are_told_apart_by_entities_results_with_spaces_and_line_ends_of_all_kinds() {
    let cases: [(&str, &[&str]); 8] = [
        (
            "[White \"a\"]\n\n1. &#9816;f3 d5 1-0\n\n[White \"b\"]\n\n1. d4 0-1\n",
            &["1. Nf3 d5 1-0", "1. d4 0-1"],
        ),
        (
            "[White \"a\"]\n1. &#9816;f3 d5 1-0\n[White \"b\"]\n1. d4 0-1\n",
            &["1. Nf3 d5 1-0", "1. d4 0-1"],
        ),
        ("1. &#9816;f3 d5 1-0\n\n1. e4 e5 0-1\n", &["1. Nf3 d5 1-0", "1. e4 e5 0-1"]),
        (
            "[Event \"x\"]\nCarlsen - Anand 1 - 0\n[Round \"1\"]\n\n1. e4 *",
            &["{Carlsen - Anand 1 - 0} 1. e4 *"],
        ),
        ("1. e4 e5 1 - 0\n\n1. d4 d5 0 - 1\n", &["1. e4 e5 1-0", "1. d4 d5 0-1"]),
        (
            "1. e4 e5 1/2 - 1/2\n1. d4 d5 ½ – ½\n1. c4 *",
            &["1. e4 e5 1/2-1/2", "1. d4 d5 1/2-1/2", "1. c4 *"],
        ),
        ("1. e4 e5 2. Nf3\r\r1. Nc3 Nf6 *\r", &["1. e4 e5 2. Nf3 {unread: 1. Nc3 Nf6} *"]),
        ("1. e4 e5 2. Nf3\r\n\r\n1. Nc3 Nf6 *\r\n", &["1. e4 e5 2. Nf3 {unread: 1. Nc3 Nf6} *"]),
    ];
    for (text, written) in cases {
        let (games, notes) = found(text);
        assert_eq!(games, written, "{text}: {notes}");
    }
}

#[test]
fn what_was_not_read_stays_so_in_a_copy() {
    for text in [
        "1. e4 e5 2. Qq9 Nc6 *",
        "1. e4 (1. d4 Qh7 d6) e5 *",
        "1. e4 (1. d4 d5 *",
        "1. e4 {never closed",
        "[Event \"x]\n\n1. e4 *",
        "[Variant \"Atomic\"]\n\n1. e4 *",
        "(1. e4) *",
        "1. e4 e5 1-0 2. d4",
    ] {
        let first = one(text);
        let copy = one(&write(&first.game));
        assert!(first.is_incomplete() && copy.is_incomplete(), "{text}: {}", write(&first.game));
        let said = notes(&copy).concat();
        assert!(said.contains("a comment keeps what could not be read: unread: "), "{said}");
        assert_eq!(write(&copy.game), write(&first.game), "{text}");
    }
}

#[test]
fn a_tag_name_in_another_case_is_read_with_a_note() {
    let read = one(
        "[event \"e\"]\n[fen \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[Setup \"1\"]\n[WHITE \"w\"]\n\n1. e4 *",
    );
    let written = write(&read.game);
    for tag in [
        "[Event \"e\"]",
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]",
        "[SetUp \"1\"]",
        "[White \"w\"]",
    ] {
        assert!(written.contains(tag), "{tag} is not in\n{written}");
    }
    assert_eq!(
        notes(&read),
        [
            "game 1, line 1: the tag event is read as Event",
            "game 1, line 2: the tag fen is read as FEN",
            "game 1, line 3: the tag Setup is read as SetUp",
            "game 1, line 4: the tag WHITE is read as White",
        ]
    );
    // The usual name takes precedence.
    let read = one("[white \"a\"]\n[White \"b\"]\n\n1. e4 [black \"c\"] [fen \"x\"] *");
    assert_eq!(
        (read.game.players.white.name.as_str(), read.game.players.black.name.as_str()),
        ("b", "c")
    );
    assert!(write(&read.game).contains("[white \"a\"]"));
    assert!(
        notes(&read)[0].contains("the tag white is kept without a meaning"),
        "{:?}",
        notes(&read)
    );
    assert_eq!(moves(&read), "1. e4 {[fen \"x\"]} *");
    let games =
        super::read("[event \"a\"]\n\n*\n\n[event \"b\"]\n\n[variant \"Atomic\"]\n\n1. e4 *");
    assert_eq!((games.len(), moves(&games[1]).as_str()), (2, "{unread: 1. e4} *"));
}

#[test]
fn an_escaped_line_after_a_comment_before_the_tags_is_left_out() {
    let left_out = "a line that begins with % is left out";
    for (comment, kept) in
        [("; exported by X", "exported by X"), ("{by X}", "by X"), ("by X", "by X")]
    {
        let read = one(&format!(
            "{comment}\n% 1. e4 {{ [White \"no\"]\n%end\n[White \"w\"]\n\n1. d4 d5 2. Ke4 *"
        ));
        assert_eq!(read.game.players.white.name, "w", "{comment}");
        assert_eq!(moves(&read), format!("{{{kept}}} 1. d4 d5 {{unread: 2. Ke4}} *"));
        let lines: Vec<(usize, &str)> =
            read.notes.iter().map(|note| (note.line, note.text.as_str())).collect();
        assert!(lines.contains(&(2, left_out)), "{lines:?}");
        assert!(lines.iter().any(|(line, text)| *line == 6 && text.contains("Ke4")), "{lines:?}");
    }
    // A tag that is broken, or a move, ends the search for the next tag; nothing is noted twice.
    let read = one("; c\n% x\n1. e4 *");
    assert_eq!(
        (moves(&read), notes(&read)),
        ("{c} 1. e4 *".to_owned(), vec![format!("game 1, line 2: {left_out}")])
    );
}

#[test]
fn the_comment_before_a_variation_stays_with_its_move_when_it_is_raised() {
    let mut read = one("{pre} 1. e4 {a} ({sc1} 1. d4 {b} 1... d5 ({sc2} 1... f5)) 1... e5 *");
    let tree = read.game.tree_mut();
    let d4 = tree.node(NodeId::ROOT).children()[1];
    tree.promote_one(d4);
    let raised = "{pre} 1. d4 {sc1 b} (1. e4 {a} 1... e5) 1... d5 ({sc2} 1... f5) *";
    let again = one(&write(&read.game));
    assert_eq!((moves(&again), notes(&again)), (raised.to_owned(), Vec::new()));
    assert_eq!(again.game.tree().node(NodeId::ROOT).comment, "pre");
    // Lowered again it still stands before its variation.
    let e4 = read.game.tree().node(NodeId::ROOT).children()[1];
    read.game.tree_mut().promote_one(e4);
    assert!(moves(&read).starts_with("{pre} 1. e4 {a} ({sc1} 1. d4 {b}"), "{}", moves(&read));
}
