//! `lucena export`: converts one game of a PGN file to another format, into a file or to standard output.

use super::arguments::{ExportArguments, Format};
use crate::base::write_atomic;
use crate::batch::export;
use crate::game::pgn::{self, Index};
use std::error::Error;
use std::io::Write;
use std::ops::ControlFlow;

/// Writes the game. An existing output file is replaced atomically.
///
/// # Errors
/// The file cannot be read, has no such game, or the output cannot be written.
pub fn write(arguments: &ExportArguments, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let index = Index::build(&arguments.file, &mut |_, _| ControlFlow::Continue(()))?;
    let number = usize::try_from(arguments.game)?;
    let (file, games) = (arguments.file.display(), index.entries().len());
    if number > games {
        return Err(format!("{file}: no game {number}, there are {games}").into());
    }
    let read = index.read(number - 1)?;
    if let Some(note) = read.notes.iter().find(|_| read.is_incomplete()) {
        return Err(format!("{file}: {note}").into());
    }
    let text = match arguments.format {
        Format::Html => export::html(&read.game),
        Format::Jsonl => export::json_lines(&read.game),
        Format::Fens => export::fen_list(&read.game),
        Format::Pgn => pgn::write(&read.game),
        Format::Study => export::study(&read.game)?,
    };
    match &arguments.out {
        Some(path) => write_atomic(path, text.as_bytes())
            .map_err(|error| format!("{}: {error}", path.display()).into()),
        None => Ok(out.write_all(text.as_bytes())?),
    }
}
