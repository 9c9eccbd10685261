//! `lucena export`: one game of a PGN file in another form, to a file or to standard output.

use super::arguments::{ExportArguments, Form};
use crate::base::replace_file;
use crate::batch::export;
use crate::game::pgn::{self, Index};
use std::error::Error;
use std::io::Write;
use std::ops::ControlFlow;

/// Writes the game. A file that is there is replaced only when the new one is whole.
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
    if let Some(note) = read.notes.iter().find(|_| read.is_broken()) {
        return Err(format!("{file}: {note}").into());
    }
    let text = match arguments.form {
        Form::Html => export::html(&read.game),
        Form::Jsonl => export::json_lines(&read.game),
        Form::Fens => export::fen_list(&read.game),
        Form::Pgn => pgn::write(&read.game),
        Form::Study => export::study(&read.game)?,
    };
    match &arguments.out {
        Some(path) => replace_file(path, text.as_bytes())
            .map_err(|error| format!("{}: {error}", path.display()).into()),
        None => Ok(out.write_all(text.as_bytes())?),
    }
}
