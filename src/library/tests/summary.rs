//! Summaries of games.

use super::super::{
    FiguresReader, Filter, PageFormat, SortBy, Standing, Statistics, Summary, summary_page,
};
use super::{SEASON, library_on_disk};
use crate::annotate::MoveRatings;
use crate::rules::Color;
use std::fs;

#[test]
fn a_summary_has_players_crosstable_and_mistakes() {
    let (library, folder) = library_on_disk("summary.pgn", SEASON, "Ada");
    let reader = FiguresReader::new(MoveRatings::open(None));
    let numbers = library.select(&Filter::default(), SortBy::Date, false);
    let summary = Summary::read(&library, &numbers, &reader).unwrap();
    let standing =
        |it: &Standing| (it.name.clone(), it.points(), it.sums.games, it.sums.accuracy.count);
    let standings: Vec<_> = summary.standings.iter().map(standing).collect();
    assert_eq!(standings[0], ("Ada".to_owned(), 3.5, 5, 2));
    assert_eq!(standings[1], ("Cy".to_owned(), 1.0, 1, 0));
    assert_eq!(standings[2], ("Dee".to_owned(), 0.5, 2, 0));
    // Ada met four others, of ten pairs: fewer than half.
    assert!(summary.crosstable.is_empty());
    let one = Summary::read(&library, &numbers[2..3], &reader).unwrap();
    for (format, mistake) in [
        (PageFormat::Markdown, "\n- **3...Bc5** −20 %\n"),
        (PageFormat::Html, "\n<li><b>3...Bc5</b> <span class=\"loss\">−20 %</span></li>\n"),
    ] {
        let page = summary_page(&library, "", None, format, &reader).unwrap().text;
        assert!(page.contains(mistake), "{page}");
    }
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(one.crosstable, [[vec![], vec![0.5]], [vec![0.5], vec![]]]);
    let [(1, moment), (1, _)] = summary.worst(5)[..] else { panic!("{:?}", summary.worst(5)) };
    assert_eq!((moment.ply, moment.played.as_str(), moment.better.as_str()), (5, "3.Bc4", ""));
    assert!(moment.reason.contains("loses a knight") && moment.side == Color::White);
    let game = &summary.games[1];
    assert_eq!((game.result, game.accuracy.white, game.accuracy.black), ("0-1", Some(70.0), None));
    assert_eq!(game.moves, "1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5");
    assert_eq!(game.percents.iter().flatten().count(), 7);
}

#[test]
fn a_summary_has_the_moves_after_a_null_move() {
    let text = "1. e4 e5 2. -- Nc6 3. Nf3 Qg5 *\n\n\
                [FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Kd7 8. e4 *\n";
    let (library, folder) = library_on_disk("null.pgn", text, "Ada");
    let reader = FiguresReader::new(MoveRatings::open(None));
    let summary = Summary::read(&library, &[0, 1], &reader).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    let moves: Vec<&str> = summary.games.iter().map(|game| game.moves.as_str()).collect();
    assert_eq!(moves, ["1.e4 e5 2.-- Nc6 3.Nf3 Qg5", "7...Kd7 8.e4"]);
}

#[test]
fn games_of_unknown_players_are_no_persons_games() {
    let text = "[White \"Ada\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n\
                [White \"?\"]\n[Black \"Bo\"]\n[Result \"1-0\"]\n\n1. d4 1-0\n\n";
    let (library, folder) = library_on_disk("unknown.pgn", text, "Ada");
    let reader = FiguresReader::new(MoveRatings::open(None));
    let summary = Summary::read(&library, &[0, 1], &reader).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    let standings = summary.standings.iter().map(|it| (it.name.as_str(), it.points()));
    assert_eq!(standings.collect::<Vec<_>>(), [("Ada", 1.0), ("Bo", 0.0)]);
    assert!(summary.crosstable.is_empty());
    assert_eq!(summary.games[0].players.black, "?");
}

#[test]
fn a_game_with_one_name_on_both_sides_is_in_no_standing() {
    let text = "[White \"Ada\"]\n[Black \"ADA\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n\
                [White \"Ada\"]\n[Black \"Bo\"]\n[Result \"1-0\"]\n\n1. d4 1-0\n\n";
    let (library, folder) = library_on_disk("self.pgn", text, "Ada");
    let reader = FiguresReader::new(MoveRatings::open(None));
    let summary = Summary::read(&library, &[0, 1], &reader).unwrap();
    let page = summary_page(&library, "", None, PageFormat::Markdown, &reader).unwrap().text;
    fs::remove_dir_all(&folder).unwrap();
    let standings = summary.standings.iter().map(|it| (&*it.name, it.points(), it.sums.games));
    assert_eq!(standings.collect::<Vec<_>>(), [("Ada", 1.0, 1), ("Bo", 0.0, 1)]);
    assert_eq!((summary.games.len(), summary.against_self), (2, 1));
    assert!(page.contains("2 games; 1 with one name on both sides, in no standing"), "{page}");
    // As in statistics.
    assert_eq!(Statistics::of(&library, &Filter::default(), 10, None).all.games, 1);
}

#[test]
fn an_event_that_begins_like_a_list_is_none() {
    for (event, line) in
        [("1. Liga", "\n1\\. Liga"), ("- Open +", "\n\\- Open +"), ("2026 Cup", "\n2026 Cup")]
    {
        let text =
            format!("[Event \"{event}\"]\n[White \"Ada\"]\n[Black \"Bo\"]\n\n1. e4 e5 1-0\n");
        let (library, folder) = library_on_disk("event.pgn", &text, "Ada");
        let reader = FiguresReader::new(MoveRatings::open(None));
        let page = summary_page(&library, "", None, PageFormat::Markdown, &reader).unwrap().text;
        fs::remove_dir_all(&folder).unwrap();
        assert!(page.contains(line), "{page}");
    }
}
