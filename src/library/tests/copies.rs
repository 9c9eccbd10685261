//! Copies of a game count once.

use super::super::{FiguresReader, Filter, PageFormat, Statistics, Summary, summary_page};
use super::library_on_disk;
use crate::annotate::MoveRatings;
use std::fs;

/// Ten moves, after each of which `mark` may stand.
fn long_game(tags: &str, mark: &str, result: &str) -> String {
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7";
    let moves: String = moves.split(' ').fold(String::new(), |text, word| {
        let mark = if word.ends_with('.') { "" } else { mark };
        text + word + " " + mark
    });
    format!("{tags}[White \"Ada\"]\n[Black \"Bo\"]\n\n{moves} {result}\n\n")
}

/// The number of games and copies that statistics and a summary have of a text.
fn counted_games(text: &str) -> [(usize, usize); 2] {
    let (library, folder) = library_on_disk("copies.pgn", text, "Ada");
    let statistics = Statistics::of(&library, &Filter::default(), 10, None);
    let all: Vec<usize> = (0..library.len()).collect();
    let summary =
        Summary::read(&library, &all, &FiguresReader::new(MoveRatings::open(None))).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    [(statistics.all.games, statistics.copies), (summary.games.len(), summary.copies)]
}

#[test]
fn the_same_game_counts_once() {
    let (day, round) = ("[Date \"2026.11.05\"]\n", "[Round \"3\"]\n");
    let dated = format!("{day}{round}");
    let short = |tags: &str| {
        format!(
            "{tags}[White \"Ada\"]\n[Black \"Bo\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n"
        )
    };
    let clock = |seconds: u32| format!("{{[%clk 0:04:{seconds}]}} ");
    let timed = |seconds| {
        let text = long_game("[TimeControl \"300\"]\n", "", "1-0");
        text.replace("e4 e5", &format!("e4 {}e5", clock(seconds)))
    };
    let long = |tags: &str| long_game(tags, "", "1-0");
    for (name, games, expected) in [
        ("twice", [long(&dated), long(&dated)], (1, 1)),
        ("without tags", [long(""), long(&dated)], (1, 1)),
        ("without a result", [long(&dated), long_game(&dated, "", "*")], (1, 1)),
        ("a month", [long("[Date \"2026.11.??\"]\n"), long(&dated)], (1, 1)),
        ("a board", [long("[Round \"3.1\"]\n"), long(&dated)], (1, 1)),
        ("another name", [long(&dated), long(&dated).replace("\"Bo\"", "\"Bo Doe\"")], (2, 0)),
        (
            "another order",
            [
                long(&dated).replace("\"Bo\"", "\"Doe, Bo\""),
                long(&dated).replace("\"Bo\"", "\"Bo Doe\""),
            ],
            (1, 1),
        ),
        ("another day", [long("[Date \"2026.11.06\"]\n"), long(&dated)], (2, 0)),
        ("another round", [long("[Round \"30\"]\n"), long(&dated)], (2, 0)),
        ("another site", [long("[Site \"Bonn\"]\n"), long("[Site \"Rome\"]\n")], (2, 0)),
        ("another result", [long(&dated), long_game(&dated, "", "0-1")], (2, 0)),
        ("another move", [long(&dated), long(&dated).replace("Nbd7", "c6")], (2, 0)),
        ("other clocks", [timed(50), timed(40)], (2, 0)),
        ("rounded clocks", [timed(50), timed(49)], (1, 1)),
        ("short", [short(&dated), short(&dated)], (1, 1)),
        // A trap that works twice.
        ("short without a day", [short(round), short(round)], (2, 0)),
        (
            "played on",
            [long(&dated), long(&format!("{dated}[Continues \"after 1.e4\"]\n"))],
            (1, 0),
        ),
    ] {
        let [statistics, summary] = counted_games(&games.concat());
        assert_eq!(statistics, expected, "{name}");
        // The selection of the page leaves out games that were played on.
        assert!(summary == expected || name == "played on", "{name}: {summary:?}");
    }
}

#[test]
fn the_copy_with_more_is_kept_and_the_others_are_counted() {
    let evaluated = long_game("[Event \"annotated\"]\n", "{[%eval 0.3]} ", "1-0");
    let games =
        [long_game("[Event \"plain\"]\n", "", "1-0"), evaluated, long_game("", "{good} ", "1-0")]
            .concat();
    let (library, folder) = library_on_disk("kept.pgn", &games, "Ada");
    let statistics = Statistics::of(&library, &Filter::default(), 10, None);
    assert_eq!((statistics.all.games, statistics.all.evaluated), (1, 10));
    assert!(statistics.text().contains("\n2 copies of games left out\n"), "{}", statistics.text());
    assert_eq!(statistics.json()["copies_left_out"], 2);
    // What a filter does not find is no reason to leave out what it finds.
    let plain = Statistics::of(&library, &Filter::parse("event:plain").unwrap(), 10, None);
    assert_eq!((plain.all.games, plain.all.evaluated, plain.copies), (1, 0, 0));
    let reader = FiguresReader::new(MoveRatings::open(None));
    let page = summary_page(&library, "", None, PageFormat::Markdown, &reader).unwrap();
    assert!(page.text.contains("\n1 game; 2 copies of games left out\n"), "{}", page.text);
    fs::remove_dir_all(&folder).unwrap();
}
