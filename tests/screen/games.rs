//! The list of games: of a file, and the library.

use crate::bench::Bench;
use crate::screen::Table;
use jiff::civil::date;
use lucena::annotate::MoveRatings;
use lucena::base::Elo;
use lucena::game::pgn::Index;
use lucena::game::rated::Rated;
use lucena::library::{BLOCK, FiguresReader, Filter, Library, Player, SortBy, Statistics, Sums};
use lucena::rules::Color;
use lucena::strength::StrengthModel;
use lucena::tui::Event;
use lucena::tui::model::dialogs::Dialog;
use lucena::tui::model::dialogs::games::Games;
use lucena::tui::model::dialogs::list::Source;
use lucena::tui::model::dialogs::statistics::{Answer, Topic};
use lucena::tui::model::strengths::RatedGames;
use lucena::tui::view::spoken;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

/// Two annotated games of Ada's, one without tags, and one of others.
pub const GAMES: &str = "\
[Event \"Club championship\"]\n[White \"Ada\"]\n[Black \"Bartholomew of Constantinople\"]\n[Date \"2026.10.05\"]\n[Result \"1-0\"]\n\
[WhiteAccuracy \"91.5\"]\n[BlackAccuracy \"38.2\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n\
[Event \"Casual game\"]\n[White \"Cy\"]\n[Black \"Ada\"]\n[Date \"2026.11.20\"]\n[Result \"0-1\"]\n\n\
1. f3 { [%eval -0.5] } e5 { [%eval -0.5] } 2. g4 { [%eval #-1] Blunder: allows Qh4#, mate in 1. } Qh4# 0-1\n\n\
1. d4 d5 *\n\n\
[White \"Dee\"]\n[Black \"Eve\"]\n[Result \"1/2-1/2\"]\n\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 1/2-1/2\n";

/// The games in a file of a name of its own, with their figures.
pub fn games(name: &str, text: &str) -> Library {
    // Tests of one screen size run at the same time.
    let thread = std::thread::current().id();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{thread:?}"));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("games.pgn");
    std::fs::write(&file, text).expect("a file of its own");
    let index = Index::build(&file, &mut |_, _| ControlFlow::Continue(())).expect("an index");
    let player = Player { name: "Ada".into(), or_person: true };
    let mut library = Library::new(vec![Arc::new(index)], player);
    let reader = FiguresReader::new(MoveRatings::open(None));
    for number in library.to_read() {
        let source = library.source(number).expect("a game");
        let game = source.index.read(source.number).expect("a game").game;
        library.take(number, reader.of(&game));
    }
    library
}

/// The library on a screen.
pub fn library(size: (u16, u16)) -> Table {
    let mut table = Table::against_engine(size);
    let library = games(&format!("golden-{}", size.0), GAMES);
    let figures = library.to_read().into_iter().map(|it| (it, library.figures(it).cloned()));
    let figures = figures.collect();
    table.event(Event::GamesIndexed(1, Box::new(library), SortBy::Date, String::new()));
    table.event(Event::FiguresRead(1, figures));
    table
}

/// Sixteen games of Ada's in eight months, with and without accuracy, times and mistakes.
pub fn season() -> String {
    let openings = [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6",
        "1. e4 c5 2. Nf3 d6 3. d4 cxd4",
        "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4",
    ];
    let game = |number: usize| {
        let (month, white) = (number / 2 + 1, number % 3 != 2);
        let result = ["1-0", "0-1", "1/2-1/2", "1-0"][number % 4];
        let (own, other) = if white { ("White", "Black") } else { ("Black", "White") };
        let accuracy = match number % 5 {
            0 => String::new(),
            rest => format!("[{own}Accuracy \"{}.5\"]\n", 60 + 3 * number - rest),
        };
        let moves = match number % 4 {
            0 => "1. e4 { [%eval 0.3] [%emt 0:00:05] } e5 { [%eval 0.3] [%emt 0:00:07] } 2. Ke2 { [%eval -1.5] [%emt 0:00:10] Mistake: loses \
                  the right to castle. } Nf6 { [%eval -1.5] [%emt 0:00:09] } 3. Nf3 { [%eval #-2] Blunder: allows mate in 2. }"
                .to_owned(),
            1 => openings[number % 3].replace("2. ", "{ [%emt 0:00:04] } 2. "),
            _ => openings[number % 3].to_owned(),
        };
        format!(
            "[{own} \"Ada\"]\n[{other} \"Opponent {number}\"]\n[Date \"2026.{month:02}.{:02}\"]\n[Result \"{result}\"]\n{accuracy}\n\
             {moves} {result}\n\n",
            10 + number
        )
    };
    (0..16).map(game).collect()
}

/// The statistics on a screen, after these keys.
pub fn statistics(size: (u16, u16), keys: &str) -> Table {
    statistics_of(&season(), size, keys)
}

/// The page of the rating, after twenty-four games of a player who gets better.
pub fn rating(size: (u16, u16)) -> Table {
    let mut table = statistics(size, "<left>");
    let game = |number: u8| Rated {
        dial: StrengthModel::Human.level(Elo(1000 + 25 * u16::from(number))),
        score: [0.0, 0.5, 1.0, 1.0][usize::from(number % 4)],
        side: Color::White,
        date: Some(date(2026, 1 + number as i8 / 2, 5)),
    };
    // The newest first.
    let counted = (0..24).rev().map(game).collect();
    let games = RatedGames { counted, left_out: 2, by_moves: None };
    table.event(Event::Rated(Box::new(games)));
    table
}

/// The statistics of these games on a screen, after these keys.
fn statistics_of(text: &str, size: (u16, u16), keys: &str) -> Table {
    let mut table = Table::against_engine(size);
    table.app.model.prefs.play.name = "Ada".into();
    let library = games(&format!("statistics-{}-{}", size.0, keys.len()), text);
    table.keys("S");
    let statistics = Statistics::of(&library, &Filter::default(), BLOCK, None);
    let number = table.app.model.statistics_runs;
    let answer = Answer::Read(Box::new(statistics), Box::new(library));
    table.event(Event::Statistics(number, answer));
    table.keys(keys);
    table
}

#[test]
fn every_chart_of_the_statistics_is_reached() {
    for size in [(40, 15), (80, 20), (80, 24)] {
        let mut table = statistics(size, "");
        let charts = ["accuracy in %", "score in %", "time a move"];
        let mut seen = [false; 3];
        for _ in 0..3 {
            let frame = table.frame();
            for (seen, chart) in seen.iter_mut().zip(charts) {
                *seen |= frame.contains(chart);
            }
            table.keys("<down>");
        }
        assert_eq!(seen, [true; 3], "{size:?}: {}", table.frame());
        // Further keys change nothing, so that the first one back does.
        let last = table.frame();
        assert!(!last.contains("chart more ↓") && !last.contains("charts more ↓"), "{last}");
        table.keys("<down><down><down>");
        assert_eq!(table.frame(), last);
        if last.contains("more ↑") {
            table.keys("<up>");
            assert_ne!(table.frame(), last);
        }
    }
    // As many as fit, and the others named.
    let mut table = statistics((80, 22), "");
    let frame = table.frame();
    has(&frame, &["accuracy in %", "score in %", "1 chart more ↓", "↑↓ charts"]);
    has(&table.keys_and_frame("<down>"), &["score in %", "time a move", "1 chart more ↑"]);
}

#[test]
fn the_time_a_move_has_its_figures_and_months_as_the_other_charts() {
    let frame = statistics((80, 24), "").frame();
    let rows: Vec<&str> = frame.lines().collect();
    let months = rows.iter().filter(|row| row.contains("26.01 26.02 26.03 26.04 26.05")).count();
    assert_eq!(months, 3, "{frame}");
    has(&frame, &["mean time a move in s", "8.0", "7.5"]);
    assert!(!frame.contains("at most"), "{frame}");
}

#[test]
fn the_history_of_the_rating_is_shown() {
    for size in [(80, 24), (160, 50)] {
        let mut table = rating(size);
        let rated = table.app.model.strengths.rated().unwrap();
        let frame = table.frame();
        has(&frame, &[&rated, "2 games left out", "game 1, 2026.01.05", "game 24, 2026.12.05"]);
        // The chart ends with the rating that the program shows elsewhere, and begins with that of the first game alone.
        let history = table.app.model.strengths.history.clone();
        assert_eq!(history.last().map(|after| after.rating), table.app.model.strengths.rating);
        assert!(history[0].rating.elo < history[23].rating.elo, "{history:?}");
        assert_eq!(frame.contains(&history[22].words()), size.0 > 110, "{frame}");
        let spoken = spoken::dialog(&table.app.model);
        assert!(spoken.contains(&history[23].words()), "{spoken:?}");
        assert!(spoken.contains(&"14 older ones".to_owned()), "{spoken:?}");
        assert!(frame.matches('━').count() > 24, "{frame}");
        // The command opens the page.
        table.keys("<esc>:rating<enter>");
        let Some(Dialog::Statistics(view)) = &table.app.model.dialog else { panic!() };
        assert_eq!(view.topic, Topic::Rating);
    }
    let mut table = statistics((80, 24), "<left>");
    has(&table.frame(), &["no game counts for your rating yet"]);
}

#[test]
fn a_low_page_of_mistakes_is_scrolled() {
    let other = "[White \"Ada\"]\n[Black \"Bo\"]\n\n1. f3 { [%eval -0.5] } e5 { [%eval -0.5] } 2. a3 { [%eval -7.0] } *\n\n";
    let mut table = statistics_of(&(season() + other), (40, 15), "<right><right><right>");
    has(&table.frame(), &["more ↓"]);
    let frame = table.keys_and_frame("<pagedown>");
    has(&frame, &["opening", "more ↑"]);
    assert!(!frame.contains("more ↓"), "{frame}");
}

/// Games of Ada's: three with White, two of which come to the same position in other orders of moves, and one with Black.
const ORDERS: &str = "\
[White \"Ada\"]\n[Black \"Bo\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n\
[White \"Ada\"]\n[Black \"Cy\"]\n[Result \"1/2-1/2\"]\n\n1. Nf3 Nc6 2. e4 e5 3. Bc4 1/2-1/2\n\n\
[White \"Ada\"]\n[Black \"Di\"]\n[Result \"0-1\"]\n\n1. e4 c5 0-1\n\n\
[White \"Ed\"]\n[Black \"Ada\"]\n[Result \"0-1\"]\n\n1. d4 d5 0-1\n\n";

#[test]
fn the_moves_of_the_games_are_explored_through_other_orders_of_moves() {
    for size in [(80, 24), (160, 50)] {
        let mut table = statistics_of(ORDERS, size, "<right><right>");
        let start = table.frame();
        has(&start, &["you as White from the start: 3 games, 50 %", "1.e4 ", "1.Nf3 ", "50 %"]);
        // The most frequent first.
        assert!(start.find("1.e4 ") < start.find("1.Nf3 "), "{start}");
        has(&table.keys_and_frame("<enter>"), &["after 1.e4: 2 games, 50 %", "1...c5", "1...e5"]);
        table.keys("<down><enter><enter><enter>");
        has(&table.frame(), &["after 1.e4 e5 2.Nf3 Nc6: 2 games, 75 %", "3.Bb5", "3.Bc4", "100 %"]);
        // The end of the game, and nothing beyond it.
        let end = table.keys_and_frame("<enter>");
        has(&end, &["3.Bb5: 1 game, 100 %", "no game of yours has a move here"]);
        assert_eq!(table.keys_and_frame("<enter>"), end);
        table.keys("<backspace><backspace><backspace><backspace><backspace><backspace>");
        assert_eq!(table.frame(), start);
        // The way back selects the move that was left.
        table.keys("<down><enter><backspace>");
        let Some(Dialog::Statistics(view)) = &table.app.model.dialog else { panic!() };
        assert_eq!(view.at, 1);
        has(&table.keys_and_frame("c"), &["you as Black from the start: 1 game, 100 %", "1.d4 "]);
        has(&table.keys_and_frame("g"), &["1 of 4", "Ed", "side:black"]);
    }
}

#[test]
fn without_a_screen_the_moves_of_the_games_have_numbers() {
    let mut table = statistics_of(ORDERS, (81, 24), "<right><right>");
    let spoken = |table: &Table| spoken::dialog(&table.app.model);
    let line = |table: &mut Table, text: &str| {
        table.event(Event::Line { text: text.to_owned(), asks: true });
    };
    assert_eq!(spoken(&table)[1..3], ["1: 1.e4, 2 games, 50 %", "2: 1.Nf3, 1 game, 50 %"]);
    line(&mut table, "2");
    assert_eq!(spoken(&table)[0], "you as White after 1.Nf3: 1 game, 50 %");
    line(&mut table, "7");
    assert!(table.app.model.messages.error().is_some_and(|(it, _)| it.text.contains("1 to 1")));
    line(&mut table, "back");
    line(&mut table, "colour");
    assert_eq!(spoken(&table)[0], "you as Black from the start: 1 game, 100 %");
}

/// Games against Lucena at two levels, a record of the program and games of another one.
const LEVELS: &str = "\
[Event \"Casual game\"]\n[White \"Ada\"]\n[Black \"Lucena\"]\n[Date \"2026.11.30\"]\n[Time \"18:05:09\"]\n[Result \"1-0\"]\n\
[BlackDial \"human 1500\"]\n[TimeControl \"300+3\"]\n[Opening \"King's Pawn Game: Mengarini's Opening, a long variation\"]\n[ECO \"C20\"]\n\n1. e4 e5 2. a3 1-0\n\n\
[White \"Lucena\"]\n[Black \"Ada\"]\n[Date \"2026.11.29\"]\n[Result \"1-0\"]\n[WhiteDial \"full\"]\n\n1. e4 c5 1-0\n\n";

#[test]
fn the_table_has_levels_clocks_and_times_and_columns_as_wide_as_their_texts() {
    let library = games("levels", LEVELS);
    let mut table = Table::against_engine((200, 30));
    table.event(Event::GamesIndexed(1, Box::new(library), SortBy::Date, String::new()));
    let frame = table.frame();
    has(&frame, &["level", "human 1500", "full", "5+3", "18:05"]);
    has(&frame, &["C20 King's Pawn Game: Mengarini's Opening, a long variation", "games.pgn 1"]);
    has(&frame, &["Ada    Lucena human 1500"]);
    has(&table.keys_and_frame("level:1500"), &["1 of 2", "human 1500"]);
    table.keys("<backspace><backspace><backspace><backspace>");
    has(&table.keys_and_frame("full"), &["1 of 2", "2026.11.29"]);
}

#[test]
fn a_record_is_timed_by_its_name() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("times");
    std::fs::create_dir_all(&folder).expect("a folder");
    for (name, date, time) in [
        ("2026-11-22-100735.pgn", "2026.11.22", "10:07"),
        ("2026-11-22-100735-2.pgn", "2026.11.22", "10:07"),
        ("2026-11-22-100735.pgn", "2026.11.21", ""),
        ("2026-11-22-997735.pgn", "2026.11.22", ""),
        ("2026-11-22.pgn", "2026.11.22", ""),
    ] {
        let file = folder.join(name);
        std::fs::write(&file, format!("[Date \"{date}\"]\n\n1. e4 *\n")).expect("a file");
        let index = Index::build(&file, &mut |_, _| ControlFlow::Continue(())).expect("an index");
        let library = Library::new(vec![Arc::new(index)], Player::default());
        assert_eq!(library.row(0).expect("a game").time_text(), time, "{name} {date}");
    }
}

/// The open list of games.
fn listed(bench: &Bench) -> Option<&Games> {
    let Some(Dialog::List(list)) = &bench.table.app.model.dialog else { return None };
    match &list.source {
        Source::Games(games) => Some(games),
        _ => None,
    }
}

fn has(frame: &str, words: &[&str]) {
    for word in words {
        assert!(frame.contains(word), "{word}: {frame}");
    }
}

#[test]
fn a_key_of_lists_says_so_in_the_help() {
    let mut table = Table::against_engine((160, 50));
    table.keys("?ctrl-s");
    let frame = table.frame().replace(['│', '\n'], " ");
    let words = frame.split_whitespace().collect::<Vec<_>>().join(" ");
    has(&words, &["ctrl-s :summary", "freeze the engine's figures"]);
    let help = table.app.model.keymap.find("summary").expect("a command").help;
    has(help, &["the key works in a list of games"]);
}

/// Types keys and waits until all figures are read.
fn open(bench: &mut Bench, keys: &str) -> String {
    bench.keys(keys);
    bench.until(|bench| listed(bench).is_some_and(|games| games.unread == 0));
    bench.table.frame()
}

#[test]
fn the_games_of_a_file_are_listed_filtered_and_opened() {
    let mut bench = Bench::new((80, 24));
    bench.write("two.pgn", GAMES);
    let frame = open(&mut bench, ":open two.pgn<enter>");
    has(&frame, &["Bartholomew", "92/38", "100", "Sicilian", "file▴  4 of 4"]);
    // A filter that is not understood leaves the games found before.
    let frame = bench.keys("accuracy>");
    has(&frame, &["accuracy>: expected a number", "2 of 4"]);
    let frame = bench.keys("90 club");
    has(&frame, &["1 of 4", "Bartholomew"]);
    bench.keys("<enter>");
    bench.until(|bench| bench.table.app.model.session.is_review());
    assert_eq!(bench.table.moves(), "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#");
}

/// Whether the error that is shown has these words.
fn has_failed(bench: &Bench, words: &str) -> bool {
    bench.table.app.model.messages.error().is_some_and(|(error, _)| error.text.contains(words))
}

#[test]
fn a_game_of_a_file_is_opened_by_its_number() {
    let mut bench = Bench::new((80, 24));
    bench.write("two.pgn", GAMES);
    open(&mut bench, ":open two.pgn<enter>");
    bench.keys("dee<enter>");
    bench.until(|bench| bench.table.app.model.session.is_review());
    let chosen = bench.table.moves();
    // The choice is a line of the script, which opens the same game.
    let line = bench.table.app.model.session_script.last().cloned().expect("a line");
    assert!(line.ends_with("two.pgn #4"), "{line}");
    bench.keys(":game two none<enter>");
    bench.keys(&format!("{line}<enter>"));
    bench.until(|bench| bench.table.app.model.session.is_review());
    assert_eq!(bench.table.moves(), chosen);
    bench.keys(":open two.pgn #5<enter>");
    bench.until(|bench| has_failed(bench, "game #5: expected #1 to #4"));
    // The notation is understood by `:save`, too.
    bench.keys(":comment mine<enter>:save two.pgn #4<enter>");
    bench.until(|bench| bench.written("two.pgn").contains("mine"));
    bench.keys(":comment yours<enter>:save<enter>");
    bench.until(|bench| bench.written("two.pgn").contains("yours"));
    bench.keys(":save two.pgn #1<enter>");
    bench.until(|bench| has_failed(bench, "this game is not game #1 of"));
    bench.keys(":overwrite two.pgn #4<enter>");
    bench.until(|bench| has_failed(bench, "#4 is one game, but all games of"));
    bench.write("two.pgn #5", "1. d4 d5 *\n");
    bench.keys(":open two.pgn #5<enter>");
    bench.until(|bench| bench.table.moves() == "d4 d5");
}

#[test]
fn the_library_has_the_recorded_games_and_those_of_files() {
    let mut bench = Bench::new((120, 30));
    bench.table.app.model.prefs.play.name = "Ada".into();
    std::fs::create_dir_all(bench.folder.join("games")).expect("a folder");
    bench.write(
        "games/2026-11-22-100000.pgn",
        "[White \"Somebody\"]\n[Black \"Lucena\"]\n[Date \"2026.11.22\"]\n[Result \"0-1\"]\n[WhiteType \"human\"]\n[BlackType \"program\"]\n[BlackDial \"full\"]\n\n\
         1. f3 e5 2. g4 Qh4# 0-1\n",
    );
    bench.write("games/2026-11-23-100000.pgn", "\u{0}\u{1}\u{2} no game");
    bench.write("mine.pgn", GAMES);
    let frame = open(&mut bench, ":library mine.pgn<enter>");
    has(&frame, &["ctrl-s summary"]);
    has(&frame, &["5 of 5", "Somebody", "Dee"]);
    // The newest first; the game against the engine is the player's whatever the name.
    let first = frame.lines().position(|line| line.contains("2026.11.22")).expect("a row");
    let second = frame.lines().position(|line| line.contains("2026.11.20")).expect("a row");
    assert!(first < second, "{frame}");
    has(&bench.keys("result:lost"), &["1 of 5", "Somebody"]);
    bench.keys("<esc>");
    // The file is remembered, a folder or a missing file is not.
    has(&bench.written("library.ron"), &["mine.pgn"]);
    bench.keys(":library missing.pgn<enter>");
    bench.until(|bench| bench.table.app.model.messages.error().is_some());
    let text = bench.written("library.ron");
    assert!(!text.contains("missing"), "{text}");
    let frame = open(&mut bench, ":library<enter>");
    has(&frame, &["5 of 5"]);
    bench.keys("<esc>");
    let frame = open(&mut bench, ":library remove mine.pgn<enter>");
    has(&frame, &["1 of 1"]);
    assert!(bench.folder.join("mine.pgn").exists());
}

#[test]
fn keys_and_the_command_sort_the_games() {
    let mut table = library((120, 30));
    let row = |table: &mut Table, name: &str| {
        let frame = table.frame();
        frame.lines().position(|line| line.contains(name)).unwrap_or_else(|| panic!("{frame}"))
    };
    assert!(row(&mut table, "Cy") < row(&mut table, "Bartholomew"));
    table.keys("<ctrl-r>");
    assert!(row(&mut table, "Bartholomew") < row(&mut table, "Cy"));
    // The value after the date is White's name.
    table.keys("<right>");
    assert!(row(&mut table, "Bartholomew") < row(&mut table, "Dee"));
    table.keys("<ctrl-r>");
    assert!(row(&mut table, "Dee") < row(&mut table, "Cy"));
    table.keys("<esc>");
    table.keys(":sort date<enter>");
    assert!(table.frame().contains("no list of games is open"), "{}", table.frame());
}

#[test]
fn a_page_about_the_games_that_the_list_finds_is_written() {
    let mut bench = Bench::new((120, 40));
    bench.table.app.model.prefs.play.name = "Ada".into();
    bench.write("season.pgn", &season());
    open(&mut bench, ":library season.pgn<enter>");
    // The key begins the line with the filter of the list.
    let frame = bench.keys("date:2026.01<ctrl-s>");
    has(&frame, &["summary summary.html date:2026.01"]);
    let written = |bench: &mut Bench, words: &str| {
        bench.keys("<enter>");
        bench.until(|bench| {
            let messages = &bench.table.app.model.messages;
            let error = messages.error().map(|(message, _)| message);
            [error, messages.info()].iter().flatten().any(|it| it.text.contains(words))
        });
    };
    written(&mut bench, "summary.html was written");
    let page = bench.written("summary.html");
    has(&page, &["<h2>Players</h2>", "2 games"]);
    // A file that exists is replaced only with an exclamation mark, one of the library never.
    bench.keys(":summary summary.html");
    written(&mut bench, "! after the name replaces it");
    bench.keys(":summary summary.html ! side:white");
    written(&mut bench, "summary.html was written");
    bench.keys(":summary season.pgn !");
    written(&mut bench, "season.pgn is a file of the library");
    bench.keys(":summary page.md side:black");
    written(&mut bench, "page.md was written");
    has(&bench.written("page.md"), &["## Players"]);
    bench.keys(":summary page.doc side:black");
    written(&mut bench, "the end .doc stands for no format; known are .html, .htm, .md, .markdown");
    bench.keys(":summary none.md date:1999");
    written(&mut bench, "finds none of");
}

/// What is left out for want of room is counted; the footer has no key that does nothing.
#[test]
fn statistics_say_what_is_cut() {
    for (size, columns) in [((60, 20), "2 more →"), ((46, 16), "4 more →"), ((40, 15), "5 more →")]
    {
        let frame = statistics(size, "").frame();
        has(&frame, &[columns, "more ↓"]);
        assert!(!frame.contains("tab"), "{frame}");
        has(&statistics(size, "<right>").frame(), &[&format!("opening {columns}")]);
    }
    let mut table = statistics((60, 20), "<right>");
    let Some(Dialog::Statistics(view)) = &mut table.app.model.dialog else { panic!() };
    let Answer::Read(read, _) = &mut view.answer else { panic!() };
    read.openings = read.openings.iter().cloned().cycle().take(40).collect();
    has(&table.frame(), &["27 more ↓"]);
    table.keys(&"<down>".repeat(39));
    has(&table.frame(), &["27 more ↑"]);
    let frame = statistics((120, 40), "").frame();
    assert!(!frame.contains("more →"), "{frame}");
    has(frame.lines().last().unwrap(), &["close"]);
    has(statistics((120, 40), "<right>").frame().lines().last().unwrap(), &["enter open"]);
}

/// A month without a point has a mark of its baseline, one without results none.
#[test]
fn a_chart_marks_zero() {
    let mut table = statistics((120, 40), "");
    let Some(Dialog::Statistics(view)) = &mut table.app.model.dialog else { panic!() };
    let Answer::Read(read, _) = &mut view.answer else { panic!() };
    let lost = Sums { games: 1, lost: 1, ..Sums::default() };
    let open = Sums { games: 1, ..Sums::default() };
    read.months.truncate(2);
    for (group, sums) in read.months.iter_mut().zip([lost, open]) {
        group.sums = sums;
    }
    let frame = table.frame();
    assert!(frame.contains("▁▁0▁▁"), "{frame}");
    assert_eq!(frame.matches('▁').count(), 4, "{frame}");
}

/// 12.5 % is 13 % in the table, in the chart and in the list of openings.
#[test]
fn a_score_reads_the_same_everywhere() {
    let mut table = statistics((120, 40), "");
    let Some(Dialog::Statistics(view)) = &mut table.app.model.dialog else { panic!() };
    let Answer::Read(read, _) = &mut view.answer else { panic!() };
    let sums = Sums { games: 4, drawn: 1, lost: 3, ..Sums::default() };
    assert_eq!(sums.score(), Some(12.5));
    assert_eq!(sums.short_words(), "4 games, 13 %");
    read.all = sums.clone();
    read.months.truncate(1);
    read.months[0].sums = sums.clone();
    read.openings.truncate(1);
    read.openings[0].sums = sums;
    let frame = table.frame();
    assert_eq!(frame.matches("13 %").count(), 2, "{frame}");
    assert!(frame.lines().any(|row| row.contains(" 13 ")), "{frame}");
    assert!(!frame.contains("12"), "{frame}");
}

/// A large file is indexed once, and its figures are not read: the progress ends with the index, and a filter by a figure says so.
#[test]
fn a_large_file_says_what_is_not_read() {
    let mut bench = Bench::new((100, 30));
    let game = format!("[White \"Bo\"]\n\n1. e4 {{{}}} *\n\n", "x".repeat(1_700));
    bench.write("large.pgn", &game.repeat(10_001));
    open(&mut bench, ":open large.pgn<enter>");
    let frame = bench.table.frame();
    has(&frame, &["10001 of 10001"]);
    assert!(!frame.contains("MiB read"), "{frame}");
    let told = bench.table.app.model.messages.history().any(|it| it.text.contains("MiB read"));
    assert!(told, "no progress");
    let frame = bench.keys("moves>20");
    has(
        &frame,
        &["0 of 10001", "figures of 10001 games are not read: a file has over 10000 games"],
    );
    let frame = bench.keys("<backspace><backspace><backspace><backspace><backspace><backspace><backspace><backspace>white:bo");
    assert!(!frame.contains("are not read"), "{frame}");
    for word in ["eco:b00", "opening:king", "rating>1500"] {
        let frame = bench.keys(&format!("{} {word}", "<backspace>".repeat(20)));
        has(&frame, &["0 of 10001", "figures of 10001 games are not read"]);
    }
}

/// Was this said?
fn said(table: &Table, words: &str) {
    let mut said = table.app.model.messages.history().map(|message| message.text.as_str());
    assert!(said.any(|text| text.contains(words)), "{words}");
}

#[test]
fn a_filter_by_rating_says_how_many_games_are_not_rated() {
    let mut table = library((100, 30));
    table.keys("rating>1500");
    has(&table.frame(), &["0 of 4", "4 games are not rated by the moves"]);
    table.keys(&"<backspace>".repeat(11));
    table.keys("white:ada rating>1500");
    has(&table.frame(), &["0 of 4", "1 game is not rated by the moves"]);
}

#[test]
fn a_list_is_sorted_by_a_command_that_is_typed_in_it() {
    let mut table = library((100, 30));
    table.keys(":sort acc");
    has(&table.frame(), &[":sort acc", "4 of 4"]);
    table.keys("uracy<enter>");
    let frame = table.frame();
    has(&frame, &["accuracy▾", "type to search"]);
    table.keys(":sort nothing<enter>");
    said(&table, "expected date, white");
    table.keys(":flip<enter>");
    assert!(table.app.model.dialog.is_none());
}

#[test]
fn a_list_without_a_row_stays_open() {
    let mut table = library((100, 30));
    table.keys("nobody<enter>");
    has(&table.frame(), &["nobody", "0 of 4"]);
    said(&table, "no row");
}

#[test]
fn enter_on_an_opening_lists_its_games() {
    let mut table = statistics((120, 40), "<right>");
    let frame = table.frame();
    let row = frame.lines().find(|line| line.contains("White: ")).expect("an opening").to_owned();
    let games: usize = row.split_whitespace().find_map(|word| word.parse().ok()).expect("a count");
    table.keys("<enter>");
    let frame = table.frame();
    let Some(Dialog::List(list)) = &table.app.model.dialog else { panic!("{frame}") };
    assert_eq!(list.found.len(), games, "{frame}");
    has(&frame, &["side:white family:"]);
}

/// Waits until the statistics are there, or why they are not.
fn computed(bench: &mut Bench) -> String {
    bench.until(|bench| {
        let dialog = &bench.table.app.model.dialog;
        matches!(dialog, Some(Dialog::Statistics(view)) if !matches!(view.answer, Answer::Reading(..)))
    });
    bench.table.frame()
}

#[test]
fn statistics_and_the_book_are_those_of_the_library() {
    let mut bench = Bench::new((120, 40));
    bench.table.app.model.prefs.play.name = "Ada".into();
    bench.write("season.pgn", &season());
    open(&mut bench, ":library season.pgn<enter>");
    bench.keys("<esc>S");
    let frame = computed(&mut bench);
    has(&frame, &["Ada, 16 games", "accuracy in % by month", "with Black", "mistakes by theme"]);
    has(&bench.keys("m"), &["accuracy in % by blocks of games"]);
    has(&bench.keys("<right>"), &["White: Sicilian Defense"]);
    has(&bench.keys("<right>"), &["you as White from the start: 11 games", "1.e4"]);
    has(&bench.keys("<right>"), &["material", "mate", "by phase"]);
    has(&bench.keys("<right>"), &["book: your earlier games", "you"]);
    bench.keys("<enter>");
    bench.until(|bench| bench.table.app.model.session.is_review());
    // A repertoire is compared with until it is taken away.
    bench.write("lines.pgn", "1. e4 e5 2. Nf3 Nc6 3. Bc4 *\n");
    bench.keys(":repertoire lines.pgn<enter>");
    has(&computed(&mut bench), &["lines.pgn", "3.Bb5", "3.Bc4"]);
    has(&bench.written("library.ron"), &["lines.pgn"]);
    bench.keys("<esc>");
    // One that cannot be read is named and changes nothing.
    bench.write("broken.pgn", "1. e4 e5 2. Ke3 *\n");
    bench.keys(":repertoire broken.pgn<enter>");
    has(&computed(&mut bench), &["broken.pgn", "game 1, line 1", "Ke3"]);
    assert!(!bench.written("library.ron").contains("broken.pgn"));
    // One that is gone is missed on its own page alone.
    std::fs::remove_file(bench.folder.join("lines.pgn")).expect("the file to go");
    bench.keys("<esc>S");
    has(&computed(&mut bench), &["Ada, 16 games", "accuracy in % by month"]);
    let frame = bench.keys("<right><right><right><right>");
    has(&frame, &["the repertoire cannot be read: ", "lines.pgn: No such file", ":repertoire off"]);
    bench.keys("<esc>:repertoire off<enter>");
    has(&computed(&mut bench), &["your earlier games"]);
    bench.keys("<esc>:statistics date:2026.01<enter>");
    has(&computed(&mut bench), &["Ada, 2 games"]);
    bench.keys("<esc>:stats date:2025<enter>");
    has(&computed(&mut bench), &["no game has you as a player"]);
    bench.keys("<esc>");
    has(&bench.keys(":stats accuracy>x<enter>"), &["accuracy>x: expected a number"]);
}
