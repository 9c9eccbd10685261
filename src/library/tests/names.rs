//! Names of players, however they are written.

use super::super::{FiguresReader, Filter, Library, Player, SortBy, Statistics, Summary};
use super::{library, library_on_disk};
use crate::annotate::MoveRatings;
use std::fs;

#[test]
fn a_name_in_another_case_or_with_other_blanks_is_the_same_player() {
    let game = |white: &str| {
        format!("[White \"{white}\"]\n[Black \"Bo\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n")
    };
    let text: String = ["Ada Byron", " ada  byron ", "ADA BYRON"].map(game).concat();
    let (library, folder) = library_on_disk("names.pgn", &text, "Ada  byron");
    let reader = FiguresReader::new(MoveRatings::open(None));
    let summary = Summary::read(&library, &[0, 1, 2], &reader).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    let standings = summary.standings.iter().map(|it| (it.name.as_str(), it.sums.games));
    assert_eq!(standings.collect::<Vec<_>>(), [("Ada Byron", 3), ("Bo", 3)]);
    let statistics = Statistics::of(&library, &Filter::default(), 10, None);
    assert_eq!(statistics.all.games, 3);
}

#[test]
fn spellings_of_a_name_are_one_player_and_sorted_with_its_letters() {
    let game = |white: &str| {
        format!("[White \"{white}\"]\n[Black \"Bo\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n")
    };
    // The last u has its accent as a letter of its own.
    let names =
        ["Zimmer", "M\u{fc}ller, J\u{f6}rg", "\u{d3}lafsson", "Oman", "Mu\u{308}ller,J\u{f6}rg"];
    let text: String = names.iter().map(|name| game(name)).collect();
    let library = library("names.pgn", &text, "m\u{fc}ller,  j\u{f6}rg");
    assert_eq!(library.own().iter().map(|it| it.1).collect::<Vec<_>>(), [1, 4]);
    let all = Filter::default();
    let sorted: Vec<&str> = library
        .select(&all, SortBy::White, false)
        .into_iter()
        .map(|number| library.row(number).unwrap().white().unwrap())
        .collect();
    assert_eq!(sorted[2..], ["\u{d3}lafsson", "Oman", "Zimmer"]);
    let found = |filter: &str| library.select(&Filter::parse(filter).unwrap(), SortBy::File, false);
    assert_eq!(
        (found("olafs"), found("white:MULLER"), found("\u{d3}LAF")),
        (vec![2], vec![1, 4], vec![2])
    );
    assert_eq!(library.left_out(&Filter::parse("result:won").unwrap()), None);
    let other =
        Library::new(library.files().to_vec(), Player { name: "Cy".to_owned(), or_person: false });
    assert_eq!(
        other.left_out(&Filter::parse("result:won").unwrap()).as_deref(),
        Some("\"Cy\" plays in no game")
    );
}

#[test]
fn a_player_is_found_by_either_order_of_the_names() {
    let game = |white: &str| format!("[White \"{white}\"]\n[Black \"Bo\"]\n\n1. e4 e5 1-0\n\n");
    let text: String =
        ["Müller, Karl", "Karl Müller", "Smith, J., Jr.", "J. Smith Jr"].map(game).concat();
    let (library, folder) = library_on_disk("orders.pgn", &text, "Karl Müller");
    let found = |text: &str| library.select(&Filter::parse(text).unwrap(), SortBy::File, false);
    for (text, games) in [
        ("player:\"karl müller\"", &[0, 1][..]),
        ("player:\"muller,karl\"", &[0, 1]),
        ("white:\"müller, k\"", &[0, 1]),
        ("side:white", &[0, 1]),
        ("player:\"j. smith\"", &[2, 3]),
        ("player:\"karl smith\"", &[]),
        ("player:\", \"", &[0, 1, 2, 3]),
    ] {
        assert_eq!(found(text), games, "{text}");
    }
    let summary =
        Summary::read(&library, &[0, 1, 2, 3], &FiguresReader::new(MoveRatings::open(None)));
    let players = summary.unwrap().standings;
    let names: Vec<&str> = players.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["Müller, Karl", "Smith, J., Jr.", "Bo"]);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_filter_ignores_strokes_and_ligatures() {
    let names = ["Łukasz Søren", "Đorđe Sæther", "Groß Işık", "Œuvre Þórður Guðmundsson"];
    let game = |white: &&str| format!("[White \"{white}\"]\n[Black \"Bo\"]\n\n1. e4 e5 1-0\n\n");
    let text: String = names.iter().map(game).collect();
    let library = library("latin.pgn", &text, "Ada");
    let found = |text: &str| library.select(&Filter::parse(text).unwrap(), SortBy::File, false);
    for (number, words) in ["lukasz soren", "dorde saether", "gross isik", "oeuvre thordur gudm"]
        .into_iter()
        .enumerate()
    {
        assert_eq!(found(words), [number], "{words}");
        assert_eq!(found(&words.to_uppercase()), [number], "{words}");
    }
    assert_eq!(found("player:łuk"), [0]);
}
