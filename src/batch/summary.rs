//! `lucena summary`: writes the page about the games of a tournament or a month.

use super::output::{OutputFile, Progress};
use super::partial_games::PartialGames;
use super::stats::{self, GivenGames};
use super::wrong_argument::WrongArgument;
use crate::annotate::MoveRatings;
use crate::config::Paths;
use crate::library::{FiguresReader, Filter, PageFormat, summary_page};
use anyhow::{Error, Result};
use std::path::{Path, PathBuf};

/// Arguments of `lucena summary`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Take the games of these files (PGN) instead of those of the library.
    #[arg(value_name = "GAMES.PGN")]
    pub files: Vec<PathBuf>,
    /// Only the games that a filter of the library finds, such as `date:2026.11` or `event:open`.
    #[arg(long, value_name = "WORDS", default_value = "", value_parser = stats::filter_text)]
    pub filter: String,
    /// The player that `won`, `lost` and `side` of the filter are about; without it the name of the settings.
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// The heading; the event if it is the same in all games, else the filter.
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Output format; without it by the end of the output file's name, `.html` or `.md`, else HTML.
    #[arg(long, value_enum)]
    pub format: Option<PageFormat>,
    /// Output file; standard output if omitted.
    #[arg(short, long = "output", value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Replace an existing output file.
    #[arg(long, requires = "out")]
    pub overwrite: bool,
}

/// Writes the page.
///
/// # Errors
/// The end of the output file's name stands for no format, a file or the list of the library cannot be read, the filter is not understood or finds no game or more than 1,000, or the output
/// file exists or cannot be written; [`super::partial_games::ReadInPart`] after everything is written.
pub fn run(options: &Options, home: Option<&Path>, progress: &mut Progress<'_>) -> Result<()> {
    let (player, filter) = (options.player.as_deref(), Filter::parse(&options.filter));
    let filter = filter.map_err(Error::msg)?;
    let by_name = || options.out.as_deref().map_or(Ok(PageFormat::Html), PageFormat::of_file);
    let format = options.format.map_or_else(by_name, Ok);
    let format = format.map_err(|error| WrongArgument::ending(&error))?;
    let GivenGames { library, left_out, .. } =
        stats::library(&options.files, player, &filter, home, progress)?;
    let inputs = library.files().iter().map(|index| index.file());
    // No file that is read may be replaced.
    let overwrite = options.overwrite;
    let of = |path| inputs.clone().map(move |input| OutputFile { path, input, overwrite });
    let outputs: Vec<OutputFile<'_>> =
        options.out.iter().flat_map(|path| of(path.as_path())).collect();
    outputs.iter().try_for_each(|output| output.check())?;
    let mut ratings = MoveRatings::open(Some(Paths::find(home)?.move_ratings()));
    if let Some(error) = ratings.take_error() {
        progress.note(format!("left out: the ratings by the moves: {error}"))?;
    }
    let reader = FiguresReader::new(ratings);
    let title = options.title.as_deref();
    let page = summary_page(&library, &options.filter, title, format, &reader)?;
    match outputs.first() {
        Some(output) => output.write(page.text.as_bytes())?,
        None => progress.line(page.text)?,
    }
    if let Some(why) = &page.left_out {
        progress.note(why)?;
    }
    let mut partial = PartialGames::with_left_out(left_out);
    page.notes.iter().for_each(|(file, notes)| partial.add(file, notes));
    partial.report()
}
