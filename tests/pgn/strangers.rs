//! Files of other programs and countries: a move that is not understood ends its line and is kept as text, values keep their
//! text, and every encoding is read.

use super::{moves, notes, one, read, write};
use clap::ValueEnum as _;
use lucena::base::Millis;
use lucena::game::End;
use lucena::game::pgn::{Language, read_bytes, read_bytes_as};
use lucena::rules::Color;
use strum::VariantArray as _;

#[test]
fn a_move_that_is_not_understood_ends_the_main_line_and_is_kept() {
    let cases = [
        ("1. e4 e5 2. Sf3 Qz9 3. d4 *", "1. e4 e5 {unread: 2. Sf3 Qz9 3. d4} *"),
        (
            "1. e4 e5 2. Nf3 Nc6 3. Nd5 {why} d6 1-0",
            "1. e4 e5 2. Nf3 Nc6 {unread: 3. Nd5 (why) d6} 1-0",
        ),
        ("1. P-K4 P-K4 2. N-KB3 *", "{unread: 1. P-K4 P-K4 2. N-KB3} *"),
        ("1. 5254 5755 *", "{unread: 1. 5254 5755} *"),
        ("1. E4 E9 *", "1. e4 {unread: E9} *"),
        ("1. e4 (1. d4 Sf6 2. c4) e5 *", "1. e4 (1. d4 {unread: Sf6 2. c4}) 1... e5 *"),
        ("1. e4 e5 2. NF3 NC6 *", "1. e4 e5 {unread: 2. NF3 NC6} *"),
        ("1. e4 e5 2. N f3 Nc6 *", "1. e4 e5 {unread: 2. N f3 Nc6} *"),
        ("1. e4 e5 2. Nf3 B c5 *", "1. e4 e5 2. Nf3 {unread: B c5} *"),
        ("1. e4 e5 2. Sf 3. Nf3 *", "1. e4 e5 {unread: 2. Sf 3. Nf3} *"),
        (
            "1. e4 e5 2. Nf3 (2.Sxx 3. Nf3) Nc6 *",
            "1. e4 e5 2. Nf3 {unread: 2.Sxx 3. Nf3} 2... Nc6 *",
        ),
        ("1. e4 (Sf3 d5) e5 *", "1. e4 {unread: Sf3 d5} 1... e5 *"),
    ];
    for (text, written) in cases {
        let read = one(text);
        assert_eq!(moves(&read), written, "{text}: {:?}", notes(&read));
        assert!(read.is_incomplete(), "{text}");
        let again = one(&write(&read.game));
        assert_eq!((moves(&again).as_str(), again.is_incomplete()), (written, true), "{text}");
    }
}

#[test]
fn a_word_of_any_script_that_names_a_square_may_be_a_move() {
    // Cyrillic and full-width letters, accents, digits of other scripts, a file that does not exist.
    for word in [
        "\u{435}5",
        "ｅ5",
        "e５",
        "ĉ5",
        "c\u{302}5",
        "Ｎc6",
        "Ｎｃ６",
        "Кс6",
        "e٥",
        "z5",
        "Nj6",
        "К\u{301}6",
        "е\u{200b}5",
    ] {
        for (text, written) in [
            (format!("1. e4 {word} 2. d4 d5 *"), format!("1. e4 {{unread: {word} 2. d4 d5}} *")),
            (
                format!("1. e4 1... {word} 2. d4 *"),
                format!("1. e4 {{unread: 1... {word} 2. d4}} *"),
            ),
        ] {
            let read = one(&text);
            assert_eq!(moves(&read), written, "{:?}", notes(&read));
            assert!(read.is_incomplete(), "{text}");
        }
    }
    for (text, written) in [
        // A piece's sign or letter with a space before its square.
        ("1. e4 e5 2. ♘ f3 Nc6 *", "1. e4 e5 {unread: 2. ♘ f3 Nc6} *"),
        ("1. e4 S f6 *", "1. e4 {unread: S f6} *"),
        ("1. e4 e5 2. L c4 *", "1. e4 e5 {unread: 2. L c4} *"),
    ] {
        let read = one(text);
        assert_eq!((moves(&read).as_str(), read.is_incomplete()), (written, true), "{text}");
    }
    // ECO codes and numbers of diagrams name no square.
    let read = one("1. e4 C45 e5 D02 2. Nf3 Nr12 Nc6 Größe *");
    assert_eq!((moves(&read).as_str(), read.is_incomplete()), ("1. e4 e5 2. Nf3 Nc6 *", false));
}

#[test]
fn characters_without_width_and_entities_are_read() {
    for text in [
        "1. e4 e5 2. Nf\u{200b}3 N\u{ad}c6 *",
        "1.\u{200b}e4\u{200b} e5 2\u{2060}.\u{feff}Nf3 Nc6\u{200d} *",
        "1. e4 e5 2. &#9816;f3 &#x265E;c6 *",
        "1. e4 e5 2. &#9816;f3! ; a comment\nNc6 *",
    ] {
        let read = one(text);
        let written = moves(&read).replace(" $1 {a comment} 2...", "");
        assert_eq!(written, "1. e4 e5 2. Nf3 Nc6 *", "{text}: {:?}", notes(&read));
        assert_eq!(notes(&read), Vec::<String>::new(), "{text}");
    }
    let read = one("1. e4 e5 2. &knight;f3 Nc6 *");
    assert_eq!(
        (moves(&read).as_str(), read.is_incomplete()),
        ("1. e4 e5 {unread: 2. &knight;f3 Nc6} *", true)
    );
}

#[test]
fn what_is_not_closed_is_read_in_part() {
    for (text, said) in [
        ("1. e4 (1. d4 d5 *", "line 1: a variation is not closed"),
        ("[Event \"x]\n\n1. e4 *", "line 1: the tag Event is not closed"),
        ("1. e4 {x *", "line 1: a comment is not closed"),
    ] {
        let read = one(text);
        assert!(read.is_incomplete() && notes(&read)[0].contains(said), "{:?}", notes(&read));
    }
    let read = one("1. e4 () e5 ( ) *");
    assert_eq!(moves(&read), "1. e4 e5 *");
    assert_eq!(notes(&read), ["game 1, line 1: a variation without moves is left out"; 2]);
    // Nor is anything lost where no move stands before it.
    for (text, count) in
        [("() 1. e4 e5 *", 1), ("( ( ) ) 1. e4 e5 *", 1), ("1. e4 (() 1. d4) 1... e5 *", 1)]
    {
        let read = one(text);
        let empty = "game 1, line 1: a variation without moves is left out";
        assert_eq!(notes(&read), vec![empty; count], "{text}");
        assert!(!read.is_incomplete() && moves(&read).ends_with("e5 *"), "{text}");
    }
    let read = one("((1. d4)) 1. e4 e5 *");
    assert!(read.is_incomplete() && moves(&read).contains("{unread: (1. d4)}"), "{}", moves(&read));
}

#[test]
fn a_comment_that_swallows_a_game_is_said_to_and_ends_where_a_game_of_its_kind_begins() {
    let next = "[Event \"b\"]\n[White \"C\"]\n[Black \"D\"]\n\n1. d4 {x} d5 *";
    let said = "a comment has the tags of a game in it: was it not closed?";
    for between in ["\n", ""] {
        let read = one(&format!("1. e4 {{never clo{between}{next}"));
        assert!(read.is_incomplete() && notes(&read)[0].contains(said), "{:?}", notes(&read));
        // A copy is read in part, too.
        assert!(one(&write(&read.game)).is_incomplete());
    }
    let game = |open| format!("[Site \"s\"]\n[White \"C\"]\n\n1. e4 {open} 1-0\n\n");
    let text = [game("{open"), game("{closed}"), game("")].concat();
    let games = read_bytes(text.as_bytes()).unwrap();
    let counts: Vec<_> = games.iter().map(|read| read.is_incomplete()).collect();
    assert_eq!(counts, [true, false, false]);
    for quoted in ["[Diagram]\n\n[White to move]", "[Sites \"s\"]", "[%csl Ga1]", "\"é\"\né\"["] {
        let text = format!("[Site \"s\"]\n\n1. e4 {{see\n\n{quoted}}} e5 1-0\n");
        let read = one(&text);
        assert!(!read.is_incomplete() && moves(&read).ends_with("e5 1-0"), "{}", moves(&read));
    }
}

#[test]
fn a_word_before_moves_that_do_not_fit_may_be_a_move() {
    let cases = [
        ("1. h3 g5 2. f3 oh 3. g4 e5 *", "1. h3 g5 2. f3 {unread: oh 3. g4 e5} *"),
        ("a4 5c a5 Qxa5 Nf3 *", "1. a4 {unread: 5c a5 Qxa5 Nf3} *"),
        ("1. e4 e5 2. move c4 3. Na3 *", "1. e4 e5 {unread: 2. move c4 3. Na3} *"),
        (
            "1. e4 e5 2. d4 ({x} foo d4 h5 3. Ke3) d6 *",
            "1. e4 e5 2. d4 {x | unread: foo d4 h5 3. Ke3} 2... d6 *",
        ),
        // A move is missing, as the numbers show.
        ("1. e4 e5 2. Nf3 ? 3. b5 a6 *", "1. e4 e5 2. Nf3 $2 {unread: 3. b5 a6} *"),
        ("1. e4 e5 2. Nf3 2... Nc6 3... d5 *", "1. e4 e5 2. Nf3 Nc6 {unread: 3... d5} *"),
        // No word: the letters of a move.
        ("h4 h5 Re3 *", "1. h4 h5 {unread: Re3} *"),
        ("1. f3 h5 2. Kf2 3exg *", "1. f3 h5 2. Kf2 {unread: 3exg} *"),
        ("1. f3 h5 2. --x g5 *", "1. f3 h5 {unread: 2. --x g5} *"),
        // Without these the game would be another legal one.
        ("1. d3 f6 2. Be3 N c6 3. h3 *", "1. d3 f6 2. Be3 {unread: N c6 3. h3} *"),
        ("1. h4 d6 2. g4 Bxg4 3. Bh3 B5 *", "1. h4 d6 2. g4 Bxg4 3. Bh3 {unread: B5} *"),
    ];
    for (text, written) in cases {
        let read = one(text);
        assert_eq!(moves(&read), written, "{text}: {:?}", notes(&read));
        assert!(read.is_incomplete(), "{text}");
    }
    let read = one(cases[0].0);
    assert_eq!(
        notes(&read),
        [
            "game 1, line 1: not understood: oh",
            "game 1, line 1: Black's move before 3. g4 is missing, so that oh may be a move: \
             the rest of the line is kept as text",
        ]
    );
}

#[test]
fn unusual_move_numbers_are_no_obstacle() {
    for text in [
        "1. e4 1. e5 2. Nf3 2. Nc6 *",
        "1. e4 2. e5 3. Nf3 4. Nc6 *",
        "1. e4 1... e5 2. Nf3 2... Nc6 *",
        "7. e4 e5 8. Nf3 Nc6 *",
        "1. e4 foo e5 2. Nf3 bar Nc6 *",
        "1. e4 e5 1. Nf3 Nc6 *",
        "e4 e5 3. Nf3 Nc6 *",
    ] {
        let read = one(text);
        assert_eq!(moves(&read), "1. e4 e5 2. Nf3 Nc6 *", "{text}: {:?}", notes(&read));
        assert!(!read.is_incomplete(), "{text}");
    }
}

#[test]
fn a_move_number_that_does_not_fit_is_noted_once() {
    for (text, said) in [
        ("1. e4 e5 9. Nf3 Nc6 10. Bb5 *", "the move number of 9. Nf3 does not fit"),
        ("e4 9. e5 Nf3 *", "the move number of 9. e5 does not fit"),
        ("1. e4 2. e5 3. Nf3 4. Nc6 *", "the move number of 2. e5 does not fit"),
    ] {
        assert_eq!(notes(&one(text)), [format!("game 1, line 1: {said}")], "{text}");
    }
    let fen =
        "[FEN \"4k3/8/8/8/8/8/4P3/Q3K3 b - - 9 50\"]\n[SetUp \"1\"]\n\n1... Kd7 2. e4 Ke7 3. e5 *";
    assert_eq!(notes(&one(fen)), Vec::<String>::new());
}

#[test]
fn harmless_words_are_notes() {
    let read = one("1. e4 ch e5 N 2. Nf3 +- Nc6 good 3. Bb5 +/= a6 □ 4. resigns *");
    assert_eq!(moves(&read), "1. e4 e5 $146 2. Nf3 $18 Nc6 3. Bb5 $14 a6 $7 *");
    assert!(!read.is_incomplete() && notes(&read).len() == 3, "{:?}", notes(&read));
}

#[test]
fn a_novelty_on_the_last_rank_is_no_promotion() {
    let before = "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O d6";
    for sign in ["N", "N!", "!N", " N"] {
        let read = one(&format!("{before} 5. Re1{sign} a6 *"));
        let glyphs = if sign.contains('!') { "$1 $146" } else { "$146" };
        let written = moves(&read).replace("$146 $1 ", "$1 $146 ");
        assert_eq!(written, format!("{before} 5. Re1 {glyphs} a6 *"), "{sign}");
        assert!(!read.is_incomplete(), "{sign}");
    }
}

#[test]
fn a_wrong_sign_of_capture_is_refused_by_its_name() {
    for (text, written, said) in [
        (
            "1. e4 d5 2. exd5 Qd5+ *",
            "1. e4 d5 2. exd5 {unread: Qd5+} *",
            "Qd5+ is a capture without x after 2. exd5",
        ),
        ("1. e4 e5 2. Nxf3 *", "1. e4 e5 {unread: 2. Nxf3} *", "Nxf3 takes nothing after 1... e5"),
        ("1. e4 e5 2. Nf6 *", "1. e4 e5 {unread: 2. Nf6} *", "Nf6 is illegal after 1... e5"),
    ] {
        let read = one(text);
        assert_eq!(moves(&read), written);
        assert!(notes(&read)[0].contains(said), "{:?}", notes(&read));
    }
}

#[test]
fn a_whole_number_with_a_depth_is_in_centipawns() {
    let game =
        one("1. e4 {[%eval 34,20]} e5 {[%eval 0.30,20]} 2. d4 {[%eval -3,9]} c6 {[%eval 3]} *");
    let tree = game.game.tree();
    let scores = tree.mainline().into_iter().filter_map(|id| tree.node(id).annotation.evaluation);
    // From the view of the side that is to move.
    let scores: Vec<i32> = scores.map(|evaluation| evaluation.score.value()).collect();
    assert_eq!(scores, [34, 30, -3, 300]);
}

#[test]
fn usual_spellings_are_read() {
    let white = "[SetUp \"1\"]\n[FEN \"r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1\"]\n\n";
    let cases = [
        ("1. OO OOO *", "1. O-O O-O-O *"),
        ("1. 00 000 *", "1. O-O O-O-O *"),
        ("1. Ke1-g1 Ke8-c8 *", "1. O-O O-O-O *"),
        ("1. e1g1 e8c8 *", "1. O-O O-O-O *"),
        ("1. \u{41e}-\u{41e} \u{41e}\u{2013}\u{41e}\u{2013}\u{41e} *", "1. O-O O-O-O *"),
        ("1. exd6ep Kd7 *", "1. exd6 Kd7 *"),
        ("1. exd6e.p.! Kd7 *", "1. exd6 $1 Kd7 *"),
        ("1. exd6 (ep) Kd7 *", "1. exd6 Kd7 *"),
        ("1. exd6(e.p.) Kd7 *", "1. exd6 Kd7 *"),
        ("1. ed6 Kd7 *", "1. exd6 Kd7 *"),
        ("1. 0000 Kd7 *", "1. -- Kd7 *"),
        ("1. Rh2+- Rh7= *", "1. Rh2 $18 Rh7 $10 *"),
        ("1.\u{a0}Kd2\u{a0}Kd7\u{202f}*", "1. Kd2 Kd7 *"),
        ("1. ♔d2 ♚d7 *", "1. Kd2 Kd7 *"),
        ("1. Rh1h8+ Kd7 2. Ra1a8 *", "1. Rxh8+ Kd7 2. Raxa8 *"),
    ];
    for (text, written) in cases {
        let read = one(&format!("{white}{text}"));
        assert_eq!((moves(&read).as_str(), notes(&read)), (written, Vec::new()), "{text}");
    }
    let promotion = "[SetUp \"1\"]\n[FEN \"6n1/7P/8/8/8/k7/8/K7 w - - 0 1\"]\n\n";
    for text in ["h8q", "h8=q", "h8Q", "h8(Q)", "h7-h8Q", "h8=♕"] {
        assert_eq!(moves(&one(&format!("{promotion}1. {text} *"))), "1. h8=Q *", "{text}");
    }
    let check = "[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n";
    for (text, nag) in
        [("a8(Q)+", ""), ("a8(Q)#", ""), ("a8(Q)++", ""), ("a8(Q)!", " $1"), ("a8(Q)+!", " $1")]
    {
        let read = one(&format!("{check}1. {text} Kd7 *"));
        let written = format!("1. a8=Q+{nag} Kd7 *");
        assert_eq!((moves(&read), notes(&read)), (written, Vec::new()), "{text}");
    }
}

#[test]
fn piece_letters_of_other_languages_are_recognised() {
    let english =
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 5. Re1 Nd6 6. Nxe5 Be7 7. Bf1 O-O 8. Qh5 Kh8 *";
    for &language in Language::VARIANTS.iter().skip(1) {
        let [king, queen, rook, bishop, knight] = language.letters();
        let mut text = String::new();
        for c in english.chars() {
            match c {
                'K' => text.push_str(king),
                'Q' => text.push_str(queen),
                'R' => text.push_str(rook),
                'B' => text.push_str(bishop),
                'N' => text.push_str(knight),
                c => text.push(c),
            }
        }
        let read = one(&text);
        assert_eq!(moves(&read), english, "{language}: {:?}", notes(&read));
        assert!(!read.is_incomplete());
        let said = notes(&read).concat();
        assert!(
            said.contains("piece letters recognised") && said.contains(&language.to_string()),
            "{said}"
        );
        let declared = read_bytes_as(text.as_bytes(), Some(language)).expect("a text");
        assert_eq!((moves(&declared[0]).as_str(), declared[0].notes.len()), (english, 0));
    }
    assert_eq!(moves(&one(english)), english);
    assert_eq!(Language::from_str("German", true), Ok(Language::German));
    assert!(Language::from_str("Klingon", true).is_err());
}

#[test]
fn a_game_that_fits_no_language_keeps_its_rest() {
    let read = one("1. e4 e5 2. Sf3 Sc6 3. Qd5 *");
    assert_eq!(moves(&read), "1. e4 e5 {unread: 2. Sf3 Sc6 3. Qd5} *");
}

#[test]
fn values_keep_their_text() {
    let text = "[Event \" a \"]\n[Site \"b\"]\n[Date \"2020.??.??\"]\n[Round \"1\"]\n[White \"W\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\
        [WhiteElo \"2712 \"]\n[TimeControl \"600+0\"]\n[PlyCount \"2\"]\n[WhiteDial \"new(1)\"]\n\n\
        1. e4 {[%eval 152.65] [%clk 0:03:00.0]} e5 {[%eval 0.333] [%emt 5]} 1-0";
    let written = write(&one(text).game);
    for part in text.split(['\n', '{', '}']).filter(|part| part.contains(['[', '%'])) {
        assert!(written.contains(part), "{part} is not in\n{written}");
    }
    assert!(!written.contains("Termination"), "{written}");
}

#[test]
fn a_termination_stays_until_the_game_ends_otherwise() {
    for (termination, result) in [
        ("Unterminated", "1-0"),
        ("Time forfeit", "*"),
        ("Normal", "*"),
        ("Abandoned", "1/2-1/2"),
        ("White won by resignation", "0-1"),
    ] {
        let tag = format!("[Termination \"{termination}\"]");
        let mut game = one(&format!("[Result \"{result}\"]\n{tag}\n\n1. e4 e5 {result}")).game;
        assert!(write(&game).contains(&tag), "{}", write(&game));
        game.reopen();
        let drawn = End::draw(lucena::game::Termination::Agreement);
        game.conclude(drawn, Millis(0)).expect("no end so far");
        let written = write(&game);
        assert!(
            !written.contains(&tag) && written.contains("[Termination \"normal\"]"),
            "{written}"
        );
        assert_eq!(one(&written).game.end(), Some(drawn), "{written}");
    }
}

#[test]
fn text_outside_the_movetext_is_kept() {
    let read = one(
        "[Event \"e\"]\n; a note\n[White \"W\"]\n{more}\n[Black \"B\"]\n\n1. e4 $256 [Round \"7\"] e5 *",
    );
    assert_eq!(moves(&read), "{a note more} 1. e4 {$256} 1... e5 *");
    let players = &read.game.players;
    assert_eq!((players.white.name.as_str(), players.black.name.as_str()), ("W", "B"));
    assert_eq!(read.game.tags.get("Round"), Some("7"));
    let said = notes(&read).join("\n");
    assert!(said.contains("$256") && said.contains("tag Round is inside the movetext"), "{said}");
}

#[test]
fn a_tag_inside_the_movetext_is_as_good_as_any_other() {
    let read =
        one("[Event \"e\"]\n\n1. e4 [White \"W\"] e5 [WhiteElo \"2000\"] 2. d4 [FEN \"x\"] *");
    assert_eq!(moves(&read), "1. e4 e5 2. d4 {[FEN \"x\"]} *");
    let written = write(&read.game);
    assert!(
        written.contains("[White \"W\"]") && written.contains("[WhiteElo \"2000\"]"),
        "{written}"
    );
    assert!(!written.contains("[FEN \"x\"]\n"), "{written}");
}

#[test]
fn tags_that_are_not_written_as_they_were_are_noted() {
    let text = "[SetUp \"1\"]\n[A B \"y\"]\n[PlyCount \"7\"]\n[Site here]\n\n1. e4 *";
    let read = one(text);
    let written = write(&read.game);
    for part in ["[SetUp \"1\"]", "[A_B \"y\"]", "[PlyCount \"1\"]", "{[Site here]} 1. e4"] {
        assert!(written.contains(part), "{part} is not in\n{written}");
    }
    let said = notes(&read).join("\n");
    assert!(!said.contains("half-moves"), "{said}");
    for part in [
        "tag name \"A B\"",
        "game 1, line 3: tag PlyCount says 7, the main line has 1 half-move",
        "not a tag: [Site here]",
    ] {
        assert!(said.contains(part), "{part} is not in\n{said}");
    }
}

#[test]
fn comments_and_blank_lines_between_tags_do_not_split_a_game() {
    let two = "[Event \"a\"]\n; one\n; two\n[White \"w\"]\n\n; three\n\n[Black \"b\"]\n\n{four}\n1. e4 *\n\n\
               [Event \"only a comment\"]\n\n{no move}\n\n[Event \"c\"]\n\n1. d4 *\n";
    let games = read(two);
    let found: Vec<String> = games.iter().map(moves).collect();
    assert_eq!(found, ["{one two three four} 1. e4 *", "{no move} *", "1. d4 *"]);
    let players = &games[0].game.players;
    assert_eq!((players.white.name.as_str(), players.black.name.as_str()), ("w", "b"));
    assert!(games.iter().all(|game| game.notes.is_empty()));
    // Without an `Event` tag, the first tag begins the next game.
    let games = read("[White \"a\"]\n\n{no move}\n\n[White \"b\"]\n[Black \"c\"]\n\n1. d4 *\n");
    assert_eq!(games.len(), 2);
}

#[test]
fn files_that_were_joined_without_a_line_end_keep_results_and_tags() {
    let second = "[Event \"B\"]\n[White \"b\"]\n[Result \"0-1\"]\n\n1. d4 d5 0-1";
    for (end, behind) in [
        ("1-0", ""),
        ("1-0", " "),
        ("1/2-1/2", "\t"),
        ("*", ""),
        ("1-0", " {a comment}"),
        ("1-0 {a comment}", " "),
    ] {
        let joined = format!("[Event \"A\"]\n\n1. e4 e5 {end}{behind}{second}");
        let games = read(&joined);
        assert_eq!(games.len(), 2, "{joined}");
        let result = end.split(' ').next().unwrap_or(end);
        assert!(moves(&games[0]).ends_with(result), "{joined}");
        assert_eq!(
            games[0].game.tags.iter().filter(|(name, _)| *name == "Event").count(),
            1,
            "{joined}"
        );
        assert_eq!(games[1].game.tags.get("Event"), Some("B"), "{joined}");
        assert!(games.iter().all(|game| game.notes.is_empty()), "{joined}");
    }
    // Other words behind a result begin no game.
    for words in ["[Diagram]", "[White resigns]", "[he said \"no\"]", "[%csl Ga1]"] {
        assert_eq!(read(&format!("1. e4 e5 1-0 {words}\n")).len(), 1, "{words}");
    }
}

#[test]
fn chess960_is_read_and_written() {
    let start = "rnbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/RNBBQKRN w";
    for (tags, note) in [
        (format!("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{start} KQkq - 0 1\"]"), ""),
        (format!("[Variant \"fischerandom\"]\n[SetUp \"1\"]\n[FEN \"{start} GAga - 0 1\"]"), ""),
        (
            format!("[SetUp \"1\"]\n[FEN \"{start} KQkq - 0 1\"]"),
            "rights of Chess960: read as Chess960",
        ),
        (
            format!("[Variant \"Standard\"]\n[SetUp \"1\"]\n[FEN \"{start} KQkq - 0 1\"]"),
            "rights of Chess960: read as Chess960",
        ),
    ] {
        let line = "1. O-O O-O 2. e4 *";
        let read = one(&format!("{tags}\n\n{line}"));
        assert_eq!(moves(&read), line, "{tags}");
        let said = notes(&read).concat();
        assert_eq!(said.is_empty(), note.is_empty(), "{said}");
        assert!(said.ends_with(note), "{said}");
        let written = write(&read.game);
        // The values stay as they were, as long as they say the variant.
        let fen = tags.lines().last().expect("a line");
        assert!(written.contains(fen), "{written}");
        let variant = tags.lines().next().filter(|tag| note.is_empty() && tag.contains("Variant"));
        assert!(written.contains(variant.unwrap_or("[Variant \"Chess960\"]")), "{written}");
        assert_eq!(one(&written).game.start(), read.game.start());
        assert_eq!(notes(&one(&written)), Vec::<String>::new());
    }
    // The standard arrangement stays a game of Chess960.
    let standard = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let read = one(&format!("[Variant \"Chess960\"]\n[FEN \"{standard}\"]\n\n1. e4 *"));
    assert!(read.game.start().castling_mode().is_chess960() && notes(&read).is_empty());
    assert!(write(&read.game).contains(&format!("[FEN \"{standard}\"]")));
    let read = one("[Variant \"Chess960\"]\n\n1. e4 *");
    assert!(notes(&read).concat().contains("without a FEN: the standard arrangement is read"));
    assert_eq!(moves(&read), "1. e4 *");
    // Rights that no rules allow are noted, and the moves are read.
    let read = one("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w KQkq - 0 1\"]\n\n1. e4 *");
    assert_eq!(moves(&read), "1. e4 *");
    let said = notes(&read).concat();
    let problem = "\"KQkq\": no king can castle with a rook on a1, h1, a8, h8: left out";
    assert!(said.ends_with(problem), "{said}");
    for variant in ["Crazyhouse", "Atomic", "Chess961"] {
        let read = one(&format!("[Variant \"{variant}\"]\n\n1. e4 e5 *"));
        assert_eq!(moves(&read), "{unread: 1. e4 e5} *");
        assert!(notes(&read).concat().contains(&format!("variant {variant:?} is not supported")));
    }
}

#[test]
fn what_is_no_text_is_refused_in_words() {
    let text = "[Event \"Чемпионат\"]\n[White \"Каспаров, Гарри Кимович\"]\n\n1. e4 e5 *\n";
    let units: Vec<u16> = text.encode_utf16().collect();
    let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    for bytes in [little, big] {
        let read = read_bytes(&bytes).expect("UTF-16 without a mark").remove(0);
        assert_eq!(read.game.players.white.name, "Каспаров, Гарри Кимович");
    }
    let utf32: Vec<u8> = text.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
    let marked = [&[0xff, 0xfe, 0, 0][..], &utf32].concat();
    let gzip = b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x8b\x56\x72-K\xcd+QP\n\x01\0".to_vec();
    for bytes in [utf32, marked, gzip, vec![0; 100]] {
        let error = read_bytes(&bytes).expect_err("no text").to_string();
        assert!(error.starts_with("not a text file"), "{error}");
    }
}

#[test]
fn every_encoding_is_read() {
    let cp1252 = b"[White \"Gr\xfcnfeld \x93x\x94 \x80\"]\n\n1. d4 {\x96} *\n";
    let read = read_bytes(cp1252).expect("a text").remove(0);
    assert_eq!(read.game.players.get(Color::White).name, "Grünfeld “x” €");
    // It may be another code page, which nothing in the file tells.
    assert_eq!(notes(&read), ["game 1, line 1: not UTF-8: read as Windows-1252"]);
    let mixed = b"[White \"R\xc3\xa9ti\"]\n[Black \"Gr\xfcnfeld\"]\n\n1. d4 *\n";
    let read = read_bytes(mixed).expect("a text").remove(0);
    assert_eq!(read.game.players.white.name, "Réti");
    assert_eq!(read.game.players.black.name, "Grünfeld");
    assert_eq!(
        notes(&read),
        ["game 1, line 2: byte 0xFC is not UTF-8: read as 'ü' (Windows-1252)"]
    );
    let text = "[White \"Réti\"]\n\n1. Nf3 d5 *\n";
    for mark in ["", "\u{feff}"] {
        let units: Vec<u16> = format!("{mark}{text}").encode_utf16().collect();
        for bytes in [
            units.iter().flat_map(|unit| unit.to_le_bytes()).collect::<Vec<_>>(),
            units.iter().flat_map(|unit| unit.to_be_bytes()).collect(),
        ] {
            let read = read_bytes(&bytes).expect("UTF-16").remove(0);
            assert_eq!(read.game.players.white.name, "Réti");
            assert_eq!(moves(&read), "1. Nf3 d5 *");
        }
    }
}

#[test]
fn control_characters_are_kept_with_a_note() {
    let text = "[Event \"a\u{1b}[31mb\tc\"]\n\n1. e4 {x\u{7}y\tz} e5 *";
    let read = one(text);
    let written = write(&read.game);
    assert!(written.contains("[Event \"a\u{1b}[31mb\tc\"]"), "{written:?}");
    assert!(written.contains("{x\u{7}y z}"), "{written:?}");
    assert_eq!(
        notes(&read),
        ["game 1, line 1: control character U+001B is kept; exported as U+FFFD"]
    );
    // Between moves they separate, as at the end of files of DOS.
    assert_eq!(notes(&one("1. e4 e5 *\n\u{1a}")), Vec::<String>::new());
}

#[test]
fn a_comment_is_written_as_it_stood() {
    for comment in [
        "{[%eval}",
        "{[%clk 0:01:00] [%eval 0.333] a [%csl Gd4] b [%cal Ge2e4]}",
        "{words [%emt 5] [%unknown 1] [%clk 0:3:00] [%lcx y] [%eval 1,2]}",
        "{a[%clk 0:01:00]b}",
        "{[% clk 0:01:00 ] x}",
        "{[%csl Gd4] [%csl Re5]}",
        "{[%tqu \"En\",\"(a [b] c)\"] [%eval x] [[%clk 1] ] [%]}",
        "{[%eval #3] [%eval 0.1] [%clk 1:00:00] [%clk 0:59:59]}",
    ] {
        for text in [format!("1. e4 {comment} 1... e5 *"), format!("{comment} 1. e4 *")] {
            let read = one(&text);
            assert_eq!((moves(&read), notes(&read)), (text.clone(), Vec::new()));
        }
    }
    // Values and order stay when the text or another value changes.
    let mut game = one("1. e4 {[%clk 0:01:00.0] a [%eval 0.333] [%foo]} *").game;
    let node = game.tree().mainline()[1];
    game.tree_mut().node_mut(node).comment.push_str(" b [%c]");
    let written = lucena::game::pgn::movetext(&game);
    assert_eq!(written, "1. e4 {[%clk 0:01:00.0] [%eval 0.333] [%foo] a b [ %c]} *\n");
    game.tree_mut().node_mut(node).annotation.clock = Some(Millis(5_000));
    let written = lucena::game::pgn::movetext(&game);
    assert_eq!(written, "1. e4 {[%clk 0:00:05] [%eval 0.333] [%foo] a b [ %c]} *\n");
}

#[test]
fn an_evaluation_after_the_last_move_is_kept_with_a_note() {
    let text = "1. f3 e5 2. g4 Qh4# {[%eval #3]} 0-1";
    let read = one(text);
    assert_eq!(moves(&read), text);
    let said = "game 1, line 1: the evaluation after Qh4# is kept, though the move ended the game";
    assert_eq!(notes(&read), [said]);
}

#[test]
fn tags_that_could_not_be_read_are_written_as_they_were() {
    for tags in [
        "[Result \"1-0 ff\"]",
        "[Result \"+/-\"]",
        "[Variant \"Chess960\"]\n[FEN \"bad\"]",
        "[Variant \"Chess960\"]\n[FEN \"4rkr1/4pppp/8/8/8/8/4PPPP/4RKR1 w GEgea - 0 1\"]",
    ] {
        let written = write(&one(&format!("{tags}\n\n1. e4 e5 *")).game);
        assert!(tags.lines().all(|tag| written.contains(tag)), "{written}");
    }
}

#[test]
fn a_line_end_behind_unread_is_white_space() {
    let read = one("1. e4 {unread:\nZd6 8. c3} *");
    assert!(read.is_incomplete(), "{:?}", notes(&read));
}

#[test]
fn numbers_beyond_every_range_are_kept_as_text() {
    let last = one(&format!("{}. e4 e5 2. Nf3 ... *", i64::MAX));
    assert!(notes(&last)[0].contains("the first move has number 9223372036854775807"));
    let search = "lcs depth=1, seldepth=1, nodes=1, nps=1, score=";
    let dial = "wanted=e2e4 0, played=e2e4 MIN, loss=0, allowed=0, roll=0, blunder=0, candidates=1";
    for command in [
        "eval #-2147483648".to_owned(),
        format!("{search}-2147483648"),
        format!("{search}16002"),
        "lcr low=-2147483648, high=5".to_owned(),
        format!("lcd at=full, {}", dial.replace("MIN", "-2147483648")),
    ] {
        let read = one(&format!("1. e4 {{[%{command}]}} e5 *"));
        let node = read.game.tree().node(read.game.tree().mainline()[1]);
        assert_eq!(node.annotation.commands, std::slice::from_ref(&command));
        assert!(moves(&read).contains(&command), "{command}");
    }
    let read = one(&format!("1. e4 {{[%{search}-16001]}} e5 *"));
    let node = read.game.tree().node(read.game.tree().mainline()[1]);
    assert!(node.annotation.commands.is_empty());
}

#[test]
fn each_replaced_byte_is_noted_with_its_line() {
    let bytes = [b"1. e4 {\xc3\xbc\r\n".as_slice(), &b"\xff\r\xff\n\n".repeat(30), b"} *"].concat();
    let read = read_bytes(&bytes).expect("text").remove(0);
    let lines: Vec<usize> = read.notes.iter().map(|note| note.line).collect();
    assert_eq!(lines.len(), 21);
    assert_eq!(lines[..5], [2, 3, 5, 6, 8]);
}

#[test]
fn a_word_of_somebodys_own_is_no_mark_of_unread_moves() {
    for text in [
        "1. e4 {as yet unread: Black} e5 *",
        "1. e4 {xunread: foo} e5 *",
        "1. e4 {a | b unread: c} e5 *",
    ] {
        let read = one(text);
        assert!(!read.is_incomplete() && notes(&read).is_empty(), "{text}: {:?}", notes(&read));
        assert_eq!(moves(&read), text.replace("} e5", "} 1... e5"));
    }
    for text in [
        "1. e4 {unread: Qq9} *",
        "1. e4 {own | unread: Qq9} *",
        "1. e4 {[%x 1] own |\nunread: Q} *",
    ] {
        assert!(one(text).is_incomplete(), "{text}");
    }
}

#[test]
fn many_comments_after_one_move_are_parsed_at_once() {
    let read =
        one("1. e4 {a [%x 1]} $999 ; b\n{c} $1 (1. d4 {d} {[%clk 0:01:00]} {e} Nz9 {f}) {g} foo \
        {h} bar {i} e5 {j} {k} qux {l} 3. Nf3 *");
    assert_eq!(
        moves(&read),
        "1. e4 $1 {[%x 1] a $999 b c g | unread: foo (h) bar (i) e5 (j) (k) qux (l) 3. Nf3} \
        (1. d4 {[%clk 0:01:00] d e | unread: Nz9 (f)}) *"
    );
    // Hours, if each were parsed with those before it.
    for (text, kept) in [("{a} $1 ", "a "), ("{a} $999 ", "a $999 ")] {
        let read = one(&format!("1. e4 {} e5 *", text.repeat(200_000)));
        let tree = read.game.tree();
        assert_eq!(tree.node(tree.mainline()[1]).comment, kept.repeat(200_000).trim_end());
    }
    for (tag, [before, after]) in [("8/8", ["", " [%x 1]"]), ("[%clk 1]", [" [%x 1]", ""])] {
        let text =
            format!("{{[%eval 0.30] a}} [FEN \"{tag}\"] {{[%clk 0:01:00] b}} $999 {{c [%x 1]}}");
        let tag = tag.replace("[%", "[ %");
        assert_eq!(
            moves(&one(&format!("1. e4 {text} *"))),
            format!(
                "1. e4 {{[%eval 0.30] [%clk 0:01:00]{before} a [FEN \"{tag}\"] b $999 c{after}}} *"
            )
        );
    }
}
