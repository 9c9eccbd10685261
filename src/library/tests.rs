//! The library over games written by hand, whose figures are known.

use super::{
    Departure, FiguresReader, Filter, Group, Library, LibraryFiles, PageFormat, Player, Repertoire,
    SortBy, Standing, Statistics, Summary, Sums, summary_page,
};
use crate::game::pgn::Index;
use crate::rules::Color;
use crate::train::{Phase, Theme};
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Ada wins with White in 2026.10 and loses with Black in 2026.11, by a mistake with a reason; a game of others without tags;
/// a broken one.
const GAMES: &str = r#"
[Event "Club"]
[White "Ada"]
[Black "Bo"]
[Date "2026.10.05"]
[Result "1-0"]
[WhiteAccuracy "91.5"]
[BlackAccuracy "n/a"]
[TimeControl "300"]
[ECO "C99"]

1. e4 { [%clk 0:04:50] } e5 { [%clk 0:04:55] } 2. Qh5 { [%clk 0:04:30] } Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[Event "Club"]
[White "Cy"]
[Black "ADA"]
[Date "2026.11.??"]
[Result "0-1"]

1. f3 { [%eval -0.5] } e5 { [%eval -0.5] } 2. g4 { [%eval #-1] Blunder: allows Qh4#, mate in 1. } Qh4# 0-1

1. d4 d5 *

[White "Dee"]
[Black "Ada"]
[Date "????.??.??"]
[Result "1/2-1/2"]

1. e4 c5 2. Kxe8 Nc6 1/2-1/2
"#;

fn library(name: &str, text: &str, player: &str) -> Library {
    let (library, folder) = library_on_disk(name, text, player);
    fs::remove_dir_all(&folder).unwrap();
    library
}

/// The library, and the folder of its file.
fn library_on_disk(name: &str, text: &str, player: &str) -> (Library, PathBuf) {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = format!("lucena-library-{}-{number}", std::process::id());
    let folder = std::env::temp_dir().join(folder);
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join(name);
    fs::write(&file, text).unwrap();
    let index = Index::build(&file, &mut |_, _| ControlFlow::Continue(())).unwrap();
    let player = Player { name: player.to_owned(), or_person: true };
    let mut library = Library::new(vec![Arc::new(index)], player);
    let reader = FiguresReader::open(None).unwrap();
    for number in library.to_read() {
        let source = library.source(number).unwrap();
        let game = source.index.read(source.number).unwrap().game;
        library.take(number, reader.of(&game));
    }
    (library, folder)
}

#[test]
fn figures_are_those_of_the_game_or_absent() {
    let library = library("figures.pgn", GAMES, "Ada");
    let row = library.row(0).unwrap();
    assert_eq!((row.accuracy.white, row.accuracy.black), (Some(91.5), None));
    assert_eq!((row.side, row.moves, row.rating.white), (Some(Color::White), Some(4), None));
    // A code without a name gives way to the named position.
    assert_eq!(row.eco, Some("C20"));
    assert!(row.opening.unwrap().contains("King's Pawn Game"), "{:?}", row.opening);
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
    assert!(row.accuracy.black == Some(100.0) && row.accuracy.white < Some(60.0), "{row:?}");

    let row = library.row(2).unwrap();
    assert_eq!((row.white, row.date, row.result, row.side), (None, None, None, None));
    assert_eq!(row.text(), "? – ?  *  D00 Queen's Pawn Game  1 move");
    // A broken game has the moves before the fault.
    assert_eq!(library.row(3).unwrap().moves, Some(1));
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
fn several_files_are_one_list() {
    let one = library("one.pgn", GAMES, "Ada");
    let empty = library("none.pgn", "", "Ada");
    let files = [one.files(), empty.files(), one.files()].concat();
    let all = Library::new(files, Player::default());
    assert_eq!(all.len(), 8);
    assert_eq!(all.source(3).unwrap().number, 3);
    assert_eq!(all.source(4).unwrap().number, 0);
    assert_eq!(all.row(4).unwrap().white, Some("Ada"));
    assert_eq!(all.row(4).unwrap().side, None, "nobody is meant");
}

#[test]
fn the_list_of_files_is_kept_and_a_broken_one_is_named() {
    let folder = std::env::temp_dir().join(format!("lucena-files-{}", std::process::id()));
    let list = folder.join("library.ron");
    assert_eq!(LibraryFiles::load(&list).unwrap(), LibraryFiles::default());
    let mut files = LibraryFiles::default();
    let [one, other] = ["/a/b.pgn", "/a/c d.pgn"].map(PathBuf::from);
    assert!(files.add(&one) && files.add(&other) && !files.add(&one));
    files.save(&list).unwrap();
    let mut again = LibraryFiles::load(&list).unwrap();
    assert_eq!(again, files);
    again.remove(&one).unwrap();
    assert_eq!(again.remove(&one).unwrap_err().to_string(), "/a/b.pgn: is not in the library");
    // A link is the file that it leads to.
    #[cfg(unix)]
    {
        let link = folder.join("link.ron");
        std::os::unix::fs::symlink(&list, &link).unwrap();
        assert!(again.add(&link));
        again.remove(&list).unwrap();
    }
    fs::write(&list, "(files: [1])").unwrap();
    let wrong = LibraryFiles::load(&list).unwrap_err().to_string();
    assert!(wrong.contains("library.ron:1:"), "{wrong}");
    // What is right is used, but a change would lose what is not.
    let text = "(\n  files: [\"/a/b.pgn\", 7, \"/c.pgn\"],\n  repertoire: [1],\n  folder: true,\n)";
    fs::write(&list, text).unwrap();
    let (read, errors) = LibraryFiles::load_valid(&list).unwrap();
    assert_eq!(read.files, ["/a/b.pgn", "/c.pgn"].map(PathBuf::from));
    assert_eq!(read.repertoire, None);
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    for (error, part) in errors.iter().zip([
        "library.ron:2:23: files = 7: expected a path",
        "library.ron:3:15: repertoire = [1]: expected a path",
        "library.ron:4:11: folder = true: there is no such field",
    ]) {
        assert!(error.contains(part), "{error}");
    }
    assert_eq!(errors.len(), 3);
    assert!(LibraryFiles::load(&list).is_err());
    fs::write(&list, "(files: 7").unwrap();
    assert!(LibraryFiles::load_valid(&list).is_err());
    fs::write(&list, "(file: [])").unwrap();
    let wrong = LibraryFiles::load(&list).unwrap_err().to_string();
    assert!(wrong.contains("file"), "{wrong}");
    fs::remove_dir_all(&folder).unwrap();
}

/// Five games of Ada's.
const SEASON: &str = r#"
[White "Ada"]
[Black "Bo"]
[Date "2026.10.05"]
[Result "1-0"]
[WhiteAccuracy "90"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0

[White "Ada"]
[Black "Cy"]
[Date "2026.10.12"]
[Result "0-1"]
[WhiteAccuracy "70"]

1. e4 { [%eval 0.3] [%emt 0:00:10] } e5 { [%eval 0.3] } 2. Nf3 { [%eval 0.3] [%emt 0:00:20] } Nc6 { [%eval 0.3] }
3. Bc4 { [%eval -2.0] Mistake: loses a knight: the knight can be captured. } Bc5 { [%eval 0.3] } 0-1

[White "Dee"]
[Black "Ada"]
[Date "2026.11.01"]
[Result "1/2-1/2"]

1. d4 d5 2. c4 e6 1/2-1/2

[White "Ada"]
[Black "Eve"]
[Date "2026.11.02"]
[Result "1-0"]

1. e4 c5 2. Nf3 d6 1-0

[White "Dee"]
[Black "Ada"]
[Date "2026.11.03"]
[Result "0-1"]

1. d4 Nf6 2. c4 e6 0-1
"#;

fn statistics(filter: &str, repertoire: Option<&Repertoire>) -> Statistics {
    let library = library("season.pgn", SEASON, "Ada");
    Statistics::of(&library, &Filter::parse(filter).unwrap(), 2, repertoire)
}

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
fn a_summary_has_players_crosstable_and_mistakes() {
    let (library, folder) = library_on_disk("summary.pgn", SEASON, "Ada");
    let reader = FiguresReader::open(None).unwrap();
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
    let reader = FiguresReader::open(None).unwrap();
    let summary = Summary::read(&library, &[0, 1], &reader).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    let moves: Vec<&str> = summary.games.iter().map(|game| game.moves.as_str()).collect();
    assert_eq!(moves, ["1.e4 e5 2.-- Nc6 3.Nf3 Qg5", "7...Kd7 8.e4"]);
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
    let reader = FiguresReader::open(None).unwrap();
    let page = summary_page(&library, "", None, PageFormat::Markdown, &reader).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    assert!(page.text.contains("6 games, 2026.09.05 to 2026.11.05"), "{}", page.text);
}

#[test]
fn games_of_unknown_players_are_no_persons_games() {
    let text = "[White \"Ada\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n\
                [White \"?\"]\n[Black \"Bo\"]\n[Result \"1-0\"]\n\n1. d4 1-0\n\n";
    let (library, folder) = library_on_disk("unknown.pgn", text, "Ada");
    let reader = FiguresReader::open(None).unwrap();
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
    let reader = FiguresReader::open(None).unwrap();
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
fn a_name_in_another_case_or_with_other_blanks_is_the_same_player() {
    let game = |white: &str| {
        format!("[White \"{white}\"]\n[Black \"Bo\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n")
    };
    let text: String = ["Ada Byron", " ada  byron ", "ADA BYRON"].map(game).concat();
    let (library, folder) = library_on_disk("names.pgn", &text, "Ada  byron");
    let reader = FiguresReader::open(None).unwrap();
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
        .map(|number| library.row(number).unwrap().white.unwrap())
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

#[test]
fn an_event_that_begins_like_a_list_is_none() {
    for (event, line) in
        [("1. Liga", "\n1\\. Liga"), ("- Open +", "\n\\- Open +"), ("2026 Cup", "\n2026 Cup")]
    {
        let text =
            format!("[Event \"{event}\"]\n[White \"Ada\"]\n[Black \"Bo\"]\n\n1. e4 e5 1-0\n");
        let (library, folder) = library_on_disk("event.pgn", &text, "Ada");
        let reader = FiguresReader::open(None).unwrap();
        let page = summary_page(&library, "", None, PageFormat::Markdown, &reader).unwrap().text;
        fs::remove_dir_all(&folder).unwrap();
        assert!(page.contains(line), "{page}");
    }
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
    let reader = FiguresReader::open(None).unwrap();
    let (library, folder) = library_on_disk("positions.pgn", text, "Ada");
    let page = summary_page(&library, "", None, PageFormat::Markdown, &reader).unwrap().text;
    fs::remove_dir_all(&folder).unwrap();
    assert!(page.contains("2 games"), "{page}");
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
    let summary = Summary::read(&library, &[0, 1, 2, 3], &FiguresReader::open(None).unwrap());
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
    let reader = FiguresReader::open(None).unwrap();
    let page = summary_page(&library, "", None, PageFormat::Markdown, &reader).unwrap();
    assert!(page.text.contains("\n2 games; 1 without a result\n"), "{}", page.text);
    fs::remove_dir_all(&folder).unwrap();
}

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
    let summary = Summary::read(&library, &all, &FiguresReader::open(None).unwrap()).unwrap();
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
    let reader = FiguresReader::open(None).unwrap();
    let page = summary_page(&library, "", None, PageFormat::Markdown, &reader).unwrap();
    assert!(page.text.contains("\n1 game; 2 copies of games left out\n"), "{}", page.text);
    fs::remove_dir_all(&folder).unwrap();
}
