//! `lucena stats`: statistics of the player's games, and where they left a book, as text or JSON.

use super::output::Progress;
use super::partial_games::PartialGames;
use crate::annotate::MoveRatings;
use crate::base::sanitise;
use crate::config::{Paths, Settings};
use crate::game::pgn::{Index, Note};
use crate::library::{
    BLOCK, FiguresReader, Filter, Library, LibraryFiles, Player, Repertoire, Statistics,
    without_repeats,
};
use anyhow::{Error, Result, bail, ensure};
use std::fmt::Display;
use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Arguments of `lucena stats`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Take the games of these files (PGN) instead of those of the library.
    #[arg(value_name = "GAMES.PGN")]
    pub files: Vec<PathBuf>,
    /// The player, by the name in the tags; without it the name of the settings, and the person in games against Lucena.
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Only the games that a filter of the library finds, such as `date:2026 side:white`.
    #[arg(long, value_name = "WORDS", default_value = "", value_parser = filter_text)]
    pub filter: String,
    /// Games of a block.
    #[arg(long, value_name = "N", default_value_t = BLOCK as u32, value_parser = clap::value_parser!(u32).range(1..))]
    pub block: u32,
    /// Compare the openings with this repertoire (PGN) instead of the one of the library or the earlier games.
    #[arg(long, value_name = "FILE.PGN")]
    pub repertoire: Option<PathBuf>,
    /// Output format.
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

/// An output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Tables.
    Text,
    /// One JSON object.
    Json,
}

/// The text of a filter that is understood.
pub(super) fn filter_text(text: &str) -> Result<String, String> {
    Filter::parse(text).map(|_| text.to_owned())
}

/// The games of a command.
#[derive(Debug)]
pub struct GivenGames {
    /// The games, with the figures of the player's games.
    pub library: Library,
    /// The list of the library.
    pub list: LibraryFiles,
    /// Number in the library and notes of each game that has some, the last first.
    pub notes: Vec<(usize, Vec<Note>)>,
    /// Files and games of the library that cannot be read; standard error names them.
    pub left_out: usize,
}

/// The games of `files`, or without files those of the library; with a filter also the figures of others' games that it needs.
///
/// # Errors
/// A file that was named or, without one, the list of the library cannot be read, a file that was named has no game, or there are
/// no games at all.
pub fn library(
    files: &[PathBuf],
    player: Option<&str>,
    filter: &Filter,
    home: Option<&Path>,
    progress: &mut Progress<'_>,
) -> Result<GivenGames> {
    let paths = Paths::find(home)?;
    let named = !files.is_empty();
    let (list, errors) = match LibraryFiles::load_valid(&paths.library()) {
        // Of the list only the repertoire is used then.
        Err(error) if named => (LibraryFiles::default(), vec![error]),
        list => list?,
    };
    errors.iter().try_for_each(left_out)?;
    let player = match player {
        Some(name) => Player { name: name.to_owned(), or_person: false },
        None => Player { name: player_of_settings(&paths)?, or_person: true },
    };
    let (files, repeats) = match named {
        true => without_repeats(files.iter().cloned()),
        false => (list.with_records(&paths.games()), Vec::new()),
    };
    for file in repeats {
        progress.note(format!("left out: {}: is named twice", file.display()))?;
    }
    let (mut indexes, mut missing) = (Vec::new(), if named { 0 } else { errors.len() });
    for file in files {
        let built = Index::build(&file, &mut |_, _| ControlFlow::Continue(()));
        let built = if named { built.and_then(Index::with_games) } else { built };
        match built {
            Ok(index) => indexes.push(Arc::new(index)),
            Err(error) if named => return Err(error.into()),
            Err(error) => {
                left_out(&error)?;
                missing += 1;
            }
        }
    }
    let mut library = Library::new(indexes, player);
    ensure!(
        !library.is_empty(),
        "the library has no games: name a file here, or :library FILE in the program adds one"
    );
    let mut ratings = MoveRatings::open(Some(paths.move_ratings()));
    if let Some(error) = ratings.take_error() {
        progress.note(format!("left out: the ratings by the moves: {error}"))?;
    }
    let reader = FiguresReader::new(ratings);
    let (games, mut notes) = (library.to_read_for(filter), Vec::new());
    for (done, &number) in games.iter().enumerate() {
        progress.status(format!("game {} of {}", done + 1, games.len()));
        let Some(source) = library.source(number) else { continue };
        let read = match source.index.read(source.number) {
            Ok(read) => read,
            // It does not keep the others away.
            Err(error) if error.is_of_one_game() => {
                left_out(&error)?;
                missing += 1;
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        library.take(number, reader.of(&read.game));
        if !read.notes.is_empty() {
            notes.push((number, read.notes));
        }
    }
    progress.clear_status();
    Ok(GivenGames { library, list, notes, left_out: missing })
}

/// The player's name in the settings, of which the fields that are not read are left out.
pub(super) fn player_of_settings(paths: &Paths) -> io::Result<String> {
    let (settings, errors) = Settings::load(&paths.settings());
    errors.iter().try_for_each(left_out)?;
    Ok(settings.play.name)
}

/// Says on standard error what is left out: standard output may be read by a program.
fn left_out(error: &impl Display) -> io::Result<()> {
    writeln!(io::stderr(), "left out: {}", sanitise(&error.to_string()))
}

/// Prints the statistics.
///
/// # Errors
/// As [`library`]; the repertoire or the filter is not understood, or no game has the player;
/// [`super::partial_games::ReadInPart`] after everything is printed.
pub fn run(options: &Options, home: Option<&Path>, progress: &mut Progress<'_>) -> Result<()> {
    let filter = Filter::parse(&options.filter).map_err(Error::msg)?;
    let player = options.player.as_deref();
    // Games of others do not count.
    let GivenGames { library, list, notes, left_out: missing } =
        library(&options.files, player, &Filter::default(), home, progress)?;
    let read = |file: &PathBuf| Repertoire::read(file);
    let mut repertoire = options.repertoire.as_ref().map(read).transpose()?;
    let mut unread = None;
    // That of the library was not named here, and most of the statistics do not need it.
    if let (None, Some(file)) = (&repertoire, &list.repertoire) {
        match read(file) {
            Ok(read) => repertoire = Some(read),
            Err(error) => unread = Some(error.to_string()),
        }
    }
    let block = options.block as usize;
    let mut statistics = Statistics::of(&library, &filter, block, repertoire.as_ref());
    if let Some(why) = &unread {
        writeln!(io::stderr(), "left out: the repertoire: {}", sanitise(why))?;
    }
    statistics.departures.unread = unread;
    let is_nobody = statistics.all.games == 0;
    // In the order of the files, and only of games that count; if none does, one of them may have been of the player.
    let mut named = PartialGames::with_left_out(missing);
    for (number, notes) in notes.iter().rev() {
        let counts =
            library.row(*number).is_some_and(|row| row.side.is_some() && filter.matches(&row));
        if let Some(source) = library.source(*number).filter(|_| counts || is_nobody) {
            named.add(source.index.file(), notes);
        }
    }
    let left_out = library.left_out(&filter);
    if is_nobody {
        named.print_notes()?;
        let found = if options.filter.is_empty() { "" } else { " that the filter finds" };
        let name = &library.player().name;
        let is_anywhere =
            (0..library.len()).any(|it| library.row(it).is_some_and(|row| row.side.is_some()));
        let advice = if is_anywhere { "" } else { "; --player names a player" };
        let games = match library.len() {
            1 => "there is 1 game".to_owned(),
            games => format!("there are {games} games"),
        };
        let why = left_out.map_or_else(String::new, |why| format!("; {why}"));
        bail!("{games}, but none of {name:?}{found}{why}{advice}");
    }
    if let Some(why) = left_out {
        progress.note(why)?;
    }
    match options.format {
        Format::Text => progress.line(statistics.text())?,
        Format::Json => progress.line(format!("{:#}", statistics.json()))?,
    }
    named.report()
}
