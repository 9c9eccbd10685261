//! The statistics of a player.

use super::super::{FiguresReader, Filter, Group, PageFormat, Statistics, Sums, summary_page};
use super::{library, library_on_disk, statistics};
use crate::annotate::MoveRatings;
use std::fs;

#[test]
fn statistics_are_those_of_the_games() {
    let found = statistics("", None);
    let Sums { games, won, drawn, lost, .. } = found.all;
    assert_eq!((games, won, drawn, lost), (5, 3, 1, 1));
    assert_eq!(found.all.score(), Some(70.0));
    assert_eq!((found.all.accuracy.mean(), found.all.accuracy.count), (Some(80.0), 2));
    assert_eq!((found.all.timed, found.all.seconds_per_move()), (2, Some(15.0)));
    assert_eq!((found.all.evaluated, found.all.mistakes), (3, 1));
    assert_eq!(found.all.rating.rating(), None);
    assert_eq!(found.colours.black.score(), Some(75.0));
    assert_eq!(found.dates, Some(("2026.10.05".to_owned(), "2026.11.03".to_owned())));
    let named = |groups: &[Group]| {
        let named = groups.iter().map(|it| (it.name.clone(), it.sums.games));
        named.collect::<Vec<_>>()
    };
    assert_eq!(named(&found.months), [("2026.10".to_owned(), 2), ("2026.11".to_owned(), 3)]);
    let blocks = [("1–1".to_owned(), 1), ("2–3".to_owned(), 2), ("4–5".to_owned(), 2)];
    assert_eq!(named(&found.blocks), blocks);
    let [theme] = &found.themes[..] else { panic!("{:?}", found.themes) };
    assert_eq!((theme.name.as_str(), theme.count, theme.loss.round()), ("material", 1, 20.0));
    assert_eq!(found.phases[0].name, "opening");
    let openings = named(&found.openings);
    assert!(openings.contains(&("White: Sicilian Defense".to_owned(), 1)), "{openings:?}");
    // A filter, and games without what is summed up.
    let found = statistics("side:black", None);
    assert_eq!((found.all.games, found.all.accuracy.mean()), (2, None));
    assert!(found.text().contains("–"), "{}", found.text());
    assert_eq!(found.json()["all"]["accuracy_percent"], serde_json::Value::Null);
    assert_eq!(found.json()["all"]["score_percent"], 75.0);
}

#[test]
fn a_move_that_ends_the_game_is_alone_no_evaluation() {
    // Ada's mate stands between Bo's evaluation and the rules; another move of hers has none.
    let text = "[White \"Ada\"]\n[Black \"Bo\"]\n\n\
        1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 { [%eval #1] } 4. Qxf7# 1-0\n";
    let library = library("mates.pgn", text, "Ada");
    let statistics = Statistics::of(&library, &Filter::default(), 10, None);
    assert_eq!((statistics.all.games, statistics.all.mistake_share()), (1, None));
    assert!(!statistics.text().contains("0.0 %"), "{}", statistics.text());
    assert_eq!(statistics.json()["all"]["evaluated_moves"], 0);
}

#[test]
fn accuracies_weigh_by_the_moves_of_their_games() {
    let text = "[White \"Ada\"]\n[Black \"Bo\"]\n[WhiteAccuracy \"10\"]\n\n1. e4 1-0\n\n\
        [White \"Ada\"]\n[Black \"Bo\"]\n[WhiteAccuracy \"90\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 1-0\n\n\
        [White \"Ada\"]\n[Black \"Bo\"]\n[WhiteAccuracy \"50\"]\n\n1-0\n";
    let library = library("short.pgn", text, "Ada");
    let accuracy = Statistics::of(&library, &Filter::default(), 10, None).all.accuracy;
    // Of one move and of three; a game without moves has none that could be accurate.
    assert_eq!((accuracy.mean(), accuracy.count), (Some(70.0), 2));
}

#[test]
fn games_without_a_result_are_counted_apart() {
    let text = "[White \"Ada\"]\n[Black \"Bo\"]\n\n1. e4 e5 1-0\n\n[White \"Ada\"]\n[Black \"Bo\"]\n\n1. d4 d5 *\n";
    let (library, folder) = library_on_disk("open.pgn", text, "Ada");
    let statistics = Statistics::of(&library, &Filter::default(), 10, None);
    let text = statistics.text();
    assert!(text.starts_with("Ada\n1 game without a result\n\n"), "{text}");
    assert_eq!(statistics.json()["all"]["without_result"], 1);
    assert_eq!(statistics.all.result_words(), "2 games (1 without a result), 100 %");
    let reader = FiguresReader::new(MoveRatings::open(None));
    let page = summary_page(&library, "", None, PageFormat::Markdown, &reader).unwrap();
    assert!(page.text.contains("\n2 games; 1 without a result\n"), "{}", page.text);
    fs::remove_dir_all(&folder).unwrap();
}
