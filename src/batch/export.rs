//! `lucena export`: a game as a list of FENs, JSON lines, a self-contained web page, or PGN for a Lichess study.

use super::output::OutputFile;
use super::partial_games::ReadInPart;
use super::wrong_argument::WrongArgument;
use crate::base::sanitise;
use crate::export::{Format, STUDY_ENDS_LINES, convert, has_null_move};
use crate::game::pgn::{self, FileNotes, Index};
use anyhow::{Context as _, Result, bail, ensure};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Arguments of `lucena export`.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// Input file (PGN).
    pub file: PathBuf,
    /// Number of the game in the file, from 1.
    #[arg(long, conflicts_with_all = ["games", "all"], default_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    pub game: u32,
    /// Numbers of several games, such as `3-7,12`.
    #[arg(long, value_name = "LIST", conflicts_with = "all")]
    pub games: Option<String>,
    /// All games.
    #[arg(long)]
    pub all: bool,
    /// Language of the piece letters, such as `german`; recognised if omitted.
    #[arg(long, value_name = "LANGUAGE", ignore_case = true)]
    pub letters: Option<pgn::Language>,
    /// Output format; without it by the end of the output file's name (`.html`, `.jsonl`, `.fen` or `.pgn`), else HTML.
    #[arg(long, alias = "form", value_enum)]
    pub format: Option<Format>,
    /// Output file; standard output if omitted.
    #[arg(short, long = "output", alias = "out", value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Replace an existing output file.
    #[arg(long, requires = "out")]
    pub overwrite: bool,
}

/// Converts games of a PGN file, and prints their notes to standard error.
///
/// # Errors
/// The end of the output file's name stands for no format, the file cannot be read, has no such game, or the output file exists or cannot be written; [`ReadInPart`] after everything is written.
pub fn run(options: &Options, out: &mut impl Write) -> Result<()> {
    let by_name = || options.out.as_deref().map_or(Ok(Format::Html), Format::of_file);
    let format = options.format.map_or_else(by_name, Ok);
    let format = format.map_err(|error| WrongArgument::ending(&error))?;
    let index = Index::build(&options.file, &mut |_, _| ControlFlow::Continue(()))?
        .with_language(options.letters);
    let output = options.out.as_deref().map(|path| OutputFile {
        path,
        input: &options.file,
        overwrite: options.overwrite,
    });
    if let Some(output) = output {
        output.check()?;
    }
    let (file, games) = (options.file.display(), index.entries().len());
    ensure!(games > 0, "{file}: no games");
    let numbers = match &options.games {
        _ if options.all => (1..=games).collect(),
        Some(list) => parse_numbers(list)?,
        None => vec![options.game as usize],
    };
    let is_one = format != Format::Html || numbers.len() == 1;
    let one = "--format html: a web page has one game; the other formats have several";
    ensure!(is_one, WrongArgument(one.to_owned()));
    if let Some(number) = numbers.iter().find(|number| !(1..=games).contains(*number)) {
        bail!("{file}: no game {number}, there are {games}");
    }
    let (mut partial, mut of_file) = (0, FileNotes::default());
    let print = |note| writeln!(std::io::stderr(), "{}", sanitise(&format!("{file}: {note}")));
    let texts = numbers.into_iter().map(|number| {
        let read = index.read(number - 1)?;
        let is_incomplete = read.is_incomplete();
        read.notes.into_iter().filter_map(|note| of_file.add(note)).try_for_each(print)?;
        let has_null = format == Format::Study && has_null_move(read.game.tree());
        if has_null {
            let text = format!("{file}: game {number}: {STUDY_ENDS_LINES}");
            writeln!(std::io::stderr(), "{}", sanitise(&text))?;
        }
        partial += usize::from(has_null || is_incomplete);
        convert(&read.game, format).with_context(|| format!("{file}: game {number}"))
    });
    match output {
        Some(output) => output.write_parts(texts)?,
        None => {
            for text in texts {
                out.write_all(text?.as_bytes())?;
            }
        }
    }
    of_file.finish().map_or(Ok(()), print)?;
    if partial > 0 { Err(ReadInPart::Games(partial).into()) } else { Ok(()) }
}

/// Numbers and ranges such as `3-7,12`.
fn parse_numbers(list: &str) -> Result<Vec<usize>, WrongArgument> {
    let mut numbers = Vec::new();
    for part in list.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let parse = |text: &str| text.trim().parse::<usize>().ok().filter(|&number| number > 0);
        match (parse(first), parse(last)) {
            (Some(first), Some(last)) if first <= last && last - first < 10_000_000 => {
                numbers.extend(first..=last);
            }
            _ => {
                let words = format!("--games {list:?}: expected numbers and ranges such as 3-7,12");
                return Err(WrongArgument(words));
            }
        }
    }
    Ok(numbers)
}
