//! Hands each task to whoever does it, and makes the manual and the completions.

use super::arguments::Task;
use super::{contest, definition, doctor, export, learning};
use crate::rules::Position;
use crate::{batch, tui, uci};
use std::error::Error;
use std::fs;
use std::io::{self, BufReader, Write};
use std::path::Path;

/// Does the task. Blocks until it is done.
///
/// # Errors
/// Whatever the task fails with; standard output that cannot be written among it.
pub fn run(task: Task) -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout();
    match task {
        Task::Play(launch) => tui::run(&launch)?,
        Task::Uci { time_manager } => {
            let mut options = uci::UciOptions::default();
            options.set("TimeManager", &time_manager)?;
            uci::run(BufReader::new(io::stdin()), out, options)?;
            return Ok(());
        }
        Task::Match(arguments) => contest::play(*arguments, &mut out)?,
        Task::Calibrate(arguments) => contest::calibrate(arguments, &mut out)?,
        Task::Selfplay(arguments) => learning::play(arguments, &mut out)?,
        Task::Tune(arguments) => learning::fit(arguments, &mut out)?,
        Task::Timesim(arguments) => contest::simulate(arguments, &mut out)?,
        Task::Annotate(arguments) => batch::annotate::command(&arguments, &mut out)?,
        Task::Bench { topic } => batch::figures::print(&topic, &mut out)?,
        Task::Perft { fen, depth } => batch::perft::print(&fen, depth, &mut out)?,
        Task::Explain { fen, what } => {
            let fen = if fen == "startpos" { Position::default().fen() } else { fen };
            writeln!(out, "{}", batch::explain::explain(&fen, what.as_deref())?)?;
        }
        Task::Export(arguments) => export::write(&arguments, &mut out)?,
        Task::Config => doctor::print_settings(&mut out)?,
        Task::Doctor => doctor::print(&mut out)?,
        Task::Completions { shell } => {
            // The generator panics when it cannot write, so it gets memory to write to.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut definition(), "lucena", &mut script);
            out.write_all(&script)?;
        }
        Task::Man { out: None } => clap_mangen::Man::new(definition()).render(&mut out)?,
        Task::Man { out: Some(folder) } => write_pages(&folder)?,
    }
    // Buffered output that cannot be written must not pass for success.
    out.flush()?;
    Ok(())
}

/// One manual page for the program and one for each task, hidden ones left out.
fn write_pages(folder: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(definition(), folder))
        .map_err(|error| format!("{}: {error}", folder.display()).into())
}
