//! The list of games: what it shows, filters, and the order.

use super::super::{FiguresReader, Filter, PageFormat, SortBy, Statistics, summary_page};
use super::{GAMES, library, library_on_disk};
use crate::annotate::MoveRatings;
use crate::rules::Color;
use crate::train::{Phase, Theme};
use std::fs;

#[test]
fn figures_are_those_of_the_game_or_absent() {
    let library = library("figures.pgn", GAMES, "Ada");
    let row = library.row(0).unwrap();
    assert_eq!((row.accuracy().white, row.accuracy().black), (Some(91.5), None));
    assert_eq!((row.side, row.moves(), row.rating().white), (Some(Color::White), Some(4), None));
    // A code without a name gives way to the named position.
    assert_eq!(row.eco(), Some("C20"));
    assert!(row.opening().unwrap().contains("King's Pawn Game"), "{:?}", row.opening());
    let white = &library.figures(0).unwrap().sides.white;
    // Only the first two moves have clocks.
    assert_eq!((white.time.moves, white.time.total.0), (2, 30_000));
    assert_eq!((white.moves, white.evaluated), (4, 0));

    let cy = &library.figures(1).unwrap().sides.white;
    let [mistake] = cy.mistakes[..] else { panic!("{:?}", cy.mistakes) };
    assert_eq!((mistake.theme, mistake.phase), (Some(Theme::Mate), Phase::Opening));
    assert!(mistake.loss > 40.0);
    let row = library.row(1).unwrap();
    assert_eq!(row.side, Some(Color::Black));
    assert!(row.accuracy().black == Some(100.0) && row.accuracy().white < Some(60.0), "{row:?}");

    let row = library.row(2).unwrap();
    assert_eq!((row.white(), row.date(), row.result(), row.side), (None, None, None, None));
    assert_eq!(row.text(), "? – ?  *  D00 Queen's Pawn Game  1 move");
    // A broken game has the moves before the fault.
    assert_eq!(library.row(3).unwrap().moves(), Some(1));
    assert!(library.row(4).is_none() && library.source(4).is_none());
}

#[test]
fn a_result_is_that_of_the_game_and_not_of_the_tag() {
    let text = "[White \"Ada\"]\n[Black \"Bo\"]\n[Date \"2024-03-05\"]\n[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n\
        [White \"Ada\"]\n[Black \"Bo\"]\n[Date \"2024.01.31\"]\n\n1. e4 e5 1/2-1/2\n\n\
        [White \"Ada\"]\n[Black \"Bo\"]\n[Result \"1-0\"]\n\n1. e4 e5 *\n";
    let library = library("results.pgn", text, "Ada");
    let results: Vec<_> = (0..3).map(|game| library.row(game).unwrap().result_text()).collect();
    assert_eq!(results, ["0-1", "½-½", "*"]);
    let found = |text: &str| library.select(&Filter::parse(text).unwrap(), SortBy::File, false);
    assert_eq!(found("result:lost"), [0]);
    // A date with hyphens is the same day.
    for date in ["date:2024-03-05", "date:2024.03", "date:2024-03"] {
        assert_eq!(found(date), [0], "{date}");
    }
    for (range, games) in [
        ("date>2024-01", &[0][..]),
        ("date>=2024-01", &[0, 1]),
        ("date<2024-03-05", &[1]),
        ("date<=2024-03", &[0, 1]),
        ("date>2024", &[]),
        ("date>=2024-01 date<2024-02", &[1]),
    ] {
        assert_eq!(found(range), games, "{range}");
    }
    assert_eq!(library.select(&Filter::default(), SortBy::Date, false), [1, 0, 2]);
}

#[test]
fn games_are_filtered_by_words_and_fields() {
    let library = library("filtered.pgn", GAMES, "Ada");
    let found = |text: &str| library.select(&Filter::parse(text).unwrap(), SortBy::File, false);
    for (text, games) in [
        ("", &[0, 1, 2, 3][..]),
        ("ada club", &[0, 1]),
        ("player:ada", &[0, 1, 3]),
        ("opponent:ada", &[]),
        ("opponent:bo", &[0]),
        ("result:won", &[0, 1]),
        ("result:draw", &[3]),
        ("result:w", &[0, 1]),
        ("result:1-0", &[0]),
        ("date:2026-10", &[0]),
        ("eco:c2", &[0]),
        ("side:black", &[1, 3]),
        ("accuracy>95", &[1]),
        ("accuracy<95", &[0]),
        ("moves<2", &[2, 3]),
        ("file:filtered", &[0, 1, 2, 3]),
        ("\"nobody:knows\"", &[]),
        ("\"white:ada\"", &[]),
        ("\"ada\"", &found("ada")),
        // Between quotes a blank is part of the word; the family is the whole name before the variation.
        ("family:\"Queen's Pawn Game\"", &[2]),
        ("family:queen's", &[]),
        ("opening:\"queen's pawn\"", &[2]),
    ] {
        assert_eq!(found(text), games, "{text}");
    }
    let wrong = Filter::parse("ada accuracy>high").unwrap_err();
    assert_eq!(wrong, "accuracy>high: expected a number");
    let wrong = Filter::parse("accuracy<nan").unwrap_err();
    assert_eq!(wrong, "accuracy<nan: expected a number");
    for (text, expected) in [
        ("result:foo", "won, lost, draw, 1-0, 0-1, 1/2-1/2 or *"),
        ("side:purple", "white or black"),
        ("eco:x", "a code such as b90"),
        ("eco:b999", "a code such as b90"),
        ("date:may", "a date such as 2026-11"),
        ("date:2026.13", "a date such as 2026-11"),
        ("date:2026-00", "a date such as 2026-11"),
        ("date:2026.02.31", "a date such as 2026-11"),
        ("date:2026.02.29", "a date such as 2026-11"),
        ("date:2026.11.99", "a date such as 2026-11"),
        ("date:2026.11.05.1", "a date such as 2026-11"),
        ("date:20266", "a date such as 2026-11"),
        ("date>may", "a date such as 2026-11"),
        ("date=2026", "date<, date<=, date> or date>= and a date"),
        ("white=ada", "white:ada"),
        ("moves=21", "moves< or moves> and a number"),
        ("moves>=21", "moves< or moves> and a number"),
        ("moves:21", "moves< or moves> and a number"),
        ("material:KRP", "the pieces of both sides, as KRP-KR"),
        ("material:", "the pieces of both sides, as KRP-KR"),
        ("elo:2000", "elo< or elo> and a number"),
    ] {
        let wrong = Filter::parse(text).unwrap_err();
        assert_eq!(wrong, format!("{text}: expected {expected}"));
    }
    for (text, name) in [("nobody:knows", "nobody"), ("length>20", "length")] {
        let wrong = Filter::parse(text).unwrap_err();
        let expected = format!("{text}: no {name:?} to filter by; \"{text}\" in quotes is a text");
        assert_eq!(wrong, expected);
    }
    let wrong = Filter::parse("Defense:Najdorf").unwrap_err();
    assert!(wrong.starts_with("Defense:Najdorf: no "), "{wrong}");
    for text in ["Defense: Najdorf", "1:0", "moves", "12=q"] {
        assert!(Filter::parse(text).is_ok(), "{text}");
    }
    for half in [
        "eco:b",
        "eco:b9",
        "eco:b90a1",
        "result:",
        "result:wo",
        "result:1/2",
        "side:b",
        "eco:",
        "moves",
    ] {
        assert!(Filter::parse(half).is_ok(), "{half}");
    }
    for date in [
        "",
        "2",
        "2026-",
        "2026-1",
        "2026.0",
        "2026.11.0",
        "2026-11-3",
        "2024.02.29",
        "2026.??.??",
        "????.11",
    ] {
        assert!(Filter::parse(&format!("date:{date}")).is_ok(), "{date}");
    }
}

#[test]
fn games_are_found_by_tags_and_by_material() {
    let text = "[White \"Ada\"]\n[Site \"Berlin GER\"]\n[Round \"1.2\"]\n[WhiteElo \"2410\"]\n[BlackElo \"2390\"]\n\n1. e4 e5 *\n\n\
        [White \"Bo\"]\n[Round \"10\"]\n[WhiteElo \"2410\"]\n[SetUp \"1\"]\n[FEN \"4k3/3r4/8/8/8/8/4P3/3RK3 w - - 0 1\"]\n\n\
        1. Kf2 Ke7 2. Rxd7+ Kxd7 *\n";
    let library = library("tags.pgn", text, "Ada");
    let found = |text: &str| library.select(&Filter::parse(text).unwrap(), SortBy::File, false);
    for (text, games) in [
        ("site:berlin", &[0][..]),
        ("round:1", &[0]),
        ("round:1.2", &[0]),
        ("round:10", &[1]),
        ("elo>2300", &[0]),
        ("elo>2400", &[]),
        ("elo<2400", &[]),
        ("elo<2411", &[0]),
        ("material:KRPKR", &[1]),
        ("material:kr-krp", &[1]),
        ("material:krp-k", &[]),
        ("material:kp-k", &[1]),
    ] {
        assert_eq!(found(text), games, "{text}");
    }
}

#[test]
fn unknown_values_come_last_in_both_directions() {
    let library = library("sorted.pgn", GAMES, "Ada");
    let sorted = |sort, largest_first| library.select(&Filter::default(), sort, largest_first);
    assert_eq!(sorted(SortBy::Date, true), [1, 0, 3, 2]);
    assert_eq!(sorted(SortBy::Date, false), [0, 1, 2, 3]);
    assert_eq!(sorted(SortBy::Accuracy, true)[..2], [1, 0]);
    assert_eq!(sorted(SortBy::White, false), [0, 1, 3, 2]);
    assert_eq!(sorted(SortBy::Moves, true)[0], 0);
}

#[test]
fn games_are_found_by_a_position_and_those_played_on_count_for_nobody() {
    let text = "[White \"Ada\"]\n[Black \"Bo\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n\
        [White \"Ada\"]\n[Black \"Cy\"]\n\n1. Nf3 Nc6 2. e4 e5 0-1\n\n\
        [White \"Ada\"]\n[Black \"Bo\"]\n[Continues \"Ada - Bo, after 1.e4\"]\n\n1. e4 c5 (1... e5 2. Nf3 Nc6) 0-1\n";
    let library = library("positions.pgn", text, "Ada");
    let found = |filter: &str| library.select(&Filter::parse(filter).unwrap(), SortBy::File, false);
    // By any order of moves; the numbers of a FEN do not matter, variations are not searched.
    let both = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 7 30";
    assert_eq!(found(&format!("position:\"{both}\"")), [0, 1]);
    assert_eq!(found(&format!("position:\"{both}\" black:cy")), [1]);
    assert_eq!(found(&format!("position:\"{}\"", both.replace(" w ", " b "))), [0; 0]);
    assert_eq!(found("Position:startpos"), [0, 1, 2]);
    let wrong = Filter::parse("position:\"9/8 w\"").unwrap_err();
    assert!(wrong.contains("the board has 2 ranks, not 8"), "{wrong}");
    let statistics = Statistics::of(&library, &Filter::default(), 20, None);
    assert_eq!(statistics.all.games, 2);
    let reader = FiguresReader::new(MoveRatings::open(None));
    let (library, folder) = library_on_disk("positions.pgn", text, "Ada");
    let page = summary_page(&library, "", None, PageFormat::Markdown, &reader).unwrap().text;
    fs::remove_dir_all(&folder).unwrap();
    assert!(page.contains("2 games"), "{page}");
}

#[test]
fn a_date_that_is_none_counts_as_unknown_everywhere() {
    let dates = ["2026.9.05", "2026-10-05", "2026/11/05", "05.03.2026", "2026.13.40", "2025.??.??"];
    let game = |date| format!("[White \"Ada\"]\n[Black \"Bo\"]\n[Date {date:?}]\n\n1. e4 1-0\n\n");
    let text: String = dates.map(game).concat();
    let (library, folder) = library_on_disk("dates.pgn", &text, "Ada");
    let found = |text: &str| library.select(&Filter::parse(text).unwrap(), SortBy::File, false);
    for (filter, games) in [
        ("date:2026", &[0, 1, 2][..]),
        ("date:2026.09.05", &[0]),
        ("date:2026-9", &[0]),
        ("date:2026/11", &[2]),
        ("date:0", &[]),
    ] {
        assert_eq!(found(filter), games, "{filter}");
    }
    assert_eq!(library.select(&Filter::default(), SortBy::Date, false), [5, 0, 1, 2, 3, 4]);
    let statistics = Statistics::of(&library, &Filter::default(), 10, None);
    let months: Vec<&str> = statistics.months.iter().map(|month| month.name.as_str()).collect();
    assert_eq!((months, statistics.undated), (vec!["2026.09", "2026.10", "2026.11"], 3));
    assert_eq!(statistics.dates, Some(("2026.09.05".to_owned(), "2026.11.05".to_owned())));
    let reader = FiguresReader::new(MoveRatings::open(None));
    let page = summary_page(&library, "", None, PageFormat::Markdown, &reader).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    assert!(page.text.contains("6 games, 2026.09.05 to 2026.11.05"), "{}", page.text);
}
