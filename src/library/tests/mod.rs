//! The library over games written by hand, whose figures are known.

mod copies;
mod departures;
mod files;
mod games;
mod names;
mod statistics;
mod summary;

use super::{FiguresReader, Filter, Library, Player, Repertoire, Statistics};
use crate::annotate::MoveRatings;
use crate::game::pgn::Index;
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
    let reader = FiguresReader::new(MoveRatings::open(None));
    for number in library.to_read() {
        let source = library.source(number).unwrap();
        let game = source.index.read(source.number).unwrap().game;
        library.take(number, reader.of(&game));
    }
    (library, folder)
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
