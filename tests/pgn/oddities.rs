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
