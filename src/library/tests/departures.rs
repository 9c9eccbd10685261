//! Where games leave the earlier ones or a repertoire.

use super::super::{Departure, Filter, Repertoire, Statistics};
use super::{library, statistics};
use std::fs;
use std::path::PathBuf;

/// The moves that left the book: who, what, its games and score, the book and its score.
fn left(found: &Statistics) -> Vec<String> {
    let departure = |it: &Departure| {
        format!(
            "{} {} {} | {} {}",
            if it.is_own { "you" } else { "opponent" },
            it.played,
            it.sums.result_words(),
            it.book.join(" "),
            it.with_book.result_words()
        )
    };
    found.departures.moves.iter().map(departure).collect()
}

#[test]
fn games_leave_the_earlier_games() {
    let found = statistics("", None);
    assert_eq!(
        left(&found),
        [
            "you 1...Nf6 1 game, 100 % | 1...d5 1 game, 50 %",
            "you 3.Bc4 1 game, 0 % | 3.Bb5 1 game, 100 %",
            "opponent 1...c5 1 game, 100 % | 1...e5 2 games, 50 %",
        ]
    );
    assert_eq!(found.departures.moves[1].line, "1.e4 e5 2.Nf3 Nc6");
    // The first game with each colour has no earlier one.
    assert_eq!((found.departures.outside, found.departures.inside), (2, 0));
}

fn repertoire(name: &str, text: &str) -> Result<Repertoire, String> {
    let file = std::env::temp_dir().join(format!("lucena-{}-{name}", std::process::id()));
    fs::write(&file, text).unwrap();
    let read = Repertoire::read(&file).map_err(|error| error.to_string());
    fs::remove_file(&file).unwrap();
    read
}

#[test]
fn games_leave_a_repertoire() {
    let text = "[Orientation \"white\"]\n\n1. e4 e5 (1... c5 2. c3) 2. Nf3 Nc6 3. Bb5 *\n\n\
                [Orientation \"black\"]\n\n1. d4 Nf6 2. c4 e6 *\n";
    let repertoire = repertoire("lines.pgn", text).unwrap();
    let found = statistics("", Some(&repertoire));
    assert_eq!(
        left(&found),
        [
            "you 2.Nf3 1 game, 100 % | 2.c3 0 games",
            "you 1...d5 1 game, 50 % | 1...Nf6 1 game, 100 %",
            "you 3.Bc4 1 game, 0 % | 3.Bb5 1 game, 100 %",
        ]
    );
    assert_eq!((found.departures.outside, found.departures.inside), (0, 2));
    assert!(found.text().contains("left by you in 3 games"), "{}", found.text());
}

#[test]
fn what_is_wrong_with_a_repertoire_is_named() {
    for (name, text, words) in [
        (
            "side.pgn",
            "[Orientation \"both\"]\n\n1. e4 *\n",
            "game 1, line 1: tag Orientation \"both\"",
        ),
        ("move.pgn", "1. e4 *\n\n[White \"A\"]\n\n1. e4 e5 2. Ke3 *\n", "Ke3"),
        ("empty.pgn", "", "has no moves"),
    ] {
        let wrong = repertoire(name, text).unwrap_err();
        assert!(wrong.contains(words) && wrong.contains(name), "{wrong}");
    }
    let missing = Repertoire::read(&PathBuf::from("/nowhere/lines.pgn")).unwrap_err();
    assert!(missing.to_string().contains("/nowhere/lines.pgn"), "{missing}");
}

#[test]
fn games_that_a_filter_leaves_out_are_part_of_the_book() {
    let game = |date: &str, moves: &str| {
        format!(
            "[White \"Ada\"]\n[Black \"Bo\"]\n[Date \"{date}\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n\n"
        )
    };
    let (e4, d4) = ("1. e4 e5", "1. d4 d5 2. c4 e6");
    let games = [("2026.10.01", e4), ("2026.10.02", d4), ("2026.11.01", e4), ("2026.11.02", d4)];
    let text: String = games.iter().map(|(date, moves)| game(date, moves)).collect();
    let library = library("book.pgn", &text, "Ada");
    let november = Filter::parse("date:2026.11").unwrap();
    let found = Statistics::of(&library, &november, 20, None);
    assert_eq!((found.all.games, left(&found)), (2, vec![]));
    assert_eq!((found.departures.inside, found.departures.outside), (2, 0));
}
