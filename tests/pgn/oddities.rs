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
        assert_eq!((moves(&again), notes(&again)), (moves(&read), Vec::new()));
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
    assert_eq!(moves(&read), "{[Site nowhere]} 1. e4 *");
}
